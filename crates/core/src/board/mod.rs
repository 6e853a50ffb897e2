//! The board: squares, rules, positions, games.
//!
//! All types are plain values. Generating and playing moves allocates nothing. There are no
//! clocks and no files.

mod bitboard;
mod blocks;
mod color;
mod drawing;
pub(crate) mod fen;
mod game;
mod moves;
pub mod perft;
mod play;
mod position;
pub(crate) mod ranks;
mod rules;
mod rules_text;
pub(crate) mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use blocks::{BlockError, BoardSize};
pub use color::Color;
pub use game::{Game, PlayedMove};
pub use moves::{Move, Moves};
pub use play::{Ending, IllegalMove, Outcome};
pub use position::{Cell, InvalidPosition, Position};
#[doc(hidden)]
pub use rules::Settings;
pub use rules::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
pub use square::Square;
pub use symmetry::Symmetry;

/// `serde` for the types of the board: a type that implements `Display` and `FromStr` is a string in
/// that form, a [`Bitboard`] is a list of its squares.
#[cfg(feature = "serde")]
mod serde {
    use super::{Bitboard, Color, Move, Position, Rules, Square};
    use ::serde::de::{Deserialize, Deserializer, Error};
    use ::serde::ser::{Serialize, Serializer};
    use std::borrow::Cow;

    macro_rules! as_text {
        ($($type:ty)*) => {$(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = Cow::<str>::deserialize(deserializer)?;
                    text.parse().map_err(D::Error::custom)
                }
            }
        )*};
    }

    as_text!(Color Move Position Rules Square);

    impl Serialize for Bitboard {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.squares())
        }
    }

    impl<'de> Deserialize<'de> for Bitboard {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Vec::<Square>::deserialize(deserializer).map(Self::from_iter)
        }
    }
}
