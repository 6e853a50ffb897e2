//! The changes that follow from a run.

use super::change::{Edit, FileChange, Store, has_changed};
use super::proposal::{Proposal, agreed, overlapping};
use super::sound::is_sound;
use crate::tester::report::Report;
use crate::tester::{Outcome, SourceText};
use ataxx_core::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The changes that follow from a run, and why others are not made.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The files, in the order of their names.
    pub files: Vec<FileChange>,
    /// Why expectations that are not met stay as they are.
    pub refused: Vec<Diagnostic>,
}

/// The proposals for a file.
struct Proposals {
    source: SourceText,
    /// The file was read twice, and had changed in between.
    differs: bool,
    all: Vec<Proposal>,
}

impl Plan {
    /// The changes that these reports propose; the run must have had `RunSettings::bless` set.
    /// Pass all reports: one without patches may be of a scenario whose expectation is met,
    /// and that another scenario shares.
    ///
    /// Only failures propose changes. A crash, a time-out, an error in the scenario, an
    /// expected failure or a flaky scenario says nothing about the expectation.
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r Report>) -> Self {
        let mut files: BTreeMap<Arc<str>, Proposals> = BTreeMap::new();
        for report in reports {
            let asks = report.outcome == Outcome::Fail;
            for (source, proposal) in Proposal::all_of(report) {
                if !asks && !proposal.edits.is_empty() {
                    continue;
                }
                let file = files.entry(Arc::clone(&source.name));
                let file = file.or_insert_with(|| Proposals {
                    source: source.clone(),
                    differs: false,
                    all: Vec::new(),
                });
                let (text, other) = (&file.source.text, &source.text);
                file.differs |= !Arc::ptr_eq(text, other) && text != other;
                file.all.push(proposal);
            }
        }
        let mut plan = Self::default();
        for proposals in files.into_values() {
            plan.take(proposals);
        }
        plan
    }

    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many expectations are to be changed.
    pub fn edits(&self) -> usize {
        self.files.iter().map(|file| file.edits.len()).sum()
    }

    /// Keeps the edits that `accepts` returns true for. It is called once for each, in the
    /// order of the files.
    pub fn retain(&mut self, mut accepts: impl FnMut(&FileChange, &Edit) -> bool) {
        for file in &mut self.files {
            let edits = std::mem::take(&mut file.edits);
            let kept = edits.into_iter().filter(|edit| accepts(file, edit));
            file.edits = kept.collect();
        }
        self.files.retain(|file| !file.edits.is_empty());
    }

    /// Changes the files, each as a whole. If one cannot be changed, the others still are.
    pub fn apply(&self, store: &dyn Store) -> Result<(), Vec<Diagnostic>> {
        let applied = self.files.iter().map(|file| file.apply(store));
        let errors: Vec<Diagnostic> = applied.filter_map(Result::err).collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// Adds the changes of a file.
    fn take(&mut self, proposals: Proposals) {
        let Proposals {
            source,
            differs,
            all,
        } = proposals;
        if all.iter().all(|proposal| proposal.edits.is_empty()) {
            return;
        }
        if differs {
            self.refused.push(has_changed(&source.name));
            return;
        }
        let mut edits = Vec::new();
        for group in overlapping(all) {
            match agreed(&source, &group) {
                Ok(agreed) => edits.extend(agreed),
                Err(contradiction) => self.refused.push(*contradiction),
            }
        }
        // What stands there already is no change.
        edits.retain(|edit| source.text.get(edit.span.clone()) != Some(&*edit.replacement));
        if edits.is_empty() {
            return;
        }
        let change = FileChange { source, edits };
        if is_sound(&change) {
            self.files.push(change);
        } else {
            let name = &change.source.name;
            let message = format!("more of `{name}` than its expectations would change");
            let help = "the file is left alone: please report it with this file".to_owned();
            let diagnostic = Diagnostic::error("bless", message).with_help([help]);
            self.refused.push(diagnostic);
        }
    }
}
