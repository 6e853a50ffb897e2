//! Games and solved puzzles that the browser keeps, as texts by keys. The script of the worker reads them
//! before there is a board, and writes what has changed.

use ataxx_page::place::Storage;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Stands before the number of a game in its key.
const GAME: &str = "game/";
/// Stands before the name of a puzzle in the key that says that it was solved.
const SOLVED: &str = "solved/";

/// What is kept.
pub struct Kept {
    games: BTreeMap<u64, String>,
    solved: BTreeSet<String>,
    changes: Rc<RefCell<Changes>>,
}

/// What has changed since the last look.
#[derive(Default, PartialEq, Eq, Debug, Serialize)]
pub struct Changes {
    /// The new texts by their keys; `None` for what is not kept any more.
    texts: BTreeMap<String, Option<String>>,
    /// The game that was kept last.
    current: Option<u64>,
}

impl Kept {
    /// Reads JSON of an object with texts by their keys. What cannot be read is not there.
    pub fn read(json: &str) -> (Self, Rc<RefCell<Changes>>) {
        let texts: BTreeMap<String, String> = serde_json::from_str(json).unwrap_or_default();
        let changes = Rc::<RefCell<Changes>>::default();
        let mut kept = Self {
            games: BTreeMap::new(),
            solved: BTreeSet::new(),
            changes: Rc::clone(&changes),
        };
        for (key, text) in texts {
            if let Some(id) = key.strip_prefix(GAME).and_then(|id| id.parse().ok()) {
                kept.games.insert(id, text);
            } else if let Some(name) = key.strip_prefix(SOLVED) {
                kept.solved.insert(name.to_owned());
            }
        }
        (kept, changes)
    }

    fn change(&self, key: String, text: Option<String>) {
        self.changes.borrow_mut().texts.insert(key, text);
    }
}

impl Storage for Kept {
    fn ids(&self) -> Vec<u64> {
        self.games.keys().copied().collect()
    }

    fn game(&self, id: u64) -> Option<String> {
        self.games.get(&id).cloned()
    }

    fn keep(&mut self, id: u64, text: &str) {
        self.games.insert(id, text.to_owned());
        self.change(format!("{GAME}{id}"), Some(text.to_owned()));
        self.changes.borrow_mut().current = Some(id);
    }

    fn remove(&mut self, id: u64) {
        self.games.remove(&id);
        self.change(format!("{GAME}{id}"), None);
    }

    fn solved(&self) -> Vec<String> {
        self.solved.iter().cloned().collect()
    }

    fn keep_solved(&mut self, names: &[&str]) {
        for &name in names {
            if self.solved.insert(name.to_owned()) {
                self.change(format!("{SOLVED}{name}"), Some(String::new()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_taken_once() {
        let (mut kept, changes) = Kept::read(r#"{"game/7":"1. a7-b7","solved/one":""}"#);
        assert_eq!(kept.ids(), [7]);
        assert_eq!(kept.game(7).as_deref(), Some("1. a7-b7"));
        assert_eq!(kept.solved(), ["one"]);
        assert_eq!(changes.take(), Changes::default());
        kept.keep(8, "1. a7-a6");
        kept.remove(7);
        kept.keep_solved(&["one", "two"]);
        let taken = serde_json::to_string(&changes.take()).expect("they are written");
        let texts = r#"{"game/7":null,"game/8":"1. a7-a6","solved/two":""}"#;
        assert_eq!(taken, format!("{{\"texts\":{texts},\"current\":8}}"));
        assert_eq!(changes.take(), Changes::default());
        assert_eq!(kept.ids(), [8]);
        assert_eq!(kept.solved(), ["one", "two"]);
    }

    #[test]
    fn what_cannot_be_read_is_not_there() {
        for json in [
            "",
            "null",
            "{\"game/1\":3}",
            "[]",
            r#"{"game/x":"","else":""}"#,
        ] {
            let (kept, _) = Kept::read(json);
            assert!(kept.ids().is_empty() && kept.solved().is_empty());
        }
    }
}
