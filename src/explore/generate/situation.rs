//! What comes up in sessions.

use crate::session::{Availability, CommandName, Dialect};

/// Makes an enumeration whose documentation is what users read about its values.
macro_rules! described {
    (#[doc = $about:literal] pub enum $Name:ident { $(#[doc = $text:literal] $name:ident,)* }) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Name {
            $(#[doc = $text] $name,)*
        }

        impl $Name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What comes up.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => $text.trim(),)*
                }
            }
        }
    };
}

impl Situation {
    /// Whether sessions of this dialect can come to it.
    pub fn is_in(self, dialect: Dialect) -> bool {
        // An extra is not asked of other programs.
        let has_undo = CommandName::Undo.availability(dialect) == Availability::Documented;
        match self {
            Self::LateStart | Self::StartAtEnd | Self::WrongState => dialect.has_states(),
            Self::Undo
            | Self::UndoFlips
            | Self::UndoInRun
            | Self::UndoAfterEnd
            | Self::UndoNothing
            | Self::UndoAnswer => has_undo,
            _ => true,
        }
    }
}

described! {
    /// Something that comes up in a session.
    pub enum Situation {
        /// an extend
        Extend,
        /// a jump
        Jump,
        /// flips by an extend
        ExtendFlips,
        /// flips by a jump
        JumpFlips,
        /// a pass
        Pass,
        /// a pass in a run of jumps
        PassInRun,
        /// the limit of jumps in a run with passes
        LimitAfterPass,
        /// ten jumps in a row
        LongRun,
        /// an extend after ten jumps in a row
        RunBroken,
        /// the end by the limit of jumps
        Limit,
        /// the end when a side has no pieces
        NoPieces,
        /// the end when neither side can move
        NoMoves,
        /// a draw
        Draw,
        /// a victory of Red
        RedWins,
        /// a victory of Blue
        BlueWins,
        /// an illegal move
        IllegalMove,
        /// a pass while there are moves
        IllegalPass,
        /// a move after the end of the game
        MoveAfterEnd,
        /// blocks
        Block,
        /// a block that is refused
        RefusedBlock,
        /// an undo
        Undo,
        /// an undo of a move that flipped
        UndoFlips,
        /// an undo in a run of jumps
        UndoInRun,
        /// an undo after the end of the game
        UndoAfterEnd,
        /// an undo with nothing to take back
        UndoNothing,
        /// a new game
        NewGame,
        /// a new game after a run of jumps
        NewAfterRun,
        /// a comment, an empty line, or blanks around a command
        Blanks,
        /// a comment behind a move
        CommentAfterMove,
        /// help
        Help,
        /// a move of an AI
        AiMove,
        /// an AI that can win at once
        AiCanWin,
        /// an AI that must pass
        AiMustPass,
        /// an AI with a single move
        AiOnlyMove,
        /// an AI that can only jump
        AiOnlyJumps,
        /// an AI that ends the game with any move
        AiLastMove,
        /// an undo of a move and an AI's answer
        UndoAnswer,
        /// a command in the wrong state
        WrongState,
        /// a line that means nothing
        Nonsense,
        /// the start of play after moves of the set-up
        LateStart,
        /// the start of a game that is decided
        StartAtEnd,
    }
}
