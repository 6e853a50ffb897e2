//! `ataxx bench` at a terminal, where somebody has seen enough.
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
fn ctrl_c_ends_it_with_what_is_measured() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command
        .args(["bench", "--depth", "200"])
        .env("TERM", "xterm");
    let mut terminal = Session::spawn(command).expect("the program starts");
    terminal.set_expect_timeout(Some(Duration::from_secs(120)));
    see(&mut terminal, " %  0");
    terminal
        .send([ControlCode::EndOfText as u8])
        .expect("can be typed to");
    see(&mut terminal, "opening ");
    see(&mut terminal, " nps");
    see(&mut terminal, "stopped before everything was measured");
    terminal.expect(Eof).expect("the program leaves");
    match terminal.get_process().wait() {
        Ok(WaitStatus::Exited(_, status)) => assert_eq!(status, 130),
        other => panic!("{other:?}"),
    }
}
