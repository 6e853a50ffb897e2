//! The headers of a game record.

use std::fmt;

/// The headers of a game record. All are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Particulars {
    /// The number of the game in a match, counted from 1: `game: 12`.
    pub game: Option<u64>,
    /// The number of the opening in the match, counted from 1: `opening: 6`.
    pub opening: Option<u64>,
    /// The name of the red player: `red: NAME`.
    pub red: Option<Remark>,
    /// The name of the blue player: `blue: NAME`.
    pub blue: Option<Remark>,
    /// The time control: `time: 10+0.1`.
    pub time: Option<Remark>,
    /// Why the game ended, if not by the rules: `end: forfeit on time`.
    pub end: Option<Remark>,
    /// The moves that were made at random in the place of others, and why: `random: turn 3, Red, …`.
    pub random: Option<Remark>,
}

/// A text on one line, without blanks around it and without a `#`; never empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remark(String);

impl Remark {
    /// A text as a remark: control characters, line ends among them, become blanks, and a
    /// `#`, which would begin a comment, becomes `♯`. `None` if nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .map(|letter| match letter {
                '#' => '♯',
                letter if letter.is_control() => ' ',
                letter => letter,
            })
            .collect();
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for Particulars {
    /// The header lines, each with its line end; `time`, `end` and `random` come last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [("game", self.game), ("opening", self.opening)];
        for (key, number) in numbers {
            if let Some(number) = number {
                writeln!(f, "{key}: {number}")?;
            }
        }
        let texts = [
            ("red", &self.red),
            ("blue", &self.blue),
            ("time", &self.time),
            ("end", &self.end),
            ("random", &self.random),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                writeln!(f, "{key}: {text}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_fits_on_a_line() {
        let of = |text| Remark::new(text).map(|remark| remark.to_string());
        assert_eq!(
            of("  C# engine\r\nv2\u{1b}[1m "),
            Some("C♯ engine  v2 [1m".to_owned())
        );
        assert_eq!(of(" \t\n"), None);
    }
}
