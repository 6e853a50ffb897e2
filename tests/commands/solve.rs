//! `ataxx solve` as a person and a script see it.

use crate::screen;
use std::fs;
use std::iter::successors;
use std::path::Path;

/// The one extend fills the board and loses; jumps win.
const ONLY_A_JUMP: &str = "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0";
/// Both sides fill their rooms.
const DRAWN: &str = "x1--1o-/-------/-------/-------/-------/-------/------- x";
/// The distance, 13, takes far longer than the value.
const WON_SOME_TIME: &str = "1-2o-o/1--x--o/ooxxxxo/ooxxxxo/xxxxxxx/1--x--x/1-xxx-x x 0 27";

/// The screen without the times and the numbers of positions, which are those of the
/// search and no part of the answer.
fn without_effort(screen: &str) -> String {
    let mut shown = String::new();
    for line in screen.lines() {
        let line = match (line.split_once("\"nodes\":"), line.find("\"seconds\"")) {
            (Some((before, _)), Some(seconds)) => {
                format!("{before}\"nodes\":_,{}", &line[seconds..])
            }
            _ if line.starts_with("effort ") => {
                assert!(line.ends_with(" s") && line.contains(" position"), "{line}");
                "effort    _".to_owned()
            }
            _ => line.to_owned(),
        };
        shown += &line;
        shown.push('\n');
    }
    shown
}

/// How far a search gets is no part of the answer.
fn without_numbers(screen: &str) -> String {
    let mut shown = screen.replace(char::is_numeric, "_");
    while shown.contains("__") {
        shown = shown.replace("__", "_");
    }
    shown
}

fn solve_in(folder: &Path, args: &[&str], input: &str) -> String {
    without_effort(&screen::screen_in(
        folder,
        &[&["solve"], args].concat(),
        input,
    ))
}

fn solve(args: &[&str]) -> String {
    without_effort(&screen::screen(&[&["solve"], args].concat(), ""))
}

#[test]
fn the_positions_of_the_specification() {
    let one = "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr b 1";
    insta::assert_snapshot!(solve(&["--all-moves", one]), @"
    verdict   win (Blue to move)
    meaning   Blue forces a win in 1 ply, and no sooner
    best      d6-e7
    line      d6-e7
    effort    _
    --- exit 0
    ");
    let three = "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr b 1";
    insta::assert_snapshot!(solve(&["--all-moves", three]), @"
    verdict   win (Blue to move)
    meaning   Blue forces a win in 3 plies, and no sooner
    best      e4-d5
    line      e4-d5 f5-g7 e4-f5
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--all-moves", ONLY_A_JUMP]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7 a7-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- exit 0
    ");
    let must_pass = "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb r 22";
    insta::assert_snapshot!(solve(&["--all-moves", must_pass]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 6 plies, and no sooner
    best      -
    line      - g1-e1 - e1-g1 - d1-e1
    effort    _
    --- exit 0
    ");
}

#[test]
fn every_verdict() {
    insta::assert_snapshot!(solve(&[ONLY_A_JUMP, "--plies", "2"]), @"
    verdict   none (Red to move)
    meaning   neither side forces a win within 2 plies
    best      a5-c7
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--moves", "a5-c7", ONLY_A_JUMP]), @"
    verdict   loss (Blue to move)
    meaning   Red forces a win in 2 plies, and no sooner
    best      c4-a5
    line      c4-a5 b3-c4
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--moves", "b7-c7", ONLY_A_JUMP]), @"
    verdict   win (Blue to move)
    meaning   the game is over, Blue has won
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--exact", DRAWN]), @"
    verdict   draw (Red to move)
    meaning   neither side forces a win, ever
    best      a7-b7
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["x1--1o-/-------/7/7/7/7/7 x 25"]), @"
    verdict   draw (Red to move)
    meaning   the game is over, neither side has won
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--exact", "x1--1o-/-------/7/7/7/7/7 x 25"]), @"
    verdict   draw (Red to move)
    meaning   the game is over, neither side has won
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(without_numbers(&solve(&["--exact", "--time", "0"])), @"
    verdict   unknown (Red to move)
    meaning   neither side forces a win within _ plies; then the search ended
    effort    _
    --- exit _
    ");
}

#[test]
fn json() {
    insta::assert_snapshot!(solve(&["--json", ONLY_A_JUMP]), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","plies":7,"verdict":"win","distance":3,"moves":["a5-c7"],"line":["a5-c7","c4-a5","b3-c4"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(solve(&["--json", "--all-moves", "--plies", "1", ONLY_A_JUMP]), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","plies":1,"verdict":"none","moves":["a5-c7","b5-c7","a6-c7","a7-c7"],"moves_complete":true,"line":[],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(solve(&["--json", "--exact", "--rules", "uai", DRAWN]), @r#"
    {"position":"x1--1o-/-------/-------/-------/-------/-------/------- x 0 1","rules":"uai","verdict":"draw","moves":["a7-b7"],"line":[],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(solve(&["--json", "x6/7/7/7/7/7/7 o"]), @r#"
    {"position":"x6/7/7/7/7/7/7 o 0 1","rules":"2022","plies":7,"verdict":"loss","distance":0,"moves":[],"line":[],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    let unknown = solve(&["--json", "--exact", "--time", "0"]);
    insta::assert_snapshot!(without_numbers(&unknown), @r#"
    {"position":"x_o/_/_/_/_/_/o_x x _ _","rules":"_","verdict":"unknown","none_within":_,"moves":[],"line":[],"nodes":_,"seconds":_}
    --- exit _
    "#);
}

#[test]
fn notations() {
    insta::assert_snapshot!(solve(&["--all-moves", "--notation", "uai", ONLY_A_JUMP]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5c7 a7c7
    line      a5c7 c4a5 c4
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&["--all-moves", "--notation", "RELOADED", ONLY_A_JUMP]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      0:2:2:0: 0:0:2:0:
    line      0:2:2:0: 2:3:0:2: 1:4:2:3:
    effort    _
    --- exit 0
    ");
}

/// The verdict, the distance and the moves; none of what it cost.
fn answer(args: &[&str]) -> (String, u64, Vec<String>) {
    let shown = solve(&[args, &["--json"]].concat());
    let json = shown.replace("\"nodes\":_,\"seconds\":_", "\"nodes\":0");
    let json = json.strip_suffix("--- exit 0\n").expect("an answer");
    let answer: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let mut moves: Vec<String> = answer["moves"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|mv| mv.as_str().expect("a move").to_owned())
        .collect();
    moves.sort();
    let verdict = answer["verdict"].as_str().expect("a verdict").to_owned();
    (verdict, answer["distance"].as_u64().unwrap_or(0), moves)
}

#[test]
fn how_it_searches_does_not_change_the_answer() {
    let position = "1xxxooo/xxxxooo/oox-xxo/2-o-xo/ooo-xxo/ooxxxxo/2xxxxo x 1 33";
    let all = ["--rules", "uai", "--plies", "7", "--all-moves", position];
    let expected = answer(&all);
    assert_eq!(expected.0, "none");
    let ways: [&[&str]; 6] = [
        &["--hash", "0"],
        &["--hash", "65536"],
        &["--threads", "3"],
        &["--without", "table", "--without", "last-move"],
        &["--without", "cover", "--without", "cover", "--stats"],
        &["--time", "1000000", "--nodes", "1000000000000"],
    ];
    for way in ways {
        assert_eq!(answer(&[&all, way].concat()), expected, "{way:?}");
    }
}

#[test]
fn stats_name_every_rule() {
    let shown = solve(&["--stats", ONLY_A_JUMP]);
    let pruned = shown.lines().filter(|line| line.starts_with("pruned "));
    assert_eq!(pruned.count(), ataxx_core::solver::PruningRule::ALL.len());
    let shown = solve(&["--stats", "--without", "majority", ONLY_A_JUMP]);
    assert!(shown.contains(" 0 by majority\n"), "{shown}");
}

/// The budget can end when a win is found and not yet all first moves that keep it.
#[test]
fn a_verdict_stands_although_the_search_ended_before_all_moves_were_found() {
    let position = "1xxxooo/xxxxooo/oox-xxo/2-o-xo/ooo-xxo/ooxxxxo/2xxxxo x 1 33";
    let won = ["--rules", "uai", "--plies", "11", "--all-moves", position];
    let more_and_more = successors(Some(1000_u64), |nodes| Some(nodes + nodes / 8));
    let mut seen = false;
    for nodes in more_and_more {
        let shown = solve(&[&won[..], &["--nodes", &nodes.to_string()]].concat());
        assert!(shown.ends_with("--- exit 0\n"), "{shown}");
        if shown.contains("best      c1-b1 c5-b4\n") {
            break;
        }
        let in_part = shown.contains("best      not found before the search ended\n")
            || shown.contains(" (not all: the search ended)\n");
        let verdict = if in_part { "win" } else { "unknown" };
        assert!(
            shown.starts_with(&format!("verdict   {verdict} ")),
            "{shown}"
        );
        seen |= in_part;
    }
    assert!(seen);
}

#[test]
fn batch() {
    let positions = format!(
        "# a comment\n{ONLY_A_JUMP} ; id jump\n\n{DRAWN};id drawn\nx5o/7/8/7/7/7/o5x x ; id bad\nstart ; id\nx6/7/7/7/7/7/7 o 0 1\n"
    );
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let args = ["--batch", "-", "--exact", "--all-moves"];
    insta::assert_snapshot!(solve_in(here, &args, &positions), @r#"
    {"line":2,"id":"jump","position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","verdict":"win","distance":3,"moves":["a5-c7","a7-c7"],"moves_complete":true,"pv":["a5-c7","c4-a5","b3-c4"],"nodes":_,"seconds":_}
    {"line":4,"id":"drawn","position":"x1--1o-/-------/-------/-------/-------/-------/------- x 0 1","rules":"2022","verdict":"draw","moves":["a7-b7"],"moves_complete":true,"pv":[],"nodes":_,"seconds":_}
    {"line":5,"id":"bad","error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `8`","column":7,"help":"a run of empty squares is 1 to 7 long"}
    {"line":6,"error":"`id` without a name","column":8}
    {"line":7,"position":"x6/7/7/7/7/7/7 o 0 1","rules":"2022","verdict":"loss","distance":0,"moves":[],"moves_complete":true,"pv":[],"nodes":_,"seconds":_}
    --- exit 1
    "#);
    insta::assert_snapshot!(solve(&["--plies", "3", "--batch", "docs/examples/positions.txt"]), @r#"
    {"line":2,"id":"the start","position":"x5o/7/7/7/7/7/o5x x 0 1","rules":"2022","plies":3,"verdict":"none","moves":["g1-f1"],"pv":[],"nodes":_,"seconds":_}
    {"line":3,"id":"one block","position":"x5o/7/7/3-3/7/7/o5x x 0 1","rules":"2022","plies":3,"verdict":"none","moves":["g1-f1"],"pv":[],"nodes":_,"seconds":_}
    {"line":4,"position":"x5o/7/7/7/7/7/o5x o 3 1","rules":"2022","plies":3,"verdict":"none","moves":["a1-b1"],"pv":[],"nodes":_,"seconds":_}
    {"line":5,"id":"a bad line","error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `8`","column":7,"help":"a run of empty squares is 1 to 7 long"}
    --- exit 1
    "#);
    insta::assert_snapshot!(solve(&["--batch", "no/such/file"]), @"
    --- stderr
    error: there is no file `no/such/file`
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--batch", "-", "start"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '[POSITION]'

    Usage: ataxx solve --batch <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--batch", "-", "--moves", "a7-b7"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '--moves <MOVES>'

    Usage: ataxx solve --batch <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--batch", "-", "--certificate", "c"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '--certificate <FILE>'

    Usage: ataxx solve --batch <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
}

/// A key that stands twice in an object is read by some programs and refused by others.
#[test]
fn no_key_stands_twice() {
    let line = screen::screen(&["solve", "--batch", "-", "--stats"], "start ; id a\n");
    let json = line.strip_suffix("--- exit 0\n").expect("an answer");
    let keys = json.matches("\":").count();
    let read: serde_json::Value =
        serde_json::from_str(&json.replace(":_", ":0")).expect("an object");
    let stats = read["stats"].as_array().expect("an array").len();
    assert_eq!(read.as_object().expect("an object").len() + 2 * stats, keys);
    assert_eq!(read["line"], 1);
    assert!(read["pv"].is_array());
}

#[test]
fn a_certificate_is_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    insta::assert_snapshot!(solve_in(here, &[ONLY_A_JUMP, "--certificate", "win"], ""), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(screen::screen_in(here, &["verify", "win"], ""), @"
    proved    Red forces a win within 3 plies
    position  xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1
    rules     2022
    verdict   win (Red to move)
    distance  within 3 plies
    steps     3
    replies   2
    --- exit 0
    ");
    let exactly = [ONLY_A_JUMP, "--certificate", "win", "--certify-distance"];
    insta::assert_snapshot!(solve_in(here, &[&exactly[..], &["--json"]].concat(), ""), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","plies":7,"verdict":"win","distance":3,"moves":["a5-c7"],"line":["a5-c7","c4-a5","b3-c4"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen::screen_in(here, &["verify", "win"], ""), @"
    proved    Red forces a win in 3 plies, and no sooner
    position  xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1
    rules     2022
    verdict   win (Red to move)
    distance  exactly 3 plies
    steps     7
    replies   7
    --- exit 0
    ");
    let verified = |args: &[&str]| {
        solve_in(here, &[args, &["--certificate", "file"]].concat(), "");
        screen::screen_in(here, &["verify", "--json", "file"], "")
    };
    insta::assert_snapshot!(verified(&["--moves", "a5-c7", ONLY_A_JUMP]), @r#"
    {"position":"xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1","rules":"2022","verdict":"loss","distance":2,"exact":false,"steps":2,"replies":2,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(verified(&["--plies", "2", "--rules", "uai"]), @r#"
    {"position":"x5o/7/7/7/7/7/o5x x 0 1","rules":"uai","verdict":"none","plies":2,"exact":false,"steps":17,"replies":32,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(verified(&["--exact", DRAWN]), @r#"
    {"position":"x1--1o-/-------/-------/-------/-------/-------/------- x 0 1","rules":"2022","verdict":"draw","exact":true,"steps":2,"replies":2,"seconds":_}
    --- exit 0
    "#);
    let some_time = verified(&["--exact", "--nodes", "200000", WON_SOME_TIME]);
    insta::assert_snapshot!(some_time, @r#"
    {"position":"1-2o-o/1--x--o/ooxxxxo/ooxxxxo/xxxxxxx/1--x--x/1-xxx-x x 0 1","rules":"2022","verdict":"win","distance":21,"exact":false,"steps":599,"replies":891,"seconds":_}
    --- exit 0
    "#);
    assert_eq!(files(here), ["file", "win"]);
}

/// The names of what is in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_certificate_for_the_next_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    insta::assert_snapshot!(solve_in(here, &[ONLY_A_JUMP, "--certificate", "-"], ""), @"
    ataxx certificate 1
    rules 2022
    position xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0
    claim win red 3
    strategy win red 3
    xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 3 a5-c7
    xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2 1 b3-c4
    xxxxoox/ooxxoox/oo1ooox/oooooox/xxxooox/xxooooo/xxooooo x 2 1 c6-c5
    end 3
    --- stderr
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve_in(here, &["--certificate", "-", "--json"], ""), @"
    --- stderr
    error: the JSON and the certificate cannot both go to standard output
    --- exit 2
    ");
    assert!(files(here).is_empty());
}

#[test]
fn without_a_certificate_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("file"), "what was there\n").expect("a file");
    let to_file = |args: &[&str]| solve_in(here, &[args, &["--certificate", "file"]].concat(), "");
    let unknown = to_file(&["--exact", "--time", "0"]);
    insta::assert_snapshot!(without_numbers(&unknown), @"
    verdict   unknown (Red to move)
    meaning   neither side forces a win within _ plies; then the search ended
    effort    _
    --- stderr
    error: there is no certificate: there is no verdict to certify
    --- exit _
    ");
    insta::assert_snapshot!(to_file(&["xxo-3/xoo-3/7/7/7/7/7 x 25"]), @"
    verdict   draw (Red to move)
    meaning   the game is over, neither side has won
    effort    _
    --- stderr
    error: there is no certificate: the game is over, a draw, so there is nothing to certify
    --- exit 1
    ");
    let too_few = ["--nodes", "50000"];
    let far = to_file(
        &[
            &["--exact", "--certify-distance", WON_SOME_TIME],
            &too_few[..],
        ]
        .concat(),
    );
    insta::assert_snapshot!(far, @"
    verdict   win (Red to move)
    meaning   Red forces a win, but not within 11 plies; how soon is not known
    best      d6-d7
    effort    _
    --- stderr
    error: there is no certificate: the distance is not known, so it cannot be certified
    --- exit 1
    ");
    insta::assert_snapshot!(to_file(&["--time", "0", ONLY_A_JUMP]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- stderr
    error: there is no certificate: the budget ran out before the certificate was complete
    --- exit 1
    ");
    let text = fs::read_to_string(here.join("file")).expect("a file");
    assert_eq!(text, "what was there\n");
    assert_eq!(files(here), ["file"]);
}

/// Before any work is done for it.
#[test]
fn a_certificate_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("file"), "").expect("a file");
    let to = |name| solve_in(here, &["--exact", "--certificate", name], "");
    insta::assert_snapshot!(to("."), @"
    --- stderr
    error: `.` is a folder, not a file
    --- exit 2
    ");
    insta::assert_snapshot!(to("no/such"), @"
    --- stderr
    error: `no/such` cannot be written: there is no such folder
    --- exit 2
    ");
    insta::assert_snapshot!(to("file/below"), @"
    --- stderr
    error: `file/below` cannot be written: not a directory
    --- exit 2
    ");
    insta::assert_snapshot!(to(""), @"
    --- stderr
    error: a value is required for '--certificate <FILE>' but none was supplied

    For more information, try '--help'.
    --- exit 2
    ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    insta::assert_snapshot!(solve(&[ONLY_A_JUMP, "--certificate", "/dev/full"]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- stderr
    error: `/dev/full` cannot be written: no storage space
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&[ONLY_A_JUMP, "--certificate", "/dev/null"]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 3 plies, and no sooner
    best      a5-c7
    line      a5-c7 c4-a5 b3-c4
    effort    _
    --- exit 0
    ");
    let metadata = fs::metadata("/dev/null").expect("it is there");
    assert!(metadata.file_type().is_char_device());
}

#[test]
fn command_lines_that_are_refused() {
    insta::assert_snapshot!(solve(&["--plies", "0"]), @"
    --- stderr
    error: invalid value '0' for '--plies <N>': 0 is not in 1..=5000

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--plies", "5001"]), @"
    --- stderr
    error: invalid value '5001' for '--plies <N>': 5001 is not in 1..=5000

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--plies", "5", "--exact"]), @"
    --- stderr
    error: the argument '--plies <N>' cannot be used with '--exact'

    Usage: ataxx solve --plies <N> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--nodes", "0"]), @"
    --- stderr
    error: invalid value '0' for '--nodes <N>': 0 is not in 1..18446744073709551615

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--time", "nan"]), @"
    --- stderr
    error: invalid value 'nan' for '--time <SECONDS>': expected a number of seconds from 0 to 4294967295

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--time", "-1"]), @"
    --- stderr
    error: invalid value '-1' for '--time <SECONDS>': expected a number of seconds from 0 to 4294967295

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--threads", "1025"]), @"
    --- stderr
    error: invalid value '1025' for '--threads <N>': 1025 is not in 1..=1024

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--hash", "99999999999999999999"]), @"
    --- stderr
    error: invalid value '99999999999999999999' for '--hash <MB>': the number is too big

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--without", "majorities"]), @"
    --- stderr
    error: invalid value 'majorities' for '--without <RULE>'
      [possible values: count-out-of-reach, stuck-means-full, no-ply-to-waste, limit-out-of-reach, majority, eight-flips, cover, extends-left, far-away, jailed, last-move, filling, table]

      tip: a similar value exists: 'majority'

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--certify-distance"]), @"
    --- stderr
    error: the following required arguments were not provided:
      --certificate <FILE>

    Usage: ataxx solve --certificate <FILE> --certify-distance [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--exakt"]), @"
    --- stderr
    error: unexpected argument '--exakt' found

      tip: a similar argument exists: '--exact'

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["x5o/7/7/7/7/7/o5x", "x"]), @"
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
    insta::assert_snapshot!(solve(&["@no/such/file"]), @"
    --- stderr
    error: there is no file `no/such/file`
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--moves", "a7-d7"]), @"
    --- stderr
    error: move 1, `a7-d7`: d7 is out of reach from a7: a piece extends to a neighbouring square or jumps two squares away
     --> <moves>:1:4
      |
    1 | a7-d7
      |    ^^
      |
      = help: it was tried in x5o/7/7/7/7/7/o5x x 0 1
    --- exit 2
    ");
}

#[test]
fn help() {
    insta::assert_snapshot!(solve(&["-h"]), @r#"
    Find out whether a side can force a win, and in how many plies

    Usage: ataxx solve [OPTIONS] [POSITION]

    Arguments:
      [POSITION]  A FEN, a dump, Reloaded rows, `start`, `-` (standard input) or `@FILE` [default:
                  start]

    Options:
          --moves <MOVES>        Moves to play from the position, such as "a7-b7 a1-a2"
          --rules <RULES>        Rules to play by: a name, or a name with settings such as
                                 `2022,jump-limit=40` [default: 2022] [possible values: 2008, 2016,
                                 2022, uai, reloaded]
          --board <SIZE>         Solve a position of a smaller board, such as `4x5`: 2 to 7 files and
                                 ranks. POSITION is its start, or a FEN with its files and ranks only
          --plies <N>            Number of plies within which to look for a win; a ply is a move or pass
                                 of one side [default: 7]
          --exact                Find the value of the position, without a limit on plies, and then its
                                 distance; on a small board by settling every position that can follow,
                                 if the search does not find it at once
          --all-moves            List every first move that keeps the verdict and the distance, instead
                                 of one; if a limit or Ctrl-C ends the search early, the list says that
                                 it is incomplete
          --certificate <FILE>   Write a certificate of the verdict, for `ataxx verify`; `-` is standard
                                 output
          --certify-distance     Also certify that a win or loss takes no fewer plies; the certificate
                                 is then far longer
          --time <SECONDS>       Time limit in seconds, including the certificate
          --nodes <N>            Node limit (approximate); a certificate may take as many nodes again
          --hash <MB>            Size of the transposition table, and limit on the memory for whole
                                 boards, in MiB, at most 65536 [default: 64, but for --exact boards in a
                                 quarter of the free memory]
          --threads <N>          Number of threads [default: 1]
          --tables <DIR>         Look positions of small boards up in the tables of this folder, which
                                 `ataxx tables build` makes [default: that of `ATAXX_TABLES`]
          --without <RULE>       Disable one pruning rule; repeatable [possible values:
                                 count-out-of-reach, stuck-means-full, no-ply-to-waste,
                                 limit-out-of-reach, majority, eight-flips, cover, extends-left,
                                 far-away, jailed, last-move, filling, table]
          --stats                Show how often each pruning rule was used
          --notation <NOTATION>  Notation of moves in the output [default: berkeley] [possible values:
                                 berkeley, uai, reloaded]
          --json                 Print JSON instead of text
          --batch <FILE>         Process a file of positions, one per line, optionally followed by `; id
                                 NAME`, and print a line of JSON for each; `-` is standard input
          --shard <PART/PARTS>   Process one part of the lines: `2/5` is the second of five; `ataxx
                                 merge` combines the outputs
          --color <WHEN>         When to use colours [default: auto] [possible values: auto, always,
                                 never]
      -h, --help                 Print help (see more with '--help')

    Examples:
      ataxx solve @position.txt --plies 9
          look for a forced win within nine plies
      ataxx solve @position.txt --exact --certificate proof.txt
          find the value, with a proof
      ataxx solve --board 3x6 --exact --tables tables
          look a position of a small board up
      ataxx solve --plies 9 --batch positions.txt --shard 2/5
          solve a fifth of the positions of a file, for `ataxx merge`

    Exit status:
      0   whatever the verdict is
      1   no certificate, or a line of --batch is no position
      2   bad command line, or a file that cannot be used
      6   a fault of ataxx itself
      130 stopped by Ctrl-C (128 and the number of the signal)
    --- exit 0
    "#);
}

/// A win in seven plies, which `--exact` proves before it knows the distance.
const WON_IN_SEVEN: &str = "xx--o1o/x1--o1x/x---o1o/xx--o-o/xx--oxo/xx--o-o/-x--ooo x 42 1";

#[test]
fn exact_finds_the_distance_after_the_value() {
    let exact = ["--rules", "2008", "--exact", WON_IN_SEVEN];
    insta::assert_snapshot!(solve(&exact), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 7 plies, and no sooner
    best      f3-f5
    line      f3-f5 e2-f3 e5-f6 - a5-b6 - e6-f7
    effort    _
    --- exit 0
    ");
    let folder = tempfile::tempdir().expect("a folder");
    let certified = [&exact[..], &["--certificate", "file", "--certify-distance"]].concat();
    solve_in(folder.path(), &certified, "");
    let verified = screen::screen_in(folder.path(), &["verify", "file"], "");
    insta::assert_snapshot!(verified, @"
    proved    Red forces a win in 7 plies, and no sooner
    position  xx--o1o/x1--o1x/x---o1o/xx--o-o/xx--oxo/xx--o-o/-x--ooo x 42 1
    rules     2008
    verdict   win (Red to move)
    distance  exactly 7 plies
    steps     106
    replies   148
    --- exit 0
    ");
}

#[test]
fn a_distance_that_the_budget_does_not_reach() {
    let args = ["--exact", "--nodes", "50000", WON_SOME_TIME];
    insta::assert_snapshot!(solve(&args), @"
    verdict   win (Red to move)
    meaning   Red forces a win, but not within 11 plies; how soon is not known
    best      d6-d7
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(solve(&[&args[..], &["--json"]].concat()), @r#"
    {"position":"1-2o-o/1--x--o/ooxxxxo/ooxxxxo/xxxxxxx/1--x--x/1-xxx-x x 0 27","rules":"2022","verdict":"win","none_within":11,"moves":["d6-d7"],"line":[],"nodes":_,"seconds":_}
    --- exit 0
    "#);
}

#[test]
fn moves_that_the_budget_reached_are_kept() {
    let args = ["--rules", "2008", "--exact", "--all-moves", WON_IN_SEVEN];
    let spent = [&args[..], &["--nodes", "150"]].concat();
    insta::assert_snapshot!(solve(&spent), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 7 plies, and no sooner
    best      f3-f5 (not all: the search ended)
    line      f3-f5 e2-f3 e5-f6 - a5-b6 - e6-f7
    effort    _
    --- exit 0
    ");
    let json = |args: &[&str]| solve(&[args, &["--json"]].concat());
    insta::assert_snapshot!(json(&spent), @r#"
    {"position":"xx--o1o/x1--o1x/x---o1o/xx--o-o/xx--oxo/xx--o-o/-x--ooo x 42 1","rules":"2008","verdict":"win","distance":7,"moves":["f3-f5"],"moves_complete":false,"line":["f3-f5","e2-f3","e5-f6","-","a5-b6","-","e6-f7"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(json(&args), @r#"
    {"position":"xx--o1o/x1--o1x/x---o1o/xx--o-o/xx--oxo/xx--o-o/-x--ooo x 42 1","rules":"2008","verdict":"win","distance":7,"moves":["f3-f5"],"moves_complete":true,"line":["f3-f5","e2-f3","e5-f6","-","a5-b6","-","e6-f7"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(json(&[ONLY_A_JUMP]), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","plies":7,"verdict":"win","distance":3,"moves":["a5-c7"],"line":["a5-c7","c4-a5","b3-c4"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
}

#[test]
fn smaller_boards() {
    insta::assert_snapshot!(solve(&["--board", "3x3", "--exact"]), @"
    verdict   win (Red to move)
    meaning   Red forces a win in 1 ply, and no sooner
    best      c1-b2
    line      c1-b2
    effort    _
    --- exit 0
    ");
    for (size, plies) in [("3x4", 3), ("4x3", 3), ("4x4", 3), ("4x5", 3), ("5X4", 3)] {
        for rules in ["2022", "uai"] {
            let shown = solve(&["--board", size, "--exact", "--rules", rules]);
            let meaning = format!("meaning   Red forces a win in {plies} plies, and no sooner");
            assert_eq!(
                shown.lines().nth(1),
                Some(&*meaning),
                "{size} {rules}: {shown}"
            );
        }
    }
    let moved = solve(&["--board", "4x4", "--moves", "a4-a3", "--json"]);
    insta::assert_snapshot!(moved, @r#"
    {"position":"-------/-------/-------/x2o---/x3---/4---/o2x--- o 0 1","rules":"2022","plies":7,"verdict":"none","moves":["a1-b3"],"line":[],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(solve(&["--board", "8x2"]), @"
    --- stderr
    error: invalid value '8x2' for '--board <SIZE>': expected files and ranks from 2x2 to 7x7, such as `4x5`, found `8x2`

    For more information, try '--help'.
    --- exit 2
    ");
    let position = ["--board", "3x3", "--exact", "x1o/3/o1x o 0 1"];
    insta::assert_snapshot!(solve(&position), @"
    verdict   win (Blue to move)
    meaning   Blue forces a win in 1 ply, and no sooner
    best      a1-b2
    line      a1-b2
    effort    _
    --- exit 0
    ");
    let json = solve(&["--board", "3x2", "--json", "x1o/o1x o 3 2"]);
    insta::assert_snapshot!(json, @r#"
    {"position":"-------/-------/-------/-------/-------/x1o----/o1x---- o 3 2","rules":"2022","plies":7,"verdict":"win","distance":1,"moves":["a1-b1"],"line":["a1-b1"],"nodes":_,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(solve(&["--board", "3x3", "x1o/4/o1x"]), @"
    --- stderr
    error: expected ranks of 3 squares on 3x3, found 4
     --> <position>:1:5
      |
    1 | x1o/4/o1x
      |     ^
    --- exit 2
    ");
    insta::assert_snapshot!(solve(&["--board", "3x2", "x1o/3/o1x"]), @"
    --- stderr
    error: expected a FEN with the 2 ranks of 3x2, found 3
     --> <position>:1:1
      |
    1 | x1o/3/o1x
      | ^^^^^^^^^
    --- exit 2
    ");
}
