//! The players of a match.

mod form;
mod spec;

use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_core::engine::Network;
use ataxx_core::notation::{MoveRequest, Remark};
use ataxx_opponents::reloaded::{self, AgentTimeouts};
use ataxx_opponents::subject::setup_commands;
use ataxx_opponents::uai::EngineOption;
use ataxx_opponents::{
    AgentOpponent, EngineOpponent, EngineSettings, Evaluator, Failure, Launch, Monitor, Opponent,
    OwnAgent, RandomMover, TextOpponent, TimeControl, Timing, UaiOpponent, Wrapper,
};
use ataxx_session::Dialect;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// A player of a match. Its text form is `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name, unique in a match; by default the text form, or what an agent answers to
    /// `identify`.
    pub name: Remark,
    /// Whether the text form has a name.
    pub is_named: bool,
    /// What identifies it, wherever the match is played: its text form without the name,
    /// and the fingerprint of a network from a file.
    pub identity: String,
    /// The kind of player.
    pub kind: EntrantKind,
    /// Limits that replace those of the match.
    pub thinking: EntrantLimits,
    /// Whether a fresh process is started for each game.
    pub restart: bool,
    /// Whether an agent has answered `identify`, and is not asked again.
    pub is_identified: bool,
    /// The file of its network, until [`load`](Self::load).
    network: Option<PathBuf>,
}

/// Limits of one player that replace those of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntrantLimits {
    pub time: Option<Timing>,
    /// Node limit for each move.
    pub nodes: Option<u64>,
    /// Depth limit in plies.
    pub depth: Option<u32>,
}

/// The time of an agent for a move, by the document.
pub const AGENT_TIME: Timing = Timing::PerMove(AgentTimeouts::DOCUMENT.answer);

/// A kind of player.
#[derive(Clone, Debug, PartialEq)]
pub enum EntrantKind {
    /// Our own engine.
    Ai(EngineSettings, Evaluator),
    /// A program with a dialect of the course.
    Text(Dialect, Launch),
    /// An engine of the Universal Ataxx Interface, and options to set.
    Uai(Launch, Vec<(String, String)>),
    /// An agent of Ataxx Reloaded.
    Agent(Launch),
    /// Our agent of Ataxx Reloaded, in this process. A seed is that of the first game.
    OwnAgent(reloaded::AgentThinking),
    /// Random legal moves. The seed is that of the first game.
    Random(u64),
    Person(Person),
}

/// Makes the opponent that shows a person the game and reads the moves.
#[derive(Clone, Copy, Debug)]
pub struct Person(pub fn() -> Box<dyn Opponent>);

impl PartialEq for Person {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Entrant {
    /// A player of this kind without settings of its own.
    pub fn new(name: Remark, kind: EntrantKind) -> Self {
        Self {
            identity: name.to_string(),
            name,
            is_named: true,
            // Each game has a seed of its own.
            restart: matches!(kind, EntrantKind::OwnAgent(_) | EntrantKind::Random(_)),
            kind,
            thinking: EntrantLimits::default(),
            is_identified: false,
            network: None,
        }
    }

    /// The same, started by this wrapper if it is a program.
    pub fn wrapped(mut self, wrapper: Wrapper) -> Self {
        let program_name = Some(self.name.to_string());
        let launch = match &mut self.kind {
            EntrantKind::Text(_, launch)
            | EntrantKind::Uai(launch, _)
            | EntrantKind::Agent(launch) => launch,
            EntrantKind::Ai(..)
            | EntrantKind::OwnAgent(_)
            | EntrantKind::Random(_)
            | EntrantKind::Person(_) => return self,
        };
        launch.wrapper = Some(Wrapper {
            program_name,
            ..wrapper
        });
        self
    }

    /// Loads its network with `read`, if that is in a file.
    pub fn load<E>(mut self, read: impl FnOnce(&Path) -> Result<Network, E>) -> Result<Self, E> {
        if let (Some(file), EntrantKind::Ai(_, evaluator)) = (self.network.take(), &mut self.kind) {
            let network = read(&file)?;
            self.identity = format!("{} ({:016x})", self.identity, network.fingerprint());
            *evaluator = Evaluator::Network(Box::new(network));
        }
        Ok(self)
    }

    /// Asks an agent without a name for one. Returns what is wrong with its answer.
    pub fn identify(
        &mut self,
        start: Duration,
        cancel: &Cancellation,
    ) -> Result<Option<String>, Failure> {
        let EntrantKind::Agent(launch) = &self.kind else {
            return Ok(None);
        };
        if self.is_named {
            return Ok(None);
        }
        Ok(
            match AgentOpponent::new(launch.clone(), start, cancel).identify()? {
                Ok(name) => {
                    self.name = Remark::new(name.as_str()).unwrap_or_else(|| self.name.clone());
                    None
                }
                Err(what) => Some(what),
            },
        )
    }

    /// The rules it plays by; `None` for any.
    pub fn rules(&self) -> Option<Rules> {
        match &self.kind {
            EntrantKind::Ai(..) | EntrantKind::Random(_) | EntrantKind::Person(_) => None,
            EntrantKind::Text(dialect, _) => Some(dialect.rules()),
            // The option `Rules` sets other rules.
            EntrantKind::Uai(_, options) => Some(
                options
                    .iter()
                    .find(|(name, _)| name.eq_ignore_ascii_case(EngineOption::RULES))
                    .and_then(|(_, value)| value.parse().ok())
                    .unwrap_or(Rules::UAI),
            ),
            EntrantKind::Agent(_) | EntrantKind::OwnAgent(_) => Some(Rules::RELOADED),
        }
    }

    /// Checks that it can continue a game from its current position.
    pub fn accepts(&self, game: &Game) -> Result<(), String> {
        match &self.kind {
            EntrantKind::Ai(..)
            | EntrantKind::Uai(..)
            | EntrantKind::Random(_)
            | EntrantKind::Person(_) => Ok(()),
            EntrantKind::Text(dialect, _) => setup_commands(game, *dialect).map(|_| ()),
            EntrantKind::Agent(_) | EntrantKind::OwnAgent(_) => MoveRequest::new(game.position())
                .map(|_| ())
                .map_err(|error| error.to_string()),
        }
    }

    /// Whether it is an agent of Ataxx Reloaded.
    pub const fn is_agent(&self) -> bool {
        matches!(self.kind, EntrantKind::Agent(_))
    }

    /// Whether it plays as in Ataxx Reloaded, where a fault costs no game.
    pub const fn plays_reloaded(&self) -> bool {
        !matches!(
            self.kind,
            EntrantKind::Ai(..) | EntrantKind::Text(..) | EntrantKind::Uai(..)
        )
    }

    /// The time of an agent where nothing else is given. It has no other limits.
    const fn time_of_agent(&self) -> Option<Timing> {
        match self.kind {
            EntrantKind::Agent(_) => Some(AGENT_TIME),
            _ => None,
        }
    }

    /// Its time control, given that of the match. An agent always has a time limit, and its time
    /// does not depend on other limits.
    pub fn control(&self, usual: TimeControl) -> TimeControl {
        let EntrantLimits { time, nodes, depth } = self.thinking;
        let bounded = nodes.is_some() || depth.is_some();
        TimeControl {
            time: time.unwrap_or(match (usual.time, self.time_of_agent()) {
                (Timing::Free, of_agent) => of_agent.unwrap_or(Timing::Free),
                // A limit on nodes or depth replaces the time for each move.
                (Timing::PerMove(_), None) if bounded => Timing::Free,
                (time, _) => time,
            }),
            nodes: nodes.or(usual.nodes.filter(|_| !bounded)),
            depth: depth.or(usual.depth.filter(|_| !bounded)),
        }
    }

    /// Starts the player for the game of this number, and more games unless it is restarted for
    /// each. `start` is the time limit for getting ready. Once `cancel` is requested it makes no
    /// move. `monitor` receives each line of a program.
    pub fn start<'a>(
        &'a self,
        start: Duration,
        control: TimeControl,
        game: u64,
        cancel: &'a Cancellation,
        monitor: &Monitor<'a>,
    ) -> Result<Box<dyn Opponent + 'a>, Failure> {
        Ok(match &self.kind {
            EntrantKind::Ai(settings, evaluator) => {
                let evaluation = evaluator.evaluation();
                Box::new(EngineOpponent::new(
                    settings,
                    evaluation,
                    control.nodes,
                    cancel,
                ))
            }
            EntrantKind::Text(dialect, launch) => Box::new(TextOpponent::start(
                launch, *dialect, start, cancel, monitor,
            )?),
            EntrantKind::Uai(launch, options) => {
                Box::new(UaiOpponent::start(launch, options, start, cancel, monitor)?)
            }
            EntrantKind::Agent(launch) => {
                let mut agent = AgentOpponent::new(launch.clone(), start, cancel);
                agent.is_known = self.is_identified;
                agent.monitor = Some(Rc::clone(monitor));
                Box::new(agent)
            }
            EntrantKind::OwnAgent(thinking) => {
                let seed = thinking.seed.map(|seed| seed.wrapping_add(game));
                Box::new(OwnAgent::new(
                    reloaded::AgentThinking { seed, ..*thinking },
                    cancel,
                ))
            }
            EntrantKind::Random(seed) => Box::new(RandomMover::new(seed.wrapping_add(game))),
            EntrantKind::Person(Person(opponent)) => opponent(),
        })
    }
}

/// The rules that all entrants can play by; `None` if each can play by any.
pub fn common_rules(entrants: &[Entrant]) -> Result<Option<Rules>, [&Entrant; 2]> {
    let mut found: Option<(&Entrant, Rules)> = None;
    for entrant in entrants {
        let Some(rules) = entrant.rules() else {
            continue;
        };
        match found {
            None => found = Some((entrant, rules)),
            Some((_, known)) if known == rules => {}
            Some((other, _)) => return Err([other, entrant]),
        }
    }
    Ok(found.map(|(_, rules)| rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_has_the_time_of_the_document_where_no_other_is_given() {
        let control = |spec: &str, time, nodes| {
            let entrant: Entrant = spec.parse().expect(spec);
            let usual = TimeControl {
                time,
                nodes,
                depth: None,
            };
            entrant.control(usual).to_string()
        };
        let second = Timing::PerMove(Duration::from_secs(1));
        insta::assert_snapshot!(control("agent:x", Timing::Free, Some(400)), @"5 s a move, 400 nodes");
        insta::assert_snapshot!(control("agent:x", second, None), @"1 s a move");
        insta::assert_snapshot!(control("agent,move-time=3:x", second, None), @"3 s a move");
        insta::assert_snapshot!(control("ai", Timing::Free, Some(400)), @"400 nodes");
    }
}
