//! `ataxx tables`: built, listed, checked; and what looks positions up in them.

use crate::screen;
use std::fs;
use std::path::Path;

fn tables_in(folder: &Path, args: &[&str]) -> String {
    let shown = screen::screen_in(folder, &[&["tables"], args].concat(), "");
    // Times and sizes are no part of the answer.
    let line = |line: &str| {
        let (start, end) = match line.rsplit_once(", ") {
            Some((start, time)) if time.ends_with(" s") => (start, ", _ s"),
            _ if line.starts_with("time ") => ("time      _", ""),
            _ => (line, ""),
        };
        format!("{start}{end}\n")
    };
    shown.lines().map(line).collect()
}

fn tables(args: &[&str]) -> String {
    tables_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

#[test]
fn whole_boards_are_counted() {
    let table = tables(&["build", "2x4", "--rules", "uai"]);
    insta::assert_snapshot!(table, @"
    board     2x4, rules uai
    value     loss (Red to move)
    losing    a2 a4-a2 b2 a4-b2 a3 b1-a3 b3 b1-b3
    positions 6,560
    time      _

    pieces    won  lost  drawn  won %  rounds
         8     93    93     70   36.3       0
         7    924    64     36   90.2       2
         6  1,168   230    394   65.2       3
         5  1,400   120    272   78.1       2
         4    948   124     48   84.6       2
         3    384    64      0   85.7       2
         2     84    28      0   75.0       1
         1      8     8      0   50.0       0
       all  5,009   731    820   76.4
    --- exit 0
    ");
    let json = tables(&["build", "3x2", "--threads", "2", "--json"]);
    insta::assert_snapshot!(json, @r#"
    {"board":"3x2","rules":"2022","value":"win","moves":[{"move":"b1","value":"win"},{"move":"b2","value":"win"}],"positions":728,"won":594,"lost":114,"drawn":20,"layers":[{"pieces":6,"won":22,"lost":22,"drawn":20,"rounds":0},{"pieces":5,"won":178,"lost":14,"drawn":0,"rounds":2},{"pieces":4,"won":203,"lost":37,"drawn":0,"rounds":2},{"pieces":3,"won":140,"lost":20,"drawn":0,"rounds":1},{"pieces":2,"won":45,"lost":15,"drawn":0,"rounds":1},{"pieces":1,"won":6,"lost":6,"drawn":0,"rounds":0}],"complete":true,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(tables(&["build", "5x5", "--hash", "64"]), @"
    --- stderr
    error: the layers of this board take 12910 MiB of memory, more than the limit of 64
     |
     = help: `--hash 12910` allows it
    --- exit 2
    ");
    let part = tables(&["build", "3x5", "--time", "0", "--json"]);
    insta::assert_snapshot!(part, @r#"
    {"board":"3x5","rules":"2022","value":"unknown","moves":[],"positions":0,"won":0,"lost":0,"drawn":0,"layers":[],"complete":false,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(tables(&["build", "4x4", "--rules", "reloaded"]), @"
    --- stderr
    error: there is no table of this board: the rules have a limit on plies
    --- exit 2
    ");
    insta::assert_snapshot!(tables(&["build", "3x14"]), @"
    --- stderr
    error: invalid value '3x14' for '<BOARD>': expected files and ranks from 2 to 13, such as `3x6`

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn tables_are_kept_listed_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = |args: &[&str]| tables_in(folder.path(), args);
    insta::assert_snapshot!(tables(&["info", "kept"]), @"
    --- stderr
    error: there is no folder `kept`
    --- exit 2
    ");
    let again = ["build", "3x3", "--rules", "uai", "--folder", "kept"];
    let built = tables(&again);
    assert!(built.contains("value     win (Red to move)"), "{built}");
    assert_eq!(tables(&again), built);
    tables(&["build", "2x3", "--folder", "kept"]);
    insta::assert_snapshot!(tables(&["info", "kept"]), @"
    table            layers     won   lost  drawn  bytes
    2x3, rules 2022       6     594    114     20  1,290
    3x3, rules uai        9  17,592  1,770    320  3,082
    --- exit 0
    ");
    insta::assert_snapshot!(tables(&["verify", "kept"]), @"
    ok     2x3, rules 2022: 460 values of 6 layers, _ s
    ok     3x3, rules uai: 15,654 values of 9 layers, _ s
    --- exit 0
    ");
    insta::assert_snapshot!(tables(&["verify", "kept", "--sample", "50", "--json"]), @r#"
    [{"table":"2x3, rules 2022","layers":6,"layers_of_board":6,"values":600,"seconds":_},{"table":"3x3, rules uai","layers":9,"layers_of_board":9,"values":900,"seconds":_}]
    --- exit 0
    "#);
    // A bit that is flipped, and a file that was cut short.
    let file = folder.path().join("kept/3x3-uai/05.layer");
    let bytes = fs::read(&file).expect("a layer");
    let mut wrong = bytes.clone();
    wrong[3] ^= 1;
    fs::write(&file, wrong).expect("written");
    insta::assert_snapshot!(tables(&["verify", "kept"]), @"
    ok     2x3, rules 2022: 460 values of 6 layers, _ s
    WRONG  3x3, rules uai: `kept/3x3-uai/05.layer`: it is damaged: block 0: its checksum differs
    --- exit 1
    ");
    // Others are checked and used.
    fs::write(&file, &bytes[..bytes.len() - 20]).expect("written");
    insta::assert_snapshot!(tables(&["info", "kept"]), @"
    table            layers  won  lost  drawn  bytes
    2x3, rules 2022       6  594   114     20  1,290
    --- stderr
    warning: `kept/3x3-uai/05.layer`: it is no layer of a table, or it was cut short; this table is not used
    --- exit 0
    ");
    insta::assert_snapshot!(tables(&["verify", "kept"]), @"
    ok     2x3, rules 2022: 460 values of 6 layers, _ s
    --- stderr
    error: `kept/3x3-uai/05.layer`: it is no layer of a table, or it was cut short
    --- exit 1
    ");
    insta::assert_snapshot!(tables(&again), @"
    --- stderr
    error: `kept/3x3-uai/05.layer`: it is no layer of a table, or it was cut short
     |
     = help: to compute this layer anew, remove the file
    --- exit 2
    ");
    for pieces in 1..=5 {
        fs::remove_file(
            folder
                .path()
                .join(format!("kept/3x3-uai/{pieces:02}.layer")),
        )
        .expect("it is there");
    }
    insta::assert_snapshot!(tables(&["info", "kept"]), @"
    table            layers     won   lost  drawn  bytes
    2x3, rules 2022       6     594    114     20  1,290
    3x3, rules uai   4 of 9  11,319  1,185    296  1,715
    --- exit 0
    ");
    insta::assert_snapshot!(tables(&["verify", "kept"]), @"
    ok     2x3, rules 2022: 460 values of 6 layers, _ s
    ok     3x3, rules uai: 12,544 values of 4 layers, and 5 are missing, _ s
    --- exit 0
    ");
    assert_eq!(tables(&again), built);
    assert_eq!(fs::read(&file).expect("a layer"), bytes);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    insta::assert_snapshot!(tables(&["verify", "empty"]), @"
    --- stderr
    error: there is no table in `empty`
    --- exit 4
    ");
}

/// A board of 3x3 inside the large one.
const INSIDE: &str = "-------/-------/-------/-------/x1o----/3----/o1x---- x 0 1";

#[test]
fn commands_look_positions_up() {
    let folder = tempfile::tempdir().expect("a folder");
    tables_in(
        folder.path(),
        &["build", "3x3", "--rules", "uai", "--folder", "kept"],
    );
    let screen = |args: &[&str], input: &str| {
        let shown = screen::screen_in(folder.path(), args, input);
        let shown = shown.lines().filter(|line| !line.starts_with("effort "));
        shown.fold(String::new(), |text, line| text + line + "\n")
    };
    let exact = [
        "solve",
        "--exact",
        "--all-moves",
        "--rules",
        "uai",
        "--tables",
        "kept",
        INSIDE,
    ];
    insta::assert_snapshot!(screen(&exact, ""), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 1 ply, and no sooner
    best      c1-b2
    line      c1-b2
    table     the value was looked up
    --- exit 0
    ");
    let batch = [
        "solve", "--exact", "--rules", "uai", "--tables", "kept", "--batch", "-",
    ];
    let shown = screen(&batch, &format!("{INSIDE}\n"));
    assert!(
        shown.contains(r#""verdict":"win""#) && shown.contains(r#""table":true"#),
        "{shown}"
    );
    let analyze = [
        "analyze", "--nodes", "1", "--rules", "uai", "--tables", "kept", "--json", INSIDE,
    ];
    let shown = screen(&analyze, "");
    assert!(shown.contains(r#""moves":["c1-b2"]"#), "{shown}");
    assert!(shown.contains(r#""table":{"win":["c1-b2""#), "{shown}");
    let shown = screen(&[&analyze[..7], &[INSIDE]].concat(), "");
    assert!(shown.contains("\ntable     a win: c1-b2"), "{shown}");
    insta::assert_snapshot!(screen(&["solve", "--exact", "--tables", "none"], ""), @"
    --- stderr
    error: there is no folder `none`
    --- exit 2
    ");
    // Damage is said once, and the engine goes on.
    let layers = std::fs::read_dir(folder.path().join("kept"))
        .expect("a folder")
        .map(|table| table.expect("a table").path());
    for file in layers.flat_map(|table| std::fs::read_dir(table).expect("its layers")) {
        let file = file.expect("a layer").path();
        let mut bytes = std::fs::read(&file).expect("it can be read");
        bytes[0] ^= 1;
        std::fs::write(&file, bytes).expect("it can be written");
    }
    insta::assert_snapshot!(screen(&[&analyze[..7], &[INSIDE]].concat(), ""), @"
    7  X X X X X X X
    6  X X X X X X X
    5  X X X X X X X
    4  X X X X X X X
    3  r - b X X X X
    2  - - - X X X X
    1  b - r X X X X
       a b c d e f g
    red 2, blue 2; Red to move; no jumps in a row

    1  win within 1 ply  c1-b2

    meaning   Red forces a win within 1 ply
    depth     1 ply
    --- stderr
    warning: `kept/3x3-uai/05.layer`: it is damaged: block 0: its checksum differs; positions are searched instead
    --- exit 0
    ");
    // Without a table, once for all lines.
    let lines = format!("{INSIDE}\n{}\n", INSIDE.replace(" x 0", " o 3"));
    let batch = screen(
        &["solve", "--exact", "--rules", "uai", "--batch", "-"],
        &lines,
    );
    assert_eq!(batch.matches(r#""verdict":"win""#).count(), 2, "{batch}");
}

/// Where the search gives up, the table of the board is built for all lines.
#[test]
fn a_batch_builds_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = |rows: [&str; 5], rest: &str| {
        let rows = rows.map(|row| format!("{row}----"));
        format!("-------/-------/{} {rest}\n", rows.join("/"))
    };
    let start = ["x1o", "3", "3", "3", "o1x"];
    let lines = [board(start, "x 0 1"), board(start, "o 2 1")].concat();
    let args = ["solve", "--exact", "--batch", "-"];
    let shown = screen::screen_in(folder.path(), &args, lines.as_str());
    assert_eq!(shown.matches(r#""table":true"#).count(), 2, "{shown}");
    let alone = ["solve", "--exact", "--json", "-"];
    let one = screen::screen_in(folder.path(), &alone, board(start, "x 0 1").as_str());
    let verdict = |text: &str| {
        text.split("\"verdict\":")
            .nth(1)
            .map(|rest| rest[..5].to_owned())
    };
    assert_eq!(verdict(&shown), verdict(&one), "{shown}{one}");
}
