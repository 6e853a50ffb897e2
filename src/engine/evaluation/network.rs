//! A neural network with one hidden layer over the window features.
//!
//! value = linear part of the phase + output weights of the phase · squared clipped hidden
//!
//! The hidden layer is the sum of one row of weights for each window, so an evaluation takes
//! 36 additions of rows. Weights are integers, so that the value is the same on every
//! machine.

use super::windows::{FEATURES, windows};
use super::{Evaluation, UNITS, Value};
use crate::board::Position;
use crate::hash::fnv1a;
use std::sync::LazyLock;
use thiserror::Error;

/// The size of the hidden layer.
pub const HIDDEN: usize = 64;
/// The number of game phases, distinguished by the number of empty squares.
pub const PHASES: usize = 6;

/// The fixed-point 1 of the hidden layer, where values are clipped.
pub(super) const ONE: i16 = 255;
/// The fixed-point 1 of the output weights.
pub(super) const OUTPUT_ONE: i16 = 64;
/// The fixed-point 1 of the linear part, in units.
pub(super) const LINEAR_ONE: i16 = 16;

/// One number for each hidden value.
type Row = [i16; HIDDEN];

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of each feature in the hidden layer.
    pub(super) rows: Box<[Row]>,
    /// The bias of the hidden layer.
    pub(super) bias: Row,
    /// The linear weight of each feature, by phase.
    pub(super) linear: Box<[[i16; FEATURES]]>,
    /// The output weights, by phase.
    pub(super) output: [Row; PHASES],
    /// The output bias, by phase.
    pub(super) output_bias: [i32; PHASES],
    /// The expected final piece difference per 1 of log-odds, near 0, in hundredths: see
    /// [`Evaluation::stones`].
    pub(super) slope: i32,
}

/// The phase of a position, by its empty squares; 0 at the end of the game.
#[must_use]
#[inline]
pub fn phase(position: &Position) -> usize {
    (position.empty().count() as usize * PHASES / 46).min(PHASES - 1)
}

static EMBEDDED: LazyLock<Network> = LazyLock::new(|| {
    Network::from_bytes(include_bytes!("network.bin")).expect("a test has read it")
});

impl Network {
    /// The network that is built into the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    #[inline]
    fn hidden(&self, windows: &[u16]) -> Row {
        let mut hidden = self.bias;
        for &window in windows {
            let row = &self.rows[usize::from(window)];
            for (value, &weight) in hidden.iter_mut().zip(row) {
                *value = value.wrapping_add(weight);
            }
        }
        hidden
    }
}

impl Evaluation for Network {
    #[inline]
    fn value(&self, position: &Position) -> Value {
        let windows = windows(position);
        let phase = phase(position);
        let mut output = 0_i32;
        for (&value, &weight) in self.hidden(&windows).iter().zip(&self.output[phase]) {
            let clipped = value.clamp(0, ONE);
            // Weights are below 128, so the product fits 16 bits and the sum 32.
            output += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
        }
        let linear = &self.linear[phase];
        let linear: i32 = windows
            .iter()
            .map(|&window| i32::from(linear[usize::from(window)]))
            .sum();
        let one = i64::from(ONE) * i64::from(ONE) * i64::from(OUTPUT_ONE);
        #[allow(clippy::cast_possible_truncation)] // it began as 32 bits and is less now
        let output = (i64::from(output) * i64::from(UNITS) / one) as i32;
        output + (linear + self.output_bias[phase]) / i32::from(LINEAR_ONE)
    }

    fn stones(&self, value: Value) -> f64 {
        let odds = f64::from(value) / f64::from(UNITS);
        let slope = f64::from(self.slope) / 100.0;
        49.0 * (odds * slope / 49.0).tanh()
    }
}

impl Network {
    /// Quantises floating-point weights: all rows, the bias, the linear part, the output
    /// weights and their bias, in this order. `slope` is the final piece difference per 1 of
    /// log-odds.
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
        let mut short = |one: f32, most: f32| i16::try_from(whole(next(), one, most)).unwrap_or(0);
        let one = f32::from(ONE);
        let mut row = || std::array::from_fn::<_, HIDDEN, _>(|_| short(one, 32_000.0));
        let rows = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        #[allow(clippy::cast_precision_loss)]
        let linear_one = f32::from(LINEAR_ONE) * UNITS as f32;
        let mut linear = no_linear_part();
        for weight in linear.as_flattened_mut() {
            *weight = short(linear_one, 32_000.0);
        }
        let output_one = f32::from(OUTPUT_ONE);
        let output = std::array::from_fn(|_| std::array::from_fn(|_| short(output_one, 127.0)));
        Self {
            rows,
            bias,
            linear,
            output,
            output_bias: std::array::from_fn(|_| whole(next(), linear_one, 1e8)),
            slope: whole(slope, 100.0, 10_000.0),
        }
    }
}

/// A linear part of zeros.
fn no_linear_part() -> Box<[[i16; FEATURES]]> {
    let zeros = vec![0; PHASES * FEATURES];
    zeros.as_chunks().0.into()
}

/// An error in a network file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    #[error("its checksum is another")]
    Checksum,
    /// A weight is out of range, so that sums could overflow.
    #[error("a weight is out of range")]
    Range,
}

/// Name, version and size.
#[allow(clippy::cast_possible_truncation)] // they fit, as the assertion says
const HEADER: [u8; 16] = {
    assert!(FEATURES <= u16::MAX as usize);
    let mut header = *b"ataxxnet\x01\0\0\0\0\0\0\0";
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

const LENGTH: usize = HEADER.len()
    + 2 * HIDDEN * (FEATURES + 1 + PHASES)
    + 2 * FEATURES * PHASES
    + 4 * PHASES
    + 4
    + 8;

impl Network {
    /// A hash of the weights, to identify a network.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fnv1a(self.to_bytes())
    }

    /// The file format, little endian: header, rows, bias, linear part, output weights, output
    /// bias, slope, checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let shorts = self.rows.as_flattened().iter().chain(&self.bias);
        let shorts = shorts
            .chain(self.linear.as_flattened())
            .chain(self.output.as_flattened());
        bytes.extend(shorts.flat_map(|weight| weight.to_le_bytes()));
        let longs = self.output_bias.iter().chain([&self.slope]);
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
        let (bytes, sum) = bytes.split_at(LENGTH - 8);
        if fnv1a(bytes.iter().copied()).to_le_bytes() != sum {
            return Err(InvalidNetwork::Checksum);
        }
        let (shorts, longs) =
            bytes[HEADER.len()..].split_at(LENGTH - HEADER.len() - 12 - 4 * PHASES);
        let mut shorts = shorts
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || std::array::from_fn::<i16, HIDDEN, _>(|_| shorts.next().unwrap_or(0));
        let rows = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let mut linear = no_linear_part();
        for weight in linear.as_flattened_mut() {
            *weight = shorts.next().unwrap_or(0);
        }
        let output = std::array::from_fn(|_| std::array::from_fn(|_| shorts.next().unwrap_or(0)));
        let mut longs = longs
            .chunks_exact(4)
            .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let network = Self {
            rows,
            bias,
            linear,
            output,
            output_bias: std::array::from_fn(|_| longs.next().unwrap_or(0)),
            slope: longs.next().unwrap_or(0),
        };
        let fits = |weight: &i16| (-127..=127).contains(weight);
        let sums_fit = |weight: &i32| weight.abs_diff(0) <= 1 << 24;
        if !network.output.as_flattened().iter().all(fits)
            || !network.output_bias.iter().all(sums_fit)
        {
            return Err(InvalidNetwork::Range);
        }
        Ok(network)
    }
}
