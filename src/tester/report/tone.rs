//! How a piece of a report looks.

use crate::tester::Outcome;
use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::Look;

/// What a piece of text is: a colour at a terminal, a class on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Worth a look.
    Odd,
    /// More important than what is around it.
    Strong,
    /// Less important.
    Faint,
}

impl Tone {
    /// The tone of an outcome.
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass => Self::Good,
            Outcome::Flaky | Outcome::ExpectedFailure => Self::Odd,
            Outcome::Skipped | Outcome::Unsupported => Self::Faint,
            Outcome::Fail
            | Outcome::Error
            | Outcome::TimeOut
            | Outcome::Crash
            | Outcome::UnexpectedPass => Self::Bad,
        }
    }

    /// The class of HTML elements in this tone.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Odd => "odd",
            Self::Strong => "strong",
            Self::Faint => "plain",
        }
    }

    /// The text in this tone, for a terminal.
    pub fn paint(self, look: Look, text: &str) -> String {
        let style = match (look, self) {
            (Look::Plain, _) => return text.to_owned(),
            (_, Self::Good) => AnsiColor::Green.on_default().bold(),
            (_, Self::Bad) => AnsiColor::Red.on_default().bold(),
            (_, Self::Odd) => AnsiColor::Yellow.on_default().bold(),
            (_, Self::Strong) => Style::new().bold(),
            (_, Self::Faint) => Style::new().dimmed(),
        };
        format!("{style}{text}{style:#}")
    }
}
