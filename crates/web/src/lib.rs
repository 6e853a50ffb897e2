#![doc = include_str!("../README.md")]

mod kept;
mod place;
mod thinker;

use ataxx_core::board::Color;
#[cfg(target_family = "wasm")]
use ataxx_core::engine::Network;
use ataxx_page::analysis::AnalysisTask;
use ataxx_page::forms::{self, FormError};
use ataxx_page::html::readable;
use ataxx_page::keeper::Keeper;
use ataxx_page::library::Library;
use ataxx_page::order::{Answer, Order, Respond, Sender};
use ataxx_page::place::Place as _;
use ataxx_page::snapshot::sentence;
use ataxx_page::{OfferedStrength, SentParts, View};
use ataxx_session::{Dialect, Interpreter, Session, SessionSettings};
use kept::{Changes, Kept};
use place::Place;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
pub use thinker::think;
use thinker::{Found, Work};
use wasm_bindgen::prelude::wasm_bindgen;

/// The language of the board.
pub const DIALECT: Dialect = Dialect::SPRING_2022;

/// The least time between a move and the answer of an AI, so that a person can follow.
const PACE: Duration = Duration::from_millis(350);

/// The answer to a form, or a file, as the script of the page reads it.
#[derive(Serialize)]
struct Text {
    kind: &'static str,
    text: String,
}

/// The board of one window.
#[wasm_bindgen]
pub struct Board {
    place: &'static Place,
    keeper: Keeper<'static>,
    interpreter: Interpreter<'static>,
    changes: Rc<RefCell<Changes>>,
    sent: SentParts,
    /// What the page wants to know.
    task: Option<AnalysisTask>,
    /// What the thinker has been given last.
    given: Option<Given>,
    /// The number of the work that the thinker was given last.
    number: u32,
}

/// What the work of the thinker depends on.
#[derive(Clone, Copy, PartialEq)]
enum Given {
    /// A move of an AI on this board.
    Choice { board: u64 },
    /// The analysis of this board.
    Analysis { board: u64, task: AnalysisTask },
}

#[wasm_bindgen]
impl Board {
    /// The board with what was kept: see [`Kept::read`]. An AI waits until its move can
    /// be followed, unless it is not `paced`.
    #[wasm_bindgen(constructor)]
    pub fn new(kept: &str, paced: bool) -> Self {
        let mut session = Session::new(DIALECT, SessionSettings::default());
        for color in Color::BOTH {
            session.set_strength(color, Some(OfferedStrength::FIRST));
        }
        // There is one in a worker, which ends with it.
        let place: &'static Place = Box::leak(Box::new(Place::new(&session)));
        let (storage, changes) = Kept::read(kept);
        let library = Library::open(Some(Box::new(storage)));
        let mut keeper = Keeper::new(place, &session, &(), library);
        if paced {
            keeper = keeper.paced(PACE);
        }
        let interpreter = Interpreter::new(session, &(), place.cancel()).with_chooser(place);
        Self {
            place,
            keeper,
            interpreter,
            changes,
            sent: SentParts::default(),
            task: None,
            given: None,
            number: 0,
        }
    }

    /// Carries out a form with these fields, JSON of an object. Returns the JSON of the answer;
    /// nothing if it is done and there is nothing to say.
    pub fn order(&mut self, what: &str, fields: &str) -> Option<String> {
        if what == "stop" {
            self.hurry();
            return None;
        }
        let fields: HashMap<String, String> = serde_json::from_str(fields).unwrap_or_default();
        let (kind, text) = match self.answer(what, &fields)? {
            Answer::Refused(text) => ("refused", sentence(&text)),
            Answer::Printed(text) => ("printed", text),
        };
        let text = readable(&text);
        serde_json::to_string(&Text { kind, text }).ok()
    }

    /// Says what the page wants to know of the position, by the name of the task.
    pub fn ask(&mut self, task: &str) {
        self.task = task.parse().ok();
    }

    /// What has changed on the page, as JSON.
    pub fn update(&mut self) -> Option<String> {
        let snapshot = self.place.snapshot();
        let analysis = self.place.analysis();
        let view = View {
            snapshot: &snapshot,
            analysis: &analysis,
            task: self.task,
        };
        serde_json::to_string(&self.sent.update(view)?).ok()
    }

    /// What is to be kept after this session, as JSON of [`Changes`], if something has changed.
    pub fn changes(&mut self) -> Option<String> {
        let changes = self.changes.take();
        if changes == Changes::default() {
            return None;
        }
        serde_json::to_string(&changes).ok()
    }

    /// Other work for the thinker, as JSON. An empty text: it is to do nothing. Nothing: it goes on.
    pub fn work(&mut self) -> Option<String> {
        let target = self.place.target();
        let (given, work) = if self.keeper.awaits_choice() {
            let board = target.board;
            let task = self.interpreter.session().ai_task()?;
            (Given::Choice { board }, Work::choice(&task))
        } else {
            let task = self.task.map(AnalysisTask::work);
            match task.filter(|_| !target.idle) {
                Some(task) => {
                    let board = target.board;
                    let known = (*self.place.analysis()).clone();
                    let given = Given::Analysis { board, task };
                    (given, Work::analysis(target, task, known))
                }
                None => return self.given.take().map(|_| String::new()),
            }
        };
        if self.given.replace(given) == Some(given) {
            return None;
        }
        self.number += 1;
        serde_json::to_string(&work.numbered(self.number)).ok()
    }

    /// Takes what the thinker has found, JSON of a [`Found`].
    pub fn take(&mut self, found: &str) {
        match serde_json::from_str(found) {
            Ok(Found::Analysis { number, analysis }) if number == self.number => {
                self.place.set_analysis(Arc::new(analysis));
            }
            Ok(Found::Choice { number, mv }) if number == self.number => {
                self.place.take_choice(mv);
            }
            _ => {}
        }
    }

    /// In how many milliseconds the next move is made: that of an AI, or of a line that is played out.
    pub fn next_move_in(&self) -> Option<f64> {
        let next = if self.has_choice() {
            Some(self.keeper.settled_in())
        } else {
            self.keeper.next_move_in()
        };
        next.map(|next| next.as_secs_f64() * 1000.0)
    }

    /// Makes that move.
    pub fn play_on(&mut self) {
        if self.has_choice() {
            self.keeper.go_on(&mut self.interpreter, &mut ());
        } else {
            self.keeper.play_on(&mut self.interpreter);
        }
    }

    /// The game on the board as a file: JSON with its type and its text, or with why there is none.
    pub fn file(&self, form: &str) -> Option<String> {
        let file = self.place.snapshot().file(form)?;
        let (kind, text) = file.unwrap_or_else(|why| ("refused", sentence(&why)));
        serde_json::to_string(&Text { kind, text }).ok()
    }
}

impl Board {
    fn answer(&mut self, what: &str, fields: &HashMap<String, String>) -> Option<Answer> {
        let snapshot = self.place.snapshot();
        let order = match forms::read(what, fields, &snapshot) {
            Ok(order) => order,
            Err(FormError::Unknown) => {
                return Some(Answer::Refused("there is no such form".to_owned()));
            }
            Err(FormError::Refused(why)) => return Some(Answer::Refused(why)),
        };
        if self.keeper.awaits_choice() {
            if !order.interrupts() {
                let why = "the board has changed since; look again";
                return Some(Answer::Refused(why.to_owned()));
            }
            self.hurry();
        }
        self.carry_out(order)
    }

    fn carry_out(&mut self, order: Order) -> Option<Answer> {
        let answer = Arc::new(Mutex::new(None));
        let received = Arc::clone(&answer);
        let respond: Respond = Box::new(move |reply| {
            let mut received = received.lock().unwrap_or_else(PoisonError::into_inner);
            *received = reply.answer;
        });
        let by = (Sender::Page, respond);
        self.keeper
            .carry_out(order, by, &mut self.interpreter, &mut ());
        let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
        answer.take()
    }

    /// Whether an AI has chosen its move, and has not made it.
    fn has_choice(&self) -> bool {
        self.keeper.awaits_choice() && self.place.has_choice()
    }

    /// A thinking AI plays at once, and AIs pause.
    fn hurry(&mut self) {
        self.place.cancel().request();
        if self.keeper.awaits_choice() {
            self.place.hurry();
            self.keeper.go_on(&mut self.interpreter, &mut ());
        }
        self.place.cancel().clear();
    }
}

/// Takes the weights of the network, which come after the program. Returns whether they are some.
#[cfg(target_family = "wasm")]
#[wasm_bindgen]
pub fn install_network(bytes: &[u8]) -> bool {
    Network::install(bytes).is_ok()
}
