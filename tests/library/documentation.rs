//! The scenarios in the documentation hold.

use crate::collection::Disk;
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Look, render};
use ataxx_testing::report::{Outcome, SourceText};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::scenario::tasks;
use std::fmt::Write as _;
use std::fs;

/// The blocks of YAML on a page, with the line each begins on.
fn blocks(page: &str) -> Vec<(usize, String)> {
    let text = fs::read_to_string(page).expect("a page");
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        match line {
            "```yaml" => {
                inside = true;
                blocks.push((index + 2, String::new()));
            }
            "```" => inside = false,
            _ if inside => {
                let (_, block) = blocks.last_mut().expect("one has begun");
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    blocks
}

/// A list of steps is a scenario without its head. AIs need not think long.
fn whole(block: &str) -> String {
    if !block.starts_with("- ") {
        return format!("nodes: 500\n{block}");
    }
    let mut text = "nodes: 500\nscenarios:\n  - name: steps\n    steps:\n".to_owned();
    for line in block.lines() {
        let _ = writeln!(text, "      {line}");
    }
    text
}

#[test]
fn the_scenarios_of_the_pages_hold() {
    let stop = Cancellation::new();
    let settings = RunSettings {
        own_program: Some(env!("CARGO_BIN_EXE_ataxx").into()),
        ..RunSettings::default()
    };
    let context = Context {
        settings: &settings,
        files: &Disk,
        stop: &stop,
    };
    let mut bad = String::new();
    let mut seen = 0;
    for page in ["docs/SCENARIOS.md", "docs/GRADING.md", "docs/ENGINES.md"] {
        for (line, block) in blocks(page) {
            let source = SourceText::new(format!("{page}:{line}"), whole(&block));
            let tasks = tasks(&source, &()).unwrap_or_else(|errors| {
                let errors = errors.iter().map(|error| render(error, Look::Plain));
                panic!("{}", errors.collect::<String>())
            });
            for task in tasks {
                seen += 1;
                let report = task.work.perform(&task.identity, &context);
                let diagnostics = report.failure.iter().flat_map(|f| &f.diagnostics);
                for diagnostic in diagnostics.chain(&report.warnings) {
                    bad.push_str(&render(diagnostic, Look::Plain));
                }
                if report.outcome == Outcome::UnexpectedPass {
                    let _ = writeln!(bad, "{} did not fail", report.identity.key());
                }
            }
        }
    }
    // Only one scenario fails, on purpose.
    let expected = bad.matches("error: jumps: expected 3, found 0").count();
    assert_eq!((bad.matches("error: ").count(), expected), (1, 1), "{bad}");
    assert!(!bad.contains("warning: "), "{bad}");
    assert!(seen > 15);
}

#[test]
fn the_reference_of_steps_is_this_one() {
    let page = fs::read_to_string("docs/SCENARIOS.md").expect("a page");
    let table = ataxx_testing::scenario::steps::reference();
    let page = page.replace("\r\n", "\n");
    assert!(
        page.contains(&table),
        "docs/SCENARIOS.md lacks this:\n{table}"
    );
}
