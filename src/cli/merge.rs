//! `ataxx merge`.

use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, OnInterrupt};
use super::match_::decide;
use super::{batch, input, output};
use ataxx_core::diagnostic::{Diagnostic, text};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Combine the outputs of a --batch, or the test of a match, that was split with --shard.
///
/// Prints what a single run of the batch would have printed: the answers in the order of the lines.
/// With --sprt it prints the state of the sequential test of a match, from the sum of the pairs of
/// all parts; the exit status is 1 while there is more to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Outputs of the parts, in any order; `-` is standard input. With --sprt the folders of the
    /// parts.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The batch itself, to check that every line has an answer.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Decide a match with --sprt whose parts are being played.
    #[arg(long, conflicts_with = "batch")]
    sprt: bool,
    /// Write the decision to this file, which ends the parts that were given the same --stop-file.
    #[arg(long, value_name = "FILE", requires = "sprt")]
    stop_file: Option<PathBuf>,
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
    if args.sprt {
        return decide(&args.files, args.stop_file.as_deref());
    }
    let mut merged = Merged::default();
    for index in 0..args.files.len() {
        merged.add(&args.files, index)?;
    }
    let missing = match &args.batch {
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
