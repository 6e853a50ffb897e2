//! The players that the command line names.

use super::Args;
use super::human::Human;
use crate::cli::interrupt::INTERRUPT;
use crate::opponents::reloaded::{AgentName, Tally, Thinking};
use crate::opponents::{Absence, AgentOpponent, Launch, Opponent, OwnAgent, RandomMover};
use std::time::Duration;

/// A player of a match.
pub struct Player {
    given: String,
    kind: Kind,
    name: String,
    unidentified: Option<String>,
    /// Its results so far.
    pub tally: Tally,
}

enum Kind {
    Human,
    Engine(Thinking),
    Random,
    Agent(Launch, Duration),
}

impl Player {
    /// The player with this description.
    pub fn of(given: &str, args: &Args) -> Self {
        let (kind, name) = match given {
            "human" => (Kind::Human, "human".to_owned()),
            "ai" => {
                let thinking = Thinking {
                    time: args.ai_time,
                    nodes: args.ai_nodes,
                    seed: None,
                };
                (Kind::Engine(thinking), AgentName::ours().to_string())
            }
            "random" => (Kind::Random, "random".to_owned()),
            command => {
                let launch = Launch::new(command);
                (Kind::Agent(launch, args.move_time), command.to_owned())
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

    /// Its description on the command line.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// Its own name, or its description if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong with the answer of an agent to `identify`.
    pub fn unidentified(&self) -> Option<&str> {
        self.unidentified.as_deref()
    }

    /// Asks an agent for its name.
    pub fn identify(&mut self) -> Result<(), Absence> {
        if let Kind::Agent(launch, time) = &self.kind {
            match AgentOpponent::new(launch.clone(), *time, &INTERRUPT).identify()? {
                Ok(name) => self.name = name.to_string(),
                Err(what) => self.unidentified = Some(what),
            }
        }
        Ok(())
    }

    /// Its opponent for one game.
    pub fn opponent(&self, seed: u64) -> Box<dyn Opponent> {
        match &self.kind {
            Kind::Human => Box::new(Human),
            Kind::Engine(thinking) => {
                let seed = thinking.nodes.map(|_| seed);
                Box::new(OwnAgent::new(Thinking { seed, ..*thinking }, &INTERRUPT))
            }
            Kind::Random => Box::new(RandomMover::new(seed)),
            Kind::Agent(launch, time) => {
                Box::new(AgentOpponent::new(launch.clone(), *time, &INTERRUPT).known())
            }
        }
    }
}
