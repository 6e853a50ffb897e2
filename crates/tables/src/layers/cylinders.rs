//! Bitsets over all colourings of some squares, and what moves do to them, 64 colourings at a time.
//!
//! Bit `i` of such a set stands for the colouring in which the squares whose bits are set in `i`
//! have one colour; the squares are in ascending order. A square more or less, or squares in another
//! order, permute the bits of all indices alike. Only the lowest six bits of an index are inside a
//! word; those above choose words. The words of both aims are computed together.

/// For each of the lowest six bits of an index the bits of a word whose index does not have it.
pub const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The bits of an index inside a word.
const WORD_BITS: usize = 6;

/// 64 colourings: those that reach each aim, to win and to hold.
pub type Pair = [u64; 2];

/// Computes the words of both aims from those of two pairs.
#[inline]
fn combine([win, hold]: Pair, other: Pair, word: impl Fn(u64, u64) -> u64) -> Pair {
    [word(win, other[0]), word(hold, other[1])]
}

/// The number of words for the colourings of this many squares.
pub const fn words(squares: usize) -> usize {
    1 << squares.saturating_sub(WORD_BITS)
}

/// The bits in use of the last word.
pub const fn last_word(squares: usize) -> u64 {
    if squares >= WORD_BITS {
        u64::MAX
    } else {
        (1 << (1 << squares)) - 1
    }
}

/// The place of a source bit that is set in all indices.
pub const SET: u8 = u8::MAX;

/// How to read the colourings in which some squares have one colour, with the others in a given
/// order.
#[derive(Default)]
pub struct Selection {
    /// From where each word comes, or, with less than a word, each bit.
    offsets: Vec<u32>,
    /// Whether the result is at least a word.
    by_words: bool,
    /// Bits inside the word that are set in all indices; each takes the place of the highest.
    halvings: Vec<usize>,
    /// Bits inside the word that change places with higher ones.
    exchanges: Vec<(usize, usize)>,
    /// Bits inside the word that change places.
    swaps: Vec<(usize, usize)>,
}

impl Selection {
    /// Plans to read from a bitset where each bit of the source's index has this place in the
    /// result's, or is [`SET`].
    pub fn plan(&mut self, places: &[u8]) {
        self.offsets.clear();
        self.halvings.clear();
        self.exchanges.clear();
        self.swaps.clear();
        let mut from = [0; 32];
        let (mut bits, mut fixed) = (0, 0);
        for (bit, &place) in places.iter().enumerate() {
            if place == SET {
                fixed |= 1 << bit;
            } else {
                from[usize::from(place)] = bit;
                bits += 1;
            }
        }
        self.by_words = bits >= WORD_BITS;
        if !self.by_words {
            self.spread(fixed, from[..bits].iter().map(|&bit| 1 << bit));
            return;
        }
        // Where the bits of the result come from: those above a word.
        let mut above = from;
        // The lowest bits of the result that come from above.
        let mut missing = (0..WORD_BITS)
            .filter(|&place| from[place] >= WORD_BITS)
            .fold(0_u32, |missing, place| missing | 1 << place);
        // What the bits inside the word become.
        let mut inside = [WORD_BITS; WORD_BITS];
        for bit in 0..WORD_BITS {
            if usize::from(places[bit]) < WORD_BITS {
                inside[bit] = places[bit].into();
            } else if missing >> bit & 1 == 1 {
                inside[bit] = bit;
                missing ^= 1 << bit;
            }
        }
        let mut end = bits;
        for bit in 0..WORD_BITS {
            if inside[bit] == WORD_BITS {
                inside[bit] = missing.trailing_zeros() as usize;
                missing &= missing - 1;
            }
            let place = usize::from(places[bit]);
            if place < WORD_BITS {
                continue;
            }
            let leaves = if places[bit] == SET {
                self.halvings.push(bit);
                end += 1;
                end - 1
            } else {
                self.exchanges.push((bit, place));
                place
            };
            above[leaves] = from[inside[bit]];
        }
        for place in 0..WORD_BITS {
            if inside[place] != place {
                let now = (place..WORD_BITS).find(|&bit| inside[bit] == place);
                let now = now.expect("each place is taken");
                self.swaps.push((place, now));
                inside.swap(place, now);
            }
        }
        let strides = above[WORD_BITS..end]
            .iter()
            .map(|&bit| 1 << (bit - WORD_BITS));
        self.spread(fixed >> WORD_BITS, strides);
    }

    /// All sums of a base and strides, the first stride changing fastest.
    fn spread(&mut self, base: u32, strides: impl Iterator<Item = u32>) {
        self.offsets.push(base);
        for stride in strides {
            let known = self.offsets.len();
            self.offsets.extend_from_within(..);
            for offset in &mut self.offsets[known..] {
                *offset += stride;
            }
        }
    }

    /// Reads.
    pub fn read(&self, source: &[Pair], out: &mut Vec<Pair>) {
        out.clear();
        if !self.by_words {
            let bits = self.offsets.iter().rev();
            out.push(bits.fold([0; 2], |pair, &at| {
                let bit = |word: u64| word >> (at % 64) & 1;
                combine(pair, source[at as usize / 64], |pair, word| {
                    pair << 1 | bit(word)
                })
            }));
            return;
        }
        out.extend(self.offsets.iter().map(|&at| source[at as usize]));
        for &bit in self.halvings.iter().rev() {
            let half = out.len() / 2;
            let (lower, upper) = out.split_at_mut(half);
            let (shift, without) = (1 << bit, WITHOUT[bit]);
            for (lower, &mut upper) in lower.iter_mut().zip(upper) {
                *lower = combine(*lower, upper, |lower, upper| {
                    lower >> shift & without | upper & !without
                });
            }
            out.truncate(half);
        }
        for &(bit, high) in &self.exchanges {
            let step = 1 << (high - WORD_BITS);
            let (shift, mask) = (1 << bit, WITHOUT[bit]);
            for pair in out.chunks_exact_mut(2 * step) {
                let (without, with) = pair.split_at_mut(step);
                for (without, with) in without.iter_mut().zip(with) {
                    let other = combine(*without, *with, |without, with| {
                        (without >> shift ^ with) & mask
                    });
                    *with = combine(*with, other, |with, other| with ^ other);
                    *without = combine(*without, other, |without, other| without ^ other << shift);
                }
            }
        }
        for &(bit, high) in &self.swaps {
            let shift = (1 << high) - (1 << bit);
            let mask = !WITHOUT[bit] & WITHOUT[high];
            for pair in &mut *out {
                *pair = pair.map(|word| {
                    let other = (word >> shift ^ word) & mask;
                    word ^ (other | other << shift)
                });
            }
        }
    }
}

/// Moves the bits of 32 colourings apart: their index gets another bit, which is 0.
#[inline]
fn widened(half: u64, bit: usize) -> u64 {
    let mut word = half & WITHOUT[WORD_BITS - 1];
    for step in (bit..WORD_BITS - 1).rev() {
        word = (word | word << (1 << step)) & WITHOUT[step];
    }
    word
}

/// Adds the colourings of a smaller set to those of a greater one in which this bit of the index is
/// set.
pub fn add_with(bit: usize, from: &[Pair], to: &mut [Pair]) {
    if bit >= WORD_BITS {
        let step = 1 << (bit - WORD_BITS);
        for (from, to) in from.chunks_exact(step).zip(to.chunks_exact_mut(2 * step)) {
            add(from, &mut to[step..]);
        }
        return;
    }
    for (&from, to) in from.iter().zip(to.chunks_mut(2)) {
        for (to, half) in to.iter_mut().zip([0, 32]) {
            *to = combine(*to, from, |to, from| {
                to | widened(from >> half, bit) << (1 << bit)
            });
        }
    }
}

/// Adds colourings.
pub fn add(from: &[Pair], to: &mut [Pair]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = combine(*to, from, |to, from| to | from);
    }
}

/// Adds values that do not depend on the squares of these bits: they are over the colourings of the
/// other squares, whose number is `others`, and are used up. Of the colourings in which no square of a bit above a
/// word has the colour, those of this mask are added.
pub fn add_spread(
    bits: usize,
    others: usize,
    mask: u64,
    values: &mut Vec<Pair>,
    spread: &mut Vec<Pair>,
    to: &mut [Pair],
) {
    // Inside the words bits are inserted.
    let inside = (0..WORD_BITS).filter(|bit| bits >> bit & 1 == 1);
    for (bit, squares) in inside.zip(others + 1..) {
        insert(bit, values, squares, spread);
        std::mem::swap(values, spread);
    }
    // Above them words are repeated.
    let bits = bits >> WORD_BITS;
    let run = (1 << bits.trailing_zeros().min(usize::BITS - 1)).min(to.len());
    let mut start = 0;
    for values in values.chunks_exact(run) {
        for (to, &value) in to[start..].iter_mut().zip(values) {
            *to = combine(*to, value, |to, value| to | value & mask);
        }
        for subset in subsets(bits) {
            add(values, &mut to[start + subset..]);
        }
        start = ((start | bits) + run) & !bits;
    }
}

/// The colourings of a word in which a square of these bits has the colour.
pub fn with_some(bits: usize) -> u64 {
    (0..WORD_BITS)
        .filter(|bit| bits >> bit & 1 == 1)
        .fold(0, |some, bit| some | !WITHOUT[bit])
}

/// The colourings of these squares; not that without any.
pub fn subsets(bits: usize) -> impl Iterator<Item = usize> {
    let mut subset = 0_usize;
    std::iter::from_fn(move || {
        subset = subset.wrapping_sub(bits) & bits;
        (subset != 0).then_some(subset)
    })
}

/// Inserts a bit inside the words into the index, which then has `squares` bits. The values do
/// not depend on it.
fn insert(bit: usize, values: &[Pair], squares: usize, out: &mut Vec<Pair>) {
    out.resize(words(squares), [0; 2]);
    for (&value, out) in values.iter().zip(out.chunks_mut(2)) {
        for (out, half) in out.iter_mut().zip([0, 32]) {
            *out = value.map(|word| {
                let without = widened(word >> half, bit);
                without | without << (1 << bit)
            });
        }
    }
}

/// The colourings with the colours exchanged: an index becomes its complement.
pub fn reversed(set: &[Pair], squares: usize) -> impl Iterator<Item = Pair> {
    let unused = 64 - (1_u32 << squares.min(WORD_BITS));
    set.iter()
        .rev()
        .map(move |pair| pair.map(|word| word.reverse_bits() >> unused))
}

/// Visits the words of the colourings with at least `least` squares of the colour.
pub fn at_least(least: usize, squares: usize) -> impl Iterator<Item = u64> {
    let words = words(squares);
    let inside: Vec<u64> = (0..=WORD_BITS + 1)
        .map(|least| {
            (0..64_u64)
                .filter(|index| index.count_ones() as usize >= least)
                .fold(0, |word, index| word | 1 << index)
                & last_word(squares)
        })
        .collect();
    (0..words).map(move |word| {
        let missing = least.saturating_sub(word.count_ones() as usize);
        inside[missing.min(WORD_BITS + 1)]
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation)] // all numbers are small

    use super::*;
    use crate::layers::tests::Numbers;

    #[test]
    fn words_are_selected_like_bits() {
        let mut numbers = Numbers(1);
        for _ in 0..2000 {
            let bits = 1 + numbers.below(12) as usize;
            let source: Vec<Pair> = (0..words(bits))
                .map(|_| [(); 2].map(|()| numbers.below(u64::MAX)))
                .collect();
            let mut places: Vec<u8> = Vec::new();
            for _ in 0..bits {
                places.push(if numbers.below(3) == 0 { SET } else { 0 });
            }
            let mut free: Vec<usize> = (0..bits).filter(|&bit| places[bit] == 0).collect();
            for (place, left) in (0..free.len()).rev().enumerate() {
                let bit = free.swap_remove(numbers.below(left as u64 + 1) as usize);
                places[bit] = u8::try_from(place).expect("small");
            }
            let count = places.iter().filter(|&&place| place != SET).count();
            let mut selection = Selection::default();
            selection.plan(&places);
            let mut out = Vec::new();
            selection.read(&source, &mut out);
            assert_eq!(out.len(), words(count));
            for index in 0..1_usize << count {
                let bit = |(bit, &place): (usize, &u8)| match place {
                    SET => 1 << bit,
                    place => (index >> place & 1) << bit,
                };
                let at: usize = places.iter().enumerate().map(bit).sum();
                let expected = source[at / 64].map(|word| word >> (at % 64) & 1);
                let found = out[index / 64].map(|word| word >> (index % 64) & 1);
                assert_eq!(found, expected, "{places:?} {index}");
            }
        }
    }
}
