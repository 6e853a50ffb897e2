//! What is typed, on its way to the line editor.
//!
//! At bytes that are not UTF-8 the editor gives a line up, and loses what was typed ahead of the
//! next; and nothing but a key calls it away from a line. So it reads from a pseudoterminal, to
//! which a thread passes on what is typed, as UTF-8, and a key when something else has come.
//!
//! The editor's own printer for other threads would leave the prompt, which shows the state of the
//! game, as it was, and keeps a thread waiting that prints twice. The editor of reedline asks the
//! terminal where its cursor is, which a program that drives a terminal does not answer, and drops a
//! byte that is not UTF-8 with the key after it: Enter, or a letter of another command.

use crate::cli::terminal_modes;
use ataxx_session::Arrival;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{
    SetArg, SpecialCharacterIndices, Termios, cfmakeraw, tcgetattr, tcsetattr,
};
use nix::unistd::{Pid, dup2_stdin, read, write};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::str;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The key that calls the editor away, with Ctrl.
pub const CALL: char = '^';
const CALL_BYTE: u8 = 0x1e;
const CTRL_D: char = '\u{4}';
/// The time after which the end of a wait is noticed, in milliseconds.
const POLL_MILLISECONDS: u8 = 20;

/// The interval at which a waiting thread looks whether it is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The time after which an editor that has not come is called again.
const CALL_AGAIN: Duration = Duration::from_millis(300);

/// The keys that begin and end a paste.
const PASTE: [&str; 2] = ["\x1b[200~", "\x1b[201~"];

/// The terminal, and what passes on what is typed there while a line is edited.
pub struct Relay {
    terminal: Arc<OwnedFd>,
    /// `None` where the editor reads from the terminal itself.
    stream: Option<Stream>,
    /// Whether lines are edited, and not only read.
    edited: bool,
}

/// What goes from the terminal to the editor.
struct Stream {
    terminal: Arc<OwnedFd>,
    editor: OwnedFd,
    /// What was typed of a character that is not complete.
    begun: Vec<u8>,
    /// What the editor has had no room for.
    outgoing: Vec<u8>,
    /// Whether a paste has begun and not ended, in which a call would be text.
    is_pasting: bool,
    /// Whether the program was stopped, and the shell has written since.
    was_suspended: bool,
    /// The modes of the terminal while no line is edited.
    modes: Termios,
    /// Whether the terminal has the modes for the editor.
    is_raw: bool,
    /// The end of the terminal, or why it cannot be read.
    end: Option<Result<(), Errno>>,
}

impl Relay {
    /// The terminal on standard input, the place of which the relay takes if lines are `edited` and
    /// the system allows it.
    pub fn open(edited: bool) -> io::Result<Self> {
        let terminal = Arc::new(io::stdin().as_fd().try_clone_to_owned()?);
        let mut relay = Self {
            terminal,
            stream: None,
            edited,
        };
        if edited {
            relay.stream = relay.new_stream().ok();
        }
        Ok(relay)
    }

    fn new_stream(&self) -> nix::Result<Stream> {
        let modes = tcgetattr(&self.terminal)?;
        let pair = openpty(None, &raw(&modes))?;
        fcntl(&pair.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        fcntl(&pair.master, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        dup2_stdin(&pair.slave)?;
        Ok(Stream {
            terminal: Arc::clone(&self.terminal),
            editor: pair.master,
            begun: Vec::new(),
            outgoing: Vec::new(),
            is_pasting: false,
            was_suspended: false,
            modes,
            is_raw: false,
            end: None,
        })
    }

    /// Waits until a line is typed, or something arrives. Returns whether it is a line.
    pub fn wait_for_line(&self, mut arrival: Arrival) -> bool {
        loop {
            if is_readable(&*self.terminal, POLL_MILLISECONDS.into()) {
                return true;
            }
            if arrival() {
                return false;
            }
        }
    }

    /// Passes on what is typed while `edit` runs, and calls the editor away when something
    /// arrives. The terminal keeps the modes for the editor until they are restored.
    pub fn during<T>(&mut self, arrival: Option<Arrival>, edit: impl FnOnce() -> T) -> T {
        let Ok((calls, caller)) = io::pipe() else {
            // From now on the editor reads from the terminal itself.
            self.restore();
            if self.stream.take().is_some() {
                let _ = dup2_stdin(&*self.terminal);
            }
            return edit();
        };
        let Some(mut stream) = self.stream.take() else {
            return edit();
        };
        stream.begin();
        let is_done = AtomicBool::new(false);
        let (edited, stream) = thread::scope(|scope| {
            let passing = scope.spawn(move || {
                terminal_modes::set_resize_signal(false);
                stream.pass_on(calls)
            });
            if let Some((arrival, caller)) = arrival.zip(caller.try_clone().ok()) {
                scope.spawn(|| {
                    terminal_modes::set_resize_signal(false);
                    call_at(arrival, caller, &is_done);
                });
            }
            let edited = edit();
            is_done.store(true, Ordering::Relaxed);
            drop(caller);
            (edited, passing.join())
        });
        self.stream = stream.ok();
        edited
    }

    /// Whether the editor can be called away.
    pub const fn can_call(&self) -> bool {
        self.stream.is_some() || !self.edited
    }

    /// Whether the program has been stopped since the last call, and the shell has written.
    pub fn take_suspended(&mut self) -> bool {
        let stream = self.stream.as_mut();
        stream.is_some_and(|stream| std::mem::take(&mut stream.was_suspended))
    }

    /// Restores the modes that the terminal has while no line is edited.
    pub fn restore(&mut self) {
        if let Some(stream) = &mut self.stream
            && std::mem::take(&mut stream.is_raw)
        {
            let _ = tcsetattr(&stream.terminal, SetArg::TCSADRAIN, &stream.modes);
        }
    }

    /// The end of the terminal, or why it cannot be read; `None` while it can be.
    pub fn end(&self) -> Option<io::Result<()>> {
        let end = self.stream.as_ref()?.end?;
        Some(end.map_err(Into::into))
    }
}

/// Calls the editor away while something has arrived. It may take a call for the rest of a key.
fn call_at(mut arrival: Arrival, mut caller: PipeWriter, is_done: &AtomicBool) {
    let mut last_call: Option<Instant> = None;
    while !is_done.load(Ordering::Relaxed) {
        if last_call.is_some_and(|at| at.elapsed() < CALL_AGAIN) {
            thread::sleep(POLL_INTERVAL);
        } else if arrival() {
            // The receiver is gone when the line is read.
            let _ = caller.write_all(&[CALL_BYTE]);
            last_call = Some(Instant::now());
        }
    }
}

impl Stream {
    /// Sets the terminal up before the editor prompts, so that no key is taken for another.
    fn begin(&mut self) {
        if self.is_raw {
            return;
        }
        if let Ok(modes) = tcgetattr(&self.terminal) {
            self.modes = modes;
        }
        let _ = tcsetattr(&self.terminal, SetArg::TCSADRAIN, &raw(&self.modes));
        self.is_raw = true;
        // A Ctrl-D that was typed while the terminal edited lines itself comes as a NUL.
        if is_readable(&*self.terminal, PollTimeout::ZERO) {
            self.read(CTRL_D);
        }
    }

    /// Passes on what is typed, and calls, until the callers are gone.
    fn pass_on(mut self, mut calls: PipeReader) -> Self {
        loop {
            let [is_called, is_typed, has_room] = self.wait(&calls);
            if is_called {
                match calls.read(&mut [0]) {
                    Ok(1..) => self.outgoing.push(CALL_BYTE),
                    _ => break,
                }
            }
            if is_typed {
                self.read(char::REPLACEMENT_CHARACTER);
            }
            if has_room {
                self.pass_some_on();
            }
        }
        self
    }

    /// Writes what the editor takes now.
    fn pass_some_on(&mut self) {
        if let Ok(count) = write(&self.editor, &self.outgoing) {
            self.outgoing.drain(..count);
        }
    }

    /// Waits for a call, for something typed, and for room to write what was typed.
    fn wait(&self, calls: &PipeReader) -> [bool; 3] {
        // What is typed stays in the terminal while the editor has no room.
        let reads = self.outgoing.is_empty() && self.end.is_none();
        let wanted = |is_wanted, flags| if is_wanted { flags } else { PollFlags::empty() };
        let writes = wanted(!self.outgoing.is_empty(), PollFlags::POLLOUT);
        let mut watched = vec![
            PollFd::new(calls.as_fd(), wanted(!self.is_pasting, PollFlags::POLLIN)),
            PollFd::new(self.editor.as_fd(), writes),
        ];
        if reads {
            watched.push(PollFd::new(self.terminal.as_fd(), PollFlags::POLLIN));
        }
        if poll(&mut watched, PollTimeout::NONE).is_err() {
            return [false; 3];
        }
        let has_come = |at: usize| {
            let fd = watched.get(at);
            fd.is_some_and(|fd| fd.any().unwrap_or_default())
        };
        [has_come(0), has_come(2), has_come(1)]
    }

    /// Reads what was typed, with this character in the place of a NUL.
    fn read(&mut self, nul: char) {
        let mut bytes = [0; 4096];
        let count = match read(&self.terminal, &mut bytes) {
            Ok(0) => {
                self.end = Some(Ok(()));
                0
            }
            Ok(count) => count,
            Err(Errno::EINTR | Errno::EAGAIN) => 0,
            Err(error) => {
                self.end = Some(Err(error));
                0
            }
        };
        let suspend = self.modes.control_chars[SpecialCharacterIndices::VSUSP as usize];
        for &byte in &bytes[..count] {
            match byte {
                0 => self.begun.extend(nul.to_string().bytes()),
                _ if byte == suspend => {
                    self.suspend();
                    self.begun.push(CALL_BYTE);
                }
                _ => self.begun.push(byte),
            }
        }
        let text = take_text(&mut self.begun);
        let [begins, ends] = PASTE.map(|key| text.rfind(key));
        if begins.is_some() || ends.is_some() {
            self.is_pasting = begins > ends;
        }
        self.outgoing.extend(text.bytes());
        if self.end.is_some() {
            self.outgoing.push(CALL_BYTE);
        }
    }

    /// Stops the program until the shell continues it.
    fn suspend(&mut self) {
        self.was_suspended = true;
        let _ = tcsetattr(&self.terminal, SetArg::TCSADRAIN, &self.modes);
        let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
        let _ = tcsetattr(&self.terminal, SetArg::TCSADRAIN, &raw(&self.modes));
    }
}

/// Takes all complete characters; each invalid sequence of bytes becomes a replacement character.
fn take_text(bytes: &mut Vec<u8>) -> String {
    let mut text = String::new();
    loop {
        match str::from_utf8(bytes) {
            Ok(rest) => {
                text += rest;
                bytes.clear();
                return text;
            }
            Err(error) => {
                let valid = error.valid_up_to();
                text += &String::from_utf8_lossy(&bytes[..valid]);
                let Some(invalid) = error.error_len() else {
                    bytes.drain(..valid);
                    return text;
                };
                text.push(char::REPLACEMENT_CHARACTER);
                bytes.drain(..valid + invalid);
            }
        }
    }
}

/// The modes in which the editor gets each key, and output is still processed.
fn raw(modes: &Termios) -> Termios {
    let mut raw = modes.clone();
    cfmakeraw(&mut raw);
    raw.output_flags = modes.output_flags;
    raw
}

/// Whether something can be read within this time.
fn is_readable(terminal: &impl AsFd, within: PollTimeout) -> bool {
    let mut watched = [PollFd::new(terminal.as_fd(), PollFlags::POLLIN)];
    poll(&mut watched, within).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::take_text;

    #[test]
    fn bytes_become_text() {
        for (pieces, text, rest) in [
            (&[&b"a7-b7\r"[..]][..], "a7-b7\r", &b""[..]),
            (&[b"\xe9\r", b"eval\r"], "\u{fffd}\reval\r", b""),
            (&[b"caf\xe9", b" x\r"], "caf\u{fffd} x\r", b""),
            (&[b"\xe2\x80", b"\x93"], "\u{2013}", b""),
            (&[b"\xff\xfe\x80"], "\u{fffd}\u{fffd}\u{fffd}", b""),
            (&[b"\xc3"], "", b"\xc3"),
        ] {
            let mut bytes = Vec::new();
            let mut taken = String::new();
            for piece in pieces {
                bytes.extend_from_slice(piece);
                taken += &take_text(&mut bytes);
            }
            assert_eq!((taken.as_str(), &bytes[..]), (text, rest), "{pieces:?}");
        }
    }
}
