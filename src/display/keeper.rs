//! The thread that owns the session: it alone changes it.

mod change;
mod game;
mod lesson;
mod open;
mod puzzle;
mod subject;
mod tell;
mod variation;

use super::engines::Engines;
use super::order::{Answer, By, Order, Reply};
use super::queue::{Handle, Respond, Waiting};
use super::snapshot::Snapshot;
use crate::puzzles::Attempt;
use crate::session::{Flow, Interpreter, LineOfText, Output, Session};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The terminal of a session with pages.
pub trait Terminal {
    /// Shows an output, and says whether to go on. The answer does not count for an order
    /// from a page.
    fn show(&mut self, session: &Session, output: Output, by: By) -> Flow;

    /// Shows a line on a change from a page for which there is no command.
    fn remark(&mut self, text: &str);
}

/// A session without input ends when no page has been open for so long.
const CLOSING: Duration = Duration::from_secs(120);
/// The time for telling pages that the session is over.
const FAREWELL: Duration = Duration::from_millis(500);
/// The least time between two moves of AIs, so that a person can follow.
const PACE: Duration = Duration::from_millis(350);

/// Carries out the orders of a handle until the session is over.
///
/// The interpreter must use the cancellation of the handle, and the engines as its chooser.
pub fn keep(
    mut interpreter: Interpreter,
    handle: &Handle,
    terminal: &mut dyn Terminal,
    engines: &Engines,
) {
    let mut keeper = Keeper::new(handle, interpreter.session(), engines);
    keeper.publish(interpreter.session());
    while let Some(waiting) = keeper.next(&mut interpreter, terminal) {
        let Waiting { order, by, answer } = waiting;
        let mut job = Job {
            interpreter: &mut interpreter,
            request: Request {
                terminal,
                by,
                answer: Some(answer),
                ai_moves: true,
                answer_text: None,
            },
        };
        let reply = keeper.carry_out(order, &mut job);
        let flow = reply.flow;
        keeper.shown.thinking = None;
        keeper.shown.awaited = None;
        keeper.publish(job.interpreter.session());
        if let Some(answer) = job.request.answer {
            answer(reply);
        }
        if flow == Flow::End {
            break;
        }
    }
    // Tells a remote opponent that the session has ended.
    interpreter.leave(&mut |session, output| {
        let _ = terminal.show(session, output, By::Terminal);
        Flow::GoOn
    });
    keeper.shown.over = true;
    keeper.publish(interpreter.session());
    handle.wait_for_pages(FAREWELL);
}

/// An order in progress, and the interpreter that carries it out.
struct Job<'d, 'i> {
    interpreter: &'d mut Interpreter<'i>,
    request: Request<'d>,
}

/// What an order has to do with its sender.
struct Request<'d> {
    terminal: &'d mut dyn Terminal,
    by: By,
    /// Receives the reply, unless it has received one.
    answer: Option<Respond>,
    /// Whether AIs move after the line in progress.
    ai_moves: bool,
    /// What the line in progress has for its sender.
    answer_text: Option<Answer>,
}

/// The state beside the session itself.
struct Keeper<'h> {
    handle: &'h Handle,
    engines: &'h Engines,
    /// What was published last; the next snapshot is made of it.
    shown: Snapshot,
    /// The attempt at the puzzle on the board.
    attempt: Option<Attempt>,
    /// When a page was seen last, or the input ended.
    seen: Instant,
    /// When an AI moved last.
    moved: Option<Instant>,
}

impl<'h> Keeper<'h> {
    fn new(handle: &'h Handle, session: &Session, engines: &'h Engines) -> Self {
        Self {
            handle,
            engines,
            shown: Snapshot {
                engines: Arc::new(engines.names()),
                ..Snapshot::first(session.clone())
            },
            attempt: None,
            seen: Instant::now(),
            moved: None,
        }
    }

    /// The next order; `None` when there is no input and no page any more.
    fn next(
        &mut self,
        interpreter: &mut Interpreter,
        terminal: &mut dyn Terminal,
    ) -> Option<Waiting> {
        const LOOK: Duration = Duration::from_millis(500);
        loop {
            if !self.shown.ended && !interpreter.is_connected() {
                return self.handle.next(None);
            }
            if let Some(next) = self.handle.next(Some(Instant::now() + LOOK)) {
                self.seen = Instant::now();
                return Some(next);
            }
            if self.receive(interpreter, terminal) == Flow::End {
                return None;
            }
            if !self.shown.ended {
                continue;
            }
            if self.handle.pages() > 0 {
                self.seen = Instant::now();
            }
            if self.seen.elapsed() >= CLOSING {
                return None;
            }
        }
    }

    /// Shows what a remote opponent has sent meanwhile.
    fn receive(&mut self, interpreter: &mut Interpreter, terminal: &mut dyn Terminal) -> Flow {
        let mut request = Request {
            terminal,
            by: By::Terminal,
            answer: None,
            ai_moves: true,
            answer_text: None,
        };
        let mut has_come = false;
        let flow = interpreter.receive(&mut |session, output| {
            has_come = true;
            self.show(session, output, &mut request)
        });
        if has_come {
            self.shown.thinking = None;
            self.shown.awaited = None;
            self.publish(interpreter.session());
        }
        flow
    }

    fn carry_out(&mut self, order: Order, job: &mut Job) -> Reply {
        self.shown.notice = None;
        if !order.keeps_the_task() {
            self.shown.lesson = None;
            self.shown.puzzle = None;
            self.attempt = None;
        }
        match order {
            Order::Line {
                source,
                number,
                text,
            } => {
                let line = LineOfText {
                    source: source.as_deref(),
                    number,
                    text: &text,
                };
                self.line(line, job, true)
            }
            Order::GoOn => self.go_on(job),
            Order::Files(files) => {
                let Job {
                    interpreter,
                    request,
                } = job;
                let mut flow = Flow::GoOn;
                for file in &files {
                    flow = interpreter.file(file, &mut |session, output| {
                        self.show(session, output, request)
                    });
                    if flow != Flow::GoOn {
                        break;
                    }
                }
                Reply::done(flow)
            }
            Order::NoMoreInput { is_awaited } => {
                self.shown.ended = true;
                self.seen = Instant::now();
                Reply::done(if is_awaited || self.handle.was_visited() {
                    Flow::GoOn
                } else {
                    Flow::End
                })
            }
            Order::Quit => self.command("quit", job, false),
            order => self.change(order, job),
        }
    }

    /// Carries out a line that was not typed.
    fn command(&mut self, text: &str, job: &mut Job, ai_moves: bool) -> Reply {
        let line = LineOfText {
            source: None,
            number: 1,
            text,
        };
        let reply = self.line(line, job, ai_moves);
        match reply.answer {
            Some(Answer::Printed(_)) => Reply::done(reply.flow),
            _ => reply,
        }
    }

    /// Lets the AI whose turn it is go on, or waits for the remote opponent.
    fn go_on(&mut self, job: &mut Job) -> Reply {
        let Job {
            interpreter,
            request,
        } = job;
        request.ai_moves = true;
        Reply::done(interpreter.go_on(&mut |session, output| self.show(session, output, request)))
    }

    /// Carries out a line, and lets AIs move after it or not.
    fn line(&mut self, line: LineOfText, job: &mut Job, ai_moves: bool) -> Reply {
        let Job {
            interpreter,
            request,
        } = job;
        request.ai_moves = ai_moves;
        let flow = interpreter.line(line, &mut |session, output| {
            self.show(session, output, request)
        });
        let answer = request.answer_text.take();
        Reply { flow, answer }
    }

    fn show(&mut self, session: &Session, output: Output, request: &mut Request) -> Flow {
        self.tell(session, &output, &mut request.answer_text);
        let thinks = matches!(output, Output::Thinking(_));
        let waits = matches!(output, Output::Waiting { .. });
        if thinks && !request.ai_moves {
            return Flow::Pause;
        }
        if thinks || waits {
            self.publish(session);
            if request.by == By::Page
                && let Some(answer) = request.answer.take()
            {
                // The order itself is done; the AI may take long.
                answer(Reply::done(Flow::GoOn));
            }
        }
        if thinks {
            self.keep_pace();
            // Between the moves of two AIs no other order has its turn.
            let views = self.handle.take_views();
            if !views.is_empty() {
                for view in &views {
                    self.view(&view.order);
                }
                self.publish(session);
            }
            for view in views {
                (view.answer)(Reply::done(Flow::GoOn));
            }
        }
        let flow = request.terminal.show(session, output, request.by);
        if request.by == By::Page && flow != Flow::End {
            Flow::GoOn
        } else {
            flow
        }
    }

    /// Waits between two moves of AIs while a page is open.
    fn keep_pace(&self) {
        let since = self.moved.map(|moved| moved.elapsed());
        if let Some(left) = since.and_then(|since| PACE.checked_sub(since))
            && self.handle.pages() > 0
            && !self.handle.cancel().is_requested()
        {
            self.handle.rest(left);
        }
    }
}
