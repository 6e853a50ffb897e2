//! The hidden layer in AVX2 instructions, which keep its parts in registers.
//!
//! A compiler does not find this arrangement by itself: see docs/PERFORMANCE.md.

use super::layers::{HIDDEN, ONE, Row};
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
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
pub(super) fn weighted_sum(bias: &Row, rows: &[&Row], weights: &Row) -> i32 {
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
