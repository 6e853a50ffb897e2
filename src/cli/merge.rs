//! `ataxx merge`.

use super::arguments::AudienceOptions;
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, OnInterrupt};
use super::test::{Format, ReportTo, grading};
use super::{batch, input, output};
use crate::grading::is_first_line;
use ataxx_core::diagnostic::{Diagnostic, text};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Combine what was split with --shard: outputs of a --batch, results of a class.
///
/// Prints what a single run would have printed: the answers of a batch in the order of its lines,
/// or the points of a class (`ataxx test --programs`).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Outputs of the parts, in any order; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The batch itself, to check that every line has an answer.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Write a report of a class: csv, html, json or junit to a file, or `pages=FOLDER`;
    /// repeatable.
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<ReportTo>,
    #[command(flatten)]
    audience: AudienceOptions,
    /// Output format of the points of a class [default: human].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Points>,
}

/// What is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Batch,
    Class,
}

impl Kind {
    /// By the start of a file.
    fn of(start: &str) -> Self {
        if is_first_line(start) {
            Self::Class
        } else {
            Self::Batch
        }
    }

    fn parts(self) -> &'static str {
        match self {
            Self::Batch => "outputs of a batch",
            Self::Class => "results of a class",
        }
    }
}

impl Args {
    /// Refuses an option that is for other parts than these.
    fn check_options(&self, kind: Kind) -> Result<(), Diagnostic> {
        let options = [
            ("--batch", self.batch.is_some(), Kind::Batch),
            ("--report", !self.report.is_empty(), Kind::Class),
            ("--format", self.format.is_some(), Kind::Class),
        ];
        let misplaced = options
            .into_iter()
            .find(|&(_, is_given, of)| is_given && of != kind);
        let Some((option, _, of)) = misplaced else {
            return Ok(());
        };
        let message = format!("`{option}` is for {}, not for {}", of.parts(), kind.parts());
        Err(Diagnostic::error("merge", message))
    }

    fn merge_batch(&self) -> Result<Exit, EarlyExit> {
        let mut merged = Merged::default();
        for index in 0..self.files.len() {
            merged.add(&self.files, index)?;
        }
        // The files first: one that does not exist is no batch.
        self.check_options(Kind::Batch)?;
        let missing = match &self.batch {
            Some(file) => merged.missing(file)?,
            None => Vec::new(),
        };
        let mut parts = merged.answers.values();
        let printed = parts.try_for_each(|part| output::data(&part.text));
        if !missing.is_empty() {
            let message = format!("there is no answer to {}", lines_in_words(&missing));
            output::report(&Diagnostic::error("merge", message));
        }
        Exit::good_if(!merged.refused && missing.is_empty()).after(printed)
    }
}

/// The form of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Points {
    /// A table.
    Human,
    /// One JSON object.
    Json,
}

/// The part of an answer that is read.
#[derive(Deserialize)]
struct AnswerLine {
    line: NonZeroUsize,
    error: Option<IgnoredAny>,
}

/// An answer, and the index of the file it is in.
struct Answer {
    text: String,
    file: usize,
}

/// All answers by the input lines that they answer.
#[derive(Default)]
struct Merged {
    answers: BTreeMap<usize, Answer>,
    refused: bool,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let start = start_of(&args.files[0]);
    let kind = Kind::of(&start);
    match kind {
        Kind::Batch => args.merge_batch(),
        Kind::Class => {
            args.check_options(kind)?;
            let format = match args.format {
                None | Some(Points::Human) => Format::HUMAN,
                Some(Points::Json) => Format::JSON,
            };
            let audience = args.audience.visibility();
            grading::merge(&args.files, format, &args.report, audience)
        }
    }
}

/// The start of a file, which shows its kind. Streams have answers of a batch.
fn start_of(path: &Path) -> String {
    let mut start = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // A file that cannot be read is reported when it is read as a whole.
        let _ = file.take(FIRST_BYTES).read_to_end(&mut start);
    }
    String::from_utf8_lossy(&start).into_owned()
}

/// As many bytes of a file as show its kind.
const FIRST_BYTES: u64 = 64;

impl Merged {
    /// Adds the answers of a file.
    fn add(&mut self, files: &[PathBuf], index: usize) -> Result<(), Diagnostic> {
        let path = &files[index];
        let (name, mut stream) = input::open_named(path)?;
        for place in 0.. {
            let line = input::long_line(&mut stream).map_err(|error| error.diagnostic(&name))?;
            let Some(line) = line else {
                break;
            };
            let text = String::from_utf8_lossy(&line).into_owned();
            if text.trim().is_empty() {
                continue;
            }
            let bad = |message: String, column: usize| {
                let column = column.min(text.len());
                Diagnostic::error("merge", message)
                    .at(column..column)
                    .with_source(input::source_at(&name, place + 1, &text))
            };
            let answer: AnswerLine = serde_json::from_str(&text).map_err(|error| {
                let what = match error.classify() {
                    Category::Data => "expected an object with the number of its `line`",
                    Category::Eof => "it is cut off",
                    Category::Syntax | Category::Io => "it is not JSON",
                };
                let message = format!("this is no answer of a batch: {what}");
                bad(message, error.column().saturating_sub(1))
            })?;
            self.refused |= answer.error.is_some();
            let number = answer.line.get();
            match self.answers.entry(number) {
                Entry::Vacant(place) => {
                    let text = text + "\n";
                    place.insert(Answer { text, file: index });
                }
                Entry::Occupied(before) => {
                    let first = input::name(&files[before.get().file]);
                    let message =
                        format!("a second answer to line {number}; the first is in `{first}`");
                    return Err(bad(message, 0));
                }
            }
        }
        Ok(())
    }

    /// The lines of the batch that have no answer.
    fn missing(&self, asked: &Path) -> Result<Vec<usize>, Diagnostic> {
        let asked_lines = batch::questions(asked)?
            .map(|question| question.map(|question| question.line.number))
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(unknown) = self
            .answers
            .keys()
            .find(|line| asked_lines.binary_search(line).is_err())
        {
            let name = input::name(asked);
            let message = format!(
                "there is an answer to line {unknown}, but no position on that line of `{name}`"
            );
            return Err(Diagnostic::error("merge", message));
        }
        let is_missing = |line: &usize| !self.answers.contains_key(line);
        Ok(asked_lines.into_iter().filter(is_missing).collect())
    }
}

/// `line 3`, `lines 3, 5 and 7`, `20 lines, the first of them line 3`.
fn lines_in_words(lines: &[usize]) -> String {
    const MAX: usize = 10;
    match lines {
        [line] => format!("line {line}"),
        [first, ..] if lines.len() > MAX => {
            format!("{} lines, the first of them line {first}", lines.len())
        }
        lines => format!("lines {}", text::list(lines)),
    }
}
