//! The thread that keeps the session: it alone carries things out.

mod change;
mod open;
mod subject;
mod tell;

use super::engines::Engines;
use super::order::{By, Order, Reply};
use super::queue::{Answer, Handle, Waiting};
use super::snapshot::Snapshot;
use crate::session::{Flow, Interpreter, LineOfText, Output, Session, WaitingFor};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Shows at the terminal what happens in the session.
pub trait Terminal {
    /// Shows an output of something that was asked for by somebody, and says whether to go
    /// on; what a terminal says about an order from a page is not heard.
    fn show(&mut self, session: &Session, output: Output, by: By) -> Flow;

    /// Says in a line what was done on a page for which there is no command.
    fn remark(&mut self, text: &str);
}

/// When a session that gets no more input is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// How long no page may have been open.
    pub after: Duration,
}

impl Default for Closing {
    fn default() -> Self {
        Self {
            after: Duration::from_secs(120),
        }
    }
}

/// Between two moves of AIs, so that somebody can watch.
const PACE: Duration = Duration::from_millis(350);

/// Carries out what the handle is asked for until the session is over.
///
/// The interpreter's flag must be that of the handle, and the engines must choose for its AIs.
pub fn keep(
    mut interpreter: Interpreter,
    handle: &Handle,
    terminal: &mut dyn Terminal,
    engines: &Engines,
    closing: Closing,
) {
    let mut keeper = Keeper::new(handle, interpreter.session(), engines);
    keeper.publish(interpreter.session());
    while let Some(waiting) = keeper.next(closing) {
        let Waiting { order, by, answer } = waiting;
        let mut desk = Desk {
            interpreter: &mut interpreter,
            terminal,
            by,
            answer: Some(answer),
        };
        let reply = keeper.carry_out(order, &mut desk);
        let flow = reply.flow;
        keeper.tell_refusal(&reply);
        keeper.thinking = None;
        keeper.awaited = None;
        keeper.publish(desk.interpreter.session());
        if let Some(answer) = desk.answer {
            answer(reply);
        }
        if flow == Flow::End {
            break;
        }
    }
    // A remote opponent is told that nobody is here any more.
    interpreter.leave(&mut |session, output| {
        let _ = terminal.show(session, output, By::Terminal);
        Flow::GoOn
    });
}

/// What one order is carried out with.
struct Desk<'d, 'i> {
    interpreter: &'d mut Interpreter<'i>,
    terminal: &'d mut dyn Terminal,
    by: By,
    /// Who asked, until they have heard of it.
    answer: Option<Answer>,
}

/// What is known beside the session itself.
struct Keeper<'h> {
    handle: &'h Handle,
    engines: &'h Engines,
    /// What was published last; the next one is made of it.
    shown: Snapshot,
    thinking: Option<crate::board::Color>,
    /// What a remote program is to say next, while that is waited for.
    awaited: Option<WaitingFor>,
    /// No more input comes.
    ended: bool,
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
            thinking: None,
            awaited: None,
            ended: false,
            seen: Instant::now(),
            moved: None,
        }
    }

    /// The next order; `None` when nobody is left who could give one.
    fn next(&mut self, closing: Closing) -> Option<Waiting> {
        const LOOK: Duration = Duration::from_millis(500);
        loop {
            if !self.ended {
                return self.handle.next(None);
            }
            if let Some(next) = self.handle.next(Some(Instant::now() + LOOK)) {
                return Some(next);
            }
            if self.handle.pages() > 0 {
                self.seen = Instant::now();
            }
            if self.seen.elapsed() >= closing.after {
                return None;
            }
        }
    }

    fn carry_out(&mut self, order: Order, desk: &mut Desk) -> Reply {
        self.shown.notice = None;
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
                self.line(line, desk, true)
            }
            Order::Files(files) => {
                for file in &files {
                    let mut refused = None;
                    let Desk {
                        interpreter,
                        terminal,
                        by,
                        answer,
                    } = desk;
                    let flow = interpreter.file(file, &mut |session, output| {
                        self.show(session, output, *by, true, *terminal, answer, &mut refused)
                    });
                    if flow != Flow::GoOn {
                        return Reply::done(flow);
                    }
                }
                Reply::done(Flow::GoOn)
            }
            Order::GoOn => self.command("", desk, true),
            Order::NoMoreInput => {
                self.ended = true;
                self.seen = Instant::now();
                Reply::done(Flow::GoOn)
            }
            Order::Quit => self.command("quit", desk, false),
            order => self.change(order, desk),
        }
    }

    /// Carries a line out that was not typed.
    fn command(&mut self, text: &str, desk: &mut Desk, ai_moves: bool) -> Reply {
        let line = LineOfText {
            source: None,
            number: 1,
            text,
        };
        self.line(line, desk, ai_moves)
    }

    /// Carries a line out, and lets AIs move after it or not.
    fn line(&mut self, line: LineOfText, desk: &mut Desk, ai_moves: bool) -> Reply {
        let mut refused = None;
        let Desk {
            interpreter,
            terminal,
            by,
            answer,
        } = desk;
        let flow = interpreter.line(line, &mut |session, output| {
            self.show(
                session,
                output,
                *by,
                ai_moves,
                *terminal,
                answer,
                &mut refused,
            )
        });
        Reply { flow, refused }
    }

    #[allow(clippy::too_many_arguments)] // the parts of a desk, of which one is in use
    fn show(
        &mut self,
        session: &Session,
        output: Output,
        by: By,
        ai_moves: bool,
        terminal: &mut dyn Terminal,
        answer: &mut Option<Answer>,
        refused: &mut Option<String>,
    ) -> Flow {
        self.tell(session, &output, refused);
        let thinks = matches!(output, Output::Thinking(_));
        let waits = matches!(output, Output::Waiting(_));
        if thinks && !ai_moves {
            return Flow::Pause;
        }
        if thinks || waits {
            self.publish(session);
            if by == By::Page
                && let Some(answer) = answer.take()
            {
                // What was asked for is done; the rest takes as long as it takes.
                answer(Reply::done(Flow::GoOn));
            }
        }
        if thinks {
            self.keep_pace();
        }
        let flow = terminal.show(session, output, by);
        if by == By::Page && flow != Flow::End {
            Flow::GoOn
        } else {
            flow
        }
    }

    /// Waits a little between two moves of AIs where somebody watches.
    fn keep_pace(&self) {
        let since = self.moved.map(|moved| moved.elapsed());
        if let Some(left) = since.and_then(|since| PACE.checked_sub(since))
            && self.handle.pages() > 0
            && !self.handle.told().is_requested()
        {
            self.handle.rest(left);
        }
    }
}
