//! The hidden layer in AVX-512 instructions, which keep all of it in registers.

use super::layers::{HIDDEN, ONE, Row};
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
pub(super) fn weighted_sum(bias: &Row, rows: &[&Row], weights: &Row) -> i32 {
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
