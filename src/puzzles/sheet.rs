//! Puzzles on paper.

use super::attempt::Attempt;
use super::puzzle::Puzzle;
use super::set::Numbered;
use crate::presentation::Page;
use ataxx_core::notation::MoveNotation;
use ataxx_core::notation::picture::{PictureOptions, plain, style};
use ataxx_core::solver::Budget;
use maud::{Markup, PreEscaped, html};

/// A page to print: a board and a task for each puzzle, and the answers on a sheet of their own.
/// It needs no other files.
pub fn sheet(puzzles: &[Numbered]) -> String {
    let body = html! {
        h1 { "Ataxx puzzles" }
        p {
            "Red's pieces are solid, Blue's are rings, crossed squares are blocked. "
            "A win in 2 is forced with the second move of the side to move, whatever the other "
            "side answers. The only move that holds is the one after which the other side cannot "
            "force such a win. Each puzzle has one right first move. The answers are at the end."
        }
        div.puzzles {
            @for (number, puzzle) in puzzles { (task(*number, puzzle)) }
        }
        section.answers {
            h2 { "Answers" }
            ol {
                @for (number, puzzle) in puzzles {
                    li value=(number) { (answer(puzzle)) }
                }
            }
        }
    };
    let page = Page {
        title: "Ataxx puzzles",
        command: "ataxx puzzles",
        styles: &[style(), include_str!("sheet.css")],
        body,
        script: None,
    };
    page.html()
}

fn task(number: usize, puzzle: &Puzzle) -> Markup {
    let Puzzle {
        position,
        rules,
        kind,
        difficulty,
        ..
    } = puzzle;
    let counted = position.jumps() > 0;
    html! {
        figure {
            (PreEscaped(plain(position, &PictureOptions::default())))
            figcaption {
                b { (number) ". " (position.turn()) " to move: " (kind.title()) }
                br;
                span.soft {
                    (difficulty) ", rules " (rules)
                    @if counted { ", jumps in a row: " (position.jumps()) }
                    br;
                    code { (position) }
                }
            }
        }
    }
}

fn answer(puzzle: &Puzzle) -> String {
    let line = Attempt::new(puzzle).answer(&Budget::unlimited());
    MoveNotation::Berkeley
        .write_line(&line, &puzzle.position, &puzzle.rules)
        .join(" ")
}
