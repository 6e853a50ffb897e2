//! Lessons and puzzles on the board.

use super::games::set_game;
use super::state::{Job, Keeper};
use crate::analysis::REVIEW_NODES;
use crate::exercises::name_of;
use crate::exercises::{Lesson, LessonAnswer, OpenPuzzle, PuzzleState};
use crate::order::{Done, LessonStep, PuzzleStep, refused};
use crate::tree::{Node, in_notation};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchTask, game_table_bytes};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::puzzles::{Attempt, Reply};
use ataxx_core::review::{Assessment, Mistake};
use ataxx_core::solver::Budget;
use ataxx_session::{Flow, Interpreter};
use std::num::NonZeroUsize;
use std::time::Duration;

impl Keeper<'_> {
    /// Begins the lesson. Where one side is a person and the other is not, it is about the
    /// mistakes of the person.
    fn begin_lesson(&mut self, job: &mut Job) -> Done {
        let session = job.interpreter.session();
        let rules = session.game().rules();
        let is_person = |color: Color| !session.player(color).is_ai();
        let is_about = |side: Color| is_person(side) || !is_person(!side);
        let tree = &self.shown.tree;
        let analysis = self.place.analysis();
        let review = analysis.review(tree.played_line(), rules);
        let line = tree.line();
        let mistakes = review.positions.iter().zip(line).enumerate();
        let mistakes = mistakes.filter(|&(index, (reviewed, _))| {
            review.mistake(index).is_some() && is_about(reviewed.mover())
        });
        match Lesson::new(mistakes.map(|(_, (_, node))| node).collect()) {
            Some(lesson) => self.show_question(lesson, job),
            None => refused("the review found no mistakes of yours"),
        }
    }

    fn show_question(&mut self, lesson: Lesson, job: &mut Job) -> Done {
        let flow = self.go(lesson.place(), job)?;
        self.shown.lesson = Some(lesson);
        Ok(flow)
    }

    /// Begins the lesson, or goes on in it.
    pub(super) fn lesson_step(&mut self, step: LessonStep, job: &mut Job) -> Done {
        match (step, self.shown.lesson.take()) {
            (LessonStep::Begin, _) => self.begin_lesson(job),
            (_, None) => refused("there is no lesson"),
            (LessonStep::End, _) => Ok(Flow::GoOn),
            (LessonStep::Show, Some(mut lesson)) => {
                lesson.answer = LessonAnswer::Shown;
                self.shown.lesson = Some(lesson);
                Ok(Flow::GoOn)
            }
            (LessonStep::Next, Some(lesson)) => match lesson.next() {
                Some(next) => self.show_question(next, job),
                None => Ok(Flow::GoOn),
            },
        }
    }

    /// Judges a move in the position of the question.
    pub(super) fn answer(&mut self, tried: BerkeleyMove, job: &Job) -> Done {
        let session = job.interpreter.session();
        let (position, rules) = (session.position(), session.game().rules());
        let mv = tried.on(position);
        let Some(mv) = mv.filter(|&mv| position.check(mv, rules).is_ok()) else {
            return refused(format!("{tried} is not legal"));
        };
        let analysis = self.place.analysis();
        let Some(known) = analysis.course.get(position) else {
            return refused("this position has not been reviewed");
        };
        let best = known.for_red.for_red(position.turn()).chances;
        let answer = if known.best.first() == Some(&mv) {
            LessonAnswer::Right(tried)
        } else {
            let (chances, reply) = after_move(position, mv, rules, self.place.cancel());
            if self.place.cancel().is_requested() {
                return refused("the judgement was interrupted; try the move again");
            }
            if best - chances < Mistake::Inaccuracy.least_loss() {
                LessonAnswer::Right(tried)
            } else {
                LessonAnswer::Wrong(tried, reply)
            }
        };
        if let Some(lesson) = &mut self.shown.lesson {
            lesson.answer = answer;
        }
        Ok(Flow::GoOn)
    }

    /// Goes on with puzzles.
    pub(super) fn puzzle(&mut self, step: PuzzleStep, job: &mut Job) -> Done {
        let cancel = self.place.cancel();
        let budget = Budget {
            nodes: Some(self.place.judging_nodes()),
            may_continue: &|| !cancel.is_requested(),
        };
        match (step, &mut self.shown.puzzle, &mut self.attempt) {
            (PuzzleStep::Next(choice), open, _) => {
                let rules = job.interpreter.session().dialect().rules();
                let after = open.as_ref().map_or(0, |open| open.number);
                let follows = open.is_some();
                let solved = self.library.solved();
                let is_solved = |puzzle: &_| solved.contains(&name_of(puzzle));
                let Some((number, puzzle)) = choice.next(&rules, after, is_solved) else {
                    return refused("there is no such puzzle for these rules");
                };
                let attempt = Attempt::new(&puzzle);
                let left = match self.left.take() {
                    None if !follows => Some(self.leave_game(job)),
                    left => left,
                };
                let begun = self.begin(attempt.game.clone(), job);
                self.left = left;
                let flow = begun?;
                self.shown.is_exercise = true;
                self.attempt = Some(attempt);
                self.shown.puzzle = Some(OpenPuzzle {
                    number,
                    puzzle,
                    choice,
                    message: String::new(),
                    at: 0,
                    state: PuzzleState::Asking,
                });
                return Ok(flow);
            }
            (PuzzleStep::Hint, Some(open), Some(attempt)) => {
                let hint = attempt.hint(&budget);
                let hint = hint.map(|hint| attempt.hint_in_words(hint));
                open.message = hint.unwrap_or_else(|| "there is no hint".to_owned());
            }
            (PuzzleStep::Answer, Some(open), Some(attempt)) => {
                let line = attempt.answer(&budget);
                open.message = format!("the answer: {}", attempt.line_in_words(&line));
                open.state = PuzzleState::Shown;
                let game = &attempt.game;
                let line = in_notation(game.position(), &line, game.rules());
                set_game(game.clone(), job)?;
                let at = open.at;
                self.play_out(at, &line, job);
            }
            (PuzzleStep::Retry, Some(open), Some(attempt)) => {
                open.state = PuzzleState::Asking;
                open.message.clear();
                self.shown.tree.visit(open.at);
                return set_game(attempt.game.clone(), job);
            }
            (PuzzleStep::End, Some(_), _) => {
                self.shown.puzzle = None;
                self.attempt = None;
                return self.return_to_game(job);
            }
            (PuzzleStep::End, None, _) => {}
            _ => return refused("no puzzle is on the board"),
        }
        Ok(Flow::GoOn)
    }

    /// Tries a move in the puzzle.
    pub(super) fn try_move(&mut self, mv: BerkeleyMove, job: &mut Job) -> Done {
        let (Some(open), Some(attempt)) = (&mut self.shown.puzzle, &mut self.attempt) else {
            return refused("no puzzle is on the board");
        };
        let cancel = self.place.cancel();
        let budget = Budget {
            nodes: Some(self.place.judging_nodes()),
            may_continue: &|| !cancel.is_requested(),
        };
        if open.state != PuzzleState::Asking {
            return refused("this attempt is over: try again, or go on to the next puzzle");
        }
        let position = attempt.game.position();
        let tried = mv.on(position);
        let played = tried.and_then(|tried| Some((tried, attempt.play(tried, &budget).ok()?)));
        let Some((tried, reply)) = played else {
            return refused(format!("{mv} is not legal"));
        };
        open.message = attempt.in_words(mv, &reply);
        if let Reply::Wrong { refutation } = reply {
            open.state = PuzzleState::Refuted;
            let rules = attempt.game.rules();
            let after = attempt.game.position().after(tried, rules);
            let line = [vec![mv], in_notation(&after, &refutation, rules)].concat();
            let at = open.at;
            self.play_out(at, &line, job);
            return Ok(Flow::GoOn);
        }
        if attempt.is_solved {
            open.state = PuzzleState::Solved;
            self.library.solve(&open.puzzle);
        }
        let flow = set_game(attempt.game.clone(), job)?;
        self.shown.tree.follow(job.interpreter.session().game());
        open.at = self.shown.tree.current();
        Ok(flow)
    }

    /// Plays a line out on the board, so that it can be stepped through afterwards. Its first move is
    /// made at once.
    fn play_out(&mut self, from: Node, line: &[BerkeleyMove], job: &mut Job) {
        let rules = *job.interpreter.session().game().rules();
        self.playing_out = self.shown.tree.suggest(from, line, &rules).into();
        self.play_on(job.interpreter);
    }

    /// Plays the next move of a line that is played out. Returns the time until the one after it;
    /// `None` where there is none.
    pub fn play_on(&mut self, interpreter: &mut Interpreter) -> Option<Duration> {
        let node = self.playing_out.pop_front()?;
        let rules = *interpreter.session().game().rules();
        if let Some(game) = self.shown.tree.game(node, &rules)
            && interpreter.session_mut().set_game(game).is_ok()
        {
            self.publish(interpreter.session());
        }
        self.next_move = self.place.now() + BETWEEN_MOVES;
        self.next_move_in()
    }

    /// The time until the next move of a line that is played out.
    pub fn next_move_in(&self) -> Option<Duration> {
        let left = self.time_until(self.next_move, BETWEEN_MOVES);
        (!self.playing_out.is_empty()).then_some(left)
    }
}

/// The time between two moves of a line that is played out.
const BETWEEN_MOVES: Duration = Duration::from_millis(600);

/// The chances of the side that makes a move, and the best answer to it with its value for Red.
fn after_move(
    position: &Position,
    mv: Move,
    rules: &Rules,
    cancel: &Cancellation,
) -> (f64, Option<(BerkeleyMove, Assessment)>) {
    let after = position.after(mv, rules);
    if let Some(outcome) = after.outcome(rules) {
        let result = Assessment::of_result(&after, outcome);
        return (result.for_other_side().chances, None);
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
    found.map_or((0.0, None), |choice| {
        let value = Assessment::new(choice.score, choice.value);
        let answer = BerkeleyMove::of(choice.mv, &after);
        let reply = Some((answer, value.for_red(after.turn())));
        (value.for_other_side().chances, reply)
    })
}
