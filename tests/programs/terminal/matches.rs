//! `ataxx match` at a terminal: how everybody stands while games go on, and Ctrl-C.
//!
//! Nothing here waits for a time: each step waits for what the program must say
//! next, and a limit that no machine should need turns a hang into a failure.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};
use std::process::Command;
use std::time::Duration;

/// Waits until the program has said this.
fn see(terminal: &mut OsSession, text: &str) {
    terminal
        .expect(text)
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
}

#[test]
fn standings_are_shown_until_ctrl_c() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command
        .args(["match", "--games", "100000"])
        .args(["--player", "strong=ai,nodes=300,network=material"])
        .args(["--player", "weak=ai,nodes=30,network=material"])
        .env("TERM", "xterm");
    let mut terminal = Session::spawn(command).expect("the program starts");
    terminal.set_expect_timeout(Some(Duration::from_secs(120)));
    see(&mut terminal, "points");
    see(&mut terminal, "strong");
    see(&mut terminal, " of 100000 games");
    terminal
        .send([ControlCode::EndOfText as u8])
        .expect("can be typed to");
    see(&mut terminal, "strong against weak");
    see(&mut terminal, "stopped: ");
    see(&mut terminal, "with --out FOLDER they are kept");
    terminal.expect(Eof).expect("the program leaves");
    match terminal.get_process().wait() {
        Ok(WaitStatus::Exited(_, status)) => assert_eq!(status, 130),
        other => panic!("{other:?}"),
    }
}
