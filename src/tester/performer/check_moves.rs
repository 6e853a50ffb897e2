//! Checks of moves: those that are legal, and those that an AI makes.

use super::check_proof::{as_move, compare_moves};
use super::problem::Problem;
use super::stage::Stage;
use crate::board::{Color, Move, Position};
use crate::diagnostic::Diagnostic;
use crate::notation::{BerkeleyMove, Rows};
use crate::opponents::subject::AiMove as Made;
use crate::solver::Verdict;
use crate::tester::Place;
use crate::tester::report::Comparison;
use crate::tester::syntax::rewrite::rewrite;
use crate::tester::syntax::step::{AiMove, Legal, StepAt};
use std::time::Duration;

impl Stage<'_> {
    pub(super) fn check_legal(&mut self, legal: &Legal, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let position = self.look_closely(&place, "its legal moves")?;
        let rules = *self.subject.referee().rules();
        let moves: Vec<Move> = position.legal_moves(&rules).collect();
        let mut problems = Vec::new();
        if let Some(expected) = legal.count
            && expected as usize != moves.len()
        {
            let (expected, actual) = (expected.to_string(), moves.len().to_string());
            let patch = rewrite(at, Some("count"), &actual);
            let problem = Problem::values(&at.field("count"), "legal moves", expected, actual);
            problems.push(problem.with_patch(patch));
        }
        if let Some(only) = &legal.only {
            problems.extend(compare_moves(&position, only, &moves, at, "only").err());
        }
        let is_legal =
            |mv: &BerkeleyMove| as_move(*mv, &position).is_some_and(|known| moves.contains(&known));
        for (key, list, wanted) in [
            ("contains", &legal.contains, true),
            ("without", &legal.without, false),
        ] {
            if let Some(mv) = list.iter().find(|mv| is_legal(mv) != wanted) {
                let not = if wanted { "not " } else { "" };
                let message = format!("{mv} is {not}legal");
                let help = format!("in {}", Rows(position));
                problems.push(Problem::unmet(&at.field(key), message).with_help([help]));
            }
        }
        Problem::any(problems)
    }

    pub(super) fn check_ai_move(&mut self, check: &AiMove, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let limit = check.within.unwrap_or(self.scenario.step_limit);
        if let Some(order) = check.order {
            let told = self.subject.order(order);
            told.map_err(|trouble| Problem::Trouble(trouble, at.field("go")))?;
        }
        let made = self.next_ai_move(limit, &place)?;
        if let Some(expected) = check.color
            && expected != made.color
        {
            let name = |color: Color| color.to_string().to_lowercase();
            let (expected, actual) = (name(expected), name(made.color));
            return Err(Problem::values(
                &at.field("color"),
                "color of the move",
                expected,
                actual,
            ));
        }
        let position = &made.before;
        if let Some(wanted) = &check.one_of {
            let actual = as_move(made.mv, position);
            let is_wanted = wanted.iter().any(|&mv| as_move(mv, position) == actual);
            if !is_wanted {
                let names: Vec<String> = wanted.iter().map(ToString::to_string).collect();
                let expected = names.join(" or ");
                let problem =
                    Problem::values(&at.field("one-of"), "move", expected, made.mv.to_string());
                return Err(problem.with_help([format!("in {}", Rows(*position))]));
            }
        }
        match check.best_within {
            Some(plies) => self.check_best(&made, plies, at),
            None => Ok(()),
        }
    }

    fn check_best(&self, made: &Made, plies: u16, at: &StepAt) -> Result<(), Problem> {
        let place = at.field("best-within");
        let solution = self.solve(&made.before, plies, true, &place)?;
        let what = match solution.verdict {
            Verdict::Win(_) => "wins soonest",
            Verdict::Loss(_) => "holds out longest",
            Verdict::None | Verdict::Draw | Verdict::Unknown => return Ok(()),
        };
        if as_move(made.mv, &made.before).is_some_and(|mv| solution.moves.contains(&mv)) {
            return Ok(());
        }
        let best = solution.moves.iter();
        let best: Vec<String> = best
            .map(|&mv| BerkeleyMove::of(mv, &made.before).to_string())
            .collect();
        let message = format!(
            "{} made the move {}; what {what} is {}",
            made.color,
            made.mv,
            best.join(" or ")
        );
        let problem = Problem::unmet(&place, message).with(Comparison::Values {
            what: "move".to_owned(),
            expected: best.join(" or "),
            actual: made.mv.to_string(),
        });
        Err(problem.with_help([format!("in {}", Rows(made.before))]))
    }

    /// The next move of an AI, which must be legal and in time.
    pub(super) fn next_ai_move(&mut self, limit: Duration, place: &Place) -> Result<Made, Problem> {
        let deadline = self.deadline_in(limit);
        let made = self.subject.ai_move(deadline);
        let made = made.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
        judge(&made, limit, place)?;
        Ok(made)
    }
}

/// Whether a move is legal and was made in time.
pub(super) fn judge(made: &Made, limit: Duration, place: &Place) -> Result<(), Problem> {
    if let Some(reason) = &made.illegal {
        let message = format!("{}'s AI made the move {}: {reason}", made.color, made.mv);
        return Err(Problem::unmet(place, message).with_help([in_position(&made.before)]));
    }
    if made.took > limit {
        let message = format!(
            "{}'s AI took {:.1} s for the move {}; {:.1} s are allowed",
            made.color,
            made.took.as_secs_f64(),
            made.mv,
            limit.as_secs_f64()
        );
        return Err(Problem::Late(
            place.blame(Diagnostic::error("late", message), ""),
        ));
    }
    Ok(())
}

fn in_position(position: &Position) -> String {
    format!("in {}", Rows(*position))
}
