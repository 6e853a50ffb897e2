//! Changes of a file, and a check that they touch expectations only.

use crate::report::SourceText;
use crate::scenario::syntax::{Kind, Node};
use ataxx_core::diagnostic::Diagnostic;
use similar::TextDiff;
use std::io;
use std::ops::Range;

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
const AROUND: usize = 3;
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
            .context_radius(AROUND)
            .header(name, name)
            .to_string()
    }

    /// The same with one of the edits alone.
    pub fn only(&self, edit: &Edit) -> Self {
        Self {
            source: self.source.clone(),
            edits: vec![edit.clone()],
        }
    }

    /// Changes the file as a whole.
    pub fn apply(&self, store: &dyn Store) -> Result<(), Diagnostic> {
        let name = &*self.source.name;
        let there = store.read(name).map_err(|error| {
            let message = format!("`{name}` cannot be read: {}", error.kind());
            Diagnostic::error("file", message)
        })?;
        let there = there.unwrap_or_default();
        let mut text = &there[..];
        while let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
            text = rest;
        }
        if text != self.source.text.as_bytes() {
            // What is no text was read with other letters in the place of those.
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
pub(super) fn has_changed(name: &str) -> Diagnostic {
    let message = format!("`{name}` has changed since it was read, and is left alone");
    let help = "run it again to see what it expects now".to_owned();
    Diagnostic::error("file", message).with_help([help])
}

/// Whether all values that no edit touches are the same in the changed text. A text that is
/// no YAML has no values. This guards against mistakes in the code that makes patches.
pub fn is_sound(change: &FileChange) -> bool {
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
        (Kind::Scalar { value, .. }, Kind::Scalar { value: other, .. }) if value == other => true,
        (Kind::Sequence(items), Kind::Sequence(others)) if items.len() == others.len() => items
            .iter()
            .zip(others)
            .all(|(item, other)| is_same(item, other, change)),
        (Kind::Mapping(entries), Kind::Mapping(others)) if entries.len() == others.len() => entries
            .iter()
            .zip(others)
            .all(|((key, value), (other_key, other))| {
                key.kind == other_key.kind && is_same(value, other, change)
            }),
        // A list of moves may have become longer; a mapping never changes its keys.
        (Kind::Mapping(_), _) | (_, Kind::Mapping(_)) => false,
        _ => is_touched(old, change),
    }
}

/// Whether an edit is about this value. The edit of a block without lines is before it.
fn is_touched(node: &Node, change: &FileChange) -> bool {
    let mut edits = change.edits.iter();
    edits.any(|edit| edit.span.start <= node.span.end && node.span.start <= edit.span.end)
        || (node.span.is_empty() && node.scalar() == Some(""))
}
