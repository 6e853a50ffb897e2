//! `ataxx explore`.

mod options;

pub use options::Args;

use super::exit::{EarlyExit, Exit};
use super::input::FileSystem;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use super::result_file::{ResultFile, make_folder, write_each};
use ataxx_core::diagnostic::text::{counted, visible};
use ataxx_opponents::subject::{Environment, ProgramLimits, SubjectOptions};
use ataxx_session::Dialect;
use ataxx_testing::divergence::Difference;
use ataxx_testing::explore::{
    Cause, Exploration, ExploreSettings, Finding, Observer, explore, file_name, scenarios, title,
};
use options::{ExploreReport, indented};
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
            dialect: args.dialect(),
            ..SubjectOptions::default()
        },
        seed: args.seed,
        sessions: match (args.sessions, args.time) {
            (Some(sessions), _) => sessions as usize,
            (None, Some(_)) => usize::MAX,
            (None, None) => USUAL_SESSIONS,
        },
        time: args.time,
        until: args.time.map(|time| begun + time),
        no_ai: args.no_ai,
        scripts: args.scripts.is_some(),
        patience: args.timeout,
        reuse: if args.fresh { 1 } else { REUSE },
        findings: usize::from(args.findings),
    };
    let dialect = args.dialect();
    let mut watcher = Watcher {
        progress: Progress::lines(),
        dialect,
        json: args.json.wanted,
    };
    let (exploration, failure) = explore(&settings, &environment, &mut watcher);
    drop(watcher);
    let findings = exploration.causes.iter().flat_map(|cause| &cause.examples);
    let findings: Vec<Finding> = findings.cloned().collect();
    let names: Vec<String> = findings
        .iter()
        .map(|finding| file_name(finding, dialect))
        .collect();
    let text = |range: Range<usize>| scenarios(&findings[range], dialect);
    let written = args.write(&names, text);
    let scripts_written = args.write_scripts(&findings, dialect);
    let took = begun.elapsed();
    let causes = exploration.causes.iter();
    let not_reproduced = exploration.not_reproduced.iter();
    let report = ExploreReport {
        program: &args.program,
        dialect: dialect.name(),
        seed: args.seed,
        sessions: exploration.sessions,
        lines: exploration.lines,
        seconds: took.as_secs_f64(),
        ended_early: exploration.ended_early.as_deref(),
        without_ais: exploration.is_without_ais,
        faults: causes
            .filter_map(|cause| FoundFault::of(cause, dialect))
            .collect(),
        not_reproduced: not_reproduced
            .map(|finding| FoundFault {
                title: title(finding, dialect),
                first: Example::of(finding, dialect),
                more_examples: Vec::new(),
            })
            .collect(),
    };
    let text = || summary(&exploration, dialect, took);
    let exit = args.finish(&report, text, failure);
    write_each([written, scripts_written])?;
    match &exploration.fault {
        Some(words) => Err(EarlyExit::fault(words)),
        None => exit,
    }
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
        let _ = writeln!(text, "{}  seed {}:\n", difference(finding), finding.seed);
        text += &sent_lines(finding);
    }
    text
}

fn summary(exploration: &Exploration, dialect: Dialect, took: Duration) -> String {
    let causes = exploration.causes.iter();
    let mut text: String = causes.map(|cause| more_examples(cause, dialect)).collect();
    text += &seen_once(&exploration.not_reproduced, dialect);
    let _ = writeln!(
        text,
        "{} with {} in {:.1} s: {}",
        counted(exploration.sessions, "session"),
        counted(exploration.lines, "line"),
        took.as_secs_f64(),
        counted(exploration.causes.len(), "fault"),
    );
    if exploration.is_without_ais {
        text += "its AIs do not move: the other sessions were without AIs, as with --no-ai\n";
    }
    if let Some(why) = &exploration.ended_early {
        let _ = writeln!(text, "the search ended early: {why}");
    }
    text
}

/// What no scenario shows each time.
fn seen_once(findings: &[Finding], dialect: Dialect) -> String {
    /// How many are shown.
    const SHOWN: usize = 5;
    let mut text = String::new();
    for finding in findings.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "seen once, not reproduced: {}\n{}  seed {}\n",
            title(finding, dialect),
            difference(finding),
            finding.seed
        );
    }
    if let Some(more) = findings.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        let _ = writeln!(text, "seen once, not reproduced: {more} more\n");
    }
    let is_late = |finding: &Finding| finding.deviation.may_be_late();
    if findings.iter().any(is_late) {
        text += "for late answers a longer --timeout may help\n\n";
    }
    text
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
        Self {
            difference: finding.deviation.to_string(),
            seed: finding.seed,
            lines: finding.lines.clone(),
            scenario: (!finding.steps.is_empty())
                .then(|| scenarios(std::slice::from_ref(finding), dialect)),
        }
    }
}
