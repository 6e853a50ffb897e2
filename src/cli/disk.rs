//! Files and lines from outside, none of them bigger than is good.

use ataxx::interpreter::{Files, LoadError, TextFile};
use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// The files of the machine.
#[derive(Debug)]
pub struct Disk;

/// The biggest file of commands that is read.
const BIGGEST_FILE: u64 = 16 * 1024 * 1024;
/// The longest line that is read; no command is nearly as long.
const LONGEST_LINE: u64 = 64 * 1024;
/// What some editors put at the start of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Files for Disk {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        let here = PathBuf::from(name);
        let there = beside.map(|folder| folder.join(name));
        let path = std::iter::once(here)
            .chain(there)
            .find(|path| path.exists())
            .ok_or(LoadError::NotFound)?;
        let metadata = fs::metadata(&path).map_err(refused)?;
        if metadata.is_dir() {
            return Err(LoadError::Folder);
        }
        if !metadata.is_file() {
            return Err(LoadError::NotAFile);
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&path).map_err(refused)?;
        file.take(BIGGEST_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(refused)?;
        if bytes.len() as u64 > BIGGEST_FILE {
            return Err(LoadError::TooBig {
                limit: BIGGEST_FILE,
            });
        }
        if bytes.contains(&0) {
            return Err(LoadError::NotText);
        }
        Ok(TextFile {
            name: path.display().to_string(),
            path: path.canonicalize().map_err(refused)?,
            // Comments may be in an older encoding; no command is.
            text: String::from_utf8_lossy(&bytes)
                .trim_start_matches(BYTE_ORDER_MARK)
                .to_owned(),
        })
    }
}

#[allow(clippy::needless_pass_by_value)] // so that it fits `map_err`
fn refused(error: io::Error) -> LoadError {
    LoadError::Refused(error.kind().to_string())
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
    /// What is on it, without its end; bytes that are no text are replaced.
    pub text: String,
    /// It was longer than any line should be, and the rest was dropped.
    pub cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this stream, as they come.
    pub const fn of(stream: R) -> Self {
        Self { stream, number: 0 }
    }

    fn read(&mut self) -> io::Result<Option<NumberedLine>> {
        let mut bytes = Vec::new();
        let length = self
            .stream
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.last() == Some(&b'\n');
        let cut = !ended && length as u64 == LONGEST_LINE && self.skip_line()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut text = text.trim_end_matches(['\n', '\r']);
        if self.number == 1 {
            text = text.trim_start_matches(BYTE_ORDER_MARK);
        }
        Ok(Some(NumberedLine {
            number: self.number,
            text: text.to_owned(),
            cut,
        }))
    }

    /// Drops what is left of a line; whether there was anything.
    fn skip_line(&mut self) -> io::Result<bool> {
        let mut any = false;
        loop {
            let buffer = self.stream.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            any |= end != Some(0) && length > 0;
            let done = end.is_some() || length == 0;
            self.stream.consume(length);
            if done {
                return Ok(any);
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<NumberedLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
