//! The thread that owns the session: it alone changes it, and it publishes what happens.

mod exercises;
mod open;
mod orders;

use super::analysis::{AnalysisTask, Target};
use super::engines::Engines;
use super::order::{Answer, Done, Order, Reply, Sender};
use super::queue::{Handle, QueuedOrder, Respond};
use super::snapshot::{LogKind, LogLine, Mode, Notice, Snapshot, Thinking, sentence};
use super::tree::Tree;
use crate::puzzles::Attempt;
use crate::session::{Command, Event, Flow, Interpreter, LineOfText, Output, Session, Show};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::notation::BerkeleyMove;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The terminal of a session with pages.
pub trait Terminal {
    /// Shows an output; returns whether to continue, which is ignored for an order from a page.
    fn show(&mut self, session: &Session, output: Output, by: Sender) -> Flow;

    /// Shows a line on a change from a page for which there is no command.
    fn remark(&mut self, text: &str);
}

/// A session without input ends when no page has been open for so long.
const CLOSING: Duration = Duration::from_secs(120);
/// The time for the last update of the pages.
const LAST_UPDATE: Duration = Duration::from_millis(500);
/// The least time between two moves of AIs, so that a person can follow.
const PACE: Duration = Duration::from_millis(350);
/// The limit on lines of the log.
const MOST_LOGGED: usize = 300;

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
        let QueuedOrder { order, by, answer } = waiting;
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
        let _ = terminal.show(session, output, Sender::Terminal);
        Flow::GoOn
    });
    keeper.shown.over = true;
    keeper.publish(interpreter.session());
    handle.wait_for_pages(LAST_UPDATE);
}

/// An order in progress, and the interpreter that carries it out.
struct Job<'d, 'i> {
    interpreter: &'d mut Interpreter<'i>,
    request: Request<'d>,
}

/// What an order has to do with its sender.
struct Request<'d> {
    terminal: &'d mut dyn Terminal,
    by: Sender,
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
    ) -> Option<QueuedOrder> {
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
            by: Sender::Terminal,
            answer: None,
            ai_moves: true,
            answer_text: None,
        };
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

    fn carry_out(&mut self, order: Order, job: &mut Job) -> Reply {
        self.shown.notice = None;
        if !order.keeps_exercise() {
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
                self.run(job, true, |interpreter, show| interpreter.line(line, show))
            }
            Order::ParsedLine { text, parsed } => {
                let line = LineOfText {
                    source: None,
                    number: 1,
                    text: &text,
                };
                let parsed = parsed.map_err(|diagnostic| *diagnostic);
                self.run(job, true, |interpreter, show| {
                    interpreter.parsed_line(line, parsed, show)
                })
            }
            Order::GoOn => Reply::done(self.go_on(job)),
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
            order => self.change(order, job).into(),
        }
    }

    /// Carries out a command that was not typed, and lets AIs move after it or not.
    fn command(&mut self, command: Command, job: &mut Job, ai_moves: bool) -> Done {
        let reply = self.run(job, ai_moves, |interpreter, show| {
            interpreter.command(command, show)
        });
        match reply.answer {
            Some(Answer::Refused(why)) => Err(why),
            _ => Ok(reply.flow),
        }
    }

    /// Lets the AI whose turn it is go on, or waits for the remote opponent.
    fn go_on(&mut self, job: &mut Job) -> Flow {
        let Job {
            interpreter,
            request,
        } = job;
        request.ai_moves = true;
        interpreter.go_on(&mut |session, output| self.show(session, output, request))
    }

    /// Runs a line or a command, and lets AIs move after it or not.
    fn run(
        &mut self,
        job: &mut Job,
        ai_moves: bool,
        run: impl FnOnce(&mut Interpreter, &mut Show) -> Flow,
    ) -> Reply {
        let Job {
            interpreter,
            request,
        } = job;
        request.ai_moves = ai_moves;
        let flow = run(interpreter, &mut |session, output| {
            self.show(session, output, request)
        });
        let answer = request.answer_text.take();
        Reply { flow, answer }
    }

    fn show(&mut self, session: &Session, output: Output, request: &mut Request) -> Flow {
        self.record(session, &output, &mut request.answer_text);
        let thinks = matches!(output, Output::Thinking(_));
        let waits = matches!(output, Output::Waiting { .. });
        if thinks && !request.ai_moves {
            return Flow::Pause;
        }
        if thinks || waits {
            self.publish(session);
            if request.by == Sender::Page
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
        if request.by == Sender::Page && flow != Flow::End {
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

/// What is published.
impl Keeper<'_> {
    /// Records an output.
    fn record(&mut self, session: &Session, output: &Output, answer: &mut Option<Answer>) {
        match output {
            Output::Begun(line) => self.log(LogKind::Command, line.text.trim()),
            Output::Thinking(color) => self.shown.thinking = Some(Thinking::begun(*color)),
            Output::Event(event) => {
                if let Some(text) = printed(session, event) {
                    *answer = Some(Answer::Printed(text));
                }
                self.event(session, event);
            }
            Output::Refused(diagnostic) => {
                self.log(LogKind::Refusal, render(diagnostic, Look::Plain).trim_end());
                *answer = Some(Answer::Refused(in_a_line(diagnostic)));
            }
            Output::Waiting { awaited, .. } => self.shown.awaited = Some(*awaited),
            Output::Studying(_) | Output::Done(_) => {}
        }
    }

    fn event(&mut self, session: &Session, event: &Event) {
        self.shown.awaited = None;
        let dialect = session.dialect();
        match event {
            Event::Played(color, played) => self.log_move(*color, BerkeleyMove::from(*played)),
            Event::AiPlayed { .. } => {
                // Where another AI is next, it goes on thinking.
                self.shown.thinking = session.ai_turn().map(Thinking::begun);
                self.moved = Some(Instant::now());
            }
            // A position that is being set up belongs to the old game.
            Event::Cleared | Event::NewGame | Event::PositionSet(_) => {
                self.shown.replace_tree(Tree::new(*session.position()));
                self.shown.mode = Mode::Play;
                self.shown.opened = None;
            }
            _ => {}
        }
        if let Some(text) = event.announcement(dialect) {
            self.log(LogKind::Announcement, text.trim_end_matches('\n'));
        }
        if let Some(text) = event
            .remark(dialect)
            .or_else(|| event.warning())
            .or_else(|| event.notice())
        {
            self.shown.notice = Some(Notice {
                text: sentence(&text),
                refused: false,
            });
            self.log(LogKind::Remark, &text);
        }
        self.publish(session);
    }

    fn log_move(&mut self, color: Color, mv: BerkeleyMove) {
        // The command names the move, but not the colour.
        self.log(LogKind::Remark, &format!("{color}: {mv}"));
    }

    /// Adds to the log.
    fn log(&mut self, kind: LogKind, text: &str) {
        let log = Arc::make_mut(&mut self.shown.log);
        if log.len() >= MOST_LOGGED {
            log.drain(..MOST_LOGGED / 3);
        }
        log.push(LogLine {
            kind,
            text: text.to_owned(),
        });
    }

    /// Publishes the state of the session.
    fn publish(&mut self, session: &Session) {
        let before = *self.shown.shown();
        self.shown.session = session.clone();
        self.shown.tree.follow(session.game());
        self.shown.seats = self.engines.seats();
        if let Some(why) = self.engines.take_failure() {
            self.log(LogKind::Refusal, &why);
            self.shown.notice = Some(Notice {
                text: sentence(&why),
                refused: true,
            });
        }
        if *self.shown.shown() != before {
            self.shown.board += 1;
            // A hint is for one position.
            if self.shown.analysis_task == AnalysisTask::Hint {
                self.shown.analysis_task = AnalysisTask::Nothing;
            }
        }
        self.set_target();
        let snapshot: Arc<Snapshot> = Arc::new(self.shown.clone());
        self.handle.snapshots().send_replace(snapshot);
    }

    /// Sets the target of the analyst. While an AI thinks, the analyst waits.
    fn set_target(&self) {
        let Snapshot {
            analysis_task: task,
            session,
            ..
        } = &self.shown;
        let busy = self.shown.thinking.is_some() || matches!(self.shown.mode, Mode::SetUp(_));
        let tree = &self.shown.tree;
        let line = if matches!(task, AnalysisTask::Lines | AnalysisTask::Review) {
            let nodes = tree.line();
            nodes
                .iter()
                .filter_map(|&node| tree.position(node).copied())
                .collect()
        } else {
            Vec::new()
        };
        self.handle.target().set(Target {
            task: *task,
            idle: busy,
            board: self.shown.board,
            position: *session.position(),
            rules: *session.game().rules(),
            line,
        });
    }
}

/// The output of a command that only prints something.
fn printed(session: &Session, event: &Event) -> Option<String> {
    match event {
        Event::Text(_) | Event::Dump(_) | Event::Board(..) => event.announcement(session.dialect()),
        _ => None,
    }
}

/// A diagnostic in one line.
fn in_a_line(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.iter().map(String::as_str);
    let parts: Vec<&str> = std::iter::once(&*diagnostic.message).chain(help).collect();
    parts.join("; ")
}
