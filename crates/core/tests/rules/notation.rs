//! Positions, moves and games are read back in every notation, and no parser panics.

use ataxx_core::board::{Bitboard, Color, Game, Move, PlayedMove, Position, Rules, Square};
use ataxx_core::notation::picture::{Arrow, Orientation, PictureOptions, svg};
use ataxx_core::notation::{
    BerkeleyMove, BlockLetters, BoardView, Dump, GameRecord, GameResult, MoveNotation, MoveRequest,
    Notation, ReloadedMove, ReloadedRows, Rows, Summary, SyntaxError, read_position,
};
use proptest::prelude::*;
use std::fmt::Display;
use std::str::FromStr;

/// Any position whose plies fit its side to move.
pub fn positions() -> impl Strategy<Value = Position> {
    let squares = proptest::collection::vec(0_u8..4, Square::COUNT);
    (squares, any::<bool>(), 0_u16..=100, 0_u32..1000).prop_map(|(contents, blue, jumps, turns)| {
        let holding = |what: u8| -> Bitboard {
            Square::all()
                .zip(&contents)
                .filter(|&(_, &content)| content == what)
                .map(|(square, _)| square)
                .collect()
        };
        let turn = if blue { Color::Blue } else { Color::Red };
        Position::new(holding(1), holding(2), holding(3), turn)
            .expect("a square holds one thing")
            .with_jumps(jumps)
            .with_plies(2 * turns + u32::from(blue))
    })
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("below 49"))
}

/// Games of random moves under random rules, with or without blocks.
pub fn games() -> impl Strategy<Value = (Rules, Game)> {
    let choices = proptest::collection::vec(any::<prop::sample::Index>(), 0..80);
    let blocks = proptest::collection::vec(squares(), 0..4);
    (0..Rules::NAMED.len(), blocks, choices).prop_map(|(rules, blocks, choices)| {
        let rules = Rules::NAMED[rules];
        let mut game = Game::new(rules);
        for block in blocks {
            // Corners cannot be blocked, and Reloaded has no blocks at all.
            let _ = game.place_block(block);
        }
        for choice in choices {
            let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
            if moves.is_empty() {
                break;
            }
            let mv = *choice.get(&moves);
            let origins: Vec<_> = game.position().origins(mv).squares().collect();
            match (mv.to(), origins.is_empty()) {
                (Some(to), false) => game.play_between(*choice.get(&origins), to),
                _ => game.play(mv),
            }
            .expect("a legal move");
        }
        (rules, game)
    })
}

/// Random text with parts of valid notation.
fn random_text() -> impl Strategy<Value = String> {
    let pieces = [
        "x5o",
        "/",
        "7",
        "-",
        "x",
        "o",
        "r",
        "b",
        "X",
        " ",
        "\n",
        "\t",
        "===",
        "0",
        "1",
        "2:",
        "1:",
        ":",
        "move",
        "start",
        "a7",
        "-b7",
        "0000",
        "pass",
        "rules:",
        "start:",
        "1.",
        "...",
        "1-0",
        "*",
        "#",
        "\0",
        "ä",
        "–",
        "💥",
        "3gh",
        "\u{a0}",
        "\r\n",
        "99999999999999999999",
        "r-----b/-------/-------/-------/-------/-------/b-----r",
        "x5o/7/7/7/7/7/o5x",
    ];
    let words = proptest::collection::vec(prop::sample::select(pieces.to_vec()), 0..40);
    prop_oneof![words.prop_map(|words| words.concat()), any::<String>()]
}

fn read_back<T: FromStr<Err = SyntaxError> + Display>(value: &T) -> T {
    let text = value.to_string();
    text.parse()
        .unwrap_or_else(|error: SyntaxError| panic!("{text}: {error}"))
}

/// Checks that an error points into the text and follows the style of messages.
fn check_error(text: &str, error: &SyntaxError) {
    assert!(
        text.get(error.span.clone()).is_some(),
        "{text:?}: {error:?}"
    );
    assert!(!error.message.is_empty(), "{text:?}");
    assert!(
        !error.message.contains(char::is_control),
        "{text:?}: {error:?}"
    );
}

/// Runs every parser; what is read must be written and read back.
fn parse_all(text: &str) {
    fn parse<T: FromStr<Err = SyntaxError> + Display>(text: &str) {
        match text.parse::<T>() {
            Ok(value) => {
                read_back(&value);
            }
            Err(error) => check_error(text, &error),
        }
    }
    parse::<Square>(text);
    parse::<Color>(text);
    parse::<Rules>(text);
    parse::<BerkeleyMove>(text);
    parse::<Move>(text);
    parse::<ReloadedMove>(text);
    parse::<MoveNotation>(text);
    parse::<BlockLetters>(text);
    parse::<Position>(text);
    parse::<Dump>(text);
    parse::<Rows>(text);
    parse::<ReloadedRows>(text);
    parse::<MoveRequest>(text);
    parse::<GameRecord>(text);
    if let Err(error) = read_position(text) {
        check_error(text, &error);
    }
}

/// Whether a text has words that are reserved in the output of a session.
fn has_reserved_words(text: &str) -> bool {
    let text = text.to_lowercase();
    ["passes", "wins", "draw", "moves", "==="]
        .iter()
        .any(|word| text.contains(word))
}

proptest! {
    #[test]
    fn positions_as_fen(position in positions()) {
        prop_assert_eq!(read_back(&position), position);
        let text = position.to_string();
        prop_assert_eq!(Notation::of(&text), Some(Notation::Fen));
        prop_assert_eq!(read_position(&text), Ok(position));
        let without_turns = text.rsplit_once(' ').map_or("", |(start, _)| start);
        let expected = position.with_plies(position.plies() % 2);
        prop_assert_eq!(read_position(without_turns), Ok(expected));
    }

    #[test]
    fn positions_as_dumps(position in positions()) {
        let first_turn = position.with_plies(position.plies() % 2);
        let bare = position.with_turn(Color::Red).with_plies(0).with_jumps(0);
        let dump = Dump(position);
        prop_assert_eq!(read_back(&dump).0, bare);
        prop_assert_eq!(read_position(&dump.to_string()), Ok(bare));
        let followed = format!("{dump}\n{} {}\n", position.turn(), position.jumps());
        prop_assert_eq!(read_position(&followed), Ok(first_turn));
        let rows = Rows(position);
        prop_assert_eq!(read_back(&rows).0, first_turn);
        prop_assert_eq!(read_position(&rows.to_string()), Ok(first_turn));
        prop_assert_eq!(read_position(&rows.to_string().replace('/', " ")), Ok(first_turn));
        let inside = dump.to_string().replace("===\n", "").replace("\n===", "");
        prop_assert_eq!(read_position(&inside), Ok(bare));
    }

    #[test]
    fn positions_as_reloaded_rows(position in positions()) {
        let open = Position::new(
            position.pieces(Color::Red),
            position.pieces(Color::Blue),
            Bitboard::EMPTY,
            Color::Red,
        )
        .expect("still apart");
        let rows = ReloadedRows::new(&open).expect("no blocks");
        prop_assert_eq!(rows.position(), open);
        prop_assert_eq!(read_back(&rows), rows);
        prop_assert_eq!(read_position(&rows.to_string()), Ok(open));
        let numbered = open.with_plies(position.plies() / 2 * 2);
        let request = MoveRequest::new(&numbered).expect("no blocks");
        prop_assert_eq!(request.position(), numbered);
        prop_assert_eq!(read_back(&request), request);
        prop_assert_eq!(read_position(&request.to_string()), Ok(numbered));
        prop_assert_eq!(ReloadedRows::new(&position).is_ok(), position.blocks().is_empty());
    }

    #[test]
    fn legal_moves_in_every_notation((_, game) in games()) {
        let position = game.position();
        for mv in position.legal_moves(game.rules()) {
            prop_assert_eq!(read_back(&mv), mv);
            let (mut berkeley_game, mut reloaded_game) = (game.clone(), game.clone());
            let berkeley = BerkeleyMove::of(mv, position);
            prop_assert_eq!(read_back(&berkeley), berkeley);
            prop_assert_eq!(berkeley.play(&mut berkeley_game).map(|played| played.mv), Ok(mv));
            let reloaded = ReloadedMove::of(mv, position);
            prop_assert_eq!(read_back(&reloaded), reloaded);
            prop_assert_eq!(reloaded.play(&mut reloaded_game).map(|played| played.mv), Ok(mv));
            prop_assert_eq!(berkeley_game, reloaded_game);
        }
    }

    #[test]
    fn blocks_as_letters(bits in 1_u16..1 << 14) {
        let names = "123456abcdefgh".chars().enumerate();
        let text: String = names
            .filter(|(index, _)| bits >> index & 1 == 1)
            .map(|(_, name)| name)
            .collect();
        let letters: BlockLetters = text.parse().expect("letters");
        prop_assert_eq!(letters.to_string(), text);
        prop_assert_eq!(BlockLetters::try_from(letters.squares()), Ok(letters));
    }

    #[test]
    fn only_symmetric_sets_have_letters(set in 0_u64..1 << 49) {
        let set = Bitboard::from_bits(set);
        let whole: Bitboard = set
            .squares()
            .filter(|square| !square.is_corner() && Position::block_set(*square).count() > 1)
            .map(Position::block_set)
            .fold(Bitboard::EMPTY, |all, set| all | set);
        for set in [set, whole] {
            let fits = set == whole && !set.is_empty();
            let letters = BlockLetters::try_from(set);
            prop_assert_eq!(letters.is_ok(), fits);
            prop_assert!(letters.is_err() || letters.map(BlockLetters::squares) == Ok(set));
        }
    }

    #[test]
    fn games_as_records((rules, game) in games(), result in 0..4_usize) {
        let record = GameRecord::new(rules, &game).expect("blocks came first");
        prop_assert_eq!(record.game(), &game);
        prop_assert_eq!(&read_back(&record), &record);
        let results = [
            GameResult::Win(Color::Red),
            GameResult::Win(Color::Blue),
            GameResult::Draw,
            GameResult::Unfinished,
        ];
        let claimed = record.clone().with_result(results[result]);
        let fits = game.outcome().is_none() || record.result() == results[result];
        prop_assert_eq!(claimed.is_ok(), fits);
        if let Ok(claimed) = claimed {
            prop_assert_eq!(&read_back(&claimed), &claimed);
        }
        let mut unnumbered = format!("rules: {rules}\nstart: {}\n", record.start());
        for played in game.moves() {
            unnumbered.extend([&BerkeleyMove::from(played).to_string(), "\n"]);
        }
        prop_assert_eq!(unnumbered.parse(), Ok(record));
    }

    #[test]
    fn boards_and_summaries_have_no_reserved_words((_, game) in games()) {
        let position = *game.position();
        let view = BoardView::new(position).with_last_move(game.last_move());
        let text = format!("{view}\n{}\n{position}", Summary(position));
        prop_assert!(!has_reserved_words(&text), "{}", text);
        prop_assert!(view.to_string().lines().all(|line| line == line.trim_end()));
        prop_assert_eq!(view.to_string().lines().count(), 8);
    }

    #[test]
    fn pictures_are_well_formed(
        (_, game) in games(),
        arrows in proptest::collection::vec((squares(), squares()), 0..4),
        title in any::<Option<String>>(),
        turned: bool,
        coordinates: bool,
    ) {
        let options = PictureOptions {
            orientation: if turned { Orientation::Turned } else { Orientation::Usual },
            coordinates,
            last_move: game.last_move(),
            arrows: arrows.into_iter().map(|(from, to)| Arrow { from, to }).collect(),
            title,
            ..PictureOptions::default()
        };
        let picture = svg(game.position(), &options);
        let document = roxmltree::Document::parse(&picture);
        prop_assert!(document.is_ok(), "{:?}\n{}", document.err(), picture);
        prop_assert!(options.title.is_some() || !has_reserved_words(&picture), "{}", picture);
    }

    #[test]
    fn no_parser_panics(text in random_text()) {
        parse_all(&text);
    }
}

#[test]
fn every_pair_of_squares_as_a_move() {
    for from in Square::all() {
        for to in Square::all() {
            let step = BerkeleyMove::Step { from, to };
            assert_eq!(read_back(&step), step);
            let reloaded = ReloadedMove(step);
            assert_eq!(read_back(&reloaded), reloaded);
        }
    }
    let pass = BerkeleyMove::Pass;
    assert_eq!(read_back(&pass), pass);
    assert_eq!(read_back(&ReloadedMove(pass)), ReloadedMove(pass));
    assert_eq!(read_back(&Move::Pass), Move::Pass);
}

#[test]
fn lines_of_any_length_are_read() {
    let pieces = [
        "1",
        "x",
        "7/",
        "-",
        "r",
        "r ",
        "rr-bbbr ",
        "1:",
        "0:0:0:0:0:0:0:\n",
        "a7-b7 ",
        "a",
        "é",
        "\0",
        " ",
        "\n",
        "/",
        ":",
        "=",
        "===\n",
        "3",
        "3gh",
        "#",
        "#\n",
        "move ",
        "1. ",
        "*",
        "0",
    ];
    for piece in pieces {
        let text = piece.repeat(250_000 / piece.len());
        parse_all(&text);
        for prefix in [
            "x5o/7/7/",
            "===\n  r - - -",
            "move\n1\n7\n1:",
            "rules: ",
            "start: ",
            "1. ",
        ] {
            parse_all(&format!("{prefix}{text}"));
        }
    }
}

/// The positions in the table of the specification.
#[test]
fn the_rows_of_the_specification() {
    let rows = "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbb";
    let position = read_position(rows).expect("seven rows");
    insta::assert_snapshot!(position, @"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1");
    insta::assert_snapshot!(Dump(position), @"
    ===
      r r - b b b r
      r r r b b b r
      r r b b b b r
      r r b b b b r
      r r r b b b r
      r r b b b b b
      r r b b b b b
    ===
    ");
    let after = "x5o/7/7/7/7/7/o5x x 0 1";
    assert_eq!(read_position(after), Ok(Position::start()));
}

#[test]
fn one_game_on_every_board() {
    let record: GameRecord = "rules: 2022\n\
        1. a7-b7 a1-a2 2. a7-a6 a2-a3 3. a6-a5 a3-a4"
        .parse()
        .expect("a game");
    let position = record.game().position();
    insta::assert_snapshot!(record, @"
    rules: 2022

    1. a7-b7 a1-a2
    2. a7-a6 a2-a3
    3. a6-a5 a3-a4
    *
    ");
    insta::assert_snapshot!(Rows(*position), @"rr----b/r------/b------/b------/b------/b------/b-----r r 0");
    let view = BoardView::new(*position).with_last_move(record.game().last_move());
    insta::assert_snapshot!(format!("{view}\n\n{}", Summary(*position)), @"
    7  r r - - - - b
    6  r - - - - - -
    5  b - - - - - -
    4 [b]- - - - - -
    3  b - - - - - -
    2  b - - - - - -
    1  b - - - - - r
       a b c d e f g

    red 4, blue 6; Red to move; no jumps in a row
    ");
    let open = ReloadedRows::new(position).expect("no blocks");
    insta::assert_snapshot!(open, @"
    1:1:0:0:0:0:2:
    1:0:0:0:0:0:0:
    2:0:0:0:0:0:0:
    2:0:0:0:0:0:0:
    2:0:0:0:0:0:0:
    2:0:0:0:0:0:0:
    2:0:0:0:0:0:1:
    ");
}

#[test]
fn an_extend_keeps_its_origin_where_the_notation_has_one() {
    let mut game = Game::new(Rules::BERKELEY_2016);
    for text in ["a7-b7", "a1-a2", "b7-a6"] {
        let mv: BerkeleyMove = text.parse().expect(text);
        let played = mv.play(&mut game).expect("legal");
        assert_eq!(MoveNotation::Berkeley.write(played), text);
    }
    let last = game.last_move().expect("three were played");
    assert_eq!(MoveNotation::Uai.write(last), "a6");
    assert_eq!(MoveNotation::Reloaded.write(last), "1:0:0:1:");
    let unnamed = PlayedMove { from: None, ..last };
    assert_eq!(MoveNotation::Uai.write(unnamed), "a6");
}
