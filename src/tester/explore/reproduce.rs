//! A difference that was found: tried again, and shrunk.

use super::deviation::{Deviation, Difference};
use super::patience::Patience;
use super::settled::{is_settled, most_ais};
use super::shared_process::Reused;
use super::trial::first_difference;
use super::{Explorer, Finding, shrink};
use crate::opponents::subject::SubjectError;
use crate::tester::Fault;

impl Explorer<'_> {
    /// A difference that was not shrunk.
    pub(super) const fn unshrunk(
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

    /// The first difference of a process of its own. It has more time for each answer.
    pub(super) fn alone(&self, lines: &[String]) -> Result<Option<Difference>, SubjectError> {
        self.alone_within(self.patience().longer(), lines)
    }

    pub(super) fn alone_within(
        &self,
        patience: Patience,
        lines: &[String],
    ) -> Result<Option<Difference>, SubjectError> {
        let mut subject = self.open()?;
        first_difference(subject.as_mut(), &mut self.model(), lines, patience)
    }

    /// The shortest session that differs in the same way, in a process of its own. After the end
    /// of the time or an interruption it is the shortest so far. `None` if the difference does not
    /// come again, as with an answer that was late once; a wrong move of an AI is a finding even
    /// then.
    pub(super) fn shrink(
        &self,
        seed: u64,
        mut before: Vec<String>,
        lines: Vec<String>,
        difference: &Difference,
    ) -> Result<Option<Finding>, SubjectError> {
        // By itself, if that shows it; otherwise with all that the process was told before.
        let (mut whole, mut difference) = if let Some(difference) = self.alone(&lines)? {
            (lines, difference)
        } else {
            before.extend(lines);
            match self.alone(&before)? {
                Some(other) if other.deviation.is_like(&difference.deviation) => (before, other),
                _ => {
                    let deviation = difference.deviation.clone();
                    return Ok(deviation
                        .is_certain()
                        .then(|| Self::unshrunk(seed, before, deviation, false)));
                }
            }
        };
        whole.truncate(difference.line + 1);
        // Without a time limit an AI may only be slow.
        let may_be_slow = difference.deviation.may_be_late()
            && !self.dialect().limits_ai_time()
            && most_ais(self.model(), &whole) > 0;
        if may_be_slow {
            let patience = self.patience().longer_for_ai();
            let Some(other) = self.alone_within(patience, &whole)? else {
                return Ok(None);
            };
            difference = other;
            whole.truncate(difference.line + 1);
        }
        // An AI is waited for so long that shrinking would take hours.
        let is_slow = may_be_slow || matches!(difference.deviation, Deviation::NoMove(_));
        let patience = self.patience();
        let patience = if is_slow {
            patience.shorter_for_ai()
        } else {
            patience.longer()
        };
        let suspects = self.like(Fault::ALL, &whole, &difference);
        let suspects = self.narrowed(seed, suspects, patience);
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
        let options = self.settings.options();
        let mut reused = Reused::new(
            &self.settings.subject,
            &options,
            self.environment,
            self.patience(),
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
    /// the session, none does in shorter ones, and where one does, no two play a game. Where it
    /// depends on nothing that the documents leave open, shorter ones do not.
    fn shrunk_by(
        &self,
        lines: Vec<String>,
        difference: Difference,
        mut first_difference: impl FnMut(&[String]) -> Result<Option<Difference>, SubjectError>,
    ) -> (Vec<String>, Difference) {
        let model = || self.model();
        let start = self.model();
        let (ais, was_settled) = (most_ais(model(), &lines), is_settled(model(), &lines));
        shrink::shortest(lines, difference, &start, |lines| {
            if self.is_late() {
                return Err(SubjectError::Interrupted);
            }
            if most_ais(model(), lines) > ais || was_settled && !is_settled(model(), lines) {
                return Ok(None);
            }
            first_difference(lines)
        })
    }
}
