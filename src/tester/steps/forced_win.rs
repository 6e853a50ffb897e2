//! `forced-win: { for, plies or within, moves }`.

use super::kind::StepSyntax;
use super::moves::{compare_moves, in_position};
use super::proof::{solve, trusted_position};
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Step, StepAt};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::{Text, Texts};
use crate::tester::syntax::{Node, patterns};
use ataxx_core::board::Color;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Plies, Verdict};
use schemars::JsonSchema;
use serde::Deserialize;

/// Checks that a side can force its victory.
#[derive(Debug)]
pub struct ForcedWin {
    color: Color,
    /// How many plies it takes.
    plies: u16,
    /// Whether it takes no fewer.
    is_exact: bool,
    moves: Option<Vec<BerkeleyMove>>,
}

/// A win that can be forced.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(
    rename = "Forced",
    extend("oneOf" = [{ "required": ["plies"] }, { "required": ["within"] }])
)]
pub struct Written {
    /// Whose: red or blue.
    #[schemars(schema_with = "patterns::side")]
    r#for: Text,
    /// The exact number of plies under best play.
    plies: Option<u16>,
    /// The greatest number of plies.
    within: Option<u16>,
    /// By these first moves and no others (those of the side to move, if that side is lost).
    #[serde(default)]
    #[schemars(schema_with = "patterns::moves")]
    moves: Option<Texts>,
}

impl StepSyntax for ForcedWin {
    const KEY: &'static str = "forced-win";
    const DESCRIPTION: &'static str = "This side can force the game to end in its victory.";
    const REFERENCE: (&'static str, &'static str) = (
        "`forced-win: { for, plies or within, moves }`",
        "that a side can force its victory: in exactly `plies` plies under best play, or within \
         `within` plies; and by which first moves",
    );

    type Written = Written;

    fn parse(written: Written, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let color = parser.color(&written.r#for, node.get("for").unwrap_or(node))?;
        let moves = match &written.moves {
            Some(texts) => Some(parser.moves(texts, node, "moves")?),
            None => None,
        };
        let (plies, is_exact) = match (written.plies, written.within) {
            (Some(plies), None) => (plies, true),
            (None, Some(plies)) => (plies, false),
            _ => {
                let message = "give either `plies`, the exact distance, or `within`, a limit";
                parser.wrong(node, "forced-win", message);
                return None;
            }
        };
        Some(Self {
            color,
            plies,
            is_exact,
            moves,
        })
    }
}

impl Step for ForcedWin {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        let position = trusted_position(performer, &place)?;
        let (side, plies) = (self.color, self.plies);
        let solution = solve(performer, &position, plies, self.moves.is_some(), &place)?;
        let help = [in_position(&position)];
        let Some((winner, distance)) = winner(solution.verdict, position.turn()) else {
            let message = format!("neither side can force it within {}", Plies(plies));
            return Err(Problem::mismatch(&place, message).with_help(help));
        };
        if winner != side {
            let plies = distance.map_or_else(String::new, |plies| format!(" in {plies}"));
            let message = format!("{side} cannot force it: {winner} can{plies}");
            return Err(Problem::mismatch(&place, message).with_help(help));
        }
        let mut problems = Vec::new();
        if let Some(actual) = distance.filter(|_| self.is_exact) {
            let compared = compare_values(at, Some("plies"), "plies", &plies, &actual);
            problems.extend(compared.err().map(|problem| problem.with_help(help)));
        }
        if let Some(moves) = &self.moves {
            let compared = compare_moves(&position, moves, &solution.moves, at, "moves");
            problems.extend(compared.err());
        }
        Problem::any(problems)?;
        Ok(Progress::Done)
    }
}

/// Who can force a victory, and in how many plies, where it is known.
pub fn winner(verdict: Verdict, turn: Color) -> Option<(Color, Option<u16>)> {
    let plies = |distance: Option<Plies>| distance.map(|Plies(plies)| plies);
    match verdict {
        Verdict::Win(distance) => Some((turn, plies(distance))),
        Verdict::Loss(distance) => Some((!turn, plies(distance))),
        Verdict::None | Verdict::Draw | Verdict::Unknown => None,
    }
}
