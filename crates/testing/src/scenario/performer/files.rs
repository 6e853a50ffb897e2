//! Files that a scenario brings along.

use crate::report::{Place, Problem};
use crate::scenario::syntax::put_captures;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// The variable whose value is the folder of the files.
pub const FOLDER_VARIABLE: &str = "files";

/// Files that a scenario brings along. They are written to a folder of their own when the scenario
/// first starts, and removed when nothing runs it any more.
#[derive(Debug)]
pub struct ScenarioFiles {
    /// The texts, by the names of the files.
    texts: BTreeMap<String, String>,
    /// Where the files are mentioned.
    place: Place,
    folder: OnceLock<io::Result<TempDir>>,
}

impl ScenarioFiles {
    /// Files with these names and texts. In the texts `${files}` stands for their folder.
    pub const fn new(texts: BTreeMap<String, String>, place: Place) -> Self {
        Self {
            texts,
            place,
            folder: OnceLock::new(),
        }
    }

    /// The folder of the files.
    pub fn folder(&self) -> Result<String, Problem> {
        match self.folder.get_or_init(|| self.write()) {
            Ok(folder) => Ok(path_text(folder.path())),
            Err(error) => {
                let message = format!("the files cannot be written: {error}");
                Err(Problem::wrong(&self.place, "files", message))
            }
        }
    }

    fn write(&self) -> io::Result<TempDir> {
        // Without capitals, for programs that read lines in either case.
        let name = format!("ataxx-{:016x}", RandomState::new().build_hasher().finish());
        let folder = tempfile::Builder::new()
            .rand_bytes(0)
            .prefix(&name)
            .tempdir()?;
        let path = path_text(folder.path());
        let captures = BTreeMap::from([(FOLDER_VARIABLE.to_owned(), path)]);
        for (name, text) in &self.texts {
            std::fs::write(folder.path().join(name), put_captures(text, &captures))?;
        }
        Ok(folder)
    }
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether a file can have this name: it leads to no other folder, and has no blanks.
pub fn is_file_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(fits)
}
