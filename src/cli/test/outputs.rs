//! In which forms a run is told, and where.

use super::options::Args;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use ataxx_toolkit::diagnostic::{Diagnostic, Look, nearest};
use ataxx_toolkit::tester::report::{
    Csv, Github, Html, Human, Json, JsonLines, Junit, Report, Reporter, Rerun, Summary, Tap,
};
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

/// The form in which stdout tells of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people: short on success, failures in full.
    Human,
    /// One JSON object at the end.
    Json,
    /// One line of JSON for each scenario as it ends, and one for the summary.
    Jsonl,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Annotations for GitHub workflows.
    Github,
}

/// The form of a file that tells of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Csv,
    Html,
    Human,
    Json,
    Jsonl,
    Junit,
    Tap,
}

impl Kind {
    const ALL: [(&'static str, Self); 7] = [
        ("csv", Self::Csv),
        ("html", Self::Html),
        ("human", Self::Human),
        ("json", Self::Json),
        ("jsonl", Self::Jsonl),
        ("junit", Self::Junit),
        ("tap", Self::Tap),
    ];
}

/// A file to write, and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo {
    pub kind: Kind,
    pub path: PathBuf,
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Kind::ALL.map(|(name, _)| name);
        let Some((kind, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("expected a kind and a file, like junit=FILE".to_owned());
        };
        let Some((_, known)) = Kind::ALL.into_iter().find(|(name, _)| *name == kind) else {
            let near = nearest(kind, names)
                .map_or_else(String::new, |near| format!("; did you mean {near}?"));
            let all = names.join(", ");
            return Err(format!("expected a kind of report ({all}){near}"));
        };
        Ok(Self {
            kind: known,
            path: path.into(),
        })
    }
}

/// All who tell of a run.
pub struct Outputs {
    stdout: Box<dyn Reporter>,
    files: Vec<Output>,
}

/// Somebody who tells nothing.
struct Silent;

impl Reporter for Silent {
    fn tell(&mut self, _: &Report, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A file that will tell of a run.
struct Output {
    reporter: Box<dyn Reporter>,
    file: ResultFile,
    text: Vec<u8>,
}

impl Outputs {
    /// All who are to tell of a run.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, which is found out before the work.
    pub fn new(args: &Args) -> Result<Self, Diagnostic> {
        let rerun = || Rerun {
            options: args.options(),
        };
        let look = if output::colors_on_stdout() {
            Look::Colored
        } else {
            Look::Plain
        };
        let stdout: Box<dyn Reporter> = match args.format() {
            Format::Human => Box::new(Human::new(look, rerun())),
            // Then the points are all that is told.
            Format::Json if args.score => Box::new(Silent),
            Format::Json => Box::new(Json::default()),
            Format::Jsonl => Box::new(JsonLines),
            Format::Tap => Box::new(Tap::default()),
            Format::Github => Box::new(Github),
        };
        let file = |to: &ReportTo| {
            let reporter: Box<dyn Reporter> = match to.kind {
                Kind::Human => Box::new(Human::new(Look::Plain, rerun())),
                Kind::Json => Box::new(Json::default()),
                Kind::Jsonl => Box::new(JsonLines),
                Kind::Junit => Box::new(Junit::new(rerun())),
                Kind::Tap => Box::new(Tap::default()),
                Kind::Html => Box::new(Html::new(rerun())),
                Kind::Csv => Box::new(Csv),
            };
            Ok(Output {
                reporter,
                file: ResultFile::at(&to.path)?,
                text: Vec::new(),
            })
        };
        let files = args.report.iter().map(file);
        Ok(Self {
            stdout,
            files: files.collect::<Result<_, Diagnostic>>()?,
        })
    }

    /// So many scenarios are going to be run; what is to be written to stdout.
    pub fn begin(&mut self, scenarios: usize) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.begin(scenarios, out))
    }

    /// This came of a scenario; what is to be written to stdout.
    pub fn tell(&mut self, report: &Report) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.tell(report, out))
    }

    /// This came of all of them; what is to be written to stdout.
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
        action(self.stdout.as_mut(), &mut text)?;
        Ok(text)
    }

    /// Writes the files, also after Ctrl-C.
    ///
    /// # Errors
    ///
    /// When one cannot be written; the others are.
    pub fn write_files(self) -> Result<(), Diagnostic> {
        let written: Vec<_> = self
            .files
            .into_iter()
            .map(|Output { file, text, .. }| file.write_text(&text))
            .collect();
        written.into_iter().collect()
    }
}
