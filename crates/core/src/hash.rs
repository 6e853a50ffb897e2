//! Hash functions.

/// The 64-bit FNV-1a hash of these bytes.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A hash of the two words of a table's key.
#[inline]
#[must_use]
pub fn of_words(words: [u64; 2]) -> u64 {
    let mixed = words[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ words[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

/// The index for a hash in a table of this length. The upper bits of the hash decide.
#[inline]
#[allow(clippy::cast_possible_truncation)] // below a length
#[must_use]
pub fn index(hash: u64, length: usize) -> usize {
    ((u128::from(hash) * length as u128) >> 64) as usize
}
