//! `ataxx solve` at a terminal, where somebody loses patience.
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
    fn open(command: Command) -> Self {
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

fn ataxx(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command.args(args).env("TERM", "xterm");
    command
}

#[test]
fn ctrl_c_ends_the_search_with_what_is_known() {
    let mut terminal = Terminal::open(ataxx(&["solve", "--exact"]));
    terminal.see(" positions, none within ");
    terminal.press_ctrl_c();
    terminal.see("unknown (Red to move)");
    terminal.see("neither side forces a win within ");
    terminal.see("then the search ended");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_c_ends_it_for_a_program_too() {
    let mut terminal = Terminal::open(ataxx(&["solve", "--exact", "--json", "--threads", "2"]));
    terminal.see(" positions, none within ");
    terminal.press_ctrl_c();
    terminal.see("\"verdict\":\"unknown\",\"none_within\":");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_c_leaves_no_half_of_a_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "what was there").expect("can be written");
    let path = file.to_str().expect("text");
    let mut terminal = Terminal::open(ataxx(&["solve", "--plies", "11", "--certificate", path]));
    terminal.see("none (Red to move)");
    terminal.see(" steps  0");
    terminal.press_ctrl_c();
    assert_eq!(terminal.end(), 130);
    assert_eq!(fs::read(&file).expect("a file"), b"what was there");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn ctrl_c_ends_a_batch_after_the_last_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let positions = folder.path().join("positions");
    let finished = "x6/7/7/7/7/7/7 x";
    fs::write(&positions, format!("{finished}\nstart\n{finished}\n")).expect("can be written");
    let answers = folder.path().join("answers");
    let mut command = Command::new("sh");
    command
        .args(["-c", "exec \"$0\" solve --exact --batch \"$1\" >\"$2\""])
        .arg(env!("CARGO_BIN_EXE_ataxx"))
        .args([&positions, &answers])
        .env("TERM", "xterm");
    let mut terminal = Terminal::open(command);
    terminal.see("1 positions  0");
    terminal.press_ctrl_c();
    assert_eq!(terminal.end(), 130);
    let answers = fs::read_to_string(&answers).expect("a file");
    assert_eq!(answers.lines().count(), 1);
    assert!(answers.starts_with("{\"line\":1,") && answers.ends_with("}\n"));
}

/// Nobody should have to press it twice.
#[test]
fn ctrl_c_leaves_while_a_batch_waits_for_a_line() {
    let mut terminal = Terminal::open(ataxx(&["solve", "--batch", "-"]));
    terminal.0.send("start\r").expect("can be typed to");
    terminal.see("\"verdict\":\"none\"");
    terminal.press_ctrl_c();
    assert_eq!(terminal.end(), 130);
}
