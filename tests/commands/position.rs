//! The POSITION argument and `--moves`, here with `ataxx perft`; other commands
//! share them.

use crate::screen::{screen, screen_in};

/// An option for games, say, is not ignored where there is no game.
#[test]
fn options_that_need_another_are_refused_where_that_cannot_be() {
    let messages = [
        "convert --to fen --moves a7-b7 --ply 1",
        "convert --to fen start --number 1",
        "convert --to fen --batch - --ply 1",
        "convert --to fen --rules 2022 --number 1",
        "analyze start --plot a.svg",
        "analyze --batch - --plot a.svg",
        "analyze --moves a7-b7 --number 2",
        "solve --batch - --certify-distance",
        "match --player ai --player ai --opening-plies 2 --opening-order random",
        "grade class --dry-run --resume",
        "test --list --report csv=a.csv",
        "test --bless --write a",
    ]
    .map(|line| {
        let args: Vec<&str> = line.split(' ').collect();
        let shown = screen(&args, "");
        assert!(shown.ends_with("--- exit 2\n"), "{line}: {shown}");
        let error = shown.lines().nth(1).expect("an error");
        error.to_owned()
    });
    insta::assert_snapshot!(messages.join("\n"), @"
    error: the argument '--moves <MOVES>' cannot be used with '--ply <N>'
    error: the argument '[POSITION]' cannot be used with '--number <N>'
    error: the argument '--batch <FILE>' cannot be used with '--ply <N>'
    error: the argument '--rules <RULES>' cannot be used with '--number <N>'
    error: the argument '[POSITION]' cannot be used with '--plot <FILE>'
    error: the argument '--batch <FILE>' cannot be used with '--plot <FILE>'
    error: the argument '--moves <MOVES>' cannot be used with '--number <N>'
    error: the argument '--batch <FILE>' cannot be used with '--certify-distance'
    error: the argument '--opening-plies <N>' cannot be used with '--opening-order <ORDER>'
    error: the argument '--dry-run' cannot be used with '--resume'
    error: the argument '--list' cannot be used with '--report <KIND=FILE>'
    error: the argument '--bless...' cannot be used with '--write <DIR>'
    ");
}

#[test]
fn a_position_can_come_from_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let dump = "\u{feff}# a comment\r\n===\r\n  r - - - - - b\r\n  - - - - - - -\r\n  \
        - - - - - - -\r\n\r\n  - - - X - - -   # a block\r\n  - - - - - - -\r\n  \
        - - - - - - -\r\n  b - - - - - r\r\n===\r\n";
    std::fs::write(folder.path().join("d4.txt"), dump).expect("a file");
    std::fs::write(folder.path().join("-"), "7/7/7/7/-------/-------/x5o x 0 1").expect("a file");
    let counted =
        |position, input: &str| screen_in(folder.path(), &["perft", "3", position], input);
    let assumed = "6332\n--- stderr\nwarning: the text does not say which side is to move: Red is \
        assumed (`x` or `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line that `board` prints below \
        a board)\n--- exit 0\n";
    assert_eq!(counted("@d4.txt", ""), assumed);
    assert_eq!(counted("-", dump), assumed);
    assert_eq!(counted("-", &format!("{dump}b 3")), "6332\n--- exit 0\n");
    assert_eq!(counted("@-", dump), "13\n--- exit 0\n");
    assert_eq!(counted("start", ""), "6460\n--- exit 0\n");
    let fen = "x5o/7/7/3-3/7/7/o5x x 0 1";
    assert_eq!(counted(fen, ""), "6332\n--- exit 0\n");
    let rows = "r-----b/-------/-------/---X---/-------/-------/b-----r r";
    assert_eq!(counted(rows, ""), "6332\n--- exit 0\n");
    let reloaded = "1:0:0:0:0:0:2: 0:0:0:0:0:0:0: 0:0:0:0:0:0:0: 0:0:0:0:0:0:0: \
        0:0:0:0:0:0:0: 0:0:0:0:0:0:0: 2:0:0:0:0:0:1:";
    assert_eq!(counted(reloaded, ""), "6460\n--- exit 0\n");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let counted = |position| screen(&["perft", "1", position], "");
    assert_eq!(counted("------x/------o/7/7/7/7/7 x"), "3\n--- exit 0\n");
    let rows = "------r/------b/-------/-------/-------/-------/------- r";
    assert_eq!(counted(rows), "7\n--- exit 0\n");
}

#[test]
fn moves_lead_on_from_the_position() {
    insta::assert_snapshot!(screen(
        &[
            "perft",
            "1",
            "--json",
            "--moves",
            " a7-b7  a1c2 6:6:6:4:\tg6 "
        ],
        ""
    ), @r#"
    {"position":"xx4o/6o/7/7/6x/2o4/7 x 0 3","depth":1,"nodes":29,"seconds":_}
    --- exit 0
    "#);
    let same = [
        "a7-b7 a1-c2",
        "b7 a1c2",
        "P@b7 a1c2",
        "1. b7! a1c2",
        "1.a7b7 1...0:6:2:5:",
    ];
    for moves in same {
        let screen = screen(&["perft", "1", "--json", "--moves", moves], "");
        assert!(screen.contains("xx4o/7/7/7/7/2o4/6x x 1 2"), "{screen}");
    }
    insta::assert_snapshot!(screen(
        &[
            "perft",
            "1",
            "--json",
            "x--4/---4/---4/7/7/7/6o x",
            "--moves",
            "- G1-f1 PASS e1 null d1 a7a7"
        ],
        ""
    ), @r#"
    {"position":"x--4/---4/---4/7/7/7/3oooo o 1 4","depth":1,"nodes":31,"seconds":_}
    --- exit 0
    "#);
}

/// What comes of playing these moves from the start.
fn refused(rules: &str, moves: &str) -> String {
    screen(&["perft", "1", "--rules", rules, "--moves", moves], "")
}

#[test]
fn moves_that_are_not_legal() {
    insta::assert_snapshot!(refused("2022", "a7-b7 a1-a3 a7-b7"), @"
    --- stderr
    error: move 3, `a7-b7`: b7 is taken by a Red piece
     --> <moves>:1:16
      |
    1 | a7-b7 a1-a3 a7-b7
      |                ^^
      |
      = help: it was tried in xx4o/7/7/7/o6/7/6x x 1 2
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "a7-b7 a1-a4"), @"
    --- stderr
    error: move 2, `a1-a4`: a4 is out of reach from a1: a piece extends to a neighbouring square or jumps two squares away
     --> <moves>:1:10
      |
    1 | a7-b7 a1-a4
      |          ^^
      |
      = help: it was tried in xx4o/7/7/7/7/7/o5x o 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "a7-b7 b7-b6"), @"
    --- stderr
    error: move 2, `b7-b6`: the piece on b7 is Red, and it is Blue's turn
     --> <moves>:1:7
      |
    1 | a7-b7 b7-b6
      |       ^^
      |
      = help: it was tried in xx4o/7/7/7/7/7/o5x o 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "a7b7 d4d5"), @"
    --- stderr
    error: move 2, `d4d5`: no Blue piece is next to d5
     --> <moves>:1:8
      |
    1 | a7b7 d4d5
      |        ^^
      |
      = help: it was tried in xx4o/7/7/7/7/7/o5x o 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "d4"), @"
    --- stderr
    error: move 1, `d4`: no Red piece is next to d4
     --> <moves>:1:1
      |
    1 | d4
      | ^^
      |
      = help: it was tried in x5o/7/7/7/7/7/o5x x 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "-"), @"
    --- stderr
    error: move 1, `-`: Red may pass only without any other move
     --> <moves>:1:1
      |
    1 | -
      | ^
      |
      = help: g1-f1 is possible, for example
      = help: it was tried in x5o/7/7/7/7/7/o5x x 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("reloaded", "0:0:1:2:"), @"
    --- stderr
    error: move 1, `0:0:1:2:`: b5 is out of reach from a7 by these rules
     --> <moves>:1:1
      |
    1 | 0:0:1:2:
      | ^^^^^^^^
      |
      = help: it was tried in x5o/7/7/7/7/7/o5x x 0 1
    --- exit 2
    ");
    insta::assert_snapshot!(screen(
        &["perft", "1", "xo5/7/7/7/7/7/7 x", "--moves", "a7-a6 b7-b6"],
        ""
    ), @"
    --- stderr
    error: move 2, `b7-b6`: the game is over
     --> <moves>:1:7
      |
    1 | a7-a6 b7-b6
      |       ^^^^^
      |
      = help: it was tried in xx5/x6/7/7/7/7/7 o 0 1
    --- exit 2
    ");
}

#[test]
fn moves_that_are_none() {
    insta::assert_snapshot!(refused("2022", "a7-b7 a1_a2"), @"
    --- stderr
    error: expected `-` and the square that a1 goes to, found `_a2`
     --> <moves>:1:9
      |
    1 | a7-b7 a1_a2
      |         ^
      |
      = help: squares are joined by a plain hyphen
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "a7-b7 a1-h2"), @"
    --- stderr
    error: `h2` is not a square: files run from a to g
     --> <moves>:1:10
      |
    1 | a7-b7 a1-h2
      |          ^^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("2022", "moves"), @"
    --- stderr
    error: `mo` is not a square: expected a file a to g and a rank 1 to 7
     --> <moves>:1:1
      |
    1 | moves
      | ^^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("reloaded", "0:0:1:7:"), @"
    --- stderr
    error: expected a row from 0 to 6, found `7`
     --> <moves>:1:7
      |
    1 | 0:0:1:7:
      |       ^
    --- exit 2
    ");
}

#[test]
fn positions_that_are_refused() {
    let refused = |position: &str| screen(&["perft", "1", position], "");
    insta::assert_snapshot!(refused(""), @"
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`
     --> <position>:1:1
      |
    1 |
      | ^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("strat"), @"
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`; found `strat`
     --> <position>:1:1
      |
    1 | strat
      | ^^^^^
      |
      = help: did you mean `start`?
    --- exit 2
    ");
    insta::assert_snapshot!(refused("x5o/7/7/7/7/7 x 0 1"), @"
    --- stderr
    error: expected `/` and rank 1, found `x`
     --> <position>:1:14
      |
    1 | x5o/7/7/7/7/7 x 0 1
      |              ^
      |
      = help: a FEN has seven ranks, 7 to 1, with `/` between them
    --- exit 2
    ");
    insta::assert_snapshot!(refused("x5o/7/7/7/7/7/o5x"), @"
    16
    --- stderr
    warning: the text does not say which side is to move: Red is assumed (`x` or `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line that `board` prints below a board)
    --- exit 0
    ");
    insta::assert_snapshot!(refused("x5o/7/7/7/7/7/o5x x 65536 1"), @"
    --- stderr
    error: the count of consecutive jumps is at most 65535, found `65536`
     --> <position>:1:21
      |
    1 | x5o/7/7/7/7/7/o5x x 65536 1
      |                     ^^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("r-----b/-------"), @"
    --- stderr
    error: expected rank 5, found the end
     --> <position>:1:16
      |
    1 | r-----b/-------
      |                ^
      |
      = help: a board has seven ranks, 7 to 1
    --- exit 2
    ");
    insta::assert_snapshot!(refused("1:0:0:0:0:3:2:"), @"
    --- stderr
    error: expected `0:`, `1:` or `2:`, found `3:`
     --> <position>:1:11
      |
    1 | 1:0:0:0:0:3:2:
      |           ^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("x5o/7/\u{1b}[31m7/7/7/7/o5x x 0 1"), @"
    --- stderr
    error: expected `x`, `o`, `-` or a digit from 1 to 7, found `�`
     --> <position>:1:7
      |
    1 | x5o/7/␛[31m7/7/7/7/o5x x 0 1
      |       ^
      |
      = help: column 7: U+001B (escape)
    --- exit 2
    ");
}

#[test]
fn files_that_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    };
    write(
        "two.txt",
        b"# two\nx5o/7/7/7/7/7/o5x x 0 1\n\nx5o/7/7/7/7/7/o5x o 0 1\n",
    );
    write("rest.txt", b"x5o/7/7/7/7/7/o5x x 0 1\nrest\n");
    write("binary", b"x5o\0");
    write("latin.txt", b"x5o/7/\xe4/7/7/7/o5x x 0 1\n");
    write("empty", b"");
    write("\u{1b}[31m", b"strat");
    let refused = |position: &str| screen_in(folder.path(), &["perft", "1", position], "strat\n");
    insta::assert_snapshot!(refused("@two.txt"), @"
    --- stderr
    error: expected nothing more, found `x5o/7/7/7/7/7/o5x`
     --> two.txt:4:1
      |
    4 | x5o/7/7/7/7/7/o5x o 0 1
      | ^^^^^^^^^^^^^^^^^
      |
      = help: many positions, one a line, are read by --batch
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@rest.txt"), @"
    --- stderr
    error: expected nothing more, found `rest`
     --> rest.txt:2:1
      |
    2 | rest
      | ^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@binary"), @"
    --- stderr
    error: `binary` is not a text file: line 1, column 4 has U+0000 (NUL)
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@latin.txt"), @"
    --- stderr
    error: expected `x`, `o`, `-` or a digit from 1 to 7, found `ä`
     --> latin.txt:1:7
      |
    1 | x5o/7/ä/7/7/7/o5x x 0 1
      |       ^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@empty"), @"
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`
     --> empty:1:1
      |
    1 |
      | ^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@missing"), @"
    --- stderr
    error: there is no file `missing`
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@"), @"
    --- stderr
    error: the name of a file is missing after `@`
     --> <position>:1:2
      |
    1 | @
      |  ^
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@\u{1b}[31m"), @"
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`; found `strat`
     --> �[31m:1:1
      |
    1 | strat
      | ^^^^^
      |
      = help: did you mean `start`?
    --- exit 2
    ");
    insta::assert_snapshot!(refused("-"), @"
    --- stderr
    error: expected a position: a FEN, a dump, Reloaded rows or `start`; found `strat`
     --> <stdin>:1:1
      |
    1 | strat
      | ^^^^^
      |
      = help: did you mean `start`?
    --- exit 2
    ");
}

#[test]
fn an_unquoted_fen() {
    let args = |rest: &[&'static str]| [&["perft", "5"], rest].concat();
    insta::assert_snapshot!(screen(
        &args(&["x5o/7/7/7/7/7/o5x", "x", "0", "1", "--json"]),
        ""
    ), @"
    --- stderr
    error: unexpected argument after the position
     --> <position>:1:19
      |
    1 | x5o/7/7/7/7/7/o5x x 0 1
      |                   ^
      |
      = help: a position is one word to the shell: 'x5o/7/7/7/7/7/o5x x 0 1'
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&args(&["start", "a7-b7", "-"]), ""), @"
    --- stderr
    error: unexpected argument after the position
     --> <position>:1:7
      |
    1 | start a7-b7 -
      |       ^^^^^
      |
      = help: moves are an option: --moves 'a7-b7 -'
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&args(&["start", "again"]), ""), @"
    --- stderr
    error: unexpected argument after the position
     --> <position>:1:7
      |
    1 | start again
      |       ^^^^^
    --- exit 2
    ");
}
