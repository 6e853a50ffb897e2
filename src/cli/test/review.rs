//! `--review`: asking about each change of an expectation.

use super::difference::colored;
use crate::cli::exit::Failure;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::tester::bless::{Edit, FileChange, Plan};
use ataxx_core::diagnostic::text;
use console::{Key, Term};
use std::io;

/// The answer about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    /// Accept this one and all after it.
    AcceptAll,
    /// Reject this one and all after it.
    Quit,
}

impl Decision {
    fn of(key: &Key) -> Option<Self> {
        let Key::Char(letter) = key else {
            return (*key == Key::Escape).then_some(Self::Quit);
        };
        match letter.to_ascii_lowercase() {
            'a' | 'y' => Some(Self::Accept),
            'r' | 'n' => Some(Self::Reject),
            'l' => Some(Self::AcceptAll),
            'q' => Some(Self::Quit),
            _ => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
            Self::AcceptAll => "accepted, and all that is left",
            Self::Quit => "rejected, and all that is left",
        }
    }
}

/// Asks about each change, and keeps the accepted ones in the plan.
pub fn review(plan: &mut Plan) -> Result<(), Failure> {
    let terminal = Term::stdout();
    let changes = plan.edits();
    let mut number = 0;
    let mut rest = None;
    let mut trouble = None;
    plan.retain(|file, edit| {
        number += 1;
        if let Some(rest) = rest {
            return rest;
        }
        let answer = show(file, edit, (number, changes)).and_then(|()| ask(&terminal));
        match answer {
            Ok(Decision::Accept) => true,
            Ok(Decision::Reject) => false,
            Ok(Decision::AcceptAll) => *rest.insert(true),
            Ok(Decision::Quit) => *rest.insert(false),
            Err(error) => {
                trouble = Some(error);
                *rest.insert(false)
            }
        }
    });
    match trouble {
        Some(error) if error.kind() == io::ErrorKind::Interrupted => Err(Failure::Interrupted),
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

fn show(file: &FileChange, edit: &Edit, (number, changes): (usize, usize)) -> io::Result<()> {
    let by = edit.wanted_by.join(", ");
    let by = text::visible(&by);
    let difference = colored(&file.only(edit).difference());
    output::data(&format!("\n{number} of {changes}: {by}\n{difference}"))
}

fn ask(terminal: &Term) -> io::Result<Decision> {
    output::data("[a]ccept, [r]eject, accept a[l]l that is left, [q]uit? ")?;
    loop {
        // Depending on the terminal, Ctrl-C is a signal or a key.
        let key = terminal.read_key();
        if INTERRUPT.is_requested() {
            output::data("\n")?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let Some(answer) = Decision::of(&key?) {
            output::data(&format!("{}\n", answer.words()))?;
            return Ok(answer);
        }
    }
}
