//! Games as the page's script reads them.
//!
//! ```text
//! r 1 r-----b…b-----r GAB,-CQD,,
//! ```
//!
//! Four words: who moves first (`r` or `b`), the number of the first turn, the 49 squares
//! from a1 to g7 rank by rank (`r`, `b`, `x` for a block, `-`), and the plies with a comma after
//! each. A ply is nothing (a pass), or a `-` if the piece leaves its square (a jump), where
//! it comes from, where it goes, and every piece that changes sides. A square is a letter:
//! `A` to `Z` are the first 26, `a` to `w` the others. So the script needs to know no rules.

use ataxx_core::board::{Cell, Color, PlayedMove, Position, Rules, Square};
use ataxx_core::notation::GameRecord;

/// The whole game.
pub fn encoded(record: &GameRecord) -> String {
    let start = record.start();
    let rules = record.game().rules();
    let mut text = format!(
        "{} {} {} ",
        side(start.turn()),
        start.turn_number(),
        Square::all()
            .map(|square| cell(&start, square))
            .collect::<String>()
    );
    let mut position = start;
    for played in record.game().moves() {
        ply(&mut text, &position, played, rules);
        text.push(',');
        position = position.after(played.mv, rules);
    }
    text
}

fn ply(text: &mut String, before: &Position, played: PlayedMove, rules: &Rules) {
    let (Some(from), Some(to)) = (played.from, played.to()) else {
        return;
    };
    let mover = before.turn();
    let after = before.after(played.mv, rules);
    if after.cell(from) == Cell::Empty {
        text.push('-');
    }
    let flipped = after.pieces(mover) & before.pieces(!mover);
    text.extend([from, to].into_iter().chain(flipped.squares()).map(letter));
}

const fn side(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Blue => 'b',
    }
}

fn cell(position: &Position, square: Square) -> char {
    match position.cell(square) {
        Cell::Empty => '-',
        Cell::Piece(color) => side(color),
        Cell::Block => 'x',
    }
}

fn letter(square: Square) -> char {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
    char::from(letters[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Game, Rules};

    #[test]
    fn an_extend_a_jump_and_a_flip() {
        let record: GameRecord = "a7-b7 a1-a3 g1-e1 a3-a5 b7-b6".parse().expect("a record");
        insta::assert_snapshot!(encoded(&record), @"r 1 b-----r-----------------------------------r-----b qr,-AO,-GE,-Oc,rkc,");
    }

    #[test]
    fn blocks_and_a_pass() {
        let record: GameRecord =
            "rules: uai\nstart: o------/-------/-------/7/7/7/x6 o 0 12\n\n12... - 13. a1-b1"
                .parse()
                .expect("a record");
        insta::assert_snapshot!(encoded(&record), @"b 12 r---------------------------xxxxxxxxxxxxxxbxxxxxx ,AB,");
    }

    /// What the script does.
    fn decoded(text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split(' ').collect();
        let index = |letter: u8| {
            usize::from(if letter >= b'a' {
                letter - b'a' + 26
            } else {
                letter - b'A'
            })
        };
        let mut cells: Vec<u8> = words[2].bytes().collect();
        let mut boards = vec![words[2].to_owned()];
        let mut mover = words[0].as_bytes()[0];
        for ply in words[3].split_terminator(',') {
            let squares = ply.trim_start_matches('-').as_bytes();
            for &square in squares.iter().skip(1) {
                cells[index(square)] = mover;
            }
            if ply.starts_with('-') {
                cells[index(squares[0])] = b'-';
            }
            mover = if mover == b'r' { b'b' } else { b'r' };
            boards.push(String::from_utf8_lossy(&cells).into_owned());
        }
        boards
    }

    #[test]
    fn every_position_comes_back() {
        for (seed, rules) in (0_usize..).zip(Rules::NAMED) {
            let mut game = Game::new(rules);
            for ply in 0..200 {
                let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[(ply * 7919 + seed) % moves.len()])
                    .expect("legal");
            }
            let record = GameRecord::new(rules, &game).expect("a record");
            let boards = decoded(&encoded(&record));
            assert_eq!(boards.len(), game.moves().len() + 1, "{rules}");
            for board in boards.iter().rev() {
                let shown = |square| cell(game.position(), square);
                let expected: String = Square::all().map(shown).collect();
                assert_eq!(*board, expected, "{rules}");
                game.undo();
            }
        }
    }
}
