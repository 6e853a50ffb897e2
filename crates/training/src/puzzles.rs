//! Puzzles in games of the player against itself.

use super::openings::canonical;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Move, Position, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, RandomOpening, SearchTask};
use ataxx_core::puzzles::{Difficulty, Puzzle, PuzzleKind, proofs};
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Finds puzzles in games, each once.
///
/// The same games give the same puzzles: the solver is limited by nodes and not by a clock.
#[derive(Debug, Default)]
pub struct PuzzleMiner {
    /// The positions of the puzzles so far, each the same for all that are equal up to symmetry,
    /// colours and counts.
    seen: HashSet<Position>,
}

/// The node limit of a question to the solver.
const SOLVER_NODES: u64 = 20_000;
/// Fewer legal moves make no puzzle.
const FEWEST_MOVES: usize = 8;
/// The number of steps in all certificates of a puzzle together. Positions with few pieces would
/// need a hundred times as many.
const MAX_PROOF_STEPS: usize = 5_000;

impl PuzzleMiner {
    /// The puzzles in the positions of a game: of each kind at most one, the hardest, and none
    /// with a position that was found before. Cancelled, those found so far.
    pub fn mine(&mut self, game: &Game, cancel: &Cancellation) -> Vec<Puzzle> {
        let rules = *game.rules();
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let mut position = *game.start();
        let mut found: Vec<Puzzle> = Vec::new();
        for played in game.moves() {
            if cancel.is_requested() {
                break;
            }
            let puzzle = examine(&position, &mut solver, &rules, cancel);
            let is_new = |puzzle: &Puzzle| !self.seen.contains(&canonical(&puzzle.position));
            if let Some(puzzle) = puzzle.filter(is_new) {
                match found.iter_mut().find(|found| found.kind == puzzle.kind) {
                    Some(other) if other.difficulty < puzzle.difficulty => *other = puzzle,
                    Some(_) => {}
                    None => found.push(puzzle),
                }
            }
            position = position.after(played.mv, &rules);
        }
        let positions = found.iter().map(|puzzle| canonical(&puzzle.position));
        self.seen.extend(positions);
        found
    }
}

/// The puzzle in a position, if there is one.
fn examine(
    position: &Position,
    solver: &mut Solver,
    rules: &Rules,
    cancel: &Cancellation,
) -> Option<Puzzle> {
    if position.legal_moves(rules).count() < FEWEST_MOVES {
        return None;
    }
    let go_on = || !cancel.is_requested();
    let budget = Budget {
        nodes: Some(SOLVER_NODES),
        may_continue: &go_on,
    };
    let (kind, answer) = task(position, solver, rules, &budget)?;
    if is_greedy(position, rules, answer) {
        return None;
    }
    let puzzle = Puzzle {
        position: *position,
        rules: *rules,
        kind,
        answer,
        difficulty: Difficulty::of(position, rules, kind, answer),
    };
    let mut statements = puzzle.statements();
    let holds = statements.all(|statement| statement.holds(solver, &budget) == Some(true));
    (holds && has_short_proof(&puzzle, cancel)).then_some(puzzle)
}

/// The task that a position may be good for, and its answer.
fn task(
    position: &Position,
    solver: &mut Solver,
    rules: &Rules,
    budget: &Budget,
) -> Option<(PuzzleKind, Move)> {
    let question = Question {
        within: Some(PuzzleKind::Win3.plies()),
        all_moves: true,
    };
    let solution = solver.answer(position, question, budget);
    let winning = |plies| {
        let mut kinds = [PuzzleKind::Win2, PuzzleKind::Win3].into_iter();
        kinds.find(|kind| kind.plies() == plies)
    };
    match (solution.verdict, &solution.moves[..]) {
        (Verdict::Win(Some(plies)), &[mv]) if solution.moves_complete => {
            Some((winning(plies)?, mv))
        }
        (Verdict::None, _) => holding(position, solver, rules, budget),
        _ => None,
    }
}

/// The only move after which the opponent does not win soon, if there is one.
fn holding(
    position: &Position,
    solver: &mut Solver,
    rules: &Rules,
    budget: &Budget,
) -> Option<(PuzzleKind, Move)> {
    let mut answer = None;
    // The latest win of the opponent.
    let mut latest = Plies(0);
    for mv in position.legal_moves(rules) {
        let after = position.after(mv, rules);
        match solver.verdict(&after, Plies(PuzzleKind::Hold3.plies().0 - 1), budget) {
            Verdict::Win(Some(plies)) => latest = latest.max(plies),
            Verdict::Unknown => return None,
            _ if answer.is_none() => answer = Some(mv),
            _ => return None,
        }
    }
    let mut kinds = [PuzzleKind::Hold2, PuzzleKind::Hold3].into_iter();
    // A threat to win with the next move is too plain.
    let kind = kinds.find(|kind| latest > Plies(1) && latest < kind.plies())?;
    Some((kind, answer?))
}

/// Whether a move gains more pieces than any other.
fn is_greedy(position: &Position, rules: &Rules, answer: Move) -> bool {
    let gained = position.gain(answer);
    let others = position.legal_moves(rules).filter(|&mv| mv != answer);
    others
        .map(|mv| position.gain(mv))
        .all(|other| other < gained)
}

/// Whether a puzzle is proved with few enough steps.
fn has_short_proof(puzzle: &Puzzle, cancel: &Cancellation) -> bool {
    // The solver asks once for each step of a strategy, and now and then while it searches.
    let asked = AtomicUsize::new(0);
    let go_on =
        || asked.fetch_add(1, Ordering::Relaxed) < MAX_PROOF_STEPS && !cancel.is_requested();
    let budget = Budget {
        nodes: None,
        may_continue: &go_on,
    };
    proofs(puzzle, &budget).all(|proof| proof.is_ok())
}

/// The node limit for a move: weak play leaves something to find.
const NODES_PER_MOVE: u64 = 200;
const TABLE_BYTES: usize = 1 << 18;

/// A game of the player against itself, after a random opening. It depends on the seed and the
/// number only; games with even numbers are played by the rules `2022`, the others by `uai`.
#[must_use]
pub fn puzzle_game(seed: u64, number: u64, cancel: &Cancellation) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let rules = if number.is_multiple_of(2) {
        Rules::BERKELEY_2022
    } else {
        Rules::UAI
    };
    let opening = RandomOpening {
        plies: 4..=10,
        blocks: true,
    };
    let mut game = loop {
        if let Some(game) = opening.game(&rules, &mut random) {
            break game;
        }
    };
    let mut player = Player::new(&PlayerOptions {
        table_bytes: TABLE_BYTES,
        solver: false,
        ..PlayerOptions::default()
    });
    while game.outcome().is_none() && !cancel.is_requested() {
        let task = SearchTask {
            position: game.position(),
            rules: &rules,
            limits: Limits::of_nodes(NODES_PER_MOVE),
            seed: Some(random.next_u64()),
            threads: NonZeroUsize::MIN,
        };
        let Some(choice) = player.choose(&task, cancel) else {
            break;
        };
        // A legal move is never refused.
        let _ = game.play(choice.mv);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::puzzles::{built_in, certify};

    #[test]
    fn mining_repeats_itself_and_finds_a_puzzle_once() {
        let games: Vec<_> = (0..12)
            .map(|number| puzzle_game(2, number, Cancellation::never()))
            .collect();
        assert_eq!(games[3], puzzle_game(2, 3, Cancellation::never()));
        assert_ne!(games[3], puzzle_game(1, 3, Cancellation::never()));
        let mine = |miner: &mut PuzzleMiner| -> Vec<Puzzle> {
            let found = games
                .iter()
                .map(|game| miner.mine(game, Cancellation::never()));
            found.flatten().collect()
        };
        let mut miner = PuzzleMiner::default();
        let found = mine(&mut miner);
        assert!(!found.is_empty());
        assert_eq!(mine(&mut PuzzleMiner::default()), found);
        for puzzle in &found {
            assert!(certify(puzzle, &Budget::unlimited()).is_ok(), "{puzzle}");
        }
        for puzzle in mine(&mut miner) {
            assert!(!found.contains(&puzzle), "{puzzle}");
        }
        let stop = Cancellation::new();
        stop.request();
        assert_eq!(PuzzleMiner::default().mine(&games[0], &stop), []);
    }

    /// Whatever is played from a puzzle of the program, it is found again.
    #[test]
    fn a_puzzle_is_found_in_a_game() {
        for puzzle in built_in().iter().step_by(60) {
            let mut game = Game::from_position(puzzle.rules, puzzle.position);
            game.play(puzzle.answer).expect("a legal move");
            let found = PuzzleMiner::default().mine(&game, Cancellation::never());
            assert_eq!(found, [*puzzle]);
        }
    }
}
