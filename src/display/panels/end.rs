//! The end of a game, and the form for the next one.

use super::{over, player_choices};
use crate::display::mode::Mode;
use crate::display::pattern::Pattern;
use crate::display::snapshot::Snapshot;
use crate::session::{Dialect, State};
use ataxx_core::board::Color;
use ataxx_core::notation::picture::{self, PictureOptions};
use maud::{Markup, PreEscaped, html};

/// What can be done at the end of a game; nothing before.
pub fn end(snapshot: &Snapshot) -> Markup {
    let is_shown = snapshot.mode == Mode::Play
        && !snapshot.has_task()
        && snapshot.session.state() != State::SetUp;
    let Some((result, reason)) = over(snapshot).filter(|_| is_shown) else {
        return html! {};
    };
    html! {
        section class="end" aria-label="The game is over" {
            p { b { (result) } ": " (reason) "." }
            div class="row" {
                form method="post" action="do/rematch" {
                    button id="do-rematch" class="main" title="Sides exchanged" { "Rematch" }
                }
                form method="post" action="do/analyse" data-shows="analysis" {
                    button id="end-review" name="wish" value="review" { "Review the game" }
                }
                button type="button" class="with-script" data-dialog="new-game-dialog" { "New game …" }
            }
        }
    }
}

/// The form for a new game.
pub fn new_game(snapshot: &Snapshot) -> Markup {
    let dialect = snapshot.session.dialect();
    let rules = &dialect.rules();
    html! {
        form method="post" action="do/begin" class="new-game" data-close="new-game-dialog" {
            h2 id="new-game-title" { "New game" }
            @for color in Color::BOTH {
                div class={ "player " (color.name()) } {
                    span class={ "piece-icon " (color.name()) } {}
                    label for={ "new-" (color.name()) } { (color) }
                    select id={ "new-" (color.name()) } name=(color.name()) {
                        (player_choices(color, snapshot))
                    }
                }
            }
            div class="player" {
                label for="new-rules" { "Rules" }
                select id="new-rules" name="rules" {
                    @for &offered in Dialect::ALL {
                        option value=(offered.name()) selected[offered == dialect] { (offered.name()) }
                    }
                }
            }
            @if rules.blocks {
                fieldset {
                    legend { "Blocks" }
                    div class="patterns" {
                        @for (number, pattern) in Pattern::ALL.iter().enumerate() {
                            @if let Some(start) = pattern.start(rules) {
                                label {
                                    input type="radio" name="blocks" value=(pattern.name) checked[number == 0];
                                    (PreEscaped(picture::plain(&start, &small())))
                                    (pattern.name)
                                }
                            }
                        }
                    }
                }
            }
            p class="quiet" { "The game on the board can be brought back." }
            div class="row" {
                button id="do-begin" class="main" { "Begin" }
                button type="button" class="with-script" data-close="new-game-dialog" { "Cancel" }
            }
        }
    }
}

fn small() -> PictureOptions {
    PictureOptions {
        coordinates: false,
        ..PictureOptions::default()
    }
}
