//! Expected and actual on the page.

use super::scenario::lines;
use crate::board::{Bitboard, Color, Position};
use crate::notation::picture::{Arrow, PictureOptions, svg};
use crate::tester::report::human::{cell_in_words, diff};
use crate::tester::report::words::readable;
use crate::tester::report::{Comparison, Report};
use maud::{Markup, PreEscaped, html};

pub fn markup(comparison: &Comparison) -> Markup {
    match comparison {
        Comparison::Values {
            what,
            expected,
            actual,
        } => html! {
            table class="compare" {
                caption class="soft" { (readable(what)) }
                tr { th scope="row" { "expected" } td { code { (lines(expected)) } } }
                tr { th scope="row" { "actual" } td { code { (lines(actual)) } } }
            }
        },
        Comparison::Texts { expected, actual } => html! {
            div {
                h4 { "The difference (- expected, + actual)" }
                pre class="diff" {
                    @for line in diff(expected, actual) {
                        span class=(class_of(&line)) { (line) "\n" }
                    }
                }
            }
        },
        Comparison::Boards {
            expected,
            constrained,
            actual,
            differing,
        } => boards(expected, *constrained, actual, *differing),
        Comparison::Sets {
            what,
            missing,
            surplus,
            common,
        } => html! {
            table class="compare" {
                caption class="soft" { (readable(what)) ": " (common) " as expected" }
                @for (name, items) in [("missing", missing), ("surplus", surplus)] {
                    @if !items.is_empty() {
                        tr {
                            th scope="row" { (name) " (" (items.len()) ")" }
                            td { code { (items.iter().map(|item| readable(item)).collect::<Vec<_>>().join(", ")) } }
                        }
                    }
                }
            }
        },
    }
}

/// The class of a line of a difference.
fn class_of(line: &str) -> &'static str {
    match line.as_bytes().first() {
        Some(b'-') => "out",
        Some(b'+') => "in",
        _ => "both",
    }
}

fn boards(
    expected: &Position,
    constrained: Bitboard,
    actual: &Position,
    differing: Bitboard,
) -> Markup {
    let open = !constrained;
    let wanted = only(expected, constrained);
    let differences: Vec<String> = differing
        .squares()
        .map(|square| {
            let [was, wanted] = [actual, expected].map(|board| cell_in_words(board.cell(square)));
            format!("{square} is {was}, not {wanted}")
        })
        .collect();
    html! {
        div {
            div class="boards" {
                figure class=(open_classes(open)) {
                    figcaption { "Expected" }
                    (picture(&wanted, differing, "The board that was expected"))
                }
                figure {
                    figcaption { "Actual" }
                    (picture(actual, differing, "The board that there is"))
                }
            }
            p class="difference" {
                @if !differences.is_empty() { "Marked with a diamond: " (differences.join("; ")) ". " }
                @if !open.is_empty() { "Grey squares may hold anything." }
            }
        }
    }
}

/// The position with nothing on the squares about which nothing was expected.
fn only(position: &Position, squares: Bitboard) -> Position {
    Position::new(
        position.pieces(Color::Red) & squares,
        position.pieces(Color::Blue) & squares,
        position.blocks() & squares,
        position.turn(),
    )
    // Parts of sets that share no square share none.
    .unwrap_or(*position)
}

fn picture(position: &Position, differing: Bitboard, title: &str) -> Markup {
    let arrows = differing.squares().map(|square| Arrow {
        from: square,
        to: square,
    });
    let options = PictureOptions {
        arrows: arrows.collect(),
        title: Some(title.to_owned()),
        ..PictureOptions::default()
    };
    PreEscaped(svg(position, &options))
}

/// The classes that say which squares of a picture are open.
fn open_classes(open: Bitboard) -> String {
    let classes: Vec<String> = open
        .squares()
        .map(|square| format!("open-{square}"))
        .collect();
    classes.join(" ")
}

/// The squares that are open in the picture of a report.
pub fn open_squares(report: &Report) -> Bitboard {
    let compared = report.failure.as_ref();
    match compared.and_then(|failure| failure.comparison.as_ref()) {
        Some(Comparison::Boards { constrained, .. }) => !*constrained,
        _ => Bitboard::EMPTY,
    }
}

/// How open squares look: what is not said must not look like an empty square.
pub fn style_of_open(open: Bitboard) -> String {
    if open.is_empty() {
        return String::new();
    }
    let squares: Vec<String> = open
        .squares()
        .map(|square| format!(".open-{square} .ataxx-board .square.{square}"))
        .collect();
    format!("{}{{fill:#b9b1a1;fill-opacity:.55}}", squares.join(","))
}
