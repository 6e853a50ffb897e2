//! Adjudication: the end of a game before its end by the rules, and results that are certain
//! because one side can only pass.

use ataxx_core::Cancellation;
use ataxx_core::board::{Bitboard, Color, Game, LimitResult, Move, Outcome, Position, Rules};
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
    /// The number of moves of each side, random ones of the opening included, before which there is
    /// none.
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
    pub(super) fn count(
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

/// A side that can only pass.
struct ShutIn<'a> {
    rules: &'a Rules,
    side: Color,
}

/// What the side that moves prefers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Extends, and jumps that make another extend possible.
    Fill,
    /// Jumps, which can bring the jump limit.
    Jump,
}

/// The result with best play of a game in which one side can only pass, and that side. `None`
/// where the result is not certain, or both sides can move.
///
/// A line in which the side that can only pass never gets a move proves what the other side can
/// force: nothing but its own moves decides. That it can force no more is only taken for certain
/// where no move of its pieces can ever reach the side that passes.
pub(super) fn certain_result(position: &Position, rules: &Rules) -> Option<(GameResult, Color)> {
    let is_shut_in = |color: &Color| !position.can_move(*color, rules);
    let side = Color::BOTH.into_iter().find(is_shut_in)?;
    let shut_in = ShutIn { rules, side };
    let filled = shut_in.play_out(position, Plan::Fill)?.winner;
    if filled == Some(!side) {
        return Some((GameResult::Win(!side), side));
    }
    let most = shut_in.most_pieces(position)?;
    let held = position.pieces(side).count();
    let draws_at_limit = rules
        .jump_limit
        .is_some_and(|limit| limit.result == LimitResult::Draw);
    let is_drawn = |plan| {
        let ended = shut_in.play_out(position, plan);
        ended.is_some_and(|outcome| outcome.winner.is_none())
    };
    if most > held {
        None
    } else if [Plan::Fill, Plan::Jump].into_iter().any(is_drawn) {
        Some((GameResult::Draw, side))
    } else if most < held && !draws_at_limit {
        Some((GameResult::Win(side), side))
    } else {
        None
    }
}

impl ShutIn<'_> {
    /// The end of a line in which the side passes at each of its turns. `None` where it can do
    /// something else, or the line is too long.
    fn play_out(&self, position: &Position, plan: Plan) -> Option<Outcome> {
        const MAX_PLIES: usize = 2000;
        let mut position = *position;
        let mut seen = Vec::new();
        for _ in 0..MAX_PLIES {
            if let Some(outcome) = position.outcome(self.rules) {
                return Some(outcome);
            }
            if position.turn() == self.side {
                if position.can_move(self.side, self.rules) {
                    return None;
                }
                position = position.after(Move::Pass, self.rules);
            } else {
                position = self.next(&position, plan, &seen)?;
                seen.push(position.pieces(!self.side));
            }
        }
        None
    }

    /// The position after a move that keeps the side shut in. Boards that were `seen` come last.
    fn next(&self, position: &Position, plan: Plan, seen: &[Bitboard]) -> Option<Position> {
        let after = |mv| position.after(mv, self.rules);
        // An extend leaves no square empty that the side could reach.
        let mut moves = position.legal_moves(self.rules);
        let extend = moves.find(|mv| !mv.is_jump()).map(after);
        let jumps = position.legal_moves(self.rules).filter(|mv| mv.is_jump());
        let jumps = jumps.map(after);
        let jumps = jumps.filter(|after| !after.can_move(self.side, self.rules));
        match plan {
            Plan::Jump => jumps.clone().next().or(extend),
            Plan::Fill => extend.or_else(|| {
                jumps.min_by_key(|after| {
                    let own = after.pieces(position.turn());
                    let extends = own.grown().intersects(after.empty());
                    (!extends, seen.contains(&own))
                })
            }),
        }
    }

    /// The most pieces that the side which moves can ever have. `None` where it could reach the
    /// other side, which could then move, or lose pieces.
    fn most_pieces(&self, position: &Position) -> Option<u32> {
        let free = position.empty();
        let mut reached = position.pieces(!self.side);
        loop {
            let more = reached | self.reach(reached) & free;
            if more == reached {
                break;
            }
            reached = more;
        }
        let is_apart = !self.reach(position.pieces(self.side)).intersects(reached);
        is_apart.then(|| reached.count())
    }

    /// The squares within an extend or a jump of these.
    fn reach(&self, pieces: Bitboard) -> Bitboard {
        let jumps = pieces.squares().map(|from| self.rules.jump_targets(from));
        jumps.fold(pieces.grown(), |reach, targets| reach | targets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle;
    use ataxx_core::board::Square;
    use ataxx_core::solver::{Budget, Solver, SolverOptions, Verdict};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn certain(fen: &str, rules: &str) -> Option<(GameResult, Color)> {
        let position: Position = fen.parse().expect(fen);
        certain_result(&position, &rules.parse().expect(rules))
    }

    /// The result of a board of which these are the first and the last row, and all else is
    /// blocked.
    fn between_blocks(first: &str, last: &str, rules: &str) -> Option<GameResult> {
        let blocks = "-------/".repeat(5);
        let fen = format!("{first}/{blocks}{last} x 0 1");
        certain(&fen, rules).map(|(result, _)| result)
    }

    const RED: GameResult = GameResult::Win(Color::Red);
    const BLUE: GameResult = GameResult::Win(Color::Blue);

    #[test]
    fn the_side_that_moves_fills_the_board() {
        for fen in [
            "oxx4/xxx4/xxx4/7/7/7/7 o 0 1",
            "oxx4/xxx4/xxx4/7/7/7/7 x 0 1",
            "ooooooo/xxxxxxx/xxxxxxx/7/7/7/7 o 0 1",
        ] {
            for rules in ["uai", "2022", "2022,jump-limit=1", "uai,jump-limit=2"] {
                assert_eq!(
                    certain(fen, rules),
                    Some((RED, Color::Blue)),
                    "{fen} {rules}"
                );
            }
        }
        // Neither side is shut in, or both are and the game is over.
        for fen in ["x5o/7/7/7/7/7/o5x x 0 1", "x--4/---4/---4/7/7/7/7 x 0 1"] {
            assert_eq!(certain(fen, "uai"), None, "{fen}");
        }
        // With every move Red lets Blue out, or the pass of Blue ends the game.
        assert_eq!(certain("oxx4/xxx4/xxx4/7/7/7/7 o 99 1", "uai"), None);
        assert_eq!(
            certain(
                "oxx--2/xxx-1--/xxx-2-/-------/-------/-------/------- o 0 1",
                "uai"
            ),
            None
        );
    }

    #[test]
    fn squares_that_cannot_be_reached_do_not_count() {
        assert_eq!(between_blocks("x------", "o1-----", "uai"), Some(BLUE));
        // Blue jumps, extends and fills the square that it left.
        assert_eq!(between_blocks("xx-----", "o-2---", "uai"), Some(BLUE));
        assert_eq!(
            between_blocks("xx-----", "o1-----", "uai"),
            Some(GameResult::Draw)
        );
        assert_eq!(
            between_blocks("xx-----", "o1--2-", "uai"),
            Some(GameResult::Draw)
        );
        assert_eq!(between_blocks("xxx----", "o1-----", "2022"), Some(RED));
        // Rather than to lose, Blue jumps to the limit.
        assert_eq!(
            between_blocks("xxx----", "o-1----", "uai"),
            Some(GameResult::Draw)
        );
        assert_eq!(between_blocks("xxx----", "o-1----", "2022"), Some(RED));
        // Blue may reach two squares, if not at once: that it never has more pieces than Red is
        // not proved.
        assert_eq!(between_blocks("x------", "o-1----", "uai"), None);
    }

    #[test]
    fn a_limit_can_come_before_the_board_is_full() {
        let long = |rules| between_blocks("xx-----", "o3---", rules);
        assert_eq!(long("2022"), Some(BLUE));
        assert_eq!(long("2022,ply-limit=4"), Some(BLUE));
        assert_eq!(long("2022,ply-limit=2"), None);
        assert_eq!(long("2022,stuck=award"), Some(BLUE));
    }

    /// Boards on which a side can only pass: most squares are blocked, and a few are empty.
    fn boards(count: usize) -> Vec<Position> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut squares: Vec<Square> = Square::all().collect();
            shuffle(&mut squares, &mut random);
            let [empty, own, other] = [4, 6, 6].map(|most| 1 + random.next_u32() as usize % most);
            let mut take = |count| -> Bitboard { squares.drain(..count).collect() };
            let (_, [red, blue]) = (take(empty), [own, other].map(&mut take));
            let blocks = take(49 - empty - own - other);
            let turn = if random.next_u32().is_multiple_of(2) {
                Color::Red
            } else {
                Color::Blue
            };
            let jumps = random.next_u32() % 3;
            let board = Position::new(red, blue, blocks, turn).expect("squares are distinct");
            let board = board.with_jumps(u16::try_from(jumps).expect("small"));
            let is_shut_in = |color: &Color| !board.can_move(*color, &Rules::UAI);
            if Color::BOTH.iter().filter(|color| is_shut_in(color)).count() == 1 {
                boards.push(board);
            }
        }
        boards
    }

    /// What is certain is what the exact solver proves, whatever the rules.
    #[test]
    fn the_solver_agrees() {
        let boards = boards(150);
        for rules in [
            "uai",
            "2022",
            "2022,jump-limit=2",
            "uai,jump-limit=3",
            "uai,jump-limit=4,at-limit=pieces",
            "2022,at-limit=draw,jump-limit=5",
            "2022,ply-limit=5",
            "2022,stuck=award",
            "uai,jumps=none",
            "reloaded",
        ] {
            let rules: Rules = rules.parse().expect(rules);
            let mut decided = 0;
            for board in &boards {
                let Some((result, _)) = certain_result(board, &rules) else {
                    continue;
                };
                let budget = Budget {
                    nodes: Some(20_000),
                    may_continue: &|| true,
                };
                let solution = Solver::new(&rules, &SolverOptions::default()).exact(board, &budget);
                let expected = match solution.verdict {
                    Verdict::Win(_) => GameResult::Win(board.turn()),
                    Verdict::Loss(_) => GameResult::Win(!board.turn()),
                    Verdict::Draw => GameResult::Draw,
                    _ => continue,
                };
                assert_eq!(result, expected, "{board} {rules}");
                decided += 1;
            }
            assert!(decided > 10, "{rules}: {decided}");
        }
    }
}
