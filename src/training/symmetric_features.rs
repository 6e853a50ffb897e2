//! Features under the symmetries of the square.

use crate::board::{Square, Symmetry};
use crate::engine::{FEATURES, PIECE_STATES, WINDOW_FEATURES};
use std::sync::LazyLock;

/// The image of each feature under each symmetry.
static MIRRORED: LazyLock<Vec<[u16; FEATURES]>> = LazyLock::new(|| {
    let mirror = |symmetry: Symmetry| std::array::from_fn(|feature| of(feature, symmetry));
    Symmetry::all().map(mirror).collect()
});

/// The feature after a symmetry.
pub(super) fn mirrored(feature: u16, symmetry: usize) -> u16 {
    MIRRORED[symmetry][usize::from(feature)]
}

fn of(feature: usize, symmetry: Symmetry) -> u16 {
    let (window, number) = (feature / WINDOW_FEATURES, feature % WINDOW_FEATURES);
    // The squares of the window: two of a rank, then two of the next.
    let squares: [Square; 4] = std::array::from_fn(|cell| {
        let index = 7 * (window / 6 + cell / 2) + window % 6 + cell % 2;
        Square::from_index(index).expect("windows are on the board")
    });
    let image = squares.map(|square| symmetry.square(square));
    let file = image.map(Square::file).into_iter().min().unwrap_or(0);
    let rank = image.map(Square::rank).into_iter().min().unwrap_or(0);
    let place = |square: Square| 2 * (square.rank() - rank) + square.file() - file;
    let number = match number.checked_sub(PIECE_STATES) {
        None => (0..4)
            .map(|cell| {
                number / 3_usize.pow(cell) % 3 * 3_usize.pow(place(image[cell as usize]).into())
            })
            .sum::<usize>(),
        Some(less) => {
            let set = less + 1;
            let bit = |cell: usize| (set >> cell & 1) << place(image[cell]);
            PIECE_STATES + (0..4).map(bit).sum::<usize>() - 1
        }
    };
    let window = usize::from(6 * rank + file);
    u16::try_from(window * WINDOW_FEATURES + number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ActiveFeatures, features};
    use crate::opponents::positions;

    fn sorted(active: ActiveFeatures) -> Vec<u16> {
        let mut all = [active.pieces.to_vec(), active.blocks].concat();
        all.sort_unstable();
        all
    }

    #[test]
    fn mirrored_windows_are_those_of_the_mirrored_position() {
        let positions = positions(4, 300);
        let blocked = positions
            .iter()
            .filter(|position| !position.blocks().is_empty());
        assert!(blocked.count() > 50);
        for position in positions {
            for (number, symmetry) in Symmetry::all().enumerate() {
                let expected = sorted(features(&symmetry.position(&position)));
                let mut mirrored = sorted(features(&position))
                    .into_iter()
                    .map(|feature| mirrored(feature, number))
                    .collect::<Vec<_>>();
                mirrored.sort_unstable();
                assert_eq!(mirrored, expected, "{position:?}, symmetry {number}");
            }
        }
    }
}
