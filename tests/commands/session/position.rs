//! `position`, `legal`, `hint`, `eval`, `solve` and `analyze`, and what `board` prints read back.

use crate::common::{ataxx, reserved_word_broken};
use insta::assert_snapshot;

/// Blue forces a win in three plies.
const WON: &str = "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr b 1";

fn output(dialect: &str, lines: &str) -> String {
    let args = ["--dialect", dialect, "--nodes", "500"];
    let run = ataxx(&args, lines.replace("; ", "\n"));
    format!("{}--- stderr\n{}", run.stdout, run.stderr)
}

#[test]
fn a_position_is_put_on_the_board() {
    let fen = "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4";
    assert_snapshot!(output("2022", &format!("manual blue; a7-b7; position {fen}; fen; undo; g7-f7; fen")), @"
    x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4
    x4oo/7/2-1-2/7/2-1-2/7/o5x x 0 5
    --- stderr
    error: there is no move to take back
     --> <stdin>:5:1
      |
    5 | undo
      | ^^^^
    ");
    assert_snapshot!(output("2016", &format!("manual blue; position {fen}; start; fen; position start; board")), @"
    x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4
    7  r - - - - - b
    6  - - - - - - -
    5  - - X - X - -
    4  - - - - - - -
    3  - - X - X - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Blue to move; 3 jumps in a row
    --- stderr
    error: `position` belongs to the set-up state; this is the playing state
     --> <stdin>:5:1
      |
    5 | position start
      | ^^^^^^^^
      |
      = help: `clear` abandons the game and returns to set-up
    ");
    assert_snapshot!(output("2008", &format!("position {fen}; fen; position start; fen")), @"
    x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4
    x5o/7/7/7/7/7/o5x x 0 1
    --- stderr
    ");
}

#[test]
fn the_side_to_move_is_read_or_assumed() {
    let rows = "r-----b/-------/-------/-------/-------/-------/b-----r";
    assert_snapshot!(output("2022", &format!("manual blue; position {rows}; fen; position {rows} b 2; fen")), @"
    x5o/7/7/7/7/7/o5x x 0 1
    x5o/7/7/7/7/7/o5x o 2 1
    --- stderr
    warning: the text does not say which side is to move: Red is assumed (`x` or `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line that `board` prints below a board)
    ");
}

#[test]
fn a_finished_position_has_its_result() {
    assert_snapshot!(output("2022", "position xxxxxxx/7/7/7/7/7/7 x; legal; hint; eval; solve; analyze; new; position 7/7/7/7/7/7/7 x; hint; eval; solve; analyze"), @"
    * Red wins.
    none: the game is over
    the game is over, Red has won
    the game is over, Red has won
    the game is over, Red has won
    the game is over, Red has won
    * Draw.
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    --- stderr
    ");
}

#[test]
fn bad_positions_change_nothing() {
    assert_snapshot!(output("2022", "position; position x5o; position @; position @nothing.txt; position @src; position @Makefile; fen"), @"
    x5o/7/7/7/7/7/o5x x 0 1
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`
     --> <stdin>:1:9
      |
    1 | position
      |         ^
      |
      = help: usage: position FEN
    error: expected `/` and rank 6, found the end
     --> <stdin>:2:13
      |
    2 | position x5o
      |             ^
      |
      = help: a FEN has seven ranks, 7 to 1, with `/` between them
      = help: usage: position FEN
    error: expected the name of a file, found the end
     --> <stdin>:3:11
      |
    3 | position @
      |           ^
      |
      = help: usage: position FEN
    error: there is no file `nothing.txt`
     --> <stdin>:4:10
      |
    4 | position @nothing.txt
      |          ^^^^^^^^^^^^
    error: `src` is a folder, not a file
     --> <stdin>:5:10
      |
    5 | position @src
      |          ^^^^
    error: `Makefile`, line 2: expected a position: a FEN, a dump, Reloaded rows or `start`; found `CARGO`
     --> <stdin>:6:10
      |
    6 | position @Makefile
      |          ^^^^^^^^^
    ");
}

#[test]
fn boards_and_dumps_in_files_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let board = ataxx(&["--dialect", "2016"], "a7-b7\na1-c1\nboard").stdout;
    std::fs::write(path("board"), &board).expect("written");
    let dump = ataxx(&[], "dump").stdout;
    std::fs::write(path("dump"), &dump).expect("written");
    let lines = format!(
        "manual blue\nposition @{}\nfen\nboard\nposition @{}\nfen",
        path("board"),
        path("dump")
    );
    let run = ataxx(&[], lines);
    let bare = board.replace(['[', ']', '(', ')'], " ");
    let fen = "xx4o/7/7/7/7/7/2o3x x 1 1\n";
    assert_eq!(run.stdout, format!("{fen}{bare}x5o/7/7/7/7/7/o5x x 0 1\n"));
    assert_eq!(
        run.stderr.matches("Red is assumed").count(),
        1,
        "{}",
        run.stderr
    );
}

#[test]
fn questions_are_answered() {
    assert_snapshot!(output("2022", "manual blue; legal; hint; eval; analyze; solve 1"), @"
    a7-a5 a7-a6 a7-b5 a7-b6 a7-b7 a7-c5 a7-c6 a7-c7
    g1-e1 g1-e2 g1-e3 g1-f1 g1-f2 g1-f3 g1-g2 g1-g3
    hint: g1-f2
    Red is expected to end 0.2 pieces ahead; Red's chances: 51 %
    1  +0.4  g1-f2 a1-b2 a7-b6
    2  +0.4  a7-b6 a1-b2 g1-f2
    3  +0.1  a7-a6 a1-b2 g1-f2
    Red is expected to end 0.4 pieces ahead; Red's chances: 52 %
    depth 3, 3,719 positions
    neither side forces a win within 1 ply
    --- stderr
    ");
    assert_snapshot!(output("2022", &format!("manual blue; position {WON}; solve 3; hint; eval; solve 0; solve x; solve 5001; hint now")), @"
    Blue forces a win in 3 plies, and no sooner
    line: e4-d5 f5-g7 e4-f5
    hint: e4-d5
    Blue forces a win within 3 plies
    --- stderr
    error: expected a number of plies from 1 to 5000, found `0`
     --> <stdin>:6:7
      |
    6 | solve 0
      |       ^
      |
      = help: usage: solve [PLIES]
    error: expected a number of plies from 1 to 5000, found `x`
     --> <stdin>:7:7
      |
    7 | solve x
      |       ^
      |
      = help: usage: solve [PLIES]
    error: expected a number of plies from 1 to 5000, found `5001`
     --> <stdin>:8:7
      |
    8 | solve 5001
      |       ^^^^
      |
      = help: usage: solve [PLIES]
    error: expected nothing more, found `now`
     --> <stdin>:9:6
      |
    9 | hint now
      |      ^^^
      |
      = help: usage: hint
    ");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my game.txt");
    let path = path.display();
    let saved = ataxx(
        &[],
        format!("manual blue\na7-b7\ng7-f7\nsave {path}\na7-a6\nsave {path}"),
    );
    assert_eq!((saved.stdout.as_str(), saved.stderr.as_str()), ("", ""));
    let loaded = ataxx(
        &[],
        format!("manual blue\nload {path}\nfen\nundo\nundo\nfen"),
    );
    assert_eq!(
        loaded.stdout,
        "xx3oo/x6/7/7/7/7/o5x o 0 2\nxx4o/7/7/7/7/7/o5x o 0 1\n"
    );
    assert_eq!(loaded.stderr, "");
    // The rules of 2008 have another limit on jumps.
    let other = ataxx(&["--dialect", "2008"], format!("load {path}\nfen"));
    assert_snapshot!(other.stderr.replace(&path.to_string(), "FILE"), @"
    error: `FILE`, line 1: the game is played by the rules 2022, and the session by 2008
     --> <stdin>:1:6
      |
    1 | load FILE
      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
    assert_eq!(other.stdout, "x5o/7/7/7/7/7/o5x x 0 1\n");
    let before = std::fs::read_to_string(folder.path().join("my game.txt")).expect("a file");
    std::fs::write(
        folder.path().join("bad.game"),
        before.replace("a7-a6", "a7-h9"),
    )
    .expect("written");
    std::fs::write(folder.path().join("notes"), "not a record").expect("written");
    let two = format!("{before}\n{before}");
    std::fs::write(folder.path().join("two"), &two).expect("written");
    let named = format!("red: Ada\n{before}");
    std::fs::write(folder.path().join("named"), &named).expect("written");
    let lines = format!(
        "load {0}/bad.game\nload {0}/two\nsave {0}/two\nsave {0}/named\nsave {0}/notes\nsave {0}\nsave {0}/none/x\nsave",
        folder.path().display()
    );
    let refused = ataxx(&[], lines)
        .stderr
        .replace(&folder.path().display().to_string(), "DIR");
    let errors: Vec<&str> = refused
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_snapshot!(errors.join("\n"), @"
    error: `DIR/bad.game`, line 4: `h9` is not a square: files run from a to g
    error: `DIR/two`, line 1: expected one game, found 2
    error: `DIR/two` cannot be written: there is a record with names, comments or other games, which would be lost
    error: `DIR/named` cannot be written: there is a record with names, comments or other games, which would be lost
    error: `DIR/notes` cannot be written: there is a file that is no game record
    error: `DIR` cannot be written: `DIR` is a folder, not a file
    error: `DIR/none/x` cannot be written: there is no such folder
    error: expected the name of a file, found the end
    ");
    for (file, text) in [("notes", "not a record"), ("two", &two), ("named", &named)] {
        let kept = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        assert_eq!(kept, text);
    }
}

/// Only a person's session keeps its game.
#[test]
fn nothing_is_saved_when_the_input_is_a_pipe() {
    let home = tempfile::tempdir().expect("a folder");
    let output = assert_cmd::Command::cargo_bin("ataxx")
        .expect("built")
        .env("XDG_STATE_HOME", home.path())
        .env("HOME", home.path())
        .write_stdin("a7-b7\nhint\n")
        .output()
        .expect("it runs");
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(home.path()).expect("a folder").count(), 0);
}

#[test]
fn the_documents_commands_keep_their_beginnings() {
    assert_snapshot!(output("2016", "h dump; l; p; s; leg; hi; posit start"), @"
      dump            print the board for programs to read
    a7-a5 a7-a6 a7-b5 a7-b6 a7-b7 a7-c5 a7-c6 a7-c7
    g1-e1 g1-e2 g1-e3 g1-f1 g1-f2 g1-f3 g1-g2 g1-g3
    hint: g1-f2
    --- stderr
    error: `l` could be load or legal
     --> <stdin>:2:1
      |
    2 | l
      | ^
    error: `p` could be pass or position
     --> <stdin>:3:1
      |
    3 | p
      | ^
    error: `s` could be start or seed or skill or save or solve
     --> <stdin>:4:1
      |
    4 | s
      | ^
    error: expected a command, found `posit`
     --> <stdin>:7:1
      |
    7 | posit start
      | ^^^^^
      |
      = help: did you mean `position`? a command that changes something is not shortened
    ");
}

#[test]
fn questions_about_a_drawn_game_use_no_reserved_word() {
    let mut shown = String::new();
    for dialect in ["2022", "2016", "2008"] {
        let lines = "position 7/7/7/7/7/7/7 x\nhint\neval\nsolve\nanalyze\n";
        let run = ataxx(&["--dialect", dialect], lines.to_owned());
        let broken = reserved_word_broken(dialect, &run.stdout, &run.stderr);
        assert_eq!(broken, None, "{}", run.stdout);
        shown += &run.stdout;
    }
    assert_snapshot!(shown, @"
    * Draw.
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    the game is over, neither side has won
    ");
}

#[test]
fn a_long_search_for_a_win_is_finished() {
    let board = "-rrrbbb/rrrrbbb/bbrXrrb/--XbXrb/bbbXrrb/bbrrrrb/--rrrrb r 1";
    let shown = output("2022", &format!("manual blue; position {board}; solve 11"));
    assert_snapshot!(shown, @"
    Red forces a win in 11 plies, and no sooner
    line: c5-b4 a2-a4 c1-a2 a5-a7 c3-a5 d4-c3 a2-b1 b3-c1 a2-b3 c1-a1 c2-c1
    --- stderr
    ");
}

#[test]
fn as_many_plies_as_a_search_may_have() {
    assert_snapshot!(output("2022", "position xxxxxxx/7/7/7/7/7/7 x; solve 5000"), @"
    * Red wins.
    the game is over, Red has won
    --- stderr
    ");
}
