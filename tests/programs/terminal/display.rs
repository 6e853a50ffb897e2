//! The terminal of a session with a board in the browser.

use crate::process_groups::reset_ignored_signals;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The board at the beginning.
const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

/// Starts the program with a page and a home of its own.
fn start(options: &[&str]) -> (TempDir, OsSession) {
    reset_ignored_signals();
    let home = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command
        .args(["--display", "--no-open"])
        .args(options)
        .env("XDG_STATE_HOME", home.path())
        .env("HOME", home.path())
        .env("TERM", "xterm");
    let mut terminal = Session::spawn(command).expect("the program starts");
    terminal.set_expect_timeout(Some(Duration::from_secs(120)));
    (home, terminal)
}

/// Starts the program, and waits for its prompt.
fn open(options: &[&str]) -> (TempDir, OsSession, Page) {
    let (home, mut terminal) = start(options);
    terminal.expect("the board is at ").expect("an address");
    let found = terminal.expect("\r\n").expect("a line");
    let url = String::from_utf8_lossy(found.before()).into_owned();
    let (address, path) = url["http://".len()..].split_once('/').expect("a path");
    let page = Page {
        address: address.to_owned(),
        path: path.to_owned(),
    };
    terminal.expect("ataxx> ").expect("a prompt");
    (home, terminal, page)
}

/// Where orders are sent.
struct Page {
    address: String,
    path: String,
}

impl Page {
    /// Carries out a line.
    fn line(&self, line: &str) {
        post(&self.address, &self.path, "line", &format!("line={line}"));
    }
}

/// Sends an order that is carried out, as the page does.
fn post(address: &str, path: &str, order: &str, body: &str) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "POST /{path}do/{order} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
         Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
}

#[test]
fn input_of_a_page_is_escaped() {
    let (_home, mut terminal) = start(&[]);
    let mut see = |text: &str| {
        let found = terminal.expect(text);
        let found = found.unwrap_or_else(|error| panic!("{text:?}: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    };
    see("the board is at http://");
    let url = see("\r\n");
    see("ataxx> ");
    let (address, path) = url.split_once('/').expect("a path");
    let send = |line: &str| post(address, path, "line", &format!("line={line}"));
    // A title, a colour, a C1 control sequence, and letters that change the direction.
    send(
        "seed 5 # \u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}end",
    );
    let shown = see("end");
    let shown = shown.split("page: ").nth(1).expect("a line of a page");
    assert_eq!(
        shown,
        "seed 5 # \u{fffd}]0;owned\u{fffd}\u{fffd}[31m\u{fffd}2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
    );
}

#[test]
fn what_is_typed_while_an_ai_thinks_runs_afterwards() {
    let (_home, mut terminal) = start(&["--move-time", "1"]);
    terminal.expect("ataxx> ").expect("a prompt");
    // A burst, then a line while the AI thinks.
    terminal.send("a7-b7\rundo\rfen\r").expect("typed");
    terminal.expect(START).expect("the start again");
    terminal.send("a7-b7\r").expect("typed");
    thread::sleep(Duration::from_millis(500));
    terminal.send("undo\rfen\r").expect("typed");
    terminal.expect(START).expect("the start again");
}

#[test]
fn that_an_engine_failed_is_said_at_the_terminal() {
    let (_home, mut terminal, page) = open(&["--engine", "exit 3"]);
    post(
        &page.address,
        &page.path,
        "player",
        "color=blue&who=engine-0",
    );
    terminal.send("a7-b7\r").expect("typed");
    terminal
        .expect("our own AI plays Blue now")
        .expect("a remark");
}

#[test]
fn who_types_while_a_page_prints_is_not_kept_waiting() {
    let (_home, mut terminal, page) = open(&[]);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                // Two things to print.
                page.line("seed 5 # page");
            }
        });
        for number in 0..20 {
            terminal
                .send(format!("seed {number}\rfen # {number}\r"))
                .expect("typed");
            let seen = terminal.expect(START);
            if seen.is_err() {
                // What waits for an answer of the program ends, too.
                let _ = terminal.get_process_mut().exit(true);
            }
            seen.unwrap_or_else(|error| panic!("line {number}: {error}"));
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

/// The editor takes what calls it for the second half of a key.
#[test]
fn half_a_key_does_not_keep_a_line_back() {
    let (_home, mut terminal, page) = open(&[]);
    for key in ["\x1b", "\x18"] {
        terminal.send(key).expect("typed");
        page.line("seed 6");
        terminal.expect("page: seed 6").expect("a line");
    }
}

#[test]
fn a_warning_does_not_go_over_the_typed_line() {
    let (_home, mut terminal, page) = open(&[]);
    terminal.send("manual r").expect("typed");
    terminal.expect("manual r").expect("an echo");
    page.line("position 7/7/7/7/7/7/x5o");
    let found = terminal.expect("warning: ").expect("a warning");
    assert!(found.before().ends_with(b"\r\n"));
    // The line is there again.
    terminal.expect("manual r").expect("a line");
}

#[test]
fn ctrl_c_counts_across_what_is_printed() {
    let (_home, mut terminal, page) = open(&[]);
    terminal.send("\x03").expect("typed");
    terminal.expect("again").expect("a remark");
    terminal.expect("ataxx> ").expect("a prompt");
    page.line("seed 6");
    terminal.expect("page: seed 6").expect("a line");
    terminal.send("\x03").expect("typed");
    terminal.expect(Eof).expect("the end");
}

#[test]
fn ctrl_c_reaches_an_ai_in_a_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    fs::write(&file, "fen\na7-b7\n").expect("written");
    let (_home, mut terminal) = start(&["--nodes", "1000000000", file.to_str().expect("a name")]);
    terminal.expect(START).expect("a line");
    terminal.send("\x03").expect("typed");
    terminal.expect("* Blue moves ").expect("a move");
    terminal.expect("ataxx> ").expect("a prompt");
}

#[test]
fn a_line_is_drawn_again_in_a_new_size() {
    let (_home, mut terminal, _page) = open(&[]);
    terminal.send("manual").expect("typed");
    terminal.expect("manual").expect("an echo");
    let resized = terminal.get_process_mut().set_window_size(50, 20);
    resized.expect("another size");
    terminal.expect("ataxx> manual").expect("a line");
}

/// The editor has the keys one by one, without an echo: nobody could go on in the terminal.
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let (_home, mut terminal, _page) = open(&[]);
        let process = terminal.get_process();
        let controlling = process.get_raw_handle().expect("the other end");
        let is_edited = || {
            let modes = tcgetattr(&controlling).expect("a terminal");
            !modes.local_flags.contains(LocalFlags::ICANON)
        };
        assert!(is_edited());
        let id = Pid::from_raw(process.pid().as_raw());
        kill(id, signal).expect("it runs");
        terminal.expect(Eof).expect("the end");
        assert!(!is_edited(), "{signal}");
    }
}
