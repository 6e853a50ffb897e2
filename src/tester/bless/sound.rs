//! A check that a change touches expectations only.

use super::change::FileChange;
use crate::tester::syntax::{Kind, Node};
use std::ops::Range;

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
