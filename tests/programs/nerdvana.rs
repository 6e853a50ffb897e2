//! `ataxx agent --nerdvana`, and the suite of the contest against agents with one fault each.

use super::common::ataxx;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ataxx");
/// An agent with the fault of its variable `fault`.
const AGENT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/misbehaving/nerdvana.awk"
);

fn with(fault: &str) -> String {
    format!("awk -v fault={fault} -f '{AGENT}'")
}

/// What the suite says about an agent: the scenarios that it does not pass, and the message of the
/// first.
fn judged(agent: &str, options: &[&str]) -> String {
    let args = ["test", "--suite", "nerdvana", "--nerdvana", agent, "--json"];
    let run = ataxx(&[&args, options].concat(), "");
    let report: Value = serde_json::from_str(&run.stdout).expect(&run.stderr);
    let reports = report["reports"].as_array().expect("a list");
    let is = |report: &&Value, outcome: &str| report["outcome"] == outcome;
    let passed = reports.iter().filter(|report| is(report, "pass")).count();
    let blocked = reports.iter().filter(|report| is(report, "blocked"));
    let blocked = blocked.count();
    let failed: Vec<&Value> = reports
        .iter()
        .filter(|report| !is(report, "pass") && !is(report, "blocked"))
        .collect();
    let mut text = format!("{passed} passed, {blocked} blocked\n");
    for report in &failed {
        text.extend(["  ", report["name"].as_str().expect("a name"), "\n"]);
    }
    if let Some(report) = failed.first() {
        let message = &report["failure"]["diagnostics"][0]["message"];
        text.extend(["    ", message.as_str().unwrap_or("no message"), "\n"]);
    }
    text
}

#[test]
fn our_agent_passes() {
    for options in ["", "--nodes 100", "--seed 1 --nodes 300"] {
        let agent = format!("'{PROGRAM}' agent --nerdvana {options}");
        assert_eq!(judged(&agent, &[]), "20 passed, 0 blocked\n", "{options}");
    }
}

#[test]
fn freedoms_are_no_faults() {
    let part = "head -n 8 | ".to_owned() + &with("reads-no-clocks");
    let own_folder = format!("cd / && {}", with("is-elsewhere"));
    for agent in [
        with("none"),
        with("takes-what-comes"),
        with("leaves-blanks"),
        with("ends-no-line"),
        with("writes-much"),
        part,
        own_folder,
    ] {
        assert_eq!(judged(&agent, &[]), "20 passed, 0 blocked\n", "{agent}");
    }
    let slow = judged(
        &with("thinks-a-second"),
        &["--tag", "clocks", "--exclusive"],
    );
    assert_eq!(slow, "2 passed, 0 blocked\n");
}

#[test]
fn each_fault_fails_where_it_shows() {
    let faults = [
        "is-always-red",
        "counts-from-below",
        "names-origins",
        "has-no-hyphen",
        "has-no-knight",
        "jumps-three",
        "prints-a-trace",
        "prints-a-trace-behind",
        "prints-nothing",
        "passes",
        "ends-badly",
    ];
    let judged = faults.map(|fault| format!("{fault}: {}", judged(&with(fault), &[])));
    insta::assert_snapshot!(judged.concat(), @"
    is-always-red: 11 passed, 0 blocked
      an answer to the first move
      the moves of four turns against itself are legal
      Blue moves its own pieces, and not those of Red
      Blue plays with a few seconds on its clock
      the only move is a jump along a rank
      the only move is a knight's jump
      one piece among many empty squares
      one piece against a full board
      a board in the middle of a game
        Blue's AI made the move `b1` (here b7): no Blue piece is next to b7
    counts-from-below: 0 passed, 19 blocked
      a first move, and nothing else
        Red's AI made the move `b7` (here b1): no Red piece is next to b1
    names-origins: 0 passed, 19 blocked
      a first move, and nothing else
        `a1-b1` is no move: an extend names one square, `b1`
    has-no-hyphen: 16 passed, 0 blocked
      the only move is a jump along a file
      the only move is a jump along a rank
      the only move is a jump along a diagonal
      the only move is a knight's jump
        `a3a1` is no move: expected `e4` or `d2-e4`
    has-no-knight: 19 passed, 0 blocked
      the only move is a knight's jump
        `` is no move: expected `e4` or `d2-e4`
    jumps-three: 13 passed, 0 blocked
      an answer to the first move
      the moves of four turns against itself are legal
      Red moves its own pieces, and not those of Blue
      Blue moves its own pieces, and not those of Red
      Blue plays with a few seconds on its clock
      three squares are too far
      one piece among many empty squares
        Blue's AI made the move `g1-d1` (here g7-d7): d7 is out of reach from g7: a piece extends to a neighbouring square or jumps two squares away
    prints-a-trace: 0 passed, 19 blocked
      a first move, and nothing else
        `depth 1` is no move: expected `e4` or `d2-e4`
    prints-a-trace-behind: 0 passed, 19 blocked
      a first move, and nothing else
        after its answer the agent prints `nodes 7`
    prints-nothing: 0 passed, 19 blocked
      a first move, and nothing else
        waited for the answer to a request, but the agent ended with exit status 0 and printed nothing
    passes: 0 passed, 19 blocked
      a first move, and nothing else
        `pass` is no move: expected `e4` or `d2-e4`
    ends-badly: 0 passed, 19 blocked
      a first move, and nothing else
        after its answer it ended with exit status 3
    ");
}

/// The clock of Red comes first, and the time is that of the process.
#[test]
fn clocks_are_kept() {
    let seconds = regex::Regex::new(r"took [34]\.\d s").expect("one");
    let judged = ["reads-the-other-clock", "thinks-four-seconds"].map(|fault| {
        let judged = judged(&with(fault), &["--tag", "clocks", "--exclusive"]);
        let judged = seconds.replace_all(&judged, "took … s").into_owned();
        format!("{fault}: {judged}")
    });
    insta::assert_snapshot!(judged.concat(), @"
    reads-the-other-clock: 0 passed, 0 blocked
      Red plays with a few seconds on its clock
      Blue plays with a few seconds on its clock
        Red's AI took … s for the move a7-b7; 3.0 s are allowed
    thinks-four-seconds: 0 passed, 0 blocked
      Red plays with a few seconds on its clock
      Blue plays with a few seconds on its clock
        Red's AI took … s for the move a7-b7; 3.0 s are allowed
    ");
}

#[test]
fn our_agent_answers_one_request() {
    const START: &str =
        "0\nx.....o\n.......\n.......\n.......\n.......\n.......\no.....x\n180000 180000\n";
    let seeded = ["agent", "--nerdvana", "--seed", "1", "--nodes", "500"];
    let run = ataxx(&seeded, START);
    assert_eq!((run.status, &*run.stderr), (Some(0), ""), "{}", run.stdout);
    assert_eq!(run.stdout, ataxx(&seeded, START).stdout);
    let malformed = ataxx(&seeded, START.replacen('0', "2", 1));
    assert_eq!(malformed.status, Some(2));
    insta::assert_snapshot!(malformed.stderr, @"
    error: expected the side to move, 0 or 1, found `2`
     --> <stdin>:1:1
      |
    1 | 2
      | ^
    ");
    let full = START.replace('.', "x");
    let over = ataxx(&seeded, full);
    assert_eq!(over.status, Some(2));
    insta::assert_snapshot!(over.stderr, @"error: the game is over: there is no legal move");
}

/// Positions beyond those of the suite.
#[test]
fn generated_positions_are_asked_about() {
    let right = format!("'{PROGRAM}' agent --nerdvana --nodes 100");
    let explored = |agent: &str| {
        let args = ["explore", "--nerdvana", agent, "--sessions", "30", "--json"];
        let run = ataxx(&args, "");
        (run.status, run.stdout)
    };
    assert_eq!(explored(&right).0, Some(0));
    let (status, report) = explored(&with("is-always-red"));
    assert_eq!(status, Some(1), "{report}");
}

#[test]
fn a_position_with_blocks_cannot_be_given() {
    let text = "rules: nerdvana\nscenarios:\n  - name: x\n    position: x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n    steps:\n      - ai-move: {}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.yaml");
    std::fs::write(&file, text).expect("can be written");
    let file = file.display().to_string();
    let run = ataxx(&["test", &file, "--nerdvana", &with("none")], "");
    let message = "cannot be given the position: c3 is blocked, and its board has no blocks";
    assert!(run.stdout.contains(message), "{}", run.stdout);
}
