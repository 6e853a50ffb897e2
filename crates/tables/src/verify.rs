//! Checks a table: all values are computed anew.
//!
//! This shares nothing with `layers/` but the form of the files. Squares and sets of them are
//! numbered here, moves and ends are written down from the rules once more, a position is one byte,
//! and nothing is done 64 positions at a time. The tests compare the moves with the literal rules.
//!
//! # Why what passes is right
//!
//! The values of the full board follow from the rules alone. The values of a layer follow from those
//! of the layer above, which has passed, and from those of the same layer with one jump less until
//! the limit: round `r` has the values with `r` jumps left, round 0 the results at the limit. No value
//! is taken from the file before it has been compared, so that none can support itself by way of
//! others. What the file has is the last round: once a round changes nothing, the others do not,
//! either.
//!
//! A sample is less: each value is compared with those of its moves in the same file. A set of wrong
//! values that fit each other would pass.

use crate::file::{Cache, LayerFile, TableError};
use crate::layers::Pair;
use crate::probe::Table;
use ataxx_core::board::{LimitResult, Rules, Stuck};
use ataxx_core::internal::of_words;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How a table is checked.
pub struct VerifyOptions<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Instead of all values, so many of each layer.
    pub sample: Option<u64>,
    /// Called often with the number of pieces and the round; the work ends once it returns `false`.
    pub proceed: &'a (dyn Fn(usize, u32) -> bool + Sync),
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of layers.
    pub layers: usize,
    /// The number of values that were compared, one for all positions that a symmetry makes equal.
    pub values: u64,
}

/// Checks the layers of a table that are there, the full board first. `None` if the work was ended.
///
/// # Errors
///
/// A layer is missing above another, damaged, or has a wrong value, count or number of rounds.
pub fn verify(table: &Table, options: &VerifyOptions) -> Result<Option<Verified>, TableError> {
    let (files, ranks) = table.size();
    let board = SmallBoard::new(files, ranks, table.rules());
    let mut verified = Verified::default();
    let mut above = Vec::new();
    let mut layers: Vec<&LayerFile> = table.layers().collect();
    layers.sort_by_key(|file| std::cmp::Reverse(file.head.counts.pieces));
    for (file, pieces) in layers.iter().zip((1..=board.squares).rev()) {
        if file.head.counts.pieces != pieces {
            return Err(file.wrong(format!("the layer of {pieces} pieces is missing above it")));
        }
    }
    for (index, file) in layers.iter().enumerate() {
        let pieces = file.head.counts.pieces;
        if let Some(count) = options.sample {
            let higher = index.checked_sub(1).map(|before| layers[before]);
            verified.values += board.sample(file, higher, count)?;
            if !(options.proceed)(pieces, 0) {
                return Ok(None);
            }
        } else {
            let Some(computed) = board.layer(pieces, &above, options) else {
                return Ok(None);
            };
            verified.values += board.compare(file, &computed)?;
            above = computed.values;
        }
        verified.layers += 1;
    }
    Ok(Some(verified))
}

/// The value for the side to move.
type Worth = u8;
const LOSS: Worth = 0;
const DRAW: Worth = 1;
const WIN: Worth = 2;
/// Added to a value that no jump changes.
const FINAL: Worth = 4;

/// A set of squares, bit by bit.
type Squares = u32;

/// Some squares of an index are permuted at once.
const HALF: usize = 13;

/// A layer that was computed.
struct Computed {
    values: Vec<Worth>,
    /// How many rounds have changed some.
    rounds: u32,
    /// If they did so up to the limit: from which round on they alternate, and the round before the
    /// last.
    alternating: Option<(u32, Vec<Worth>)>,
}

/// A board and its rules.
struct SmallBoard {
    rules: Rules,
    squares: usize,
    /// For each square those next to it, and those at the distance of a jump.
    near: Vec<Squares>,
    far: Vec<Squares>,
    /// Each symmetry as two tables: where the lower squares go, and the upper ones.
    maps: Vec<[Vec<Squares>; 2]>,
    /// For each set the number of the least of its orbit among those of its size, and the symmetry
    /// that leads to it.
    numbers: Vec<(u32, u8)>,
    /// For each number of squares the least sets of their orbits.
    least: Vec<Vec<Squares>>,
}

impl SmallBoard {
    fn new(files: u8, ranks: u8, rules: &Rules) -> Self {
        let squares = usize::from(files) * usize::from(ranks);
        let places: Vec<(i8, i8)> = (0..ranks.cast_signed())
            .flat_map(|rank| (0..files.cast_signed()).map(move |file| (file, rank)))
            .collect();
        let set = |from: (i8, i8), is_in: &dyn Fn(i8, i8) -> bool| {
            let reached = places.iter().map(|to| is_in(to.0 - from.0, to.1 - from.1));
            (0..)
                .zip(reached)
                .fold(0, |set, (square, is_in)| set | u32::from(is_in) << square)
        };
        let is_near = |right: i8, up: i8| right.abs().max(up.abs()) == 1;
        let jumps: Vec<(i8, i8)> = rules.jump_vectors().iter().collect();
        let is_jump = |right: i8, up: i8| jumps.contains(&(right, up));
        let mut maps = Vec::new();
        for map in 0..8 {
            if map & 4 != 0 && files != ranks {
                continue;
            }
            let image = |&(file, rank): &(i8, i8)| {
                let (file, rank) = if map & 4 == 0 {
                    (file, rank)
                } else {
                    (rank, file)
                };
                let file = if map & 1 == 0 {
                    file
                } else {
                    files.cast_signed() - 1 - file
                };
                let rank = if map & 2 == 0 {
                    rank
                } else {
                    ranks.cast_signed() - 1 - rank
                };
                places
                    .iter()
                    .position(|&place| place == (file, rank))
                    .unwrap_or(0)
            };
            let images: Vec<usize> = places.iter().map(image).collect();
            maps.push([&images[..squares.min(HALF)], &images[squares.min(HALF)..]].map(images_of));
        }
        let mut board = Self {
            rules: *rules,
            squares,
            near: places.iter().map(|&place| set(place, &is_near)).collect(),
            far: places.iter().map(|&place| set(place, &is_jump)).collect(),
            maps,
            numbers: vec![(0, 0); 1 << squares],
            least: vec![Vec::new(); squares + 1],
        };
        for set in 0..1_u32 << squares {
            let images = (0..board.maps.len()).map(|map| (board.image(set, map), map));
            let (first, map) = images.min().unwrap_or((set, 0));
            let sets = &mut board.least[set.count_ones() as usize];
            let number = if first == set {
                sets.push(set);
                u32::try_from(sets.len() - 1).unwrap_or(u32::MAX)
            } else {
                board.numbers[first as usize].0
            };
            board.numbers[set as usize] = (number, u8::try_from(map).unwrap_or(0));
        }
        board
    }

    /// The image of a set under a symmetry.
    fn image(&self, set: Squares, map: usize) -> Squares {
        let [lower, upper] = &self.maps[map];
        lower[set as usize & ((1 << HALF) - 1)] | upper[set as usize >> HALF]
    }

    const fn full(&self) -> Squares {
        Squares::MAX >> (Squares::BITS as usize - self.squares)
    }

    /// The place of the position among the values of its layer.
    fn index(&self, own: Squares, other: Squares) -> usize {
        let occupied = own | other;
        let (number, map) = self.numbers[occupied as usize];
        let map = map.into();
        let pieces = occupied.count_ones();
        ((number as usize) << pieces) + among(self.image(own, map), self.image(occupied, map))
    }

    fn can_move(&self, own: Squares, empty: Squares) -> bool {
        bits(empty).any(|to| (self.near[to] | self.far[to]) & own != 0)
    }

    /// The value of a game that is over: a side has no pieces, nobody can move, or the side to move
    /// cannot and the other gets the empty squares. `None` if it is not over.
    fn end(&self, own: Squares, other: Squares) -> Option<Worth> {
        if own == 0 {
            return Some(LOSS);
        }
        if other == 0 {
            return Some(WIN);
        }
        let empty = self.full() & !(own | other);
        if self.can_move(own, empty) {
            return None;
        }
        let award = if !self.can_move(other, empty) {
            0
        } else if self.rules.stuck == Stuck::StopAndAward {
            empty.count_ones()
        } else {
            return None;
        };
        Some(compare(own.count_ones(), other.count_ones() + award))
    }

    /// The value at the limit on jumps, or of endless play.
    fn at_limit(&self, own: Squares, other: Squares) -> Worth {
        let result = self.rules.jump_limit.map(|limit| limit.result);
        match result {
            Some(LimitResult::MorePieces) => compare(own.count_ones(), other.count_ones()),
            Some(LimitResult::Draw) | None => DRAW,
        }
    }

    /// The best that an extend gives; a loss without one.
    fn best_extend(&self, own: Squares, other: Squares, above: &[Worth]) -> Worth {
        let mut best = LOSS;
        for to in bits(self.full() & !(own | other)) {
            let near = self.near[to];
            if near & own != 0 {
                let (mine, theirs) = (own | 1 << to | near & other, other & !near);
                best = best.max(WIN - above[self.index(theirs, mine)]);
                if best == WIN {
                    break;
                }
            }
        }
        best
    }

    /// The best that a jump gives, if it is more than this.
    fn best_jump(&self, own: Squares, other: Squares, mut best: Worth, now: &[Worth]) -> Worth {
        for to in bits(self.full() & !(own | other)) {
            let near = self.near[to];
            for from in bits(self.far[to] & own) {
                if best == WIN {
                    return WIN;
                }
                let mine = (own & !(1 << from)) | 1 << to | near & other;
                best = best.max(WIN - (now[self.index(other & !near, mine)] & !FINAL));
            }
        }
        best
    }

    /// The value one round later; `extends` has the best extend of each position.
    fn next(&self, own: Squares, other: Squares, extends: &[Worth], now: &[Worth]) -> Worth {
        let empty = self.full() & !(own | other);
        if self.can_move(own, empty) {
            let best = extends[self.index(own, other)] & !FINAL;
            return self.best_jump(own, other, best, now);
        }
        // A pass.
        if self.rules.pass_adds_to_count {
            return WIN - (now[self.index(other, own)] & !FINAL);
        }
        let best = extends[self.index(other, own)] & !FINAL;
        WIN - self.best_jump(other, own, best, now)
    }

    /// All values with so many pieces. `None` if the work was ended.
    fn layer(&self, pieces: usize, above: &[Worth], options: &VerifyOptions) -> Option<Computed> {
        let sets = &self.least[pieces];
        let size = 1 << pieces;
        let mut extends = vec![LOSS; sets.len() * size];
        self.each(&mut extends, pieces, 0, options, |_, own, other, _| {
            self.end(own, other)
                .map_or_else(|| self.best_extend(own, other, above), |end| end + FINAL)
        })?;
        let mut now = vec![LOSS; sets.len() * size];
        self.each(
            &mut now,
            pieces,
            0,
            options,
            |_, own, other, place| match extends[place] {
                end if end >= FINAL => end - FINAL,
                _ => self.at_limit(own, other),
            },
        )?;
        let limit = self.rules.jump_limit;
        let limit = limit.map_or(u32::MAX, |limit| limit.jumps.get().into());
        let mut changed = vec![true; sets.len()];
        let mut before = Vec::new();
        let mut last_difference = 1;
        for round in 1..=limit {
            let mut later = now.clone();
            let depends: Vec<bool> = sets
                .iter()
                .enumerate()
                .map(|(number, &set)| round == 1 || changed[number] || self.depends(set, &changed))
                .collect();
            self.each(
                &mut later,
                pieces,
                round,
                options,
                |number, own, other, place| match extends[place] {
                    end if end >= FINAL => end - FINAL,
                    _ if !depends[number] => now[place],
                    _ => self.next(own, other, &extends, &now),
                },
            )?;
            let pairs = later.chunks(size).zip(now.chunks(size));
            changed = pairs.map(|(later, now)| later != now).collect();
            if round > 1 && later != before {
                last_difference = round;
            }
            before = std::mem::replace(&mut now, later);
            if !changed.contains(&true) {
                return Some(Computed {
                    values: now,
                    rounds: round - 1,
                    alternating: None,
                });
            }
        }
        Some(Computed {
            values: now,
            rounds: limit,
            alternating: Some((last_difference - 1, before)),
        })
    }

    /// Whether a jump from this set leads to one that has changed.
    fn depends(&self, set: Squares, changed: &[bool]) -> bool {
        bits(self.full() & !set).any(|to| {
            bits(self.far[to] & set).any(|from| {
                let after = (set & !(1 << from)) | 1 << to;
                changed[self.numbers[after as usize].0 as usize]
            })
        })
    }

    /// Computes a value for each position of a layer, on several threads, from the number of its set,
    /// its pieces and its place. `None` if the work was ended.
    fn each(
        &self,
        values: &mut [Worth],
        pieces: usize,
        round: u32,
        options: &VerifyOptions,
        value: impl Fn(usize, Squares, Squares, usize) -> Worth + Sync,
    ) -> Option<()> {
        let size = 1 << pieces;
        let queue = Mutex::new(values.chunks_mut(size).zip(&self.least[pieces]).enumerate());
        let is_stopped = AtomicBool::new(false);
        let work = || {
            while !is_stopped.load(Ordering::Relaxed) {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, (values, &set))) = next else {
                    break;
                };
                for (colors, out) in values.iter_mut().enumerate() {
                    let own = spread(colors, set);
                    *out = value(number, own, set & !own, number * size + colors);
                }
                if !(options.proceed)(pieces, round) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..options.threads.get() {
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        (!is_stopped.into_inner()).then_some(())
    }

    /// Compares these values with a file. Returns how many they are.
    fn compare(&self, file: &LayerFile, computed: &Computed) -> Result<u64, TableError> {
        let counts = file.head.counts;
        let Computed {
            values,
            rounds,
            alternating,
        } = computed;
        let [lost, drawn, won] = self.compare_values(file, values, &file.all(false)?)?;
        let from = alternating.as_ref().map(|(from, _)| *from);
        if (*rounds, from) != (counts.rounds, file.head.alternating) {
            let rounds_of = |rounds: u32, from: Option<u32>| match from {
                Some(from) => format!("{rounds}, alternating from {from}"),
                None => rounds.to_string(),
            };
            return Err(file.wrong(format!(
                "the rounds that change values are {}, not {}",
                rounds_of(*rounds, from),
                rounds_of(counts.rounds, file.head.alternating),
            )));
        }
        if let Some((_, before)) = alternating {
            self.compare_values(file, before, &file.all(true)?)?;
        }
        if (won, lost, drawn) != (counts.won, counts.lost, counts.drawn) {
            return Err(file.wrong(format!(
                "its counts are wrong: {won} won, {lost} lost and {drawn} drawn"
            )));
        }
        let of_before = alternating.as_ref().map_or(0, |(_, before)| before.len());
        Ok((values.len() + of_before) as u64)
    }

    /// Compares values with those in a file. Returns how many positions are lost, drawn and won.
    fn compare_values(
        &self,
        file: &LayerFile,
        values: &[Worth],
        pairs: &[Pair],
    ) -> Result<[u64; 3], TableError> {
        let pieces = file.head.counts.pieces;
        let mut found = [0_u64; 3];
        for (number, &set) in self.least[pieces].iter().enumerate() {
            let images = (0..self.maps.len()).filter(|&map| self.image(set, map) == set);
            let times = (self.maps.len() / images.count()) as u64;
            for colors in 0..1 << pieces {
                let worth = values[(number << pieces) + colors];
                found[usize::from(worth)] += times;
                let stored = stored(pairs, pieces, number, colors);
                if stored != worth {
                    let own = spread(colors, set);
                    return Err(self.differs(file, (own, set & !own), stored, worth));
                }
            }
        }
        Ok(found)
    }

    /// The error that a position has another value than the file says.
    fn differs(
        &self,
        file: &LayerFile,
        (own, other): (Squares, Squares),
        stored: Worth,
        worth: Worth,
    ) -> TableError {
        const NAMES: [&str; 3] = ["lost", "drawn", "won"];
        let cell = |square: usize| match (own >> square & 1, other >> square & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let cells: String = (0..self.squares).map(cell).collect();
        let [stored, worth] = [stored, worth].map(|worth| NAMES[usize::from(worth.min(WIN))]);
        file.wrong(format!(
            "{cells} (rank by rank from a1, x to move) is {worth}, and {stored} in the file"
        ))
    }

    /// Compares some values of a layer with those of their moves. Returns how many.
    fn sample(
        &self,
        file: &LayerFile,
        higher: Option<&LayerFile>,
        count: u64,
    ) -> Result<u64, TableError> {
        let (pieces, rounds) = (file.head.counts.pieces, file.head.counts.rounds);
        let is_alternating = file.head.alternating.is_some();
        let limit = self
            .rules
            .jump_limit
            .map_or(u32::MAX, |limit| limit.jumps.get().into());
        if rounds >= limit && !is_alternating || higher.is_none() && pieces < self.squares {
            // One jump less may make a difference, or there is nothing to compare with.
            return Ok(0);
        }
        let caches = [Cache::default(), Cache::default()];
        let [mut here, mut there] = caches;
        let mut read = |own: Squares, other: Squares, is_later: bool| {
            let occupied = own | other;
            if occupied.count_ones() as usize == pieces {
                self.read(file, &mut here, own, other, is_later && is_alternating)
            } else {
                self.read(higher.unwrap_or(file), &mut there, own, other, false)
            }
        };
        let sets = &self.least[pieces];
        for number in 0..count {
            let random = of_words([number, pieces as u64]);
            let set = sets[usize::try_from(random % sets.len() as u64).unwrap_or(0)];
            let colors = of_words([random, 1]) & ((1 << pieces) - 1);
            let own = spread(usize::try_from(colors).unwrap_or(0), set);
            let worth = self.worth_of_moves(own, set & !own, &mut read)?;
            let stored = read(own, set & !own, false)?;
            if stored != worth {
                return Err(self.differs(file, (own, set & !own), stored, worth));
            }
        }
        Ok(count)
    }

    /// A value from those of the moves.
    fn worth_of_moves(
        &self,
        own: Squares,
        other: Squares,
        read: &mut dyn FnMut(Squares, Squares, bool) -> Result<Worth, TableError>,
    ) -> Result<Worth, TableError> {
        if let Some(end) = self.end(own, other) {
            return Ok(end);
        }
        let empty = self.full() & !(own | other);
        if !self.can_move(own, empty) {
            return Ok(WIN - read(other, own, self.rules.pass_adds_to_count)?);
        }
        let mut best = LOSS;
        for to in bits(empty) {
            let near = self.near[to];
            let (mine, theirs) = (own | 1 << to | near & other, other & !near);
            if near & own != 0 {
                best = best.max(WIN - read(theirs, mine, false)?);
            }
            for from in bits(self.far[to] & own) {
                best = best.max(WIN - read(theirs, mine & !(1 << from), true)?);
            }
        }
        Ok(best)
    }

    /// The value of a position in a file.
    fn read(
        &self,
        file: &LayerFile,
        cache: &mut Cache,
        own: Squares,
        other: Squares,
        is_before: bool,
    ) -> Result<Worth, TableError> {
        let pieces = (own | other).count_ones() as usize;
        let index = self.index(own, other);
        let (number, colors) = (index >> pieces, index & ((1 << pieces) - 1));
        let (place, bit) = place(pieces, number, colors);
        Ok(worth(file.pair(place, is_before, cache)?, bit))
    }
}

/// Where the value of the side to move is: the side that has just moved has the other squares.
const fn place(pieces: usize, number: usize, colors: usize) -> (usize, usize) {
    let size = 1 << pieces;
    let words = if size > 64 { size / 64 } else { 1 };
    let moved = size - 1 - colors;
    (number * words + moved / 64, moved % 64)
}

/// What the bits of the side that has just moved mean for the other. A win that is not held cannot be.
const fn worth([win, hold]: Pair, bit: usize) -> Worth {
    match (win >> bit & 1, hold >> bit & 1) {
        (1, 1) => LOSS,
        (0, 1) => DRAW,
        (0, 0) => WIN,
        _ => Worth::MAX,
    }
}

fn stored(pairs: &[Pair], pieces: usize, number: usize, colors: usize) -> Worth {
    let (place, bit) = place(pieces, number, colors);
    worth(pairs[place], bit)
}

const fn compare(own: u32, other: u32) -> Worth {
    if own > other {
        WIN
    } else if own == other {
        DRAW
    } else {
        LOSS
    }
}

/// The images of all sets of these squares.
fn images_of(to: &[usize]) -> Vec<Squares> {
    let image = |set: usize| {
        let squares = to
            .iter()
            .enumerate()
            .filter(|(from, _)| set >> from & 1 == 1);
        squares.fold(0, |image, (_, to)| image | 1 << to)
    };
    (0..1 << to.len()).map(image).collect()
}

/// The numbers of the squares of a set.
fn bits(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The colours of a set, bit by bit, as those of its squares.
fn spread(colors: usize, set: Squares) -> Squares {
    let mut left = set;
    let mut own = 0;
    let mut colors = colors;
    while colors != 0 {
        let lowest = left & left.wrapping_neg();
        if colors & 1 == 1 {
            own |= lowest;
        }
        left ^= lowest;
        colors >>= 1;
    }
    own
}

/// Which of the squares of `set` are in `own`, bit by bit: the opposite of [`spread`].
fn among(own: Squares, set: Squares) -> usize {
    let mut left = set;
    let (mut colors, mut bit) = (0, 1);
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        if own & lowest != 0 {
            colors |= bit;
        }
        left ^= lowest;
        bit <<= 1;
    }
    colors
}
