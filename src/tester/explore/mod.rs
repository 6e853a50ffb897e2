//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod cause;
mod deviation;
mod engine;
mod generate;
mod line_kind;
mod patience;
mod reason;
mod reproduce;
mod rule;
mod scripts;
mod settled;
mod shared_process;
mod shrink;
mod simplify;
mod suspects;
mod to_scenario;
mod trial;
mod triggers;
mod winning;

pub use cause::Cause;
pub use deviation::{Deviation, Difference};
pub use engine::{
    EngineExploration, EngineFinding, Kind, Question, Wrong, engine_scenarios, explore_engine,
    rules_of,
};
pub use generate::Situation;
pub(super) use patience::Patience;
pub use reason::of as reason;
pub use rule::broken_rule;
pub use scripts::{ScriptFile, file_name, script};
pub use to_scenario::{scenarios, title};
pub(super) use trial::{carry_out, deviation_from, first_difference};

use super::Fault;
use crate::opponents::subject::{
    Environment, Options, Subject, SubjectChoice, SubjectError, open, why_not_started,
};
use crate::session::{Dialect, Session};
use ataxx_core::diagnostic::text::counted;
use line_kind::LineKind;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use triggers::Triggers;

/// How a program is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploreSettings {
    /// The program.
    pub subject: SubjectChoice,
    /// How it is started, and its dialect.
    pub options: Options,
    /// The seed of the first session; each other has the next.
    pub seed: u64,
    /// How many sessions at most.
    pub sessions: usize,
    /// The end of the search, beyond which nothing is waited for; `None` for no limit.
    pub until: Option<Instant>,
    /// How long the program may take to answer a line.
    pub patience: Duration,
    /// How many sessions one process of the program carries out; 1 starts a process for each.
    pub reuse: usize,
    /// How many causes of faults are looked for.
    pub findings: usize,
}

impl ExploreSettings {
    fn patience(&self) -> Patience {
        Patience {
            until: self.until,
            ..Patience::new(self.options.start, self.patience)
        }
    }

    fn is_late(&self) -> bool {
        self.patience().is_over()
    }

    /// The options for a program that is started now.
    fn options(&self) -> Options {
        Options {
            start: self.at_most_the_rest(self.options.start),
            ..self.options.clone()
        }
    }

    /// A time, or what is left of the time for the search.
    fn at_most_the_rest(&self, time: Duration) -> Duration {
        let now = Instant::now();
        let left = self.until.map(|until| until.saturating_duration_since(now));
        left.map_or(time, |left| left.min(time))
    }

    /// Checks that the program starts, once something about it is wrong. It has run for this long
    /// before.
    fn check_start(&self, environment: &Environment, ran: Duration) -> Result<(), SubjectError> {
        /// How much longer it may take to end.
        const MORE: Duration = Duration::from_secs(2);
        let time = self.at_most_the_rest(ran + MORE);
        match why_not_started(&self.subject, &self.options, environment, time) {
            Some(failure) => Err(SubjectError::NotStarted(failure.to_string())),
            None => Ok(()),
        }
    }

    /// Why the search ends before its time, if it has reached one of its limits.
    fn reached(&self, tried: usize, causes: usize) -> Option<String> {
        let is_timed = self.until.is_some() && !self.is_late();
        if causes >= self.findings {
            Some(format!("{} found", counted(causes, "fault")))
        } else if is_timed && tried >= self.sessions {
            Some(format!("all {tried} were tried"))
        } else {
            None
        }
    }
}

/// A fault that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The seed of the session that showed it.
    pub seed: u64,
    /// The shortest session found that shows it.
    pub lines: Vec<String>,
    /// What differs after the last line.
    pub deviation: Deviation,
    /// The faults of ours that differ in the same way on these lines.
    pub like: Vec<Fault>,
    /// Whether the same lines show it each time, as far as was tried. A wrong move of an AI that
    /// chooses by chance need not come again.
    pub comes_again: bool,
}

/// The result of exploring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// How many sessions were carried out.
    pub sessions: usize,
    /// How many lines these had.
    pub lines: usize,
    /// How many of them ended early at a difference that did not come again, such as an answer
    /// that was late once.
    pub not_counted: usize,
    /// The situations that came up.
    pub covered: BTreeSet<Situation>,
    /// The faults that were found, each cause once.
    pub causes: Vec<Cause>,
    /// Why the search has ended before its time, if it has.
    pub ended_early: Option<String>,
}

/// Receives progress events.
pub trait Observer {
    /// A session was carried out.
    fn explored(&mut self, so_far: &Exploration) {
        let _ = so_far;
    }

    /// A difference was found and is being shrunk.
    fn shrinks(&mut self, difference: &Difference) {
        let _ = difference;
    }

    /// A fault was found. Further examples of its cause are not told.
    fn found(&mut self, finding: &Finding) {
        let _ = finding;
    }
}

impl Observer for () {}

/// Explores a program. With the result comes the trouble that has ended it early:
/// [`SubjectError::NotStarted`] or [`SubjectError::Interrupted`]. All else that the program does is a
/// finding, if it comes again, or is a crash or a wrong move.
pub fn explore(
    settings: &ExploreSettings,
    environment: &Environment,
    observer: &mut dyn Observer,
) -> (Exploration, Option<SubjectError>) {
    let mut explorer = Explorer {
        settings,
        environment,
        triggers: Triggers::default(),
    };
    let mut exploration = Exploration::default();
    let ended = explorer.run(&mut exploration, observer).err();
    let is_interrupted = environment.stop.is_requested();
    let trouble = match ended {
        _ if is_interrupted => Some(SubjectError::Interrupted),
        // The time is up.
        Some(SubjectError::Interrupted) => None,
        trouble => trouble,
    };
    if let Some(trouble) = &trouble {
        exploration.ended_early = Some(trouble.to_string());
    }
    (exploration, trouble)
}

struct Explorer<'a> {
    settings: &'a ExploreSettings,
    environment: &'a Environment<'a>,
    triggers: Triggers,
}

impl<'a> Explorer<'a> {
    fn dialect(&self) -> Dialect {
        self.settings.options.dialect
    }

    fn is_late(&self) -> bool {
        self.settings.is_late()
    }

    fn patience(&self) -> Patience {
        self.settings.patience()
    }

    fn model(&self) -> Session {
        Session::new(self.dialect(), self.settings.options.session)
    }

    fn open(&self) -> Result<Box<dyn Subject + 'a>, SubjectError> {
        let options = self.settings.options();
        open(&self.settings.subject, &options, self.environment)
    }

    fn run(
        &mut self,
        exploration: &mut Exploration,
        observer: &mut dyn Observer,
    ) -> Result<(), SubjectError> {
        let settings = self.settings;
        let mut seed = settings.seed;
        while exploration.ended_early.is_none()
            && exploration.sessions < settings.sessions
            && !self.environment.stop.is_requested()
            && !self.is_late()
        {
            let left = settings.sessions - exploration.sessions;
            let count = if generate::can_begin_anew(self.dialect(), &self.triggers) {
                settings.reuse.min(left).max(1)
            } else {
                1
            };
            let done = exploration.sessions;
            self.process(seed, count, exploration, observer)?;
            seed = seed.wrapping_add((exploration.sessions - done) as u64);
            if exploration.ended_early.is_none() {
                let causes = exploration.causes.len();
                exploration.ended_early = settings.reached(exploration.sessions, causes);
            }
        }
        Ok(())
    }

    /// Carries out sessions in one process, up to the first difference. After the last the
    /// program is told to quit.
    fn process(
        &mut self,
        seed: u64,
        count: usize,
        exploration: &mut Exploration,
        observer: &mut dyn Observer,
    ) -> Result<(), SubjectError> {
        let begun = Instant::now();
        let mut subject = self.open()?;
        let mut model = self.model();
        let mut before: Vec<String> = Vec::new();
        for (index, seed) in (seed..).take(count).enumerate() {
            if self.is_late() {
                break;
            }
            let mut session = generate::session(self.dialect(), seed, &self.triggers);
            if index + 1 == count && !self.triggers.contains(LineKind::QUIT) {
                session.add_quit();
            }
            let difference = first_difference(
                subject.as_mut(),
                &mut model,
                &session.lines,
                self.patience(),
            )?;
            if self.environment.stop.is_requested() {
                // What differs now may be due to the signal, which the program may have, too.
                return Ok(());
            }
            let is_first_answer = exploration.lines == 0
                && difference
                    .as_ref()
                    .is_some_and(|it| it.line == 0 && it.deviation.may_be_no_start());
            if is_first_answer {
                self.settings
                    .check_start(self.environment, begun.elapsed())?;
            }
            let sent = difference
                .as_ref()
                .map_or(session.lines.len(), |it| it.line + 1);
            exploration.sessions += 1;
            exploration.lines += sent;
            self.triggers.sent(&session.kinds[..sent]);
            let came_up = session.situations.iter().filter(|(_, at)| **at <= sent);
            exploration
                .covered
                .extend(came_up.map(|(situation, _)| *situation));
            observer.explored(exploration);
            let Some(difference) = difference else {
                before.extend(session.lines);
                continue;
            };
            drop(subject);
            let kind = session.kinds[difference.line];
            let mut lines = session.lines;
            lines.truncate(difference.line + 1);
            let stops_the_program = difference.deviation.stops_the_program();
            let is_found = self.judge(seed, before, lines, &difference, exploration, observer)?;
            if is_found && stops_the_program {
                self.triggers.stopped(kind);
            }
            if is_found && is_first_answer && self.answers_nothing() {
                exploration.ended_early = Some("the program answers no line".to_owned());
            }
            return Ok(());
        }
        Ok(())
    }

    /// Finds out what a difference is due to; whether it is a fault, known or new.
    fn judge(
        &self,
        seed: u64,
        before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
        exploration: &mut Exploration,
        observer: &mut dyn Observer,
    ) -> Result<bool, SubjectError> {
        let dialect = self.dialect();
        let whole = [before.clone(), lines.clone()].concat();
        let unshrunk = Self::unshrunk(seed, whole, difference.deviation.clone(), true);
        let is_known = exploration.causes.iter().any(|cause| {
            let like: Vec<Fault> = cause.like().copied().collect();
            self.shows(&like, &lines, difference) || cause.is_known(&unshrunk, dialect)
        });
        if is_known {
            return Ok(true);
        }
        observer.shrinks(difference);
        let explains = |cause: &Cause| cause.explains(&unshrunk, dialect);
        let shrunk = match self.shrink(seed, before, lines, difference) {
            Err(SubjectError::Interrupted)
                if difference.deviation.may_be_late()
                    || exploration.causes.iter().any(explains) =>
            {
                return Ok(false);
            }
            Err(SubjectError::Interrupted) => Some(unshrunk),
            shrunk => shrunk?,
        };
        let Some(finding) = shrunk else {
            exploration.not_counted += 1;
            return Ok(false);
        };
        let mut causes = exploration.causes.iter_mut();
        if let Some(cause) = causes.find(|cause| cause.explains(&finding, dialect)) {
            cause.add(finding, dialect);
        } else {
            observer.found(&finding);
            exploration.causes.push(Cause::new(finding, dialect));
        }
        Ok(true)
    }

    /// Whether a program that has not answered its first line does not answer other ones either.
    fn answers_nothing(&self) -> bool {
        let others = ["", "dump"].map(str::to_owned);
        others.iter().all(|line| {
            let difference = self.alone_within(self.patience(), std::slice::from_ref(line));
            matches!(difference, Ok(Some(it)) if it.deviation.may_be_no_start())
        })
    }
}
