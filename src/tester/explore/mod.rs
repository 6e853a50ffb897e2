//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod deviation;
mod engine;
mod generate;
mod reason;
mod reused;
mod rule;
mod scripts;
mod settled;
mod shrink;
mod trial;
mod winning;
mod written;

pub use deviation::{Deviation, Difference};
pub use engine::{
    EngineExploration, EngineFinding, Kind, Question, Wrong, engine_scenarios, explore_engine,
    rules_of,
};
pub use generate::Situation;
pub use reason::of as reason;
pub use rule::broken_rule;
pub use scripts::{ScriptFile, file_name, script};
pub use trial::first_difference;
pub(super) use trial::{carry_out, deviation_from};
pub use written::{scenarios, title};

use super::Fault;
use super::faults::FaultySession;
use crate::cancellation::Cancellation;
use crate::opponents::subject::{
    Environment, Options, ProgramSubject, SessionSubject, SubjectChoice, Trouble, open,
    why_not_started,
};
use crate::session::{Dialect, Session, SessionSettings};
use reused::Reused;
use settled::{has_ai, is_settled};
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

/// The nodes of AIs in our own sessions with faults.
const FEW_NODES: u64 = 50;

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
                self.settings.patience,
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
                    Err(Trouble::Interrupted) => {
                        let deviation = difference.deviation;
                        // An answer may have been late once.
                        let may_pass =
                            matches!(deviation, Deviation::Timeout(_) | Deviation::NoMove(_));
                        (!may_pass).then(|| Self::unshrunk(seed, whole, deviation, true))
                    }
                    shrunk => shrunk?,
                };
                if let Some(finding) = shrunk
                    && self.is_new(&finding, &exploration.findings)
                {
                    observer.found(&finding);
                    exploration.findings.push(finding);
                }
            }
            return Ok(());
        }
        Ok(())
    }

    /// A difference that was not shrunk.
    const fn unshrunk(
        seed: u64,
        lines: Vec<String>,
        deviation: Deviation,
        comes_again: bool,
    ) -> Finding {
        Finding {
            seed,
            lines,
            deviation,
            like: Vec::new(),
            comes_again,
        }
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

    /// Whether one of these faults explains a difference.
    fn shows(&self, faults: &[Fault], lines: &[String], difference: &Difference) -> bool {
        let mut faults = faults.iter();
        faults.any(|&fault| self.explains(fault, lines, difference))
    }

    /// Whether our own session differs in the same way with this fault.
    fn explains(&self, fault: Fault, lines: &[String], difference: &Difference) -> bool {
        self.with_fault(fault, lines)
            .is_some_and(|other| other.agrees_with(difference, lines))
    }

    /// The first difference of our own session with a fault.
    fn with_fault(&self, fault: Fault, lines: &[String]) -> Option<Difference> {
        let options = Options {
            session: SessionSettings {
                nodes: Some(FEW_NODES),
                ..SessionSettings::default()
            },
            ..self.settings.options.clone()
        };
        let session = Session::new(self.dialect(), options.session);
        let faulty = FaultySession::new(session, fault);
        let (never, files) = (Cancellation::new(), self.environment.files);
        // It is asked in the same way as a program, so that both can be compared.
        let peer = SessionSubject::new(faulty, files, &never, 0);
        let (dialect, start) = (self.dialect(), options.start);
        let mut subject = ProgramSubject::new(Box::new(peer), "ataxx", dialect, files, start, 0);
        let patience = self.settings.patience;
        first_difference(&mut subject, &mut self.model(), lines, patience).ok()?
    }

    /// The first difference of a process of its own. It has more time for each answer: the
    /// machine may have been busy when it was late.
    fn alone(&self, lines: &[String]) -> Result<Option<Difference>, Trouble> {
        /// How much more.
        const MORE: u32 = 2;
        let options = &self.settings.options;
        let mut subject = open(&self.settings.subject, options, self.environment)?;
        first_difference(
            subject.as_mut(),
            &mut self.model(),
            lines,
            self.settings.patience * MORE,
        )
    }

    /// The shortest session that differs in the same way, in a process of its own. After the end
    /// of the time or an interruption it is the shortest so far. `None` if the difference does not
    /// come again, as with an answer that was late once; a wrong move of an AI is a finding even
    /// then.
    fn shrink(
        &self,
        seed: u64,
        mut before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
    ) -> Result<Option<Finding>, Trouble> {
        // By itself, if that shows it; otherwise with all that the process was told before.
        let (mut whole, difference) = if let Some(difference) = self.alone(&lines)? {
            (lines, difference)
        } else {
            before.extend(lines);
            match self.alone(&before)? {
                Some(other) if other.deviation.is_like(&difference.deviation) => (before, other),
                // A wrong move counts, even if an AI that chooses by chance does not repeat it.
                _ => {
                    let deviation = difference.deviation.clone();
                    let is_certain = matches!(
                        deviation,
                        Deviation::IllegalMove(_) | Deviation::MissedWin(..)
                    );
                    return Ok(is_certain.then(|| Self::unshrunk(seed, before, deviation, false)));
                }
            }
        };
        whole.truncate(difference.line + 1);
        let mut suspects = self.like(Fault::ALL, &whole, &difference);
        let (lines, difference) = if whole.len() == 1 {
            (whole, difference)
        } else {
            suspects = self.narrowed(seed, suspects)?;
            let shrunk = self.shrunk_like_ours(&suspects, &whole, &difference);
            // An AI is waited for so long that shrinking would take hours.
            let is_slow = matches!(difference.deviation, Deviation::NoMove(_));
            match shrunk {
                Some(shrunk) => shrunk,
                None if is_slow => (whole, difference),
                None => self.shrunk(whole, difference),
            }
        };
        let like = self.like(&suspects, &lines, &difference);
        Ok(Some(Finding {
            seed,
            lines,
            deviation: difference.deviation,
            like,
            comes_again: true,
        }))
    }

    /// The suspects that the program resembles in other sessions, too, where they differ from
    /// each other.
    fn narrowed(&self, seed: u64, mut suspects: Vec<Fault>) -> Result<Vec<Fault>, Trouble> {
        /// How many sessions are generated.
        const GENERATED: u64 = 60;
        /// How many of them the program carries out.
        const CARRIED_OUT: usize = 8;
        let mut left = CARRIED_OUT;
        for other in (seed.wrapping_add(1)..).take(usize::try_from(GENERATED).unwrap_or(0)) {
            if suspects.len() < 2 || left == 0 || self.is_late() {
                break;
            }
            let lines = generate::session(self.dialect(), other).lines;
            let theirs: Vec<Option<Difference>> = suspects
                .iter()
                .map(|&fault| self.with_fault(fault, &lines))
                .collect();
            if theirs.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            left -= 1;
            let actual = self.alone(&lines)?;
            let agrees = |theirs: &Option<Difference>| match (theirs, &actual) {
                (Some(theirs), Some(actual)) => theirs.agrees_with(actual, &lines),
                (None, None) => true,
                _ => false,
            };
            let alike: Vec<Fault> = suspects
                .iter()
                .zip(&theirs)
                .filter(|(_, theirs)| agrees(theirs))
                .map(|(fault, _)| *fault)
                .collect();
            if !alike.is_empty() {
                suspects = alike;
            }
        }
        Ok(suspects)
    }

    /// Those of the faults that explain a difference.
    fn like(&self, faults: &[Fault], lines: &[String], difference: &Difference) -> Vec<Fault> {
        let all = faults.iter().copied();
        all.filter(|&fault| self.explains(fault, lines, difference))
            .collect()
    }

    /// Shrinks on our own session with a fault that explains the difference, which is much
    /// faster than on the program; `None` if there is none, or the program differs from it.
    fn shrunk_like_ours(
        &self,
        suspects: &[Fault],
        lines: &[String],
        difference: &Difference,
    ) -> Option<(Vec<String>, Difference)> {
        /// How many faults are tried.
        const TRIED: usize = 3;
        suspects.iter().take(TRIED).find_map(|&fault| {
            let (short, _) = self.shrunk_by(lines.to_vec(), difference.clone(), |lines| {
                Ok(self.with_fault(fault, lines))
            });
            let same = self.alone(&short).ok()??;
            let is_same = same.ends_like(difference, &short);
            is_same.then_some((short, same))
        })
    }

    /// Shrinks on the program: in one process, or in one for each session where that leads
    /// astray.
    fn shrunk(&self, lines: Vec<String>, difference: Difference) -> (Vec<String>, Difference) {
        let settings = self.settings;
        let mut reused = Reused::new(
            &settings.subject,
            &settings.options,
            self.environment,
            settings.patience,
        );
        let (short, _) = self.shrunk_by(lines.clone(), difference.clone(), |lines| {
            reused.first_difference(lines)
        });
        drop(reused);
        match self.alone(&short) {
            Ok(Some(same)) if same.ends_like(&difference, &short) => (short, same),
            _ => self.shrunk_by(lines, difference, |lines| self.alone(lines)),
        }
    }

    /// Shrinks with a way to carry out sessions, up to the end of the time. Where no AI moves in
    /// the session, none does in shorter ones; and where it depends on nothing that the documents
    /// leave open, shorter ones do not.
    fn shrunk_by(
        &self,
        lines: Vec<String>,
        difference: Difference,
        mut first_difference: impl FnMut(&[String]) -> Result<Option<Difference>, Trouble>,
    ) -> (Vec<String>, Difference) {
        let model = || self.model();
        let (had_ai, was_settled) = (has_ai(model(), &lines), is_settled(model(), &lines));
        shrink::shortest(lines, difference, |lines| {
            if self.is_late() {
                return Err(Trouble::Interrupted);
            }
            if !had_ai && has_ai(model(), lines) || was_settled && !is_settled(model(), lines) {
                return Ok(None);
            }
            first_difference(lines)
        })
    }
}
