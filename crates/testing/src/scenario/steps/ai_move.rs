//! `ai-move: { color, one-of, within, wins-within, best-within, go, stop-after }`.

use super::common::{StepSyntax, in_position};
use super::forced_win::solve;
use crate::report::{Comparison, Outcome, Place};
use crate::scenario::performer::{Performer, Problem, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::{Text, Texts, Time};
use crate::scenario::syntax::{Node, patterns};
use ataxx_core::board::Color;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Plies, Verdict};
use ataxx_opponents::subject::{self, Order};
use ataxx_opponents::uai::client::Go;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;

/// Checks the next move of an AI.
#[derive(Debug)]
pub struct AiMove {
    color: Option<Color>,
    one_of: Option<Vec<BerkeleyMove>>,
    within: Option<Duration>,
    wins_within: Option<u16>,
    best_within: Option<u16>,
    order: Option<Order>,
}

/// A move of an AI.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "AiMove")]
pub struct Written {
    /// Its side: red or blue.
    #[schemars(schema_with = "patterns::side")]
    color: Option<Text>,
    /// It is one of these.
    #[schemars(schema_with = "patterns::moves")]
    one_of: Option<Texts>,
    /// It comes within this time.
    within: Option<Time>,
    /// The side can force a win by it within this number of plies, this move included.
    wins_within: Option<u16>,
    /// It is a best move within this number of plies: the shortest win, or the longest defence.
    best_within: Option<u16>,
    /// The search limit of a UAI engine: `depth 5`, `nodes 1000`, `movetime 500`, `btime 1000 wtime
    /// 1000`, `infinite`.
    go: Option<Text>,
    /// The time after which an engine without a limit is sent `stop`.
    stop_after: Option<Time>,
}

impl StepSyntax for AiMove {
    const KEY: &'static str = "ai-move";
    const FORM: &'static str =
        "`ai-move: { color, one-of, within, wins-within, best-within, go, stop-after }`";
    const DESCRIPTION: &'static str = "Waits for the next move of an AI, and checks it; it must \
        be legal. `go` is the search limit of a UAI engine (`depth 5`, `nodes 1000`, `movetime \
        500`, `btime 1000 wtime 1000`); with `go: infinite` the engine is sent `stop` after \
        `stop-after`.";

    type Written = Option<Written>;

    fn parse(written: Option<Written>, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let written = written.unwrap_or_default();
        let color = written.color.as_ref();
        let color = color.and_then(|it| parser.color(it, node.get("color").unwrap_or(node)));
        let one_of = written.one_of.as_ref();
        let one_of = one_of.and_then(|texts| parser.moves(texts, node, "one-of"));
        if written.best_within == Some(0) {
            let place = node.get("best-within").unwrap_or(node);
            parser.empty_check(place, "1 ply or more");
        }
        let order = match order(&written) {
            Ok(order) => order,
            Err((key, message)) => {
                parser.wrong(node.get(key).unwrap_or(node), "go", message);
                return None;
            }
        };
        Some(Self {
            color,
            one_of,
            within: written.within.map(|time| time.0),
            wins_within: written.wins_within,
            best_within: written.best_within,
            order,
        })
    }
}

/// The order to a UAI engine, if there is one.
fn order(written: &Written) -> Result<Option<Order>, (&'static str, String)> {
    let not_infinite = || {
        let message = "this is only for `go: infinite`";
        ("stop-after", message.to_owned())
    };
    let stop_after = written.stop_after.map(|time| time.0);
    let Some(Text(text)) = &written.go else {
        return match stop_after {
            None => Ok(None),
            Some(_) => Err(not_infinite()),
        };
    };
    let go: Go = text.parse().map_err(|message| ("go", message))?;
    match (go.is_infinite(), stop_after) {
        (true, None) => {
            let message = "`infinite` never ends without `stop-after`, such as `stop-after: 1s`";
            Err(("go", message.to_owned()))
        }
        (false, Some(_)) => Err(not_infinite()),
        _ => Ok(Some(Order { go, stop_after })),
    }
}

impl Step for AiMove {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let limit = self.within.unwrap_or(performer.scenario.step_limit);
        if let Some(order) = self.order {
            let taken = performer.subject_mut().order(order);
            taken.map_err(Problem::at(&at.field("go")))?;
        }
        let made = next_ai_move(performer, limit, &place)?;
        if let Some(expected) = self.color
            && expected != made.color
        {
            let (expected, actual) = (expected.name(), made.color.name());
            let (place, what) = (at.field("color"), "color of the move");
            return Err(Problem::values(&place, what, expected, actual));
        }
        let position = &made.before;
        if let Some(wanted) = &self.one_of {
            let actual = made.mv.on(position);
            if wanted.iter().all(|&mv| mv.on(position) != actual) {
                let names: Vec<String> = wanted.iter().map(ToString::to_string).collect();
                let (expected, actual) = (names.join(" or "), made.mv.to_string());
                let problem = Problem::values(&at.field("one-of"), "move", expected, actual);
                return Err(problem.with_help([in_position(position)]));
            }
        }
        if let Some(plies) = self.wins_within {
            check_win(performer, &made, plies, &at.field("wins-within"))?;
        }
        if let Some(plies) = self.best_within {
            check_best(performer, &made, plies, &at.field("best-within"))?;
        }
        Ok(())
    }

    fn waits_for_ai(&self) -> bool {
        true
    }
}

/// Checks that a move forces the victory of its side within this number of plies.
fn check_win(
    performer: &Performer,
    made: &subject::AiMove,
    plies: u16,
    place: &Place,
) -> Result<(), Problem> {
    let position = &made.before;
    let Some(mv) = made.mv.on(position) else {
        return Ok(());
    };
    let after = position.after(mv, performer.subject().referee().rules());
    let answer = match solve(performer, &after, plies.saturating_sub(1), false, place) {
        Ok(answer) => answer,
        Err(problem) if problem.outcome() == Outcome::TimeOut => {
            let reason = "the solver found no answer within the time limit of a step";
            return Err(Problem::unsupported(place, reason));
        }
        Err(problem) => return Err(problem),
    };
    if matches!(answer.verdict, Verdict::Loss(_)) {
        return Ok(());
    }
    let best = solve(performer, position, plies, false, place).ok();
    let best = best.filter(|best| matches!(best.verdict, Verdict::Win(_)));
    let better = best.and_then(|best| best.moves.first().copied());
    let better = better.map_or_else(String::new, |mv| {
        format!("; {} does", BerkeleyMove::of(mv, position))
    });
    let message = format!(
        "{} made the move {}, which does not force its victory within {}{better}",
        made.color,
        made.mv,
        Plies(plies)
    );
    Err(Problem::mismatch(place, message).with_help([in_position(position)]))
}

/// Checks that a move is among the best by the solver.
fn check_best(
    performer: &Performer,
    made: &subject::AiMove,
    plies: u16,
    place: &Place,
) -> Result<(), Problem> {
    let position = &made.before;
    let solution = solve(performer, position, plies, true, place)?;
    let what = match solution.verdict {
        Verdict::Win(_) => "wins soonest",
        Verdict::Loss(_) => "holds out longest",
        Verdict::None | Verdict::Draw | Verdict::Unknown => return Ok(()),
    };
    let actual = made.mv.on(position);
    if actual.is_some_and(|mv| solution.moves.contains(&mv)) {
        return Ok(());
    }
    let name = |&mv| BerkeleyMove::of(mv, position).to_string();
    let best: Vec<String> = solution.moves.iter().map(name).collect();
    let best = best.join(" or ");
    let message = format!(
        "{} made the move {}; what {what} is {best}",
        made.color, made.mv
    );
    let comparison = Comparison::values("move", best, made.mv.to_string());
    let problem = Problem::mismatch(place, message).with(comparison);
    Err(problem.with_help([in_position(position)]))
}

/// Waits for the next move of an AI, which must be legal and in time.
pub fn next_ai_move(
    performer: &mut Performer,
    limit: Duration,
    place: &Place,
) -> Result<subject::AiMove, Problem> {
    let deadline = performer.deadline_in(limit);
    let made = performer.subject_mut().ai_move(deadline);
    let made = made.map_err(Problem::at(place))?;
    check_move(&made, limit, place)?;
    Ok(made)
}

/// Checks that a move is legal and was made in time.
pub fn check_move(made: &subject::AiMove, limit: Duration, place: &Place) -> Result<(), Problem> {
    let subject::AiMove {
        color,
        mv,
        before,
        took,
        illegal,
    } = made;
    if let Some(illegal) = illegal {
        let message = match &illegal.written {
            Some(_) => format!("{color}'s AI made the move {illegal}"),
            None => format!("{color}'s AI made the move {mv}: {illegal}"),
        };
        return Err(Problem::mismatch(place, message).with_help([in_position(before)]));
    }
    if *took > limit {
        let message = format!(
            "{color}'s AI took {:.1} s for the move {mv}; {:.1} s are allowed",
            took.as_secs_f64(),
            limit.as_secs_f64()
        );
        return Err(Problem::late(place, message));
    }
    Ok(())
}
