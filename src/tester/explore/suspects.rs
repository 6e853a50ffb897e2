//! Which of the faults of ours a program seems to have.

use super::deviation::Difference;
use super::patience::Patience;
use super::trial::first_difference;
use super::{Explorer, generate};
use crate::opponents::subject::{Options, ProgramSubject, SessionSubject};
use crate::session::{Session, SessionSettings};
use crate::tester::Fault;
use crate::tester::faults::FaultySession;
use ataxx_core::Cancellation;

/// The nodes of AIs in our own sessions with faults.
const FEW_NODES: u64 = 50;

impl Explorer<'_> {
    /// Whether one of these faults explains a difference.
    pub(super) fn shows(
        &self,
        faults: &[Fault],
        lines: &[String],
        difference: &Difference,
    ) -> bool {
        let mut faults = faults.iter();
        faults.any(|&fault| self.explains(fault, lines, difference))
    }

    /// Whether our own session differs in the same way with this fault.
    fn explains(&self, fault: Fault, lines: &[String], difference: &Difference) -> bool {
        self.with_fault(fault, lines)
            .is_some_and(|other| other.agrees_with(difference, lines))
    }

    /// The first difference of our own session with a fault.
    pub(super) fn with_fault(&self, fault: Fault, lines: &[String]) -> Option<Difference> {
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
        // It answers at once, at the end of the search, too.
        let patience = Patience {
            until: None,
            ..self.patience()
        };
        first_difference(&mut subject, &mut self.model(), lines, patience).ok()?
    }

    /// The suspects that the program resembles in other sessions, too, where they differ from
    /// each other.
    pub(super) fn narrowed(
        &self,
        seed: u64,
        mut suspects: Vec<Fault>,
        patience: Patience,
    ) -> Vec<Fault> {
        /// How many sessions are generated.
        const GENERATED: u64 = 60;
        /// How many of them the program carries out.
        const CARRIED_OUT: usize = 8;
        let mut left = CARRIED_OUT;
        for other in (seed.wrapping_add(1)..).take(usize::try_from(GENERATED).unwrap_or(0)) {
            if suspects.len() < 2 || left == 0 || self.is_late() {
                break;
            }
            let lines = generate::session(self.dialect(), other, &self.triggers).lines;
            let theirs: Vec<Option<Difference>> = suspects
                .iter()
                .take_while(|_| !self.is_late())
                .map(|&fault| self.with_fault(fault, &lines))
                .collect();
            if theirs.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            left -= 1;
            let Ok(actual) = self.alone_within(patience, &lines) else {
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

    /// Those of the faults that explain a difference.
    pub(super) fn like(
        &self,
        faults: &[Fault],
        lines: &[String],
        difference: &Difference,
    ) -> Vec<Fault> {
        let all = faults.iter().copied().take_while(|_| !self.is_late());
        all.filter(|&fault| self.explains(fault, lines, difference))
            .collect()
    }
}
