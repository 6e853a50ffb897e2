//! All changes that come of a run.

use super::change::{Edit, FileChange, Store, has_changed};
use super::sound::is_sound;
use super::wish::{Wish, agreed, overlapping};
use crate::diagnostic::Diagnostic;
use crate::tester::report::Report;
use crate::tester::{Outcome, SourceText};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All changes that come of a run, and what is not changed and why.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The files, in the order of their names.
    pub files: Vec<FileChange>,
    /// What was not taken up.
    pub refused: Vec<Diagnostic>,
}

/// What scenarios want of a file.
struct Wishes {
    source: SourceText,
    /// It was read twice, and had changed in between.
    differs: bool,
    all: Vec<Wish>,
}

impl Plan {
    /// The changes that these reports ask for, those of a run that was told that expectations
    /// are to be changed. Reports without patches count too: they may be of scenarios that
    /// share an expectation with others and are content with it.
    ///
    /// Only failures ask: what crashed, ran out of time, was wrong itself, was to fail or
    /// was flaky says nothing of what should be expected.
    #[must_use]
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r Report>) -> Self {
        let mut files: BTreeMap<Arc<str>, Wishes> = BTreeMap::new();
        for report in reports {
            let asks = report.outcome == Outcome::Fail;
            for (source, wish) in Wish::all_of(report) {
                if !asks && !wish.edits.is_empty() {
                    continue;
                }
                let file = files.entry(Arc::clone(&source.name));
                let file = file.or_insert_with(|| Wishes {
                    source: source.clone(),
                    differs: false,
                    all: Vec::new(),
                });
                let (text, other) = (&file.source.text, &source.text);
                file.differs |= !Arc::ptr_eq(text, other) && text != other;
                file.all.push(wish);
            }
        }
        let mut plan = Self::default();
        for wishes in files.into_values() {
            plan.take(wishes);
        }
        plan
    }

    /// Whether nothing is to be changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many expectations are to be changed.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.files.iter().map(|file| file.edits.len()).sum()
    }

    /// Keeps only what is accepted, asking about one change after the other in the order of
    /// the files.
    pub fn retain(&mut self, mut accepts: impl FnMut(&FileChange, &Edit) -> bool) {
        for file in &mut self.files {
            let edits = std::mem::take(&mut file.edits);
            let kept = edits.into_iter().filter(|edit| accepts(file, edit));
            file.edits = kept.collect();
        }
        self.files.retain(|file| !file.edits.is_empty());
    }

    /// Changes the files, each at once or not at all. What is against one of them does not
    /// keep the others from being changed.
    ///
    /// # Errors
    ///
    /// What is against changing some of them.
    pub fn apply(&self, store: &dyn Store) -> Result<(), Vec<Diagnostic>> {
        let applied = self.files.iter().map(|file| file.apply(store));
        let errors: Vec<Diagnostic> = applied.filter_map(Result::err).collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// Takes up what is wanted of a file.
    fn take(&mut self, wishes: Wishes) {
        let Wishes {
            source,
            differs,
            all,
        } = wishes;
        if all.iter().all(|wish| wish.edits.is_empty()) {
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
