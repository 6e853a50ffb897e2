//! Comparisons as HTML.

use crate::tester::report::human::diff;
use crate::tester::report::words::{readable, readable_lines};
use crate::tester::report::{Boards, Comparison, Report};
use ataxx_core::board::{Bitboard, Color, Position};
use ataxx_core::notation::picture::{Arrow, PictureOptions, svg};
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
                tr { th scope="row" { "expected" } td { code { (readable_lines(expected)) } } }
                tr { th scope="row" { "actual" } td { code { (readable_lines(actual)) } } }
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
        Comparison::Boards(compared) => boards(compared),
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

fn boards(boards: &Boards) -> Markup {
    let (open, differing) = (boards.open, boards.differing);
    let wanted = only(&boards.expected, !open);
    let differences: Vec<String> = boards.differences().collect();
    html! {
        div {
            div class="boards" {
                figure class=(open_classes(open)) {
                    figcaption { "Expected" }
                    (picture(&wanted, differing, "The board that was expected"))
                }
                figure {
                    figcaption { "Actual" }
                    (picture(&boards.actual, differing, "The board that there is"))
                }
            }
            p class="difference" {
                @if !differences.is_empty() { "Marked with a diamond: " (differences.join("; ")) ". " }
                @if !open.is_empty() { "Grey squares may hold anything." }
            }
        }
    }
}

/// The position with these squares only.
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
        Some(Comparison::Boards(boards)) => boards.open,
        _ => Bitboard::EMPTY,
    }
}

/// The style of open squares, which must not look like empty ones.
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
