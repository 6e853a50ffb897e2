//! Searching an engine of UAI or an agent of Reloaded.

use super::options::{Ended, Explored, NOT_AGAIN, coverage_and_end, indented};
use crate::cli::exit::{Exit, Failure};
use crate::cli::progress::Progress;
use crate::explore::{
    EngineExploration, EngineFinding, ExploreSettings, Kind, engine_scenarios, explore_engine,
    rules_of,
};
use crate::opponents::subject::Environment;
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::text::counted;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Searches, and writes what was found.
pub fn run(
    explored: &Explored,
    settings: &ExploreSettings,
    environment: &Environment,
) -> Result<Exit, Failure> {
    let progress = Progress::lines();
    let (exploration, failure) = explore_engine(settings, environment, &mut |so_far| {
        let faults = so_far.findings.len();
        progress.show(&format!("{} positions, {faults} faults", so_far.positions));
    });
    drop(progress);
    let findings = exploration.findings.iter().filter(|it| it.comes_again);
    let findings: Vec<EngineFinding> = findings.cloned().collect();
    let names: Vec<String> = findings.iter().map(EngineFinding::file_name).collect();
    let written = explored.write(&names, |range| engine_scenarios(&findings[range]));
    let took = explored.begun.elapsed();
    let args = explored.args;
    let answer = EngineReport {
        program: args.subject.command(),
        seed: args.seed,
        positions: exploration.positions,
        not_counted: exploration.not_counted,
        seconds: took.as_secs_f64(),
        ended_early: exploration.ended_early.as_deref(),
        covered: exploration
            .covered
            .iter()
            .map(|kind| kind.description())
            .collect(),
        faults: exploration.findings.iter().map(FoundFault::of).collect(),
    };
    let rules = rules_of(&settings.subject);
    let ended = Ended {
        failure,
        tried: exploration.positions,
        not_counted: exploration.not_counted,
        findings: exploration.findings.len(),
    };
    let exit = explored.finish(&answer, || text(&exploration, &rules, took), ended)?;
    written?;
    Ok(exit)
}

fn text(exploration: &EngineExploration, rules: &Rules, took: Duration) -> String {
    let mut text = String::new();
    for finding in &exploration.findings {
        let _ = writeln!(text, "FAULT  {}\n  {}", finding.title(), finding.wrong);
        if !finding.comes_again {
            let (seed, position) = (finding.seed, finding.game.position());
            let _ = writeln!(text, "  seed {seed}, position {position}; {NOT_AGAIN}\n");
            continue;
        }
        let _ = writeln!(text, "  seed {}; as a scenario:\n", finding.seed);
        text += &indented(engine_scenarios(std::slice::from_ref(finding)).lines());
    }
    let covered = &exploration.covered;
    let possible = || Kind::ALL.iter().copied().filter(|kind| kind.is_in(rules));
    let missing = possible().filter(|kind| !covered.contains(kind));
    let missing: Vec<&str> = missing.map(Kind::description).collect();
    let _ = write!(
        text,
        "{} in {:.1} s: {}\npositions covered: {} of {} kinds",
        counted(exploration.positions, "position"),
        took.as_secs_f64(),
        counted(exploration.findings.len(), "fault"),
        covered.len(),
        possible().count(),
    );
    let ended_early = exploration.ended_early.as_deref();
    text + &coverage_and_end(&missing, exploration.not_counted, "position", ended_early)
}

/// The result as JSON.
#[derive(Serialize)]
struct EngineReport<'a> {
    program: &'a str,
    seed: u64,
    positions: usize,
    not_counted: usize,
    seconds: f64,
    /// Why the search has ended before its time, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<&'a str>,
    covered: Vec<&'static str>,
    faults: Vec<FoundFault>,
}

#[derive(Serialize)]
struct FoundFault {
    title: String,
    wrong: String,
    seed: u64,
    position: String,
    /// If the fault comes again.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<String>,
}

impl FoundFault {
    fn of(finding: &EngineFinding) -> Self {
        Self {
            title: finding.title(),
            wrong: finding.wrong.to_string(),
            seed: finding.seed,
            position: finding.game.position().to_string(),
            scenario: finding
                .comes_again
                .then(|| engine_scenarios(std::slice::from_ref(finding))),
        }
    }
}
