//! Orders, and what a remote opponent sends, as the keeper takes them.

use super::*;
use crate::display::engines::Engines;
use crate::display::queue::Handle;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::notation::BerkeleyMove;
use ataxx_page::library::Library;
use ataxx_page::order::{Order, Reply, Sender};
use ataxx_page::place::Engines as _;
use ataxx_session::{
    Chooser, Command, Connection, Dialect, Listener, Message, Network, Received, RemoteError,
    Session, SessionSettings,
};
use std::collections::VecDeque;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

/// What no machine should need.
const LIMIT: Duration = Duration::from_secs(120);

/// A connection on which the test decides what has arrived.
#[derive(Clone, Default)]
struct Wire(Arc<Mutex<VecDeque<Received>>>);

impl Wire {
    fn arrives(&self, message: &str) {
        let message = message.parse().expect("a message");
        let mut arrived = self.0.lock().expect("a lock");
        arrived.push_back(Received::Message(message));
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

    fn send(&mut self, _: Message) -> Result<(), String> {
        Ok(())
    }

    fn receive(&mut self, _: Option<Duration>, cancel: &Cancellation) -> Received {
        while !cancel.is_requested() {
            if let Some(received) = self.try_receive() {
                return received;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Received::Cancelled
    }

    fn try_receive(&mut self) -> Option<Received> {
        self.0.lock().expect("a lock").pop_front()
    }
}

/// An AI that makes any move at once, and reports whether it was to play at once.
struct Reporter(mpsc::Sender<bool>);

impl Chooser for Reporter {
    fn choose(&self, game: &Game, _: Color, cancel: &Cancellation) -> Option<Move> {
        let _ = self.0.send(cancel.is_requested());
        game.position().legal_moves(game.rules()).next()
    }
}

/// Ends the session when it is dropped.
struct Quit<'h>(&'h Handle);

impl Drop for Quit<'_> {
    fn drop(&mut self) {
        let quit = Order::command(Command::Quit);
        self.0.enqueue(quit, Sender::Terminal, Box::new(drop));
    }
}

fn line(text: &str) -> Order {
    Order::Line {
        source: None,
        number: 1,
        text: text.to_owned(),
    }
}

#[test]
fn the_first_page_knows_the_engines() {
    let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
    let handle = Handle::new(&session);
    let engines = Engines::new(vec!["strong".to_owned()]);
    let _keeper = Keeper::new(&handle, &session, &engines, Library::open(None));
    let snapshot = handle.snapshots().borrow().clone();
    assert_eq!(*snapshot.engines, ["strong"]);
    assert_eq!(snapshot.engine_time, engines.time());
}

/// Runs a session, which ends after `drive`, a person at the terminal who gives orders.
fn run(
    dialect: Dialect,
    wire: &Wire,
    chooser: &dyn Chooser,
    terminal: &mut dyn Terminal,
    drive: impl FnOnce(&Handle) + Send,
) {
    let session = Session::new(dialect, SessionSettings::default());
    let handle = Handle::new(&session);
    let engines = Engines::new(Vec::new());
    let keeper = Keeper::new(&handle, &session, &engines, Library::open(None));
    let interpreter = Interpreter::new(session, &(), handle.cancel())
        .with_network(wire)
        .with_chooser(chooser);
    thread::scope(|scope| {
        scope.spawn(|| {
            let quit = Quit(&handle);
            drive(quit.0);
        });
        run_session(&handle, keeper, interpreter, terminal);
    });
}

#[test]
fn after_a_stopped_wait_for_the_remote_opponent_the_ai_thinks_again() {
    let wire = Wire::default();
    let (sender, is_hurried) = mpsc::channel();
    let opponent = wire.clone();
    let drive = move |handle: &Handle| {
        for text in ["host tea", "color blue", "auto"] {
            let reply = handle.wait_for(line(text), &|| false);
            assert_eq!(reply, Reply::done(Flow::GoOn), "{text}");
        }
        // It waits for the move of Red until it is stopped.
        let reply = handle.wait_for(line("start"), &|| true);
        assert_eq!(reply.flow, Flow::Pause);
        opponent.arrives("a7-a6");
        assert_eq!(is_hurried.recv_timeout(LIMIT), Ok(false));
    };
    let dialect = Dialect::FALL_2008;
    run(dialect, &wire, &Reporter(sender), &mut (), drive);
}

/// An AI that makes any move at once.
struct Quick;

impl Chooser for Quick {
    fn choose(&self, game: &Game, _: Color, _: &Cancellation) -> Option<Move> {
        game.position().legal_moves(game.rules()).next()
    }
}

/// Makes moves on a page against an AI that waits for this time.
fn play_at_pace(pace: Duration, play: impl FnOnce(&Handle, &dyn Fn(&str), &dyn Fn(usize)) + Send) {
    let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
    let handle = Handle::new(&session);
    let engines = Engines::new(Vec::new());
    let keeper = Keeper::new(&handle, &session, &engines, Library::open(None)).paced(pace);
    let interpreter = Interpreter::new(session, &(), handle.cancel()).with_chooser(&Quick);
    thread::scope(|scope| {
        scope.spawn(|| {
            let quit = Quit(&handle);
            let snapshots = quit.0.snapshots().subscribe();
            let click = |mv: &str| {
                let mv: BerkeleyMove = mv.parse().expect("a move");
                handle.enqueue(Order::command(mv.into()), Sender::Page, Box::new(drop));
            };
            let wait_for = |number| {
                while snapshots.borrow().session.game().moves().len() < number {
                    thread::sleep(Duration::from_millis(1));
                }
            };
            play(&handle, &click, &wait_for);
        });
        run_session(&handle, keeper, interpreter, &mut ());
    });
}

#[test]
fn an_ai_waits_for_pages_and_no_order_waits_for_it() {
    play_at_pace(LIMIT * 2, |handle, click, wait_for| {
        click("a7-a6");
        wait_for(1);
        // Without a pace it would have answered by now.
        thread::sleep(Duration::from_millis(100));
        let moves = handle.snapshots().borrow().session.game().moves().len();
        assert_eq!(moves, 1);
        let own = Instant::now();
        handle.wait_for(Order::Resign, &|| false);
        wait_for(2);
        assert!(own.elapsed() < LIMIT);
    });
}
