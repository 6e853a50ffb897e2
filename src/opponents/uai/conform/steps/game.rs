//! Many moves, all of which must be legal.

use super::super::bench::{Bench, for_a_moment, game};
use super::super::positions::Positions;
use super::super::report::Problem;
use super::manners::counted;
use crate::board::{Color, Position};

pub fn random(bench: &mut Bench) -> Result<String, Problem> {
    let count = bench.settings.positions;
    let positions = Positions::new(bench.settings.seed).take(count);
    for (index, position) in positions.enumerate() {
        bench.observer.reaches(index, count);
        // To begin a new game for each would take longer than the moves.
        if index % 16 == 0 {
            bench.case()?;
        } else {
            bench.engine()?.take_dialogue();
        }
        let moved = bench.go(&game(position), &for_a_moment());
        moved.map_err(|problem| problem.about(&format!("in {}", position)))?;
    }
    Ok(format!(
        "{}, seed {}",
        counted(count, "position"),
        bench.settings.seed
    ))
}

pub fn whole(bench: &mut Bench) -> Result<String, Problem> {
    /// No game goes on for longer: at most so many squares are filled, with fewer jumps
    /// than the limit before each.
    const LONGEST: usize = 4000;
    bench.case()?;
    let mut game = game(Position::start());
    let mut plies = 0_usize;
    while game.outcome().is_none() && plies < LONGEST {
        bench.engine()?.take_dialogue();
        let moved = bench.go(&game, &for_a_moment());
        let answer = moved.map_err(|problem| problem.about(&format!("at ply {}", plies + 1)))?;
        if let Err(error) = game.play(answer.mv) {
            return Err(Problem::Wrong(format!("the move is not legal: {error}")));
        }
        plies += 1;
        bench.observer.reaches(plies.min(99), 100);
    }
    let end = match game.outcome().map(|outcome| outcome.winner) {
        Some(Some(Color::Red)) => "x wins",
        Some(Some(Color::Blue)) => "o wins",
        Some(None) => "a draw",
        None => "no end",
    };
    Ok(format!("{end} after {}", counted(plies, "move")))
}
