//! Many positions from one stream, and an answer to each.
//!
//! A line of the stream is a position, optionally followed by `; id NAME` or other operations
//! of EPD; a `#` begins a comment, and lines without a position are skipped. Each other line
//! gets one line of JSON, in the same order and flushed at once, so that a program can wait
//! for an answer before it sends the next position.

use super::arguments::ShardOption;
use super::exit::{EarlyExit, Exit};
use super::input::{self, NumberedLine};
use super::output;
use super::progress::Progress;
use ataxx_core::board::Position;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{PositionLine, ReadPosition};
use serde::Serialize;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The positions of a batch.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("shard", |shard| shard.requires("batch").help(
    "Process one part of the lines: `2/5` is the second of five; `ataxx merge` combines \
     the outputs"
)))]
pub struct Args {
    /// Process a file of positions, one per line, optionally followed by `; id NAME`, and print a
    /// line of JSON for each; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "surplus", "moves"]
    )]
    pub batch: Option<PathBuf>,
    #[command(flatten)]
    pub shard: ShardOption,
}

/// The line of JSON for a position.
#[derive(Serialize)]
struct AnswerLine<A> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    answer: Answer<A>,
}

/// An answer, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<A> {
    Found(A),
    Refused {
        error: String,
        /// The place of the error on the line, counted from 1 in characters.
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        /// A hint.
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<String>,
    },
}

/// Answers the positions of a stream, or those of a shard. The command fails if one has no
/// answer.
///
/// The shards take the lines that are not empty in turn, so that all have about as much to
/// do, and each can begin without reading to the end.
pub fn run<A: Serialize>(
    path: &Path,
    shard: ShardOption,
    mut answer: impl FnMut(Position) -> Result<A, EarlyExit>,
) -> Result<Exit, EarlyExit> {
    let progress = progress(path);
    let (mut done, mut refused) = (0, 0);
    let mut has_warned = false;
    for (number, question) in (0..).zip(questions(path)?) {
        let question = question?;
        if shard.shard.is_some_and(|shard| !shard.takes(number)) {
            continue;
        }
        // One warning is enough for all lines.
        if !has_warned && let Some(warning) = question.warning() {
            progress.aside(|| output::warn(&warning));
            has_warned = true;
        }
        let Question { line, position, id } = question;
        let position = position.map(|read| read.position);
        let answer = match position.map_err(EarlyExit::from).and_then(&mut answer) {
            Ok(answer) => Answer::Found(answer),
            Err(EarlyExit::Refused(diagnostic)) => {
                refused += 1;
                // With the line it names characters that are easily mistaken.
                let diagnostic = diagnostic.with_source(input::source("", &line.text));
                Answer::Refused {
                    column: column(&diagnostic, &line.text),
                    help: diagnostic.help.into_iter().next(),
                    error: diagnostic.message,
                }
            }
            Err(failure) => return Err(failure),
        };
        let line = line.number;
        let printed = output::json(&AnswerLine { line, id, answer });
        if printed.is_err() {
            return Exit::good_if(refused == 0).after(printed);
        }
        done += 1;
        progress.count(done, &refused_in_words(refused));
    }
    Ok(Exit::good_if(refused == 0))
}

/// A line of a stream with a position.
pub struct Question {
    pub line: NumberedLine,
    /// The position on it, or why there is none.
    pub position: Result<ReadPosition, Diagnostic>,
    pub id: Option<String>,
}

/// The questions of a stream, without blank lines and comments.
pub fn questions(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Question, Diagnostic>> + use<>, Diagnostic> {
    Ok(input::lines(path)?.filter_map(|line| line.map(Question::of_line).transpose()))
}

/// A progress line, unless the answers go to the terminal or the positions are typed there.
fn progress(path: &Path) -> Progress {
    if input::is_typed(path) || io::stdout().is_terminal() {
        Progress::none()
    } else {
        Progress::counter("positions")
    }
}

fn refused_in_words(refused: u64) -> String {
    match refused {
        0 => String::new(),
        refused => format!(", {refused} refused"),
    }
}

fn column(diagnostic: &Diagnostic, line: &str) -> Option<usize> {
    let before = line.get(..diagnostic.labels.first()?.span.start)?;
    Some(before.chars().count() + 1)
}

impl Question {
    /// The question in a line; `None` if there is only a comment.
    pub fn of_line(line: NumberedLine) -> Option<Self> {
        let parts = PositionLine::of(&line.text)?;
        let id = parts.id().map(str::to_owned);
        let position = check(&line).and_then(|()| Ok(parts.position()?));
        Some(Self { line, position, id })
    }

    /// The warning about a position without a side to move.
    pub fn warning(&self) -> Option<String> {
        let names_turn = self.position.as_ref().is_ok_and(|read| read.names_turn);
        let number = self.line.number;
        (self.position.is_ok() && !names_turn)
            .then(|| format!("line {number}: {}", ReadPosition::ASSUMED_TURN))
    }
}

/// Checks that a line is complete.
fn check(line: &NumberedLine) -> Result<(), Diagnostic> {
    if line.cut {
        return Err(Diagnostic::error("batch", "the line is too long"));
    }
    Ok(())
}
