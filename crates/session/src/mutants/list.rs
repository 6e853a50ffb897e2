//! The list of faults.

use crate::{Availability, CommandName, Dialect, OpenPoint};
use ataxx_core::diagnostic::nearest;

/// The output in which a fault shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// Dumps, announcements and the exit: what the harnesses of the course compare.
    Compared,
    /// Other output, or what two runs have in common. A script of the course cannot test it.
    Other,
}

/// What is known about a fault.
struct Entry {
    name: &'static str,
    description: &'static str,
    /// What a test does that catches it.
    test: &'static str,
    documents: Documents,
    shown: Shown,
}

/// Whether the document of a dialect excludes a fault.
type Documents = fn(Dialect) -> bool;

/// Defines the enumeration and the entries. The doc comments are the descriptions.
macro_rules! faults {
    ($(
        #[doc = $text:literal]
        $variant:ident = $name:literal, $documents:ident, $shown:ident, $test:literal;
    )*) => {
        /// A fault of a session, injected on purpose.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fault {
            $(#[doc = $text] $variant,)*
        }

        impl Fault {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            const fn entry(self) -> Entry {
                match self {
                    $(Self::$variant => Entry {
                        name: $name,
                        description: $text,
                        test: $test,
                        documents: $documents,
                        shown: Shown::$shown,
                    },)*
                }
            }
        }
    };
}

impl Fault {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The fault with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.name() == name)
    }

    /// The name that is nearest to `name`, if one is near.
    pub fn nearest_name(name: &str) -> Option<&'static str> {
        nearest(name, Self::ALL.iter().map(|fault| fault.name()))
    }

    /// What is wrong.
    pub fn description(self) -> &'static str {
        self.entry().description.trim()
    }

    /// What a test does that catches it: a sentence.
    pub const fn test(self) -> &'static str {
        self.entry().test
    }

    /// Whether the document of a dialect excludes the fault.
    pub fn is_excluded_by(self, dialect: Dialect) -> bool {
        (self.entry().documents)(dialect)
    }

    /// Whether any document excludes the fault.
    pub fn is_in_a_document(self) -> bool {
        Dialect::ALL
            .iter()
            .any(|&dialect| self.is_excluded_by(dialect))
    }

    /// The output in which it shows.
    pub const fn shown(self) -> Shown {
        self.entry().shown
    }
}

const ALL: Documents = |_| true;
/// The fault concerns an extra of our session, such as shortened commands.
const EXTRA: Documents = |_| false;
/// A game is set up first.
const STATES: Documents = |dialect| dialect.has_states();
/// AIs announce their moves.
const ANNOUNCED: Documents = |dialect| dialect.announces_moves();
const BLOCK: Documents = |dialect| has(CommandName::Block, dialect);
/// Blocks are placed before the first move.
const BLOCKS_FIRST: Documents =
    |dialect| BLOCK(dialect) && !dialect.leaves_open(OpenPoint::BlocksAfterMoves);
const BLOCKS: Documents = |dialect| has(CommandName::Blocks, dialect);
const COLOR: Documents = |dialect| has(CommandName::Color, dialect);
const MANUAL: Documents = |dialect| has(CommandName::Manual, dialect);
const UNDO: Documents = |dialect| has(CommandName::Undo, dialect);
const VERBOSE: Documents = |dialect| has(CommandName::Verbose, dialect);
const QUIET: Documents = |dialect| has(CommandName::Quiet, dialect);

fn has(name: CommandName, dialect: Dialect) -> bool {
    name.availability(dialect) == Availability::Documented
}

faults! {
    // Blocks.
    /// a block lacks one of its reflections
    BlockLacksReflection = "block-lacks-reflection", ALL, Compared,
        "Place a block off the middle file and the middle rank, and dump the board: it has four squares.";
    /// a block on a piece is accepted
    BlockOnPiece = "block-on-piece", BLOCKS, Compared,
        "Make a set-up move to a square with a letter, place a block there or on a reflection of it, and dump the board: there is no block.";
    /// a block on a corner is accepted
    BlockOnCorner = "block-on-corner", BLOCK, Other,
        "Place a block on each corner, and expect an error: the board does not change, as pieces stand there.";
    /// a block after the first move is accepted
    BlockAfterMove = "block-after-move", BLOCKS_FIRST, Compared,
        "Make a move, place a block on squares that are free, and dump the board: there is no block.";
    /// a block on a blocked square is accepted
    BlockTwice = "block-twice", EXTRA, Other,
        "Place the same block twice, and expect an error for the second.";
    /// no block is accepted once a move was made, taken back or not
    BlockNeverAgain = "block-never-again", EXTRA, Compared,
        "Make a move, take it back, place a block, and dump the board: the block is there.";
    /// a block that is refused for one square of its set blocks the others
    BlockHalfRefused = "block-half-refused", BLOCKS_FIRST, Compared,
        "Make a move, place a block of whose squares one holds a piece, and dump the board: nothing has changed.";
    /// of letters with a bad one among them the good ones are blocked
    BlocksHalfDone = "blocks-half-done", BLOCKS, Compared,
        "Make a set-up move to a square with a letter, give `blocks` this letter and others, and dump the board: there is no block.";
    // Moves.
    /// the neighbour below to the left is not flipped
    FlipForgotten = "flip-forgotten", ALL, Compared,
        "Move a piece to the upper right of one of the other side, and dump the board: that piece is flipped. Test all eight directions.";
    /// of eight pieces beside the destination the last is not flipped
    FlipLastForgotten = "flip-last-forgotten", ALL, Compared,
        "Jump to a square with eight pieces of the other side beside it, and dump the board: all are flipped.";
    /// pieces two squares away are flipped too
    FlipTooFar = "flip-too-far", ALL, Compared,
        "Move a piece to two squares from one of the other side on its file or rank, and dump the board: that piece stays.";
    /// an extend flips nothing
    ExtendFlipsNothing = "extend-flips-nothing", ALL, Compared,
        "Extend to a square beside a piece of the other side, and dump the board.";
    /// an extend vacates its origin
    ExtendLeavesOrigin = "extend-leaves-origin", ALL, Compared,
        "Extend, and dump the board: the piece that was there stays.";
    /// a jump keeps its origin
    JumpKeepsOrigin = "jump-keeps-origin", ALL, Compared,
        "Jump, and dump the board: the square that the piece left is empty.";
    /// a jump like a knight's in chess is refused
    KnightRefused = "knight-refused", ALL, Compared,
        "Jump one file and two ranks (a7-b5), and dump the board.";
    /// a jump over three squares is accepted
    LongJump = "long-jump", ALL, Compared,
        "Try to move a piece three squares (a7-d7), and dump the board: nothing has changed.";
    /// a piece of the other side can be moved
    OtherSidesPiece = "other-sides-piece", ALL, Compared,
        "Try to move a piece of the side that is not to move, and dump the board: nothing has changed.";
    /// a piece of the other side can be moved after ten moves
    OtherSidesPieceLate = "other-sides-piece-late", ALL, Compared,
        "Make a dozen moves, try to move a piece of the side that is not to move, and dump the board: nothing has changed.";
    /// a jump onto a piece of its own side is accepted
    JumpOntoOwn = "jump-onto-own", ALL, Compared,
        "Try to jump to a square with a piece of the same side, and dump the board: nothing has changed.";
    /// a square off the board is read as one on its other side
    SquaresWrap = "squares-wrap", ALL, Compared,
        "Enter moves with files after g and ranks after 7 (`a7-i7`), and dump the board: nothing has changed.";
    /// a pass is accepted while there are moves
    PassWithMoves = "pass-with-moves", ALL, Compared,
        "Enter `-` for a side that can move, then a move of the same side, and dump the board: the move is made.";
    /// a pass is always refused
    PassRefused = "pass-refused", ALL, Compared,
        "Shut a side in with blocks or pieces, enter `-` when it is to move, then a move of the other side, and dump the board.";
    /// moves are accepted after the end of the game
    MoveAfterEnd = "move-after-end", ALL, Compared,
        "Play to the end with empty squares left (by the limit of jumps, or until a side has no pieces), enter another move, and dump the board: nothing has changed.";
    /// a refused move costs the turn
    RefusalTakesTurn = "refusal-takes-turn", ALL, Compared,
        "Enter an illegal move, then a legal one of the same side, and dump the board: the move is made.";
    /// a refused move leaves a piece on the board
    RefusalLeavesPiece = "refusal-leaves-piece", ALL, Compared,
        "Enter an illegal move, and dump the board: nothing has changed.";
    /// a refused move takes the last move back
    RefusalUndoes = "refusal-undoes", ALL, Compared,
        "Make moves, enter an illegal one, and dump the board: nothing has changed.";
    /// a refused move is kept as one that can be taken back
    RefusalInHistory = "refusal-in-history", UNDO, Compared,
        "Make a move, enter an illegal one, then `undo`, and dump the board: the move is gone.";
    /// after a refused move no block is accepted
    RefusalStopsBlocks = "refusal-stops-blocks", BLOCK, Compared,
        "Enter an illegal move at the beginning, place a block, and dump the board: the block is there.";
    // The count of jumps.
    /// an extend keeps the count of consecutive jumps
    ExtendKeepsCount = "extend-keeps-count", ALL, Compared,
        "Jump a few times, extend, jump until the jumps of the whole game reach the limit, and expect that the game goes on.";
    /// a pass resets the count of consecutive jumps
    PassResetsCount = "pass-resets-count", ALL, Compared,
        "Shut a side in with blocks so that it must pass, let the other side jump up to the limit, and expect the result at the last jump.";
    /// a pass adds to the count of consecutive jumps
    PassCounts = "pass-counts", ALL, Compared,
        "Shut a side in with blocks so that it must pass, let the other side jump, and expect that the game goes on while jumps and passes together are past the limit.";
    /// only Red's jumps count
    OneSideCounts = "one-side-counts", ALL, Compared,
        "Let both sides jump up to the limit, and expect the result at the last jump.";
    /// the limit of consecutive jumps is one lower
    LimitOneLess = "limit-one-less", ALL, Compared,
        "Make one jump less than the limit, then any other move, and dump the board: the move is made.";
    /// the limit of consecutive jumps is one higher
    LimitOneMore = "limit-one-more", ALL, Compared,
        "Jump up to the limit, and expect the result there; or enter another move and dump the board.";
    // Undo.
    /// undo does not restore the count of consecutive jumps
    UndoKeepsCount = "undo-keeps-count", UNDO, Compared,
        "Jump, take it back, jump up to the limit, and expect the result at the last jump and not before.";
    /// undo does not give flipped pieces back
    UndoKeepsFlips = "undo-keeps-flips", UNDO, Compared,
        "Make a move that flips, take it back, and dump the board.";
    /// undo does not give the turn back
    UndoKeepsTurn = "undo-keeps-turn", UNDO, Compared,
        "Make a move, take it back, make another one of the same side, and dump the board.";
    /// undo takes back one move where an AI made the last
    UndoTakesOne = "undo-takes-one", UNDO, Compared,
        "Play against an AI, enter `undo` after its answer, and dump the board: both moves are gone.";
    /// undo always takes back two moves
    UndoTakesTwo = "undo-takes-two", UNDO, Compared,
        "With both sides manual make two moves, take one back, and dump the board: the first move is still there.";
    /// undo is refused after the end of the game
    UndoRefusedAtEnd = "undo-refused-at-end", UNDO, Compared,
        "Play to the end of a game, enter `undo`, and dump the board.";
    // New games.
    /// a new game keeps the blocks of the last
    NewKeepsBlocks = "new-keeps-blocks", ALL, Compared,
        "Place a block, enter `new` (or `clear`), and dump the board: there is no block.";
    /// a new game keeps the side to move
    NewKeepsTurn = "new-keeps-turn", ALL, Compared,
        "Make one move, enter `new` (or `clear`), then a move of Red, and dump the board: the move is made.";
    /// moves of the last game can be taken back in a new one
    NewKeepsHistory = "new-keeps-history", UNDO, Compared,
        "Make a move, enter `new`, then `undo`, and dump the board: it is that of the start.";
    /// `new` sets the players back
    NewResetsPlayers = "new-resets-players", EXTRA, Compared,
        "Make both sides manual, enter `new`, make a move of each side, and dump the board: no AI has moved.";
    /// `new` forgets the seed
    NewForgetsSeed = "new-forgets-seed", EXTRA, Other,
        "Set a seed, play against an AI, enter `new`, and play again: compare the two games with those of another run.";
    /// `clear` does not set the players back
    ClearKeepsPlayers = "clear-keeps-players", STATES, Compared,
        "Change the players, enter `clear` and `start`, make a move, and expect the answer of the AI.";
    /// `clear` does not return to set-up
    ClearKeepsState = "clear-keeps-state", STATES, Compared,
        "Enter `start`, then `clear`, then a block or moves of the set-up, and dump the board.";
    /// no move is accepted in a game that follows a finished one
    NewStaysOver = "new-stays-over", ALL, Compared,
        "Play a game to its end, enter `new` (or `clear`), make a move, and dump the board: it is made.";
    // Results.
    /// the other side is announced as the winner
    ResultSwapped = "result-swapped", ALL, Compared,
        "Play a game that a side wins, and expect its name.";
    /// the result is announced twice
    ResultTwice = "result-twice", ALL, Compared,
        "Play a game to its end, and expect the result once and nothing more.";
    /// a result at the limit of jumps is announced twice
    ResultTwiceAtLimit = "result-twice-at-limit", ALL, Compared,
        "Jump up to the limit, and expect the result once and nothing more.";
    /// the result is not announced
    ResultMissing = "result-missing", ALL, Compared,
        "Play a game to its end, and expect the result.";
    /// the result is not announced again after an undo
    ResultOnce = "result-once", UNDO, Compared,
        "Play a game to its end, take the last move back, make it again, and expect the result a second time.";
    /// the result is announced again by each command after the end
    ResultAgain = "result-again", ALL, Compared,
        "Play a game to its end, enter other commands, and expect no further result.";
    /// a draw is announced as Blue's victory
    DrawToBlue = "draw-to-blue", ALL, Compared,
        "Play a game that ends with equal pieces, and expect a draw.";
    /// a result in set-up is announced at once
    ResultInSetUp = "result-in-set-up", EXTRA, Compared,
        "Decide a game with set-up moves, and expect no result before `start`.";
    /// `start` does not announce what the set-up has decided
    StartSilent = "start-silent", STATES, Compared,
        "Decide a game with set-up moves, enter `start`, and expect the result.";
    /// a game that the limit of jumps has ended is always a draw
    LimitIsDraw = "limit-is-draw", ALL, Compared,
        "Jump up to the limit while one side has more pieces, and expect its victory.";
    // Output.
    /// the dump is upside down
    DumpUpsideDown = "dump-upside-down", ALL, Compared,
        "Dump the board: red is at the top left and at the bottom right.";
    /// the dump has files for ranks
    DumpTransposed = "dump-transposed", ALL, Compared,
        "Make a move off the diagonal, and dump the board.";
    /// the dump shows blocks as empty squares
    DumpHidesBlocks = "dump-hides-blocks", ALL, Compared,
        "Place a block, and dump the board.";
    /// `board` does not mark the last move
    BoardUnmarked = "board-unmarked", EXTRA, Other,
        "Make a move, enter `board`, and look for the mark at the square moved to.";
    /// `verbose` has no effect
    VerboseSilent = "verbose-silent", VERBOSE, Other,
        "Enter `verbose` and a move, and expect a board.";
    /// `quiet` has no effect
    QuietLoud = "quiet-loud", QUIET, Other,
        "Enter `verbose`, `quiet` and a move, and expect no board.";
    /// `help` says nothing
    HelpSilent = "help-silent", ALL, Other,
        "Enter `help`, and expect some output.";
    // Players.
    /// the seed given is not the one that is used
    SeedIgnored = "seed-ignored", ALL, Other,
        "Play two games with the same seed and the same moves, and compare the moves of the AI.";
    /// `auto` does not step the seed
    SeedNotStepped = "seed-not-stepped", EXTRA, Other,
        "Set a seed, enter `auto` for both sides, and compare their moves in one position.";
    /// an AI makes an illegal move
    AiIllegal = "ai-illegal", ALL, Compared,
        "Let an AI move, and check its move by the rules.";
    /// an AI takes the first move there is
    AiMissesWin = "ai-misses-win", MANUAL, Compared,
        "Set up a position with a forced win of few moves, let the AI play, and expect the result.";
    /// an AI passes while it has moves
    AiPasses = "ai-passes", ALL, Compared,
        "Let an AI move, and expect a move and no pass.";
    /// an AI passes where it can only jump
    AiPassesRarely = "ai-passes-rarely", ALL, Compared,
        "Let an AI move that can only jump, and expect a move and no pass.";
    /// an AI makes an illegal move when the board is nearly full
    AiIllegalRarely = "ai-illegal-rarely", ALL, Compared,
        "Let an AI move when at most three squares are empty, and check its move by the rules.";
    /// an AI's move is announced with its squares exchanged
    AiMoveReversed = "ai-move-reversed", ALL, Compared,
        "Let an AI move, and compare the move that it announces with the board.";
    /// an AI's move is not announced
    AiMoveSilent = "ai-move-silent", ANNOUNCED, Compared,
        "Let an AI move, and wait for the announcement.";
    /// `auto` sets the other colour
    AutoSwapped = "auto-swapped", MANUAL, Compared,
        "Enter `auto` for the side that is to move, and expect a move of it.";
    /// `manual` has no effect
    ManualIgnored = "manual-ignored", MANUAL, Compared,
        "Make Blue manual, play moves of both sides, and dump the board.";
    /// `color` has no effect
    ColorIgnored = "color-ignored", COLOR, Compared,
        "Enter `color blue` and `start`, and expect Red's first move.";
    // Commands.
    /// commands are accepted in the wrong state
    WrongState = "wrong-state", STATES, Compared,
        "Enter `start`, then a set-up command (`block` or `blocks`, `auto`, `color`, `seed`), and check that it has no effect.";
    /// `start` has no effect
    StartIgnored = "start-ignored", STATES, Compared,
        "Enter `start` with an AI to move, and expect its move.";
    /// `load` has no effect
    LoadIgnored = "load-ignored", STATES, Compared,
        "Load a file with moves, and dump the board.";
    /// `quit` has no effect
    QuitIgnored = "quit-ignored", ALL, Compared,
        "Enter `quit` before the end of the input, then a dump, and expect that it is not printed.";
    /// a beginning that several commands share is accepted
    AmbiguousPrefix = "ambiguous-prefix", EXTRA, Other,
        "Enter a beginning that several commands share, and expect an error.";
    /// commands cannot be shortened
    PrefixRefused = "prefix-refused", EXTRA, Compared,
        "Shorten a command that only prints (`dump`, `help`) to a beginning that is its own.";
    /// comments are not ignored
    CommentsRead = "comments-read", ALL, Compared,
        "Put a comment after a move on the same line, and dump the board.";
    /// `undo` in a comment is carried out
    CommentCarriedOut = "comment-carried-out", UNDO, Compared,
        "Make a move, enter `# undo`, and dump the board: the move is still there.";
    /// a move with words behind it is made
    MoveSurplusIgnored = "move-surplus-ignored", ALL, Compared,
        "Put another word after a move, and dump the board: nothing has changed.";
    /// capital letters are refused
    CapitalsRefused = "capitals-refused", EXTRA, Compared,
        "Enter a move or a command in capital letters, and dump the board.";
    /// blanks at the beginning of a line are refused
    BlanksRefused = "blanks-refused", ALL, Compared,
        "Put blanks before a move, and dump the board.";
    /// empty lines are refused
    EmptyRefused = "empty-refused", ALL, Other,
        "Enter an empty line, and expect no error.";
    /// what follows a command is ignored
    SurplusIgnored = "surplus-ignored", EXTRA, Compared,
        "Put another word after a move, and expect an error.";
    /// unknown commands are ignored
    UnknownIgnored = "unknown-ignored", ALL, Other,
        "Enter a command that does not exist, and expect an error message.";
    /// errors are not reported
    ErrorSilent = "error-silent", ALL, Other,
        "Enter an illegal move, and expect an error message.";
    /// illegal moves are refused without a message
    IllegalMoveSilent = "illegal-move-silent", ALL, Other,
        "Enter an illegal move, and expect an error message.";
    /// blocks are refused without a message
    BlockErrorSilent = "block-error-silent", ALL, Other,
        "Place a block on a corner, or in 2008 on a piece that was set up, and expect an error message.";
    /// the session ends after 60 moves of a game
    EndsAfterSixtyMoves = "ends-after-sixty-moves", ALL, Compared,
        "Make more than 60 moves, with extends among the jumps, and dump the board.";
    /// the session ends after 500 moves of a game
    EndsAfterManyMoves = "ends-after-many-moves", ALL, Compared,
        "Make 500 moves, with extends among the jumps, and dump the board.";
    /// the session ends after 100 commands
    EndsAfterManyLines = "ends-after-many-lines", ALL, Compared,
        "Enter more than 100 lines, and dump the board.";
    /// an error ends the session
    ErrorEnds = "error-ends", ALL, Compared,
        "Enter an illegal move, then a legal one, and dump the board.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let names: BTreeSet<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        assert_eq!(names.len(), Fault::ALL.len());
        for &fault in Fault::ALL {
            let letter = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            assert!(fault.name().chars().all(letter), "{}", fault.name());
            assert_eq!(Fault::named(fault.name()), Some(fault));
            assert!(fault.test().ends_with('.'), "{}", fault.test());
        }
    }

    #[test]
    fn documents_exclude_the_faults_of_their_commands() {
        let excluded = |dialect| {
            let all = Fault::ALL.iter();
            all.filter(|fault| fault.is_excluded_by(dialect)).count()
        };
        assert_eq!(excluded(Dialect::FALL_2008), 67);
        assert_eq!(excluded(Dialect::FALL_2016), 70);
        assert_eq!(excluded(Dialect::SPRING_2022), 78);
        assert!(Fault::ColorIgnored.is_excluded_by(Dialect::FALL_2008));
        assert!(!Fault::ColorIgnored.is_excluded_by(Dialect::SPRING_2022));
        assert!(!Fault::SurplusIgnored.is_in_a_document());
    }

    #[test]
    fn a_name_that_is_almost_right_has_a_suggestion() {
        assert_eq!(Fault::named("pass-reset-count"), None);
        assert_eq!(
            Fault::nearest_name("pass-reset-count"),
            Some("pass-resets-count")
        );
    }
}
