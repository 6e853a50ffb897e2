//! Opens pasted texts, and steps through them.

use super::subject::PageSubject;
use super::{Desk, Keeper};
use crate::display::opened::{self, Content, Opened};
use crate::display::order::Reply;
use crate::notation::BerkeleyMove;
use crate::session::Flow;

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, desk: &mut Desk) -> Reply {
        let dialect = desk.interpreter.session().dialect();
        match opened::read(text, dialect, self.handle.cancel()) {
            Ok(Content::Position(position)) => self.begin_from(position, desk),
            Ok(Content::Game(game)) => self.begin(*game, desk),
            Ok(Content::Opened(opened)) => {
                let start = opened.start(dialect.rules());
                let reply = match start {
                    Some(game) => self.begin(game, desk),
                    None => Reply::done(Flow::GoOn),
                };
                let scenarios = matches!(opened, Opened::Scenarios(_));
                self.shown.opened = Some(opened);
                if scenarios {
                    return self.scenario(0, desk);
                }
                reply
            }
            Err(why) => Reply::refused(why),
        }
    }

    /// Begins a scenario, from the beginning of a session or from its own position.
    pub(super) fn scenario(&mut self, number: usize, desk: &mut Desk) -> Reply {
        let Some(Opened::Scenarios(mut scenarios)) = self.shown.opened.clone() else {
            return Reply::refused("no scenarios are open");
        };
        let Some(start) = scenarios.begin(number) else {
            return Reply::refused("there is no such scenario");
        };
        let mut reply = self.command("clear", desk, false);
        if let Some(game) = start {
            reply = self.begin(game, desk);
        }
        self.shown.notice = None;
        self.shown.opened = Some(Opened::Scenarios(scenarios));
        reply
    }

    /// Runs the next step of the open certificate or scenario.
    pub(super) fn step(&mut self, desk: &mut Desk) -> Reply {
        match self.shown.opened.clone() {
            None => Reply::refused("nothing is open"),
            Some(Opened::Certificate(certificate)) => {
                let position = *desk.interpreter.session().position();
                match certificate.next(&position) {
                    Some(mv) => self.make(mv, desk),
                    None => Reply::refused("the game is over"),
                }
            }
            Some(Opened::Scenarios(mut scenarios)) => {
                if !scenarios.has_next() {
                    return Reply::refused("that was the last step");
                }
                let stop = self.handle.cancel();
                scenarios.step(Box::new(PageSubject::new(self, desk)), stop);
                self.shown.opened = Some(Opened::Scenarios(scenarios));
                Reply::done(Flow::GoOn)
            }
        }
    }

    /// Makes a move, for an AI too.
    pub(super) fn make(&mut self, mv: BerkeleyMove, desk: &mut Desk) -> Reply {
        if desk.interpreter.session().ai_turn().is_none() {
            return self.command(&mv.to_string(), desk, false);
        }
        match desk.interpreter.session_mut().play_for_ai(mv) {
            Ok(_) => Reply::done(Flow::GoOn),
            Err(_) => Reply::refused(format!("{mv} is not legal")),
        }
    }
}
