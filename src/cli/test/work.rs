//! Selecting what to run.

use super::files::{self, Found, USUAL};
use super::last::{Failed, LastFailed};
use super::load::{self, Candidate, NotedFiles};
use super::misnamed_files;
use super::options::Args;
use super::suites;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::FileSystem;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::tester::report::Identity;
use crate::tester::runner::{Selection, TagExpression};
use crate::tester::{Context, RunSettings};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The tasks of a run, and those that were not selected.
pub struct WorkLoad {
    /// The selected tasks, in order.
    pub selected: Vec<Candidate>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The files that these take in, such as the expected output of a script: names, and hashes
    /// of their texts.
    pub beside: BTreeMap<String, String>,
    /// The tasks that are not selected.
    left_out: Vec<Identity>,
    /// Whether those that failed in the last run were asked for, and none had failed.
    nothing_failed: bool,
}

impl WorkLoad {
    /// Reads all files and selects tasks.
    pub fn read(args: &Args, last: &LastFailed) -> Result<Self, Failure> {
        let tags = args.tag.as_deref().map(TagExpression::parse).transpose()?;
        let mut paths = suites::paths(args)?;
        paths.extend(args.paths.iter().cloned());
        let paths = if !paths.is_empty() {
            paths
        } else if args.rerun_failed {
            last.files()
        } else {
            vec![PathBuf::from(USUAL)]
        };
        let Found { files, strays } = files::found(&paths)?;
        for warning in misnamed_files::warnings(&strays, files::shown) {
            output::report(&warning);
        }
        let noted = NotedFiles::default();
        let tasks = files.iter().flat_map(|path| load::tasks_of(path, &noted));
        let all: Vec<Candidate> = tasks.collect();
        let selection = Selection {
            filters: args.filter.clone(),
            tags,
            shard: args.shard_of_scenarios(),
            keys: args.rerun_failed.then(|| last.keys()),
        };
        if let Some(tags) = &selection.tags {
            let known: BTreeSet<&str> = all
                .iter()
                .flat_map(|candidate| &candidate.task.identity.tags)
                .map(String::as_str)
                .collect();
            tags.check(&known.into_iter().collect::<Vec<_>>())?;
        }
        // The scenarios of a bad file are unknown, so that only the shard can leave it out.
        let of_files = Selection {
            shard: args.shard_of_scenarios(),
            ..Selection::default()
        };
        let mut load = Self {
            selected: Vec::new(),
            files,
            beside: noted.into_hashes(),
            left_out: Vec::new(),
            nothing_failed: args.rerun_failed && last.files().is_empty(),
        };
        for candidate in all {
            let admitting = if candidate.bad { &of_files } else { &selection };
            if admitting.admits(&candidate.task.identity) {
                load.selected.push(candidate);
            } else {
                load.left_out.push(candidate.task.identity);
            }
        }
        Ok(load)
    }

    /// The selected tasks of files that could be read.
    pub fn sound(&self) -> impl Iterator<Item = &Candidate> {
        self.selected.iter().filter(|one| !one.bad)
    }

    /// Whether a scenario that failed earlier is no longer in its file.
    pub fn is_gone(&self, failed: &Failed) -> bool {
        let is_it =
            |identity: &Identity| identity.file == failed.file && identity.name == failed.name;
        let read = self
            .files
            .iter()
            .any(|path| files::shown(path) == failed.file);
        let there = self.selected.iter().any(|one| is_it(&one.task.identity))
            || self.left_out.iter().any(is_it);
        read && !there
    }

    /// Reports the errors of bad files. Returns the number of these.
    pub fn complain(&self, settings: &RunSettings) -> usize {
        let context = Context {
            settings,
            files: &FileSystem,
            stop: &INTERRUPT,
        };
        let bad = self.selected.iter().filter(|candidate| candidate.bad);
        bad.map(|Candidate { task, .. }| {
            let failure = task.work.perform(&task.identity, &context).failure;
            for diagnostic in failure.iter().flat_map(|failure| &failure.diagnostics) {
                output::report(diagnostic);
            }
        })
        .count()
    }

    /// Reports that nothing is selected. That nothing failed in the last run is no failure.
    pub fn nothing_selected(&self, args: &Args) -> Exit {
        let (files, rest) = (self.files.len(), self.left_out.len());
        if self.nothing_failed {
            output::message("nothing to run again: no scenario failed in the last run here\n");
            return Exit::Good;
        }
        let message = if files == 0 {
            "there is no file of scenarios".to_owned()
        } else if rest == 0 {
            format!("there is no scenario in {}", counted(files, "file"))
        } else {
            format!("none of {} is selected", counted(rest, "scenario"))
        };
        let tags: BTreeSet<&str> = self
            .left_out
            .iter()
            .flat_map(|identity| &identity.tags)
            .map(String::as_str)
            .collect();
        let help = (args.tag.is_some() && !tags.is_empty()).then(|| {
            let tags: Vec<&str> = tags.into_iter().collect();
            format!("the tags are {}", tags.join(", "))
        });
        output::report(&Diagnostic::error("nothing-selected", message).with_help(help));
        Exit::NothingSelected
    }
}
