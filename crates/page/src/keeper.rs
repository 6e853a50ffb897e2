//! Keeps the session: it alone changes it, by one order at a time, and publishes what happens.

mod exercises;
mod games;
mod state;
#[cfg(test)]
mod tests;

use crate::order::{Answer, Done, Order, Reply, Respond, Sender, is_for_pages};
use crate::place::Terminal;
use ataxx_session::{Command, Flow, Interpreter, LineOfText, TextFile, commands_in_words};
pub use state::Keeper;
use state::{Job, Request};

impl Keeper<'_> {
    /// Carries out an order; `answer` receives the reply. AIs that choose their moves here make
    /// them.
    ///
    /// The interpreter must use the cancellation of the place.
    pub fn carry_out(
        &mut self,
        order: Order,
        (by, answer): (Sender, Respond),
        interpreter: &mut Interpreter,
        terminal: &mut dyn Terminal,
    ) -> Flow {
        // What is still played out is there at once.
        while self.play_on(interpreter).is_some() {}
        let mut job = Job {
            interpreter,
            request: Request::new(terminal, by, Some(answer)),
        };
        self.awaits_choice = false;
        let reply = self.reply_to(order, &mut job);
        self.end_order(reply, job)
    }

    /// Lets the AI whose turn it is go on, or waits for the remote opponent.
    pub fn go_on(&mut self, interpreter: &mut Interpreter, terminal: &mut dyn Terminal) -> Flow {
        let mut job = Job {
            interpreter,
            request: Request::new(terminal, Sender::Page, None),
        };
        self.awaits_choice = false;
        let flow = self.turns(&mut job);
        self.end_order(Reply::done(flow), job)
    }

    /// Whether an AI is to make its move that it chooses elsewhere.
    pub const fn awaits_choice(&self) -> bool {
        self.awaits_choice
    }

    /// Whether no input comes from a terminal any more.
    pub const fn has_no_input(&self) -> bool {
        self.shown.ended
    }

    fn end_order(&mut self, reply: Reply, mut job: Job) -> Flow {
        let flow = reply.flow;
        if !self.awaits_choice {
            self.shown.thinking = None;
        }
        self.shown.awaited = None;
        self.publish(job.interpreter.session());
        if self.keep_game() {
            self.publish(job.interpreter.session());
        }
        if let Some(answer) = job.request.answer.take() {
            answer(reply);
        }
        if let Some(why) = self.failure.take() {
            job.request.terminal.remark(&why);
        }
        flow
    }

    /// Ends the session.
    pub fn end(&mut self, interpreter: &mut Interpreter, terminal: &mut dyn Terminal) {
        // Tells a remote opponent that the session has ended.
        interpreter.leave(&mut |session, output| {
            let _ = terminal.show(session, output, Sender::Terminal);
            Flow::GoOn
        });
        self.shown.over = true;
        self.publish(interpreter.session());
    }

    /// Shows what a remote opponent has sent meanwhile.
    pub fn receive(&mut self, interpreter: &mut Interpreter, terminal: &mut dyn Terminal) -> Flow {
        let mut request = Request::new(terminal, Sender::Terminal, None);
        let mut has_received = false;
        let flow = interpreter.receive(&mut |session, output| {
            has_received = true;
            self.show(session, output, &mut request)
        });
        if has_received {
            self.shown.thinking = None;
            self.shown.awaited = None;
            self.publish(interpreter.session());
        }
        flow
    }

    fn reply_to(&mut self, order: Order, job: &mut Job) -> Reply {
        self.shown.notice = None;
        let steps = order.is_step() && self.shown.puzzle.is_some();
        if !order.keeps_exercise() && !steps {
            self.shown.lesson = None;
            self.attempt = None;
            // Leaving a puzzle puts the game back on the board.
            if self.shown.puzzle.take().is_some()
                && !order.is_about_moves()
                && let Err(why) = self.return_to_game(job)
            {
                job.request.terminal.remark(&why);
            }
        }
        let done = match order {
            Order::Line {
                source,
                number,
                text,
            } => {
                self.shown.exploring = None;
                let line = LineOfText {
                    source: source.as_deref(),
                    number,
                    text: &text,
                };
                return self.run(job, true, |interpreter, show| interpreter.line(line, show));
            }
            Order::ParsedLine { text, parsed } => {
                let parsed = parsed.map_err(|diagnostic| *diagnostic);
                let asks = matches!(&parsed, Ok(Some(line)) if line.command == Command::Help(None));
                let mut reply = self.parsed_line(&text, parsed, job, true);
                if asks {
                    // What a page is refused is not offered to it.
                    let dialect = job.interpreter.session().dialect();
                    let ended = self.shown.ended;
                    let text = commands_in_words(dialect, |name| is_for_pages(name, ended));
                    reply.answer = Some(Answer::Printed(text));
                }
                return reply;
            }
            Order::Files(files) => Ok(self.files(&files, job)),
            Order::Command { command, board } => self.clicked(command, board, job),
            Order::GoOn => Ok(self.play_from_here(job)),
            Order::Redo => self.redo(job),
            Order::Go(node) => self.go(node, job),
            Order::Player(color, who) => self.player(color, who, job, true),
            Order::SetUp(step) => self.set_up(step, job),
            Order::EngineTime(time) => {
                self.engines.set_time(time);
                Ok(Flow::GoOn)
            }
            Order::Follow { node, line, plies } => self.follow(node, &line, plies, job),
            Order::Lesson(step) => self.lesson_step(step, job),
            Order::Puzzle(step) => self.puzzle(step, job),
            Order::Variation(step) => self.variation(step, job),
            Order::Begin {
                dialect,
                start,
                players,
            } => self.begin_with(dialect, start, players, job),
            Order::Rematch => self.rematch(job),
            Order::Resign => self.resign(job),
            Order::Kept(id) => self.open_kept(id, job),
            Order::Open(text) => self.open(&text, job),
            Order::Item(number) => self.item(number, job),
            Order::Close => {
                self.shown.opened = None;
                Ok(Flow::GoOn)
            }
            Order::NoMoreInput { is_awaited } => {
                self.shown.ended = true;
                let goes_on = is_awaited || self.place.was_visited();
                Ok(if goes_on { Flow::GoOn } else { Flow::End })
            }
        };
        done.into()
    }

    /// Runs the lines of files, until one ends it.
    fn files(&mut self, files: &[TextFile], job: &mut Job) -> Flow {
        let reply = self.run(job, true, |interpreter, show| {
            let mut flow = Flow::GoOn;
            for file in files {
                flow = interpreter.file(file, show);
                if flow != Flow::GoOn {
                    break;
                }
            }
            flow
        });
        reply.flow
    }

    /// Carries out a command that was clicked. AIs move after a move and after `start`, but not
    /// while a person explores moves for both sides.
    fn clicked(&mut self, command: Command, board: Option<u64>, job: &mut Job) -> Done {
        let explores = self.shown.exploring.is_some();
        if let Some(mv) = command.as_move() {
            self.refuse_if_outdated(board)?;
            if self.shown.lesson.is_some() {
                return self.answer(mv, job);
            }
            if self.shown.puzzle.is_some() {
                return self.try_move(mv, job);
            }
            if job.interpreter.session().ai_turn().is_some() {
                return self.make(mv, job);
            }
            return self.command(command, job, !explores);
        }
        if command == Command::Undo {
            if self.shown.lost().is_some() {
                self.shown.resigned = None;
                return Ok(Flow::GoOn);
            }
            if explores || self.shown.puzzle.is_some() {
                return self.back(job);
            }
        }
        let ai_moves = command == Command::Start;
        self.command(command, job, ai_moves)
    }
}
