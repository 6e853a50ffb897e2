//! A class: its programs, what a run of it consists of, and its results as far as they are known.

use crate::report::{
    CLASS_RESULTS_VERSION, Identity, Outcome, ProgramResults, Report, Rerun, readable,
};
use crate::runner::start_failure;
use ataxx_core::diagnostic::text::{counted, visible};
use ataxx_core::diagnostic::{Diagnostic, Source};
use ataxx_core::presentation::{Side, aligned};
use ataxx_storage::Shard;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;

/// A program to grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedProgram {
    pub name: String,
    /// The command line that starts it.
    pub command: String,
}

/// Reads the text of a file of programs: a line each, `NAME = COMMAND` or a command line that is
/// also the name. A `#` at the start of a line or after a blank begins a comment.
pub fn programs(name: &str, text: &str) -> Result<Vec<NamedProgram>, Diagnostic> {
    // What a program wrote about a class is no class: its lines would all be taken for commands.
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    if first.is_some_and(|line| serde_json::from_str::<Map<String, Value>>(line).is_ok()) {
        let message = format!("`{}` has JSON in it, not a list of programs", visible(name));
        let help = "expected a command line or `NAME = COMMAND` on each line; with `--resume`, \
                    `--results` names a file of results";
        return Err(Diagnostic::error("programs", message).with_help([help.to_owned()]));
    }
    parse(text).map_err(|(span, message)| {
        let source = Source {
            name: Some(name.to_owned()),
            first_line: 1,
            text: text.to_owned(),
        };
        let diagnostic = Diagnostic::error("programs", message);
        diagnostic.at(span).with_source(source)
    })
}

/// An error: its place and message.
type Fault = (Range<usize>, String);

fn parse(text: &str) -> Result<Vec<NamedProgram>, Fault> {
    let mut entries: Vec<NamedProgram> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len();
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        let entry = entry(line).map_err(|message| (span.clone(), message.to_owned()))?;
        if entries.iter().any(|other| other.name == entry.name) {
            let message = "there is a program of this name already; call it `NAME = COMMAND`";
            return Err((span, message.to_owned()));
        }
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err((0..0, "there is no program in it".to_owned()));
    }
    Ok(entries)
}

fn without_comment(line: &str) -> &str {
    let begins = |&(place, _): &(usize, &str)| {
        let before = line[..place].chars().next_back();
        before.is_none_or(char::is_whitespace)
    };
    let comment = line.match_indices('#').find(begins);
    comment.map_or(line, |(place, _)| &line[..place])
}

/// A line that is not empty. A `=` with blanks around it ends the name; any other is part of
/// the command.
fn entry(line: &str) -> Result<NamedProgram, &'static str> {
    let padded = format!("{line} ");
    let (name, command) = match padded.split_once(" = ") {
        Some((name, command)) => (name.trim(), command.trim()),
        None if line.starts_with('=') => ("", line),
        None => (line, line),
    };
    if name.is_empty() {
        return Err("the name before `=` is missing");
    }
    if command.is_empty() {
        return Err("the command after `=` is missing");
    }
    Ok(NamedProgram {
        name: name.to_owned(),
        command: command.to_owned(),
    })
}

/// What a run of a class consists of: the first line of the file of its results. Two runs with
/// the same one do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassRun {
    /// That this is a file of results, for programs that read it.
    ataxx: Kind,
    /// The version of the form.
    version: u32,
    /// The part of the class that is run, of all programs: `3/8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// All programs of the class.
    pub programs: Vec<NamedProgram>,
    pub scenarios: Vec<Identity>,
    /// The files of scenarios and what these read, with the hashes of their texts.
    pub files: Vec<(String, String)>,
    /// The options that change what a scenario does.
    pub options: Vec<String>,
    pub retries: u32,
    /// The number of files that cannot be read or parsed.
    pub bad_files: usize,
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    ClassResults,
}

/// The text with which the first line of a file of results begins.
const MARK: &str = "{\"ataxx\":\"class-results\"";

impl ClassRun {
    /// A run of these scenarios with these programs.
    pub fn new(programs: Vec<NamedProgram>, scenarios: Vec<Identity>) -> Self {
        Self {
            ataxx: Kind::ClassResults,
            version: CLASS_RESULTS_VERSION,
            shard: None,
            programs,
            scenarios,
            files: Vec::new(),
            options: Vec::new(),
            retries: 0,
            bad_files: 0,
        }
    }

    /// Whether this version of the program reads the results of the run.
    pub fn is_readable(&self) -> bool {
        self.version == CLASS_RESULTS_VERSION
    }

    /// The indices of the programs that are run: those of the part.
    pub fn programs_to_run(&self) -> Vec<usize> {
        let shard: Option<Shard> = self.shard.as_deref().and_then(|text| text.parse().ok());
        let is_in_part = |&index: &usize| shard.is_none_or(|shard| shard.takes(index as u64));
        (0..self.programs.len()).filter(is_in_part).collect()
    }

    /// The same run of the whole class.
    pub fn whole(&self) -> Self {
        Self {
            shard: None,
            ..self.clone()
        }
    }

    /// What is different in another run, in words.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let differs = [
            (self.programs != other.programs, "list of programs"),
            (self.shard != other.shard, "part of the class"),
            (self.files != other.files, "files of scenarios"),
            (self.scenarios != other.scenarios, "selection of scenarios"),
            (self != other, "options"),
        ];
        let first = differs.into_iter().find(|(differs, _)| *differs);
        first.map(|(_, what)| what)
    }
}

/// Whether a text is the first line of a file of results.
pub fn is_first_line(text: &str) -> bool {
    text.starts_with(MARK)
}

/// Whether a text may be the beginning of the first line, all that a run left that was killed at
/// once.
pub(super) fn is_cut_first_line(text: &str) -> bool {
    MARK.starts_with(text)
}

/// What a run would do.
#[derive(Serialize)]
pub struct Plan<'a> {
    programs: Vec<&'a NamedProgram>,
    scenarios: usize,
    runs: usize,
    /// Scenarios that run alone with `--exclusive`.
    with_ai: usize,
    points: u32,
    /// The points of the scenarios with each tag.
    tags: BTreeMap<&'a str, u32>,
}

impl<'a> Plan<'a> {
    /// What a run would do; `with_ai` is the number of its scenarios with AIs.
    pub fn of(run: &'a ClassRun, with_ai: usize) -> Self {
        let programs = run.programs_to_run().into_iter();
        let programs: Vec<_> = programs.map(|index| &run.programs[index]).collect();
        let mut tags = BTreeMap::new();
        for identity in &run.scenarios {
            for tag in &identity.tags {
                *tags.entry(tag.as_str()).or_default() += identity.points;
            }
        }
        let scenarios = run.scenarios.len();
        Self {
            runs: programs.len() * scenarios,
            programs,
            scenarios,
            with_ai,
            points: run.scenarios.iter().map(|identity| identity.points).sum(),
            tags,
        }
    }

    /// The programs, and the points of the scenarios.
    pub fn in_words(&self) -> String {
        let row = |[name, value]: [&str; 2]| {
            vec![readable(name).into_owned(), readable(value).into_owned()]
        };
        let programs = self.programs.iter();
        let mut rows = vec![row(["program", "command"])];
        rows.extend(programs.map(|one| row([&one.name, &one.command])));
        let programs = aligned(&rows, &[Side::Left]);
        let mut rows = vec![row(["tag", "points"])];
        let tags = self.tags.iter();
        rows.extend(tags.map(|(tag, points)| row([tag, &points.to_string()])));
        rows.push(row(["total", &self.points.to_string()]));
        let points = aligned(&rows, &[Side::Left, Side::Right]);
        let (scenarios, ai) = (counted(self.scenarios, "scenario"), self.with_ai);
        let runs = counted(self.runs, "run");
        let total = counted(self.programs.len(), "program");
        format!("{programs}\n{points}\n{total}, {scenarios} ({ai} with AIs): {runs}\n")
    }
}

/// The results of a class, as far as they are known.
#[derive(Debug)]
pub struct ClassResults {
    pub run: ClassRun,
    /// By program and scenario.
    reports: Vec<Vec<Option<Report>>>,
}

/// A program and a scenario, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub program: usize,
    pub scenario: usize,
}

impl ClassResults {
    /// No result.
    pub fn new(run: ClassRun) -> Self {
        let row = vec![None; run.scenarios.len()];
        Self {
            reports: vec![row; run.programs.len()],
            run,
        }
    }

    /// The result of a pair, if it is known.
    pub fn report(&self, pair: Pair) -> Option<&Report> {
        self.reports.get(pair.program)?.get(pair.scenario)?.as_ref()
    }

    /// Whether the result of a pair is known.
    pub fn has(&self, pair: Pair) -> bool {
        !is_missing(self.report(pair))
    }

    /// Adds a result, unless there is one already, or no such pair.
    pub fn add(&mut self, pair: Pair, report: Report) {
        let row = self.reports.get_mut(pair.program);
        match row.and_then(|row| row.get_mut(pair.scenario)) {
            Some(place) if is_missing(place.as_ref()) => *place = Some(report),
            _ => {}
        }
    }

    /// The pairs without a result, program by program.
    pub fn missing(&self) -> Vec<Pair> {
        let programs = self.run.programs_to_run().into_iter();
        let pairs = programs.flat_map(|program| {
            let row = self.reports[program].iter().enumerate();
            row.filter(|(_, report)| is_missing(report.as_ref()))
                .map(move |(scenario, _)| Pair { program, scenario })
        });
        pairs.collect()
    }

    /// The number of pairs to run.
    pub fn total(&self) -> usize {
        self.run.programs_to_run().len() * self.run.scenarios.len()
    }

    /// The results of each program that is run.
    pub fn of_programs(mut self) -> Vec<ProgramResults> {
        let programs = self.run.programs_to_run().into_iter();
        programs.map(|program| self.of_program(program)).collect()
    }

    fn of_program(&mut self, program: usize) -> ProgramResults {
        let row = std::mem::take(&mut self.reports[program]);
        let named = &self.run.programs[program];
        let mut options = vec!["--program".to_owned(), named.command.clone()];
        options.extend(self.run.options.iter().cloned());
        let mut results = ProgramResults {
            name: named.name.clone(),
            command: named.command.clone(),
            rerun: Rerun {
                options,
                tests_another: true,
            },
            ..ProgramResults::default()
        };
        results.start_failure = start_failure(row.iter().flatten());
        for (report, identity) in row.into_iter().zip(self.run.scenarios.clone()) {
            match report.filter(|report| !report.is_of_failed_wrapper()) {
                Some(report) => results.reports.push(report),
                None => results.not_run.push(identity),
            }
        }
        results
    }
}

/// Whether there is no result of a program in this place, which a wrapper that has failed and a
/// fault of this program do not give, either.
fn is_missing(report: Option<&Report>) -> bool {
    report.is_none_or(|it| it.is_of_failed_wrapper() || it.outcome == Outcome::NotJudged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, String)> {
        let entries = parse(text).expect(text);
        let pair = |entry: NamedProgram| (entry.name, entry.command);
        entries.into_iter().map(pair).collect()
    }

    #[test]
    fn a_line_each() {
        let text = "# a class\nanna = java -Dx=y Main # hers\r\n\n  ./bert.sh a#b\nA=1 ./c\n";
        let expected = [
            ("anna", "java -Dx=y Main"),
            ("./bert.sh a#b", "./bert.sh a#b"),
            ("A=1 ./c", "A=1 ./c"),
        ];
        let expected = expected.map(|(name, command)| (name.to_owned(), command.to_owned()));
        assert_eq!(parsed(text), expected);
    }

    #[test]
    fn a_file_of_results_is_no_list_of_programs() {
        for text in [
            "{\"ataxx\":\"class-results\"}\n{}\n",
            "\n{\"outcome\":\"pass\"}",
        ] {
            let refused = programs("class.jsonl", text).expect_err(text);
            assert_eq!(
                refused.message,
                "`class.jsonl` has JSON in it, not a list of programs"
            );
        }
        assert!(programs("class.txt", "{ ./a; }").is_ok());
    }

    #[test]
    fn errors_have_a_place() {
        for (text, span, words) in [
            ("", 0..0, "no program"),
            ("# nobody\n", 0..0, "no program"),
            ("a = b\n = c\n", 6..10, "name"),
            ("a =\n", 0..3, "command"),
            ("a = b\na = c", 6..11, "already"),
        ] {
            let (at, message) = parse(text).expect_err(text);
            assert_eq!(at, span, "{text:?}");
            assert!(message.contains(words), "{message}");
        }
    }
}
