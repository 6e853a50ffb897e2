//! Agents of the arbiter of nerdvana-ro/ataxx-tools, which starts one for every move.
//!
//! An agent reads the number of its side, the board and the clocks of both sides, and answers with
//! a line: `e4` for an extend, `d2-e4` for a jump. Ranks are counted from the top. An end with
//! another exit status than 0 is a fault. Lines of stderr that begin with `kibitz ` are for the
//! record; the monitor receives them with all others.

use super::dialogue::Dialogue;
use super::failure::{Failure, FailureKind};
use super::opponent::{Chosen, Opponent};
use super::peer::SHOWN;
use super::reloaded::{AgentTimeouts, ask, forward};
use super::time_control::{Allowance, Timing};
use super::{Ended, Launch, Monitor};
use ataxx_core::Cancellation;
use ataxx_core::board::{Cell, Color, Game, Move, Position, Square};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::BerkeleyMove;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The time of a player for a game, by the document.
pub const TIME: Timing = Timing::Clock {
    base: Duration::from_secs(180),
    increment: Duration::ZERO,
    moves: None,
};

/// What an agent reads.
struct Request<'a> {
    position: &'a Position,
    /// The time left, Red's first.
    clocks: [Duration; 2],
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
            position: game.position(),
            clocks: clocks(allowance, game.position().turn()),
        };
        // Its time is that of the process, up to its end.
        let timeouts = AgentTimeouts {
            answer: allowance.wait,
            end: allowance.wait,
        };
        let mut dialogue = Dialogue::default();
        let begun = Instant::now();
        let (launch, cancel) = (&self.launch, self.cancel);
        let asked = ask(launch, &request, timeouts, cancel, &mut dialogue, 0);
        let took = begun.elapsed();
        forward(dialogue, &asked.stderr_lines, &self.monitor);
        let answer = asked.answer?;
        match asked.ended {
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
        if let Some(more) = &answer.more {
            let more = printable(more);
            return Err(Failure::bad_answer(format!(
                "after its answer the agent prints `{more}`"
            )));
        }
        let line = answer.line.trim();
        let mv = read(line).ok_or_else(|| {
            let line = printable(line);
            Failure::bad_answer(format!("`{line}` is no move: expected `e4` or `d2-e4`"))
        })?;
        if let Err(because) = game.position().check(mv, game.rules()) {
            let message = format!("`{line}` is no legal move: {because}");
            return Err(Failure::new(FailureKind::IllegalMove, message));
        }
        Ok(Chosen {
            took: Some(took),
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

/// A move; `None` when the text is none.
fn read(text: &str) -> Option<Move> {
    match *text.as_bytes() {
        [file, rank] => Some(Move::Extend {
            to: square(file, rank)?,
        }),
        [from_file, from_rank, b'-', file, rank] => Some(Move::Jump {
            from: square(from_file, from_rank)?,
            to: square(file, rank)?,
        }),
        _ => None,
    }
}

/// The square of this letter and digit.
fn square(file: u8, rank: u8) -> Option<Square> {
    let file = file.checked_sub(b'a')?;
    let from_top = rank.checked_sub(b'1')?;
    Square::new(file, (Square::SIDE - 1).checked_sub(from_top)?)
}

impl fmt::Display for Request<'_> {
    /// Its lines, without the end of the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position.turn().index())?;
        for rank in (0..Square::SIDE).rev() {
            for square in (0..Square::SIDE).filter_map(|file| Square::new(file, rank)) {
                f.write_str(match self.position.cell(square) {
                    Cell::Piece(Color::Red) => "x",
                    Cell::Piece(Color::Blue) => "o",
                    Cell::Empty | Cell::Block => ".",
                })?;
            }
            writeln!(f)?;
        }
        let [red, blue] = self.clocks.map(|time| time.as_millis());
        write!(f, "{red} {blue}")
    }
}

/// The beginning of a line of an agent, safe to show.
fn printable(text: &str) -> String {
    visible(&shortened(text, SHOWN)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Rules;

    #[test]
    fn a_request_is_that_of_the_document() {
        let clocks = [180_000, 180_000].map(Duration::from_millis);
        let position = &Position::start();
        insta::assert_snapshot!(Request { position, clocks }, @"
        0
        x.....o
        .......
        .......
        .......
        .......
        .......
        o.....x
        180000 180000
        ");
        let moved = position.after(read("a1-b3").expect("a move"), &Rules::NERDVANA);
        let clocks = [1, 2000].map(Duration::from_millis);
        let request = Request {
            position: &moved,
            clocks,
        };
        insta::assert_snapshot!(request, @"
        1
        ......o
        .......
        .x.....
        .......
        .......
        .......
        o.....x
        1 2000
        ");
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

    #[test]
    fn ranks_are_counted_from_the_top() {
        assert_eq!(read("b2"), Some(Move::Extend { to: Square::B6 }));
        let jump = Move::Jump {
            from: Square::A7,
            to: Square::B5,
        };
        assert_eq!(read("a1-b3"), Some(jump));
        for text in [
            "", "b", "h1", "a8", "a0", "B2", "b2 ", "a1b3", "a1-b", "a1-h3", "pass", "-",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_rules_have_a_name_to_read() {
        let rules: Rules = "Nerdvana".parse().expect("a name");
        assert_eq!(rules, Rules::NERDVANA);
        let text = "2022,jump-limit=100,at-limit=draw,stuck=award,blocks=no";
        assert_eq!(rules.to_string(), text);
    }
}
