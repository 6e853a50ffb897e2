//! Checks a table: all values are computed anew.
//!
//! This shares nothing with `layers/` but the form of the files. Squares and sets of them are
//! numbered here, moves and ends are written down from the rules once more, a position is one byte,
//! and nothing is done 64 positions at a time. The tests compare its moves and ends with the literal
//! rules.
//!
//! # Why what passes is right
//!
//! The values of the full board follow from the rules alone. The values of a layer follow from those
//! of the layer above, which has passed, and from those of the same layer with one jump less until
//! the limit: round `r` has the values with `r` jumps left, round 0 the results at the limit. No value
//! is taken from the file before it has been compared, so that none can support itself by way of
//! others. What the file has is the last round, and in what earlier ones differ: once a round changes
//! nothing, the others do not, either.
//!
//! Two kinds of values are not computed in each round. An extend that wins does so however many jumps
//! are left. And where the limit makes a draw, a value that is no draw stays what it is: it follows from
//! some that are no draws, either, which have stayed; in round 0 only those of games that are over are.
//!
//! A sample is less: each value is compared with those of its moves in the same file. A set of wrong
//! values that fit each other would pass.

mod board;
#[cfg(test)]
mod tests;

use crate::differences::step_of_differences;
use crate::file::{Cache, LayerFile, TableError};
use crate::layers::Pair;
use crate::tables::Table;
use ataxx_core::board::LimitResult;
use ataxx_core::diagnostic::text;
use ataxx_core::internal::of_words;
use board::{DRAW, LOSS, SmallBoard, Squares, WIN, Worth, spread};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How a table is checked.
pub struct VerifyOptions<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The number of values of each layer that are checked; `None` for all.
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
/// There is no layer, or one is missing above another, damaged, or has a wrong value, count or number
/// of rounds.
pub fn verify(table: &Table, options: &VerifyOptions) -> Result<Option<Verified>, TableError> {
    let (files, ranks) = table.size();
    let board = SmallBoard::new(files, ranks, table.rules());
    let mut verified = Verified::default();
    let mut above = Vec::new();
    let mut layers: Vec<&LayerFile> = table.layers().collect();
    layers.sort_by_key(|file| std::cmp::Reverse(file.head.counts.pieces));
    if layers.is_empty() {
        return Err(table.wrong("it has no layers"));
    }
    for (file, pieces) in layers.iter().zip((1..=board.squares).rev()) {
        if file.head.counts.pieces != pieces {
            return Err(file.wrong(format!("the layer of {pieces} pieces is missing above it")));
        }
    }
    for (index, file) in layers.iter().enumerate() {
        let pieces = file.head.counts.pieces;
        if let Some(count) = options.sample {
            let layer_above = index.checked_sub(1).map(|before| layers[before]);
            verified.values += board.sample(file, layer_above, count)?;
            if !(options.proceed)(pieces, 0) {
                return Ok(None);
            }
        } else {
            let Some(computed) = board.layer(file, &above, options)? else {
                return Ok(None);
            };
            verified.values += board.compare(file, &computed)?;
            above = computed.values;
        }
        verified.layers += 1;
    }
    Ok(Some(verified))
}

/// Added to the value of a game that is over and to that of an extend that wins, which no jump changes.
const FINAL: Worth = 4;

/// A position of a layer.
#[derive(Clone, Copy)]
struct Entry {
    /// The occupied squares, and their number in the layer.
    set: Squares,
    number: usize,
    /// Which of them are those of the side to move.
    colors: usize,
    /// Where its value is.
    index: usize,
}

impl Entry {
    fn pieces(self) -> (Squares, Squares) {
        spread(self.colors, self.set)
    }
}

/// A layer that was computed.
struct Computed {
    values: Vec<Worth>,
    /// How many rounds have changed some.
    rounds: u32,
    /// If they did so up to the limit: from which round on they alternate, and the round before the
    /// last.
    alternating: Option<(u32, Vec<Worth>)>,
}

impl SmallBoard {
    /// The value one round later; `extends` has the best extend of each position.
    fn next(&self, own: Squares, other: Squares, extends: &[Worth], now: &[Worth]) -> Worth {
        let best_move = |own, other| {
            let best = extends[self.index(own, other)];
            if let Some(worth) = best.checked_sub(FINAL) {
                return worth;
            }
            let worth = |own, other| Ok::<_, Infallible>(now[self.index(own, other)]);
            let Ok(best) = self.best_jump(own, other, best, worth);
            best
        };
        if self.can_move(own, other) {
            best_move(own, other)
        } else if self.rules.pass_adds_to_count {
            WIN - now[self.index(other, own)]
        } else {
            WIN - best_move(other, own)
        }
    }

    /// All values of a layer; those of early rounds are compared with the file at once. `None` if the
    /// work was ended.
    fn layer(
        &self,
        file: &LayerFile,
        above: &[Worth],
        options: &VerifyOptions,
    ) -> Result<Option<Computed>, TableError> {
        let pieces = file.head.counts.pieces;
        let sets = &self.least[pieces];
        let size = 1 << pieces;
        let mut extends = vec![LOSS; sets.len() * size];
        let done = self.each(&mut extends, pieces, 0, options, |entry| {
            let (own, other) = entry.pieces();
            if let Some(end) = self.end(own, other) {
                return end + FINAL;
            }
            let worth = |own, other| Ok::<_, Infallible>(above[self.index(own, other)]);
            let Ok(best) = self.best_extend(own, other, worth);
            if best == WIN { WIN + FINAL } else { best }
        });
        if done.is_none() {
            return Ok(None);
        }
        let mut now = vec![LOSS; sets.len() * size];
        let done = self.each(&mut now, pieces, 0, options, |entry| {
            let (own, other) = entry.pieces();
            let end = self.end(own, other);
            end.unwrap_or_else(|| self.at_limit(own, other))
        });
        if done.is_none() {
            return Ok(None);
        }
        let limit_draws = self.limit_result() == LimitResult::Draw;
        let limit = self.jump_limit();
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
            let done = self.each(&mut later, pieces, round, options, |entry| {
                let worth = now[entry.index];
                if let Some(settled) = extends[entry.index].checked_sub(FINAL) {
                    settled
                } else if !depends[entry.number] || limit_draws && worth != DRAW {
                    worth
                } else {
                    let (own, other) = entry.pieces();
                    self.next(own, other, &extends, &now)
                }
            });
            if done.is_none() {
                return Ok(None);
            }
            let step = step_of_differences(&self.rules);
            let left = round.saturating_sub(step);
            if (1..=file.head.differences()).contains(&left) {
                let values = if step == 1 { &now } else { &before };
                self.compare_difference(file, left, values, &later)?;
            }
            let pairs = later.chunks(size).zip(now.chunks(size));
            changed = pairs.map(|(later, now)| later != now).collect();
            if round > 1 && later != before {
                last_difference = round;
            }
            before = std::mem::replace(&mut now, later);
            if !changed.contains(&true) {
                return Ok(Some(Computed {
                    values: now,
                    rounds: round - 1,
                    alternating: None,
                }));
            }
        }
        Ok(Some(Computed {
            values: now,
            rounds: limit,
            alternating: Some((last_difference - 1, before)),
        }))
    }

    /// Computes a value for each position of a layer, on several threads. `None` if the work was ended.
    fn each(
        &self,
        values: &mut [Worth],
        pieces: usize,
        round: u32,
        options: &VerifyOptions,
        value: impl Fn(Entry) -> Worth + Sync,
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
                    *out = value(Entry {
                        number,
                        set,
                        colors,
                        index: number * size + colors,
                    });
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
        let [lost, drawn, won] = self.compare_values(file, values, &file.all(0)?)?;
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
            self.compare_values(file, before, &file.all(1)?)?;
        }
        if (won, lost, drawn) != (counts.won, counts.lost, counts.drawn) {
            return Err(file.wrong(format!(
                "its counts are wrong: {won} won, {lost} lost and {drawn} drawn"
            )));
        }
        let parts = 1 + u64::from(alternating.is_some()) + u64::from(file.head.differences());
        Ok(values.len() as u64 * parts)
    }

    /// Compares the bits in which the values with `left` jumps left differ from later ones.
    fn compare_difference(
        &self,
        file: &LayerFile,
        left: u32,
        values: &[Worth],
        later: &[Worth],
    ) -> Result<(), TableError> {
        let pieces = file.head.counts.pieces;
        let pairs = file.difference(left)?;
        for (number, &set) in self.least[pieces].iter().enumerate() {
            for colors in 0..1 << pieces {
                let index = (number << pieces) + colors;
                let (place, bit) = place(pieces, number, colors);
                let [win, hold] = bits(later[index]);
                let [other_win, other_hold] = pairs[place].map(|word| word >> bit & 1);
                let stored = worth([win ^ other_win, hold ^ other_hold], 0);
                if stored != values[index] {
                    let pieces = spread(colors, set);
                    return Err(self.differs(file, pieces, Some(left), stored, values[index]));
                }
            }
        }
        Ok(())
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
            let times = self.orbit_size(set);
            for colors in 0..1 << pieces {
                let worth = values[(number << pieces) + colors];
                found[usize::from(worth)] += times;
                let stored = stored(pairs, pieces, number, colors);
                if stored != worth {
                    return Err(self.differs(file, spread(colors, set), None, stored, worth));
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
        left: Option<u32>,
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
        let left = left.map_or_else(String::new, |left| {
            format!(" with {} left", text::counted(left as usize, "jump"))
        });
        file.wrong(format!(
            "{cells} (rank by rank from a1, x to move) is {worth}{left}, and {stored} in the file"
        ))
    }

    /// Compares values of a layer with those of their moves, in the layer above and in the same:
    /// `count` at the start of a count of jumps, and `count` after others. Returns how many.
    fn sample(
        &self,
        file: &LayerFile,
        above: Option<&LayerFile>,
        count: u64,
    ) -> Result<u64, TableError> {
        let pieces = file.head.counts.pieces;
        let [mut here, mut there] = [Cache::default(), Cache::default()];
        let limit = self.rules.jump_limit.map(|_| self.jump_limit());
        let mut read = |own: Squares, other: Squares, jumps: u32| match above {
            Some(above) if (own | other).count_ones() as usize > pieces => {
                self.read(above, &mut there, own, other, 0)
            }
            _ if limit.is_some_and(|limit| jumps >= limit) => {
                let end = self.end(own, other);
                Ok(end.unwrap_or_else(|| self.at_limit(own, other)))
            }
            _ => self.read(file, &mut here, own, other, jumps),
        };
        let sets = &self.least[pieces];
        let mut compared = 0;
        for number in 0..count {
            let random = of_words([number, pieces as u64]);
            let set = sets[usize::try_from(random % sets.len() as u64).unwrap_or(0)];
            let colors = of_words([random, 1]) & ((1 << pieces) - 1);
            let (own, other) = spread(usize::try_from(colors).unwrap_or(0), set);
            let some = limit.map(|limit| of_words([random, 2]) % u64::from(limit));
            let some = some.and_then(|some| u32::try_from(some).ok());
            for jumps in std::iter::once(0).chain(some) {
                let worth = self.worth_of_moves(own, other, jumps, &mut read)?;
                let stored = read(own, other, jumps)?;
                if stored != worth {
                    let left = limit.map(|limit| limit - jumps);
                    return Err(self.differs(file, (own, other), left, stored, worth));
                }
                compared += 1;
            }
        }
        Ok(compared)
    }

    /// A value from those of the moves. `read` gives the value of a position after a number of
    /// consecutive jumps.
    fn worth_of_moves(
        &self,
        own: Squares,
        other: Squares,
        jumps: u32,
        read: &mut dyn FnMut(Squares, Squares, u32) -> Result<Worth, TableError>,
    ) -> Result<Worth, TableError> {
        if let Some(end) = self.end(own, other) {
            return Ok(end);
        }
        if self.can_move(own, other) {
            let best = self.best_extend(own, other, |own, other| read(own, other, 0))?;
            return self.best_jump(own, other, best, |own, other| read(own, other, jumps + 1));
        }
        let counted = u32::from(self.rules.pass_adds_to_count);
        Ok(WIN - read(other, own, jumps + counted)?)
    }

    /// The value of a position in a file.
    fn read(
        &self,
        file: &LayerFile,
        cache: &mut Cache,
        own: Squares,
        other: Squares,
        jumps: u32,
    ) -> Result<Worth, TableError> {
        let pieces = (own | other).count_ones() as usize;
        let index = self.index(own, other);
        let (place, bit) = place(pieces, index >> pieces, index & ((1 << pieces) - 1));
        Ok(worth(file.pair(place, jumps, cache)?, bit))
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

/// The bits of a value: the other way round.
const fn bits(worth: Worth) -> Pair {
    match worth {
        LOSS => [1, 1],
        DRAW => [0, 1],
        _ => [0, 0],
    }
}

fn stored(pairs: &[Pair], pieces: usize, number: usize, colors: usize) -> Worth {
    let (place, bit) = place(pieces, number, colors);
    worth(pairs[place], bit)
}
