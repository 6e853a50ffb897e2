//! Leaves are counted.

use super::super::bench::Bench;
use super::super::report::Problem;
use super::positions::position;
use crate::opponents::within;

/// Positions with their counts, from one ply on.
const COUNTS: [(&str, &[u64]); 6] = [
    ("x5o/7/7/7/7/7/o5x x 0 1", &[16, 256, 6460, 155_888]),
    (
        "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1",
        &[12, 144, 2600, 45_234],
    ),
    ("x5o/7/7/3-3/7/7/o5x x 0 1", &[16, 256, 6332]),
    (
        "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
        &[1, 75, 249, 14_270],
    ),
    (
        "7/7/7/7/-------/-------/x5o x 0 1",
        &[2, 4, 13, 30, 73, 174],
    ),
    ("x5o/7/7/7/7/7/o5x x 99 50", &[16, 96, 2336, 57_676]),
];

pub fn perft(bench: &mut Bench) -> Result<String, Problem> {
    let think = bench.settings.patience.think;
    let mut counted = 0;
    for (fen, counts) in COUNTS {
        let position = position(fen)?;
        for (depth, expected) in (1..).zip(counts) {
            let engine = bench.case()?;
            let found = engine.perft(&position, depth, within(think))?;
            let Some(found) = found else {
                if counted == 0 {
                    return Err(Problem::Skip("it knows no `perft`".to_owned()));
                }
                let message = format!("it does not answer `perft {depth}` in {fen}");
                return Err(Problem::Wrong(message));
            };
            if found != *expected {
                return Err(Problem::Wrong(format!(
                    "`perft {depth}` in {fen} is {expected}, and it counts {found}"
                )));
            }
            counted += 1;
        }
    }
    Ok(super::manners::counted(counted, "count"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::perft::{Counting, plain};

    #[test]
    fn the_counts_are_right() {
        for (fen, counts) in COUNTS {
            let position = position(fen).expect(fen);
            for (depth, &expected) in (1..).zip(counts) {
                let count = plain(&position, depth, &Rules::UAI, Counting::ByDestination);
                assert_eq!(count, expected, "{fen} at {depth}");
            }
        }
    }
}
