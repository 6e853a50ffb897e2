//! Programs as opponents: those with a command language of the course, and UAI engines.

use super::failure::{Failure, FailureKind, Stage};
use super::opponent::{Chosen, Opponent};
use super::peer::{MAX_LOGGED_STDERR, Monitored};
use super::subject::{ProgramSubject, Subject};
use super::time_control::{Allowance, Timing};
use super::uai::client::EngineClient;
use super::uai::{Go, Info};
use super::{Launch, Monitor, Program, within};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::notation::{BerkeleyMove, SearchSummary};
use ataxx_session::{CommandName, Dialect};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Duration;

/// Time limit for the end of a program after `quit`.
const QUIT_TIME: Duration = Duration::from_secs(1);

/// Starts the program of an opponent; `monitor` receives each line.
fn start<'a>(
    launch: &Launch,
    cancel: &'a Cancellation,
    monitor: &Monitor<'a>,
) -> Result<Box<Monitored<'a>>, Failure> {
    let mut program = Program::start(launch, cancel)
        .map_err(|error| Failure::of_start(&launch.command, &error))?;
    program.keep_stderr(MAX_LOGGED_STDERR);
    Ok(Box::new(Monitored::new(Box::new(program), monitor)))
}

/// A program with a command language of the course. It has no command for a time limit.
pub struct TextOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    subject: ProgramSubject<'a>,
    dialect: Dialect,
    /// The number of games that the process has begun.
    games: u32,
    /// Time limit to get ready.
    start: Duration,
    color: Color,
    /// The number of plies that it was sent or has played.
    plies: usize,
    /// Whether its AI was sent its colour.
    is_playing: bool,
}

impl<'a> TextOpponent<'a> {
    /// Starts a program with this dialect and this time limit to get ready. `monitor` receives
    /// each line.
    pub fn start(
        launch: &Launch,
        dialect: Dialect,
        start: Duration,
        cancel: &'a Cancellation,
        monitor: &Monitor<'a>,
    ) -> Result<Self, Failure> {
        let program = self::start(launch, cancel, monitor)?;
        Ok(Self {
            launch: launch.clone(),
            cancel,
            subject: ProgramSubject::new(program, &launch.command, dialect, &(), start, 0),
            dialect,
            games: 0,
            start,
            color: Color::Red,
            plies: 0,
            is_playing: false,
        })
    }

    /// Adds to a fault that the process has played before and a fresh one does not have the fault.
    fn blame_reset(&self, failure: Failure, game: &Game, allowance: Option<&Allowance>) -> Failure {
        let is_fault = failure.kind.is_fault();
        if !is_fault || self.games < 2 || !self.plays_afresh(game, allowance) {
            return failure;
        }
        let reset = if CommandName::New.is_in(self.dialect) {
            CommandName::New
        } else {
            CommandName::Clear
        };
        let (what, reset) = (failure.message, reset.word());
        let message = format!(
            "{what}; a fresh process gets past this, so the likely cause is that `{reset}` keeps something of the game before (`restart=yes` starts a process for each game)"
        );
        Failure { message, ..failure }
    }

    /// Whether a fresh process gets as far as this in the game, and chooses a move if it is given
    /// an allowance.
    fn plays_afresh(&self, game: &Game, allowance: Option<&Allowance>) -> bool {
        let ignored: Monitor = Rc::new(|_, _| {});
        let fresh = Self::start(
            &self.launch,
            self.dialect,
            self.start,
            self.cancel,
            &ignored,
        );
        let Ok(mut fresh) = fresh else {
            return false;
        };
        let played = fresh
            .begin(game, self.color)
            .and_then(|()| match allowance {
                Some(allowance) => {
                    let deadline = within(allowance.wait);
                    let allowance = Allowance {
                        deadline,
                        ..*allowance
                    };
                    fresh.choose(game, &allowance).map(drop)
                }
                None => Ok(()),
            });
        fresh.quit();
        played.is_ok()
    }

    fn set_up(&mut self, game: &Game) -> Result<(), Failure> {
        self.subject.reset_output_limit();
        let set_up = self.subject.set_up(game, within(self.start));
        set_up.map_err(|failure| match failure.kind {
            FailureKind::Timeout(_) => failure.with_remark(self.subject.unflushed()),
            _ => failure,
        })?;
        self.subject.take_dialogue();
        Ok(())
    }

    fn next_move(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let deadline = allowance.deadline;
        for played in game.moves().skip(self.plies) {
            let mv = BerkeleyMove::from(played);
            self.subject.send(&mv.to_string(), deadline)?;
        }
        if !self.is_playing {
            // Before this point its AI would think on the other side's time.
            for order in self.orders() {
                self.subject.send(&order, deadline)?;
            }
            self.is_playing = true;
        }
        // A slow monitor may have held up what it was sent.
        let made = self.subject.ai_move(within(allowance.wait))?;
        self.plies = game.moves().len() + 1;
        match made.illegal {
            Some(what) => Err(Failure::new(FailureKind::IllegalMove, what.to_string())),
            None if made.color != self.color => Err(Failure::new(
                FailureKind::IllegalMove,
                format!("it has made a move for {}", made.color),
            )),
            None => Ok(Chosen {
                took: Some(made.took),
                ..made.mv.into()
            }),
        }
    }

    /// The commands that make its AI play.
    fn orders(&self) -> Vec<String> {
        let order = if self.dialect.orders_by_color() {
            format!("auto {}", self.color.name())
        } else {
            // The Player is the other side; the Opponent is an AI.
            format!("color {}", (!self.color).name())
        };
        let start = self.dialect.has_states().then(|| "start".to_owned());
        [Some(order), start].into_iter().flatten().collect()
    }
}

impl Opponent for TextOpponent<'_> {
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), Failure> {
        self.games += 1;
        self.color = color;
        self.plies = game.moves().len();
        self.is_playing = false;
        let begun = self.set_up(game);
        begun.map_err(|error| self.blame_reset(error, game, None))
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let chosen = self.next_move(game, allowance);
        chosen.map_err(|error| self.blame_reset(error, game, Some(allowance)))
    }

    fn quit(&mut self) {
        // It may have ended already.
        let _ = self.subject.send("quit", within(QUIT_TIME));
        let _ = self.subject.finish(within(QUIT_TIME));
    }
}

/// An engine of the Universal Ataxx Interface.
pub struct UaiOpponent<'a> {
    engine: EngineClient<'a>,
    /// Time limit to get ready.
    start: Duration,
}

impl<'a> UaiOpponent<'a> {
    /// Starts an engine with this time limit to get ready, and sets these options. `monitor`
    /// receives each line.
    pub fn start(
        launch: &Launch,
        options: &[(String, String)],
        start: Duration,
        cancel: &'a Cancellation,
        monitor: &Monitor<'a>,
    ) -> Result<Self, Failure> {
        let command = &launch.command;
        let mut engine = EngineClient::new(self::start(launch, cancel, monitor)?);
        let done = engine.handshake(within(start)).map(drop);
        done.map_err(|failure| {
            if failure.kind == FailureKind::Interrupted {
                return failure;
            }
            let failure = failure.with_remark(engine.unflushed());
            Failure::not_started(command, failure.with_stderr("the end of stderr"))
        })?;
        for (name, value) in options {
            engine.set_option_to(name, value).map_err(|error| {
                Failure::new(FailureKind::NotStarted, format!("`{command}`: {error}"))
            })?;
        }
        Ok(Self { engine, start })
    }
}

impl Opponent for UaiOpponent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failure> {
        self.engine.new_game(within(self.start))?;
        self.engine.take_other_lines();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let go = go(allowance, game.position().turn());
        let begun = self.engine.think(game, &go, allowance.deadline)?;
        let best = self
            .engine
            .best(begun, begun + allowance.wait, Stage::Move)?;
        let answer = best.check(game)?;
        Ok(Chosen {
            mv: BerkeleyMove::of(answer.mv, game.position()),
            took: Some(answer.took),
            search: summary(&answer.infos),
        })
    }

    fn quit(&mut self) {
        let _ = self.engine.quit(within(QUIT_TIME));
    }
}

/// What a search reports about its best move: the last score that is no bound, with its
/// depth, and the last count of nodes.
fn summary(infos: &[Info]) -> SearchSummary {
    let is_best = |info: &&Info| info.score.is_some() && info.multi_pv.unwrap_or(1) == 1;
    let mut latest = infos.iter().rev();
    let exact = latest.find(|info| is_best(info) && info.bound.is_none());
    let best = exact.or_else(|| infos.iter().rev().find(is_best));
    SearchSummary {
        score: best.and_then(|info| info.score),
        depth: best.and_then(|info| info.depth),
        time: None,
        nodes: infos.iter().rev().find_map(|info| info.nodes),
    }
}

/// The `go` with this allowance.
fn go(allowance: &Allowance, own_color: Color) -> Go {
    let mut go = Go {
        nodes: allowance.nodes,
        depth: allowance.depth,
        ..Go::default()
    };
    match allowance.time {
        Timing::Free => {}
        Timing::PerMove(time) => go.move_time = Some(time),
        Timing::Clock {
            base,
            increment,
            moves,
        } => {
            go = go.with_clock(own_color, (base, increment), allowance.other);
            go.moves_to_go = moves.map(NonZeroU32::get);
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_last_exact_score_of_the_best_move() {
        let of = |lines: &[&str]| {
            let infos: Vec<Info> = lines.iter().filter_map(|line| Info::read(line)).collect();
            summary(&infos).to_string()
        };
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["info depth 3 nodes 40", "info string hello"]), "n=40");
        assert_eq!(
            of(&[
                "info depth 4 multipv 1 score cp 30 nodes 100",
                "info depth 4 multipv 2 score cp -10 nodes 110",
                "info depth 5 score cp 80 lowerbound nodes 200",
                "info nodes 250 nps 3",
            ]),
            "+0.30/4 n=250"
        );
        assert_eq!(
            of(&["info depth 5 score mate -2 upperbound nodes 200"]),
            "-M2/5 n=200"
        );
    }

    #[test]
    fn btime_is_the_clock_of_red() {
        let seconds = Duration::from_secs;
        let allowance = |time| Allowance {
            time,
            other: (seconds(7), seconds(2)),
            nodes: None,
            depth: None,
            wait: Duration::ZERO,
            deadline: Instant::now(),
        };
        let clock = allowance(Timing::Clock {
            base: seconds(10),
            increment: seconds(1),
            moves: None,
        });
        let red = go(&clock, Color::Red).to_string();
        let blue = go(&clock, Color::Blue).to_string();
        insta::assert_snapshot!(red, @"go btime 10000 wtime 7000 binc 1000 winc 2000");
        insta::assert_snapshot!(blue, @"go btime 7000 wtime 10000 binc 2000 winc 1000");
        let with_moves = allowance("3/10".parse().expect("a clock"));
        insta::assert_snapshot!(go(&with_moves, Color::Red), @"go btime 10000 wtime 7000 binc 0 winc 2000 movestogo 3");
        let mut nodes = allowance(Timing::PerMove(seconds(2)));
        nodes.nodes = Some(400);
        insta::assert_snapshot!(go(&nodes, Color::Red), @"go nodes 400 movetime 2000");
    }
}
