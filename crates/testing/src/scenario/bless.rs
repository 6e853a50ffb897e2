//! Updating the expectations in files to match the actual output.
//!
//! A run gathers patches: the bytes of expectations that are not met, and their replacements.
//! Here they become changes of files. Only the bytes of expectations change. Where two
//! scenarios propose different replacements for the same bytes, those bytes stay. A file that
//! has changed since it was read is left alone.

use crate::report::{Checked, Outcome, Patch, Place, Report, SourceText};
use crate::scenario::syntax::{Node, NodeKind};
use ataxx_core::diagnostic::{Diagnostic, text};
use similar::TextDiff;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The changes that follow from a run, and why others are not made.
#[derive(Clone, Debug, Default)]
pub struct BlessPlan {
    /// The files, in the order of their names.
    pub files: Vec<FileChange>,
    /// Why expectations that are not met are not changed.
    pub refused: Vec<Diagnostic>,
}

/// The proposals for a file.
struct Proposals {
    source: SourceText,
    /// The file was read twice, and had changed in between.
    differs: bool,
    all: Vec<Proposal>,
}

impl BlessPlan {
    /// The changes that these reports propose; the run must have had `RunSettings::bless` set.
    /// Pass all reports: one without patches may be of a scenario whose expectation is met,
    /// and that another scenario shares.
    ///
    /// Only failures propose changes. A crash, a time-out, an error in the scenario, an
    /// expected failure or a flaky scenario does not show what to expect.
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

    /// How many expectations are to be changed.
    pub fn edits(&self) -> usize {
        self.files.iter().map(|file| file.edits.len()).sum()
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
    fn take(
        &mut self,
        Proposals {
            source,
            differs,
            all,
        }: Proposals,
    ) {
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
        // A replacement that equals the text is no change.
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
            let help = "the file is left unchanged; please report this with the file".to_owned();
            let diagnostic = Diagnostic::error("bless", message).with_help([help]);
            self.refused.push(diagnostic);
        }
    }
}

/// The change that a scenario proposes for an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proposal {
    /// The bytes of the expectation.
    pub span: Range<usize>,
    /// The edits, in the order of the text; none if the expectation is met.
    pub edits: Vec<(Range<usize>, String)>,
    /// The key of the scenario.
    pub by: String,
}

impl Proposal {
    /// The proposals of a report, each with its file.
    pub fn all_of(report: &Report) -> Vec<(SourceText, Self)> {
        let by = report.identity.key();
        let mut proposals = Vec::new();
        let mut is_taken = vec![false; report.patches.len()];
        for Checked { place, patches } in &report.checked {
            let of_it = report.patches.get(patches.clone()).unwrap_or_default();
            if of_it.iter().any(|patch| patch.source != place.source) {
                continue;
            }
            let taken = is_taken.get_mut(patches.clone()).unwrap_or_default();
            taken.fill(true);
            proposals.push((place.source.clone(), Self::new(place, of_it, &by)));
        }
        let others = report.patches.iter().zip(is_taken);
        for (patch, _) in others.filter(|(_, is_taken)| !is_taken) {
            let place = Place::new(patch.source.clone(), patch.span.clone());
            let proposal = Self::new(&place, std::slice::from_ref(patch), &by);
            proposals.push((place.source, proposal));
        }
        proposals
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

    /// The proposal in words.
    fn words(&self) -> String {
        const READABLE: usize = 200;
        if self.edits.is_empty() {
            return format!("`{}` passes with the text here", self.by);
        }
        let texts: Vec<&str> = self.edits.iter().map(|(_, text)| &**text).collect();
        let text = texts.join(" … ");
        let is_short = text.chars().count() <= READABLE;
        let short: String = text.chars().take(READABLE).collect();
        let rest = if is_short { "" } else { "…" };
        let between = if short.contains('\n') { '\n' } else { ' ' };
        format!("`{}` expects:{between}{short}{rest}", self.by)
    }
}

/// The proposals in groups that share bytes, in the order of the text.
fn overlapping(mut proposals: Vec<Proposal>) -> Vec<Vec<Proposal>> {
    proposals.sort_by_key(|proposal| (proposal.span.start, proposal.span.end));
    let mut groups: Vec<Vec<Proposal>> = Vec::new();
    let mut whole = 0..0;
    for proposal in proposals {
        match groups.last_mut() {
            // An empty span between two bytes is one place for all proposals.
            Some(group) if proposal.span.start < whole.end || proposal.span == whole => {
                whole.end = whole.end.max(proposal.span.end);
                group.push(proposal);
            }
            _ => {
                whole = proposal.span.clone();
                groups.push(vec![proposal]);
            }
        }
    }
    groups
}

/// The edits that all proposals of a group agree on.
fn agreed(source: &SourceText, group: &[Proposal]) -> Result<Vec<Edit>, Box<Diagnostic>> {
    let Some(first) = group.iter().find(|proposal| !proposal.edits.is_empty()) else {
        return Ok(Vec::new());
    };
    if let Some(other) = group.iter().find(|other| other.edits != first.edits) {
        return Err(Box::new(contradiction(source, first, other)));
    }
    let mut wanted_by: Vec<String> = Vec::new();
    for proposal in group {
        if !wanted_by.contains(&proposal.by) {
            wanted_by.push(proposal.by.clone());
        }
    }
    let edits = first.edits.iter().map(|(span, replacement)| Edit {
        span: span.clone(),
        replacement: replacement.clone(),
        wanted_by: wanted_by.clone(),
    });
    Ok(edits.collect())
}

fn contradiction(source: &SourceText, one: &Proposal, other: &Proposal) -> Diagnostic {
    let (name, by) = (&one.by, &other.by);
    let message = if name == by {
        format!("`{name}` reaches this expectation more than once, with different output")
    } else {
        format!("`{name}` and `{by}` disagree about this expectation")
    };
    let span = one.edits.first().map_or(&one.span, |(span, _)| span);
    let text = source.text.get(span.clone()).unwrap_or_default().trim_end();
    let span = span.start..span.start + text.len();
    Diagnostic::error("contradiction", message)
        .at(span)
        .with_help([one.words(), other.words()])
        .with_source(source.for_diagnostic())
}

/// The files that can be changed.
pub trait Store {
    /// All bytes of a file; `None` if there is none.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Replaces the content of a file as a whole: it is never half written.
    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic>;
}

/// A change of the bytes of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes of the text as it was read.
    pub span: Range<usize>,
    /// What they become.
    pub replacement: String,
    /// The scenarios that propose it, as in [`Identity::key`].
    ///
    /// [`Identity::key`]: crate::report::Identity::key
    pub wanted_by: Vec<String>,
}

/// Changes of some expectations of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// The file as it was read.
    pub source: SourceText,
    /// What changes, in the order of the text; no two share a byte.
    pub edits: Vec<Edit>,
}

/// How many lines around a change are shown.
const CONTEXT_LINES: usize = 3;
/// What some editors put at the start of a text, and no reader sees.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl FileChange {
    /// The text of the file with all changes.
    pub fn text(&self) -> String {
        let mut text = String::from(&*self.source.text);
        for edit in self.edits.iter().rev() {
            // Spans come from the parser of this very text.
            if text.get(edit.span.clone()).is_some() {
                text.replace_range(edit.span.clone(), &edit.replacement);
            }
        }
        text
    }

    /// The changes as a unified diff.
    pub fn difference(&self) -> String {
        let after = self.text();
        let name = &self.source.name;
        TextDiff::from_lines(&*self.source.text, &*after)
            .unified_diff()
            .context_radius(CONTEXT_LINES)
            .header(name, name)
            .to_string()
    }

    /// Changes the file as a whole.
    pub fn apply(&self, store: &dyn Store) -> Result<(), Diagnostic> {
        let name = &*self.source.name;
        let there = store.read(name).map_err(|error| {
            let message = format!("`{name}` cannot be read: {}", text::io_error(&error));
            Diagnostic::error("file", message)
        })?;
        let there = there.unwrap_or_default();
        let mut text = &there[..];
        while let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
            text = rest;
        }
        if text != self.source.text.as_bytes() {
            // Bytes that are not UTF-8 were replaced when the file was read.
            if std::str::from_utf8(text).is_err() {
                let message = format!("`{name}` is not changed: not all of it is UTF-8");
                return Err(Diagnostic::error("file", message));
            }
            return Err(has_changed(name));
        }
        let mut bytes = there[..there.len() - text.len()].to_vec();
        bytes.extend_from_slice(self.text().as_bytes());
        store.replace(name, &bytes)
    }
}

/// The file has changed since it was read.
fn has_changed(name: &str) -> Diagnostic {
    let message = format!("`{name}` has changed since it was read, and is left unchanged");
    let help = "run again to see the current differences".to_owned();
    Diagnostic::error("file", message).with_help([help])
}

/// Whether all values that no edit touches are the same in the changed text. A text that is
/// no YAML has no values. This guards against mistakes in the code that makes patches.
fn is_sound(change: &FileChange) -> bool {
    let before = &*change.source.text;
    let is_whole = |span: &Range<usize>| *span == (0..before.len());
    if change.edits.iter().any(|edit| is_whole(&edit.span)) {
        return true;
    }
    let Ok(old) = Node::parse(before) else {
        return true;
    };
    let after = change.text();
    let is_read = serde_yaml::from_str::<serde_yaml::Value>(&after).is_ok();
    is_read && Node::parse(&after).is_ok_and(|new| is_same(&old, &new, change))
}

/// Whether two values are the same but for what edits touch.
fn is_same(old: &Node, new: &Node, change: &FileChange) -> bool {
    match (&old.kind, &new.kind) {
        (NodeKind::Scalar { value, .. }, NodeKind::Scalar { value: other, .. })
            if value == other =>
        {
            true
        }
        (NodeKind::Sequence(items), NodeKind::Sequence(others)) if items.len() == others.len() => {
            items
                .iter()
                .zip(others)
                .all(|(item, other)| is_same(item, other, change))
        }
        (NodeKind::Mapping(entries), NodeKind::Mapping(others))
            if entries.len() == others.len() =>
        {
            entries
                .iter()
                .zip(others)
                .all(|((key, value), (other_key, other))| {
                    key.kind == other_key.kind && is_same(value, other, change)
                })
        }
        // A list of moves may have become longer; a mapping never changes its keys.
        (NodeKind::Mapping(_), _) | (_, NodeKind::Mapping(_)) => false,
        _ => is_touched(old, change),
    }
}

/// Whether an edit is about this value. The edit of a block without lines is before it.
fn is_touched(node: &Node, change: &FileChange) -> bool {
    let mut edits = change.edits.iter();
    edits.any(|edit| edit.span.start <= node.span.end && node.span.start <= edit.span.end)
        || (node.span.is_empty() && node.scalar() == Some(""))
}
