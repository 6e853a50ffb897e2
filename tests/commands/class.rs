//! `ataxx grade`: a class, interrupted, resumed and split.

use assert_cmd::Command;
use insta::assert_snapshot;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{self, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SCENARIOS: &str = "\
suite: Project 2
scenarios:
  - name: an extend
    tags: [moves]
    points: 2
    steps:
      - send: manual blue
      - play: a7-a6
      - pieces: { red: 3, blue: 2 }
  - name: a refusal
    tags: [errors]
    steps:
      - send: [manual blue, a1-a2]
      - error: any
  - name: a wrong test
    tags: [moves]
    steps:
      - send: manual blue
      - play: a7-a6
      - board: start
";

const OURS: &str = env!("CARGO_BIN_EXE_ataxx");

/// A folder with scenarios and a list of programs.
struct Class {
    folder: TempDir,
}

impl Class {
    fn of(programs: &str) -> Self {
        let class = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        class.write("tests.yaml", SCENARIOS);
        class.write("class.txt", programs);
        class
    }

    /// Two programs that are ours. Each notes in `started` that it was started.
    fn of_two() -> Self {
        let line = |name| format!("{name} = echo {name} >> started; exec '{OURS}' --nodes 10\n");
        Self::of(&(line("anna") + &line("bert")))
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), text).expect("can be written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect(name)
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path().join(name)).expect(name);
    }

    fn ataxx(&self, args: &[&str]) -> Output {
        let mut command = Command::new(OURS);
        let command = command.args(args).current_dir(self.path());
        let command = command.env("HOME", self.path()).env("NO_COLOR", "1");
        command.output().expect("it can be run")
    }

    /// Grades the class with these options: what is on the screen.
    fn grade(&self, options: &[&str]) -> String {
        let args = [&["grade", "class.txt", "tests.yaml"], options].concat();
        screen(&self.ataxx(&args))
    }

    /// All reports, without times and dialogues: the system decides which of two lines comes
    /// first if both sides speak at once.
    fn reports(&self) -> Vec<String> {
        let names = ["c.csv", "c.html", "c.json", "c.xml", "pages/anna.html"];
        let dialogue =
            r#"(?s)<ol class="wire">.*?</ol>|<pre[^>]*>.*?</pre>|<system-out>.*?</system-out>"#;
        let dialogue = Regex::new(dialogue).expect("a pattern");
        let report = |name| {
            dialogue
                .replace_all(&without_times(&self.read(name)), "")
                .into_owned()
        };
        names.map(report).into()
    }

    /// The programs that were started.
    fn started(&self) -> BTreeSet<String> {
        self.read("started").lines().map(str::to_owned).collect()
    }
}

const REPORTS: [&str; 10] = [
    "--report",
    "csv=c.csv",
    "--report",
    "html=c.html",
    "--report",
    "json=c.json",
    "--report",
    "junit=c.xml",
    "--report",
    "pages=pages",
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

fn screen(output: &Output) -> String {
    let mut screen = without_times(&text(&output.stdout));
    if !output.stderr.is_empty() {
        screen += "--- stderr\n";
        screen += &without_times(&text(&output.stderr));
    }
    let status = output.status.code().expect("it ends by itself");
    screen + &format!("--- exit {status}\n")
}

fn without_times(text: &str) -> String {
    let times = r#"under 1 ms|\d+ ms| *\d+\.\d+ s|time="[0-9.]+""#;
    let times = Regex::new(times).expect("a pattern");
    times.replace_all(text, "_").into_owned()
}

/// Shells name themselves in different ways.
fn without_shell(text: &str) -> String {
    let shell = Regex::new("(bash: line 1|sh: 1): ").expect("a pattern");
    shell.replace_all(text, "").into_owned()
}

#[test]
fn a_program_that_never_starts_is_one_message() {
    let class = Class::of(&format!("anna = '{OURS}'\nbert = ./missing\n"));
    assert_snapshot!(without_shell(&class.grade(&REPORTS)), @"
    program  total        errors  moves
    anna       3/4  75 %     1/1    2/3
    bert     the program could not be started: `./missing` ended with exit status 127: ./missing: No such file or directory
    --- exit 3
    ");
    let of_bert = class.read("c.csv");
    let of_bert = of_bert.lines().find(|line| line.starts_with("bert,"));
    let of_bert = without_shell(of_bert.expect("a row"));
    assert_snapshot!(of_bert, @"bert,./missing,true,,,the program could not be started: `./missing` ended with exit status 127: ./missing: No such file or directory,,,,");
    let xml = class.read("c.xml");
    let xml = roxmltree::Document::parse(&xml).expect("XML");
    let of_bert = xml.descendants().filter(|node| {
        let class = node.attribute("classname");
        class.is_some_and(|class| class.starts_with("bert"))
    });
    assert_eq!(of_bert.count(), 1);
}

/// It is said once, not once for each student.
#[test]
fn a_wrapper_that_starts_nothing_ends_the_class() {
    let programs = (0..30).map(|number| format!("student-{number} = '{OURS}'\n"));
    let class = Class::of(&programs.collect::<String>());
    let screen = without_shell(&class.grade(&["--wrapper", "no-such-wrapper --x", "-j", "1"]));
    assert_eq!(screen.matches("no-such-wrapper --x").count(), 1, "{screen}");
    assert!(
        screen.contains("no-such-wrapper: command not found")
            || screen.contains("no-such-wrapper: not found"),
        "{screen}"
    );
    assert!(screen.ends_with("--- exit 3\n"), "{screen}");
}

#[test]
fn a_test_that_all_programs_fail_is_named() {
    let class = Class::of_two();
    assert_snapshot!(class.grade(&REPORTS), @"
    program  total        errors  moves
    anna       3/4  75 %     1/1    2/3
    bert       3/4  75 %     1/1    2/3

    all programs fail these scenarios: look at the tests
      tests.yaml:15  a wrong test
    --- exit 0
    ");
    let page = class.read("c.html");
    assert_eq!(
        page.matches("all programs fail this: look at the test")
            .count(),
        1
    );
    let xml = class.read("c.xml");
    let xml = roxmltree::Document::parse(&xml).expect("XML");
    assert_eq!(xml.root_element().attribute("tests"), Some("6"));
    let page = class.read("pages/bert.html");
    assert!(page.contains("a refusal") && !page.contains("anna"));
}

#[test]
fn a_dry_run_lists_what_would_be_run() {
    let class = Class::of("anna = java Main\n./bert.sh\n");
    assert_snapshot!(class.grade(&["--dry-run"]), @"
    program    command
    anna       java Main
    ./bert.sh  ./bert.sh

    tag     points
    errors       1
    moves        3
    total        4

    2 programs, 3 scenarios (0 with AIs): 6 runs
    --- exit 0
    ");
    assert!(!class.path().join("class.results.jsonl").exists());
}

/// The file of results is cut at any byte, as by `kill -9` or a full disk.
#[test]
fn a_run_cut_off_anywhere_is_continued() {
    let class = Class::of_two();
    let whole = class.grade(&REPORTS);
    let reports = class.reports();
    let results = class.read("class.results.jsonl");
    assert_eq!(results.lines().count(), 7);
    let ends: Vec<usize> = results
        .match_indices('\n')
        .map(|(end, _)| end + 1)
        .collect();
    let places = [
        0,
        5,
        ends[0] - 1,
        ends[0],
        ends[0] + 7,
        ends[2],
        ends[3] - 1,
        ends[6],
    ];
    for place in places {
        class.write("class.results.jsonl", &results[..place]);
        class.write("started", "");
        let again = class.grade(&[&REPORTS[..], &["--resume"]].concat());
        assert_eq!(again, whole, "cut at {place}");
        assert_eq!(class.reports(), reports, "cut at {place}");
        // What was complete is still there, and nothing is run if all of it was.
        let kept = ends.iter().filter(|&&end| end <= place).max();
        let text = class.read("class.results.jsonl");
        assert!(
            text.starts_with(&results[..*kept.unwrap_or(&0)]),
            "cut at {place}"
        );
        assert_eq!(text.lines().count(), 7);
        let is_whole = place == results.len();
        assert_eq!(class.started().is_empty(), is_whole, "cut at {place}");
    }
}

/// Each program that runs needs three files.
#[cfg(target_os = "linux")]
#[test]
fn a_program_for_which_files_are_lacking_has_no_result() {
    let program = |number| format!("p{number} = sleep 0.3; exec '{OURS}' --nodes 10\n");
    let programs: Vec<String> = (0..8).map(program).collect();
    let class = Class::of(&programs.concat());
    let test = "grade class.txt tests.yaml";
    let limited = format!("ulimit -n 26; exec '{OURS}' {test} -j 8");
    let mut command = Command::new("sh");
    let command = command.args(["-c", &limited]).current_dir(class.path());
    let output = command.env("HOME", class.path()).output().expect("a shell");
    let words = screen(&output);
    assert!(words.contains("raise `ulimit -n`"), "{words}");
    let results = class.read("class.results.jsonl");
    assert!(!results.contains("\"crash\""), "{results}");
    class.grade(&["--resume", "-j", "1"]);
    let results = class.read("class.results.jsonl");
    let passed = results.matches("\"outcome\":\"pass\"").count();
    // The third test is wrong.
    assert_eq!(passed, 8 * 2, "{results}");
}

/// Looks again and again; a limit that no machine should need turns a hang into a failure.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A class whose second program waits for the file `go`.
fn that_waits() -> Class {
    let waits = "until [ -e go ]; do sleep 0.05; done";
    Class::of(&format!(
        "anna = exec '{OURS}' --nodes 10\nbert = {waits}; exec '{OURS}' --nodes 10\n"
    ))
}

/// Grades the class up to the program that waits, and ends it with this signal. Returns the
/// exit status.
fn ended_in_the_middle(class: &Class, signal: Signal) -> Option<i32> {
    let mut child = process::Command::new(OURS)
        .args(["grade", "class.txt", "tests.yaml", "-j", "1"])
        .args(REPORTS)
        .current_dir(class.path())
        .env("HOME", class.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(class.path().join("stderr")).expect("a file"))
        .spawn()
        .expect("it can be run");
    wait_until("the first program is graded", || {
        let results = fs::read_to_string(class.path().join("class.results.jsonl"));
        results.is_ok_and(|text| text.lines().count() == 4)
    });
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
    kill(pid, signal).expect("it can be told");
    child.wait().expect("it ends").code()
}

#[test]
fn a_killed_run_is_continued() {
    let class = that_waits();
    ended_in_the_middle(&class, Signal::SIGKILL);
    class.write("go", "");
    let continued = class.grade(&[&REPORTS[..], &["--resume"]].concat());
    let reports = class.reports();
    // Once complete, a new run begins at the beginning.
    let again = class.grade(&REPORTS);
    let (told, warning) = again.split_once("--- stderr\n").expect("a warning");
    assert_eq!(continued, format!("{told}--- exit 0\n"));
    assert_snapshot!(warning, @"
    warning: `class.results.jsonl` had the results of an earlier run, which are in `class.results.jsonl.old` now
     |
     = help: `--resume` continues an interrupted run
    --- exit 0
    ");
    assert_eq!(class.reports(), reports);
}

#[test]
fn without_resume_a_run_begins_at_the_beginning_and_nothing_is_lost() {
    let class = Class::of_two();
    let whole = class.grade(&[]);
    let results = class.read("class.results.jsonl");
    let cut: String = results.split_inclusive('\n').take(3).collect();
    class.write("class.results.jsonl", &cut);
    let again = class.grade(&[]);
    let (told, warning) = again.split_once("--- stderr\n").expect("a warning");
    assert_eq!(whole, format!("{told}--- exit 0\n"));
    assert_snapshot!(warning, @"
    warning: `class.results.jsonl` had the results of an earlier run, which are in `class.results.jsonl.old` now
     |
     = help: `--resume` continues an interrupted run
    --- exit 0
    ");
    assert_eq!(class.read("class.results.jsonl.old"), cut);
    assert_eq!(class.read("class.results.jsonl").lines().count(), 7);
}

#[test]
fn what_is_known_is_written_when_a_run_is_interrupted() {
    let class = that_waits();
    assert_eq!(ended_in_the_middle(&class, Signal::SIGINT), Some(130));
    let of_bert = class.read("c.csv");
    let of_bert = of_bert.lines().find(|line| line.starts_with("bert,"));
    assert_snapshot!(of_bert.expect("a row").replace(OURS, "ATAXX"), @"bert,until [ -e go ]; do sleep 0.05; done; exec 'ATAXX' --nodes 10,false,0,0,,0,0,0,0");
    assert!(class.read("c.html").contains("(not all was run)"));
    assert_eq!(class.read("class.results.jsonl").lines().count(), 4);
}

#[test]
fn only_the_same_run_is_continued() {
    let class = Class::of_two();
    class.grade(&[]);
    assert_snapshot!(class.grade(&["--filter", "extend", "--resume"]), @"
    --- stderr
    error: `class.results.jsonl` has results of another run: the selection of scenarios differ
     |
     = help: delete it to start again, or name another file with `--results`
    --- exit 2
    ");
    assert_snapshot!(class.grade(&["--cpu", "60", "--resume"]), @"
    --- stderr
    error: `class.results.jsonl` has results of another run: the options differ
     |
     = help: delete it to start again, or name another file with `--results`
    --- exit 2
    ");
    class.write("tests.yaml", SCENARIOS.replace("red: 3", "red: 4"));
    assert_snapshot!(class.grade(&["--resume"]), @"
    --- stderr
    error: `class.results.jsonl` has results of another run: the files of scenarios differ
     |
     = help: delete it to start again, or name another file with `--results`
    --- exit 2
    ");
    // Nothing else is overwritten.
    class.write("notes", "no results");
    assert_snapshot!(class.grade(&["--results", "notes"]), @"
    --- stderr
    error: `notes` is no file of results of a class
     |
     = help: `--results FILE` names another one
    --- exit 2
    ");
    assert_eq!(class.read("notes"), "no results");
}

#[test]
fn a_run_is_not_continued_with_other_expectations() {
    let class = Class::of_two();
    class.write("steps.yaml", "- board: start\n");
    class.write("a-1.in", "#* ataxx\nmanual blue\ndump\n");
    class.write("a-1.std", "");
    let included = "scenarios:\n  - name: a\n    steps:\n      - include: steps.yaml\n";
    class.write("tests.yaml", included);
    let grade = |options: &[&str]| {
        let args = ["grade", "class.txt", "tests.yaml", "a-1.in"];
        screen(&class.ataxx(&[&args, options].concat()))
    };
    let begun = grade(&[]);
    assert_snapshot!(begun, @"
    program  total        course-2022  dump
    anna       1/2  50 %          0/1   0/1
    bert       1/2  50 %          0/1   0/1

    all programs fail these scenarios: look at the tests
      a-1.in:1  a
    --- exit 0
    ");
    let mut refused = BTreeSet::new();
    for (file, text) in [("steps.yaml", "- turn: red\n"), ("a-1.std", "# changed\n")] {
        let before = class.read(file);
        class.write(file, text);
        refused.insert(grade(&["--resume"]));
        class.write(file, before);
    }
    class.remove("a-1.std");
    refused.insert(grade(&["--resume"]));
    let [refused] = <[String; 1]>::try_from(refused.into_iter().collect::<Vec<_>>()).expect("one");
    assert_snapshot!(refused, @"
    --- stderr
    error: `class.results.jsonl` has results of another run: the files of scenarios differ
     |
     = help: delete it to start again, or name another file with `--results`
    --- exit 2
    ");
    class.write("a-1.std", "");
    assert_eq!(grade(&["--resume"]), begun);
}

#[test]
fn parts_in_one_file_are_the_whole_class() {
    let class = Class::of_two();
    class.write("class.txt", class.read("class.txt") + "carl = exit 1\n");
    let whole = class.grade(&REPORTS);
    class.remove("class.results.jsonl");
    let reports = class.reports();
    for (part, program) in [("2/2", "bert"), ("1/2", "anna")] {
        class.write("started", "");
        class.grade(&["--shard", part]);
        let started = class.started();
        assert_eq!(started.iter().collect::<Vec<_>>(), [program], "in one part");
    }
    let parts =
        ["class.2-of-2.results.jsonl", "class.1-of-2.results.jsonl"].map(|name| class.read(name));
    class.write("class.results.jsonl", parts.concat());
    for name in ["c.csv", "c.html", "c.json", "c.xml"] {
        class.remove(name);
    }
    class.write("started", "");
    let resume = [&["--resume"], &REPORTS[..]].concat();
    assert_eq!(class.grade(&resume), whole);
    assert_eq!(class.reports(), reports);
    assert_eq!(class.started().len(), 0, "all results are there");
    // What is missing is run.
    class.write("class.results.jsonl", &parts[0]);
    assert_eq!(class.grade(&resume), whole);
    assert_eq!(class.started().iter().collect::<Vec<_>>(), ["anna"]);
    // Of another run.
    let other = parts[1].replacen("\"retries\":0", "\"retries\":1", 1);
    class.write("class.results.jsonl", parts[0].clone() + &other);
    assert_snapshot!(class.grade(&["--resume"]), @"
    --- stderr
    error: line 5 of `class.results.jsonl` begins results of another run: the options differ
    --- exit 2
    ");
}
