//! The rules of the game on one page.

use super::html::{figure, head};
use ataxx_core::board::{Game, LimitResult, PlayedMove, Position, Rules, Square, Stuck};
use ataxx_core::notation::picture::{Arrow, PictureOptions};
use ataxx_core::presentation::document;
use maud::{Markup, html};

/// The rules on one page, for those who have never seen the game. The limits are those of these
/// rules.
pub fn how_to_play(rules: &Rules, name: &str) -> Markup {
    let body = html! {
        header class="top" {
            h1 { "How to play Ataxx" }
            p { a href="." { "Back to the board" } }
        }
        main class="rules" {
            p class="lead" {
                "Two players, Red and Blue, take turns to move. "
                "Who has more pieces at the end wins."
            }
            div class="examples" {
            section {
                h2 { "Extend" }
                p { "Put a new piece on an empty square beside one of yours, also diagonally." }
                (example("7/7/7/3x3/7/7/6o x 0 1", &["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"],
                    "The piece on d4 can extend to eight squares."))
            }
            section {
                h2 { "Jump" }
                p { "Or move a piece two squares away, also over others. It leaves its square empty." }
                (example("7/7/7/3x3/7/7/6o x 0 1", &["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c6", "e6", "f5", "f3", "e2", "c2", "b3", "b5"],
                    "It can jump to sixteen."))
            }
            section {
                h2 { "Flip" }
                p { "All pieces of the other side beside your new square become yours." }
                (after("7/2oo3/2o4/1x5/7/7/7 x 0 1", "b4", "c4", "After b4-c4 the piece on c5 is Red’s; c6 and d6 are not beside it."))
            }
            }
            p {
                b { "Blocks and passes. " }
                "No piece can move to a blocked square, but jumps can pass over it. "
                (stuck(rules))
            }
            p {
                b { "The end. " }
                "The game ends when neither side can move, as on a full board, or when a side "
                "has no pieces left. The side with more pieces has won; with equal numbers it "
                "is a draw. "
                (limit(rules))
            }
            p class="quiet" { "These are the rules " (name) ", by which this game is played." }
        }
    };
    document(&head("How to play – Ataxx"), &body)
}

/// What happens to a side that cannot move.
const fn stuck(rules: &Rules) -> &'static str {
    match rules.stuck {
        Stuck::StopAndAward => {
            "When the side to move cannot move, the game ends, and the empty squares count as \
             pieces of the other side."
        }
        Stuck::Pass => "A side that cannot move passes; a side that can must move.",
    }
}

/// The limit on jumps.
fn limit(rules: &Rules) -> String {
    let Some(limit) = &rules.jump_limit else {
        return String::new();
    };
    let jumps = limit.jumps;
    match limit.result {
        LimitResult::Draw => {
            format!("After {jumps} jumps in a row, of both sides together, it is a draw.")
        }
        LimitResult::MorePieces => {
            format!("It also ends after {jumps} jumps in a row, of both sides together.")
        }
    }
}

/// A position with marks on squares.
fn example(fen: &str, marked: &[&str], words: &str) -> Markup {
    let marks = marked.iter().filter_map(|name| square(name));
    let arrows = marks.map(|square| Arrow {
        from: square,
        to: square,
    });
    let options = PictureOptions {
        arrows: arrows.collect(),
        ..PictureOptions::default()
    };
    figure(&position(fen), &options, words)
}

/// A position after a move.
fn after(fen: &str, from: &str, to: &str, words: &str) -> Markup {
    let mut game = Game::from_position(Rules::UAI, position(fen));
    let last_move: Option<PlayedMove> = square(from)
        .zip(square(to))
        .and_then(|(from, to)| game.play_between(from, to).ok());
    let options = PictureOptions {
        last_move,
        ..PictureOptions::default()
    };
    figure(game.position(), &options, words)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_default()
}

fn square(name: &str) -> Option<Square> {
    name.parse().ok()
}
