//! `ataxx test`, from the command line to the exit status.

use assert_cmd::Command;
use insta::assert_snapshot;
use regex::Regex;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with files in it, and a folder for state beside it.
pub struct Folder {
    folder: TempDir,
    state: TempDir,
}

const ENDINGS: &str = "\
suite: Endings
tags: [rules]
scenarios:
  - name: a side without pieces has lost
    steps:
      - send: manual blue
      - play: a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6
      - result: red
  - name: blue begins
    tags: [slow]
    points: 3
    steps:
      - turn: blue
";

const GOOD: &str = "\
tags: [ai]
scenarios:
  - name: red begins
    steps:
      - turn: red
  - name: nobody has moved
    steps:
      - pieces: { red: 2, blue: 2 }
";

const BAD: &str = "\
scenarios:
  - nome: a slip
    steps:
      - turn: red
";

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("can be made");
            fs::write(path, text).expect("can be written");
        }
        let state = TempDir::new().expect("a temporary folder");
        Self { folder, state }
    }

    /// The usual three files.
    fn usual() -> Self {
        Self::with(&[
            ("scenarios/rules/endings.yaml", ENDINGS),
            ("scenarios/good.yml", GOOD),
            ("scenarios/notes.txt", "no scenario"),
        ])
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn absolute(&self, name: &str) -> std::path::PathBuf {
        self.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect(name);
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect(name)
    }

    pub fn output(&self, args: &[&str]) -> std::process::Output {
        self.command(args).output().expect("it can be run")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("ataxx").expect("the program is built with its tests");
        if !matches!(args, ["grade" | "audit", ..]) {
            command.arg("test");
        }
        command
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.state.path())
            .env("XDG_STATE_HOME", self.state.path());
        command
    }

    /// What a run leaves on a screen, times replaced by `_`.
    pub fn screen(&self, args: &[&str]) -> String {
        let output = self.output(args);
        let mut screen = without_times(&text(output.stdout));
        let errors = text(output.stderr);
        if !errors.is_empty() {
            screen += "--- stderr\n";
            screen += &without_times(&errors);
        }
        let status = output.status.code().expect("it ends by itself");
        screen + &format!("--- exit {status}\n")
    }

    pub fn status(&self, args: &[&str]) -> i32 {
        let status = self.output(args).status;
        status.code().expect("it ends by itself")
    }

    /// The keys of what is listed.
    fn listed(&self, args: &[&str]) -> Vec<String> {
        let output = self.output(&[args, &["--list", "--json"]].concat());
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let entries = value.as_array().expect("an array");
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let key = |entry: &serde_json::Value| {
            format!("{}::{}", text(&entry["file"]), text(&entry["name"]))
        };
        entries.iter().map(key).collect()
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is text")
}

fn without_times(text: &str) -> String {
    let time = Regex::new(r" *\d+\.\d+ s").expect("a pattern");
    let time = time.replace_all(text, " _ s");
    let seconds = Regex::new(r#""seconds":[0-9.]+"#).expect("a pattern");
    seconds.replace_all(&time, r#""seconds":_"#).into_owned()
}

#[test]
fn the_screen_of_a_run_that_passes() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["scenarios/good.yml"]), @"
    ok    scenarios/good.yml: 2 passed

    2 scenarios in 1 file: 2 passed ( _ s)
    --- exit 0
    ");
}

#[test]
fn a_failure_and_a_bad_file_among_others() {
    let folder = Folder::usual();
    fs::write(folder.path().join("scenarios/bad.yaml"), BAD).expect("can be written");
    assert_snapshot!(folder.screen(&[]), @"
    FAIL (error)  scenarios/bad.yaml:2  (the whole file)
    error: unknown key `nome`
     --> scenarios/bad.yaml:2:5
      |
    2 |   - nome: a slip
      |     ^^^^
      |
      = help: did you mean `name`?
    error: this scenario has no `name`
     --> scenarios/bad.yaml:2:5
      |
    2 |   - nome: a slip
      |     ^^^^

      run only this:      ataxx test scenarios/bad.yaml

    FAIL  scenarios/bad.yaml: 1 in error
    ok    scenarios/good.yml: 2 passed

    FAIL  scenarios/rules/endings.yaml:9  blue begins
    error: side to move: expected blue, found red
      --> scenarios/rules/endings.yaml:13:15
       |
    13 |       - turn: blue
       |               ^^^^

      side to move:
        expected  blue
        actual    red

      run only this:      ataxx test 'scenarios/rules/endings.yaml::blue begins'
      accept this output: ataxx test 'scenarios/rules/endings.yaml::blue begins' --bless

    FAIL  scenarios/rules/endings.yaml: 1 passed, 1 failed

    problems:
      error           scenarios/bad.yaml:2  (the whole file)
      fail            scenarios/rules/endings.yaml:9  blue begins

    5 scenarios in 3 files: 3 passed, 1 failed, 1 in error ( _ s)
    --- exit 1
    ");
    // The bad file alone is no failed check.
    assert_eq!(
        folder.status(&["scenarios/bad.yaml", "scenarios/good.yml"]),
        2
    );
}

#[test]
fn the_report_does_not_depend_on_the_number_of_jobs() {
    let folder = Folder::usual();
    let [one, eight] = ["1", "8"].map(|jobs| folder.screen(&["--jobs", jobs]));
    assert_eq!(one, eight);
    let [one, eight] = ["1", "8"].map(|jobs| folder.screen(&["--format", "github", "-j", jobs]));
    assert_eq!(one, eight);
}

#[test]
fn paths() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["scenarios/goood.yml"]), @"
    --- stderr
    error: there is no file or folder `scenarios/goood.yml`
     |
     = help: did you mean `scenarios/good.yml`?
    --- exit 2
    ");
    assert_snapshot!(folder.screen(&["scenarios/notes.txt"]), @"
    FAIL (error)  scenarios/notes.txt:1  (the whole file)
    error: `scenarios/notes.txt` is no file of scenarios: expected .yaml, .yml, -1.in or .inp

      run only this:      ataxx test scenarios/notes.txt

    FAIL  scenarios/notes.txt: 1 in error

    1 scenario in 1 file: 1 in error ( _ s)
    --- exit 2
    ");
    let empty = Folder::with(&[("other/notes.txt", "")]);
    assert_snapshot!(empty.screen(&[]), @"
    --- stderr
    error: there is no file or folder `scenarios`
     |
     = help: name files of scenarios, or folders of them
    --- exit 2
    ");
    assert_snapshot!(empty.screen(&["other"]), @"
    --- stderr
    error: there is no file of scenarios
    --- exit 4
    ");
    // A file is run once, however often it is named.
    let twice = ["scenarios/good.yml", "scenarios", "./scenarios/good.yml"];
    assert_eq!(folder.listed(&twice).len(), 4);
}

#[test]
fn lists() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["--list"]), @"
    scenarios/good.yml::red begins  line 3  [ai]
    scenarios/good.yml::nobody has moved  line 6  [ai]
    scenarios/rules/endings.yaml::a side without pieces has lost  line 4  [rules]
    scenarios/rules/endings.yaml::blue begins  line 9  [rules, slow]
    --- exit 0
    ");
    assert_snapshot!(folder.screen(&["--list", "--json", "--tag", "slow"]), @r#"
    [{"name":"blue begins","file":"scenarios/rules/endings.yaml","line":9,"tags":["rules","slow"]}]
    --- exit 0
    "#);
}

#[test]
fn selections() {
    let folder = Folder::usual();
    let all = folder.listed(&[]);
    assert_eq!(all.len(), 4);
    let names = |args: &[&str]| -> Vec<usize> {
        let listed = folder.listed(args);
        let place = |key: &String| all.iter().position(|other| other == key).expect("known");
        listed.iter().map(place).collect()
    };
    assert_eq!(names(&["--filter", "begins"]), [0, 3]);
    assert_eq!(
        names(&["--filter", "endings.yaml::a", "--filter", "nobody"]),
        [1, 2]
    );
    assert_eq!(names(&["--tag", "rules and not slow"]), [2]);
    assert_eq!(
        names(&["--tag", "ai or slow", "--filter", "begins"]),
        [0, 3]
    );
    assert_snapshot!(folder.screen(&["--tag", "rules and"]), @"
    --- stderr
    error: expected a tag, found the end
     |
     | rules and
     |          ^
    --- exit 2
    ");
    assert_snapshot!(folder.screen(&["--tag", "not rulse"]), @"
    --- stderr
    error: no scenario is tagged `rulse`
     |
     | not rulse
     |     ^^^^^
     |
     = help: did you mean `rules`?
    --- exit 2
    ");
    assert_snapshot!(folder.screen(&["--tag", "ai and slow"]), @"
    --- stderr
    error: none of 4 scenarios is selected
     |
     = help: the tags are ai, rules, slow
    --- exit 4
    ");
    let nothing = folder.output(&["--filter", "no such name", "--json"]);
    let nothing: serde_json::Value = serde_json::from_slice(&nothing.stdout).expect("JSON");
    assert_eq!(nothing["summary"]["counts"]["pass"], 0);
    let mut parts: Vec<String> = (1..=3)
        .flat_map(|part| folder.listed(&["--shard", &format!("{part}/3")]))
        .collect();
    parts.sort();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(parts, sorted);
    assert_snapshot!(folder.screen(&["--shard", "4/3"]), @"
    --- stderr
    error: invalid value '4/3' for '--shard <PART/PARTS>': there is no part 4 of 3: parts are counted from 1

    For more information, try '--help'.
    --- exit 2
    ");
}

/// A failed check is one also when nobody reads the output.
#[cfg(unix)]
#[test]
fn a_failure_is_one_without_a_reader() {
    let folder = Folder::usual();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .current_dir(folder.path())
        .args(["test", "scenarios/rules/endings.yaml"])
        .stdout(writer)
        .stderr(std::process::Stdio::null())
        .status();
    assert_eq!(status.expect("it runs").code(), Some(1));
}

#[test]
fn fail_fast_stops_the_run() {
    let folder = Folder::with(&[("a.yaml", ENDINGS), ("b.yaml", ENDINGS), ("c.yaml", GOOD)]);
    assert_snapshot!(folder.screen(&[".", "--fail-fast", "--format", "github"]), @"
    ::error file=a.yaml,line=13,col=15,title=fail%3A blue begins::side to move: expected blue, found red
    6 scenarios in 3 files: 1 passed, 1 failed, 4 not run ( _ s)
    --- exit 1
    ");
}

#[test]
fn a_dry_run_checks_files_and_runs_nothing() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["--dry-run"]), @"
    4 scenarios in 2 files: 4 not run ( _ s)
    --- exit 0
    ");
    fs::write(folder.path().join("scenarios/bad.yaml"), BAD).expect("can be written");
    assert_eq!(folder.status(&["--dry-run"]), 2);
}

#[test]
fn reports_of_every_kind_are_written() {
    let folder = Folder::usual();
    let reports = ["junit=j.xml", "html=h.html", "json=j.json", "jsonl=l.json"];
    let mut args = vec!["--format", "github"];
    args.extend(reports.iter().flat_map(|report| ["--report", report]));
    args.extend(["--report", "csv=c.csv", "--report", "human=h.txt"]);
    assert_snapshot!(folder.screen(&args), @"
    ::error file=scenarios/rules/endings.yaml,line=13,col=15,title=fail%3A blue begins::side to move: expected blue, found red
    4 scenarios in 2 files: 3 passed, 1 failed ( _ s)
    --- exit 1
    ");
    let xml = folder.read("j.xml");
    let xml = roxmltree::Document::parse(&xml).expect("XML");
    assert_eq!(xml.root_element().attribute("failures"), Some("1"));
    let json: serde_json::Value = serde_json::from_str(&folder.read("j.json")).expect("JSON");
    assert_eq!(json["summary"]["counts"]["pass"], 3);
    assert_eq!(json["reports"][3]["failure"]["diagnostics"][0]["line"], 13);
    assert_eq!(folder.read("l.json").lines().count(), 5);
    assert_eq!(folder.read("c.csv").lines().count(), 5);
    assert!(folder.read("h.html").starts_with("<!DOCTYPE html>"));
    assert!(folder.read("h.txt").contains("FAIL"));
}

#[test]
fn a_report_goes_to_no_file_that_is_read_or_has_another_report() {
    let folder = Folder::usual();
    let file = "scenarios/good.yml";
    assert_snapshot!(folder.screen(&[file, "--report", "html=scenarios/../scenarios/good.yml"]), @"
    --- stderr
    error: `scenarios/../scenarios/good.yml` cannot be written: this command reads it
    --- exit 2
    ");
    assert_eq!(folder.read(file), GOOD);
    assert_snapshot!(folder.screen(&[file, "--report", "html=new", "--report", "csv=./new"]), @"
    --- stderr
    error: `./new` cannot be written: another result of this command goes there
    --- exit 2
    ");
    folder.write("class.txt", "ada = exit 1\n");
    assert_snapshot!(folder.screen(&["grade", "class.txt", file, "--report", "csv=class.txt"]), @"
    --- stderr
    error: `class.txt` cannot be written: this command reads it
    --- exit 2
    ");
    assert_eq!(folder.read("class.txt"), "ada = exit 1\n");
}

#[test]
fn a_command_is_not_empty() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["--program", ""]), @"
    --- stderr
    error: a value is required for '--program <CMD>' but none was supplied

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(folder.screen(&["--jobs", "-1"]), @"
    --- stderr
    error: invalid value '-1' for '--jobs <N>': -1 is not in 1..=1024

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn a_report_that_cannot_be_written_is_found_out_before_the_run() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["--report", "junit=no/such.xml"]), @"
    --- stderr
    error: `no/such.xml` cannot be written: there is no such folder
    --- exit 2
    ");
    assert_snapshot!(folder.screen(&["--report", "junitt=j.xml"]), @"
    --- stderr
    error: invalid value 'junitt=j.xml' for '--report <KIND=FILE>': expected a kind of report (classroom50, codegrade, csv, gradescope, html, human, json, jsonl, junit, pages, prairielearn); did you mean junit?

    For more information, try '--help'.
    --- exit 2
    ");
    assert_eq!(folder.status(&["--report", "junit"]), 2);
}

#[test]
fn silence_is_no_announcement() {
    let text = "scenarios:\n  - name: a game that goes on\n    steps:\n      - result: none\n";
    let folder = Folder::with(&[("a.yaml", text)]);
    assert_eq!(folder.status(&["a.yaml"]), 0);
    assert_eq!(folder.status(&["a.yaml", "--program", "exit 0"]), 1);
    assert_eq!(
        folder.status(&["a.yaml", "--program", "no-such-program"]),
        3
    );
}

#[test]
fn a_program_that_is_not_there() {
    let folder = Folder::usual();
    let output = folder.output(&["--program", "./no-such-program", "--format", "github"]);
    assert_eq!(output.status.code(), Some(3));
    // It is one message, not one for each scenario.
    let text = text(output.stderr);
    let told = text.matches("the program could not be started: `./no-such-program`");
    assert_eq!(told.count(), 1, "{text}");
}

#[test]
fn what_would_be_accepted_is_no_failure() {
    let folder = Folder::usual();
    assert_snapshot!(folder.screen(&["--check", "--format", "github"]), @"
    ::error file=scenarios/rules/endings.yaml,line=13,col=15,title=fail%3A blue begins::side to move: expected blue, found red
    4 scenarios in 2 files: 3 passed, 1 failed ( _ s)
    --- stderr
    --- scenarios/rules/endings.yaml
    +++ scenarios/rules/endings.yaml
    @@ -10,4 +10,4 @@
         tags: [slow]
         points: 3
         steps:
    -      - turn: blue
    +      - turn: red
    1 expectation in 1 file would be changed by --bless
    --- exit 5
    ");
    assert_eq!(folder.status(&["--check", "scenarios/good.yml"]), 0);
    assert_eq!(folder.read("scenarios/rules/endings.yaml"), ENDINGS);
}

#[test]
fn what_is_accepted_is_what_is_expected() {
    let folder = Folder::usual();
    let screen = folder.screen(&["--bless"]);
    let (_, told) = screen.split_once(" s)\n").expect("a summary");
    assert_snapshot!(told, @"
    --- scenarios/rules/endings.yaml
    +++ scenarios/rules/endings.yaml
    @@ -10,4 +10,4 @@
         tags: [slow]
         points: 3
         steps:
    -      - turn: blue
    +      - turn: red
    1 expectation in 1 file changed
    --- exit 0
    ");
    let expected = ENDINGS.replace("turn: blue", "turn: red");
    assert_eq!(folder.read("scenarios/rules/endings.yaml"), expected);
    assert_eq!(folder.status(&["--check"]), 0);
    assert_eq!(folder.status(&[]), 0);
}

#[test]
fn a_crash_is_never_accepted() {
    let folder = Folder::usual();
    let args = ["--bless", "--program", "read line; exit 3"];
    assert_eq!(folder.status(&args), 1);
    let args = ["--bless", "--program", "exit 3"];
    assert_eq!(folder.status(&args), 3);
    assert_eq!(folder.read("scenarios/rules/endings.yaml"), ENDINGS);
}

#[test]
fn a_build_server_accepts_nothing_that_is_not_asked_for_twice() {
    let folder = Folder::usual();
    let status = |args: &[&str]| {
        let mut command = folder.command(args);
        let output = command.env("CI", "true").output().expect("it can be run");
        output.status.code()
    };
    assert_eq!(status(&["--bless"]), Some(2));
    assert_eq!(folder.read("scenarios/rules/endings.yaml"), ENDINGS);
    assert_eq!(status(&["--bless", "--bless"]), Some(0));
    assert_ne!(folder.read("scenarios/rules/endings.yaml"), ENDINGS);
}

#[test]
fn points_of_one_program() {
    let folder = Folder::usual();
    let screen = folder.screen(&["--score"]);
    let (_, points) = screen.split_once("\nscenario").expect("points");
    assert_snapshot!(points, @"
                                                          points
    scenarios/good.yml::red begins                                   1/1
    scenarios/good.yml::nobody has moved                             1/1
    scenarios/rules/endings.yaml::a side without pieces has lost     1/1
    scenarios/rules/endings.yaml::blue begins                        0/3
    tag ai                                                           2/2  100 %
    tag rules                                                        1/4   25 %
    tag slow                                                         0/3    0 %
    total                                                            3/6   50 %
    --- exit 1
    ");
    let output = folder.output(&["--score", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["programs"][0]["points"]["possible"], 6);
    assert_eq!(folder.status(&["--score", "--format", "github"]), 2);
}

/// The words of earlier versions.
#[test]
fn options_that_are_commands_now_say_so() {
    let folder = Folder::usual();
    let cases: [(&[&str], &str); 4] = [
        (
            &["--programs", "class.txt"],
            "`ataxx test --programs` is `ataxx grade CLASS` now",
        ),
        (
            &["a.yaml", "--programs=class.txt", "--resume"],
            "`ataxx test --programs` is `ataxx grade CLASS` now",
        ),
        (
            &["--audit", "."],
            "`ataxx test --audit` is `ataxx audit DIR` now",
        ),
        (
            &["scenarios", "--faults", "--json"],
            "`ataxx test --faults` is `ataxx audit --faults DIR` now",
        ),
    ];
    for (args, now) in cases {
        let expected = format!("--- stderr\nerror: {now}\n--- exit 2\n");
        assert_eq!(folder.screen(args), expected);
    }
}

#[cfg(unix)]
#[test]
fn points_of_many_programs() {
    let folder = Folder::usual();
    let ours = env!("CARGO_BIN_EXE_ataxx");
    let class = format!("# the class\nanna = '{ours}' --nodes 100\nbert = exit 1 # nothing yet\n");
    fs::write(folder.path().join("class"), class).expect("can be written");
    let args = [
        "grade",
        "class",
        "--report",
        "csv=points.csv",
        "--report",
        "html=p.html",
    ];
    assert_snapshot!(folder.screen(&args), @"
    program  total          ai  rules  slow
    anna       2/2  100 %  1/1    1/1   0/0
    bert     the program could not be started: `exit 1` ended with exit status 1
    --- exit 3
    ");
    assert!(
        folder
            .read("points.csv")
            .starts_with("program,command,complete,earned,")
    );
    assert!(folder.read("p.html").contains("Points of 2 programs"));
    fs::write(folder.path().join("class"), "anna =\n").expect("can be written");
    assert_snapshot!(folder.screen(&["grade", "class"]), @"
    --- stderr
    error: the command after `=` is missing
     --> class:1:1
      |
    1 | anna =
      | ^^^^^^
    --- exit 2
    ");
}

#[cfg(unix)]
mod interrupted {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Looks again and again, until there is something; a limit that no machine should need
    /// turns a hang into a failure.
    fn awaited<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn begun(folder: &Folder, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .arg("test")
            .args(args)
            .current_dir(folder.path())
            .env("HOME", folder.state.path())
            .env("XDG_STATE_HOME", folder.state.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be run")
    }

    fn interrupt(child: &Child) {
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
        kill(pid, Signal::SIGINT).expect("it can be told");
    }

    const HANGS: &str = "\
scenarios:
  - name: a program that hangs
    steps:
      - send: dump
      - result: red
";

    #[test]
    fn ctrl_c_ends_the_run_with_the_results_so_far() {
        let folder = Folder::with(&[("a.yaml", HANGS), ("b.yaml", HANGS)]);
        let program = "echo $$ > pid.part; mv pid.part pid; exec sleep 1000";
        let args = [
            ".",
            "-j",
            "1",
            "--report",
            "junit=j.xml",
            "--program",
            program,
        ];
        let child = begun(&folder, &args);
        let pid: i32 = awaited("the program is started", || {
            let text = fs::read_to_string(folder.path().join("pid")).ok()?;
            text.trim().parse().ok()
        });
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130));
        assert_snapshot!(without_times(&text(output.stdout)), @"
        interrupted while this was run: a.yaml::a program that hangs
        2 scenarios in 2 files: 2 not run ( _ s)
        ");
        let xml = folder.read("j.xml");
        let xml = roxmltree::Document::parse(&xml).expect("XML");
        assert_eq!(xml.root_element().attribute("tests"), Some("2"));
        awaited("the program under test is gone", || {
            kill(Pid::from_raw(pid), None).is_err().then_some(())
        });
    }
}

/// The headline has a line of the file that is named there, not of an included one.
#[test]
fn an_error_in_an_included_file_is_at_the_line_that_includes_it() {
    let text = "scenarios:\n  - name: x\n    steps:\n      - include: s.inc\n";
    for included in [
        "# steps\n# of all\n\n\n\n- turn: ${who}\n",
        "- turn: red\n\n\n\n\n\n- [\n",
    ] {
        let folder = Folder::with(&[("t.yaml", text), ("s.inc", included)]);
        let output = folder.output(&["t.yaml"]);
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains("FAIL (error)  t.yaml:4"), "{shown}");
        assert!(shown.contains("--> s.inc:"), "{shown}");
    }
}
