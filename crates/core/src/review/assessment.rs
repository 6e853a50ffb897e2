//! What a position is worth to a side, in terms that a person compares, and in words.

use crate::board::{Color, Outcome, Position};
use crate::diagnostic::text;
use crate::engine::{Score, UNITS, Value, Variation};
use crate::solver::{Plies, Solution, Verdict};

/// The score of a position for a side, and its chances of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Assessment {
    /// The score; a win or loss in 0 plies is that of a finished game.
    pub score: Score,
    /// From 0 for a certain loss to 1 for a certain win; a draw is half a win.
    pub chances: f64,
}

impl Assessment {
    /// The assessment with this score and value of a search.
    #[must_use]
    pub fn new(score: Score, value: Value) -> Self {
        let odds = f64::from(value) / f64::from(UNITS);
        let chances = match score {
            Score::Stones(_) => 1.0 / (1.0 + (-odds).exp()),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        };
        Self { score, chances }
    }

    /// The assessment of a line for the side to move.
    #[must_use]
    pub fn of(line: &Variation) -> Self {
        Self::new(line.score, line.value)
    }

    /// The assessment of a finished game for the side that would be to move.
    #[must_use]
    pub fn of_result(position: &Position, outcome: Outcome) -> Self {
        let score = match outcome.winner {
            None => Score::Stones(0.0),
            Some(winner) if winner == position.turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
        };
        Self::new(score, 0)
    }

    /// The same for the other side.
    #[must_use]
    pub fn for_other_side(self) -> Self {
        Self {
            score: match self.score {
                // Never -0.
                Score::Stones(stones) => Score::Stones(0.0 - stones),
                Score::Win(plies) => Score::Loss(plies),
                Score::Loss(plies) => Score::Win(plies),
            },
            chances: 1.0 - self.chances,
        }
    }

    /// Converts from the point of view of the side to move to that of Red, or back.
    #[must_use]
    pub fn for_red(self, turn: Color) -> Self {
        match turn {
            Color::Red => self,
            Color::Blue => self.for_other_side(),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Ending, Rules};
    use crate::solver::{Budget, Solver, SolverOptions};

    #[test]
    fn positions_in_words() {
        let of = |score, value| assessment_in_words(Assessment::new(score, value), Color::Blue);
        assert_eq!(
            of(Score::Stones(3.21), UNITS),
            "Blue is expected to end 3.2 pieces ahead; Blue's chances: 73 %"
        );
        assert_eq!(
            of(Score::Stones(-0.05), -UNITS),
            "Red is expected to end 0.1 pieces ahead; Blue's chances: 27 %"
        );
        for stones in [0.04, 0.0, -0.04] {
            let level = "both sides are expected to end level; Blue's chances: 50 %";
            assert_eq!(of(Score::Stones(stones), 0), level);
        }
        assert_eq!(of(Score::Win(1), 0), "Blue forces a win within 1 ply");
        assert_eq!(of(Score::Loss(2), 0), "Red forces a win within 2 plies");

        let ending = Ending::NoMoves;
        let outcome = |winner| Outcome { winner, ending };
        let over = |winner| outcome_in_words(outcome(winner));
        assert_eq!(over(Some(Color::Red)), "the game is over, Red has won");
        assert_eq!(over(None), "the game is over, neither side has won");
        let of_result = |winner| Assessment::of_result(&Position::start(), outcome(winner)).score;
        assert_eq!(of_result(Some(Color::Red)), Score::Win(0));
        assert_eq!(of_result(Some(Color::Blue)), Score::Loss(0));
        assert_eq!(of_result(None), Score::Stones(0.0));
    }

    #[test]
    fn solutions_in_words() {
        let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
        let mut solution = solver.solve(&Position::start(), Plies(1), &Budget::unlimited());
        let mut of = |verdict, none_within| {
            solution.verdict = verdict;
            solution.none_within = Plies(none_within);
            solution_in_words(&solution, Color::Blue)
        };
        for (verdict, none_within, words) in [
            (
                Verdict::Win(Some(Plies(1))),
                0,
                "Blue forces a win in 1 ply, and no sooner",
            ),
            (
                Verdict::Loss(Some(Plies(4))),
                3,
                "Red forces a win in 4 plies, and no sooner",
            ),
            (
                Verdict::Loss(None),
                6,
                "Red forces a win, but not within 6 plies; how soon is not known",
            ),
            (Verdict::None, 5, "neither side forces a win within 5 plies"),
            (Verdict::Draw, 5, "neither side forces a win, ever"),
            (
                Verdict::Unknown,
                5,
                "neither side forces a win within 5 plies; then the search ended",
            ),
            (
                Verdict::Unknown,
                0,
                "nothing was found out before the search ended",
            ),
        ] {
            assert_eq!(of(verdict, none_within), words);
        }
    }

    #[test]
    fn lines_are_columns() {
        let line = |score, moves: &str| (score, moves.to_owned());
        let lines = [
            line(Score::Stones(1.0), "a1 b2"),
            line(Score::Loss(0), "pass"),
        ];
        assert_eq!(table_of_lines(&lines), "1  +1.0  a1 b2\n2  lost  pass\n");
    }

    #[test]
    fn assessments_for_the_other_side() {
        let better = Assessment {
            score: Score::Stones(3.0),
            chances: 0.75,
        };
        let worse = Assessment {
            score: Score::Stones(-3.0),
            chances: 0.25,
        };
        assert_eq!(better.for_other_side(), worse);
        assert_eq!(worse.for_red(Color::Blue), better);
        assert_eq!(better.for_red(Color::Red), better);
        let won = Assessment::new(Score::Win(3), 31_997);
        assert_eq!(
            won.for_other_side(),
            Assessment::new(Score::Loss(3), -31_997)
        );
        let level = Assessment::new(Score::Stones(0.0), 0);
        assert_eq!(level.for_other_side().score.to_string(), "+0.0");
        assert!((level.chances - 0.5).abs() < 1e-9);
    }

    #[test]
    fn chances_follow_the_value() {
        let chances = |value| Assessment::new(Score::Stones(1.0), value).chances;
        assert!(chances(UNITS) > 0.7);
        assert!(chances(-UNITS) < 0.3);
    }
}
