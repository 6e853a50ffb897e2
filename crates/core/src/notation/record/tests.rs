use super::{GameRecord, GameResult, NotRecordable, Particulars, Remark};
use crate::board::{Color, Game, Rules};
use crate::notation::BerkeleyMove;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

const SHORT: &str = "a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5 g6-f6";

fn read(text: &str) -> GameRecord {
    text.parse().expect(text)
}

/// The text that the error points at, and its message.
fn error(text: &str) -> (&str, String) {
    let error = text.parse::<GameRecord>().expect_err(text);
    (&text[error.span], error.message)
}

#[test]
fn a_won_game() {
    let record = read(SHORT);
    assert_eq!(record.result(), GameResult::Win(Color::Red));
    insta::assert_snapshot!(record, @"
        rules: 2022

        1. a7-a6 g7-g6
        2. g1-g3 g7-g5
        3. g3-f5 a1-c3
        4. a6-a5 c3-e5
        5. g6-f6
        1-0
        ");
}

#[test]
fn another_start() {
    let record = read(
        "# two headers\r\nstart: x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7 # Blue\nrules: 2016\n\
             7... g7-g6 a7-a6 a1-b1\n9. a6-a5 0-1",
    );
    assert_eq!(record.rules(), Rules::BERKELEY_2016);
    assert_eq!(record.start().jumps(), 3);
    assert_eq!(record.result(), GameResult::Win(Color::Blue));
    insta::assert_snapshot!(record, @"
        rules: 2016
        start: x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7

        7... g7-g6
        8. a7-a6 a1-b1
        9. a6-a5
        0-1
        ");
}

#[test]
fn a_move_can_be_forfeited_in_reloaded_alone() {
    let text = "rules: reloaded\n\n1. - g7-g6\n*";
    assert_eq!(read(text).to_string(), text);
    let text = text.replace("reloaded", "2022");
    assert_eq!(error(&text).0, "-");
}

#[test]
fn an_empty_record() {
    let record = read("");
    assert_eq!(record.game(), &Game::new(Rules::BERKELEY_2022));
    assert_eq!(record.to_string(), "rules: 2022\n\n*");
    assert_eq!(read(&record.to_string()), record);
}

#[test]
fn numbers_and_lines_are_free() {
    let record = read("a7-b7 a1-a2 a7-a6");
    for text in [
        "1. a7-b7 a1-a2 2. a7-a6 *",
        "1.a7-b7\n1... a1-a2\n\n2. a7-a6",
        " rules: 2022\nA7-B7\n\tA1-A2 # why?\nA7-A6\n*\n",
    ] {
        assert_eq!(read(text), record, "{text}");
    }
}

#[test]
fn invalid_records() {
    let won = format!("{SHORT} 0-1");
    let too_long = format!("{SHORT} a1-a2");
    let cases = [
        (
            "rules: 2021",
            "2021",
            "expected rules (2008, 2016, 2022, uai, reloaded), found `2021`",
        ),
        (
            "rules:\n",
            "",
            "expected rules (2008, 2016, 2022, uai, reloaded), found the end",
        ),
        (
            "rules: 2022 a7-b7",
            "a7-b7",
            "expected the end of the line, found `a7-b7`",
        ),
        ("rules: uai\nrules: uai", "rules:", "a second `rules:`"),
        (
            "strat: x",
            "strat:",
            "expected a header (game, opening, red, blue, time, end, lost, rules, start), found `strat:`",
        ),
        ("start: x5o/6 x", "6", "rank 6 has 6 squares instead of 7"),
        ("game: 0\na7-b7", "0", "expected a number from 1, found `0`"),
        ("opening: +3", "+3", "expected a number from 1, found `+3`"),
        (
            "red: # nobody\nblue: me",
            "",
            "expected a text, found the end of the line",
        ),
        ("end: a\nend: b", "end:", "a second `end:`"),
        (
            "1. a7-b7 a1a2",
            "",
            "expected `-` and the square that a1 goes to, found `a2`",
        ),
        (
            "1. a7-b7 2. a1-a2",
            "2.",
            "expected Blue's move in turn `1...`, found `2.`",
        ),
        (
            "1. a7-b7 a1-a2 3. a7-a6",
            "3.",
            "expected Red's move in turn `2.`, found `3.`",
        ),
        (
            "1... a7-b7",
            "1...",
            "expected Red's move in turn `1.`, found `1...`",
        ),
        ("1. a7-b7x", "x", "expected a blank after a7-b7, found `x`"),
        (
            "1. a7-d7",
            "a7-d7",
            "`a7-d7` cannot be played: d7 is out of reach from a7",
        ),
        (
            "1. -",
            "-",
            "`-` cannot be played: a pass is legal only without another legal move",
        ),
        (
            too_long.as_str(),
            "a1-a2",
            "`a1-a2` cannot be played: the game is over",
        ),
        (won.as_str(), "0-1", "the board says 1-0, found `0-1`"),
        (
            "a7-b7 * a1-a2",
            "a1-a2",
            "expected nothing more, found `a1-a2`",
        ),
        (
            "2-0",
            "2",
            "`2` is not a square: expected a file a to g and a rank 1 to 7",
        ),
    ];
    for (text, blamed, message) in cases {
        assert_eq!(error(text), (blamed, message.to_owned()), "{text}");
    }
}

#[test]
fn games_that_cannot_be_recorded() {
    let rules = Rules::BERKELEY_2008;
    let mut game = Game::new(rules);
    let other = Rules::UAI;
    assert_eq!(
        GameRecord::new(other, &game),
        Err(NotRecordable::OtherRules(other))
    );
    game.place_block("c3".parse().expect("c3")).expect("empty");
    assert!(GameRecord::new(rules, &game).is_ok());
    let first: BerkeleyMove = "a7-b7".parse().expect("a move");
    first.play(&mut game).expect("legal");
    assert!(GameRecord::new(rules, &game).is_ok());
    game.place_block("d4".parse().expect("d4")).expect("empty");
    assert_eq!(
        GameRecord::new(rules, &game),
        Err(NotRecordable::BlocksAfterMoves)
    );
}

#[test]
fn results_that_the_board_does_not_show() {
    let resigned = read("a7-b7").with_result(GameResult::Win(Color::Blue));
    let resigned = resigned.expect("the board says nothing");
    assert_eq!(read(&resigned.to_string()), resigned);
    let won = GameResult::Win(Color::Red);
    assert!(read(SHORT).with_result(won).is_ok());
    assert_eq!(
        read(SHORT).with_result(GameResult::Draw),
        Err(NotRecordable::OtherResult(won))
    );
}

#[test]
fn a_game_of_a_match() {
    let record = read(
        "rules: uai # as they all play\nblue: the other: one\ngame: 12\n\
             end: forfeit on time\nred: ours\ntime: 10+0.1\nopening: 6\n1. a7-b7 0-1\n",
    );
    insta::assert_snapshot!(record, @"
        game: 12
        opening: 6
        red: ours
        blue: the other: one
        time: 10+0.1
        end: forfeit on time
        rules: uai

        1. a7-b7
        0-1
        ");
    assert_eq!(read(&record.to_string()), record);
}

#[test]
fn several_games() {
    let text = format!("# a match\ngame: 1\n{SHORT} 1-0 game: 2\n\na7-b7\n*\n\na7-a6\n");
    let records = GameRecord::read_all(&text).expect("three records");
    let games: Vec<_> = records
        .iter()
        .map(|record| record.particulars().game)
        .collect();
    assert_eq!(games, [Some(1), Some(2), None]);
    assert_eq!(GameRecord::read_all(" # none\n"), Ok(Vec::new()));
    let error = GameRecord::read_all("a7-b7\ngame: 2\n").expect_err("no result between");
    assert_eq!(error.span, 6..8);
}

proptest! {
    /// Whatever its headers, a record is read back as it was written, alone and among others.
    #[test]
    fn records_are_read_as_they_were_written(
        games in vec((particulars(), 0..5_usize, vec(any::<u16>(), 0..40), any::<bool>()), 1..4),
    ) {
        let mut records = Vec::new();
        for (particulars, rules, choices, resigned) in games {
            let rules = Rules::NAMED[rules];
            let mut game = Game::new(rules);
            for choice in choices {
                let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    game.play(mv).expect("legal");
                }
            }
            let record = GameRecord::new(rules, &game).expect("a record");
            let record = record.with_particulars(particulars);
            let resigned = resigned && game.outcome().is_none();
            records.push(if resigned {
                record.with_result(GameResult::Win(Color::Blue)).expect("it goes on")
            } else {
                record
            });
        }
        for record in &records {
            let text = record.to_string();
            prop_assert_eq!(&read(&text), record);
            prop_assert_eq!(read(&text).to_string(), text);
        }
        let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
        prop_assert_eq!(GameRecord::read_all(&texts.join("\n\n")), Ok(records));
    }

    #[test]
    fn the_reader_never_panics(text in "(game|end|red|rules|start|: |\\n|#|a7-b7|\\*|1-0|é|.){0,20}") {
        let _ = GameRecord::read_all(&text);
        let _ = text.parse::<GameRecord>();
    }
}

fn particulars() -> impl Strategy<Value = Particulars> {
    let number = || option::of(1..u64::MAX);
    let text = || option::of(".*").prop_map(|text| text.and_then(|text| Remark::new(&text)));
    (number(), number(), text(), text(), text(), text(), text()).prop_map(
        |(game, opening, red, blue, time, end, lost)| Particulars {
            game,
            opening,
            red,
            blue,
            time,
            end,
            lost,
        },
    )
}

#[test]
fn a_bad_record_does_not_hide_the_others() {
    let each = |text: &str| -> Vec<String> {
        let records = GameRecord::read_each(text).into_iter();
        records
            .map(|record| match record {
                Ok(record) => record.game().moves().len().to_string(),
                Err(error) => format!("{:?}", &text[error.span]),
            })
            .collect()
    };
    let game = |number: u32, moves: &str| format!("game: {number}\nrules: 2022\n\n{moves}\n\n");
    let good = [
        game(1, "1. a7-b7\n*"),
        game(3, "1. a7-b7 a1-a2\n# 1. {+0.35} {-0.20}\n*"),
    ];
    for (bad, blamed) in [
        (game(2, "1. a7-b7 a1-"), "\"\\n\""),
        (
            game(2, "1. a7-b7 a1-a2\n2. a7-d7 a2-a3\n3. a7-a6\n*"),
            "\"a7-d7\"",
        ),
        (game(2, "1. a7-a6 1-0\n"), ""),
        (
            "game: 2\nrules: 2099\nred: x\n1. a7-b7 *\n".to_owned(),
            "\"2099\"",
        ),
        ("game: 2\nred: x\n".to_owned(), "\"game:\""),
        ("game: 2\nre".to_owned(), "\"re\""),
        ("game: 2\nx5o *\n".to_owned(), "\"x5\""),
        (game(2, "1. a7-b7\n# variation 1: 1. a7-d7\n*"), "\"a7-d7\""),
    ] {
        let text = format!("{}{bad}\n{}", good[0], good[1]);
        let expected = match blamed {
            "" => vec!["1", "1", "2"],
            blamed => vec!["1", blamed, "2"],
        };
        assert_eq!(each(&text), expected, "{text}");
    }
    // Without headers a first turn begins a record, and so does what follows a result.
    assert_eq!(each("1. a7-b7 a1-\n1. a7-b7\n*"), ["\"\\n\"", "1"]);
    assert_eq!(each("a7-b8 * a7-b7 *"), ["\"b8\"", "1"]);
    assert_eq!(each("1. a7-b7\n1... a1-a2\nzz\n*"), ["\"zz\""]);
    let lost = "rules: 2022\nstart: xx5/7/7/7/7/7/7 x 0 1\n0-1\n*";
    assert_eq!(each(lost), ["\"0-1\"", "0"]);
}

#[test]
fn comments_on_moves_are_read_as_they_are_written() {
    let text = "rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6\n\
        # variation 1: 1... a1-b2 2. b7-b6\n\
        # comment 1...: too slow: b2\n# comment 2.: why?\n# comment of 1 2.: better\n*";
    let record = text.parse::<GameRecord>().expect("a record");
    assert_eq!(record.comments().len(), 3);
    assert_eq!(record.to_string(), text);
    // Those on no move are comments of no meaning.
    for line in [
        "# comment 2...: no move",
        "# comment of 2 1.: no variation",
        "# comment of 0 1.: no variation",
        "# comment of 1 1.: before it",
        "# comment 1: no turn",
        "# comment 1.:",
        "# comment 1. text",
    ] {
        let record = format!("1. a7-b7 a1-a2\n2. a7-a6\n{line}\n*");
        let record: GameRecord = record.parse().expect("a record");
        assert!(record.comments().is_empty(), "{line}");
    }
    let other = [((None, 3), Remark::new("late").expect("a text"))];
    assert!(record.with_comments(other).comments().is_empty());
}
