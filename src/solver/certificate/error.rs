//! Why a certificate is refused, and where.

use super::lines::MAX_LINE_LENGTH;
use super::text::{self, HEADER};
use crate::board::Color;
use crate::diagnostic::{Diagnostic, Source};
use std::io;
use std::ops::Range;
use thiserror::Error;

/// A certificate that proves nothing, or a text that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct VerifyError {
    /// The number of the line, counted from 1.
    pub line: u64,
    /// What is on the line; empty where the text has ended.
    pub text: String,
    /// The bytes of the line that are to blame.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: VerifyErrorKind,
}

/// What is wrong with a line of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyErrorKind {
    /// The first line is another.
    #[error("this is no certificate: expected the line `{HEADER}`")]
    NotACertificate,
    /// The first line names another version of the format.
    #[error("this certificate is of another version: expected the line `{HEADER}`")]
    UnsupportedVersion,
    /// The stream cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// Whoever watches wants no more.
    #[error("the check was stopped")]
    Cancelled,
    /// No line is as long.
    #[error("the line is longer than {MAX_LINE_LENGTH} bytes, as no line of a certificate is")]
    LineTooLong,
    /// The line ends as on Windows.
    #[error("the line ends in a carriage return")]
    CarriageReturn,
    /// Something is on the line that no certificate holds.
    #[error("the byte {0:#04x} is in no certificate")]
    InvalidByte(u8),
    /// The stream ends within a line.
    #[error("the file ends within a line")]
    MissingLineFeed,
    /// The stream ends between lines.
    #[error("the file ends where {0} should stand")]
    UnexpectedEnd(String),
    /// Something follows the last line.
    #[error("something stands after the end")]
    TrailingData,
    /// The line, or a part of it, is not what stands there in a certificate.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What stands there.
        expected: String,
        /// What was found, in backquotes, or the words `the end`.
        found: String,
    },
    /// A position, a move or a name cannot be read.
    #[error("{message}")]
    BadField {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A value is written in another way than the one that there is for it.
    #[error("this is written in another way than in certificates")]
    NotCanonical {
        /// As it is written there.
        expected: String,
    },
    /// There is no limit on jumps, and still a count of them.
    #[error("these rules have no limit on jumps, so that their count is written as 0")]
    UnneededJumpCount,
    /// The position that the claim is about decides the game, and not as claimed.
    #[error("the game is over in this position, {}", ending(*.winner))]
    OverAtStart {
        /// Who won.
        winner: Option<Color>,
    },
    /// A win is claimed within 0 plies of a game that goes on.
    #[error("the game goes on in this position, and 0 plies are too few for a win")]
    NotOverAtStart,
    /// No line before asks for the position.
    #[error("this position does not arise from the lines before it")]
    UnexpectedPosition,
    /// A line before has answered it.
    #[error("this position is on line {line} already")]
    DuplicatePosition {
        /// That line.
        line: u64,
    },
    /// The plies left are not those that the lines before leave.
    #[error("expected `{expected}` for the plies left, found `{found}`")]
    WrongPlies {
        /// What they leave.
        expected: String,
        /// What is on the line.
        found: String,
    },
    /// Fewer plies are left on a line before.
    #[error("the line before has fewer plies left: lines begin with the most")]
    OutOfOrder,
    /// The rules do not allow the move.
    #[error("{mv} is not legal in this position")]
    IllegalMove {
        /// The move.
        mv: String,
    },
    /// The game ends with the move, and not as it should.
    #[error("after {mv} the game is over, {}", ending(*.winner))]
    OverAfterMove {
        /// The move.
        mv: String,
        /// Who won.
        winner: Option<Color>,
    },
    /// The game ends with a reply, and not as it should.
    #[error("after the reply {reply} the game is over, {}", ending(*.winner))]
    OverAfterReply {
        /// The reply.
        reply: String,
        /// Who won.
        winner: Option<Color>,
    },
    /// The plies run out with the move, and nobody has won.
    #[error("after {mv} the game goes on, with no plies left for a win")]
    NotOverAfterMove {
        /// The move.
        mv: String,
    },
    /// The plies run out with a reply, and nobody has won.
    #[error("after the reply {reply} the game goes on, with no plies left for a win")]
    NotOverAfterReply {
        /// The reply.
        reply: String,
    },
    /// A reply leads back to where more plies were left.
    #[error("the reply {reply} leads back to the position of line {line}")]
    NoProgress {
        /// The reply.
        reply: String,
        /// The line of the position.
        line: u64,
    },
    /// The strategy is over, and a position that can arise has no line.
    #[error("line {line} is not followed up: no line answers the reply {reply}")]
    MissingStep {
        /// The line after which the reply can be played.
        line: u64,
        /// The reply.
        reply: String,
        /// How the missing line begins.
        missing: String,
    },
    /// The strategy has no line for the position that the claim is about.
    #[error("the strategy has no line for the position of the claim")]
    MissingFirstStep {
        /// How the missing line begins.
        missing: String,
    },
    /// There are more or fewer lines than the last one says.
    #[error("there are {counted} lines of strategies, not {found}")]
    WrongStepCount {
        /// How many there are.
        counted: u64,
        /// How many there should be.
        found: String,
    },
}

/// How a game has ended, after a comma.
fn ending(winner: Option<Color>) -> String {
    match winner {
        Some(winner) => format!("with a win for {}", text::color(winner)),
        None => "without a winner".to_owned(),
    }
}

impl VerifyErrorKind {
    /// What to do about it, or where to look.
    fn help(&self) -> Option<String> {
        match self {
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
    /// Whether there is a certificate at all, which then proves nothing: its first
    /// line was read and is right.
    #[must_use]
    pub const fn is_certificate(&self) -> bool {
        self.line > 1 && !matches!(self.kind, VerifyErrorKind::Unreadable(_))
    }

    /// The error for people about the file of this name.
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
