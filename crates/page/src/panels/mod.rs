//! The panels of the page, each rendered from a snapshot. The frame that they fill is
//! `assets/page.html`.

mod analysis;
mod board;
mod game;
mod moves;

use crate::html::readable;
use crate::snapshot::View;
use analysis::{analyses, analysis, bar, course, puzzle, review};
use board::{arrows, board, set_up};
use game::{controls, log, new_game, notice, opened, players, spoken, status};
use moves::{comment_form, games, moves, texts, variation};
use serde::Serialize;
use std::collections::HashMap;

/// All parts of a page in the current state: the id of the element that each fills, and its content.
pub fn parts(view: View) -> [(&'static str, String); 22] {
    let snapshot = view.snapshot;
    let parts = [
        ("status", status(snapshot)),
        ("board", board(snapshot)),
        ("arrows", arrows(view)),
        ("bar", bar(view)),
        ("controls", controls(view)),
        ("notice", notice(snapshot)),
        ("spoken", spoken(snapshot)),
        ("players", players(snapshot)),
        ("analyses", analyses(view)),
        ("analysis", analysis(view)),
        ("course", course(view)),
        ("review", review(view)),
        ("puzzle", puzzle(snapshot)),
        ("moves", moves(view)),
        ("variation", variation(snapshot)),
        ("comment", comment_form(snapshot)),
        ("games", games(snapshot)),
        ("new-game", new_game(snapshot)),
        ("set-up", set_up(snapshot)),
        ("texts", texts(snapshot)),
        ("opened", opened(snapshot)),
        ("log", log(snapshot)),
    ];
    parts.map(|(id, content)| (id, readable(&content.into_string())))
}

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
