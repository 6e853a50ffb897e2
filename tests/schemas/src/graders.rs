//! The graders of other systems: the scripts for Gradescope and the workflow for GitHub Actions in
//! docs/PLATFORMS.md are run as they stand there.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

const SCENARIOS: &str = "\
scenarios:
  - name: an extend
    tags: [moves]
    points: 2
    steps:
      - send: manual blue
      - play: a7-a6
      - pieces: { red: 3, blue: 2 }
  - name: a wrong test
    tags: [ai]
    points: 3
    steps:
      - send: manual blue
      - play: a7-a6
      - board: start
";

/// The block of code after this heading or sentence of docs/PLATFORMS.md.
fn block_after(words: &str) -> String {
    let page = crate::root().join("docs/PLATFORMS.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, rest) = page.split_once(words).expect(words);
    let (_, rest) = rest.split_once("```").expect("a block");
    let (_, block) = rest.split_once('\n').expect("a line");
    let (block, _) = block.split_once("\n```").expect("an end");
    block.to_owned() + "\n"
}

/// A tree of files in place of `/autograder`.
struct Autograder {
    folder: TempDir,
}

impl Autograder {
    fn new(project: &str) -> Self {
        let autograder = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        for folder in ["source/scenarios", "submission", "bin"] {
            fs::create_dir_all(autograder.path(folder)).expect("a folder");
        }
        autograder.write("source/setup.sh", &block_after("`setup.sh` runs"));
        autograder.write(
            "source/run_autograder",
            &block_after("`run_autograder` runs"),
        );
        autograder.write("source/project.sh", project);
        autograder.write("source/scenarios/tests.yaml", SCENARIOS);
        symlink(crate::program(), autograder.path("source/ataxx")).expect("a link");
        autograder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("can be written");
    }

    /// Runs a script of it. Programs in `bin` take precedence.
    fn run(&self, script: &str) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", self.path("bin").display());
        let mut command = Command::new("bash");
        command
            .arg(self.path(script))
            .env("AUTOGRADER", self.folder.path())
            .env("PATH", path)
            .env("HOME", self.folder.path());
        command.output().expect("a shell")
    }

    /// The results of a submission, which are valid.
    fn results(&self) -> Value {
        let output = self.run("source/run_autograder");
        assert!(output.status.success(), "{output:?}");
        let text = fs::read_to_string(self.path("results/results.json")).expect("results");
        let results: Value = serde_json::from_str(&text).expect("JSON");
        check(include_str!("gradescope.schema.json"), &results);
        results
    }
}

/// A document is as its schema says.
fn check(schema: &str, document: &Value) {
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    if let Err(error) = jsonschema::validate(&schema, document) {
        panic!("{error}: {document}");
    }
}

/// The reports for other platforms of a program, as JSON; of several lines, each.
fn reports(program: &str) -> [Vec<Value>; 3] {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("tests.yaml"), SCENARIOS).expect("can be written");
    let mut command = Command::new(crate::program());
    command.args(["test", "tests.yaml", "--program", program]);
    let kinds = ["classroom50", "prairielearn", "codegrade"];
    for kind in kinds {
        command.args(["--report", &format!("{kind}={kind}")]);
    }
    let output = command
        .current_dir(folder.path())
        .env_remove("CLASSROOM")
        .output();
    let output = output.expect("the program runs");
    assert!(output.status.code() <= Some(3), "{output:?}");
    kinds.map(|kind| {
        let text = fs::read_to_string(folder.path().join(kind)).expect("a report");
        let values = serde_json::Deserializer::from_str(&text).into_iter();
        values.map(|value| value.expect("JSON")).collect()
    })
}

#[test]
fn reports_for_other_platforms_are_as_they_expect() {
    let ours = format!("'{}' --nodes 10", crate::program().display());
    for (program, points) in [(&*ours, 2), ("exit 1", 0)] {
        let [classroom, prairie, messages] = reports(program);
        check(include_str!("classroom50.schema.json"), &classroom[0]);
        assert_eq!(classroom[0]["score"], points);
        assert_eq!(classroom[0]["max-score"], 5);
        check(include_str!("prairielearn.schema.json"), &prairie[0]);
        assert_eq!(prairie[0]["gradable"], points > 0);
        for message in &messages {
            check(include_str!("codegrade.schema.json"), message);
        }
        let last = messages.last().expect("messages");
        assert_eq!(last["points"], format!("{points}/5"));
    }
}

/// A submission that is a link to our own program.
const OUR_PROGRAM: &str =
    "compile() { ln -s \"$root/source/ataxx\" game; }\nprogram='./game --nodes 10'\n";

#[test]
fn a_submission_is_graded() {
    let results = Autograder::new(OUR_PROGRAM).results();
    assert_eq!(results["score"], 2);
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests[0]["status"], "passed");
    assert_eq!(tests[1]["max_score"], 3);
    let output = tests[1]["output"].as_str().expect("a text");
    assert!(
        output.contains("a6 is red, not empty"),
        "with boards: {output}"
    );
}

#[test]
fn an_autograder_can_be_tried_on_any_machine() {
    let autograder = Autograder::new(OUR_PROGRAM);
    let source = autograder.path("source");
    fs::create_dir_all(source.join("students/ada")).expect("a folder");
    let output = Command::new("bash")
        .args(["-ec", &block_after("tried on any machine:")])
        .current_dir(&source)
        .env("HOME", autograder.folder.path())
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{output:?}");
    let results = fs::read_to_string(source.join("try/results/results.json")).expect("results");
    let results: Value = serde_json::from_str(&results).expect("JSON");
    assert_eq!(results["score"], 2);
}

#[test]
fn a_submission_that_does_not_compile_gets_the_words_of_the_compiler() {
    let project = "compile() { echo \"no 'main' in \\\"x\\\"\" >&2; return 1; }\nprogram=./game\n";
    let results = Autograder::new(project).results();
    assert_eq!(results["score"], 0);
    let output = results["output"].as_str().expect("a text");
    assert!(output.ends_with("no 'main' in \"x\""), "{output}");
}

#[test]
fn a_submission_that_cannot_be_started_has_results_too() {
    let project = "compile() { :; }\nprogram=./missing\n";
    let results = Autograder::new(project).results();
    assert_eq!(results["score"], 0);
    assert!(results.to_string().contains("could not be started"));
}

#[test]
fn the_image_is_set_up() {
    let autograder = Autograder::new(&block_after("`project.sh` contains"));
    // Nothing is installed on this machine.
    autograder.write(
        "bin/apt-get",
        "#!/bin/sh\necho \"$@\" >> \"$AUTOGRADER/installed\"\n",
    );
    let stub = fs::Permissions::from_mode(0o755);
    fs::set_permissions(autograder.path("bin/apt-get"), stub).expect("its owner");
    let output = autograder.run("source/setup.sh");
    assert!(output.status.success(), "{output:?}");
    let installed = fs::read_to_string(autograder.path("installed")).expect("installed");
    assert!(installed.contains("install -y"), "{installed}");
    let checked = Command::new("bash")
        .arg("-n")
        .arg(autograder.path("source/project.sh"))
        .status();
    assert!(checked.expect("a shell").success());
}

#[test]
fn the_commands_of_the_workflow_are_valid() {
    let workflow = block_after("Without it, put the program");
    let workflow: serde_yaml::Value = serde_yaml::from_str(&workflow).expect("YAML");
    let steps = &workflow["jobs"]["tests"]["steps"];
    let steps = steps.as_sequence().expect("steps");
    let folder = TempDir::new().expect("a temporary folder");
    let files = folder.path().join(".github/ataxx");
    fs::create_dir_all(files.join("scenarios")).expect("a folder");
    fs::write(files.join("scenarios/tests.yaml"), SCENARIOS).expect("can be written");
    symlink(crate::program(), files.join("ataxx")).expect("a link");
    let commands = steps.iter().filter_map(|step| step["run"].as_str());
    let ours: Vec<&str> = commands
        .filter(|text| text.contains("ataxx test"))
        .collect();
    assert_eq!(ours.len(), 1);
    for command in ours {
        let program = "'java -ea -cp classes ataxx.Main'";
        assert!(command.contains(program), "{command}");
        let command = command.replace(program, "'exit 0'") + " --dry-run";
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{command}: {output:?}");
    }
}
