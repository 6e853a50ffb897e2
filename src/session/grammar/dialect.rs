//! The three documents, and the states two of them speak of.

use crate::board::Rules;
use std::fmt;

/// Which course document a session follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Berkeley, Fall 2008: three states; the Player against an AI or a remote
    /// opponent.
    Fall2008,
    /// Berkeley, Fall 2016: three states; either side by hand or by AI.
    Fall2016,
    /// Berkeley, Spring 2022: no states.
    #[default]
    Spring2022,
}

impl Dialect {
    /// All three, oldest first.
    pub const ALL: [Self; 3] = [Self::Fall2008, Self::Fall2016, Self::Spring2022];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.rules().base_name()
    }

    /// The rules it plays.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Fall2008 => Rules::BERKELEY_2008,
            Self::Fall2016 => Rules::BERKELEY_2016,
            Self::Spring2022 => Rules::BERKELEY_2022,
        }
    }

    /// Whether a game is set up first and then started.
    #[must_use]
    pub const fn has_states(self) -> bool {
        !matches!(self, Self::Spring2022)
    }

    /// Whether `auto` names a colour; if not, it speaks of the Player.
    #[must_use]
    pub const fn auto_takes_color(self) -> bool {
        !matches!(self, Self::Fall2008)
    }
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Parameters are set and a position is entered; no result is announced.
    SetUp,
    /// Players make their moves.
    Playing,
    /// The game is over.
    Finished,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SetUp => "set-up",
            Self::Playing => "playing",
            Self::Finished => "finished",
        })
    }
}
