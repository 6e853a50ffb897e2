//! Proofs by the solver of this program: `forced-win: { for, plies or within, moves }`,
//! `no-forced-win: { within }`.

use super::common::StepSyntax;
use super::common::{compare_moves, compare_values, in_position};
use crate::report::{Outcome, Place};
use crate::scenario::performer::{Performer, Problem, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::{Text, Texts};
use crate::scenario::syntax::{Grid, Node, patterns};
use ataxx_core::board::{Color, Position};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Budget, Plies, Question, Solution, Solver, SolverOptions, Verdict};
use ataxx_opponents::Failure;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Instant;

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
    /// The side that wins: red or blue.
    #[schemars(schema_with = "patterns::side")]
    r#for: Text,
    /// The exact number of plies under best play.
    plies: Option<u16>,
    /// The greatest number of plies.
    within: Option<u16>,
    /// All first moves that keep the result (of the side to move, also if that side loses).
    #[serde(default)]
    #[schemars(schema_with = "patterns::moves")]
    moves: Option<Texts>,
}

impl StepSyntax for ForcedWin {
    const KEY: &'static str = "forced-win";
    const FORM: &'static str = "`forced-win: { for, plies or within, moves }`";
    const DESCRIPTION: &'static str = "Checks that a side can force a win: in exactly `plies` \
        plies under best play, or within `within` plies; and by which first moves.";

    type Written = Written;

    fn parse(written: Written, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let color = parser.color(&written.r#for, node.get("for").unwrap_or(node))?;
        let moves = written.moves.as_ref();
        let moves = moves.and_then(|texts| parser.moves(texts, node, "moves"));
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
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
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
        Ok(())
    }
}

/// The side that can force a victory, and in how many plies, where it is known.
pub fn winner(verdict: Verdict, turn: Color) -> Option<(Color, Option<u16>)> {
    let plies = |distance: Option<Plies>| distance.map(|Plies(plies)| plies);
    match verdict {
        Verdict::Win(distance) => Some((turn, plies(distance))),
        Verdict::Loss(distance) => Some((!turn, plies(distance))),
        Verdict::None | Verdict::Draw | Verdict::Unknown => None,
    }
}

/// No win that can be forced.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "NoForced")]
pub struct NoForcedWin {
    /// The number of plies.
    within: u16,
}

impl StepSyntax for NoForcedWin {
    const KEY: &'static str = "no-forced-win";
    const FORM: &'static str = "`no-forced-win: { within }`";
    const DESCRIPTION: &'static str =
        "Checks that neither side can force a win within this number of plies.";

    type Written = Self;

    fn parse(written: Self, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if written.within == 0 {
            parser.empty_check(node.get("within").unwrap_or(node), "1 ply or more");
            return None;
        }
        Some(written)
    }
}

impl Step for NoForcedWin {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let position = trusted_position(performer, &place)?;
        let solution = solve(performer, &position, self.within, false, &place)?;
        let Some((winner, distance)) = winner(solution.verdict, position.turn()) else {
            return Ok(());
        };
        let plies = Plies(distance.unwrap_or(self.within));
        let message = format!("{winner} can force it in {plies}");
        Err(Problem::mismatch(&place, message).with_help([in_position(&position)]))
    }
}

/// The position of the program, whose board must be that of the referee.
pub fn trusted_position(performer: &mut Performer, place: &Place) -> Result<Position, Problem> {
    let seen = match performer.look(place) {
        Ok(seen) => seen,
        // It has no board of its own: it is given the position with each request.
        Err(problem) if problem.outcome() == Outcome::Unsupported => {
            return Ok(*performer.subject().referee().position());
        }
        Err(problem) => return Err(problem),
    };
    let expected = *performer.subject().referee().position();
    match Grid::exactly(&expected).compare(&seen) {
        None => Ok(expected),
        Some(comparison) => {
            let message = "the program's board differs from that of the rules";
            Err(Problem::mismatch(place, message).with(comparison))
        }
    }
}

/// Solves a position within this many plies.
pub fn solve(
    performer: &Performer,
    position: &Position,
    plies: u16,
    all_moves: bool,
    place: &Place,
) -> Result<Solution, Problem> {
    let deadline = performer.deadline();
    let stop = performer.context.stop;
    let go_on = || Instant::now() < deadline && !stop.is_requested();
    let budget = Budget {
        nodes: None,
        may_continue: &go_on,
    };
    let question = Question {
        within: Some(Plies(plies)),
        all_moves,
    };
    let rules = performer.subject().referee().rules();
    let solution =
        Solver::new(rules, &SolverOptions::default()).answer(position, question, &budget);
    let lacks_moves = all_moves && !solution.moves_complete;
    if solution.verdict != Verdict::Unknown && !lacks_moves {
        return Ok(solution);
    }
    if stop.is_requested() {
        return Err(Problem::interrupted(place));
    }
    let message = format!(
        "no proof within {} was found within the time limit of a step",
        Plies(plies)
    );
    Err(Problem::at(place)(Failure::timeout(message)))
}
