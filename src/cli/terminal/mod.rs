//! The session at a terminal: a prompt with editing, history and completion, boards in colour, and
//! a journal of the game.

pub mod line_reader;
#[cfg_attr(not(feature = "display"), allow(dead_code))] // for the session with a page
pub mod printer;
#[cfg(unix)]
mod relay;
pub mod view;

use super::exit::Exit;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::result_file::state_folder;
use super::session_output::SessionOutput;
use super::{input, output, plain, progress};
use ataxx_core::notation::GameRecord;
use ataxx_session::{Event, Flow, Interpreter, LineOfText, Output, Session, Study, WaitingFor};
use ataxx_storage as storage;
use indicatif::ProgressBar;
use line_reader::{LineReader, Typed};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use view::{HOW_TO_LEAVE, another_game, paused, print_remark, prompt};

/// Runs the session until the person leaves. Where lines cannot be edited, they are read as
/// from a pipe.
pub fn run(mut interpreter: Interpreter, mut report: SessionOutput) -> Exit {
    let Ok(mut reader) = LineReader::new(output::colors_on_stdout()) else {
        return plain::run(&[], interpreter, report);
    };
    interrupt::settle(OnInterrupt::StayInSession);
    interpreter.session_mut().verbose = true;
    greet(interpreter.session(), &mut report);
    let (journal, cut_off) = Journal::begin();
    if let Some(file) = cut_off {
        let file = file.display();
        print_remark(&format!(
            "a session was cut off; its game can be continued with `load {file}`"
        ));
    }
    let mut front_end = FrontEnd::new(report, journal);
    loop {
        let session = interpreter.session();
        let typed = reader.read(&prompt(session), session.clone(), interpreter.arrival());
        let flow = match typed {
            Typed::Line(text) => front_end.carry_out(&mut interpreter, &text),
            Typed::Called => front_end.receive(&mut interpreter),
            Typed::InterruptedAgain => {
                front_end.journal.end();
                return Exit::Interrupted;
            }
            Typed::Interrupted => {
                print_remark(HOW_TO_LEAVE);
                continue;
            }
            Typed::Unreadable(diagnostic) => front_end.report.refused(&diagnostic),
            Typed::Failed(diagnostic) => front_end.report.unreadable(&diagnostic),
            // The end of input is `quit`.
            Typed::End => break,
        };
        match flow {
            Flow::GoOn => {}
            Flow::Pause => paused(interpreter.session()),
            Flow::End => break,
        }
    }
    interpreter.leave(&mut |_, output| front_end.show(output));
    front_end.journal.end();
    front_end.report.exit()
}

fn greet(session: &Session, report: &mut SessionOutput) {
    let version = env!("CARGO_PKG_VERSION");
    let dialect = session.dialect().name();
    print_remark(&format!(
        "ataxx {version}, dialect {dialect}. `help` lists the commands, Ctrl-D leaves."
    ));
    // Elsewhere the terminal only passes lines on.
    if output::can_move_cursor() {
        print_remark("Tab completes commands and moves, the arrow keys recall earlier lines.");
    }
    let _ = report.print(&view::board(session.position(), None));
}

/// The front end for a person.
struct FrontEnd {
    report: SessionOutput,
    journal: Journal,
    /// The spinner while an AI thinks or a remote program is waited for.
    thinking: Option<ProgressBar>,
    number: usize,
}

impl FrontEnd {
    const fn new(report: SessionOutput, journal: Journal) -> Self {
        Self {
            report,
            journal,
            thinking: None,
            number: 0,
        }
    }

    /// Carries out typed lines: a paste can hold several.
    fn carry_out(&mut self, interpreter: &mut Interpreter, text: &str) -> Flow {
        for text in text.split('\n') {
            self.number += 1;
            INTERRUPT.clear();
            let line = LineOfText {
                source: None,
                number: self.number,
                text,
            };
            let flow = match input::too_long(line) {
                Some(diagnostic) => self.report.refused(&diagnostic),
                None => interpreter.line(line, &mut |session, output| {
                    self.show_and_keep(session, output)
                }),
            };
            self.stop_spinning();
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Handles what a remote opponent has sent.
    fn receive(&mut self, interpreter: &mut Interpreter) -> Flow {
        INTERRUPT.clear();
        let flow = interpreter.receive(&mut |session, output| self.show_and_keep(session, output));
        self.stop_spinning();
        flow
    }

    fn show_and_keep(&mut self, session: &Session, output: Output) -> Flow {
        if matches!(
            output,
            Output::Thinking(_) | Output::Waiting(_) | Output::Done(_)
        ) {
            self.journal.keep(session);
        }
        self.show(output)
    }

    fn show(&mut self, output: Output) -> Flow {
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
            Output::Waiting(awaited) => {
                let what = match awaited {
                    WaitingFor::Guest => "an opponent to join".to_owned(),
                    WaitingFor::Answer => "an answer".to_owned(),
                    WaitingFor::SetUp => "the host to set the game up".to_owned(),
                    WaitingFor::Move(color) => format!("the remote opponent, {color}"),
                    WaitingFor::Stop => "the opponent to confirm the end".to_owned(),
                };
                let message = format!("waiting for {what}; Ctrl-C stops waiting");
                self.thinking = Some(progress::spinner(message));
            }
            Output::Event(event) => return self.event(&event),
            output => return self.report.show(output),
        }
        Flow::GoOn
    }

    fn stop_spinning(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.finish_and_clear();
        }
    }

    fn event(&mut self, event: &Event) -> Flow {
        SessionOutput::warn(event);
        let text = match event {
            Event::Board(position, last_move) => Some(view::board(position, *last_move)),
            Event::Text(text) => Some(output::for_people(text).into_owned()),
            event => event.announcement(self.report.dialect),
        };
        let flow = text.map_or(Flow::GoOn, |text| self.report.print(&text));
        if let Some(text) = event.remark(self.report.dialect) {
            print_remark(&text);
        }
        if matches!(event, Event::Over(_)) {
            print_remark(another_game(self.report.dialect));
        }
        flow
    }
}

/// The journal of this session: the record of its game, as soon as a move was made. It is in the
/// platform's folder for state until the session ends: after a crash the next session offers it.
struct Journal {
    /// The file; `None` where there can be none.
    file: Option<PathBuf>,
    /// Its text.
    kept: Option<String>,
}

impl Journal {
    /// Begins a journal. The file of a session that was cut off comes with it, once.
    fn begin() -> (Self, Option<PathBuf>) {
        let folder = state_folder().map(|folder| folder.join("games"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        let cut_off = folder.as_deref().and_then(cut_off);
        let file = folder.map(|folder| folder.join(format!("{}.game", std::process::id())));
        (Self { file, kept: None }, cut_off)
    }

    /// Keeps the game of a session. Errors are ignored: a session continues without its journal.
    fn keep(&mut self, session: &Session) {
        let Some(file) = &self.file else { return };
        let game = session.game();
        let is_worth_it = game.last_move().is_some() && game.outcome().is_none();
        let record = GameRecord::new(*game.rules(), game).ok();
        let text = record
            .filter(|_| is_worth_it)
            .map(|record| format!("{record}\n"));
        if text == self.kept {
            return;
        }
        let _ = match &text {
            Some(text) => storage::replace(file, |out| out.write_all(text.as_bytes())),
            None => fs::remove_file(file),
        };
        self.kept = text;
    }

    /// Removes the journal when the session ends normally.
    fn end(self) {
        if let (Some(file), Some(_)) = (self.file, self.kept) {
            let _ = fs::remove_file(file);
        }
    }
}

/// The newest game of a session that was cut off. All are moved to where no later session offers
/// them again.
fn cut_off(folder: &Path) -> Option<PathBuf> {
    let mut games: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| process(path).is_some_and(|process| !is_alive(process)))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    games.sort();
    let keep = |(_, game): (SystemTime, PathBuf)| {
        let process = game.file_stem()?.to_str()?;
        let names = (2..).map(|number| format!("recovered-{process}-{number}.game"));
        let names = std::iter::once(format!("recovered-{process}.game")).chain(names);
        // One that was recovered before may not have been loaded yet.
        let mut paths = names.map(|name| folder.join(name));
        let recovered = paths.find(|path| !path.exists())?;
        fs::rename(game, &recovered).ok().map(|()| recovered)
    };
    games.into_iter().filter_map(keep).reduce(|_, newer| newer)
}

/// The process whose journal a file is.
fn process(path: &Path) -> Option<i32> {
    if path.extension()? != "game" {
        return None;
    }
    path.file_stem()?.to_str()?.parse().ok()
}

/// Whether a process runs; one with the number of this process is not it.
#[cfg(unix)]
fn is_alive(process: i32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    let ours = i32::try_from(std::process::id()).is_ok_and(|ours| ours == process);
    process > 0 && !ours && kill(Pid::from_raw(process), None) != Err(Errno::ESRCH)
}

/// Whether a process runs, which cannot be known: a journal of today may be in use.
#[cfg(not(unix))]
fn is_alive(_: i32) -> bool {
    true
}
