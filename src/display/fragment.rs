//! The parts of a page that change, each by itself.

use super::analysis::Analysis;
use super::snapshot::Snapshot;
use super::{board_view, panels};
use maud::{Markup, html};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A part of a page.
#[derive(Serialize)]
pub struct Fragment {
    /// The id of the element that it fills.
    pub id: String,
    /// A hash of its content.
    pub hash: String,
    /// The content of the element.
    pub html: String,
}

impl Fragment {
    fn new(id: impl Into<String>, html: Markup) -> Self {
        let html = html.into_string();
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Self {
            id: id.into(),
            hash: format!("{:x}", hasher.finish()),
            html,
        }
    }
}

/// All parts of a page in the current state.
pub fn all(snapshot: &Snapshot, analysis: &Analysis) -> Vec<Fragment> {
    let mut parts = vec![
        Fragment::new("status", panels::status(snapshot)),
        Fragment::new("board", board_view::board(snapshot)),
        Fragment::new("arrows", board_view::arrows(snapshot, analysis)),
        Fragment::new("bar", panels::bar(snapshot, analysis)),
        Fragment::new("controls", panels::controls(snapshot, analysis)),
        Fragment::new("notice", panels::notice(snapshot)),
        Fragment::new("spoken", panels::spoken(snapshot)),
        Fragment::new("choice", panels::choice(snapshot)),
        Fragment::new("players", panels::players(snapshot)),
        Fragment::new("wishes", panels::wishes(snapshot)),
        Fragment::new("analysis", panels::analysis(snapshot, analysis)),
        Fragment::new("course", panels::course(snapshot, analysis)),
        Fragment::new("review", panels::review(snapshot, analysis)),
        Fragment::new("puzzle", panels::puzzle(snapshot)),
        Fragment::new("variation", panels::variation(snapshot)),
        Fragment::new("end", panels::end(snapshot)),
        Fragment::new("new-game", panels::new_game(snapshot)),
        Fragment::new("set-up", panels::set_up(snapshot)),
        Fragment::new("texts", panels::texts(snapshot)),
        Fragment::new("opened", panels::opened(snapshot)),
        Fragment::new("log", panels::log(snapshot)),
    ];
    let chunks = panels::moves(snapshot, analysis).into_iter().enumerate();
    parts.extend(chunks.map(|(number, html)| Fragment::new(format!("moves-{number}"), html)));
    parts
}

/// The parts of a page, to be put in their places.
pub struct Parts(pub Vec<Fragment>);

impl Parts {
    /// The element of a part, filled.
    pub fn place(&self, id: &str) -> Markup {
        self.place_with(id, "")
    }

    /// The same element with a class.
    pub fn place_with(&self, id: &str, class: &str) -> Markup {
        let part = self.0.iter().find(|part| part.id == id);
        html! {
            div id=(id) class=(class) data-hash=[part.map(|part| &part.hash)] {
                @if let Some(part) = part { (maud::PreEscaped(&part.html)) }
            }
        }
    }

    /// The elements of all parts whose ids begin with a prefix.
    pub fn places(&self, prefix: &str) -> Markup {
        html! {
            @for part in self.0.iter().filter(|part| part.id.starts_with(prefix)) { (self.place(&part.id)) }
        }
    }
}
