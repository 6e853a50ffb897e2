//! Who was named on the command line.

use super::Args;
use super::human::Human;
use crate::cli::interrupt::INTERRUPT;
use ataxx_toolkit::opponents::Launch;
use ataxx_toolkit::opponents::reloaded::framework::{
    Absence, Contestant, Machine, ProgramContestant, RandomMover, Tally, Unidentified,
};
use ataxx_toolkit::opponents::reloaded::{AgentName, Patience, Thinking};

/// A player of a match.
pub struct Player {
    given: String,
    kind: Kind,
    name: String,
    unidentified: Option<String>,
    /// What it has achieved so far.
    pub tally: Tally,
}

enum Kind {
    Human,
    Machine(Thinking),
    Random,
    Program(Launch, Patience),
}

impl Player {
    /// Who is meant by this.
    pub fn of(given: &str, args: &Args) -> Self {
        let (kind, name) = match given {
            "human" => (Kind::Human, "human".to_owned()),
            "ai" => {
                let thinking = Thinking {
                    time: args.ai_time,
                    nodes: args.ai_nodes,
                    seed: None,
                };
                (Kind::Machine(thinking), AgentName::ours().to_string())
            }
            "random" => (Kind::Random, "random".to_owned()),
            command => {
                let launch = Launch::new(command);
                (Kind::Program(launch, args.patience()), command.to_owned())
            }
        };
        Self {
            given: given.to_owned(),
            kind,
            name,
            unidentified: None,
            tally: Tally::default(),
        }
    }

    /// What it was called on the command line.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// What it calls itself; where it does not say, what it was called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong with how an agent identifies itself.
    pub fn unidentified(&self) -> Option<&str> {
        self.unidentified.as_deref()
    }

    /// Asks an agent for its name.
    pub fn identify(&mut self) -> Result<(), Absence> {
        if let Kind::Program(launch, patience) = &self.kind {
            match ProgramContestant::new(launch.clone(), *patience, &INTERRUPT).identify() {
                Ok(name) => self.name = name.to_string(),
                Err(Unidentified::Fault(what)) => self.unidentified = Some(what),
                Err(Unidentified::Absent(absence)) => return Err(absence),
            }
        }
        Ok(())
    }

    /// The player in a game of its own.
    pub fn contestant(&self, seed: u64) -> Box<dyn Contestant> {
        match &self.kind {
            Kind::Human => Box::new(Human),
            Kind::Machine(thinking) => {
                let seed = thinking.nodes.map(|_| seed);
                Box::new(Machine::new(Thinking { seed, ..*thinking }, &INTERRUPT))
            }
            Kind::Random => Box::new(RandomMover::new(seed)),
            Kind::Program(launch, patience) => Box::new(ProgramContestant::new(
                launch.clone(),
                *patience,
                &INTERRUPT,
            )),
        }
    }
}
