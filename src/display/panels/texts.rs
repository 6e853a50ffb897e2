//! Texts to copy and to read: the position, the game, the log.

use crate::display::opened;
use crate::display::position_link;
use crate::display::snapshot::Snapshot;
use ataxx_core::notation::Dump;
use maud::{Markup, html};

/// The position and the game as texts.
pub fn texts(snapshot: &Snapshot) -> Markup {
    let position = *snapshot.shown();
    let record = match snapshot.record() {
        Ok(record) => record.to_string(),
        Err(reason) => format!("# {reason}"),
    };
    let text = |id: &str, label: &str, text: &str, rows: usize| {
        html! {
            div class="text" {
                label for=(id) { (label) }
                textarea id=(id) readonly rows=(rows) spellcheck="false" { (text) }
                button type="button" class="with-script" data-copy=(id) aria-label={ "Copy " (label) } { "Copy" }
            }
        }
    };
    let lines = record.lines().count().clamp(2, 8);
    let link = position_link::link(&position, &snapshot.session.dialect().rules());
    html! {
        (text("fen", "FEN", &position.to_string(), 2))
        div class="text" {
            a id="link" href=(link) { "Link to this position" }
            button type="button" class="with-script" data-copy="link" aria-label="Copy the link to this position" { "Copy" }
        }
        (text("dump", "Dump", &Dump(position).to_string(), 9))
        (text("record", "Game record", &record, lines))
    }
}

/// The panel of an opened certificate or scenario.
pub fn opened(snapshot: &Snapshot) -> Markup {
    match &snapshot.opened {
        None => html! {},
        Some(opened) => opened::panel(opened, snapshot.session.position()),
    }
}

/// The log of the session.
pub fn log(snapshot: &Snapshot) -> Markup {
    html! {
        @for said in snapshot.log.iter() {
            pre class=(said.voice.name()) { (said.text) }
        }
    }
}
