//! Static evaluation by a neural network with one hidden layer over the window features.
//!
//! value = output weights of the phase · squared clipped hidden layer
//!
//! The hidden layer is the sum of a row of weights for each active feature. Weights are
//! integers, so that the value is the same on every machine.

mod features;
mod layers;

pub(in crate::engine) use features::rank_bits;
pub use features::{ActiveFeatures, FEATURES, PIECE_FEATURES, PIECE_STATES, WINDOWS, features};
pub use layers::{HIDDEN, PHASES, phase};

use crate::board::{Bitboard, Position};
use crate::engine::{Evaluation, UNITS, Value};
use crate::hash::fnv1a;
use layers::{BIAS_ONE, CompiledNetwork, MAX_OUTPUT, ONE, OUTPUT_ONE, OutputLayer, Row};
use std::fmt;
#[cfg(feature = "network")]
use std::sync::LazyLock;
#[cfg(not(feature = "network"))]
use std::sync::OnceLock;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of each feature in the hidden layer.
    rows: Arc<[Row]>,
    /// The bias of the hidden layer.
    bias: Row,
    output: OutputLayer,
    compiled: LastCompiled,
}

/// The network compiled for the last blocks that were asked for, which searches share.
#[derive(Default)]
struct LastCompiled(Mutex<Option<Arc<CompiledNetwork>>>);

impl LastCompiled {
    /// The network compiled for these blocks.
    fn get(
        &self,
        blocks: Bitboard,
        compile: impl FnOnce() -> CompiledNetwork,
    ) -> Arc<CompiledNetwork> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(compiled) if compiled.blocks() == blocks => Arc::clone(compiled),
            _ => Arc::clone(last.insert(Arc::new(compile()))),
        }
    }
}

// A cache: not part of equality, and not cloned.

impl Clone for LastCompiled {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for LastCompiled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for LastCompiled {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("LastCompiled")
    }
}

#[cfg(feature = "network")]
static EMBEDDED: LazyLock<Network> = LazyLock::new(|| {
    Network::from_bytes(include_bytes!("network.bin")).expect("the embedded network is valid")
});
/// The network that a program without an embedded one was given.
#[cfg(not(feature = "network"))]
static INSTALLED: OnceLock<Network> = OnceLock::new();

#[cfg(feature = "network")]
impl Network {
    /// The network that is built into the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }
}

#[cfg(not(feature = "network"))]
impl Network {
    /// Makes a network that has arrived the usual evaluation of the program, unless it has one.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of [`to_bytes`](Self::to_bytes).
    pub fn install(bytes: &[u8]) -> Result<(), InvalidNetwork> {
        let _ = INSTALLED.set(Self::from_bytes(bytes)?);
        Ok(())
    }
}

/// The usual evaluation: the network, or a count of the pieces while there is none.
pub(super) fn usual() -> &'static dyn Evaluation {
    #[cfg(feature = "network")]
    return Network::embedded();
    #[cfg(not(feature = "network"))]
    match INSTALLED.get() {
        Some(network) => network,
        None => &super::Material,
    }
}

impl Evaluation for Network {
    fn value(&self, position: &Position) -> Value {
        let active = features(position);
        let active = active.pieces.iter().chain(&active.blocks);
        let hidden = active.fold(self.bias, |sum, &feature| {
            sum.plus(&self.rows[usize::from(feature)])
        });
        let phase = phase(position);
        let sum = OutputLayer::sum(&hidden, &self.output.weights[phase]);
        self.output.value(sum, phase)
    }

    fn stones(&self, value: Value) -> f64 {
        self.output.stones(value)
    }

    fn for_blocks(&self, blocks: Bitboard) -> Option<Arc<dyn Evaluation>> {
        let compile = || CompiledNetwork::new(&self.rows, &self.bias, &self.output, blocks);
        Some(self.compiled.get(blocks, compile))
    }
}

impl Network {
    /// Quantises floating-point weights: all rows, the bias, the output weights and their
    /// bias, in this order. `slope` is the final piece difference per 1 of log-odds.
    ///
    /// # Panics
    ///
    /// If there are too few weights.
    #[must_use]
    pub fn from_weights(weights: &[f32], slope: f32) -> Self {
        #[allow(clippy::cast_possible_truncation)] // it is clamped
        let whole =
            |weight: f32, one: f32, most: f32| (weight * one).round().clamp(-most, most) as i32;
        let mut weights = weights.iter().copied();
        let mut next = || weights.next().expect("enough weights");
        let mut row = |one: i16, most: i16| {
            let mut short = || whole(next(), one.into(), most.into());
            Row(std::array::from_fn(|_| i16::try_from(short()).unwrap_or(0)))
        };
        let rows = (0..FEATURES)
            .map(|feature| row(ONE, max_weight(feature)))
            .collect();
        let bias = row(ONE, MAX_ROW);
        let output = std::array::from_fn(|_| row(OUTPUT_ONE, MAX_OUTPUT));
        #[allow(clippy::cast_precision_loss)]
        let bias_one = f32::from(BIAS_ONE) * UNITS as f32;
        Self {
            rows,
            bias,
            output: OutputLayer {
                weights: output,
                bias: std::array::from_fn(|_| whole(next(), bias_one, MAX_BIAS)),
                slope: whole(slope, 100.0, 10_000.0),
            },
            compiled: LastCompiled::default(),
        }
    }
}

impl Network {
    /// The weights in floating point, in the order of [`from_weights`](Self::from_weights).
    #[must_use]
    pub fn to_weights(&self) -> Vec<f32> {
        let row = |row: &Row, one: i16| row.0.map(|weight| f32::from(weight) / f32::from(one));
        let hidden = self.rows.iter().chain([&self.bias]);
        let hidden = hidden.flat_map(|weights| row(weights, ONE));
        let output = self.output.weights.iter();
        let output = output.flat_map(|weights| row(weights, OUTPUT_ONE));
        #[allow(clippy::cast_precision_loss)] // a bias has 24 bits
        let bias = |&bias: &Value| bias as f32 / (f32::from(BIAS_ONE) * UNITS as f32);
        let bias = self.output.bias.iter().map(bias);
        hidden.chain(output).chain(bias).collect()
    }
}

/// The greatest weight of the bias and of the rows of blocks: sums of 18 rows of pieces, 36 of
/// blocks and the bias fit 16 bits.
const MAX_ROW: i16 = 440;
/// The greatest weight of a row of pieces.
const MAX_PIECE_ROW: i16 = 880;
const _: () = assert!(18 * MAX_PIECE_ROW + 37 * MAX_ROW < i16::MAX);

/// The greatest weight of the row of a feature.
const fn max_weight(feature: usize) -> i16 {
    if feature < PIECE_FEATURES {
        MAX_PIECE_ROW
    } else {
        MAX_ROW
    }
}

/// The greatest output bias.
const MAX_BIAS: f32 = 1e7;

/// An error in a network file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidNetwork {
    /// The header is wrong.
    #[error("it is not a network of this version and size")]
    Header,
    /// The length is wrong.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The length of a network file.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// A weight is out of range, so that sums could overflow.
    #[error("a weight is out of range")]
    Range,
}

/// Name, version and size.
#[allow(clippy::cast_possible_truncation)] // asserted below
const HEADER: [u8; 16] = {
    assert!(FEATURES <= u16::MAX as usize);
    let mut header = *b"ataxxnet\x03\0\0\0\0\0\0\0";
    let sizes = [HIDDEN as u16, FEATURES as u16, PHASES as u16];
    let mut at = 0;
    while at < 3 {
        let [low, high] = sizes[at].to_le_bytes();
        header[10 + 2 * at] = low;
        header[11 + 2 * at] = high;
        at += 1;
    }
    header
};

/// The bytes of the 32-bit numbers: output bias and slope.
const LONGS: usize = 4 * (PHASES + 1);
const CHECKSUM: usize = 8;
const LENGTH: usize = HEADER.len() + 2 * HIDDEN * (FEATURES + 1 + PHASES) + LONGS + CHECKSUM;

impl Network {
    /// A hash of the weights, to identify a network.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fnv1a(self.to_bytes())
    }

    /// The file format, little endian: header, rows, bias, output weights, output bias,
    /// slope, checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let OutputLayer {
            weights,
            bias,
            slope,
        } = &self.output;
        let rows = self.rows.iter().chain([&self.bias]).chain(weights);
        let shorts = rows.flat_map(|row| &row.0);
        bytes.extend(shorts.flat_map(|weight| weight.to_le_bytes()));
        let longs = bias.iter().chain([slope]);
        bytes.extend(longs.flat_map(|weight| weight.to_le_bytes()));
        let sum = fnv1a(bytes.iter().copied());
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the file format.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly what [`to_bytes`](Self::to_bytes) writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidNetwork> {
        if !bytes.starts_with(&HEADER) {
            return Err(InvalidNetwork::Header);
        }
        if bytes.len() != LENGTH {
            return Err(InvalidNetwork::Length {
                expected: LENGTH,
                found: bytes.len(),
            });
        }
        let (bytes, sum) = bytes.split_at(LENGTH - CHECKSUM);
        if fnv1a(bytes.iter().copied()).to_le_bytes() != sum {
            return Err(InvalidNetwork::Checksum);
        }
        let (shorts, longs) = bytes[HEADER.len()..].split_at(bytes.len() - HEADER.len() - LONGS);
        let mut shorts = shorts.as_chunks().0.iter().copied().map(i16::from_le_bytes);
        let mut row = || Row(std::array::from_fn(|_| shorts.next().unwrap_or(0)));
        let rows: Arc<[Row]> = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let weights = std::array::from_fn(|_| row());
        let mut longs = longs.as_chunks().0.iter().copied().map(i32::from_le_bytes);
        let output = OutputLayer {
            weights,
            bias: std::array::from_fn(|_| longs.next().unwrap_or(0)),
            slope: longs.next().unwrap_or(0),
        };
        let fits = |rows: &[Row], most: i16| {
            let mut weights = rows.iter().flat_map(|row| row.0);
            weights.all(|weight| (-most..=most).contains(&weight))
        };
        let sums_fit = |weight: &i32| weight.abs_diff(0) <= 1 << 24;
        if !fits(&rows[..PIECE_FEATURES], MAX_PIECE_ROW)
            || !fits(&rows[PIECE_FEATURES..], MAX_ROW)
            || !fits(&[bias], MAX_ROW)
            || !fits(&output.weights, MAX_OUTPUT)
            || !output.bias.iter().all(sums_fit)
        {
            return Err(InvalidNetwork::Range);
        }
        Ok(Self {
            rows,
            bias,
            output,
            compiled: LastCompiled::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::positions;

    #[test]
    fn weights_lead_back_to_the_network() {
        let network = Network::embedded();
        let weights = network.to_weights();
        assert!(weights.iter().any(|weight| weight.fract() != 0.0));
        let slope = f32::from(u16::try_from(network.output.slope).expect("a slope")) / 100.0;
        let same = Network::from_weights(&weights, slope);
        assert_eq!(&same, network);
        assert_eq!(same.fingerprint(), network.fingerprint());
        // Too large weights become the largest that sums allow.
        let large: Vec<f32> = weights.iter().map(|weight| weight * 1e9).collect();
        let large = Network::from_weights(&large, slope);
        assert_eq!(Network::from_bytes(&large.to_bytes()).as_ref(), Ok(&large));
        assert_ne!(large.fingerprint(), network.fingerprint());
        let greatest = |rows: &[Row]| rows.iter().flat_map(|row| row.0).max();
        assert_eq!(greatest(&large.rows[..PIECE_FEATURES]), Some(MAX_PIECE_ROW));
        assert_eq!(greatest(&large.rows[PIECE_FEATURES..]), Some(MAX_ROW));
    }

    /// The log-odds by the definition at the head of this file, in floating point.
    fn log_odds(weights: &[f32], position: &Position) -> f64 {
        let row = |number: usize| &weights[number * HIDDEN..][..HIDDEN];
        let ActiveFeatures { pieces, blocks } = features(position);
        let active = pieces.into_iter().chain(blocks).map(usize::from);
        let rows: Vec<&[f32]> = active.chain([FEATURES]).map(row).collect();
        // Where the phases begin.
        let empty = position.empty().count();
        let phases = [8, 16, 23, 31, 39].into_iter();
        let phase = phases.filter(|&first| empty >= first).count();
        let output = FEATURES + 1;
        let bias = weights[(output + PHASES) * HIDDEN + phase];
        let products = row(output + phase).iter().enumerate().map(|(at, &weight)| {
            let hidden: f64 = rows.iter().map(|row| f64::from(row[at])).sum();
            f64::from(weight) * hidden.clamp(0.0, 1.0).powi(2)
        });
        products.sum::<f64>() + f64::from(bias)
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let network = Network::embedded();
        let weights = network.to_weights();
        for position in positions(9, 300) {
            let units = log_odds(&weights, &position) * f64::from(UNITS);
            let away = (f64::from(network.value(&position)) - units).abs();
            assert!(away <= 0.501, "{position}: {away}");
        }
    }

    #[test]
    fn expected_differences_grow_with_the_value_and_fit_the_board() {
        let network = Network::embedded();
        let slope = f64::from(network.output.slope) / 100.0;
        let near = network.stones(UNITS / 64) * 64.0;
        assert!((near - slope).abs() < 1e-3, "{near} {slope}");
        let by_value = [0, 1, 100, 1_000, 5_000].map(|value| network.stones(value));
        assert!(
            by_value.is_sorted_by(|less, more| less < more),
            "{by_value:?}"
        );
        assert!((network.stones(-700) + network.stones(700)).abs() < 1e-9);
        let most = network.stones(29_000);
        assert!(48.9 < most && most <= 49.0, "{most}");
    }

    #[test]
    fn the_last_compiled_network_is_shared_for_the_same_blocks_only() {
        let network = Network::embedded().clone();
        for position in positions(5, 60) {
            let blocks = position.blocks();
            let [one, other] = [(); 2].map(|()| network.for_blocks(blocks).expect("compiled"));
            assert!(Arc::ptr_eq(&one, &other));
            assert_eq!(one.value(&position), network.value(&position), "{position}");
        }
    }

    /// The bytes of the network after a change, with the right checksum.
    fn changed(change: impl FnOnce(&mut [u8])) -> Vec<u8> {
        let mut bytes = Network::embedded().to_bytes();
        let end = bytes.len() - CHECKSUM;
        change(&mut bytes[..end]);
        let sum = fnv1a(bytes[..end].iter().copied());
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn invalid_files() {
        let refused = |bytes: &[u8]| Network::from_bytes(bytes).err();
        assert_eq!(refused(&changed(|_| {})), None);
        let header = changed(|bytes| bytes[8] += 1);
        assert_eq!(refused(&header), Some(InvalidNetwork::Header));
        let bytes = Network::embedded().to_bytes();
        let length = InvalidNetwork::Length {
            expected: LENGTH,
            found: LENGTH - 1,
        };
        assert_eq!(refused(&bytes[..LENGTH - 1]), Some(length));
        let mut damaged = bytes;
        damaged[HEADER.len()] ^= 1;
        assert_eq!(refused(&damaged), Some(InvalidNetwork::Checksum));
        // The first weight of a piece, the first of a block, and the bias of the first phase: each
        // as large as it may be, and greater by one.
        let blocks = HEADER.len() + 2 * HIDDEN * PIECE_FEATURES;
        for (at, most) in [(HEADER.len(), MAX_PIECE_ROW), (blocks, MAX_ROW)] {
            for (weight, reason) in [(-most, None), (most + 1, Some(InvalidNetwork::Range))] {
                let bytes =
                    changed(|bytes| bytes[at..at + 2].copy_from_slice(&weight.to_le_bytes()));
                assert_eq!(refused(&bytes), reason, "{at} {weight}");
            }
        }
        let bias = LENGTH - CHECKSUM - LONGS;
        for (sum, reason) in [
            (1 << 24, None),
            ((1 << 24) + 1, Some(InvalidNetwork::Range)),
        ] {
            let sum: i32 = sum;
            let bytes = changed(|bytes| bytes[bias..bias + 4].copy_from_slice(&sum.to_le_bytes()));
            assert_eq!(refused(&bytes), reason, "{sum}");
        }
    }
}
