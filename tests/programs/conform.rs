//! `ataxx conform` against engines that behave, and that do not.

use crate::common::ataxx;
use crate::process_groups;
use ataxx_testing::scenario::suites::UAI;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use regex::Regex;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ENGINE: &str = "sh tests/misbehaving/uai.sh";

/// What is printed, with `_` for numbers that differ from run to run, and the status.
fn tried(args: &[&str]) -> String {
    let mut all = vec!["conform"];
    all.extend(args);
    let run = ataxx(&all, "");
    let text = without_times(&format!("{}{}", run.stdout, run.stderr));
    format!("{text}--- exit {}", run.status.unwrap_or(-1))
}

fn without_times(text: &str) -> String {
    let text = Regex::new(r"\d+\.\d+ s")
        .expect("one")
        .replace_all(text, "_ s");
    let text = Regex::new(r" +_ s")
        .expect("one")
        .replace_all(&text, " _ s");
    let text = Regex::new(r"\d+ ms")
        .expect("one")
        .replace_all(&text, "_ ms");
    let text = Regex::new(r#""(at|seconds)":[0-9.e-]+"#)
        .expect("one")
        .replace_all(&text, "\"$1\":_");
    text.into_owned()
}

/// One step with the engine that is wrong in this way. No wait is long.
fn step(name: &str, way: &str) -> String {
    let command = format!("{ENGINE} {way}");
    tried(&["--only", name, &command])
}

fn hasty(name: &str, way: &str, reduce_nodes: &str) -> String {
    let command = format!("{ENGINE} {way}");
    tried(&["--only", name, reduce_nodes, "0.3", &command])
}

#[test]
fn our_own_engine_passes() {
    let engine = r#""$ATAXX" uai --hash 8"#.to_owned();
    // The machine may have much else to do.
    let patience = ["--margin", "10", "--stop-time", "20", "--positions", "30"];
    let run = ataxx(&[&["conform"], &patience[..], &[&engine]].concat(), "");
    assert_eq!(run.status, Some(0), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stderr, "");
    let outcomes: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("ok "))
        .collect();
    assert_eq!(outcomes.len(), UAI.names().count(), "{}", run.stdout);
}

#[test]
fn checks_of_the_protocol_as_scenarios() {
    let engine = r#""$ATAXX" uai --hash 8"#.to_owned();
    let run = ataxx(
        &[
            "test",
            "scenarios/uai/conform.yaml",
            "--json",
            "--uai",
            &engine,
        ],
        "",
    );
    assert_eq!(run.status, Some(0), "{}{}", run.stdout, run.stderr);
    let told: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let outcomes: Vec<&str> = told["reports"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|scenario| scenario["outcome"].as_str())
        .collect();
    assert!(!outcomes.is_empty());
    assert!(
        outcomes.iter().all(|outcome| *outcome == "pass"),
        "{outcomes:?}"
    );
}

#[test]
fn steps_that_go_well() {
    let command = format!("{ENGINE} well");
    insta::assert_snapshot!(tried(&["--only", "handshake", "--only", "isready", "--only", "stop", "--only", "perft", "--only", "quit", &command]), @"
    ok       handshake             Shell by nobody, 1 option
    ok       isready               in _ s
    ok       stop                  after _ ms
    skipped  perft                 it does not support `perft`
    ok       quit                  after _ ms

    5 steps: 4 ok, 1 skipped (_ s)
    --- exit 0
    ");
}

#[test]
fn engines_that_cannot_be_started() {
    insta::assert_snapshot!(tried(&["no-such-program-anywhere"]), @"
    FAILED   handshake             the engine could not be started (exit status 127)
        dialogue (> to the program, < from it):
     _ s  > uai
        the end of stderr:
        | bash: line 1: no-such-program-anywhere: command not found

    22 steps: 0 ok, 1 failed, 21 not tried (_ s)
    the other steps were not run: the engine could not be started (exit status 127)
    --- exit 3
    ");
    insta::assert_snapshot!(step("quit", "dies-at-start"), @"
    FAILED   quit                  waited for `uaiok` in answer to `uai`, but the engine ended with exit status 3; it has printed nothing
        dialogue (> to the program, < from it):
     _ s  > uai
        the end of stderr:
        | cannot load the network

    1 step: 0 ok, 1 failed (_ s)
    the other steps were not run: waited for `uaiok` in answer to `uai`, but the engine ended with exit status 3; it has printed nothing
    --- exit 3
    ");
    insta::assert_snapshot!(hasty("fen", "hangs-at-start", "--start-time"), @"
    FAILED   fen                   waited _ s for `uaiok` in answer to `uai`; it has printed nothing
        dialogue (> to the program, < from it):
     _ s  > uai

    1 step: 0 ok, 1 failed (_ s)
    the other steps were not run: waited _ s for `uaiok` in answer to `uai`; it has printed nothing
    --- exit 3
    ");
}

#[test]
fn an_engine_that_does_not_flush_its_output_is_told_so() {
    let printed = tried(&["--start-time", "0.5", "cat >/dev/null; echo uaiok"]);
    let told = "1 line came only when its input ended: the engine does not flush its output";
    assert!(printed.contains(told), "{printed}");
}

#[test]
fn failures_are_reported_with_the_dialogue() {
    insta::assert_snapshot!(hasty("isready", "hangs-at-isready", "--ready-time"), @"
    FAILED   isready               waited _ s for `readyok` in answer to `isready`; its last line was `uaiok`
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > isready
     _ s  > isready
     _ s  > isready

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(hasty("go-depth", "hangs-at-go", "--think-time"), @"
    FAILED   go-depth              waited _ s for `bestmove`; its last line was `readyok`
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > isready
     _ s  < readyok
     _ s  > position fen x5o/7/7/7/7/7/o5x x 0 1
     _ s  > go depth 1

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(step("go-depth", "dies-at-go"), @"
    FAILED   go-depth              waited for `bestmove`, but the engine ended with signal 11; its last line was `readyok`
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > isready
     _ s  < readyok
     _ s  > position fen x5o/7/7/7/7/7/o5x x 0 1
     _ s  > go depth 1
        the end of stderr:
        | assertion failed

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
}

#[test]
fn wrong_moves_are_reported_with_the_dialogue() {
    insta::assert_snapshot!(step("startpos", "plays-d4"), @"
    FAILED   startpos              after `position startpos`: `d4` is no legal move: no own piece is next to d4
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > position startpos
     _ s  > go movetime 10
     _ s  < bestmove d4

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(step("startpos", "plays-nonsense"), @"
    FAILED   startpos              after `position startpos`: `bestmove castles` names no move: `ca` is not a square: expected a file a to g and a rank 1 to 7
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > position startpos
     _ s  > go movetime 10
     _ s  < bestmove castles

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(step("startpos", "answers-twice"), @"
    FAILED   startpos              it sends `bestmove a6` without a request for a move
        dialogue (> to the program, < from it):
     _ s  > uainewgame
     _ s  > isready
     _ s  < bestmove a6
     _ s  < readyok

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(step("go-movetime", "is-late"), @"
    FAILED   go-movetime           `b7` came after _ s, and _ s were allowed
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > isready
     _ s  < readyok
     _ s  > position fen x5o/7/7/7/7/7/o5x x 0 1
     _ s  > go movetime 100
     _ s  < bestmove b7

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    insta::assert_snapshot!(hasty("quit", "quits-slowly", "--stop-time"), @"
    FAILED   quit                  waited _ s for the engine to end after `quit`; its last line was `uaiok`
        dialogue (> to the program, < from it):
     _ s  > uai
     _ s  < Hello!
     _ s  < id name Shell
     _ s  < id author nobody
     _ s  < option name Hash type spin default 1 min 1 max 8
     _ s  < uaiok
     _ s  > quit

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
}

/// The example in the documentation is what the program prints.
#[test]
fn the_example_of_the_documentation() {
    let page = fs::read_to_string("docs/ENGINES.md").expect("it is there");
    let steps = "--only handshake --only startpos --only perft";
    let start = format!("`ataxx conform ./my-engine {steps}`:\n\n```text\n");
    let (_, rest) = page.split_once(&start).expect("it has an example");
    let (example, _) = rest.split_once("```").expect("it ends");
    let command = format!("{ENGINE} plays-d4");
    let args: Vec<&str> = steps.split(' ').chain([command.as_str()]).collect();
    assert_eq!(
        format!("{}--- exit 1", without_times(example)),
        tried(&args)
    );
}

#[test]
fn a_flood_is_cut_off() {
    let told = step("go-nodes", "floods");
    let shown = told
        .lines()
        .filter(|line| !line.contains("  < info string"));
    let count = Regex::new(r"of \d+ lines").expect("one");
    let shown = shown.collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(count.replace(&shown, "of _ lines"), @"
    FAILED   go-nodes              waited for `bestmove`, but the engine wrote more than 8 MiB; its last line was `info string 01234567890123456789012345678901234567890123456789012345678901234567…`
        last 12 of _ lines of the dialogue (> to the program, < from it):

    1 step: 0 ok, 1 failed (_ s)
    --- exit 1
    ");
    assert!(told.len() < 4000, "{}", told.len());
}

#[test]
fn json_for_programs() {
    let command = format!("{ENGINE} plays-d4");
    let steps = [
        "--json",
        "--only",
        "handshake",
        "--only",
        "startpos",
        "--only",
        "perft",
    ];
    insta::assert_snapshot!(tried(&[&steps[..], &[&command]].concat()), @r#"
    {"command":"sh tests/misbehaving/uai.sh plays-d4","engine":{"name":"Shell","author":"nobody","options":["option name Hash type spin default 1 min 1 max 8"]},"steps":[{"name":"handshake","outcome":"ok","detail":"Shell by nobody, 1 option","seconds":_},{"name":"startpos","outcome":"failed","kind":"illegal move","detail":"after `position startpos`: `d4` is no legal move: no own piece is next to d4","wire":[{"at":_,"by":"client","line":"uainewgame"},{"at":_,"by":"client","line":"isready"},{"at":_,"by":"engine","line":"readyok"},{"at":_,"by":"client","line":"position startpos"},{"at":_,"by":"client","line":"go movetime 10"},{"at":_,"by":"engine","line":"bestmove d4"}],"seconds":_},{"name":"perft","outcome":"skipped","detail":"it does not support `perft`","seconds":_}],"ok":1,"failed":1,"skipped":1,"seconds":_}
    --- exit 1
    "#);
}

#[test]
fn steps_are_listed_and_chosen() {
    insta::assert_snapshot!(tried(&["--list"]), @"
    handshake             answers `uai` with its name, options that can be read, and `uaiok`
    isready               answers each `isready` with one `readyok`
    options               accepts the default and other values of its options, and still moves
    unknown               ignores unknown commands and options
    startpos              reads `position startpos`, with and without `moves`
    fen                   reads a FEN, for either side, with and without `moves`
    short-fen             reads a FEN of three and of two fields, as some programs send them (not required by UAI)
    gaps                  keeps pieces off gaps (`-`)
    single-move           makes the only legal move
    pass                  answers `0000` where it must pass, and reads it in `moves`
    finished              keeps running after `go` when the game is over
    go-depth              answers `go depth`
    go-nodes              answers `go nodes`
    go-movetime           answers `go movetime` in time
    go-clock              answers before its clock runs out: `btime` for x, `wtime` for o
    stop                  thinks after `go infinite` until `stop`, and answers soon after it
    ready-while-thinking  answers `isready` while it thinks
    legal-moves           makes legal moves in random positions, with and without gaps
    game                  plays a whole game against itself
    perft                 counts the leaves of trees correctly, if it supports `perft`
    wins                  how many forced wins in one ply and in three it finds (advice)
    quit                  ends at `quit`, also while it thinks
    --- exit 0
    ");
    insta::assert_snapshot!(tried(&["--list", "--json", "--only", "stop"]), @r#"
    [{"name":"stop","about":"thinks after `go infinite` until `stop`, and answers soon after it"}]
    --- exit 0
    "#);
    insta::assert_snapshot!(tried(&["--only", "stop", "--skip", "stop", "x"]), @"
    error: no step is selected
    --- exit 4
    ");
    insta::assert_snapshot!(tried(&["--only", "stp", "x"]), @"
    error: invalid value 'stp' for '--only <STEP>'
      [possible values: handshake, isready, options, unknown, startpos, fen, short-fen, gaps, single-move, pass, finished, go-depth, go-nodes, go-movetime, go-clock, stop, ready-while-thinking, legal-moves, game, perft, wins, quit]

      tip: a similar value exists: 'stop'

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(tried(&[]), @"
    error: the following required arguments were not provided:
      <COMMAND>

    Usage: ataxx conform <COMMAND>

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(tried(&["--move-time", "0", "x"]), @"
    error: invalid value '0' for '--move-time <SECONDS>': expected a millisecond (0.001) or more

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn ctrl_c_ends_it_and_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("group");
    let engine = format!(
        "echo $$ > '{}'; while :; do sleep 1000; done",
        file.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(["conform", "--start-time", "600", &engine])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let given_up = Instant::now() + Duration::from_secs(60);
    let group: i32 = loop {
        let text = fs::read_to_string(&file).unwrap_or_default();
        if let (true, Ok(group)) = (text.ends_with('\n'), text.trim().parse()) {
            break group;
        }
        assert!(Instant::now() < given_up, "the engine does not start");
        std::thread::sleep(Duration::from_millis(10));
    };
    let id = i32::try_from(child.id()).expect("a small number");
    kill(Pid::from_raw(id), Signal::SIGINT).expect("it runs");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    process_groups::assert_gone(group);
}
