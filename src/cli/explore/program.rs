//! Searching a program with a command language.

use super::{Args, Ended, Explored, NOT_AGAIN, not_counted_in_words};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::progress::Progress;
use ataxx_toolkit::diagnostic::text::{counted, visible};
use ataxx_toolkit::opponents::subject::Environment;
use ataxx_toolkit::session::Dialect;
use ataxx_toolkit::tester::explore::{
    Difference, Exploration, ExploreSettings, Finding, Observer, Situation, explore, file_name,
    scenarios, script, title,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Searches, and writes what was found.
pub fn run(
    explored: &Explored,
    settings: &ExploreSettings,
    environment: &Environment,
) -> Result<Exit, Failure> {
    let (args, dialect) = (explored.args, explored.args.dialect);
    let mut telling = Telling {
        progress: Progress::lines(),
        dialect,
        json: args.json.wanted,
    };
    let (exploration, trouble) = explore(settings, environment, &mut telling);
    drop(telling);
    let found = exploration.findings.len();
    let findings = exploration.findings.iter().filter(|it| it.comes_again);
    let findings: Vec<Finding> = findings.cloned().collect();
    let names: Vec<String> = findings
        .iter()
        .map(|finding| file_name(finding, dialect))
        .collect();
    let text = |range: std::ops::Range<usize>| scenarios(&findings[range], dialect);
    let written = explored.places.write(&names, text);
    let scripts_written = explored
        .places
        .write_scripts(findings.iter().map(|finding| {
            let files = script(finding, dialect);
            files.ok_or_else(|| title(finding, dialect))
        }));
    let took = explored.begun.elapsed();
    let answer = ExploreReport::of(args, &exploration, took);
    let ended = Ended {
        trouble,
        tried: exploration.sessions,
        not_counted: exploration.not_counted,
        findings: found,
    };
    let exit = explored.finish(&answer, || summary(&exploration, dialect, took), ended)?;
    written?;
    scripts_written?;
    Ok(exit)
}

/// Prints the faults as they are found, and shows progress.
struct Telling {
    progress: Progress,
    dialect: Dialect,
    json: bool,
}

impl Observer for Telling {
    fn explored(&mut self, so_far: &Exploration) {
        self.progress.show(&format!(
            "{} sessions, {} faults",
            so_far.sessions,
            so_far.findings.len()
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
    let mut text = format!("FAULT  {}\n", title(finding, dialect));
    let count = finding.lines.len();
    let last = finding.lines.last().map_or("", String::as_str);
    let _ = writeln!(
        text,
        "  after line {count} (`{last}`): {}",
        visible(&finding.deviation.to_string())
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
        for line in &finding.lines {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
        return text;
    }
    let _ = writeln!(text, "  seed {}; as a scenario:\n", finding.seed);
    for line in scenarios(std::slice::from_ref(finding), dialect).lines() {
        let _ = writeln!(text, "    {line}");
    }
    text.push('\n');
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
    let mut text = format!(
        "{} with {} in {:.1} s: {}\nsituations covered: {} of {}",
        counted(exploration.sessions, "session"),
        counted(exploration.lines, "line"),
        took.as_secs_f64(),
        counted(exploration.findings.len(), "fault"),
        possible().count() - missing.len(),
        possible().count(),
    );
    if !missing.is_empty() {
        let _ = write!(text, "; not covered: {}", missing.join(", "));
    }
    text.push('\n');
    text.push_str(&not_counted_in_words(exploration.not_counted, "session"));
    text
}

/// The result as JSON.
#[derive(Serialize)]
struct ExploreReport<'a> {
    program: &'a str,
    dialect: &'static str,
    seed: u64,
    sessions: usize,
    not_counted: usize,
    lines: usize,
    seconds: f64,
    covered: Vec<&'static str>,
    faults: Vec<FoundFault>,
}

#[derive(Serialize)]
struct FoundFault {
    title: String,
    difference: String,
    like: Vec<&'static str>,
    seed: u64,
    lines: Vec<String>,
    /// If the fault comes again.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<String>,
}

impl<'a> ExploreReport<'a> {
    fn of(args: &'a Args, exploration: &Exploration, took: Duration) -> Self {
        let covered = exploration.covered.iter();
        Self {
            program: args.subject.command(),
            dialect: args.dialect.name(),
            seed: args.seed,
            sessions: exploration.sessions,
            not_counted: exploration.not_counted,
            lines: exploration.lines,
            seconds: took.as_secs_f64(),
            covered: covered.map(|situation| situation.description()).collect(),
            faults: exploration
                .findings
                .iter()
                .map(|finding| FoundFault {
                    title: title(finding, args.dialect),
                    difference: finding.deviation.to_string(),
                    like: finding
                        .like
                        .iter()
                        .map(|fault| fault.description())
                        .collect(),
                    seed: finding.seed,
                    lines: finding.lines.clone(),
                    scenario: finding
                        .comes_again
                        .then(|| scenarios(std::slice::from_ref(finding), args.dialect)),
                })
                .collect(),
        }
    }
}
