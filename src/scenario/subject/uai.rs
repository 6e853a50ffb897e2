//! An engine of the Universal Ataxx Interface as what is tested.

use super::talk::{Talk, shortened};
use super::{AiMove, Announced, Seen, Subject, Trouble, illegal_because};
use crate::board::{Game, Move, Preset};
use crate::interpreter::Settings;
use crate::notation::{BerkeleyMove, Fen, UaiMove};
use crate::protocol::{Ended, Peer};
use crate::scenario::dialogue::Dialogue;
use std::time::{Duration, Instant};

/// An engine of the Universal Ataxx Interface as what is tested.
///
/// It is given the game anew for every move that is asked of it. What it has on its
/// board and whether it takes the game to be over, it cannot be asked.
pub struct UaiSubject<'a> {
    talk: Talk<'a>,
    game: Game,
    /// How it is told to think.
    go: String,
    output: Vec<String>,
    /// Until then it may still be starting; `None` when hands were shaken.
    starting: Option<Instant>,
    /// It was told something by the scenario, and was not found ready since.
    is_behind: bool,
    has_ended: bool,
}

impl<'a> UaiSubject<'a> {
    /// An engine that was just started by `command`, may take the time `start` for it,
    /// and thinks with these settings. In the dialogue it is the program with this
    /// number.
    #[must_use]
    pub fn new(
        peer: Box<dyn Peer + 'a>,
        command: &str,
        settings: &Settings,
        start: Duration,
        program: usize,
    ) -> Self {
        Self {
            talk: Talk::new(peer, program, command, start),
            game: Game::new(Preset::Uai.rules()),
            go: go(settings),
            output: Vec::new(),
            starting: Some(Instant::now() + start),
            is_behind: false,
            has_ended: false,
        }
    }

    /// Shakes hands, if that was not done.
    fn greet(&mut self, deadline: Instant) -> Result<(), Trouble> {
        let Some(starting) = self.starting else {
            return Ok(());
        };
        let deadline = deadline.max(starting);
        self.ask("uai", "uaiok", deadline)?;
        self.ask("isready", "readyok", deadline)?;
        self.output.clear();
        self.starting = None;
        Ok(())
    }

    /// Asks something and hears all up to the answer.
    fn ask(&mut self, question: &str, answer: &str, deadline: Instant) -> Result<(), Trouble> {
        self.talk.ask(question)?;
        let what = format!("for `{answer}` in answer to `{question}`");
        loop {
            let line = self.talk.hear(deadline, &what)?;
            if line.trim() == answer {
                return Ok(());
            }
            self.output.push(line);
        }
    }

    /// Hears all that it says to what it was told so far.
    fn catch_up(&mut self, deadline: Instant) -> Result<(), Trouble> {
        if self.has_ended {
            return Ok(());
        }
        self.greet(deadline)?;
        if !self.is_behind {
            return Ok(());
        }
        self.ask("isready", "readyok", deadline)?;
        self.is_behind = false;
        Ok(())
    }

    fn hear_to_the_end(&mut self, deadline: Instant) -> Result<(), Trouble> {
        while let Some(line) = self.talk.hear_to_the_end(deadline)? {
            self.output.push(line);
        }
        self.has_ended = true;
        Ok(())
    }

    /// The move that it names, which need not be legal.
    fn best_move(&mut self, deadline: Instant) -> Result<Move, Trouble> {
        loop {
            let line = self.talk.hear(deadline, "for `bestmove`")?;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let name = words.next().unwrap_or_default();
            return match name.parse() {
                Ok(UaiMove(mv)) => Ok(mv),
                Err(error) => Err(Trouble::Wrong(format!(
                    "`{}` names no move: {}",
                    shortened(&line),
                    error.message
                ))),
            };
        }
    }
}

/// How an engine is told to think with these settings.
fn go(settings: &Settings) -> String {
    match (settings.nodes, settings.move_time) {
        (Some(nodes), _) => format!("go nodes {nodes}"),
        (None, time) => {
            let time = time.unwrap_or(Settings::USUAL);
            format!("go movetime {}", time.as_millis())
        }
    }
}

/// How an engine is told of a game.
fn position(game: &Game) -> String {
    let mut start = game.clone();
    while start.undo().is_some() {}
    let moves: Vec<String> = game
        .moves()
        .map(|played| UaiMove::from(played).to_string())
        .collect();
    let fen = Fen(*start.position());
    if moves.is_empty() {
        format!("position fen {fen}")
    } else {
        format!("position fen {fen} moves {}", moves.join(" "))
    }
}

impl Subject for UaiSubject<'_> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Trouble> {
        self.greet(deadline)?;
        self.talk.send(line)?;
        self.is_behind = true;
        if line.trim() == "quit" {
            self.hear_to_the_end(deadline)?;
        }
        Ok(())
    }

    /// It gets there when it is asked for a move.
    fn set_game(&mut self, game: &Game, deadline: Instant) -> Result<(), Trouble> {
        self.greet(deadline)?;
        self.talk.ask("uainewgame")?;
        self.is_behind = true;
        self.catch_up(deadline)?;
        self.game = game.clone();
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Seen, Trouble> {
        let message = "an engine of UAI does not tell what is on its board";
        Err(Trouble::Unsupported(message.to_owned()))
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Trouble> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Trouble::Refused(message.to_owned()));
        }
        self.catch_up(deadline)?;
        self.talk.ask(&position(&self.game))?;
        let begun = Instant::now();
        let go = self.go.clone();
        self.talk.ask(&go)?;
        let mv = self.best_move(deadline)?;
        let took = begun.elapsed();
        let before = *self.game.position();
        let color = before.turn();
        let named = match (BerkeleyMove::of(mv, &before), mv) {
            // An extend that nobody can make.
            (BerkeleyMove::Pass, Move::Extend { to }) => BerkeleyMove::Step { from: to, to },
            (named, _) => named,
        };
        let illegal = self.game.play(mv).err();
        Ok(AiMove {
            color,
            mv: named,
            before,
            took,
            illegal: illegal
                .map(|error| format!("`{}`: {}", UaiMove(mv), illegal_because(error, &before))),
        })
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Trouble> {
        let message = "an engine of UAI announces no results";
        Err(Trouble::Unsupported(message.to_owned()))
    }

    fn take_output(&mut self, deadline: Instant) -> Result<Vec<String>, Trouble> {
        self.catch_up(deadline)?;
        Ok(std::mem::take(&mut self.output))
    }

    fn take_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Trouble> {
        self.catch_up(deadline)?;
        Ok(self.talk.take_errors())
    }

    /// Tells it to quit first: not all engines take the end of their input for that.
    fn finish(&mut self, deadline: Instant) -> Result<Ended, Trouble> {
        if !self.has_ended {
            // It may be gone already.
            let _ = self.talk.ask("quit");
        }
        let ended = self.talk.finish(deadline)?;
        self.hear_to_the_end(deadline)?;
        Ok(ended)
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        self.talk.take_dialogue()
    }

    fn complaints(&self) -> String {
        self.talk.complaints()
    }
}
