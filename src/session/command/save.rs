//! `save`: writes the game to a file.

use super::spec::file_name;
use super::{Candidates, Command, Done, Spec};
use crate::session::{Request, Session};
use ataxx_core::diagnostic::syntax::whole;
use nom::Parser;

pub static SPEC: Spec = Spec {
    usage: Some(|_| "save FILE"),
    details: |_| {
        "As a game record, which `load` reads; so do `ataxx analyze --game` and\n\
         `ataxx convert --game`. No file is replaced but one that `save` has written."
    },
    everywhere: true,
    loses_prefix_ties: true,
    candidates: Candidates::Files,
    ..Spec::new(
        "save",
        |_| "write the game to a file",
        |text, _| whole(text, file_name.map(Command::Save)),
    )
};

pub fn run(session: &mut Session, file: &str) -> Done {
    session.request(Request::Save(file.to_owned()))
}
