//! `load`: carries out the lines of a file.

use super::{Candidates, Command, Done, Spec};
use crate::session::{Event, Session};
use ataxx_core::diagnostic::syntax::{Fault, Parsed, whole};
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "load FILE"),
    details: |_| {
        "The file is looked for in the working directory, then beside the file that\n\
         loads it. A game record, as `save` writes it, takes the place of the game."
    },
    everywhere: true,
    candidates: Candidates::Files,
    ..Spec::new(
        "load",
        |_| "run the commands in a file, or continue a saved game",
        |text, _| whole(text, file_name.map(Command::Load)),
    )
};

pub fn run(_: &mut Session, file: &str) -> Done {
    Ok(vec![Event::Load(file.to_owned())])
}

/// The name of a file, which takes the rest of the line.
pub fn file_name(input: &str) -> Parsed<'_, String> {
    if input.is_empty() {
        return Fault::new(input, 0, "expected the name of a file, found the end").miss();
    }
    Ok(("", input.to_owned()))
}
