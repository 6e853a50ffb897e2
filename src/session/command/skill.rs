//! `skill`: how strong AIs play.

use super::{Candidates, Command, Done, Spec};
use crate::session::{Event, Session, Strength};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, found, next_word, whole};
use ataxx_core::engine::{InvalidLevel, Level};
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "skill NUMBER"),
    details: |_| {
        "From 1 for a beginner to 10 for full strength. It counts for all AIs, from\n\
         their next move on."
    },
    everywhere: true,
    candidates: Candidates::Words(|_| Level::all().map(|level| level.to_string()).collect()),
    ..Spec::new(
        "skill",
        |_| "set how strong AIs play, from 1 to 10",
        |text, _| whole(text, number.map(Command::Skill)),
    )
};

pub fn run(session: &mut Session, &level: &Level) -> Done {
    for color in Color::BOTH {
        session.set_strength(color, Some(Strength::Level(level)));
    }
    Ok(vec![Event::SkillSet(level)])
}

fn number(input: &str) -> Parsed<'_, Level> {
    let word = next_word(input);
    if let Ok(level) = word.parse() {
        return Ok((&input[word.len()..], level));
    }
    let message = format!("{InvalidLevel}, found {}", found(input));
    Fault::word(input, message).miss()
}
