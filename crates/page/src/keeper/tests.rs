use super::*;
use crate::analysis::{Analysis, KnownPosition, REVIEW_NODES, Target};
use crate::exercises::{Lesson, LessonAnswer, PuzzleChoice};
use crate::library::Library;
use crate::order::PuzzleStep;
use crate::place::Place;
use crate::snapshot::Snapshot;
use crate::tree::Node;
use ataxx_core::Cancellation;
use ataxx_core::board::Color;
use ataxx_core::engine::Score;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::review::Assessment;
use ataxx_session::{Dialect, Output, Session, SessionSettings, Study};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A place that records what the keeper sends it.
#[derive(Default)]
struct Recorder {
    now: Cell<Duration>,
    cancel: Cancellation,
    analysis: RefCell<Arc<Analysis>>,
    studies: Cell<bool>,
    chooses_elsewhere: Cell<bool>,
    shown: RefCell<Option<Arc<Snapshot>>>,
}

impl Place for Recorder {
    fn now(&self) -> Duration {
        self.now.get()
    }

    fn cancel(&self) -> &Cancellation {
        &self.cancel
    }

    fn publish(&self, snapshot: Arc<Snapshot>) {
        self.shown.replace(Some(snapshot));
    }

    fn set_target(&self, _: Target) {}

    fn analysis(&self) -> Arc<Analysis> {
        Arc::clone(&self.analysis.borrow())
    }

    fn pages(&self) -> usize {
        1
    }

    fn was_visited(&self) -> bool {
        true
    }

    fn set_studying(&self, is_studying: bool) {
        self.studies.set(is_studying);
    }

    fn chooses_elsewhere(&self) -> bool {
        self.chooses_elsewhere.get()
    }
}

impl Recorder {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.shown.borrow().clone().expect("it was published")
    }
}

fn session() -> Session {
    Session::new(Dialect::SPRING_2022, SessionSettings::default())
}

fn click(mv: &str) -> Order {
    let mv: BerkeleyMove = mv.parse().expect("a move");
    Order::command(mv.into())
}

#[test]
fn only_a_question_about_the_position_is_studied() {
    let (place, session) = (Recorder::default(), session());
    let mut keeper = Keeper::new(&place, &session, &(), Library::open(None));
    let mut terminal = ();
    let mut request = Request::new(&mut terminal, Sender::Page, None);
    keeper.show(&session, Output::Studying(Study::Hint), &mut request);
    assert!(place.studies.get());
    keeper.show(&session, Output::Thinking(Color::Red), &mut request);
    assert!(!place.studies.get());
}

#[test]
fn a_move_of_a_lesson_is_not_judged_by_a_search_that_was_cut_off() {
    let (place, session) = (Recorder::default(), session());
    let mut keeper = Keeper::new(&place, &session, &(), Library::open(None));
    let known = KnownPosition {
        for_red: Assessment::new(Score::Stones(0.0), 0),
        best: Vec::new(),
        nodes: REVIEW_NODES,
    };
    place.analysis.replace(Arc::new(Analysis {
        course: Arc::new(HashMap::from([(*session.position(), known)])),
        ..Analysis::default()
    }));
    keeper.shown.lesson = Lesson::new(vec![0]);
    let mut interpreter = Interpreter::new(session, &(), &place.cancel);
    let mut terminal = ();
    let job = Job {
        interpreter: &mut interpreter,
        request: Request::new(&mut terminal, Sender::Page, None),
    };
    let mv: BerkeleyMove = "a7-c5".parse().expect("a move");
    let mut is_answered = || {
        let done = keeper.answer(mv, &job);
        let lesson = keeper.shown.lesson.as_ref().expect("the lesson goes on");
        assert_eq!(done.is_ok(), lesson.answer != LessonAnswer::None);
        done.is_ok()
    };
    place.cancel.request();
    assert!(!is_answered());
    place.cancel.clear();
    assert!(is_answered());
}

#[test]
fn an_ai_that_chooses_elsewhere_ends_the_order_until_its_move_is_there() {
    let (place, session) = (Recorder::default(), session());
    let mut keeper = Keeper::new(&place, &session, &(), Library::open(None));
    let mut interpreter = Interpreter::new(session, &(), &place.cancel);
    let moves = || place.snapshot().session.game().moves().len();
    place.chooses_elsewhere.set(true);
    let by = || (Sender::Page, Box::new(drop) as Respond);
    keeper.carry_out(click("a7-a6"), by(), &mut interpreter, &mut ());
    assert!(keeper.awaits_choice());
    assert_eq!(moves(), 1);
    assert!(place.snapshot().thinking.is_some());
    // An order that is none of its business lets it think.
    let time = Order::EngineTime(Duration::from_secs(1));
    place.chooses_elsewhere.set(false);
    keeper.go_on(&mut interpreter, &mut ());
    assert!(!keeper.awaits_choice());
    assert_eq!(moves(), 2);
    assert_eq!(place.snapshot().thinking, None);
    keeper.carry_out(time, by(), &mut interpreter, &mut ());
    assert!(!keeper.awaits_choice());
}

#[test]
fn an_ai_that_chooses_elsewhere_is_not_asked_in_a_variation() {
    let (place, session) = (Recorder::default(), session());
    let mut keeper = Keeper::new(&place, &session, &(), Library::open(None));
    let mut interpreter = Interpreter::new(session, &(), &place.cancel);
    let mut carry_out = |order| {
        let by = (Sender::Page, Box::new(drop) as Respond);
        keeper.carry_out(order, by, &mut interpreter, &mut ());
        keeper.awaits_choice()
    };
    carry_out(click("a7-a6"));
    place.chooses_elsewhere.set(true);
    carry_out(Order::Go(0));
    assert!(!carry_out(click("a7-b7")));
    assert_eq!(place.snapshot().session.ai_turn(), Some(Color::Blue));
    assert_eq!(place.snapshot().session.game().moves().len(), 1);
    assert_eq!(place.snapshot().thinking, None);
}

#[test]
fn an_answer_is_played_out_move_by_move_and_an_order_ends_that() {
    for is_interrupted in [false, true] {
        let (place, session) = (Recorder::default(), session());
        let mut keeper = Keeper::new(&place, &session, &(), Library::open(None));
        let mut interpreter = Interpreter::new(session, &(), &place.cancel);
        let by = || (Sender::Page, Box::new(drop) as Respond);
        for step in [
            PuzzleStep::Next(PuzzleChoice::default()),
            PuzzleStep::Answer,
        ] {
            keeper.carry_out(Order::Puzzle(step), by(), &mut interpreter, &mut ());
        }
        let moves = || place.snapshot().session.game().moves().len();
        // The nodes of the line, of which the board shows one after the other.
        let rest: Vec<Node> = keeper.playing_out.iter().copied().collect();
        assert_eq!(moves(), 1);
        assert!(!rest.is_empty(), "an answer of several moves");
        if is_interrupted {
            let time = Order::EngineTime(Duration::from_secs(1));
            keeper.carry_out(time, by(), &mut interpreter, &mut ());
            assert_eq!(moves(), 1 + rest.len());
        }
        for (played, &node) in rest.iter().enumerate().filter(|_| !is_interrupted) {
            let next = keeper.next_move_in().expect("a move follows");
            assert!(!next.is_zero());
            // What happens meanwhile does not put the move off.
            place.now.set(place.now.get() + next / 3);
            assert_eq!(keeper.next_move_in(), Some(next * 2 / 3));
            keeper.play_on(&mut interpreter);
            assert_eq!(moves(), played + 2);
            assert_eq!(place.snapshot().tree.current(), node);
        }
        assert_eq!(keeper.next_move_in(), None);
        assert_eq!(place.snapshot().tree.current(), rest[rest.len() - 1]);
    }
}
