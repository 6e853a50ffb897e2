//! `ataxx analyze` at a terminal, where somebody has seen enough.
//!
//! Nothing here waits for a time: each step waits for what the program must say
//! next, and a limit that no machine should need turns a hang into a failure.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};
use std::fs;
use std::process::Command;
use std::time::Duration;

struct Terminal(OsSession);

impl Terminal {
    fn open(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
        command.args(args).env("TERM", "xterm").env("NO_COLOR", "1");
        let mut session = Session::spawn(command).expect("the program starts");
        session.set_expect_timeout(Some(Duration::from_secs(120)));
        Self(session)
    }

    /// Waits until the program has said this.
    fn see(&mut self, text: &str) {
        self.0
            .expect(text)
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    }

    fn press_ctrl_c(&mut self) {
        self.0
            .send([ControlCode::EndOfText as u8])
            .expect("can be typed to");
    }

    /// Waits until the program has left; its exit status.
    fn end(mut self) -> i32 {
        self.0.expect(Eof).expect("the program leaves");
        match self.0.get_process().wait() {
            Ok(WaitStatus::Exited(_, status)) => status,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_lines_are_seen_to_deepen_and_ctrl_c_keeps_them() {
    let mut terminal = Terminal::open(&["analyze", "--depth", "200", "--lines", "2"]);
    terminal.see("red 2, blue 2; Red to move; no jumps in a row");
    terminal.see("depth ");
    // They are drawn anew in the place where they were.
    terminal.see("\x1b[2K");
    terminal.see("depth ");
    terminal.press_ctrl_c();
    terminal.see("meaning ");
    terminal.see("Red's chances: ");
    terminal.see(" a second");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_c_keeps_them_for_a_program_too() {
    let mut terminal = Terminal::open(&["analyze", "--depth", "200", "--json", "--threads", "2"]);
    terminal.see(" positions  0");
    terminal.press_ctrl_c();
    terminal.see("\"lines\":[{\"score\":{\"stones\":");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_c_leaves_a_game_after_the_last_position_and_no_half_of_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let [game, picture] = ["game", "picture"].map(|name| folder.path().join(name));
    fs::write(&game, "1. a7-b7 a1-a2").expect("can be written");
    fs::write(&picture, "what was there").expect("can be written");
    let paths = [&game, &picture].map(|path| path.to_str().expect("text"));
    let mut terminal = Terminal::open(&[
        "analyze", "--game", paths[0], "--plot", paths[1], "--depth", "200", "--lines", "9",
    ]);
    terminal.see("turn  mover");
    terminal.press_ctrl_c();
    terminal.see("stopped: 0 of 3 positions were analyzed");
    assert_eq!(terminal.end(), 130);
    assert_eq!(fs::read(&picture).expect("a file"), b"what was there");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn ctrl_c_leaves_while_a_batch_waits_for_a_line() {
    let mut terminal = Terminal::open(&["analyze", "--batch", "-", "--depth", "3"]);
    terminal.0.send("start\r").expect("can be typed to");
    terminal.see("\"lines\":[");
    terminal.press_ctrl_c();
    assert_eq!(terminal.end(), 130);
}
