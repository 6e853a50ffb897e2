//! Adjudication: the end of a game before its end by the rules.

use super::shut_in::certain_result;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::notation::{GameResult, MoveScore};
use ataxx_core::solver::{self, Budget, Solver, Verdict};

/// What ends a game before the rules do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Where a side can only pass and the result is certain, that is declared: see
    /// [`certain_result`]. Where the side to move must pass and the solver soon proves a forced
    /// win, the winner is.
    pub forced: bool,
    /// Where at most this many squares are empty and the solver soon proves the exact result,
    /// that is declared.
    pub solved: Option<u32>,
    /// Both players report that neither is better.
    pub draw: Option<DrawRule>,
    /// A player reports that it is losing.
    pub resign: Option<ResignRule>,
    /// The number of plies after which the game ends, the random plies of the opening included.
    pub most_plies: Option<(usize, AtMostPlies)>,
}

/// The result of a game that was ended for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMostPlies {
    /// A draw.
    Draw,
    /// The side with more pieces wins.
    Pieces,
}

/// A draw by the scores that the players report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The number of moves of each side, random ones of the opening included, before which there is none.
    pub move_number: u32,
    /// The number of moves in a row of each side, at least 1.
    pub move_count: u32,
    /// The greatest score, in hundredths of a piece.
    pub score: u32,
}

/// A resignation by the scores that the players report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The number of moves in a row, at least 1.
    pub move_count: u32,
    /// The least score against the player, in hundredths of a piece.
    pub score: u32,
    /// Whether the other side must report the same.
    pub two_sided: bool,
}

/// For how long the scores of a game have been as a rule has them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScoreCounts {
    /// The last moves, of both sides, with the score of a draw.
    level: u32,
    /// The last moves of each side with a losing score.
    losing: [u32; 2],
    /// The last moves of each side with a winning score.
    winning: [u32; 2],
}

impl ScoreCounts {
    /// Counts a move of this side with this score.
    pub(super) fn note(
        &mut self,
        color: Color,
        score: Option<MoveScore>,
        adjudication: &Adjudication,
    ) {
        let hundredths = score.map(|score| match score {
            MoveScore::Centipawns(score) => i64::from(score),
            MoveScore::Mate(moves) if moves > 0 => i64::MAX,
            MoveScore::Mate(_) => -i64::MAX,
        });
        let count = |count: &mut u32, goes_on: bool| {
            *count = if goes_on { count.saturating_add(1) } else { 0 };
        };
        let is = |test: &dyn Fn(i64) -> bool| hundredths.is_some_and(test);
        if let Some(rule) = adjudication.draw {
            let most = i64::from(rule.score);
            count(&mut self.level, is(&|score| score.abs() <= most));
        }
        if let Some(rule) = adjudication.resign {
            let least = i64::from(rule.score);
            let side = color.index();
            count(&mut self.losing[side], is(&|score| score <= -least));
            count(&mut self.winning[side], is(&|score| score >= least));
        }
    }
}

impl DrawRule {
    fn judge(&self, game: &Game, counts: &ScoreCounts) -> Option<(GameResult, String)> {
        let played = game.moves().len() / 2;
        let is_late = played >= usize::try_from(self.move_number).unwrap_or(usize::MAX);
        if !is_late || counts.level < self.move_count.saturating_mul(2) {
            return None;
        }
        let [least, most] = [-1, 1].map(|sign| in_pieces(sign, self.score));
        let count = times(self.move_count);
        let why = format!("both scores were from {least} to {most}, {count} in a row");
        Some((GameResult::Draw, why))
    }
}

impl ResignRule {
    fn judge(&self, counts: &ScoreCounts) -> Option<(GameResult, String)> {
        let has_resigned = |color: &Color| {
            counts.losing[color.index()] >= self.move_count
                && (!self.two_sided || counts.winning[(!*color).index()] >= self.move_count)
        };
        let loser = Color::BOTH.into_iter().find(has_resigned)?;
        let (score, count) = (in_pieces(-1, self.score), times(self.move_count));
        let why = format!("the score of {loser} was {score} or less, {count} in a row");
        Some((GameResult::Win(!loser), why))
    }
}

/// The score of this sign and size.
fn in_pieces(sign: i32, score: u32) -> MoveScore {
    MoveScore::Centipawns(sign * i32::try_from(score).unwrap_or(i32::MAX))
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// The exact result of a game, if the solver proves it with few nodes.
fn solve(game: &Game, cancel: &Cancellation) -> Option<GameResult> {
    /// With more nodes it is cheaper to play the game on.
    const NODES: u64 = 100_000;
    let position = game.position();
    let budget = Budget {
        nodes: Some(NODES),
        may_continue: &|| !cancel.is_requested(),
    };
    let settings = solver::SolverOptions::default();
    let solution = Solver::new(game.rules(), &settings).exact(position, &budget);
    match solution.verdict {
        Verdict::Win(_) => Some(GameResult::Win(position.turn())),
        Verdict::Loss(_) => Some(GameResult::Win(!position.turn())),
        Verdict::Draw => Some(GameResult::Draw),
        _ => None,
    }
}

impl Adjudication {
    /// The result of a game that ends here, and why.
    pub(super) fn judge(
        &self,
        game: &Game,
        counts: &ScoreCounts,
        cancel: &Cancellation,
    ) -> Option<(GameResult, String)> {
        let by_score = self.resign.and_then(|rule| rule.judge(counts));
        by_score
            .or_else(|| self.draw.and_then(|rule| rule.judge(game, counts)))
            .or_else(|| self.judge_exactly(game, cancel))
            .or_else(|| self.judge_length(game))
    }

    /// The result that is certain because a side can only pass, or that the solver proves.
    fn judge_exactly(&self, game: &Game, cancel: &Cancellation) -> Option<(GameResult, String)> {
        let position = game.position();
        if self.forced
            && let Some((result, passes)) = certain_result(position, game.rules())
        {
            let why = match result {
                GameResult::Win(winner) if winner == passes => {
                    format!(
                        "{winner} must pass to the end, and {} cannot get as many pieces",
                        !winner
                    )
                }
                GameResult::Win(winner) => {
                    format!("{winner} wins by force, and {passes} must pass")
                }
                _ => format!("neither side can win, and {passes} must pass"),
            };
            return Some((result, why));
        }
        let must_pass = self.forced && position.legal_moves(game.rules()).eq([Move::Pass]);
        let empty = position.empty().count();
        let is_near = self.solved.is_some_and(|most| empty <= most);
        if !must_pass && !is_near {
            return None;
        }
        let result = solve(game, cancel)?;
        let why = match result {
            GameResult::Win(winner) if must_pass => {
                format!("{winner} wins by force, and {} must pass", position.turn())
            }
            GameResult::Win(winner) if is_near => format!("proved: a forced win for {winner}"),
            _ if is_near => "proved: neither side can force a win".to_owned(),
            _ => return None,
        };
        Some((result, why))
    }

    fn judge_length(&self, game: &Game) -> Option<(GameResult, String)> {
        let (most, result) = self.most_plies?;
        if game.moves().len() < most {
            return None;
        }
        let position = game.position();
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
        let result = match result {
            AtMostPlies::Pieces if red > blue => GameResult::Win(Color::Red),
            AtMostPlies::Pieces if red < blue => GameResult::Win(Color::Blue),
            _ => GameResult::Draw,
        };
        Some((result, format!("{most} plies were played")))
    }
}
