//! A conversation with a program: its lines are recorded, and its failures described.

use super::dialogue::{Dialogue, Speaker};
use super::failure::{Failure, FailureKind, Stage};
use super::peer::{Ended, Peer, ReadError, SHOWN, within};
use ataxx_core::diagnostic::text::{counted, shortened};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A conversation with a program: records its lines, and describes failures.
///
/// The functions that return a [`ReadError`] leave the description to the caller.
pub struct Conversation<'a> {
    peer: Box<dyn Peer + 'a>,
    /// The number of the program in the dialogue, counted from 0.
    program: usize,
    dialogue: Dialogue,
    /// What kind of program it is, for messages: `engine`.
    noun: &'static str,
    /// Its name in the message that it could not be started.
    name: String,
    /// The first line may come until then, whatever the deadline is.
    starting: Option<Instant>,
    begun: Instant,
    /// The time up to the first line.
    start_time: Option<Duration>,
    /// The number of lines that [`send_numbered`](Self::send_numbered) has sent, and the last of
    /// them.
    sent: usize,
    pub last_sent: String,
    last_received: Option<String>,
}

impl<'a> Conversation<'a> {
    /// A conversation with a program that was just started. In the dialogue it is the program
    /// with this number; messages call it a `noun`.
    pub fn new(
        peer: Box<dyn Peer + 'a>,
        program: usize,
        noun: &'static str,
        name: impl Into<String>,
    ) -> Self {
        Self {
            peer,
            program,
            dialogue: Dialogue::default(),
            noun,
            name: name.into(),
            starting: None,
            begun: Instant::now(),
            start_time: None,
            sent: 0,
            last_sent: String::new(),
            last_received: None,
        }
    }

    /// The same conversation, with this time limit for the first line.
    pub fn starting_within(self, time: Duration) -> Self {
        Self {
            starting: Some(Instant::now() + time),
            ..self
        }
    }

    /// Sends a line.
    pub fn send_line(&mut self, line: &str) -> Result<(), ReadError> {
        self.dialogue.note(self.program, Speaker::Runner, line);
        self.peer.send(line)
    }

    /// The next line; waits for it.
    pub fn next_line(&mut self, deadline: Instant) -> Result<String, ReadError> {
        self.next_complete_line(deadline, &|_| false)
    }

    /// As [`Peer::read_complete_line`].
    fn next_complete_line(
        &mut self,
        deadline: Instant,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        let line = self.peer.read_complete_line(deadline, is_complete)?;
        self.start_time.get_or_insert_with(|| self.begun.elapsed());
        self.dialogue
            .note(self.program, Speaker::Program, line.clone());
        self.last_received = Some(line.clone());
        Ok(line)
    }

    /// Closes the input of the program, and waits for its end.
    pub fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        self.peer.finish(deadline)
    }

    /// Sends a line that messages about later failures name, with its number.
    pub fn send_numbered(&mut self, line: &str) -> Result<(), Failure> {
        self.sent += 1;
        line.clone_into(&mut self.last_sent);
        self.send(line)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        let Err(error) = self.send_line(line) else {
            return Ok(());
        };
        // The message quotes its last line.
        while self.next_line(Instant::now()).is_ok() {}
        let done = format!("could not send `{line}`");
        Err(self.failure(error, &done, None))
    }

    /// The next line. `begun` is when the wait began, and `awaited` what is waited for:
    /// `for Blue to announce a move`.
    pub fn read_line(
        &mut self,
        deadline: Instant,
        begun: Instant,
        awaited: &str,
        stage: Option<Stage>,
    ) -> Result<String, Failure> {
        let deadline = self.extended(deadline);
        self.next_line(deadline)
            .map_err(|error| self.wait_failure(error, begun, awaited, stage))
    }

    /// The next line, as [`Peer::read_complete_line`]. `awaited` is what is waited for.
    pub fn read_complete_line(
        &mut self,
        deadline: Instant,
        awaited: &str,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, Failure> {
        let (begun, deadline) = (Instant::now(), self.extended(deadline));
        self.next_complete_line(deadline, is_complete)
            .map_err(|error| self.wait_failure(error, begun, awaited, None))
    }

    /// The next line until the program ends; `None` when it has.
    pub fn read_to_end(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        let begun = Instant::now();
        let deadline = self.extended(deadline);
        match self.next_line(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(ReadError::Ended(_)) if self.peer.could_not_start() => Err(self.not_started(None)),
            Err(ReadError::Ended(_)) => Ok(None),
            Err(error) => Err(self.wait_failure(error, begun, "for the program to end", None)),
        }
    }

    /// The time up to the first line, or so far, at most the limit for it.
    pub fn start_time(&self) -> Duration {
        let limit = self.starting.map_or(Duration::ZERO, |at| at - self.begun);
        let time = self.start_time.unwrap_or_else(|| self.begun.elapsed());
        time.min(limit)
    }

    /// Whether a line has come.
    pub const fn has_received(&self) -> bool {
        self.last_received.is_some()
    }

    /// The deadline, or a later one for a program that is still starting.
    pub fn extended(&self, deadline: Instant) -> Instant {
        match (self.starting, &self.last_received) {
            (Some(starting), None) => deadline.max(starting),
            _ => deadline,
        }
    }

    /// How the program ended, by the result of [`finish`](Self::finish). It was waited for
    /// since `begun`.
    pub fn ended(
        &mut self,
        finished: Result<Ended, ReadError>,
        begun: Instant,
        awaited: &str,
        stage: Option<Stage>,
    ) -> Result<Ended, Failure> {
        let ended = finished.map_err(|error| self.wait_failure(error, begun, awaited, stage))?;
        if self.peer.could_not_start() {
            return Err(self.not_started(Some(ended)));
        }
        Ok(ended)
    }

    /// The failure of a wait that ended without an answer.
    fn wait_failure(
        &mut self,
        error: ReadError,
        begun: Instant,
        awaited: &str,
        stage: Option<Stage>,
    ) -> Failure {
        let done = match error {
            ReadError::TimeOut => {
                let seconds = self.peer.silence(begun).as_secs_f64();
                format!("waited {seconds:.1} s {awaited}")
            }
            _ => format!("waited {awaited}"),
        };
        self.failure(error, &done, stage)
    }

    /// The failure of something that was done without success.
    fn failure(&mut self, error: ReadError, done: &str, stage: Option<Stage>) -> Failure {
        const MIB: usize = 1024 * 1024;
        let noun = self.noun;
        let (kind, what) = match error {
            ReadError::Interrupted => {
                return Failure::interrupted();
            }
            ReadError::Ended(how) if self.peer.could_not_start() => return self.not_started(how),
            ReadError::TimeOut | ReadError::NotReading
                if self.peer.unfinished_wrapper().is_some() =>
            {
                return self.not_started(None);
            }
            ReadError::TimeOut => (FailureKind::Timeout(stage), String::new()),
            ReadError::Ended(Some(how)) => (
                FailureKind::Crash,
                format!(", but the {noun} ended with {}", how.in_words()),
            ),
            ReadError::Ended(None) => (
                FailureKind::Crash,
                format!(", but the {noun} closed its output and went on"),
            ),
            ReadError::Flooded { limit } => (
                FailureKind::Flood,
                format!(", but the {noun} wrote more than {} MiB", limit / MIB),
            ),
            ReadError::NotReading => (
                FailureKind::NotReading,
                format!(": the {noun} does not read its input"),
            ),
        };
        Failure {
            kind,
            message: format!("{done}{what}{}", self.history()),
            stderr_end: last_lines(&self.peer.stderr_lines()),
        }
    }

    fn not_started(&self, how: Option<Ended>) -> Failure {
        let failure = if let Some(wrapper) = self.peer.unfinished_wrapper() {
            Failure::of_wrapper(wrapper, &self.name, how)
        } else {
            let how = how.map_or_else(String::new, |how| format!(" ({how})"));
            let message = format!("{} could not be started{how}", self.name);
            Failure::new(FailureKind::NotStarted, message)
        };
        Failure {
            stderr_end: last_lines(&self.peer.stderr_lines()),
            ..failure
        }
    }

    /// That a program that has printed nothing does so once its input ends, in words. Closes its
    /// input and waits a moment: it is for the end of a conversation, after a timeout.
    pub fn unflushed(&mut self) -> Option<String> {
        if self.has_received() || self.peer.finish(within(FLUSH_TIMEOUT)).is_err() {
            return None;
        }
        let mut lines = 0;
        while self.next_line(Instant::now()).is_ok() {
            lines += 1;
        }
        let (noun, lines) = (self.noun, (lines > 0).then(|| counted(lines, "line"))?);
        Some(format!(
            "{lines} came only when its input ended: the {noun} does not flush its output"
        ))
    }

    /// The last lines of the dialogue, for a message.
    fn history(&self) -> String {
        let mut text = String::new();
        if self.sent > 0 {
            let _ = write!(text, ", after line {} (`{}`)", self.sent, self.last_sent);
        }
        match &self.last_received {
            Some(line) => {
                let line = shortened(line, SHOWN);
                let _ = write!(text, "; its last line was `{line}`");
            }
            None => text.push_str("; it has printed nothing"),
        }
        text
    }

    /// As [`Peer::silence`].
    pub fn silence(&self, begun: Instant) -> Duration {
        self.peer.silence(begun)
    }

    /// As [`Peer::paused`].
    pub fn paused(&self) -> Duration {
        self.peer.paused()
    }

    /// The program itself.
    pub fn peer(&mut self) -> &mut (dyn Peer + 'a) {
        self.peer.as_mut()
    }

    /// As [`Peer::stderr_lines`].
    pub fn stderr_lines(&self) -> String {
        self.peer.stderr_lines()
    }

    /// Takes the dialogue since the last call.
    pub fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }
}

/// The time to end for a program whose input has ended after a timeout.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The last few lines of a text, if there are any.
fn last_lines(text: &str) -> Option<String> {
    const MAX: usize = 5;
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    let mut lines: Vec<_> = lines.take(MAX).map(|line| shortened(line, SHOWN)).collect();
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Launch, Program};
    use ataxx_core::Cancellation;

    /// What is known after two lines without an answer.
    fn after_silence(command: &str) -> Option<String> {
        let program = Program::start(&Launch::new(command), Cancellation::never());
        let program = Box::new(program.expect("it starts"));
        let mut conversation = Conversation::new(program, 0, "program", command);
        for line in ["a", "b"] {
            conversation.send_line(line).expect("it reads");
        }
        let begun = Instant::now();
        let waited = conversation.read_line(begun, begun, "for an answer", None);
        assert!(
            waited.is_err_and(|failure| failure.is_timeout()),
            "{command}"
        );
        conversation.unflushed()
    }

    #[test]
    fn output_that_comes_with_the_end_of_the_input_was_not_flushed() {
        let all = r#"all=$(cat); echo "$all"; echo "$all""#;
        assert_eq!(
            after_silence(all).as_deref(),
            Some("4 lines came only when its input ended: the program does not flush its output")
        );
        assert_eq!(after_silence("cat >/dev/null"), None);
        assert_eq!(after_silence("sleep 100"), None);
    }
}
