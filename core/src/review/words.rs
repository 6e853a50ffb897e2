//! Results of the search and the solver in words, as every face prints them.

use super::Assessment;
use crate::board::{Color, Outcome};
use crate::diagnostic::text;
use crate::engine::Score;
use crate::solver::{Plies, Solution, Verdict};

/// The outcome of a finished game as a clause: `the game is over, Red has won`.
#[must_use]
pub fn outcome_in_words(outcome: Outcome) -> String {
    match outcome.winner {
        Some(winner) => format!("the game is over, {winner} has won"),
        None => "the game is over, neither side has won".to_owned(),
    }
}

/// The assessment of a position as a clause, for the side to move.
#[must_use]
pub fn assessment_in_words(assessment: Assessment, turn: Color) -> String {
    let (ahead, by) = match assessment.score {
        Score::Win(number) => {
            return format!("{turn} forces a win within {}", Plies::saturating(number));
        }
        Score::Loss(number) => {
            return format!(
                "{} forces a win within {}",
                !turn,
                Plies::saturating(number)
            );
        }
        Score::Stones(stones) if stones < 0.0 => (!turn, -stones),
        Score::Stones(stones) => (turn, stones),
    };
    let chances = text::percent(assessment.chances, 0);
    if by < 0.05 {
        format!("both sides are expected to end level; {turn}'s chances: {chances}")
    } else {
        format!("{ahead} is expected to end {by:.1} pieces ahead; {turn}'s chances: {chances}")
    }
}

/// The solution of an unfinished game as a clause.
#[must_use]
pub fn solution_in_words(solution: &Solution, turn: Color) -> String {
    let (winner, distance) = match solution.verdict {
        Verdict::Win(distance) => (turn, distance),
        Verdict::Loss(distance) => (!turn, distance),
        Verdict::Draw => return "neither side forces a win, ever".to_owned(),
        Verdict::None => {
            return format!("neither side forces a win within {}", solution.none_within);
        }
        Verdict::Unknown => {
            return match solution.none_within {
                Plies(0) => "nothing was found out before the search ended".to_owned(),
                plies => format!("neither side forces a win within {plies}; then the search ended"),
            };
        }
    };
    match distance {
        Some(plies) => format!("{winner} forces a win in {plies}, and no sooner"),
        None => format!(
            "{winner} forces a win, but not within {}; how soon is not known",
            solution.none_within
        ),
    }
}

/// Lines of play, one below the other: number, score for the side to move, moves.
#[must_use]
pub fn table_of_lines(lines: &[(Score, String)]) -> String {
    let scores: Vec<String> = lines.iter().map(|(score, _)| score.to_string()).collect();
    let width = scores.iter().map(String::len).max().unwrap_or_default();
    let numbers = lines.len().to_string().len();
    let rows = (1..).zip(scores).zip(lines);
    let rows = rows.map(|((number, score), (_, moves))| {
        format!("{number:>numbers$}  {score:>width$}  {moves}\n")
    });
    rows.collect()
}
