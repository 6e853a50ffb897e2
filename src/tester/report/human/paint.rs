//! Colours, where they are wanted.

use crate::diagnostic::Look;
use anstyle::{AnsiColor, Style};

/// Colours, where they are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    look: Look,
}

/// What a piece of text is.
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

impl Paint {
    pub const fn new(look: Look) -> Self {
        Self { look }
    }

    pub const fn look(self) -> Look {
        self.look
    }

    /// The text in this tone.
    pub fn with(self, tone: Tone, text: &str) -> String {
        let style = match (self.look, tone) {
            (Look::Plain, _) => return text.to_owned(),
            (_, Tone::Good) => AnsiColor::Green.on_default().bold(),
            (_, Tone::Bad) => AnsiColor::Red.on_default().bold(),
            (_, Tone::Odd) => AnsiColor::Yellow.on_default().bold(),
            (_, Tone::Strong) => Style::new().bold(),
            (_, Tone::Faint) => Style::new().dimmed(),
        };
        format!("{style}{text}{style:#}")
    }
}
