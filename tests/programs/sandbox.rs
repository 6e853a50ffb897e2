//! `--wrapper`: what starts programs, and the sandbox of docs/GRADING.md.

use crate::process_groups::assert_gone;
use ataxx_core::Cancellation;
use ataxx_opponents::{Ended, Launch, Peer, Program, ReadError, Wrapper, within};
use serde_json::Value;
use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const OURS: &str = env!("CARGO_BIN_EXE_ataxx");

fn wrapped(wrapper: &str, command: &str) -> Program<'static> {
    let launch = Launch {
        wrapper: Some(Wrapper::new(wrapper)),
        ..Launch::new(command)
    };
    Program::start(&launch, Cancellation::never()).expect("there is a shell")
}

#[test]
fn a_wrapper_changes_nothing_but_the_start() {
    let command =
        "printf '%s\\n' \"a 'b' $X\"; echo oops >&2; read -r line; echo \"$line\"; exit 3";
    let mut program = wrapped("echo noise >&2; X='$y' env Z=1", command);
    let deadline = within(Duration::from_secs(60));
    assert_eq!(program.read_line(deadline), Ok("a 'b' $y".to_owned()));
    program.send("one").expect("it listens");
    assert_eq!(program.read_line(deadline), Ok("one".to_owned()));
    assert_eq!(program.finish(deadline), Ok(Ended::Status(3)));
    assert_eq!(program.take_stderr_lines(), ["oops"]);
    assert_eq!(program.stderr_lines(), "oops\n");
    assert_eq!(program.unfinished_wrapper(), None);
    assert!(!program.could_not_start());
}

#[test]
fn limits_hold_for_the_program_and_not_for_the_wrapper() {
    let launch = Launch {
        memory_kib: Some(500_000),
        wrapper: Some(Wrapper::new("ulimit -v; nice")),
        ..Launch::new("ulimit -v")
    };
    let mut program = Program::start(&launch, Cancellation::never()).expect("a shell");
    let lines = [(); 2].map(|()| program.read_line(within(Duration::from_secs(60))));
    assert_eq!(
        lines,
        ["unlimited", "500000"].map(|line| Ok(line.to_owned()))
    );
}

#[test]
fn the_whole_group_is_killed() {
    let mut program = wrapped("nice", "sleep 1000 & echo started; sleep 1000");
    let line = program.read_line(within(Duration::from_secs(60)));
    assert_eq!(line, Ok("started".to_owned()));
    let group = program.group();
    drop(program);
    assert_gone(group);
}

#[test]
fn a_wrapper_that_does_not_start_is_told_from_a_program_that_does_not() {
    for (wrapper, command, is_of_wrapper) in [
        ("no-such-wrapper --x", "echo never", true),
        ("echo broken >&2; exit 1;", "echo never", true),
        ("true", "echo never", true),
        ("kill -KILL $$;", "echo never", true),
        ("nice", "no-such-program", false),
        ("nice", "exit 126", false),
    ] {
        let mut program = wrapped(wrapper, command);
        let read = program.read_line(within(Duration::from_secs(60)));
        assert!(
            matches!(read, Err(ReadError::Ended(Some(_)))),
            "{wrapper}: {read:?}"
        );
        assert!(program.could_not_start(), "{wrapper}");
        assert_eq!(
            program.unfinished_wrapper().is_some(),
            is_of_wrapper,
            "{wrapper}"
        );
    }
    let mut program = wrapped("nice", "exit 1");
    let _ = program.read_line(within(Duration::from_secs(60)));
    assert!(!program.could_not_start(), "it has started and failed");
}

fn ataxx(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(OURS);
    let command = command.args(args).current_dir(folder);
    let command = command.env("HOME", folder).env("NO_COLOR", "1");
    command.output().expect("it can be run")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command that starts programs starts them with the wrapper, and blames it, not them.
#[test]
fn every_command_starts_programs_with_the_wrapper() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let write = |name: &str, text: &str| fs::write(path.join(name), text).expect(name);
    let scenario = "scenarios:\n- name: one\n  steps:\n  - board: start\n";
    write("own.yaml", scenario);
    write("named.yaml", &format!("program: '{OURS}'\n{scenario}"));
    write("a-1.in", "#* java ataxx.Main\nmanual blue\na7-b7\nquit\n");
    write("a-1.std", "");
    write("class.txt", &format!("ada = {OURS}\n"));
    let uai = format!("{OURS} uai");
    let text = format!("a=2022:{OURS} --nodes 50");
    let commands: [(&[&str], i32); 7] = [
        (&["test", "own.yaml", "--program", OURS], 0),
        (&["test", "named.yaml"], 0),
        (&["test", "a-1.in", "--program", OURS], 0),
        (&["grade", "class.txt", "own.yaml"], 0),
        (&["explore", "--program", OURS, "--sessions", "2"], 0),
        (
            &[
                "match",
                "--player",
                &text,
                "--player",
                "ai,nodes=10",
                "--rules",
                "2022",
                "--games",
                "2",
            ],
            0,
        ),
        (&["conform", &uai, "--filter", "::handshake"], 0),
    ];
    for (args, status) in commands {
        let _ = fs::remove_file(path.join("started"));
        let with = |wrapper| ataxx(path, &[args, &["--wrapper", wrapper][..]].concat());
        let good = with("echo x >> started; nice");
        assert_eq!(
            good.status.code(),
            Some(status),
            "{args:?}: {}{}",
            stdout(&good),
            stderr(&good)
        );
        assert!(path.join("started").exists(), "{args:?}");
        let bad = with("no-such-wrapper");
        let text = stdout(&bad) + &stderr(&bad);
        assert_eq!(bad.status.code(), Some(3), "{args:?}: {text}");
        assert!(
            text.contains("the wrapper `no-such-wrapper`"),
            "{args:?}: {text}"
        );
    }
    let named = ataxx(
        path,
        &[
            "grade",
            "class.txt",
            "own.yaml",
            "--wrapper",
            "echo \"$ATAXX_NAME\" > name; nice",
        ],
    );
    assert_eq!(named.status.code(), Some(0));
    assert_eq!(
        fs::read_to_string(path.join("name")).expect("a name"),
        "ada\n"
    );
}

/// Scenarios that ataxx passes.
const FOUR: &str = "\
scenarios:
- { name: one, steps: [board: start] }
- { name: two, steps: [board: start] }
- { name: three, needs: two, steps: [board: start] }
- { name: four, steps: [board: start] }
";

/// Succeeds `TIMES` times, then fails.
const TIRED: &str = "\
#!/bin/sh
echo x >> used
[ $(wc -l < used) -gt TIMES ] && { echo 'quota exceeded' >&2; exit 8; }
exec \"$@\"
";

/// A folder with scenarios, a class of one program and a wrapper that fails after its first success.
fn tired(times: usize) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect(name);
    write("four.yaml", FOUR);
    write("class.txt", &format!("ada = {OURS}\n"));
    write("tired", &TIRED.replace("TIMES", &times.to_string()));
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("tired"), executable).expect("executable");
    folder
}

/// A program is neither given points nor blamed, and with `--resume` gets what it is worth.
#[test]
fn a_wrapper_that_fails_later_costs_a_class_no_points() {
    let folder = tired(1);
    let grade = |options: &[&str]| {
        let class = ["grade", "class.txt", "four.yaml", "-j1"];
        let reports = ["--wrapper", "./tired", "--report", "csv=r.csv"];
        ataxx(folder.path(), &[&class[..], &reports, options].concat())
    };
    let csv = || fs::read_to_string(folder.path().join("r.csv")).expect("a report");
    for options in [&[][..], &["--retries", "2"]] {
        let _ = fs::remove_file(folder.path().join("used"));
        let run = grade(options);
        let text = stdout(&run);
        assert_eq!(run.status.code(), Some(3), "{text}");
        let reason = "the wrapper `./tired` ended with exit status 8 before it started it: \
                      quota exceeded";
        assert!(text.contains(reason), "{text}");
        assert!(!text.contains("/4"), "{text}");
        assert!(csv().contains("quota exceeded"), "{}", csv());
        assert!(!csv().contains("25"), "{}", csv());
    }
    let _ = fs::remove_file(folder.path().join("used"));
    assert_eq!(grade(&[]).status.code(), Some(3));
    let _ = fs::remove_file(folder.path().join("tired"));
    fs::write(folder.path().join("tired"), TIRED.replace("TIMES", "100")).expect("a wrapper");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("tired"), executable).expect("executable");
    let run = grade(&["--resume"]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stdout(&run).contains("ada        4/4"), "{}", stdout(&run));
}

#[test]
fn a_wrapper_that_fails_later_ends_a_run() {
    for (times, options) in [
        (1, &[][..]),
        (1, &["--repeat", "3"]),
        (1, &["--retries", "3"]),
        (0, &["--filter", "three"]),
        (1, &["--filter", "three"]),
    ] {
        let folder = tired(times);
        let args = ["test", "four.yaml", "-j1", "--program", OURS];
        let wrapped = ["--wrapper", "./tired", "--report", "gradescope=g.json"];
        let run = ataxx(folder.path(), &[&args[..], &wrapped, options].concat());
        let text = stdout(&run);
        assert_eq!(run.status.code(), Some(3), "{options:?}: {text}");
        assert!(!text.contains("FAIL"), "{options:?}: {text}");
        assert!(
            stderr(&run).contains("the wrapper `./tired`"),
            "{options:?}"
        );
        let results = fs::read_to_string(folder.path().join("g.json")).expect("results");
        let results: Value = serde_json::from_str(&results).expect("JSON");
        let output = results["output"].as_str().unwrap_or_default();
        assert!(
            output.contains("the wrapper `./tired`"),
            "{options:?}: {output}"
        );
    }
}

/// A failure is confirmed by a second attempt, for which the wrapper fails.
#[test]
fn a_wrapper_that_fails_for_the_confirmation_blames_no_program() {
    let folder = tired(1);
    let text = FOUR.replace("two, steps: [board: start]", "two, steps: [result: red]");
    fs::write(folder.path().join("four.yaml"), text).expect("scenarios");
    let args = [
        "test",
        "four.yaml",
        "-j1",
        "--filter",
        "three",
        "--program",
        OURS,
    ];
    let run = ataxx(
        folder.path(),
        &[&args[..], &["--wrapper", "./tired"]].concat(),
    );
    assert_eq!(run.status.code(), Some(3), "{}", stdout(&run));
    assert!(!stdout(&run).contains("blocked"), "{}", stdout(&run));
}

/// Under a wrapper that works, a program that ends at once is to blame.
#[test]
fn a_program_that_crashes_at_its_start_under_a_sound_wrapper_is_blamed() {
    let folder = tired(100);
    let program = format!("[ -e ran ] && exit 8; touch ran; exec {OURS}");
    fs::write(
        folder.path().join("class.txt"),
        format!("ada = {program}\n"),
    )
    .expect("a class");
    let class = ["grade", "class.txt", "four.yaml", "-j1"];
    let run = ataxx(
        folder.path(),
        &[&class[..], &["--wrapper", "./tired"]].concat(),
    );
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stdout(&run).contains("ada        1/4"), "{}", stdout(&run));
    fs::remove_file(folder.path().join("ran")).expect("it ran");
    let one = ["test", "four.yaml", "-j1", "--program", &program];
    let run = ataxx(
        folder.path(),
        &[&one[..], &["--wrapper", "./tired"]].concat(),
    );
    assert_eq!(run.status.code(), Some(1), "{}", stdout(&run));
    assert!(stdout(&run).contains("FAIL (crash)"), "{}", stdout(&run));
}

#[test]
fn a_wrapper_without_a_program_is_refused() {
    let folder = tired(1);
    let run = ataxx(
        folder.path(),
        &["test", "four.yaml", "--wrapper", "./tired"],
    );
    assert_eq!(run.status.code(), Some(2));
    let message = stderr(&run);
    assert!(
        message.contains("`--wrapper` has nothing to start"),
        "{message}"
    );
    let faults = ["audit", "four.yaml", "--faults", "--wrapper", "./tired"];
    assert_eq!(ataxx(folder.path(), &faults).status.code(), Some(2));
}

/// The script of the page opens no folder for a program without a name.
#[test]
fn the_sandbox_needs_a_name() {
    let class = Class::new();
    class.write("tests.yaml", FOUR);
    let program = "bash students/mallory/spy.sh";
    let args = ["test", "tests.yaml", "--program", program, "--wrapper"];
    let run = ataxx(class.folder.path(), &[&args[..], &["./sandbox"]].concat());
    assert_eq!(run.status.code(), Some(3), "{}", stdout(&run));
    let message = stderr(&run);
    assert!(
        message.contains("ATAXX_NAME: is not set: no program is named"),
        "{message}"
    );
    if has_sandbox() {
        let named = ["env ATAXX_NAME=mallory ./sandbox", "--filter", "one"];
        let run = ataxx(class.folder.path(), &[&args[..], &named].concat());
        assert_eq!(run.status.code(), Some(0), "{}", stdout(&run));
    }
}

/// Whether the sandbox can be tried here: the system must have bubblewrap, and let it make user
/// namespaces.
fn has_sandbox() -> bool {
    let tried = Command::new("bwrap")
        .args([
            "--unshare-all",
            "--ro-bind",
            "/",
            "/",
            "--proc",
            "/proc",
            "true",
        ])
        .output();
    let works = tried.is_ok_and(|output| output.status.success());
    if !works {
        let required = env::var_os("ATAXX_REQUIRE_SANDBOX").is_some();
        assert!(!required, "there is no sandbox here");
        eprintln!("*** SKIPPED: bubblewrap is missing here, or user namespaces are refused");
    }
    works
}

/// The script `sandbox` in docs/GRADING.md.
fn recipe() -> String {
    let page = fs::read_to_string("docs/GRADING.md").expect("the page");
    let (_, rest) = page.split_once("`sandbox`").expect("a mention");
    let (_, rest) = rest.split_once("```bash\n").expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// A student's program that looks around when it is asked to, and says what it got.
const SPY: &str = r#"
mine=$(dirname "$0")
report() { printf '%s: %s\n' "$1" "${2:-nothing}"; }
while read -r line; do
  case $line in
    spy*)
      set -- $line
      report "another's file" "$(cat "$mine/../ada/secret" 2>/dev/null)"
      report "others" "$(ls "$mine/.." | grep -v mallory)"
      report "the tests" "$(cat tests.yaml 2>/dev/null | head -n 1)"
      report "a home" "$(cat "$HOME/token" 2>/dev/null)"
      report "the environment" "$TOKEN"
      report "a connection" "$( (echo >"/dev/tcp/127.0.0.1/$2") 2>/dev/null && echo made)"
      report "an interface" "$(grep -v ' lo:' /proc/net/dev | grep : | head -n 1)"
      report "another process" "$(cat /proc/$3/cmdline 2>/dev/null | tr -d '\0')"
      for file in "$mine/left" "$PWD/left" /usr/left /etc/left; do
        (echo x >"$file") 2>/dev/null
      done
      echo x >/tmp/ataxx-sandbox-left 2>/dev/null
      report "its own file" "$(cat "$mine/own" 2>/dev/null)"
      ;;
    load*) cat "${line#load }" ;;
    dump)
      printf '%s\n' === '  r - - - - - b' '  - - - - - - -' '  - - - - - - -' '  - - - - - - -' \
        '  - - - - - - -' '  - - - - - - -' '  b - - - - - r' ===
      ;;
    hang) sleep 1000 & sleep 1000 ;;
  esac
done
"#;

struct Class {
    folder: TempDir,
}

impl Class {
    fn new() -> Self {
        let class = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        for folder in ["students/ada", "students/mallory"] {
            fs::create_dir_all(class.path(folder)).expect("a folder");
        }
        class.write("students/ada/secret", "the solution\n");
        class.write("students/mallory/own", "mine\n");
        class.write("students/mallory/spy.sh", SPY);
        class.write("token", "secret\n");
        class.write("class.txt", "mallory = bash students/mallory/spy.sh\n");
        class.write("sandbox", &recipe());
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(class.path("sandbox"), executable).expect("executable");
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect(name);
    }

    /// What the programs of the class answer in the first scenario.
    fn answers(&self, options: &[&str]) -> Vec<String> {
        let args = ["grade", "class.txt", "tests.yaml", "--results", "results"];
        let mut command = Command::new(OURS);
        command
            .args(args)
            .args(options)
            .current_dir(self.folder.path());
        command
            .env("HOME", self.folder.path())
            .env("TOKEN", "secret");
        let output = command.output().expect("it can be run");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let results = fs::read_to_string(self.path("results")).expect("results");
        fs::remove_file(self.path("results")).expect("results");
        let values = results.lines().skip(1).map(serde_json::from_str::<Value>);
        let values: Vec<Value> = values.collect::<Result<_, _>>().expect("JSON");
        let lines = values[0]["report"]["dialogue"]
            .as_array()
            .expect("a dialogue");
        let received = lines.iter().filter(|line| line["by"] == "program");
        let text = |line: &Value| line["text"].as_str().unwrap_or_default().to_owned();
        received.map(text).collect()
    }
}

fn bound_listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

#[test]
fn a_program_in_the_sandbox_gets_nothing() {
    if !has_sandbox() {
        return;
    }
    let class = Class::new();
    let (listener, port) = bound_listener();
    let pid = std::process::id();
    class.write(
        "tests.yaml",
        &format!("scenarios:\n- name: spy\n  steps:\n  - send: spy {port} {pid}\n  - lines: ['equals \"its own file: mine\"']\n"),
    );
    let left = || {
        let names = ["students/mallory/left", "left"].map(|name| class.path(name));
        let system = ["/usr/left", "/etc/left", "/tmp/ataxx-sandbox-left"].map(PathBuf::from);
        let all = names.into_iter().chain(system);
        let left: Vec<PathBuf> = all.filter(|path| path.exists()).collect();
        for path in &left {
            let _ = fs::remove_file(path);
        }
        left.len()
    };
    // Without the sandbox it gets all of this, so that the test notices when it does.
    let answers = class.answers(&[]);
    for got in [
        "another's file: the solution",
        "others: ada",
        "the tests: scenarios:",
        "a home: secret",
        "the environment: secret",
        "a connection: made",
    ] {
        assert!(
            answers.iter().any(|line| line == got),
            "{got}: {answers:#?}"
        );
    }
    assert!(left() >= 3);
    assert!(listener.accept().is_ok());
    let mut answers = class.answers(&["--wrapper", "./sandbox"]);
    // The others are of dumps.
    answers.retain(|line| line.contains(": "));
    insta::assert_snapshot!(answers.join("\n"), @"
    another's file: nothing
    others: nothing
    the tests: nothing
    a home: nothing
    the environment: nothing
    a connection: nothing
    an interface: nothing
    another process: nothing
    its own file: mine
    ");
    assert_eq!(left(), 0);
    listener.set_nonblocking(true).expect("a socket");
    assert!(listener.accept().is_err(), "it has connected");
}

#[test]
fn the_files_of_a_scenario_can_be_read_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    let class = Class::new();
    class.write(
        "tests.yaml",
        "scenarios:\n- name: load\n  files: { a.txt: \"the text\\n\" }\n  steps:\n  - send: load ${files}/a.txt\n  - lines: ['equals \"the text\"']\n",
    );
    let answers = class.answers(&["--wrapper", "./sandbox"]);
    assert!(
        answers.iter().any(|line| line == "the text"),
        "{answers:#?}"
    );
}

#[test]
fn nothing_is_left_of_a_program_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    let class = Class::new();
    class.write(
        "tests.yaml",
        "time: { step: 1s, scenario: 1s }\nscenarios:\n- name: hang\n  steps:\n  - send: hang\n  - lines: ['equals \"never\"']\n",
    );
    let _ = class.answers(&["--wrapper", "./sandbox"]);
    let mark = class.path("students/mallory");
    let begun = Instant::now();
    while is_running(&mark.to_string_lossy()) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "a process is left"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process has this text in its command line.
fn is_running(text: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(text))
}

#[test]
fn a_right_program_passes_in_the_sandbox() {
    if !has_sandbox() || Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let class = Class::new();
    let python = fs::read_to_string("tests/foreign/ataxx.py").expect("a program");
    class.write("students/ada/ataxx.py", &python);
    class.write("class.txt", "ada = python3 students/ada/ataxx.py 2022\n");
    let args = [
        "grade",
        "class.txt",
        "--suite",
        "2022",
        "--tag",
        "flips or blocks",
        "--json",
        "--wrapper",
        "./sandbox",
    ];
    let output = ataxx(class.folder.path(), &args);
    let grades: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let points = &grades["programs"][0]["points"];
    assert_eq!(points["earned"], points["possible"], "{}", stdout(&output));
    assert!(points["possible"].as_u64() > Some(5), "{}", stderr(&output));
}
