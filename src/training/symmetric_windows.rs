//! Window features under the symmetries of the square.

use crate::board::{Square, Symmetry};
use crate::engine::{FEATURES, STATES, WINDOWS};
use std::sync::LazyLock;

/// The image of each feature under each symmetry.
static MIRRORED: LazyLock<Vec<[u16; FEATURES]>> = LazyLock::new(|| {
    let mirror = |symmetry: Symmetry| std::array::from_fn(|feature| of(feature, symmetry));
    Symmetry::all().map(mirror).collect()
});

/// The features of a position after a symmetry.
pub(super) fn mirrored(windows: [u16; WINDOWS], symmetry: usize) -> [u16; WINDOWS] {
    let mirrored = &MIRRORED[symmetry];
    windows.map(|window| mirrored[usize::from(window)])
}

fn of(feature: usize, symmetry: Symmetry) -> u16 {
    let (window, state) = (feature / STATES, feature % STATES);
    // The squares of the window: two of a rank, then two of the next.
    let cells: Vec<(Square, usize)> = (0..4)
        .filter_map(|cell| {
            let square = Square::from_index(7 * (window / 6 + cell / 2) + window % 6 + cell % 2)?;
            Some((symmetry.square(square), state >> (2 * cell) & 3))
        })
        .collect();
    let file = cells.iter().map(|(square, _)| square.file()).min();
    let rank = cells.iter().map(|(square, _)| square.rank()).min();
    let (file, rank) = (file.unwrap_or(0), rank.unwrap_or(0));
    let state: usize = cells
        .iter()
        .map(|(square, cell)| {
            let at = 2 * (square.rank() - rank) + square.file() - file;
            cell << (2 * at)
        })
        .sum();
    let window = usize::from(6 * rank + file);
    u16::try_from(window * STATES + state).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::windows;
    use crate::opponents::positions;

    #[test]
    fn mirrored_windows_are_those_of_the_mirrored_position() {
        let positions = positions(4, 300);
        let blocked = positions
            .iter()
            .filter(|position| !position.blocks().is_empty());
        assert!(blocked.count() > 50);
        for position in positions {
            for (number, symmetry) in Symmetry::all().enumerate() {
                let mut expected = windows(&symmetry.position(&position));
                let mut mirrored = mirrored(windows(&position), number);
                expected.sort_unstable();
                mirrored.sort_unstable();
                assert_eq!(mirrored, expected, "{position:?}, symmetry {number}");
            }
        }
    }
}
