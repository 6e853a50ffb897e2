//! Opens pasted texts, and steps through them.

use super::subject::PageSubject;
use super::{Job, Keeper};
use crate::display::opened::{self, Content, Opened};
use crate::display::order::Reply;
use crate::notation::BerkeleyMove;
use crate::session::Flow;

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, job: &mut Job) -> Reply {
        let dialect = job.interpreter.session().dialect();
        match opened::read(text, dialect, self.handle.cancel()) {
            Ok(Content::Position(position)) => self.begin_from(position, job),
            Ok(Content::Game(tree)) => self.begin_tree(*tree, job),
            Ok(Content::Opened(opened)) => {
                let start = opened.start(dialect.rules());
                let reply = match start {
                    Some(game) => self.begin(game, job),
                    None => Reply::done(Flow::GoOn),
                };
                let scenarios = matches!(opened, Opened::Scenarios(_));
                self.shown.opened = Some(opened);
                if scenarios {
                    return self.scenario(0, job);
                }
                reply
            }
            Err(why) => Reply::refused(why),
        }
    }

    /// Begins a scenario, from the beginning of a session or from its own position.
    pub(super) fn scenario(&mut self, number: usize, job: &mut Job) -> Reply {
        let Some(Opened::Scenarios(mut scenarios)) = self.shown.opened.clone() else {
            return Reply::refused("no scenarios are open");
        };
        let Some(start) = scenarios.begin(number) else {
            return Reply::refused("there is no such scenario");
        };
        let mut reply = self.command("clear", job, false);
        if let Some(game) = start {
            reply = self.begin(game, job);
        }
        self.shown.notice = None;
        self.shown.opened = Some(Opened::Scenarios(scenarios));
        reply
    }

    /// Runs the next step of the open certificate or scenario.
    pub(super) fn step(&mut self, job: &mut Job) -> Reply {
        match self.shown.opened.clone() {
            None => Reply::refused("nothing is open"),
            Some(Opened::Certificate(certificate)) => {
                let position = *job.interpreter.session().position();
                match certificate.next(&position) {
                    Some(mv) => self.make(mv, job),
                    None => Reply::refused("the game is over"),
                }
            }
            Some(Opened::Scenarios(mut scenarios)) => {
                if !scenarios.has_next() {
                    return Reply::refused("that was the last step");
                }
                let stop = self.handle.cancel();
                scenarios.step(Box::new(PageSubject::new(self, job)), stop);
                self.shown.opened = Some(Opened::Scenarios(scenarios));
                Reply::done(Flow::GoOn)
            }
        }
    }

    /// Makes a move, for an AI too.
    pub(super) fn make(&mut self, mv: BerkeleyMove, job: &mut Job) -> Reply {
        if job.interpreter.session().ai_turn().is_none() {
            return self.command(&mv.to_string(), job, false);
        }
        match job.interpreter.session_mut().play_for_ai(mv) {
            Ok(_) => Reply::done(Flow::GoOn),
            Err(_) => Reply::refused(format!("{mv} is not legal")),
        }
    }
}
