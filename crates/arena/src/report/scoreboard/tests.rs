use super::*;
use crate::LostMove;
use crate::report::{games_csv, page};
use ataxx_core::board::{Game, Rules};
use ataxx_core::notation::GameRecord;
use ataxx_opponents::Failure;
use proptest::prelude::*;

const RED: GameResult = GameResult::Win(Color::Red);
const BLUE: GameResult = GameResult::Win(Color::Blue);

/// A record of a game that ends by the number of pieces.
pub fn outcome_by_number(seed: u64) -> String {
    let mut game = Game::new(Rules::UAI);
    for ply in 0..40 {
        let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
        if moves.is_empty() {
            break;
        }
        let which = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(ply * 977)
            >> 7;
        game.play(moves[usize::try_from(which).unwrap_or(0) % moves.len()])
            .expect("a legal move");
    }
    GameRecord::new(Rules::UAI, &game)
        .expect("a record")
        .to_string()
}

pub fn game(number: u64, red: usize, blue: usize, result: GameResult, end: End) -> PlayedGame {
    PlayedGame {
        number,
        opening: number / 2,
        red,
        blue,
        result,
        end,
        lost_moves: Vec::new(),
        record: outcome_by_number(number),
    }
}

pub fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

pub fn heading(title: &str) -> Heading {
    Heading {
        title: title.to_owned(),
        settings: vec![
            ("rules".to_owned(), "uai".to_owned()),
            ("time".to_owned(), "1 s + 10 ms".to_owned()),
        ],
        planned: Some(30),
        sprt: None,
    }
}

/// A round robin between four players, with every kind of end.
pub fn round_robin() -> (Scoreboard, Vec<String>, Vec<PlayedGame>) {
    let players = names(&["steady", "slow & sure", "<b>bold</b>", "棋手"]);
    let ends = [
        End::Rules,
        End::forfeit(FailureKind::Late, "answered after 1.3 s".to_owned()),
        End::Adjudicated("30 ahead".to_owned()),
        End::forfeit(FailureKind::Crash, String::new()),
        End::forfeit(FailureKind::IllegalMove, "`a1a9`".to_owned()),
        End::Rules,
        End::forfeit(FailureKind::Timeout(None), String::new()),
    ];
    let mut games = Vec::new();
    let mut number = 0;
    for first in 0..4 {
        for second in first + 1..4 {
            for round in 0..4_usize {
                let (red, blue) = if round % 2 == 0 {
                    (first, second)
                } else {
                    (second, first)
                };
                // The player listed first wins three of four.
                let result = match (round + first) % 4 {
                    0 => {
                        if round % 2 == 0 {
                            RED
                        } else {
                            BLUE
                        }
                    }
                    1 => {
                        if red == second {
                            RED
                        } else {
                            BLUE
                        }
                    }
                    2 => GameResult::Draw,
                    _ => {
                        if red == first {
                            RED
                        } else {
                            BLUE
                        }
                    }
                };
                let end = match result {
                    GameResult::Draw => End::Rules,
                    _ => ends[games.len() % ends.len()].clone(),
                };
                games.push(game(number, red, blue, result, end));
                number += 1;
            }
        }
    }
    games.push(game(number, 0, 1, GameResult::Unfinished, End::Rules));
    (
        Scoreboard::new(heading("Spring"), &players, &games),
        players,
        games,
    )
}

/// A match between two players, under a test.
pub fn two() -> (Scoreboard, Vec<String>, Vec<PlayedGame>) {
    let players = names(&["new", "old"]);
    let results = [
        RED,
        BLUE,
        RED,
        GameResult::Draw,
        RED,
        RED,
        GameResult::Draw,
        BLUE,
    ];
    let games: Vec<PlayedGame> = (0..60)
        .zip(results.into_iter().cycle())
        .map(|(number, result)| {
            let (red, blue) = if number % 2 == 0 { (0, 1) } else { (1, 0) };
            game(number, red, blue, result, End::Rules)
        })
        .collect();
    let heading = Heading {
        sprt: Sprt::new(0.0, 60.0, 0.05, 0.05).ok(),
        planned: None,
        ..heading("new against old")
    };
    (Scoreboard::new(heading, &players, &games), players, games)
}

#[test]
fn a_round_robin() {
    insta::assert_snapshot!(round_robin().0.text(), @"
    Spring
    rules  uai
    time   1 s + 10 ms
    games  24 of 30, 1 not finished

    #  player         Elo  ± 95 %  points  games   score  won  drawn  lost  forfeits
    1  steady       +67.3   153.1     7.5     12  62.5 %    6      3     3  1 time
    2  slow & sure  +22.2   149.9     6.5     12  54.2 %    5      3     4  1 crash
    3  <b>bold</b>  -22.2   149.9     5.5     12  45.8 %    4      3     5  1 illegal move, 1 time
    4  棋手         -67.3   153.1     4.5     12  37.5 %    3      3     6  2 illegal move, 2 time

    #  player           1      2      3      4
    1  steady           -  2.5/4  2.5/4  2.5/4
    2  slow & sure  1.5/4      -  2.5/4  2.5/4
    3  <b>bold</b>  1.5/4  1.5/4      -  2.5/4
    4  棋手         1.5/4  1.5/4  1.5/4      -
    ");
}

#[test]
fn a_match_between_two() {
    insta::assert_snapshot!(two().0.text(), @"
    new against old
    rules  uai
    time   1 s + 10 ms
    games  60

    #  player  points  games   score  won  drawn  lost  forfeits
    1  new       45.5     60  75.8 %   38     15     7
    2  old       14.5     60  24.2 %    7     15    38

    Elo         +198.7, between +113.9 and +313.0 (new above old)
    normalised  +227.1, between +139.2 and +315.0
    likelihood  100.0 % that new is stronger
    pairs       0, 0, 7, 15, 8 with 0, ½, 1, 1½, 2 points
    SPRT        4.74 (bounds -2.94 and 2.94), accepted: 60 Elo or more
    ");
}

#[test]
fn a_match_that_was_won_altogether() {
    let games: Vec<_> = (0..6)
        .map(|number| match number % 2 {
            0 => game(number, 0, 1, RED, End::Rules),
            _ => game(number, 1, 0, BLUE, End::Rules),
        })
        .collect();
    let board = Scoreboard::new(Heading::default(), &names(&["all", "none"]), &games);
    insta::assert_snapshot!(board.text(), @"
    games  6

    #  player  points  games    score  won  drawn  lost  forfeits
    1  all          6      6  100.0 %    6      0     0
    2  none         0      6    0.0 %    0      0     6

    Elo         +416.6, of too few games to bound it (all above none)
    normalised  +139.0, between -139.0 and +417.0
    likelihood  83.6 % that all is stronger
    pairs       0, 0, 0, 0, 3 with 0, ½, 1, 1½, 2 points
    ");
}

#[test]
fn nothing_played_yet() {
    let board = Scoreboard::new(heading("Empty"), &names(&["one", "two", "three"]), &[]);
    insta::assert_snapshot!(board.text(), @"
    Empty
    rules  uai
    time   1 s + 10 ms
    games  0 of 30

    #  player  points  games  score  won  drawn  lost  forfeits
    1  one          0      0           0      0     0
    2  two          0      0           0      0     0
    3  three        0      0           0      0     0

    #  player  1  2  3
    1  one     -
    2  two        -
    3  three         -
    ");
    let nobody = Scoreboard::new(Heading::default(), &[], &[]);
    insta::assert_snapshot!(nobody.text(), @"
    games  0

    #  player  points  games  score  won  drawn  lost  forfeits
    ");
    insta::assert_snapshot!(nobody.csv(), @"rank,player,elo,error,held,points,games,won,drawn,lost,illegal_move,time,crash,stall,lost_moves");
}

#[test]
fn rows_for_a_spreadsheet() {
    let (board, players, games) = round_robin();
    insta::assert_snapshot!(board.csv(), @"
    rank,player,elo,error,held,points,games,won,drawn,lost,illegal_move,time,crash,stall,lost_moves
    1,steady,67.3,153.1,false,7.5,12,6,3,3,0,1,0,0,0
    2,slow & sure,22.2,149.9,false,6.5,12,5,3,4,0,0,1,0,0
    3,<b>bold</b>,-22.2,149.9,false,5.5,12,4,3,5,1,1,0,0,0
    4,棋手,-67.3,153.1,false,4.5,12,3,3,6,2,2,0,0,0
    ");
    insta::assert_snapshot!(super::super::games_csv(&players, &games[..7]), @"
    number,opening,red,blue,result,end,reason,lost_moves
    1,1,steady,slow & sure,1-0,rules,,
    2,1,slow & sure,steady,1-0,time,answered after 1.3 s,
    3,2,steady,slow & sure,1/2-1/2,rules,,
    4,2,slow & sure,steady,0-1,crash,,
    5,3,steady,<b>bold</b>,1-0,illegal move,`a1a9`,
    6,3,<b>bold</b>,steady,1-0,rules,,
    7,4,steady,<b>bold</b>,1/2-1/2,rules,,
    ");
}

#[test]
fn names_that_a_spreadsheet_must_quote() {
    let players = names(&["a,b", "say \"hi\"\nthere"]);
    let board = Scoreboard::new(
        Heading::default(),
        &players,
        &[game(0, 0, 1, RED, End::Rules)],
    );
    insta::assert_snapshot!(board.csv(), @r#"
    rank,player,elo,error,held,points,games,won,drawn,lost,illegal_move,time,crash,stall,lost_moves
    1,"a,b",,,,1,1,1,0,0,0,0,0,0,0
    2,"say ""hi""
    there",,,,0,1,0,0,1,0,0,0,0,0
    "#);
}

#[test]
fn what_others_read() {
    let (mut board, ..) = two();
    board.cross.clear();
    board.standings.truncate(1);
    let json = serde_json::to_string_pretty(&board).expect("JSON");
    insta::assert_snapshot!(json, @r#"
    {
      "title": "new against old",
      "settings": [
        [
          "rules",
          "uai"
        ],
        [
          "time",
          "1 s + 10 ms"
        ]
      ],
      "games": 60,
      "unfinished": 0,
      "standings": [
        {
          "rank": 1,
          "player": 0,
          "name": "new",
          "points": 45.5,
          "games": 60,
          "won": 38,
          "drawn": 15,
          "lost": 7,
          "forfeits": {
            "illegal_move": 0,
            "time": 0,
            "crash": 0,
            "stall": 0
          }
        }
      ],
      "cross": [],
      "duel": {
        "won": 38,
        "drawn": 15,
        "lost": 7,
        "pairs": [
          0,
          0,
          7,
          15,
          8
        ],
        "elo": {
          "difference": 198.7,
          "low": 113.9,
          "high": 313.0
        },
        "normalised": {
          "difference": 227.1,
          "low": 139.2,
          "high": 315.0
        },
        "superiority": 1.0,
        "sprt": {
          "unit": "Elo",
          "elo0": 0.0,
          "elo1": 60.0,
          "alpha": 0.05,
          "beta": 0.05,
          "ratio": 4.735,
          "lower": -2.944,
          "upper": 2.944,
          "accepted": "elo1"
        }
      }
    }
    "#);
}

#[test]
fn forfeits_are_counted() {
    let (board, ..) = round_robin();
    let all: u32 = board
        .standings
        .iter()
        .flat_map(|standing| standing.forfeits.by_kind())
        .map(|(_, count)| count)
        .sum();
    let (_, _, games) = round_robin();
    let given = games
        .iter()
        .filter(|game| matches!(game.end, End::Forfeit(..)));
    assert_eq!(all as usize, given.count());
    // It is always the loser who did.
    let players = names(&["one", "other"]);
    let end = End::forfeit(FailureKind::Crash, String::new());
    let board = Scoreboard::new(Heading::default(), &players, &[game(0, 0, 1, BLUE, end)]);
    let crashed = board
        .standings
        .iter()
        .find(|standing| standing.forfeits.crash == 1);
    assert_eq!(crashed.map(|standing| standing.name.as_str()), Some("one"));
}

#[test]
fn players_that_are_not_on_the_list() {
    let end = End::forfeit(FailureKind::Crash, String::new());
    let games = [
        game(0, 0, 7, RED, end.clone()),
        game(1, 7, 8, RED, end),
        game(2, 0, 1, RED, End::Rules),
    ];
    let board = Scoreboard::new(
        Heading::default(),
        &names(&["one", "other", "third"]),
        &games,
    );
    assert_eq!(board.standings.len(), 3);
    let games: Vec<u32> = board
        .standings
        .iter()
        .map(|standing| standing.games)
        .collect();
    assert_eq!(games, [1, 1, 0]);
    assert!(board.standings[0].rating.is_some());
}

pub fn any_games() -> impl Strategy<Value = Vec<PlayedGame>> {
    let result = prop::sample::select(vec![RED, BLUE, GameResult::Draw, GameResult::Unfinished]);
    let end = prop_oneof![
        Just(End::Rules),
        ".*".prop_map(End::Adjudicated),
        ".*".prop_map(|what| End::forfeit(FailureKind::IllegalMove, what)),
    ];
    let record = prop_oneof![".*", (0_u64..50).prop_map(outcome_by_number)];
    let one = (
        any::<u64>(),
        any::<u64>(),
        0_usize..6,
        0_usize..6,
        result,
        end,
        record,
    );
    let one = one.prop_map(
        |(number, opening, red, blue, result, end, record)| PlayedGame {
            number,
            opening,
            red,
            blue,
            result,
            end,
            lost_moves: Vec::new(),
            record,
        },
    );
    prop::collection::vec(one, 0..30)
}

#[test]
fn lost_moves_are_counted_for_the_side_that_did_wrong() {
    let lost = |color, kind| LostMove {
        turn: 7,
        color,
        fault: Failure::new(kind, "so it was"),
    };
    let played = PlayedGame {
        lost_moves: vec![
            lost(Color::Blue, FailureKind::IllegalMove),
            lost(Color::Red, FailureKind::Crash),
            lost(Color::Blue, FailureKind::IllegalMove),
        ],
        ..game(0, 1, 0, GameResult::Draw, End::Rules)
    };
    let games = [played];
    let board = Scoreboard::new(heading("agents"), &names(&["a", "b"]), &games);
    insta::assert_snapshot!(board.table(), @"
    #  player  points  games   score  won  drawn  lost  forfeits  lost moves
    1  a          0.5      1  50.0 %    0      1     0            2 illegal move
    2  b          0.5      1  50.0 %    0      1     0            1 crash
    ");
    insta::assert_snapshot!(board.csv(), @"
    rank,player,elo,error,held,points,games,won,drawn,lost,illegal_move,time,crash,stall,lost_moves
    1,a,,,,0.5,1,0,1,0,0,0,0,0,2
    2,b,,,,0.5,1,0,1,0,0,0,0,0,1
    ");
    insta::assert_snapshot!(games_csv(&names(&["a", "b"]), &games), @r#"
    number,opening,red,blue,result,end,reason,lost_moves
    1,1,b,a,1/2-1/2,rules,,"turn 7, Blue, illegal move: so it was; turn 7, Red, crash: so it was; turn 7, Blue, illegal move: so it was"
    "#);
    assert!(page(&board, &games).contains("(3 lost moves)"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_was_played(
        names in prop::collection::vec(".*", 0..5),
        title in ".*",
        mut games in any_games(),
    ) {
        let heading = Heading {
            settings: vec![(title.clone(), title.clone())],
            sprt: Sprt::new(0.0, 10.0, 0.05, 0.05).ok(),
            title,
            planned: None,
        };
        let board = Scoreboard::new(heading.clone(), &names, &games);
        prop_assert_eq!(board.standings.len(), names.len());
        let text = board.text();
        prop_assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'));
        prop_assert_eq!(board.table().lines().count(), names.len() + 1);
        // The spreadsheet has a row for each player, with its name as it is.
        let csv = board.csv();
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let read: Vec<String> = rows
            .records()
            .map(|row| row.expect("a row")[1].to_owned())
            .collect();
        let expected: Vec<_> = board.standings.iter().map(|standing| standing.name.clone()).collect();
        prop_assert_eq!(read, expected);
        prop_assert!(serde_json::to_string(&board).is_ok());
        // Every point belongs to a player, and the order of the games does not matter.
        let points: f64 = board.standings.iter().map(|standing| standing.points).sum();
        prop_assert_eq!(format!("{:.1}", points.abs()), format!("{}.0", board.games));
        games.reverse();
        games.sort_by_key(|game| std::cmp::Reverse(game.number));
        let again = Scoreboard::new(heading, &names, &games);
        prop_assert_eq!(again.text(), board.text());
    }
}

#[test]
fn the_rating_counts_before_the_points() {
    // The first plays all others, and one of them is better.
    let draw = GameResult::Draw;
    let met = [
        (1, [BLUE, BLUE, BLUE, RED]),
        (2, [RED, RED, RED, draw]),
        (3, [RED, RED, RED, draw]),
    ];
    let met = met
        .into_iter()
        .flat_map(|(other, results)| results.map(|result| (other, result)));
    let games: Vec<_> = (0..)
        .zip(met)
        .map(|(number, (other, result))| game(number, 0, other, result, End::Rules))
        .collect();
    let players = names(&["much", "best", "third", "last"]);
    let board = Scoreboard::new(Heading::default(), &players, &games);
    let order: Vec<&str> = board
        .standings
        .iter()
        .map(|row| row.name.as_str())
        .collect();
    assert_eq!(order, ["best", "much", "third", "last"]);
}

#[test]
fn a_flood_counts_as_a_stall() {
    let end = |kind| End::forfeit(kind, String::new());
    let games = [
        game(0, 0, 1, BLUE, end(FailureKind::Timeout(None))),
        game(1, 0, 1, BLUE, end(FailureKind::Flood)),
    ];
    let board = Scoreboard::new(Heading::default(), &names(&["one", "other"]), &games);
    let one = board.standings.iter().find(|row| row.name == "one");
    assert_eq!(one.expect("a row").forfeits.in_words(), "2 stall");
}

#[test]
fn numbers() {
    assert_eq!(signed(-0.04), "0.0");
    assert_eq!(signed(-0.06), "-0.1");
    assert_eq!(signed(12.25), "+12.3");
    assert_eq!(percent(0.5), "50.0 %");
}
