//! What a run of a class consists of.

use super::super::load::hash_of;
use super::super::options::Args;
use super::super::programs::NamedProgram;
use super::super::work::WorkLoad;
use crate::shard::Shard;
use crate::tester::report::{Identity, IdentityRecord};
use serde::{Deserialize, Serialize};
use std::fs;

/// What a run of a class consists of: the first line of the file of its results. Two runs with
/// the same one do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassRun {
    /// That this is a file of results, for programs that read it.
    ataxx: Kind,
    /// The version of the form.
    version: u32,
    /// The part of the class that is run, of all programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// All programs of the class.
    pub programs: Vec<NamedProgram>,
    /// The scenarios.
    scenarios: Vec<IdentityRecord>,
    /// The files of scenarios and what they take in, with the hashes of their texts.
    files: Vec<(String, String)>,
    /// The options that change what a scenario does.
    pub options: Vec<String>,
    retries: u32,
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
pub const MARK: &str = "{\"ataxx\":\"class-results\"";

/// The version of the form.
const VERSION: u32 = 1;

impl ClassRun {
    /// The run that the command line asks for.
    pub fn new(args: &Args, programs: Vec<NamedProgram>, load: &WorkLoad) -> Self {
        let sound = load.selected.iter().filter(|one| !one.bad);
        let text_of = |path| fs::read(path).unwrap_or_default();
        let hashed = |path| hash_of(&String::from_utf8_lossy(&text_of(path)));
        let files = load.files.iter();
        Self {
            ataxx: Kind::ClassResults,
            version: VERSION,
            shard: args.shard.shard.map(|shard| shard.to_string()),
            programs,
            scenarios: sound
                .map(|one| IdentityRecord::from(one.task.identity.clone()))
                .collect(),
            files: files
                .map(|path| (path.display().to_string(), hashed(path)))
                .chain(load.beside.clone())
                .collect(),
            options: args.options(),
            retries: args.plan().retries,
            bad_files: load.selected.len() - load.sound().count(),
        }
    }

    /// The part of the class, as `3/8`.
    pub fn shard(&self) -> Option<&str> {
        self.shard.as_deref()
    }

    /// The scenarios in order.
    pub fn scenarios(&self) -> impl Iterator<Item = Identity> {
        self.scenarios.iter().cloned().map(Identity::from)
    }

    /// The number of scenarios.
    pub fn number_of_scenarios(&self) -> usize {
        self.scenarios.len()
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
            (self.version != other.version, "version of ataxx"),
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
