//! Files that load one another, none of them on a disk.

use ataxx_session::{Files, LoadError, TextFile};
use std::path::{Path, PathBuf};

/// A few files with fixed contents, and `input.txt` with any.
pub struct InMemory<'a> {
    /// What is in `input.txt`.
    pub input: &'a str,
}

/// Names with contents.
const FIXED: [(&str, &str); 11] = [
    ("empty.txt", ""),
    ("moves.txt", "a7-b7\na1-a2 # a comment\r\na7-a6\n"),
    (
        "errors.txt",
        "a1-a1\nblock h8\n\u{1b}[31m wins ===\nundo\nundo\n",
    ),
    ("manual.txt", "manual red\nmanual blue\n"),
    ("auto.txt", "seed 5\nauto red\nauto blue\nauto\nstart\n"),
    ("blocks.txt", "block c4\nblocks 3gh\nblock d4\n"),
    ("quit.txt", "dump\nquit\na7-b7\n"),
    ("loop.txt", "a7-b7\nload loop.txt\nundo\n"),
    ("ping.txt", "load folder/pong.txt\nboard\n"),
    (
        "folder/pong.txt",
        "load beside.txt\nload ping.txt\nload input.txt\n",
    ),
    (
        "folder/beside.txt",
        "new\nclear\nload manual.txt\nload moves.txt\n",
    ),
];

impl Files for InMemory<'_> {
    fn read(&self, name: &str, beside: Option<&Path>) -> Result<TextFile, LoadError> {
        match name {
            "folder" => return Err(LoadError::Folder),
            "device" => return Err(LoadError::NotAFile),
            "binary" => return Err(LoadError::NotText { place: (1, 1) }),
            "big" => return Err(LoadError::TooBig { limit: 1 << 24 }),
            "locked" => return Err(LoadError::Refused("permission denied".to_owned())),
            _ => {}
        }
        let there = beside.map(|folder| folder.join(name));
        std::iter::once(PathBuf::from(name))
            .chain(there)
            .find_map(|path| self.at(path))
            .ok_or(LoadError::NotFound)
    }
}

impl InMemory<'_> {
    fn at(&self, path: PathBuf) -> Option<TextFile> {
        let name = path.to_str()?.to_owned();
        let fixed = FIXED.into_iter().find(|(fixed, _)| *fixed == name);
        let text = match (fixed, name.strip_prefix("deep")) {
            (Some((_, text)), _) => text.to_owned(),
            (None, Some(number)) => {
                let next = number.parse::<u8>().ok()?.checked_add(1)?;
                format!("load deep{next}\n")
            }
            (None, None) if name == "input.txt" => self.input.to_owned(),
            (None, None) => return None,
        };
        Some(TextFile { name, path, text })
    }
}
