//! The parts of a page. The frame that they fill is `assets/page.html`.

use crate::html::readable;
use crate::panels;
use crate::snapshot::View;

/// All parts of a page in the current state: the id of the element that each fills, and its content.
pub fn parts(view: View) -> [(&'static str, String); 22] {
    let snapshot = view.snapshot;
    let parts = [
        ("status", panels::status(snapshot)),
        ("board", panels::board(snapshot)),
        ("arrows", panels::arrows(view)),
        ("bar", panels::bar(view)),
        ("controls", panels::controls(view)),
        ("notice", panels::notice(snapshot)),
        ("spoken", panels::spoken(snapshot)),
        ("players", panels::players(snapshot)),
        ("analyses", panels::analyses(view)),
        ("analysis", panels::analysis(view)),
        ("course", panels::course(view)),
        ("review", panels::review(view)),
        ("puzzle", panels::puzzle(snapshot)),
        ("moves", panels::moves(view)),
        ("variation", panels::variation(snapshot)),
        ("comment", panels::comment_form(snapshot)),
        ("games", panels::games(snapshot)),
        ("new-game", panels::new_game(snapshot)),
        ("set-up", panels::set_up(snapshot)),
        ("texts", panels::texts(snapshot)),
        ("opened", panels::opened(snapshot)),
        ("log", panels::log(snapshot)),
    ];
    parts.map(|(id, content)| (id, readable(&content.into_string())))
}
