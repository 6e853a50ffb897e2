//! Berkeley, Spring 2022.

use super::{Dialect, Players, Profile, States, Wording};
use crate::session::command::CommandName;
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Spring 2022: no states; either side by hand or by AI.
    pub const SPRING_2022: Self = Self(&Profile {
        name: "2022",
        rules: Rules::BERKELEY_2022,
        states: States::AlwaysPlaying,
        players: Players::ByColor,
        seed_step: 1,
        announcements: Wording {
            mark: "* ",
            pass: None,
        },
        announces_moves: true,
        limits_ai_time: true,
        prompt_ends: &['>'],
        aliases: &[("q", CommandName::Quit)],
        commands: &[
            CommandName::New,
            CommandName::Quit,
            CommandName::Auto,
            CommandName::Manual,
            CommandName::Block,
            CommandName::Seed,
            CommandName::Move,
            CommandName::Pass,
            CommandName::Undo,
            CommandName::Help,
            CommandName::Dump,
            CommandName::Board,
            CommandName::Verbose,
            CommandName::Quiet,
        ],
    });
}
