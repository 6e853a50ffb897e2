//! The layers of the network in fixed-point numbers, their sums in vector instructions, and the
//! network compiled for boards with the same blocks, whose rows are added to the bias.

#[cfg(target_arch = "x86_64")]
use super::features::{PIECE_FEATURES, WINDOWS};
use super::features::{block_features, piece_features};
use crate::board::{Bitboard, Position};
use crate::engine::{Evaluation, UNITS, Value};
use crate::processor::Processor;
use std::sync::Arc;

/// The size of the hidden layer.
pub const HIDDEN: usize = 256;
/// The number of game phases, distinguished by the number of empty squares.
pub const PHASES: usize = 6;

/// The fixed-point 1 of the hidden layer, where values are clipped.
pub(super) const ONE: i16 = 255;
/// The fixed-point 1 of the output weights.
pub(super) const OUTPUT_ONE: i16 = 64;
/// The greatest output weight: its product with `ONE` fits 16 bits.
pub(super) const MAX_OUTPUT: i16 = 127;
/// The fixed-point 1 of the output bias, in units.
pub(super) const BIAS_ONE: i16 = 16;

// The weighted sum of the hidden layer fits 32 bits.
const _: () =
    assert!(HIDDEN < i32::MAX as usize / (ONE as usize * ONE as usize * MAX_OUTPUT as usize));

/// One number for each hidden value, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Row(pub [i16; HIDDEN]);

impl Row {
    /// Adds up rows.
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| {
            self.0[at].wrapping_add(other.0[at])
        }))
    }
}

/// The output layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutputLayer {
    /// The weights, by phase.
    pub weights: [Row; PHASES],
    /// The bias, by phase.
    pub bias: [i32; PHASES],
    /// The expected final piece difference per 1 of log-odds, near 0, in hundredths.
    pub slope: i32,
}

/// The phase of a position, by its empty squares; 0 at the end of the game.
#[must_use]
#[inline]
pub fn phase(position: &Position) -> usize {
    (position.empty().count() as usize * PHASES / 46).min(PHASES - 1)
}

impl OutputLayer {
    /// The value in a phase, from the weighted sum of the hidden layer.
    #[inline]
    pub fn value(&self, sum: i32, phase: usize) -> Value {
        const SUM_ONE: i64 = (ONE as i64).pow(2) * OUTPUT_ONE as i64;
        const DIVISOR: i64 = SUM_ONE * BIAS_ONE as i64;
        let sum = i64::from(sum) * i64::from(UNITS) * i64::from(BIAS_ONE);
        let bias = i64::from(self.bias[phase]) * SUM_ONE;
        #[allow(clippy::cast_possible_truncation)] // both terms are less than 2^31 units
        let value = (sum + bias + DIVISOR / 2).div_euclid(DIVISOR) as Value;
        value
    }

    /// The weighted sum of the hidden layer, squared and clipped.
    pub fn sum(hidden: &Row, weights: &Row) -> i32 {
        let products = hidden.0.iter().zip(&weights.0).map(|(&value, &weight)| {
            let clipped = value.clamp(0, ONE);
            // The product fits 16 bits, as weights are at most `MAX_OUTPUT`.
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        });
        products.sum()
    }

    /// The expected piece difference at the end of the game.
    pub fn stones(&self, value: Value) -> f64 {
        let odds = f64::from(value) / f64::from(UNITS);
        let slope = f64::from(self.slope) / 100.0;
        49.0 * (odds * slope / 49.0).tanh()
    }
}

/// A network for boards with certain blocks.
pub(super) struct CompiledNetwork {
    blocks: Bitboard,
    output: OutputLayer,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    processor: Processor,
    /// The weights of each feature.
    rows: Arc<[Row]>,
    /// The bias of the hidden layer, with the weights of the blocks.
    bias: Row,
}

impl CompiledNetwork {
    /// Compiles a network with these weights of features, bias and output layer.
    pub fn new(rows: &Arc<[Row]>, bias: &Row, output: &OutputLayer, blocks: Bitboard) -> Self {
        let bias = block_features(blocks).fold(*bias, |bias, feature| {
            bias.plus(&rows[usize::from(feature)])
        });
        Self {
            blocks,
            output: output.clone(),
            processor: Processor::detect(),
            rows: Arc::clone(rows),
            bias,
        }
    }

    /// The blocks of the boards that it is for.
    pub fn blocks(&self) -> Bitboard {
        self.blocks
    }

    /// The weighted sum of the hidden layer.
    fn sum(&self, position: &Position, weights: &Row) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx512() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.sum_avx512(position, weights) };
        }
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.sum_avx2(position, weights) };
        }
        self.sum_portable(position, weights)
    }

    fn sum_portable(&self, position: &Position, weights: &Row) -> i32 {
        let hidden = piece_features(position)
            .iter()
            .fold(self.bias, |sum, &feature| {
                sum.plus(&self.rows[usize::from(feature)])
            });
        OutputLayer::sum(&hidden, weights)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn sum_avx2(&self, position: &Position, weights: &Row) -> i32 {
        avx2::weighted_sum(&self.bias, &self.active_rows(position), weights)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn sum_avx512(&self, position: &Position, weights: &Row) -> i32 {
        avx512::weighted_sum(&self.bias, &self.active_rows(position), weights)
    }

    /// The rows of the active features of pieces.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn active_rows(&self, position: &Position) -> [&Row; WINDOWS] {
        // Not a closure: it would not be compiled for the instruction set of the caller.
        let mut rows = [&self.bias; WINDOWS];
        let known = &self.rows[..PIECE_FEATURES];
        for (row, feature) in rows.iter_mut().zip(piece_features(position)) {
            *row = &known[usize::from(feature)];
        }
        rows
    }
}

impl Evaluation for CompiledNetwork {
    fn value(&self, position: &Position) -> Value {
        let phase = phase(position);
        let sum = self.sum(position, &self.output.weights[phase]);
        self.output.value(sum, phase)
    }

    fn stones(&self, value: Value) -> f64 {
        self.output.stones(value)
    }
}

/// The hidden layer in AVX2 instructions, which keep its parts in registers.
///
/// A compiler does not find this arrangement by itself: see docs/PERFORMANCE.md.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{HIDDEN, ONE, Row};
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
        _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16,
        _mm256_set1_epi16, _mm256_setzero_si256,
    };

    /// The number of hidden values in a register.
    const LANES: usize = 16;
    /// The number of registers for a part of the hidden layer. Twice as many would not leave
    /// room for anything else.
    const REGISTERS: usize = 8;
    const PARTS: usize = HIDDEN / (LANES * REGISTERS);
    const _: () = assert!(PARTS * LANES * REGISTERS == HIDDEN);

    /// The weighted sum of the squared and clipped hidden layer, which is the sum of the bias and
    /// the rows.
    #[target_feature(enable = "avx2")]
    pub fn weighted_sum(bias: &Row, rows: &[&Row], weights: &Row) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
        let mut sum = zero;
        for part in 0..PARTS {
            let mut hidden = [zero; REGISTERS];
            for row in std::iter::once(bias).chain(rows.iter().copied()) {
                for (at, hidden) in hidden.iter_mut().enumerate() {
                    *hidden = _mm256_add_epi16(*hidden, load(row, part * REGISTERS + at));
                }
            }
            for (at, &hidden) in hidden.iter().enumerate() {
                let clipped = _mm256_min_epi16(_mm256_max_epi16(hidden, zero), one);
                // The product fits 16 bits.
                let product = _mm256_mullo_epi16(clipped, load(weights, part * REGISTERS + at));
                sum = _mm256_add_epi32(sum, _mm256_madd_epi16(product, clipped));
            }
        }
        let sum = _mm_add_epi32(
            _mm256_castsi256_si128(sum),
            _mm256_extracti128_si256::<1>(sum),
        );
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        _mm_cvtsi128_si32(sum)
    }

    /// The numbers of one register.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(row: &Row, register: usize) -> __m256i {
        let numbers: &[i16; LANES] = &row.0.as_chunks().0[register];
        #[allow(unsafe_code)] // there is no safe load
        // SAFETY: the reference is valid for the 32 bytes that are read.
        unsafe {
            _mm256_loadu_si256(numbers.as_ptr().cast())
        }
    }
}

/// The hidden layer in AVX-512 instructions, which keep all of it in registers.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{HIDDEN, ONE, Row};
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_loadu_si512, _mm512_madd_epi16,
        _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
        _mm512_set1_epi16, _mm512_setzero_si512,
    };

    /// The number of hidden values in a register.
    const LANES: usize = 32;
    const REGISTERS: usize = HIDDEN / LANES;
    const _: () = assert!(LANES * REGISTERS == HIDDEN);

    /// The weighted sum of the squared and clipped hidden layer, which is the sum of the bias and
    /// the rows.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn weighted_sum(bias: &Row, rows: &[&Row], weights: &Row) -> i32 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ONE));
        let mut hidden = [zero; REGISTERS];
        for row in std::iter::once(bias).chain(rows.iter().copied()) {
            for (at, hidden) in hidden.iter_mut().enumerate() {
                *hidden = _mm512_add_epi16(*hidden, load(row, at));
            }
        }
        let mut sum = zero;
        for (at, &hidden) in hidden.iter().enumerate() {
            let clipped = _mm512_min_epi16(_mm512_max_epi16(hidden, zero), one);
            // The product fits 16 bits.
            let product = _mm512_mullo_epi16(clipped, load(weights, at));
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, clipped));
        }
        _mm512_reduce_add_epi32(sum)
    }

    /// The numbers of one register.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(row: &Row, register: usize) -> __m512i {
        let numbers: &[i16; LANES] = &row.0.as_chunks().0[register];
        #[allow(unsafe_code)] // there is no safe load
        // SAFETY: the reference is valid for the 64 bytes that are read.
        unsafe {
            _mm512_loadu_si512(numbers.as_ptr().cast())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Network;
    use crate::engine::positions;

    #[test]
    fn a_compiled_network_gives_the_same_values() {
        let network = Network::embedded();
        for position in positions(3, 500) {
            let Network {
                rows, bias, output, ..
            } = network;
            let compiled = CompiledNetwork::new(rows, bias, output, position.blocks());
            assert_eq!(
                compiled.value(&position),
                network.value(&position),
                "{position:?}"
            );
            // `value` calls one of these functions.
            let weights = &network.output.weights[phase(&position)];
            let sum = compiled.sum_portable(&position, weights);
            assert_eq!(compiled.sum(&position, weights), sum);
            #[cfg(target_arch = "x86_64")]
            if compiled.processor.has_avx2() {
                #[allow(unsafe_code)]
                // SAFETY: the processor has these instructions.
                let found = unsafe { compiled.sum_avx2(&position, weights) };
                assert_eq!(found, sum);
            }
        }
    }
}
