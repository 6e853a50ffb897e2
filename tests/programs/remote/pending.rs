//! What a remote opponent has sent is read before the next line is carried out, so that who
//! resigned first has lost on both sides.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_session::{
    Chooser, Connection, Dialect, Event, Flow, Interpreter, LineOfText, Listener, Message, Network,
    Output, Received, RemoteError, Session, SessionSettings,
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A connection on which the test decides what has arrived.
#[derive(Clone, Default)]
struct Wire {
    arrived: Arc<Mutex<VecDeque<Received>>>,
    sent: Rc<RefCell<Vec<String>>>,
}

impl Wire {
    fn arrives(&self, received: Received) {
        self.arrived.lock().expect("a lock").push_back(received);
    }

    fn sent(&self) -> String {
        self.sent.borrow().join(" ")
    }
}

impl Network for Wire {
    fn listen(&self, _: &str) -> Result<Box<dyn Listener>, RemoteError> {
        Ok(Box::new(self.clone()))
    }

    fn join(&self, _: &str, _: &str, _: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        Ok(Box::new(self.clone()))
    }
}

impl Listener for Wire {
    fn place(&self) -> String {
        "here".to_owned()
    }

    fn accept(self: Box<Self>, _: &Cancellation) -> Result<Box<dyn Connection>, RemoteError> {
        Ok(self)
    }
}

impl Connection for Wire {
    fn other_end(&self) -> String {
        "there".to_owned()
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        self.sent.borrow_mut().push(message.to_string());
        Ok(())
    }

    fn receive(&mut self, _: Option<Duration>, cancel: &Cancellation) -> Received {
        self.try_receive().unwrap_or_else(|| {
            cancel.request();
            Received::Cancelled
        })
    }

    fn try_receive(&mut self) -> Option<Received> {
        self.arrived.lock().expect("a lock").pop_front()
    }
}

/// What a line leads to: announcements, `moves.` of both sides, errors.
fn enter(interpreter: &mut Interpreter, cancel: &Cancellation, text: &str) -> String {
    let mut shown = String::new();
    cancel.clear();
    let line = LineOfText {
        source: None,
        number: 1,
        text,
    };
    let _ = interpreter.line(line, &mut |_, output| show(&mut shown, output));
    shown
}

fn show(shown: &mut String, output: Output) -> Flow {
    match output {
        Output::Event(Event::Dump(_)) => *shown += "(a dump) ",
        Output::Event(event) => {
            if let Some(text) = event.announcement(Dialect::FALL_2008) {
                *shown += &text.replace('\n', " ");
            }
            if let Some(text) = event.warning() {
                shown.extend(["warning: ", &text, " "]);
            }
        }
        Output::Refused(diagnostic) => shown.extend(["error: ", &diagnostic.message, " "]),
        _ => {}
    }
    Flow::GoOn
}

/// Carries out a test with a session and its connection.
fn with_session(
    chooser: Option<&dyn Chooser>,
    wire: &Wire,
    test: impl FnOnce(&mut Interpreter, &Cancellation),
) {
    let cancel = Cancellation::new();
    let settings = SessionSettings {
        nodes: Some(20),
        ..SessionSettings::default()
    };
    let session = Session::new(Dialect::FALL_2008, settings);
    let mut interpreter = Interpreter::new(session, &(), &cancel).with_network(wire);
    if let Some(chooser) = chooser {
        interpreter = interpreter.with_chooser(chooser);
    }
    test(&mut interpreter, &cancel);
}

fn stop() -> Received {
    Received::Message(Message::Stop)
}

fn message(text: &str) -> Received {
    Received::Message(text.parse().expect("a message"))
}

#[test]
fn the_first_resignation_decides_the_game() {
    let lost = || Received::Disconnected("it is cut".to_owned());
    for leaves in [stop, lost] {
        for line in [
            "clear",
            "quit",
            "dump",
            "help",
            "a7-b7",
            "-",
            "a1-a2",
            "nonsense",
            "",
            "# nothing",
            "undo",
            "start",
            "seed 4",
            "load nothing",
            "end of input",
        ] {
            let wire = Wire::default();
            with_session(None, &wire, |interpreter, cancel| {
                for line in ["host tea", "start"] {
                    enter(interpreter, cancel, line);
                }
                wire.arrives(leaves());
                let mut shown = String::new();
                if line == "end of input" {
                    interpreter.leave(&mut |_, output| show(&mut shown, output));
                } else {
                    shown = enter(interpreter, cancel, line);
                }
                assert!(
                    shown.contains("Blue forfeits. Red has won."),
                    "{line}: {shown}"
                );
                assert!(!shown.contains("Red forfeits"), "{line}: {shown}");
                assert!(!shown.contains("Red moves"), "{line}: {shown}");
            });
            assert_eq!(wire.sent(), "color blue start", "{line}");
        }
    }
}

/// Who leaves while the AI thinks has not seen its move.
#[test]
fn a_move_of_the_ai_comes_too_late_for_who_has_left() {
    struct Leaves(Arc<Mutex<VecDeque<Received>>>);
    impl Chooser for Leaves {
        fn choose(&self, game: &Game, _: Color, _: &Cancellation) -> Option<Move> {
            self.0.lock().expect("a lock").push_back(stop());
            game.position().legal_moves(game.rules()).next()
        }
    }
    let wire = Wire::default();
    let chooser = Leaves(Arc::clone(&wire.arrived));
    with_session(Some(&chooser), &wire, |interpreter, cancel| {
        for line in ["host tea", "auto"] {
            enter(interpreter, cancel, line);
        }
        let shown = enter(interpreter, cancel, "start");
        assert_eq!(shown, "Blue forfeits. Red has won. ");
    });
    assert_eq!(wire.sent(), "color blue start");
}

/// The wait for a move was stopped; the move has come when the next line is typed.
#[test]
fn a_move_that_has_come_is_made_before_the_next_line() {
    for (line, shown, sent) in [
        ("dump", "Blue moves a1-a2. (a dump) ", ""),
        ("a7-a6", "Blue moves a1-a2. ", " a7-a6"),
        (
            "clear",
            "Blue moves a1-a2. Red forfeits. Blue has won. ",
            " stop",
        ),
    ] {
        let wire = Wire::default();
        with_session(None, &wire, |interpreter, cancel| {
            for line in ["host tea", "start", "a7-b7"] {
                enter(interpreter, cancel, line);
            }
            wire.arrives(message("a1-a2"));
            assert_eq!(enter(interpreter, cancel, line), shown);
        });
        assert_eq!(wire.sent(), format!("color blue start a7-b7{sent}"));
    }
}

/// A move that is misspelt or leaves the board is an erroneous move where one is expected.
#[test]
fn an_answer_that_is_no_move_forfeits() {
    let bad = |text: &str| Received::MisspeltMove(text.to_owned());
    let wire = Wire::default();
    with_session(None, &wire, |interpreter, cancel| {
        for line in ["host tea", "start"] {
            enter(interpreter, cancel, line);
        }
        wire.arrives(bad("A1-A2"));
        let shown = enter(interpreter, cancel, "a7-b7");
        let won = "Blue forfeits. Red has won. warning: Blue sent `A1-A2`, which is not a move ";
        assert!(
            shown.starts_with("The game is broken off. "),
            "out of turn: {shown}"
        );
        enter(interpreter, cancel, "clear");
        for line in ["host tea", "start", "a7-b7"] {
            enter(interpreter, cancel, line);
        }
        wire.arrives(bad("A1-A2"));
        assert_eq!(enter(interpreter, cancel, ""), won);
        enter(interpreter, cancel, "clear");
        // In the set-up, too, but not before it.
        wire.arrives(message("color red"));
        wire.arrives(bad("a7-h7"));
        let shown = enter(interpreter, cancel, "join tea@there");
        assert!(shown.contains("Blue forfeits. Red has won."), "{shown}");
        enter(interpreter, cancel, "clear");
        wire.arrives(bad("a7-h7"));
        let shown = enter(interpreter, cancel, "join tea@there");
        assert!(shown.contains("The game is broken off."), "{shown}");
    });
}

/// A set-up that cannot be sent is refused where it is typed.
#[test]
fn a_set_up_that_cannot_be_sent_is_refused_at_once() {
    let refused = "error: this set-up cannot be sent to the client: blocks are sent first, and \
                   a7-b5 is not legal with all of them on the board ";
    let wire = Wire::default();
    with_session(None, &wire, |interpreter, cancel| {
        for line in ["host tea", "a7-b5", "a1-a2", "b5-d5"] {
            assert!(
                !enter(interpreter, cancel, line).contains("error"),
                "{line}"
            );
        }
        assert_eq!(enter(interpreter, cancel, "blocks c"), refused);
        assert_eq!(interpreter.session().position().blocks().count(), 0);
        let refused_position = enter(interpreter, cancel, "position x5o/7/7/7/7/7/o5x o");
        assert!(
            refused_position.contains("this position cannot be sent"),
            "{refused_position}"
        );
        assert_eq!(enter(interpreter, cancel, "blocks 3"), "");
        enter(interpreter, cancel, "start");
        assert_eq!(wire.sent(), "color blue blocks 3 a7-b5 a1-a2 b5-d5 start");
        // Without an opponent it is no error, and nobody can be invited to it.
        for line in ["clear", "a7-b5", "a1-a2", "b5-d5", "blocks c"] {
            assert!(
                !enter(interpreter, cancel, line).contains("error"),
                "{line}"
            );
        }
        assert_eq!(enter(interpreter, cancel, "host tea"), refused);
        assert_eq!(interpreter.session().remote(), None);
    });
}
