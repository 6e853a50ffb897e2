//! A full disk and a closed pipe are noticed, by whatever is written, and cost nothing that was
//! there before.

use crate::common::ataxx;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const OURS: &str = env!("CARGO_BIN_EXE_ataxx");
/// Red wins soon.
const WON: &str = "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0";
const SCENARIOS: &str = "\
scenarios:
- name: it fails
  steps:
    - send: manual blue
    - play: a7-a6
    - pieces: { red: 1, blue: 2 }
";
/// The first of these is printed before the second fails.
const GOOD_AND_BAD: &str = "\
scenarios:
- name: it passes
  steps:
    - turn: red
- name: it fails
  steps:
    - turn: blue
";
/// An agent whose answers are no moves.
const BAD_AGENT: &str =
    "read -r what; if [ $what = identify ]; then echo bad; else echo nothing; fi";
/// Something of the user's.
const OLD: &str = "precious\n";

/// A folder with what the commands read and what they replace.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in [
        ("input", "manual blue\nmove\ndump\nuai\n"),
        ("game", "rules: 2022\n\na7-a6 a1-a2\n*\n"),
        ("tests.yaml", SCENARIOS),
        ("two.yaml", GOOD_AND_BAD),
        ("answers", "{\"line\":1,\"error\":\"no\"}\n"),
        ("positions", "no position\nstart\n"),
        ("saving", "save old.game\n"),
        ("old.game", "rules: 2022\n\n*\n"),
        ("test-1.in", &format!("#* {OURS}\ndump\n")),
        ("class.txt", &format!("ours = {OURS} --nodes 10\n")),
        ("old", OLD),
        ("ataxx-agent.1", OLD),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Runs a program in a folder. The folder has what the program remembers between runs, too.
fn command(program: &str, folder: &TempDir) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder.path());
    command.env("HOME", folder.path());
    command.env_remove("XDG_STATE_HOME").env_remove("CI");
    command.env("NO_COLOR", "1");
    command.stdin(File::open(folder.path().join("input")).expect("a file"));
    command
}

/// The words of a command line.
fn words(line: &str) -> Vec<String> {
    let word = |word: &str| {
        let word = word
            .replace("WON", WON)
            .replace("ENGINE", &format!("{OURS} uai"))
            .replace("BAD", BAD_AGENT);
        word.replace("OURS", &format!("{OURS} --nodes 10"))
    };
    line.split_whitespace().map(word).collect()
}

/// Runs our program with this stdout. Returns its exit status and stderr.
fn run(line: &str, folder: &TempDir, stdout: Stdio) -> (Option<i32>, String) {
    let mut command = command(OURS, folder);
    let output = command.args(words(line)).stdout(stdout).output();
    let output = output.expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), stderr)
}

#[test]
fn a_full_stdout_is_an_error() {
    let folder = folder();
    let certified = ataxx(&["solve", WON, "--certificate", "-"], "");
    fs::write(folder.path().join("certificate"), certified.stdout).expect("written");
    for (line, status) in [
        ("--help", 2),
        ("--version", 2),
        ("solve -h", 2),
        ("help match merge", 2),
        ("man", 2),
        ("man --markdown", 2),
        ("completions bash", 2),
        ("schema", 2),
        ("perft 2", 2),
        ("perft 2 --divide", 2),
        ("perft 2 --json", 2),
        ("convert --to fen", 2),
        ("solve WON", 2),
        ("solve WON --json", 2),
        ("solve WON --certificate -", 2),
        ("tables build 2x2", 2),
        ("verify certificate", 2),
        ("analyze --nodes 10", 2),
        ("analyze --nodes 10 --game game", 2),
        ("puzzles", 2),
        ("puzzles --json", 2),
        ("puzzles --scenarios -", 2),
        ("test --list tests.yaml", 2),
        ("test --dry-run tests.yaml", 2),
        ("test --suite 2022 --list", 2),
        ("test tests.yaml", 1),
        ("test tests.yaml --bless", 2),
        ("test tests.yaml --check", 2),
        ("grade class.txt tests.yaml", 2),
        ("match --player ai --player ai --nodes 1 --games 2", 2),
        ("reloaded random random", 2),
        ("uai", 2),
        ("conform OURS", 1),
        ("explore --program OURS --sessions 1", 2),
        ("input", 2),
        ("", 2),
    ] {
        let full = File::options().write(true).open("/dev/full");
        let (code, stderr) = run(line, &folder, full.expect("the device").into());
        assert_eq!(code, Some(status), "{line}: {stderr}");
        let message = "the output cannot be written: no storage space\n";
        assert!(stderr.ends_with(message), "{line}: {stderr}");
    }
    let scenarios = fs::read_to_string(folder.path().join("tests.yaml"));
    assert_eq!(scenarios.expect("a file"), SCENARIOS);
}

#[test]
fn a_reader_that_leaves_does_not_keep_files_from_being_written() {
    for (line, status, written) in [
        ("solve WON --certificate new", 0, "new"),
        ("analyze --nodes 10 --game game --plot new", 0, "new"),
        ("test tests.yaml --report json=new", 1, "new"),
        ("grade class.txt tests.yaml --report json=new", 0, "new"),
        (
            "match --player ai --player ai --nodes 1 --games 2 --csv new",
            0,
            "new",
        ),
        ("reloaded random random --games 3 --record new", 0, "new"),
        // Nor does it hide a failure.
        ("test tests.yaml --bless", 2, ""),
        (
            "test two.yaml --jobs 1 --format jsonl --report json=new",
            1,
            "new",
        ),
        ("reloaded BAD random --record new", 1, "new"),
        (
            "match --rules reloaded --player agent:BAD --player ai,nodes=1 --games 2 --csv new",
            1,
            "new",
        ),
        ("merge answers --batch positions", 1, ""),
        ("perft 1 --batch positions", 1, ""),
    ] {
        let folder = folder();
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let (code, stderr) = run(line, &folder, writer.into());
        let path = folder.path().join(written);
        let text = fs::read_to_string(path).unwrap_or_default();
        assert_eq!(code, Some(status), "{line}: {stderr}");
        assert!(
            written.is_empty() || !["", SCENARIOS].contains(&&*text),
            "{line}"
        );
        if line.contains("--games 3") {
            assert_eq!(text.matches("# game ").count(), 3, "{text}");
        }
        if line.contains("two.yaml") {
            assert!(
                text.contains("it passes") && text.contains("it fails"),
                "{text}"
            );
        }
    }
}

/// All files below a folder that have any content.
fn content(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let of_path = |path: PathBuf| {
        if path.is_dir() {
            return content(&path);
        }
        let text = fs::read_to_string(&path).expect("a text");
        vec![(path, text)]
    };
    let mut files: Vec<_> = paths.flat_map(of_path).collect();
    files.retain(|(_, text)| !text.is_empty());
    files.sort();
    files
}

/// With `ulimit -f 0` files can be made, but nothing can be written to them.
#[test]
fn a_full_disk_loses_nothing_and_the_file_is_named() {
    for (line, name) in [
        ("man --write .", "./ataxx.1"),
        ("solve WON --certificate old", "old"),
        ("solve WON --certificate new", "new"),
        ("tables build 3x3 --folder new", "new/3x3-2022"),
        ("puzzles --number 1 --html old", "old"),
        ("puzzles --number 1 --scenarios old --html new", "new"),
        ("puzzles --number 1 --certificates new", "new/001/"),
        ("analyze --nodes 10 --game game --plot old", "old"),
        ("reloaded random random --record old", "old"),
        (
            "match --player ai --player ai --nodes 1 --games 2 --csv old --html new",
            "old",
        ),
        (
            "match --player ai --player ai --nodes 1 --games 2 --out new",
            "new/match.json",
        ),
        (
            "match --player ai --player uai:ENGINE --nodes 1 --games 2 --log engine=new",
            "new",
        ),
        ("test tests.yaml --report json=old", "old"),
        ("test tests.yaml --bless", "tests.yaml"),
        ("grade class.txt tests.yaml", "class.results.jsonl"),
        ("test --suite 2022 --write new", "new/2022.yaml"),
        ("test test-1.in --keep new", "new/test-1"),
        ("--strict saving", "old.game"),
    ] {
        let folder = folder();
        let before = content(folder.path());
        let output = command("sh", &folder)
            .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", OURS])
            .args(words(line))
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let status = if line.contains("--strict") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{line}: {stderr}");
        let is_named = stderr.contains(&format!("`{name}")) && stderr.contains("file too large");
        assert!(is_named, "{line}: {stderr}");
        assert_eq!(content(folder.path()), before, "{line}");
    }
}
