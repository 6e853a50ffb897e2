//! Games and solved puzzles that the browser keeps. The script of the worker reads them before there
//! is a board, and writes what has changed.

use ataxx_page::place::Storage;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

/// What was kept when the board began.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AtFirst {
    games: BTreeMap<u64, String>,
    solved: Vec<String>,
}

/// What is kept.
pub struct Kept {
    now: AtFirst,
    changes: Changes,
}

/// A change of what is kept, to be carried out by the browser.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    Game(u64, String),
    Removed(u64),
    Solved(Vec<String>),
}

/// The changes since the last look.
#[derive(Clone, Default)]
pub struct Changes(Rc<RefCell<Vec<Change>>>);

impl Changes {
    /// The changes as JSON, if there are some: a list of objects with one of the keys `game` (its
    /// number and text), `removed` (its number) and `solved` (the names of all).
    pub fn take(&self) -> Option<String> {
        let changes = mem::take(&mut *self.0.borrow_mut());
        let has_some = !changes.is_empty();
        has_some
            .then(|| serde_json::to_string(&changes).ok())
            .flatten()
    }

    fn push(&self, change: Change) {
        self.0.borrow_mut().push(change);
    }
}

impl Kept {
    /// Reads JSON with the texts of `games` by their numbers, and the names of `solved` puzzles. What
    /// cannot be read is not there.
    pub fn read(json: &str) -> (Self, Changes) {
        let changes = Changes::default();
        let kept = Self {
            now: serde_json::from_str(json).unwrap_or_default(),
            changes: changes.clone(),
        };
        (kept, changes)
    }
}

impl Storage for Kept {
    fn ids(&self) -> Vec<u64> {
        self.now.games.keys().copied().collect()
    }

    fn game(&self, id: u64) -> Option<String> {
        self.now.games.get(&id).cloned()
    }

    fn keep(&mut self, id: u64, text: &str) {
        self.now.games.insert(id, text.to_owned());
        self.changes.push(Change::Game(id, text.to_owned()));
    }

    fn remove(&mut self, id: u64) {
        self.now.games.remove(&id);
        self.changes.push(Change::Removed(id));
    }

    fn solved(&self) -> Vec<String> {
        self.now.solved.clone()
    }

    fn keep_solved(&mut self, names: &[&str]) {
        self.now.solved = names.iter().map(|&name| name.to_owned()).collect();
        self.changes.push(Change::Solved(self.now.solved.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_taken_once() {
        let (mut kept, changes) = Kept::read(r#"{"games":{"7":"1. a7-b7"},"solved":["one"]}"#);
        assert_eq!(kept.ids(), [7]);
        assert_eq!(kept.game(7).as_deref(), Some("1. a7-b7"));
        assert_eq!(kept.solved(), ["one"]);
        assert_eq!(changes.take(), None);
        kept.keep(8, "1. a7-a6");
        kept.remove(7);
        kept.keep_solved(&["one", "two"]);
        let taken = r#"[{"game":[8,"1. a7-a6"]},{"removed":7},{"solved":["one","two"]}]"#;
        assert_eq!(changes.take().as_deref(), Some(taken));
        assert_eq!(changes.take(), None);
        assert_eq!(kept.ids(), [8]);
    }

    #[test]
    fn what_cannot_be_read_is_not_there() {
        for json in ["", "null", "{\"games\":3}", "[]"] {
            let (kept, _) = Kept::read(json);
            assert!(kept.ids().is_empty() && kept.solved().is_empty());
        }
    }
}
