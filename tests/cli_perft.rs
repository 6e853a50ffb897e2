//! `ataxx perft` as a person and a script see it, and the POSITION argument, which
//! it shares with other commands.

mod screen;

use screen::{screen, screen_in};

/// A screen of nothing but one number.
fn count(args: &[&str]) -> u64 {
    let shown = screen(args, "");
    shown
        .strip_suffix("\n--- exit 0\n")
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{args:?}: {shown}"))
}

#[test]
fn the_figures_of_the_specification() {
    let figures: &[(&[&str], &[u64])] = &[
        (&[], &[16, 256, 6460, 155_888, 4_752_668, 141_865_520]),
        (&["--rules", "2016"], &[16, 256, 6460, 155_888, 4_752_668]),
        (&["--rules", "2022"], &[16, 256, 6460, 155_888, 4_752_668]),
        (
            &["--by-origin"],
            &[16, 256, 6652, 165_656, 5_313_188, 167_553_060],
        ),
        (&["--rules", "reloaded"], &[16, 252, 5360, 111_072]),
        (&["x5o/7/7/3-3/7/7/o5x x 0 1"], &[16, 256, 6332, 150_152]),
        (
            &["x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1"],
            &[12, 144, 2600, 45_234],
        ),
        (
            &["7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"],
            &[1, 75, 249, 14_270, 452_980],
        ),
        (
            &["7/7/7/7/-------/-------/x5o x 0 1"],
            &[2, 4, 13, 30, 73, 174],
        ),
        (
            &["x5o/7/7/7/7/7/o5x x 99 50"],
            &[16, 96, 2336, 57_676, 1_853_056],
        ),
    ];
    for (args, leaves) in figures {
        for (depth, &leaves) in (1..).zip(*leaves) {
            let depth = format!("{depth}");
            let args = [&["perft", &depth], *args].concat();
            assert_eq!(count(&args), leaves, "{args:?}");
        }
    }
}

#[test]
fn how_it_counts_does_not_change_the_count() {
    let ways: [&[&str]; 4] = [
        &["--hash", "0"],
        &["--hash", "1"],
        &["--hash", "99999999999999999"],
        &["--threads", "3", "--hash", "1"],
    ];
    for way in ways {
        assert_eq!(count(&[&["perft", "5"], way].concat()), 4_752_668);
    }
}

#[test]
fn depth_0_is_one_leaf() {
    assert_eq!(count(&["perft", "0"]), 1);
    insta::assert_snapshot!(screen(&["perft", "0", "--divide"], ""), @"
    total: 1
    --- exit 0
    ");
    insta::assert_snapshot!(screen(&["perft", "0", "--divide", "--json"], ""), @r#"
    {"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":0,"nodes":1,"seconds":_,"divide":[]}
    --- exit 0
    "#);
}

#[test]
fn a_finished_game_has_no_leaves() {
    insta::assert_snapshot!(screen(&["perft", "3", "--divide", "x6/7/7/7/7/7/7 o"], ""), @"
    total: 0
    --- exit 0
    ");
}

#[test]
fn divide() {
    insta::assert_snapshot!(screen(&["perft", "3", "--divide"], ""), @"
    a7-a5: 349
    a7-a6: 368
    a7-b5: 429
    a7-b6: 432
    a7-b7: 368
    a7-c5: 506
    a7-c6: 429
    a7-c7: 349
    g1-e1: 349
    g1-e2: 429
    g1-e3: 506
    g1-f1: 368
    g1-f2: 432
    g1-f3: 429
    g1-g2: 368
    g1-g3: 349
    total: 6460
    --- exit 0
    ");
}

#[test]
fn divide_by_origin() {
    let args = ["perft", "2", "--divide", "--by-origin"];
    insta::assert_snapshot!(screen(&[&args[..], &["xx5/7/7/7/7/7/6o x"]].concat(), ""), @"
    a7-a5: 8
    a7-a6: 8
    a7-b5: 8
    a7-b6: 8
    a7-c5: 8
    a7-c6: 8
    a7-c7: 8
    b7-a5: 8
    b7-a6: 8
    b7-b5: 8
    b7-b6: 8
    b7-c5: 8
    b7-c6: 8
    b7-c7: 8
    b7-d5: 8
    b7-d6: 8
    b7-d7: 8
    total: 136
    --- exit 0
    ");
}

#[test]
fn divide_in_other_notations() {
    let args = [
        "perft",
        "1",
        "x-5/--5/7/7/7/7/6o x",
        "--divide",
        "--notation",
    ];
    insta::assert_snapshot!(screen(&[&args[..], &["uai"]].concat(), ""), @"
    a7a5: 1
    a7b5: 1
    a7c5: 1
    a7c6: 1
    a7c7: 1
    total: 5
    --- exit 0
    ");
    insta::assert_snapshot!(screen(&[&args[..], &["Reloaded"]].concat(), ""), @"
    0:0:0:2:: 1
    0:0:1:2:: 1
    0:0:2:0:: 1
    0:0:2:1:: 1
    0:0:2:2:: 1
    total: 5
    --- exit 0
    ");
    insta::assert_snapshot!(screen(&[&args[..], &["berkely"]].concat(), ""), @"
    --- stderr
    error: invalid value 'berkely' for '--notation <NOTATION>'
      [possible values: berkeley, uai, reloaded]

      tip: a similar value exists: 'berkeley'

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn a_forced_pass_is_a_move() {
    let stuck = "x--4/---4/---4/7/7/7/6o x";
    insta::assert_snapshot!(screen(&["perft", "2", "--divide", stuck], ""), @"
    -: 8
    total: 8
    --- exit 0
    ");
}

#[test]
fn json() {
    insta::assert_snapshot!(screen(&["perft", "5", "--json"], ""), @r#"
    {"position":"x5o/7/7/7/7/7/o5x x 0 1","depth":5,"nodes":4752668,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen(
        &[
            "perft",
            "2",
            "--json",
            "--divide",
            "7/7/7/7/-------/-------/x5o x 0 1"
        ],
        ""
    ), @r#"
    {"position":"7/7/7/7/-------/-------/x5o x 0 1","depth":2,"nodes":4,"seconds":_,"divide":[{"move":"a1-b1","nodes":2},{"move":"a1-c1","nodes":2}]}
    --- exit 0
    "#);
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
    assert_eq!(counted("@d4.txt", ""), "6332\n--- exit 0\n");
    assert_eq!(counted("-", dump), "6332\n--- exit 0\n");
    assert_eq!(counted("@-", dump), "13\n--- exit 0\n");
    assert_eq!(counted("start", ""), "6460\n--- exit 0\n");
    let fen = "x5o/7/7/3-3/7/7/o5x x 0 1";
    assert_eq!(counted(fen, ""), "6332\n--- exit 0\n");
    let rows = "r-----b/-------/-------/---X---/-------/-------/b-----r";
    assert_eq!(counted(rows, ""), "6332\n--- exit 0\n");
    let reloaded = "1:0:0:0:0:0:2: 0:0:0:0:0:0:0: 0:0:0:0:0:0:0: 0:0:0:0:0:0:0: \
        0:0:0:0:0:0:0: 0:0:0:0:0:0:0: 2:0:0:0:0:0:1:";
    assert_eq!(counted(reloaded, ""), "6460\n--- exit 0\n");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    assert_eq!(count(&["perft", "1", "------x/------o/7/7/7/7/7 x"]), 3);
    assert_eq!(
        count(&[
            "perft",
            "1",
            "------r/------b/-------/-------/-------/-------/-------"
        ]),
        7
    );
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
    insta::assert_snapshot!(screen(
        &[
            "perft",
            "1",
            "--json",
            "x--4/---4/---4/7/7/7/6o x",
            "--moves",
            "- G1-f1 pass 0000"
        ],
        ""
    ), @"
    --- stderr
    error: move 4, `0000`: Blue may pass only without any other move
     --> <moves>:1:14
      |
    1 | - G1-f1 pass 0000
      |              ^^^^
      |
      = help: f1-e1 is possible, for example
      = help: it was tried in x--4/---4/---4/7/7/7/5oo o 1 2
    --- exit 2
    ");
}

#[test]
fn moves_that_are_refused() {
    let refused =
        |rules: &str, moves: &str| screen(&["perft", "1", "--rules", rules, "--moves", moves], "");
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
    insta::assert_snapshot!(refused("reloaded", "0:0:1:7:"), @"
    --- stderr
    error: expected a row from 0 to 6, found `7`
     --> <moves>:1:7
      |
    1 | 0:0:1:7:
      |       ^
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
    insta::assert_snapshot!(screen(
        &["perft", "1", "xo5/7/7/7/7/7/7 x", "--moves", "a7-b6 b7-b6"],
        ""
    ), @"
    --- stderr
    error: move 2, `b7-b6`: the game is over
     --> <moves>:1:7
      |
    1 | a7-b6 b7-b6
      |       ^^^^^
      |
      = help: it was tried in xx5/1x5/7/7/7/7/7 o 0 1
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
    --- stderr
    error: expected the side to move, `x` or `o`, found the end
     --> <position>:1:18
      |
    1 | x5o/7/7/7/7/7/o5x
      |                  ^
    --- exit 2
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
    error: `binary` is not a text file
    --- exit 2
    ");
    insta::assert_snapshot!(refused("@latin.txt"), @"
    --- stderr
    error: expected `x`, `o`, `-` or a digit from 1 to 7, found `�`
     --> latin.txt:1:7
      |
    1 | x5o/7/�/7/7/7/o5x x 0 1
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
    error: `` is a folder, not a file
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
fn a_fen_that_nobody_quoted() {
    let args = |rest: &[&'static str]| [&["perft", "5"], rest].concat();
    insta::assert_snapshot!(screen(
        &args(&["x5o/7/7/7/7/7/o5x", "x", "0", "1", "--json"]),
        ""
    ), @"
    --- stderr
    error: there is something left after the position
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
    error: there is something left after the position
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
    error: there is something left after the position
     --> <position>:1:7
      |
    1 | start again
      |       ^^^^^
    --- exit 2
    ");
}

#[test]
fn command_lines_that_are_refused() {
    let refused = |args: &[&'static str]| screen(&[&["perft"], args].concat(), "");
    insta::assert_snapshot!(refused(&[]), @"
    --- stderr
    error: the following required arguments were not provided:
      <DEPTH>

    Usage: ataxx perft <DEPTH> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["start"]), @"
    --- stderr
    error: invalid value 'start' for '<DEPTH>': invalid digit found in string

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["256"]), @"
    --- stderr
    error: invalid value '256' for '<DEPTH>': 256 is not in 0..=255

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "--dived"]), @"
    --- stderr
    error: unexpected argument '--dived' found

      tip: a similar argument exists: '--divide'

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "start", "-q"]), @"
    --- stderr
    error: unexpected argument '-q' found

      tip: to pass '-q' as a value, use '-- -q'

    Usage: ataxx perft [OPTIONS] <DEPTH> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "--moves", "--json"]), @"
    --- stderr
    error: invalid value '--json' for '--moves <MOVES>': an option stands where a value is needed

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "--rules", "2020"]), @"
    --- stderr
    error: invalid value '2020' for '--rules <RULES>'
      [possible values: 2008, 2016, 2022, uai, reloaded]

      tip: a similar value exists: '2022'

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "--threads", "0"]), @"
    --- stderr
    error: invalid value '0' for '--threads <N>': 0 is not in 1..=1024

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["3", "--hash", "much"]), @"
    --- stderr
    error: invalid value 'much' for '--hash <MB>': invalid digit found in string

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn help() {
    insta::assert_snapshot!(screen(&["perft", "-h"], ""), @r#"
    Count the leaves of the game tree, to check a move generator

    Usage: ataxx perft [OPTIONS] <DEPTH> [POSITION]

    Arguments:
      <DEPTH>     How many plies deep to count
      [POSITION]  A FEN, `start`, `-` (standard input) or `@FILE`; a dump and Reloaded rows are
                  recognised too [default: start]

    Options:
          --moves <MOVES>        Moves to play on from the position, such as "a7-b7 a1-a2"
          --rules <RULES>        The rules to play by [default: uai] [possible values: 2008, 2016, 2022,
                                 uai, reloaded]
          --divide               Show the leaves below each first move too
          --by-origin            Count an extend once for each neighbour it can come from, not once for
                                 its destination
          --hash <MB>            Remember counts in a table of at most so many MiB; 0 is none [default:
                                 64]
          --threads <N>          How many threads to count with [default: 1]
          --notation <NOTATION>  The notation of the first moves [default: berkeley] [possible values:
                                 berkeley, uai, reloaded]
          --json                 Print a JSON object with `position`, `depth`, `nodes` and `seconds`
          --batch <FILE>         Answer each line of a file (a position, optionally `; id NAME`) with a
                                 line of JSON; `-` is standard input
          --color <WHEN>         When to use colours [default: auto] [possible values: auto, always,
                                 never]
      -h, --help                 Print help (see more with '--help')
    --- exit 0
    "#);
}
