//! `--notation`.

use super::values;
use ataxx_toolkit::notation::MoveNotation;

/// The notation of moves in the output.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Notation {
    /// Notation of moves in the output.
    #[arg(
        long,
        value_name = "NOTATION",
        default_value = "berkeley",
        ignore_case = true,
        value_parser = values::one_of::<MoveNotation, _>(MoveNotation::ALL.map(MoveNotation::name)),
    )]
    pub notation: MoveNotation,
}
