//! Berkeley, Fall 2008.

use super::{Dialect, Players, Profile, States, Wording};
use crate::session::command::CommandName;
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Fall 2008: three states; the Player against an AI or a remote opponent.
    pub const FALL_2008: Self = Self(&Profile {
        name: "2008",
        rules: Rules::BERKELEY_2008,
        states: States::SetUpFirst,
        players: Players::PlayerAndOpponent,
        seed_step: 0,
        announcements: Wording {
            mark: "",
            pass: Some("passes"),
        },
        announces_moves: false,
        limits_ai_time: false,
        prompt_ends: &['>', ':'],
        aliases: &[],
        commands: &[
            CommandName::Clear,
            CommandName::Start,
            CommandName::Quit,
            CommandName::Color,
            CommandName::Auto,
            CommandName::Blocks,
            CommandName::Seed,
            CommandName::Move,
            CommandName::Pass,
            CommandName::Load,
            CommandName::Host,
            CommandName::Join,
            CommandName::Help,
            CommandName::Dump,
        ],
    });
}
