//! Games of Ataxx Reloaded, in which a fault costs a move.

use super::super::*;
use crate::{Allowance, RandomMover};
use ataxx_core::Cancellation;
use ataxx_core::board::{Ending, Position, Rules};
use ataxx_core::notation::{GameRecord, MoveRequest};

type Answer = Result<ReloadedMove, Failure>;

/// An agent with scripted answers, which records its requests.
struct Scripted {
    answers: Vec<Answer>,
    asked: Vec<String>,
}

impl Scripted {
    fn new(answers: &[&str]) -> Self {
        let answers = answers.iter().map(|answer| match *answer {
            "late" => Err(Failure::new(FailureKind::Timeout(None), "it sleeps")),
            "crash" => Err(Failure::new(FailureKind::Crash, "it fell")),
            mv => Ok(mv.parse().expect(mv)),
        });
        Self {
            answers: answers.collect(),
            asked: Vec::new(),
        }
    }
}

impl Opponent for Scripted {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let request = MoveRequest::new(game.position()).expect("no blocks");
        self.asked.push(request.to_string());
        if self.answers.is_empty() {
            return Err(left());
        }
        let ReloadedMove(mv) = self.answers.remove(0)?;
        Ok(mv.into())
    }
}

fn left() -> Failure {
    Failure::new(FailureKind::Left, "the player has left")
}

const FORFEIT: Penalty = Penalty::Move;
const RANDOM: Penalty = Penalty::RandomMove;

fn conditions(penalty: Penalty, seed: u64) -> GameConditions {
    GameConditions {
        without_clock: Duration::from_secs(5),
        penalties: [penalty; 2],
        seed,
        ..super::free()
    }
}

/// Plays a game on in which a fault costs this.
fn play_on(
    penalty: Penalty,
    game: &Game,
    opponents: [&mut dyn Opponent; 2],
    observe: &mut dyn FnMut(&Game, &Ply),
) -> Result<FinishedGame, (Color, Failure)> {
    let conditions = conditions(penalty, 0);
    play(opponents, game, &conditions, Cancellation::never(), observe)
}

fn start() -> Game {
    Game::new(Rules::RELOADED)
}

fn game(fen: &str) -> Game {
    let position: Position = fen.parse().expect(fen);
    Game::from_position(Rules::RELOADED, position)
}

/// How each ply came about, in words, until a side has no more answers.
fn report(penalty: Penalty, game: &Game, black: &[&str], white: &[&str]) -> String {
    let (mut black, mut white) = (Scripted::new(black), Scripted::new(white));
    let mut lines = Vec::new();
    let ended = play_on(penalty, game, [&mut black, &mut white], &mut |_, ply| {
        let mv = ReloadedMove::from(ply.played);
        let (turn, color) = (ply.turn, ply.color);
        lines.push(match &ply.reason {
            Reason::Chosen => format!("{turn} {color} {mv}"),
            Reason::NoMove => format!("{turn} {color} cannot move"),
            Reason::Forfeited(Failure { kind, message, .. }) => {
                format!("{turn} {color} forfeits; {kind:?}: {message}")
            }
            Reason::Random(Failure { kind, message, .. }) => {
                format!("{turn} {color} at random; {kind:?}: {message}")
            }
        });
    });
    lines.push(match ended {
        Ok(finished) => format!(
            "{:?}",
            finished.game.outcome().map(|outcome| outcome.ending)
        ),
        Err((color, absence)) => format!("{color}: {absence}"),
    });
    lines.join("\n")
}

#[test]
fn each_is_asked_as_black() {
    let (mut black, mut white) = (
        Scripted::new(&["0:0:1:0:", "1:0:1:3:"]),
        Scripted::new(&["6:0:4:0:"]),
    );
    let ended = play_on(FORFEIT, &start(), [&mut black, &mut white], &mut |_, _| {});
    assert_eq!(ended, Err((Color::Blue, left())));
    insta::assert_snapshot!(white.asked.join("\n\n"), @"
    move
    1
    7
    2:2:0:0:0:0:1:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    1:0:0:0:0:0:2:

    move
    2
    7
    2:0:0:0:1:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:2:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    1:0:0:0:0:0:2:
    ");
    insta::assert_snapshot!(black.asked[1], @"
    move
    2
    7
    1:1:0:0:2:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    0:0:0:0:0:0:0:
    2:0:0:0:0:0:1:
    ");
}

#[test]
fn an_illegal_move_is_forfeited_or_made_up_for() {
    let black = ["0:0:2:1:", "0:0:3:0:"];
    let white = ["pass", "6:0:6:1:"];
    insta::assert_snapshot!(report(FORFEIT, &start(), &black, &white), @"
    1 Red forfeits; IllegalMove: `0:0:2:1:` (a7-c6): c6 is out of reach from a7
    1 Blue forfeits; IllegalMove: `pass`: a pass is legal only without another legal move
    2 Red 0:0:3:0:
    2 Blue 6:0:6:1:
    Red: the player has left
    ");
    let at_random = report(RANDOM, &start(), &black[..1], &["0:0:1:0:"]);
    insta::assert_snapshot!(at_random, @"
    1 Red at random; IllegalMove: `0:0:2:1:` (a7-c6): c6 is out of reach from a7
    1 Blue at random; IllegalMove: `0:0:1:0:` (a7-b7): no own piece is on a7
    Red: the player has left
    ");
}

#[test]
fn a_random_move_is_legal_and_settled_by_the_seed() {
    let by_seed = |seed| {
        let (mut black, mut white) = (
            Scripted::new(&["3:3:3:4:"; 100]),
            Scripted::new(&["3:3:3:4:"; 100]),
        );
        let conditions = conditions(RANDOM, seed);
        let players: [&mut dyn Opponent; 2] = [&mut black, &mut white];
        let never = Cancellation::never();
        let finished = play(players, &start(), &conditions, never, &mut |_, _| {});
        let finished = finished.expect("it ends");
        finished.game
    };
    let first = by_seed(1);
    assert_eq!(by_seed(1), first);
    assert_ne!(by_seed(2), first);
    // What a record can hold was legal.
    let record = GameRecord::new(Rules::RELOADED, &first).expect("a record");
    assert_eq!(record.game(), &first);
}

#[test]
fn late_moves_and_crashes_are_forfeited() {
    let with_penalty = |penalty| report(penalty, &start(), &["late", "0:0:1:0:"], &["crash"]);
    insta::assert_snapshot!(with_penalty(FORFEIT), @"
    1 Red forfeits; Timeout(None): it sleeps
    1 Blue forfeits; Crash: it fell
    2 Red 0:0:1:0:
    Blue: the player has left
    ");
    insta::assert_snapshot!(with_penalty(RANDOM), @"
    1 Red forfeits; Timeout(None): it sleeps
    1 Blue forfeits; Crash: it fell
    2 Red 0:0:1:0:
    Blue: the player has left
    ");
}

#[test]
fn turn_100_is_the_last_even_without_moves() {
    let (mut black, mut white) = (
        Scripted::new(&["late"; 200]),
        Scripted::new(&["crash"; 200]),
    );
    let mut seen = 0;
    let finished = play_on(FORFEIT, &start(), [&mut black, &mut white], &mut |_, _| {
        seen += 1;
    })
    .expect("it ends");
    assert_eq!(seen, 200);
    assert_eq!(
        finished.game.outcome().and_then(|outcome| outcome.winner),
        None
    );
    assert_eq!(
        finished.game.outcome().map(|outcome| outcome.ending),
        Some(Ending::PlyLimit)
    );
    assert_eq!(finished.plies.last().map(|ply| ply.turn), Some(100));
    assert!(black.asked[99].starts_with("move\n100\n"));
    assert_eq!(finished.result, GameResult::Draw);
    for (color, kind) in [
        (Color::Red, FailureKind::Timeout(None)),
        (Color::Blue, FailureKind::Crash),
    ] {
        let own = finished.plies.iter().filter(|ply| ply.color == color);
        let kinds: Vec<_> = own
            .map(|ply| ply.reason.fault().map(|fault| fault.kind))
            .collect();
        assert_eq!(kinds, [Some(kind); 100]);
    }
}

/// A side that cannot move is not asked, and has done nothing wrong.
#[test]
fn a_side_without_moves_is_not_asked() {
    let alone = "xoooooo/ooooooo/ooooooo/ooo1ooo/ooooooo/ooooooo/ooooooo x 0 50";
    insta::assert_snapshot!(report(FORFEIT, &game(alone), &["0:0:3:3:"], &[]), @"
    50 Red cannot move
    Blue: the player has left
    ");
}

#[test]
fn games_end_by_the_rules() {
    let last_square = "xxxxxx1/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo x 0 40";
    insta::assert_snapshot!(report(FORFEIT, &game(last_square), &["5:0:6:0:"], &[]), @"
    40 Red 5:0:6:0:
    Some(NoMoves)
    ");
    let last_piece = "7/7/2x1o2/7/7/7/7 x 0 40";
    insta::assert_snapshot!(report(FORFEIT, &game(last_piece), &["2:2:3:2:"], &[]), @"
    40 Red 2:2:3:2:
    Some(NoPieces)
    ");
}

#[test]
fn forfeited_moves_can_be_recorded() {
    let (mut black, mut white) = (
        Scripted::new(&["0:0:1:0:", "late"]),
        Scripted::new(&["crash", "6:0:6:1:"]),
    );
    let mut game = Game::new(Rules::RELOADED);
    let ended = play_on(
        FORFEIT,
        &start(),
        [&mut black, &mut white],
        &mut |after, _| {
            game = after.clone();
        },
    );
    assert_eq!(ended, Err((Color::Red, left())));
    let record = GameRecord::new(Rules::RELOADED, &game).expect("a record");
    insta::assert_snapshot!(record, @"
    rules: reloaded

    1. a7-b7 -
    2. - g7-g6
    *
    ");
    assert_eq!(record.to_string().parse(), Ok(record));
    // Nowhere else can a side give a move away.
    assert!("rules: 2022\n1. -".parse::<GameRecord>().is_err());
    assert!(
        "rules: reloaded\nstart: 7/7/7/7/7/7/x6 x\n-"
            .parse::<GameRecord>()
            .is_err()
    );
}

#[test]
fn random_movers_play_to_the_end() {
    for seed in 0..20 {
        let (mut black, mut white) = (RandomMover::new(seed), RandomMover::new(seed + 100));
        let finished =
            play_on(FORFEIT, &start(), [&mut black, &mut white], &mut |_, _| {}).expect("it ends");
        assert!(
            finished
                .plies
                .iter()
                .all(|ply| ply.reason.fault().is_none())
        );
        assert_ne!(*finished.game.position(), Position::start());
    }
}
