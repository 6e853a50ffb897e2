//! `ataxx explore`.

mod options;

pub use options::Args;

use super::exit::{EarlyExit, Exit};
use super::input::FileSystem;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use super::result_file::{ResultFile, make_folder, write_each};
use crate::divergence::Difference;
use crate::explore::{
    Cause, Exploration, ExploreSettings, Finding, Observer, Situation, explore, file_name,
    scenarios, script, title,
};
use crate::opponents::subject::{Environment, ProgramLimits, SubjectOptions};
use crate::session::Dialect;
use ataxx_core::diagnostic::text::{counted, visible};
use options::{ExploreReport, NOT_AGAIN, coverage_and_end, indented};
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How many sessions one process of the program carries out.
const REUSE: usize = 25;
/// How many sessions there are without a limit on the time.
const USUAL_SESSIONS: usize = 1000;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(out) = &args.out {
        ResultFile::at(out)?;
    }
    for folder in [&args.write, &args.scripts].into_iter().flatten() {
        make_folder(folder)?;
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let own_program = std::env::current_exe().ok();
    let wrapper = args.wrapper.wrapper();
    let environment = Environment {
        files: &FileSystem,
        stop: &INTERRUPT,
        limits: ProgramLimits::default(),
        own_program: own_program.as_deref(),
        wrapper: wrapper.as_ref(),
    };
    let settings = ExploreSettings {
        command: args.program.clone(),
        options: SubjectOptions {
            dialect: args.dialect,
            ..SubjectOptions::default()
        },
        seed: args.seed,
        sessions: match (args.sessions, args.time) {
            (Some(sessions), _) => sessions as usize,
            (None, Some(_)) => usize::MAX,
            (None, None) => USUAL_SESSIONS,
        },
        until: args.time.map(|time| begun + time),
        patience: args.timeout,
        reuse: if args.fresh { 1 } else { REUSE },
        findings: usize::from(args.findings),
    };
    let dialect = args.dialect;
    let mut watcher = Watcher {
        progress: Progress::lines(),
        dialect,
        json: args.json.wanted,
    };
    let (exploration, failure) = explore(&settings, &environment, &mut watcher);
    drop(watcher);
    let findings = exploration.causes.iter().flat_map(|cause| &cause.examples);
    let findings = findings.filter(|it| it.comes_again);
    let findings: Vec<Finding> = findings.cloned().collect();
    let names: Vec<String> = findings
        .iter()
        .map(|finding| file_name(finding, dialect))
        .collect();
    let text = |range: Range<usize>| scenarios(&findings[range], dialect);
    let written = args.write(&names, text);
    let scripts_written = args.write_scripts(findings.iter().map(|finding| {
        let files = script(finding, dialect);
        files.ok_or_else(|| title(finding, dialect))
    }));
    let took = begun.elapsed();
    let covered = exploration.covered.iter();
    let causes = exploration.causes.iter();
    let report = ExploreReport {
        program: &args.program,
        dialect: dialect.name(),
        seed: args.seed,
        sessions: exploration.sessions,
        not_counted: exploration.not_counted,
        lines: exploration.lines,
        seconds: took.as_secs_f64(),
        ended_early: exploration.ended_early.as_deref(),
        covered: covered.map(|situation| situation.description()).collect(),
        faults: causes
            .filter_map(|cause| FoundFault::of(cause, dialect))
            .collect(),
    };
    let text = || summary(&exploration, dialect, took);
    let exit = args.finish(&report, text, failure);
    write_each([written, scripts_written])?;
    exit
}

/// Prints the faults as they are found, and shows progress.
struct Watcher {
    progress: Progress,
    dialect: Dialect,
    json: bool,
}

impl Observer for Watcher {
    fn explored(&mut self, so_far: &Exploration) {
        self.progress.show(&format!(
            "{} sessions, {} faults",
            so_far.sessions,
            so_far.causes.len()
        ));
    }

    fn shrinks(&mut self, difference: &Difference) {
        self.progress.show(&format!(
            "looking for a short session: {}",
            visible(&difference.deviation.to_string())
        ));
    }

    fn found(&mut self, finding: &Finding) {
        if !self.json {
            let text = text_of(finding, self.dialect);
            // A reader that is gone shows when the summary is written.
            let _ = self.progress.aside(|| output::data(&text));
        }
    }
}

fn text_of(finding: &Finding, dialect: Dialect) -> String {
    let mut text = format!(
        "FAULT  {}\n{}",
        title(finding, dialect),
        difference(finding)
    );
    let others: Vec<&str> = finding
        .like
        .iter()
        .skip(1)
        .map(|fault| fault.description())
        .collect();
    if !others.is_empty() {
        let _ = writeln!(text, "  or: {}", others.join("; or: "));
    }
    if !finding.comes_again {
        let _ = writeln!(text, "  seed {}; {NOT_AGAIN}:\n", finding.seed);
        return text + &sent_lines(finding);
    }
    let _ = writeln!(text, "  seed {}; as a scenario:\n", finding.seed);
    text + &indented(scenarios(std::slice::from_ref(finding), dialect).lines())
}

fn sent_lines(finding: &Finding) -> String {
    indented(finding.lines.iter().map(String::as_str))
}

/// The line after which the program differs, and how.
fn difference(finding: &Finding) -> String {
    let count = finding.lines.len();
    let last = finding.lines.last().map_or("", String::as_str);
    let what = finding.deviation.to_string();
    format!("  after line {count} (`{last}`): {}\n", visible(&what))
}

/// The examples of a cause that were found after the first.
fn more_examples(cause: &Cause, dialect: Dialect) -> String {
    let Some((_, more @ [_, ..])) = cause.examples.split_first() else {
        return String::new();
    };
    let mut text = format!("FAULT  {}; more examples:\n", cause.title(dialect));
    for finding in more {
        let again = if finding.comes_again {
            String::new()
        } else {
            format!("; {NOT_AGAIN}")
        };
        let _ = writeln!(
            text,
            "{}  seed {}{again}:\n",
            difference(finding),
            finding.seed
        );
        text += &sent_lines(finding);
    }
    text
}

fn summary(exploration: &Exploration, dialect: Dialect, took: Duration) -> String {
    let covered = &exploration.covered;
    let possible = || {
        let all = Situation::ALL.iter();
        all.filter(move |situation| situation.is_in(dialect))
    };
    let missing: Vec<&str> = possible()
        .filter(|situation| !covered.contains(situation))
        .map(|situation| situation.description())
        .collect();
    let causes = exploration.causes.iter();
    let mut text: String = causes.map(|cause| more_examples(cause, dialect)).collect();
    let _ = write!(
        text,
        "{} with {} in {:.1} s: {}\nsituations covered: {} of {}",
        counted(exploration.sessions, "session"),
        counted(exploration.lines, "line"),
        took.as_secs_f64(),
        counted(exploration.causes.len(), "fault"),
        possible().count() - missing.len(),
        possible().count(),
    );
    let ended_early = exploration.ended_early.as_deref();
    text + &coverage_and_end(&missing, exploration.not_counted, ended_early)
}

/// A fault has the keys of its first example, and the others under `more_examples`.
#[derive(Serialize)]
struct FoundFault {
    title: String,
    #[serde(flatten)]
    first: Example,
    more_examples: Vec<Example>,
}

#[derive(Serialize)]
struct Example {
    difference: String,
    like: Vec<&'static str>,
    seed: u64,
    lines: Vec<String>,
    /// Only of a reproducible fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<String>,
}

impl FoundFault {
    fn of(cause: &Cause, dialect: Dialect) -> Option<Self> {
        let mut examples = cause.examples.iter().map(|it| Example::of(it, dialect));
        Some(Self {
            title: cause.title(dialect),
            first: examples.next()?,
            more_examples: examples.collect(),
        })
    }
}

impl Example {
    fn of(finding: &Finding, dialect: Dialect) -> Self {
        let like = finding.like.iter().map(|fault| fault.description());
        Self {
            difference: finding.deviation.to_string(),
            like: like.collect(),
            seed: finding.seed,
            lines: finding.lines.clone(),
            scenario: finding
                .comes_again
                .then(|| scenarios(std::slice::from_ref(finding), dialect)),
        }
    }
}
