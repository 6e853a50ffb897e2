//! Elements that several pages and panels have.

use ataxx_core::board::Position;
use ataxx_core::notation::picture::{self, PictureOptions};
use maud::{Markup, PreEscaped, html};

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

/// A board with its caption.
pub fn figure(position: &Position, options: &PictureOptions, words: &str) -> Markup {
    html! {
        figure {
            div class="board-frame" {
                (PreEscaped(picture::plain(position, options)))
                div class="over" { (PreEscaped(picture::arrows(options))) }
            }
            figcaption { (words) }
        }
    }
}

/// A button that is a form of its own.
pub fn act(what: &str, label: &str, title: &str, enabled: bool) -> Markup {
    html! {
        form method="post" action={ "do/" (what) } {
            button id={ "do-" (what) } title=(title) disabled[!enabled] { (label) }
        }
    }
}

/// A button that goes on with a lesson or a puzzle.
pub fn step(task: &str, what: &str, label: &str) -> Markup {
    html! {
        form method="post" action={ "do/" (task) } {
            button id={ (task) "-" (what) } name="step" value=(what) { (label) }
        }
    }
}

/// The choice of one of several scenarios by name.
pub fn scenario_choice(names: impl Iterator<Item = impl maud::Render>, current: usize) -> Markup {
    html! {
        form method="post" action="do/scenario" class="row" data-auto="change" {
            label class="unseen" for="scenario" { "Scenario" }
            select id="scenario" name="number" {
                @for (number, name) in names.enumerate() {
                    option value=(number) selected[number == current] { (name) }
                }
            }
        }
    }
}

/// The buttons for something to step through.
pub fn step_buttons(can_step: bool, label: &str) -> Markup {
    html! {
        div class="row" {
            form method="post" action="do/step" {
                button id="do-step" class="main" disabled[!can_step] { (label) }
            }
            form method="post" action="do/close" { button id="do-close" { "Close" } }
        }
    }
}
