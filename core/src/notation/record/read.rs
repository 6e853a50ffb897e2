//! Reading records.

use super::GameRecord;
use super::result::{GameResult, result};
use crate::board::fen::fen;
use crate::board::{Color, Game, IllegalMove, PlayedMove, Position, Rules};
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, beginning, did_you_mean, digits, found, next_word, quoted,
};
use crate::notation::berkeley::{BerkeleyMove, berkeley_move};
use crate::notation::particulars::{Particulars, Remark};
use nom::Parser;
use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::opt;
use nom::multi::many1_count;
use nom::sequence::{pair, terminated};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Each record of a text without comments, or why it cannot be read, and the place after it.
pub(super) fn records(text: &str) -> Vec<(Result<GameRecord, SyntaxError>, usize)> {
    let mut all = Vec::new();
    let mut start = text.len() - text.trim_start().len();
    while start < text.len() {
        let (read, end) = match beginning(text, start, record) {
            Ok((end, record)) => (Ok(record), end),
            Err(error) => {
                let end = next_record(text, start, error.span.start);
                (Err(error), end)
            }
        };
        all.push((read, end));
        start = end;
    }
    all
}

/// Where the record after the one at `start` begins, which cannot be read because of what is at
/// `error`: after the next result, or before it at headers or a first turn that cannot belong to
/// the same record.
fn next_record(text: &str, start: usize, error: usize) -> usize {
    let mut seen = Vec::new();
    let mut in_headers = true;
    let mut place = start;
    for line in text[start..].split_inclusive('\n') {
        let after = place + line.len();
        let begun = line.trim_start();
        let key = key(begun).ok().map(|(_, key)| key);
        let first = key.or_else(|| begun.starts_with("1.").then_some("1."));
        let is_over = first.is_some_and(|first| seen.contains(&first));
        if place > start && after > error && (is_over || key.is_some() && !in_headers) {
            return place;
        }
        seen.extend(first);
        if key.is_none() && !begun.is_empty() {
            in_headers = false;
            let mut end = error.clamp(place, after);
            for word in text[end..after].split_inclusive(char::is_whitespace) {
                end += word.len();
                if GameResult::named(word.trim_end()).is_some() {
                    return text.len() - text[end..].trim_start().len();
                }
            }
        }
        place = after;
    }
    text.len()
}

/// A record without comments, and the blanks after it.
pub(super) fn record(input: &str) -> Parsed<'_, GameRecord> {
    let (rest, headers) = headers(input)?;
    let rules = headers.rules.unwrap_or(Rules::BERKELEY_2022);
    let game = Game::from_position(rules, headers.start.unwrap_or_default());
    let (rest, game) = moves(rest, game)?;
    let on_board = game.outcome().into();
    let (after, result) = opt(result).parse(rest)?;
    let result = result.unwrap_or(on_board);
    if on_board != GameResult::Unfinished && result != on_board {
        let message = format!("the board says {on_board}, found {}", found(rest));
        return Fault::word(rest, message).fail();
    }
    let (after, _) = multispace0(after)?;
    let record = GameRecord {
        game,
        result,
        particulars: headers.particulars,
        variations: Vec::new(),
        searches: BTreeMap::new(),
    };
    Ok((after, record))
}

/// The values of the header lines.
#[derive(Default)]
struct Headers {
    rules: Option<Rules>,
    start: Option<Position>,
    particulars: Particulars,
}

/// The keys of header lines.
const KEYS: [&str; 9] = [
    "game", "opening", "red", "blue", "time", "end", "random", "rules", "start",
];

fn headers(input: &str) -> Parsed<'_, Headers> {
    let mut headers = Headers::default();
    let mut seen = Vec::new();
    let (mut rest, _) = multispace0(input)?;
    while let Ok((value, key)) = terminated(key, space0).parse(rest) {
        if !KEYS.contains(&key) {
            let message = format!(
                "expected a header ({}), found {}",
                KEYS.join(", "),
                found(rest)
            );
            let help = did_you_mean(key, KEYS);
            return Fault::word(rest, message).with_help(help).fail();
        }
        if seen.contains(&key) {
            return Fault::word(rest, format!("a second `{key}:`")).fail();
        }
        seen.push(key);
        (rest, ()) = headers.take(key, value)?;
        (rest, _) = space0(rest)?;
        if !rest.is_empty() && !rest.starts_with(['\r', '\n']) {
            let message = format!("expected the end of the line, found {}", found(rest));
            return Fault::word(rest, message).fail();
        }
        (rest, _) = multispace0(rest)?;
    }
    Ok((rest, headers))
}

impl Headers {
    /// Reads the value of a key.
    fn take<'a>(&mut self, key: &str, value: &'a str) -> Parsed<'a, ()> {
        let Particulars {
            game,
            opening,
            red,
            blue,
            time,
            end,
            random,
        } = &mut self.particulars;
        let (rest, text) = match key {
            "rules" => {
                let name = next_word(value);
                let named: Result<Rules, _> = name.parse();
                let rules =
                    named.map_err(|error| nom::Err::Failure(Fault::inside(value, error)))?;
                self.rules = Some(rules);
                return Ok((&value[name.len()..], ()));
            }
            "start" => {
                let (rest, (position, _)) = fen(value)?;
                self.start = Some(position);
                return Ok((rest, ()));
            }
            "game" | "opening" => {
                let (rest, number) = counted(value)?;
                *if key == "game" { game } else { opening } = Some(number);
                return Ok((rest, ()));
            }
            "red" => (remark(value)?, red),
            "blue" => (remark(value)?, blue),
            "time" => (remark(value)?, time),
            "end" => (remark(value)?, end),
            _ => (remark(value)?, random),
        };
        let (rest, remark) = rest;
        *text = Some(remark);
        Ok((rest, ()))
    }
}

/// A number that counts from 1.
fn counted(input: &str) -> Parsed<'_, u64> {
    let word = next_word(input);
    let Some(number) = digits::<NonZeroU64>(word) else {
        let message = format!("expected a number from 1, found {}", found(word));
        return Fault::word(input, message).fail();
    };
    Ok((&input[word.len()..], number.get()))
}

/// The rest of the line.
fn remark(input: &str) -> Parsed<'_, Remark> {
    let (rest, line) = take_till(|letter| letter == '\r' || letter == '\n').parse(input)?;
    match Remark::new(line) {
        Some(remark) => Ok((rest, remark)),
        None => Fault::new(input, 0, "expected a text, found the end of the line").fail(),
    }
}

/// The word before a colon.
fn key(input: &str) -> Parsed<'_, &str> {
    terminated(take_while1(char::is_alphabetic), char(':')).parse(input)
}

/// All moves up to the result, played on the game.
pub(super) fn moves(input: &str, mut game: Game) -> Parsed<'_, Game> {
    let mut rest = input;
    while !rest.is_empty() && result(rest).is_err() {
        if let (after, Some(number)) = opt(turn_number).parse(rest)? {
            check_turn_number(rest, number, game.position())?;
            (rest, _) = multispace0(after)?;
        }
        let (after, mv) = berkeley_move(rest)?;
        if after.starts_with(|next: char| !next.is_whitespace()) {
            let message = format!("expected a blank after {mv}, found {}", found(after));
            return Fault::word(after, message).fail();
        }
        if let Err(reason) = replay(mv, &mut game) {
            let message = format!("{} cannot be played: {reason}", quoted(next_word(rest)));
            return Fault::word(rest, message).fail();
        }
        (rest, _) = multispace0(after)?;
    }
    Ok((rest, game))
}

/// Plays a recorded move. In Ataxx Reloaded a move can be forfeited although there are
/// legal ones, which is written as a pass.
pub(in crate::notation) fn replay(
    mv: BerkeleyMove,
    game: &mut Game,
) -> Result<PlayedMove, IllegalMove> {
    match mv {
        BerkeleyMove::Pass if *game.rules() == Rules::RELOADED => game.forfeit_move(),
        mv => mv.play(game),
    }
}

/// `12.` or `12...`, with the digits and the count of dots.
pub(super) fn turn_number(input: &str) -> Parsed<'_, (&str, usize)> {
    pair(digit1, many1_count(char('.'))).parse(input)
}

fn check_turn_number<'a>(
    rest: &'a str,
    (digits, dots): (&str, usize),
    position: &Position,
) -> Result<(), nom::Err<Fault<'a>>> {
    let expected = position.turn_number();
    let blue = position.turn() == Color::Blue;
    if digits.parse() == Ok(expected) && (dots == 1 || blue && dots == 3) {
        return Ok(());
    }
    let dots_after = if blue { "..." } else { "." };
    let len = digits.len() + dots;
    let message = format!(
        "expected {} in turn `{expected}{dots_after}`, found {}",
        if blue { "Blue's move" } else { "Red's move" },
        quoted(&rest[..len])
    );
    Err(nom::Err::Failure(Fault::new(rest, len, message)))
}
