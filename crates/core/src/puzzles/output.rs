//! Puzzles for others: on paper, and as scenarios for `ataxx test`.

use super::attempt::Attempt;
use super::puzzle::{Numbered, Puzzle};
use crate::board::Rules;
use crate::notation::picture::{PictureOptions, plain, style};
use crate::notation::{BerkeleyMove, MoveNotation};
use crate::presentation::Page;
use crate::solver::{Aim, Budget};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;

/// A page to print: a board and a task for each puzzle, and the answers on a sheet of their own.
/// It needs no other files.
#[must_use]
pub fn sheet(puzzles: &[Numbered]) -> String {
    let body = html! {
        h1 { "Ataxx puzzles" }
        p {
            "Red's pieces are solid, Blue's are rings, crossed squares are blocked. "
            "A win in 3 plies is forced with the second move of the side to move, whatever the other "
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

/// A file of scenarios: in each, the solver proves the answer of a puzzle, and the AI under test
/// has to find it.
#[must_use]
pub fn scenarios(puzzles: &[Numbered]) -> String {
    let mut text = "suite: Puzzles\ntags: [puzzles, solver, ai]\n\nscenarios:\n".to_owned();
    for (number, puzzle) in puzzles {
        let _ = scenario(&mut text, *number, puzzle);
    }
    // The last scenario has no empty line after it.
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn scenario(text: &mut String, number: usize, puzzle: &Puzzle) -> std::fmt::Result {
    let Puzzle {
        position,
        rules,
        kind,
        answer,
        difficulty,
    } = puzzle;
    let turn = position.turn();
    let (side, plies) = (turn.name(), kind.plies());
    let answer = BerkeleyMove::of(*answer, position);
    let title = kind.title();
    writeln!(
        text,
        "  - name: \"puzzle {number} ({difficulty}): {title}\""
    )?;
    writeln!(text, "    rules: \"{rules}\"")?;
    writeln!(text, "    position: {position}")?;
    writeln!(text, "    steps:")?;
    match kind.aim() {
        Aim::Win => {
            let plies = plies.0;
            writeln!(
                text,
                "      - forced-win: {{ for: {side}, plies: {plies}, moves: [{answer}] }}"
            )?;
        }
        Aim::Hold => {
            writeln!(text, "      - no-forced-win: {{ within: {} }}", plies.0 + 2)?;
            let (winner, within) = (turn.opposite().name(), plies.0 - 1);
            for mv in position
                .legal_moves(rules)
                .filter(|&mv| mv != puzzle.answer)
            {
                let mv = BerkeleyMove::of(mv, position);
                writeln!(text, "      - play: {mv}")?;
                writeln!(
                    text,
                    "      - forced-win: {{ for: {winner}, within: {within} }}"
                )?;
                writeln!(text, "      - position: {position}")?;
            }
        }
    }
    // Other rules than those of a session are played without one, and all by the AI.
    if *rules == Rules::BERKELEY_2022 {
        writeln!(text, "      - send: auto {side}")?;
    }
    writeln!(
        text,
        "      - ai-move: {{ color: {side}, one-of: [{answer}] }}\n"
    )
}
