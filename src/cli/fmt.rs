//! `ataxx fmt`.

use super::exit::{EarlyExit, Exit};
use super::input;
use super::interrupt::{self, OnInterrupt};
use super::output;
use super::result_file::ResultFile;
use super::test::files;
use crate::scenario::format_text;
use ataxx_core::diagnostic::{Diagnostic, text};
use std::io;
use std::path::{Path, PathBuf};

/// Format scenario files.
///
/// Indentation is two spaces per level, also for list items; there is one blank line between
/// scenarios, and at most one elsewhere; no trailing spaces. Comments, the order of keys, quotes,
/// line endings and spaces within a line, except after the `-` of an item, are kept. A file that is
/// not valid YAML, or whose meaning would change, is left unchanged.
///
/// The names of changed files are written to stdout.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, and folders to search for `.yaml` and `.yml` files; `-` formats stdin to
    /// stdout.
    #[arg(value_name = "PATH", default_value = files::USUAL)]
    paths: Vec<PathBuf>,
    /// List the files that are not formatted, and change nothing.
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    let (mut has_changes, mut has_errors) = (false, false);
    let is_stdin = |path: &&PathBuf| *path == Path::new("-");
    let (streams, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = args.paths.iter().partition(is_stdin);
    let paths: Vec<PathBuf> = paths.into_iter().cloned().collect();
    // Files in folders that have other tests are left out.
    let mut files = files::found(&paths)?.files;
    files.retain(|path| {
        paths.contains(path) || files::FileKind::of(path) == Some(files::FileKind::Yaml)
    });
    let all: Vec<&PathBuf> = streams.into_iter().take(1).chain(&files).collect();
    // Files are formatted even if their names cannot be printed.
    let mut printed = Ok(());
    for path in &all {
        match format(path, args.check, &mut printed) {
            Ok(changes) => has_changes |= changes,
            Err(EarlyExit::Refused(diagnostic)) => {
                has_errors = true;
                output::report(&diagnostic);
            }
            Err(failure) => return Err(failure),
        }
    }
    if all.is_empty() {
        let names = args
            .paths
            .iter()
            .map(|path| format!("`{}`", input::name(path)));
        let places = text::list(&names.collect::<Vec<_>>());
        let message = format!("there is no scenario file in {places}");
        output::report(&Diagnostic::error("nothing-selected", message));
    }
    let exit = if has_errors {
        Exit::Usage
    } else if args.check && has_changes {
        Exit::WouldChange
    } else if all.is_empty() {
        Exit::NothingSelected
    } else {
        Exit::Good
    };
    exit.after(printed)
}

/// The limit on stdin, in bytes.
const BIGGEST: u64 = 64 * 1024 * 1024;

/// Formats a file, or stdin to stdout, or checks whether it is formatted. Returns whether it was
/// not, except of stdin that was formatted. Nothing is printed after an error in that.
fn format(path: &Path, check: bool, printed: &mut io::Result<()>) -> Result<bool, EarlyExit> {
    let is_stdin = path == Path::new("-");
    let (name, read) = if is_stdin {
        let read = input::read_all(io::stdin().lock(), BIGGEST);
        (input::name(path), read)
    } else {
        (files::shown(path), input::bytes(path))
    };
    let bytes = read.map_err(|error| error.diagnostic(&name))?;
    let text = formatted(&name, &bytes)?;
    if is_stdin && !check {
        output::data(&text)?;
        return Ok(false);
    }
    let has_changes = text.as_bytes() != bytes;
    if has_changes {
        if !check {
            ResultFile::in_place(path)?.write_text(&text)?;
        }
        if printed.is_ok() {
            *printed = output::data(&format!("{name}\n"));
        }
    }
    Ok(has_changes)
}

/// A text, formatted.
fn formatted(name: &str, bytes: &[u8]) -> Result<String, Diagnostic> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()]
            .split(|&byte| byte == b'\n')
            .count();
        let message = format!("`{name}` is not changed: line {line} is not UTF-8");
        Diagnostic::error("file", message)
    })?;
    format_text(text).map_err(|diagnostic| {
        if diagnostic.labels.is_empty() {
            let message = format!("`{name}`: {}", diagnostic.message);
            return Diagnostic {
                message,
                ..diagnostic
            };
        }
        diagnostic.with_source(input::source(name, text.trim_start_matches('\u{feff}')))
    })
}
