//! Many positions from one stream, and an answer to each.
//!
//! A line of the stream is a position, optionally followed by `; id NAME`; a `#`
//! begins a comment, and lines without a position are skipped. Each other line
//! gets one line of JSON, in the same order and written as soon as it is known, so
//! that a program that waits for an answer before it asks on is served.

use super::disk::{self, Lines, NumberedLine};
use super::exit::Exit;
use super::failure::Failure;
use super::output;
use super::progress::Progress;
use ataxx_toolkit::board::Position;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::notation::read_position;
use ataxx_toolkit::shard::Shard;
use serde::Serialize;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Answer each line of a file (a position, optionally `; id NAME`) with a line of
    /// JSON; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "surplus", "moves"]
    )]
    pub batch: Option<PathBuf>,
    /// Answer only the lines of one of several parts, such as 2/5; every line is in exactly
    /// one. `ataxx merge` puts the answers together.
    #[arg(long, value_name = "PART/PARTS", requires = "batch")]
    pub shard: Option<Shard>,
}

/// The line of JSON for a position that has an answer.
#[derive(Serialize)]
struct Answered<'a, A> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(flatten)]
    answer: A,
}

/// The line of JSON for a line that has none.
#[derive(Serialize)]
struct Refused<'a> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    error: &'a str,
    /// Where on the line it is, counted from 1 in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// Answers all positions of a stream, or those of a part; the exit status says whether all
/// had an answer.
///
/// The parts take turns at the lines that are not empty, so that all have about as much to
/// do, and each knows its own before it has seen the end.
///
/// # Errors
///
/// When the stream cannot be read or the answers cannot be written, and when an
/// answer fails in another way than by being refused.
pub fn run<A: Serialize>(
    path: &Path,
    shard: Option<Shard>,
    mut answer: impl FnMut(Position) -> Result<A, Failure>,
) -> Result<Exit, Failure> {
    let name = path.to_string_lossy();
    let stream = disk::open(path).map_err(|error| error.diagnostic(&name))?;
    let progress = progress(path);
    let (mut answered, mut refused) = (0_u64, 0_u64);
    let mut numbers = 0..;
    for line in Lines::of(stream) {
        let line = line.map_err(|error| disk::refused(error).diagnostic(&name))?;
        let Some(entry) = Entry::of(&line.text) else {
            continue;
        };
        let number = numbers.next();
        if let (Some(shard), Some(number)) = (shard, number)
            && !shard.takes(number)
        {
            continue;
        }
        let result = match entry.position(&line) {
            Ok(position) => answer(position),
            Err(diagnostic) => Err(diagnostic.into()),
        };
        let (line_number, id) = (line.number, entry.id);
        match result {
            Ok(answer) => {
                answered += 1;
                output::json(&Answered {
                    line: line_number,
                    id,
                    answer,
                })?;
            }
            Err(Failure::Refused(diagnostic)) => {
                refused += 1;
                output::json(&Refused {
                    line: line_number,
                    id,
                    error: &diagnostic.message,
                    column: column(&diagnostic, &line.text),
                })?;
            }
            Err(failure) => return Err(failure),
        }
        progress.count(answered + refused, &refused_in_words(refused));
    }
    Ok(if refused == 0 {
        Exit::Good
    } else {
        Exit::Failed
    })
}

/// The numbers of the lines of a stream that ask something, counted from 1.
///
/// # Errors
///
/// When the stream cannot be read.
pub fn lines(path: &Path) -> Result<Vec<usize>, Diagnostic> {
    let name = path.to_string_lossy();
    let stream = disk::open(path).map_err(|error| error.diagnostic(&name))?;
    let mut numbers = Vec::new();
    for line in Lines::of(stream) {
        let line = line.map_err(|error| disk::refused(error).diagnostic(&name))?;
        if Entry::of(&line.text).is_some() {
            numbers.push(line.number);
        }
    }
    Ok(numbers)
}

/// A line that says how far it is, unless a person has it on the screen anyway:
/// the answers go there, or the positions are typed there.
fn progress(path: &Path) -> Progress {
    let typed = path == Path::new("-") && io::stdin().is_terminal();
    if typed || io::stdout().is_terminal() {
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

/// What is on a line that is not empty.
pub struct Entry<'a> {
    /// What stands before the first `;`: at the start of the line, so that places
    /// in it are places in the line.
    position: &'a str,
    id: Option<&'a str>,
    /// Where something else than an id stands after the position.
    stranger: Option<Range<usize>>,
}

impl<'a> Entry<'a> {
    pub fn of(line: &'a str) -> Option<Self> {
        let bare = line.split('#').next().unwrap_or_default();
        if bare.trim().is_empty() {
            return None;
        }
        let (position, field) = match bare.split_once(';') {
            Some((position, field)) => (position, Some(field)),
            None => (bare, None),
        };
        let id = field
            .map(str::trim)
            .and_then(|field| field.strip_prefix("id"))
            .filter(|rest| rest.starts_with(char::is_whitespace))
            .map(str::trim);
        let stranger =
            (field.is_some() && id.is_none()).then(|| position.len() + 1..bare.trim_end().len());
        Some(Self {
            position,
            id,
            stranger,
        })
    }

    pub fn position(&self, line: &NumberedLine) -> Result<Position, Diagnostic> {
        if line.cut {
            return Err(Diagnostic::error("batch", "the line is too long"));
        }
        if line.damaged {
            let error = Diagnostic::error("batch", "the line is not UTF-8 text");
            return Err(match line.text.find(char::REPLACEMENT_CHARACTER) {
                Some(place) => error.at(place..place),
                None => error,
            });
        }
        let position = read_position(self.position)?;
        match &self.stranger {
            None => Ok(position),
            Some(place) => Err(
                Diagnostic::error("batch", "expected `id` and a name after `;`").at(place.clone()),
            ),
        }
    }
}
