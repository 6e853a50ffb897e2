//! Games between opponents that play by a script, where a fault costs the game.

mod reloaded;

use super::*;
use crate::{Allowance, AtMostPlies, DrawRule, ResignRule, Timing};
use ataxx_core::Cancellation;
use ataxx_core::board::{Position, Rules};
use ataxx_core::notation::MoveScore;
use std::thread;

/// What a player does when it is its turn for the second time; before that it makes the
/// first legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    FirstMove,
    IllegalMove,
    Late,
    Fails(FailureKind),
    NotThere,
}

struct Scripted {
    second: Second,
    turns: u32,
}

impl Scripted {
    fn new(second: Second) -> Self {
        Self { second, turns: 0 }
    }
}

impl Opponent for Scripted {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failure> {
        self.turns = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        self.turns += 1;
        let first = game.position().legal_moves(game.rules()).next();
        let first = BerkeleyMove::of(first.unwrap_or(Move::Pass), game.position()).into();
        if self.turns != 2 {
            return Ok(first);
        }
        match self.second {
            Second::FirstMove => Ok(first),
            Second::IllegalMove => Ok("a1-g7".parse::<BerkeleyMove>().expect("a move").into()),
            Second::Late => {
                thread::sleep(Duration::from_millis(60));
                Ok(first)
            }
            Second::Fails(how) => Err(Failure::new(how, "so it did")),
            Second::NotThere => Err(Failure::new(FailureKind::NotStarted, "it is gone")),
        }
    }
}

fn conditions() -> GameConditions {
    let control = TimeControl {
        time: Timing::PerMove(Duration::from_millis(30)),
        nodes: None,
        depth: None,
    };
    GameConditions {
        controls: [control; 2],
        margin: Duration::from_millis(20),
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(60),
        adjudication: Adjudication::default(),
        penalties: [Penalty::Game; 2],
        seed: 0,
    }
}

fn game_between(
    red: Second,
    blue: Second,
    conditions: &GameConditions,
) -> Result<FinishedGame, (Color, Failure)> {
    let mut players = [red, blue].map(Scripted::new);
    let [red, blue] = &mut players;
    let opening = Game::new(Rules::UAI);
    play(
        [red, blue],
        &opening,
        conditions,
        Cancellation::never(),
        &mut |_, _| {},
    )
}

fn free() -> GameConditions {
    let mut conditions = conditions();
    conditions.controls = conditions.controls.map(|control| TimeControl {
        time: Timing::Free,
        ..control
    });
    conditions
}

#[test]
fn every_kind_of_forfeit() {
    let end = |red, blue, conditions: &GameConditions| {
        let ended = game_between(red, blue, conditions).expect("played");
        format!(
            "{} after {} plies, {}",
            ended.result,
            ended.game.moves().len(),
            ended.end
        )
    };
    let (fine, free) = (Second::FirstMove, free());
    insta::assert_snapshot!(end(Second::IllegalMove, fine, &free), @"0-1 after 2 plies, forfeit by illegal move: `a1-g7`: the piece on a1 is Blue, and it is Red's turn");
    insta::assert_snapshot!(end(fine, Second::IllegalMove, &free), @"1-0 after 3 plies, forfeit by illegal move: `a1-g7`: g7 is taken by a Blue piece");
    for how in [
        FailureKind::IllegalMove,
        FailureKind::Late,
        FailureKind::Crash,
        FailureKind::Timeout(None),
        FailureKind::Flood,
    ] {
        let ended = game_between(fine, Second::Fails(how), &free).expect("played");
        assert_eq!(ended.end, End::forfeit(how, "so it did"));
        assert_eq!(ended.result, GameResult::Win(Color::Red));
        assert_eq!(ended.game.moves().len(), 3);
    }
    let gone = game_between(Second::NotThere, fine, &free);
    assert_eq!(
        gone,
        Err((
            Color::Red,
            Failure::new(FailureKind::NotStarted, "it is gone")
        ))
    );
}

#[test]
fn a_move_that_comes_too_late() {
    // On a busy machine either player can be late: the one that is meant to be is tried
    // until it is.
    let late = |margin| {
        let conditions = GameConditions {
            margin,
            ..conditions()
        };
        game_between(Second::Late, Second::FirstMove, &conditions).expect("played")
    };
    let is_late = (0..50).any(|_| {
        let ended = late(Duration::from_millis(20));
        matches!(
            ended.end,
            End::Forfeit(Failure {
                kind: FailureKind::Late,
                ..
            })
        ) && ended.result == GameResult::Win(Color::Blue)
            && ended.game.moves().len() == 2
    });
    assert!(is_late);
    // With a margin it is not late.
    assert_eq!(late(Duration::from_secs(60)).end, End::Rules);
}

#[test]
fn games_that_are_judged() {
    let judged = |most_plies, forced| {
        let adjudication = Adjudication {
            forced,
            most_plies,
            ..Adjudication::default()
        };
        let conditions = GameConditions {
            adjudication,
            ..free()
        };
        let ended = game_between(Second::FirstMove, Second::FirstMove, &conditions);
        ended.expect("played")
    };
    let ended = judged(Some((10, AtMostPlies::Draw)), false);
    assert_eq!(
        (ended.result, ended.game.moves().len()),
        (GameResult::Draw, 10)
    );
    insta::assert_snapshot!(ended.end, @"adjudicated: 10 plies were played");
    let ended = judged(Some((10, AtMostPlies::Pieces)), false);
    let [red, blue] = Color::BOTH.map(|color| ended.game.position().pieces(color).count());
    assert_ne!(red, blue);
    let more = if red > blue { Color::Red } else { Color::Blue };
    assert_eq!(ended.result, GameResult::Win(more));
}

#[test]
fn a_side_that_must_pass_while_the_end_is_certain() {
    // Blue is shut in and Red has all the rest.
    let fen = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/---xxxx/oo--3/oo--3 o 0 1";
    let position: Position = fen.parse().expect("a FEN");
    let opening = Game::from_position(Rules::UAI, position);
    let ended = |forced| {
        let adjudication = Adjudication {
            forced,
            ..Adjudication::default()
        };
        let conditions = GameConditions {
            adjudication,
            ..free()
        };
        let mut players = [Second::FirstMove; 2].map(Scripted::new);
        let [red, blue] = &mut players;
        play(
            [red, blue],
            &opening,
            &conditions,
            Cancellation::never(),
            &mut |_, _| {},
        )
        .expect("played")
    };
    let judged = ended(true);
    assert_eq!(judged.result, GameResult::Win(Color::Red));
    assert_eq!(judged.game.moves().len(), 0);
    insta::assert_snapshot!(judged.end, @"adjudicated: Red wins by force, and Blue must pass");
    assert_eq!(ended(false).end, End::Rules);
}

#[test]
fn a_result_that_the_solver_proves() {
    // One square is left, and Red has more pieces whichever side fills it.
    let fen = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxoo1/ooooooo/ooooooo o 0 1";
    let position: Position = fen.parse().expect("a FEN");
    let opening = Game::from_position(Rules::UAI, position);
    let ended = |solved| {
        let conditions = GameConditions {
            adjudication: Adjudication {
                solved,
                ..Adjudication::default()
            },
            ..free()
        };
        let mut players = [Second::FirstMove; 2].map(Scripted::new);
        let [red, blue] = &mut players;
        let never = Cancellation::never();
        play([red, blue], &opening, &conditions, never, &mut |_, _| {}).expect("played")
    };
    let judged = ended(Some(1));
    assert_eq!(judged.result, GameResult::Win(Color::Red));
    assert_eq!(judged.game.moves().len(), 0);
    insta::assert_snapshot!(judged.end, @"adjudicated: proved: a forced win for Red");
    assert_eq!(ended(Some(0)).end, End::Rules);
    assert_eq!(ended(None).end, End::Rules);
}

/// Makes the first legal move and reports these scores, one after the other.
struct Scoring<'a>(std::slice::Iter<'a, Option<MoveScore>>);

impl Opponent for Scoring<'_> {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let first = game.position().legal_moves(game.rules()).next();
        let mv = BerkeleyMove::of(first.unwrap_or(Move::Pass), game.position());
        let search = SearchSummary {
            score: self.0.next().copied().flatten(),
            ..SearchSummary::default()
        };
        Ok(Chosen {
            search,
            ..mv.into()
        })
    }
}

/// The end of a game in which the sides report these scores: numbers in hundredths, `M` numbers
/// of moves to the end, `?` none.
fn scored(red: &str, blue: &str, adjudication: Adjudication) -> String {
    let scores = |text: &str| -> Vec<Option<MoveScore>> {
        let score = |word: &str| match word.strip_prefix('M') {
            Some(moves) => moves.parse().ok().map(MoveScore::Mate),
            None => word.parse().ok().map(MoveScore::Centipawns),
        };
        text.split(' ').map(score).collect()
    };
    let (red, blue) = (scores(red), scores(blue));
    let conditions = GameConditions {
        adjudication,
        ..free()
    };
    let ended = play(
        [&mut Scoring(red.iter()), &mut Scoring(blue.iter())],
        &Game::new(Rules::UAI),
        &conditions,
        Cancellation::never(),
        &mut |_, _| {},
    )
    .expect("played");
    match ended.end {
        End::Rules => "by the rules".to_owned(),
        end => format!(
            "{} after {} plies, {end}",
            ended.result,
            ended.game.moves().len()
        ),
    }
}

#[test]
fn draws_by_the_scores_of_both_sides() {
    let draw = |move_number, red, blue| {
        let rule = DrawRule {
            move_number,
            move_count: 2,
            score: 10,
        };
        let adjudication = Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        };
        scored(red, blue, adjudication)
    };
    insta::assert_snapshot!(draw(0, "0 10", "-10 5"), @"1/2-1/2 after 4 plies, adjudicated: both scores were from -0.10 to +0.10, 2 times in a row");
    // The game is too short, or a score is beyond it.
    assert!(draw(3, "0 0 0 0", "0 0 0 0").starts_with("1/2-1/2 after 6 plies"));
    assert!(draw(0, "0 11 0 0", "0 0 0 0").starts_with("1/2-1/2 after 7 plies"));
    assert!(draw(0, "0 0 0 0 0", "0 -11 0 M1 0 0").starts_with("by the rules"));
    assert!(draw(0, "0 ? 0 ? 0 ?", "0 0 0 0 0 0").starts_with("by the rules"));
}

#[test]
fn resignations_by_the_scores_of_a_side() {
    let resign = |two_sided, red, blue| {
        let rule = ResignRule {
            move_count: 2,
            score: 600,
            two_sided,
        };
        let adjudication = Adjudication {
            resign: Some(rule),
            ..Adjudication::default()
        };
        scored(red, blue, adjudication)
    };
    insta::assert_snapshot!(resign(false, "0 -600 -700", "0 0 0"), @"0-1 after 5 plies, adjudicated: the score of Red was -6.00 or less, 2 times in a row");
    insta::assert_snapshot!(resign(false, "0 0 0", "M0 M-3"), @"1-0 after 4 plies, adjudicated: the score of Blue was -6.00 or less, 2 times in a row");
    assert_eq!(
        resign(false, "-600 -599 -600 ? -700", "900 900 900 900"),
        "by the rules"
    );
    // Both sides must say it.
    assert_eq!(resign(true, "-600 -600 -600", "0 600 599"), "by the rules");
    assert!(resign(true, "-600 -600 -600", "0 600 M2").starts_with("0-1 after 6 plies"));
}

#[test]
fn a_cancelled_game_ends() {
    let stop = Cancellation::new();
    stop.request();
    let mut players = [Second::FirstMove; 2].map(Scripted::new);
    let [red, blue] = &mut players;
    let opening = Game::new(Rules::UAI);
    let ended = play([red, blue], &opening, &free(), &stop, &mut |_, _| {});
    assert_eq!(ended, Err((Color::Red, Failure::interrupted())));
}

/// A game from this position that is judged like this before a move.
fn judged_from(fen: &str, adjudication: Adjudication) -> FinishedGame {
    let position: Position = fen.parse().expect(fen);
    let opening = Game::from_position(Rules::UAI, position);
    let conditions = GameConditions {
        adjudication,
        ..free()
    };
    let mut players = [Second::FirstMove; 2].map(Scripted::new);
    let [red, blue] = &mut players;
    let never = Cancellation::never();
    play([red, blue], &opening, &conditions, never, &mut |_, _| {}).expect("played")
}

#[test]
fn long_games_are_won_with_more_pieces() {
    let counted = Adjudication {
        most_plies: Some((0, AtMostPlies::Pieces)),
        ..Adjudication::default()
    };
    for (fen, result) in [
        ("xx5/7/7/7/7/7/6o x 0 1", GameResult::Win(Color::Red)),
        ("x6/7/7/7/7/7/5oo x 0 1", GameResult::Win(Color::Blue)),
        ("x6/7/7/7/7/7/6o x 0 1", GameResult::Draw),
    ] {
        assert_eq!(judged_from(fen, counted).result, result, "{fen}");
    }
}

#[test]
fn wins_of_the_side_to_move_and_draws_are_proved() {
    let solved = Adjudication {
        solved: Some(2),
        ..Adjudication::default()
    };
    let won = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxoo1/ooooooo/ooooooo x 0 1";
    let won = judged_from(won, solved);
    assert_eq!(won.result, GameResult::Win(Color::Red));
    insta::assert_snapshot!(won.end, @"adjudicated: proved: a forced win for Red");
    let drawn = "x1--1o-/-------/-------/-------/-------/-------/------- x 0 1";
    let drawn = judged_from(drawn, solved);
    assert_eq!(drawn.result, GameResult::Draw);
    insta::assert_snapshot!(drawn.end, @"adjudicated: proved: neither side can force a win");
}
