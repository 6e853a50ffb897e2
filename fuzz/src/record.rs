//! Records of games, and games in the form of PGN.

use crate::errors::{check_syntax_error, text};
use crate::twins::{check_same, literal_of};
use ataxx_core::board::{Game, Move, Rules};
use ataxx_core::notation::{BerkeleyMove, GameRecord, GameResult};

/// Reads the bytes as a record: what is read is printed and read again as the same,
/// and the rules taken word for word play it too; errors are in order. The same bytes are read as
/// PGN.
pub fn check(data: &[u8]) {
    let text = text(data);
    match text.parse::<GameRecord>() {
        Ok(record) => {
            check_text(&record);
            check_game(&record);
        }
        Err(error) => check_syntax_error(&text, &error),
    }
    crate::pgn::check(&text);
}

fn check_text(record: &GameRecord) {
    let printed = record.to_string();
    assert_eq!(printed.parse().as_ref(), Ok(record));
    let commented = printed.replace('\n', " # 1. a7-b7\r\n");
    assert_eq!(commented.parse().as_ref(), Ok(record));
    let moves: Vec<String> = record
        .game()
        .moves()
        .map(|played| BerkeleyMove::from(played).to_string())
        .collect();
    let (headers, _) = printed.split_once("\n\n").unwrap_or((&printed, ""));
    if !moves.is_empty() {
        let unnumbered = format!("{headers}\n{} {}", moves.join(" "), record.result());
        // Without the comments about moves.
        let read: GameRecord = unnumbered.parse().expect("a record");
        assert_eq!(read.game(), record.game());
        assert_eq!(read.result(), record.result());
        assert_eq!(read.particulars(), record.particulars());
    }
}

fn check_game(record: &GameRecord) {
    let game = record.game();
    let again = GameRecord::new(record.rules(), game).expect("it was a record before");
    assert_eq!(again.game(), game);
    assert_eq!(again.result(), GameResult::from(game.outcome()));
    let again = again.with_result(record.result()).expect("as before");
    assert_eq!(again.result(), record.result());
    let start = record.start();
    // Counts that are nearly full stay full on the board and overflow word for word.
    if start.plies() > u32::MAX / 2 || start.jumps() > u16::MAX / 2 {
        return;
    }
    let rules = game.rules();
    let mut copy = Game::from_position(*rules, start);
    let mut literal = literal_of(&start);
    check_same(&start, &literal, rules);
    for played in game.moves() {
        let is_legal = literal.named_moves(rules).contains(&played);
        if *rules == Rules::RELOADED && played.mv == Move::Pass && !is_legal {
            literal.turn = literal.turn.opposite();
            literal.plies += 1;
            copy.forfeit_move().expect("the game goes on");
        } else {
            literal = literal.play(played.mv, rules).expect("a legal move");
            copy.play(played.mv).expect("a legal move");
        }
        check_same(copy.position(), &literal, rules);
    }
    assert_eq!(copy.position(), game.position());
}
