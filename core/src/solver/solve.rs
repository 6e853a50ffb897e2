//! The solver: questions about a position and their solutions.

use super::budget::{Budget, Interruption};
use super::goal::{Goal, Lemma};
use super::horizon::Horizon;
use super::node::{SearchProblem, Squares};
use super::options::SolverOptions;
use super::plies::Plies;
use super::prover::Prover;
use super::pruning::PruningCounts;
use super::roles::Aim;
use super::table::ProofTable;
use crate::board::{Color, Move, Position, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

/// The value of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It can force a win in exactly this many plies. `None` if the distance is unknown.
    Win(Option<Plies>),
    /// The other side can force a win in exactly this many plies.
    Loss(Option<Plies>),
    /// Neither side can force a win within the plies of the question.
    None,
    /// Neither side can force a win at all: with best play the game is drawn.
    Draw,
    /// The budget was exhausted before the value was found.
    Unknown,
}

/// The solution of a question.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Neither side can force a win within this many plies: one less than the distance, or,
    /// for an exhausted budget, as far as the search got.
    pub none_within: Plies,
    /// First moves that keep the verdict and the distance: one, or all if the question asks
    /// for all. Empty if the game is over or the verdict unknown.
    pub moves: Vec<Move>,
    /// Whether `moves` has all that the question asks for; `false` if the budget was
    /// exhausted before, and then each of them keeps the verdict all the same.
    pub moves_complete: bool,
    /// Principal variation to the end of the game, for a win or loss with a known distance.
    pub line: Vec<Move>,
    /// The number of searched positions.
    pub nodes: u64,
    /// How often each pruning rule was used.
    pub pruning_counts: PruningCounts,
    /// The lemmas that together prove the verdict.
    pub(super) proof: Vec<Lemma>,
    /// The lemma that a first move must keep true; `None` if there is no move to make.
    pub(super) keep: Option<Lemma>,
}

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The limit on the distance of a win or loss; `None` for no limit.
    pub within: Option<Plies>,
    /// Whether to find all first moves that keep the verdict.
    pub all_moves: bool,
}

/// Finds forced wins and losses; see the [module documentation](super).
pub struct Solver {
    pub(super) rules: Rules,
    pub(super) options: SolverOptions,
    pub(super) table: ProofTable,
    /// The squares that the table is for; `None` for an empty table.
    pub(super) squares: Option<Squares>,
    pub(super) keeps_table: bool,
    /// The plies within which the search in progress has proved that neither side can force a
    /// win.
    pub(super) reached: Arc<AtomicU16>,
}

impl Solver {
    /// A solver for positions under these rules.
    #[must_use]
    pub fn new(rules: &Rules, options: &SolverOptions) -> Self {
        Self {
            rules: *rules,
            options: *options,
            table: ProofTable::new(options.table_bytes),
            squares: None,
            keeps_table: false,
            reached: Arc::default(),
        }
    }

    /// The plies within which the search in progress has proved that neither side can force a
    /// win, for a display while it goes on.
    #[must_use]
    pub fn reached(&self) -> Arc<AtomicU16> {
        Arc::clone(&self.reached)
    }

    /// Finds a forced win or loss of the side to move within `plies`, and its distance.
    pub fn solve(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Solution {
        let question = Question {
            within: Some(plies),
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// Finds the value of the position with best play.
    ///
    /// Under rules without a limit on the length of a game, a draw by endless play is not
    /// found.
    pub fn exact(&mut self, position: &Position, budget: &Budget) -> Solution {
        let question = Question {
            within: None,
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// Like [`solve`](Self::solve), without moves and line.
    pub fn verdict(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Verdict {
        let (_, result) = self.search(position, Some(plies), budget);
        result.verdict
    }

    /// Answers a question. The table is cleared first, unless it is [kept](Self::keep_table),
    /// so that with one thread the same question always takes the same number of nodes.
    pub fn answer(&mut self, position: &Position, question: Question, budget: &Budget) -> Solution {
        let (mut search, result) = self.search(position, question.within, budget);
        let RootResult {
            verdict,
            keep,
            proof,
        } = result;
        let (moves, moves_complete) = search.moves(keep, question);
        let line = search.line(verdict, &moves);
        Solution {
            verdict,
            none_within: search.none_within,
            moves,
            moves_complete: moves_complete && verdict != Verdict::Unknown,
            line,
            nodes: search.prover.nodes,
            pruning_counts: search.prover.counts,
            proof,
            keep,
        }
    }
}

impl RootResult {
    fn unknown() -> Self {
        Self {
            verdict: Verdict::Unknown,
            keep: None,
            proof: Vec::new(),
        }
    }

    /// The game is over.
    fn over(winner: Option<Color>, turn: Color) -> Self {
        let proof = winner.map(|winner| Lemma {
            goal: Goal::win(winner, 0),
            holds: true,
        });
        Self {
            verdict: match winner {
                None => Verdict::Draw,
                Some(winner) if winner == turn => Verdict::Win(Some(Plies(0))),
                Some(_) => Verdict::Loss(Some(Plies(0))),
            },
            keep: None,
            proof: proof.into_iter().collect(),
        }
    }

    /// A side wins in exactly this many plies.
    pub fn win(winner: Color, turn: Color, plies: u16) -> Self {
        let can = Lemma {
            goal: Goal::win(winner, plies),
            holds: true,
        };
        let not_sooner = Lemma {
            goal: Goal::win(winner, plies - 1),
            holds: false,
        };
        let distance = Some(Plies(plies));
        let (verdict, keep) = if winner == turn {
            (Verdict::Win(distance), can)
        } else {
            (Verdict::Loss(distance), not_sooner)
        };
        Self {
            verdict,
            keep: Some(keep),
            proof: vec![can, not_sooner],
        }
    }

    /// A side wins; the distance is unknown.
    fn win_in_time(goal: Goal, turn: Color) -> Self {
        let lemma = Lemma { goal, holds: true };
        Self {
            verdict: if goal.attacker == turn {
                Verdict::Win(None)
            } else {
                Verdict::Loss(None)
            },
            keep: Some(lemma),
            proof: vec![lemma],
        }
    }
}

/// The search of one root position.
pub(super) struct RootSearch<'a> {
    pub prover: Prover<'a>,
    pub root: Position,
    pub none_within: Plies,
    /// `none_within`, for a display.
    pub reached: &'a AtomicU16,
}

impl Solver {
    pub(super) fn squares_of(&self, position: &Position) -> Squares {
        Squares {
            blocks: position.blocks(),
            live: SearchProblem::new(position, &self.rules, position.turn()).live,
        }
    }

    fn search<'a>(
        &'a mut self,
        position: &Position,
        within: Option<Plies>,
        budget: &'a Budget<'a>,
    ) -> (RootSearch<'a>, RootResult) {
        let squares = Some(self.squares_of(position));
        if !self.keeps_table || self.squares != squares {
            self.table.clear();
            self.squares = squares;
        }
        let table = &mut self.table;
        let mut search = RootSearch {
            prover: Prover::new(position, &self.rules, self.options, table, budget),
            root: *position,
            none_within: Plies(0),
            reached: &self.reached,
        };
        search.reach(Plies(0));
        let found = match within {
            Some(plies) => search.within(plies.min(Plies::MOST)),
            None => search.ever(),
        };
        (search, found.unwrap_or_else(|_| RootResult::unknown()))
    }
}

/// The result of a root search: a verdict and its proof.
pub(super) struct RootResult {
    pub verdict: Verdict,
    /// The lemma that a first move must keep true; `None` if there is no move to make.
    pub keep: Option<Lemma>,
    /// The lemmas that together prove the verdict.
    pub proof: Vec<Lemma>,
}

impl RootSearch<'_> {
    /// Notes that neither side can force a win within this many plies.
    pub fn reach(&mut self, plies: Plies) {
        self.none_within = plies;
        self.reached.store(plies.0, Ordering::Relaxed);
    }

    /// The verdict within a number of plies.
    fn within(&mut self, plies: Plies) -> Result<RootResult, Interruption> {
        let turn = self.root.turn();
        if let Some(outcome) = self.root.outcome(self.prover.rules) {
            return Ok(RootResult::over(outcome.winner, turn));
        }
        // Steps of two end at the number asked for: an additional ply of the defender seldom
        // changes anything, and if it does, the number in between is searched as well.
        while self.none_within < plies {
            self.prover.check_nodes()?;
            let first = self.none_within.0 < 2;
            let step = if !first && (plies.0 - self.none_within.0).is_multiple_of(2) {
                2
            } else {
                1
            };
            let next = self.none_within.0 + step;
            for attacker in [turn, !turn] {
                if self.can_force(Goal::win(attacker, next))? {
                    let sooner = step == 2 && self.can_force(Goal::win(attacker, next - 1))?;
                    let distance = next - u16::from(sooner);
                    self.none_within = Plies(distance - 1);
                    return Ok(RootResult::win(attacker, turn, distance));
                }
            }
            self.reach(Plies(next));
        }
        let cannot = |attacker| Lemma {
            goal: Goal::win(attacker, plies.0),
            holds: false,
        };
        Ok(RootResult {
            verdict: Verdict::None,
            keep: Some(cannot(!turn)),
            proof: vec![cannot(turn), cannot(!turn)],
        })
    }

    /// The verdict without a limit on plies.
    ///
    /// First finds near wins with their distance. Then searches for any number of plies until
    /// one side can win or both can hold; the latter is a draw.
    fn ever(&mut self) -> Result<RootResult, Interruption> {
        let empty = u16::try_from(self.root.empty().count()).unwrap_or(0);
        let near = self.within(Plies(empty + 2))?;
        if near.verdict != Verdict::None {
            return Ok(near);
        }
        let (root, turn) = (self.root, self.root.turn());
        let mut holds = [None; 2];
        let mut conclude = |goal: Goal| {
            if goal.aim == Aim::Win {
                return Some(RootResult::win_in_time(goal, turn));
            }
            holds[goal.attacker.index()] = Some(Lemma { goal, holds: true });
            let [Some(red), Some(blue)] = holds else {
                return None;
            };
            Some(RootResult {
                verdict: Verdict::Draw,
                keep: holds[turn.index()],
                proof: vec![red, blue],
            })
        };
        let questions =
            [Aim::Win, Aim::Hold].map(|aim| [turn, !turn].map(|attacker| (attacker, aim)));
        let questions = questions.as_flattened();
        let Some(plies) = self.prover.plies_allowed(&root) else {
            return self.prover.ask_in_turns(&root, questions, conclude);
        };
        for &(attacker, aim) in questions {
            let horizon = Horizon::Plies(plies);
            let goal = Goal {
                attacker,
                aim,
                horizon,
            };
            if self.can_force(goal)?
                && let Some(result) = conclude(goal)
            {
                return Ok(result);
            }
        }
        Err(Interruption::TooDeep)
    }

    pub fn can_force(&mut self, goal: Goal) -> Result<bool, Interruption> {
        self.prover.can_force_alive(&self.root, goal)
    }

    /// First moves that keep a lemma true, one or all, and whether these are all that the
    /// question asks for.
    pub fn moves(&mut self, lemma: Option<Lemma>, question: Question) -> (Vec<Move>, bool) {
        let Some(Lemma { goal, holds }) = lemma else {
            return (Vec::new(), true);
        };
        let root = self.root;
        let mut moves = Vec::new();
        if question.all_moves {
            let found = if matches!(goal.horizon, Horizon::NonExtends(_)) {
                self.prover
                    .all_moves_in_time(&root, goal.attacker, goal.aim, &mut moves)
            } else {
                self.prover.all_moves(&root, goal, holds, &mut moves)
            };
            if found.is_ok() || !moves.is_empty() {
                return (moves, found.is_ok());
            }
        }
        // The move that the search has just proved is found although the budget is exhausted.
        moves.extend(self.prover.one_move(&root, goal, holds).ok().flatten());
        let complete = !question.all_moves && !moves.is_empty();
        (moves, complete)
    }

    /// The principal variation, as far as the budget allows.
    pub fn line(&mut self, verdict: Verdict, first: &[Move]) -> Vec<Move> {
        let turn = self.root.turn();
        let (attacker, mut plies_left) = match verdict {
            Verdict::Win(Some(plies)) => (turn, plies.0),
            Verdict::Loss(Some(plies)) => (!turn, plies.0),
            _ => return Vec::new(),
        };
        let mut position = self.root;
        let mut line = Vec::new();
        if let Some(&mv) = first.first() {
            line.push(mv);
            position = position.after(mv, self.prover.rules);
            plies_left -= 1;
        }
        while plies_left > 0 {
            let holds = position.turn() == attacker;
            let goal = Goal::win(attacker, if holds { plies_left } else { plies_left - 1 });
            let Ok(Some(mv)) = self.prover.one_move(&position, goal, holds) else {
                break;
            };
            line.push(mv);
            position = position.after(mv, self.prover.rules);
            plies_left -= 1;
        }
        line
    }
}
