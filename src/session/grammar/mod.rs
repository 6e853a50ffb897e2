//! The command languages of the dialects: a line of text becomes a [`Command`],
//! or a diagnostic that says what was expected and where.

mod command;
mod dialect;
mod names;
mod parse;

pub use command::{Command, Line, Spans};
pub use dialect::{Dialect, State};
pub use names::{CommandName, Extra};
pub use parse::{find_command, parse};
