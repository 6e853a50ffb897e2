//! The two sides.

use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::named;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A side. Red goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that starts on a7 and g1 and makes the first move.
    Red,
    /// The side that starts on a1 and g7.
    Blue,
}

impl Color {
    /// Both sides, Red first.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// 0 for Red, 1 for Blue: an index for tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case, as in commands and files: `red` or `blue`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
        }
    }

    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.opposite()
    }
}

impl fmt::Display for Color {
    /// `Red` or `Blue`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "Red",
            Self::Blue => "Blue",
        })
    }
}

impl FromStr for Color {
    type Err = SyntaxError;

    /// Reads `red` or `blue`, in either case.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = [("red", Self::Red), ("blue", Self::Blue)];
        named("a color", text, names.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_in_either_case() {
        for color in Color::BOTH {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.to_string().to_uppercase().parse(), Ok(color));
        }
        assert_eq!(
            format!("{:>5}|{:<5}", Color::Red, Color::Blue),
            "  Red|Blue "
        );
    }

    #[test]
    fn misspelt_names_get_the_nearest_one() {
        let error = "blu".parse::<Color>().expect_err("misspelt");
        assert_eq!(error.span, 0..3);
        assert_eq!(error.message, "expected a color (red, blue), found `blu`");
        assert_eq!(error.help.as_deref(), Some("did you mean `blue`?"));
        let error = "".parse::<Color>().expect_err("nothing");
        assert_eq!(error.message, "expected a color (red, blue), found the end");
        assert_eq!(error.help, None);
    }
}
