//! Commands that print something, and how much is printed: `dump`, `fen`, `board`, `legal`,
//! `verbose`, `quiet`.

use super::{Done, Spec};
use crate::{Event, Session};
use ataxx_core::notation::BerkeleyMove;

pub static DUMP: Spec = Spec {
    only_shows: true,
    ..Spec::new("dump", |_| "print the board for programs to read")
};

pub fn dump(session: &mut Session) -> Done {
    Ok(vec![Event::Dump(*session.position())])
}

pub static FEN: Spec = Spec {
    details: |_| {
        "The side to move and the count of consecutive jumps are in the line:\n\
         `ataxx solve -` reads it."
    },
    everywhere: true,
    only_shows: true,
    ..Spec::new(
        "fen",
        |_| "print the position in one line, with the side to move",
    )
};

pub fn fen(session: &mut Session) -> Done {
    Ok(vec![Event::Text(format!("{}\n", session.position()))])
}

pub static BOARD: Spec = Spec {
    everywhere: true,
    only_shows: true,
    ..Spec::new("board", |_| "print the board with labels")
};

pub fn board(session: &mut Session) -> Done {
    Ok(vec![session.board()])
}

pub static LEGAL: Spec = Spec {
    details: |_| "A line for each piece that can go somewhere; `-` is a pass.",
    everywhere: true,
    loses_prefix_ties: true,
    only_shows: true,
    ..Spec::new("legal", |_| "list every legal move")
};

pub fn list_legal(session: &mut Session) -> Done {
    let moves = BerkeleyMove::every(session.position(), session.game().rules());
    let lines = moves.chunk_by(|one, next| one.origin() == next.origin());
    let lines = lines.map(|moves| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.join(" ") + "\n"
    });
    let text: String = lines.collect();
    Ok(vec![Event::Text(if text.is_empty() {
        "none: the game is over\n".to_owned()
    } else {
        text
    })])
}

pub static VERBOSE: Spec = Spec {
    everywhere: true,
    ..Spec::new("verbose", |_| "print the board after every move")
};

pub fn make_verbose(session: &mut Session) -> Done {
    session.verbose = true;
    Ok(vec![Event::Verbosity(true)])
}

pub static QUIET: Spec = Spec {
    everywhere: true,
    ..Spec::new("quiet", |_| "no longer print the board after every move")
};

pub fn make_quiet(session: &mut Session) -> Done {
    session.verbose = false;
    Ok(vec![Event::Verbosity(false)])
}
