//! The parts of a page that change, each by itself.

use super::analysis::Analysis;
use super::snapshot::Snapshot;
use super::{board_view, panels};
use maud::{Markup, html};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A part of a page.
pub struct Fragment {
    /// The id of the element it is in.
    pub id: String,
    /// What is in the element.
    pub html: String,
}

impl Fragment {
    fn new(id: impl Into<String>, html: Markup) -> Self {
        Self {
            id: id.into(),
            html: html.into_string(),
        }
    }

    /// What tells its content from another.
    pub fn hash(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.html.hash(&mut hasher);
        format!("{:x}", hasher.finish())
    }
}

/// All parts of a page, as things stand.
pub fn all(snapshot: &Snapshot, analysis: &Analysis) -> Vec<Fragment> {
    let mut parts = vec![
        Fragment::new("status", panels::status(snapshot)),
        Fragment::new("board", board_view::board(snapshot)),
        Fragment::new("arrows", board_view::arrows(snapshot, analysis)),
        Fragment::new("bar", panels::bar(snapshot, analysis)),
        Fragment::new("controls", panels::controls(snapshot)),
        Fragment::new("notice", panels::notice(snapshot)),
        Fragment::new("spoken", panels::spoken(snapshot)),
        Fragment::new("choice", panels::choice(snapshot)),
        Fragment::new("players", panels::players(snapshot)),
        Fragment::new("wishes", panels::wishes(snapshot)),
        Fragment::new("analysis", panels::analysis(snapshot, analysis)),
        Fragment::new("course", panels::course(snapshot, analysis)),
        Fragment::new("set-up", panels::set_up(snapshot)),
        Fragment::new("texts", panels::texts(snapshot)),
        Fragment::new("opened", panels::opened(snapshot)),
        Fragment::new("log", panels::log(snapshot)),
    ];
    let chunks = panels::moves(snapshot).into_iter().enumerate();
    parts.extend(chunks.map(|(number, html)| Fragment::new(format!("moves-{number}"), html)));
    parts
}

/// The parts of a page by their ids, to be put in their places.
pub struct Parts {
    parts: HashMap<String, Fragment>,
    order: Vec<String>,
}

impl Parts {
    pub fn of(parts: Vec<Fragment>) -> Self {
        let order = parts.iter().map(|part| part.id.clone()).collect();
        let parts = parts.into_iter().map(|part| (part.id.clone(), part));
        Self {
            parts: parts.collect(),
            order,
        }
    }

    /// An element with a part in it.
    pub fn place(&self, id: &str) -> Markup {
        self.place_with(id, "")
    }

    /// The same with a class.
    pub fn place_with(&self, id: &str, class: &str) -> Markup {
        let part = self.parts.get(id);
        html! {
            div id=(id) class=(class) data-hash=[part.map(Fragment::hash)] {
                @if let Some(part) = part { (maud::PreEscaped(&part.html)) }
            }
        }
    }

    /// All parts the ids of which begin like this.
    pub fn places(&self, prefix: &str) -> Markup {
        html! {
            @for id in self.order.iter().filter(|id| id.starts_with(prefix)) { (self.place(id)) }
        }
    }
}
