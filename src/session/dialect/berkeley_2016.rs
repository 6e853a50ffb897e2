//! Berkeley, Fall 2016.

use super::{Dialect, Players, Profile, States, Wording};
use crate::session::command::CommandName;
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Fall 2016: three states; either side by hand or by AI.
    pub const FALL_2016: Self = Self(&Profile {
        name: "2016",
        rules: Rules::BERKELEY_2016,
        states: States::SetUpFirst,
        players: Players::ByColor,
        seed_step: 0,
        announcements: Wording {
            mark: "",
            pass: Some("passes"),
        },
        announces_moves: true,
        limits_ai_time: true,
        prompt_ends: &[':'],
        aliases: &[],
        commands: &[
            CommandName::Clear,
            CommandName::Start,
            CommandName::Quit,
            CommandName::Auto,
            CommandName::Manual,
            CommandName::Block,
            CommandName::Seed,
            CommandName::Move,
            CommandName::Pass,
            CommandName::Load,
            CommandName::Help,
            CommandName::Dump,
        ],
    });
}
