//! The reports of a run: formats, stdout and files.

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

/// The format of a report. Not all of them go to stdout, and not all into a file.
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
    #[value(skip)]
    Csv,
    #[value(skip)]
    Html,
    #[value(skip)]
    Junit,
}

impl Format {
    /// The formats of files, with their names.
    const OF_FILES: [(&'static str, Self); 7] = [
        ("csv", Self::Csv),
        ("html", Self::Html),
        ("human", Self::Human),
        ("json", Self::Json),
        ("jsonl", Self::Jsonl),
        ("junit", Self::Junit),
        ("tap", Self::Tap),
    ];

    fn reporter(self, look: Look, rerun: Rerun) -> Box<dyn Reporter> {
        match self {
            Self::Human => Box::new(Human::new(look, rerun)),
            Self::Json => Box::new(Json::default()),
            Self::Jsonl => Box::new(JsonLines),
            Self::Tap => Box::new(Tap::default()),
            Self::Github => Box::new(Github),
            Self::Csv => Box::new(Csv),
            Self::Html => Box::new(Html::new(rerun)),
            Self::Junit => Box::new(Junit::new(rerun)),
        }
    }
}

/// A report file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo {
    pub format: Format,
    pub path: PathBuf,
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Format::OF_FILES.map(|(name, _)| name);
        let Some((kind, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("expected a kind and a file, like junit=FILE".to_owned());
        };
        let mut known = Format::OF_FILES.into_iter();
        let Some((_, format)) = known.find(|(name, _)| *name == kind) else {
            let near = nearest(kind, names)
                .map_or_else(String::new, |near| format!("; did you mean {near}?"));
            let all = names.join(", ");
            return Err(format!("expected a kind of report ({all}){near}"));
        };
        Ok(Self {
            format,
            path: path.into(),
        })
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
        let format = args.format();
        let is_points = args.score && format == Format::Json;
        let file = |to: &ReportTo| {
            Ok(Output {
                reporter: to.format.reporter(Look::Plain, rerun()),
                file: ResultFile::at(&to.path)?,
                text: Vec::new(),
            })
        };
        let files = args.report.iter().map(file);
        Ok(Self {
            stdout: (!is_points).then(|| format.reporter(look, rerun())),
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
