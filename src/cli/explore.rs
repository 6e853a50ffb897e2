//! `ataxx explore`.

use super::arguments::{Json, values};
use super::exit::{Exit, Failure};
use super::input::FileSystem;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use super::result_file::ResultFile;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::opponents::subject::{
    Environment, Options, ProgramLimits, SubjectChoice, Trouble,
};
use ataxx_toolkit::session::Dialect;
use ataxx_toolkit::tester::explore::{
    Difference, Exploration, ExploreSettings, Finding, Observer, Situation, explore, scenarios,
    title,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Search a program for faults with generated sessions.
///
/// Sends thousands of generated sessions to a program with a command language of the course:
/// legal and illegal moves, passes, long runs of jumps, blocks, undo, new games. Its board and
/// the results that it announces are compared with the rules after every line. A session that
/// shows a difference is shrunk to the shortest one that still shows it, and written as a
/// scenario.
///
/// The same seed gives the same sessions. Both sides are played by hand; `ataxx test --suite`
/// tests AIs.
///
/// The exit status is 0 when no fault was found, 1 when one was, 2 when the command line is
/// bad, 3 when the program could not be started, 130 after Ctrl-C.
///
/// Examples:
///   ataxx explore --program 'java -ea ataxx.Main'
///   ataxx explore --program ./ataxx --dialect 2016 --time 60 --out faults.yaml
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The program, a shell command line.
    #[arg(long, value_name = "CMD")]
    program: String,
    /// The dialect that the program speaks.
    #[arg(long, value_name = "YEAR", default_value = "2022", value_parser = values::dialect())]
    dialect: Dialect,
    /// The number of sessions.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    sessions: u32,
    /// The time after which no further session is begun, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    time: Option<Duration>,
    /// The seed of the first session; each other has the next.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The number of different faults after which the search ends.
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..))]
    faults: u16,
    /// Start the program anew for each session, not with `new` or `clear`.
    #[arg(long)]
    fresh: bool,
    /// The time for an answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(3600))]
    timeout: Duration,
    /// Write the faults to this file, as scenarios.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

/// How many sessions one process of the program carries out.
const REUSE: usize = 25;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let out = args.out.as_deref().map(ResultFile::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let own_program = std::env::current_exe().ok();
    let environment = Environment {
        files: &FileSystem,
        stop: &INTERRUPT,
        limits: ProgramLimits::default(),
        own_program: own_program.as_deref(),
    };
    let settings = ExploreSettings {
        subject: SubjectChoice::Program(args.program.clone()),
        options: Options {
            dialect: args.dialect,
            ..Options::default()
        },
        seed: args.seed,
        sessions: args.sessions as usize,
        until: args.time.map(|time| begun + time),
        patience: args.timeout,
        reuse: if args.fresh { 1 } else { REUSE },
        findings: usize::from(args.faults),
    };
    let mut telling = Telling {
        progress: Progress::lines(),
        dialect: args.dialect,
        json: args.json.wanted,
    };
    let (exploration, trouble) = explore(&settings, &environment, &mut telling);
    drop(telling);
    if let Some(out) = out {
        out.write_text(&scenarios(&exploration.findings, args.dialect))?;
    }
    let answer = ExploreReport::of(args, &exploration, begun.elapsed());
    args.json
        .print(&answer, || summary(&exploration, begun.elapsed()))?;
    Ok(match trouble {
        Some(Trouble::Interrupted) => Exit::Interrupted,
        Some(trouble) => {
            output::report(&Diagnostic::error("program", message(trouble)));
            Exit::NotStarted
        }
        None if exploration.findings.is_empty() => Exit::Good,
        None => Exit::Failed,
    })
}

fn message(trouble: Trouble) -> String {
    match trouble {
        Trouble::NotStarted(message)
        | Trouble::Unsupported(message)
        | Trouble::TimeOut(message)
        | Trouble::Crash(message)
        | Trouble::Wrong(message)
        | Trouble::Refused(message) => message,
        Trouble::Interrupted => "interrupted".to_owned(),
    }
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
            difference.deviation
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
    let mut text = format!("FAULT  {}\n", title(finding));
    let count = finding.lines.len();
    let last = finding.lines.last().map_or("", String::as_str);
    let _ = writeln!(
        text,
        "  after line {count} (`{last}`): {}",
        finding.deviation
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
    let _ = writeln!(text, "  seed {}; as a scenario:\n", finding.seed);
    for line in scenarios(std::slice::from_ref(finding), dialect).lines() {
        let _ = writeln!(text, "    {line}");
    }
    text.push('\n');
    text
}

fn summary(exploration: &Exploration, took: Duration) -> String {
    let covered = &exploration.covered;
    let missing: Vec<&str> = Situation::ALL
        .iter()
        .filter(|situation| !covered.contains(situation))
        .map(|situation| situation.description())
        .collect();
    let mut text = format!(
        "{} sessions with {} lines in {:.1} s: {} faults\nsituations covered: {} of {}",
        exploration.sessions,
        exploration.lines,
        took.as_secs_f64(),
        exploration.findings.len(),
        covered.len(),
        Situation::ALL.len(),
    );
    if !missing.is_empty() {
        let _ = write!(text, "; not covered: {}", missing.join(", "));
    }
    text.push('\n');
    text
}

/// The result as JSON.
#[derive(Serialize)]
struct ExploreReport<'a> {
    program: &'a str,
    dialect: &'static str,
    seed: u64,
    sessions: usize,
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
    scenario: String,
}

impl<'a> ExploreReport<'a> {
    fn of(args: &'a Args, exploration: &Exploration, took: Duration) -> Self {
        let covered = exploration.covered.iter();
        Self {
            program: &args.program,
            dialect: args.dialect.name(),
            seed: args.seed,
            sessions: exploration.sessions,
            lines: exploration.lines,
            seconds: took.as_secs_f64(),
            covered: covered.map(|situation| situation.description()).collect(),
            faults: exploration
                .findings
                .iter()
                .map(|finding| FoundFault {
                    title: title(finding),
                    difference: finding.deviation.to_string(),
                    like: finding
                        .like
                        .iter()
                        .map(|fault| fault.description())
                        .collect(),
                    seed: finding.seed,
                    lines: finding.lines.clone(),
                    scenario: scenarios(std::slice::from_ref(finding), args.dialect),
                })
                .collect(),
        }
    }
}
