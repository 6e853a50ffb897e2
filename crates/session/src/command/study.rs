//! Questions about the position: `hint`, `eval`, `solve`, `analyze`.

use super::spec::request;
use super::{Command, Done, Spec};
use crate::{Dialect, Request, Session, Study};
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, next_word, quoted, whole};
use ataxx_core::solver::Plies;
use nom::Parser;
use nom::combinator::opt;

pub static HINT: Spec = study("hint", |_| "suggest a move");

pub fn hint(_: &mut Session) -> Done {
    request(Request::Study(Study::Hint))
}

pub static EVAL: Spec = study("eval", |_| "estimate which side is ahead, and by how much");

pub fn eval(_: &mut Session) -> Done {
    request(Request::Study(Study::Eval))
}

/// The number of plies where none is given.
const USUAL: Plies = Plies(7);

pub static SOLVE: Spec = Spec {
    usage: Some(|_| "solve [PLIES]"),
    details: |_| {
        "Within 7 plies, or as many as are given. A ply is a move of one side. The\n\
         answer is exact; a search that becomes too long ends without one."
    },
    parse: |text, _| plies(text).map(Command::Solve),
    ..study("solve", |_| "find out whether a side can force a win")
};

pub fn solve(_: &mut Session, &plies: &Plies) -> Done {
    request(Request::Study(Study::Solve(plies)))
}

fn plies(text: &str) -> Result<Plies, SyntaxError> {
    whole(text, opt(number).map(|plies| plies.unwrap_or(USUAL)))
}

fn number(input: &str) -> Parsed<'_, Plies> {
    let word = next_word(input);
    if word.is_empty() {
        return Fault::word(input, "").miss();
    }
    let most = Plies::MAX;
    match word.parse() {
        Ok(plies @ 1..) if Plies(plies) <= most => Ok((&input[word.len()..], Plies(plies))),
        _ => {
            let message = format!(
                "expected a number of plies from 1 to {}, found {}",
                most.0,
                quoted(word)
            );
            Fault::word(input, message).fail()
        }
    }
}

pub static ANALYZE: Spec = Spec {
    details: |_| {
        "Takes 3 seconds, or what --move-time or --nodes allow. A score is the number\n\
         of pieces by which the side to move is expected to lead at the end."
    },
    ..study("analyze", |_| "show the three best lines with their scores")
};

pub fn analyze(_: &mut Session) -> Done {
    request(Request::Study(Study::Analyze))
}

/// A question about the position, which every dialect offers.
const fn study(word: &'static str, summary: fn(Dialect) -> &'static str) -> Spec {
    Spec {
        everywhere: true,
        loses_prefix_ties: true,
        only_shows: true,
        ..Spec::new(word, summary)
    }
}
