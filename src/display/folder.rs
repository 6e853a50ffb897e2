//! A folder in which games and solved puzzles are kept, so that they survive the program. Other users
//! of the machine cannot read them.

use ataxx_page::kept::MAX_LENGTH;
use ataxx_page::place::Storage;
use ataxx_storage as storage;
use std::fs;
use std::path::{Path, PathBuf};

/// The file with the puzzles that were solved.
const SOLVED: &str = "solved";

/// The folder.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder, which is made where it is not there; `None` where there can be none.
    pub fn open(path: Option<PathBuf>) -> Option<Box<dyn Storage>> {
        let path = path.filter(|path| storage::private_folder(path).is_ok())?;
        Some(Box::new(Self(path)))
    }

    fn file(&self, id: u64) -> PathBuf {
        self.0.join(format!("{id}.ataxx"))
    }

    fn write(path: &Path, text: &str) {
        let _ = storage::replace_private(path, |out| out.write_all(text.as_bytes()));
    }

    fn read(path: &Path) -> Option<String> {
        let bytes = storage::read(path, MAX_LENGTH as u64).ok()?;
        String::from_utf8(bytes).ok()
    }
}

impl Storage for Folder {
    fn ids(&self) -> Vec<u64> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let id = |path: PathBuf| {
            let is_game = path.extension()? == "ataxx";
            path.file_stem()?.to_str()?.parse().ok().filter(|_| is_game)
        };
        entries.filter_map(|entry| id(entry.path())).collect()
    }

    fn game(&self, id: u64) -> Option<String> {
        Self::read(&self.file(id))
    }

    fn keep(&mut self, id: u64, text: &str) {
        Self::write(&self.file(id), &format!("{text}\n"));
    }

    fn remove(&mut self, id: u64) {
        let _ = fs::remove_file(self.file(id));
    }

    fn solved(&self) -> Vec<String> {
        let text = Self::read(&self.0.join(SOLVED)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn keep_solved(&mut self, names: &[&str]) {
        Self::write(&self.0.join(SOLVED), &names.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::notation::GameRecord;
    use ataxx_page::exercises::name_of;
    use ataxx_page::library::Library;
    use std::collections::BTreeSet;
    use std::time::Duration;
    use tempfile::TempDir;

    fn open(path: Option<PathBuf>) -> Library {
        Library::open(Folder::open(path))
    }

    fn keep(library: &mut Library, record: &GameRecord) {
        library.keep(record, Duration::from_secs(1));
    }

    fn record(text: &str) -> GameRecord {
        text.parse().expect("a record")
    }

    #[test]
    fn games_and_solved_puzzles_are_there_after_the_program() {
        let folder = TempDir::new().expect("a folder");
        let path = Some(folder.path().join("pages"));
        let mut library = open(path.clone());
        keep(&mut library, &record("1. a7-b7"));
        keep(&mut library, &record("1. a7-b7 a1-a2"));
        library.begin(None);
        keep(&mut library, &record("red: You\n\n1. a7-c7\n1-0"));
        let puzzle = ataxx_core::puzzles::built_in()[0];
        library.solve(&puzzle);
        let titles = |library: &Library| -> Vec<String> {
            let games = library.games();
            games.iter().map(|game| game.title.clone()).collect()
        };
        let expected = [
            "You – Blue, 1 move, Red won",
            "Red – Blue, 2 moves, unfinished",
        ];
        assert_eq!(titles(&library), expected);
        std::fs::write(folder.path().join("pages/7.ataxx"), "nonsense").expect("can be written");
        let mut again = open(path);
        assert_eq!(titles(&again), expected);
        assert!(again.solved().contains(&name_of(&puzzle)));
        // A game that is continued stays one.
        again.begin(Some(again.games()[1].id));
        keep(&mut again, &record("1. a7-b7 a1-a2 2. b7-c7"));
        assert_eq!(titles(&again)[1], "Red – Blue, 3 moves, unfinished");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_kept_is_read_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| {
            let metadata = fs::metadata(path).expect("it is there");
            metadata.permissions().mode() & 0o777
        };
        let folder = TempDir::new().expect("a folder");
        let pages = folder.path().join("pages");
        // An earlier version let others read.
        fs::create_dir(&pages).expect("a folder");
        fs::set_permissions(&pages, fs::Permissions::from_mode(0o755)).expect("it is mine");
        fs::write(pages.join("7.ataxx"), "1. a7-b7\n").expect("can be written");
        let mut library = open(Some(pages.clone()));
        library.begin(Some(7));
        keep(&mut library, &record("1. a7-b7 a1-a2"));
        library.begin(None);
        keep(&mut library, &record("1. a7-a6"));
        library.solve(&ataxx_core::puzzles::built_in()[0]);
        assert_eq!(mode(&pages), 0o700);
        let files: Vec<PathBuf> = fs::read_dir(&pages)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert_eq!(files.len(), 3);
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }

    #[test]
    fn two_sessions_keep_the_puzzles_of_both() {
        let folder = TempDir::new().expect("a folder");
        let open_it = || open(Some(folder.path().to_owned()));
        let mut sessions = [open_it(), open_it()];
        let puzzles = &ataxx_core::puzzles::built_in()[..2];
        for (session, puzzle) in sessions.iter_mut().zip(puzzles) {
            session.solve(puzzle);
        }
        let both: BTreeSet<String> = puzzles.iter().map(name_of).collect();
        assert_eq!(*open_it().solved(), both);
    }

    #[test]
    fn what_is_too_large_to_be_read_again_is_not_written() {
        let folder = TempDir::new().expect("a folder");
        let mut library = open(Some(folder.path().to_owned()));
        let large = format!("1. a7-b7\n# comment 1.: {}\n*", "x".repeat(MAX_LENGTH));
        keep(&mut library, &record(&large));
        assert!(library.games()[0].title.contains("too large"));
        assert!(Folder(folder.path().to_owned()).ids().is_empty());
        keep(&mut library, &record(&large.replace(&"x".repeat(1000), "")));
        assert!(!library.games()[0].title.contains("too large"));
        let again = open(Some(folder.path().to_owned()));
        assert_eq!(again.games(), library.games());
    }
}
