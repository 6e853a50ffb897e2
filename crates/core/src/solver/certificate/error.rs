//! Errors of verification.

use super::{HEADER, MAX_LINE_LENGTH};
use crate::board::Color;
use crate::diagnostic::{Diagnostic, Source};
use std::ops::Range;
use thiserror::Error;

/// An error of [`verify`](super::verify): the text is not a valid certificate, or could not be
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct VerifyError {
    /// The line number, from 1.
    pub line: u64,
    /// The text of the line; empty at the end of the text.
    pub text: String,
    /// The bytes of the line that are wrong.
    pub span: Range<usize>,
    /// The kind of error.
    pub kind: VerifyErrorKind,
}

/// A kind of error in a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyErrorKind {
    /// The first line is wrong.
    #[error("this is no certificate: expected the line `{HEADER}`")]
    NotACertificate,
    /// The version is not supported.
    #[error("this certificate is of another version: expected the line `{HEADER}`")]
    UnsupportedVersion,
    /// The stream cannot be read from here on, for this reason. What was read before is correct.
    #[error("the certificate cannot be read from here on: {0}")]
    Unreadable(String),
    /// The caller cancelled the verification.
    #[error("the check was stopped")]
    Cancelled,
    /// The line exceeds the maximum length.
    #[error("the line is longer than {MAX_LINE_LENGTH} bytes, as no line of a certificate is")]
    LineTooLong,
    /// The line ends with a carriage return.
    #[error("the line ends in a carriage return")]
    CarriageReturn,
    /// The line contains a byte other than printable ASCII.
    #[error("the byte {0:#04x} is not allowed in a certificate")]
    InvalidByte(u8),
    /// The stream ends within a line.
    #[error("the file ends within a line")]
    MissingLineFeed,
    /// The stream ends between lines.
    #[error("the file ends where {0} is expected")]
    UnexpectedEnd(String),
    /// Something follows the last line.
    #[error("there is more after the end")]
    TrailingData,
    /// The line or a field differs from what was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What was expected.
        expected: String,
        /// What was found, in backquotes, or `the end of the line`.
        found: String,
    },
    /// A position, a move or a name cannot be parsed.
    #[error("{message}")]
    BadField {
        /// The error message.
        message: String,
        /// A hint.
        help: Option<String>,
    },
    /// A value is not in its canonical spelling.
    #[error("this is not the spelling of certificates")]
    NotCanonical {
        /// The canonical spelling.
        expected: String,
    },
    /// There is a jump count although the rules have no jump limit.
    #[error("these rules have no limit on jumps, so that their count is written as 0")]
    UnneededJumpCount,
    /// The game is over in the position of the claim, with the wrong result.
    #[error("the game is over in this position, {}", ending(*.winner))]
    OverAtStart {
        /// The winner.
        winner: Option<Color>,
    },
    /// A win within 0 plies is claimed, and the game is not over.
    #[error("the game goes on in this position, and 0 plies are too few for a win")]
    NotOverAtStart,
    /// No earlier line requires the position.
    #[error("this position does not arise from the lines before it")]
    UnexpectedPosition,
    /// An earlier line already has a step for the position.
    #[error("this position is on line {line} already")]
    DuplicatePosition {
        /// The earlier line.
        line: u64,
    },
    /// The plies left differ from those that the earlier lines require.
    #[error("expected `{expected}` for the plies left, found `{found}`")]
    WrongPlies {
        /// The required plies.
        expected: String,
        /// The plies on the line.
        found: String,
    },
    /// The previous line has fewer plies left.
    #[error("the line before has fewer plies left: lines begin with the most")]
    OutOfOrder,
    /// The move is illegal.
    #[error("{mv} is not legal in this position")]
    IllegalMove {
        /// The move.
        mv: String,
    },
    /// The game is over after the move, with the wrong result.
    #[error("after {mv} the game is over, {}", ending(*.winner))]
    OverAfterMove {
        /// The move.
        mv: String,
        /// The winner.
        winner: Option<Color>,
    },
    /// The game is over after a reply, with the wrong result.
    #[error("after the reply {reply} the game is over, {}", ending(*.winner))]
    OverAfterReply {
        /// The reply.
        reply: String,
        /// The winner.
        winner: Option<Color>,
    },
    /// No plies are left after the move, and the game is not over.
    #[error("after {mv} the game goes on, with no plies left for a win")]
    NotOverAfterMove {
        /// The move.
        mv: String,
    },
    /// No plies are left after a reply, and the game is not over.
    #[error("after the reply {reply} the game goes on, with no plies left for a win")]
    NotOverAfterReply {
        /// The reply.
        reply: String,
    },
    /// A reply leads back to a position that had more plies left.
    #[error("the reply {reply} leads back to the position of line {line}")]
    NoProgress {
        /// The reply.
        reply: String,
        /// The line of the position.
        line: u64,
    },
    /// A position that can arise has no step.
    #[error("line {line} is not followed up: no line answers the reply {reply}")]
    MissingStep {
        /// The line of the step before the reply.
        line: u64,
        /// The reply.
        reply: String,
        /// The start of the missing line.
        missing: String,
    },
    /// The position of the claim has no step.
    #[error("the strategy has no line for the position of the claim")]
    MissingFirstStep {
        /// The start of the missing line.
        missing: String,
    },
    /// The number of steps differs from the last line.
    #[error("there are {counted} lines of strategies, not {found}")]
    WrongStepCount {
        /// The number of steps.
        counted: u64,
        /// The number on the last line.
        found: String,
    },
}

/// The end of a game as a phrase.
fn ending(winner: Option<Color>) -> String {
    match winner {
        Some(winner) => format!("with a win for {}", winner.name()),
        None => "without a winner".to_owned(),
    }
}

impl VerifyErrorKind {
    /// A hint for the user.
    fn help(&self) -> Option<String> {
        match self {
            Self::Unreadable(_) => {
                Some("nothing is wrong so far: try again, or with another copy".to_owned())
            }
            Self::UnsupportedVersion => Some("a newer program may read it".to_owned()),
            Self::CarriageReturn => Some("its lines end in a line feed alone".to_owned()),
            Self::BadField { help, .. } => help.clone(),
            Self::NotCanonical { expected } => Some(format!("expected `{expected}`")),
            Self::NoProgress { .. } => Some("a win comes nearer with every line".to_owned()),
            Self::MissingStep { missing, .. } | Self::MissingFirstStep { missing } => {
                Some(format!("expected a line `{missing} …`"))
            }
            _ => None,
        }
    }
}

impl VerifyError {
    /// Whether the text is a certificate, although not a valid one: its first line was read
    /// and is correct.
    #[must_use]
    pub const fn is_certificate(&self) -> bool {
        self.line > 1 && !matches!(self.kind, VerifyErrorKind::Unreadable(_))
    }

    /// The error as a diagnostic about the file of this name.
    #[must_use]
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        Diagnostic::error("certificate", self.kind.to_string())
            .at(self.span.clone())
            .with_help(self.kind.help())
            .with_source(Source {
                name: Some(file.to_owned()),
                first_line: usize::try_from(self.line).unwrap_or(usize::MAX),
                text: self.text.clone(),
            })
    }
}
