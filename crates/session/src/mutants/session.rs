//! [`FaultySession`] wraps a session. It changes the lines and commands that reach it, and
//! the events and the position that come of them.

use super::changes;
use super::injected::{Done, Injected, replace, with_outcome};
use super::list::Fault;
use crate::{Command, Dialect, Event, Executor, ParsedLine, Player, Session, SessionSettings};
use ataxx_core::Cancellation;
use ataxx_core::board::{Move, PlayedMove, Position};
use ataxx_core::diagnostic::Diagnostic;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A session with a fault.
#[derive(Clone, Debug)]
pub struct FaultySession {
    session: Session,
    injected: Injected,
    memory: MoveCache,
}

impl FaultySession {
    /// The session with this fault.
    pub fn new(session: Session, fault: Fault) -> Self {
        let injected = Injected::new(fault);
        Self {
            session,
            injected,
            memory: MoveCache::default(),
        }
    }

    /// The same, with AIs that repeat the choices of others in the same situation.
    pub fn with_memory(self, memory: MoveCache) -> Self {
        Self { memory, ..self }
    }

    /// Lets the AI whose turn it is make the move that it chooses without the fault.
    fn move_of_ai(&mut self, cancel: &Cancellation) -> Vec<Event> {
        let key = ChoiceKey::of(&self.session);
        if let Some(choice) = self.memory.get(&key) {
            return self.session.play_chosen(choice);
        }
        let events = self.session.think(cancel);
        let choice = events.iter().find_map(|event| match event {
            Event::AiPlayed { played, .. } => Some(played.mv),
            _ => None,
        });
        if let Some(choice) = choice.filter(|_| !cancel.is_requested()) {
            self.memory.insert(key, choice);
        }
        events
    }
}

impl Executor for FaultySession {
    fn session(&self) -> &Session {
        &self.session
    }

    fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    fn parse(&self, line: &str) -> Result<Option<ParsedLine>, Diagnostic> {
        changes::read_line(self.injected.fault, line, self.session.dialect())
    }

    fn execute(&mut self, command: &Command) -> Done {
        let Self {
            session, injected, ..
        } = self;
        let before = session.clone();
        let done = match injected.instead(session, command) {
            Some(done) => done,
            None => session.execute(command),
        };
        let events = match done {
            Err(refusal) => injected.after_refusal(session, command, refusal)?,
            Ok(events) => injected.after_command(session, &before, command, events),
        };
        let events = injected.after_move(session, &before, events);
        Ok(injected.output(session, &before, command, events))
    }

    fn think(&mut self, cancel: &Cancellation) -> Vec<Event> {
        let before = self.session.clone();
        let mut events = self.move_of_ai(cancel);
        let Self {
            session, injected, ..
        } = self;
        if let Some(mv) = injected.other_move(&before) {
            let mut game = before.game().clone();
            let other = PlayedMove::of(mv, before.position());
            if game.play(mv).is_err() {
                game.set_up(before.position().after(mv, game.rules()));
            }
            replace(session, game);
            for event in &mut events {
                if let Event::AiPlayed { played, .. } = event {
                    *played = other;
                }
            }
            events = with_outcome(session, events);
        }
        let events = injected.after_move(session, &before, events);
        injected.output(session, &before, &Command::Quiet, events)
    }
}

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
    use ataxx_core::board::{Cell, Game};

    /// Whether something stands on a square after these lines.
    fn is_taken(fault: Fault, lines: &[&str], square: &str) -> bool {
        let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        let mut session = FaultySession::new(session, fault);
        for line in lines {
            if let Ok(Some(parsed)) = session.parse(line) {
                let _ = session.execute(&parsed.command);
            }
        }
        let square = square.parse().expect("a square");
        session.session().position().cell(square) != Cell::Empty
    }

    #[test]
    fn a_fault_changes_only_what_its_description_names() {
        assert!(!is_taken(Fault::LongJump, &["a7-e7"], "e7"));
        assert!(is_taken(Fault::KnightRefused, &["a7-a5"], "a5"));
        assert!(is_taken(Fault::BlockNeverAgain, &["block d1"], "d1"));
        assert!(!is_taken(Fault::UndoRefusedAtEnd, &["a7-a6", "undo"], "a6"));
    }

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
