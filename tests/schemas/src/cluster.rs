//! The jobs for clusters in docs: their scripts, run in a shell once for each part.

use serde_yaml::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Runs a script where `ataxx` is our program, with variables.
fn run(folder: &Path, script: &str, variables: &[(&str, &str)]) {
    let bin = crate::program();
    let bin = bin.parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let ended = Command::new("sh")
        .args(["-ec", script])
        .current_dir(folder)
        .env("PATH", format!("{bin}:{path}"))
        .envs(variables.iter().copied())
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{script}: {errors}");
}

/// A folder with what the jobs work on.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let positions = "x5o/7/7/7/7/7/o5x x 0 1; id start\n\
        xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1\nnothing\n";
    fs::write(folder.path().join("positions.txt"), positions).expect("written");
    let class = "ada = ataxx --nodes 10\ngrace = ataxx --nodes 20\nbert = exit 1\n";
    fs::write(folder.path().join("class.txt"), class).expect("written");
    let scenarios = "scenarios:\n  - name: an extend\n    steps: [{ send: manual blue }, { play: a7-a6 }, { pieces: { red: 3, blue: 2 } }]\n";
    fs::create_dir(folder.path().join("project2")).expect("a folder");
    fs::write(folder.path().join("project2/a.yaml"), scenarios).expect("written");
    folder
}

/// The lines of a batch, without their times.
fn answers(folder: &Path, command: &str) -> String {
    let script = format!("{command} > answers || [ $? -eq 1 ]");
    run(folder, &script, &[]);
    let text = fs::read_to_string(folder.join("answers")).expect("answers");
    let lines = text.lines().map(|line| {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        value.as_object_mut().expect("an object").remove("seconds");
        value.to_string() + "\n"
    });
    lines.collect()
}

const ALONE: &str = "ataxx solve --plies 5 --batch positions.txt";
const MERGED: &str = "ataxx merge --batch positions.txt part-*.jsonl";

#[test]
fn an_indexed_job_of_kubernetes_solves_all_positions() {
    let job = fs::read_to_string(crate::root().join("dist/kubernetes.yaml"));
    let job: Value = serde_yaml::from_str(&job.expect("a job")).expect("YAML");
    let spec = &job["spec"];
    assert_eq!(
        (&job["kind"], &spec["completionMode"]),
        (&"Job".into(), &"Indexed".into())
    );
    let container = &spec["template"]["spec"]["containers"][0];
    assert_eq!(container["command"], Value::from(vec!["sh", "-ec"]));
    let script = container["args"][0].as_str().expect("a script");
    let script = script.replace("--plies 9", "--plies 5");
    let variable = &container["env"][0];
    let [name, parts] = ["name", "value"].map(|key| variable[key].as_str().expect(key));
    let completions = spec["completions"].as_u64().expect("a number");
    assert_eq!(parts, completions.to_string());
    let folder = folder();
    for index in 0..completions {
        let index = index.to_string();
        run(
            folder.path(),
            &script,
            &[("JOB_COMPLETION_INDEX", &index), (name, parts)],
        );
    }
    assert_eq!(
        answers(folder.path(), MERGED),
        answers(folder.path(), ALONE)
    );
}

/// The array job, and what the table below it puts into it and runs afterwards.
#[test]
fn an_array_of_slurm_does_all_work() {
    let page = fs::read_to_string(crate::root().join("docs/SCALING.md")).expect("the page");
    let (_, rest) = page.split_once("#!/bin/bash\n").expect("a script");
    let (script, table) = rest.split_once("```").expect("an end");
    let array = |line: &str| {
        let folder = folder();
        let (head, _) = script.split_once("ataxx ").expect("a command");
        for part in 1..=3 {
            let part = part.to_string();
            let variables = [
                ("SLURM_ARRAY_TASK_ID", &*part),
                ("SLURM_ARRAY_TASK_COUNT", "3"),
            ];
            run(folder.path(), &format!("{head}{line}"), &variables);
        }
        folder
    };
    let (_, solve) = script.split_once("ataxx ").expect("a command");
    let solve = format!("ataxx {}", solve.replace("--plies 9", "--plies 5"));
    let solved = array(&solve);
    assert_eq!(
        answers(solved.path(), MERGED),
        answers(solved.path(), ALONE)
    );

    let row = |work: &str| {
        let row = table
            .lines()
            .find(|line| line.starts_with(work))
            .expect(work);
        let cells: Vec<&str> = row.split('`').collect();
        (cells[1].to_owned(), cells[3].to_owned())
    };
    // A program that cannot be started makes the exit status 3.
    let (grade, gather) = row("| a class |");
    let class = array(&format!("{grade} || [ $? -eq 3 ]"));
    let whole = grade.replace(" --shard \"$part/$parts\"", "");
    run(
        class.path(),
        &format!("{gather}; {whole} > table || [ $? -eq 3 ]"),
        &[],
    );
    let table_of_class = fs::read_to_string(class.path().join("table")).expect("a table");
    assert_eq!(table_of_class.matches("1/1").count(), 2, "{table_of_class}");

    let (play, gather) = row("| a match |");
    let played = array(&play.replace("--games 6400", "--games 6").replace("0,", ","));
    run(played.path(), &format!("{gather} > table"), &[]);
    let games = fs::read_to_string(played.path().join("match/games.txt")).expect("games");
    assert_eq!(games.matches("game: ").count(), 6);
}
