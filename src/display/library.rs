//! The games of this session and of earlier ones, and the puzzles that were solved. They are kept in
//! a folder, so that they survive the program. Other users of the machine cannot read them.

use ataxx_core::notation::GameRecord;
use ataxx_core::puzzles::Puzzle;
use ataxx_page::exercises::name_of;
use ataxx_page::kept::{KeptGame, MAX_LENGTH, milliseconds};
use ataxx_storage as storage;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// The limit on games that are listed.
const MAX_LISTED: usize = 30;
/// The limit on games in the folder.
const MAX_KEPT: usize = 300;
/// The least time between two writes.
const EVERY: Duration = Duration::from_secs(1);

/// The games and solved puzzles.
pub struct Library {
    /// The folder; `None` where there can be none.
    folder: Option<PathBuf>,
    /// The games, newest first.
    games: Arc<Vec<KeptGame>>,
    /// The puzzles that were solved, as texts.
    solved: Arc<BTreeSet<String>>,
    /// The game on the board.
    current: Option<u64>,
    /// When a game was written last.
    written: Option<Instant>,
}

impl Library {
    /// What is in a folder, which is made where it is not there.
    pub fn open(folder: Option<PathBuf>) -> Self {
        let folder = folder.filter(|folder| storage::private_folder(folder).is_ok());
        let mut ids: Vec<u64> = folder.as_deref().map_or_else(Vec::new, ids);
        ids.sort_unstable_by(|one, other| other.cmp(one));
        let mut games = Vec::new();
        if let Some(folder) = &folder {
            for id in ids.drain(MAX_KEPT.min(ids.len())..) {
                let _ = fs::remove_file(file(folder, id));
            }
            let readable = ids.iter().filter_map(|&id| read(folder, id));
            games.extend(readable.take(MAX_LISTED));
        }
        let solved = folder.as_deref().and_then(read_solved);
        Self {
            folder,
            games: Arc::new(games),
            solved: Arc::new(solved.unwrap_or_default()),
            current: None,
            written: None,
        }
    }

    /// The games, newest first.
    pub fn games(&self) -> Arc<Vec<KeptGame>> {
        Arc::clone(&self.games)
    }

    /// The puzzles that were solved, as texts.
    pub fn solved(&self) -> Arc<BTreeSet<String>> {
        Arc::clone(&self.solved)
    }

    /// The newest game that is not on the board.
    pub fn previous(&self) -> Option<u64> {
        let mut ids = self.games.iter().map(|game| game.id);
        ids.find(|&id| Some(id) != self.current)
    }

    /// The number of the game on the board, if it was kept.
    pub const fn current(&self) -> Option<u64> {
        self.current
    }

    /// Another game is on the board: one that was kept, or a new one.
    pub const fn begin(&mut self, id: Option<u64>) {
        self.current = id;
        self.written = None;
    }

    /// Whether it is time to keep the game on the board again.
    pub fn is_due(&self) -> bool {
        let written = self.written;
        written.is_none_or(|written| written.elapsed() >= EVERY)
    }

    /// Keeps the game on the board in its present state. Returns whether it has changed. Errors are
    /// ignored: the session goes on.
    pub fn keep(&mut self, record: &GameRecord) -> bool {
        let newest = self.games.first().map_or(0, |game| game.id);
        let id = *self
            .current
            .get_or_insert_with(|| milliseconds(SystemTime::now()).max(newest + 1));
        let game = KeptGame::new(id, record);
        let games = Arc::make_mut(&mut self.games);
        match games.iter_mut().find(|known| known.id == id) {
            Some(known) if *known == game => return false,
            Some(known) => *known = game.clone(),
            None => games.insert(0, game.clone()),
        }
        games.truncate(MAX_LISTED);
        self.written = Some(Instant::now());
        if let Some(folder) = self
            .folder
            .as_ref()
            .filter(|_| game.text.len() < MAX_LENGTH)
        {
            let text = format!("{}\n", game.text);
            let _ =
                storage::replace_private(&file(folder, id), |out| out.write_all(text.as_bytes()));
        }
        true
    }

    /// Keeps that a puzzle was solved.
    pub fn solve(&mut self, puzzle: &Puzzle) {
        let solved = Arc::make_mut(&mut self.solved);
        if !solved.insert(name_of(puzzle)) {
            return;
        }
        if let Some(folder) = &self.folder {
            // Another session may have solved others meanwhile.
            solved.extend(read_solved(folder).unwrap_or_default());
            let lines: Vec<&str> = self.solved.iter().map(String::as_str).collect();
            let text = lines.join("\n");
            let _ = storage::replace_private(&folder.join(SOLVED), |out| {
                out.write_all(text.as_bytes())
            });
        }
    }
}

/// The file with the puzzles that were solved.
const SOLVED: &str = "solved";

fn file(folder: &Path, id: u64) -> PathBuf {
    folder.join(format!("{id}.ataxx"))
}

/// The numbers of the games in a folder.
fn ids(folder: &Path) -> Vec<u64> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let id = |path: PathBuf| {
        let is_game = path.extension()? == "ataxx";
        path.file_stem()?.to_str()?.parse().ok().filter(|_| is_game)
    };
    entries.filter_map(|entry| id(entry.path())).collect()
}

/// The puzzles in a folder that were solved.
fn read_solved(folder: &Path) -> Option<BTreeSet<String>> {
    let bytes = storage::read(&folder.join(SOLVED), MAX_LENGTH as u64).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

fn read(folder: &Path, id: u64) -> Option<KeptGame> {
    let bytes = storage::read(&file(folder, id), MAX_LENGTH as u64).ok()?;
    let record: GameRecord = String::from_utf8(bytes).ok()?.parse().ok()?;
    Some(KeptGame::new(id, &record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn record(text: &str) -> GameRecord {
        text.parse().expect("a record")
    }

    #[test]
    fn games_and_solved_puzzles_are_there_after_the_program() {
        let folder = TempDir::new().expect("a folder");
        let path = Some(folder.path().join("pages"));
        let mut library = Library::open(path.clone());
        library.keep(&record("1. a7-b7"));
        library.keep(&record("1. a7-b7 a1-a2"));
        library.begin(None);
        library.keep(&record("red: You\n\n1. a7-c7\n1-0"));
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
        let mut again = Library::open(path);
        assert_eq!(titles(&again), expected);
        assert!(again.solved().contains(&name_of(&puzzle)));
        // A game that is continued stays one.
        again.begin(Some(again.games()[1].id));
        again.keep(&record("1. a7-b7 a1-a2 2. b7-c7"));
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
        let mut library = Library::open(Some(pages.clone()));
        library.begin(Some(7));
        library.keep(&record("1. a7-b7 a1-a2"));
        library.begin(None);
        library.keep(&record("1. a7-a6"));
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
        let open = || Library::open(Some(folder.path().to_owned()));
        let mut sessions = [open(), open()];
        let puzzles = &ataxx_core::puzzles::built_in()[..2];
        for (session, puzzle) in sessions.iter_mut().zip(puzzles) {
            session.solve(puzzle);
        }
        let both: BTreeSet<String> = puzzles.iter().map(name_of).collect();
        assert_eq!(*open().solved(), both);
    }

    #[test]
    fn what_is_too_large_to_be_read_again_is_not_written() {
        let folder = TempDir::new().expect("a folder");
        let mut library = Library::open(Some(folder.path().to_owned()));
        let large = format!("1. a7-b7\n# comment 1.: {}\n*", "x".repeat(MAX_LENGTH));
        library.keep(&record(&large));
        assert!(library.games()[0].title.contains("too large"));
        assert!(ids(folder.path()).is_empty());
        library.keep(&record(&large.replace(&"x".repeat(1000), "")));
        assert!(!library.games()[0].title.contains("too large"));
        let again = Library::open(Some(folder.path().to_owned()));
        assert_eq!(again.games(), library.games());
    }

    #[test]
    fn without_a_folder_games_are_kept_for_the_session() {
        let mut library = Library::open(None);
        library.keep(&record("1. a7-b7"));
        assert_eq!(library.games().len(), 1);
    }
}
