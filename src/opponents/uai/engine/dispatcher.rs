//! Reads commands, carries them out, and answers.

use super::info;
use super::input::{Event, EventReceiver, LineSender, channel};
use super::options::{Effect, Options};
use super::order::Order;
use super::thinker::{Job, Search, Task, Thinker, result};
use crate::board::{Color, Move, Position};
use crate::cancellation::Cancellation;
use crate::notation::BoardView;
use crate::opponents::uai::{Command, GoCommand, Handshake, Query, Reply, Setup};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

/// An engine of the Universal Ataxx Interface.
pub struct Engine {
    options: Options,
    receiver: EventReceiver,
    /// The end of the queue for the worker.
    events: Sender<Event>,
}

/// Writes lines of the engine, those that belong together at once. It fails when the output
/// is closed.
type Say<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

impl Engine {
    /// An engine with these options until others are set, and the way in for the lines
    /// that it is told.
    #[must_use]
    pub fn new(options: Options) -> (Self, LineSender) {
        let (line_sender, receiver, events) = channel();
        let engine = Self {
            options,
            receiver,
            events,
        };
        (engine, line_sender)
    }

    /// Carries out commands until `quit`, or until the input has ended and all is done.
    ///
    /// # Errors
    ///
    /// When `say` fails. The engine has then ended.
    pub fn run(self, say: &mut Say<'_>) -> io::Result<()> {
        let Self {
            options,
            receiver,
            events,
        } = self;
        let cancel = Cancellation::new();
        let (jobs, orders) = mpsc::channel();
        thread::scope(|scope| {
            let thinker = Thinker::new(events, &cancel);
            scope.spawn(move || thinker.work(&orders));
            let _ = jobs.send(Job::Resize(options.hash));
            let dispatcher = Dispatcher {
                declared: options.declared(),
                options,
                position: Position::start(),
                jobs,
                cancel: &cancel,
                work: None,
                asked_while_counting: 0,
                waiting: VecDeque::new(),
                state: State::Open,
                say,
            };
            // The thinker ends when the dispatcher hangs up.
            let ended = dispatcher.serve(&receiver);
            cancel.request();
            ended
        })
    }
}

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Work {
    /// A move is being looked for.
    Thinking {
        /// The answer is kept until somebody asks for it.
        until_stop: bool,
    },
    /// A move was found, and nobody has asked for it yet.
    Kept(String),
    /// Leaves are being counted.
    Counting,
}

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// More lines.
    Open,
    /// No more lines: what was begun is ended.
    Ending,
    /// Nothing.
    Closed,
}

struct Dispatcher<'a> {
    /// The options as they were when they were not set yet.
    declared: String,
    options: Options,
    position: Position,
    jobs: Sender<Job>,
    cancel: &'a Cancellation,
    work: Option<Work>,
    /// How often it was asked whether it is ready since it has been counting.
    asked_while_counting: usize,
    /// Commands that are to be carried out, and when they came. The first of them waits
    /// until the work is done.
    waiting: VecDeque<(Command, Instant)>,
    state: State,
    say: &'a mut Say<'a>,
}

impl Dispatcher<'_> {
    fn serve(mut self, receiver: &EventReceiver) -> io::Result<()> {
        while let Some(event) = receiver.next() {
            match event {
                Event::Line(line, at) => self.hear(&line, at)?,
                Event::TooLong => self.complain("a line is too long, and was not read")?,
                Event::NoMoreLines => self.state = State::Ending,
                Event::Text(text) => (self.say)(&text)?,
                Event::Found(mv) => self.found(mv)?,
                Event::Counted => self.counted()?,
            }
            self.catch_up()?;
            if self.state == State::Ending {
                self.stop_endless()?;
            }
            if self.state == State::Closed || self.state == State::Ending && self.work.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn complain(&mut self, what: &str) -> io::Result<()> {
        (self.say)(&info::remark(&format!("error: {what}")))
    }

    fn hear(&mut self, line: &str, at: Instant) -> io::Result<()> {
        match Command::read(line) {
            Ok(None) => {}
            // Whatever waits need not be done any more.
            Ok(Some(Command::Quit)) => self.state = State::Closed,
            Ok(Some(command)) => self.waiting.push_back((command, at)),
            Err(error) => self.complain(&error)?,
        }
        Ok(())
    }

    /// Carries out what waits, as far as that is possible now.
    fn catch_up(&mut self) -> io::Result<()> {
        while self.state != State::Closed {
            let Some((command, _)) = self.waiting.front() else {
                break;
            };
            if command.needs_rest() && self.work.is_some() {
                self.stop()?;
                if self.work.is_some() {
                    break;
                }
            }
            if let Some((command, at)) = self.waiting.pop_front() {
                self.obey(command, at)?;
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        match command {
            Command::Handshake(handshake) => self.introduce(handshake),
            Command::IsReady => {
                match self.work {
                    None => self.wait_for_thinker(),
                    // Others are ready only after they have counted, and some rely on that.
                    Some(Work::Counting) => {
                        self.asked_while_counting += 1;
                        return Ok(());
                    }
                    Some(_) => {}
                }
                (self.say)(&format!("{}\n", Reply::Ready))
            }
            Command::NewGame => {
                self.position = Position::start();
                self.order(Job::Forget);
                Ok(())
            }
            Command::Position(Setup { start, moves }) => self.set_up(start, &moves),
            Command::Moves(moves) => self.set_up(self.position, &moves),
            Command::Go(go) => self.go(&go, at),
            Command::Stop => self.stop(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Perft(depth) => {
                let task = Box::new(self.task(at));
                self.begin(Job::Count(task, depth), Work::Counting);
                Ok(())
            }
            Command::Display => self.show(),
            Command::Query(query) => self.answer(query),
            Command::Nothing => Ok(()),
            Command::Quit => {
                self.state = State::Closed;
                Ok(())
            }
        }
    }

    fn introduce(&mut self, handshake: Handshake) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("ataxx {version}");
        (self.say)(&format!(
            "{}\n{}\n{}{}\n",
            Reply::Name(&name),
            Reply::Author("the ataxx-toolkit developers"),
            self.declared,
            Reply::Hello(handshake),
        ))
    }

    /// Sets up a position, or leaves the one that is there when a move is not legal.
    fn set_up(&mut self, start: Position, moves: &[Move]) -> io::Result<()> {
        let mut position = start;
        for (index, &mv) in moves.iter().enumerate() {
            match position.play(mv, &self.options.rules) {
                Ok(next) => position = next,
                Err(error) => {
                    let number = index + 1;
                    return self.complain(&format!(
                        "move {number}, `{mv}`: {error}; the position stays as it was"
                    ));
                }
            }
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, go: &GoCommand, at: Instant) -> io::Result<()> {
        if let Some(word) = &go.ignored {
            self.complain(&format!("go: {word} is not understood, and passed over"))?;
        }
        let is_legal = |mv: &Move| self.position.check(*mv, &self.options.rules).is_ok();
        let only: Vec<Move> = go.only.iter().copied().filter(is_legal).collect();
        if only.len() < go.only.len() {
            self.complain("go: a move of `searchmoves` is not legal, and passed over")?;
        }
        let order = Order::new(&go.go, &self.position, self.options.move_overhead);
        let search = Search {
            task: self.task(at),
            order,
            only,
        };
        let until_stop = order.until_stop;
        self.begin(Job::Search(Box::new(search)), Work::Thinking { until_stop });
        Ok(())
    }

    /// A task for the worker, from a command that came in at this time.
    const fn task(&self, begun: Instant) -> Task {
        Task {
            position: self.position,
            options: self.options,
            begun,
        }
    }

    fn begin(&mut self, job: Job, work: Work) {
        self.cancel.clear();
        self.work = Some(work);
        self.order(job);
    }

    fn order(&self, job: Job) {
        // The thinker listens until the dispatcher hangs up.
        let _ = self.jobs.send(job);
    }

    /// Waits until all that the thinker was told before is done.
    fn wait_for_thinker(&self) {
        let (ready, answer) = mpsc::channel();
        self.order(Job::Ready(ready));
        let _ = answer.recv();
    }

    /// Ends the work, at once where it is only to be asked for.
    fn stop(&mut self) -> io::Result<()> {
        match self.work.take() {
            Some(Work::Kept(answer)) => (self.say)(&answer),
            work => {
                if work.is_some() {
                    self.cancel.request();
                }
                self.work = work;
                Ok(())
            }
        }
    }

    /// Ends the work if nobody else will.
    fn stop_endless(&mut self) -> io::Result<()> {
        match self.work {
            Some(Work::Thinking { until_stop: true } | Work::Kept(_)) => self.stop(),
            _ => Ok(()),
        }
    }

    fn found(&mut self, mv: Option<Move>) -> io::Result<()> {
        let answer = format!(
            "{}\n",
            Reply::BestMove(&mv.unwrap_or(Move::Pass).to_string())
        );
        let is_kept =
            self.work == Some(Work::Thinking { until_stop: true }) && !self.cancel.is_requested();
        if is_kept {
            self.work = Some(Work::Kept(answer));
            return Ok(());
        }
        self.work = None;
        (self.say)(&answer)
    }

    fn counted(&mut self) -> io::Result<()> {
        self.work = None;
        for _ in 0..std::mem::take(&mut self.asked_while_counting) {
            (self.say)(&format!("{}\n", Reply::Ready))?;
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Resize) => self.order(Job::Resize(self.options.hash)),
            Ok(Effect::Forget) => self.order(Job::Forget),
            Err(error) => self.complain(&error)?,
        }
        Ok(())
    }

    fn show(&mut self) -> io::Result<()> {
        let board = BoardView::new(self.position);
        let fen = self.position;
        let rules = self.options.rules;
        let state = match self.position.outcome(&rules) {
            Some(outcome) => result(outcome),
            None if self.position.turn() == Color::Red => "x is to move",
            None => "o is to move",
        };
        (self.say)(&format!(
            "{board}\nfen: {fen}\nrules: {rules}\nstate: {state}\n"
        ))
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let outcome = self.position.outcome(&self.options.rules);
        let answer = match query {
            Query::FirstToMove => yes_or_no(self.position.turn() == Color::Red),
            Query::GameOver => yes_or_no(outcome.is_some()),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Color::Red)) => "p1win",
                Some(Some(Color::Blue)) => "p2win",
            },
        };
        (self.say)(&format!("response {answer}\n"))
    }
}

const fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}
