//! Orders to think, in each form.

use super::super::bench::{Bench, game};
use super::super::report::Problem;
use super::positions::position;
use crate::board::{Game, Position};
use crate::opponents::uai::client::Go;
use std::time::Duration;

/// Games in which both sides have much to choose from.
fn games() -> Result<[Game; 2], Problem> {
    let middle = position("x1x2oo/xx2ooo/1xx1oo1/2xxo2/1ooox2/oo1xxx1/oo3xx o 2 14")?;
    Ok([game(Position::start()), game(middle)])
}

pub fn depth(bench: &mut Bench) -> Result<String, Problem> {
    for game in games()? {
        for depth in 1..=3 {
            bench.case()?;
            bench.go(&game, &Go::depth(depth))?;
        }
    }
    Ok(String::new())
}

pub fn nodes(bench: &mut Bench) -> Result<String, Problem> {
    for game in games()? {
        for nodes in [1, 1000] {
            bench.case()?;
            bench.go(&game, &Go::nodes(nodes))?;
        }
    }
    Ok(String::new())
}

pub fn move_time(bench: &mut Bench) -> Result<String, Problem> {
    let longest = bench.settings.move_time;
    let mut slowest = Duration::ZERO;
    for game in games()? {
        for time in [longest / 5, longest] {
            bench.case()?;
            let answer = bench.go_within(&game, &Go::move_time(time), time)?;
            slowest = slowest.max(answer.took.saturating_sub(time));
        }
    }
    Ok(if slowest.is_zero() {
        "never over its time".to_owned()
    } else {
        format!("over its time by {} ms at most", slowest.as_millis())
    })
}

/// The clock of the side to move is short and the other's long: who takes one for the
/// other thinks for too long.
pub fn clock(bench: &mut Bench) -> Result<String, Problem> {
    const MUCH: u32 = 600;
    let short = bench.settings.move_time;
    let mut longest = Duration::ZERO;
    for game in games()? {
        for increment in [Duration::ZERO, short / 20] {
            let turn = game.position().turn();
            let go = Go::default().with_clock(turn, short, short * MUCH, increment);
            bench.case()?;
            let answer = bench.go_within(&game, &go, short)?;
            longest = longest.max(answer.took);
        }
    }
    Ok(format!(
        "at most {} of {} ms",
        longest.as_millis(),
        short.as_millis()
    ))
}
