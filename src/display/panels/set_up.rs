//! Placing blocks, and setting up positions.

use crate::display::mode::{Draft, Mode, Tool};
use crate::display::snapshot::Snapshot;
use ataxx_core::board::{Color, Rules};
use maud::{Markup, html};

/// The choice of what a click on the board does, and the tools for it.
pub fn set_up(snapshot: &Snapshot) -> Markup {
    let moved = snapshot.session.game().last_move().is_some();
    let blocks = snapshot.session.game().rules().blocks;
    let mode = |name: &str, label: &str, pressed: bool, enabled: bool| {
        html! {
            button id={ "mode-" (name) } name="mode" value=(name) aria-pressed=(pressed)
                disabled[!enabled] { (label) }
        }
    };
    html! {
        form method="post" action="do/mode" {
            div class="row" role="group" aria-label="What a click does" {
                (mode("play", "Play", snapshot.mode == Mode::Play, true))
                (mode("blocks", "Place blocks", snapshot.mode == Mode::Blocks, blocks && !moved))
                (mode("set-up", "Set up", matches!(snapshot.mode, Mode::SetUp(_)), true))
            }
        }
        @match snapshot.mode {
            Mode::Play => p class="quiet" {
                @if moved { "Blocks are placed before the first move." }
                @else { "Blocks come with their reflections." }
            },
            Mode::Blocks => p class="quiet" {
                "A click blocks a square and its reflections; a click on a block removes them."
            },
            Mode::SetUp(draft) => (draft_form(&draft, snapshot.session.game().rules())),
        }
    }
}

fn draft_form(draft: &Draft, rules: &Rules) -> Markup {
    let [red, blue] = Color::BOTH.map(|color| draft.position.pieces(color).count());
    let blocks = draft.position.blocks().count();
    html! {
        p class="quiet" {
            "Red " (red) " · Blue " (blue) " · blocks " (blocks) " · rules " (rules)
        }
        @for problem in draft.problems(rules) { p class="why" { (problem) } }
        form method="post" action="do/draft" {
            input type="hidden" name="change" value="tool";
            div class="row" role="group" aria-label="What a click puts down" {
                @for tool in Tool::ALL {
                    button id={ "tool-" (tool.name()) } name="tool" value=(tool.name())
                        aria-pressed=(tool == draft.tool) { (tool.name()) }
                }
            }
        }
        form method="post" action="do/draft" {
            input type="hidden" name="change" value="turn";
            div class="row" role="group" aria-label="Side to move" {
                @for color in Color::BOTH {
                    button id={ "turn-" (color.name()) } name="turn" value=(color.name())
                        aria-pressed=(color == draft.position.turn()) { (color) " to move" }
                }
            }
        }
        form method="post" action="do/draft" class="row" data-auto="change" {
            input type="hidden" name="change" value="jumps";
            label for="jumps" { "Jumps in a row" }
            input id="jumps" name="jumps" type="number" min="0" max="65535" value=(draft.position.jumps());
            button class="without-script" { "Set" }
        }
        form method="post" action="do/draft" class="row" {
            button id="draft-start" name="change" value="start" { "Start position" }
            button id="draft-empty" name="change" value="empty" { "Empty board" }
            button id="draft-done" class="main" name="change" value="done" { "Use this position" }
        }
    }
}
