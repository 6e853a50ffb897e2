//! The moves that AIs have chosen, kept over sessions.

use crate::session::{Dialect, Player, Session, SessionSettings};
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

/// Two caches are equal if they are one.
impl PartialEq for MoveCache {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for MoveCache {}
