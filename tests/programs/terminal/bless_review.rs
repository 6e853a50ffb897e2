//! `ataxx test --review` at a terminal: what is accepted is changed, and nothing else.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};
use std::fs;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const TEXT: &str = "scenarios:\n  - name: x\n    steps:\n      - turn: blue\n      - jumps: 4\n      - result: red\n";

struct Review {
    session: OsSession,
    folder: TempDir,
}

impl Review {
    fn begin() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.yaml"), TEXT).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
        command
            .current_dir(folder.path())
            .args(["test", "a.yaml", "--review", "--color", "never"])
            .env("XDG_STATE_HOME", folder.path())
            .env("HOME", folder.path())
            .env("TERM", "xterm")
            .env_remove("CI");
        let mut session = Session::spawn(command).expect("the program starts");
        session.set_expect_timeout(Some(Duration::from_secs(120)));
        Self { session, folder }
    }

    /// Waits until the program has said this; what it said before.
    fn see(&mut self, text: &str) -> String {
        let found = self.session.expect(text);
        let found = found.unwrap_or_else(|error| panic!("{text:?}: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    fn press(&mut self, keys: &str) {
        self.session.send(keys).expect("can be typed to");
    }

    /// The exit status, and what became of the file.
    fn end(mut self) -> (i32, String) {
        // It may have ended, and been seen to.
        let _ = self.session.expect(Eof);
        let status = self
            .session
            .get_process()
            .wait()
            .expect("the program ended");
        let WaitStatus::Exited(_, status) = status else {
            panic!("{status:?}");
        };
        let text = fs::read_to_string(self.folder.path().join("a.yaml")).expect("a file");
        (status, text)
    }
}

#[test]
fn each_change_is_asked_about() {
    let mut review = Review::begin();
    review.see("1 of 3: a.yaml::x");
    let shown = review.see("[a]ccept, [r]eject");
    assert!(
        shown.contains("-      - turn: blue\r\n+      - turn: red\r\n"),
        "{shown}"
    );
    // What is no answer is passed over.
    review.press("xé\r");
    review.press("a");
    review.see("accepted\r\n");
    let shown = review.see("[a]ccept, [r]eject");
    assert!(
        shown.contains("2 of 3") && shown.contains("+      - jumps: 0"),
        "{shown}"
    );
    review.press("r");
    review.see("3 of 3");
    review.press("A");
    review.see("2 expectations in 1 file changed");
    // What was rejected still fails.
    let text = TEXT
        .replace("turn: blue", "turn: red")
        .replace("result: red", "result: none");
    assert_eq!(review.end(), (1, text));
}

#[test]
fn what_was_accepted_is_kept_when_one_quits() {
    let mut review = Review::begin();
    review.see("1 of 3");
    review.press("a");
    review.see("2 of 3");
    review.press("q");
    assert_eq!(review.end(), (1, TEXT.replace("turn: blue", "turn: red")));
}

#[test]
fn all_that_is_left_can_be_accepted() {
    let mut review = Review::begin();
    review.see("1 of 3");
    review.press("l");
    let text = TEXT
        .replace("turn: blue", "turn: red")
        .replace("result: red", "result: none");
    assert_eq!(review.end(), (0, text.replace("jumps: 4", "jumps: 0")));
}

#[test]
fn nothing_is_changed_after_an_interrupt() {
    let mut review = Review::begin();
    review.see("1 of 3");
    review.press("a");
    review.see("2 of 3");
    // The key may come while the program is not listening for keys; it is sent again then.
    review
        .session
        .set_expect_timeout(Some(Duration::from_secs(1)));
    let was_read = (0..100).any(|_| {
        let _ = review.session.send(ControlCode::EndOfText);
        review.session.expect(Eof).is_ok()
    });
    assert!(was_read);
    assert_eq!(review.end(), (130, TEXT.to_owned()));
}
