//! `seed`: makes AIs repeatable.

use super::spec::SET_UP;
use super::{Command, Done, Spec};
use crate::session::{Event, Player, Session};
use ataxx_core::diagnostic::syntax::{Fault, Parsed, found, next_word, quoted, whole};
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "seed NUMBER"),
    details: |_| {
        "The number may be negative. With a seed, an AI thinks for a fixed number\n\
         of positions instead of a fixed time."
    },
    states: SET_UP,
    ..Spec::new(
        "seed",
        |_| "make the AIs repeatable",
        |text, _| whole(text, number.map(Command::Seed)),
    )
};

/// The seed is for AIs that play already too.
pub fn run(session: &mut Session, &number: &i64) -> Done {
    session.seed = Some(number);
    for player in &mut session.players {
        if let Player::Ai { seed } = player {
            *seed = Some(number);
        }
    }
    Ok(vec![Event::Seeded(number)])
}

/// A signed number of 64 bits.
fn number(input: &str) -> Parsed<'_, i64> {
    let word = next_word(input);
    if let Ok(number) = word.parse() {
        return Ok((&input[word.len()..], number));
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let too_big = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let message = if too_big {
        format!("{} is too big: a seed has 64 bits and a sign", quoted(word))
    } else {
        format!("expected a whole number, found {}", found(input))
    };
    Fault::word(input, message).miss()
}
