//! Batches: many positions, an answer a line.

use crate::screen::{screen, screen_in};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

#[test]
fn every_line_has_an_answer_in_its_place() {
    let positions = "\u{feff}# positions\r\n\
        x5o/7/7/7/7/7/o5x x 0 1 ; id the start\r\n\
        \r\n   \t\n\
        start;id again # and a comment\n\
        x5o/7/8/7/7/7/o5x x 0 1 ; id too wide\n\
        r-----b/-------/-------/-------/-------/-------/b-----r b 3\n\
        start ; D1 16\n\
        x5o/7/7/7/7/7/o5x o 0 1; rules uai; value win; distance 9; id of the corpus\n\
        start ; id\n\
        ;id none\n\
        ===\n\
        start";
    insta::assert_snapshot!(screen(&["perft", "3", "--batch", "-"], positions), @r#"
    {"line":2,"id":"the start","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    {"line":5,"id":"again","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    {"line":6,"id":"too wide","error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `8`","column":7,"help":"a run of empty squares is 1 to 7 long"}
    {"line":7,"position":"x5o/7/7/7/7/7/o5x o 3 1","depth":3,"nodes":6460,"seconds":_}
    {"line":8,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    {"line":9,"id":"of the corpus","position":"x5o/7/7/7/7/7/o5x o 0 1","depth":3,"nodes":6460,"seconds":_}
    {"line":10,"error":"`id` without a name","column":8}
    {"line":11,"id":"none","error":"expected a position: a FEN, a dump, Reloaded rows or `start`","column":1}
    {"line":12,"error":"expected rank 7, found the end","column":4,"help":"a board has seven ranks, 7 to 1"}
    {"line":13,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    --- exit 1
    "#);
}

#[test]
fn an_assumed_side_to_move_is_reported_once() {
    let positions = "start\nx5o/7/7/7/7/7/o5x hmvc 3; fmvn 7; c0 \"a # b\"; id \"one\";\n\
        x5o/7/7/7/7/7/o5x\nP5p/7/7/7/7/7/p5P w 0 1\n";
    insta::assert_snapshot!(screen(&["perft", "1", "--batch", "-"], positions), @r#"
    {"line":1,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    {"line":2,"id":"one","position":"x5o/7/7/7/7/7/o5x x 3 7","depth":1,"nodes":16,"seconds":_}
    {"line":3,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    {"line":4,"error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `P`","column":1,"help":"did you mean `x5o/7/7/7/7/7/o5x x 0 1`?"}
    --- stderr
    warning: line 2: the text does not say which side is to move: Red is assumed (`x` or `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line that `board` prints below a board)
    --- exit 1
    "#);
}

#[test]
fn a_batch_without_a_bad_line_is_good() {
    insta::assert_snapshot!(screen(&["perft", "3", "--batch", "-"], "start\nstart\n"), @r#"
    {"line":1,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    {"line":2,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":3,"nodes":6460,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen(&["perft", "3", "--batch", "-"], ""), @"--- exit 0");
    insta::assert_snapshot!(screen(&["perft", "3", "--batch", "-"], "# nothing\n\n"), @"--- exit 0");
}

#[test]
fn options_hold_for_every_line() {
    let args = [
        "perft",
        "2",
        "--divide",
        "--notation",
        "uai",
        "--rules",
        "2022",
        "--json",
    ];
    insta::assert_snapshot!(screen(
        &[&args[..], &["--batch", "-"]].concat(),
        "7/7/7/7/-------/-------/x5o x 0 1; id 7\n7/7/7/7/-------/-------/x5o o\n"
    ), @r#"
    {"line":1,"id":"7","position":"7/7/7/7/-------/-------/x5o x 0 1","depth":2,"nodes":4,"seconds":_,"divide":[{"move":"a1c1","nodes":2},{"move":"b1","nodes":2}]}
    {"line":2,"position":"7/7/7/7/-------/-------/x5o o 0 1","depth":2,"nodes":4,"seconds":_,"divide":[{"move":"f1","nodes":2},{"move":"g1e1","nodes":2}]}
    --- exit 0
    "#);
}

#[test]
fn lines_that_are_no_text_or_too_long() {
    let mut lines = b"start\nx5\xff/7 ; id \xc3\xa4\n# caf\xe9\n".to_vec();
    lines.extend(vec![b'x'; 1_000_000]);
    lines.extend(b"\n\0\nstart ; id last\n");
    insta::assert_snapshot!(screen(&["perft", "1", "--batch", "-"], lines), @r#"
    {"line":1,"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    {"line":2,"id":"Ã¤","error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `ÿ`","column":3}
    {"line":4,"error":"the line is too long"}
    {"line":5,"error":"expected a position: a FEN, a dump, Reloaded rows or `start`; found `�`","column":1,"help":"column 1: U+0000 (NUL)"}
    {"line":6,"id":"last","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    --- exit 1
    "#);
}

#[test]
fn conversions_that_cannot_be_are_refused_line_by_line() {
    insta::assert_snapshot!(screen(
        &["convert", "--to", "reloaded", "--batch", "-"],
        "start ; id 1\nx5o/7/7/3-3/7/7/o5x x ; id 2\nstart ; id 3\n"
    ), @r#"
    {"line":1,"id":"1","position":"x5o/7/7/7/7/7/o5x x 0 1","to":"reloaded","text":"1:0:0:0:0:0:2:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n2:0:0:0:0:0:1:"}
    {"line":2,"id":"2","error":"d4 is blocked, and Reloaded has no blocks"}
    {"line":3,"id":"3","position":"x5o/7/7/7/7/7/o5x x 0 1","to":"reloaded","text":"1:0:0:0:0:0:2:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n2:0:0:0:0:0:1:"}
    --- exit 1
    "#);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("suite.txt"), "start ; id \"one\"\n").expect("a file");
    let batch = |file| screen_in(folder.path(), &["perft", "2", "--batch", file], "");
    insta::assert_snapshot!(batch("suite.txt"), @r#"
    {"line":1,"id":"one","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":2,"nodes":256,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(batch("missing.txt"), @"
    --- stderr
    error: there is no file `missing.txt`
    --- exit 2
    ");
    insta::assert_snapshot!(batch("."), @"
    --- stderr
    error: `.` is a folder, not a file
    --- exit 2
    ");
}

#[test]
fn a_batch_has_its_own_positions() {
    let refused =
        |args: &[&'static str]| screen(&[&["perft", "1", "--batch", "-"], args].concat(), "");
    insta::assert_snapshot!(refused(&["start"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '[POSITION]'

    Usage: ataxx perft --batch <FILE> <DEPTH> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--moves", "a7-b7"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '--moves <MOVES>'

    Usage: ataxx perft --batch <FILE> <DEPTH> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
}

/// A batch in conversation.
struct Talk {
    child: Child,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(depth: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(["perft", depth, "--batch", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be run");
        let input = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self {
            child,
            input,
            answers,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn read_line(&mut self) -> String {
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("it answers");
        answer
    }

    /// Waits for the end; what was on stderr, and the exit status.
    fn end(mut self) -> (String, Option<i32>) {
        drop(self.input);
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut errors).expect("text");
        (errors, self.child.wait().expect("it ends").code())
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut talk = Talk::begin("2");
    for number in 1..=3 {
        talk.say(&format!("start ; id {number}"));
        let answer: Value = serde_json::from_str(&talk.read_line()).expect("an object");
        assert_eq!(answer["line"], number);
        assert_eq!(answer["id"], number.to_string());
    }
    talk.say("strat");
    insta::assert_snapshot!(talk.read_line(), @r#"{"line":4,"error":"expected a position: a FEN, a dump, Reloaded rows or `start`; found `strat`","column":1,"help":"did you mean `start`?"}"#);
    assert_eq!(talk.end(), (String::new(), Some(1)));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut talk = Talk::begin("2");
    talk.say("start");
    talk.read_line();
    let Talk {
        child,
        mut input,
        answers,
    } = talk;
    drop(answers);
    writeln!(input, "start").expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    let interrupt = |talk: &Talk| {
        let told = Command::new("sh")
            .args(["-c", &format!("kill -INT {}", talk.child.id())])
            .status();
        assert!(told.expect("a shell").success());
    };
    // Once while it waits, once while it counts more than can be counted.
    for next in [None, Some("start")] {
        let mut talk = Talk::begin("100");
        talk.say("x6/7/7/7/7/7/7 o ; id finished");
        let answer: Value = serde_json::from_str(&talk.read_line()).expect("an object");
        assert_eq!(answer["nodes"], 0);
        if let Some(line) = next {
            talk.say(line);
        }
        interrupt(&talk);
        let status = talk.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130));
        assert_eq!(talk.read_line(), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [
        &["perft", "2"][..],
        &["convert", "--to", "fen"],
        &["perft", "2", "--divide"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(args)
            .stdout(full)
            .output()
            .expect("it can be run");
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.starts_with("error: the output cannot be written: "),
            "{errors}"
        );
    }
}
