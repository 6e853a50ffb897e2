//! Input: files, streams and their lines, each with a limit on its size.

pub use crate::result_file::name;
use crate::result_file::note_read;
use ataxx_core::diagnostic::{self, Diagnostic, text};
use ataxx_core::engine::Network;
use ataxx_opponents::read_line;
use ataxx_session::{Files, LineOfText, LoadError, TextFile};
use ataxx_storage::{self as storage, FileError};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The file system.
#[derive(Debug)]
pub struct FileSystem;

/// The biggest text that is read, in bytes.
const BIGGEST_TEXT: u64 = 16 * 1024 * 1024;
/// The biggest file of other data that is read, in bytes.
const BIGGEST_DATA: u64 = 256 * 1024 * 1024;
/// The longest line that is read, in bytes; no command is nearly as long.
pub const MAX_LINE_LENGTH: usize = 64 * 1024;
/// The mark that some editors put at the start of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Files for FileSystem {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        match (file(Path::new(name)), beside) {
            (Err(LoadError::NotFound), Some(folder)) => file(&folder.join(name)),
            (read, _) => read,
        }
    }

    fn in_other_case(&self, name: &str) -> Option<String> {
        let path = Path::new(name);
        let lower = path.file_name()?.to_string_lossy().to_lowercase();
        let mut names = names_beside(path).into_iter();
        let similar = names.find(|name| name.to_lowercase() == lower)?;
        Some(path.with_file_name(similar).to_string_lossy().into_owned())
    }
}

/// The file system for a person's own session, which can also write.
#[derive(Debug)]
pub struct WritableFileSystem;

impl Files for WritableFileSystem {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        FileSystem.read(name, beside)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        storage::replace(Path::new(name), |out| out.write_all(text.as_bytes()))
            .map_err(|error| storage::why_unwritable(&error))
    }
}

/// The names of all files and folders in the folder of a file; none where it cannot be read.
pub fn names_beside(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(storage::folder_of(path)).into_iter().flatten();
    let names = entries.flatten().map(|entry| entry.file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Where the commands of a session come from.
pub enum Source {
    /// A plain file, read at once.
    File(TextFile),
    /// A pipe, such as a shell's `<(program)`, a device or standard input: its name for
    /// messages, and its path.
    Stream(String, PathBuf),
}

impl Source {
    /// The source at a path; `-` is standard input.
    pub fn at(path: &Path) -> Result<Self, Diagnostic> {
        if path == Path::new("-") {
            return Ok(Self::Stream("<stdin>".to_owned(), path.to_owned()));
        }
        let name = path.to_string_lossy().into_owned();
        match file(path) {
            Ok(file) => Ok(Self::File(file)),
            Err(LoadError::NotAFile) => Ok(Self::Stream(name, path.to_owned())),
            Err(error) => Err(error.diagnostic(&name)),
        }
    }
}

/// Reads a plain file of text.
pub fn file(path: &Path) -> Result<TextFile, LoadError> {
    note_read(path)?;
    let bytes = storage::read(path, BIGGEST_TEXT).map_err(not_read)?;
    Ok(TextFile {
        name: path.display().to_string(),
        path: path.canonicalize().map_err(refused)?,
        text: as_text(&bytes)?,
    })
}

/// Reads a plain file of anything.
pub fn bytes(path: &Path) -> Result<Vec<u8>, LoadError> {
    note_read(path)?;
    storage::read(path, BIGGEST_DATA).map_err(not_read)
}

/// Opens a stream to read: a file, a pipe, …; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, LoadError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    note_read(path)?;
    let file = fs::File::open(path).map_err(refused)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(LoadError::Folder);
    }
    Ok(Box::new(io::BufReader::new(file)))
}

/// Opens a stream like `open`; its name for messages comes with it.
pub fn open_named(path: &Path) -> Result<(String, Box<dyn BufRead>), Diagnostic> {
    let name = name(path);
    match open(path) {
        Ok(stream) => Ok((name, stream)),
        Err(error) => Err(error.diagnostic(&name)),
    }
}

/// Whether the lines of a stream are typed at a terminal.
pub fn is_typed(path: &Path) -> bool {
    path == Path::new("-") && io::stdin().is_terminal()
}

/// Reads all of a stream that is a text: a file, a pipe, …; `-` is standard input. The name
/// for messages comes with it.
pub fn text_of(path: &Path) -> Result<(String, String), Diagnostic> {
    let (name, stream) = open_named(path)?;
    let read = read_all(stream, BIGGEST_TEXT).and_then(|bytes| as_text(&bytes));
    match read {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(error.diagnostic(&name)),
    }
}

/// Reads all of a stream, up to a limit in bytes.
fn read_all(stream: impl Read, limit: u64) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let read = stream.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(refused)?;
    if bytes.len() as u64 > limit {
        return Err(LoadError::TooBig { limit });
    }
    Ok(bytes)
}

/// A text with its name, for diagnostics.
pub fn source(name: &str, content: &str) -> diagnostic::Source {
    source_at(name, 1, content)
}

/// A piece of a text that begins on this line of it, for diagnostics.
pub fn source_at(name: &str, first_line: usize, content: &str) -> diagnostic::Source {
    diagnostic::Source {
        name: Some(text::visible(name).into_owned()),
        first_line,
        text: content.to_owned(),
    }
}

/// Reads a line that may be very long, without its end; `None` after the last one.
pub fn long_line(stream: &mut impl BufRead) -> Result<Option<Vec<u8>>, LoadError> {
    let mut line = Vec::new();
    let limited = &mut stream.take(BIGGEST_DATA);
    limited.read_until(b'\n', &mut line).map_err(refused)?;
    if line.len() as u64 == BIGGEST_DATA {
        return Err(LoadError::TooBig {
            limit: BIGGEST_DATA,
        });
    }
    let is_end = line.is_empty();
    line.pop_if(|byte| *byte == b'\n');
    Ok((!is_end).then_some(line))
}

fn as_text(bytes: &[u8]) -> Result<String, LoadError> {
    if let Some(nul) = bytes.iter().position(|&byte| byte == 0) {
        let before = String::from_utf8_lossy(&bytes[..nul]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        let place = (before.matches('\n').count() + 1, last.chars().count() + 1);
        return Err(LoadError::NotText { place });
    }
    Ok(text::decoded(bytes)
        .trim_start_matches(BYTE_ORDER_MARK)
        .to_owned())
}

fn not_read(error: FileError) -> LoadError {
    match error {
        FileError::Folder => LoadError::Folder,
        FileError::NotAFile => LoadError::NotAFile,
        FileError::TooBig { limit } => LoadError::TooBig { limit },
        FileError::Io(error) => refused(error),
    }
}

/// The error for a file that the system refuses to read.
#[allow(clippy::needless_pass_by_value)] // so that it fits `map_err`
pub fn refused(error: io::Error) -> LoadError {
    match error.kind() {
        // A file that is taken for a folder has nothing in it.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => LoadError::NotFound,
        _ => LoadError::Refused(text::io_error(&error)),
    }
}

/// The lines of a stream: a file, a pipe, …; `-` is standard input.
pub fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<NumberedLine, Diagnostic>> + use<>, Diagnostic> {
    let (name, stream) = open_named(path)?;
    Ok(Lines::of(stream).map(move |line| line.map_err(|error| refused(error).diagnostic(&name))))
}

/// The lines of a stream.
pub struct Lines<R> {
    stream: R,
    number: usize,
}

/// A line that was read.
#[derive(Debug)]
pub struct NumberedLine {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text without the line end.
    pub text: String,
    /// Whether it was longer than the limit, so that the rest was dropped.
    pub cut: bool,
}

impl NumberedLine {
    /// The error of a line that was longer than the limit. The rest of a comment does not matter.
    pub fn too_long(&self, name: &str) -> Option<Diagnostic> {
        if !self.cut || self.text.contains('#') {
            return None;
        }
        Some(longer_than_the_limit(LineOfText {
            source: Some(name),
            number: self.number,
            text: &self.text,
        }))
    }
}

/// The error of a typed line that is longer than the limit, but for a comment.
pub fn too_long(line: LineOfText) -> Option<Diagnostic> {
    let code = line.text.split('#').next().unwrap_or_default();
    (code.len() > MAX_LINE_LENGTH).then(|| longer_than_the_limit(line))
}

fn longer_than_the_limit(line: LineOfText) -> Diagnostic {
    let source = diagnostic::Source {
        name: line.source.map(str::to_owned),
        ..source_at("", line.number, line.text)
    };
    let message = format!("this line is too long: at most {MAX_LINE_LENGTH} bytes are read");
    let diagnostic = Diagnostic::error("line-too-long", message).at(0..0);
    diagnostic.with_source(source)
}

impl<R: BufRead> Lines<R> {
    /// The lines of this stream, as they come.
    pub const fn of(stream: R) -> Self {
        Self { stream, number: 0 }
    }

    fn read(&mut self) -> io::Result<Option<NumberedLine>> {
        let Some(line) = read_line(&mut self.stream, MAX_LINE_LENGTH)? else {
            return Ok(None);
        };
        self.number += 1;
        if line.is_cut {
            self.stream.skip_until(b'\n')?;
        }
        let read = text::decoded(&line.bytes);
        let mut text = read.trim_end_matches('\r');
        if self.number == 1 {
            text = text.trim_start_matches(BYTE_ORDER_MARK);
        }
        Ok(Some(NumberedLine {
            number: self.number,
            text: text.to_owned(),
            cut: line.is_cut,
        }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<NumberedLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Reads a network.
pub fn network(path: &Path) -> Result<Network, Diagnostic> {
    let name = path.display().to_string();
    let bytes = bytes(path).map_err(|error| error.diagnostic(&name))?;
    Network::from_bytes(&bytes).map_err(|error| {
        let name = text::visible(&name);
        Diagnostic::error("file", format!("`{name}` is not a network: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_lines_have_the_limit_of_streams() {
        let long = |length| "x".repeat(length);
        for (text, is_too_long) in [
            (long(MAX_LINE_LENGTH), false),
            (long(MAX_LINE_LENGTH + 1), true),
            (format!("dump # {}", long(MAX_LINE_LENGTH)), false),
        ] {
            let line = LineOfText {
                source: None,
                number: 1,
                text: &text,
            };
            assert_eq!(too_long(line).is_some(), is_too_long);
        }
    }
}
