//! Leaf counts of the game tree.

use super::{Move, Position, Rules};

/// How a perft counts extends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// One move for each destination of an extend.
    #[default]
    ByDestination,
    /// One move for each neighbour an extend can come from, as Berkeley notation
    /// writes them.
    ByOrigin,
}

/// How many sequences of `depth` legal moves there are, found the plain way: the
/// twin that faster counters are checked against.
#[must_use]
pub fn plain(position: &Position, depth: u32, rules: &Rules, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves(rules)
        .map(|mv| {
            let weight = match (counting, mv) {
                (Counting::ByOrigin, Move::Extend { .. }) => position.origins(mv).count(),
                _ => 1,
            };
            u64::from(weight) * plain(&position.after(mv, rules), depth - 1, rules, counting)
        })
        .sum()
}
