//! Random numbers, and random positions.

use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same for a seed on any machine.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `end`, which is at most 2³², nearly uniform.
    pub fn below(&mut self, end: usize) -> usize {
        let product = u64::from(self.0.next_u32()) * u64::try_from(end).expect("64 bits");
        usize::try_from(product >> 32).expect("below a usize")
    }

    /// `true` with this probability in percent.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn square(&mut self) -> Square {
        Square::from_index(self.below(Square::COUNT)).expect("below 49")
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// How the squares of a random position are filled, in percent of all squares:
/// blocks, red, blue; the rest is empty.
const FILLINGS: [[usize; 3]; 9] = [
    [0, 5, 5],    // sparse
    [8, 15, 15],  // open, with some blocks
    [0, 35, 35],  // dense
    [5, 46, 46],  // nearly full
    [3, 90, 5],   // nearly full, one side nearly gone
    [45, 20, 20], // walled
    [60, 15, 15], // walled, much of it out of reach
    [75, 8, 8],   // almost only walls
    [70, 25, 1],  // walled, one side nearly gone
];

/// A start for a game: half of them the usual one, the others random, with counts up to their
/// limits. The game may be over.
pub fn random_position(chance: &mut Chance, rules: &Rules) -> Position {
    if chance.percent(40) {
        return Position::start();
    }
    let filling = *chance.pick(&FILLINGS);
    let mut position = if chance.percent(30) {
        walled_side(chance)
    } else {
        mixture(chance, filling)
    };
    if chance.percent(50) {
        let limit = rules.jump_limit.map_or(500, |limit| limit.jumps.get());
        let jumps = u16::try_from(chance.below(usize::from(limit) + 2)).expect("small");
        position = position.with_jumps(jumps);
    }
    if chance.percent(50) {
        let limit = rules.ply_limit.map_or(500, std::num::NonZeroU32::get);
        let limit = usize::try_from(limit).expect("small");
        let plies = u32::try_from(chance.below(limit + 2)).expect("small");
        position = position.with_plies(plies);
    }
    if chance.percent(50) {
        position = position.with_turn(Color::Blue);
    }
    position
}

fn mixture(chance: &mut Chance, [blocks, red, blue]: [usize; 3]) -> Position {
    let mut sets = [Bitboard::EMPTY; 3];
    for square in Square::all() {
        match chance.below(100) {
            n if n < blocks => sets[0] |= square.into(),
            n if n < blocks + red => sets[1] |= square.into(),
            n if n < blocks + red + blue => sets[2] |= square.into(),
            _ => {}
        }
    }
    Position::new(sets[1], sets[2], sets[0], Color::Red).expect("each square is filled once")
}

/// One side enclosed by three ranks of blocks, which no jump crosses; the other is free on a
/// board with some pieces of both.
fn walled_side(chance: &mut Chance) -> Position {
    let shut_up = if chance.percent(50) {
        Color::Red
    } else {
        Color::Blue
    };
    let room = chance.below(6) + 1;
    let mut sets = [Bitboard::EMPTY; 2];
    let mut blocks = Bitboard::EMPTY;
    for square in Square::all() {
        match usize::from(square.rank()) {
            0 => sets[shut_up.index()] |= square.into(),
            1..=3 => blocks |= square.into(),
            _ => match chance.below(10) {
                n if n < room => {}
                9 => sets[shut_up.index()] |= square.into(),
                _ => sets[(!shut_up).index()] |= square.into(),
            },
        }
    }
    Position::new(sets[0], sets[1], blocks, Color::Red).expect("each square is filled once")
}
