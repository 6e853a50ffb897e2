//! The whole page around the fragments that change.

use super::fragment::Parts;
use super::order::Answer;
use super::snapshot::{Snapshot, sentence};
use crate::presentation::document;
use maud::{Markup, html};

/// What every page has in its head.
pub fn head(title: &str) -> Markup {
    html! {
        meta name="color-scheme" content="light dark";
        title { (title) }
        link rel="icon" href="icon.svg" type="image/svg+xml";
        link rel="stylesheet" href="board.css";
        link rel="stylesheet" href="display.css";
    }
}

/// The whole page.
///
/// A form that was sent without the script leads back to it with an answer.
pub fn page(snapshot: &Snapshot, parts: &Parts, answer: Option<&Answer>) -> Markup {
    let (refused, printed) = match answer {
        None => ("", ""),
        Some(Answer::Refused(why)) => (why.as_str(), ""),
        Some(Answer::Printed(text)) => ("", text.as_str()),
    };
    let dialect = snapshot.session.dialect().name();
    let thinking = snapshot.thinking.is_some();
    let head = html! {
        (head("Ataxx"))
        script src="display.js" defer {}
        @if thinking { noscript { meta http-equiv="refresh" content="1"; } }
    };
    let body = html! {
        header class="top" {
            h1 { "Ataxx" }
            p { "rules " (dialect) }
            p { a href="how-to-play" { "How to play" } }
            p id="connection" class="connection" role="status" {}
        }
        main {
            div class="table" {
                (parts.place_with("status", "status"))
                div class="board-frame" {
                    (parts.place("board"))
                    (parts.place("arrows"))
                    svg id="drawn" viewBox="0 0 7 7" aria-hidden="true" { path {} }
                }
                (parts.place_with("bar", "bar"))
                (parts.place_with("controls", "controls"))
                div role="status" class="notices" {
                    p id="refusal" class="notice refused" { (sentence(refused)) }
                    (parts.place_with("notice", "notice"))
                }
                div class="unseen" role="status" aria-live="polite" { (parts.place("spoken")) }
                p id="keys" class="keys" {
                    "Click, drag, or use arrows and Enter; Escape lets go."
                    button type="button" class="with-script" data-dialog="keys-dialog" { "Keys" }
                }
            }
            div class="panels" { (panels(parts, printed)) }
            (tabs())
            dialog id="new-game-dialog" aria-labelledby="new-game-title" { (parts.place("new-game")) }
            (keys())
        }
    };
    document(&head, &body)
}

fn panels(parts: &Parts, printed: &str) -> Markup {
    html! {
        div class="column" {
        (parts.place("end"))
        section class="panel" data-panel="players" aria-labelledby="players-title" {
            h2 id="players-title" { "Players" }
            (parts.place_with("players", "players"))
        }
        section class="panel" data-panel="moves" aria-labelledby="moves-title" {
            h2 id="moves-title" { "Moves" }
            div id="moves" class="moves" role="group" aria-label="the moves so far" {
                (parts.places("moves-"))
            }
            (parts.place("variation"))
            (command_line())
            pre id="printed" class="printed" role="status" tabindex="0" { (printed) }
        }
        }
        div class="column" {
        section class="panel" data-panel="analysis" aria-labelledby="analysis-title" {
            h2 id="analysis-title" { "Analysis" }
            (parts.place_with("wishes", "row"))
            (parts.place_with("course", "course"))
            (parts.place_with("review", "review"))
            (parts.place_with("analysis", "analysis"))
        }
        div id="opened-panel" data-panel="more" { (parts.place_with("opened", "opened")) }
        details class="panel" data-panel="puzzles" {
            summary { "Puzzles" }
            (parts.place("puzzle"))
        }
        details class="panel" data-panel="set-up" {
            summary { "Set up" }
            (parts.place("set-up"))
        }
        details class="panel" data-panel="more" {
            summary { "Open and copy" }
            (open())
            (parts.place("texts"))
            p class="downloads" {
                "Save the game: "
                a href="game/html" download="ataxx.html" { "page to look at" } ", "
                a href="game/svg" download="ataxx.svg" { "moving picture" } ", "
                a href="game/txt" download="ataxx.txt" { "record" }
            }
        }
        details class="panel" data-panel="more" {
            summary { "Session" }
            div id="log-frame" class="log" role="log" aria-label="session" tabindex="0" { (parts.place("log")) }
            (parts.place("choice"))
        }
        }
    }
}

/// On a phone: the choice of the panel under the board.
fn tabs() -> Markup {
    let tabs = [
        ("moves", "Moves"),
        ("analysis", "Analysis"),
        ("players", "Players"),
        ("puzzles", "Puzzles"),
        ("set-up", "Set up"),
        ("more", "More"),
    ];
    html! {
        nav id="tabs" class="tabs with-script" aria-label="Panels" {
            @for (panel, title) in tabs { button type="button" data-tab=(panel) { (title) } }
        }
    }
}

/// The keys of the page.
fn keys() -> Markup {
    let keys = [
        ("← →", "one move back or forward"),
        ("Home End", "the start or the end of the game"),
        ("wheel", "over the board: back and forward"),
        ("Ctrl+Z Ctrl+Y", "undo, redo"),
        ("F", "turn the board"),
        (
            "Tab, arrows, Enter",
            "choose a square on the board, or a move in the list",
        ),
        ("Escape", "let go of a piece; stop a thinking AI"),
        ("right button", "draw arrows and marks on the board"),
        ("?", "this list"),
    ];
    html! {
        dialog id="keys-dialog" aria-labelledby="keys-title" {
            h2 id="keys-title" { "Keys" }
            dl {
                @for (key, meaning) in keys { div { dt { kbd { (key) } } dd { (meaning) } } }
            }
            button type="button" data-close="keys-dialog" { "Close" }
        }
    }
}

/// The field for moves and commands.
fn command_line() -> Markup {
    html! {
        form method="post" action="do/line" class="line" data-clear="line" {
            label class="unseen" for="line" { "Move or command" }
            input id="line" name="line" placeholder="a7-b7, or a command" autocomplete="off"
                autocapitalize="none" spellcheck="false" maxlength="1000";
            button { "Enter" }
        }
    }
}

/// The field for pasted texts.
fn open() -> Markup {
    html! {
        form method="post" action="do/open" class="open" {
            label for="open-text" { "Paste a position, game record, certificate or scenario" }
            textarea id="open-text" name="text" rows="4" spellcheck="false" {}
            div class="row" {
                button id="do-open" { "Open" }
                label class="with-script file" for="open-file" { "From a file" }
                input class="with-script" id="open-file" type="file";
            }
        }
    }
}
