//! `help` lists the commands, or explains one; `rules` explains the game.

use super::spec::Availability;
use super::{Candidates, Command, CommandName, Done, Spec};
use crate::parse::{command_begun, looks_like_move};
use crate::{Dialect, Event, Session, State};
use ataxx_core::diagnostic::syntax::{Fault, next_word, whole};
use ataxx_core::diagnostic::text::wrapped;
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

pub static RULES: Spec = Spec {
    everywhere: true,
    loses_prefix_ties: true,
    only_shows: true,
    ..Spec::new("rules", |_| "explain how the game is played")
};

pub fn rules(session: &mut Session) -> Done {
    Ok(vec![Event::Text(rules_of_play(session))])
}

/// The rules in a few lines, without the words of announcements.
fn rules_of_play(session: &Session) -> String {
    let limit = session.game().rules().jump_limit;
    let limit = limit.map_or_else(String::new, |limit| {
        format!(
            ",\nor {} jumps in a row were made by both sides together",
            limit.jumps
        )
    });
    format!(
        "Red (r) and Blue (b) take turns, Red first. In a turn a side does one of these:\n  \
           extend  puts a new piece on an empty square next to one of its pieces\n  \
           jump    takes a piece to an empty square two squares away, over whatever\n          \
                   is between, and leaves its square\n  \
           pass    only if it can do neither\n\
         Then all opposing pieces next to the new place of the piece change sides.\n\
         Squares count as next to each other in all eight directions. Nothing can\n\
         be put on a blocked square (X).\n\
         The game is over when a side has no piece left, neither side can go on{limit}.\n\
         More pieces are a victory.\n\
         `a7-b7` puts or takes a piece from a7 to b7, `-` is a pass, `legal` lists what\n\
         is possible, `hint` suggests something.\n"
    )
}

pub fn help(session: &mut Session, topic: &Option<CommandName>) -> Done {
    let dialect = session.dialect();
    Ok(vec![Event::Text(match topic {
        Some(CommandName::Rules) => rules_of_play(session),
        Some(name) => explanation(*name, dialect),
        None => commands_in_words(dialect, |_| true),
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

/// The commands of a dialect that are to be listed, on one screen of a terminal: those of its
/// document a line each, and then the others.
pub fn commands_in_words(dialect: Dialect, is_listed: impl Fn(CommandName) -> bool) -> String {
    let mut text = format!("Commands of the {} dialect:\n", dialect.name());
    let is_listed = &is_listed;
    let of = |availability| {
        let names = CommandName::of(dialect);
        names.filter(move |&name| name.availability(dialect) == availability && is_listed(name))
    };
    for name in of(Availability::Documented) {
        text.push_str(&line(name, dialect));
    }
    let others: Vec<&str> = of(Availability::Extra)
        .map(|name| name.usage(dialect))
        .collect();
    text.push_str("Also:\n");
    text.push_str(&wrapped(&format!("  {}\n", others.join(", ")), WIDTH));
    text.push_str(
        "Commands that only print can be shortened. Everything from `#` is a comment.\n\
         `help COMMAND` explains one, `rules` the game.\n",
    );
    text
}

/// The columns of a terminal.
const WIDTH: usize = 78;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SessionSettings, has_reserved_word, parse};

    /// With the line that was typed and the next prompt, at 80 by 24.
    #[test]
    fn help_and_rules_fit_on_a_screen() {
        for dialect in Dialect::ALL {
            let session = Session::new(*dialect, SessionSettings::default());
            for text in [
                commands_in_words(*dialect, |_| true),
                rules_of_play(&session),
            ] {
                assert!(text.lines().count() <= 22, "{text}");
                for line in text.lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                    assert!(!has_reserved_word(line), "{line}");
                }
            }
            let limit = if dialect.name() == "2008" { 45 } else { 25 };
            assert!(rules_of_play(&session).contains(&format!("or {limit} jumps in a row")));
        }
    }

    #[test]
    fn the_rules_are_found_by_whoever_asks_for_them() {
        for &dialect in Dialect::ALL {
            for line in ["rules", "RULES # please", "how to play", " How to  play? "] {
                let parsed = parse(line, dialect).expect(line).expect(line);
                assert_eq!(parsed.command, Command::Rules, "{line}");
            }
            let mut session = Session::new(dialect, SessionSettings::default());
            let rules = session.execute(&Command::Rules).expect("rules");
            let topic = Command::Help(Some(CommandName::Rules));
            assert_eq!(session.execute(&topic).expect("rules"), rules);
        }
    }
}
