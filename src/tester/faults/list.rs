//! The list of faults.

/// Defines the enumeration, its list and its descriptions, which are the doc comments.
macro_rules! faults {
    ($(#[doc = $text:literal] $name:ident,)*) => {
        /// A fault of a session, injected on purpose.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fault {
            $(#[doc = $text] $name,)*
        }

        impl Fault {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What is wrong.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => $text.trim(),)*
                }
            }
        }
    };
}

faults! {
    // Blocks.
    /// a block lacks one of its reflections
    BlockLacksReflection,
    /// a block on a piece is accepted
    BlockOnPiece,
    /// a block on a corner is accepted
    BlockOnCorner,
    /// a block after the first move is accepted
    BlockAfterMove,
    /// a block on a blocked square is accepted
    BlockTwice,
    /// no block is accepted once a move was made, taken back or not
    BlockNeverAgain,
    /// of letters with a bad one among them the good ones are blocked
    BlocksHalfDone,
    // Moves.
    /// the neighbour below to the left is not flipped
    FlipForgotten,
    /// pieces two squares away are flipped too
    FlipTooFar,
    /// an extend flips nothing
    ExtendFlipsNothing,
    /// an extend vacates its origin
    ExtendLeavesOrigin,
    /// a jump keeps its origin
    JumpKeepsOrigin,
    /// a jump like a knight's in chess is refused
    KnightRefused,
    /// a jump over three squares is accepted
    LongJump,
    /// a piece of the other side can be moved
    OtherSidesPiece,
    /// a pass is accepted while there are moves
    PassWithMoves,
    /// a pass is always refused
    PassRefused,
    /// moves are accepted after the end of the game
    MoveAfterEnd,
    /// a refused move costs the turn
    RefusalTakesTurn,
    /// a refused move leaves a piece on the board
    RefusalLeavesPiece,
    // The count of jumps.
    /// an extend keeps the count of jumps
    ExtendKeepsCount,
    /// a pass resets the count of jumps
    PassResetsCount,
    /// a pass adds to the count of jumps
    PassCounts,
    /// only Red's jumps count
    OneSideCounts,
    /// the limit of jumps is one lower
    LimitOneLess,
    /// the limit of jumps is one higher
    LimitOneMore,
    // Undo.
    /// undo does not restore the count of jumps
    UndoKeepsCount,
    /// undo does not give flipped pieces back
    UndoKeepsFlips,
    /// undo does not give the turn back
    UndoKeepsTurn,
    /// undo takes back one move where an AI made the last
    UndoTakesOne,
    /// undo always takes back two moves
    UndoTakesTwo,
    /// undo is refused after the end of the game
    UndoRefusedAtEnd,
    // New games.
    /// a new game keeps the blocks of the last
    NewKeepsBlocks,
    /// a new game keeps the side to move
    NewKeepsTurn,
    /// moves of the last game can be taken back in a new one
    NewKeepsHistory,
    /// `new` sets the players back
    NewResetsPlayers,
    /// `new` forgets the seed
    NewForgetsSeed,
    /// `clear` does not set the players back
    ClearKeepsPlayers,
    /// `clear` does not return to set-up
    ClearKeepsState,
    // Results.
    /// the other side is announced as the winner
    ResultSwapped,
    /// the result is announced twice
    ResultTwice,
    /// the result is not announced
    ResultMissing,
    /// the result is not announced again after an undo
    ResultOnce,
    /// the result is announced again by each command after the end
    ResultAgain,
    /// a draw is announced as Blue's victory
    DrawToBlue,
    /// a result in set-up is announced at once
    ResultInSetUp,
    /// `start` does not announce what the set-up has decided
    StartSilent,
    /// a game that the limit of jumps has ended is always a draw
    LimitIsDraw,
    // Output.
    /// the dump is upside down
    DumpUpsideDown,
    /// the dump has files for ranks
    DumpTransposed,
    /// the dump shows blocks as empty squares
    DumpHidesBlocks,
    /// `board` does not mark the last move
    BoardUnmarked,
    /// `verbose` has no effect
    VerboseSilent,
    /// `quiet` has no effect
    QuietLoud,
    /// `help` says nothing
    HelpSilent,
    // Players.
    /// the seed given is not the one that is used
    SeedIgnored,
    /// `auto` does not step the seed
    SeedNotStepped,
    /// an AI makes an illegal move
    AiIllegal,
    /// an AI takes the first move there is
    AiMissesWin,
    /// an AI passes while it has moves
    AiPasses,
    /// an AI's move is announced with its squares exchanged
    AiMoveReversed,
    /// an AI's move is not announced
    AiMoveSilent,
    /// `auto` sets the other colour
    AutoSwapped,
    /// `manual` has no effect
    ManualIgnored,
    /// `color` has no effect
    ColorIgnored,
    // Commands.
    /// commands are accepted in the wrong state
    WrongState,
    /// `start` has no effect
    StartIgnored,
    /// `load` has no effect
    LoadIgnored,
    /// `quit` has no effect
    QuitIgnored,
    /// a beginning that several commands share is accepted
    AmbiguousPrefix,
    /// commands cannot be shortened
    PrefixRefused,
    /// comments are not ignored
    CommentsRead,
    /// capital letters are refused
    CapitalsRefused,
    /// blanks at the beginning of a line are refused
    BlanksRefused,
    /// empty lines are refused
    EmptyRefused,
    /// what follows a command is ignored
    SurplusIgnored,
    /// unknown commands are ignored
    UnknownIgnored,
    /// errors are not told
    ErrorSilent,
    /// an error ends the session
    ErrorEnds,
}
