//! `solve`: forced wins.

use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Request, Session, Study};
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, next_word, quoted, whole};
use ataxx_core::solver::Plies;
use nom::Parser;
use nom::combinator::opt;

/// The number of plies where none is given.
const USUAL: Plies = Plies(7);

pub static SPEC: Spec = Spec {
    usage: Some(|_| "solve [PLIES]"),
    details: |_| {
        "Within 7 plies, or as many as are given. A ply is a move of one side. The\n\
         answer is exact; a search that becomes too long ends without one."
    },
    ..study(
        "solve",
        |_| "find out whether a side can force a win",
        |text, _| plies(text).map(Command::Solve),
    )
};

pub fn run(session: &mut Session, &plies: &Plies) -> Done {
    session.request(Request::Study(Study::Solve(plies)))
}

fn plies(text: &str) -> Result<Plies, SyntaxError> {
    whole(text, opt(number).map(|plies| plies.unwrap_or(USUAL)))
}

fn number(input: &str) -> Parsed<'_, Plies> {
    let word = next_word(input);
    if word.is_empty() {
        return Fault::word(input, "").miss();
    }
    let most = Plies::MOST;
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
