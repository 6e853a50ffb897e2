//! Asking an agent for a move, and agents as opponents.

use super::request::{AgentMove, Request};
use crate::opponents::dialogue::Dialogue;
use crate::opponents::failure::{Failure, FailureKind};
use crate::opponents::opponent::{Chosen, Opponent};
use crate::opponents::peer::SHOWN;
use crate::opponents::reloaded::{AgentResponse, AgentTimeouts, ask, forward};
use crate::opponents::time_control::{Allowance, Timing};
use crate::opponents::{Ended, Launch, Monitor};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::{BerkeleyMove, Remark};
use std::rc::Rc;
use std::time::Duration;

/// The time of a player for a game, by the document.
pub const TIME: Timing = Timing::Clock {
    base: Duration::from_secs(180),
    increment: Duration::ZERO,
    moves: None,
};

/// Starts an agent, and asks it for a move. It has `wait` up to its answer, and as long again up to
/// its end. The lines are recorded in `dialogue`, where it is the program with this number.
///
/// Returns the move, which need not be legal, or what is wrong, and the answer, with the time up to
/// the end of the agent.
pub fn ask_move(
    launch: &Launch,
    request: &Request,
    wait: Duration,
    cancel: &Cancellation,
    dialogue: &mut Dialogue,
    number: usize,
) -> (Result<AgentMove, Failure>, AgentResponse) {
    let timeouts = AgentTimeouts {
        answer: wait,
        end: wait,
    };
    let mut response = ask(launch, request, timeouts, cancel, dialogue, number);
    response.took = response.lasted;
    (to_move(&response), response)
}

/// The move of an agent that has ended by itself, without a fault, and printed only a move.
fn to_move(response: &AgentResponse) -> Result<AgentMove, Failure> {
    let answer = match &response.answer {
        Ok(answer) => answer,
        Err(failure) => return Err(failure.clone()),
    };
    match response.ended {
        Some(Ended::Status(0)) => {}
        Some(ended) => {
            let message = format!("after its answer it ended with {ended}");
            return Err(Failure::new(FailureKind::Crash, message));
        }
        None => {
            let message = "after its answer it did not end";
            return Err(Failure::new(FailureKind::Timeout(None), message));
        }
    }
    // Like the arbiter, which removes blanks at either end of the output.
    let lines = std::iter::once(&answer.line).chain(&answer.more);
    let mut lines = lines
        .map(|line| line.trim_matches(BLANKS))
        .skip_while(|line| line.is_empty());
    let line = lines.next().unwrap_or_default();
    let because = match AgentMove::read(line) {
        Some(AgentMove(Move::Jump { from, to })) if from.distance(to) == 1 => {
            let extend = AgentMove(Move::Extend { to });
            format!("an extend names one square, `{extend}`")
        }
        Some(mv) => {
            return match lines.next() {
                None => Ok(mv),
                Some(more) => Err(Failure::bad_answer(format!(
                    "after its answer the agent prints `{}`",
                    printable(more)
                ))),
            };
        }
        None => "expected `e4` or `d2-e4`".to_owned(),
    };
    let line = printable(line);
    Err(Failure::bad_answer(format!(
        "`{line}` is no move: {because}"
    )))
}

/// What PHP's `trim` removes.
const BLANKS: [char; 6] = [' ', '\t', '\n', '\r', '\0', '\u{b}'];

/// What an agent writes for the record of the game, among the lines of its stderr.
fn kibitz(stderr_lines: &[String]) -> Option<Remark> {
    /// The most characters of it in a record.
    const MOST: usize = 1000;
    let lines = stderr_lines.iter();
    let lines: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("kibitz "))
        .map(str::trim)
        .collect();
    Remark::new(&shortened(&lines.join(" / "), MOST))
}

/// An agent. It is started anew for each move, within the time of the move.
pub struct NerdvanaOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    /// Receives each line.
    monitor: Monitor<'a>,
}

impl<'a> NerdvanaOpponent<'a> {
    /// An agent of which `monitor` receives each line, when it has answered. Once `cancel` is
    /// requested it is killed.
    pub fn new(launch: Launch, cancel: &'a Cancellation, monitor: &Monitor<'a>) -> Self {
        Self {
            launch,
            cancel,
            monitor: Rc::clone(monitor),
        }
    }
}

impl Opponent for NerdvanaOpponent<'_> {
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let request = Request {
            position: *game.position(),
            clocks: clocks(allowance, game.position().turn()),
        };
        let mut dialogue = Dialogue::default();
        let (launch, cancel) = (&self.launch, self.cancel);
        let (answer, asked) = ask_move(launch, &request, allowance.wait, cancel, &mut dialogue, 0);
        let stderr = (&*asked.stderr_lines, asked.lost_stderr);
        forward(dialogue, stderr, &self.monitor);
        let answer = answer?;
        let AgentMove(mv) = answer;
        if let Err(because) = game.position().check(mv, game.rules()) {
            let message = format!("{} is no legal move: {because}", answer.with_meaning());
            return Err(Failure::new(FailureKind::IllegalMove, message));
        }
        Ok(Chosen {
            took: Some(asked.took),
            comment: kibitz(&asked.stderr_lines),
            ..BerkeleyMove::of(mv, game.position()).into()
        })
    }
}

/// The time left on the clocks, Red's first. Without a clock both have the time of the move.
fn clocks(allowance: &Allowance, turn: Color) -> [Duration; 2] {
    match allowance.time {
        Timing::Clock { base, .. } => match turn {
            Color::Red => [base, allowance.other.0],
            Color::Blue => [allowance.other.0, base],
        },
        Timing::PerMove(time) => [time; 2],
        Timing::Free => [allowance.wait; 2],
    }
}

/// The beginning of a line of an agent, safe to show.
fn printable(text: &str) -> String {
    visible(&shortened(text, SHOWN)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::reloaded::AgentAnswer;
    use std::time::Instant;

    fn judged(lines: &[&str], ended: Option<Ended>) -> String {
        let [line, more @ ..] = lines else {
            unreachable!("a line")
        };
        let response = AgentResponse {
            answer: Ok(AgentAnswer {
                line: (*line).to_owned(),
                more: more.iter().map(|&line| line.to_owned()).collect(),
            }),
            ended,
            took: Duration::ZERO,
            lasted: Duration::ZERO,
            stderr_lines: Vec::new(),
            lost_stderr: 0,
        };
        match to_move(&response) {
            Ok(mv) => mv.to_string(),
            Err(failure) => failure.message,
        }
    }

    #[test]
    fn blanks_around_the_move_are_no_fault() {
        let good = Some(Ended::Status(0));
        for lines in [&["e4"][..], &[" e4\r"], &["", " ", "e4"], &["\0e4\t"]] {
            assert_eq!(judged(lines, good), "e4", "{lines:?}");
        }
        insta::assert_snapshot!(judged(&["", "e4", "d4"], good), @"after its answer the agent prints `d4`");
        insta::assert_snapshot!(judged(&["my move:", "f7"], good), @"`my move:` is no move: expected `e4` or `d2-e4`");
        insta::assert_snapshot!(judged(&[""], good), @"`` is no move: expected `e4` or `d2-e4`");
        insta::assert_snapshot!(judged(&["e4 d4"], good), @"`e4 d4` is no move: expected `e4` or `d2-e4`");
        insta::assert_snapshot!(judged(&["e4-d5"], good), @"`e4-d5` is no move: an extend names one square, `d5`");
        insta::assert_snapshot!(judged(&["e4"], Some(Ended::Status(3))), @"after its answer it ended with exit status 3");
        insta::assert_snapshot!(judged(&["e4"], None), @"after its answer it did not end");
    }

    #[test]
    fn a_kibitz_is_what_follows_the_word() {
        let lines = [
            "kibitz depth 3",
            "a trace",
            "kibitz  score #4 ",
            "kibitzing",
            " kibitz x",
        ];
        let kept = kibitz(&lines.map(str::to_owned)).expect("a remark");
        assert_eq!(kept.as_str(), "depth 3 / score ♯4");
        assert_eq!(kibitz(&["a trace".to_owned()]), None);
    }

    #[test]
    fn the_clock_of_red_comes_first() {
        let [own, other] = [1, 2].map(Duration::from_secs);
        let allowance = Allowance {
            time: Timing::Clock {
                base: own,
                increment: Duration::ZERO,
                moves: None,
            },
            other: (other, Duration::ZERO),
            nodes: None,
            depth: None,
            wait: own,
            deadline: Instant::now(),
        };
        assert_eq!(clocks(&allowance, Color::Red), [own, other]);
        assert_eq!(clocks(&allowance, Color::Blue), [other, own]);
    }
}
