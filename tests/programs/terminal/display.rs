//! The terminal of a session with a board in the browser.

use expectrl::session::OsSession;
use expectrl::{Expect, Session};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Starts the program with a page and a home of its own.
fn start(options: &[&str]) -> (TempDir, OsSession) {
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
    terminal
        .expect("x5o/7/7/7/7/7/o5x x 0 1")
        .expect("the start again");
    terminal.send("a7-b7\r").expect("typed");
    thread::sleep(Duration::from_millis(500));
    terminal.send("undo\rfen\r").expect("typed");
    terminal
        .expect("x5o/7/7/7/7/7/o5x x 0 1")
        .expect("the start again");
}

#[test]
fn that_an_engine_failed_is_said_at_the_terminal() {
    let (_home, mut terminal) = start(&["--engine", "exit 3"]);
    terminal.expect("the board is at ").expect("an address");
    let found = terminal.expect("\r\n").expect("a line");
    let url = String::from_utf8_lossy(found.before()).into_owned();
    let (address, path) = url["http://".len()..].split_once('/').expect("a path");
    terminal.expect("ataxx> ").expect("a prompt");
    post(address, path, "player", "color=blue&who=engine-0");
    terminal.send("a7-b7\r").expect("typed");
    terminal
        .expect("our own AI plays Blue now")
        .expect("a remark");
}

#[test]
fn who_types_while_a_page_prints_is_not_kept_waiting() {
    let (_home, mut terminal) = start(&[]);
    terminal.expect("the board is at ").expect("an address");
    let found = terminal.expect("\r\n").expect("a line");
    let url = String::from_utf8_lossy(found.before()).into_owned();
    let (address, path) = url["http://".len()..].split_once('/').expect("a path");
    terminal.expect("ataxx> ").expect("a prompt");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                // Two things to print.
                post(address, path, "line", "line=seed 5 # page");
            }
        });
        for number in 0..20 {
            terminal
                .send(format!("seed {number}\rfen # {number}\r"))
                .expect("typed");
            let seen = terminal.expect("x5o/7/7/7/7/7/o5x x 0 1");
            if seen.is_err() {
                // What waits for an answer of the program ends, too.
                let _ = terminal.get_process_mut().exit(true);
            }
            seen.unwrap_or_else(|error| panic!("line {number}: {error}"));
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
