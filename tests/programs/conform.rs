//! `ataxx conform` against engines that behave, and that do not.

use crate::common::ataxx;
use crate::process_groups;
use ataxx_testing::scenario::suites::UAI;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use regex::Regex;
use std::fmt::Write as _;
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
    let times = Regex::new(r" *\d+\.\d+ s").expect("one");
    times.replace_all(text, " _ s").into_owned()
}

#[test]
fn our_own_engine_passes() {
    let engine = r#""$ATAXX" uai --hash 8"#;
    // The machine may have much else to do.
    let run = ataxx(&["conform", engine, "--retries", "5", "-v"], "");
    assert_eq!(run.status, Some(0), "{}{}", run.stdout, run.stderr);
    let count = UAI.names().count();
    for name in UAI.names() {
        let line = Regex::new(&format!(r"(?m)^(pass|flaky) .* {name}\b")).expect("one");
        assert!(line.is_match(&run.stdout), "{name}: {}", run.stdout);
    }
    assert!(run.stdout.contains(&format!("{count} scenarios in 1 file")));
}

#[test]
fn it_is_the_short_form_of_a_suite() {
    let engine = format!("{ENGINE} plays-d4");
    let filter = ["--filter", "::startpos", "--filter", "::perft"];
    let short = tried(&[&[&*engine], &filter[..]].concat());
    let long = ataxx(
        &[&["test", "--suite", "uai", "--uai", &engine], &filter[..]].concat(),
        "",
    );
    let long = without_times(&format!("{}{}", long.stdout, long.stderr));
    assert_eq!(short, format!("{long}--- exit 1"));
}

/// Each with the step that shows it.
#[test]
fn failures_are_named() {
    let mut told = String::new();
    for (step, way) in [
        ("startpos", "plays-d4"),
        ("startpos", "plays-nonsense"),
        ("startpos", "answers-twice"),
        ("go-depth", "dies-at-go"),
        ("go-movetime", "is-late"),
        ("quit", "dies-at-start"),
        ("perft", "well"),
    ] {
        let engine = format!("{ENGINE} {way}");
        let printed = tried(&[&engine, "--filter", &format!("::{step}")]);
        let reasons = printed
            .lines()
            .filter(|line| line.starts_with("error:") || line.contains("unsupported:"));
        let reasons: Vec<&str> = reasons.collect();
        let exit = printed.lines().last().unwrap_or_default();
        let _ = writeln!(told, "{way}, {step}: {} ({exit})", reasons.join(" "));
    }
    insta::assert_snapshot!(told, @"
    plays-d4, startpos: error: after `position startpos`: `d4` is no legal move: no own piece is next to d4 (--- exit 1)
    plays-nonsense, startpos: error: after `position startpos`: `bestmove castles` names no move: `ca` is not a square: expected a file a to g and a rank 1 to 7 (--- exit 1)
    answers-twice, startpos: error: it sends `bestmove a6` without a request for a move (--- exit 1)
    dies-at-go, go-depth: error: waited for `bestmove`, but the engine ended with signal 11; its last line was `readyok` (--- exit 1)
    is-late, go-movetime: error: `b7` came after _ s, and _ s were allowed (--- exit 1)
    dies-at-start, quit: error: waited for `uaiok` in answer to `uai`, but the engine ended with exit status 3; it has printed nothing (--- exit 1)
    well, perft: 1 unsupported: it does not support `perft` error: nothing was checked: the scenario was not run (--- exit 4)
    ");
}

/// The example in the documentation is what the program prints.
#[test]
fn the_example_of_the_documentation() {
    let page = fs::read_to_string("docs/ENGINES.md").expect("it is there");
    let steps = "--filter ::handshake --filter ::startpos --filter ::perft";
    let start = format!("`ataxx conform ./my-engine {steps}`:\n\n```text\n");
    let (_, rest) = page.split_once(&start).expect("it has an example");
    let (example, _) = rest.split_once("```").expect("it ends");
    let command = format!("{ENGINE} plays-d4");
    let words = ["conform", &command].into_iter().chain(steps.split(' '));
    let printed = ataxx(&words.collect::<Vec<_>>(), "").stdout;
    let shown = example.replace("--uai ./my-engine", &format!("--uai '{command}'"));
    let shown = shown.replace("`./my-engine`", &format!("`{command}`"));
    assert_eq!(without_times(&shown), without_times(&printed));
}

#[test]
fn a_flood_is_cut_off() {
    let told = tried(&[&format!("{ENGINE} floods"), "--filter", "::go-nodes"]);
    assert!(told.contains("the engine wrote more than 8 MiB"), "{told}");
    assert!(told.len() < 4000, "{}", told.len());
}

#[test]
fn an_engine_that_does_not_flush_its_output_is_told_so() {
    let printed = tried(&["--filter", "::handshake", "cat >/dev/null; echo uaiok"]);
    let told = "1 line came only when its input ended: the engine does not flush its output";
    assert!(printed.contains(told), "{printed}");
}

#[test]
fn bad_command_lines() {
    insta::assert_snapshot!(tried(&[]), @"
    error: the following required arguments were not provided:
      <COMMAND>

    Usage: ataxx conform <COMMAND>

    For more information, try '--help'.
    --- exit 2
    ");
    for option in [
        &["--bless"][..],
        &["--program", "y"],
        &["--suite", "2022"],
        &["--jobs", "3"],
    ] {
        let refused = tried(&[&["x"], option].concat());
        assert!(refused.contains("cannot be used with"), "{refused}");
        assert!(refused.ends_with("--- exit 2"), "{refused}");
    }
    insta::assert_snapshot!(tried(&["x", "--filter", "stp"]), @"
    error: none of 22 scenarios is selected
    --- exit 4
    ");
    insta::assert_snapshot!(tried(&["no-such-program-anywhere"]), @"
    stopped: the program could not be started
    22 scenarios in 1 file: 22 not run ( _ s); tested: `no-such-program-anywhere`
    testing `no-such-program-anywhere`
    error: the program could not be started: `no-such-program-anywhere` ended with exit status 127; its stderr:
           bash: line 1: no-such-program-anywhere: command not found
    --- exit 3
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
        .args(["conform", &engine])
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
