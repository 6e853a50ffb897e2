//! `ataxx bench` as a person and a script see it.

use crate::screen::screen;
use serde_json::Value;

/// The text of a run that went well.
fn text(args: &[&str]) -> String {
    let shown = screen(&[&["bench"], args].concat(), "");
    let text = shown.strip_suffix("--- exit 0\n");
    text.unwrap_or_else(|| panic!("{args:?}: {shown}"))
        .to_owned()
}

/// The JSON of a run that went well.
fn json(args: &[&str]) -> Value {
    let text = text(&[args, &["--json"]].concat()).replace("\"seconds\":_", "\"seconds\":0");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    let array = value[key].as_array();
    array.unwrap_or_else(|| panic!("{key} of {value}"))
}

fn number(value: &Value, key: &str) -> u64 {
    let number = value[key].as_u64();
    number.unwrap_or_else(|| panic!("{key} of {value}"))
}

#[test]
fn the_text_has_a_row_for_each_depth_and_the_nodes_last() {
    let text = text(&["--depth", "3", "--details"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "opening-1: opening, 45 empty squares, no blocks",
            "x5o/7/7/7/7/7/o5x x 0 1",
            "  depth  deepest           nodes            ms",
        ]
    );
    for (line, depth) in lines[3..6].iter().zip(["1", "2", "3"]) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 4, "{line}");
        assert_eq!(words[0], depth, "{line}");
        assert!(words[3].parse::<f64>().is_ok(), "{line}");
    }
    let last = lines.last().expect("a line");
    let nodes = last
        .strip_prefix("nodes ")
        .and_then(|nodes| nodes.parse().ok());
    assert_eq!(nodes, Some(number(&json(&["--depth", "3"]), "nodes")));
}

#[test]
fn without_details_it_fits_on_a_screen() {
    let text = text(&["--depth", "3"]);
    assert!(text.lines().count() <= 24, "{text}");
    for heading in ["phase ", "position   plies", "machine "] {
        assert_eq!(text.matches(heading).count(), 1, "{text}");
    }
    assert!(text.contains("\nthis: "), "{text}");
    // The known machines are not measured with this limit.
    assert!(!text.contains("\nAMD EPYC, Zen 5 "), "{text}");
}

#[test]
fn tables_are_aligned_and_fit_on_a_screen() {
    let detailed = text(&["--depth", "3", "--techniques", "--details"]);
    let of_details = [
        "  depth ",
        "position   phase",
        "position   plies",
        "without ",
    ];
    check_tables(&detailed, &of_details);
    check_tables(&text(&["--depth", "3"]), &["phase ", "machine "]);
}

/// The tables with these headings have rows of their width, and none is too wide.
fn check_tables(text: &str, headings: &[&str]) {
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    for heading in headings {
        let lines = text.lines().skip_while(|line| !line.starts_with(heading));
        let is_of_table = |line: &&str| !line.is_empty() && !line.starts_with("nodes ");
        let table: Vec<&str> = lines.take_while(is_of_table).collect();
        let (first, rows) = table.split_first().expect(heading);
        assert!(!rows.is_empty(), "{text}");
        for row in rows.iter().filter(|row| !row.starts_with('(')) {
            // The name of a processor may be cut off with `…`.
            assert_eq!(row.chars().count(), first.chars().count(), "{row}");
        }
    }
}

#[test]
fn the_json_has_all_of_it() {
    let outcome = json(&["--depth", "4"]);
    assert_eq!(outcome["complete"], true);
    assert_eq!(outcome["threads"], 1);
    assert_eq!(outcome["hash_mib"], 64);
    assert_eq!(outcome["without"], serde_json::json!([]));
    assert!(outcome.get("techniques").is_none());
    assert!(outcome.get("engine").is_none());
    assert_eq!(number(&outcome["perft"], "depth"), 7);
    assert_eq!(number(&outcome["perft"], "nodes"), 5_023_479_496);
    assert!(number(&outcome["perft"], "nodes_per_second") > 1_000_000);
    assert_eq!(array(&outcome, "machines").len(), 0);
    let positions = array(&outcome, "positions");
    assert_eq!(positions.len(), 12);
    let mut total = 0;
    for position in positions {
        assert_eq!(number(position, "depth"), 4);
        assert!(number(position, "deepest") >= 4);
        assert!(number(position, "nodes_per_second") > 0);
        assert!(position["branching_factor"].as_f64().expect("a number") > 1.0);
        let depths = array(position, "depths");
        for (depth, row) in (1..).zip(depths) {
            assert_eq!(number(row, "depth"), depth);
            assert!(row["seconds"].is_number());
        }
        assert!(depths.is_sorted_by(|one, next| number(one, "nodes") < number(next, "nodes")));
        let nodes = number(position, "nodes");
        assert_eq!(depths.last().map(|last| number(last, "nodes")), Some(nodes));
        total += nodes;
    }
    assert_eq!(number(&outcome, "nodes"), total);
    let first = &positions[0];
    assert_eq!(first["id"], "opening-1");
    assert_eq!(first["phase"], "opening");
    assert_eq!(first["position"], "x5o/7/7/7/7/7/o5x x 0 1");
    assert_eq!((number(first, "empty"), number(first, "blocks")), (45, 0));
}

#[test]
fn wins_are_seen_by_the_search_and_by_the_solver() {
    let outcome = json(&["--depth", "7"]);
    let won = array(&outcome, "won");
    assert!(won.len() >= 8);
    for position in won {
        let distance = number(position, "distance");
        for way in ["search", "solver"] {
            let solved = &position[way];
            assert!(number(solved, "nodes") > 0);
            let seen = solved.get("win").map(|_| number(solved, "win"));
            // No nearer win exists, and the solver misses none so near.
            assert!(seen.is_none_or(|seen| seen >= distance), "{position}");
            if way == "solver" && distance <= 5 {
                assert_eq!(seen, Some(distance), "{position}");
            }
        }
    }
    assert_eq!(won[0]["search"]["win"], 3);
}

#[test]
fn a_number_of_nodes_is_kept_to() {
    let outcome = json(&["--nodes", "2000"]);
    for position in array(&outcome, "positions") {
        let nodes = number(position, "nodes");
        assert!((2000..2600).contains(&nodes), "{position}");
    }
}

#[test]
fn no_time_is_hardly_any_depth() {
    let outcome = json(&["--time", "0"]);
    for position in array(&outcome, "positions") {
        // A batch of nodes is searched before the first look at the clock.
        assert!(number(position, "depth") <= 4, "{position}");
    }
}

#[test]
fn two_runs_are_the_same() {
    let once = json(&["--depth", "5"]);
    let again = json(&["--depth", "5", "--threads", "1", "--hash", "64"]);
    assert_eq!(number(&once, "nodes"), number(&again, "nodes"));
}

#[test]
fn techniques_can_be_left_out() {
    let all = number(&json(&["--depth", "4"]), "nodes");
    let without = json(&[
        "--depth",
        "4",
        "--without",
        "late-move-pruning",
        "--without",
        "move-patterns",
    ]);
    assert_eq!(
        without["without"],
        serde_json::json!(["late-move-pruning", "move-patterns"])
    );
    assert!(number(&without, "nodes") > all);
}

#[test]
fn each_technique_is_left_out_in_turn() {
    let outcome = json(&["--nodes", "2000", "--techniques", "--without", "table"]);
    let techniques = array(&outcome, "techniques");
    assert_eq!(techniques.len(), 14);
    for worth in techniques {
        assert_ne!(worth["without"], "table");
        for key in ["depth", "gain", "nodes_ratio", "seconds_ratio"] {
            assert!(worth[key].is_number(), "{worth}");
        }
        assert!(worth["depth"].as_f64() > Some(0.0), "{worth}");
    }
}

/// Our engine beside itself.
#[cfg(unix)]
#[test]
fn another_engine_is_measured_on_the_same_positions() {
    let args = ["--depth", "6", "--uai", "$ATAXX uai"];
    let outcome = json(&args);
    let engine = &outcome["engine"];
    assert!(
        engine["name"]
            .as_str()
            .is_some_and(|name| name.starts_with("ataxx "))
    );
    assert!(engine.get("failure").is_none(), "{engine}");
    let positions = array(engine, "positions");
    assert_eq!(positions.len(), 12);
    for (theirs, ours) in positions.iter().zip(array(&outcome, "positions")) {
        assert_eq!(theirs["id"], ours["id"]);
        assert_eq!(number(theirs, "depth"), 6, "{theirs}");
        assert!(number(theirs, "nodes") > 0, "{theirs}");
    }
    let won = array(engine, "won");
    assert_eq!(won.len(), array(&outcome, "won").len());
    assert_eq!(won[0]["win"], 3);
    assert_eq!(number(&engine["perft"], "nodes"), 4_752_668);

    let text = text(&args);
    assert!(text.lines().count() <= 28, "{text}");
    check_tables(&text, &["phase ", "position   plies", "machine "]);
    assert!(text.contains("\nengine: ataxx "), "{text}");
}

#[cfg(unix)]
#[test]
fn another_engine_that_fails() {
    let nowhere = screen(&["bench", "--depth", "1", "--uai", "exit 7"], "");
    assert!(nowhere.ends_with("--- exit 3\n"), "{nowhere}");
    let false_moves = "while read -r line; do case $line in \
        uai) echo uaiok;; isready) echo readyok;; go*) echo bestmove a1;; esac; done";
    let shown = screen(&["bench", "--depth", "1", "--uai", false_moves], "");
    assert!(
        shown.contains("error: opening-1: `a1` is no legal move"),
        "{shown}"
    );
    assert!(shown.contains("\nnodes "), "{shown}");
    assert!(shown.ends_with("--- exit 1\n"), "{shown}");
    // One without a line of `info` and without `perft` is measured as far as that goes.
    let silent = "while read -r line; do case $line in \
        uai) echo uaiok;; isready) echo readyok;; go*) echo bestmove 0000;; esac; done";
    let shown = screen(&["bench", "--depth", "1", "--uai", silent], "");
    assert!(shown.contains("error: opening-1: "), "{shown}");
}

#[test]
fn refusals() {
    let cases: [&[&str]; 8] = [
        &["--depth", "0"],
        &["--depth", "201"],
        &["--nodes", "0"],
        &["--time", "-1"],
        &["--threads", "0"],
        &["--hash", "65537"],
        &["--without", "everything"],
        &["x5o/7/7/7/7/7/o5x x"],
    ];
    let messages = cases.map(|case| {
        let shown = screen(&[&["bench"], case].concat(), "");
        assert!(shown.ends_with("--- exit 2\n"), "{case:?}: {shown}");
        shown.lines().nth(1).expect("an error").to_owned()
    });
    insta::assert_snapshot!(messages.join("\n"), @"
    error: invalid value '0' for '--depth <N>': 0 is not in 1..=200
    error: invalid value '201' for '--depth <N>': 201 is not in 1..=200
    error: invalid value '0' for '--nodes <N>': 0 is not in 1..18446744073709551615
    error: invalid value '-1' for '--time <SECONDS>': expected a number of seconds from 0 to 4294967295
    error: invalid value '0' for '--threads <N>': 0 is not in 1..=1024
    error: invalid value '65537' for '--hash <MB>': 65537 is not in 0..=65536
    error: invalid value 'everything' for '--without <TECHNIQUE>'
    error: unexpected argument 'x5o/7/7/7/7/7/o5x x' found
    ");
}
