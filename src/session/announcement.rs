//! What programs announce: moves of their AIs, and results.

use crate::board::Color;
use crate::diagnostic::syntax::{Parsed, expect, whole};
use crate::notation::BerkeleyMove;
use crate::notation::berkeley::berkeley_move;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, consumed, value, verify};
use nom::sequence::{preceded, separated_pair, terminated};

/// What a program announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// An AI has made a move.
    Move {
        /// Whose move it is.
        color: Color,
        /// The move.
        mv: BerkeleyMove,
    },
    /// The game is over.
    Result {
        /// Who has won, `None` for nobody.
        winner: Option<Color>,
    },
}

/// Reads a line as Spring 2022 wants it, `* Red moves a7-b7.`; `None` when it is no
/// announcement, to the letter.
#[must_use]
pub fn spring_announcement(line: &str) -> Option<Announcement> {
    let mv = separated_pair(color, tag(" moves "), exact_move);
    let mv = mv.map(|(color, mv)| Announcement::Move { color, mv });
    let line_of = terminated(alt((mv, result)), tag("."));
    whole(line, all_consuming(preceded(tag("* "), line_of))).ok()
}

/// Reads a line as Fall 2016 wants it, `Red moves a7-b7.`; `None` when it is no
/// announcement, to the letter.
#[must_use]
pub fn fall_announcement(line: &str) -> Option<Announcement> {
    let pass = terminated(color, tag(" passes")).map(|color| Announcement::Move {
        color,
        mv: BerkeleyMove::Pass,
    });
    let step = verify(exact_move, |mv| *mv != BerkeleyMove::Pass);
    let mv = separated_pair(color, tag(" moves "), step);
    let mv = mv.map(|(color, mv)| Announcement::Move { color, mv });
    whole(line, terminated(alt((pass, mv, result)), tag("."))).ok()
}

fn color(input: &str) -> Parsed<'_, Color> {
    let names = alt((
        value(Color::Red, tag("Red")),
        value(Color::Blue, tag("Blue")),
    ));
    expect("Red or Blue", names)(input)
}

fn result(input: &str) -> Parsed<'_, Announcement> {
    let win = terminated(color, tag(" wins")).map(Some);
    let winner = alt((win, value(None, tag("Draw"))));
    winner
        .map(|winner| Announcement::Result { winner })
        .parse(input)
}

/// A move in small letters: programs are told to print no others.
fn exact_move(input: &str) -> Parsed<'_, BerkeleyMove> {
    let small = |text: &str| !text.bytes().any(|byte| byte.is_ascii_uppercase());
    verify(consumed(berkeley_move), move |(text, _): &(&str, _)| {
        small(text)
    })
    .map(|(_, mv)| mv)
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn announcements() {
        let step = "a7-b7".parse().expect("a move");
        let mv = |color, mv| Some(Announcement::Move { color, mv });
        let result = |winner| Some(Announcement::Result { winner });
        let (red, blue) = (Color::Red, Color::Blue);
        assert_eq!(spring_announcement("* Red moves a7-b7."), mv(red, step));
        assert_eq!(
            spring_announcement("* Blue moves -."),
            mv(blue, BerkeleyMove::Pass)
        );
        assert_eq!(spring_announcement("* Red wins."), result(Some(red)));
        assert_eq!(spring_announcement("* Draw."), result(None));
        assert_eq!(fall_announcement("Red moves a7-b7."), mv(red, step));
        assert_eq!(
            fall_announcement("Blue passes."),
            mv(blue, BerkeleyMove::Pass)
        );
        assert_eq!(fall_announcement("Blue wins."), result(Some(blue)));
        assert_eq!(fall_announcement("Draw."), result(None));
        for line in [
            "",
            "*",
            "* ",
            "* Red wins",
            "* red wins.",
            "* Red wins. ",
            " * Red wins.",
            "*Red wins.",
            "* Red moves A7-b7.",
            "* Red moves a7-h7.",
            "* Red moves a7b7.",
            "* Red passes.",
            "* draw.",
            "* Draw",
            "* Red  wins.",
            "Red wins.",
            "* Green wins.",
            "* Red moves .",
        ] {
            assert_eq!(spring_announcement(line), None, "{line}");
        }
        for line in [
            "",
            "Red wins",
            "red wins.",
            "Red wins. ",
            "* Red wins.",
            "Red moves -.",
            "Red moves a7-b7",
            "Red  passes.",
            "DRAW.",
            "Red moves g8-g7.",
        ] {
            assert_eq!(fall_announcement(line), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_a_reader_panic(line in "(\\* |Red|Blue| moves |a7-b7|-| wins| passes|Draw|\\.|.){0,8}") {
            let _ = (spring_announcement(&line), fall_announcement(&line));
        }
    }
}
