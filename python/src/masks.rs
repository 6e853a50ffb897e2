//! Many positions at once: masks of their legal moves, and positions as rows of numbers.

use crate::arguments::{PositionArgument, read_rules};
use crate::board::Position;
use ataxx_core::board::{self, Bitboard, Color, Move, Rules, Square};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};
use std::fmt::Display;

/// The vectors of jumps in the order of their planes, as files to the right and ranks up: the sixteen of
/// length 2, then those of length 3, each from the lower left to the upper right.
pub const JUMPS: [(i8, i8); 40] = {
    let mut jumps = [(0, 0); 40];
    let mut next = 0;
    let mut length = 2;
    while length <= 3 {
        let mut ranks = -length;
        while ranks <= length {
            let mut files = -length;
            while files <= length {
                if ranks == -length || ranks == length || files == -length || files == length {
                    jumps[next] = (files, ranks);
                    next += 1;
                }
                files += 1;
            }
            ranks += 1;
        }
        length += 1;
    }
    jumps
};

/// How many of them have length 2.
const SHORT_JUMPS: usize = 16;

/// The place of a vector in `JUMPS`, by its ranks and files, each plus 3; 40 where there is none.
const PLACES: [[usize; 7]; 7] = {
    let mut places = [[JUMPS.len(); 7]; 7];
    let mut place = 0;
    while place < JUMPS.len() {
        let (files, ranks) = JUMPS[place];
        places[(ranks + 3).cast_unsigned() as usize][(files + 3).cast_unsigned() as usize] = place;
        place += 1;
    }
    places
};

/// The number of a move; `None` for a jump that no rules have.
pub fn index(mv: Move) -> Option<usize> {
    let plane = |plane: usize, to: Square| 1 + plane * Square::COUNT + to.index();
    match mv {
        Move::Pass => Some(0),
        Move::Extend { to } => Some(plane(0, to)),
        Move::Jump { from, to } => {
            let along = |from: u8, to: u8| usize::from(3 + to).checked_sub(from.into());
            let (files, ranks) = (
                along(from.file(), to.file())?,
                along(from.rank(), to.rank())?,
            );
            let jump = *PLACES.get(ranks)?.get(files)?;
            (jump < JUMPS.len()).then(|| plane(1 + jump, to))
        }
    }
}

/// The move with this number.
pub fn of_index(index: usize) -> Option<Move> {
    let Some(index) = index.checked_sub(1) else {
        return Some(Move::Pass);
    };
    let to = Square::from_index(index % Square::COUNT)?;
    let Some(jump) = (index / Square::COUNT).checked_sub(1) else {
        return Some(Move::Extend { to });
    };
    let (files, ranks) = *JUMPS.get(jump)?;
    let from = to.offset(-files, -ranks)?;
    Some(Move::Jump { from, to })
}

/// The length of a mask: 834 numbers, or 2010 if the rules have jumps of length 3.
///
/// >>> mask_len(), mask_len("reloaded")
/// (834, 2010)
#[pyfunction]
#[pyo3(name = "mask_len", signature = (rules = "uai"))]
pub fn mask_len(rules: &str) -> PyResult<usize> {
    Ok(len(&read_rules(rules)?))
}

fn len(rules: &Rules) -> usize {
    let jumps = if rules.jump_vectors().longest() <= 2 {
        SHORT_JUMPS
    } else {
        JUMPS.len()
    };
    1 + (1 + jumps) * Square::COUNT
}

/// The legal moves of many positions: for each a row of `mask_len(rules)` bytes, 1 at the `index` of a
/// legal move and else 0. `positions` are positions or FENs, or rows as `pack` makes them. After the
/// pass a row is planes of 7 ranks of 7 files, which say where a piece arrives: a new piece, then the
/// jumps in the order of `JUMPS`. With NumPy:
/// `numpy.frombuffer(masks, numpy.uint8).reshape(-1, 834)[:, 1:].reshape(-1, 17, 7, 7)`.
///
/// >>> positions = [Position(), "x5o/7/7/7/7/7/o5x o 0 1"]
/// >>> masks = legal_masks(positions)
/// >>> len(masks), sum(masks)
/// (1668, 32)
/// >>> mask = memoryview(masks)[:834]
/// >>> moves = [Move.from_index(i) for i in range(834) if mask[i]]
/// >>> set(moves) == set(Position().legal_moves())
/// True
/// >>> legal_masks(pack(positions)) == masks
/// True
#[pyfunction]
#[pyo3(signature = (positions, rules = "uai"))]
pub fn legal_masks<'py>(
    positions: &Bound<'py, PyAny>,
    rules: &str,
) -> PyResult<Bound<'py, PyByteArray>> {
    let rules = read_rules(rules)?;
    let py = positions.py();
    let positions = read_positions(positions)?;
    let masks = py.detach(|| {
        let len = len(&rules);
        let mut masks = vec![0; positions.len() * len];
        for (mask, position) in masks.chunks_exact_mut(len).zip(&positions) {
            for index in position.legal_moves(&rules).filter_map(index) {
                mask[index] = 1;
            }
        }
        masks
    });
    Ok(PyByteArray::new(py, &masks))
}

/// The numbers of a packed position.
const ROW: usize = 4;
const ROW_BYTES: usize = ROW * size_of::<u64>();
const JUMPS_SHIFT: u32 = 8;
const PLIES_SHIFT: u32 = 32;

/// Positions as rows of four little-endian numbers of 64 bits: red, blue and blocks as bits, then the
/// rest: bit 0 is set if Blue moves, the count of jumps begins at bit 8, that of plies at bit 32. With
/// NumPy: `numpy.frombuffer(rows, "<u8").reshape(-1, 4)`.
///
/// >>> rows = memoryview(pack([Position()])).cast("Q")
/// >>> [hex(number) for number in rows]
/// ['0x40000000040', '0x1000000000001', '0x0', '0x0']
#[pyfunction]
pub fn pack<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyByteArray>> {
    let rows = read_positions(positions)?
        .iter()
        .flat_map(row)
        .collect::<Vec<u8>>();
    Ok(PyByteArray::new(positions.py(), &rows))
}

/// The positions of rows as `pack` makes them.
///
/// >>> unpack(pack(["x5o/7/7/7/7/7/o5x o 3 9"]))
/// [Position('x5o/7/7/7/7/7/o5x o 3 9')]
#[pyfunction]
pub fn unpack(rows: &Bound<PyAny>) -> PyResult<Vec<Position>> {
    Ok(read_rows(rows)?.into_iter().map(Position).collect())
}

fn row(position: &board::Position) -> impl Iterator<Item = u8> + use<> {
    let blue_moves = u64::from(position.turn() == Color::Blue);
    let jumps = u64::from(position.jumps()) << JUMPS_SHIFT;
    let plies = u64::from(position.plies()) << PLIES_SHIFT;
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).bits());
    let numbers: [u64; ROW] = [
        red,
        blue,
        position.blocks().bits(),
        blue_moves | jumps | plies,
    ];
    numbers.into_iter().flat_map(u64::to_le_bytes)
}

/// The position of a row, or what is wrong with the row.
fn of_row(row: &[u8]) -> Result<board::Position, String> {
    let number = |number: &[u8]| number.try_into().map_or(0, u64::from_le_bytes);
    let mut numbers = row.chunks_exact(size_of::<u64>()).map(number);
    let mut next = || numbers.next().unwrap_or_default();
    let sets = [next(), next(), next()];
    let state = next();
    let [red, blue, blocks] = sets.map(Bitboard::from_bits);
    let (jumps, plies) = (state >> JUMPS_SHIFT & 0xffff, state >> PLIES_SHIFT);
    let known = state & 1 | jumps << JUMPS_SHIFT | plies << PLIES_SHIFT;
    if state != known
        || sets
            .iter()
            .any(|set| *set != Bitboard::from_bits(*set).bits())
    {
        return Err("bits that mean nothing are set".to_owned());
    }
    let turn = if state & 1 == 0 {
        Color::Red
    } else {
        Color::Blue
    };
    let position = board::Position::new(red, blue, blocks, turn);
    let position = position.map_err(|error| error.to_string())?;
    #[allow(clippy::cast_possible_truncation)] // 16 and 32 bits
    Ok(position.with_jumps(jumps as u16).with_plies(plies as u32))
}

fn read_rows(rows: &Bound<PyAny>) -> PyResult<Vec<board::Position>> {
    // The stable interface of Python 3.9 has no view of a buffer.
    let bytes = PyMemoryView::from(rows)?.call_method0("tobytes")?;
    let bytes = bytes.cast_into::<PyBytes>()?;
    let rows = bytes.as_bytes().chunks_exact(ROW_BYTES);
    if !rows.remainder().is_empty() {
        let len = bytes.as_bytes().len();
        let message = format!("expected rows of {ROW_BYTES} bytes, found {len} bytes in all");
        return Err(PyValueError::new_err(message));
    }
    rows.enumerate()
        .map(|(number, row)| of_row(row).map_err(|error| at(number, error)))
        .collect()
}

/// Positions and FENs, or packed rows.
fn read_positions(positions: &Bound<PyAny>) -> PyResult<Vec<board::Position>> {
    if PyMemoryView::from(positions).is_ok() {
        return read_rows(positions);
    }
    let py = positions.py();
    let read = |(number, position): (usize, PyResult<Bound<PyAny>>)| {
        let position = position?.extract::<PositionArgument>()?.read();
        position.map_err(|error| at(number, error.value(py)))
    };
    positions.try_iter()?.enumerate().map(read).collect()
}

fn at(number: usize, error: impl Display) -> PyErr {
    PyValueError::new_err(format!("position {number}: {error}"))
}
