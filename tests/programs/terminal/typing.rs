//! What a person can do at the prompt of a session besides typing lines.

use super::session::{CTRL_C, CTRL_D, Terminal};
use expectrl::{Eof, Expect, Session};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Suspends a job.
const CTRL_Z: &str = "\x1a";

/// More than the terminal keeps for a program that does not read, and the last line is whole.
#[test]
fn a_hundred_lines_can_be_pasted() {
    let lines: Vec<String> = (1..=100)
        .map(|number| format!("seed {number} # {}", "x".repeat(60)))
        .collect();
    let [bare, bracketed] = [
        format!("{}\r", lines.join("\r")),
        format!("\x1b[200~{}\x1b[201~\r", lines.join("\r")),
    ];
    for pasted in [bare, bracketed] {
        let mut terminal = Terminal::open(&["--color", "never"]);
        terminal.prompt("Red");
        terminal.press(pasted);
        for number in 1..=100 {
            terminal.see(&format!("AIs choose by seed {number}\r\n"));
        }
        terminal.prompt("Red");
        terminal.press(CTRL_D);
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn a_line_is_drawn_again_in_a_new_size() {
    let mut terminal = Terminal::open(&[]);
    terminal.prompt("Red");
    terminal.press("manual");
    terminal.see("manual");
    terminal.resize(50, 20);
    terminal.prompt("Red");
    terminal.press(" blue\r");
    terminal.see("Blue is played by hand");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_drops_the_line_that_is_being_typed() {
    let mut terminal = Terminal::open(&["--color", "never"]);
    terminal.prompt("Red");
    terminal.press("a7-b7");
    terminal.see("a7-b7");
    terminal.press(CTRL_C);
    terminal.see("Ctrl-C again or Ctrl-D leaves");
    terminal.prompt("Red");
    terminal.type_line("fen");
    terminal.see("x5o/7/7/7/7/7/o5x x 0 1");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// The editor has the keys one by one, without an echo: nobody could go on in the terminal.
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        let mut terminal = Terminal::open(&[]);
        terminal.prompt("Red");
        let controlling = terminal.controlling();
        let is_edited = || {
            let modes = tcgetattr(&controlling).expect("a terminal");
            !modes.local_flags.contains(LocalFlags::ICANON)
        };
        assert!(is_edited());
        kill(terminal.process(), signal).expect("it runs");
        assert_eq!(terminal.end(), status);
        assert!(!is_edited(), "{signal}");
    }
}

/// In a shell, which alone can continue a job.
#[test]
fn a_line_that_is_being_typed_survives_ctrl_z() {
    let home = TempDir::new().expect("a temporary folder");
    let mut shell = Command::new("bash");
    shell
        .args(["--norc", "--noprofile", "-i"])
        .env("XDG_STATE_HOME", home.path())
        .env("HOME", home.path())
        .env("TERM", "xterm")
        .env("PS1", "shell% ");
    let mut terminal = Session::spawn(shell).expect("there is bash");
    terminal.set_expect_timeout(Some(Duration::from_secs(120)));
    let program = env!("CARGO_BIN_EXE_ataxx");
    for (typed, shown) in [
        ("", "shell% "),
        (&*format!("'{program}' --color never\r"), "Red> "),
        ("fe", "fe"),
        (CTRL_Z, "Stopped"),
        ("", "shell% "),
        // The shell has the terminal in its own modes.
        ("echo $((6 * 7))\r", "42\r\n"),
        ("", "shell% "),
        ("fg\r", "Red> fe"),
        ("n\r", "x5o/7/7/7/7/7/o5x x 0 1"),
        ("", "Red> "),
        ("quit\r", "shell% "),
        ("exit\r", "exit"),
    ] {
        terminal.send(typed).expect("can be typed to");
        let seen = terminal.expect(shown);
        seen.unwrap_or_else(|error| panic!("{shown:?} after {typed:?}: {error}"));
    }
    terminal.expect(Eof).expect("the shell ends");
}
