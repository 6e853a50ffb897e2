//! What a run of a class consists of.

use super::programs::NamedProgram;
use crate::presentation::{Side, aligned};
use crate::report::{CLASS_RESULTS_VERSION, Identity, readable};
use crate::shard::Shard;
use ataxx_core::diagnostic::text::counted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// The scenarios.
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
