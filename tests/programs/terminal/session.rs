//! The session at a terminal, on the other end of which a program types.
//!
//! Nothing here waits for a time: each step waits for what the program must say
//! next, and a limit that no machine should need turns a hang into a failure.

use crate::process_groups::reset_ignored_signals;
use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A session at a terminal, with a folder of its own for history.
pub(super) struct Terminal {
    session: OsSession,
    home: TempDir,
}

impl Terminal {
    pub fn open(args: &[&str]) -> Self {
        Self::at(TempDir::new().expect("a temporary folder"), args)
    }

    fn at(home: TempDir, args: &[&str]) -> Self {
        Self::of("xterm", home, args)
    }

    /// At a terminal of this kind.
    fn of(kind: &str, home: TempDir, args: &[&str]) -> Self {
        reset_ignored_signals();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
        command
            .args(args)
            .env("XDG_STATE_HOME", home.path())
            .env("HOME", home.path())
            .env("TERM", kind)
            .env("CI", "true")
            .env_remove("NO_COLOR");
        let mut session = Session::spawn(command).expect("the program starts");
        session.set_expect_timeout(Some(Duration::from_secs(120)));
        let mut terminal = Self { session, home };
        terminal.see("Ctrl-D leaves");
        terminal
    }

    /// Waits until the program has said this; what it said before.
    pub fn see(&mut self, text: &str) -> String {
        let found = self
            .session
            .expect(text)
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    /// Waits for the prompt.
    pub fn prompt(&mut self, prompt: &str) -> String {
        self.see(&format!("{prompt}> "))
    }

    pub fn type_line(&mut self, line: &str) {
        // What Enter sends.
        self.session
            .send(format!("{line}\r"))
            .expect("can be typed to");
    }

    pub fn press(&mut self, key: impl AsRef<[u8]>) {
        self.session.send(key).expect("can be typed to");
    }

    /// Gives the terminal this many columns and rows.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let resized = self
            .session
            .get_process_mut()
            .set_window_size(columns, rows);
        resized.expect("another size");
    }

    pub fn process(&self) -> Pid {
        Pid::from_raw(self.session.get_process().pid().as_raw())
    }

    /// The end of the terminal at which the program is.
    pub fn controlling(&self) -> std::fs::File {
        let process = self.session.get_process();
        process.get_raw_handle().expect("the other end")
    }

    /// Waits until the program has left; its exit status.
    pub fn end(mut self) -> i32 {
        self.session.expect(Eof).expect("the program leaves");
        match self.session.get_process().wait() {
            Ok(WaitStatus::Exited(_, status)) => status,
            other => panic!("{other:?}"),
        }
    }
}

pub(super) const CTRL_C: [u8; 1] = [ControlCode::EndOfText as u8];
pub(super) const CTRL_D: [u8; 1] = [ControlCode::EndOfTransmission as u8];
const TAB: &str = "\t";
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_move_and_its_answer() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("* Blue moves ");
    terminal.see("Red to move");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn lines_end_between_words_in_a_narrow_terminal() {
    let mut terminal = Terminal::open(&[]);
    terminal.prompt("Red");
    terminal.resize(40, 24);
    terminal.type_line("help");
    terminal.see("list the commands, or\r\n                  explain one\r\n");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_end_of_a_game_says_what_begins_another() {
    let mut terminal = Terminal::open(&[]);
    for line in [
        "manual blue",
        "a7-a6",
        "g7-g6",
        "g1-g3",
        "g7-g5",
        "g3-f5",
        "a1-c3",
        "a6-a5",
        "c3-e5",
        "g6-f6",
    ] {
        terminal.type_line(line);
    }
    terminal.see("* Red wins.");
    terminal.see("`new` begins another game");
    terminal.prompt("over");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// A program that reads the terminal does not see that the display of a search is wiped off.
#[test]
fn an_announcement_has_a_line_of_its_own() {
    let mut terminal = Terminal::open(&["--move-time", "9"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("Blue thinks");
    terminal.press(CTRL_C);
    let before = terminal.see("* Blue moves ");
    assert!(before.ends_with('\n'), "{before:?}");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn without_a_cursor_nothing_is_drawn() {
    let home = TempDir::new().expect("a temporary folder");
    let mut terminal = Terminal::of("dumb", home, &["--move-time", "1"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    let before = terminal.see("* Blue moves ");
    assert!(before.ends_with("\r\n"), "{before:?}");
    assert!(!before.contains("thinks"), "{before:?}");
    assert!(!before.contains('\x1b'), "{before:?}");
    terminal.prompt("Red");
    terminal.type_line("quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn tab_completes_commands_and_moves() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    terminal.press(format!("man{TAB} bl{TAB}\r"));
    terminal.see("Blue is played by hand");
    terminal.prompt("Red");
    terminal.press(format!("g{TAB}e3\r"));
    terminal.see("1 jump in a row");
    terminal.prompt("Blue");
    terminal.type_line("quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn tab_completes_names_of_files() {
    let home = TempDir::new().expect("a temporary folder");
    let name = home.path().join("my (first) game.txt");
    std::fs::write(&name, "manual blue").expect("can be written");
    let begun = home.path().join("my");
    let mut terminal = Terminal::at(home, &[]);
    terminal.prompt("Red");
    terminal.press(format!("load {}{TAB}\r", begun.display()));
    terminal.see("Blue is played by hand");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn hints_are_grey() {
    let mut terminal = Terminal::open(&[]);
    terminal.prompt("Red");
    terminal.press("und");
    terminal.see("und\x1b[2mo");
    terminal.press(CTRL_C);
    // What is typed before the first one is seen to be read can be lost with it.
    terminal.see("leaves");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn the_right_arrow_types_words_but_no_placeholders() {
    let mut terminal = Terminal::open(&[]);
    terminal.prompt("Red");
    terminal.press(format!("bl{RIGHT}"));
    terminal.see("\x1b[2m SQUARE");
    terminal.press(format!("{RIGHT} d4\r"));
    terminal.see("blocked squares: 1");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn colors_can_be_switched_off() {
    let mut terminal = Terminal::open(&["--color", "never"]);
    terminal.prompt("Red");
    terminal.type_line("blok d4");
    let shown = terminal.see("did you mean `block`?");
    assert!(shown.contains("blok d4"));
    assert!(
        !shown.contains("\x1b[1m") && !shown.contains("\x1b[3"),
        "{shown:?}"
    );
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn without_colors_no_hints_are_shown() {
    let mut terminal = Terminal::open(&["--color", "never"]);
    terminal.prompt("Red");
    terminal.press("dum");
    terminal.press("\r");
    let shown = terminal.see("===");
    assert!(
        shown.contains("dum") && !shown.contains("dump"),
        "{shown:?}"
    );
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn history_is_kept_between_sessions() {
    let home = TempDir::new().expect("a temporary folder");
    let path = home.path().to_owned();
    let mut first = Terminal::at(home, &[]);
    first.prompt("Red");
    first.type_line("help block");
    first.see("reflections");
    first.prompt("Red");
    first.type_line("quit");
    first.session.expect(Eof).expect("the program leaves");
    assert!(path.join("ataxx/history").exists());

    let mut second = Terminal::at(first.home, &[]);
    second.prompt("Red");
    second.press(format!("{UP}{UP}\r"));
    second.see("help block");
    second.see("Before the first move only");
    second.press(CTRL_D);
    assert_eq!(second.end(), 0);
}

/// Bytes that are no UTF-8 and a missing line end cost no line, before or after them.
#[test]
fn a_damaged_history_is_mended() {
    let home = TempDir::new().expect("a temporary folder");
    let file = home.path().join("ataxx/history");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::write(&file, b"#V2\nhelp block\n# J\xe9r\xf4me\nfen").expect("a file");
    let mut terminal = Terminal::at(home, &[]);
    terminal.prompt("Red");
    terminal.type_line("pieces");
    terminal.prompt("Red");
    terminal.press(format!("{UP}{UP}{UP}{UP}\r"));
    terminal.see("Before the first move only");
    terminal.prompt("Red");
    let kept = std::fs::read_to_string(&file).expect("UTF-8");
    assert_eq!(
        kept,
        "#V2\nhelp block\n# J\u{e9}r\u{f4}me\nfen\npieces\nhelp block\n"
    );
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_makes_a_thinking_ai_play_and_at_the_prompt_two_leave() {
    let mut terminal = Terminal::open(&["--move-time", "9"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("Ctrl-C lets it play at once");
    terminal.press(CTRL_C);
    terminal.see("* Blue moves ");
    let shown = terminal.prompt("Red");
    assert!(!shown.contains("leaves"), "{shown:?}");
    terminal.press(CTRL_C);
    terminal.see("Ctrl-C again or Ctrl-D leaves");
    terminal.prompt("Red");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

/// Two quick ones while an AI thinks do not end the game.
#[test]
fn ctrl_c_never_leaves_while_an_ai_thinks() {
    let mut terminal = Terminal::open(&["--move-time", "9"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("Ctrl-C lets it play at once");
    terminal.press([CTRL_C, CTRL_C].concat());
    terminal.see("* Blue moves ");
    terminal.prompt("Red");
    terminal.type_line("fen");
    terminal.see(" x ");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// As two keys do.
#[test]
fn two_signals_of_ctrl_c_leave_at_the_prompt() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    let process = terminal.process();
    kill(process, Signal::SIGINT).expect("it runs");
    terminal.type_line("a7-b7");
    terminal.see("* Blue moves ");
    terminal.prompt("Red");
    // Two in a row do; signals that come together are one.
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let _ = kill(process, Signal::SIGINT);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        assert_eq!(terminal.end(), 130);
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_signal_ends_a_session_whose_output_is_held() {
    const CTRL_S: &str = "\x13";
    let mut terminal = Terminal::open(&["--nodes", "1000000000"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("Ctrl-C lets it play at once");
    terminal.press(CTRL_S);
    // Long enough for what is drawn again and again to be held.
    std::thread::sleep(Duration::from_millis(500));
    let process = terminal.process();
    kill(process, Signal::SIGTERM).expect("it runs");
    assert_eq!(terminal.end(), 143);
}

#[test]
fn a_line_between_two_ctrl_c_keeps_the_session() {
    let mut terminal = Terminal::open(&["--move-time", "9"]);
    for _ in 0..2 {
        terminal.prompt("Red");
        terminal.press(CTRL_C);
        terminal.see("Ctrl-C again or Ctrl-D leaves");
        terminal.prompt("Red");
        terminal.type_line("seed 4");
        terminal.see("AIs choose by seed 4");
    }
    terminal.prompt("Red");
    terminal.press(CTRL_C);
    terminal.see("leaves");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn a_game_between_ais_can_be_paused_and_taken_over() {
    let mut terminal = Terminal::open(&["--move-time", "9"]);
    terminal.prompt("Red");
    terminal.type_line("auto red");
    terminal.see("Red thinks");
    terminal.press(CTRL_C);
    terminal.see("`start` resumes, `manual blue` takes over");
    // A refused line, one that reads, and an empty one let the AI wait.
    for (line, answer) in [
        ("a1-b1", "an AI plays Blue"),
        ("bord", "did you mean"),
        ("seed 4", "by seed 4"),
        ("fen", "o 0 1"),
    ] {
        terminal.prompt("Blue");
        terminal.type_line(line);
        let shown = terminal.see(answer);
        assert!(!shown.contains("thinks"), "{shown:?}");
    }
    terminal.prompt("Blue");
    terminal.type_line("");
    let shown = terminal.prompt("Blue");
    assert!(!shown.contains("thinks"), "{shown:?}");
    terminal.type_line("start");
    terminal.see("Blue thinks");
    terminal.press(CTRL_C);
    terminal.see("* Blue moves ");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_game_between_ais_with_states_can_be_given_up() {
    let mut terminal = Terminal::open(&["--dialect", "2008", "--move-time", "9"]);
    terminal.prompt("set-up Red");
    terminal.press("auto\rstart\r");
    terminal.see("Red thinks");
    terminal.press(CTRL_C);
    terminal.see("`start` resumes, `clear` abandons the game");
    terminal.prompt("Blue");
    terminal.type_line("start");
    terminal.see("Blue thinks");
    terminal.press(CTRL_C);
    terminal.see("`start` resumes, `clear` abandons the game");
    terminal.prompt("Red");
    terminal.type_line("clear");
    terminal.prompt("set-up Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn what_is_typed_ahead_is_not_lost() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    terminal.press("manual blue\ra7-b7\ra1-b1\rundo\rquit\r");
    terminal.see("Blue is played by hand");
    terminal.see("red 3, blue 3");
    terminal.see("took one move back");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_d_typed_ahead_leaves() {
    let mut terminal = Terminal::open(&["--nodes", "100000"]);
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    // The next prompt comes after the AI's move: until then nobody edits lines but
    // the terminal.
    terminal.see("Blue to move");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn several_lines_can_be_pasted() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    terminal.press("\x1b[200~manual blue\na7-b7\na1-b1\n\x1b[201~\r");
    terminal.see("red 3, blue 3");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_prompt_shows_the_state() {
    let mut terminal = Terminal::open(&["--dialect", "2016", "--nodes", "100"]);
    terminal.prompt("set-up Red");
    terminal.type_line("manual blue");
    terminal.prompt("set-up Red");
    terminal.press("g1-e3\ra1-b3\ra7-c5\rstart\r");
    terminal.see("the game begins");
    terminal.prompt("Blue");
    terminal.type_line("b3-d4");
    terminal.see("Blue wins.");
    terminal.see("a side has no pieces left");
    terminal.prompt("over");
    terminal.type_line("q");
    terminal.see("could be quit or quiet");
    terminal.prompt("over");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn waiting_for_a_guest_can_be_cancelled() {
    let mut terminal = Terminal::open(&["--dialect", "2008", "--listen", "127.0.0.1:0"]);
    for _ in 0..2 {
        terminal.prompt("set-up Red");
        terminal.type_line("host tea");
        terminal.see("game tea is open at 127.0.0.1:");
        terminal.see("waiting for an opponent to join; Ctrl-C stops waiting");
        terminal.press(CTRL_C);
        terminal.see("the wait was cancelled");
    }
    terminal.prompt("set-up Red");
    terminal.type_line("a7-b7");
    terminal.prompt("set-up Blue");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// A session that has joined a host: the session, the host's connection, and the next line that
/// the host hears.
fn joined() -> (Terminal, TcpStream, impl FnMut() -> String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = listener.local_addr().expect("a port");
    let mut terminal = Terminal::open(&["--dialect", "2008"]);
    terminal.prompt("set-up Red");
    terminal.type_line(&format!("join tea@{place}"));
    let (mut host, _) = listener.accept().expect("a client comes");
    let mut heard = BufReader::new(host.try_clone().expect("a connection")).lines();
    let mut hear = move || heard.next().expect("a line").expect("a line");
    assert_eq!(hear(), "join tea");
    host.write_all(b"welcome\n").expect("it listens");
    assert_eq!(hear(), "ready");
    (terminal, host, hear)
}

/// At each of the places where a client waits for the host.
#[test]
fn waiting_for_a_remote_opponent_can_be_stopped() {
    let (mut terminal, mut host, mut hear) = joined();
    terminal.see("waiting for the host to set the game up");
    terminal.press(CTRL_C);
    terminal.see("Enter continues the wait, `clear` leaves the game");
    terminal.prompt("set-up Red");
    terminal.type_line("a7-b7");
    terminal.see("the host sets the game up, which excludes a move");
    terminal.prompt("set-up Red");
    terminal.type_line("");
    terminal.see("waiting for the host to set the game up");
    host.write_all(b"color blue\nstart\n").expect("it listens");
    terminal.see("you play Blue");
    terminal.see("the game begins");
    terminal.see("waiting for the remote opponent, Red");
    terminal.press(CTRL_C);
    terminal.see("Enter continues the wait, `clear` abandons the game");
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.see("it is Red's turn, and a remote opponent plays Red");
    terminal.prompt("Red");
    terminal.type_line("");
    terminal.see("waiting for the remote opponent");
    host.write_all(b"a7-b7\n").expect("it listens");
    terminal.see("Red moves a7-b7.");
    terminal.prompt("Blue");
    terminal.type_line("a1-a2");
    assert_eq!(hear(), "a1-a2");
    terminal.see("waiting for the remote opponent");
    terminal.press(CTRL_C);
    terminal.prompt("Red");
    terminal.type_line("clear");
    terminal.see("Blue forfeits. Red has won.");
    assert_eq!(hear(), "stop");
    terminal.prompt("set-up Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// What is typed during a wait is carried out after it.
#[test]
fn what_is_typed_while_a_remote_opponent_is_waited_for_is_not_lost() {
    let (mut terminal, mut host, mut hear) = joined();
    host.write_all(b"color blue\nstart\n").expect("it listens");
    terminal.see("waiting for the remote opponent, Red");
    terminal.type_line("a1-a2");
    host.write_all(b"a7-b7\n").expect("it listens");
    terminal.see("Red moves a7-b7.");
    assert_eq!(hear(), "a1-a2");
    terminal.see("waiting for the remote opponent");
    terminal.press(CTRL_D);
    host.write_all(b"a7-a6\n").expect("it listens");
    terminal.see("Red moves a7-a6.");
    assert_eq!(hear(), "stop");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_first_screen_fits_and_promises_no_more_than_there_is() {
    for (term, has_tab) in [("xterm", true), ("dumb", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
        let home = TempDir::new().expect("a temporary folder");
        command
            .env("XDG_STATE_HOME", home.path())
            .env("HOME", home.path())
            .env("NO_COLOR", "1")
            .env("TERM", term);
        let mut session = Session::spawn(command).expect("the program starts");
        session.set_expect_timeout(Some(Duration::from_secs(120)));
        let found = session.expect("Red> ").expect("a prompt");
        let shown = String::from_utf8_lossy(found.before()).into_owned();
        assert_eq!(shown.contains("Tab"), has_tab, "{shown:?}");
        for line in shown.lines() {
            assert!(line.chars().count() <= 80, "{line:?}");
        }
        session.send(CTRL_D).expect("can be typed to");
        session.expect(Eof).expect("the program leaves");
    }
}

#[test]
fn a_game_that_was_cut_off_is_offered_once() {
    let mut terminal = Terminal::open(&["--nodes", "100"]);
    terminal.prompt("Red");
    terminal.type_line("manual blue");
    terminal.prompt("Red");
    terminal.type_line("a7-b7");
    terminal.prompt("Blue");
    let Terminal { mut session, home } = terminal;
    session
        .get_process_mut()
        .signal(expectrl::process::unix::Signal::SIGKILL)
        .expect("it can be killed");
    session.expect(Eof).expect("it is gone");
    let _ = session.get_process().wait();

    // One of an earlier session is kept, too.
    let games = home.path().join("ataxx/games");
    let earlier = games.join("999999999.game");
    std::fs::write(&earlier, "start: x5o/7/7/7/7/7/o5x x 0 1\n1. a7-a6\n").expect("a file");
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = std::fs::File::options()
        .write(true)
        .open(&earlier)
        .expect("a file");
    file.set_modified(long_ago).expect("its owner");
    let mut next = Terminal::at(home, &["--nodes", "100"]);
    next.see("a session was cut off");
    next.prompt("Red");
    let left = || {
        let entries = std::fs::read_dir(&games).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        names.retain(|path| path.to_string_lossy().contains("recovered-"));
        names
    };
    assert!(games.join("recovered-999999999.game").is_file());
    let game = left()
        .into_iter()
        .find(|path| !path.ends_with("recovered-999999999.game"));
    let game = game.expect("the newest game");
    next.type_line("manual blue");
    next.prompt("Red");
    next.type_line(&format!("load {}", game.display()));
    next.see("red 3, blue 2; Blue to move");
    next.prompt("Blue");
    next.type_line("undo");
    next.prompt("Red");
    next.press(CTRL_D);
    next.session.expect(Eof).expect("the program leaves");
    let all = std::fs::read_dir(&games).expect("a folder").count();
    assert_eq!((left().len(), all), (2, 2), "only recovered games are left");

    let mut last = Terminal::at(next.home, &[]);
    let shown = last.prompt("Red");
    assert!(!shown.contains("cut off"), "{shown:?}");
    last.press(CTRL_D);
    assert_eq!(last.end(), 0);
}

/// Bytes that are no line of text are an error of their line, whether they are typed one by one
/// or all at once, and nothing that was typed after them is lost.
#[test]
fn what_is_no_text_is_an_error_and_the_session_goes_on() {
    for (bytes, shown) in [
        (&b"\xe9"[..], "found `\u{fffd}`"),
        (b"x\xe9 clear", "found `x\u{fffd}`"),
        (b"\xff\xfe", "found `\u{fffd}\u{fffd}`"),
        (b"\xf0\x9f\x98", "found `\u{fffd}`"),
        (b"seed 4\xe2\x80", "found `4\u{fffd}`"),
        (b"\x00", "found `\u{fffd}`"),
        (b"clear\x00", "found `clear\u{fffd}`"),
    ] {
        for at_once in [false, true] {
            let mut terminal = Terminal::open(&["--color", "never"]);
            terminal.prompt("Red");
            let rest = [b"\r", &b"board # caf\xe9\r"[..]].concat();
            if at_once {
                terminal.press([bytes, &rest].concat());
            } else {
                for byte in bytes {
                    terminal.press([*byte]);
                }
                terminal.press(rest);
            }
            terminal.see(shown);
            terminal.see("Red to move; no jumps in a row");
            terminal.prompt("Red");
            terminal.press(CTRL_D);
            assert_eq!(terminal.end(), 0);
        }
    }
}

#[test]
fn a_terminal_that_edits_lines_itself_takes_bytes_that_are_no_text() {
    let home = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataxx"));
    command
        .env("XDG_STATE_HOME", home.path())
        .env("HOME", home.path())
        .env("TERM", "dumb");
    let session = Session::spawn(command).expect("the program starts");
    let mut terminal = Terminal { session, home };
    let limit = Some(Duration::from_secs(120));
    terminal.session.set_expect_timeout(limit);
    terminal.prompt("Red");
    terminal.press(b"\xe9\rfen\r");
    terminal.see("this line is not UTF-8");
    terminal.see("x5o/7/7/7/7/7/o5x x 0 1");
    terminal.prompt("Red");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// What the opponent does is shown at once, above the line that is being typed.
#[test]
fn an_opponent_who_leaves_is_seen_at_the_prompt() {
    let (mut terminal, mut host, _) = joined();
    host.write_all(b"color red\nstart\n").expect("it listens");
    terminal.see("the game begins");
    terminal.prompt("Red");
    terminal.press("fe");
    terminal.see("fe");
    host.write_all(b"stop\n").expect("it listens");
    terminal.see("Blue forfeits. Red has won.");
    terminal.prompt("over");
    terminal.press("n\r");
    terminal.see("x5o/7/7/7/7/7/o5x x 0 1");
    terminal.prompt("over");
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

/// After Ctrl-C the wait goes on by itself when the move comes.
#[test]
fn a_move_that_comes_at_the_prompt_is_made() {
    let (mut terminal, mut host, mut hear) = joined();
    host.write_all(b"color blue\nstart\n").expect("it listens");
    terminal.see("waiting for the remote opponent, Red");
    terminal.press(CTRL_C);
    terminal.see("Enter continues the wait");
    terminal.prompt("Red");
    host.write_all(b"a7-b7\n").expect("it listens");
    terminal.see("Red moves a7-b7.");
    terminal.prompt("Blue");
    terminal.type_line("a1-a2");
    assert_eq!(hear(), "a1-a2");
    terminal.see("waiting for the remote opponent");
    terminal.press(CTRL_C);
    terminal.prompt("Red");
    terminal.type_line("quit");
    assert_eq!(hear(), "stop");
    assert_eq!(terminal.end(), 0);
}
