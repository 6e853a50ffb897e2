//! Opens pasted texts, and steps through them. For scenarios the session of the page is the subject.

use super::games::refuse_if_remote;
use super::state::{Job, Keeper};
use crate::display::opened::{self, Content, Opened};
use crate::display::order::{Answer, Done, refused, why_terminal_only};
use crate::opponents::dialogue::Dialogue;
use crate::opponents::subject::{AiMove, Announced, Subject};
use crate::opponents::{Ended, Failure};
use crate::session::{Command, Event, Flow, Session, parse};
use ataxx_core::board::{Game, Position};
use std::time::Instant;

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let dialect = job.interpreter.session().dialect();
        let (content, warning) = opened::read(text, dialect, self.handle.cancel())?;
        let flow = match content {
            Content::Position(position) => self.begin_from(position, job)?,
            Content::Opened(opened) => self.show_opened(*opened, job)?,
            Content::Game(tree) => self.begin_tree(dialect, *tree, job)?,
        };
        if let Some(text) = warning {
            self.notice(text, false);
        }
        Ok(flow)
    }

    /// Shows what can be stepped through, from its beginning.
    fn show_opened(&mut self, opened: Opened, job: &mut Job) -> Done {
        let Opened::Certificate(certificate) = &opened else {
            self.shown.opened = Some(opened);
            return self.item(0, job);
        };
        let flow = self.begin_from(certificate.position, job)?;
        self.shown.is_exercise = true;
        self.shown.opened = Some(opened);
        Ok(flow)
    }

    /// Begins one of the open scenarios or games: a scenario from the beginning of a session or from
    /// its own position.
    pub(super) fn item(&mut self, number: usize, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let done = match self.shown.opened.clone() {
            Some(Opened::Games(mut games)) => {
                let dialect = job.interpreter.session().dialect();
                let tree = games.choose(number, &dialect.rules())?;
                let done = self.begin_tree(dialect, tree, job);
                self.shown.opened = Some(Opened::Games(games));
                done
            }
            Some(Opened::Scenarios(mut scenarios)) => {
                let Some(start) = scenarios.begin(number) else {
                    return refused("there is no such scenario");
                };
                let mut done = self.command(Command::Clear, job, false);
                if let Some(game) = start {
                    done = self.begin(game, job);
                }
                self.shown.notice = None;
                self.shown.opened = Some(Opened::Scenarios(scenarios));
                done
            }
            _ => return refused("nothing is open to choose from"),
        };
        self.shown.is_exercise = true;
        done
    }

    /// Runs the next step of the open certificate or scenario.
    pub(super) fn step(&mut self, job: &mut Job) -> Done {
        match self.shown.opened.clone() {
            None | Some(Opened::Games(_)) => refused("nothing is open to step through"),
            Some(Opened::Certificate(certificate)) => {
                let position = *job.interpreter.session().position();
                match certificate.next(&position) {
                    Some(mv) => self.make(mv, job),
                    None => refused("the game is over"),
                }
            }
            Some(Opened::Scenarios(mut scenarios)) => {
                if !scenarios.has_next() {
                    return refused("that was the last step");
                }
                let stop = self.handle.cancel();
                let (keeper, errors) = (&mut *self, Vec::new());
                let subject = PageSubject {
                    keeper,
                    job,
                    errors,
                };
                scenarios.step(Box::new(subject), stop);
                self.shown.opened = Some(Opened::Scenarios(scenarios));
                Ok(Flow::GoOn)
            }
        }
    }
}

/// The session of the page as the subject of a scenario. AIs move when a step asks for it.
struct PageSubject<'s, 'h, 'd, 'i> {
    keeper: &'s mut Keeper<'h>,
    job: &'s mut Job<'d, 'i>,
    errors: Vec<String>,
}

impl PageSubject<'_, '_, '_, '_> {
    fn session(&self) -> &Session {
        self.job.interpreter.session()
    }
}

fn unsupported<T>(reason: &str) -> Result<T, Failure> {
    Err(Failure::unsupported(reason))
}

impl Subject for PageSubject<'_, '_, '_, '_> {
    fn send(&mut self, line: &str, _: Instant) -> Result<(), Failure> {
        let parsed = parse(line, self.session().dialect());
        let command = parsed.as_ref().ok().and_then(Option::as_ref);
        let command = command.map(|line| &line.command);
        if command == Some(&Command::Quit) {
            return unsupported("the session would end here");
        }
        if let Some(why) = command.and_then(|command| why_terminal_only(command, false)) {
            return Err(Failure::refused(why));
        }
        let reply = if let Some(mv) = command.and_then(Command::as_move) {
            self.keeper.make(mv, self.job).into()
        } else {
            self.keeper.parsed_line(line, parsed, self.job, false)
        };
        if let Some(Answer::Refused(why)) = reply.answer {
            self.errors.push(why);
        }
        Ok(())
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Failure> {
        let begun = self.keeper.begin(game.clone(), self.job);
        begun.map(drop).map_err(Failure::refused)
    }

    fn look(&mut self, _: Instant) -> Result<Position, Failure> {
        Ok(*self.session().position())
    }

    fn ai_move(&mut self, _: Instant) -> Result<AiMove, Failure> {
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
        let Some(played) = played else {
            return Err(Failure::refused(format!("{color}’s AI does not move")));
        };
        Ok(AiMove {
            color,
            mv: played.into(),
            before,
            took: begun.elapsed(),
            illegal: None,
        })
    }

    fn perft(&mut self, _: u8, _: Instant) -> Result<Option<u64>, Failure> {
        unsupported("this may take too long for a page")
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Failure> {
        Ok(self.session().game().outcome().map(Into::into))
    }

    fn take_output(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        unsupported("a page keeps no output")
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, Failure> {
        unsupported("the session would end here")
    }

    fn referee(&self) -> &Game {
        self.session().game()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        Dialogue::default()
    }
}
