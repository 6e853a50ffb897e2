//! Solving a puzzle, move by move, and the words for it.

use super::puzzle::Puzzle;
use crate::board::{Game, IllegalMove, Move, Position, Square};
use crate::notation::{BerkeleyMove, MoveNotation};
use crate::solver::{Aim, Budget, Plies, Solver, SolverOptions, Verdict};

/// An attempt at a puzzle: it judges moves, and plays the best defence of the other side.
///
/// It has no clock and no text. After a wrong move the board stays as it was, so that another
/// can be tried.
pub struct Attempt {
    puzzle: Puzzle,
    /// The game so far: right moves and their answers.
    pub game: Game,
    solver: Solver,
    /// Whether the puzzle is solved.
    pub is_solved: bool,
    /// The number of wrong moves.
    pub mistakes: u32,
    /// The number of hints given.
    pub hints: u32,
    /// The hints given about the next move.
    hints_for_move: u32,
}

/// A node limit for judging a move; those of the built-in puzzles take far less.
pub const JUDGING_NODES: u64 = 20_000_000;

/// The answer to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The puzzle is solved. With `defence`, the move of the other side that ends the game.
    Solved {
        /// The last move of the other side, if the game ends with one.
        defence: Option<Move>,
    },
    /// The move is right, and the other side has answered; the puzzle continues.
    Right {
        /// The move of the other side.
        defence: Move,
    },
    /// The move is wrong, and was not made.
    Wrong {
        /// The answer of the other side: its forced win, or a move that prevents the win. It
        /// is empty if the move ends the game.
        refutation: Vec<Move>,
    },
    /// The budget ran out before the move was judged, and it was not made.
    Undecided,
}

/// A hint; each reveals more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The move is a jump, an extend or a pass.
    Kind(Move),
    /// It leads to this square.
    To(Square),
    /// The move itself.
    Move(Move),
}

impl Attempt {
    /// An attempt that starts at the position of the puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            puzzle: *puzzle,
            game: Game::from_position(puzzle.rules, puzzle.position),
            solver: Solver::new(&puzzle.rules, &SolverOptions::default()),
            is_solved: false,
            mistakes: 0,
            hints: 0,
            hints_for_move: 0,
        }
    }

    /// The plies that are left for a win; for a puzzle about holding, those of the opponent's.
    #[must_use]
    pub fn plies_left(&self) -> Plies {
        let played = u16::try_from(self.game.moves().len()).unwrap_or(u16::MAX);
        Plies(self.puzzle.kind.plies().0.saturating_sub(played))
    }

    /// Judges a move of the side that has the task, and makes it if it is right. Once the puzzle
    /// is solved nothing changes any more.
    ///
    /// # Errors
    ///
    /// The move is illegal.
    pub fn play(&mut self, mv: Move, budget: &Budget) -> Result<Reply, IllegalMove> {
        if self.is_solved {
            return Ok(Reply::Solved { defence: None });
        }
        let position = *self.game.position();
        let after = position.play(mv, &self.puzzle.rules)?;
        let reply = match self.puzzle.kind.aim() {
            Aim::Hold if mv == self.puzzle.answer => Reply::Solved { defence: None },
            Aim::Hold => self.refute(&after, budget),
            Aim::Win => self.judge(&after, budget),
        };
        match &reply {
            Reply::Wrong { .. } => self.mistakes += 1,
            Reply::Undecided => {}
            Reply::Solved { defence } => {
                self.make(Some(mv));
                self.make(*defence);
                self.is_solved = true;
            }
            Reply::Right { defence } => {
                self.make(Some(mv));
                self.make(Some(*defence));
            }
        }
        Ok(reply)
    }

    /// Judges the position after a move that is to win.
    fn judge(&mut self, after: &Position, budget: &Budget) -> Reply {
        let attacker = self.puzzle.position.turn();
        if let Some(outcome) = after.outcome(&self.puzzle.rules) {
            return if outcome.winner == Some(attacker) {
                Reply::Solved { defence: None }
            } else {
                Reply::Wrong {
                    refutation: Vec::new(),
                }
            };
        }
        let left = Plies(self.plies_left().0.saturating_sub(1));
        let solution = self.solver.solve(after, left, budget);
        match (solution.verdict, solution.moves.first()) {
            (Verdict::Loss(_), Some(&defence)) => {
                let next = after.after(defence, &self.puzzle.rules);
                if next.outcome(&self.puzzle.rules).is_some() {
                    Reply::Solved {
                        defence: Some(defence),
                    }
                } else {
                    Reply::Right { defence }
                }
            }
            (Verdict::Unknown, _) | (_, None) => Reply::Undecided,
            (Verdict::Win(_), _) => Reply::Wrong {
                refutation: solution.line,
            },
            (_, Some(&defence)) => Reply::Wrong {
                refutation: vec![defence],
            },
        }
    }

    /// Judges the position after a move that does not hold.
    fn refute(&mut self, after: &Position, budget: &Budget) -> Reply {
        let plies = Plies(self.plies_left().0.saturating_sub(1));
        let refutation = self.solver.solve(after, plies, budget).line;
        if refutation.is_empty() && after.outcome(&self.puzzle.rules).is_none() {
            return Reply::Undecided;
        }
        Reply::Wrong { refutation }
    }

    fn make(&mut self, mv: Option<Move>) {
        if let Some(mv) = mv {
            // It was found among the legal moves.
            let _ = self.game.play(mv);
            self.hints_for_move = 0;
        }
    }

    /// The next hint; `None` when the puzzle is solved or the budget ran out.
    pub fn hint(&mut self, budget: &Budget) -> Option<Hint> {
        let mv = *self.answer(budget).first()?;
        self.hints += 1;
        self.hints_for_move += 1;
        Some(match (self.hints_for_move, mv.to()) {
            (1, _) => Hint::Kind(mv),
            (2, Some(to)) => Hint::To(to),
            _ => Hint::Move(mv),
        })
    }

    /// The solution from here on: the right move, and for a win the rest of the line under best
    /// play. Empty when the puzzle is solved or the budget ran out.
    pub fn answer(&mut self, budget: &Budget) -> Vec<Move> {
        if self.is_solved {
            return Vec::new();
        }
        if self.puzzle.kind.aim() == Aim::Hold {
            return vec![self.puzzle.answer];
        }
        let position = *self.game.position();
        self.solver.solve(&position, self.plies_left(), budget).line
    }

    /// The answer of [`play`](Self::play) to the move that was just tried:
    /// `right; Blue answers a1-a2`.
    #[must_use]
    pub fn in_words(&self, tried: BerkeleyMove, reply: &Reply) -> String {
        let rules = self.game.rules();
        match reply {
            Reply::Solved { .. } => "right: solved".to_owned(),
            Reply::Right { defence } => {
                // Both moves have been made.
                let mut game = self.game.clone();
                game.undo();
                let position = game.position();
                let defence = BerkeleyMove::of(*defence, position);
                format!("right; {} answers {defence}", position.turn())
            }
            Reply::Wrong { refutation } => {
                let position = self.game.position();
                let after = tried.on(position).map(|mv| position.after(mv, rules));
                let Some(after) = after.filter(|_| !refutation.is_empty()) else {
                    return format!("{tried} ends the game too soon");
                };
                let line = MoveNotation::Berkeley.write_line(refutation, &after, rules);
                let line = line.join(" ");
                match self.puzzle.kind.aim() {
                    Aim::Win => format!("{tried} is not it: {} answers {line}", after.turn()),
                    Aim::Hold => format!("{tried} loses to {line}"),
                }
            }
            Reply::Undecided => "that takes too long to judge".to_owned(),
        }
    }

    /// A hint about the position on the board.
    #[must_use]
    pub fn hint_in_words(&self, hint: Hint) -> String {
        match hint {
            Hint::Kind(Move::Jump { .. }) => "it is a jump".to_owned(),
            Hint::Kind(Move::Extend { .. }) => "it is an extend".to_owned(),
            Hint::Kind(Move::Pass) => "it is a pass".to_owned(),
            Hint::To(square) => format!("it leads to {square}"),
            Hint::Move(mv) => format!("it is {}", BerkeleyMove::of(mv, self.game.position())),
        }
    }

    /// A line of play from the position on the board.
    #[must_use]
    pub fn line_in_words(&self, line: &[Move]) -> String {
        let game = &self.game;
        let line = MoveNotation::Berkeley.write_line(line, game.position(), game.rules());
        line.join(" ")
    }
}
