//! The end of a game, and the form for the next one.

use super::{ended, player_choices};
use crate::board::Color;
use crate::display::mode::Mode;
use crate::display::pattern::Pattern;
use crate::display::snapshot::Snapshot;
use crate::notation::picture::{self, PictureOptions};
use crate::session::State;
use maud::{Markup, PreEscaped, html};

/// What can be done at the end of a game; nothing before.
pub fn end(snapshot: &Snapshot) -> Markup {
    let session = &snapshot.session;
    let position = session.position();
    let is_shown =
        snapshot.mode == Mode::Play && !snapshot.has_task() && session.state() != State::SetUp;
    let outcome = position.outcome(session.game().rules());
    let Some(outcome) = outcome.filter(|_| is_shown) else {
        return html! {};
    };
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
    let (result, reason) = ended(outcome, red, blue);
    html! {
        section class="end" aria-label="The game is over" {
            p { b { (result) } ": " (reason) "." }
            div class="row" {
                form method="post" action="do/rematch" {
                    button id="do-rematch" class="main" title="Sides exchanged" { "Rematch" }
                }
                form method="post" action="do/analyse" {
                    button id="end-review" name="wish" value="review" { "Review the game" }
                }
                button type="button" class="with-script" data-dialog="new-game-dialog" { "New game …" }
            }
        }
    }
}

/// The form for a new game.
pub fn new_game(snapshot: &Snapshot) -> Markup {
    let rules = snapshot.session.game().rules();
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
            p class="quiet" { "Rules " (snapshot.session.dialect().name()) ". The game on the board can be brought back." }
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
