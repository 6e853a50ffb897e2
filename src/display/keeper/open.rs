//! Opens pasted texts, and steps through them.

use super::game::{NOT_ALONE, is_remote};
use super::subject::PageSubject;
use super::{Job, Keeper};
use crate::display::opened::{self, Content, Failures, Opened};
use crate::display::order::Reply;
use crate::display::snapshot::{GameInDialect, Notice, Play};
use crate::session::Flow;
use ataxx_core::notation::BerkeleyMove;

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, job: &mut Job) -> Reply {
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let dialect = job.interpreter.session().dialect();
        let (content, warning) = match opened::read(text, dialect, self.handle.cancel()) {
            Ok(read) => read,
            Err(why) => return Reply::refused(why),
        };
        let reply = match content {
            Content::Position(position) => self.begin_from(position, job),
            Content::Game(tree) => {
                let tree = *tree;
                self.begin_tree(GameInDialect { dialect, tree }, job)
            }
            Content::Opened(opened) => {
                let start = opened.start(dialect.rules());
                let reply = match start {
                    Some(game) => {
                        let reply = self.begin(game, job);
                        if reply.why_refused().is_none() {
                            self.shown.play = Play::Exercise;
                        }
                        reply
                    }
                    None => Reply::done(Flow::GoOn),
                };
                let scenarios = matches!(opened, Opened::Scenarios(_));
                self.shown.opened = Some(opened);
                if scenarios {
                    return self.scenario(0, job);
                }
                reply
            }
        };
        if let (None, Some(text)) = (reply.why_refused(), warning) {
            let refused = false;
            self.shown.notice = Some(Notice { text, refused });
        }
        reply
    }

    /// Begins a scenario, from the beginning of a session or from its own position.
    pub(super) fn scenario(&mut self, number: usize, job: &mut Job) -> Reply {
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let mut scenarios = match self.shown.opened.clone() {
            Some(Opened::Scenarios(scenarios)) => scenarios,
            Some(Opened::Failures(mut failures)) => {
                if !failures.begin(number) {
                    return Reply::refused("there is no such failure");
                }
                return self.show_failure(*failures, job);
            }
            _ => return Reply::refused("no scenarios are open"),
        };
        let Some(start) = scenarios.begin(number) else {
            return Reply::refused("there is no such scenario");
        };
        let mut reply = self.command("clear", job, false);
        if let Some(game) = start {
            reply = self.begin(game, job);
        }
        self.shown.notice = None;
        self.shown.play = Play::Exercise;
        self.shown.opened = Some(Opened::Scenarios(scenarios));
        reply
    }

    /// Goes through the open failure to where the program parts from the rules.
    pub(super) fn step_far(&mut self, job: &mut Job) -> Reply {
        let Some(Opened::Failures(mut failures)) = self.shown.opened.clone() else {
            return Reply::refused("no failure is open");
        };
        failures.step_far();
        self.show_failure(*failures, job)
    }

    /// Puts the game by the rules on the board, and the failure beside it.
    fn show_failure(&mut self, failures: Failures, job: &mut Job) -> Reply {
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let session = job.interpreter.session_mut();
        if let Err(error) = session.set_game(failures.game().clone()) {
            return Reply::refused(error.to_string());
        }
        self.shown.opened = Some(Opened::Failures(Box::new(failures)));
        Reply::done(Flow::GoOn)
    }

    /// Runs the next step of the open certificate, scenario or failure.
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
            Some(Opened::Failures(mut failures)) => {
                if !failures.has_next() {
                    return Reply::refused("that was the last line");
                }
                failures.step();
                self.show_failure(*failures, job)
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
