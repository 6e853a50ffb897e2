//! `ataxx conform` against engines that behave, and that do not.
#![cfg(unix)]

mod common;
mod processes;

use common::ataxx;
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

/// One step with the engine that is wrong in this way. Nobody waits long in vain.
fn step(name: &str, way: &str) -> String {
    let command = format!("{ENGINE} {way}");
    tried(&["--only", name, &command])
}

fn hasty(name: &str, way: &str, hurry: &str) -> String {
    let command = format!("{ENGINE} {way}");
    tried(&["--only", name, hurry, "0.3", &command])
}

#[test]
fn our_own_engine_does_all_well() {
    let engine = format!("{} uai --hash 8", env!("CARGO_BIN_EXE_ataxx"));
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
    assert_eq!(outcomes.len(), 21, "{}", run.stdout);
}

#[test]
fn the_steps_that_are_scenarios() {
    let engine = format!("{} uai --hash 8", env!("CARGO_BIN_EXE_ataxx"));
    let run = ataxx(&["test", "scenarios/uai", "--json", "--uai", &engine], "");
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
    insta::assert_snapshot!(tried(&["--only", "handshake", "--only", "isready", "--only", "stop", "--only", "perft", "--only", "quit", &command]), @"");
}

#[test]
fn engines_that_cannot_be_started() {
    insta::assert_snapshot!(tried(&["no-such-program-anywhere"]), @"");
    insta::assert_snapshot!(step("quit", "dies-at-start"), @"");
    insta::assert_snapshot!(hasty("fen", "hangs-at-start", "--start-time"), @"");
}

#[test]
fn what_is_wrong_is_told_with_what_was_said() {
    insta::assert_snapshot!(hasty("isready", "hangs-at-isready", "--ready-time"), @"");
    insta::assert_snapshot!(hasty("go-depth", "hangs-at-go", "--think-time"), @"");
    insta::assert_snapshot!(step("go-depth", "dies-at-go"), @"");
    insta::assert_snapshot!(step("startpos", "plays-d4"), @"");
    insta::assert_snapshot!(step("startpos", "plays-nonsense"), @"");
    insta::assert_snapshot!(step("startpos", "answers-twice"), @"");
    insta::assert_snapshot!(step("go-movetime", "is-late"), @"");
    insta::assert_snapshot!(hasty("quit", "quits-slowly", "--stop-time"), @"");
}

/// The example in the documentation is what the program prints.
#[test]
fn the_example_of_the_documentation() {
    let page = fs::read_to_string("docs/ENGINES.md").expect("it is there");
    let steps = "--only handshake --only startpos --only perft";
    let start = format!("$ ataxx conform ./my-engine {steps}\n");
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
    assert!(told.contains("the engine wrote more than 8 MiB"), "{told}");
    assert!(told.ends_with("--- exit 1"), "{told}");
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
    insta::assert_snapshot!(tried(&[&steps[..], &[&command]].concat()), @"");
}

#[test]
fn steps_are_listed_and_chosen() {
    insta::assert_snapshot!(tried(&["--list"]), @"");
    insta::assert_snapshot!(tried(&["--list", "--json", "--only", "stop"]), @"");
    insta::assert_snapshot!(tried(&["--only", "stop", "--skip", "stop", "x"]), @"");
    insta::assert_snapshot!(tried(&["--only", "stp", "x"]), @"");
    insta::assert_snapshot!(tried(&[]), @"");
    insta::assert_snapshot!(tried(&["--move-time", "0", "x"]), @"");
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
    processes::assert_gone(group);
}
