//! Engines of the Universal Ataxx Interface as opponents.

use super::{Engine, Go};
use crate::opponents::failure::{Failure, FailureKind};
use crate::opponents::opponent::{Chosen, Opponent, QUIT_TIME};
use crate::opponents::peer::Monitored;
use crate::opponents::time_control::{Allowance, Timing};
use crate::opponents::uai::Info;
use crate::opponents::{Launch, Monitor, Program, within};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::notation::{BerkeleyMove, SearchSummary};
use std::num::NonZeroU32;
use std::time::Duration;

/// An engine of the Universal Ataxx Interface.
pub struct UaiOpponent<'a> {
    engine: Engine<'a>,
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
        let program =
            Program::start(launch, cancel).map_err(|error| Failure::not_started(command, error))?;
        let mut engine = Engine::new(Box::new(Monitored::new(Box::new(program), monitor)));
        let shaken = engine.handshake(within(start)).map(drop);
        shaken.map_err(|failure| match failure.kind {
            FailureKind::Interrupted => failure,
            _ => Failure::not_started(command, failure.with_stderr("the last it wrote to stderr")),
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
        let answer = self.engine.go(game, &go, allowance.deadline)?;
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

/// What the lines of a search say about its best move: the last score that is no bound, with its
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
    fn the_clock_of_who_moves_first_is_reds() {
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
