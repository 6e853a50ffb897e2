//! Batches that are split into parts: the parts, merged, are what one run gives.

use crate::screen::screen_in;
#[allow(dead_code)] // nothing is run outside a folder of its own
use assert_cmd::Command;
use proptest::prelude::*;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process;
use tempfile::TempDir;

/// Runs the program in a folder: stdout, and the exit status.
fn run(folder: &Path, args: &[&str]) -> (String, i32) {
    let output = Command::cargo_bin("ataxx")
        .expect("the program is built with its tests")
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it can be run");
    let stdout = String::from_utf8(output.stdout).expect("text");
    (stdout, output.status.code().expect("it ends by itself"))
}

/// Answers without the times, which are never the same.
fn without_times(answers: &str) -> String {
    let mut text = String::new();
    for line in answers.lines() {
        let mut answer: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("seconds");
        }
        text.push_str(&answer.to_string());
        text.push('\n');
    }
    text
}

/// Runs a command on a batch whole and in so many parts; both have the same answers and
/// the same exit status. Gives them.
fn split(folder: &Path, command: &[&str], parts: u64) -> (String, i32) {
    let batch = [command, &["--batch", "lines"]].concat();
    let whole = run(folder, &batch);
    let mut merge = vec!["merge".to_owned(), "--batch".to_owned(), "lines".to_owned()];
    let mut status = 0;
    for part in 1..=parts {
        let shard = format!("{part}/{parts}");
        let (answers, ended) = run(folder, &[&batch[..], &["--shard", &shard]].concat());
        status = status.max(ended);
        // In any order.
        let file = format!("part-{part}");
        fs::write(folder.join(&file), answers).expect("a file");
        merge.insert(3, file);
    }
    let merge: Vec<&str> = merge.iter().map(String::as_str).collect();
    let merged = run(folder, &merge);
    assert_eq!(without_times(&merged.0), without_times(&whole.0));
    assert_eq!((merged.1, status), (whole.1, whole.1));
    whole
}

fn folder_with(lines: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("lines"), lines).expect("a file");
    folder
}

/// Lines of a batch: good ones, bad ones, and some that ask nothing.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("start".to_owned()),
        2 => "[ ]?start ; id [a-z]{1,3}( # remark)?",
        2 => (0..60_u16, 0..9_u16).prop_map(|(jumps, turn)| {
            format!("x5o/7/2-1-2/3x3/2-o-2/7/o5x o {jumps} {}", turn + 1)
        }),
        1 => Just(String::new()),
        1 => "[ \t]{1,3}",
        1 => "# [a-z ;]{0,8}",
        1 => "x5o/7/8/7/7/7/o5x x 0 1",
        1 => "start ; (d1|id)",
        1 => ".{0,12}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    let lines = proptest::collection::vec(line(), 0..14);
    (lines, any::<bool>()).prop_map(|(lines, ended)| {
        let mut text = lines.join("\n");
        if ended {
            text.push('\n');
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn merged_parts_are_the_whole(text in text(), parts in 1..6_u64, command in 0..3_usize) {
        let folder = folder_with(text);
        let command: &[&str] = [
            &["perft", "1"][..],
            &["convert", "--to", "rows"],
            &["convert", "--to", "reloaded"],
        ][command];
        split(folder.path(), command, parts);
    }
}

/// What is remembered of one position must not change the answer to another.
#[test]
fn searches_are_the_same_in_parts() {
    let lines = "rrrrrrr/rrrrrrr/rrXrXrb/rXXXXXb/bbXbXbb/brbbbbb/rrbb-bb r 22\n\
        # won\nrr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0 ; id a\n\
        bbbbrr-/bbbrrrr/brr-rrr/rrrrbbb/rrbbbbb/rbbbbbb/rrbbbrr b 1\n\
        rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0 ; id again\n\
        start\nx5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\nstart\nstart b\n\
        bbbb-rr/bbbbbrr/brbbbrr/rrbbbbb/rrbbbbb/rbbbbbb/rrbbbrr b 1\n";
    let folder = folder_with(lines);
    for command in [
        &["solve", "--plies", "5", "--nodes", "20000"][..],
        &["solve", "--plies", "3", "--all-moves", "--hash", "0"],
        &["analyze", "--nodes", "2000", "--lines", "2"],
        &["perft", "3", "--divide", "--hash", "1"],
    ] {
        for parts in [2, 3, 7] {
            split(folder.path(), command, parts);
        }
    }
}

#[test]
fn each_part_has_every_other_line_that_asks_something() {
    let folder = folder_with(
        "# five\nstart ; id a\n\nstart ; id b\nbad ; id c\nstart ; id d\n\nstart ; id e",
    );
    let path = folder.path();
    let part = |shard| {
        let args = ["perft", "1", "--batch", "lines", "--shard", shard];
        screen_in(path, &args, "")
    };
    insta::assert_snapshot!(part("1/2"), @r#"
    {"line":2,"id":"a","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    {"line":5,"id":"c","error":"expected a position: a FEN, a dump, Reloaded rows or `start`; found `bad`","column":1}
    {"line":8,"id":"e","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    --- exit 1
    "#);
    insta::assert_snapshot!(part("2/2"), @r#"
    {"line":4,"id":"b","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    {"line":6,"id":"d","position":"x5o/7/7/7/7/7/o5x x 0 1","depth":1,"nodes":16,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(part("6/7"), @"--- exit 0");
    insta::assert_snapshot!(part("3/2"), @"
    --- stderr
    error: invalid value '3/2' for '--shard <PART/PARTS>': there is no part 3 of 2: parts are counted from 1

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(screen_in(path, &["perft", "1", "--shard", "1/2"], ""), @"
    --- stderr
    error: the following required arguments were not provided:
      --batch <FILE>

    Usage: ataxx perft --batch <FILE> --shard <PART/PARTS> <DEPTH> [POSITION]

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn what_cannot_be_merged_is_refused() {
    let folder = folder_with("start\n# none\nstart\nstart\n");
    let path = folder.path();
    let file = |name: &str, text: &str| fs::write(path.join(name), text).expect("a file");
    let merge = |args: &[&str]| screen_in(path, &[&["merge"], args].concat(), "");
    file("one", "{\"line\":1,\"nodes\":16}\n");
    file("three", "{\"line\":3,\"nodes\":16}\n\n");
    file(
        "both",
        "{\"line\":3,\"nodes\":16}\n{\"line\":1,\"nodes\":16}\n",
    );
    file("two", "{\"line\":2,\"error\":\"no\"}");
    file("cut", "{\"line\":3,\"nodes\":16}\n{\"line\":4,\"no");
    file("other", "nodes 16\n");
    file("listing", "{\"depth\":3}\n");
    fs::write(path.join("bytes"), b"\xff\xfe{\n").expect("a file");
    insta::assert_snapshot!(merge(&["three", "one"]), @r#"
    {"line":1,"nodes":16}
    {"line":3,"nodes":16}
    --- exit 0
    "#);
    insta::assert_snapshot!(merge(&["both"]), @r#"
    {"line":1,"nodes":16}
    {"line":3,"nodes":16}
    --- exit 0
    "#);
    insta::assert_snapshot!(merge(&["two", "one"]), @r#"
    {"line":1,"nodes":16}
    {"line":2,"error":"no"}
    --- exit 1
    "#);
    insta::assert_snapshot!(merge(&["--batch", "lines", "one"]), @r#"
    {"line":1,"nodes":16}
    --- stderr
    error: there is no answer to lines 3 and 4
    --- exit 1
    "#);
    insta::assert_snapshot!(merge(&["--batch", "lines", "one", "two"]), @"
    --- stderr
    error: there is an answer to line 2, but no position on that line of `lines`
    --- exit 2
    ");
    insta::assert_snapshot!(merge(&["one", "both"]), @r#"
    --- stderr
    error: a second answer to line 1; the first is in `one`
     --> both:2:1
      |
    2 | {"line":1,"nodes":16}
      | ^
    --- exit 2
    "#);
    insta::assert_snapshot!(merge(&["one", "cut"]), @r#"
    --- stderr
    error: this is no answer of a batch: it is cut off
     --> cut:2:13
      |
    2 | {"line":4,"no
      |             ^
    --- exit 2
    "#);
    insta::assert_snapshot!(merge(&["other"]), @"
    --- stderr
    error: this is no answer of a batch: it is not JSON
     --> other:1:2
      |
    1 | nodes 16
      |  ^
    --- exit 2
    ");
    insta::assert_snapshot!(merge(&["listing"]), @r#"
    --- stderr
    error: this is no answer of a batch: expected an object with the number of its `line`
     --> listing:1:11
      |
    1 | {"depth":3}
      |           ^
    --- exit 2
    "#);
    insta::assert_snapshot!(merge(&["bytes"]), @"
    --- stderr
    error: this is no answer of a batch: it is not JSON
     --> bytes:1:1
      |
    1 | ��{
      | ^
    --- exit 2
    ");
    insta::assert_snapshot!(merge(&["nowhere"]), @"
    --- stderr
    error: there is no file `nowhere`
    --- exit 2
    ");
    insta::assert_snapshot!(merge(&[]), @"
    --- stderr
    error: the following required arguments were not provided:
      <FILE>...

    Usage: ataxx merge <FILE>...

    For more information, try '--help'.
    --- exit 2
    ");
}

/// The part of a cluster's scheduler, played by a shell: all parts at once, each in a
/// process of its own.
#[cfg(unix)]
#[test]
fn parts_run_side_by_side() {
    let lines: Vec<String> = (0..40)
        .map(|jumps| format!("x5o/7/2-1-2/7/2-1-2/7/o5x x {} {jumps}", jumps % 9))
        .collect();
    let lines = lines.join("\n") + "\n";
    let folder = folder_with(lines.replace(" 9\n", " 9 ; id\n"));
    let whole = run(folder.path(), &["perft", "2", "--batch", "lines"]);
    assert_eq!(whole.1, 1);
    let script = "for part in 1 2 3 4; do\n  \
        \"$0\" perft 2 --batch lines --shard $part/4 > out-$part &\ndone\nwait\n\
        \"$0\" merge --batch lines out-*";
    let output = process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_ataxx")])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let merged = String::from_utf8(output.stdout).expect("text");
    assert_eq!(without_times(&merged), without_times(&whole.0));
    assert_eq!(output.status.code(), Some(1));
}

/// The lines of docs/SCALING.md print what stands there.
#[cfg(unix)]
#[test]
fn the_page_on_scaling_is_true() {
    let has = |tool: &str| {
        process::Command::new(tool)
            .arg("--version")
            .output()
            .is_ok()
    };
    if !has("parallel") || !has("bash") {
        // The output of `eprintln!` is captured.
        let skipped = b"SKIPPED: GNU parallel is not installed, so docs/SCALING.md was not run\n";
        let _ = std::io::stderr().write_all(skipped);
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let examples = root.join("docs/examples");
    fs::copy(
        examples.join("positions.txt"),
        folder.path().join("positions.txt"),
    )
    .expect("a file");
    std::os::unix::fs::symlink(root.join("scenarios"), folder.path().join("scenarios"))
        .expect("a link");
    let binary = Path::new(env!("CARGO_BIN_EXE_ataxx"));
    let path = format!(
        "{}:{}",
        binary.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let page = fs::read_to_string(root.join("docs/SCALING.md")).expect("the page");
    let blocks = page.split("```console\n").skip(1);
    let mut run = 0;
    for block in blocks {
        let block = block.split("```").next().expect("an end");
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').expect("a line");
            let output = process::Command::new("bash")
                .args(["-c", &format!("exec 2>&1; {command}")])
                .current_dir(folder.path())
                // Its own folder, so that it neither asks for a citation nor reads settings.
                .env("PARALLEL_HOME", folder.path())
                .env("PATH", &path)
                .env("NO_COLOR", "1")
                .stdin(process::Stdio::null())
                .output()
                .expect("a shell");
            let shown = String::from_utf8(output.stdout).expect("text");
            assert!(
                fits(&shown, expected),
                "$ {command}\n{shown}\ninstead of\n{expected}"
            );
            run += 1;
        }
    }
    assert!(run >= 8, "{run} commands");
}

/// Whether a text is like this, where `[..]` stands for anything on a line.
#[cfg(unix)]
fn fits(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<&str>, Vec<&str>) =
        (text.lines().collect(), pattern.lines().collect());
    text.len() == pattern.len()
        && text.iter().zip(pattern).all(|(line, pattern)| {
            let mut parts = pattern.split("[..]");
            let first = parts.next().unwrap_or_default();
            let Some(mut rest) = line.strip_prefix(first) else {
                return false;
            };
            let mut is_whole = rest.is_empty();
            for part in parts {
                let Some(at) = rest.find(part) else {
                    return false;
                };
                rest = &rest[at + part.len()..];
                is_whole = rest.is_empty() || part.is_empty();
            }
            is_whole
        })
}
