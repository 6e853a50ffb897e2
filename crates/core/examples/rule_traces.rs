//! Plays random games by the literal rules and prints every position of them with its outcome, its
//! legal moves and the position after each. `make -C proofs compare` compares them with the rules
//! that are stated in Coq.
//!
//! ```text
//! cargo run --release -p ataxx-core --example rule_traces -- GAMES SEED RULES…
//! ```
//!
//! A line is `RULES ; POSITION ; OUTCOME ; MOVE=POSITION ; MOVE=POSITION…`. The outcome is `x`, `o`,
//! `draw` or `-`; moves are written as in UAI.

// Its random positions are used here, not its comparison.
#[allow(dead_code)]
#[path = "../tests/twins/mod.rs"]
mod twins;

use ataxx_core::board::{Color, Move, Rules, Square};
use ataxx_core::reference::{Cell, LiteralPosition};
use std::fmt::Write;
use std::process::ExitCode;
use twins::literal_of;
use twins::positions::{Chance, random_position};

fn color(color: Color) -> char {
    match color {
        Color::Red => 'x',
        Color::Blue => 'o',
    }
}

/// The position as in certificates.
fn fen(position: &LiteralPosition) -> String {
    let mut text = String::new();
    for rank in (0..7).rev() {
        let mut empty = 0;
        for file in 0..7 {
            let cell = position.cell(Square::new(file, rank).expect("on the board"));
            if cell == Cell::Empty {
                empty += 1;
            }
            if empty > 0 && (cell != Cell::Empty || file == 6) {
                text += &empty.to_string();
                empty = 0;
            }
            match cell {
                Cell::Empty => {}
                Cell::Red => text.push('x'),
                Cell::Blue => text.push('o'),
                Cell::Block => text.push('-'),
            }
        }
        if rank > 0 {
            text.push('/');
        }
    }
    format!("{text} {} {}", color(position.turn), position.jumps)
}

/// Prints a position and returns the positions after its moves.
fn trace(name: &str, rules: &Rules, position: &LiteralPosition) -> Vec<(Move, LiteralPosition)> {
    let outcome = match position.outcome(rules) {
        None => "-",
        Some(outcome) => outcome.winner.map_or("draw", |winner| match winner {
            Color::Red => "x",
            Color::Blue => "o",
        }),
    };
    let mut line = format!("{name} ; {} ; {outcome}", fen(position));
    let mut replies = Vec::new();
    for mv in position.legal_moves(rules) {
        let next = position.play(mv, rules).expect("a legal move");
        write!(line, " ; {mv}={}", fen(&next)).expect("writing to a string");
        replies.push((mv, next));
    }
    println!("{line}");
    replies
}

fn play(name: &str, rules: &Rules, chance: &mut Chance) {
    let mut position = literal_of(&random_position(chance, rules));
    // Random moves seldom form a long run of jumps.
    let jumps_wanted = *chance.pick(&[0, 50, 95, 100]);
    loop {
        let mut replies = trace(name, rules, &position);
        if replies.is_empty() {
            return;
        }
        let is_jump = |mv| matches!(mv, Move::Jump { .. });
        if chance.percent(jumps_wanted) && replies.iter().any(|&(mv, _)| is_jump(mv)) {
            replies.retain(|&(mv, _)| is_jump(mv));
        }
        position = chance.pick(&replies).1;
    }
}

#[allow(clippy::disallowed_methods)] // a program
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, names @ ..] = words.as_slice() else {
        return usage();
    };
    let (Ok(games), Ok(seed)) = (games.parse::<u32>(), seed.parse()) else {
        return usage();
    };
    let mut chance = Chance::new(seed);
    for name in names {
        let Ok(rules) = name.parse::<Rules>() else {
            return usage();
        };
        for _ in 0..games {
            play(name, &rules, &mut chance);
        }
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: rule_traces GAMES SEED RULES…");
    ExitCode::from(2)
}
