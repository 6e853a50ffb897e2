//! The lesson about the mistakes of the game.

use super::{Job, Keeper};
use crate::display::analysis::REVIEW_NODES;
use crate::display::lesson::{Lesson, LessonAnswer};
use crate::display::order::{LessonStep, Reply};
use crate::display::tree::Node;
use crate::session::Flow;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchTask, game_table_bytes};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::review::{Assessment, Mistake};
use std::num::NonZeroUsize;
use std::sync::Arc;

impl Keeper<'_> {
    /// Shows what was better than the move played in a position.
    pub(super) fn better(&mut self, node: Node, job: &mut Job) -> Reply {
        let rules = *job.interpreter.session().game().rules();
        let analysis = Arc::clone(&self.handle.analyses().borrow());
        let position = self.shown.tree.position(node);
        let known = position.and_then(|position| analysis.course.get(position));
        let nodes = known.map(|known| self.shown.tree.suggest(node, &known.best, &rules));
        match nodes.and_then(|nodes| nodes.first().copied()) {
            Some(first) => self.go(first, job),
            None => Reply::refused("this position has not been reviewed"),
        }
    }

    /// Begins the lesson. Where one side is a person and the other is not, it is about the
    /// mistakes of the person.
    pub(super) fn learn(&mut self, job: &mut Job) -> Reply {
        let session = job.interpreter.session();
        let rules = session.game().rules();
        let is_person = |color: Color| !session.player(color).is_ai();
        let is_about = |side: Color| is_person(side) || !is_person(!side);
        let tree = &self.shown.tree;
        let analysis = Arc::clone(&self.handle.analyses().borrow());
        let review = analysis.review(tree.played_line(), rules);
        let line = tree.line();
        let places = review.positions.iter().zip(&line).enumerate();
        let places = places.filter(|&(index, (reviewed, _))| {
            review.mistake(index).is_some() && is_about(reviewed.mover())
        });
        let places = places.map(|(_, (_, &node))| node).collect();
        match Lesson::new(places) {
            Some(lesson) => self.ask(lesson, job),
            None => Reply::refused("the review found no mistakes of yours"),
        }
    }

    fn ask(&mut self, lesson: Lesson, job: &mut Job) -> Reply {
        let reply = self.go(lesson.place(), job);
        if reply.why_refused().is_none() {
            self.shown.lesson = Some(lesson);
        }
        reply
    }

    /// Goes on in the lesson.
    pub(super) fn lesson_step(&mut self, step: LessonStep, job: &mut Job) -> Reply {
        let Some(mut lesson) = self.shown.lesson.take() else {
            return Reply::refused("there is no lesson");
        };
        match step {
            LessonStep::End => Reply::done(Flow::GoOn),
            LessonStep::Show => {
                lesson.answer = LessonAnswer::Shown;
                self.shown.lesson = Some(lesson);
                Reply::done(Flow::GoOn)
            }
            LessonStep::Next => match lesson.next() {
                Some(next) => self.ask(next, job),
                None => Reply::done(Flow::GoOn),
            },
        }
    }

    /// Judges a move in the position of the question.
    pub(super) fn answer(&mut self, said: BerkeleyMove, job: &Job) -> Reply {
        let session = job.interpreter.session();
        let (position, rules) = (session.position(), session.game().rules());
        let Some(mv) = said
            .on(position)
            .filter(|&mv| position.check(mv, rules).is_ok())
        else {
            return Reply::refused(format!("{said} is not legal"));
        };
        let analysis = Arc::clone(&self.handle.analyses().borrow());
        let Some(known) = analysis.course.get(position) else {
            return Reply::refused("this position has not been reviewed");
        };
        let best = known.for_red.for_red(position.turn()).chances;
        let is_good = known.best.first() == Some(&mv)
            || best - chances_after(position, mv, rules, self.handle.cancel())
                < Mistake::Inaccuracy.least_loss();
        if let Some(lesson) = &mut self.shown.lesson {
            lesson.answer = if is_good {
                LessonAnswer::Right(said)
            } else {
                LessonAnswer::Wrong(said)
            };
        }
        Reply::done(Flow::GoOn)
    }
}

/// The chances of the side that makes a move.
fn chances_after(position: &Position, mv: Move, rules: &Rules, cancel: &Cancellation) -> f64 {
    let after = position.after(mv, rules);
    if let Some(outcome) = after.outcome(rules) {
        return Assessment::of_result(&after, outcome).turned().chances;
    }
    let mut player = Player::new(&PlayerOptions {
        table_bytes: game_table_bytes(Some(REVIEW_NODES)),
        ..PlayerOptions::default()
    });
    let task = SearchTask {
        position: &after,
        rules,
        limits: Limits::of_nodes(REVIEW_NODES),
        seed: None,
        threads: NonZeroUsize::MIN,
    };
    let found = player.choose(&task, cancel);
    found.map_or(0.0, |choice| {
        Assessment::new(choice.score, choice.value).turned().chances
    })
}
