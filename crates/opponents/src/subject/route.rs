//! The commands that set up a game.

use ataxx_core::board::{Game, Position, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters, Rows};
use ataxx_session::{CommandName, Dialect};

/// The commands that begin a new game, with both sides played by hand where the dialect has a
/// command for that. They say what the documents leave open: whether `new` makes Blue an AI
/// again, and whether `clear` makes the Player red again. No AI makes a move in between.
pub fn new_game(dialect: Dialect) -> &'static [&'static str] {
    if CommandName::New.is_in(dialect) {
        &["manual red", "new", "manual blue"]
    } else if CommandName::Manual.is_in(dialect) {
        &["clear", "manual blue"]
    } else {
        &["clear", "color red"]
    }
}

/// The commands that lead back to where a program starts: with Blue as an AI.
pub fn back_to_start(dialect: Dialect) -> &'static [&'static str] {
    if CommandName::New.is_in(dialect) {
        &["manual red", "new", "manual blue", "auto blue"]
    } else if CommandName::Color.is_in(dialect) {
        &["clear", "color red"]
    } else {
        &["clear"]
    }
}

/// The commands that set up a game: they begin a new game, with both sides played by hand where
/// the dialect has a command for that, and end before `start`.
pub fn commands(game: &Game, dialect: Dialect) -> Result<Vec<String>, String> {
    if *game.rules() != dialect.rules() {
        let name = dialect.name();
        return Err(format!("it plays by the rules of {name} and no others"));
    }
    let start = game.start();
    let blocks = start.blocks();
    let mut route: Vec<String> = new_game(dialect)
        .iter()
        .map(|line| (*line).into())
        .collect();
    let by_letter = !CommandName::Block.is_in(dialect);
    let mut replayed = Game::new(dialect.rules());
    let mut left = blocks;
    while let Some(square) = left.first() {
        place(&mut replayed, square)?;
        left &= !Position::block_set(square);
        if !by_letter {
            route.push(format!("block {square}"));
        }
    }
    if by_letter && !blocks.is_empty() {
        let letters = BlockLetters::try_from(blocks).map_err(|error| error.to_string())?;
        route.push(format!("blocks {letters}"));
    }
    if replayed.position() != start {
        let rows = Rows(*start);
        return Err(format!("no game begins with `{rows}`"));
    }
    for played in game.moves() {
        let mv = BerkeleyMove::from(played);
        if mv.play(&mut replayed).is_err() {
            return Err(format!("`{mv}` is not legal on the way there"));
        }
        route.push(mv.to_string());
    }
    if replayed.position() != game.position() {
        return Err("its moves do not lead there".to_owned());
    }
    Ok(route)
}

fn place(game: &mut Game, square: Square) -> Result<(), String> {
    game.place_block(square).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    fn game(dialect: Dialect, blocks: &[&str], moves: &str) -> Game {
        let mut game = Game::new(dialect.rules());
        for block in blocks {
            game.place_block(square(block)).expect("a block");
        }
        for text in moves.split_whitespace() {
            let mv: BerkeleyMove = text.parse().expect("a move");
            mv.play(&mut game).expect("legal");
        }
        game
    }

    fn route(game: &Game, dialect: Dialect) -> String {
        match commands(game, dialect) {
            Ok(commands) => commands.join("; "),
            Err(reason) => reason,
        }
    }

    #[test]
    fn a_game_is_played_again() {
        let moves = "a7-a6 a1-c2";
        let blocks = ["d1", "b3"];
        let of = |dialect| route(&game(dialect, &blocks, moves), dialect);
        insta::assert_snapshot!(of(Dialect::SPRING_2022), @"manual red; new; manual blue; block d1; block b3; a7-a6; a1-c2");
        insta::assert_snapshot!(of(Dialect::FALL_2016), @"clear; manual blue; block d1; block b3; a7-a6; a1-c2");
        insta::assert_snapshot!(of(Dialect::FALL_2008), @"clear; color red; blocks 4c; a7-a6; a1-c2");
    }

    #[test]
    fn unreachable_games_are_refused() {
        let rules = Dialect::SPRING_2022.rules();
        let other_rules = Game::new(Dialect::FALL_2008.rules());
        insta::assert_snapshot!(route(&other_rules, Dialect::SPRING_2022), @"it plays by the rules of 2022 and no others");
        let middle = Game::from_position(rules, Position::start().with_jumps(3));
        insta::assert_snapshot!(route(&middle, Dialect::SPRING_2022), @"no game begins with `r-----b/-------/-------/-------/-------/-------/b-----r r 3`");
        let d4 = game(Dialect::FALL_2008, &["d4"], "");
        insta::assert_snapshot!(route(&d4, Dialect::FALL_2008), @"d4 is blocked, and the middle square has no letter");
    }
}
