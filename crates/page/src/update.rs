//! What has changed of a page since it was told last.

use super::panels::parts;
use super::snapshot::View;
use serde::Serialize;
use std::collections::HashMap;

/// A message to a page.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The parts that have changed, by their ids.
    pub parts: Vec<(&'static str, String)>,
    /// Whether this is the last message.
    pub over: bool,
    /// Why it is, unless the session is over.
    pub why: Option<&'static str>,
}

/// The parts that a page has, by their ids.
#[derive(Debug, Default)]
pub struct SentParts(HashMap<&'static str, String>);

impl SentParts {
    /// What is new for the page; `None` if nothing is.
    pub fn update(&mut self, view: View) -> Option<Update> {
        let mut changed = Vec::new();
        for (id, content) in parts(view) {
            if self.0.get(id) != Some(&content) {
                self.0.insert(id, content.clone());
                changed.push((id, content));
            }
        }
        let over = view.snapshot.over;
        (over || !changed.is_empty()).then_some(Update {
            parts: changed,
            over,
            why: None,
        })
    }
}
