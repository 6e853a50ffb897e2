//! Sending a request to an agent, which is started for it.

use super::Request;
use crate::opponents::dialogue::{Dialogue, Speaker};
use crate::opponents::failure::{Failure, FailureKind};
use crate::opponents::peer::SHOWN;
use crate::opponents::{Ended, Launch, Peer, Program, ReadError};
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::ReloadedMove;
use std::time::{Duration, Instant};

/// The time limits of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start to its answer. After that it is killed.
    ///
    /// To tell a late answer from none, wait longer than is allowed, and look at
    /// [`Asked::took`].
    pub answer: Duration,
    /// From its answer to its end. After that it is killed, and its answer is valid.
    pub end: Duration,
}

impl Patience {
    /// The limits of the document: five seconds for the answer. It has no limit for the end of an
    /// agent, which is a second here.
    pub const DOCUMENT: Self = Self {
        answer: Duration::from_secs(5),
        end: Duration::from_secs(1),
    };
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The answer.
    pub answer: Result<AgentAnswer, Failure>,
    /// How it ended; `None` when it had to be killed.
    pub ended: Option<Ended>,
    /// The time from its start to its answer, or to the end of the wait.
    pub took: Duration,
    /// The last lines of its stderr.
    pub stderr_lines: Vec<String>,
}

/// What an agent has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentAnswer {
    /// The first line that it wrote, without its end. Bytes that are no UTF-8 are replaced.
    pub line: String,
    /// The next line that is not blank. There should be none.
    pub more: Option<String>,
}

/// Starts an agent, sends a request, closes its input and waits for its answer and its end.
/// Then no process of its group is left. What is said is recorded in `dialogue`, where the
/// agent is the program with this number.
///
/// Once `cancel` is requested, the agent is killed.
pub fn ask(
    launch: &Launch,
    request: &Request,
    patience: Patience,
    cancel: &Cancellation,
    dialogue: &mut Dialogue,
    number: usize,
) -> Asked {
    let begun = Instant::now();
    let mut program = match Program::start(launch, cancel) {
        Ok(program) => program,
        Err(error) => {
            return Asked {
                answer: Err(Failure::not_started(&launch.command, error)),
                ended: None,
                took: begun.elapsed(),
                stderr_lines: Vec::new(),
            };
        }
    };
    for line in request.to_string().lines() {
        dialogue.note(number, Speaker::Runner, line);
        // An agent that does not read everything may answer all the same.
        if program.send(line).is_err() {
            break;
        }
    }
    // Some agents wait for the end of their input.
    let _ = program.finish(Instant::now());
    let heard = program.hear(begun + patience.answer);
    let took = begun.elapsed();
    let mut note = |line: &str| dialogue.note(number, Speaker::Program, line);
    let (answer, ended) = match heard {
        Ok(line) => {
            note(&line);
            answer(&mut program, line, patience.end, &mut note)
        }
        Err(error) => no_answer(&mut program, launch, &error, patience.answer),
    };
    program.kill();
    Asked {
        answer,
        ended,
        took,
        stderr_lines: program.take_complaints(),
    }
}

/// Waits for the end of an agent that has answered with this line.
fn answer(
    program: &mut Program,
    line: String,
    patience: Duration,
    note: &mut dyn FnMut(&str),
) -> (Result<AgentAnswer, Failure>, Option<Ended>) {
    let deadline = Instant::now() + patience;
    let ended = match program.finish(deadline) {
        Ok(ended) => Some(ended),
        Err(ReadError::Interrupted) => return (Err(Failure::interrupted()), None),
        Err(_) => None,
    };
    let mut more = None;
    while let Ok(line) = program.hear(deadline) {
        note(&line);
        if more.is_none() && !line.trim().is_empty() {
            more = Some(line);
        }
    }
    (Ok(AgentAnswer { line, more }), ended)
}

/// Why there is no answer, and how the agent ended.
fn no_answer(
    program: &mut Program,
    launch: &Launch,
    error: &ReadError,
    patience: Duration,
) -> (Result<AgentAnswer, Failure>, Option<Ended>) {
    let mut how = None;
    let failure = match *error {
        ReadError::Ended(Some(ended)) if program.could_not_start() => {
            Failure::not_started(&launch.command, ended)
        }
        ReadError::Ended(ended) => {
            how = ended;
            let message = match ended {
                Some(ended) => format!("it ended without an answer ({ended})"),
                None => "it closed its output without an answer".to_owned(),
            };
            Failure::new(FailureKind::Crash, message)
        }
        ReadError::TimeOut | ReadError::Deaf => {
            let message = format!("no answer within {} s", patience.as_secs_f64());
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
        if let Some(more) = &self.more {
            let more = shortened(more, SHOWN);
            return Err(format!("after its answer the agent says `{more}`"));
        }
        if mv.to_string().len() != line.len() {
            return Err(malformed("expected `:` after the last coordinate"));
        }
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str, more: Option<&str>) -> String {
        let answer = AgentAnswer {
            line: line.to_owned(),
            more: more.map(str::to_owned),
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
        insta::assert_snapshot!(answered("4:5:4:2:", Some("thinking…")), @"after its answer the agent says `thinking…`");
        insta::assert_snapshot!(answered(&"x".repeat(100), None), @"`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is no move: expected a column from 0 to 6, found `xxxxxxxxxxxxxxxxxxxxxxxx…`");
    }
}
