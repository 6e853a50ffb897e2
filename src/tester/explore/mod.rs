//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod generate;
mod shrink;
mod trial;
mod written;

pub use generate::Situation;
pub use trial::{Deviation, Difference, first_difference};
pub(super) use trial::{carry_out, deviation_from};
pub use written::{scenarios, title};

use super::Fault;
use super::faults::FaultySession;
use crate::cancellation::Cancellation;
use crate::opponents::subject::{
    Environment, Options, SubjectChoice, Trouble, open, session_subject,
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
}

/// The result of exploring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// How many sessions were carried out.
    pub sessions: usize,
    /// How many lines these had.
    pub lines: usize,
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
/// finding.
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
        && exploration.findings.len() < settings.findings
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
    (exploration, None)
}

struct Explorer<'a> {
    settings: &'a ExploreSettings,
    environment: &'a Environment<'a>,
}

impl Explorer<'_> {
    fn dialect(&self) -> Dialect {
        self.settings.options.dialect
    }

    /// Carries out sessions in one process, up to the first difference.
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
        let mut model = Session::new(self.dialect(), self.settings.options.session);
        let mut before: Vec<String> = Vec::new();
        for seed in (seed..).take(count) {
            let is_late = self
                .settings
                .until
                .is_some_and(|until| Instant::now() >= until);
            if is_late {
                break;
            }
            let session = generate::session(self.dialect(), seed);
            exploration.sessions += 1;
            exploration.lines += session.lines.len();
            exploration.covered.extend(session.situations);
            let difference = first_difference(
                subject.as_mut(),
                &mut model,
                &session.lines,
                self.settings.patience,
            )?;
            observer.explored(exploration);
            let Some(difference) = difference else {
                before.extend(session.lines);
                continue;
            };
            let is_known = exploration
                .findings
                .iter()
                .any(|known| self.shows(&known.like, &session.lines, &difference));
            if !is_known {
                observer.shrinks(&difference);
                let lines = &session.lines[..=difference.line];
                let Some(finding) = self.shrink(seed, before, lines, &difference)? else {
                    return Ok(());
                };
                let is_new = exploration.findings.iter().all(|known| {
                    known.like.is_empty() && known.lines != finding.lines
                        || known.like != finding.like
                });
                if is_new {
                    observer.found(&finding);
                    exploration.findings.push(finding);
                }
            }
            return Ok(());
        }
        Ok(())
    }

    /// Whether one of these faults explains a difference.
    fn shows(&self, faults: &[Fault], lines: &[String], difference: &Difference) -> bool {
        let mut faults = faults.iter();
        faults.any(|&fault| self.with_fault(fault, lines).as_ref() == Some(difference))
    }

    /// The first difference of our own session with a fault.
    fn with_fault(&self, fault: Fault, lines: &[String]) -> Option<Difference> {
        let options = &self.settings.options;
        let faulty = FaultySession::new(Session::new(self.dialect(), options.session), fault);
        let never = Cancellation::new();
        let environment = Environment {
            stop: &never,
            ..*self.environment
        };
        let mut subject = session_subject(faulty, options, &environment);
        let mut model = Session::new(self.dialect(), options.session);
        first_difference(subject.as_mut(), &mut model, lines, self.settings.patience).ok()?
    }

    /// The shortest session that differs in the same way, in a process of its own; `None` if
    /// the difference does not come again, as with an answer that was late once.
    fn shrink(
        &self,
        seed: u64,
        mut before: Vec<String>,
        lines: &[String],
        difference: &Difference,
    ) -> Result<Option<Finding>, Trouble> {
        let try_lines = |lines: &[String]| -> Result<Option<Difference>, Trouble> {
            let options = &self.settings.options;
            let mut subject = open(&self.settings.subject, options, self.environment)?;
            let mut model = Session::new(self.dialect(), options.session);
            first_difference(subject.as_mut(), &mut model, lines, self.settings.patience)
        };
        // By itself, if that shows it; otherwise with all that the process was told before.
        let alone = lines.to_vec();
        let whole = if try_lines(&alone)?.is_some() {
            alone
        } else {
            before.extend(alone);
            if try_lines(&before)?.is_none() {
                return Ok(None);
            }
            before
        };
        let (lines, difference) = shrink::shortest(whole, difference.clone(), try_lines)?;
        let like = Fault::ALL
            .iter()
            .copied()
            .filter(|&fault| self.with_fault(fault, &lines).as_ref() == Some(&difference))
            .collect();
        Ok(Some(Finding {
            seed,
            lines,
            deviation: difference.deviation,
            like,
        }))
    }
}
