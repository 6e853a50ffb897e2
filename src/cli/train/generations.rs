//! `ataxx train DIR`: generations of networks.

use super::contestant::{Contestant, Judge};
use super::entry::{Entry, MatchEntry, rounded};
use super::folder::Folder;
use super::settings::{Purpose, Settings};
use super::{say_stopped, table_bytes, told, with_threads};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::TOLD;
use crate::cli::progress::Progress;
use crate::cli::{output, values};
use ataxx::ai::{self, Limits, Network, Techniques};
use ataxx::diagnostic::Diagnostic;
use ataxx::training::{Fit, Games, Lessons, Model, Opponents, Sample, Shard, duel};
use indicatif::HumanCount;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder that everything is written to.
    #[arg(value_name = "DIR", required = true)]
    folder: Option<PathBuf>,
    /// Up to which generation to go.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,
    /// How many games a generation plays.
    #[arg(long, value_name = "N", default_value = "40000", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    games: u32,
    /// How many positions a player looks at before each move, in games and matches.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What all that is left to chance comes from.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Who plays the first games: `material`, which counts pieces, `embedded`, which is
    /// the player of this program, or the file of a network.
    #[arg(long, value_name = "PLAYER", default_value = "material")]
    from: Contestant,
    /// To the games of how many generations a network is fitted.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    keep: u32,
    /// How often each position is shown to a network.
    #[arg(long, value_name = "N", default_value = "14", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How much the end of a game counts against what the player thought, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = share)]
    result: f64,
    /// The same for the games of the first generation; 0.6 where these are of the player
    /// that counts pieces, whose thoughts are worth less, and else --result.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    first_result: Option<f64>,
    /// How fast the weights of a network change at the beginning.
    #[arg(long, value_name = "RATE", default_value = "0.002", value_parser = rate)]
    rate: f64,
    /// How many pairs of games a network plays against the one before; 0 is no match.
    #[arg(long = "match", value_name = "PAIRS", default_value = "500", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pairs: u32,
    /// How many threads to use; unless told otherwise as many as the machine has.
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<NonZeroUsize>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0, and at most 1".to_owned())
}

impl Options {
    fn settings(&self, first: &Judge) -> Settings {
        let first_result = self.first_result.unwrap_or(match first {
            Judge::Material(_) => 0.6,
            Judge::Embedded(_) | Judge::Network(_) => self.result,
        });
        Settings {
            from: first.identity(),
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
            keep: self.keep,
            epochs: self.epochs,
            result: self.result,
            first_result,
            rate: self.rate,
            pairs: self.pairs,
        }
    }
}

pub fn run(args: &Options) -> Result<Exit, Failure> {
    let first = args.from.load()?;
    let settings = args.settings(&first);
    // Clap has seen to it that there is one.
    let path = args.folder.clone().unwrap_or_default();
    let mut training = Training {
        folder: Folder::open(&path, &settings)?,
        settings,
        judges: vec![first],
        entries: Vec::new(),
    };
    training.entries = training.folder.log()?;
    let ended = with_threads(args.threads, || {
        (1..=args.generations).try_for_each(|generation| training.generation(generation))
    });
    if told() && ended.is_err() {
        say_stopped(&training.kept()?);
        return Err(Failure::Interrupted);
    }
    ended.map(|()| Exit::Good)
}

/// Every so many games one is held out.
const HELD_OUT: u32 = 20;

struct Training {
    settings: Settings,
    folder: Folder,
    /// What the players of the generations go by, that of the first games in front.
    judges: Vec<Judge>,
    entries: Vec<Entry>,
}

/// What a generation has to learn from.
#[derive(Default)]
struct Material {
    fitted: Lessons,
    held_out: Lessons,
    /// How many positions its own games gave.
    positions: u64,
}

impl Training {
    /// Makes what there is not yet of a generation, and shows what came of it.
    fn generation(&mut self, generation: u32) -> Result<(), Failure> {
        let known = self.folder.network(generation)?;
        let index = generation as usize - 1;
        let network = match known {
            Some(network) if index < self.entries.len() => network,
            known => {
                let material = self.material(generation)?;
                let network = match known {
                    Some(network) => network,
                    None => self.fit(generation, &material)?,
                };
                self.folder.write_network(generation, &network)?;
                if index >= self.entries.len() {
                    let entry = self.measure(generation, &material, &network)?;
                    self.entries.push(entry);
                    self.folder.write_log(&self.entries)?;
                }
                network
            }
        };
        self.judges.push(Judge::Network(Box::new(network)));
        output::data(&self.entries[index].to_string())?;
        Ok(())
    }

    /// Makes the games that a generation lacks.
    fn make_games(&self, generation: u32) -> Result<(), Failure> {
        let total = self.settings.games;
        let files = self.folder.games(generation, total)?;
        if files.lacking.is_empty() {
            return Ok(());
        }
        let games = Games {
            evaluation: self.judges[generation as usize - 1].evaluation(),
            seed: self.settings.seed(Purpose::Games, generation),
            nodes: self.settings.nodes,
        };
        let progress = Progress::stage(&format!("games of generation {generation}"), total.into());
        progress.reach(files.games());
        // A file a thread, so that nobody waits for the longest game of each.
        files.lacking.into_par_iter().try_for_each(|numbers| {
            let mut samples = Vec::new();
            for number in numbers.clone() {
                if told() {
                    return Err(Failure::Interrupted);
                }
                samples.extend(games.play(number));
                progress.advance(1);
            }
            let shard = Shard {
                generation,
                games: numbers,
                samples,
            };
            Ok(self.folder.write_games(&shard)?)
        })
    }

    /// The games of a generation and of those before that are kept.
    fn material(&self, generation: u32) -> Result<Material, Failure> {
        let mut material = Material::default();
        for kept in self.settings.kept(generation) {
            self.make_games(kept)?;
            let result = self.settings.result(kept);
            let is_held_out = |sample: &&Sample| sample.game.is_multiple_of(HELD_OUT);
            let files = self.folder.games(kept, self.settings.games)?;
            for numbers in files.there {
                let samples = self.folder.read_games(kept, numbers)?;
                let (held_out, fitted): (Vec<_>, Vec<_>) = samples.iter().partition(is_held_out);
                material.fitted.add(fitted, result);
                material.held_out.add(held_out, result);
                if kept == generation {
                    material.positions += samples.len() as u64;
                }
            }
        }
        if material.fitted.samples().is_empty() || material.held_out.samples().is_empty() {
            let message = "the games are too few to learn from: all positions are decided";
            return Err(Diagnostic::error("training", message).into());
        }
        Ok(material)
    }

    fn fit(&self, generation: u32, material: &Material) -> Result<Network, Failure> {
        #[allow(clippy::cast_possible_truncation)] // as near as a 32-bit number can be
        let rate = self.settings.rate as f32;
        let fit = Fit {
            epochs: self.settings.epochs,
            rate,
            seed: self.settings.seed(Purpose::Order, generation),
        };
        let steps = fit.steps(material.fitted.samples().len());
        let progress = Progress::stage(&format!("network of generation {generation}"), steps);
        let mut model = Model::new(self.settings.seed(Purpose::Weights, generation));
        let ended = model.fit(&material.fitted, &fit, &mut |_| {
            progress.advance(1);
            if told() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match ended {
            ControlFlow::Continue(()) => Ok(model.network(material.held_out.samples())),
            ControlFlow::Break(()) => Err(Failure::Interrupted),
        }
    }

    /// What is to be logged of a generation.
    fn measure(
        &self,
        generation: u32,
        material: &Material,
        network: &Network,
    ) -> Result<Entry, Failure> {
        let against = match self.settings.pairs {
            0 => None,
            pairs => Some(self.play_match(generation, network, pairs)?),
        };
        Ok(Entry {
            generation,
            games: self.settings.games,
            positions: material.positions,
            fitted: material.fitted.samples().len() as u64,
            held_out: material.held_out.samples().len() as u64,
            loss: rounded(material.fitted.loss(network), 5),
            loss_held_out: rounded(material.held_out.loss(network), 5),
            against,
        })
    }

    fn play_match(
        &self,
        generation: u32,
        network: &Network,
        pairs: u32,
    ) -> Result<MatchEntry, Failure> {
        let nodes = Some(self.settings.nodes);
        let settings = |evaluation| ai::Settings {
            evaluation,
            table_bytes: table_bytes(nodes),
            techniques: Techniques::all(),
            solver: false,
        };
        let before = self.judges[generation as usize - 1].evaluation();
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let opponents = Opponents {
            settings: [settings(network), settings(before)],
            limits: [limits; 2],
            seed: self.settings.seed(Purpose::Match, generation),
        };
        let progress = Progress::stage(&format!("match of generation {generation}"), pairs.into());
        let tally = duel(&opponents, pairs, &TOLD, &|_| progress.advance(1));
        if told() {
            return Err(Failure::Interrupted);
        }
        Ok(MatchEntry::of(tally))
    }

    /// What there is after an interruption.
    fn kept(&self) -> Result<String, Failure> {
        let generation = u32::try_from(self.judges.len()).unwrap_or(u32::MAX);
        let total = self.settings.games;
        let there = self.folder.games(generation, total)?.games();
        let (there, total) = (HumanCount(there), HumanCount(total.into()));
        let network = if self.folder.network(generation)?.is_some() {
            " and its network"
        } else {
            ""
        };
        Ok(format!(
            "generation {generation} has {there} of its {total} games{network}; the same command goes on from there"
        ))
    }
}
