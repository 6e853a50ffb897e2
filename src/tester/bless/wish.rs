//! What scenarios want of the same bytes, and whether they agree.

use super::change::Edit;
use crate::diagnostic::Diagnostic;
use crate::tester::report::{Checked, Patch, Report};
use crate::tester::{Place, SourceText};
use std::ops::Range;

/// What a scenario wants of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// The bytes of the expectation.
    pub span: Range<usize>,
    /// What is to be changed in it, in the order of the text; nothing if it is met.
    pub edits: Vec<(Range<usize>, String)>,
    /// The scenario.
    pub by: String,
}

impl Wish {
    /// All wishes of a report with the files that they are about.
    pub fn all_of(report: &Report) -> Vec<(SourceText, Self)> {
        let by = report.identity.key();
        let mut wishes = Vec::new();
        let mut is_told = vec![false; report.patches.len()];
        for Checked { place, patches } in &report.checked {
            let of_it = report.patches.get(patches.clone()).unwrap_or_default();
            if of_it.iter().any(|patch| patch.source != place.source) {
                continue;
            }
            let told = is_told.get_mut(patches.clone()).unwrap_or_default();
            told.fill(true);
            wishes.push((place.source.clone(), Self::new(place, of_it, &by)));
        }
        let others = report.patches.iter().zip(is_told);
        for (patch, _) in others.filter(|(_, is_told)| !is_told) {
            let place = Place::new(patch.source.clone(), patch.span.clone());
            let wish = Self::new(&place, std::slice::from_ref(patch), &by);
            wishes.push((place.source, wish));
        }
        wishes
    }

    fn new(place: &Place, patches: &[Patch], by: &str) -> Self {
        let mut span = place.span.clone();
        let mut edits = Vec::with_capacity(patches.len());
        for patch in patches {
            span = span.start.min(patch.span.start)..span.end.max(patch.span.end);
            edits.push((patch.span.clone(), patch.replacement.clone()));
        }
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        Self {
            span,
            edits,
            by: by.to_owned(),
        }
    }

    /// What it wants, in words.
    fn words(&self) -> String {
        const READABLE: usize = 200;
        if self.edits.is_empty() {
            return format!("`{}` is content with what stands here", self.by);
        }
        let texts: Vec<&str> = self.edits.iter().map(|(_, text)| &**text).collect();
        let text = texts.join(" … ");
        let is_short = text.chars().count() <= READABLE;
        let short: String = text.chars().take(READABLE).collect();
        let rest = if is_short { "" } else { "…" };
        let between = if short.contains('\n') { '\n' } else { ' ' };
        format!("`{}` wants:{between}{short}{rest}", self.by)
    }
}

/// The wishes in groups that share bytes, in the order of the text.
pub(super) fn overlapping(mut wishes: Vec<Wish>) -> Vec<Vec<Wish>> {
    wishes.sort_by_key(|wish| (wish.span.start, wish.span.end));
    let mut groups: Vec<Vec<Wish>> = Vec::new();
    let mut whole = 0..0;
    for wish in wishes {
        match groups.last_mut() {
            // What stands between two bytes is the same place for all that want it there.
            Some(group) if wish.span.start < whole.end || wish.span == whole => {
                whole.end = whole.end.max(wish.span.end);
                group.push(wish);
            }
            _ => {
                whole = wish.span.clone();
                groups.push(vec![wish]);
            }
        }
    }
    groups
}

/// The changes that all wishes of a group ask for.
///
/// # Errors
///
/// When two of them contradict each other.
pub(super) fn agreed(source: &SourceText, group: &[Wish]) -> Result<Vec<Edit>, Box<Diagnostic>> {
    let Some(first) = group.iter().find(|wish| !wish.edits.is_empty()) else {
        return Ok(Vec::new());
    };
    if let Some(other) = group.iter().find(|other| other.edits != first.edits) {
        return Err(Box::new(contradiction(source, first, other)));
    }
    let mut wanted_by: Vec<String> = Vec::new();
    for wish in group {
        if !wanted_by.contains(&wish.by) {
            wanted_by.push(wish.by.clone());
        }
    }
    let edits = first.edits.iter().map(|(span, replacement)| Edit {
        span: span.clone(),
        replacement: replacement.clone(),
        wanted_by: wanted_by.clone(),
    });
    Ok(edits.collect())
}

fn contradiction(source: &SourceText, one: &Wish, other: &Wish) -> Diagnostic {
    let message = if one.by == other.by {
        format!(
            "`{}` comes by here more than once and finds not always the same",
            one.by
        )
    } else {
        format!(
            "`{}` and `{}` do not agree on what is to be expected here",
            one.by, other.by
        )
    };
    let span = one.edits.first().map_or(&one.span, |(span, _)| span);
    let text = source.text.get(span.clone()).unwrap_or_default().trim_end();
    let span = span.start..span.start + text.len();
    Diagnostic::error("contradiction", message)
        .at(span)
        .with_help([one.words(), other.words()])
        .with_source(source.for_diagnostic())
}
