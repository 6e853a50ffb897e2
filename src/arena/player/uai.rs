//! Engines of the Universal Ataxx Interface.

use super::{Chosen, Failing, Player};
use crate::arena::control::{Allowance, AllowedTime};
use crate::arena::played::Forfeit;
use crate::board::{Color, Game};
use crate::notation::BerkeleyMove;
use crate::opponents::uai::client::{Clock, Clocks, Engine, Failure, Go};
use crate::opponents::{Launch, Program, within};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An engine of the Universal Ataxx Interface.
pub struct UaiPlayer<'a> {
    engine: Engine<'a>,
    /// How long it may take to get ready.
    start: Duration,
}

/// How long it may take to end by itself.
const GOODBYE: Duration = Duration::from_secs(1);

impl<'a> UaiPlayer<'a> {
    /// Starts an engine that may take so long to get ready, and sets these of its options.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or has no such option.
    pub fn start(
        launch: &Launch,
        options: &[(String, String)],
        start: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, Failing> {
        let command = &launch.command;
        let not_started =
            |why: String| Failing::NotStarted(format!("`{command}` could not be started: {why}"));
        let program =
            Program::start(launch, stop).map_err(|error| not_started(error.to_string()))?;
        let mut engine = Engine::new(Box::new(program));
        let shaken = engine.handshake(within(start)).map(drop);
        shaken.map_err(|failure| match failure {
            Failure::Interrupted => Failing::Interrupted,
            failure => not_started(with_last_words(&failure)),
        })?;
        for (name, value) in options {
            let value = (!value.is_empty()).then_some(value.as_str());
            engine
                .set_option(name, value)
                .map_err(|error| Failing::NotStarted(format!("`{command}`: {error}")))?;
        }
        Ok(Self { engine, start })
    }
}

impl Player for UaiPlayer<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failing> {
        self.engine.new_game(within(self.start))?;
        self.engine.take_chatter();
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing> {
        let go = go(allowance, game.position().turn());
        let answer = self.engine.go(game, &go, allowance.until)?;
        Ok(Chosen {
            mv: BerkeleyMove::of(answer.mv, game.position()),
            took: Some(answer.took),
        })
    }

    fn quit(&mut self) {
        let _ = self.engine.quit(within(GOODBYE));
    }
}

/// A failure with what the engine has said of it to people, a line each.
fn with_last_words(failure: &Failure) -> String {
    match failure.last_words() {
        Some(words) => format!("{failure}; the last it wrote to stderr:\n{words}"),
        None => failure.to_string(),
    }
}

/// How it is told to think.
fn go(allowance: &Allowance, own_color: Color) -> Go {
    let mut go = Go {
        nodes: allowance.nodes,
        depth: allowance.depth,
        ..Go::default()
    };
    match allowance.time {
        AllowedTime::Any => {}
        AllowedTime::Move(time) => go.move_time = Some(time),
        AllowedTime::Clock {
            own,
            other,
            increment,
        } => {
            let [own, other] = [own, other].map(|left| Clock { left, increment });
            go.clocks = Some(Clocks::for_turn(own_color, own, other));
        }
    }
    go
}

impl From<Failure> for Failing {
    fn from(failure: Failure) -> Self {
        let what = failure.to_string();
        match failure {
            Failure::Interrupted => Self::Interrupted,
            Failure::NotStarted { .. } => Self::NotStarted(what),
            Failure::Crashed { .. } => Self::Forfeit(Forfeit::Crash, what),
            Failure::Late { .. } => Self::Forfeit(Forfeit::Time, what),
            Failure::IllegalMove { .. } | Failure::Unreadable { .. } => {
                Self::Forfeit(Forfeit::IllegalMove, what)
            }
            Failure::Hung { .. } | Failure::Flooded { .. } | Failure::Deaf { .. } => {
                Self::Forfeit(Forfeit::Stall, what)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_clock_of_who_moves_first_is_reds() {
        let seconds = Duration::from_secs;
        let allowance = |time| Allowance {
            time,
            nodes: None,
            depth: None,
            until: Instant::now(),
        };
        let clock = allowance(AllowedTime::Clock {
            own: seconds(10),
            other: seconds(7),
            increment: seconds(1),
        });
        let red = go(&clock, Color::Red).to_string();
        let blue = go(&clock, Color::Blue).to_string();
        insta::assert_snapshot!(red, @"go btime 10000 wtime 7000 binc 1000 winc 1000");
        insta::assert_snapshot!(blue, @"go btime 7000 wtime 10000 binc 1000 winc 1000");
        let mut nodes = allowance(AllowedTime::Move(seconds(2)));
        nodes.nodes = Some(400);
        insta::assert_snapshot!(go(&nodes, Color::Red), @"go nodes 400 movetime 2000");
    }
}
