//! The moves of a recorded game, with the numbers of their turns: parser beside printer.

use super::headers::result;
use crate::board::{Color, Game, IllegalMove, PlayedMove, Position, Rules, ranks};
use crate::diagnostic::syntax::{Fault, Parsed, found, next_word, quoted};
use crate::notation::berkeley::{BerkeleyMove, berkeley_move};
use nom::Parser;
use nom::character::complete::{char, digit1, multispace0};
use nom::combinator::opt;
use nom::multi::many1_count;
use nom::sequence::pair;
use std::fmt;
use std::ops::Range;

/// Prints the moves of a game, with a character before each turn. `after` prints what follows
/// the moves of a turn, which are these of the game.
pub(super) fn turns(
    game: &Game,
    before: char,
    f: &mut fmt::Formatter<'_>,
    after: impl Fn(Range<usize>, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let mut first = 0;
    for (index, (position, played)) in game.positions().zip(game.moves()).enumerate() {
        let number = position.turn_number();
        match position.turn() {
            Color::Red => {
                after(first..index, f)?;
                first = index;
                write!(f, "{before}{number}.")?;
            }
            Color::Blue if index == 0 => write!(f, "{before}{number}...")?,
            Color::Blue => {}
        }
        write!(f, " {}", BerkeleyMove::from(played))?;
    }
    after(first..game.moves().len(), f)
}

/// The number of the turn before the move in this position: `12.`, or `12...` for Blue.
pub(super) fn turn_name(position: &Position) -> String {
    let dots = match position.turn() {
        Color::Red => ".",
        Color::Blue => "...",
    };
    format!("{}{dots}", position.turn_number())
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
fn turn_number(input: &str) -> Parsed<'_, (&str, usize)> {
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

/// A comment up to the next `#`.
pub(super) fn without_second_comment(body: &str) -> &str {
    body.split(['#', '\r', '\n'])
        .next()
        .unwrap_or_default()
        .trim_end()
}

/// The place in a line with the turn number at the start of the input: the number of moves before
/// it, and the position.
pub(super) fn place<'a>(input: &'a str, line: &Game) -> Parsed<'a, (usize, Position)> {
    let (input, _) = multispace0(input)?;
    let Ok((rest, (digits, dots))) = turn_number(input) else {
        let message = format!(
            "expected the number of a turn, like `2.`, found {}",
            found(input)
        );
        return Fault::word(input, message).fail();
    };
    let color = if dots == 1 { Color::Red } else { Color::Blue };
    let first = line.start().plies();
    let place = digits.parse().ok().and_then(|number| {
        let plies = ranks::plies(number, color).checked_sub(first)?;
        let after = usize::try_from(plies).ok()?;
        let position = line.positions().nth(after)?;
        Some((after, *position))
    });
    match place {
        Some(place) => Ok((rest, place)),
        None => Fault::between(input, rest, "its parent line has no such turn").fail(),
    }
}
