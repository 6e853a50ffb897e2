//! Positions are understood.

use super::super::bench::{Bench, for_a_moment, game};
use super::super::report::Problem;
use crate::board::{Game, Move, Position};
use crate::opponents::uai::client::FailureKind;

/// A position in a text that is known to be one.
pub(super) fn position(fen: &str) -> Result<Position, Problem> {
    fen.parse()
        .map_err(|error| Problem::Wrong(format!("`{fen}` is no position: {error}")))
}

/// What it plays when it was told of a position in these words.
fn told(bench: &mut Bench, words: &str, game: &Game) -> Result<Move, Problem> {
    bench.case()?.say(words)?;
    let think = bench.settings.patience.think;
    let answer = bench.ask(&for_a_moment(), think).and_then(|best| {
        let answer = best.check(game)?;
        Ok(answer.mv)
    });
    answer.map_err(|problem| problem.about(&format!("after `{words}`")))
}

/// A game with these moves, which are known to be legal.
fn played(position: Position, moves: &str) -> Result<Game, Problem> {
    let mut game = game(position);
    for name in moves.split_whitespace() {
        let mv: Move = name
            .parse()
            .map_err(|error| Problem::Wrong(format!("`{name}` is no move: {error}")))?;
        if let Err(error) = game.play(mv) {
            return Err(Problem::Wrong(format!("{name} is not legal: {error}")));
        }
    }
    Ok(game)
}

pub fn start(bench: &mut Bench) -> Result<String, Problem> {
    let start = game(Position::start());
    told(bench, "position startpos", &start)?;
    for moves in ["b7", "a7c5 a2 c4", "g2 a2 g3 a3 g4"] {
        let game = played(Position::start(), moves)?;
        told(bench, &format!("position startpos moves {moves}"), &game)?;
    }
    Ok(String::new())
}

/// Ranks where nobody can make a move of the other's.
const APART: &str = "xx5/7/7/7/7/7/5oo";

/// Tells it of positions with these ends of their FENs.
fn ends(bench: &mut Bench, ends: &[&str]) -> Result<(), Problem> {
    for side in ["x", "o"] {
        for end in ends {
            let fen = format!("{APART} {side}{end}");
            let game = game(position(&fen)?);
            told(bench, &format!("position fen {fen}"), &game)?;
        }
    }
    Ok(())
}

pub fn short_fens(bench: &mut Bench) -> Result<String, Problem> {
    ends(bench, &["", " 0"])?;
    Ok(String::new())
}

pub fn fens(bench: &mut Bench) -> Result<String, Problem> {
    ends(bench, &[" 0 1", " 12 30"])?;
    let fen = format!("{APART} x 0 1");
    for moves in ["b6", "b7d5 f2 e5"] {
        let game = played(position(&fen)?, moves)?;
        told(bench, &format!("position fen {fen} moves {moves}"), &game)?;
    }
    Ok(String::new())
}

/// In each there is a single move, which gaps leave.
const NARROW: [(&str, &str); 4] = [
    ("x--4/---4/1--4/7/7/7/6o x 0 1", "a7a5"),
    ("x--4/1--4/---4/7/7/7/6o x 0 1", "a6"),
    ("x--4/---4/--14/7/7/7/6o x 0 1", "a7c5"),
    ("x6/7/7/7/4-1-/4---/4--o o 3 20", "g1f3"),
];

pub fn gaps(bench: &mut Bench) -> Result<String, Problem> {
    for (fen, _) in NARROW {
        told(bench, &format!("position fen {fen}"), &game(position(fen)?))?;
    }
    let wide = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
    told(
        bench,
        &format!("position fen {wide}"),
        &game(position(wide)?),
    )?;
    Ok(String::new())
}

/// In each there is a single move, as the board is nearly full.
const LAST: [(&str, &str); 4] = [
    (
        "ooooooo/ooooooo/ooooooo/ooooooo/ooooxoo/ooooooo/oooooo1 x 0 30",
        "e3g1",
    ),
    (
        "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooxo/oooooo1 x 0 30",
        "g1",
    ),
    (
        "xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/xxxxxxx/xxxoxxx/xxxxxxx o 1 30",
        "d2d4",
    ),
    (
        "1xxxxxx/oxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx o 0 30",
        "a7",
    ),
];

pub fn single(bench: &mut Bench) -> Result<String, Problem> {
    for (fen, _) in LAST {
        told(bench, &format!("position fen {fen}"), &game(position(fen)?))?;
    }
    Ok(String::new())
}

/// A side that is walled in, and has to pass until the game is over.
const WALLED_IN: [&str; 2] = [
    "x--4/---4/---4/7/7/7/6o x 0 1",
    "x6/7/7/7/4---/4---/4--o o 7 40",
];

pub fn pass(bench: &mut Bench) -> Result<String, Problem> {
    for fen in WALLED_IN {
        let mut game = game(position(fen)?);
        let words = format!("position fen {fen}");
        bench.case()?.say(&words)?;
        let think = bench.settings.patience.think;
        let best = bench.ask(&for_a_moment(), think)?;
        let name = best.name.clone();
        let answer = best.check(&game).map_err(Problem::from);
        let answer = answer.map_err(|problem| problem.about(&format!("after `{words}`")))?;
        if name != "0000" {
            let message = format!("it answers `{name}`; a pass is written `0000`");
            return Err(Problem::Wrong(message));
        }
        if let Err(error) = game.play(answer.mv) {
            return Err(Problem::Wrong(format!("the pass is not legal: {error}")));
        }
        told(bench, &format!("{words} moves 0000"), &game)?;
    }
    Ok(String::new())
}

/// Games that are over: nobody is left of a side, the board is full, neither can move.
const OVER: [&str; 5] = [
    "7/7/7/3x3/7/7/7 o 0 20",
    "7/7/7/3x3/7/7/7 x 0 20",
    "xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 30",
    "xxxxxxx/xxxxxxx/xxx-xxx/xxxxooo/ooooooo/ooo-ooo/ooooooo o 0 30",
    "x--1--o/---1---/---1---/7/---1---/---1---/o--1--x x 0 1",
];

pub fn finished(bench: &mut Bench) -> Result<String, Problem> {
    let mut silent = 0;
    for fen in OVER {
        let words = format!("position fen {fen}");
        bench.case()?.say(&words)?;
        let limit = bench.settings.patience.stop;
        match bench.ask(&for_a_moment(), limit) {
            Ok(best) => {
                let name = best.name.trim_matches(['(', ')']).to_ascii_lowercase();
                let is_none = matches!(name.as_str(), "" | "none")
                    || Move::read_loosely(&name) == Ok(Move::Pass);
                if !is_none {
                    return Err(Problem::Wrong(format!(
                        "after `{words}` it answers `{}`, but the game is over",
                        best.name
                    )));
                }
            }
            Err(Problem::Engine(_, failure)) if matches!(failure.kind, FailureKind::Timeout(_)) => {
                silent += 1;
                let soon = bench.soon();
                let engine = bench.engine()?;
                engine.say("stop")?;
                engine.ready(soon)?;
                // What it says after `stop` is its answer.
                bench.engine()?.take_chatter();
            }
            Err(problem) => return Err(problem.about(&format!("after `{words}`"))),
        }
    }
    Ok(match silent {
        0 => "it names no move".to_owned(),
        _ => "it does not answer".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    #[test]
    fn the_positions_are_what_they_should_be() {
        for (fen, mv) in NARROW.into_iter().chain(LAST) {
            let game = game(position(fen).expect(fen));
            assert_eq!(game.outcome(), None, "{fen}");
            let moves: Vec<String> = game
                .position()
                .legal_moves(&Rules::UAI)
                .map(|mv| mv.to_string())
                .collect();
            assert_eq!(moves, [mv], "{fen}");
        }
        for fen in WALLED_IN {
            let mut game = game(position(fen).expect(fen));
            assert_eq!(game.outcome(), None, "{fen}");
            game.play(Move::Pass).expect(fen);
        }
        for fen in OVER {
            assert!(game(position(fen).expect(fen)).outcome().is_some(), "{fen}");
        }
    }
}
