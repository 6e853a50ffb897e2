//! The text of `help`.

use crate::session::grammar::{CommandName, Dialect, Extra, State};
use std::fmt::Write as _;

/// All commands of a dialect, a line each.
pub(super) fn overview(dialect: Dialect) -> String {
    let mut text = format!("Commands of the {} dialect:\n", dialect.name());
    for name in CommandName::of(dialect) {
        let _ = writeln!(
            text,
            "  {:<16}{}",
            name.usage(dialect),
            name.summary(dialect)
        );
    }
    text.push_str(
        "Commands may be shortened. Everything from `#` is a comment.\n\
         `help COMMAND` explains one.\n",
    );
    text
}

/// One command of a dialect.
pub(super) fn explanation(name: CommandName, dialect: Dialect) -> String {
    let mut text = format!("  {:<16}{}\n", name.usage(dialect), name.summary(dialect));
    for line in name.details(dialect).lines() {
        let _ = writeln!(text, "{line}");
    }
    if dialect.has_states() && !name.allowed_in(State::Finished, dialect) {
        let states = if name.allowed_in(State::Playing, dialect) {
            "set-up and playing"
        } else {
            "set-up"
        };
        let _ = writeln!(text, "State: {states}.");
    }
    if name.in_dialect(dialect) == Some(Extra::Yes) {
        let _ = writeln!(text, "Not in the {} document.", dialect.name());
    }
    text
}
