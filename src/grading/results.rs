//! The results of a class, as far as they are known.

use super::class_run::ClassRun;
use crate::report::{ProgramResults, Report, Rerun};
use crate::runner::start_failure;
use ataxx_core::diagnostic::{Diagnostic, text};
use std::path::Path;

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

    /// Adds a result. Returns `false` if there is one already, or no such pair.
    pub fn add(&mut self, pair: Pair, report: Report) -> bool {
        let row = self.reports.get_mut(pair.program);
        match row.and_then(|row| row.get_mut(pair.scenario)) {
            Some(place @ None) => {
                *place = Some(report);
                true
            }
            _ => false,
        }
    }

    /// Adds all results of another part. Returns the first pair of which there is a result
    /// already.
    pub fn add_all(&mut self, other: Self) -> Option<Pair> {
        let mut twice = None;
        for (program, row) in other.reports.into_iter().enumerate() {
            for (scenario, report) in row.into_iter().enumerate() {
                let pair = Pair { program, scenario };
                if report.is_some_and(|report| !self.add(pair, report)) {
                    twice.get_or_insert(pair);
                }
            }
        }
        twice
    }

    /// The pairs without a result, program by program.
    pub fn missing(&self) -> Vec<Pair> {
        let programs = self.run.programs_to_run().into_iter();
        let pairs = programs.flat_map(|program| {
            let row = self.reports[program].iter().enumerate();
            row.filter(|(_, report)| report.is_none())
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
        for (report, identity) in row.into_iter().zip(self.run.scenarios.clone()) {
            match report {
                Some(report) => results.reports.push(report),
                None => results.not_run.push(identity),
            }
        }
        results.start_failure = start_failure(&results.reports);
        results
    }
}

/// Adds the results of the file at `path` to those of the files before it.
pub fn merge(
    all: &mut ClassResults,
    part: ClassResults,
    path: &Path,
    first: &Path,
) -> Result<(), Diagnostic> {
    let [path, first] = [path, first].map(|path| path.display().to_string());
    let [path, first] = [&path, &first].map(|path| text::visible(path));
    if let Some(what) = all.run.difference(&part.run.whole()) {
        let message =
            format!("`{path}` has results of another run than `{first}`: the {what} differ");
        return Err(Diagnostic::error("merge", message));
    }
    if let Some(twice) = all.add_all(part) {
        let program = &all.run.programs[twice.program].name;
        let program = text::visible(program);
        let message = format!("`{path}` has results of `{program}` that another file has too");
        return Err(Diagnostic::error("merge", message));
    }
    Ok(())
}

/// Which results are missing, in words.
pub fn missing_in_words(results: &ClassResults) -> Option<String> {
    /// The most programs that are named.
    const NAMED: usize = 10;
    let missing = results.missing();
    let mut programs: Vec<usize> = missing.iter().map(|pair: &Pair| pair.program).collect();
    programs.dedup();
    let name =
        |&program: &usize| format!("`{}`", text::visible(&results.run.programs[program].name));
    let names: Vec<String> = programs.iter().take(NAMED).map(name).collect();
    let more = programs.len() - names.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let results = text::counted(missing.len(), "result");
    (!missing.is_empty()).then(|| format!("{results} missing: of {}{more}", names.join(", ")))
}
