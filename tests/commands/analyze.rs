//! `ataxx analyze` as a person and a script see it.
//!
//! What the machine thinks of a position that nobody can force changes with what it has
//! learnt. Whole screens are therefore of forced wins and finished games, and the rest is
//! tested by what has to hold of any opinion.

use crate::screen;
use ataxx_core::board::{Game, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The one extend fills the board and loses; jumps win.
const ONLY_A_JUMP: &str = "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0";
/// A game that Red wins by taking the last piece.
const ELIMINATION: &str = "a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6";

/// The screen without the times and the numbers of positions, which are those of the
/// search and no part of the answer.
fn without_effort(screen: &str) -> String {
    let mut shown = String::new();
    for line in screen.lines() {
        let line = match (line.split_once("\"nodes\":"), line.find(",\"seconds\"")) {
            (Some((before, _)), Some(seconds)) => {
                format!("{before}\"nodes\":_{}", &line[seconds..])
            }
            _ if line.starts_with("effort ") => {
                assert!(line.ends_with(" a second"), "{line}");
                assert!(line.contains(" position"), "{line}");
                "effort    _".to_owned()
            }
            _ => line.to_owned(),
        };
        shown += &line;
        shown.push('\n');
    }
    shown
}

fn analyze_in(folder: &Path, args: &[&str], input: &str) -> String {
    without_effort(&screen::screen_in(
        folder,
        &[&["analyze"], args].concat(),
        input,
    ))
}

fn analyze(args: &[&str]) -> String {
    analyze_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, "")
}

/// The screen without the board.
fn below_the_board(screen: &str) -> &str {
    let (_, below) = screen.split_once("\n\n").expect("a board and a blank line");
    below
}

/// The objects on the screen of a command that succeeded.
fn objects(screen: &str) -> Vec<Value> {
    let screen = screen.replace("\"seconds\":_", "\"seconds\":0");
    let screen = screen.replace("\"nodes\":_", "\"nodes\":0");
    let lines = screen.strip_suffix("--- exit 0\n").expect("it succeeded");
    let object =
        |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    lines.lines().map(object).collect()
}

/// Plays a line, to see that it can be played.
fn play(fen: &str, line: &Value) -> Game {
    let start: Position = fen.parse().expect("a FEN");
    let mut game = Game::from_position(Rules::BERKELEY_2016, start);
    for mv in line["moves"].as_array().expect("an array") {
        let mv: BerkeleyMove = mv.as_str().expect("a move").parse().expect("a move");
        mv.play(&mut game).expect("a legal move");
    }
    game
}

#[test]
fn the_positions_of_the_specification() {
    let one = "bbbb-rr bbbbbrr brbbbrr rrbbbbb rrbbbbb rbbbbbb rrbbbrr b 1";
    insta::assert_snapshot!(analyze(&[one]), @"
    7  b b b b - r r
    6  b b b b b r r
    5  b r b b b r r
    4  r r b b b b b
    3  r r b b b b b
    2  r b b b b b b
    1  r r b b b r r
       a b c d e f g
    red 16, blue 32; Blue to move; 1 jump in a row

    1  win within 1 ply  d6-e7

    meaning   Blue forces a win within 1 ply
    depth     1 ply
    effort    _
    --- exit 0
    ");
    let three = "bbbbrr- bbbrrrr brr-rrr rrrrbbb rrbbbbb rbbbbbb rrbbbrr b 1";
    insta::assert_snapshot!(below_the_board(&analyze(&[three])), @"
    1  win within 3 plies  e4-d5 f5-g7 e4-f5

    meaning   Blue forces a win within 3 plies
    depth     3 plies
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(below_the_board(&analyze(&[ONLY_A_JUMP])), @"
    1  win within 3 plies  a5-c7 c4-a5 b3-c4

    meaning   Red forces a win within 3 plies
    depth     3 plies
    effort    _
    --- exit 0
    ");
    let must_pass = "rrrrrrr rrrrrrr rrXrXrb rXXXXXb bbXbXbb brbbbbb rrbb-bb r 22";
    insta::assert_snapshot!(below_the_board(&analyze(&[must_pass])), @"
    1  win within 6 plies  - g1-e1 - e1-g1 - d1-e1

    meaning   Red forces a win within 6 plies
    depth     6 plies
    effort    _
    --- exit 0
    ");
    insta::assert_snapshot!(below_the_board(&analyze(&[ONLY_A_JUMP, "--moves", "a5-c7"])), @"
    1  loss within 2 plies  c4-a5 b3-c4

    meaning   Red forces a win within 2 plies
    depth     2 plies
    effort    _
    --- exit 0
    ");
}

#[test]
fn a_finished_game() {
    insta::assert_snapshot!(analyze(&["--moves", "b7-c7", ONLY_A_JUMP]), @"
    7  r r[r]r b b r
    6  r r r r b b r
    5  r r b b b b r
    4  r r b b b b r
    3  r r r b b b r
    2  r r b b b b b
    1  r r b b b b b
       a b c d e f g
    red 24, blue 25; Blue to move; no jumps in a row

    meaning   the game is over, Blue has won
    --- exit 0
    ");
    insta::assert_snapshot!(analyze(&["--json", "--moves", "b7-c7", ONLY_A_JUMP]), @r#"
    {"position":"xxxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 0 1","depth":0,"nodes":_,"seconds":_,"result":"0-1","lines":[]}
    --- exit 0
    "#);
    insta::assert_snapshot!(below_the_board(&analyze(&["x1--1o-/-------/7/7/7/7/7 x 25"])), @"
    meaning   the game is over, neither side has won
    --- exit 0
    ");
}

#[test]
fn json() {
    insta::assert_snapshot!(analyze(&["--json", ONLY_A_JUMP]), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","depth":3,"nodes":_,"seconds":_,"lines":[{"score":{"win":3},"moves":["a5-c7","c4-a5","b3-c4"]}]}
    --- exit 0
    "#);
    insta::assert_snapshot!(analyze(&["--json", "--notation", "uai", ONLY_A_JUMP]), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","depth":3,"nodes":_,"seconds":_,"lines":[{"score":{"win":3},"moves":["a5c7","c4a5","c4"]}]}
    --- exit 0
    "#);
}

#[test]
fn lines_are_in_order_and_can_be_played() {
    let start = "x5o/7/7/7/7/7/o5x x 0 1";
    let answers = objects(&analyze(&["--json", "--depth", "4", "--lines", "3"]));
    let [answer] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(answer["position"], start);
    assert_eq!(answer["depth"], 4);
    let lines = answer["lines"].as_array().expect("an array");
    assert_eq!(lines.len(), 3);
    let stones: Vec<f64> = lines
        .iter()
        .map(|line| line["score"]["stones"].as_f64().expect("a number"))
        .collect();
    assert!(
        stones.is_sorted_by(|left, right| left >= right),
        "{stones:?}"
    );
    let mut first: Vec<Position> = Vec::new();
    for line in lines {
        let game = play(start, line);
        let opening = game.moves().next().expect("a move").mv;
        let start: Position = start.parse().expect("a FEN");
        first.push(start.after(opening, game.rules()));
    }
    assert!(first[0] != first[1] && first[1] != first[2] && first[2] != first[0]);
}

#[test]
fn the_lines_of_a_won_position_lead_to_its_end() {
    let answers = objects(&analyze(&[
        "--json",
        "--lines",
        "9",
        "--depth",
        "8",
        ONLY_A_JUMP,
    ]));
    let position = answers[0]["position"].as_str().expect("a FEN");
    let lines = answers[0]["lines"].as_array().expect("an array");
    // All that can be done is an extend and four jumps.
    assert_eq!(lines.len(), 5);
    for (line, score) in lines.iter().zip(["win", "win", "loss", "loss", "loss"]) {
        let plies = line["score"][score].as_u64().expect("a distance");
        let game = play(position, line);
        assert_eq!(game.moves().len() as u64, plies, "{line}");
        assert!(game.outcome().is_some(), "{line}");
    }
}

#[test]
fn the_evaluation_in_words() {
    let screen = analyze(&["--depth", "3"]);
    let below = below_the_board(&screen);
    let mut lines = below.lines();
    let best = lines.next().expect("a line");
    let words: Vec<_> = best.split_whitespace().collect();
    assert_eq!(words[0], "1");
    assert!(words[1].starts_with(['+', '-']), "{best}");
    assert!(words[1].parse::<f64>().is_ok(), "{best}");
    assert!(words[2].parse::<BerkeleyMove>().is_ok(), "{best}");
    assert_eq!(lines.next(), Some(""));
    let meaning = lines.next().expect("a line");
    assert!(meaning.starts_with("meaning   "), "{meaning}");
    assert!(
        meaning.contains(" expected to end ") && meaning.ends_with(" %"),
        "{meaning}"
    );
    let depth = lines.next().expect("a line");
    assert!(depth.starts_with("depth     3 plies"), "{depth}");
}

#[test]
fn with_the_same_limits_the_answer_is_the_same() {
    for limit in [["--nodes", "3000"], ["--depth", "5"]] {
        let args = [&["--json", "--lines", "2"][..], &limit].concat();
        let answer = analyze(&args);
        assert!(answer.ends_with("--- exit 0\n"), "{answer}");
        assert_eq!(answer, analyze(&args));
    }
}

#[test]
fn what_limits_a_search() {
    for args in [
        &["--time", "0"][..],
        &["--time", "0.05", "--hash", "1", "--threads", "2"],
        &["--nodes", "1", "--hash", "0"],
        &["--depth", "1", "--lines", "400"],
        &[
            "--rules",
            "reloaded",
            "--depth",
            "3",
            "--notation",
            "reloaded",
        ],
        &["--rules", "uai", "--depth", "3"],
    ] {
        let answers = objects(&analyze(&[args, &["--json"]].concat()));
        let lines = answers[0]["lines"].as_array().expect("an array");
        assert!(!lines.is_empty(), "{args:?}");
    }
    insta::assert_snapshot!(analyze(&["--depth", "0"]), @"
    --- stderr
    error: invalid value '0' for '--depth <N>': 0 is not in 1..=200

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--lines", "none"]), @"
    --- stderr
    error: invalid value 'none' for '--lines <K>': expected a whole number

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn batch() {
    let positions = format!(
        "# a comment\n{ONLY_A_JUMP} ; id jump\n\nx5o/7/8/7/7/7/o5x x ; id bad\nstart ; id\n\
         x6/7/7/7/7/7/7 o 0 1\n"
    );
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    insta::assert_snapshot!(analyze_in(here, &["--batch", "-"], &positions), @r#"
    {"line":2,"id":"jump","position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","depth":3,"nodes":_,"seconds":_,"lines":[{"score":{"win":3},"moves":["a5-c7","c4-a5","b3-c4"]}]}
    {"line":4,"id":"bad","error":"expected `x`, `o`, `-` or a digit from 1 to 7, found `8`","column":7,"help":"a run of empty squares is 1 to 7 long"}
    {"line":5,"error":"`id` without a name","column":8}
    {"line":6,"position":"x6/7/7/7/7/7/7 o 0 1","depth":0,"nodes":_,"seconds":_,"result":"1-0","lines":[]}
    --- exit 1
    "#);
    insta::assert_snapshot!(analyze(&["--batch", "no/such/file"]), @"
    --- stderr
    error: there is no file `no/such/file`
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--batch", "-", "start"]), @"
    --- stderr
    error: the argument '--batch <FILE>' cannot be used with '[POSITION]'

    Usage: ataxx analyze --batch <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn an_answer_of_a_batch_depends_on_no_other() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let args = ["--batch", "-", "--depth", "4"];
    let alone = analyze_in(here, &args, "start");
    let again = analyze_in(here, &args, "x5o/7/7/3-3/7/7/o5x x 0 1\nstart");
    let answer = |screen: &str| {
        let (_, answer) = screen
            .split_once("\"position\":\"x5o/7/7/7")
            .expect("an answer");
        answer.to_owned()
    };
    assert_eq!(answer(&alone), answer(&again));
}

/// The end of a game in which nothing is left to opinion: Red gives the win away, and Blue
/// does not give it back.
const GIVEN_AWAY: &str = "start: xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\n\
                          1. b7-c7\n0-1\n";
/// The same, and Red does not.
const WON: &str = "start: xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\n\
                   1. a5-c7 c4-a5 2. b3-c4\n1-0\n";

#[test]
fn games() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = |args: &[&str], record| analyze_in(here, &[&["--game", "-"], args].concat(), record);
    insta::assert_snapshot!(game(&[], GIVEN_AWAY), @"
    turn  mover               for Red  chances  best      played     lost
       1  Red      win within 3 plies    100 %  a5-c7     b7-c7     100 %
       1  over                   lost      0 %

    accuracy: Red 1 %

    the worst mistakes:
      turn 1, Red, missed win: b7-c7 took its chances from 100 % to 0 %, a5-c7 was better
    --- exit 0
    ");
    insta::assert_snapshot!(game(&[], WON), @"
    turn  mover               for Red  chances  best      played     lost
       1  Red      win within 3 plies    100 %  a5-c7     a5-c7
       1  Blue     win within 2 plies    100 %  c4-a5     c4-a5
       2  Red        win within 1 ply    100 %  b3-c4     b3-c4
       2  over                    won    100 %

    accuracy: Red 100 %, Blue 100 %

    no mistake lost 5 % of the chances
    --- exit 0
    ");
    insta::assert_snapshot!(game(&["--json"], GIVEN_AWAY), @r#"
    {"ply":0,"turn":"red","position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","depth":3,"nodes":_,"seconds":_,"lines":[{"score":{"win":3},"moves":["a5-c7","c4-a5","b3-c4"]}],"red_score":{"win":3},"red_chances":1.0,"played":"b7-c7","loss":1.0,"mistake":"missed win"}
    {"ply":1,"turn":"blue","position":"xxxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 0 1","depth":0,"nodes":_,"seconds":_,"result":"0-1","lines":[],"red_score":{"loss":0},"red_chances":0.0}
    --- exit 0
    "#);
    insta::assert_snapshot!(game(&["--json", "--notation", "uai"], WON), @r#"
    {"ply":0,"turn":"red","position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","depth":3,"nodes":_,"seconds":_,"lines":[{"score":{"win":3},"moves":["a5c7","c4a5","c4"]}],"red_score":{"win":3},"red_chances":1.0,"played":"a5c7","loss":0.0}
    {"ply":1,"turn":"blue","position":"xxxxoox/xxxxoox/1xoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1","depth":2,"nodes":_,"seconds":_,"lines":[{"score":{"loss":2},"moves":["c4a5","c4"]}],"red_score":{"win":2},"red_chances":1.0,"played":"c4a5","loss":0.0}
    {"ply":2,"turn":"red","position":"xxxxoox/ooxxoox/oooooox/oo1ooox/xxxooox/xxooooo/xxooooo x 2 2","depth":1,"nodes":_,"seconds":_,"lines":[{"score":{"win":1},"moves":["c4"]}],"red_score":{"win":1},"red_chances":1.0,"played":"c4","loss":0.0}
    {"ply":3,"turn":"blue","position":"xxxxoox/ooxxoox/oxxxoox/oxxxoox/xxxxoox/xxooooo/xxooooo o 0 2","depth":0,"nodes":_,"seconds":_,"result":"1-0","lines":[],"red_score":{"win":0},"red_chances":1.0}
    --- exit 0
    "#);
}

#[test]
fn every_position_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game"), ELIMINATION).expect("can be written");
    let entries = objects(&analyze_in(
        folder.path(),
        &["--game", "game", "--json", "--depth", "3"],
        "",
    ));
    assert_eq!(entries.len(), ELIMINATION.split_whitespace().count() + 1);
    let mut mistakes = 0;
    for (ply, entry) in entries.iter().enumerate() {
        assert_eq!(entry["ply"], ply);
        assert_eq!(entry["turn"], ["red", "blue"][ply % 2]);
        let chances = entry["red_chances"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&chances));
        let played = ELIMINATION.split_whitespace().nth(ply);
        assert_eq!(entry["played"].as_str(), played);
        assert_eq!(entry["loss"].is_number(), played.is_some());
        mistakes += usize::from(entry["loss"].as_f64() > Some(0.05));
        if let Some(line) = entry["lines"].get(0) {
            play(entry["position"].as_str().expect("a FEN"), line);
        }
    }
    // Blue could have held out.
    assert!(mistakes > 0);
    let last = entries.last().expect("an entry");
    assert_eq!(last["result"], "1-0");
    assert_eq!(last["red_chances"], 1.0);
    let shown = analyze_in(folder.path(), &["--game", "game", "--depth", "3"], "");
    assert!(shown.contains("\nthe worst mistakes:\n  turn "), "{shown}");
    assert!(
        shown.contains("\n   5  over                    won    100 %\n"),
        "{shown}"
    );
}

#[test]
fn the_course_of_a_game_as_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    for record in [
        ELIMINATION,
        GIVEN_AWAY,
        WON,
        "rules: 2022",
        "start: x6/7/7/7/7/7/7 o 0 12",
    ] {
        fs::write(folder.path().join("game"), record).expect("can be written");
        let args = ["--game", "game", "--plot", "game.svg", "--depth", "3"];
        let shown = analyze_in(folder.path(), &args, "");
        assert!(shown.ends_with("--- exit 0\n"), "{shown}");
        let picture = fs::read_to_string(folder.path().join("game.svg")).expect("a picture");
        let picture = roxmltree::Document::parse(&picture).expect("XML");
        let root = picture.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let first = root.first_element_child().expect("an element");
        assert_eq!(first.tag_name().name(), "title");
        let texts: Vec<&str> = root
            .descendants()
            .filter(|node| node.has_tag_name((root.tag_name().namespace().unwrap_or(""), "text")))
            .filter_map(|node| node.text().map(str::trim))
            .collect();
        for words in ["Red ahead", "Blue ahead", "turn", "Red to move"] {
            assert!(texts.contains(&words), "{words}: {texts:?}");
        }
        if record == GIVEN_AWAY {
            let named = texts.iter().any(|text| text.starts_with("1. b7-c7, not "));
            assert!(named, "{texts:?}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn games_that_are_refused() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    insta::assert_snapshot!(analyze_in(here, &["--game", "-"], "# nothing\n\n"), @"
    --- stderr
    error: there is no game in `<stdin>`
    --- exit 2
    ");
    insta::assert_snapshot!(analyze_in(here, &["--game", "-"], "1. a7-b7 a1-d1"), @"
    --- stderr
    error: `a1-d1` cannot be played: d1 is out of reach from a1
     --> <stdin>:1:10
      |
    1 | 1. a7-b7 a1-d1
      |          ^^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--game", "no/such/file"]), @"
    --- stderr
    error: there is no file `no/such/file`
    --- exit 2
    ");
    insta::assert_snapshot!(analyze_in(here, &["--game", "-", "--plot", "no/such/folder/a.svg"], "1. a7-b7"), @"
    --- stderr
    error: `no/such/folder/a.svg` cannot be written: there is no such folder
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--plot", "a.svg"]), @"
    --- stderr
    error: the following required arguments were not provided:
      --game <FILE>

    Usage: ataxx analyze --game <FILE> --plot <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--game", "-", "start"]), @"
    --- stderr
    error: the argument '--game <FILE>' cannot be used with '[POSITION]'

    Usage: ataxx analyze --game <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--game", "-", "--rules", "uai"]), @"
    --- stderr
    error: the argument '--game <FILE>' cannot be used with '--rules <RULES>'

    Usage: ataxx analyze --game <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(analyze(&["--game", "-", "--batch", "-"]), @"
    --- stderr
    error: the argument '--game <FILE>' cannot be used with '--batch <FILE>'

    Usage: ataxx analyze --game <FILE> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
}
