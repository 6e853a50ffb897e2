//! The moves and the perft of an engine.

use super::engine::EngineClient;
use crate::failure::{Failure, FailureKind, Stage};
use crate::peer::SHOWN;
use crate::uai::{Command, Go, Info, Reply, Setup};
use ataxx_core::board::{Game, Move, Position};
use ataxx_core::diagnostic::text::shortened;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The `bestmove` of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The word after `bestmove`; may be empty.
    pub name: String,
    /// The whole line.
    pub line: String,
    /// The last lines of `info` before it, at most a hundred.
    pub infos: Vec<Info>,
    /// The time from `go` to the answer.
    pub took: Duration,
}

/// A legal move of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The move.
    pub mv: Move,
    /// The last lines of `info` before it, at most a hundred.
    pub infos: Vec<Info>,
    /// The time from `go` to the answer.
    pub took: Duration,
}

/// What an engine sends during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A line of `info`.
    Info(Info),
    /// Its answer, without the lines of `info` before it.
    Best(Best),
}

/// The most lines of `info` that are kept.
const MAX_INFOS: usize = 100;

impl Best {
    /// The move, which need not be legal.
    pub fn read(&self) -> Result<Move, Failure> {
        Move::read_leniently(&self.name).map_err(|error| {
            let (line, because) = (shortened(&self.line, SHOWN), error.message);
            let message = format!("`{line}` names no move: {because}");
            Failure::bad_answer(message)
        })
    }

    /// The move, if it is legal in the game.
    pub fn check(self, game: &Game) -> Result<EngineMove, Failure> {
        let mv = self.read()?;
        if let Err(because) = game.position().check(mv, game.rules()) {
            let name = shortened(&self.name, SHOWN);
            let message = format!("`{name}` is no legal move: {because}");
            return Err(Failure::new(FailureKind::IllegalMove, message));
        }
        Ok(EngineMove {
            mv,
            infos: self.infos,
            took: self.took,
        })
    }
}

impl EngineClient<'_> {
    /// Sends the game and `go`, and waits for the move.
    pub fn go(&mut self, game: &Game, go: &Go, deadline: Instant) -> Result<EngineMove, Failure> {
        let begun = self.think(game, go, deadline)?;
        self.best(begun, deadline, Stage::Move)?.check(game)
    }

    /// As [`go`](Self::go), for an engine that may take the time `allowed`, without the time to
    /// get ready. The wait is longer by `overrun`, so that a late move and no move are different
    /// failures.
    pub fn go_within(
        &mut self,
        game: &Game,
        go: &Go,
        allowed: Duration,
        overrun: Duration,
    ) -> Result<EngineMove, Failure> {
        let begun = self.think(game, go, Instant::now() + overrun)?;
        let deadline = begun + allowed + overrun;
        let answer = self.best(begun, deadline, Stage::Move)?.check(game)?;
        if answer.took > allowed {
            let (mv, took) = (answer.mv, answer.took.as_secs_f64());
            let allowed = allowed.as_secs_f64();
            let message = format!("`{mv}` came after {took:.3} s, and {allowed:.3} s were allowed");
            return Err(Failure::new(FailureKind::Late, message));
        }
        Ok(answer)
    }

    /// Sends the game and `go`, without a wait for the answer. Returns when the search began, for
    /// [`best`](Self::best) and [`watch`](Self::watch).
    pub fn think(&mut self, game: &Game, go: &Go, deadline: Instant) -> Result<Instant, Failure> {
        self.catch_up(deadline)?;
        let moves = game.moves().map(|played| played.mv).collect();
        self.send(&Command::Position(Setup::new(*game.start(), moves)))?;
        self.begin(go)
    }

    /// Sends `go` for the position that the engine has. Returns when that was.
    pub fn begin(&mut self, go: &Go) -> Result<Instant, Failure> {
        self.send_line(&go.to_string())?;
        Ok(Instant::now())
    }

    /// Waits for the answer of the search that began at `begun`.
    pub fn best(
        &mut self,
        begun: Instant,
        deadline: Instant,
        stage: Stage,
    ) -> Result<Best, Failure> {
        let mut infos = VecDeque::new();
        loop {
            match self.news(begun, deadline, stage)? {
                News::Info(info) => {
                    if infos.len() == MAX_INFOS {
                        infos.pop_front();
                    }
                    infos.push_back(info);
                }
                News::Best(best) => {
                    let infos = infos.into();
                    return Ok(Best { infos, ..best });
                }
            }
        }
    }

    /// What it sends next in the search that began at `begun`; `None` when nothing comes before
    /// `until`.
    pub fn watch(&mut self, begun: Instant, until: Instant) -> Result<Option<News>, Failure> {
        match self.news(begun, until, Stage::Move) {
            Ok(news) => Ok(Some(news)),
            Err(failure) if failure.is_timeout() => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn news(&mut self, begun: Instant, until: Instant, stage: Stage) -> Result<News, Failure> {
        loop {
            let line = self.read_line(until, begun, stage)?;
            let took = self.silence(begun);
            match Reply::read(&line) {
                Reply::BestMove(name) => {
                    return Ok(News::Best(Best {
                        name: name.to_owned(),
                        infos: Vec::new(),
                        line: line.clone(),
                        took,
                    }));
                }
                Reply::Info => {
                    if let Some(info) = Info::read(&line) {
                        return Ok(News::Info(info.in_moves(self.protocol)));
                    }
                }
                _ => self.keep(line),
            }
        }
    }

    /// Sends `stop`, and waits for the answer. Its time counts from `stop`.
    pub fn stop(&mut self, deadline: Instant) -> Result<Best, Failure> {
        self.send(&Command::Stop)?;
        self.best(Instant::now(), deadline, Stage::Stop)
    }

    /// Sends a position.
    pub fn set_position(&mut self, position: &Position) -> Result<(), Failure> {
        self.send(&Command::Position(Setup::new(*position, Vec::new())))
    }
}

/// The time to wait for a count after `readyok`. Engines that count on a thread of their own are
/// ready at once.
const COUNT_TIMEOUT: Duration = Duration::from_millis(300);

impl EngineClient<'_> {
    /// The perft of a position by the engine; `None` when it knows no `perft`.
    ///
    /// The command has no standard: `perft N` is sent, and the answer is the last number after
    /// the word `nodes`, or alone on a line, or last on a line.
    pub fn perft(
        &mut self,
        position: &Position,
        depth: u32,
        deadline: Instant,
    ) -> Result<Option<u64>, Failure> {
        self.catch_up(deadline)?;
        self.set_position(position)?;
        let begun = Instant::now();
        self.send_line(&format!("perft {depth}"))?;
        self.send(&Command::IsReady)?;
        let mut count = None;
        let mut is_ready = false;
        let mut until = deadline;
        loop {
            let line = match self.read_line(until, begun, Stage::Perft) {
                Ok(line) => line,
                Err(failure) if is_ready && failure.is_timeout() => {
                    return Ok(count);
                }
                Err(failure) => return Err(failure),
            };
            if Reply::read(&line) == Reply::Ready {
                if count.is_some() {
                    return Ok(count);
                }
                is_ready = true;
                until = deadline.min(Instant::now() + COUNT_TIMEOUT);
            } else if let Some(found) = number(&line, depth) {
                count = Some(found);
                if is_ready {
                    until = deadline.min(Instant::now() + COUNT_TIMEOUT);
                }
            }
        }
    }
}

/// The count in a line, if it is one for this depth.
fn number(line: &str, depth: u32) -> Option<u64> {
    let line = line.to_ascii_lowercase();
    let words: Vec<&str> = line
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ':' | '=' | ','))
        .filter(|word| !word.is_empty())
        .collect();
    if words.first() == Some(&"info") && words.get(1) == Some(&"string") {
        return None;
    }
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words[at + 1..]
            .iter()
            .find_map(|word| word.parse::<u64>().ok())
    };
    if after("depth").is_some_and(|told| told != u64::from(depth)) {
        return None;
    }
    if let Some(count) = after("nodes").or_else(|| after("leaves")) {
        return Some(count);
    }
    match words[..] {
        [number] => number.parse().ok(),
        [first, .., last] if first.starts_with("perft") => last.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_many_forms() {
        for (line, count) in [
            ("4752668", Some(4_752_668)),
            ("nodes 16", Some(16)),
            ("Nodes searched: 16", Some(16)),
            (
                "info depth 5 nodes 4752668 time 15 nps 300000",
                Some(4_752_668),
            ),
            ("info depth 4 nodes 155888 time 15", None),
            ("perft 5 = 4752668", Some(4_752_668)),
            ("perft(5): 4752668", Some(4_752_668)),
            ("info string nodes 5", None),
            ("a7b7: 16", None),
            ("b7: 16", None),
            ("unknown command perft 5", None),
            ("what is 5", None),
            ("", None),
        ] {
            assert_eq!(number(line, 5), count, "{line}");
        }
    }
}
