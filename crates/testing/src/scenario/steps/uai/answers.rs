//! Answers to `go` and `perft`: legal moves, in time, and right counts.

use super::values::{Counted, PositionCommand, PositionOrders, Positions, RandomPositions, Wins};
use crate::scenario::performer::{EngineUnderTest, Problem};
use ataxx_core::board::{Color, Game, Move, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_opponents::Failure;
use ataxx_opponents::uai::client::Go;
use std::time::Duration;

pub fn best_moves(
    engine: &mut EngineUnderTest,
    setups: &[PositionCommand],
) -> Result<String, Problem> {
    let mut seen = "";
    for setup in setups {
        engine.new_game()?.send_line(&setup.command)?;
        if setup.game.outcome().is_none() {
            best_move(engine, setup)?;
        } else if no_move(engine, setup)? {
            seen = "it does not answer";
        } else if seen.is_empty() {
            seen = "it names no move";
        }
    }
    Ok(seen.to_owned())
}

/// Checks its move in a game that it was sent.
fn best_move(engine: &mut EngineUnderTest, setup: &PositionCommand) -> Result<(), Problem> {
    let limit = engine.limits.timeouts.think;
    let best = engine.ask(limit).map_err(|failure| setup.blame(failure))?;
    let name = best.name.clone();
    let answer = best.check(&setup.game);
    let mv = answer.map_err(|failure| setup.blame(failure))?.mv;
    if mv == Move::Pass && name != "0000" {
        let message = format!("it answers `{name}`; a pass is written `0000`");
        return Err(Problem::protocol(message));
    }
    Ok(())
}

/// Checks that it names no move after the end of a game. Returns whether it does not answer.
fn no_move(engine: &mut EngineUnderTest, setup: &PositionCommand) -> Result<bool, Problem> {
    let name = match engine.ask(engine.limits.timeouts.stop) {
        Ok(best) => best.name,
        Err(failure) if failure.is_timeout() => {
            let soon = engine.within(engine.limits.timeouts.ready);
            let engine = engine.engine();
            engine.send_line("stop")?;
            engine.ready(soon)?;
            // Its answer to `stop` is not a stray one.
            engine.take_other_lines();
            return Ok(true);
        }
        Err(failure) => return Err(setup.blame(failure)),
    };
    let word = name.trim_matches(['(', ')']).to_ascii_lowercase();
    if matches!(&*word, "" | "none") || Move::read_leniently(&word) == Ok(Move::Pass) {
        return Ok(false);
    }
    let command = &setup.command;
    let message = format!("after `{command}` it answers `{name}`, but the game is over");
    Err(Problem::protocol(message))
}

pub fn go(engine: &mut EngineUnderTest, asked: &[PositionOrders]) -> Result<String, Problem> {
    let mut seen = String::new();
    let (mut slowest, mut longest) = (Duration::ZERO, Duration::ZERO);
    for PositionOrders { position, orders } in asked {
        let game = &position.game;
        for order in orders {
            let go = order.0;
            engine.new_game()?;
            let clock = go.left[game.position().turn().index()];
            let Some(allowed) = go.move_time.or(clock) else {
                engine.go(game, &go)?;
                continue;
            };
            let took = engine.go_within(game, &go, allowed)?.took;
            slowest = slowest.max(took.saturating_sub(allowed));
            longest = longest.max(took);
            seen = if clock.is_some() {
                format!(
                    "at most {} of {} ms",
                    longest.as_millis(),
                    allowed.as_millis()
                )
            } else if slowest.is_zero() {
                "never over its time".to_owned()
            } else {
                format!("over its time by {} ms at most", slowest.as_millis())
            };
        }
    }
    Ok(seen)
}

pub fn wins(engine: &mut EngineUnderTest, wins: &Wins) -> Result<String, Problem> {
    let time = Duration::from_millis(wins.move_time.0);
    let mut found = 0;
    let mut missed = String::new();
    for win in &wins.positions {
        engine.new_game()?;
        let answer = engine.go_within(&win.position.game, &Go::move_time(time), time)?;
        let name = answer.mv.to_string();
        if win.moves.contains(&name) {
            found += 1;
        } else if missed.is_empty() {
            let within = match win.plies {
                1 => "at once",
                3 => "in three plies",
                _ => "by force",
            };
            missed = format!(
                "; in {} it plays {name}, but {} wins {within}",
                win.position.game.position(),
                win.moves.join(" or ")
            );
        }
    }
    Ok(format!(
        "{found} of {}{missed}",
        counted(wins.positions.len(), "win")
    ))
}

pub fn random_positions(
    engine: &mut EngineUnderTest,
    &RandomPositions { count, seed }: &RandomPositions,
) -> Result<String, Problem> {
    let count = usize::try_from(count.0).unwrap_or(usize::MAX);
    for (index, position) in Positions::new(seed.0).take(count).enumerate() {
        // To begin a new game for each would take longer than the moves.
        if index % 16 == 0 {
            engine.new_game()?;
        } else {
            engine.engine().take_dialogue();
        }
        let game = Game::from_position(Rules::UAI, position);
        let moved = engine.move_soon(&game);
        moved.map_err(|failure| Problem::from(failure).about(&format!("in {position}")))?;
    }
    Ok(format!("{}, seed {}", counted(count, "position"), seed.0))
}

pub fn game(engine: &mut EngineUnderTest) -> Result<String, Problem> {
    /// No game is longer: at most 45 extends fill the board, with 99 jumps before each.
    const MAX_PLIES: usize = 45 * 100 + 99;
    engine.new_game()?;
    let mut game = Game::new(Rules::UAI);
    let mut plies = 0;
    while game.outcome().is_none() && plies < MAX_PLIES {
        engine.engine().take_dialogue();
        plies += 1;
        let moved = engine.move_soon(&game);
        let moved =
            moved.map_err(|failure| Problem::from(failure).about(&format!("at ply {plies}")));
        let played = game.play(moved?.mv);
        played.map_err(|error| Problem::protocol(format!("the move is not legal: {error}")))?;
    }
    let Some(outcome) = game.outcome() else {
        let message = format!("the game has no end after {}", counted(plies, "move"));
        return Err(Problem::protocol(message));
    };
    let end = match outcome.winner {
        Some(Color::Red) => "x wins",
        Some(Color::Blue) => "o wins",
        None => "a draw",
    };
    Ok(format!("{end} after {}", counted(plies, "move")))
}

pub fn perft(engine: &mut EngineUnderTest, all: &[Counted]) -> Result<String, Problem> {
    let mut counts = 0;
    for Counted { position, nodes } in all {
        let position = position.game.position();
        for (depth, &expected) in (1..).zip(nodes) {
            engine.new_game()?;
            let deadline = engine.within(engine.limits.timeouts.think);
            match engine.engine().perft(position, depth, deadline)? {
                None if counts == 0 => {
                    return Err(
                        Failure::unsupported("it does not support `perft`".to_owned()).into(),
                    );
                }
                None => {
                    return Err(Problem::protocol(format!(
                        "it does not answer `perft {depth}` in {position}"
                    )));
                }
                Some(found) if found != expected => {
                    return Err(Problem::protocol(format!(
                        "`perft {depth}` in {position} is {expected}, and it counts {found}"
                    )));
                }
                Some(_) => counts += 1,
            }
        }
    }
    Ok(counted(counts, "count"))
}
