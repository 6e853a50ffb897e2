//! The games of this session and of earlier ones, and the puzzles that were solved.

use super::exercises::name_of;
use super::kept::{KeptGame, MAX_LENGTH, milliseconds};
use super::place::Storage;
use ataxx_core::notation::GameRecord;
use ataxx_core::puzzles::Puzzle;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The limit on games that are listed.
const MAX_LISTED: usize = 30;
/// The limit on games that are kept.
const MAX_KEPT: usize = 300;
/// The least time between two writes.
const EVERY: Duration = Duration::from_secs(1);

/// The games and solved puzzles.
pub struct Library {
    /// Where they are kept; `None` where they cannot be.
    storage: Option<Box<dyn Storage>>,
    /// The games, newest first.
    games: Arc<Vec<KeptGame>>,
    /// The puzzles that were solved, as texts.
    solved: Arc<BTreeSet<String>>,
    /// The game on the board.
    current: Option<u64>,
    /// When a game was written last.
    written: Option<Duration>,
}

impl Library {
    /// What is kept there.
    pub fn open(mut storage: Option<Box<dyn Storage>>) -> Self {
        let mut games = Vec::new();
        let mut solved = BTreeSet::new();
        if let Some(storage) = &mut storage {
            let mut ids = storage.ids();
            ids.sort_unstable_by(|one, other| other.cmp(one));
            for id in ids.drain(MAX_KEPT.min(ids.len())..) {
                storage.remove(id);
            }
            let read = |id: u64| {
                let record: GameRecord = storage.game(id)?.parse().ok()?;
                Some(KeptGame::new(id, &record))
            };
            games.extend(ids.into_iter().filter_map(read).take(MAX_LISTED));
            solved.extend(storage.solved());
        }
        Self {
            storage,
            games: Arc::new(games),
            solved: Arc::new(solved),
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

    /// Whether it is time to keep the game on the board again. Times are since 1970.
    pub fn is_due(&self, now: Duration) -> bool {
        let written = self.written;
        written.is_none_or(|written| now.saturating_sub(written) >= EVERY)
    }

    /// Keeps the game on the board in its present state. Returns whether it has changed.
    pub fn keep(&mut self, record: &GameRecord, now: Duration) -> bool {
        let newest = self.games.first().map_or(0, |game| game.id);
        let id = *self
            .current
            .get_or_insert_with(|| milliseconds(now).max(newest + 1));
        let game = KeptGame::new(id, record);
        let games = Arc::make_mut(&mut self.games);
        match games.iter_mut().find(|known| known.id == id) {
            Some(known) if *known == game => return false,
            Some(known) => *known = game.clone(),
            None => games.insert(0, game.clone()),
        }
        games.truncate(MAX_LISTED);
        self.written = Some(now);
        if let Some(storage) = &mut self.storage
            && game.text.len() < MAX_LENGTH
        {
            storage.keep(id, &game.text);
        }
        true
    }

    /// Keeps that a puzzle was solved.
    pub fn solve(&mut self, puzzle: &Puzzle) {
        let solved = Arc::make_mut(&mut self.solved);
        if !solved.insert(name_of(puzzle)) {
            return;
        }
        if let Some(storage) = &mut self.storage {
            // Another session may have solved others meanwhile.
            solved.extend(storage.solved());
            let names: Vec<&str> = self.solved.iter().map(String::as_str).collect();
            storage.keep_solved(&names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_storage_games_are_kept_for_the_session() {
        let mut library = Library::open(None);
        let now = Duration::from_secs(1);
        library.keep(&"1. a7-b7".parse().expect("a record"), now);
        assert_eq!(library.games().len(), 1);
        assert!(!library.is_due(now) && library.is_due(now + EVERY));
    }
}
