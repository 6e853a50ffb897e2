//! Reads commands, carries them out, and answers.

use super::input::{Event, EventReceiver, LineSender, channel};
use super::options::{Effect, EngineOptions};
use super::order::search_limits;
use super::thinker::remark;
use super::thinker::{Job, Search, Task, Thinker, result};
use crate::uai::{Command, GoCommand, Handshake, Query, Reply};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Position};
use ataxx_core::engine::Network;
use ataxx_core::notation::BoardView;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

/// An engine of the Universal Ataxx Interface.
pub struct Engine {
    options: EngineOptions,
    network: Cow<'static, Network>,
    receiver: EventReceiver,
    /// The end of the queue for the worker.
    events: Sender<Event>,
}

/// Writes lines of the engine, those that belong together in one call. It fails when the
/// output is closed.
type Write<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

impl Engine {
    /// An engine with these options, and the sender of the lines for it.
    pub fn new(options: EngineOptions) -> (Self, LineSender) {
        let (line_sender, receiver, events) = channel();
        let engine = Self {
            options,
            network: Cow::Borrowed(Network::embedded()),
            receiver,
            events,
        };
        (engine, line_sender)
    }

    /// The engine with another evaluation network.
    pub fn with_network(mut self, network: Network) -> Self {
        self.network = Cow::Owned(network);
        self
    }

    /// Carries out commands until `quit`, or until the input has ended and everything is done.
    pub fn run(self, write: &mut Write<'_>) -> io::Result<()> {
        let options = self.options;
        let cancel = Cancellation::new();
        let (jobs, queue) = mpsc::channel();
        thread::scope(|scope| {
            let thinker = Thinker::new(self.events, &self.network, &cancel);
            scope.spawn(move || thinker.work(&queue));
            let _ = jobs.send(Job::Resize(options.hash));
            let dispatcher = Dispatcher {
                declared: options.declared(),
                options,
                position: Position::start(),
                protocol: Handshake::Uai,
                jobs,
                cancel: &cancel,
                work: None,
                waiting: VecDeque::new(),
                state: State::Open,
                out: write,
                written: Ok(()),
            };
            // The worker ends when the dispatcher drops its queue.
            let written = dispatcher.serve(&self.receiver);
            cancel.request();
            written
        })
    }
}

/// What the worker does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Work {
    /// It searches for a move.
    Searching {
        /// Whether the answer is held back until `stop`.
        until_stop: bool,
    },
    /// It has found a move, and the answer is held back.
    Held(String),
    /// It counts leaves.
    Counting {
        /// The number of `isready` that are answered after the count.
        asked: usize,
    },
}

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// More lines.
    Open,
    /// No more lines. Unlimited work is stopped, and other work is completed.
    Ending,
    /// Nothing.
    Closed,
}

struct Dispatcher<'a> {
    /// The declarations of the options, with their first values.
    declared: String,
    options: EngineOptions,
    position: Position,
    /// The protocol of the last handshake.
    protocol: Handshake,
    jobs: Sender<Job>,
    cancel: &'a Cancellation,
    work: Option<Work>,
    /// The commands that are not carried out yet, and when they came in. The first of them
    /// waits for the worker.
    waiting: VecDeque<(Command, Instant)>,
    state: State,
    out: &'a mut Write<'a>,
    /// The first error of `out`.
    written: io::Result<()>,
}

impl Dispatcher<'_> {
    fn serve(mut self, receiver: &EventReceiver) -> io::Result<()> {
        while let Some(event) = receiver.next() {
            match event {
                Event::Line(line, at) => self.read(&line, at),
                Event::TooLong => self.report_error("a line is too long, and was not read"),
                Event::NoMoreLines => self.state = State::Ending,
                Event::Text(text) => self.write(&text),
                Event::Found(mv) => self.found(mv),
                Event::Counted => self.counted(),
            }
            self.run_waiting();
            if self.state == State::Ending {
                self.stop_unlimited();
            }
            if self.state == State::Closed || self.state == State::Ending && self.work.is_none() {
                break;
            }
        }
        self.written
    }

    /// Writes lines. After an error nothing is written any more.
    fn write(&mut self, text: &str) {
        if self.written.is_ok() {
            self.written = (self.out)(text);
            if self.written.is_err() {
                self.state = State::Closed;
            }
        }
    }

    fn report_error(&mut self, what: &str) {
        self.write(&remark(&format!("error: {what}")));
    }

    fn read(&mut self, line: &str, at: Instant) {
        match Command::read(line) {
            Ok(None) => {}
            // It does not wait for the commands before it.
            Ok(Some(Command::Quit)) => self.state = State::Closed,
            Ok(Some(command)) => self.waiting.push_back((command, at)),
            Err(error) => self.report_error(&error),
        }
    }

    /// Carries out the waiting commands, as far as that is possible now.
    fn run_waiting(&mut self) {
        while self.state != State::Closed
            && let Some((command, at)) = self.waiting.pop_front()
        {
            if command.needs_rest() && self.work.is_some() {
                self.stop();
                if self.work.is_some() {
                    self.waiting.push_front((command, at));
                    break;
                }
            }
            self.execute(command, at);
        }
    }

    fn execute(&mut self, command: Command, at: Instant) {
        match command {
            Command::Handshake(handshake) => self.handshake(handshake),
            Command::IsReady => {
                match &mut self.work {
                    None => self.wait_for_worker(),
                    // Other engines are ready only after the count, and some clients rely on it.
                    Some(Work::Counting { asked }) => {
                        *asked += 1;
                        return;
                    }
                    Some(_) => {}
                }
                self.write(&format!("{}\n", Reply::Ready));
            }
            Command::NewGame => {
                self.position = Position::start();
                self.send(Job::ClearTable);
            }
            Command::Position(setup) => {
                if setup.assumes_turn {
                    let text = "warning: the FEN does not name the side to move: `x` is assumed";
                    self.write(&remark(text));
                }
                self.set_up(setup.start, &setup.moves);
            }
            Command::Moves(moves) => self.set_up(self.position, &moves),
            Command::Go(go) => self.go(&go, at),
            Command::Stop => self.stop(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Perft(depth) => {
                let task = Box::new(self.task(at));
                self.begin(Job::Count(task, depth), Work::Counting { asked: 0 });
            }
            Command::Display => self.show(),
            Command::Query(query) => self.answer(query),
            Command::Nothing => {}
            Command::Quit => self.state = State::Closed,
        }
    }

    fn handshake(&mut self, handshake: Handshake) {
        self.protocol = handshake;
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("ataxx {version}");
        self.write(&format!(
            "{}\n{}\n{}{}\n",
            Reply::Name(&name),
            Reply::Author("the ataxx-toolkit developers"),
            self.declared,
            Reply::Hello(handshake),
        ));
    }

    /// Sets up a position, or keeps the current one when a move is not legal.
    fn set_up(&mut self, start: Position, moves: &[Move]) {
        let mut position = start;
        for (index, &mv) in moves.iter().enumerate() {
            match position.play(mv, &self.options.rules) {
                Ok(next) => position = next,
                Err(error) => {
                    let number = index + 1;
                    return self.report_error(&format!(
                        "move {number}, `{mv}`: {error}; the position stays as it was"
                    ));
                }
            }
        }
        self.position = position;
    }

    fn go(&mut self, go: &GoCommand, at: Instant) {
        if let Some(word) = &go.ignored {
            self.report_error(&format!("go: {word} is not understood, and passed over"));
        }
        let is_legal = |mv: &Move| self.position.check(*mv, &self.options.rules).is_ok();
        let only: Vec<Move> = go.only.iter().copied().filter(is_legal).collect();
        if only.len() < go.only.len() {
            self.report_error("go: a move of `searchmoves` is not legal, and passed over");
        }
        let limits = search_limits(&go.go, &self.position, self.options.move_overhead);
        let search = Search {
            task: self.task(at),
            limits,
            only,
        };
        let until_stop = go.go.infinite;
        self.begin(
            Job::Search(Box::new(search)),
            Work::Searching { until_stop },
        );
    }

    /// A task for the worker, from a command that came in at this time.
    const fn task(&self, begun: Instant) -> Task {
        Task {
            position: self.position,
            options: self.options,
            protocol: self.protocol,
            begun,
        }
    }

    fn begin(&mut self, job: Job, work: Work) {
        self.cancel.clear();
        self.work = Some(work);
        self.send(job);
    }

    fn send(&self, job: Job) {
        // The worker receives jobs until the dispatcher ends.
        let _ = self.jobs.send(job);
    }

    /// Waits until the worker has done all its jobs.
    fn wait_for_worker(&self) {
        let (ready, answer) = mpsc::channel();
        self.send(Job::Ready(ready));
        let _ = answer.recv();
    }

    /// Ends the work; at once where the answer is held back.
    fn stop(&mut self) {
        match self.work.take() {
            Some(Work::Held(answer)) => self.write(&answer),
            work => {
                if work.is_some() {
                    self.cancel.request();
                }
                self.work = work;
            }
        }
    }

    /// Ends work that only `stop` would end.
    fn stop_unlimited(&mut self) {
        if let Some(Work::Searching { until_stop: true } | Work::Held(_)) = self.work {
            self.stop();
        }
    }

    fn found(&mut self, mv: Option<Move>) {
        let answer = format!(
            "{}\n",
            Reply::BestMove(&mv.unwrap_or(Move::Pass).to_string())
        );
        let until_stop = self.work == Some(Work::Searching { until_stop: true });
        if until_stop && !self.cancel.is_requested() {
            self.work = Some(Work::Held(answer));
        } else {
            self.work = None;
            self.write(&answer);
        }
    }

    fn counted(&mut self) {
        if let Some(Work::Counting { asked }) = self.work.take() {
            for _ in 0..asked {
                self.write(&format!("{}\n", Reply::Ready));
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Resize) => self.send(Job::Resize(self.options.hash)),
            Ok(Effect::ClearTable) => self.send(Job::ClearTable),
            Err(error) => self.report_error(&error),
        }
    }

    fn show(&mut self) {
        let (position, rules) = (self.position, self.options.rules);
        let board = BoardView::new(position);
        let state = match position.outcome(&rules) {
            Some(outcome) => result(outcome),
            None if position.turn() == Color::Red => "x is to move",
            None => "o is to move",
        };
        self.write(&format!(
            "{board}\nfen: {position}\nrules: {rules}\nstate: {state}\n"
        ));
    }

    fn answer(&mut self, query: Query) {
        let outcome = self.position.outcome(&self.options.rules);
        let answer = match query {
            Query::FirstToMove => (self.position.turn() == Color::Red).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Color::Red)) => "p1win",
                Some(Some(Color::Blue)) => "p2win",
            }
            .to_owned(),
        };
        self.write(&format!("response {answer}\n"));
    }
}
