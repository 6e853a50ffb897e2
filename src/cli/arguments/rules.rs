//! `--rules`.

use super::values;
use ataxx_toolkit::board::Rules;

/// The rules of a game.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct RulesOption {
    /// Rules to play by.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "2022",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Rules,
}
