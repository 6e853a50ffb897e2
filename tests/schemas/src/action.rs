//! The steps of action.yml, run in a shell as a runner of GitHub runs them.

use serde_yaml::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder in which the action is run.
struct Runner(TempDir);

/// What a run of the action has left.
struct Run {
    code: Option<i32>,
    printed: String,
    outputs: BTreeMap<String, String>,
}

impl Runner {
    fn new() -> Self {
        let runner = Self(TempDir::new().expect("a temporary folder"));
        for folder in ["temp", "bin"] {
            fs::create_dir(runner.path(folder)).expect("a folder");
        }
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A program that comes before those of the system.
    fn stub(&self, name: &str, script: &str) {
        let place = self.path("bin").join(name);
        fs::write(&place, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(place, fs::Permissions::from_mode(0o755)).expect("its owner");
    }

    /// Runs all steps with these inputs until one fails.
    fn run(&self, inputs: &[(&str, &str)]) -> Run {
        let action = fs::read_to_string(crate::root().join("action.yml")).expect("an action");
        let action: Value = serde_yaml::from_str(&action).expect("YAML");
        let mut values: BTreeMap<String, String> = BTreeMap::new();
        let declared = action["inputs"].as_mapping().expect("inputs");
        for (name, input) in declared {
            let name = name.as_str().expect("a name");
            let default = input["default"].as_str().expect("a default").to_owned();
            values.insert(format!("inputs.{name}"), default);
        }
        for (name, value) in inputs {
            let before = values.insert(format!("inputs.{name}"), (*value).to_owned());
            assert!(before.is_some(), "no input {name}");
        }
        let root = crate::root().display().to_string();
        values.insert("github.action_path".to_owned(), root);
        values.insert("github.action_repository".to_owned(), "o/ataxx".to_owned());
        let mut run = Run {
            code: None,
            printed: String::new(),
            outputs: BTreeMap::new(),
        };
        for step in action["runs"]["steps"].as_sequence().expect("steps") {
            assert_eq!(step["shell"], "bash");
            let output = self.path("output");
            fs::write(&output, "").expect("written");
            let path = std::env::var("PATH").unwrap_or_default();
            let mut command = Command::new("bash");
            command
                .args(["-c", step["run"].as_str().expect("a script")])
                .current_dir(self.0.path())
                .env("PATH", format!("{}:{path}", self.path("bin").display()))
                .env("GITHUB_OUTPUT", &output)
                .env(
                    "GITHUB_SERVER_URL",
                    format!("file://{}", self.0.path().display()),
                )
                .env("RUNNER_TEMP", self.path("temp"));
            for (name, value) in step["env"].as_mapping().expect("variables") {
                let value = resolved(value.as_str().expect("a text"), &values);
                command.env(name.as_str().expect("a name"), value);
            }
            let ended = command.output().expect("a shell");
            run.code = ended.status.code();
            for stream in [ended.stdout, ended.stderr] {
                run.printed.push_str(&String::from_utf8_lossy(&stream));
            }
            let id = step["id"].as_str().expect("an id");
            for line in fs::read_to_string(output).expect("outputs").lines() {
                let (name, value) = line.split_once('=').expect("an output");
                values.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
            }
            if !ended.status.success() {
                break;
            }
        }
        for (name, output) in action["outputs"].as_mapping().expect("outputs") {
            let name = name.as_str().expect("a name").to_owned();
            let value = output["value"].as_str().expect("a text");
            // Of a step that was not run there is none.
            if run.code == Some(0) || values.contains_key(expression(value)) {
                run.outputs.insert(name, resolved(value, &values));
            }
        }
        run
    }
}

/// A text that is an expression, without its braces.
fn expression(text: &str) -> &str {
    let inner = text
        .strip_prefix("${{ ")
        .and_then(|text| text.strip_suffix(" }}"));
    inner.unwrap_or_else(|| panic!("{text} is no expression"))
}

/// The value of a text that is an expression.
fn resolved(text: &str, values: &BTreeMap<String, String>) -> String {
    let name = expression(text);
    let value = values.get(name);
    value
        .unwrap_or_else(|| panic!("{name} is not known"))
        .clone()
}

fn ours() -> String {
    crate::program().display().to_string()
}

#[test]
fn scenarios_are_run_and_failures_annotated() {
    let runner = Runner::new();
    let good = "scenarios:\n  - name: an extend\n    steps:\n      - send: manual blue\n      \
        - play: a7-a6\n      - pieces: { red: 3, blue: 2 }\n";
    let bad = good.replace("red: 3", "red: 4");
    fs::write(runner.path("good.yaml"), good).expect("written");
    fs::write(runner.path("a bad one.yaml"), bad).expect("written");
    let program = format!("'{}' --nodes 10", ours());
    let run = |scenarios: &str| {
        let inputs = [
            ("ataxx", &*ours()),
            ("program", &program),
            ("scenarios", scenarios),
            ("options", "--fail-fast -j1"),
        ];
        runner.run(&inputs)
    };
    let passed = run("good.yaml\n");
    assert_eq!(passed.code, Some(0), "{}", passed.printed);
    assert!(!passed.printed.contains("::error"), "{}", passed.printed);
    let failed = run("good.yaml\na bad one.yaml\n");
    assert_eq!(failed.code, Some(1), "{}", failed.printed);
    let annotation = "::error file=a bad one.yaml,line=";
    assert!(failed.printed.contains(annotation), "{}", failed.printed);
    assert_eq!(failed.outputs["report"], "ataxx.html");
    assert!(Path::exists(&runner.path("ataxx.html")));
}

#[test]
fn an_engine_is_tested_with_the_suite() {
    let engine = format!("'{}' uai", ours());
    let inputs = [
        ("ataxx", &*ours()),
        ("suite", "uai"),
        ("uai", &engine),
        ("options", "--filter ::startpos"),
    ];
    let run = Runner::new().run(&inputs);
    assert_eq!(run.code, Some(0), "{}", run.printed);
    // An input is no code.
    let injected = [("ataxx", &*ours()), ("suite", "2022; touch broken")];
    let runner = Runner::new();
    assert_eq!(runner.run(&injected).code, Some(2));
    assert!(!runner.path("broken").exists());
}

#[test]
fn the_program_comes_from_the_release_or_is_built() {
    let runner = Runner::new();
    runner.stub("uname", "[ $1 = -m ] && echo m1 || echo Linux");
    let inputs = [("suite", "list")];
    let list = |run: Run| {
        assert_eq!(run.code, Some(0), "{}", run.printed);
        assert!(run.printed.contains("reloaded"), "{}", run.printed);
        run.printed
    };
    runner.stub(
        "cargo",
        &format!(
            "mkdir -p temp/ataxx/release ataxx/release; echo \"$@\"\n\
             ln -sf '{}' ataxx/release/ataxx",
            ours()
        ),
    );
    let built = list(runner.run(&inputs));
    assert!(built.contains("build --release --locked"), "{built}");
    assert!(built.contains("::notice::there is no release"), "{built}");

    let manifest = fs::read_to_string(crate::root().join("Cargo.toml")).expect("a manifest");
    let mut versions = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("version = \""));
    let version = versions.next().expect("a version").trim_end_matches('"');
    let script = format!(
        "name=ataxx-{version}-m1-unknown-linux-gnu\n\
         mkdir -p o/ataxx/releases/download/v{version} $name/bin\n\
         ln -s '{}' $name/bin/ataxx\n\
         cd o/ataxx/releases/download/v{version}\n\
         tar -czf $name.tar.gz -C \"$OLDPWD\" $name\n\
         sha256sum $name.tar.gz > $name.tar.gz.sha256",
        ours()
    );
    let packed = Command::new("bash")
        .args(["-ec", &script])
        .current_dir(runner.0.path())
        .status();
    assert!(packed.expect("a shell").success());
    let got = list(runner.run(&inputs));
    assert!(!got.contains("::notice::"), "{got}");
    // Another archive than the checksum says is not run.
    let changed = format!("echo >> o/ataxx/releases/download/v{version}/*.gz");
    let status = Command::new("bash")
        .args(["-ec", &changed])
        .current_dir(runner.0.path())
        .status();
    assert!(status.expect("a shell").success());
    assert_eq!(runner.run(&inputs).code, Some(1));
}
