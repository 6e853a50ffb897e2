//! `ataxx perft` and `ataxx puzzles` at a terminal, where Ctrl-C ends them.

use expectrl::process::unix::WaitStatus;
use expectrl::{ControlCode, Eof, Expect, Session};
use std::process::Command;
use std::time::Duration;

/// Waits for a text, presses Ctrl-C and waits for another one; the exit status is that of Ctrl-C.
fn interrupted(args: &[&str], begun: &str, ended: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command.args(args).env("TERM", "xterm");
    let mut session = Session::spawn(command).expect("the program starts");
    session.set_expect_timeout(Some(Duration::from_secs(120)));
    let mut see = |text: &str, key: &[u8]| {
        session
            .expect(text)
            .unwrap_or_else(|error| panic!("{args:?}: {text:?}: {error}"));
        session.send(key).expect("can be typed to");
    };
    see(begun, &[ControlCode::EndOfText as u8]);
    see(ended, &[]);
    session.expect(Eof).expect("the program leaves");
    match session.get_process().wait() {
        Ok(WaitStatus::Exited(_, status)) => assert_eq!(status, 130, "{args:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ctrl_c_reports_an_incomplete_count() {
    let ended = "stopped before the count was complete";
    interrupted(&["perft", "12"], " left", ended);
    interrupted(&["perft", "12", "--divide"], " left", ended);
}

#[test]
fn ctrl_c_ends_puzzles_with_the_summary() {
    let begun = "Type a move such as a7-b7, `hint`, `answer`";
    interrupted(&["puzzles", "--play"], begun, "0 of 1 puzzle solved");
}
