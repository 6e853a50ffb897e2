//! `ataxx perft` as a person and a script see it.

use crate::screen::screen;

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
        (
            &["--rules", "Reloaded,jumps=20+21+22,stuck=award"],
            &[16, 256, 6460, 155_888],
        ),
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
        &["--hash", "65536"],
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
    error: invalid value 'start' for '<DEPTH>': expected a whole number

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
    error: invalid value '--json' for '--moves <MOVES>': expected a value, found an option

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
    error: invalid value 'much' for '--hash <MB>': expected a whole number

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
      <DEPTH>     Depth in plies
      [POSITION]  A FEN, a dump, Reloaded rows, `start`, `-` (standard input) or `@FILE` [default:
                  start]

    Options:
          --moves <MOVES>        Moves to play from the position, such as "a7-b7 a1-a2"
          --rules <RULES>        Rules to play by: a name, or a name with settings such as
                                 `2022,jump-limit=40` [default: uai] [possible values: 2008, 2016, 2022,
                                 uai, reloaded]
          --divide               Also print the number of leaves below each first move
          --by-origin            Count an extend once for each neighbour it can come from instead of
                                 once for its destination
          --hash <MB>            Size of the table of counts in MiB, at most 65536; 0 for none [default:
                                 64]
          --threads <N>          Number of threads [default: 1]
          --notation <NOTATION>  Notation of moves in the output [default: berkeley] [possible values:
                                 berkeley, uai, reloaded]
          --json                 Print a JSON object with `position`, `depth`, `nodes` and `seconds`
          --batch <FILE>         Process a file of positions, one per line, optionally followed by `; id
                                 NAME`, and print a line of JSON for each; `-` is standard input
          --shard <PART/PARTS>   Process one part of the lines: `2/5` is the second of five; `ataxx
                                 merge` combines the outputs
          --color <WHEN>         When to use colours [default: auto] [possible values: auto, always,
                                 never]
      -h, --help                 Print help (see more with '--help')

    Examples:
      ataxx perft 5
          count from the start position
      ataxx perft 4 "x5o/7/3-3/7/3-3/7/o5x x 0 1" --divide
          count below each first move
      ataxx perft 6 --batch positions.txt --threads 4
          count for every line of a file

    Exit status:
      0   success
      1   a line of --batch is no position
      2   bad command line, or a file that cannot be used
      6   a fault of ataxx itself
      130 stopped by Ctrl-C (128 and the number of the signal)
    --- exit 0
    "#);
}
