//! Berkeley, Spring 2022.

use super::{Dialect, OpenPoint, Profile, Wording};
use crate::command::CommandName::{
    Auto, Block, Board, Dump, Help, Manual, Move, New, Pass, Quiet, Quit, Seed, Undo, Verbose,
};
use ataxx_core::board::Rules;

impl Dialect {
    /// Berkeley, Spring 2022: no states; either side by hand or by AI.
    pub const SPRING_2022: Self = Self::of(&Profile {
        name: "2022",
        rules: Rules::BERKELEY_2022,
        has_states: false,
        orders_by_color: true,
        seed_step: 1,
        announcements: Wording {
            mark: "* ",
            pass: None,
        },
        limits_ai_time: true,
        prompt_ends: &['>'],
        aliases: &[("q", Quit)],
        open: &[
            (
                OpenPoint::ResultBeforeMove,
                "When either player enters a winning move, the program should print one of the \
                 lines",
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
                OpenPoint::PlayersAfterNew,
                "By default, and after a clear command, Red is a manual player and Blue is an AI.",
            ),
            (
                OpenPoint::BlocksAfterUndo,
                "Blocks may not be placed after a piece move, until the board is cleared again.",
            ),
            (OpenPoint::OtherCommands, "(you may add others)"),
        ],
        commands: &[
            New, Quit, Auto, Manual, Block, Seed, Move, Pass, Undo, Help, Dump, Board, Verbose,
            Quiet,
        ],
    });
}
