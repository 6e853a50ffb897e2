//! Publishes to pages what happens.

use super::Keeper;
use crate::display::analysis_target::Target;
use crate::display::mode::Mode;
use crate::display::order::{Answer, Wish};
use crate::display::snapshot::{Notice, Said, Snapshot, Thinking, Voice, sentence};
use crate::display::tree::Tree;
use crate::session::{Event, Output, Session};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::notation::BerkeleyMove;
use std::sync::Arc;
use std::time::Instant;

/// The limit on lines of the log.
const MOST_SAID: usize = 300;

impl Keeper<'_> {
    /// Records an output.
    pub(super) fn tell(&mut self, session: &Session, output: &Output, answer: &mut Option<Answer>) {
        match output {
            Output::Begun(line) => self.say(Voice::Command, line.text.trim()),
            Output::Thinking(color) => self.shown.thinking = Some(Thinking::begun(*color)),
            Output::Event(event) => {
                if let Some(text) = printed(session, event) {
                    *answer = Some(Answer::Printed(text));
                }
                self.event(session, event);
            }
            Output::Refused(diagnostic) => {
                self.say(Voice::Refusal, render(diagnostic, Look::Plain).trim_end());
                *answer = Some(Answer::Refused(in_a_line(diagnostic)));
            }
            Output::Waiting { awaited, .. } => self.shown.awaited = Some(*awaited),
            Output::Studying(_) | Output::Done(_) => {}
        }
    }

    fn event(&mut self, session: &Session, event: &Event) {
        self.shown.awaited = None;
        let dialect = session.dialect();
        match event {
            Event::Played(color, played) => self.said_move(*color, BerkeleyMove::from(*played)),
            Event::AiPlayed { .. } => {
                // Where another AI is next, it goes on thinking.
                self.shown.thinking = session.ai_turn().map(Thinking::begun);
                self.moved = Some(Instant::now());
            }
            // A position that is being set up belongs to the old game.
            Event::Cleared | Event::NewGame | Event::PositionSet(_) => {
                self.shown.replace_tree(Tree::new(*session.position()));
                self.shown.mode = Mode::Play;
                self.shown.opened = None;
            }
            _ => {}
        }
        if let Some(text) = event.announcement(dialect) {
            self.say(Voice::Announcement, text.trim_end_matches('\n'));
        }
        if let Some(text) = event
            .remark(dialect)
            .or_else(|| event.warning())
            .or_else(|| event.notice())
        {
            self.shown.notice = Some(Notice {
                text: sentence(&text),
                refused: false,
            });
            self.say(Voice::Remark, &text);
        }
        self.publish(session);
    }

    fn said_move(&mut self, color: Color, mv: BerkeleyMove) {
        // The command names the move, but not the colour.
        self.say(Voice::Remark, &format!("{color}: {mv}"));
    }

    /// Adds to the log.
    pub(super) fn say(&mut self, voice: Voice, text: &str) {
        let log = Arc::make_mut(&mut self.shown.log);
        if log.len() >= MOST_SAID {
            log.drain(..MOST_SAID / 3);
        }
        log.push(Said {
            voice,
            text: text.to_owned(),
        });
    }

    /// Publishes the state of the session.
    pub(super) fn publish(&mut self, session: &Session) {
        let before = *self.shown.shown();
        self.shown.session = session.clone();
        self.shown.tree.follow(session.game());
        self.shown.seats = self.engines.seats();
        if let Some(why) = self.engines.take_failure() {
            self.say(Voice::Refusal, &why);
            self.shown.notice = Some(Notice {
                text: sentence(&why),
                refused: true,
            });
        }
        if *self.shown.shown() != before {
            self.shown.board += 1;
            // A hint is for one position.
            if self.shown.wish == Wish::Hint {
                self.shown.wish = Wish::Nothing;
            }
        }
        self.take_aim();
        let snapshot: Arc<Snapshot> = Arc::new(self.shown.clone());
        self.handle.snapshots().send_replace(snapshot);
    }

    /// Sets the target of the analyst. While an AI thinks, the analyst waits.
    fn take_aim(&self) {
        let Snapshot { wish, session, .. } = &self.shown;
        let busy = self.shown.thinking.is_some() || matches!(self.shown.mode, Mode::SetUp(_));
        let tree = &self.shown.tree;
        let line = if matches!(wish, Wish::Lines | Wish::Review) {
            let nodes = tree.line();
            nodes
                .iter()
                .filter_map(|&node| tree.position(node).copied())
                .collect()
        } else {
            Vec::new()
        };
        self.handle.aim().set(Target {
            wish: *wish,
            idle: busy,
            board: self.shown.board,
            position: *session.position(),
            rules: *session.game().rules(),
            line,
        });
    }
}

/// The output of a command that only prints something.
fn printed(session: &Session, event: &Event) -> Option<String> {
    match event {
        Event::Text(_) | Event::Dump(_) | Event::Board(..) => event.announcement(session.dialect()),
        _ => None,
    }
}

/// A diagnostic in one line.
fn in_a_line(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.iter().map(String::as_str);
    let parts: Vec<&str> = std::iter::once(&*diagnostic.message).chain(help).collect();
    parts.join("; ")
}
