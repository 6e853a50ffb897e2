//! `ataxx convert` as a person and a script see it.

use crate::screen::{screen, screen_in};

/// What a conversion writes, without the end of its last line.
fn converted(position: &str, to: &str) -> String {
    let shown = screen(&["convert", "-", "--to", to], position);
    shown
        .strip_suffix("\n--- exit 0\n")
        .unwrap_or_else(|| panic!("{position} to {to}: {shown}"))
        .to_owned()
}

#[test]
fn every_notation() {
    let written = |to| screen(&["convert", "--moves", "a7-b7 a1-c2 g1-g2", "--to", to], "");
    insta::assert_snapshot!(written("fen"), @"
    xx4o/7/7/7/7/2o3x/6x o 0 2
    --- exit 0
    ");
    insta::assert_snapshot!(written("dump"), @"
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - b - - - r
      - - - - - - r
    ===
    --- exit 0
    ");
    insta::assert_snapshot!(written("rows"), @"
    rr----b/-------/-------/-------/-------/--b---r/------r b 0
    --- exit 0
    ");
    insta::assert_snapshot!(written("reloaded"), @"
    2:2:0:0:0:0:1:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:1:0:0:0:2:
    0:0:0:0:0:0:2:
    --- exit 0
    ");
    insta::assert_snapshot!(written("request"), @"
    move
    2
    7
    2:2:0:0:0:0:1:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:1:0:0:0:2:
    0:0:0:0:0:0:2:
    --- exit 0
    ");
    insta::assert_snapshot!(written("board"), @"
    7  r r - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - b - - -[r]
    1  - - - - - - r
       a b c d e f g
    red 4, blue 2; Blue to move; no jumps in a row
    --- exit 0
    ");
}

#[test]
fn what_is_written_is_read_back() {
    let fens = [
        "x5o/7/7/7/7/7/o5x x 0 1",
        "x5o/7/2-1-2/7/2-1-2/7/o5x o 7 12",
        "7/7/7/7/ooooooo/ooooooo/xxxxxxx o 24 30",
        "-------/-------/-------/-------/-------/-------/------- x 0 1",
        "xxxxxxx/xxxxxxx/xxxxxxx/7/ooooooo/ooooooo/ooooooo x 3 1",
    ];
    for fen in fens {
        assert_eq!(converted(fen, "fen"), fen);
        // What a notation has no room for is what a position starts with.
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[3] = "1";
        assert_eq!(converted(&converted(fen, "rows"), "fen"), fields.join(" "));
        (fields[1], fields[2]) = ("x", "0");
        let dump = converted(fen, "dump");
        let with_turn = format!("{dump}\nr");
        assert_eq!(converted(&with_turn, "fen"), fields.join(" "));
        assert_eq!(converted(&with_turn, "dump"), dump);
        if fen.contains('-') {
            continue;
        }
        for to in ["reloaded", "request"] {
            let rows = converted(fen, to);
            assert_eq!(converted(&rows, to), rows);
        }
    }
}

#[test]
fn reloaded_is_written_as_the_mover_sees_it() {
    let fen = "xxx4/7/7/7/7/7/o6 o 3 40";
    insta::assert_snapshot!(screen(&["convert", fen, "--to", "request"], ""), @"
    move
    40
    7
    2:2:2:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    1:0:0:0:0:0:0:
    --- exit 0
    ");
}

#[test]
fn blocks_cannot_be_written_for_reloaded() {
    let fen = "x5o/7/7/3-3/7/7/o5x x 0 1";
    insta::assert_snapshot!(screen(&["convert", fen, "--to", "reloaded"], ""), @"
    --- stderr
    error: d4 is blocked, and Reloaded has no blocks
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["convert", fen, "--to", "request"], ""), @"
    --- stderr
    error: d4 is blocked, and Reloaded has no blocks
    --- exit 2
    ");
}

#[test]
fn json() {
    let args = [
        "convert", "--json", "--moves", "a7-c6", "--color", "always", "--to",
    ];
    insta::assert_snapshot!(screen(&[&args[..], &["dump"]].concat(), ""), @r#"
    {"position":"6o/2x4/7/7/7/7/o5x o 1 1","to":"dump","text":"===\n  - - - - - - b\n  - - r - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  b - - - - - r\n==="}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen(&[&args[..], &["board"]].concat(), ""), @r#"
    {"position":"6o/2x4/7/7/7/7/o5x o 1 1","to":"board","text":"7 (-)- - - - - b\n6  - -[r]- - - -\n5  - - - - - - -\n4  - - - - - - -\n3  - - - - - - -\n2  - - - - - - -\n1  b - - - - - r\n   a b c d e f g\nred 2, blue 2; Blue to move; 1 jump in a row"}
    --- exit 0
    "#);
}

#[test]
fn colors_change_nothing_but_colors() {
    let args = ["convert", "--moves", "a7-c6", "--to", "board", "--color"];
    let plain = screen(&[&args[..], &["never"]].concat(), "");
    let colored = screen(&[&args[..], &["always"]].concat(), "");
    assert!(!plain.contains('\u{1b}'));
    assert!(colored.contains('\u{1b}'));
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
}

/// How many elements of a picture have these classes among theirs.
fn elements(svg: &str, classes: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    document
        .descendants()
        .filter_map(|node| node.attribute("class"))
        .filter(|class| {
            classes
                .split(' ')
                .all(|one| class.split(' ').any(|it| it == one))
        })
        .count()
}

fn width(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let width = document.root_element().attribute("width");
    width.expect("a width").to_owned()
}

fn title(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    let text = title.and_then(|title| title.text().map(str::to_owned));
    text.expect("a title")
}

fn picture(args: &[&str]) -> String {
    let shown = screen(&[&["convert", "--to", "svg"], args].concat(), "");
    shown
        .strip_suffix("--- exit 0\n")
        .unwrap_or_else(|| panic!("{args:?}: {shown}"))
        .to_owned()
}

#[test]
fn a_picture() {
    let plain = picture(&[]);
    assert_eq!(elements(&plain, "piece red"), 2);
    assert_eq!(elements(&plain, "label"), 14);
    assert_eq!(elements(&plain, "mark"), 0);
    assert_eq!(width(&plain), "400");
    let moved = picture(&["--moves", "a7-c6"]);
    assert_eq!(elements(&moved, "mark from a7"), 1);
    assert_eq!(elements(&moved, "mark to c6"), 1);
    let full = picture(&[
        "--size",
        "150",
        "--turned",
        "--no-coordinates",
        "--arrow",
        "a1-b3",
        "--arrow",
        "D4",
        "--title",
        "<&>",
    ]);
    assert_eq!(elements(&full, "label"), 0);
    assert_eq!(elements(&full, "arrow a1 b3"), 1);
    assert_eq!(elements(&full, "arrow d4"), 1);
    assert_eq!(width(&full), "150");
    assert_eq!(title(&full), "<&>");
    assert_ne!(picture(&["--turned"]), plain);
}

#[test]
fn whole_games() {
    let record = "red: Ann\nblue: <Bob>\n1. a7-b7 a1-a3\n2. g1-e1 a3-a5\n3. b7-b6\n";
    let convert = |args: &[&'static str]| {
        let shown = screen(&[&["convert", "--game", "-"], args].concat(), record);
        let shown = shown.strip_suffix("--- exit 0\n").expect("it succeeded");
        shown.to_owned()
    };
    let animation = convert(&["--to", "animation", "--size", "150"]);
    assert_eq!(width(&animation), "150");
    assert_eq!(title(&animation), "A game of 5 plies");
    assert!(animation.contains("<animate "));
    let shorter = convert(&["--to", "animation", "--ply", "2"]);
    assert_eq!(title(&shorter), "A game of 2 plies");
    let page = convert(&["--to", "html"]);
    assert!(page.contains("<h1>Ann – &lt;Bob&gt;</h1>"), "{page}");
    assert!(page.contains("Not finished: Red 5, Blue 1, after 5 plies; rules 2022"));
    assert!(
        page.contains("r 1 b-----r-----------------------------------r-----b qr,-AO,-GE,-Oc,rkc,")
    );
    // Nothing of it is elsewhere.
    for elsewhere in ["src=", "href=", "@import", "url("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
}

#[test]
fn command_lines_that_are_refused() {
    let refused = |args: &[&'static str]| screen(&[&["convert"], args].concat(), "");
    insta::assert_snapshot!(refused(&[]), @"
    --- stderr
    error: the following required arguments were not provided:
      --to <NOTATION>

    Usage: ataxx convert --to <NOTATION> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "fne"]), @"
    --- stderr
    error: invalid value 'fne' for '--to <NOTATION>'
      [possible values: fen, dump, rows, reloaded, request, board, svg, animation, html, record, pgn]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "fen", "--turned"]), @"
    --- stderr
    error: `--turned` belongs to `--to svg` and `--to animation`
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "animation", "--arrow", "a7-b7"]), @"
    --- stderr
    error: `--arrow` belongs to `--to svg`
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "svg", "--size", "0"]), @"
    --- stderr
    error: invalid value '0' for '--size <PIXELS>': 0 is not in 1..=100000

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "svg", "--arrow", "a7-h8"]), @"
    --- stderr
    error: invalid value 'a7-h8' for '--arrow <SQUARES>': `h8` is not a square: files run from a to g

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "svg", "--arrow", "-"]), @"
    --- stderr
    error: invalid value '-' for '--arrow <SQUARES>': expected squares, such as a7-c5 or d4

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(refused(&["--to", "fen", "x5o/7/7/7/7/7/o5x", "x"]), @"
    --- stderr
    error: unexpected argument after the position
     --> <position>:1:19
      |
    1 | x5o/7/7/7/7/7/o5x x
      |                   ^
      |
      = help: a position is one word to the shell: 'x5o/7/7/7/7/7/o5x x'
    --- exit 2
    ");
}

#[test]
fn a_game_that_is_torn_off_does_not_hide_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "% by hand\n[Event \"?\"]\n[Result \"\"]\n\n1. b7 *\n\n[Event \"?\"]\n\n1. b7 a1a\n\n\
        [Event \"?\"]\n\n1. b7 f7 *\n";
    std::fs::write(folder.path().join("games"), games).expect("a file");
    let convert = |args: &[&str]| {
        let args = [&["convert", "--game", "games", "--to"], args].concat();
        screen_in(folder.path(), &args, "")
    };
    insta::assert_snapshot!(convert(&["record"]), @"
    rules: uai

    1. a7-b7
    *

    rules: uai

    1. a7-b7 g7-f7
    *
    --- stderr
    error: game 2 of 3: `a1a` is no move: `a` is not a square: expected a file a to g and a rank 1 to 7
     --> games:9:7
      |
    9 | 1. b7 a1a
      |       ^^^
    --- exit 1
    ");
    insta::assert_snapshot!(convert(&["fen", "--number", "1"]), @"
    xx4o/7/7/7/7/7/o5x o 0 1
    --- stderr
    error: game 2 of 3: `a1a` is no move: `a` is not a square: expected a file a to g and a rank 1 to 7
     --> games:9:7
      |
    9 | 1. b7 a1a
      |       ^^^
    --- exit 1
    ");
    insta::assert_snapshot!(convert(&["fen", "--number", "2"]), @"
    --- stderr
    error: game 2 of 3: `a1a` is no move: `a` is not a square: expected a file a to g and a rank 1 to 7
     --> games:9:7
      |
    9 | 1. b7 a1a
      |       ^^^
    --- exit 2
    ");
}

/// Latin-1 is the encoding of PGN.
#[test]
fn games_and_positions_in_latin_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("pgn", b"[Black \"J\xe9r\xf4me\"]\n\n{ d\xe9but } 1. b7 *\n");
    write(
        "record",
        b"red: J\xe9r\xf4me\nblue: Zo\xc3\xab\n\n1. a7-b7 *\n",
    );
    write("position", b"# \xe9t\xe9\nstart\n");
    let convert = |args: &[&str]| screen_in(folder.path(), &[&["convert"], args].concat(), "");
    insta::assert_snapshot!(convert(&["--game", "pgn", "--to", "record"]), @"
    red: Jérôme
    rules: uai

    1. a7-b7
    # comment 1.: début
    *
    --- exit 0
    ");
    insta::assert_snapshot!(convert(&["--game", "record", "--to", "record"]), @"
    red: Jérôme
    blue: Zoë
    rules: 2022

    1. a7-b7
    *
    --- exit 0
    ");
    insta::assert_snapshot!(convert(&["@position", "--to", "fen"]), @"
    x5o/7/7/7/7/7/o5x x 0 1
    --- exit 0
    ");
}

#[test]
fn a_request_from_a_file_becomes_a_fen() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = "move\n12\n7\n1:0:0:0:0:0:2:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n\
        0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n2:0:0:0:0:0:1:\n";
    std::fs::write(folder.path().join("request"), request).expect("a file");
    insta::assert_snapshot!(screen_in(
        folder.path(),
        &[
            "convert", "@request", "--to", "fen", "--moves", "0:0:0:3:", "--rules", "reloaded"
        ],
        ""
    ), @"
    6o/7/7/x6/7/7/o5x o 1 12
    --- exit 0
    ");
}

#[test]
fn help() {
    insta::assert_snapshot!(screen(&["convert", "-h"], ""), @r#"
    Write a position or a game in another notation, as a picture or as a page

    Usage: ataxx convert [OPTIONS] --to <NOTATION> [POSITION]

    Arguments:
      [POSITION]  A FEN, a dump, Reloaded rows, `start`, `-` (standard input) or `@FILE` [default:
                  start]

    Options:
          --moves <MOVES>       Moves to play from the position, such as "a7-b7 a1-a2"
          --rules <RULES>       Rules to play by: a name, or a name with settings such as
                                `2022,jump-limit=40` [default: 2022] [possible values: 2008, 2016, 2022,
                                uai, reloaded]
          --game <FILE>         Take the last position of a game record or a cuteataxx game, or the
                                whole game; `-` is standard input
          --number <N>          Number of the game in a file with several, as in its `game:` field
          --ply <N>             Take the position after N plies
          --to <NOTATION>       Notation to convert to [possible values: fen, dump, rows, reloaded,
                                request, board, svg, animation, html, record, pgn]
          --json                Print a JSON object with `position` (a FEN), `to` and `text`
          --batch <FILE>        Process a file of positions, one per line, optionally followed by `; id
                                NAME`, and print a line of JSON for each; `-` is standard input
          --shard <PART/PARTS>  Process one part of the lines: `2/5` is the second of five; `ataxx
                                merge` combines the outputs
          --color <WHEN>        When to use colours [default: auto] [possible values: auto, always,
                                never]
      -h, --help                Print help (see more with '--help')

    Pictures:
          --size <PIXELS>    Width and height in pixels [default: 400]
          --turned           Turn the board by 180 degrees: g7 at the bottom left
          --no-coordinates   Omit the labels of files and ranks
          --arrow <SQUARES>  An arrow (`a7-c5`) or a diamond (`d4`) on top of the pieces; repeatable
          --title <TEXT>     Title of the picture [default: who is to move]

    Examples:
      ataxx convert start --to board
          draw a board as text
      ataxx convert - --to fen
          write a dump from another program as a FEN
      ataxx convert --moves "a7-b7 g7-f7" --to svg
          draw a position as a picture

    Exit status:
      0   success
      1   a line of --batch is no position
      2   bad command line, or a file that cannot be used
      6   a fault of ataxx itself
      130 stopped by Ctrl-C (128 and the number of the signal)
    --- exit 0
    "#);
}
