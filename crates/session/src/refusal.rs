//! Why a command was refused, and its diagnostic.

use super::{CommandName, Dialect, LoadError, RemoteError, Spans, State};
use ataxx_core::board::{BlockError, Cell, Color, IllegalMove, Position, Square};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::visible;
use ataxx_core::notation::BerkeleyMove;
use std::ops::Range;

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The dialect does not allow it in this state.
    WrongState {
        /// The command.
        name: CommandName,
        /// The state.
        state: State,
        /// Whether the last move can be taken back, which it cannot with a remote opponent.
        can_undo: bool,
    },
    /// The move is not legal.
    Move {
        /// Why.
        error: IllegalMove,
        /// The position.
        position: Position,
        /// A legal move, if there is one.
        instead: Option<BerkeleyMove>,
        /// Whether there is a move to take back.
        can_undo: bool,
    },
    /// It is the turn of an AI.
    AiTurn {
        /// The side to move.
        color: Color,
    },
    /// A block cannot be placed.
    Block {
        /// The square.
        square: Square,
        /// Why.
        error: BlockError,
    },
    /// There is no move to take back.
    NothingToUndo,
    /// A file cannot be read.
    Load {
        /// The name of the file.
        file: String,
        /// Why.
        error: LoadError,
    },
    /// The game cannot be written to a file.
    NotSaved {
        /// The name of the file.
        file: String,
        /// Why.
        reason: String,
    },
    /// A file holds neither a position nor a game record, whichever was expected.
    BadFile {
        /// The name of the file.
        file: String,
        /// The line of the error, counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// The session has no network.
    NoRemotePlay,
    /// There is no remote opponent.
    Remote(RemoteError),
    /// There is a remote opponent already.
    AlreadyJoined,
    /// The host sets the game up.
    HostSetsUp {
        /// The command.
        name: CommandName,
    },
    /// It is the turn of the remote opponent.
    RemoteTurn {
        /// The side to move.
        color: Color,
    },
    /// Moves of a game with a remote opponent cannot be taken back.
    RemoteUndo,
    /// The set-up could not be sent to a client, which receives blocks before moves.
    SetUpOrder {
        /// The move that is not legal with all blocks on the board, if that is the reason.
        mv: Option<BerkeleyMove>,
    },
}

impl Refusal {
    /// The diagnostic, with the span of the part of the line to blame.
    pub fn diagnostic(&self, spans: &Spans, dialect: Dialect) -> Diagnostic {
        let (name, operand) = (spans.name.clone(), spans.operand.clone());
        match self {
            Self::WrongState {
                name: command,
                state,
                can_undo,
            } => wrong_state(*command, *state, *can_undo, dialect).at(name),
            Self::Move {
                error,
                position,
                instead,
                can_undo,
            } => illegal_move(*error, position, *instead, *can_undo, dialect)
                .at(blamed_part(*error, &operand)),
            Self::AiTurn { color } => {
                let error = Diagnostic::error(
                    "ai-turn",
                    format!("it is {color}'s turn, and an AI plays {color}"),
                );
                let help = if CommandName::Manual.allowed_in(State::Playing, dialect) {
                    format!("`manual {}` lets you play it", color.name())
                } else {
                    "`clear` begins again with set-up".to_owned()
                };
                error.with_help([help]).at(name)
            }
            Self::Block { square, error } => {
                Diagnostic::error("block", block_message(*square, *error)).at(operand)
            }
            Self::NothingToUndo => {
                Diagnostic::error("undo", "there is no move to take back").at(name)
            }
            Self::Load { file, error } => error.diagnostic(file).at(operand),
            Self::NotSaved { file, reason } => {
                let message = format!("`{}` cannot be written: {reason}", visible(file));
                Diagnostic::error("save", message).at(operand)
            }
            Self::BadFile {
                file,
                line,
                message,
            } => {
                let message = format!("`{}`, line {line}: {message}", visible(file));
                Diagnostic::error("file", message).at(operand)
            }
            Self::NoRemotePlay => {
                Diagnostic::error("remote", "remote play is not available here").at(name)
            }
            Self::Remote(error) => error.diagnostic().at(operand),
            Self::AlreadyJoined
            | Self::HostSetsUp { .. }
            | Self::RemoteTurn { .. }
            | Self::RemoteUndo
            | Self::SetUpOrder { .. } => self.about_opponent().at(name),
        }
    }
}

impl Refusal {
    /// The diagnostic of a refusal because of a remote opponent, without a span.
    fn about_opponent(&self) -> Diagnostic {
        let (message, help) = match self {
            Self::HostSetsUp { name } => (
                format!(
                    "the host sets the game up, which excludes {}",
                    called(*name)
                ),
                "an empty line continues the wait for the host; `clear` leaves the game",
            ),
            Self::RemoteTurn { color } => (
                format!("it is {color}'s turn, and a remote opponent plays {color}"),
                "an empty line continues the wait; `clear` abandons the game",
            ),
            Self::RemoteUndo => (
                "`undo` is not possible in a game with a remote opponent".to_owned(),
                "`clear` begins another game",
            ),
            Self::SetUpOrder { mv } => (
                match mv {
                    Some(mv) => format!(
                        "this set-up cannot be sent to the client: blocks are sent first, and {mv} \
                         is not legal with all of them on the board"
                    ),
                    None => "this position cannot be sent to the client".to_owned(),
                },
                "blocks are placed before set-up plies; `undo` takes those back, `clear` all",
            ),
            _ => (
                "there is a remote opponent already".to_owned(),
                "`clear` leaves it",
            ),
        };
        Diagnostic::error("remote", message).with_help([help.to_owned()])
    }
}

/// The name of a command in a message.
fn called(name: CommandName) -> String {
    match name {
        CommandName::Move => "a move".to_owned(),
        CommandName::Pass => "a pass".to_owned(),
        name => format!("`{name}`"),
    }
}

fn wrong_state(name: CommandName, state: State, can_undo: bool, dialect: Dialect) -> Diagnostic {
    let allowed: Vec<String> = [State::SetUp, State::Playing, State::Finished]
        .into_iter()
        .filter(|&state| name.allowed_in(state, dialect))
        .map(|state| state.to_string())
        .collect();
    let help = match state {
        State::SetUp => "`start` begins to play",
        State::Playing => "`clear` abandons the game and returns to set-up",
        State::Finished if !can_undo => "`clear` returns to set-up",
        State::Finished => "`undo` takes the last move back; `clear` returns to set-up",
    };
    let name = called(name);
    Diagnostic::error(
        "wrong-state",
        format!(
            "{name} belongs to the {} state; this is the {state} state",
            allowed.join(" or ")
        ),
    )
    .with_help([help.to_owned()])
}

fn illegal_move(
    error: IllegalMove,
    position: &Position,
    instead: Option<BerkeleyMove>,
    can_undo: bool,
    dialect: Dialect,
) -> Diagnostic {
    let turn = position.turn();
    let (message, help) = match error {
        IllegalMove::GameOver => {
            let next = if dialect.has_states() { "clear" } else { "new" };
            let undo = if can_undo {
                "`undo` takes the last move back; "
            } else {
                ""
            };
            (
                "the game is over".to_owned(),
                Some(format!("{undo}`{next}` begins another game")),
            )
        }
        IllegalMove::NotOwnPiece { square, found } => {
            let message = match found {
                Cell::Empty => format!("no piece is on {square}"),
                Cell::Piece(color) => {
                    format!("the piece on {square} is {color}, and it is {turn}'s turn")
                }
                Cell::Block => format!("{square} is a block"),
            };
            (message, None)
        }
        IllegalMove::NotEmpty { square, found } => {
            let message = match found {
                Cell::Piece(color) => format!("{square} is taken by a {color} piece"),
                Cell::Block | Cell::Empty => format!("{square} is a block"),
            };
            (message, None)
        }
        IllegalMove::OutOfReach { from, to } => (
            format!(
                "{to} is out of reach from {from}: a piece extends to a neighbouring square or jumps two squares away"
            ),
            None,
        ),
        IllegalMove::NothingToExtend { to } => (format!("no {turn} piece is next to {to}"), None),
        IllegalMove::CanMove => (
            format!("{turn} may pass only without any other move"),
            instead.map(|mv| format!("{mv} is possible, for example")),
        ),
    };
    Diagnostic::error("illegal-move", message).with_help(help)
}

/// The span of the origin or the destination, if one of them is to blame: the first or the last
/// two bytes of a move.
fn blamed_part(error: IllegalMove, mv: &Range<usize>) -> Range<usize> {
    const SQUARE: usize = 2;
    match error {
        IllegalMove::NotOwnPiece { .. } => mv.start..mv.start + SQUARE,
        IllegalMove::NotEmpty { .. }
        | IllegalMove::OutOfReach { .. }
        | IllegalMove::NothingToExtend { .. } => mv.end - SQUARE..mv.end,
        IllegalMove::GameOver | IllegalMove::CanMove => mv.clone(),
    }
}

fn block_message(square: Square, error: BlockError) -> String {
    match error {
        BlockError::NotInTheseRules => "these rules have no blocks".to_owned(),
        BlockError::Corner => format!("{square} is a corner, and corners cannot be blocked"),
        BlockError::OnPiece { square: taken } if taken == square => {
            format!("{square} holds a piece")
        }
        BlockError::OnPiece { square: taken } => {
            format!("{square} is mirrored in {taken}, which holds a piece")
        }
        BlockError::AlreadyBlocked { square } => format!("{square} is blocked already"),
        BlockError::AfterMove => "blocks are placed before the first move".to_owned(),
    }
}
