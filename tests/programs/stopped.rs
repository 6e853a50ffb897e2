//! Signals end the work of every command: programs under test are killed, and what is known is
//! written.

#[cfg(target_os = "linux")]
use super::process_groups::wait_until_it_handles_ctrl_c;
use super::process_groups::{is_alive, reset_ignored_signals};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::ChildStdin;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const SCENARIOS: &str = "\
scenarios:
  - name: quick
    steps: [{ send: quit }, { exit: 0 }]
  - name: slow
    time: { step: 600s, scenario: 600s }
    steps: [{ send: dump }, { board: unchanged }]
";

/// Notes its process group, and answers nothing but `quit`.
const PROGRAM: &str =
    "echo $$ >> groups; while read line; do test \"$line\" = quit && exit 0; done; sleep 600";

fn start(folder: &Path, command: &str, args: &[&str]) -> Child {
    reset_ignored_signals();
    Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .current_dir(folder)
        .arg(command)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

/// The process groups that the programs under test have noted, once there are this many.
fn groups(folder: &Path, number: usize) -> Vec<i32> {
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(folder.join("groups")).unwrap_or_default();
        let groups: Vec<i32> = text.lines().filter_map(|line| line.parse().ok()).collect();
        if groups.len() >= number {
            return groups;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it starts no program"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal again and again (`timeout` sends it twice) until a process ends, and returns its
/// exit status and output.
fn stop(mut child: Child, signal: Signal) -> (Option<i32>, String) {
    let process = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        kill(process, signal).expect("it is there");
        thread::sleep(Duration::from_micros(100));
        let patient = begun.elapsed() < Duration::from_secs(300);
        assert!(patient, "{signal} is ignored");
    }
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), stdout)
}

#[test]
fn a_test_run_writes_its_reports_and_leaves_no_program() {
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.yaml"), SCENARIOS).expect("it can be written");
        let args = [
            "a.yaml",
            "--jobs",
            "1",
            "--program",
            PROGRAM,
            "--report",
            "json=r.json",
        ];
        let child = start(folder.path(), "test", &args);
        let groups = groups(folder.path(), 2);
        let (code, stdout) = stop(child, signal);
        assert_eq!(code, Some(status), "{stdout}");
        assert!(stdout.contains("1 passed, 1 not run"), "{stdout}");
        for group in groups {
            assert!(!is_alive(group), "{signal}");
        }
        let report = fs::read_to_string(folder.path().join("r.json")).expect("it is written");
        let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(report["summary"]["stopped"], "interrupted");
    }
}

/// The tests that rely on signals pass under `nohup`, too.
#[test]
#[cfg(target_os = "linux")]
fn signals_that_are_ignored_where_tests_run_do_not_matter() {
    let tests = std::env::current_exe().expect("this program");
    let output = Command::new("sh")
        .arg("-c")
        .arg("trap '' HUP INT QUIT TERM PIPE TSTP; exec \"$@\"")
        .arg("sh")
        .arg(tests)
        .args([
            "--exact",
            "stopped::a_test_run_writes_its_reports_and_leaves_no_program",
            "terminal::display::a_signal_leaves_the_terminal_as_it_was",
            "processes::a_program_that_is_ended_with_the_job_did_not_crash",
        ])
        .output()
        .expect("it runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("3 passed"), "{stdout}");
}

/// The second Ctrl-C ends a command at once, and with it its programs, whose deaths it does not
/// wait for.
#[test]
fn other_commands_kill_their_programs_too() {
    // It ignores that its input ends.
    const ENGINE: &str = "echo $$ >> groups; sleep 600";
    let player = format!("uai:{ENGINE}");
    let commands: [(&str, &[&str]); 4] = [
        ("conform", &[ENGINE]),
        ("match", &["--player", &player, "--player", "ai,nodes=1"]),
        ("explore", &["--program", ENGINE]),
        ("reloaded", &[ENGINE, "random"]),
    ];
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGINT, 130)] {
        for (command, args) in commands {
            let folder = tempfile::tempdir().expect("a folder");
            let child = start(folder.path(), command, args);
            let groups = groups(folder.path(), 1);
            let (code, stdout) = stop(child, signal);
            assert_eq!(code, Some(status), "{command}: {stdout}");
            let begun = Instant::now();
            while groups.iter().any(|&group| is_alive(group)) {
                let patient = begun.elapsed() < Duration::from_secs(60);
                assert!(patient, "{command}, {signal}");
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// The first move comes while this program is stopped, by Ctrl-Z for example.
#[test]
fn a_player_does_not_pay_for_the_time_in_which_the_match_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = "uai:while read -r word rest; do case $word in uai) echo uaiok;; \
         isready) echo readyok;; go) test -e moved && exit 1; touch moved; \
         (sleep 2; kill -CONT $PPID) & kill -STOP $PPID; echo bestmove g2;; esac; done";
    let args = [
        "--player",
        engine,
        "--player",
        "ai,nodes=1",
        "--move-time",
        "0.5",
        "--opening-plies",
        "0",
        "--games",
        "2",
        "--out",
        "m",
    ];
    let child = start(folder.path(), "match", &args);
    let output = child.wait_with_output().expect("it ends");
    let games = fs::read_to_string(folder.path().join("m/games.txt")).unwrap_or_default();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        games.matches("forfeit by crash").count(),
        2,
        "{words}{games}"
    );
}

#[test]
fn the_time_in_which_a_run_is_stopped_is_not_that_of_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let steps = "[{ board: start }, { send: a7-a1 }, { error: any }, { board: start }]";
    let text = format!("scenarios:\n- name: one\n  steps: {steps}\n");
    fs::write(folder.path().join("a.yaml"), text).expect("it can be written");
    // By then this program waits.
    let program = "while read -r line; do test $line = a7-a1 && { sleep 0.3; \
         (sleep 4; kill -CONT $PPID) & kill -STOP $PPID; }; echo $line; done | \"$ATAXX\"";
    let args = ["a.yaml", "--timeout", "3", "--program", program];
    let output = start(folder.path(), "test", &args).wait_with_output();
    let output = output.expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
}

/// Ends this program and itself at once, as `systemctl stop` and `scancel` do.
const END_ALL: &str = "kill -TERM $PPID; kill -TERM $$";

#[test]
fn a_player_that_is_ended_with_the_match_forfeits_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!(
        "uai:while read word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; \
         go) {END_ALL};; esac; done"
    );
    let players = ["--player", &engine, "--player", "ai,nodes=1"];
    let child = start(
        folder.path(),
        "match",
        &[&players[..], &["--out", "m"]].concat(),
    );
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143));
    let games = fs::read_to_string(folder.path().join("m/games.txt")).unwrap_or_default();
    assert_eq!(games, "");
}

#[test]
fn a_program_that_is_ended_with_the_run_has_no_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = format!("one = while read line; do {END_ALL}; done\n");
    fs::write(folder.path().join("class.txt"), class).expect("it can be written");
    fs::write(folder.path().join("a.yaml"), SCENARIOS).expect("it can be written");
    let child = start(folder.path(), "grade", &["class.txt", "a.yaml"]);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143));
    let results = fs::read_to_string(folder.path().join("class.results.jsonl"));
    let results = results.expect("it is written");
    assert_eq!(results.lines().count(), 1, "{results}");
}

/// The program is wrong when it is first started, and then hangs while the fault is shrunk: what no
/// scenario has shown is no fault.
#[test]
fn a_fault_that_was_not_reproduced_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let ataxx = env!("CARGO_BIN_EXE_ataxx");
    let program = format!(
        "echo $$ >> groups; if [ $(wc -l < groups) -gt 1 ]; then sleep 600; \
         else exec {ataxx} --fault block-lacks-reflection; fi"
    );
    let args = ["--program", &program, "--timeout", "600", "--out", "a.yaml"];
    let child = start(folder.path(), "explore", &args);
    groups(folder.path(), 2);
    let (code, stdout) = stop(child, Signal::SIGTERM);
    assert_eq!(code, Some(143), "{stdout}");
    let listed = "seen once, not reproduced: a block is placed on its reflections, too\n";
    assert!(stdout.contains(listed), "{stdout}");
    assert!(!folder.path().join("a.yaml").exists());
}

/// One fault is found, and the program hangs at the second.
#[test]
fn faults_so_far_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let ataxx = env!("CARGO_BIN_EXE_ataxx");
    let program = format!(
        "echo $$ >> groups; if [ -e found ]; then sleep 600; \
         else exec {ataxx} --fault block-lacks-reflection; fi"
    );
    let args = ["--program", &program, "--timeout", "600", "--out", "a.yaml"];
    let mut child = start(folder.path(), "explore", &args);
    let stdout = child.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(stdout);
    let mut line = String::new();
    lines.read_line(&mut line).expect("a fault");
    assert!(line.starts_with("FAULT"), "{line}");
    fs::write(folder.path().join("found"), "").expect("a file");
    let now = fs::read_to_string(folder.path().join("groups")).expect("a file");
    groups(folder.path(), now.lines().count() + 1);
    let id = Pid::from_raw(child.id().try_into().expect("an ID"));
    kill(id, Signal::SIGTERM).expect("it runs");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(143));
    let written = fs::read_to_string(folder.path().join("a.yaml")).expect("it is written");
    assert!(written.contains("block"), "{written}");
}

/// The exit status after one Ctrl-C. The input stays open.
#[cfg(target_os = "linux")]
fn interrupted(folder: &Path, command: &str, args: &[&str]) -> Option<i32> {
    let mut child = start(folder, command, args);
    let _input: Option<ChildStdin> = child.stdin.take();
    wait_until_it_handles_ctrl_c(&child);
    let process = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
    kill(process, Signal::SIGINT).expect("it is there");
    child.wait_with_output().expect("it ends").status.code()
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_every_command_that_waits() {
    let commands: [(&str, &[&str]); 8] = [
        ("convert", &["-", "--to", "fen"]),
        ("verify", &["-"]),
        ("merge", &["-"]),
        ("match", &["merge", "part"]),
        ("puzzles", &["--play"]),
        ("agent", &[]),
        ("reloaded", &["sleep 600", "random"]),
        ("explore", &["--program", "sleep 600"]),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody writes to it, so that a match whose description it is never gets read.
    let part = folder.path().join("part");
    fs::create_dir(&part).expect("a folder");
    let mode = nix::sys::stat::Mode::S_IRWXU;
    nix::unistd::mkfifo(&part.join("match.json"), mode).expect("a pipe");
    for (command, args) in commands {
        let code = interrupted(folder.path(), command, args);
        assert_eq!(code, Some(130), "{command}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_attempts_until_ctrl_c_are_reported() {
    for (check, words) in [
        ("board: start", "; passed all "),
        ("turn: blue", "failed all "),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("scenarios:\n- name: one\n  steps:\n  - {check}\n");
        fs::write(folder.path().join("a.yaml"), text).expect("it can be written");
        let child = start(folder.path(), "test", &["a.yaml", "--repeat", "1000000"]);
        wait_until_it_handles_ctrl_c(&child);
        // For a few attempts.
        thread::sleep(Duration::from_millis(500));
        let process = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
        kill(process, Signal::SIGINT).expect("it is there");
        let output = child.wait_with_output().expect("it ends");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(130), "{stdout}");
        assert!(stdout.contains(words), "{stdout}");
        assert!(stdout.contains(" attempts"), "{stdout}");
        assert!(!stdout.contains("--bless"), "{stdout}");
    }
}
