//! `ataxx uai` over its pipes, as a match runner talks with it.

use crate::screen::screen;
use ataxx_core::board::{Move, Position, Rules};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// A test that waits for longer has failed.
const GUARD: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<String>,
}

impl Engine {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(["uai", "--hash", "1"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (heard, said) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if heard.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            said,
        }
    }

    fn tell(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("it is open");
        // It may have quit.
        let _ = input.write_all(lines.as_ref());
        let _ = input.write_all(b"\n");
    }

    /// Hears lines up to one that begins like this.
    fn read_line(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.said.recv_timeout(GUARD);
            let line = line.unwrap_or_else(|_| panic!("no `{beginning}` after {heard:?}"));
            let is_last = line.starts_with(beginning);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let said = self.read_line("bestmove ").pop().expect("a line");
        said["bestmove ".len()..].to_owned()
    }

    /// How it ends by itself, and what it says until then.
    fn ended(&mut self) -> (Option<i32>, Vec<String>) {
        (status(&mut self.child), self.said.iter().collect())
    }

    fn quit(mut self) {
        self.tell("quit");
        assert_eq!(self.ended().0, Some(0));
    }

    /// How it ends when nothing more comes.
    fn end_input(mut self) -> (Option<i32>, Vec<String>) {
        self.input = None;
        self.ended()
    }
}

/// How a process ends by itself.
fn status(child: &mut Child) -> Option<i32> {
    let deadline = Instant::now() + GUARD;
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status.code();
        }
        assert!(Instant::now() < deadline, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

fn assert_legal(mv: &str, position: &Position) {
    let played: Move = mv.parse().expect("a move");
    let rules = Rules::UAI;
    assert_eq!(position.check(played, &rules), Ok(()), "{mv}");
}

#[test]
fn the_handshake() {
    let mut engine = Engine::start(&["--rules", "2022", "--seed", "-4", "--threads", "2"]);
    engine.tell("uai");
    let said = engine.read_line("uaiok");
    assert_eq!(
        said[0],
        concat!("id name ataxx ", env!("CARGO_PKG_VERSION"))
    );
    for option in [
        "option name Hash type spin default 1 min 1 max 65536",
        "option name Threads type spin default 2 min 1 max 1024",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Rules type combo default 2022 var 2008 var 2016 var 2022 var uai var reloaded",
        "option name Seed type string default -4",
    ] {
        assert!(said.iter().any(|line| line == option), "{option}: {said:?}");
    }
    engine.tell("isready");
    assert_eq!(engine.read_line("readyok"), ["readyok"]);
    engine.tell("ugi");
    engine.read_line("ugiok");
    engine.quit();
}

#[test]
fn it_is_ready_while_it_thinks_and_stops() {
    let mut engine = Engine::start(&[]);
    engine.tell("position startpos\ngo infinite");
    engine.read_line("info depth ");
    for _ in 0..5 {
        engine.tell("isready");
        let said = engine.read_line("readyok");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")));
    }
    engine.tell("stop");
    assert_legal(&engine.best_move(), &Position::start());
    engine.tell("stop\nisready");
    assert_eq!(engine.read_line("readyok"), ["readyok"]);
    engine.quit();
}

#[test]
fn quit_is_read_during_a_search() {
    for doing in [
        "",
        "go infinite",
        "go depth 200",
        "go movetime 1000000000",
        "go infinite\ngo infinite",
        "perft 40",
        "setoption name Hash value 64\nisready",
    ] {
        let mut engine = Engine::start(&[]);
        engine.tell(doing);
        engine.tell("quit");
        assert_eq!(engine.ended().0, Some(0), "{doing}");
    }
}

#[test]
fn a_new_position_while_it_thinks() {
    let mut engine = Engine::start(&[]);
    let other = "7/7/7/3x3/3o3/7/7 o 5 9";
    engine.tell("position startpos\ngo infinite");
    engine.read_line("info depth ");
    engine.tell(format!("position fen {other}\ngo nodes 500"));
    assert_legal(&engine.best_move(), &Position::start());
    assert_legal(&engine.best_move(), &position(other));
    engine.quit();
}

#[test]
fn each_form_of_go_has_a_legal_move() {
    let positions = [
        "x5o/7/7/7/7/7/o5x x 0 1",
        "x5o/7/2-1-2/3-3/2-1-2/7/o5x o 3 5",
        "7/7/7/3x3/3o3/7/7 x 98 70",
        "x--4/---4/---4/7/7/7/6o x 5 10",
        "xxxxxxx/xxxxxxx/xxxxxxx/oooooo1/ooooooo/ooooooo/ooooooo o 0 40",
    ];
    let forms = [
        "go",
        "go depth 3",
        "go depth 0",
        "go nodes 300",
        "go nodes 0",
        "go movetime 30",
        "go movetime 0",
        "go movetime -100",
        "go btime 500 wtime 500 binc 10 winc 10",
        "go btime 500 wtime 500 movestogo 3",
        "go wtime 1 btime 1",
        "go wtime -5 btime -5 winc 100000 binc 100000",
        "go wtime 300",
        "go p1time 300 p2time 300 p1inc 5 p2inc 5",
        "go mate 2",
        "go ponder movetime 20",
        "go depth 2 nodes 100 movetime 100",
        "go movetime soon",
        "go sometime depth 2 elo 2000",
        "GO DEPTH 2",
    ];
    let mut engine = Engine::start(&[]);
    for fen in positions {
        let position = position(fen);
        for form in forms {
            engine.tell(format!("position fen {fen}\n{form}"));
            let mv = engine.best_move();
            assert_legal(&mv, &position);
            // Only where there is nothing else.
            let must_pass = position.legal_moves(&Rules::UAI).count() == 1
                && position
                    .check(ataxx_core::board::Move::Pass, &Rules::UAI)
                    .is_ok();
            assert_eq!(mv == "0000", must_pass, "{form} in {fen}");
        }
    }
    engine.quit();
}

#[test]
fn no_move_where_the_game_is_over() {
    let mut engine = Engine::start(&[]);
    for fen in [
        "x5x/7/7/7/7/7/7 o 0 1",
        "7/7/7/7/7/7/7 x 0 1",
        "x5o/7/7/7/7/7/o5x x 100 60",
        "xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo x 0 40",
    ] {
        for form in ["go depth 3", "go movetime 100", "go", "go mate 1"] {
            engine.tell(format!("position fen {fen}\n{form}"));
            let said = engine.read_line("bestmove ");
            assert!(
                said[0].starts_with("info string the game is over: "),
                "{said:?}"
            );
            assert_eq!(said[1..], ["bestmove 0000"], "{form} in {fen}");
        }
    }
    engine.quit();
}

#[test]
fn a_whole_game() {
    let rules = Rules::UAI;
    let mut engine = Engine::start(&["--seed", "3"]);
    let mut position = Position::start();
    let mut moves = String::new();
    // A game without an end would be one of jumps alone, and these have a limit.
    while position.outcome(&rules).is_none() {
        engine.tell(format!("position startpos moves{moves}\ngo nodes 200"));
        let mv = engine.best_move();
        assert_legal(&mv, &position);
        let _ = write!(moves, " {mv}");
        let played: Move = mv.parse().expect("a move");
        position = position.after(played, &rules);
    }
    engine.tell(format!("position startpos moves{moves}\nquery gameover"));
    assert_eq!(engine.read_line("response"), ["response true"]);
    engine.tell("d");
    let said = engine.read_line("fen: ");
    assert_eq!(said.last(), Some(&format!("fen: {position}")));
    engine.quit();
}

#[test]
fn leaves_are_counted() {
    let mut engine = Engine::start(&[]);
    let counts: [(&str, &[u64]); 5] = [
        (
            "x5o/7/7/7/7/7/o5x x 0 1",
            &[16, 256, 6460, 155_888, 4_752_668],
        ),
        (
            "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1",
            &[12, 144, 2600, 45234],
        ),
        (
            "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
            &[1, 75, 249, 14270, 452_980],
        ),
        (
            "7/7/7/7/-------/-------/x5o x 0 1",
            &[2, 4, 13, 30, 73, 174],
        ),
        (
            "x5o/7/7/7/7/7/o5x x 99 50",
            &[16, 96, 2336, 57676, 1_853_056],
        ),
    ];
    for (fen, counts) in counts {
        engine.tell(format!("position fen {fen}\nperft {}", counts.len()));
        let said = engine.read_line("nodes ");
        for (index, count) in counts.iter().enumerate() {
            let beginning = format!("info depth {} nodes {count} nps ", index + 1);
            assert!(said[index].starts_with(&beginning), "{fen}: {said:?}");
        }
        let last = counts.last().expect("there is one");
        assert_eq!(said.last(), Some(&format!("nodes {last}")));
    }
    engine.quit();
}

#[test]
fn questions_of_ugi() {
    let mut engine = Engine::start(&[]);
    let mut ask = |lines: &str, answers: [&str; 3]| {
        engine.tell(format!(
            "{lines}\nquery p1turn\nquery gameover\nquery result"
        ));
        for answer in answers {
            assert_eq!(
                engine.read_line("response "),
                [format!("response {answer}")],
                "{lines}"
            );
        }
    };
    ask("uginewgame", ["true", "false", "none"]);
    ask("position startpos moves g2", ["false", "false", "none"]);
    ask(
        "position fen o5o/7/7/7/7/7/7 x 0 1",
        ["true", "true", "p2win"],
    );
    ask(
        "position fen x5x/7/7/7/7/7/7 o 0 1",
        ["false", "true", "p1win"],
    );
    ask(
        "position fen x5o/7/7/7/7/7/o5x x 100 60",
        ["true", "true", "draw"],
    );
    engine.quit();
}

#[test]
fn garbage_does_no_harm() {
    let mut engine = Engine::start(&[]);
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend(b"\xff\xfe\xc3(\xf0\x9f\n\0\0go\0\n\r\r\n\n \t \n");
    engine.tell(&bytes);
    let megabytes = 3 << 20;
    engine.tell("x".repeat(megabytes));
    engine.tell(format!(
        "position startpos moves{}",
        " b7".repeat(megabytes / 3)
    ));
    engine.tell(format!("position startpos moves{}", " b7".repeat(100_000)));
    engine.tell(format!("go{}", " depth".repeat(100_000)));
    engine.tell(
        "position fen\nposition fen //////\nsetoption\nsetoption name\ngo perft 999\nmoves ä",
    );
    engine.tell(format!("setoption name Hash value {}", "9".repeat(1000)));
    engine.tell("isready\nposition startpos\nquery p1turn");
    let said = engine.read_line("response ");
    assert_eq!(said.last().map(String::as_str), Some("response true"));
    for line in &said {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.len() < 1000, "{line:?}");
    }
    let errors = said.iter().filter(|line| line.starts_with("info string "));
    let errors: Vec<&str> = errors.map(String::as_str).collect();
    insta::assert_snapshot!(errors.join("\n"), @"
    info string error: unknown command `���������`
    info string error: unknown command `������������������`
    info string error: unknown command `��go�`
    info string error: a line is too long, and was not read
    info string error: a line is too long, and was not read
    info string error: move 2, `b7`: b7 is not empty; the position stays as it was
    info string error: go: `depth` is not understood, and passed over
    info string error: position: rank 7 has 0 squares instead of 7
    info string error: position: rank 7 has 0 squares instead of 7
    info string error: setoption: expected `name`, an option, `value` and its value
    info string error: setoption: expected the name of an option after `name`
    info string error: perft: at most 255 plies, found 999
    info string error: move 1, `ä`: `ä` is not a square: expected a file a to g and a rank 1 to 7
    info string error: option Hash: expected a number from 1 to 65536, found `999999999999999999999999…`
    ");
    engine.tell("go depth 2");
    assert_legal(&engine.best_move(), &Position::start());
    engine.quit();
}

#[test]
fn the_end_of_the_input() {
    let engine = Engine::start(&[]);
    assert_eq!(engine.end_input(), (Some(0), vec![]));
    let mut engine = Engine::start(&[]);
    engine.tell("go infinite");
    let (status, said) = engine.end_input();
    assert_eq!(status, Some(0));
    assert!(
        said.last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
    let mut engine = Engine::start(&[]);
    engine.tell("go depth 4");
    let (status, said) = engine.end_input();
    assert_eq!(status, Some(0));
    assert!(
        said.iter().any(|line| line.starts_with("info depth 4 ")),
        "{said:?}"
    );
    assert!(
        said.last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
    // A line without an end is a line.
    let mut engine = Engine::start(&[]);
    engine
        .input
        .as_mut()
        .expect("open")
        .write_all(b"isready")
        .expect("it reads");
    assert_eq!(engine.end_input(), (Some(0), vec!["readyok".to_owned()]));
}

#[cfg(unix)]
#[test]
fn the_end_of_its_output_ends_the_session() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(["uai", "--hash", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("it is piped");
    let _ = input.write_all(b"uai\ngo infinite\nisready\n");
    // It ends although its input is open.
    assert_eq!(status(&mut child), Some(0));
    let mut stderr_lines = String::new();
    let mut errors = child.stderr.take().expect("it is piped");
    errors.read_to_string(&mut stderr_lines).expect("text");
    assert_eq!(stderr_lines, "");
    drop(input);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut engine = Engine::start(&[]);
    engine.tell("go infinite");
    engine.read_line("info depth ");
    let id = i32::try_from(engine.child.id()).expect("a process id");
    kill(Pid::from_raw(id), Signal::SIGINT).expect("it is ours");
    assert_eq!(engine.ended().0, Some(130));
}

#[test]
fn a_network_that_is_not_there() {
    insta::assert_snapshot!(screen(&["uai", "--network", "no-such-file"], ""), @"
    --- stderr
    error: there is no file `no-such-file`
    --- exit 2
    ");
}

#[test]
fn with_a_seed_it_does_the_same_again() {
    let lines = "go nodes 4000\nposition startpos moves b7 a2\ngo nodes 4000\n";
    let play = |before: &str| {
        let mut engine = Engine::start(&["--seed", "11", "--threads", "2"]);
        engine.tell(before);
        engine.tell("uainewgame\nisready");
        engine.read_line("readyok");
        let mut said = Vec::new();
        for line in lines.lines() {
            engine.tell(line);
            if line.starts_with("go") {
                said.extend(engine.read_line("bestmove "));
            }
        }
        engine.quit();
        let timeless = |line: String| -> String {
            let words: Vec<&str> = line.split(' ').collect();
            let is_time = |at: usize| at > 0 && matches!(words[at - 1], "nps" | "time");
            let kept = words.iter().enumerate().filter(|&(at, _)| !is_time(at));
            kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
        };
        said.into_iter().map(timeless).collect::<Vec<_>>()
    };
    let said = play("");
    assert_eq!(play(""), said);
    assert_eq!(
        play("position startpos moves f6 b6\ngo infinite\nstop"),
        said
    );
}
