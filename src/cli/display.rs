//! `--display`: the session with a board in the browser, beside the terminal, files or pipes.

use super::arguments::DisplayArgs;
use super::exit::Exit;
use super::input::{self, FileSystem, Lines, Source};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::result_file::state_folder;
use super::session_output::SessionOutput;
use super::terminal::line_reader::{LineReader, Typed};
use super::terminal::printer::Printer;
use super::terminal::view;
use super::terminal_modes;
use crate::display::{
    Engines, Folder, Handle, Keeper, Library, NotServed, OfferedStrength, Order, Place, Secrets,
    Sender, Terminal, run_session, serve,
};
use ataxx_core::board::Color;
use ataxx_opponents::remote::Tcp;
use ataxx_session::{Command, Event, Flow, Interpreter, LineOfText, Output, Session};
use std::io::{self, BufRead, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The least time between a move and the answer of an AI, so that a person can follow.
const PACE: Duration = Duration::from_millis(350);

/// Runs a session with a board in the browser until it ends.
pub fn run(
    args: &DisplayArgs,
    files: &[PathBuf],
    mut session: Session,
    mut network: Tcp,
    report: SessionOutput,
) -> Exit {
    // For the thread that edits lines alone.
    terminal_modes::set_resize_signal(false);
    let settings = session.settings();
    if settings.move_time.is_none() && settings.nodes.is_none() {
        for color in Color::BOTH {
            let strength = session.strength_of(color).unwrap_or(OfferedStrength::FIRST);
            session.set_strength(color, Some(strength));
        }
    }
    let input = match Input::prepare(files) {
        Ok(input) => input,
        Err(exit) => return exit,
    };
    let handle = Handle::new(&session);
    let engines = Engines::new(args.engine.clone());
    let folder = state_folder().map(|folder| folder.join("pages"));
    let library = Library::open(Folder::open(folder));
    let mut keeper = Keeper::new(&handle, &session, &engines, library);
    // The tests of the page do not wait for animations.
    if std::env::var_os("ATAXX_NO_PACE").is_none() {
        keeper = keeper.paced(PACE);
    }
    let started = Secrets::random()
        .map_err(NotServed::from)
        .and_then(|secrets| {
            // The port is the page's: a host takes the first free one of its own.
            let port = network.listen.port.take().unwrap_or(0);
            let socket = SocketAddr::new(network.listen.ip, port);
            Ok((serve(socket, secrets.clone(), &handle)?, secrets))
        });
    let (address, secrets) = match started {
        Ok(started) => started,
        Err(error) => {
            output::message(&format!("error: {error}\n"));
            return Exit::Usage;
        }
    };
    let origin = address.origin();
    output::message(&format!("the board is at {origin}{}\n", secrets.path()));
    if address.is_open_to_others() {
        output::message(
            "warning: other machines can connect, and the connection is not encrypted\n",
        );
    }
    let printer = input.reader.is_some().then(Printer::default);
    secrets.on_replaced({
        let (origin, printer) = (origin.clone(), printer.clone());
        move |path| {
            let text = format!(
                "warning: the address that the browser was started with was used twice, perhaps \
                 by another user of this machine\nthe board is at {origin}{path}\n"
            );
            match &printer {
                Some(printer) => printer.print(&text),
                None => output::message(&text),
            }
        }
    });
    let browser_comes = !args.no_open && open_browser(&secrets, &origin);
    let mut front_end = FrontEnd {
        report,
        printer: printer.clone(),
    };
    let interpreter = Interpreter::new(session, &FileSystem, handle.cancel())
        .with_network(&network)
        .with_chooser(&engines);
    let has_failed = input.read(handle.clone(), browser_comes, printer.clone());
    run_session(&handle, keeper, interpreter, &mut front_end);
    secrets.close_entrance();
    // A line may still be in the editor.
    terminal_modes::restore();
    if let Some(printer) = printer {
        printer.leave_editor();
    }
    if has_failed.load(Ordering::Relaxed) {
        return Exit::Usage;
    }
    front_end.report.exit()
}

/// Opens the page in a browser. Returns whether it may come.
fn open_browser(secrets: &Secrets, origin: &str) -> bool {
    let folder = state_folder().unwrap_or_else(std::env::temp_dir);
    let opened = secrets
        .write_entrance(&folder, origin)
        .and_then(open::that_detached);
    if let Err(error) = &opened {
        secrets.close_entrance();
        output::message(&format!("warning: no browser can be opened: {error}\n"));
    }
    opened.is_ok()
}

/// Where lines come from.
struct Input {
    sources: Vec<Source>,
    /// Typed, after all others.
    reader: Option<LineReader>,
}

impl Input {
    /// Reads the files, and opens the terminal.
    fn prepare(files: &[PathBuf]) -> Result<Self, Exit> {
        let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let uses_stdin = files.iter().any(|file| file == Path::new("-"));
        let mut sources = Vec::new();
        let stdin = [PathBuf::from("-")];
        let usual: &[PathBuf] = if is_person { &[] } else { &stdin };
        for path in if files.is_empty() { usual } else { files } {
            sources.push(Source::at(path).map_err(|error| {
                output::report_masked(&error);
                Exit::Usage
            })?);
        }
        let reader = (is_person && !uses_stdin)
            .then(|| LineReader::new(output::colors_on_stdout()).ok())
            .flatten();
        interrupt::settle(if reader.is_some() {
            OnInterrupt::StayInSession
        } else {
            OnInterrupt::Leave
        });
        Ok(Self { sources, reader })
    }

    /// Reads lines in a thread of its own, for as long as the program runs, or until their end
    /// where no browser has come, nor `browser_comes`. What it returns is set before the session
    /// ends because the terminal can no longer be read.
    fn read(
        self,
        handle: Handle,
        browser_comes: bool,
        printer: Option<Printer>,
    ) -> Arc<AtomicBool> {
        let has_failed = Arc::new(AtomicBool::new(false));
        let fails = Arc::clone(&has_failed);
        let is_stdin =
            |source: &Source| matches!(source, Source::Stream(_, path) if path == Path::new("-"));
        let reads_stdin = self.sources.iter().any(is_stdin);
        thread::spawn(move || {
            terminal_modes::set_resize_signal(true);
            for source in self.sources {
                if read(source, &handle) == Flow::End {
                    return;
                }
            }
            if let Some((reader, printer)) = self.reader.zip(printer) {
                fails.store(type_lines(reader, &handle, &printer), Ordering::Relaxed);
                carry_out(Order::command(Command::Quit), &handle);
            } else {
                // After files alone the page stays open, to show their result.
                let is_awaited = browser_comes || !reads_stdin;
                carry_out(Order::NoMoreInput { is_awaited }, &handle);
            }
        });
        has_failed
    }
}

/// Waits for the reply to an order. After Ctrl-C a thinking AI plays at once.
fn carry_out(order: Order, handle: &Handle) -> Flow {
    INTERRUPT.clear();
    handle.wait_for(order, &|| INTERRUPT.is_requested()).flow
}

fn read(source: Source, handle: &Handle) -> Flow {
    match source {
        Source::File(file) => carry_out(Order::Files(vec![file]), handle),
        Source::Stream(name, path) => match input::open(&path) {
            Ok(stream) => read_stream(&name, stream, handle),
            Err(error) => {
                output::report_masked(&error.diagnostic(&name));
                Flow::GoOn
            }
        },
    }
}

/// Runs the commands of a stream as they come.
fn read_stream(name: &str, stream: impl BufRead, handle: &Handle) -> Flow {
    for line in Lines::of(stream) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                output::report_masked(&input::refused(error).diagnostic(name));
                return Flow::GoOn;
            }
        };
        // No command is so long: with this mark what was read of it is refused.
        let mark = line.too_long(name).map_or("", |_| "…");
        let order = Order::Line {
            source: Some(name.to_owned()),
            number: line.number,
            text: line.text + mark,
        };
        let flow = carry_out(order, handle);
        if flow == Flow::End {
            return flow;
        }
    }
    Flow::GoOn
}

/// Runs the commands that a person types, until they leave. Returns whether the terminal can no
/// longer be read.
fn type_lines(mut reader: LineReader, handle: &Handle, printer: &Printer) -> bool {
    let mut number = 0;
    loop {
        // Whose turn it is can change while a line is typed.
        let typed = reader.read_beside("ataxx> ", &|| handle.session(), printer);
        match typed {
            Typed::Line(text) => {
                for text in text.split('\n') {
                    number += 1;
                    let line = LineOfText {
                        source: None,
                        number,
                        text,
                    };
                    if let Some(diagnostic) = input::too_long(line) {
                        output::report_masked(&diagnostic);
                        continue;
                    }
                    let order = Order::Line {
                        source: None,
                        number,
                        text: text.to_owned(),
                    };
                    match carry_out(order, handle) {
                        Flow::GoOn => {}
                        Flow::Pause => {
                            view::paused(&handle.session());
                            break;
                        }
                        Flow::End => return false,
                    }
                }
            }
            Typed::Called => {}
            Typed::InterruptedAgain => interrupt::leave(),
            Typed::Interrupted => view::print_remark(view::HOW_TO_LEAVE),
            Typed::Unreadable(diagnostic) => output::report_masked(&diagnostic),
            Typed::Failed(diagnostic) => {
                output::report_masked(&diagnostic);
                return true;
            }
            Typed::End => return false,
        }
    }
}

/// The terminal, or the pipe, of a session that has a board in the browser.
struct FrontEnd {
    report: SessionOutput,
    /// The printer beside the line editor; `None` where a program reads the output.
    printer: Option<Printer>,
}

impl FrontEnd {
    fn print(&mut self, text: &str) -> Flow {
        if let Some(printer) = &self.printer {
            printer.print(text);
            Flow::GoOn
        } else {
            self.report.print(text)
        }
    }

    /// Prints a remark for a person.
    fn print_remark(&mut self, text: &str) {
        if self.printer.is_some() {
            let _ = self.print(&format!("{}\n", view::remark(text)));
        }
    }

    fn event(&mut self, event: &Event) -> Flow {
        if let Some(printer) = &self.printer {
            printer.print(&SessionOutput::warnings(event));
        } else {
            SessionOutput::warn(event);
        }
        let text = event.announcement(self.report.dialect);
        let flow = text.map_or(Flow::GoOn, |text| self.print(&text));
        if let Some(text) = event.remark(self.report.dialect) {
            self.print_remark(&text);
        }
        flow
    }
}

impl Terminal for FrontEnd {
    fn show(&mut self, session: &Session, output: Output, by: Sender) -> Flow {
        self.report.dialect = session.dialect();
        match (output, by) {
            (Output::Begun(line), Sender::Page) => {
                if !line.text.trim().is_empty() {
                    self.print_remark(&format!("page: {}", line.text.trim()));
                }
            }
            (Output::Event(event), _) => return self.event(&event),
            // The page itself shows what was refused.
            (_, Sender::Page) => {}
            (output, Sender::Terminal) => return self.report.show(output),
        }
        Flow::GoOn
    }

    fn remark(&mut self, text: &str) {
        self.print_remark(text);
    }
}
