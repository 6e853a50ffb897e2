//! `load`: carries out the lines of a file.

use super::spec::file_name;
use super::{Candidates, Command, Done, Spec};
use crate::session::{Request, Session};
use ataxx_core::diagnostic::syntax::whole;
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

pub fn run(session: &mut Session, file: &str) -> Done {
    session.request(Request::Load(file.to_owned()))
}
