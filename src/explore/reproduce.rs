//! A difference that was found is reproduced in a new process and shrunk. Sessions with known
//! faults that differ in the same way name it.

use super::finding::Finding;
use super::line_kind::Triggers;
use super::own_session::{is_settled, most_ais};
use super::settings::ExploreSettings;
use super::{generate, shrink};
use crate::divergence::{
    Deviation, Difference, TimeLimits, difference_with_fault, first_difference,
};
use crate::mutants::Fault;
use crate::opponents::Failure;
use crate::opponents::subject::{Environment, ProgramSubject, SubjectOptions, back_to_start};
use crate::oracle::Oracle;
use crate::session::{Dialect, Session, SessionSettings};

/// The nodes of AIs in sessions with known faults.
const FEW_NODES: u64 = 50;

/// Tries lines again, each time in a new process of the program.
#[derive(Clone, Copy)]
pub struct Reproducer<'a> {
    pub settings: &'a ExploreSettings,
    pub environment: &'a Environment<'a>,
}

impl<'a> Reproducer<'a> {
    pub fn dialect(&self) -> Dialect {
        self.settings.options.dialect
    }

    /// Our own session, at its start.
    fn start(&self) -> Session {
        Session::new(self.dialect(), self.settings.options.session)
    }

    /// The oracle for a program at its start.
    pub fn oracle(&self) -> Oracle<'a> {
        Oracle::new(self.start(), self.environment.files)
    }

    /// The first difference of a process of its own. It has more time for each answer.
    fn alone(&self, lines: &[String]) -> Result<Option<Difference>, Failure> {
        self.alone_within(self.settings.time_limits().longer(), lines)
    }

    fn alone_within(
        &self,
        limits: TimeLimits,
        lines: &[String],
    ) -> Result<Option<Difference>, Failure> {
        let mut subject = self.settings.open(self.environment)?;
        first_difference(&mut subject, &mut self.oracle(), lines, limits)
    }

    /// Whether a program that has not answered its first line does not answer other ones either.
    pub fn has_no_answer(&self) -> bool {
        let others = ["", "dump"].map(str::to_owned);
        others.iter().all(|line| {
            let lines = std::slice::from_ref(line);
            let difference = self.alone_within(self.settings.time_limits(), lines);
            matches!(difference, Ok(Some(it)) if it.deviation.may_be_failed_start())
        })
    }

    /// The shortest session that differs in the same way, in a process of its own. After the end
    /// of the time or an interruption it is the shortest so far. `None` if the difference does not
    /// come again, as with an answer that was late once; a wrong move of an AI is a finding even
    /// then.
    pub fn shrink(
        &self,
        seed: u64,
        mut before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
        triggers: &Triggers,
    ) -> Result<Option<Finding>, Failure> {
        // By itself, if that shows it; otherwise after all that the process was sent before.
        let (mut whole, mut difference) = if let Some(difference) = self.alone(&lines)? {
            (lines, difference)
        } else {
            before.extend(lines);
            match self.alone(&before)? {
                Some(other) if other.deviation.is_same_kind(&difference.deviation) => {
                    (before, other)
                }
                _ => {
                    return Ok(difference.deviation.is_certain().then(|| Finding {
                        seed,
                        lines: before,
                        deviation: difference.deviation.clone(),
                        like: Vec::new(),
                        comes_again: false,
                    }));
                }
            }
        };
        whole.truncate(difference.line + 1);
        // Without a time limit an AI may only be slow.
        let may_be_slow = difference.deviation.may_be_late()
            && !self.dialect().limits_ai_time()
            && most_ais(self.start(), &whole) > 0;
        let limits = self.settings.time_limits();
        if may_be_slow {
            let Some(other) = self.alone_within(limits.longer_for_ai(), &whole)? else {
                return Ok(None);
            };
            difference = other;
            whole.truncate(difference.line + 1);
        }
        // An AI is waited for so long that shrinking would take hours.
        let is_slow = may_be_slow || matches!(difference.deviation, Deviation::NoMove(_));
        let limits = if is_slow {
            limits.shorter_for_ai()
        } else {
            limits.longer()
        };
        let suspects = self.like(Fault::ALL, &whole, &difference);
        let suspects = self.narrowed(seed, suspects, limits, triggers);
        let shrunk = self.shrunk_like_ours(&suspects, &whole, &difference);
        let (lines, difference) = match shrunk {
            Some(shrunk) => shrunk,
            None if is_slow => (whole, difference),
            None => self.shrunk(whole, difference),
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
        let mut process = SharedProcess {
            reproducer: *self,
            running: None,
        };
        let (short, _) = self.shrunk_by(lines.clone(), difference.clone(), |lines| {
            process.first_difference(lines)
        });
        drop(process);
        match self.alone(&short) {
            Ok(Some(same)) if same.ends_like(&difference, &short) => (short, same),
            _ => self.shrunk_by(lines, difference, |lines| self.alone(lines)),
        }
    }

    /// Shrinks with a way to carry out sessions, up to the end of the time. Where no AI moves in
    /// the session, none does in shorter ones, and where one does, no two play a game. Where it
    /// depends on nothing that the documents leave open, shorter ones do not.
    fn shrunk_by(
        &self,
        lines: Vec<String>,
        difference: Difference,
        mut first_difference: impl FnMut(&[String]) -> Result<Option<Difference>, Failure>,
    ) -> (Vec<String>, Difference) {
        let start = self.start();
        let most_ais = |lines: &[String]| most_ais(start.clone(), lines);
        let is_settled = |lines: &[String]| is_settled(start.clone(), lines);
        let (ais, was_settled) = (most_ais(&lines), is_settled(&lines));
        shrink::shortest(lines, difference, &start, |lines| {
            if self.settings.is_late() {
                return Err(Failure::interrupted());
            }
            if most_ais(lines) > ais || was_settled && !is_settled(lines) {
                return Ok(None);
            }
            first_difference(lines)
        })
    }

    /// Whether one of these faults explains a difference.
    pub fn shows(&self, faults: &[Fault], lines: &[String], difference: &Difference) -> bool {
        let mut faults = faults.iter();
        faults.any(|&fault| self.explains(fault, lines, difference))
    }

    /// Those of the faults that explain a difference.
    fn like(&self, faults: &[Fault], lines: &[String], difference: &Difference) -> Vec<Fault> {
        let all = faults.iter().copied();
        all.take_while(|_| !self.settings.is_late())
            .filter(|&fault| self.explains(fault, lines, difference))
            .collect()
    }

    /// Whether our own session differs in the same way with this fault.
    fn explains(&self, fault: Fault, lines: &[String], difference: &Difference) -> bool {
        self.with_fault(fault, lines)
            .is_some_and(|other| other.agrees_with(difference, lines))
    }

    /// The first difference of our own session with a fault.
    fn with_fault(&self, fault: Fault, lines: &[String]) -> Option<Difference> {
        let options = SubjectOptions {
            session: SessionSettings {
                nodes: Some(FEW_NODES),
                ..SessionSettings::default()
            },
            ..self.settings.options.clone()
        };
        // It answers at once, at the end of the search, too.
        let limits = TimeLimits {
            until: None,
            ..self.settings.time_limits()
        };
        difference_with_fault(fault, lines, &options, self.environment.files, limits)
    }

    /// The suspects that the program resembles in other sessions, too, where they differ from
    /// each other.
    fn narrowed(
        &self,
        seed: u64,
        mut suspects: Vec<Fault>,
        limits: TimeLimits,
        triggers: &Triggers,
    ) -> Vec<Fault> {
        /// How many sessions are generated.
        const GENERATED: usize = 60;
        /// How many of them the program carries out.
        const CARRIED_OUT: usize = 8;
        let mut left = CARRIED_OUT;
        for other in (seed.wrapping_add(1)..).take(GENERATED) {
            if suspects.len() < 2 || left == 0 || self.settings.is_late() {
                break;
            }
            let lines = generate::session(self.dialect(), other, triggers).lines;
            let theirs: Vec<Option<Difference>> = suspects
                .iter()
                .take_while(|_| !self.settings.is_late())
                .map(|&fault| self.with_fault(fault, &lines))
                .collect();
            if theirs.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            left -= 1;
            let Ok(actual) = self.alone_within(limits, &lines) else {
                break;
            };
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
        suspects
    }
}

/// A program that carries out one session after the other. It is brought back to its start by
/// commands, and started again only where that fails.
struct SharedProcess<'a> {
    reproducer: Reproducer<'a>,
    /// What the last session has left: the program, and the oracle that has followed it.
    running: Option<(ProgramSubject<'a>, Oracle<'a>)>,
}

impl SharedProcess<'_> {
    /// The first difference on these lines.
    fn first_difference(&mut self, lines: &[String]) -> Result<Option<Difference>, Failure> {
        let Reproducer {
            settings,
            environment,
        } = self.reproducer;
        self.return_to_start()?;
        let (mut subject, mut oracle) = match self.running.take() {
            Some(running) => running,
            None => (settings.open(environment)?, self.reproducer.oracle()),
        };
        let limits = settings.time_limits();
        let difference = first_difference(&mut subject, &mut oracle, lines, limits)?;
        let goes_on = difference.as_ref().is_none_or(|difference| {
            matches!(
                difference.deviation,
                Deviation::Board { .. }
                    | Deviation::Result { .. }
                    | Deviation::NoAnswer
                    | Deviation::NoErrorMessage
                    | Deviation::ReservedWord(_)
            )
        });
        let is_behind = oracle.referee().ai_turn().is_some();
        if goes_on && !is_behind && !lines.iter().any(|line| line == "quit") {
            self.running = Some((subject, oracle));
        }
        Ok(difference)
    }

    /// Brings the running program back to its start. One that does not get there is dropped.
    fn return_to_start(&mut self) -> Result<(), Failure> {
        let Some((mut subject, mut oracle)) = self.running.take() else {
            return Ok(());
        };
        let lines = back_to_start(self.reproducer.dialect()).iter();
        let lines: Vec<String> = lines.map(|line| (*line).to_owned()).collect();
        let limits = self.reproducer.settings.time_limits();
        if first_difference(&mut subject, &mut oracle, &lines, limits)?.is_none() {
            self.running = Some((subject, oracle));
        }
        Ok(())
    }
}
