//! What is pasted on a page: opened, and gone through step by step.

use super::{Desk, Keeper};
use crate::board::Color;
use crate::display::opened::{self, Content, Opened, Seen, look};
use crate::display::order::{Reply, for_the_terminal};
use crate::notation::BerkeleyMove;
use crate::session::Flow;
use crate::session::parse;
use crate::tester::syntax::step::Step;

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, desk: &mut Desk) -> Reply {
        let dialect = desk.interpreter.session().dialect();
        match opened::read(text, dialect, self.handle.told()) {
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

    /// Begins a scenario: everything as at the beginning of a session, or its own position.
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

    /// Carries out the next step of what is open.
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
                let Some(step) = scenarios.next() else {
                    return Reply::refused("that was the last step");
                };
                let (reply, seen) = self.step_of_scenario(&step, desk);
                scenarios.note(seen);
                self.shown.opened = Some(Opened::Scenarios(scenarios));
                reply
            }
        }
    }

    fn step_of_scenario(&mut self, step: &Step, desk: &mut Desk) -> (Reply, Seen) {
        let done = Reply::done(Flow::GoOn);
        match step {
            Step::Play(moves) => {
                for mv in moves {
                    let reply = self.make(mv.text, desk);
                    if let Some(why) = reply.refused {
                        return (done, Seen::Fails(why));
                    }
                }
                (done, Seen::Done)
            }
            Step::Send(lines) => {
                for line in lines {
                    let dialect = desk.interpreter.session().dialect();
                    let parsed = parse(&line.text, dialect).ok().flatten();
                    if let Some(why) = parsed.and_then(|line| for_the_terminal(&line.command)) {
                        return (done, Seen::Fails(why.to_owned()));
                    }
                    // What is refused may be meant to be; a later step says so.
                    let reply = self.command(&line.text, desk, false);
                    if reply.flow == Flow::End {
                        return (Reply::refused("the session would end here"), Seen::NotHere);
                    }
                }
                (done, Seen::Done)
            }
            Step::Position(game) => {
                let reply = self.begin((**game).clone(), desk);
                (reply, Seen::Done)
            }
            Step::AiMove(_) => {
                let color = desk.interpreter.session().ai_turn();
                let seen = color.map_or(Seen::NotHere, |color| self.let_ai_move(color, desk));
                (done, seen)
            }
            step => (done, look(step, desk.interpreter.session().game())),
        }
    }

    /// Makes a move, for an AI too.
    fn make(&mut self, mv: BerkeleyMove, desk: &mut Desk) -> Reply {
        if desk.interpreter.session().ai_turn().is_none() {
            return self.command(&mv.to_string(), desk, false);
        }
        match desk.interpreter.session_mut().play_for_ai(mv) {
            Ok(_) => Reply::done(Flow::GoOn),
            Err(_) => Reply::refused(format!("{mv} is not legal")),
        }
    }

    fn let_ai_move(&mut self, color: Color, desk: &mut Desk) -> Seen {
        let events = desk.interpreter.session_mut().think(self.handle.told());
        if events.is_empty() {
            return Seen::Fails(format!("{color}’s AI does not move"));
        }
        Seen::Done
    }
}
