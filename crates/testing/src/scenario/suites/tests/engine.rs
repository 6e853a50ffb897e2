//! An engine in this process, as it should be and in many ways wrong.

use ataxx_core::board::perft::{Counting, plain};
use ataxx_core::board::{Game, Move, Position, Rules};
use ataxx_core::solver::{Budget, Plies, Solver, SolverOptions};
use ataxx_opponents::{Ended, Peer, ReadError};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// In which way the engine is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    NoName,
    OddOption,
    DefaultOutOfRange,
    TwoReadyOks,
    DiesOfUnknownCommands,
    DiesOfOptions,
    ForgetsMoves,
    WantsFourFields,
    IsAlwaysRed,
    KnowsNoGaps,
    WritesPassOtherwise,
    PassesWhenItCanMove,
    PlaysOnWhenItIsOver,
    DiesWhenItIsOver,
    AnswersInfiniteAtOnce,
    IgnoresStop,
    AnswersStopWhenIdle,
    IsNotReadyWhileThinking,
    KnowsNoPerft,
    CountsWrong,
    FindsNoWins,
    EndsBadly,
    NeverEnds,
    NamesTwoMoves,
    IsSlow,
    NamesNothing,
    // Not in `FAULTS`: some of these are allowed.
    KnowsPerftOnce,
    SaysNothingAtTheEnd,
    DiesOfPonder,
}

pub const FAULTS: [Fault; 27] = [
    Fault::None,
    Fault::NoName,
    Fault::OddOption,
    Fault::DefaultOutOfRange,
    Fault::TwoReadyOks,
    Fault::DiesOfUnknownCommands,
    Fault::DiesOfOptions,
    Fault::ForgetsMoves,
    Fault::WantsFourFields,
    Fault::IsAlwaysRed,
    Fault::KnowsNoGaps,
    Fault::WritesPassOtherwise,
    Fault::PassesWhenItCanMove,
    Fault::PlaysOnWhenItIsOver,
    Fault::DiesWhenItIsOver,
    Fault::AnswersInfiniteAtOnce,
    Fault::IgnoresStop,
    Fault::AnswersStopWhenIdle,
    Fault::IsNotReadyWhileThinking,
    Fault::KnowsNoPerft,
    Fault::CountsWrong,
    Fault::FindsNoWins,
    Fault::EndsBadly,
    Fault::NeverEnds,
    Fault::NamesTwoMoves,
    Fault::IsSlow,
    Fault::NamesNothing,
];

/// An engine that looks three plies ahead, and else makes the first move there is.
pub struct Honest {
    fault: Fault,
    position: Position,
    thinking: bool,
    output: VecDeque<String>,
    dead: bool,
    is_slow: bool,
}

impl Honest {
    pub fn new(fault: Fault) -> Self {
        Self {
            fault,
            position: Position::start(),
            thinking: false,
            output: VecDeque::new(),
            dead: false,
            is_slow: false,
        }
    }

    fn send(&mut self, line: impl Into<String>) {
        self.output.push_back(line.into());
    }

    fn best(&mut self) -> String {
        let rules = &Rules::UAI;
        if self.position.outcome(rules).is_some() {
            match self.fault {
                Fault::PlaysOnWhenItIsOver => return "a1".to_owned(),
                Fault::DiesWhenItIsOver => self.dead = true,
                _ => {}
            }
            return "0000".to_owned();
        }
        let first = self.position.legal_moves(rules).next();
        let Some(first) = first else {
            return "0000".to_owned();
        };
        if first == Move::Pass && self.fault == Fault::WritesPassOtherwise {
            return "a1a1".to_owned();
        }
        match self.fault {
            Fault::PassesWhenItCanMove => return "0000".to_owned(),
            Fault::NamesNothing => return "(none)".to_owned(),
            Fault::FindsNoWins => return first.to_string(),
            _ => {}
        }
        let mut solver = Solver::new(rules, &SolverOptions::default());
        let solution = solver.solve(&self.position, Plies(3), &Budget::unlimited());
        solution.moves.first().copied().unwrap_or(first).to_string()
    }

    fn obeys_stop(&self) -> bool {
        match self.fault {
            Fault::IgnoresStop => false,
            Fault::AnswersStopWhenIdle => true,
            _ => self.thinking,
        }
    }

    fn set_position(&mut self, words: &str) {
        let (position, moves) = words.split_once("moves").unwrap_or((words, ""));
        let start = match position.trim().strip_prefix("fen ") {
            None => Position::start(),
            Some(fen) => {
                if self.fault == Fault::WantsFourFields && fen.split_whitespace().count() < 4 {
                    return;
                }
                let fen = match self.fault {
                    Fault::IsAlwaysRed => fen.replace(" o", " x"),
                    Fault::KnowsNoGaps => fen.replace('-', "1"),
                    _ => fen.to_owned(),
                };
                let Ok(position) = fen.parse::<Position>() else {
                    return;
                };
                position
            }
        };
        let mut game = Game::from_position(Rules::UAI, start);
        for name in moves.split_whitespace() {
            if self.fault != Fault::ForgetsMoves
                && let Ok(mv) = name.parse()
            {
                let _ = game.play(mv);
            }
        }
        self.position = *game.position();
    }

    fn knows_perft(&self, depth: &str) -> bool {
        match self.fault {
            Fault::KnowsNoPerft => false,
            Fault::KnowsPerftOnce => depth == "1",
            _ => true,
        }
    }

    fn go(&mut self, words: &str) {
        let is_over = self.position.outcome(&Rules::UAI).is_some();
        if is_over && self.fault == Fault::SaysNothingAtTheEnd {
            return;
        }
        if words == "infinite" && self.fault != Fault::AnswersInfiniteAtOnce {
            self.thinking = true;
            return;
        }
        self.is_slow =
            self.fault == Fault::IsSlow && words.contains("time") && words != "movetime 10";
        self.send("info depth 1");
        let best = self.best();
        self.send(format!("bestmove {best}"));
        if self.fault == Fault::NamesTwoMoves {
            self.send(format!("bestmove {best}"));
        }
    }
}

impl Peer for Honest {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        if self.dead {
            return Err(ReadError::Ended(Some(Ended::Signal(6))));
        }
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "uai" => {
                if self.fault != Fault::NoName {
                    self.send("id name Honest");
                }
                self.send("option name Hash type spin default 8 min 1 max 64");
                self.send("option name Style type combo default Solid var Solid var Risky");
                self.send("option name Ponder type check default false");
                self.send("option name Clear type button");
                self.send("option name Log type string default <empty>");
                match self.fault {
                    Fault::OddOption => self.send("option name Odd type number"),
                    Fault::DefaultOutOfRange => {
                        self.send("option name Threads type spin default 0 min 1 max 64");
                    }
                    _ => {}
                }
                self.send("uaiok");
            }
            "isready" => {
                if !(self.thinking && self.fault == Fault::IsNotReadyWhileThinking) {
                    self.send("readyok");
                }
                if self.fault == Fault::TwoReadyOks {
                    self.send("readyok");
                }
            }
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            "stop" if self.obeys_stop() => {
                self.thinking = false;
                let best = self.best();
                self.send(format!("bestmove {best}"));
            }
            "perft" if self.knows_perft(rest) => {
                let depth = rest.parse().unwrap_or(1);
                let counting = Counting::ByDestination;
                let mut nodes = plain(&self.position, depth, &Rules::UAI, counting);
                if self.fault == Fault::CountsWrong && depth == 3 {
                    nodes += 1;
                }
                self.send(format!("info depth {depth} nodes {nodes}"));
            }
            "setoption" => {
                let is_ponder = rest == "name Ponder value true";
                self.dead |= self.fault == Fault::DiesOfOptions;
                self.dead |= self.fault == Fault::DiesOfPonder && is_ponder;
            }
            "xyzzy" => self.dead |= self.fault == Fault::DiesOfUnknownCommands,
            _ => {}
        }
        Ok(())
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        if self.dead {
            return Err(ReadError::Ended(Some(Ended::Signal(6))));
        }
        if std::mem::take(&mut self.is_slow) {
            std::thread::sleep(Duration::from_millis(30));
        }
        self.output.pop_front().ok_or(ReadError::TimeOut)
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        match self.fault {
            Fault::NeverEnds => Err(ReadError::TimeOut),
            Fault::EndsBadly => Ok(Ended::Status(1)),
            _ => Ok(Ended::Status(0)),
        }
    }

    fn stderr_lines(&self) -> String {
        String::new()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        Vec::new()
    }
}
