//! The description and the function of each command, found by its name.

use super::list::{Command, CommandName, with_commands};
use super::spec::{Availability, Done, Spec, none};
use super::{files, game, help, moves, players, remote, show, study};
use crate::{Dialect, Session, State};
use ataxx_core::diagnostic::SyntaxError;
use std::fmt;

impl CommandName {
    /// The commands that a dialect offers.
    pub fn of(dialect: Dialect) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |name| name.is_in(dialect))
    }

    /// The word that is typed; for a move, what it is called.
    pub const fn word(self) -> &'static str {
        self.spec().word
    }

    /// Whether a dialect offers the command, and if so, whether its document has it.
    pub fn availability(self, dialect: Dialect) -> Availability {
        if dialect.profile().commands.contains(&self) {
            Availability::Documented
        } else if self.spec().everywhere {
            Availability::Extra
        } else {
            Availability::Absent
        }
    }

    /// Whether a dialect offers the command.
    pub fn is_in(self, dialect: Dialect) -> bool {
        self.availability(dialect) != Availability::Absent
    }

    /// Whether a dialect allows the command in a state.
    pub fn allowed_in(self, state: State, dialect: Dialect) -> bool {
        !dialect.has_states() || self.spec().states.contains(&state)
    }

    /// Parses the operand of a command, which may be empty.
    pub fn parse(self, text: &str, dialect: Dialect) -> Result<Command, SyntaxError> {
        match self.without_operand() {
            Some(command) => none(text, command),
            None => (self.spec().parse)(text, dialect),
        }
    }

    /// The usage of a command in a dialect.
    pub fn usage(self, dialect: Dialect) -> &'static str {
        self.spec()
            .usage
            .map_or(self.word(), |usage| usage(dialect))
    }

    /// The summary of a command in one line.
    pub fn summary(self, dialect: Dialect) -> &'static str {
        (self.spec().summary)(dialect)
    }

    /// The details of a command in whole sentences; may be empty.
    pub fn details(self, dialect: Dialect) -> &'static str {
        (self.spec().details)(dialect)
    }
}

/// Finds the description and the function of a command in its file.
macro_rules! tables {
    ($($name:ident $(($operand:ident: $type:ty))? in $file:ident: $spec:ident, $run:ident;)*) => {
        impl CommandName {
            pub const fn spec(self) -> &'static Spec {
                match self {
                    $(Self::$name => &$file::$spec,)*
                }
            }
        }

        impl Command {
            /// Carries the command out.
            pub fn run(&self, session: &mut Session) -> Done {
                match self {
                    $(Self::$name $(($operand))? => $file::$run(session $(, $operand)?),)*
                }
            }
        }
    };
}

with_commands!(tables);

impl fmt::Display for CommandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
