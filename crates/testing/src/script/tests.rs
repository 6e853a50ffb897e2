//! Scripts performed with programs whose answers are fixed.

use super::harness::{Bound, HarnessedProgram, RESULT_TIMEOUT};
use super::load::load;
use super::output::OutputChecker;
use super::part::ScriptFormat;
use super::tasks_of;
use super::work::ScriptWork;
use crate::report::{Outcome, Report, SourceText};
use crate::runner::{Context, RunSettings};
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Look, render};
use ataxx_opponents::{Ended, Failure, FailureKind, Peer, ReadError};
use ataxx_session::{Dialect, Files, LoadError, TextFile};
use proptest::prelude::*;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Prints the lines after `=>` when it is sent the line before.
#[derive(Clone)]
struct FixedProgram {
    answers: Vec<(&'static str, Vec<&'static str>)>,
    unread: VecDeque<String>,
    deaf: bool,
}

impl FixedProgram {
    fn new(answers: &[&'static str]) -> Self {
        let answer = |text: &&'static str| {
            let (line, output) = text.split_once(" => ").expect("an arrow");
            (line, output.split("; ").collect())
        };
        Self {
            answers: answers.iter().map(answer).collect(),
            unread: VecDeque::new(),
            deaf: false,
        }
    }
}

impl Peer for FixedProgram {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        if self.deaf {
            return Err(ReadError::NotReading);
        }
        let answer = self.answers.iter().find(|(sent, _)| *sent == line);
        let output = answer.into_iter().flat_map(|(_, output)| output);
        self.unread.extend(output.map(|&line| line.to_owned()));
        Ok(())
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        self.unread.pop_front().ok_or(ReadError::TimeOut)
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        Ok(Ended::Status(0))
    }

    fn stderr_lines(&self) -> String {
        String::new()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        Vec::new()
    }
}

struct Texts(Vec<(&'static str, String)>);

impl Files for Texts {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        let (_, text) = found.ok_or(LoadError::NotFound)?;
        Ok(TextFile {
            name: name.to_owned(),
            path: PathBuf::from(name),
            text: text.clone(),
        })
    }
}

// The programs do not play by the rules, and the harness does not ask for that.
fn perform(file: &SourceText, files: &Texts, programs: &[FixedProgram]) -> Report {
    let format = ScriptFormat::of(&file.name).expect("a script");
    let work = ScriptWork(load(file, format, files));
    let settings = RunSettings {
        as_course: true,
        ..RunSettings::default()
    };
    let context = Context {
        settings: &settings,
        files: &(),
        stop: Cancellation::never(),
    };
    let identity = tasks_of(file, files).remove(0).identity;
    work.perform_with(&identity, &context, |number, _, _| {
        match programs.get(number) {
            Some(program) => Ok(Box::new(program.clone())),
            None => Err(Failure::new(FailureKind::NotStarted, "there is none")),
        }
    })
}

/// Performs scripts of Spring 2022, lines between `; `.
fn spring(scripts: &[&str], programs: &[FixedProgram]) -> Report {
    let script = |text: &str| format!("#* program\n{}\n", text.replace("; ", "\n"));
    let mut texts = vec![("a-1.std", String::new()), ("a-2.std", String::new())];
    texts.extend(scripts.get(1).map(|text| ("a-2.in", script(text))));
    perform(
        &SourceText::new("a-1.in", script(scripts[0])),
        &Texts(texts),
        programs,
    )
}

/// Performs a script of Fall 2016, parts of lines between `; `.
fn fall(parts: &[&str], programs: &[FixedProgram]) -> Report {
    let part = |text: &&str| format!("program\n{}\n", text.replace("; ", "\n"));
    let text = parts
        .iter()
        .map(part)
        .collect::<Vec<_>>()
        .join("----------\n");
    perform(
        &SourceText::new("a.inp", text),
        &Texts(Vec::new()),
        programs,
    )
}

/// How a test ended, with the line to blame and the message.
fn summary(report: &Report) -> String {
    let diagnostic = report
        .failure
        .as_ref()
        .map(|failure| &failure.diagnostics[0]);
    let blamed = diagnostic.map(|it| {
        let source = it.source.as_ref().expect("a text");
        let span = it.labels[0].span.clone();
        let line = source.first_line + source.text[..span.start].matches('\n').count();
        format!(
            "{}:{line}: {}",
            source.name.as_deref().unwrap_or_default(),
            it.message
        )
    });
    format!("{}: {}", report.outcome, blamed.unwrap_or_default())
}

#[test]
fn a_duel_ends_when_both_have_announced_the_same() {
    let scripts = ["go; #*move; #*remote move/win", "#*remote move/win"];
    let first = FixedProgram::new(&[
        "go => * Red moves a7-b7.",
        "a1-a2 => * Red moves a7-a6.; * Draw.",
    ]);
    let second = FixedProgram::new(&["a7-b7 => * Blue moves a1-a2.", "a7-a6 => * Draw."]);
    let report = spring(&scripts, &[first.clone(), second]);
    assert_eq!(report.outcome, Outcome::Pass, "{}", summary(&report));

    let second = FixedProgram::new(&["a7-b7 => * Blue moves a1-a2.", "a7-a6 => * Red wins."]);
    let report = spring(&scripts, &[first.clone(), second]);
    insta::assert_snapshot!(summary(&report), @"fail: a-1.in:4: the programs announce different results: this one `Draw`, the other `Red wins`");

    let second = FixedProgram::new(&[
        "a7-b7 => * Blue moves a1-a2.",
        "a7-a6 => * Blue moves a2-a3.",
    ]);
    let report = spring(&scripts, &[first.clone(), second]);
    insta::assert_snapshot!(summary(&report), @"fail: a-2.in:2: waited for the result that the other program has announced, after the other program's a7-a6: nothing more can come");

    let second = FixedProgram::new(&["a7-b7 => * Draw."]);
    let report = spring(&scripts, &[first, second]);
    insta::assert_snapshot!(summary(&report), @"fail: a-1.in:4: waited for the result that the other program has announced, after line 2: nothing more can come");
}

#[test]
fn a_duel_of_2016_ends_the_same_way() {
    let parts = ["go; @send red...Draw", "@recv red...Draw"];
    let first = FixedProgram::new(&["go => Red moves a7-b7.", "a1-a2 => Red passes.; Draw."]);
    let second = FixedProgram::new(&["a7-b7 => Blue moves a1-a2.", "- => Draw."]);
    let report = fall(&parts, &[first.clone(), second.clone()]);
    assert_eq!(report.outcome, Outcome::Pass, "{}", summary(&report));

    let report = fall(
        &["go; @send red...", "@recv red...Red"],
        &[first.clone(), second.clone()],
    );
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:6: expected a result that matches `Red`, found `Draw.`");

    let report = fall(
        &["go; @send blue...", "@recv blue..."],
        &[first.clone(), second],
    );
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:3: expected Blue's AI to announce a move, found `Red moves a7-b7.`");

    let second = FixedProgram::new(&["a7-b7 => Blue moves a1-a2.", "- => Blue wins."]);
    let report = fall(&parts, &[first.clone(), second]);
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:3: the programs announce different results: this one `Draw`, the other `Blue wins`");

    // As in a game, there may be something around a result.
    let second = FixedProgram::new(&["a7-b7 => Blue moves a1-a2.", "- => Draw, at last."]);
    let report = fall(&parts, &[first.clone(), second]);
    assert_eq!(report.outcome, Outcome::Pass, "{}", summary(&report));

    let second = FixedProgram::new(&[
        "a7-b7 => Blue moves a1-a2.",
        "- => Red lost, Blue wins by 5.",
    ]);
    let report = fall(&parts, &[first.clone(), second]);
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:3: the programs announce different results: this one `Draw`, the other `Blue wins`");

    let second = FixedProgram::new(&["a7-b7 => Blue moves a1-a2.", "- => He wins a lot."]);
    let report = fall(&parts, &[first, second]);
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:6: expected a move of an AI or a result, found `He wins a lot.`");
}

#[test]
fn a_result_may_be_announced_in_either_order() {
    // The second program has the last move.
    let scripts = ["go; #*move; #*remote move/win", "#*remote move/win"];
    let first = FixedProgram::new(&["go => * Red moves a7-b7.", "a1-a2 => * Blue wins."]);
    let second = FixedProgram::new(&["a7-b7 => * Blue moves a1-a2.; * Blue wins."]);
    let report = spring(&scripts, &[first, second]);
    assert_eq!(report.outcome, Outcome::Pass, "{}", summary(&report));
}

#[test]
fn the_rows_of_a_game_count() {
    let program =
        FixedProgram::new(&["go => Red moves a7-b7.; Blue moves a1-a2.; Red passes.; Red wins."]);
    let report = fall(&["go; @red...Red wins"], std::slice::from_ref(&program));
    assert_eq!(report.outcome, Outcome::Pass, "{}", summary(&report));
    let report = fall(
        &["go; @?Red moves; @red...Red wins"],
        std::slice::from_ref(&program),
    );
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:4: expected Red's AI to announce a move, found `Blue moves a1-a2.`");
    let report = fall(
        &["go; @?Red moves; @blue...Blue"],
        std::slice::from_ref(&program),
    );
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:4: expected a result that matches `Blue`, found `Red wins.`");
    let report = fall(&["go; @<Red moves a7-b7."], &[program]);
    insta::assert_snapshot!(summary(&report), @"fail: a.inp:3: nothing expects the line `Blue moves a1-a2.`, and it was printed");
}

#[test]
fn a_program_that_does_not_read_or_start_is_reported() {
    let mut deaf = FixedProgram::new(&[]);
    deaf.deaf = true;
    let report = spring(&["go; #*move"], &[deaf.clone()]);
    insta::assert_snapshot!(summary(&report), @"time-out: a-1.in:2: the program does not read its input");
    let report = spring(&["go", "go"], &[FixedProgram::new(&[])]);
    insta::assert_snapshot!(summary(&report), @"crash: a-2.in:1: the program could not be started: there is none");
    assert_eq!(report.steps.len(), 4);
}

#[test]
fn what_comes_in_between_is_recorded_and_passed_over() {
    let program =
        FixedProgram::new(&["go => hello; > ===; r; ===; * Red moves a7-b7.; * Red wins."]);
    let report = spring(&["go; #*win+"], &[program]);
    let comparison = report.failure.as_ref().and_then(|it| it.comparison.clone());
    insta::assert_snapshot!(format!("{}\n{comparison:?}", summary(&report)), @r#"
    fail: a-1.std:1: expected nothing more, and `===` was recorded
    Some(Texts { expected: "", actual: "===\nr\n===\n* Red wins." })
    "#);
}

/// Lines of scripts and of output, good and bad.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        "(dump|a7-b7|a1-a2|-|undo|new|quit|auto red|manual blue|start|block d4|zzz)",
        "#\\*(move|move/win\\+?|win\\+|time 1 1)",
        "#\\*remote move/win",
        "@(<|\\?)(Red wins\\.|===|Draw)",
        "@(send |recv )?(red|blue)\\.\\.\\.(Draw)?",
        Just("@<  r - - - - - b".to_owned()),
        Just("----------".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever stands in a script, it comes to an end, and every report is sound.
    #[test]
    fn any_script_comes_to_an_end(
        lines in prop::collection::vec(line(), 0..12),
        others in prop::collection::vec(line(), 0..6),
        standard in prop::collection::vec(line(), 0..4),
    ) {
        let command = "ataxx --nodes 1";
        let spring = |lines: &[String]| format!("#* {command}\n{}", lines.join("\n"));
        let files = Texts(vec![
            ("a-2.in", spring(&others)),
            ("a-1.std", standard.join("\n")),
            ("a-2.std", String::new()),
        ]);
        let sources = [
            SourceText::new("a-1.in", spring(&lines)),
            SourceText::new("a.inp", format!("{command}\n{}", lines.join("\n"))),
        ];
        for source in &sources {
            let tasks = tasks_of(source, &files);
            for bless in [false, true] {
                let context = Context {
                    settings: &RunSettings { bless, ..RunSettings::default() },
                    files: &(),
                    stop: Cancellation::never(),
                };
                let report = tasks[0].work.perform(&tasks[0].identity, &context);
                prop_assert_eq!(report.failure.is_none(), report.outcome == Outcome::Pass);
                for patch in &report.patches {
                    prop_assert!(patch.source.text.get(patch.span.clone()).is_some());
                }
                for diagnostic in report.failure.iter().flat_map(|it| &it.diagnostics).chain(&report.warnings) {
                    let _ = render(diagnostic, Look::Plain);
                }
            }
        }
    }
}

#[test]
fn a_second_script_that_cannot_be_read_is_an_error() {
    struct Refusing;
    impl Files for Refusing {
        fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
            match name {
                "a-2.in" => Err(LoadError::Refused("it is no text".to_owned())),
                _ => Err(LoadError::NotFound),
            }
        }
    }
    let file = SourceText::new("a-1.in", "#* ataxx\ndump\n");
    let loaded = load(&file, ScriptFormat::Spring2022, &Refusing);
    assert_eq!(loaded.script.expect_err("it is there").len(), 1);
}

#[test]
fn a_new_game_resets_the_time_limit() {
    let checker = OutputChecker::new(Dialect::SPRING_2022, &(), None, false);
    let (program, format) = (Box::new(FixedProgram::new(&[])), ScriptFormat::Spring2022);
    let settings = RunSettings::default();
    let mut program = HarnessedProgram::new(program, 0, format, &settings, checker);
    program.clock.waited(Duration::from_secs(58));
    program.send(0, "manual blue").expect("it listens");
    assert!(matches!(
        program.clock.deadline(RESULT_TIMEOUT).1,
        Bound::Game(_)
    ));
    program.send(1, "new").expect("it listens");
    assert_eq!(program.clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
}

#[test]
fn different_results_are_reported() {
    let both = ["go; #*move; #*remote move/win"; 2];
    let first = FixedProgram::new(&["go => * Red moves a7-b7.", "a1-a2 => * Draw."]);
    let second = FixedProgram::new(&["go => * Blue moves a1-a2.", "a7-b7 => * Blue moves a2-a3."]);
    let report = spring(&both, &[first, second]);
    insta::assert_snapshot!(summary(&report), @"fail: a-1.in:4: this program has announced `* Draw.`, and the other goes on with a2-a3");
    let first = FixedProgram::new(&["a1-a2 => * Draw."]);
    let second = FixedProgram::new(&["go => * Blue moves a1-a2."]);
    let report = spring(&["go; #*remote move/win", "go; #*move"], &[first, second]);
    insta::assert_snapshot!(summary(&report), @"fail: a-1.in:3: waited for a result of the other program: its script ends and announces none");
}

#[test]
fn two_lines_that_nothing_takes_are_one_warning() {
    let program = FixedProgram::new(&["go => * Red moves a7-b7.; * Blue moves a1-a2."]);
    let report = spring(&["go"], &[program]);
    let message = "no directive takes `* Red moves a7-b7.` and another line, printed before here";
    let mut warnings = report.warnings.iter();
    assert!(warnings.any(|warning| warning.message == message));
}
