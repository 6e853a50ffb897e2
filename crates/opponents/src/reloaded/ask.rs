//! Sending a request to an agent, which is started for it, and agents as opponents.

use super::agent::{AgentName, AgentThinking, BadName};
use super::request::AgentRequest;
use crate::dialogue::{Dialogue, Speaker, Utterance};
use crate::failure::{Failure, FailureKind};
use crate::opponent::{Chosen, Opponent};
use crate::peer::{MAX_LOGGED_STDERR, SHOWN, report_stderr};
use crate::time_control::Allowance;
use crate::{Ended, Launch, Monitor, Peer, Program, ReadError, Stream};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::{MoveRequest, ReloadedMove};
use std::time::{Duration, Instant};

/// The time limits of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentTimeouts {
    /// From its start to its answer. After that it is killed.
    ///
    /// To distinguish a late answer from none, wait longer than is allowed, and look at
    /// [`AgentResponse::took`].
    pub answer: Duration,
    /// From its answer to its end. After that it is killed, and its answer is valid.
    pub end: Duration,
}

impl AgentTimeouts {
    /// The limits of the document: five seconds for the answer. It has no limit for the end of an
    /// agent, which is a second here.
    pub const DOCUMENT: Self = Self {
        answer: Duration::from_secs(5),
        end: Duration::from_secs(1),
    };
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentResponse {
    /// The answer.
    pub answer: Result<AgentAnswer, Failure>,
    /// How it ended; `None` when it had to be killed.
    pub ended: Option<Ended>,
    /// The time from its start to its answer, or to the end of the wait.
    pub took: Duration,
    /// The last lines of its stderr.
    pub stderr_lines: Vec<String>,
    /// How many bytes of its stderr came before these lines.
    pub lost_stderr: usize,
}

/// What an agent has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentAnswer {
    /// The first line that it wrote, without its end. Bytes that are no UTF-8 are replaced.
    pub line: String,
    /// The further lines that are not blank. There should be none.
    pub more: Vec<String>,
}

/// Starts an agent, sends a request, closes its input and waits for its answer and its end.
/// Then no process of its group is left. The lines are recorded in `dialogue`, where the
/// agent is the program with this number.
///
/// Once `cancel` is requested, the agent is killed.
pub fn ask(
    launch: &Launch,
    request: &AgentRequest,
    timeouts: AgentTimeouts,
    cancel: &Cancellation,
    dialogue: &mut Dialogue,
    number: usize,
) -> AgentResponse {
    let begun = Instant::now();
    let mut program = match Program::start(launch, cancel) {
        Ok(program) => program,
        Err(error) => {
            return AgentResponse {
                answer: Err(Failure::of_start(&launch.command, &error)),
                ended: None,
                took: Duration::ZERO,
                stderr_lines: Vec::new(),
                lost_stderr: 0,
            };
        }
    };
    program.keep_stderr(MAX_LOGGED_STDERR);
    for line in request.to_string().lines() {
        dialogue.note(number, Speaker::Runner, line);
        // An agent that does not read everything may answer all the same.
        if program.send(line).is_err() {
            break;
        }
    }
    // Some agents wait for the end of their input.
    let _ = program.finish(Instant::now());
    let read = program.read_line(begun + timeouts.answer);
    let took = program.silence(begun);
    let mut note = |line: &str| dialogue.note(number, Speaker::Program, line);
    let (answer, ended) = match read {
        Ok(line) => {
            note(&line);
            answer(&mut program, line, timeouts.end, &mut note)
        }
        Err(error) => no_answer(&mut program, launch, error, timeouts.answer),
    };
    program.kill();
    let lost_stderr = program.lost_stderr();
    let stderr_lines = program.take_stderr_lines();
    AgentResponse {
        answer,
        ended,
        took,
        stderr_lines,
        lost_stderr,
    }
}

/// Waits for the end of an agent that has answered with this line.
fn answer(
    program: &mut Program,
    line: String,
    limit: Duration,
    note: &mut dyn FnMut(&str),
) -> (Result<AgentAnswer, Failure>, Option<Ended>) {
    let deadline = Instant::now() + limit;
    let ended = match program.finish(deadline) {
        Ok(ended) => Some(ended),
        Err(ReadError::Interrupted) => return (Err(Failure::interrupted()), None),
        Err(_) => None,
    };
    let mut more = Vec::new();
    while let Ok(line) = program.read_line(deadline) {
        note(&line);
        if !line.trim().is_empty() {
            more.push(line);
        }
    }
    (Ok(AgentAnswer { line, more }), ended)
}

/// Why there is no answer, and how the agent ended.
fn no_answer(
    program: &mut Program,
    launch: &Launch,
    error: ReadError,
    limit: Duration,
) -> (Result<AgentAnswer, Failure>, Option<Ended>) {
    let mut how = None;
    let failure = match error {
        ReadError::Ended(Some(ended)) if program.could_not_start() => {
            match program.unfinished_wrapper() {
                Some(wrapper) => {
                    Failure::of_wrapper(wrapper, &format!("`{}`", launch.command), Some(ended))
                }
                None => Failure::not_started(&launch.command, ended),
            }
        }
        ReadError::TimeOut if program.unfinished_wrapper().is_some() => {
            let wrapper = program.unfinished_wrapper().unwrap_or_default();
            Failure::of_wrapper(wrapper, &format!("`{}`", launch.command), None)
        }
        ReadError::Ended(ended) => {
            how = ended;
            let message = match ended {
                Some(ended) => format!("it ended without an answer ({ended})"),
                None => "it closed its output without an answer".to_owned(),
            };
            Failure::new(FailureKind::Crash, message)
        }
        ReadError::TimeOut | ReadError::NotReading => {
            let message = format!("no answer within {} s", limit.as_secs_f64());
            Failure::new(FailureKind::Timeout(None), message)
        }
        ReadError::Flooded { limit } => {
            let message = format!("more than {limit} bytes without an end of the line");
            Failure::new(FailureKind::Flood, message)
        }
        ReadError::Interrupted => Failure::interrupted(),
    };
    (Err(failure), how)
}

impl AgentAnswer {
    /// The move in the answer: one line with a move of eight characters or `pass`, and blanks
    /// around it. It need not be legal.
    pub fn to_move(&self) -> Result<ReloadedMove, String> {
        let line = self.line.trim();
        let malformed = |reason: &str| {
            let line = shortened(line, SHOWN);
            format!("`{line}` is no move: {reason}")
        };
        let mv: ReloadedMove = line
            .parse()
            .map_err(|error: ataxx_core::diagnostic::SyntaxError| malformed(&error.message))?;
        if let Some(more) = self.more.first() {
            let more = shortened(more, SHOWN);
            return Err(format!("after its answer the agent prints `{more}`"));
        }
        if mv.to_string().len() != line.len() {
            return Err(malformed("expected `:` after the last coordinate"));
        }
        Ok(mv)
    }

    /// The name in the answer: one line of 1 to 80 printable characters.
    pub fn to_name(&self) -> Result<AgentName, String> {
        if let Some(more) = self.more.first() {
            let more = printable(more);
            return Err(format!("after its name the agent prints `{more}`"));
        }
        let name = self.line.trim_end_matches('\r').parse();
        name.map_err(|error: BadName| {
            let shown = printable(&self.line);
            format!("`{shown}` is no name of an agent: {error}")
        })
    }
}

/// An agent of Ataxx Reloaded. It is started anew for each move, within the time of the move.
pub struct AgentOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    /// Time limit to answer `identify`.
    start: Duration,
    /// Whether it has answered `identify` before.
    pub is_known: bool,
    /// Receives each line, when the agent has answered.
    pub monitor: Option<Monitor<'a>>,
}

impl<'a> AgentOpponent<'a> {
    /// An agent with this time limit to answer `identify`. Once `cancel` is requested it is
    /// killed.
    pub const fn new(launch: Launch, start: Duration, cancel: &'a Cancellation) -> Self {
        Self {
            launch,
            cancel,
            start,
            is_known: false,
            monitor: None,
        }
    }

    /// Asks it for its name. Without one, the result is what is wrong with its answer.
    pub fn identify(&self) -> Result<Result<AgentName, String>, Failure> {
        let answer = match self.ask(&AgentRequest::Identify, self.start).answer {
            Ok(answer) => answer,
            Err(failure) if failure.kind.is_fault() => return Ok(Err(failure.message)),
            Err(failure) => return Err(failure),
        };
        Ok(answer.to_name())
    }

    fn ask(&self, request: &AgentRequest, time: Duration) -> AgentResponse {
        let timeouts = AgentTimeouts {
            answer: time,
            ..AgentTimeouts::DOCUMENT
        };
        let mut dialogue = Dialogue::default();
        let (launch, cancel) = (&self.launch, self.cancel);
        let asked = ask(launch, request, timeouts, cancel, &mut dialogue, 0);
        if let Some(monitor) = &self.monitor {
            forward(dialogue, (&asked.stderr_lines, asked.lost_stderr), monitor);
        }
        asked
    }
}

/// Passes the lines of a request and its answer to a monitor, and those of stderr, before which so
/// many bytes are lost.
fn forward(dialogue: Dialogue, (lines, lost): (&[String], usize), monitor: &Monitor) {
    for Utterance { by, text, .. } in dialogue {
        let stream = match by {
            Speaker::Runner => Stream::Sent,
            Speaker::Program => Stream::Received,
        };
        monitor(stream, &text);
    }
    report_stderr(lines, lost, monitor);
}

impl Opponent for AgentOpponent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failure> {
        if !self.is_known {
            // An agent without a name can play.
            let _ = self.identify()?;
            self.is_known = true;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let request = MoveRequest::new(game.position())
            .map_err(|error| Failure::new(FailureKind::NotStarted, error.to_string()))?;
        let asked = self.ask(&AgentRequest::Move(request), allowance.wait);
        let mv = asked
            .answer?
            .to_move()
            .map_err(|error| Failure::bad_answer(printable(&error)))?;
        Ok(Chosen {
            took: Some(asked.took),
            ..mv.0.into()
        })
    }
}

/// The beginning of a line of an agent, safe to show.
fn printable(text: &str) -> String {
    const MAX: usize = 200;
    visible(&shortened(text, MAX)).into_owned()
}

/// Our agent of Ataxx Reloaded, in this process.
pub struct OwnAgent<'a> {
    thinking: AgentThinking,
    cancel: &'a Cancellation,
}

impl<'a> OwnAgent<'a> {
    /// An agent that thinks like this. Once `cancel` is requested, it makes no move.
    pub const fn new(thinking: AgentThinking, cancel: &'a Cancellation) -> Self {
        Self { thinking, cancel }
    }
}

impl Opponent for OwnAgent<'_> {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let thought = self.thinking.choose(game.position(), self.cancel);
        // The result of a search that was cut short is not what the seed gives.
        if self.cancel.is_requested() {
            return Err(Failure::interrupted());
        }
        Ok(thought.mv.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str, more: Option<&str>) -> String {
        let answer = AgentAnswer {
            line: line.to_owned(),
            more: more.map(str::to_owned).into_iter().collect(),
        };
        match answer.to_move() {
            Ok(mv) => mv.to_string(),
            Err(error) => error,
        }
    }

    #[test]
    fn one_line_with_a_move() {
        assert_eq!(answered("4:5:4:2:", None), "4:5:4:2:");
        assert_eq!(answered(" 4:5:4:2: \r", None), "4:5:4:2:");
        assert_eq!(answered("pass", None), "pass");
    }

    #[test]
    fn what_is_no_move() {
        insta::assert_snapshot!(answered("4:5:4:2", None), @"`4:5:4:2` is no move: expected `:` after the last coordinate");
        insta::assert_snapshot!(answered("4:5:4:7:", None), @"`4:5:4:7:` is no move: expected a row from 0 to 6, found `7`");
        insta::assert_snapshot!(answered("", None), @"`` is no move: expected a column from 0 to 6, found the end");
        insta::assert_snapshot!(answered("e2-e5", None), @"`e2-e5` is no move: expected a column from 0 to 6, found `e2-e5`");
        insta::assert_snapshot!(answered("4:5:4:2:", Some("thinking…")), @"after its answer the agent prints `thinking…`");
        insta::assert_snapshot!(answered(&"x".repeat(100), None), @"`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is no move: expected a column from 0 to 6, found `xxxxxxxxxxxxxxxxxxxxxxxx…`");
    }
}
