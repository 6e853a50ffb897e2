//! What the documents leave open, where programs may differ and none is wrong.
//!
//! The table is part of the profiles: each dialect lists its [`OpenPoint`]s, each with the sentence
//! that leaves it open. Whoever compares a program with its document reads it there.

/// A point that a document leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenPoint {
    /// Whether a result is printed before or after the move that leads to it.
    ResultBeforeMove,
    /// Whether the result of a game that ends in set-up is printed there, at `start`, or both.
    ResultInSetUp,
    /// Whether AIs announce their moves. If not, the words of announcements are free.
    UnannouncedMoves,
    /// Whether a program answers `dump` while its AI thinks.
    DumpBeforeMove,
    /// Which prompts, banners and other lines a program prints.
    OtherOutput,
    /// Whether errors go to stdout or stderr, and in which words.
    Errors,
    /// Whether `new` makes Red manual and Blue an AI again.
    PlayersAfterNew,
    /// Whether `clear` makes the Player red again.
    ColorAfterClear,
    /// Whether another `blocks` adds to the blocks or replaces them.
    BlocksAgain,
    /// Whether blocks can be placed when all moves have been taken back.
    BlocksAfterUndo,
    /// Whether set-up moves go on beyond the limit of consecutive jumps.
    JumpLimitInSetUp,
    /// What lines do that are no commands of the document, abbreviations among them.
    OtherCommands,
}

impl OpenPoint {
    /// All points.
    pub const ALL: [Self; 12] = [
        Self::ResultBeforeMove,
        Self::ResultInSetUp,
        Self::UnannouncedMoves,
        Self::DumpBeforeMove,
        Self::OtherOutput,
        Self::Errors,
        Self::PlayersAfterNew,
        Self::ColorAfterClear,
        Self::BlocksAgain,
        Self::BlocksAfterUndo,
        Self::JumpLimitInSetUp,
        Self::OtherCommands,
    ];
}

/// The points that a document leaves open, each with the sentence that does so.
pub(in crate::session) type OpenPoints = &'static [(OpenPoint, &'static str)];
