//! Commands that choose the players: `color`, `auto`, `manual`, `seed`, `skill`.

use super::spec::{SET_UP, none};
use super::{Candidates, Command, Done, Spec};
use crate::{Event, Player, Session, Strength};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::{
    Fault, Parsed, did_you_mean, found, next_word, quoted, whole,
};
use ataxx_core::engine::{InvalidLevel, Level};
use nom::Parser;

pub static COLOR: Spec = Spec {
    usage: Some(|_| "color red|blue"),
    states: SET_UP,
    sets_up: true,
    candidates: Candidates::Words(|_| color_words()),
    parse: |text, _| whole(text, color.map(Command::Color)),
    ..Spec::new("color", |_| "choose your colour; red at first")
};

/// The Player gets this colour, and the Opponent the other.
pub fn set_color(session: &mut Session, color: &Color) -> Done {
    if *color != session.user {
        session.players.reverse();
    }
    session.user = *color;
    Ok(vec![Event::UserPlays(*color)])
}

pub static AUTO: Spec = Spec {
    usage: Some(|dialect| {
        if dialect.orders_by_color() {
            "auto red|blue"
        } else {
            "auto"
        }
    }),
    details: |dialect| match (dialect.orders_by_color(), dialect.has_states()) {
        (true, true) => {
            "It plays from `start` on. Where AIs play both colours, they play the whole game\n\
             before the next line is read; at a terminal Ctrl-C stops them."
        }
        (true, false) => {
            "The AI plays at once when it is its turn: where AIs play both colours, the whole\n\
             game before the next line is read; at a terminal Ctrl-C stops them.\n\
             Each `auto` uses the seed and steps it by one."
        }
        (false, _) => {
            "It plays from `start` on. The opponent on this side is an AI, too: without a\n\
             remote program they play the whole game before the next line is read."
        }
    },
    states: SET_UP,
    candidates: Candidates::Words(|session| {
        if session.dialect().orders_by_color() {
            color_words()
        } else {
            Vec::new()
        }
    }),
    parse: |text, dialect| {
        if dialect.orders_by_color() {
            whole(text, color.map(|color| Command::Auto(Some(color))))
        } else {
            none(text, Command::Auto(None))
        }
    },
    ..Spec::new("auto", |dialect| {
        if dialect.orders_by_color() {
            "let an AI play a colour"
        } else {
            "let an AI play for you"
        }
    })
};

/// Without a colour, sets the player of the Player's colour.
pub fn set_ai(session: &mut Session, color: &Option<Color>) -> Done {
    let player = Player::Ai { seed: session.seed };
    let step = session.dialect().profile().seed_step;
    session.seed = session.seed.map(|seed| seed.wrapping_add(step));
    let color = color.unwrap_or(session.user);
    if let Some(Strength::Proposed(_)) = session.strength_of(color) {
        session.set_strength(color, None);
    }
    Ok(vec![session.set_player(color, player)])
}

pub static MANUAL: Spec = Spec {
    usage: Some(|_| "manual red|blue"),
    states: SET_UP,
    candidates: Candidates::Words(|_| color_words()),
    parse: |text, _| whole(text, color.map(Command::Manual)),
    ..Spec::new("manual", |_| "play a colour by hand")
};

pub fn set_manual(session: &mut Session, color: &Color) -> Done {
    Ok(vec![session.set_player(*color, Player::Manual)])
}

pub static SEED: Spec = Spec {
    usage: Some(|_| "seed NUMBER"),
    details: |_| {
        "The number may be negative. With a seed, an AI thinks for a fixed number\n\
         of positions instead of a fixed time."
    },
    states: SET_UP,
    parse: |text, _| whole(text, number.map(Command::Seed)),
    ..Spec::new("seed", |_| "make the AIs repeatable")
};

/// Also sets the seed of the present AIs.
pub fn set_seed(session: &mut Session, &number: &i64) -> Done {
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

pub static SKILL: Spec = Spec {
    usage: Some(|_| "skill NUMBER"),
    details: |_| {
        "From 1 for a beginner to 10 for full strength. It counts for all AIs, from\n\
         their next move on."
    },
    everywhere: true,
    candidates: Candidates::Words(|_| Level::all().map(|level| level.to_string()).collect()),
    parse: |text, _| whole(text, level.map(Command::Skill)),
    ..Spec::new("skill", |_| "set how strong AIs play, from 1 to 10")
};

pub fn set_skill(session: &mut Session, &level: &Level) -> Done {
    for color in Color::BOTH {
        session.set_strength(color, Some(Strength::Level(level)));
    }
    Ok(vec![Event::SkillSet(level)])
}

fn level(input: &str) -> Parsed<'_, Level> {
    let word = next_word(input);
    if let Ok(level) = word.parse() {
        return Ok((&input[word.len()..], level));
    }
    let message = format!("{InvalidLevel}, found {}", found(input));
    Fault::word(input, message).miss()
}

/// A colour, in either case.
fn color(input: &str) -> Parsed<'_, Color> {
    let word = next_word(input);
    let color = match word.to_ascii_lowercase().as_str() {
        "red" => Color::Red,
        "blue" => Color::Blue,
        _ => {
            return Fault::word(
                input,
                format!("expected red or blue, found {}", found(input)),
            )
            .with_help(did_you_mean(word, ["red", "blue"]))
            .miss();
        }
    };
    Ok((&input[word.len()..], color))
}

/// The words for the colours.
fn color_words() -> Vec<String> {
    Color::BOTH.map(|color| color.name().to_owned()).to_vec()
}
