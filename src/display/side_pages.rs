//! The pages beside the board: the rules, and a position from a link.

use super::html::{figure, head};
use crate::presentation::document;
use ataxx_core::board::{Game, LimitResult, PlayedMove, Position, Rules, Square, Stuck};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::picture::{Arrow, PictureOptions};
use ataxx_core::notation::position_as_read;
use maud::{Markup, html};
use std::collections::HashMap;

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
            section {
                h2 { "Extend" }
                p {
                    "Put a new piece of yours on an empty square beside one of your pieces, "
                    "also diagonally. The old piece stays."
                }
                (example("7/7/7/3x3/7/7/6o x 0 1", "d4", &["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"],
                    "Red can extend from d4 to any of eight squares."))
                (after("7/7/7/3x3/7/7/6o x 0 1", "d4", "e5", "After the extend from d4 to e5 there are two pieces."))
            }
            section {
                h2 { "Jump" }
                p {
                    "Or move a piece of yours two squares away, in any direction, "
                    "also over other pieces. It leaves its square empty."
                }
                (example("7/7/7/3x3/7/7/6o x 0 1", "d4", &["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c6", "e6", "f5", "f3", "e2", "c2", "b3", "b5"],
                    "Red can jump from d4 to any of sixteen squares."))
                (after("7/7/7/3x3/7/7/6o x 0 1", "d4", "f5", "After the jump from d4 to f5 there is still one piece."))
            }
            section {
                h2 { "Flip" }
                p {
                    "All pieces of the other side beside the square you have moved to become yours. "
                    "Others do not change."
                }
                (example("7/2oo3/2o4/1x5/7/7/7 x 0 1", "b4", &["c4"], "Red extends from b4 to c4."))
                (after("7/2oo3/2o4/1x5/7/7/7 x 0 1", "b4", "c4", "The piece on c5 is beside it and flips; c6 and d6 are not."))
            }
            section {
                h2 { "Blocks and passes" }
                p {
                    "Nobody can move to a blocked square, but jumps can pass over it. "
                    (stuck(rules))
                }
                (example("7/7/2---2/2-x-2/2---2/7/6o x 0 1", "d4", &["b6", "d6", "f4", "d2"],
                    "Blocks all around: Red can jump, but not extend."))
            }
            section {
                h2 { "The end" }
                p {
                    "The game ends when neither side can move, as on a full board, or when a side "
                    "has no pieces left. The side with more pieces has won; with equal numbers it "
                    "is a draw. "
                    (limit(rules))
                }
                p class="quiet" {
                    "These are the rules " (name) ", by which this game is played."
                }
            }
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

/// A position with arrows from a square to others.
fn example(fen: &str, from: &str, to: &[&str], words: &str) -> Markup {
    let arrows = to.iter().filter_map(|to| {
        Some(Arrow {
            from: square(from)?,
            to: square(to)?,
        })
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

/// The most characters shown of what is not a position.
const SHOWN: usize = 80;

/// The link to a position, relative to the page.
pub fn position_link(position: &Position, rules: &Rules) -> String {
    let fen = position.to_string().replace(' ', "+");
    format!(
        "?position={fen}&rules={}",
        rules.to_string().replace(' ', "+")
    )
}

/// The page for a query with a position; `None` for any other query. The rules are those of the
/// session.
///
/// Following a link must change nothing, so the page only shows the position and has a button that
/// puts it on the board.
pub fn linked_position(query: &HashMap<String, String>, rules: &Rules) -> Option<Markup> {
    let text = query.get("position")?;
    let content = match position_as_read(text) {
        Ok(read) => html! {
            (offer(&read.position, query.get("rules"), rules))
            @if !read.names_turn {
                p { "The link does not say which side is to move: Red is assumed." }
            }
        },
        Err(error) => html! {
            p { "This link leads to no position: " (visible(&error.message)) }
            p { code { (visible(&shortened(text, SHOWN))) } }
        },
    };
    let body = html! {
        header class="top" {
            h1 { "A position" }
            p { a href="." { "Back to the board" } }
        }
        main class="rules" { (content) }
    };
    Some(document(&head("A position – Ataxx"), &body))
}

/// The position, and the button that opens it.
fn offer(position: &Position, named: Option<&String>, rules: &Rules) -> Markup {
    let other = named.filter(|named| named.parse() != Ok(*rules));
    let words = format!("{} to move", position.turn());
    html! {
        section { (figure(position, &PictureOptions::default(), &words)) }
        p { code { (position) } }
        @if let Some(named) = other {
            p { "It comes from a game by the rules " (visible(&shortened(named, SHOWN))) "; this session plays by " (rules) "." }
        }
        form method="post" action="do/open" {
            input type="hidden" name="text" value=(position);
            button id="do-open-position" class="main" { "Open this position" }
        }
        p class="quiet" { "The game that it replaces can be brought back." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page_of(fields: &[(&str, &str)]) -> Option<String> {
        let fields = fields.iter();
        let query = fields.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        linked_position(&query.collect(), &Rules::BERKELEY_2022).map(Markup::into_string)
    }

    #[test]
    fn a_link_offers_its_position() {
        let fen = "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7";
        let position: Position = fen.parse().expect(fen);
        assert_eq!(
            position_link(&position, &Rules::BERKELEY_2022),
            "?position=x5o/7/2-1-2/7/2-1-2/7/o5x+o+3+7&rules=2022"
        );
        let page = page_of(&[("position", fen), ("rules", "2022")]).expect("a page");
        assert!(
            page.contains(&format!("name=\"text\" value=\"{fen}\"")),
            "{page}"
        );
        assert!(!page.contains("by the rules"));
        let page = page_of(&[("position", fen), ("rules", "2008")]).expect("a page");
        assert!(page.contains("by the rules 2008; this session plays by 2022"));
        assert_eq!(page_of(&[("refused", "x")]), None);
    }

    #[test]
    fn an_assumed_side_to_move_is_said() {
        let assumed = |text| page_of(&[("position", text)]).map(|page| page.contains("is assumed"));
        assert_eq!(assumed("x5o/7/7/7/7/7/o5x"), Some(true));
        assert_eq!(assumed("x5o/7/7/7/7/7/o5x o"), Some(false));
    }

    #[test]
    fn what_is_no_position_is_said_and_not_offered() {
        let page = page_of(&[("position", "<b>\u{1b}[2J")]).expect("a page");
        assert!(
            page.contains("no position") && !page.contains("do/open"),
            "{page}"
        );
        assert!(!page.contains("<b>") && !page.contains('\u{1b}'), "{page}");
    }

    proptest! {
        #[test]
        fn any_text_has_a_page(text in ".*", rules in ".*") {
            prop_assert!(page_of(&[("position", &text), ("rules", &rules)]).is_some());
        }
    }
}
