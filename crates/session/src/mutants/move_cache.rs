//! The moves that AIs have chosen, kept over sessions.

use crate::{Dialect, Player, Session, SessionSettings};
use ataxx_core::board::{Move, Position};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The choices of AIs in sessions with faults, so that each is made once: most games with a
/// fault are like those without. The default cache stores nothing. Clones share one cache.
#[derive(Clone, Debug, Default)]
pub struct MoveCache(Option<Arc<Mutex<HashMap<ChoiceKey, Move>>>>);

/// All that a choice depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceKey {
    dialect: Dialect,
    settings: SessionSettings,
    position: Position,
    /// The number of moves that were made, which a seeded AI goes by.
    moves: usize,
    player: Player,
}

impl ChoiceKey {
    pub fn of(session: &Session) -> Self {
        let position = *session.position();
        Self {
            dialect: session.dialect(),
            settings: session.settings(),
            position,
            moves: session.game().moves().len(),
            player: session.player(position.turn()),
        }
    }
}

impl MoveCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    pub fn get(&self, key: &ChoiceKey) -> Option<Move> {
        let choices = self.0.as_ref()?.lock();
        let choices = choices.unwrap_or_else(PoisonError::into_inner);
        choices.get(key).copied()
    }

    pub fn insert(&self, key: ChoiceKey, choice: Move) {
        if let Some(choices) = &self.0 {
            let mut choices = choices.lock().unwrap_or_else(PoisonError::into_inner);
            choices.insert(key, choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Executor;
    use ataxx_core::board::Game;

    fn after(lines: &[&str]) -> Session {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for line in lines {
            let parsed = Executor::parse(&session, line).expect("a line");
            let command = parsed.expect("a command").command;
            session.execute(&command).expect("carried out");
        }
        session
    }

    #[test]
    fn a_choice_depends_on_all_that_a_seeded_ai_goes_by() {
        let played = after(&["manual blue", "a7-b7", "auto blue"]);
        let key = ChoiceKey::of(&played);
        assert_eq!(key, ChoiceKey::of(&played.clone()));
        // The same position, in a game that begins with it.
        let mut set_up = played.clone();
        let game = Game::from_position(*played.game().rules(), *played.position());
        set_up.set_game(game).expect("its rules");
        assert_eq!(set_up.position(), played.position());
        assert_ne!(key, ChoiceKey::of(&set_up));
        // The same board with another count of consecutive jumps.
        let there_and_back = after(&["manual blue", "a7-a5", "a1-a3", "a5-a7", "a3-a1"]);
        let at_start = after(&["manual blue"]);
        assert_ne!(ChoiceKey::of(&there_and_back), ChoiceKey::of(&at_start));

        let cache = MoveCache::new();
        cache.insert(key.clone(), Move::Pass);
        assert_eq!(cache.get(&key), Some(Move::Pass));
        assert_eq!(cache.get(&ChoiceKey::of(&set_up)), None);
        assert_eq!(MoveCache::default().get(&key), None);
    }
}
