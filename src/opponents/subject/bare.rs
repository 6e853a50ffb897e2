//! A game by any rules and the AI of this program, without a session.

use super::{AiMove, Announced, Seen, Subject, SubjectError};
use crate::opponents::Ended;
use crate::opponents::dialogue::{Dialogue, Speaker};
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_core::engine::{self, Limits, SearchTask};
use ataxx_core::notation::BerkeleyMove;
use std::num::NonZeroUsize;
use std::time::Instant;

/// A game by any rules and the AI of this program, without a session. A scenario tests it if its
/// rules are not those of a dialect.
pub struct EngineSubject<'a> {
    game: Game,
    limits: Limits,
    stop: &'a Cancellation,
    dialogue: Dialogue,
    errors: Vec<String>,
}

impl<'a> EngineSubject<'a> {
    /// A game from the start by these rules, with an AI within these limits.
    pub fn new(rules: Rules, limits: Limits, stop: &'a Cancellation) -> Self {
        Self {
            game: Game::new(rules),
            limits,
            stop,
            dialogue: Dialogue::default(),
            errors: Vec::new(),
        }
    }
}

impl Subject for EngineSubject<'_> {
    fn noun(&self) -> &'static str {
        "a game without a session"
    }

    /// Plays a move; nothing else can be sent.
    fn send(&mut self, line: &str, _: Instant) -> Result<(), SubjectError> {
        self.dialogue.note(0, Speaker::Runner, line);
        let Ok(mv) = line.trim().parse::<BerkeleyMove>() else {
            let message = "there is no session under these rules: `play` makes a move";
            return Err(SubjectError::Unsupported(message.to_owned()));
        };
        if let Err(error) = mv.play(&mut self.game) {
            self.errors.push(error.to_string());
        }
        Ok(())
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), SubjectError> {
        self.game = game.clone();
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Seen, SubjectError> {
        Ok(Seen {
            position: *self.game.position(),
            knows_turn: true,
        })
    }

    fn ai_move(&mut self, _: Instant) -> Result<AiMove, SubjectError> {
        let begun = Instant::now();
        let before = *self.game.position();
        let task = SearchTask {
            position: &before,
            rules: self.game.rules(),
            limits: self.limits,
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let Some(choice) = engine::choose(&task, self.stop) else {
            let message = "the game is over: an AI has nothing to choose";
            return Err(SubjectError::Refused(message.to_owned()));
        };
        let mv = BerkeleyMove::of(choice.mv, &before);
        self.dialogue.note(0, Speaker::Program, mv.to_string());
        let illegal = self.game.play(choice.mv).err();
        Ok(AiMove {
            color: before.turn(),
            mv,
            before,
            took: begun.elapsed(),
            illegal: illegal.map(|error| error.to_string()),
        })
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, SubjectError> {
        Ok(self.game.outcome().map(|outcome| Announced {
            winner: outcome.winner,
            referee: Some(outcome),
        }))
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, SubjectError> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, SubjectError> {
        Ok(Ended::Status(0))
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }
}
