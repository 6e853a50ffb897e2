//! The search for faults of a program with a command language.

use super::finding::{Cause, Finding};
use super::generate;
use super::line_kind::{LineKind, Triggers};
use super::reproduce::Reproducer;
use super::settings::{ExploreSettings, error_of_search};
use crate::divergence::{Deviation, Difference, first_difference};
use ataxx_opponents::panics;
use ataxx_opponents::subject::{Environment, Subject};
use ataxx_opponents::{Failure, FailureKind};
use std::time::Instant;

/// The result of exploring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// How many sessions were carried out.
    pub sessions: usize,
    /// How many lines these had.
    pub lines: usize,
    /// Differences that no scenario shows each time, such as an answer that was late once, or that
    /// there was no time to try again.
    pub not_reproduced: Vec<Finding>,
    /// Whether sessions had no AIs, as none has ever moved.
    pub is_without_ais: bool,
    /// The faults that were found, each cause once.
    pub causes: Vec<Cause>,
    /// Why the search has ended before its time, if it has.
    pub ended_early: Option<String>,
    /// The words of the panic of this program that has ended it.
    pub fault: Option<String>,
}

/// Receives progress events.
pub trait Observer {
    /// A session was carried out.
    fn explored(&mut self, so_far: &Exploration);

    /// A difference was found and is being shrunk.
    fn shrinks(&mut self, difference: &Difference);

    /// A fault was found. It is not called for further examples of the same cause.
    fn found(&mut self, finding: &Finding);
}

/// Explores a program. The second value is the error that has ended the search early:
/// the program was not started, or the search was interrupted. All else that the program does is
/// a finding, if a scenario shows it each time.
pub fn explore(
    settings: &ExploreSettings,
    environment: &Environment,
    observer: &mut dyn Observer,
) -> (Exploration, Option<Failure>) {
    let search_settings = settings.without_reserve();
    let mut search = Search {
        settings: &search_settings,
        reproducer: Reproducer {
            settings,
            environment,
        },
        triggers: Triggers::new(settings.no_ai),
        has_ai_moved: false,
        result: Exploration::default(),
        observer,
    };
    let ended = panics::caught(|| search.run());
    let mut result = search.result;
    let ended = ended.unwrap_or_else(|words| {
        result.ended_early = Some(panics::message(&words));
        result.fault = Some(words);
        Ok(())
    });
    let error = error_of_search(ended, environment);
    if let Some(error) = &error {
        result.ended_early = Some(error.to_string());
    }
    (result, error)
}

struct Search<'a> {
    /// Up to the time that is left for the last differences.
    settings: &'a ExploreSettings,
    reproducer: Reproducer<'a>,
    triggers: Triggers,
    /// Whether an AI of the program has ever moved.
    has_ai_moved: bool,
    result: Exploration,
    observer: &'a mut dyn Observer,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        let settings = self.settings;
        let mut seed = settings.seed;
        while self.result.ended_early.is_none()
            && self.result.sessions < settings.sessions
            && !self.reproducer.environment.stop.is_requested()
            && !settings.is_late()
        {
            let left = settings.sessions - self.result.sessions;
            let dialect = self.reproducer.dialect();
            let count = if generate::can_start_new_game(dialect, &self.triggers) {
                settings.reuse.min(left).max(1)
            } else {
                1
            };
            let before = self.result.sessions;
            self.run_process(seed, count)?;
            seed = seed.wrapping_add((self.result.sessions - before) as u64);
            if self.result.ended_early.is_none() {
                let causes = self.result.causes.len();
                self.result.ended_early = settings.limit_reached(self.result.sessions, causes);
            }
        }
        Ok(())
    }

    /// Carries out sessions in one process, up to the first difference. After the last the
    /// program is sent `quit`.
    fn run_process(&mut self, seed: u64, count: usize) -> Result<(), Failure> {
        let (settings, environment) = (self.settings, self.reproducer.environment);
        let begun = Instant::now();
        let mut subject = settings.open(environment)?;
        let mut oracle = self.reproducer.oracle();
        let mut before: Vec<String> = Vec::new();
        for (index, seed) in (seed..).take(count).enumerate() {
            if settings.is_late() {
                break;
            }
            let dialect = self.reproducer.dialect();
            let mut session = generate::session(dialect, seed, &self.triggers);
            if index + 1 == count && !self.triggers.contains(LineKind::QUIT) {
                session.add_quit();
            }
            let difference = first_difference(
                &mut subject,
                &mut oracle,
                &session.lines,
                settings.time_limits(),
            )?;
            if environment.stop.is_requested() {
                // What differs now may be due to the signal, which the program may have, too.
                return Ok(());
            }
            let is_first_answer = self.result.lines == 0
                && difference
                    .as_ref()
                    .is_some_and(|it| it.line == 0 && it.deviation.may_be_failed_start());
            if is_first_answer {
                settings.try_start(environment, begun.elapsed())?;
                if let Some(words) = subject.unflushed() {
                    let message = format!("`{}`: {words}", settings.command);
                    return Err(Failure::new(FailureKind::NotStarted, message));
                }
            }
            let sent = difference
                .as_ref()
                .map_or(session.lines.len(), |it| it.line + 1);
            self.result.sessions += 1;
            self.result.lines += sent;
            self.triggers.sent(&session.kinds[..sent]);
            let right = difference.as_ref().map_or(sent, |it| it.line);
            let is_ai_turn = |kind: &LineKind| matches!(kind, LineKind::AiTurn { .. });
            self.has_ai_moved |= session.kinds[..right].iter().any(is_ai_turn);
            self.observer.explored(&self.result);
            let Some(difference) = difference else {
                before.extend(session.lines);
                continue;
            };
            drop(subject);
            let kind = session.kinds[difference.line];
            let mut lines = session.lines;
            lines.truncate(difference.line + 1);
            let is_found = self.examine(seed, before, lines, &difference)?;
            if is_found && difference.deviation.stops_the_program() {
                self.triggers.stopped(kind);
            }
            // Each further turn of an AI would be waited for.
            if matches!(difference.deviation, Deviation::NoMove(_)) && !self.has_ai_moved {
                self.triggers.avoids_ais = true;
                self.result.is_without_ais = true;
            }
            if is_found && is_first_answer && self.reproducer.has_no_answer() {
                self.result.ended_early = Some("the program answers no line".to_owned());
            }
            return Ok(());
        }
        Ok(())
    }

    /// Finds the cause of a difference. Returns whether it is a fault, known or new.
    fn examine(
        &mut self,
        seed: u64,
        before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
    ) -> Result<bool, Failure> {
        let Self {
            reproducer,
            result,
            observer,
            ..
        } = self;
        let dialect = reproducer.dialect();
        let unshrunk = Finding {
            seed,
            lines: [before.clone(), lines.clone()].concat(),
            deviation: difference.deviation.clone(),
            steps: Vec::new(),
            script: Vec::new(),
        };
        let mut causes = result.causes.iter();
        if causes.any(|cause| cause.is_known(&unshrunk, dialect)) {
            return Ok(true);
        }
        observer.shrinks(difference);
        let finding = match reproducer.reproduced(seed, before, lines, difference) {
            Err(failure) if failure.kind == FailureKind::Interrupted => unshrunk,
            reproduced => reproduced?,
        };
        if finding.steps.is_empty() {
            result.not_reproduced.push(finding);
            return Ok(false);
        }
        let mut causes = result.causes.iter_mut();
        if let Some(cause) = causes.find(|cause| cause.explains(&finding, dialect)) {
            cause.add(finding, dialect);
        } else {
            observer.found(&finding);
            result.causes.push(Cause::new(finding, dialect));
        }
        Ok(true)
    }
}
