use super::*;
use crate::board::{Game, Position};
use crate::notation::search_summary::tests::summary;
use crate::notation::{NotRecordable, Particulars, Remark};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

/// As cuteataxx writes it.
const FILE: &str = "[Event \"*\"]
[Site \"CuteAtaxx\"]
[Date \"2026-11-23 12:00:00\"]
[Round \"1\"]
[Black \"one\"]
[White \"the \"other\" C:\\x\"]
[Result \"0-1\"]
[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]
[FinalFEN \"6o/7/x6/7/7/7/o5x o 1 1\"]
[Adjudicated \"Out of time\"]
[Winner \"the other\"]
[Loser \"one\"]
[PlyCount \"2\"]
[Material \"+0\"]

1. a7a5 { movetime 12 } g6 { movetime 1000 } 0-1


[Black \"one\"]
[White \"two\"]
[Result \"*\"]
[FEN \"x5o/7/7/7/7/7/o5x o 0 3\"]

1... b1 2. f1 *

";

fn read(text: &str) -> GameRecord {
    let games = Pgn::read_all(text).expect(text);
    let [game] = games.try_into().expect("one game");
    game
}

#[test]
fn a_file_of_cuteataxx() {
    assert!(Pgn::is_pgn(FILE));
    let games = Pgn::read_all(FILE).expect("two games");
    // The move that came too late was not played.
    insta::assert_snapshot!(games[0], @r#"
    red: one
    blue: the "other" C:\x
    end: forfeit on time
    rules: uai

    1. a7-a5
    # 1. {0.012s}
    0-1
    "#);
    insta::assert_snapshot!(games[1], @"
    red: one
    blue: two
    rules: uai
    start: x5o/7/7/7/7/7/o5x o 0 3

    3... a1-b1
    4. g1-f1
    *
    ");
    assert_eq!(games.len(), 2);
    // It was, unless the final position is the one before it.
    for last in ["5oo/7/x6/7/7/7/o5x", "6o/7/x6/7/7/7/7"] {
        let file = FILE.replace("6o/7/x6/7/7/7/o5x", last);
        let games = Pgn::read_all(&file).expect("two games");
        assert_eq!(games[0].game().moves().len(), 2, "{last}");
    }
}

#[test]
fn comments_before_the_first_move_are_on_it() {
    let record = read("[Black \"a\"]\n\n{an} {opening} 1. b7 { good } f7 *");
    let comments: Vec<_> = record.comments().iter().collect();
    let whole = Remark::new("an opening good").expect("a remark");
    assert_eq!(comments, [(&(None, 0), &whole)]);
}

#[test]
fn moves_in_any_notation() {
    let plies = |moves: &str| {
        read(&format!("[Black \"a\"]\n\n{moves} *"))
            .game()
            .moves()
            .len()
    };
    assert_eq!(plies("1. a7-b7 P@b1 2. 6:6:5:6: a1a3"), 4);
    // The form does not keep from which of two neighbours an extend comes.
    let record = read("[Black \"a\"]\n\n1. a7-b7 a1-a2 2. b7-a6 *");
    assert_eq!(read(&Pgn(&record).to_string()), record);
}

#[test]
fn a_comment_that_would_be_read_as_a_search_is_one() {
    for comment in [
        "{ movetime\0 12 }",
        "{ movetime } { 12 }",
        "{ movetime 12 }",
    ] {
        for moves in [format!("1. b7 {comment}"), format!("{comment} 1. b7")] {
            let text = format!("[Black \"a\"]\n\n{moves} *");
            let record = read(&text);
            assert_eq!(record.searches().len(), 1, "{moves}");
            assert_eq!(read(&Pgn(&record).to_string()), record, "{moves}");
        }
    }
}

#[test]
fn control_characters_do_not_hide_why_a_game_ended() {
    let record = read("[Adjudicated \"Out of\u{1d}time\"]\n\n1. b7 *");
    let end = record.particulars().end.as_ref().map(Remark::as_str);
    assert_eq!(end, Some("forfeit on time"));
    assert_eq!(read(&Pgn(&record).to_string()), record);
}

#[test]
fn a_record_as_pgn() {
    let record: GameRecord = "game: 12\nopening: 6\nred: ours\nblue: C:\\a \"b\"\ntime: 10+0.1\n\
        end: forfeit on time: took 2 s\nrules: uai\n\n1. a7-b7 a1-a3\n\
        # 1. {+0.35/12 0.210s n=15} {-M2}\n2. a7-b6\n1-0"
        .parse()
        .expect("a record");
    insta::assert_snapshot!(Pgn(&record), @r#"
    [Event "?"]
    [Site "?"]
    [Round "1"]
    [Game "12"]
    [Opening "6"]
    [Black "ours"]
    [White "C:\\a \"b\""]
    [Result "1-0"]
    [FEN "x5o/7/7/7/7/7/o5x x 0 1"]
    [FinalFEN "xx4o/1x5/7/7/o6/7/6x o 0 2"]
    [TimeControl "10+0.1"]
    [Adjudicated "forfeit on time: took 2 s"]
    [Winner "ours"]
    [Loser "C:\\a \"b\""]
    [PlyCount "3"]
    [Material "+2"]

    1. b7 { movetime 210 score cp 35 depth 12 nodes 15 } a1a3 { score mate -2 } 2. b6 1-0
    "#);
    assert_eq!(read(&Pgn(&record).to_string()), record);
}

#[test]
fn forms_of_other_programs() {
    // Numbers without blanks, assessments, variations, comments of every kind.
    let text = "[White \"?\"]\n% escaped\n1.b7! {best (so far} $1 a1a3?? (1... b1 {a ) in it} (2. c7)) \
        2.P@b6 {+0.35/12 0.210s} ; the rest\n2... a3a3 { nonsense cp } 3. 0000\n";
    let error = Pgn::read_all(text).expect_err("a pass");
    assert_eq!(&text[error.span], "a3a3");
    let text = text.replace(
        "2... a3a3 { nonsense cp } 3. 0000",
        "2... A4 { nonsense cp }",
    );
    insta::assert_snapshot!(read(&text), @"
    rules: uai

    1. a7-b7 a1-a3
    2. a7-b6 a3-a4
    # 2. {+0.35/12 0.210s}
    # comment 1.: best (so far
    # comment 2...: nonsense cp
    *
    ");
    // Comments are written as they are read.
    let record = read(&text);
    assert_eq!(read(&Pgn(&record).to_string()), record);
    // A person's comment can begin like a search, and one follows another.
    let text = "1. b7 { depth 9 } { depth 3 would do } { depth 4 } a1a3 { nodes! } *";
    insta::assert_snapshot!(read(text), @"
    rules: uai

    1. a7-b7 a1-a3
    # 1. {/9}
    # comment 1.: depth 3 would do depth 4
    # comment 1...: nodes!
    *
    ");
    let record = read(text);
    assert_eq!(read(&Pgn(&record).to_string()), record);
    // Without a result, the next tag begins the next game.
    let two = "[Result \"1-0\"]\n1. b7\n[Result \"0-1\"]\n1. b6";
    let games = Pgn::read_all(two).expect("two games");
    let results = games.iter().map(|game| game.result().to_string());
    assert_eq!(results.collect::<Vec<_>>(), ["1-0", "0-1"]);
    assert_eq!(Pgn::read_all("\u{feff} \n"), Ok(Vec::new()));
}

#[test]
fn invalid_files() {
    for (text, blamed, message) in [
        (
            "[Black]",
            "[Black]",
            "expected a tag, such as `[Black \"name\"]`",
        ),
        (
            "[Black name]",
            "[Black name]",
            "expected a tag, such as `[Black \"name\"]`",
        ),
        (
            "[FEN \"x5o/7/7/7/7/7/o5x z 0 1\"]",
            "z",
            "expected the side to move, `x` or `o`, found `z`",
        ),
        (
            "[Result \"won\"]",
            "won",
            "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `won`",
        ),
        ("1. b7 {so", "{", "`{` without `}`"),
        ("1. b7 (so {)}", "(", "`(` without `)`"),
        ("1. b7 (so {", "{", "`{` without `}`"),
        ("1. b7 }", "}", "`}` closes nothing"),
        (
            "1. b9",
            "b9",
            "`b9` is no move: `b9` is not a square: ranks run from 1 to 7",
        ),
        (
            "1. d4",
            "d4",
            "`d4` cannot be played: no own piece is next to d4",
        ),
        (
            "[Rules \"reloaded\"]\n1. d4",
            "d4",
            "`d4` cannot be played: no own piece is next to d4",
        ),
        // Places are those in the text as it is written, with backslashes.
        (
            r#"[R"ules "x"]
[Rules  "2022,\\\"é\\=é,x=1" ]"#,
            r#"\\\"é\\"#,
            r#"expected a setting (jumps, jump-limit, at-limit, pass, stuck, ply-limit, blocks), found `\"é\`"#,
        ),
        (
            "[Result \"1-0\"]\n0-1",
            "0-1",
            "the tag says 1-0, found `0-1`",
        ),
        (
            "[FEN \"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxo o 0 9\"]\n0-1",
            "0-1",
            "the board says 1-0",
        ),
    ] {
        let error = Pgn::read_all(text).expect_err(text);
        assert_eq!(
            (&text[error.span], &*error.message),
            (blamed, message),
            "{text}"
        );
    }
}

/// A game of random moves.
fn played(rules: Rules, start: Position, choices: &[u16]) -> Game {
    let mut game = Game::from_position(rules, start);
    for &choice in choices {
        let moves: Vec<_> = game.position().legal_moves(&rules).collect();
        if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
            game.play(mv).expect("a legal move");
        }
    }
    game
}

fn name() -> impl Strategy<Value = Option<Remark>> {
    option::of(".*").prop_map(|name| {
        let name = name.and_then(|name| Remark::new(&name));
        name.filter(|name| !["?", "*"].contains(&name.as_str()))
    })
}

fn numbers() -> impl Strategy<Value = (Option<u64>, Option<u64>)> {
    (option::of(1_u64..), option::of(1_u64..))
}

#[test]
fn a_game_that_blue_begins() {
    let text = "rules: uai\nstart: x5o/7/7/7/7/7/o5x o 0 3\n\n3... a1-b1 4. g1-f1\n*";
    let record: GameRecord = text.parse().expect("a record");
    assert!(Pgn(&record).to_string().ends_with("\n\n1... b1 2. f1 *"));
}

#[test]
fn a_pass_is_read_back() {
    let text = "rules: uai\nstart: x--4/---4/---4/7/7/7/6o x 0 1\n\n1. - g1-f1\n*";
    let record: GameRecord = text.parse().expect("a record");
    assert_eq!(read(&Pgn(&record).to_string()), record);
}

proptest! {
    #[test]
    fn every_game_is_read_as_it_is_written(
        rules in prop::sample::select(vec![Rules::UAI, Rules::BERKELEY_2022, Rules::RELOADED]),
        start in prop::sample::select(vec![
            "x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/7/7/7/7/o5x o 3 4", "7/7/7/7/7/7/x5o x 0 9",
        ]),
        choices in vec(any::<u16>(), 0..40),
        (game, opening) in numbers(),
        (red, blue, time, end, lost) in (name(), name(), name(), name(), name()),
        resigned in option::of(prop::sample::select(vec![Color::Red, Color::Blue])),
        searches in btree_map(0_usize..40, summary(), 0..40),
    ) {
        let start: Position = start.parse().expect("a position");
        let played = played(rules, start, &choices);
        let record = GameRecord::new(rules, &played).expect("a record");
        let record = match resigned.filter(|_| played.outcome().is_none()) {
            Some(loser) => record.with_result(GameResult::Win(!loser)),
            None => Ok::<_, NotRecordable>(record),
        };
        let particulars = Particulars { game, opening, red, blue, time, end, lost };
        let record = record
            .expect("no result on the board")
            .with_searches(searches)
            .with_particulars(particulars);
        let text = Pgn(&record).to_string();
        let again = read(&text);
        prop_assert_eq!(again.particulars(), record.particulars());
        prop_assert_eq!(again.searches(), record.searches());
        prop_assert_eq!(again.result(), record.result());
        prop_assert_eq!(again.rules(), record.rules());
        let moves = |record: &GameRecord| -> Vec<_> {
            record.game().moves().map(|played| played.mv).collect()
        };
        prop_assert_eq!(moves(&again), moves(&record));
        prop_assert_eq!(again.game().position(), record.game().position());
        prop_assert_eq!(Pgn(&again).to_string(), text.clone());
        // One after the other.
        let twice = Pgn::read_all(&format!("{text}\n\n{text}\n")).expect("two games");
        prop_assert_eq!(twice, [again.clone(), again]);
    }

    #[test]
    fn what_is_read_is_written_as_the_same(
        text in "(\n|\\[|\\]|\"|\\\\|Black|FEN|FinalFEN|Result|Adjudicated|Out of time|x5o/7/7/7/7/7/o5x x 0 1|\
            b7|a7a5|0000|1\\.|1\\.\\.\\.|\\{|\\}|\\(|\\)|;|%| |\\{movetime 1\\}|\\{one\\}|movetime|depth|cp|1-0|\\*|é|[0-9]|.){0,40}"
    ) {
        for record in Pgn::read_each(&text).into_iter().flatten() {
            prop_assert_eq!(Pgn::read_all(&Pgn(&record).to_string()), Ok(vec![record]));
        }
    }
}

/// The number of moves of each game, or the text that is wrong.
fn each(text: &str) -> Vec<String> {
    let games = Pgn::read_each(text).into_iter();
    games
        .map(|game| match game {
            Ok(game) => game.game().moves().len().to_string(),
            Err(error) => format!("{:?}", &text[error.span]),
        })
        .collect()
}

#[test]
fn a_bad_game_does_not_hide_the_others() {
    let game = |name: &str, moves: &str| {
        format!("[Event \"?\"]\n[Black \"{name}\"]\n[Result \"*\"]\n\n{moves}\n\n")
    };
    let good = [game("one", "1. b7 *"), game("three", "1. b7 { 8 } f7 *")];
    for (bad, blamed) in [
        // Truncated: in a move, in a comment, in a tag, after a tag.
        (game("two", "1. b7 a1a").trim_end(), "\"a1a\""),
        (game("two", "1. b7 { movetime").trim_end(), "\"{\""),
        ("[Event \"?\"]\n[Black \"tw", "\"[Black \\\"tw\""),
        ("[Event \"?\"]\n[Black \"two\"]\n\n1. b7 (f7", "\"(\""),
        // Wrong: a position, a move, a tag, a result.
        (
            &format!("[FEN \"x5o/7 x\"]\n{}", game("two", "1. b7 *")),
            "\"\"",
        ),
        (&game("two", "1. b7 b7 f7 *"), "\"b7\""),
        ("[Black two]\n[White \"x\"]\n\n1. b7 *\n", "\"[Black two]\""),
        (&game("two", "1. b7 1-0"), "\"1-0\""),
    ] {
        for between in ["\n", "\r\n\r\n"] {
            let text = format!("{}{bad}{between}{}", good[0], good[1]);
            assert_eq!(each(&text), ["1", blamed, "2"], "{text}");
        }
    }
    // A game without a result before a bad tag, and games without tags.
    let text = "[Black \"one\"]\n1. b7\n[Black two]\n1. b7 *\n";
    assert_eq!(each(text), ["1", "\"[Black two]\""]);
    assert_eq!(
        each("[Black \"one\"]\n1. b7 zz yy *\n1. b7 f7 *"),
        ["\"zz\"", "2"]
    );
}

#[test]
fn tags_alone_are_a_game() {
    let text = "[Event \"?\"]\n[Black \"one\"]\n\n[Event \"?\"]\n[Black \"two\"]\n\n1. b7 *";
    assert_eq!(each(text), ["0", "1"]);
    let text = "\u{feff} [Black \"one\"]\n[White \"two\"]\n\n1. b7 *";
    assert_eq!(each(text), ["1"]);
    // In a comment only what has the form of a tag begins a game.
    for (line, games) in [
        ("[see \"x\"", 1),
        ("[see: \"x\"]", 1),
        ("[See_also \"x\"]", 2),
    ] {
        let text = format!("[Black \"one\"]\n1. b7 {{ a\n{line}\n}} f7 *");
        assert_eq!(each(&text).len(), games, "{line}");
    }
}

#[test]
fn escaped_lines_and_an_empty_result_are_read() {
    let text =
        "% made by hand\n\n[Black \"one\"]\n%\n\n[Result \"\"]\n\n1. b7\n% [Event\n f7 1-0\n";
    assert!(Pgn::is_pgn(text));
    let games = Pgn::read_all(text).expect("a game");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].result().to_string(), "1-0");
    assert_eq!(each("[Result \"?\"]\n\n1. b7 f7"), ["2"]);
    // `%` escapes a line only at its start.
    assert_eq!(each("1. b7 % f7 *"), ["\"%\""]);
    assert_eq!(each("1 b7 f7 2 b6 *"), ["3"]);
    assert!(!Pgn::is_pgn("% a record?\na7-b7"));
}
