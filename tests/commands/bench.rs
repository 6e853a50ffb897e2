//! `ataxx bench` as a person and a script see it.

use crate::screen::screen;
use regex::{Regex, RegexBuilder};
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
fn the_text_is_one_screen_and_ends_with_the_nodes() {
    let text = text(&["--depth", "3"]);
    assert!(text.lines().count() <= 24, "{text}");
    check_tables(&text, &["phase ", "position   plies"]);
    let last = text.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", rate, "nps"] = words[..] else {
        panic!("{last}");
    };
    let expected = number(&json(&["--depth", "3"]), "nodes");
    assert_eq!(nodes.parse(), Ok(expected));
    assert!(rate.parse::<u64>().is_ok_and(|rate| rate > 0), "{last}");
}

/// The nodes and their rate, as `OpenBench` reads them from all output of `bench`. These are the
/// expressions of `parse_stream_output` in its `Client/bench.py`: they are tried on one line after
/// the other from the end, and the first that fits counts.
fn as_openbench_reads(output: &str) -> [Option<u64>; 2] {
    let pattern = |text: &str| {
        let pattern = RegexBuilder::new(text).case_insensitive(true).build();
        pattern.expect("a regular expression")
    };
    let punctuation = pattern("[^a-zA-Z0-9 ]+");
    let number = pattern(r"\d+");
    let find = |expression: &Regex| {
        let mut lines = output.trim().lines().rev();
        let found = lines.find_map(|line| {
            let line = punctuation.replace_all(line, " ");
            Some(expression.find(&line)?.as_str().to_owned())
        });
        number.find(&found?)?.as_str().parse().ok()
    };
    [
        r"(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)",
        r"(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)",
    ]
    .map(|text| find(&pattern(text)))
}

#[test]
fn openbench_reads_the_last_line() {
    let nodes = number(&json(&["--depth", "4"]), "nodes");
    let [read, rate] = as_openbench_reads(&text(&["--depth", "4"]));
    assert_eq!(read, Some(nodes));
    assert!(rate > Some(0), "{rate:?}");
}

/// Of an engine that is measured, its own nodes.
#[cfg(unix)]
#[test]
fn openbench_reads_the_nodes_of_another_engine() {
    let engine = "while read -r line; do case $line in \
        uai) echo uaiok;; isready) echo readyok;; \
        go*) echo info depth 1 nodes 7 score cp 1; echo bestmove 0000;; esac; done";
    let shown = screen(&["bench", "--depth", "1", "--uai", engine], "");
    // Its first move ends it, as `0000` is none: nothing is known of the others.
    assert_eq!(as_openbench_reads(&shown)[0], Some(0), "{shown}");
    let args = ["--depth", "4", "--uai", "$ATAXX uai"];
    let outcome = json(&args);
    let theirs = number(&outcome["engine"], "nodes");
    assert_ne!(theirs, number(&outcome, "nodes"), "both count alike");
    let [read, rate] = as_openbench_reads(&text(&args));
    assert_eq!(read, Some(theirs));
    assert!(rate > Some(0), "{rate:?}");
}

/// The tables with these headings have rows of their width, and none is too wide.
fn check_tables(text: &str, headings: &[&str]) {
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    for heading in headings {
        let lines = text.lines().skip_while(|line| !line.starts_with(heading));
        let is_of_table = |line: &&str| !line.is_empty();
        let table: Vec<&str> = lines.take_while(is_of_table).collect();
        let (first, rows) = table.split_first().expect(heading);
        assert!(!rows.is_empty(), "{text}");
        for row in rows.iter().filter(|row| !row.ends_with(" nps")) {
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
    assert!(outcome.get("engine").is_none());
    let positions = array(&outcome, "positions");
    assert_eq!(positions.len(), 12);
    let mut total = 0;
    for position in positions {
        assert_eq!(number(position, "depth"), 4);
        assert!(number(position, "nodes_per_second") > 0);
        assert!(position["seconds"].is_number());
        let nodes = number(position, "nodes");
        total += nodes;
    }
    assert_eq!(number(&outcome, "nodes"), total);
    assert!(number(&outcome, "nodes_per_second") > 0);
    let first = &positions[0];
    assert_eq!(first["id"], "opening-1");
    assert_eq!(first["phase"], "opening");
    assert_eq!(first["position"], "x5o/7/7/7/7/7/o5x x 0 1");
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

    let text = text(&args);
    assert!(text.lines().count() <= 24, "{text}");
    check_tables(&text, &["phase ", "position   plies"]);
    assert_eq!(
        text.matches(engine["name"].as_str().expect("a name"))
            .count(),
        2
    );
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
    assert!(shown.contains(" nps\n"), "{shown}");
    assert!(shown.ends_with("--- exit 1\n"), "{shown}");
    // One without a line of `info` is measured as far as that goes.
    let silent = "while read -r line; do case $line in \
        uai) echo uaiok;; isready) echo readyok;; go*) echo bestmove 0000;; esac; done";
    let shown = screen(&["bench", "--depth", "1", "--uai", silent], "");
    assert!(shown.contains("error: opening-1: "), "{shown}");
}

#[test]
fn refusals() {
    let cases: [&[&str]; 7] = [
        &["--depth", "0"],
        &["--depth", "201"],
        &["--nodes", "0"],
        &["--time", "-1"],
        &["--threads", "0"],
        &["--hash", "65537"],
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
    error: unexpected argument 'x5o/7/7/7/7/7/o5x x' found
    ");
}
