//! Every way to get a line wrong, and input that is no text at all: one clear
//! message each, nothing changed, and the exit status as documented.

use crate::common;
use crate::common::{Run, ataxx};
use insta::assert_snapshot;

/// The errors that lines separated by `;` lead to.
fn errors(dialect: &str, lines: &str) -> String {
    let run = ataxx(
        &["--dialect", dialect, "--nodes", "100"],
        lines.replace(';', "\n"),
    );
    assert_eq!(run.status, Some(0));
    assert_eq!(
        common::reserved_word_broken(dialect, &run.stdout, &run.stderr),
        None
    );
    run.stderr
}

/// The first line of each error.
fn messages(dialect: &str, lines: &str) -> String {
    let errors = errors(dialect, lines);
    let first: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with("error") || line.contains("help:"))
        .collect();
    first
        .join("\n")
        .replace("   = help", "  = help")
        .replace("  = help", "  help")
}

#[test]
fn moves_in_2022() {
    assert_snapshot!(errors("2022", "a7-h3; a0-a1; a7b7; a7–b7; a7-b7 b6; c3-c4; a1-a2; a7-a7; a7-d7"), @"
    error: `h3` is not a square: files run from a to g
     --> <stdin>:1:4
      |
    1 | a7-h3
      |    ^^
    error: `a0` is not a square: ranks run from 1 to 7
     --> <stdin>:2:2
      |
    2 |  a0-a1
      |  ^^
    error: expected `-` and the square that a7 goes to, found `b7`
     --> <stdin>:3:4
      |
    3 |  a7b7
      |    ^
      |
      = help: did you mean `a7-b7`?
    error: expected `-` and the square that a7 goes to, found `–b7`
     --> <stdin>:4:4
      |
    4 |  a7–b7
      |    ^
      |
      = help: squares are joined by a plain hyphen
      = help: column 4: U+2013 (`–`, not `-`)
    error: expected nothing more, found `b6`
     --> <stdin>:5:8
      |
    5 |  a7-b7 b6
      |        ^^
    error: no piece is on c3
     --> <stdin>:6:2
      |
    6 |  c3-c4
      |  ^^
    error: the piece on a1 is Blue, and it is Red's turn
     --> <stdin>:7:2
      |
    7 |  a1-a2
      |  ^^
    error: a7 is taken by a Red piece
     --> <stdin>:8:5
      |
    8 |  a7-a7
      |     ^^
    error: d7 is out of reach from a7: a piece extends to a neighbouring square or jumps two squares away
     --> <stdin>:9:5
      |
    9 |  a7-d7
      |     ^^
    ");
}

#[test]
fn more_moves_in_2022() {
    assert_snapshot!(messages("2022", "manual blue; a7-; -a7; a7-a8; 7a-a7; a7--b7; A7-B7-C7; z9-a1; pass; - -; a7-b7; -; a7-a6; block d4; block z9; block; block d4 d5; undo now; undo; undo; block a1; block g7; block d4; block d4; a7-d4; a7-c5; a7-b6"), @"
    error: expected a square, a1 to g7
    error: expected nothing more, found `a7`
    error: `a8` is not a square: ranks run from 1 to 7
    error: `7a` is not a square: expected a file a to g and a rank 1 to 7
    error: expected a square, a1 to g7
    error: expected nothing more, found `-C7`
    error: `z9` is not a square: files run from a to g
    error: Red may pass only without any other move
      help: g1-f1 is possible, for example
    error: expected nothing more, found `-`
    error: Blue may pass only without any other move
      help: a1-b1 is possible, for example
    error: the piece on a7 is Red, and it is Blue's turn
    error: blocks are placed before the first move
    error: `z9` is not a square: files run from a to g
      help: usage: block SQUARE
    error: expected a square, a1 to g7
      help: usage: block SQUARE
    error: expected nothing more, found `d5`
      help: usage: block SQUARE
    error: expected nothing more, found `now`
      help: usage: undo
    error: there is no move to take back
    error: a1 is a corner, and corners cannot be blocked
    error: g7 is a corner, and corners cannot be blocked
    error: d4 is blocked already
    error: d4 is a block
    error: no piece is on a7
    ");
}

#[test]
fn blocks_on_pieces() {
    // In set-up, blocks can be placed after moves in 2008 only.
    assert_snapshot!(messages("2008", "a7-a5; blocks b; blocks 1b; a1-a2; blocks a; blocks gx; blocks g g; blocks G"), @"
    error: a5 holds a piece
    error: a5 holds a piece
    error: a6 is mirrored in a2, which holds a piece
    error: `x` names no square: expected the letters of blocks, a to h and 1 to 6
      help: usage: blocks LETTERS
    error: expected nothing more, found `g`
      help: usage: blocks LETTERS
    ");
}

#[test]
fn operands() {
    assert_snapshot!(messages("2022", "seed; seed x; seed 1.5; seed 9223372036854775807; seed 9223372036854775808; seed -9223372036854775808; seed 1 2; auto; auto green; auto rde; manual red blue; help nothing; help blok; help a b; dump it; load; skill; skill 0; skill 11; skill x"), @"
    error: expected a whole number, found the end
      help: usage: seed NUMBER
    error: expected a whole number, found `x`
      help: usage: seed NUMBER
    error: expected a whole number, found `1.5`
      help: usage: seed NUMBER
    error: `9223372036854775808` is too big: a seed has 64 bits and a sign
      help: usage: seed NUMBER
    error: expected nothing more, found `2`
      help: usage: seed NUMBER
    error: expected red or blue, found the end
      help: usage: auto red|blue
    error: expected red or blue, found `green`
      help: usage: auto red|blue
    error: expected red or blue, found `rde`
      help: did you mean `red`?
      help: usage: auto red|blue
    error: expected nothing more, found `blue`
      help: usage: manual red|blue
    error: expected a command, found `nothing`
      help: `help` lists the commands
      help: usage: help [COMMAND]
    error: expected a command, found `blok`
      help: did you mean `block`?
      help: usage: help [COMMAND]
    error: expected nothing more, found `b`
      help: usage: help [COMMAND]
    error: expected nothing more, found `it`
      help: usage: dump
    error: expected the name of a file, found the end
      help: usage: load FILE
    error: expected a skill level from 1 to 10, found the end
      help: usage: skill NUMBER
    error: expected a skill level from 1 to 10, found `0`
      help: usage: skill NUMBER
    error: expected a skill level from 1 to 10, found `11`
      help: usage: skill NUMBER
    error: expected a skill level from 1 to 10, found `x`
      help: usage: skill NUMBER
    ");
}

#[test]
fn commands_of_other_dialects() {
    assert_snapshot!(messages("2022", "color red; blocks a; host x; join x@y; q7; foo; b d4; qui; qu"), @"
    error: expected a command, found `color`
      help: `color` is a command of dialect 2008; this is 2022
    error: expected a command, found `blocks`
      help: did you mean `block`?
      help: `blocks` is a command of dialect 2008; this is 2022
    error: expected a command, found `host`
      help: `host` is a command of dialect 2008; this is 2022
    error: expected a command, found `join`
      help: `join` is a command of dialect 2008; this is 2022
    error: `q7` is not a square: files run from a to g
    error: expected a command, found `foo`
      help: `help` lists the commands
    error: `b` could be block or board
    error: `qui` could be quit or quiet
    error: `qu` could be quit or quiet
    ");
    assert_snapshot!(messages("2016", "new; color red; h; s; m; q extra"), @"
    error: expected a command, found `new`
      help: `new` is a command of dialect 2022; this is 2016
    error: expected a command, found `color`
      help: `color` is a command of dialect 2008; this is 2016
    error: `s` could be start or seed or skill or save or solve
    error: expected a command, found `m`
      help: did you mean `manual`? a command that changes something is not shortened
    error: `q` could be quit or quiet
    ");
    assert_snapshot!(messages("2008", "new; manual red; block d4; h; color; auto red; host; host a-b; join x; join x@"), @"
    error: expected a command, found `new`
      help: `new` is a command of dialect 2022; this is 2008
    error: expected a command, found `manual`
      help: `manual` is a command of dialect 2016 and 2022; this is 2008
    error: expected a command, found `block`
      help: did you mean `blocks`?
      help: `block` is a command of dialect 2016 and 2022; this is 2008
    error: `h` could be host or help or hint
    error: expected red or blue, found the end
      help: usage: color red|blue
    error: expected nothing more, found `red`
      help: usage: auto
    error: expected a name of letters, digits and `_`, found the end
      help: usage: host ID
    error: expected nothing more, found `-b`
      help: usage: host ID
    error: expected a game and a host, like `tea@localhost`, found the end
      help: usage: join ID@HOST
    error: expected a game and a host, like `tea@localhost`, found the end
      help: usage: join ID@HOST
    ");
}

#[test]
fn states_in_2016() {
    assert_snapshot!(messages("2016", "start; start; auto red; seed 4; block d4; clear; manual blue; start; g1-e3; a1-b3; a7-c5; b3-d4; c5-c6; -; start; seed 1"), @"
    error: `start` belongs to the set-up state; this is the playing state
      help: `clear` abandons the game and returns to set-up
    error: `auto` belongs to the set-up state; this is the playing state
      help: `clear` abandons the game and returns to set-up
    error: `seed` belongs to the set-up state; this is the playing state
      help: `clear` abandons the game and returns to set-up
    error: `block` belongs to the set-up state; this is the playing state
      help: `clear` abandons the game and returns to set-up
    error: a move belongs to the set-up or playing state; this is the finished state
      help: `undo` takes the last move back; `clear` returns to set-up
    error: a pass belongs to the set-up or playing state; this is the finished state
      help: `undo` takes the last move back; `clear` returns to set-up
    error: `start` belongs to the set-up state; this is the finished state
      help: `undo` takes the last move back; `clear` returns to set-up
    error: `seed` belongs to the set-up state; this is the finished state
      help: `undo` takes the last move back; `clear` returns to set-up
    ");
}

#[test]
fn reserved_words_in_input_are_made_harmless() {
    assert_snapshot!(errors("2022", "moves; passes ===; help Draw; load wins"), @"
    error: expected a command, found `m·ves`
     --> <stdin>:1:1
      |
    1 | m·ves
      | ^^^^^
      |
      = help: did you mean `legal`?
    error: expected a command, found `p·sses`
     --> <stdin>:2:2
      |
    2 |  p·sses =·=
      |  ^^^^^^
      |
      = help: did you mean `pass`?
    error: expected a command, found `D·aw`
     --> <stdin>:3:7
      |
    3 |  help D·aw
      |       ^^^^
      |
      = help: `help` lists the commands
      = help: usage: help [COMMAND]
    error: there is no file `w·ns`
     --> <stdin>:4:7
      |
    4 |  load w·ns
      |       ^^^^
    ");
}

#[test]
fn control_characters_are_not_echoed() {
    let Run {
        stdout,
        stderr,
        status,
    } = ataxx(&[], "a\0b\x1b[31m\u{7}\nseed \x1b]0;x\x07\ndump\n");
    assert_eq!(status, Some(0));
    assert!(!stderr.contains(['\0', '\x1b', '\x07']), "{stderr:?}");
    assert_eq!(stderr.matches("error:").count(), 2);
    assert_eq!(stdout.lines().count(), 9);
}

#[test]
fn bytes_that_are_no_text() {
    let mut input =
        b"block c3\n# caf\xe9: a comment of old\n\xff\xfe\xfd\na7-b7 # \xe9\nbl\xe9 d4\ndump\n"
            .to_vec();
    input.extend([0xc3]);
    let run = ataxx(&["--nodes", "100"], input);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.stderr.matches("error:").count(), 3, "{}", run.stderr);
    assert_eq!(run.stdout.matches('X').count(), 4);
}

#[test]
fn line_ends_and_byte_order_marks() {
    let unix = ataxx(&[], "manual blue\na7-b7\ndump\n");
    let windows = ataxx(
        &[],
        "\u{feff}manual blue\r\n\r\n  a7-b7  \r\n\tDUMP # now\r\n",
    );
    let unended = ataxx(&[], "manual blue\na7-b7\ndump");
    assert_eq!(unix.stdout.lines().count(), 9);
    for run in [windows, unended] {
        assert_eq!(run.stderr, "");
        assert_eq!(run.stdout, unix.stdout);
    }
}

#[test]
fn lines_of_a_megabyte() {
    let long = "a".repeat(1 << 20);
    let input = format!(
        "{long}\n# {long}\nblock {long}\nseed {}\n{}dump\nundo # {long}",
        "9".repeat(1 << 16),
        " ".repeat(1000)
    );
    let run = ataxx(&[], input);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.stdout.lines().count(), 9);
    assert_eq!(run.stderr.matches("error:").count(), 4, "{}", run.stderr);
    assert!(run.stderr.len() < 4000, "{}", run.stderr.len());
    let limit = "error: this line is too long: at most 65536 bytes are read";
    assert!(
        run.stderr.lines().any(|line| line == limit),
        "{}",
        run.stderr
    );
}

#[test]
fn ten_thousand_commands() {
    let input = "manual blue\na7-b7\na1-b1\nundo\nundo\nblock d4\nnew\nnonsense\nboard\ndump\n"
        .repeat(1000);
    let run = ataxx(&[], input);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.stderr.matches("error:").count(), 1000);
    assert_eq!(run.stdout.lines().count(), 1000 * (9 + 9));
}

#[test]
fn an_empty_input_is_no_error() {
    let run = ataxx(&[], "");
    assert_eq!(
        (run.status, run.stdout.as_str(), run.stderr.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn nothing_after_quit_is_read() {
    for quit in ["quit", "QUIT # bye", "q"] {
        let run = ataxx(&[], format!("{quit}\nnonsense\ndump\n"));
        assert_eq!(
            (run.status, run.stdout.as_str(), run.stderr.as_str()),
            (Some(0), "", "")
        );
    }
}

#[test]
fn strict_stops_at_the_first_error() {
    let run = ataxx(&["--strict"], "dump\nnonsense\ndump\nmore\n");
    assert_eq!(run.status, Some(1));
    assert_eq!(run.stdout.lines().count(), 9);
    assert_eq!(run.stderr.matches("error:").count(), 1);
    assert_eq!(ataxx(&["--strict"], "dump\n").status, Some(0));
}

#[test]
fn log_echoes_commands_with_their_time() {
    let run = ataxx(
        &["--log"],
        "block c3 # a comment\n\n# nothing\n  moves\nquit",
    );
    let lines: Vec<&str> = run.stdout.lines().collect();
    let [block, words, quit] = lines[..] else {
        panic!("{lines:?}")
    };
    for (line, start) in [
        (block, "# block c3 # a comment  ("),
        (words, "# m·ves  ("),
        (quit, "# quit  ("),
    ] {
        let time = line
            .strip_prefix(start)
            .and_then(|rest| rest.strip_suffix(" s)"));
        assert!(
            time.is_some_and(|time| time.parse::<f64>().is_ok()),
            "{line}"
        );
    }
}

#[test]
fn bad_command_lines() {
    for args in [
        &["--no-open"][..],
        &["--dialect", "2020"],
        &["--move-time", "11"],
        &["--move-time", "-1"],
        &["--move-time", "NaN"],
        &["--nodes", "0"],
        &["--threads", "0"],
        &["--nonsense"],
        &["no-such-file.txt"],
        &["completions", "tcsh"],
        &["man", "nothing"],
    ] {
        let run = ataxx(args, "dump\n");
        assert_eq!(run.status, Some(2), "{args:?}");
        assert_eq!(run.stdout, "", "{args:?}");
        assert!(run.stderr.starts_with("error"), "{args:?}: {}", run.stderr);
    }
}

/// What the program says and how it ends where its streams are these.
#[cfg(target_os = "linux")]
fn with_streams(input: &str, output: &str) -> (String, Option<i32>) {
    use std::fs::File;
    use std::process::{Command, Stdio};
    let input = File::open(input).expect("can be opened");
    let output = File::options().write(true).open(output).expect("opens");
    let run = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .expect("the binary runs");
    let said = String::from_utf8(run.stderr).expect("UTF-8");
    (said, run.status.code())
}

#[cfg(target_os = "linux")]
#[test]
fn standard_input_that_cannot_be_read_is_an_error() {
    let (said, status) = with_streams(".", "/dev/null");
    assert_eq!(said, "error: `<stdin>` cannot be read: is a directory\n");
    assert_eq!(status, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let commands = folder.path().join("commands.txt");
    std::fs::write(&commands, "dump\ndump\n").expect("can be written");
    let (said, status) = with_streams(commands.to_str().expect("a name"), "/dev/full");
    assert_eq!(
        said,
        "error: the output cannot be written: no storage space\n"
    );
    assert_eq!(status, Some(2));
}

/// A command that changes something is written whole, so that garbage does not cost the game.
#[test]
fn the_beginning_of_a_name_is_enough_only_to_look() {
    for dialect in ["2008", "2016", "2022"] {
        let looks = "he; hel undo; HEL dump; du; d; f; boa; leg; ev; sol 1";
        assert_eq!(messages(dialect, looks), "", "{dialect}");
    }
    assert_snapshot!(messages("2022", "n; c; a; p; e; u; man blue; bloc d4; st; qui; ex; l; ver"), @"
    error: expected a command, found `n`
      help: did you mean `new`? a command that changes something is not shortened
    error: expected a command, found `c`
      help: did you mean `clear`? a command that changes something is not shortened
    error: `a` could be auto or analyze
    error: `p` could be pass or position
    error: `e` could be eval or exit
    error: expected a command, found `u`
      help: did you mean `undo`? a command that changes something is not shortened
    error: expected a command, found `man`
      help: did you mean `manual`? a command that changes something is not shortened
    error: expected a command, found `bloc`
      help: did you mean `block`? a command that changes something is not shortened
    error: expected a command, found `st`
      help: did you mean `start`? a command that changes something is not shortened
    error: `qui` could be quit or quiet
    error: expected a command, found `ex`
      help: did you mean `exit`? a command that changes something is not shortened
    error: `l` could be load or legal
    error: expected a command, found `ver`
      help: did you mean `verbose`? a command that changes something is not shortened
    ");
    assert_snapshot!(messages("2008", "bloc a; BLO b; block c; col blue; aut; l; see 4; p; u; q"), @"
    error: expected a command, found `bloc`
      help: did you mean `blocks`? a command that changes something is not shortened
    error: expected a command, found `BLO`
      help: did you mean `blocks`? a command that changes something is not shortened
    error: expected a command, found `block`
      help: did you mean `blocks`?
      help: `block` is a command of dialect 2016 and 2022; this is 2008
    error: expected a command, found `col`
      help: did you mean `color`? a command that changes something is not shortened
    error: expected a command, found `aut`
      help: did you mean `auto`? a command that changes something is not shortened
    error: `l` could be load or legal
    error: expected a command, found `see`
      help: did you mean `seed`? a command that changes something is not shortened
    error: `p` could be pass or position
    error: expected a command, found `u`
      help: did you mean `undo`? a command that changes something is not shortened
    error: `q` could be quit or quiet
    ");
}

#[test]
fn help_marks_commands_outside_the_document() {
    for (line, extra) in [("help -", false), ("help undo", true), ("help dump", false)] {
        let run = ataxx(&["--dialect", "2016"], line);
        let says_so = run.stdout.contains("Not in the 2016 document.");
        assert_eq!(says_so, extra, "{}", run.stdout);
    }
}

#[test]
fn commands_of_other_programs_get_suggestions() {
    assert_snapshot!(messages("2022", "?; help ?; a7b7; A7B7; a7 b7; a7b7c7; exit now"), @"
    error: expected a command, found `?`
      help: did you mean `help`?
    error: expected a command, found `?`
      help: did you mean `help`?
      help: usage: help [COMMAND]
    error: expected `-` and the square that a7 goes to, found `b7`
      help: did you mean `a7-b7`?
    error: expected `-` and the square that a7 goes to, found `B7`
      help: did you mean `a7-b7`?
    error: expected `-` and the square that a7 goes to, found `b7`
      help: did you mean `a7-b7`?
    error: expected `-` and the square that a7 goes to, found `b7c7`
    error: expected nothing more, found `now`
      help: usage: quit
    ");
    let run = ataxx(&[], "exit\nboard");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
}

#[test]
fn moves_with_other_dashes_and_blanks() {
    assert_snapshot!(messages("2022", "a7‐b7; a7—b7; a7 - b7; a7- b7; a7 b7; a7-; -b7; a7-ä7"), @"
    error: expected `-` and the square that a7 goes to, found `‐b7`
      help: squares are joined by a plain hyphen
      help: column 3: U+2010 (`‐`, not `-`)
    error: expected `-` and the square that a7 goes to, found `—b7`
      help: squares are joined by a plain hyphen
      help: column 4: U+2014 (`—`, not `-`)
    error: expected `-` and the square that a7 goes to, found `-`
      help: a move is written without blanks
    error: expected a square, a1 to g7
      help: a move is written without blanks
    error: expected `-` and the square that a7 goes to, found `b7`
      help: did you mean `a7-b7`?
    error: expected a square, a1 to g7
    error: expected nothing more, found `b7`
    error: `ä7` is not a square: expected a file a to g and a rank 1 to 7
    ");
}
