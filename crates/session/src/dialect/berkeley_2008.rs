//! Berkeley, Fall 2008.

use super::{Dialect, OpenPoint, Profile, Wording};
use crate::command::CommandName::{
    Auto, Blocks, Clear, Color, Dump, Help, Host, Join, Load, Move, Pass, Quit, Seed, Start,
};
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Fall 2008: three states; the Player against an AI or a remote opponent.
    pub const FALL_2008: Self = Self::of(&Profile {
        name: "2008",
        rules: Rules::BERKELEY_2008,
        has_states: true,
        orders_by_color: false,
        seed_step: 0,
        announcements: Wording {
            mark: "",
            pass: Some("passes"),
        },
        limits_ai_time: false,
        prompt_ends: &['>', ':'],
        aliases: &[],
        open: &[
            (
                OpenPoint::UnannouncedMoves,
                "print out whatever user-friendly output you wish",
            ),
            (
                OpenPoint::ResultBeforeMove,
                "When either player enters a winning move, the program should print a line \
                 saying either \"Red wins.\", \"Blue wins.\", or \"Draw.\" as appropriate.",
            ),
            (
                OpenPoint::ResultInSetUp,
                "In the (unusual) case where the set-up moves have already won the game, start \
                 puts the program in finished state.",
            ),
            (
                OpenPoint::DumpBeforeMove,
                "This gives the autograder a way to determine the state of your game board at \
                 any point.",
            ),
            (
                OpenPoint::OtherOutput,
                "This time, you can prompt however you want",
            ),
            (
                OpenPoint::Errors,
                "We don't care about the message format you use to do this.",
            ),
            (
                OpenPoint::ColorAfterClear,
                "clear … places the program in the set-up state and local mode, with the Player \
                 being the User.",
            ),
            (
                OpenPoint::BlocksAgain,
                "blocks config: Sets up blocks, as described in §1.1",
            ),
            (
                OpenPoint::JumpLimitInSetUp,
                "If there have been moves made during the set-up state, then play picks up at \
                 the point where these moves leave off",
            ),
            (
                OpenPoint::OtherWords,
                "print out whatever user-friendly output you wish",
            ),
            (OpenPoint::OtherCommands, "(you may add others)"),
        ],
        commands: &[
            Clear, Start, Quit, Color, Auto, Blocks, Seed, Move, Pass, Load, Host, Join, Help, Dump,
        ],
    });
}
