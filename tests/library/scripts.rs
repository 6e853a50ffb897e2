//! The course's own test scripts: our collection passes, and what must fail does, with
//! a message that says why.

use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Look, render};
use ataxx_core::notation::Rows;
use ataxx_opponents::subject::SubjectChoice;
use ataxx_session::{Files, LoadError, TextFile};
use ataxx_testing::report::{Comparison, Outcome, Report, SourceText, StepOutcome};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::script::{ScriptFormat, tasks_of};
use regex::Regex;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::thread;

/// The files of the repository.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let beside = beside.map(|folder| root.join(folder).join(name));
        let path = beside.filter(|path| path.exists());
        let path = path.unwrap_or_else(|| root.join(name));
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => LoadError::NotFound,
            _ => LoadError::Refused(error.to_string()),
        })?;
        Ok(TextFile {
            name: name.to_owned(),
            path,
            text,
        })
    }
}

/// The scripts in a folder of the repository, in the order of their names.
fn scripts_in(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(path).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| format!("{folder}/{}", name.to_str().expect("a plain name")))
        .filter(|name| ScriptFormat::of(name).is_some())
        .collect();
    names.sort();
    names
}

fn performed(name: &str, settings: &RunSettings) -> Report {
    let text = Disk.read(name, None).expect(name).text;
    let tasks = tasks_of(&SourceText::new(name, text), &Disk);
    let [task] = &tasks[..] else {
        panic!("{name} holds {} tasks", tasks.len());
    };
    let context = Context {
        settings,
        files: &Disk,
        stop: Cancellation::never(),
    };
    task.work.perform(&task.identity, &context)
}

/// All that a report says is wrong or odd.
fn diagnostics_of(report: &Report) -> String {
    let failure = report
        .failure
        .iter()
        .flat_map(|failure| &failure.diagnostics);
    failure
        .chain(&report.warnings)
        .map(|diagnostic| render(diagnostic, Look::Plain))
        .collect()
}

#[test]
fn the_collections_pass() {
    let mut count = 0;
    for folder in ["scenarios/course-2022", "scenarios/course-2016"] {
        for name in scripts_in(folder) {
            let report = performed(&name, &RunSettings::default());
            assert_eq!(
                report.outcome,
                Outcome::Pass,
                "{name}\n{}",
                diagnostics_of(&report)
            );
            assert_eq!(diagnostics_of(&report), "", "{name}");
            count += 1;
        }
    }
    assert!(count >= 40, "{count} scripts");
}

/// A report as it is pinned: how it ended, and all that is said.
fn pinned(name: &str, report: &Report) -> String {
    let mut text = format!("== {name}: {}\n", report.outcome);
    text += &diagnostics_of(report);
    let comparison = report
        .failure
        .as_ref()
        .and_then(|failure| failure.comparison.as_deref());
    text += &comparison.map_or(String::new(), compared);
    for patch in &report.patches {
        let old = &patch.source.text[patch.span.clone()];
        let line = patch.source.line_of(patch.span.start);
        let new = &patch.replacement;
        let _ = writeln!(text, "patch of line {line}: {old:?} becomes {new:?}");
    }
    without_chances(&text)
}

fn compared(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Values {
            what,
            expected,
            actual,
        } => {
            format!("{what}: {expected} | {actual}\n")
        }
        Comparison::Texts { expected, actual } => {
            format!(
                "{} lines | {} lines\n",
                expected.lines().count(),
                actual.lines().count()
            )
        }
        Comparison::Boards(boards) => {
            format!("{} |\n{}\n", Rows(boards.expected), Rows(boards.actual))
        }
        Comparison::Sets { .. } => "sets\n".to_owned(),
    }
}

/// The text without what a busy machine changes, or a better AI.
fn without_chances(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, replacement) in [
        (r"waited \d+\.\d s", "waited [time]"),
        (r"(Red|Blue) moves [a-g][1-7]-[a-g][1-7]", "$1 moves [move]"),
        (
            r"the other program's [a-g][1-7]-[a-g][1-7]",
            "the other program's [move]",
        ),
        (
            r"made the move [a-g][1-7]-[a-g][1-7]",
            "made the move [move]",
        ),
        (r"no piece is on [a-g][1-7]", "no piece is on [square]"),
        (r"the piece on [a-g][1-7] is", "the piece on [square] is"),
    ] {
        let pattern = Regex::new(pattern).expect("a pattern");
        text = pattern.replace_all(&text, replacement).into_owned();
    }
    text
}

/// All that is said of the scripts in a folder.
fn pinned_folder(folder: &str, settings: impl Fn(&str) -> RunSettings + Sync) -> String {
    at_once(&scripts_in(folder), |name| {
        let report = performed(name, &settings(name));
        pinned(name.rsplit('/').next().expect("a name"), &report)
    })
}

/// The texts for these scripts. Most of the time is spent waiting, so that several are performed
/// at a time.
fn at_once(scripts: &[String], perform: impl Fn(&String) -> String + Sync) -> String {
    const AT_A_TIME: usize = 4;
    let part = |names: &[String]| names.iter().map(&perform).collect::<Vec<_>>();
    let all: Vec<String> = thread::scope(|scope| {
        let parts = scripts.chunks(scripts.len().div_ceil(AT_A_TIME).max(1));
        let parts: Vec<_> = parts.map(|names| scope.spawn(|| part(names))).collect();
        let parts = parts.into_iter().map(|part| part.join().expect("no panic"));
        parts.flatten().collect()
    });
    all.join("\n")
}

#[test]
fn failures_have_reasons() {
    let all = pinned_folder("tests/scripts/failing", |_| RunSettings::default());
    insta::assert_snapshot!("failing", all);
    assert!(!all.contains(": pass\n"));
}

#[test]
fn what_is_odd_passes_with_a_warning() {
    let all = pinned_folder("tests/scripts/odd", |_| RunSettings::default());
    insta::assert_snapshot!("odd", all);
    assert!(!all.contains(": fail\n"));
}

/// The program that a script itself starts.
fn own_program(name: &str) -> RunSettings {
    let text = Disk.read(name, None).expect(name).text;
    let first = text.lines().next().expect("a command line");
    let command = first.trim_start_matches("#*").trim();
    RunSettings {
        subject: Some(SubjectChoice::Program(command.to_owned())),
        ..RunSettings::default()
    }
}

#[cfg(unix)]
#[test]
fn programs_that_misbehave() {
    insta::assert_snapshot!(
        "programs",
        pinned_folder("tests/scripts/programs", own_program)
    );
}

/// What the harness of the course makes of scripts, where our verdict is another.
#[cfg(unix)]
#[test]
fn the_harness_is_followed_to_the_letter() {
    let names = [
        "odd/no-newline-1.in",
        "programs/agreed-result-1.in",
        "programs/illegal-move-1.in",
        "programs/many-lines-1.in",
        "programs/result-again-1.in",
        "programs/wrong-result-1.in",
    ];
    let all = at_once(&names.map(|name| format!("tests/scripts/{name}")), |name| {
        let subject = if name.contains("/odd/") {
            RunSettings::default()
        } else {
            own_program(name)
        };
        let ours = performed(name, &subject);
        let as_course = RunSettings {
            as_course: true,
            ..subject
        };
        let course = performed(name, &as_course);
        assert_ne!(ours.outcome, course.outcome, "{name}");
        // Whichever it is, our report says that there is another.
        assert!(diagnostics_of(&ours).contains("course's harness"), "{name}");
        pinned(name, &course)
    });
    insta::assert_snapshot!("as_course", all);
}

/// Our program as the program under test, in the dialect of a script.
fn our_program(name: &str) -> RunSettings {
    let dialect = match ScriptFormat::of(name) {
        Some(ScriptFormat::Fall2016) => "2016",
        _ => "2022",
    };
    let program = env!("CARGO_BIN_EXE_ataxx");
    RunSettings {
        subject: Some(SubjectChoice::Program(format!(
            "'{program}' --dialect {dialect} --nodes 200"
        ))),
        ..RunSettings::default()
    }
}

#[cfg(unix)]
#[test]
fn the_collections_pass_with_our_program() {
    for folder in ["scenarios/course-2022", "scenarios/course-2016"] {
        for name in scripts_in(folder) {
            let report = performed(&name, &our_program(&name));
            assert_eq!(
                report.outcome,
                Outcome::Pass,
                "{name}\n{}",
                diagnostics_of(&report)
            );
            assert_eq!(diagnostics_of(&report), "", "{name}");
        }
    }
}

/// What fails in this process fails in another, and for the same reason, but for waits
/// that can be answered there.
#[cfg(unix)]
#[test]
fn what_must_fail_does_with_our_program() {
    let mut same = 0;
    for name in scripts_in("tests/scripts/failing") {
        let report = performed(&name, &RunSettings::default());
        let expected = pinned(&name, &report);
        if expected.contains("nothing more can come") {
            continue;
        }
        let report = performed(&name, &our_program(&name));
        assert_eq!(pinned(&name, &report), expected);
        same += 1;
    }
    assert!(same >= 25, "{same} scripts");
}

/// The text of a script after its patches.
fn blessed(report: &Report) -> String {
    let first = report.patches.first().expect("a patch");
    let mut text = first.source.text.to_string();
    let mut patches: Vec<_> = report.patches.iter().collect();
    patches.sort_by_key(|patch| patch.span.start);
    for patch in patches.into_iter().rev() {
        assert_eq!(patch.source, first.source);
        text.replace_range(patch.span.clone(), &patch.replacement);
    }
    text
}

/// Performs a script that is not on the disk.
fn performed_text(name: &str, text: &str, standard: &str, settings: &RunSettings) -> Report {
    struct Standard<'a>(&'a str, &'a str);
    impl Files for Standard<'_> {
        fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
            if name != self.0 {
                return Err(LoadError::NotFound);
            }
            Ok(TextFile {
                name: name.to_owned(),
                path: PathBuf::from(name),
                text: self.1.to_owned(),
            })
        }
    }
    let standard_name = name.replace("-1.in", "-1.std");
    let files = Standard(&standard_name, standard);
    let tasks = tasks_of(&SourceText::new(name, text), &files);
    let context = Context {
        settings,
        files: &Disk,
        stop: Cancellation::never(),
    };
    tasks[0].work.perform(&tasks[0].identity, &context)
}

#[test]
fn what_is_blessed_passes() {
    let bless = RunSettings {
        bless: true,
        ..RunSettings::default()
    };
    let mut count = 0;
    for name in scripts_in("tests/scripts/failing") {
        let report = performed(&name, &bless);
        if report.patches.is_empty() || name.contains("an-ai-moves-first") {
            continue;
        }
        let text = Disk.read(&name, None).expect("a script").text;
        let again = if ScriptFormat::of(&name) == Some(ScriptFormat::Fall2016) {
            performed_text(&name, &blessed(&report), "", &bless)
        } else {
            performed_text(&name, &text, &blessed(&report), &bless)
        };
        let unread = diagnostics_of(&again).contains("nothing expects the line");
        assert!(
            again.outcome == Outcome::Pass || unread,
            "{name}\n{}",
            diagnostics_of(&again)
        );
        assert!(again.patches.is_empty(), "{name}");
        count += 1;
    }
    assert!(count >= 10, "{count} scripts");
}

#[test]
fn a_row_that_is_blessed_leaves_the_others() {
    let bless = RunSettings {
        bless: true,
        ..RunSettings::default()
    };
    let script = "ataxx\nmanual blue # by hand\na7-b7\ndump\n@<===\n# The top.\n@< r - - - - - b\n@< - - - - - - -\n@<  b - - - - - -\n@<  - - - - - - -\n@<  - - - - - - -\n@<  - - - - - - -\n@<  b - - - - - r\n@<===\n";
    let report = performed_text("a.inp", script, "", &bless);
    let expected = script
        .replace("@< r - - - - - b", "@<  r r - - - - b")
        .replace("@<  b - - - - - -", "@<  - - - - - - -");
    assert_eq!(blessed(&report), expected);
}

#[test]
fn steps_are_reported_line_by_line() {
    let report = performed(
        "tests/scripts/failing/other-has-ended-1.in",
        &RunSettings::default(),
    );
    let steps = report
        .steps
        .iter()
        .map(|step| format!("{}: {} {:?}\n", step.line, step.name, step.outcome));
    insta::assert_snapshot!(steps.collect::<String>(), @"
    2: program 1: auto red Done
    3: program 1: manual blue Done
    4: program 1: #*move Done
    5: program 1: #*remote move/win Failed
    1: program 1: other-has-ended-1.std NotRun
    2: program 2: dump Done
    1: program 2: other-has-ended-2.std Done
    ");
    assert_eq!(
        report.identity.key(),
        "tests/scripts/failing/other-has-ended-1.in::other-has-ended"
    );
    let tags = ["course-2022", "two-programs", "ai", "dump", "results"];
    assert_eq!(report.identity.tags, tags);
    assert_eq!(report.stderr_lines.len(), 2);
    assert!(!report.dialogue.utterances().is_empty());
}

#[test]
fn engines_and_agents_are_not_asked() {
    let reasons = [SubjectChoice::Uai, SubjectChoice::Agent].map(|choice| {
        let settings = RunSettings {
            subject: Some(choice("false".to_owned())),
            ..RunSettings::default()
        };
        let report = performed("scenarios/course-2022/start-1.in", &settings);
        assert_eq!(report.outcome, Outcome::Unsupported);
        report.reason.expect("a reason")
    });
    insta::assert_snapshot!(reasons.join("\n"), @"
    the script speaks the language of a text session, which a UAI engine does not
    the script speaks the language of a text session, which a Reloaded agent does not
    ");
}

#[test]
fn a_cancelled_test_stops() {
    let name = "scenarios/course-2022/ai-against-ai-1.in";
    let text = Disk.read(name, None).expect(name).text;
    let tasks = tasks_of(&SourceText::new(name, text), &Disk);
    let stop = Cancellation::new();
    stop.request();
    let context = Context {
        settings: &RunSettings::default(),
        files: &Disk,
        stop: &stop,
    };
    let report = tasks[0].work.perform(&tasks[0].identity, &context);
    assert_eq!(report.outcome, Outcome::Error);
    insta::assert_snapshot!(diagnostics_of(&report), @"
    error: interrupted
     --> scenarios/course-2022/ai-against-ai-1.in:3:1
      |
    3 | #*time 10 60
      | ^^^^^^^^^^^^
    ");
}

#[test]
fn the_time_that_is_allowed_takes_the_place_of_the_scripts() {
    let settings = RunSettings {
        subject: Some(SubjectChoice::Program(
            "while read -r line; do :; done".to_owned(),
        )),
        timeout: Some(std::time::Duration::from_millis(200)),
        ..RunSettings::default()
    };
    let report = performed("scenarios/course-2022/ai-answers-1.in", &settings);
    assert_eq!(report.outcome, Outcome::TimeOut);
    insta::assert_snapshot!(diagnostics_of(&report), @"
    error: waited 0.2 s for Blue to announce a move, after line 3: that is 0.2 s for the test
     --> scenarios/course-2022/ai-answers-1.in:4:1
      |
    4 | #*move
      | ^^^^^^
      |
      = help: it is Blue's turn, and an AI plays Blue
    ");
}

#[test]
fn a_seed_makes_ais_play_otherwise() {
    let played = |seed| {
        let settings = RunSettings {
            seed,
            ..RunSettings::default()
        };
        let script = "#* ataxx --nodes 100\nauto red\n#*move/win\n";
        let report = performed_text("a-1.in", script, "", &settings);
        assert_eq!(report.outcome, Outcome::Pass);
        let said = report.dialogue.utterances().iter();
        said.map(|said| said.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(played(Some(1)), played(Some(1)));
    assert!((2..10).any(|seed| played(Some(seed)) != played(Some(1))));
}

#[test]
fn other_files_are_no_scripts() {
    for name in ["a-2.in", "a-1.std", "a.yaml"] {
        assert!(
            tasks_of(&SourceText::new(name, ""), &()).is_empty(),
            "{name}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_step_that_breaks_the_rules_is_marked() {
    let name = "tests/scripts/programs/illegal-move-1.in";
    let report = performed(name, &own_program(name));
    let failed = report
        .steps
        .iter()
        .filter(|step| step.outcome == StepOutcome::Failed);
    let names: Vec<&str> = failed.map(|step| &*step.name).collect();
    assert_eq!(names, ["#*move"]);
}

#[cfg(unix)]
#[test]
fn a_win_that_was_missed_is_named() {
    let moves = "a7-a6\ng7-g6\ng1-g3\ng7-g5\ng3-f5\na1-c3\na6-a5\nc3-e5\n";
    let script = format!("#* ataxx\nmanual blue\n{moves}auto red\n#*move/win\n");
    let program =
        "while read -r line; do case $line in auto*) echo '* Red moves a5-a4.';; esac; done";
    let settings = RunSettings {
        subject: Some(SubjectChoice::Program(program.to_owned())),
        ..RunSettings::default()
    };
    let told = diagnostics_of(&performed_text("a-1.in", &script, "", &settings));
    insta::assert_snapshot!(told, @"
    error: Red's AI has made the move a5-a4, after which by the rules the game goes on: no result can come
      --> a-1.in:12:1
       |
    12 | #*move/win
       | ^^^^^^^^^^
       |
       = help: Red could win at once by g5-f4 or g5-f6 or g5-e4 or g6-e4 or g6-f4 or g5-e6 or g6-e6
       = help: it is Blue's turn, and Blue is played by hand
    ");
}

#[test]
fn a_script_without_an_ai_measures_no_time() {
    let tasks = tasks_of(&SourceText::new("a-1.in", "#* ataxx\ndump\n"), &());
    assert!(!tasks[0].measures_time());
}

#[cfg(unix)]
#[test]
fn a_program_does_not_look_beside_the_script() {
    let settings = RunSettings {
        subject: Some(SubjectChoice::Program("cat > /dev/null".to_owned())),
        ..RunSettings::default()
    };
    let told = diagnostics_of(&performed("tests/scripts/odd/loads-1.in", &settings));
    insta::assert_snapshot!(told, @"
    warning: the file `opening.txt` cannot be read
     --> tests/scripts/odd/loads-1.in:2:1
      |
    2 | load opening.txt
      | ^^^^^^^^^^^^^^^^
      |
      = help: programs look for it in the working directory: run `ataxx test` in the folder of the script
    warning: this checks nothing but that the program ends well
     --> tests/scripts/odd/loads-1.in:1:4
      |
    1 | #* ataxx --nodes 2000
      |    ^^^^^^^^^^^^^^^^^^
    ");
}
