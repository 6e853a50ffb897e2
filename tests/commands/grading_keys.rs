//! `needs`, `visibility` and `hint` of scenarios, and attempts: what comes of them in a run and in
//! a class.

use super::test::Folder;
use insta::assert_snapshot;
use serde_json::Value;

const OURS: &str = env!("CARGO_BIN_EXE_ataxx");

const NEEDS: &str = "\
needs: the board
scenarios:
  - name: moves
    points: 3
    tags: [late]
    steps:
      - turn: red
  - name: the board
    steps:
      - turn: blue
  - name: independent
    needs: []
    steps:
      - turn: red
  - name: last
    needs: late
    points: 2
    steps:
      - turn: red
";

#[test]
fn what_needs_a_failed_scenario_is_blocked_and_says_why() {
    let folder = Folder::with(&[("a.yaml", NEEDS)]);
    assert_snapshot!(folder.screen(&["a.yaml", "--score"]), @"
    FAIL  a.yaml:8  the board
    error: side to move: expected blue, found red
      --> a.yaml:10:15
       |
    10 |       - turn: blue
       |               ^^^^

      side to move:
        expected  blue
        actual    red

      run only this:      ataxx test 'a.yaml::the board'
      accept this output: ataxx test 'a.yaml::the board' --bless

    FAIL  a.yaml: 1 passed, 1 failed, 2 blocked

    2 blocked: it needs `the board`, which failed

    4 scenarios in 1 file: 1 passed, 1 failed, 2 blocked ( _ s)

    scenario             points
    a.yaml::moves           0/3
    a.yaml::the board       0/1
    a.yaml::independent     1/1
    a.yaml::last            0/2
    tag late                0/3   0 %
    total                   1/7  14 %
    --- exit 1
    ");
    let json = folder.output(&["a.yaml", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["summary"]["counts"]["blocked"], 2);
    assert_eq!(json["summary"]["points"]["possible"], 7);
    let first = &json["reports"][0];
    assert_eq!(first["reason"], "it needs `the board`, which failed");
    assert_eq!(first["points"]["possible"], 3);
    folder.status(&["a.yaml", "--report", "junit=a.xml"]);
    assert!(
        folder
            .read("a.xml")
            .contains(r#"message="blocked: it needs `the board`, which failed""#)
    );
}

/// A scenario that is selected alone is not run for nothing, nor blamed for another.
#[test]
fn what_a_selected_scenario_needs_is_run_and_reported_if_it_fails() {
    let folder = Folder::with(&[("a.yaml", NEEDS)]);
    assert_snapshot!(folder.screen(&["a.yaml", "--filter", "last"]), @"
    FAIL  a.yaml:8  the board
    error: side to move: expected blue, found red
      --> a.yaml:10:15
       |
    10 |       - turn: blue
       |               ^^^^

      side to move:
        expected  blue
        actual    red

      run only this:      ataxx test 'a.yaml::the board'
      accept this output: ataxx test 'a.yaml::the board' --bless

    FAIL  a.yaml: 1 failed, 1 blocked

    1 blocked: it needs `the board`, which failed: side to move: expected blue, found red

    2 scenarios in 1 file: 1 failed, 1 blocked ( _ s)
    --- exit 1
    ");
    folder.write("a.yaml", &NEEDS.replace("turn: blue", "turn: red"));
    assert_snapshot!(folder.screen(&["a.yaml", "--filter", "last"]), @"
    ok    a.yaml: 1 passed

    1 scenario in 1 file: 1 passed ( _ s)
    --- exit 0
    ");
}

#[test]
fn all_parts_together_are_the_whole() {
    let folder = Folder::with(&[("a.yaml", NEEDS)]);
    let mut names = Vec::new();
    for part in 1..=3 {
        let output = folder.output(&["a.yaml", "--json", "--shard", &format!("{part}/3")]);
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for report in json["reports"].as_array().expect("reports") {
            let [name, outcome] = ["name", "outcome"].map(|key| report[key].as_str().expect(key));
            names.push(format!("{name}: {outcome}"));
        }
    }
    names.sort();
    assert_eq!(
        names,
        [
            "independent: pass",
            "last: blocked",
            "moves: blocked",
            "the board: fail"
        ]
    );
}

#[test]
fn errors_of_needs() {
    let of = |needs: [&str; 3]| {
        let scenario = |(name, needs): (&str, &str)| {
            format!("- name: {name}\n  tags: [tag]\n  needs: {needs}\n  steps:\n  - turn: red\n")
        };
        let names = ["one", "two", "three"].into_iter().zip(needs);
        let text = format!("scenarios:\n{}", names.map(scenario).collect::<String>());
        Folder::with(&[("a.yaml", &text)]).screen(&["a.yaml"])
    };
    assert_snapshot!(of(["[]", "[one, oen]", "[]"]), @"
    FAIL (error)  a.yaml:9  (the whole file)
    error: no scenario of this file has the name or tag `oen`
     --> a.yaml:9:16
      |
    9 |   needs: [one, oen]
      |                ^^^
      |
      = help: did you mean `one`?

      run only this:      ataxx test a.yaml

    FAIL  a.yaml: 1 in error

    1 scenario in 1 file: 1 in error ( _ s)
    --- exit 2
    ");
    assert_snapshot!(of(["three", "one", "[two]"]), @"
    FAIL (error)  a.yaml:4  (the whole file)
    error: a circle: `one` needs `three` needs `two` needs `one`
     --> a.yaml:4:10
      |
    4 |   needs: three
      |          ^^^^^
      |
      = help: no scenario could be run first

      run only this:      ataxx test a.yaml

    FAIL  a.yaml: 1 in error

    1 scenario in 1 file: 1 in error ( _ s)
    --- exit 2
    ");
    assert_snapshot!(of(["one", "[]", "[]"]), @"
    FAIL (error)  a.yaml:4  (the whole file)
    error: a circle: `one` needs `one`
     --> a.yaml:4:10
      |
    4 |   needs: one
      |          ^^^
      |
      = help: no scenario could be run first

      run only this:      ataxx test a.yaml

    FAIL  a.yaml: 1 in error

    1 scenario in 1 file: 1 in error ( _ s)
    --- exit 2
    ");
    assert_snapshot!(of(["[]", "one", "tag"]), @"
    ok    a.yaml: 3 passed

    3 scenarios in 1 file: 3 passed ( _ s)
    --- exit 0
    ");
}

#[test]
fn a_matrix_can_be_needed_by_its_name() {
    let text = "\
scenarios:
- name: each
  matrix: { side: [red, blue] }
  steps:
  - turn: ${side}
- name: one
  needs: each
  steps:
  - turn: red
- name: two
  needs: each [side=red]
  steps:
  - turn: red
";
    let screen = Folder::with(&[("a.yaml", text)]).screen(&["a.yaml"]);
    assert!(screen.contains("2 passed, 1 failed, 1 blocked"), "{screen}");
    assert!(
        screen.contains("it needs `each [side=blue]`, which failed"),
        "{screen}"
    );
}

/// In a class, with and without an interruption, each program has its own prerequisites.
#[test]
fn a_class_with_needs() {
    let scenarios = "\
scenarios:
- name: the board
  steps:
  - send: [manual blue, a7-c5]
  - board: |
      - - - - - - b
      - - - - - - -
      - - r - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
- name: more
  needs: the board
  points: 4
  steps:
  - pieces: { red: 2 }
";
    let class = format!("good = {OURS}\nbad = {OURS} --fault jump-keeps-origin\n");
    let folder = Folder::with(&[("a.yaml", scenarios), ("class.txt", &class)]);
    let args = ["grade", "class.txt", "a.yaml", "--resume"];
    let table = folder.screen(&args);
    assert_snapshot!(table, @"
    program  total
    good       5/5  100 %
    bad        0/5    0 %
    --- exit 0
    ");
    // Without the results of the second scenario, as after an interruption.
    let results = folder.read("class.results.jsonl");
    let kept = results
        .lines()
        .filter(|line| !line.contains("\"scenario\":1"));
    let kept = kept.collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(kept.lines().count(), 3, "{results}");
    folder.write("class.results.jsonl", &kept);
    assert_eq!(folder.screen(&args), table);
    // Alone, the second needs the first all the same.
    let alone = [
        "grade",
        "class.txt",
        "a.yaml",
        "--filter",
        "more",
        "--results",
        "r",
    ];
    assert_snapshot!(folder.screen(&alone), @"
    program  total
    good       4/4  100 %
    bad        0/4    0 %
    --- exit 0
    ");
}

const SECRETS: &str = "\
hint: read section 4
scenarios:
  - name: open
    steps:
      - turn: blue
  - name: after all
    tags: [tag-late]
    needs: SECRET-NAME
    hint: HINT-LATE
    visibility: after-due-date
    steps:
      - turn: red
  - name: SECRET-NAME
    tags: [SECRET-TAG]
    points: 7
    hint: think of the corners
    visibility: hidden
    steps:
      - send: SECRET-LINE
      - error: contains \"SECRET-CHECK\"
  - name: seen
    needs: SECRET-NAME
    steps:
      - turn: red
  - name: SECRET-SKIP
    visibility: hidden
    skip: SECRET-REASON
    steps:
      - turn: red
";

/// The page of a student has what students may see, and nothing else; other reports are for graders.
#[test]
fn hidden_scenarios_leave_no_trace_on_pages_of_students() {
    let class = format!("ada = {OURS}\n");
    let folder = Folder::with(&[("a.yaml", SECRETS), ("class.txt", &class)]);
    let args = ["grade", "class.txt", "a.yaml"];
    let reports = ["--report", "pages=pages", "--report", "html=class.html"];
    folder.status(&[&args[..], &reports].concat());
    let page = folder.read("pages/ada.html");
    assert!(!page.to_lowercase().contains("secret"), "{page}");
    assert!(
        !page.contains("after all") && !page.contains("tag-late"),
        "{page}"
    );
    assert!(
        page.contains("open") && page.contains("think of the corners"),
        "{page}"
    );
    assert!(folder.read("class.html").contains("SECRET-NAME"));
    let screen = folder.screen(&["a.yaml", "--format", "json"]);
    assert!(
        screen.contains("SECRET-NAME") && screen.contains("after all"),
        "{screen}"
    );
}

#[test]
fn gradescope_gets_all_with_its_visibility() {
    let folder = Folder::with(&[("a.yaml", SECRETS)]);
    folder.status(&["a.yaml", "--report", "gradescope=results.json"]);
    let results: Value = serde_json::from_str(&folder.read("results.json")).expect("JSON");
    let tests = results["tests"].as_array().expect("tests");
    let line = |test: &Value| {
        let [name, visibility] = ["name", "visibility"].map(|key| test[key].as_str().expect(key));
        format!(
            "{visibility}: {name} {}/{}\n",
            test["score"], test["max_score"]
        )
    };
    assert_snapshot!(tests.iter().map(line).collect::<String>(), @"
    visible: open 0/1
    after_due_date: after all 0/1
    hidden: SECRET-NAME 0/7
    visible: seen 0/1
    hidden: SECRET-SKIP 0/0
    ");
    assert!(!results["output"].to_string().contains("SECRET"));
    assert!(
        results["output"]
            .to_string()
            .contains("think of the corners")
    );
    for test in tests {
        let text = test["output"].to_string();
        assert!(
            test["visibility"] == "hidden" || !text.contains("SECRET"),
            "{text}"
        );
    }
    assert!(
        tests[0]["output"]
            .to_string()
            .contains("hint: read section 4")
    );
}

#[test]
fn scripts_have_their_visibility_in_their_points() {
    let points = "visibility: hidden\nscripts:\n  b: { visibility: visible, hint: look up }\n";
    let script = "#* java ataxx.Main\na7-a7\ndump\n";
    let files = [
        ("t/a-1.in", script),
        ("t/a-1.std", "===\n===\n"),
        ("t/b-1.in", script),
        ("t/b-1.std", "===\n===\n"),
        ("t/points.yaml", points),
    ];
    let folder = Folder::with(&files);
    let screen = folder.screen(&["t"]);
    assert!(screen.contains("hint: look up"), "{screen}");
    folder.status(&["t", "--report", "gradescope=g.json"]);
    let results: Value = serde_json::from_str(&folder.read("g.json")).expect("JSON");
    let visibility = |number: usize| results["tests"][number]["visibility"].clone();
    assert_eq!([visibility(0), visibility(1)], ["hidden", "visible"]);
    folder.write("t/points.yaml", "visibility: hiden\n");
    let screen = folder.screen(&["t"]);
    assert!(screen.contains("expected a visibility"), "{screen}");
    folder.status(&["t", "--report", "gradescope=g.json"]);
    let results = folder.read("g.json");
    assert_eq!(
        results.matches("\"visibility\": \"hidden\"").count(),
        2,
        "a slip must not show them: {results}"
    );
}

#[test]
fn repetitions_and_retries_are_reported() {
    let folder = Folder::with(&[("a.yaml", NEEDS)]);
    let screen = folder.screen(&["a.yaml", "--filter", "independent", "--repeat", "5", "-v"]);
    assert!(screen.contains("passed all 5 attempts"), "{screen}");
    let screen = folder.screen(&["a.yaml", "--filter", "the board", "--retries", "2"]);
    assert!(
        screen.contains("failed all 3 attempts; the first failure:"),
        "{screen}"
    );
    // A program that fails every second time.
    let program = format!("[ -e x ] && rm x && exit 1; touch x; exec {OURS}");
    let text = "scenarios:\n- name: one\n  steps:\n  - board: start\n";
    let folder = Folder::with(&[("a.yaml", text)]);
    let run = |options: &[&str]| {
        let _ = std::fs::remove_file(folder.absolute("x"));
        let args = ["a.yaml", "--program", &program];
        let screen = folder.screen(&[&args[..], options].concat());
        let lines = screen.lines().filter(|line| {
            line.contains("attempts;") || line.contains("--- exit") || line.contains("1 scenario ")
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    assert_snapshot!(run(&["--repeat", "4"]), @"
    passed 2 of 4 attempts; the first failure:
    1 scenario in 1 file: 1 crashed ( _ s)
    --- exit 1
    ");
    assert_snapshot!(run(&["--repeat", "4", "--fail-fast"]), @"
    passed 1 of 2 attempts; the first failure:
    1 scenario in 1 file: 1 crashed ( _ s)
    --- exit 1
    ");
}

/// Points that no right program can win are not lost, either.
#[test]
fn what_no_program_can_do_is_not_blocked() {
    const TEXT: &str = "\
scenarios:
  - name: base
    steps:
      - send: manual blue
      - play: a7-c5
      - board: |
          - - - - - - b
          - - - - - - -
          - - r - - - -
          - - - - - - -
          - - - - - - -
          - - - - - - -
          b - - - - - r
  - name: inner state
    needs: base
    points: 3
    steps:
      - turn: red
  - name: no game begins with this
    needs: base
    points: 5
    position: 7/7/7/7/7/7/7 x 0 1
    steps:
      - pieces: { red: 0 }
  - name: other rules
    needs: base
    rules: uai
    steps:
      - board: start
  - name: what programs can do
    needs: base
    points: 7
    steps:
      - board: start
";
    let bad = format!("{OURS} --fault jump-keeps-origin");
    let class = format!("good = {OURS}\nbad = {bad}\n");
    let folder = Folder::with(&[("a.yaml", TEXT), ("class.txt", &class)]);
    assert_snapshot!(folder.screen(&["grade", "class.txt", "a.yaml"]), @"
    program  total
    good       8/8  100 %
    bad        0/8    0 %
    --- exit 0
    ");
    let screen = folder.screen(&["a.yaml", "--program", &bad]);
    let reason =
        "1 unsupported: a program with a command language cannot be asked for the side to move";
    assert!(screen.contains(reason), "{screen}");
}

/// It is neither failed nor blocked, and says why.
#[test]
fn what_engines_and_agents_cannot_show_is_not_blocked() {
    const TEXT: &str = "\
scenarios:
  - name: base
    rules: RULES
    steps: [ai-move: { one-of: g7-g6 }]
  - name: board
    rules: RULES
    needs: base
    steps: [board: start]
  - name: turn
    rules: RULES
    needs: base
    steps: [turn: red]
  - name: result
    rules: RULES
    needs: base
    steps: [result: none]
  - name: move
    rules: RULES
    needs: base
    steps: [ai-move: {}]
";
    let shown = |rules: &str, option: &str, word: &str| {
        let folder = Folder::with(&[("a.yaml", &TEXT.replace("RULES", rules))]);
        let command = format!("{OURS} {word}");
        let output = folder.output(&["a.yaml", option, &command, "--json"]);
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let line = |report: &Value| {
            let text = |key: &str| report[key].as_str().unwrap_or_default().to_owned();
            let [name, outcome, reason] = ["name", "outcome", "reason"].map(text);
            format!("{name}: {outcome}: {reason}\n")
        };
        let reports = json["reports"].as_array().expect("reports");
        reports.iter().map(line).collect::<String>()
    };
    assert_snapshot!(shown("uai", "--uai", "uai --hash 1 --seed 1"), @"
    base: fail: 
    board: unsupported: an engine of UAI does not tell what is on its board
    turn: unsupported: an engine of UAI does not tell what is on its board
    result: unsupported: an engine of UAI announces no results
    move: blocked: it needs `base`, which failed
    ");
    assert_snapshot!(shown("reloaded", "--agent", "agent --seed 1"), @"
    base: fail: 
    board: unsupported: an agent of Reloaded does not tell what is on its board
    turn: unsupported: an agent of Reloaded does not tell what is on its board
    result: unsupported: an agent of Reloaded announces no results
    move: blocked: it needs `base`, which failed
    ");
}

/// Blocked scenarios are failures in each format, and say why.
#[test]
fn every_format_says_what_is_blocked() {
    let folder = Folder::with(&[("a.yaml", NEEDS)]);
    let args = ["a.yaml", "--filter", "last", "--format"];
    assert_snapshot!(folder.screen(&[&args[..], &["github"]].concat()), @"
    ::error file=a.yaml,line=10,col=15,title=fail%3A the board::side to move: expected blue, found red
    ::error file=a.yaml,line=15,title=blocked%3A last::blocked: it needs `the board`, which failed: side to move: expected blue, found red
    2 scenarios in 1 file: 1 failed, 1 blocked ( _ s)
    --- exit 1
    ");
    folder.status(&["a.yaml", "--filter", "last", "--report", "junit=a.xml"]);
    let junit = folder.read("a.xml");
    assert!(junit.contains(r#"failures="2""#), "{junit}");
}

#[test]
fn advice_has_the_options_of_the_run() {
    let text = NEEDS.replace("turn: blue", "board: '- - - - - - -'");
    let folder = Folder::with(&[("a.yaml", &text)]);
    let args = [
        "a.yaml",
        "--filter",
        "the board",
        "--program",
        OURS,
        "--retries",
        "2",
    ];
    let screen = folder.screen(&args);
    let line = screen.lines().find(|line| line.contains("run only this"));
    let line = line.unwrap_or(&screen);
    for option in ["--program", "--retries 2"] {
        assert!(line.contains(option), "{line}");
    }
    assert!(!screen.contains("--bless"), "{screen}");
}
