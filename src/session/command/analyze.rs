//! `analyze`: the best lines with their scores.

use super::spec::none;
use super::spec::study;
use super::{Command, Done, Spec};
use crate::session::{Request, Session, Study};

pub static SPEC: Spec = Spec {
    details: |_| {
        "Takes 3 seconds, or what --move-time or --nodes allow. A score is the number\n\
         of pieces by which the side to move is expected to lead at the end."
    },
    ..study(
        "analyze",
        |_| "show the three best lines with their scores",
        |text, _| none(text, Command::Analyze),
    )
};

pub fn run(session: &mut Session) -> Done {
    session.request(Request::Study(Study::Analyze))
}
