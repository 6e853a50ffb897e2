//! `ataxx-train DIR`: generations of networks.

use super::folder::{Folder, GenerationLog, MatchLog};
use super::options::{
    MAX_GAMES, Purpose, TrainArgs, TrainingSettings, evaluator, report_stopped, with_threads,
};
use ataxx_console::exit::{EarlyExit, Exit, check_interrupt};
use ataxx_console::interrupt::INTERRUPT;
use ataxx_console::output;
use ataxx_console::progress::Progress;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{rounded, thousands};
use ataxx_core::engine::{
    Level, Limits, Network, PlayerOptions, SearchTechniques, game_table_bytes,
};
use ataxx_core::stats::{Sprt, Verdict};
use ataxx_opponents::Evaluator;
use ataxx_training::{
    FitOptions, MatchResult, MatchSetup, Model, Sample, SampleFile, SelfPlay, TargetOptions,
    TrainingSet, play_match, result_scale,
};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;

pub fn run(options: &TrainArgs) -> Result<Exit, EarlyExit> {
    let first = evaluator(&options.from)?;
    let settings = options.settings(&first);
    // Clap requires it.
    let path = options.folder.clone().unwrap_or_default();
    let mut training = Training {
        folder: Folder::open(&path, &settings)?,
        settings,
        evaluators: vec![first],
        entries: Vec::new(),
    };
    training.entries = training.folder.log()?;
    let ended = with_threads(options.threads, || {
        (1..=options.generations).try_for_each(|generation| training.generation(generation))
    });
    if INTERRUPT.is_requested() && ended.is_err() {
        report_stopped(&training.progress_in_words()?);
        return Err(EarlyExit::Interrupted);
    }
    ended.map(|()| Exit::Good)
}

/// The second hypothesis of the sequential test of a match, in Elo; the first one is 0.
const CLEARLY_BETTER: f64 = 20.0;
/// Both error rates of this test.
const ERROR_RATE: f64 = 0.05;
/// The number of pairs between two evaluations of the test.
const PAIRS_AT_ONCE: u32 = 16;

/// The factor of the learning rate for a fit that starts from the weights of a network.
const FURTHER: f32 = 0.5;

/// One in this many games is held out.
const HELD_OUT: u32 = 20;

struct Training {
    settings: TrainingSettings,
    folder: Folder,
    /// The evaluators of the generations, that of the first games first.
    evaluators: Vec<Evaluator>,
    entries: Vec<GenerationLog>,
}

/// The positions that a network is fitted to and tested with.
#[derive(Default)]
struct Positions {
    fitted: TrainingSet,
    held_out: TrainingSet,
    /// The number of positions from the games of this generation.
    of_generation: u64,
}

impl Training {
    /// Completes a generation, and prints its log.
    fn generation(&mut self, generation: u32) -> Result<(), EarlyExit> {
        let known = self.folder.network(generation)?;
        let index = generation as usize - 1;
        let network = match known {
            Some(network) if index < self.entries.len() => network,
            known => {
                let positions = self.positions(generation)?;
                let network = match known {
                    Some(network) => network,
                    None => self.fit(generation, &positions)?,
                };
                self.folder.write_network(generation, &network)?;
                if index >= self.entries.len() {
                    let entry = self.measure(generation, &positions, &network)?;
                    self.entries.push(entry);
                    self.folder.write_log(&self.entries)?;
                }
                network
            }
        };
        let evaluator = if self.entries[index].accepted {
            Evaluator::Network(Box::new(network))
        } else {
            self.evaluators[index].clone()
        };
        self.evaluators.push(evaluator);
        output::data(&self.entries[index].to_string())?;
        Ok(())
    }

    /// The number of games of a generation. It doubles after each rejected generation, because a
    /// rejection suggests that there was too little data.
    fn games(&self, generation: u32) -> u32 {
        let before = &self.entries[..generation as usize - 1];
        let doublings = before.iter().filter(|entry| !entry.accepted).count();
        let factor = 1_u32.checked_shl(doublings.try_into().unwrap_or(u32::MAX));
        factor
            .unwrap_or(u32::MAX)
            .saturating_mul(self.settings.games)
            .min(MAX_GAMES)
    }

    /// Plays the missing games of a generation.
    fn make_games(&self, generation: u32) -> Result<(), EarlyExit> {
        let total = self.games(generation);
        let files = self.folder.games(generation, total)?;
        if files.missing.is_empty() {
            return Ok(());
        }
        let games = SelfPlay {
            evaluation: self.evaluators[generation as usize - 1].evaluation(),
            seed: self.settings.seed(Purpose::Games, generation),
            nodes: self.settings.nodes,
        };
        let progress = Progress::stage(&format!("games of generation {generation}"), total.into());
        progress.reach(files.games());
        // Each thread makes a whole file, so that no thread waits for another.
        files.missing.into_par_iter().try_for_each(|numbers| {
            let mut samples = Vec::new();
            for number in numbers.clone() {
                check_interrupt()?;
                samples.extend(games.play(number));
                progress.advance(1);
            }
            let shard = SampleFile {
                generation,
                games: numbers,
                samples,
            };
            self.folder.write_games(&shard)
        })
    }

    /// The games of a generation and of the earlier ones that are used with it.
    fn positions(&self, generation: u32) -> Result<Positions, EarlyExit> {
        let mut positions = Positions::default();
        for kept in self.settings.kept(generation) {
            self.make_games(kept)?;
            let mut samples = Vec::new();
            for numbers in self.folder.games(kept, self.games(kept))?.present {
                samples.extend(self.folder.read_games(kept, numbers)?);
            }
            let options = TargetOptions {
                persistence: self.settings.persistence(kept),
                scale: result_scale(&samples),
            };
            let is_held_out = |sample: &&Sample| sample.game.is_multiple_of(HELD_OUT);
            let (held_out, fitted): (Vec<_>, Vec<_>) = samples.iter().partition(is_held_out);
            positions.fitted.add(fitted, options);
            positions.held_out.add(held_out, options);
            if kept == generation {
                positions.of_generation = samples.len() as u64;
            }
        }
        if positions.fitted.samples().is_empty() || positions.held_out.samples().is_empty() {
            let message = "too few games: they have no undecided positions to learn from";
            return Err(Diagnostic::error("training", message).into());
        }
        Ok(positions)
    }

    fn fit(&self, generation: u32, positions: &Positions) -> Result<Network, EarlyExit> {
        let before = self.evaluators[generation as usize - 1].network();
        let mut model = before.map_or_else(
            || Model::new(self.settings.seed(Purpose::Weights, generation)),
            Model::from_network,
        );
        let share = if before.is_some() { FURTHER } else { 1.0 };
        #[allow(clippy::cast_possible_truncation)] // rounded to 32 bits
        let rate = share * self.settings.rate as f32;
        let fit = FitOptions {
            epochs: self.settings.epochs,
            rate,
            seed: self.settings.seed(Purpose::Order, generation),
        };
        let steps = fit.steps(positions.fitted.samples().len());
        let progress = Progress::stage(&format!("network of generation {generation}"), steps);
        let ended = model.fit(&positions.fitted, &fit, &mut |_| {
            progress.advance(1);
            if INTERRUPT.is_requested() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match ended {
            ControlFlow::Continue(()) => Ok(model.network(positions.held_out.samples())),
            ControlFlow::Break(()) => Err(EarlyExit::Interrupted),
        }
    }

    /// The log entry of a generation.
    fn measure(
        &self,
        generation: u32,
        positions: &Positions,
        network: &Network,
    ) -> Result<GenerationLog, EarlyExit> {
        let (against, accepted) = match self.settings.pairs {
            0 => (None, true),
            pairs => {
                let (result, verdict) = self.play_match(generation, network, pairs)?;
                let accepted = verdict == Verdict::AcceptSecond;
                (Some(MatchLog::of(&result)), accepted)
            }
        };
        Ok(GenerationLog {
            generation,
            games: self.games(generation),
            positions: positions.of_generation,
            fitted: positions.fitted.samples().len() as u64,
            held_out: positions.held_out.samples().len() as u64,
            loss: rounded(positions.fitted.loss(network), 5),
            loss_held_out: rounded(positions.held_out.loss(network), 5),
            accepted,
            against,
        })
    }

    /// The match of a generation at equal time, until a sequential test is decided.
    fn play_match(
        &self,
        generation: u32,
        network: &Network,
        pairs: u32,
    ) -> Result<(MatchResult, Verdict), EarlyExit> {
        // Not with `default()`, which needs a valid embedded network: a network of another shape
        // must be trained before it can be embedded.
        let settings = |evaluation| PlayerOptions {
            evaluation,
            table_bytes: game_table_bytes(None),
            techniques: SearchTechniques::all(),
            solver: true,
            level: Level::FULL,
        };
        let before = self.evaluators[generation as usize - 1].evaluation();
        let time = Duration::from_secs_f64(self.settings.match_time);
        let opponents = MatchSetup {
            settings: [settings(network), settings(before)],
            limits: [Limits::of_time(time); 2],
            seed: self.settings.seed(Purpose::Match, generation),
        };
        let test = Sprt::new(0.0, CLEARLY_BETTER, ERROR_RATE, ERROR_RATE).expect("a test");
        let progress = Progress::stage(&format!("match of generation {generation}"), pairs.into());
        let mut result = MatchResult::default();
        let mut verdict = Verdict::Undecided;
        for first in (0..pairs).step_by(PAIRS_AT_ONCE as usize) {
            let numbers = first..pairs.min(first + PAIRS_AT_ONCE);
            let played = play_match(&opponents, numbers, &INTERRUPT, &|| progress.advance(1));
            check_interrupt()?;
            result = result.plus(played);
            verdict = test.state(&result.pairs).verdict;
            if verdict != Verdict::Undecided {
                break;
            }
        }
        Ok((result, verdict))
    }

    /// The state of the interrupted generation, in words.
    fn progress_in_words(&self) -> Result<String, EarlyExit> {
        let generation = u32::try_from(self.evaluators.len()).unwrap_or(u32::MAX);
        let total = self.games(generation);
        let present = self.folder.games(generation, total)?.games();
        let (present, total) = (thousands(present), thousands(total.into()));
        let network = if self.folder.network(generation)?.is_some() {
            " and its network"
        } else {
            ""
        };
        Ok(format!(
            "generation {generation} has {present} of its {total} games{network}; the same command resumes there"
        ))
    }
}
