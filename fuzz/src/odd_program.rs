//! A program under test in this process, which does what a script says.

use ataxx_core::board::{Game, Position, Rules};
use ataxx_opponents::{Ended, Peer, ReadError};
use std::collections::VecDeque;
use std::time::Instant;

/// A program that is right but for its script. Each line of the script is for the next line that
/// the program is sent:
///
/// - an empty line: the program does what is right;
/// - `+TEXT`: it prints the text afterwards, with a line end for each `\n` in it;
/// - `=TEXT`: it prints the text instead;
/// - `-`: it is sent the line and prints nothing of what is right;
/// - `eTEXT`: it writes the text to stderr;
/// - `!end N`, `!signal N`: it ends with this status, or by this signal;
/// - `!late`: the answer does not come in time;
/// - `!flood`: it writes more than is allowed;
/// - `!deaf`: it does not read its input;
/// - anything else is printed before what is right.
pub struct OddProgram<'a> {
    right: Box<dyn Peer + 'a>,
    script: std::str::Lines<'a>,
    output: VecDeque<Result<String, ReadError>>,
    stderr_lines: Vec<String>,
    taken: usize,
    ended: Option<Ended>,
}

impl<'a> OddProgram<'a> {
    /// A program that is like another but for its script.
    pub fn new(right: Box<dyn Peer + 'a>, script: &'a str) -> Self {
        Self {
            right,
            script: script.lines(),
            output: VecDeque::new(),
            stderr_lines: Vec::new(),
            taken: 0,
            ended: None,
        }
    }

    /// A good engine of UAI but for its script.
    pub fn engine(script: &'a str) -> Self {
        Self::new(Box::new(RightEngine::default()), script)
    }

    fn print(&mut self, text: &str) {
        let lines = text.split("\\n").map(|line| Ok(line.to_owned()));
        self.output.extend(lines);
    }

    fn fail(&mut self, event: &str) -> Result<(), ReadError> {
        let (name, number) = event.split_once(' ').unwrap_or((event, ""));
        let number = number.trim().parse().unwrap_or(1);
        let error = match name {
            "late" => ReadError::TimeOut,
            "flood" => ReadError::Flooded { limit: 1000 },
            "deaf" => return Err(ReadError::NotReading),
            "end" | "signal" => {
                let ended = match name {
                    "end" => Ended::Status(number),
                    _ => Ended::Signal(number),
                };
                self.ended = Some(ended);
                ReadError::Ended(Some(ended))
            }
            _ => ReadError::Ended(None),
        };
        self.output.push_back(Err(error));
        Ok(())
    }
}

impl Peer for OddProgram<'_> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        if let Some(ended) = self.ended {
            return Err(ReadError::Ended(Some(ended)));
        }
        let script = self.script.next().unwrap_or_default();
        if let Some(event) = script.strip_prefix('!') {
            return self.fail(event);
        }
        if let Some(text) = script.strip_prefix('e') {
            let lines = text.split("\\n").map(str::to_owned);
            self.stderr_lines.extend(lines);
        }
        self.right.send(line)?;
        let mut right = Vec::new();
        let end = loop {
            match self.right.read_line(Instant::now()) {
                Ok(line) => right.push(line),
                Err(ReadError::TimeOut) => break None,
                Err(error) => break Some(error),
            }
        };
        let right = right.join("\\n");
        let print_right = |this: &mut Self| {
            if !right.is_empty() {
                this.print(&right);
            }
        };
        match script.split_at_checked(1) {
            Some(("+", text)) => {
                print_right(self);
                self.print(text);
            }
            Some(("=", text)) => self.print(text),
            Some(("-", _)) => {}
            None | Some(("e", _)) => print_right(self),
            Some(_) => {
                self.print(script);
                print_right(self);
            }
        }
        if let Some(ReadError::Ended(Some(ended))) = end {
            self.ended = Some(ended);
            self.output.push_back(Err(ReadError::Ended(Some(ended))));
        }
        Ok(())
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        match self.output.pop_front() {
            Some(Err(error @ ReadError::Flooded { .. })) => {
                self.output.push_front(Err(error));
                Err(error)
            }
            Some(line) => line,
            None => match self.ended {
                Some(ended) => Err(ReadError::Ended(Some(ended))),
                None => Err(ReadError::TimeOut),
            },
        }
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        let ended = match self.ended {
            Some(ended) => ended,
            None => self.right.finish(deadline)?,
        };
        self.ended = Some(ended);
        Ok(ended)
    }

    fn stderr_lines(&self) -> String {
        self.stderr_lines.join("\n")
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        let new = self.stderr_lines[self.taken..].to_vec();
        self.taken = self.stderr_lines.len();
        new
    }
}

/// An engine of UAI that plays the first legal move.
#[derive(Default)]
struct RightEngine {
    position: Position,
    is_thinking: bool,
    has_quit: bool,
    output: VecDeque<String>,
}

impl RightEngine {
    fn print(&mut self, line: impl Into<String>) {
        self.output.push_back(line.into());
    }

    fn set_position(&mut self, words: &str) {
        let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
        let start = match start.trim().strip_prefix("fen ") {
            Some(fen) => fen.parse().unwrap_or_default(),
            None => Position::start(),
        };
        let mut game = Game::from_position(Rules::UAI, start);
        for mv in moves.split_whitespace().filter_map(|mv| mv.parse().ok()) {
            let _ = game.play(mv);
        }
        self.position = *game.position();
    }

    fn best_move(&mut self) {
        self.is_thinking = false;
        let best = self.position.legal_moves(&Rules::UAI).next();
        self.print(match best {
            Some(mv) => format!("bestmove {mv}"),
            None => "bestmove 0000".to_owned(),
        });
    }
}

impl Peer for RightEngine {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "uai" => {
                self.print("id name Right");
                self.print("option name Hash type spin default 8 min 1 max 64");
                self.print("uaiok");
            }
            "isready" => self.print("readyok"),
            "position" => self.set_position(rest),
            "go" if rest == "infinite" => self.is_thinking = true,
            "go" => {
                self.print("info depth 1 score 5 nodes 7");
                self.best_move();
            }
            "stop" if self.is_thinking => self.best_move(),
            "quit" => self.has_quit = true,
            _ => {}
        }
        Ok(())
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        match self.output.pop_front() {
            Some(line) => Ok(line),
            None if self.has_quit => Err(ReadError::Ended(Some(Ended::Status(0)))),
            None => Err(ReadError::TimeOut),
        }
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        Ok(Ended::Status(0))
    }

    fn stderr_lines(&self) -> String {
        String::new()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        Vec::new()
    }
}
