//! Collecting the results of a run while it goes on: reports on stdout and in files, points, what
//! programs of scripts printed (`--keep`), and the exit status.

use super::format::{Format, ReportTo, Style};
use super::options::Args;
use super::progress::Bar;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::result_file::{ResultFile, make_folder, write_each};
use ataxx_core::diagnostic::{Diagnostic, Look};
use ataxx_opponents::dialogue::Dialogue;
use ataxx_testing::grading::{Grade, grade};
use ataxx_testing::report::{
    Identity, Outcome, ProblemKind, Report, Reporter, Rerun, Stopped, Summary,
};
use ataxx_testing::runner::Task;
use ataxx_testing::script;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the reports of a run while it goes on, and keeps its results.
pub struct Recorder {
    outputs: Outputs,
    pub bar: Bar,
    /// Whether expectations that are not met are updated.
    is_updating: bool,
    pub summary: Summary,
    pub results: RunResults,
    /// The points, with `--score`.
    points: Option<Grade>,
    /// The format of stdout.
    format: Format,
    /// Whether stdout could be written. Nothing more is written to it after an error.
    printed: io::Result<()>,
    /// Where `--keep` keeps what the programs of scripts print.
    kept: KeptFiles,
    /// Why some of that could not be kept.
    keep_error: Option<Diagnostic>,
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct RunResults {
    pub verdict: Verdict,
    /// Why the run ended before its end.
    pub stopped: Option<Stopped>,
    /// All reports, where expectations are updated.
    pub reports: Vec<Report>,
    /// The number of scenarios that were run.
    run: usize,
    /// The number of those that were not, as they were skipped or are unsupported.
    not_run: usize,
    /// Why the first of these was not run.
    first_reason: Option<String>,
}

impl RunResults {
    /// Whether every scenario was skipped or is unsupported.
    pub const fn nothing_checked(&self) -> bool {
        self.run == 0 && self.not_run > 0
    }

    /// The message that nothing was checked.
    pub fn why_nothing_checked(&self) -> Diagnostic {
        let message = match self.not_run {
            1 => "nothing was checked: the scenario was not run".to_owned(),
            all => format!("nothing was checked: none of the {all} scenarios was run"),
        };
        let reason = self.first_reason.as_ref();
        let help = reason.map(|reason| format!("the first was not, because {reason}"));
        Diagnostic::error("nothing-checked", message).with_help(help)
    }

    fn count(&mut self, report: &Report) {
        if report.outcome.was_run() {
            self.run += 1;
            return;
        }
        self.not_run += 1;
        if self.first_reason.is_none() {
            self.first_reason.clone_from(&report.reason);
        }
    }
}

impl Recorder {
    /// For the results of these tasks.
    pub fn new(args: &Args, outputs: Outputs, tasks: &[&Task]) -> Result<Self, Diagnostic> {
        let kept = match &args.keep {
            Some(folder) => kept_files(folder, tasks)?,
            None => KeptFiles::new(),
        };
        let format = args.format();
        let points = if args.score {
            format.for_people_or_json("points")?;
            let command = args.command().map(str::to_owned);
            Some(Grade::new(args.tested(), command))
        } else {
            None
        };
        Ok(Self {
            outputs,
            bar: Bar::after(0, tasks.len()),
            is_updating: args.updating().is_some(),
            summary: Summary::default(),
            results: RunResults::default(),
            points,
            format,
            printed: Ok(()),
            kept,
            keep_error: None,
        })
    }

    /// Begins the reports.
    pub fn begin(&mut self) {
        let text = self.outputs.write(|reporter, out| reporter.begin(out));
        self.write(text);
    }

    pub fn report(&mut self, report: Report) {
        if let Err(error) = keep(&self.kept, &report) {
            self.keep_error.get_or_insert(error);
        }
        self.summary.count(&report);
        if let Some(points) = &mut self.points {
            points.count(&report);
        }
        let text = self
            .outputs
            .write(|reporter, out| reporter.report(&report, out));
        self.write(text);
        let results = &mut self.results;
        results.count(&report);
        // Once its expectations are changed nothing is wrong with it.
        let passes_when_updated = self.is_updating && report.passes_with_patches;
        if !passes_when_updated {
            results.verdict.add(&report);
        }
        if self.is_updating {
            // The rest is not used any more, and there may be many.
            results.reports.push(Report {
                dialogue: Dialogue::default(),
                stderr_lines: Vec::new(),
                printed: Vec::new(),
                steps: Vec::new(),
                failure: None,
                warnings: Vec::new(),
                ..report
            });
        }
    }

    /// Ends the reports with the summary, which must be complete but for the scenarios that were
    /// not run, and writes the files, also after Ctrl-C. Returns the results, and whether stdout
    /// could be written.
    pub fn end(
        mut self,
        not_run: Vec<Identity>,
    ) -> Result<(RunResults, io::Result<()>), Diagnostic> {
        self.bar.finish();
        self.summary.not_run = not_run;
        let summary = &self.summary;
        let text = self
            .outputs
            .write(|reporter, out| reporter.end(summary, out));
        self.write(text);
        if let Some(mut points) = self.points.take() {
            points.end(self.summary.not_run.is_empty());
            let text = if self.format == Format::JSON {
                grade::json(&[points]).map(|text| text + "\n")
            } else {
                Ok(format!("\n{}", grade::scenarios(&points)))
            };
            self.write(text.map(String::into_bytes));
        }
        if let Some(why) = &self.summary.start_failure {
            let message = format!("the program could not be started: {why}");
            output::report(&Diagnostic::error("not-started", message));
            self.results.verdict.set_not_started();
        }
        // The files are written even if stdout cannot be.
        let files = self.outputs.files.into_iter();
        let written = files.map(|Output { file, text, .. }| file.write_text(&text));
        write_each(written.chain([self.keep_error.map_or(Ok(()), Err)]))?;
        self.results.stopped = self.summary.stopped;
        Ok((self.results, self.printed))
    }

    fn write(&mut self, text: io::Result<Vec<u8>>) {
        if self.printed.is_err() {
            return;
        }
        self.printed = text.and_then(|text| {
            if text.is_empty() {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&text);
            self.bar.aside(|| output::data(&text))
        });
    }
}

/// All reports of a run.
pub struct Outputs {
    /// None where stdout gets nothing but points.
    stdout: Option<Box<dyn Reporter>>,
    files: Vec<Output>,
}

/// A report that goes into a file.
struct Output {
    reporter: Box<dyn Reporter>,
    file: ResultFile,
    text: Vec<u8>,
}

impl Outputs {
    /// The reports that the command line asks for.
    pub fn new(args: &Args) -> Result<Self, Diagnostic> {
        let style = |look| Style {
            look,
            rerun: Rerun {
                options: args.options(),
                tests_another: args.command().is_some() || !args.selection.suite.is_empty(),
            },
            details: args.details(),
        };
        let look = if output::colors_on_stdout() {
            Look::Colored
        } else {
            Look::Plain
        };
        let format = args.format();
        let is_points = args.score && format == Format::JSON;
        let file = |to: &ReportTo| {
            let reporter = to.format.reporter(&style(Look::Plain));
            Ok(Output {
                reporter: reporter.ok_or_else(|| {
                    let message = "pages are written for a class, by `ataxx grade`";
                    let help = "`html=FILE` writes a page about one program";
                    Diagnostic::error("report", message).with_help([help.to_owned()])
                })?,
                file: ResultFile::at(&to.path)?,
                text: Vec::new(),
            })
        };
        let files = args.report.iter().map(file);
        let stdout = (!is_points).then(|| format.reporter(&style(look)));
        Ok(Self {
            stdout: stdout.flatten(),
            files: files.collect::<Result<_, Diagnostic>>()?,
        })
    }

    /// Calls `action` for each reporter. Returns what goes to stdout.
    fn write(
        &mut self,
        mut action: impl FnMut(&mut dyn Reporter, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Vec<u8>> {
        for output in &mut self.files {
            action(output.reporter.as_mut(), &mut output.text)?;
        }
        let mut text = Vec::new();
        if let Some(stdout) = &mut self.stdout {
            action(stdout.as_mut(), &mut text)?;
        }
        Ok(text)
    }
}

/// The failures of a run, as far as they matter for the exit status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The exit status of the worst failure, and how bad it is: a failure takes precedence over
    /// what could not be run. What is blocked counts as failed where the cause is not reported.
    worst: Option<(u8, Exit)>,
}

impl Verdict {
    /// Adds a report.
    pub fn add(&mut self, report: &Report) {
        let kind = report.failure.as_ref().map(|failure| failure.kind);
        let failure = match (report.outcome, kind) {
            (outcome, _) if !outcome.is_bad() => return,
            (Outcome::Blocked, _) => (0, Exit::Failed),
            (_, Some(ProblemKind::Program(kind))) if kind.is_failed_start() => {
                (2, Exit::NotStarted)
            }
            (Outcome::NotJudged, _) => (4, Exit::Fault),
            (Outcome::Error, _) => (1, Exit::Usage),
            _ => (3, Exit::Failed),
        };
        self.worst = self.worst.max(Some(failure));
    }

    /// Records that the run ended as the program could not be started, which counts more than
    /// what failed before, unless it was a fault of this program.
    fn set_not_started(&mut self) {
        self.worst = self.worst.max(Some((3, Exit::NotStarted)));
    }

    /// The exit status.
    pub fn exit(&self) -> Exit {
        self.worst.map_or(Exit::Good, |(_, exit)| exit)
    }
}

/// The paths of scripts in reports, and those of their kept files without `-1.out`: the files are
/// `NAME-1.out` and `NAME-1.err` of the first program of a script, `NAME-2.out` and `NAME-2.err` of
/// the second.
type KeptFiles = BTreeMap<String, PathBuf>;

/// The kept files of these tasks in a folder, which is made.
fn kept_files(folder: &Path, tasks: &[&Task]) -> Result<KeptFiles, Diagnostic> {
    let files = tasks.iter().map(|task| task.identity.file.as_str());
    let files = files.filter(|file| script::ScriptFormat::of(file).is_some());
    let located = files.map(|file| {
        let path = Path::new(file);
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        (file, path)
    });
    let stems = stems(folder, &located.collect::<Vec<_>>());
    if stems.is_empty() {
        let message = "there is no output to keep: no script of the course is selected";
        let help = "`-v` shows the dialogue of scenarios that fail";
        return Err(Diagnostic::error("keep", message).with_help([help.to_owned()]));
    }
    make_folder(folder)?;
    Ok(stems)
}

/// Keeps what the programs of a script printed. Nothing of a script that was not run.
fn keep(files: &KeptFiles, report: &Report) -> Result<(), Diagnostic> {
    let Some(stem) = files.get(&report.identity.file) else {
        return Ok(());
    };
    if let Some(folder) = stem.parent() {
        make_folder(folder)?;
    }
    for (index, (out, err)) in report.printed.iter().zip(&report.stderr_lines).enumerate() {
        for (text, end) in [(out, "out"), (err, "err")] {
            let mut path = stem.clone().into_os_string();
            path.push(format!("-{}.{end}", index + 1));
            ResultFile::at(Path::new(&path))?.write_text(text)?;
        }
    }
    Ok(())
}

/// The paths of the kept files of scripts, without `-1.out`: the name of the test in the folder.
/// Tests of the same name are distinguished by the folders of their scripts, and in one folder by the
/// ends of their files.
fn stems(folder: &Path, files: &[(&str, PathBuf)]) -> KeptFiles {
    let shared = shared_folder(files.iter().map(|(_, path)| path));
    let ways = files.iter().map(|(file, path)| {
        let format = script::ScriptFormat::of(file);
        let name = format.map_or(*file, |format| format.test_name(file));
        let inside = path.strip_prefix(&shared).unwrap_or(path);
        [
            PathBuf::from(name),
            inside.with_file_name(name),
            inside.to_owned(),
        ]
    });
    let ways: Vec<[PathBuf; 3]> = ways.collect();
    let stem = |((file, _), way): (&(&str, PathBuf), &[PathBuf; 3])| {
        let is_alone = |index: &usize| {
            let same = ways.iter().filter(|other| other[*index] == way[*index]);
            same.count() == 1
        };
        let index = (0..way.len()).find(is_alone).unwrap_or(way.len() - 1);
        ((*file).to_owned(), folder.join(&way[index]))
    };
    files.iter().zip(&ways).map(stem).collect()
}

/// The folder that all these files are in.
fn shared_folder<'a>(files: impl Iterator<Item = &'a PathBuf>) -> PathBuf {
    let folders = files.filter_map(|file| file.parent());
    let shared = folders.map(Path::to_owned).reduce(|one, other| {
        let pairs = one.components().zip(other.components());
        pairs
            .take_while(|(one, other)| one == other)
            .map(|(one, _)| one)
            .collect()
    });
    shared.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_opponents::FailureKind;
    use ataxx_testing::report::{Identity, Problem};

    fn report(outcome: Outcome, kind: ProblemKind) -> Report {
        let mut report = Report::new(Identity::of_file("a.yaml", 1), outcome);
        report.failure = Some(Problem::new(kind, Diagnostic::error("x", "message")));
        report
    }

    fn exit(reports: &[Report]) -> Exit {
        let mut verdict = Verdict::default();
        for report in reports {
            verdict.add(report);
        }
        verdict.exit()
    }

    #[test]
    fn what_failed_counts_most() {
        let of = |kind: ProblemKind| report(kind.outcome(), kind);
        let program = |kind| of(ProblemKind::Program(kind));
        let bad = || of(ProblemKind::Scenario);
        let missing = || program(FailureKind::NotStarted);
        let fail = || of(ProblemKind::Unmet);
        let flaky = report(Outcome::Flaky, ProblemKind::Unmet);
        assert_eq!(exit(&[]), Exit::Good);
        assert_eq!(exit(&[flaky]), Exit::Good);
        assert_eq!(exit(&[bad()]), Exit::Usage);
        assert_eq!(exit(&[bad(), missing()]), Exit::NotStarted);
        assert_eq!(exit(&[bad(), fail(), missing()]), Exit::Failed);
        assert_eq!(exit(&[program(FailureKind::Crash)]), Exit::Failed);
        let panic = || of(ProblemKind::Panic);
        assert_eq!(exit(&[fail(), panic(), missing()]), Exit::Fault);
        assert_eq!(
            exit(&[report(Outcome::NotJudged, ProblemKind::Panic)]),
            Exit::Fault
        );
        assert_eq!(exit(&[program(FailureKind::Timeout(None))]), Exit::Failed);
        let mut unexpected = report(Outcome::UnexpectedPass, ProblemKind::Unmet);
        unexpected.failure = None;
        assert_eq!(exit(&[unexpected]), Exit::Failed);
    }

    fn kept(files: &[&str]) -> Vec<String> {
        let located = files.iter().map(|file| (*file, Path::new("/t").join(file)));
        let stems = stems(Path::new("kept"), &located.collect::<Vec<_>>());
        let shown = |file: &&str| stems[*file].to_string_lossy().into_owned();
        files.iter().map(shown).collect()
    }

    #[test]
    fn kept_files_are_named_as_the_tests() {
        assert_eq!(kept(&["testing/undo-1.in"]), ["kept/undo"]);
        assert_eq!(
            kept(&["a/undo-1.in", "b/pass.inp"]),
            ["kept/undo", "kept/pass"]
        );
    }

    #[test]
    fn no_two_tests_share_a_file() {
        assert_eq!(
            kept(&["t/a/undo-1.in", "t/b/undo-1.in", "t/b/pass-1.in"]),
            ["kept/a/undo", "kept/b/undo", "kept/pass"]
        );
        assert_eq!(
            kept(&["undo-1.in", "b/undo-1.in", "b/undo.inp"]),
            ["kept/undo", "kept/b/undo-1.in", "kept/b/undo.inp"]
        );
        assert_eq!(
            kept(&["t/undo-1.in", "t/undo.inp"]),
            ["kept/undo-1.in", "kept/undo.inp"]
        );
    }
}
