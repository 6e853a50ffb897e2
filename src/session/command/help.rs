//! `help`: lists the commands, or explains one.

use super::spec::Availability;
use super::{Candidates, Command, CommandName, Done, Spec};
use crate::session::parse::{command_begun, looks_like_move};
use crate::session::{Dialect, Event, Session, State};
use ataxx_core::diagnostic::syntax::{Fault, next_word, whole};
use nom::Parser;
use nom::combinator::opt;
use std::fmt::Write as _;

pub static HELP: Spec = Spec {
    usage: Some(|_| "help [COMMAND]"),
    only_shows: true,
    candidates: Candidates::Words(|session| {
        CommandName::of(session.dialect())
            .map(|name| name.to_string())
            .collect()
    }),
    parse: |text, dialect| whole(text, opt(topic(dialect)).map(Command::Help)),
    ..Spec::new("help", |_| "list the commands, or explain one")
};

pub fn help(session: &mut Session, topic: &Option<CommandName>) -> Done {
    let dialect = session.dialect();
    Ok(vec![Event::Text(match topic {
        Some(name) => explanation(*name, dialect),
        None => overview(dialect),
    })])
}

/// The command to explain: its word, or any move.
fn topic<'a>(dialect: Dialect) -> impl Parser<&'a str, Output = CommandName, Error = Fault<'a>> {
    move |input: &'a str| {
        let word = next_word(input);
        if word.is_empty() {
            return Fault::new(input, 0, "").miss();
        }
        let rest = &input[word.len()..];
        if word == "-" {
            return Ok((rest, CommandName::Pass));
        }
        if looks_like_move(word) || word.eq_ignore_ascii_case(CommandName::Move.word()) {
            return Ok((rest, CommandName::Move));
        }
        match command_begun(word, dialect) {
            Ok(name) => Ok((rest, name)),
            Err(error) => Fault::word(input, error.message)
                .with_help(error.help.into_iter().next())
                .fail(),
        }
    }
}

/// All commands of a dialect, a line each.
fn overview(dialect: Dialect) -> String {
    let mut text = format!("Commands of the {} dialect:\n", dialect.name());
    for name in CommandName::of(dialect) {
        text.push_str(&line(name, dialect));
    }
    text.push_str(
        "Commands that only print can be shortened. Everything from `#` is a comment.\n\
         `help COMMAND` explains one.\n",
    );
    text
}

/// One command of a dialect.
fn explanation(name: CommandName, dialect: Dialect) -> String {
    let mut text = line(name, dialect);
    for line in name.details(dialect).lines() {
        let _ = writeln!(text, "{line}");
    }
    if !name.allowed_in(State::Finished, dialect) {
        let states = if name.allowed_in(State::Playing, dialect) {
            "set-up and playing"
        } else {
            "set-up"
        };
        let _ = writeln!(text, "State: {states}.");
    }
    if name.availability(dialect) == Availability::Extra {
        let _ = writeln!(text, "Not in the {} document.", dialect.name());
    }
    text
}

fn line(name: CommandName, dialect: Dialect) -> String {
    let (usage, summary) = (name.usage(dialect), name.summary(dialect));
    format!("  {usage:<16}{summary}\n")
}
