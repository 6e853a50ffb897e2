//! Who takes part.

mod spec;

pub use spec::{BadEntrant, Spec, Thinking};

use super::control::{Control, Timing};
use super::player::{Agent, Ai, AiSettings, Failing, Player, TextPlayer, UaiPlayer};
use crate::board::{Game, Preset};
use crate::engine::{Evaluation, Material, Network};
use crate::notation::{MoveRequest, Remark};
use crate::opponents::Launch;
use crate::opponents::subject::way_to;
use crate::session::grammar::Dialect;
use crate::training::checksum;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fs, io};
use thiserror::Error;

/// Who takes part.
#[derive(Debug)]
pub struct Entrant {
    /// What it is called in this match: no two are called the same.
    pub name: Remark,
    /// What tells it from others, wherever the match is played: how it was described, and
    /// what is in the file of a network.
    pub identity: String,
    /// What it is.
    pub kind: Kind,
    /// How long it may think, where that is not as for the others.
    pub thinking: Thinking,
}

/// What takes part.
#[derive(Debug)]
pub enum Kind {
    /// Our own player.
    Ai(AiSettings, Evaluator),
    /// A program with a command language of the course.
    Text(Dialect, Launch),
    /// An engine of the Universal Ataxx Interface, and options to set.
    Uai(Launch, Vec<(String, String)>),
    /// An agent of Ataxx Reloaded.
    Agent(Launch),
}

/// What our own player goes by.
#[derive(Debug)]
pub enum Evaluator {
    /// The network that the program comes with.
    Embedded,
    /// The count of pieces.
    Material,
    /// The network of a file.
    Network(Box<Network>),
}

impl Evaluator {
    fn evaluation(&self) -> &dyn Evaluation {
        match self {
            Self::Embedded => Network::embedded(),
            Self::Material => &Material,
            Self::Network(network) => &**network,
        }
    }
}

/// Why a network cannot be used.
#[derive(Debug, Error)]
#[error("`{}` {reason}", file.display())]
pub struct NotLoaded {
    /// Its file.
    pub file: PathBuf,
    /// What is the matter with it.
    pub reason: String,
}

impl Evaluator {
    /// The network of a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is none.
    pub fn load(file: &Path) -> Result<Self, NotLoaded> {
        /// No network is nearly as big.
        const BIGGEST: u64 = 256 << 20;
        let failed = |reason: String| NotLoaded {
            file: file.to_owned(),
            reason,
        };
        let unreadable = |error: io::Error| {
            failed(match error.kind() {
                io::ErrorKind::NotFound => "cannot be read: there is no such file".to_owned(),
                kind => format!("cannot be read: {kind}"),
            })
        };
        let metadata = fs::metadata(file).map_err(unreadable)?;
        if !metadata.is_file() || metadata.len() > BIGGEST {
            return Err(failed("is not a network".to_owned()));
        }
        let bytes = fs::read(file).map_err(unreadable)?;
        match Network::from_bytes(&bytes) {
            Ok(network) => Ok(Self::Network(Box::new(network))),
            Err(error) => Err(failed(format!("is not a network: {error}"))),
        }
    }

    /// What tells it from others, wherever it came from.
    #[must_use]
    pub fn identity(&self) -> Option<String> {
        match self {
            Self::Embedded | Self::Material => None,
            Self::Network(network) => Some(format!("{:016x}", checksum(&network.to_bytes()))),
        }
    }
}

impl Entrant {
    /// The rules that it can play by; `None` for any.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        match &self.kind {
            Kind::Ai(..) => None,
            Kind::Text(dialect, _) => Some(match dialect {
                Dialect::Fall2008 => Preset::Berkeley2008,
                Dialect::Fall2016 => Preset::Berkeley2016,
                Dialect::Spring2022 => Preset::Berkeley2022,
            }),
            // An engine that knows other rules is told of them by an option.
            Kind::Uai(_, options) => Some(
                options
                    .iter()
                    .find(|(name, _)| name.eq_ignore_ascii_case("Rules"))
                    .and_then(|(_, value)| value.parse().ok())
                    .unwrap_or(Preset::Uai),
            ),
            Kind::Agent(_) => Some(Preset::Reloaded),
        }
    }

    /// Whether it can be given a game that stands like this; why not.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn accepts(&self, game: &Game) -> Result<(), String> {
        match &self.kind {
            Kind::Ai(..) | Kind::Uai(..) => Ok(()),
            Kind::Text(dialect, _) => way_to(game, *dialect).map(|_| ()),
            Kind::Agent(_) => MoveRequest::new(game.position())
                .map(|_| ())
                .map_err(|error| error.to_string()),
        }
    }

    /// How long it may think, if the others may think so long.
    #[must_use]
    pub fn control(&self, usual: Control) -> Control {
        let Thinking {
            move_time,
            clock,
            nodes,
            depth,
        } = self.thinking;
        let own_time = move_time.map(Timing::PerMove).or(clock);
        let bounded = nodes.is_some() || depth.is_some();
        Control {
            time: own_time.unwrap_or(match usual.time {
                // Who counts nodes has no use for the clock of a move.
                Timing::PerMove(_) if bounded => Timing::Free,
                time => time,
            }),
            nodes: nodes.or(usual.nodes.filter(|_| !bounded)),
            depth: depth.or(usual.depth.filter(|_| !bounded)),
        }
    }

    /// Starts it. It may take so long to get ready, and then looks at so many positions for
    /// a move, if that is settled. Once `stop` is set it does nothing more.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start<'a>(
        &'a self,
        start: Duration,
        control: Control,
        stop: &'a AtomicBool,
    ) -> Result<Box<dyn Player + 'a>, Failing> {
        Ok(match &self.kind {
            Kind::Ai(settings, evaluator) => {
                let evaluation = evaluator.evaluation();
                Box::new(Ai::new(settings, evaluation, control.nodes, stop))
            }
            Kind::Text(dialect, launch) => {
                Box::new(TextPlayer::start(launch, *dialect, start, stop)?)
            }
            Kind::Uai(launch, options) => Box::new(UaiPlayer::start(launch, options, start, stop)?),
            Kind::Agent(launch) => Box::new(Agent::new(launch.clone(), start, stop)),
        })
    }
}

/// The rules that all of these can play by: those of the first who knows only one set.
///
/// # Errors
///
/// Names two who know no common rules.
pub fn presets(entrants: &[Entrant]) -> Result<Option<Preset>, [&Entrant; 2]> {
    let mut found: Option<(&Entrant, Preset)> = None;
    for entrant in entrants {
        let Some(preset) = entrant.preset() else {
            continue;
        };
        match found {
            None => found = Some((entrant, preset)),
            Some((_, known)) if known.rules() == preset.rules() => {}
            Some((other, _)) => return Err([other, entrant]),
        }
    }
    Ok(found.map(|(_, preset)| preset))
}
