//! The session at a terminal: a prompt with editing, history and completion, and
//! boards in colour.

mod assistant;
mod files;
mod history;
mod journal;
pub mod line_reader;
#[cfg(unix)]
mod relay;
#[cfg(not(unix))]
#[path = "no_relay.rs"]
mod relay;
pub mod view;

use super::exit::Exit;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::report::Report;
use super::typeahead::TypeaheadWatcher;
use super::{input, output, plain, progress};
use crate::session::State;
use crate::session::{Event, Flow, Interpreter, LineOfText, Output, Session, Study, WaitingFor};
use indicatif::ProgressBar;
use journal::Journal;
use line_reader::{LineReader, Typed};

/// Runs the session until the person leaves. Where lines cannot be edited, they are read as
/// from a pipe.
pub fn run(mut interpreter: Interpreter, mut report: Report) -> Exit {
    let Ok(mut reader) = LineReader::new(output::colors_on_stdout()) else {
        return plain::run(&[], interpreter, report);
    };
    interrupt::settle(OnInterrupt::StayInSession);
    interpreter.session_mut().set_verbose(true);
    greet(interpreter.session(), &mut report);
    let (journal, cut_off) = Journal::begin();
    if let Some(file) = cut_off {
        let file = file.display();
        remark(&format!(
            "a session was cut off; its game can be continued with `load {file}`"
        ));
    }
    let mut face = Face::new(report, journal);
    // The line that goes on waiting for a remote program after the next one.
    let mut waiting: Option<String> = None;
    loop {
        let session = interpreter.session();
        let typed = reader.read(&prompt(session), session.clone(), interpreter.arrival());
        let mut flow = match typed {
            Typed::Line(text) => face.carry_out(&mut interpreter, &reader, &text),
            Typed::Called => face.receive(&mut interpreter, &reader),
            Typed::InterruptedAgain => {
                face.journal.end();
                return Exit::Interrupted;
            }
            Typed::Interrupted => {
                remark(HOW_TO_LEAVE);
                continue;
            }
            Typed::Unreadable(diagnostic) => face.report.refused(&diagnostic),
            Typed::Failed(diagnostic) => face.report.unreadable(&diagnostic),
            // The end of input is `quit`.
            Typed::End => break,
        };
        if flow == Flow::GoOn
            && !face.typed
            && let Some(line) = waiting.take()
            && still_waits(interpreter.session(), &line)
        {
            flow = face.carry_out(&mut interpreter, &reader, &line);
        }
        if std::mem::take(&mut face.typed) {
            waiting = Some(match interpreter.session().waiting_for() {
                Some(_) => String::new(),
                None => std::mem::take(&mut face.running),
            });
            continue;
        }
        match flow {
            Flow::GoOn => {}
            Flow::Pause => paused(interpreter.session()),
            Flow::End => break,
        }
    }
    interpreter.leave(&mut |_, output| face.show(output, &reader));
    face.journal.end();
    face.report.exit()
}

/// Whether a line that waited for a remote program would wait again: an empty one for a program
/// that has joined, another one for a program that has not.
fn still_waits(session: &Session, line: &str) -> bool {
    if line.is_empty() {
        session.waiting_for().is_some()
    } else {
        session.state() == State::SetUp && session.remote().is_none()
    }
}

/// The side to move, and the state where it is not playing: plain and coloured.
fn prompt(session: &Session) -> (String, String) {
    let turn = session.position().turn();
    let plain = match session.state() {
        State::Finished => "over> ".to_owned(),
        State::SetUp => format!("set-up {turn}> "),
        State::Playing => format!("{turn}> "),
    };
    let colored = view::painted(view::of(turn), &plain);
    (plain, colored)
}

fn greet(session: &Session, report: &mut Report) {
    let version = env!("CARGO_PKG_VERSION");
    let dialect = session.dialect().name();
    remark(&format!(
        "ataxx {version}, dialect {dialect}. `help` lists the commands, Ctrl-D leaves."
    ));
    // Elsewhere the terminal only passes lines on.
    if output::can_move_cursor() {
        remark("Tab completes commands and moves, the arrow keys recall earlier lines.");
    }
    let _ = report.print(&view::board(session.position(), None));
}

/// Printed after the first Ctrl-C at the prompt.
pub const HOW_TO_LEAVE: &str = "Ctrl-C again or Ctrl-D leaves";

/// Explains how to go on after Ctrl-C.
pub fn paused(session: &Session) {
    if let Some(color) = session.ai_turn() {
        let way_out = if session.dialect().has_states() {
            "`clear` abandons the game".to_owned()
        } else {
            format!("`manual {}` takes over", color.name())
        };
        remark(&format!(
            "it is {color}'s turn, and an AI plays {color}: `start` resumes, {way_out}"
        ));
    }
    match session.waiting_for() {
        Some(WaitingFor::SetUp) => {
            remark("the host sets the game up: Enter continues the wait, `clear` leaves the game");
        }
        Some(WaitingFor::Move(color)) => remark(&format!(
            "it is {color}'s turn, and a remote opponent plays {color}: Enter continues the wait, \
             `clear` abandons the game"
        )),
        _ => {}
    }
}

/// Prints a remark for a person, a line.
pub fn remark(line: &str) {
    output::message(&format!("{}\n", view::remark(line)));
}

/// The front end for a person.
struct Face {
    report: Report,
    journal: Journal,
    /// The spinner while an AI thinks or a remote program is waited for.
    thinking: Option<ProgressBar>,
    /// Looks out for typed lines while a remote program is waited for.
    lookout: Option<TypeaheadWatcher>,
    /// Whether a typed line has interrupted the waiting.
    typed: bool,
    /// The line that runs, or ran last.
    running: String,
    /// Its number.
    number: usize,
}

impl Face {
    const fn new(report: Report, journal: Journal) -> Self {
        Self {
            report,
            journal,
            thinking: None,
            lookout: None,
            typed: false,
            running: String::new(),
            number: 0,
        }
    }

    /// Carries out typed lines: a paste can hold several.
    fn carry_out(
        &mut self,
        interpreter: &mut Interpreter,
        reader: &LineReader,
        text: &str,
    ) -> Flow {
        for text in text.split('\n') {
            self.number += 1;
            text.clone_into(&mut self.running);
            INTERRUPT.clear();
            let line = LineOfText {
                source: None,
                number: self.number,
                text,
            };
            let flow = match input::too_long(line) {
                Some(diagnostic) => self.report.refused(&diagnostic),
                None => interpreter.line(line, &mut |session, output| {
                    self.show_and_keep(session, output, reader)
                }),
            };
            self.stop_spinning();
            if flow != Flow::GoOn || self.typed {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Handles what a remote opponent has sent.
    fn receive(&mut self, interpreter: &mut Interpreter, reader: &LineReader) -> Flow {
        self.running.clear();
        INTERRUPT.clear();
        let flow =
            interpreter.receive(&mut |session, output| self.show_and_keep(session, output, reader));
        self.stop_spinning();
        flow
    }

    fn show_and_keep(&mut self, session: &Session, output: Output, reader: &LineReader) -> Flow {
        if matches!(
            output,
            Output::Thinking(_) | Output::Waiting { .. } | Output::Done(_)
        ) {
            self.journal.keep(session);
        }
        self.show(output, reader)
    }

    fn show(&mut self, output: Output, reader: &LineReader) -> Flow {
        self.stop_spinning();
        match output {
            Output::Thinking(color) => {
                let message = format!("{color} thinks; Ctrl-C lets it play at once");
                self.thinking = Some(progress::spinner(message));
            }
            Output::Studying(study) => {
                let what = match study {
                    Study::Hint | Study::Eval | Study::Analyze => "searching",
                    Study::Solve(_) => "looking for a forced win",
                };
                let message = format!("{what}; Ctrl-C ends it with what is known");
                self.thinking = Some(progress::spinner(message));
            }
            Output::Waiting { awaited, .. } => {
                let what = match awaited {
                    WaitingFor::Guest => "an opponent to join".to_owned(),
                    WaitingFor::Answer => "an answer".to_owned(),
                    WaitingFor::SetUp => "the host to set the game up".to_owned(),
                    WaitingFor::Move(color) => format!("the remote opponent, {color}"),
                    WaitingFor::Stop => "the opponent to confirm the end".to_owned(),
                };
                let keys = if awaited == WaitingFor::Stop {
                    ""
                } else {
                    self.lookout = Some(TypeaheadWatcher::begin(reader.lookout()));
                    "commands work, "
                };
                let message = format!("waiting for {what}; {keys}Ctrl-C stops waiting");
                self.thinking = Some(progress::spinner(message));
            }
            Output::Event(event) => return self.event(&event),
            // The waiting goes on.
            Output::Refused(_) if self.typed => {}
            output => return self.report.show(output),
        }
        Flow::GoOn
    }

    fn stop_spinning(&mut self) {
        if let Some(lookout) = self.lookout.take() {
            self.typed |= lookout.end();
        }
        if let Some(thinking) = self.thinking.take() {
            thinking.finish_and_clear();
        }
    }

    fn event(&mut self, event: &Event) -> Flow {
        Report::warn(event);
        let text = match event {
            Event::Board(position, last_move) => Some(view::board(position, *last_move)),
            event => event.announcement(self.report.dialect),
        };
        let flow = text.map_or(Flow::GoOn, |text| self.report.print(&text));
        if let Some(text) = event.remark(self.report.dialect) {
            remark(&text);
        }
        flow
    }
}
