//! Berkeley, Fall 2016.

use super::{Dialect, OpenPoint, Profile, Wording};
use crate::command::CommandName::{
    Auto, Block, Clear, Dump, Help, Load, Manual, Move, Pass, Quit, Seed, Start,
};
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Fall 2016: three states; either side by hand or by AI.
    pub const FALL_2016: Self = Self::of(&Profile {
        name: "2016",
        rules: Rules::BERKELEY_2016,
        has_states: true,
        orders_by_color: true,
        seed_step: 0,
        announcements: Wording {
            mark: "",
            pass: Some("passes"),
        },
        limits_ai_time: true,
        prompt_ends: &[':'],
        aliases: &[],
        open: &[
            (
                OpenPoint::ResultBeforeMove,
                "When either player enters a winning move, the program should print a line \
                 saying either Red wins. Blue wins., or Draw., as appropriate.",
            ),
            (
                OpenPoint::ResultInSetUp,
                "In set-up state, moves serve to manually set up a position on the playing board.",
            ),
            (
                OpenPoint::DumpBeforeMove,
                "This gives the autograder a way to determine the state of your game board at \
                 any point.",
            ),
            (
                OpenPoint::OtherOutput,
                "Other than this, you may produce any additional user-friendly output you choose",
            ),
            (
                OpenPoint::Errors,
                "the program should tell the user that there is an error and request another move",
            ),
            (
                OpenPoint::JumpLimitInSetUp,
                "In set-up state, moves serve to manually set up a position … and the normal \
                 legality rules apply to all moves.",
            ),
            (
                OpenPoint::BlocksAfterMoves,
                "you can place a set of blocks symmetrically about the center of the board before \
                 playing.",
            ),
            (
                OpenPoint::OtherWords,
                "Other than this, you may produce any additional user-friendly output you choose",
            ),
            (OpenPoint::OtherCommands, "(you may add others)"),
        ],
        commands: &[
            Clear, Start, Quit, Auto, Manual, Block, Seed, Move, Pass, Load, Help, Dump,
        ],
    });
}
