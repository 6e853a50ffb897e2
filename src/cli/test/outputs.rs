//! The reports of a run, on stdout and in files.

use super::format::{Format, ReportTo};
use super::options::Args;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use crate::tester::report::{Report, Reporter, Rerun, Summary};
use ataxx_core::diagnostic::{Diagnostic, Look};
use std::io::{self, Write};

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
        let rerun = || Rerun {
            options: args.options(),
            tests_another: args.command().is_some() || !args.suite.is_empty(),
        };
        let look = if output::colors_on_stdout() {
            Look::Colored
        } else {
            Look::Plain
        };
        let format = args.format();
        let is_points = args.score && format == Format::Json;
        let file = |to: &ReportTo| {
            Ok(Output {
                reporter: to
                    .format
                    .reporter(Look::Plain, rerun(), args.details())
                    .ok_or_else(only_of_a_class)?,
                file: ResultFile::at(&to.path)?,
                text: Vec::new(),
            })
        };
        let files = args.report.iter().map(file);
        Ok(Self {
            stdout: (!is_points)
                .then(|| format.reporter(look, rerun(), args.details()))
                .flatten(),
            files: files.collect::<Result<_, Diagnostic>>()?,
        })
    }

    /// Begins the reports of a run with this many scenarios. Returns what goes to stdout.
    pub fn begin(&mut self, scenarios: usize) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.begin(scenarios, out))
    }

    /// Reports a scenario. Returns what goes to stdout.
    pub fn tell(&mut self, report: &Report) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.tell(report, out))
    }

    /// Ends the reports. Returns what goes to stdout.
    pub fn end(&mut self, summary: &Summary) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.end(summary, out))
    }

    fn all(
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

    /// Writes the files, also after Ctrl-C.
    pub fn write_files(self) -> Result<(), Diagnostic> {
        let written: Vec<_> = self
            .files
            .into_iter()
            .map(|Output { file, text, .. }| file.write_text(&text))
            .collect();
        written.into_iter().collect()
    }
}

fn only_of_a_class() -> Diagnostic {
    let message = "pages are written for a class: expected `--programs FILE` too";
    let help = "`html=FILE` writes a page about one program";
    Diagnostic::error("report", message).with_help([help.to_owned()])
}
