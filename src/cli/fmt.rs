//! `ataxx fmt`.

use super::exit::{Exit, Failure};
use super::input;
use super::interrupt::{self, OnInterrupt};
use super::output;
use super::result_file::ResultFile;
use super::test::files;
use crate::scenario::format_text;
use crate::session::LoadError;
use ataxx_core::diagnostic::{Diagnostic, Source, text};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Format scenario files.
///
/// Indentation is two spaces per level, also for list items; there is one blank line between
/// scenarios, and at most one elsewhere; one space after `:` and `,`; no trailing spaces. Comments,
/// the order of keys, quotes and line endings are kept. A file that is not valid YAML, or whose
/// meaning would change, is left unchanged.
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

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    let mut verdict = Verdict::default();
    let (streams, paths): (Vec<PathBuf>, Vec<PathBuf>) = args
        .paths
        .iter()
        .cloned()
        .partition(|path| path == Path::new("-"));
    if !streams.is_empty() {
        stream(args.check, &mut verdict)?;
    }
    for path in files(&paths)? {
        verdict.files += 1;
        match file(&path, args.check) {
            Ok(true) => {
                verdict.changes = true;
                output::data(&format!("{}\n", files::shown(&path)))?;
            }
            Ok(false) => {}
            Err(diagnostic) => {
                verdict.left_alone = true;
                output::report(&diagnostic);
            }
        }
    }
    if verdict.files == 0 {
        let message = format!("there is no scenario file in {}", places(&args.paths));
        output::report(&Diagnostic::error("nothing-selected", message));
    }
    Ok(verdict.exit(args.check))
}

/// The paths in a message.
fn places(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| format!("`{}`", input::name(path)))
        .collect();
    text::list(&paths)
}

/// The result over all files.
#[derive(Debug, Default)]
struct Verdict {
    files: usize,
    changes: bool,
    left_alone: bool,
}

impl Verdict {
    const fn exit(&self, check: bool) -> Exit {
        if self.left_alone {
            Exit::Usage
        } else if check && self.changes {
            Exit::WouldChange
        } else if self.files == 0 {
            Exit::NothingSelected
        } else {
            Exit::Good
        }
    }
}

/// The files to format: those named, and the YAML files in folders.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut files = files::scenario_files(paths)?;
    files.retain(|path| paths.contains(path) || files::Kind::of(path) == Some(files::Kind::Yaml));
    Ok(files)
}

/// The limit on stdin, in bytes.
const BIGGEST: u64 = 64 * 1024 * 1024;

/// Formats stdin to stdout, or checks whether it is formatted.
fn stream(check: bool, verdict: &mut Verdict) -> Result<(), Failure> {
    const NAME: &str = "<stdin>";
    verdict.files += 1;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(BIGGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| input::refused(error).diagnostic(NAME))?;
    if bytes.len() as u64 > BIGGEST {
        return Err(LoadError::TooBig { limit: BIGGEST }.diagnostic(NAME).into());
    }
    match even(NAME, &bytes) {
        Ok(text) if check => {
            verdict.changes = text.as_bytes() != bytes;
            if verdict.changes {
                output::data(&format!("{NAME}\n"))?;
            }
        }
        Ok(text) => output::data(&text)?,
        Err(diagnostic) => {
            verdict.left_alone = true;
            output::report(&diagnostic);
        }
    }
    Ok(())
}

/// Formats a file. Returns whether it was not formatted.
fn file(path: &Path, check: bool) -> Result<bool, Diagnostic> {
    let name = files::shown(path);
    let bytes = input::bytes(path).map_err(|error| error.diagnostic(&name))?;
    let text = even(&name, &bytes)?;
    if text.as_bytes() == bytes {
        return Ok(false);
    }
    if !check {
        ResultFile::in_place(path)?.write_text(&text)?;
    }
    Ok(true)
}

/// A text, formatted.
fn even(name: &str, bytes: &[u8]) -> Result<String, Diagnostic> {
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
        diagnostic.with_source(Source {
            name: Some(name.to_owned()),
            first_line: 1,
            text: text.trim_start_matches('\u{feff}').to_owned(),
        })
    })
}
