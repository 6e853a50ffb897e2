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
