//! Games between opponents that play by a script, where a fault costs the game.

mod reloaded;

use super::*;
use crate::board::{Move, Position, Rules};
use crate::cancellation::Cancellation;
use crate::opponents::{Allowance, AtMostPlies, Timing};
use std::thread;

/// What a player does when it is its turn for the second time; before that it makes the
/// first legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    FirstMove,
    IllegalMove,
    Late,
    Fails(FaultKind),
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
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), PlayError> {
        self.turns = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, PlayError> {
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
            Second::Fails(how) => Err(PlayError::fault(how, "so it did")),
            Second::NotThere => Err(PlayError::not_started("it is gone")),
        }
    }
}

fn conditions() -> Conditions {
    let control = TimeControl {
        time: Timing::PerMove(Duration::from_millis(30)),
        nodes: None,
        depth: None,
    };
    Conditions {
        controls: [control; 2],
        margin: Duration::from_millis(20),
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(60),
        adjudication: Adjudication::default(),
        penalty: Penalty::Game,
    }
}

fn game_between(
    red: Second,
    blue: Second,
    conditions: &Conditions,
) -> Result<Ended, (Color, Absence)> {
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

fn free() -> Conditions {
    let mut conditions = conditions();
    conditions.controls = conditions.controls.map(|control| TimeControl {
        time: Timing::Free,
        ..control
    });
    conditions
}

#[test]
fn every_way_to_give_a_game_away() {
    let end = |red, blue, conditions: &Conditions| {
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
        FaultKind::IllegalMove,
        FaultKind::Time,
        FaultKind::Crash,
        FaultKind::Stall,
        FaultKind::Flood,
    ] {
        let ended = game_between(fine, Second::Fails(how), &free).expect("played");
        assert_eq!(ended.end, End::forfeit(how, "so it did"));
        assert_eq!(ended.result, GameResult::Win(Color::Red));
        assert_eq!(ended.game.moves().len(), 3);
    }
    let gone = game_between(Second::NotThere, fine, &free);
    assert_eq!(
        gone,
        Err((Color::Red, Absence::NotStarted("it is gone".to_owned())))
    );
}

#[test]
fn a_move_that_comes_too_late() {
    // A machine that is busy can make anybody late: the one that is meant to be is tried
    // until it is.
    let late = |margin| {
        let conditions = Conditions {
            margin,
            ..conditions()
        };
        game_between(Second::Late, Second::FirstMove, &conditions).expect("played")
    };
    let is_late = (0..50).any(|_| {
        let ended = late(Duration::from_millis(20));
        matches!(
            ended.end,
            End::Forfeit(Fault {
                kind: FaultKind::Time,
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
        let adjudication = Adjudication { forced, most_plies };
        let conditions = Conditions {
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
            most_plies: None,
        };
        let conditions = Conditions {
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
fn who_is_told_to_stop_stops() {
    let stop = Cancellation::new();
    stop.request();
    let mut players = [Second::FirstMove; 2].map(Scripted::new);
    let [red, blue] = &mut players;
    let opening = Game::new(Rules::UAI);
    let ended = play([red, blue], &opening, &free(), &stop, &mut |_, _| {});
    assert_eq!(ended, Err((Color::Red, Absence::Interrupted)));
}
