//! Puzzles as scenarios for `ataxx test`.

use super::puzzle::Puzzle;
use super::set::Numbered;
use ataxx_core::board::Rules;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::Aim;
use std::fmt::Write;

/// A file of scenarios: in each, the solver proves the answer of a puzzle, and the AI under test
/// has to find it.
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
