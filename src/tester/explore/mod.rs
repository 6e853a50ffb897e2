//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod again;
mod deviation;
mod engine;
mod generate;
mod patience;
mod reason;
mod reused;
mod rule;
mod scripts;
mod settled;
mod shrink;
mod suspects;
mod trial;
mod winning;
mod written;

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
pub(super) use trial::{carry_out, deviation_from, first_difference};
pub use written::{scenarios, title};

use super::Fault;
use crate::opponents::subject::{
    Environment, Options, SubjectChoice, Trouble, open, why_not_started,
};
use crate::session::{Dialect, Session};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

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
    /// When to stop starting sessions; `None` for no limit.
    pub until: Option<Instant>,
    /// How long the program may take to answer a line.
    pub patience: Duration,
    /// How many sessions one process of the program carries out; 1 starts a process for each.
    pub reuse: usize,
    /// How many different faults are looked for.
    pub findings: usize,
}

impl ExploreSettings {
    fn patience(&self) -> Patience {
        Patience::new(self.options.start, self.patience)
    }

    /// Checks that the program starts, once something about it is wrong.
    fn check_start(&self, environment: &Environment) -> Result<(), Trouble> {
        match why_not_started(&self.subject, &self.options, environment) {
            Some(failure) => Err(Trouble::NotStarted(failure.to_string())),
            None => Ok(()),
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

impl Finding {
    /// Whether the program does not go on after its first line, with which all sessions begin.
    fn is_at_once(&self) -> bool {
        self.lines.len() == 1 && self.deviation.may_be_no_start()
    }
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
    /// The faults that were found, each once.
    pub findings: Vec<Finding>,
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

    /// A fault was found.
    fn found(&mut self, finding: &Finding) {
        let _ = finding;
    }
}

impl Observer for () {}

/// Explores a program. With the result comes what has ended it early:
/// [`Trouble::NotStarted`] or [`Trouble::Interrupted`]. All else that the program does is a
/// finding, if it comes again or is a wrong move.
pub fn explore(
    settings: &ExploreSettings,
    environment: &Environment,
    observer: &mut dyn Observer,
) -> (Exploration, Option<Trouble>) {
    let explorer = Explorer {
        settings,
        environment,
    };
    let mut exploration = Exploration::default();
    let mut seed = settings.seed;
    while exploration.sessions < settings.sessions
        && !environment.stop.is_requested()
        && exploration.findings.len() < settings.findings
        && !exploration.findings.iter().any(Finding::is_at_once)
        && settings.until.is_none_or(|until| Instant::now() < until)
    {
        let left = settings.sessions - exploration.sessions;
        let count = settings.reuse.min(left).max(1);
        let done = exploration.sessions;
        if let Err(trouble) = explorer.process(seed, count, &mut exploration, observer) {
            return (exploration, Some(trouble));
        }
        seed = seed.wrapping_add((exploration.sessions - done) as u64);
    }
    let is_interrupted = environment.stop.is_requested();
    (exploration, is_interrupted.then_some(Trouble::Interrupted))
}

struct Explorer<'a> {
    settings: &'a ExploreSettings,
    environment: &'a Environment<'a>,
}

impl Explorer<'_> {
    fn dialect(&self) -> Dialect {
        self.settings.options.dialect
    }

    fn is_late(&self) -> bool {
        let until = self.settings.until;
        until.is_some_and(|until| Instant::now() >= until)
    }

    fn model(&self) -> Session {
        Session::new(self.dialect(), self.settings.options.session)
    }

    /// Carries out sessions in one process, up to the first difference. After the last the
    /// program is told to quit.
    fn process(
        &self,
        seed: u64,
        count: usize,
        exploration: &mut Exploration,
        observer: &mut dyn Observer,
    ) -> Result<(), Trouble> {
        let mut subject = open(
            &self.settings.subject,
            &self.settings.options,
            self.environment,
        )?;
        let mut model = self.model();
        let mut before: Vec<String> = Vec::new();
        for (index, seed) in (seed..).take(count).enumerate() {
            if self.is_late() {
                break;
            }
            let mut session = generate::session(self.dialect(), seed);
            if index + 1 == count {
                session.lines.push("quit".to_owned());
            }
            let difference = first_difference(
                subject.as_mut(),
                &mut model,
                &session.lines,
                self.settings.patience(),
            )?;
            if self.environment.stop.is_requested() {
                // What differs now may be due to the signal, which the program may have, too.
                return Ok(());
            }
            if exploration.sessions == 0
                && difference
                    .as_ref()
                    .is_some_and(|it| it.deviation.may_be_no_start())
            {
                self.settings.check_start(self.environment)?;
            }
            let sent = difference
                .as_ref()
                .map_or(session.lines.len(), |it| it.line + 1);
            exploration.sessions += 1;
            exploration.lines += sent;
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
            let mut lines = session.lines;
            lines.truncate(difference.line + 1);
            let is_known = exploration
                .findings
                .iter()
                .any(|known| self.shows(&known.like, &lines, &difference));
            if !is_known {
                observer.shrinks(&difference);
                let whole = [before.clone(), lines.clone()].concat();
                let shrunk = match self.shrink(seed, before, lines, &difference) {
                    Err(Trouble::Interrupted) if difference.deviation.may_be_late() => {
                        return Ok(());
                    }
                    Err(Trouble::Interrupted) => {
                        Some(Self::unshrunk(seed, whole, difference.deviation, true))
                    }
                    shrunk => shrunk?,
                };
                match shrunk {
                    None => exploration.not_counted += 1,
                    Some(finding) if self.is_new(&finding, &exploration.findings) => {
                        observer.found(&finding);
                        exploration.findings.push(finding);
                    }
                    Some(_) => {}
                }
            }
            return Ok(());
        }
        Ok(())
    }

    /// Whether none of these findings is the same fault.
    fn is_new(&self, finding: &Finding, known: &[Finding]) -> bool {
        let title = title(finding, self.dialect());
        let is_same = |other: &Finding| {
            let mut like = other.like.iter();
            like.any(|fault| finding.like.contains(fault))
                || self::title(other, self.dialect()) == title
        };
        let known = known.iter();
        !known
            .filter(|other| other.comes_again || !finding.comes_again)
            .any(is_same)
    }
}
