//! Comparison of a text with its formatted form.

use super::Read;
use super::parts::Parts;
use crate::tester::syntax::{Kind, Node};

/// Whether another text has the same values, in the same style, and the same comments.
pub fn is_same(text: &str, (root, value): &Read, other: &str) -> bool {
    let Ok((other_root, other_value)) = super::read(other) else {
        return false;
    };
    *value == other_value
        && is_same_node(root, &other_root)
        && Parts::of(text, root).comments() == Parts::of(other, &other_root).comments()
}

fn is_same_node(one: &Node, other: &Node) -> bool {
    match (&one.kind, &other.kind) {
        (Kind::Sequence(items), Kind::Sequence(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(a, b)| is_same_node(a, b))
        }
        (Kind::Mapping(entries), Kind::Mapping(others)) => {
            entries.len() == others.len()
                && entries
                    .iter()
                    .zip(others)
                    .all(|((key, value), (other_key, other))| {
                        is_same_node(key, other_key) && is_same_node(value, other)
                    })
        }
        (one, other) => one == other,
    }
}
