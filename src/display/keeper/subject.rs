//! The session of the page as the subject of a scenario.

use super::{Job, Keeper};
use crate::display::order::for_the_terminal;
use crate::opponents::Ended;
use crate::opponents::dialogue::Dialogue;
use crate::opponents::subject::{AiMove, Announced, Seen, Subject, SubjectError};
use crate::session::{Command, Event, Session, parse};
use ataxx_core::board::Game;
use ataxx_core::notation::BerkeleyMove;
use std::time::Instant;

/// The session of the page as the subject of a scenario. AIs move when a step asks for it.
pub(super) struct PageSubject<'s, 'h, 'd, 'i> {
    keeper: &'s mut Keeper<'h>,
    job: &'s mut Job<'d, 'i>,
    errors: Vec<String>,
}

impl<'s, 'h, 'd, 'i> PageSubject<'s, 'h, 'd, 'i> {
    pub fn new(keeper: &'s mut Keeper<'h>, job: &'s mut Job<'d, 'i>) -> Self {
        Self {
            keeper,
            job,
            errors: Vec::new(),
        }
    }

    fn session(&self) -> &Session {
        self.job.interpreter.session()
    }
}

fn unsupported<T>(reason: &str) -> Result<T, SubjectError> {
    Err(SubjectError::Unsupported(reason.to_owned()))
}

impl Subject for PageSubject<'_, '_, '_, '_> {
    fn noun(&self) -> &'static str {
        "the session of a page"
    }

    fn send(&mut self, line: &str, _: Instant) -> Result<(), SubjectError> {
        let parsed = parse(line, self.session().dialect()).ok().flatten();
        match parsed.map(|line| line.command) {
            Some(Command::Quit) => return unsupported("the session would end here"),
            Some(command) => {
                if let Some(why) = for_the_terminal(&command, false) {
                    return Err(SubjectError::Refused(why.to_owned()));
                }
            }
            None => {}
        }
        let reply = match line.parse::<BerkeleyMove>() {
            Ok(mv) => self.keeper.make(mv, self.job),
            Err(_) => self.keeper.command(line, self.job, false),
        };
        self.errors.extend(reply.why_refused().map(str::to_owned));
        Ok(())
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), SubjectError> {
        let reply = self.keeper.begin(game.clone(), self.job);
        match reply.why_refused() {
            Some(why) => Err(SubjectError::Refused(why.to_owned())),
            None => Ok(()),
        }
    }

    fn look(&mut self, _: Instant) -> Result<Seen, SubjectError> {
        Ok(Seen {
            position: *self.session().position(),
            knows_turn: true,
        })
    }

    fn ai_move(&mut self, _: Instant) -> Result<AiMove, SubjectError> {
        let Some(color) = self.session().ai_turn() else {
            return unsupported("no AI is to move");
        };
        let begun = Instant::now();
        let before = *self.session().position();
        let session = self.job.interpreter.session_mut();
        let events = session.think(self.keeper.handle.cancel());
        let played = events.into_iter().find_map(|event| match event {
            Event::AiPlayed { played, .. } => Some(played),
            _ => None,
        });
        let played =
            played.ok_or_else(|| SubjectError::Refused(format!("{color}’s AI does not move")))?;
        Ok(AiMove {
            color,
            mv: played.into(),
            before,
            took: begun.elapsed(),
            illegal: None,
        })
    }

    fn perft(&mut self, _: u8, _: Instant) -> Result<Option<u64>, SubjectError> {
        unsupported("this may take too long for a page")
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, SubjectError> {
        let outcome = self.session().game().outcome();
        Ok(outcome.map(|outcome| Announced {
            winner: outcome.winner,
            referee: Some(outcome),
        }))
    }

    fn take_output(&mut self, _: Instant) -> Result<Vec<String>, SubjectError> {
        unsupported("a page keeps no output")
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, SubjectError> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, SubjectError> {
        unsupported("the session would end here")
    }

    fn referee(&self) -> &Game {
        self.session().game()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        Dialogue::default()
    }
}
