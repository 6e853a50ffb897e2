//! Makes the corpus that the solver is measured on:
//!
//! ```text
//! cargo run --release -p ataxx-benches --example corpus -- [SEED] > benches/corpus/positions.fen
//! ```
//!
//! takes positions from games of the AI against itself until every quota is filled.
//! The same seed and the same AI give the same file, byte for byte. Another AI gives
//! another file, with which no earlier measurement can be compared: so the file is
//! kept, and made anew only for a reason.

use ataxx_benches::{MAX_EMPTY, placement, quota};
use ataxx_core::Cancellation;
use ataxx_core::board::{Move, Position, Rules, Square};
use ataxx_core::engine::{self, Limits, SearchTask};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::process::ExitCode;

const SEED: u64 = 1;

const RULES: Rules = Rules::UAI;

/// How many positions a player looks at for a move, and the weak player of an
/// unequal game.
const NODES: u64 = 10_000;
const FEW_NODES: u64 = 100;

/// Longer games go round in circles.
const MAX_PLIES: usize = 300;

/// No more positions of a game than this are taken, and none of two that follow
/// each other closely, so that the corpus is not a few games.
const OF_A_GAME: usize = 3;
const PLIES_APART: usize = 4;

/// From here on a count of consecutive jumps is called high.
const HIGH_COUNT: u16 = 40;

/// At most this many positions where the side to move must pass: there is nothing
/// to decide in them.
const PASSES: usize = 30;

fn main() -> ExitCode {
    let Ok(seed) = std::env::args()
        .nth(1)
        .map_or(Ok(SEED), |seed| seed.parse())
    else {
        eprintln!("usage: corpus [SEED]");
        return ExitCode::from(2);
    };
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut shelf = Shelf::new();
    let mut games = 0;
    while !shelf.full() {
        let kind = Kind::of_game(games);
        let mut positions = game(kind, &mut chance);
        shelf.take_from(kind, &mut positions, &mut chance);
        games += 1;
        if games % 50 == 0 {
            eprintln!("{games} games, {} positions", shelf.taken.len());
        }
    }
    match write(seed, games, &mut shelf) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("failed to write: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What sort of game it is, by its number.
#[derive(Clone, Copy)]
struct Kind {
    blocks: bool,
    /// One side looks at a few positions only.
    unequal: bool,
    /// For a stretch both sides do nothing but jump, anywhere.
    wandering: bool,
}

impl Kind {
    fn of_game(number: usize) -> Self {
        Self {
            blocks: number % 3 == 2,
            unequal: number % 2 == 1,
            wandering: number % 5 == 4,
        }
    }
}

/// The positions of a game, without the last if the game is over there.
fn game(kind: Kind, chance: &mut ChaCha8Rng) -> Vec<Position> {
    let mut position = Position::start();
    if kind.blocks {
        position = with_blocks(position, chance);
    }
    let random_plies = below(chance, 13);
    let mut nodes = [NODES; 2];
    if kind.unequal {
        nodes[below(chance, 2)] = FEW_NODES;
    }
    let wandering = if kind.wandering {
        let begin = random_plies + below(chance, 60);
        begin..begin + 20 + below(chance, 80)
    } else {
        0..0
    };
    let mut positions = Vec::new();
    while positions.len() < MAX_PLIES && position.outcome(&RULES).is_none() {
        positions.push(position);
        let ply = positions.len() - 1;
        let mv = if ply < random_plies {
            any_move(&position, |_| true, chance)
        } else {
            jump_in(&wandering, ply, &position, chance)
        };
        let mv = mv.unwrap_or_else(|| thought(&position, nodes[position.turn().index()], chance));
        position = position.after(mv, &RULES);
    }
    positions
}

/// One to four sets of blocks. A square that cannot be blocked is none of them.
fn with_blocks(start: Position, chance: &mut ChaCha8Rng) -> Position {
    let sets = 1 + below(chance, 4);
    (0..sets).fold(start, |position, _| {
        let square = Square::from_index(below(chance, Square::COUNT)).expect("below 49");
        position.with_block(square, &RULES).unwrap_or(position)
    })
}

fn jump_in(
    wandering: &Range<usize>,
    ply: usize,
    position: &Position,
    chance: &mut ChaCha8Rng,
) -> Option<Move> {
    if wandering.contains(&ply) {
        any_move(position, Move::is_jump, chance)
    } else {
        None
    }
}

fn any_move(
    position: &Position,
    wanted: impl Fn(Move) -> bool,
    chance: &mut ChaCha8Rng,
) -> Option<Move> {
    let moves = position.legal_moves(&RULES).filter(|&mv| wanted(mv));
    let moves: Vec<Move> = moves.collect();
    let at = (!moves.is_empty()).then(|| below(chance, moves.len()));
    at.map(|at| moves[at])
}

fn thought(position: &Position, nodes: u64, chance: &mut ChaCha8Rng) -> Move {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let task = SearchTask {
        position,
        rules: &RULES,
        limits,
        seed: Some(chance.next_u64()),
        threads: NonZeroUsize::MIN,
    };
    engine::choose(&task, Cancellation::never())
        .expect("the game goes on")
        .mv
}

/// A number below `end`.
fn below(chance: &mut ChaCha8Rng, end: usize) -> usize {
    let end = u64::try_from(end).expect("64 bits");
    usize::try_from(chance.next_u64() % end).expect("below a usize")
}

/// What has been taken so far.
struct Shelf {
    taken: Vec<Position>,
    /// By the number of empty squares: positions without and with blocks.
    counts: [[usize; 2]; MAX_EMPTY + 1],
    passes: usize,
    placements: HashSet<[u64; 3]>,
}

impl Shelf {
    fn new() -> Self {
        Self {
            taken: Vec::new(),
            counts: [[0; 2]; MAX_EMPTY + 1],
            passes: 0,
            placements: HashSet::new(),
        }
    }

    /// How many positions there are to be without and with blocks: a third is with
    /// blocks, but for the opening, where only few sets leave so many squares empty.
    fn quotas(empty: usize) -> [usize; 2] {
        let all = quota(empty);
        let blocks = if empty + 4 <= MAX_EMPTY {
            all.div_ceil(3)
        } else {
            0
        };
        [all - blocks, blocks]
    }

    fn full(&self) -> bool {
        let mut counts = self.counts.iter().enumerate();
        counts.all(|(empty, counts)| *counts == Self::quotas(empty))
    }

    fn take_from(&mut self, kind: Kind, positions: &mut [Position], chance: &mut ChaCha8Rng) {
        shuffle(positions, chance);
        // What is rare comes first. The sort is stable: chance decides the rest.
        positions.sort_by_key(|position| match must_pass(position) {
            true => 0,
            false if kind.wandering && position.jumps() >= HIGH_COUNT => 1,
            false => 2,
        });
        let mut plies = Vec::new();
        for position in positions {
            let ply = position.plies() as usize;
            let near = plies
                .iter()
                .any(|&other: &usize| ply.abs_diff(other) < PLIES_APART);
            if plies.len() < OF_A_GAME && !near && self.take(position) {
                plies.push(ply);
            }
        }
    }

    fn take(&mut self, position: &Position) -> bool {
        let empty = position.empty().squares().count();
        let blocks = usize::from(!position.blocks().is_empty());
        let pass = must_pass(position);
        let room = self.counts[empty][blocks] < Self::quotas(empty)[blocks]
            && !(pass && self.passes == PASSES)
            && self.placements.insert(placement(position));
        if room {
            self.counts[empty][blocks] += 1;
            self.passes += usize::from(pass);
            self.taken.push(*position);
        }
        room
    }
}

fn must_pass(position: &Position) -> bool {
    !position.can_move(position.turn(), &RULES)
}

fn shuffle(positions: &mut [Position], chance: &mut ChaCha8Rng) {
    for last in (1..positions.len()).rev() {
        positions.swap(last, below(chance, last + 1));
    }
}

fn write(seed: u64, games: usize, shelf: &mut Shelf) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let empty = |position: &Position| position.empty().squares().count();
    shelf
        .taken
        .sort_by_key(|position| std::cmp::Reverse(empty(position)));
    let count = shelf.taken.len();
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "\
# The corpus that the solver is measured on: {count} positions under the rules `uai`,
# none of them finished, no two alike up to symmetry and colours. An id gives the
# number of empty squares: {common} positions for each number from 9 to {MAX_EMPTY}, {few} for each
# from 1 to 8, more than a third of them with blocks.
#
# Made by `cargo run --release -p ataxx-benches --example corpus -- {seed}` with the AI of version {version}
# from {games} of its games against itself, {NODES} nodes a ply; one side has only
# {FEW_NODES} in half of the games, the first plies of each (up to 12) are random, a third
# has blocks, and in a fifth both sides only jump for a while. A later AI plays other
# games. Measurements are comparable on the same file only: do not make it anew
# without need.
#
# A test, tests/solver/corpus.rs, holds the file to this.

",
        common = quota(MAX_EMPTY),
        few = quota(1),
    )?;
    for group in shelf.taken.chunk_by(|a, b| empty(a) == empty(b)) {
        for (index, position) in group.iter().enumerate() {
            let (empty, number) = (empty(position), index + 1);
            writeln!(out, "{position} ; id {empty:02}-{number:02}")?;
        }
    }
    Ok(())
}
