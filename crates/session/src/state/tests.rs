//! What a session does with commands, looked at from inside.

use super::*;
use crate::parse;
use ataxx_core::Cancellation;
use ataxx_core::engine::{Level, MoveBudget};
use std::time::Duration;

fn execute(session: &mut Session, line: &str) -> Result<Vec<Event>, Refusal> {
    let parsed = parse(line, session.dialect())
        .expect("a command")
        .expect("a command");
    session.execute(&parsed.command)
}

fn session(dialect: Dialect, lines: &str) -> Session {
    let mut session = Session::new(dialect, SessionSettings::default());
    for line in lines.split(';') {
        execute(&mut session, line.trim()).expect("no line is refused");
    }
    session
}

#[test]
fn an_ai_s_turn_cannot_be_typed() {
    let mut session = session(Dialect::SPRING_2022, "a7-b7");
    assert_eq!(session.ai_turn(), Some(Color::Blue));
    let before = session.clone();
    for line in ["a1-a2", "-"] {
        let refused = execute(&mut session, line);
        assert_eq!(refused, Err(Refusal::AiTurn { color: Color::Blue }));
    }
    assert_eq!(session, before);
    execute(&mut session, "manual blue").expect("players can be changed");
    execute(&mut session, "a1-a2").expect("the move is legal");
}

#[test]
fn each_auto_of_2022_steps_the_seed() {
    let session = session(
        Dialect::SPRING_2022,
        "seed 9223372036854775807; auto red; auto blue",
    );
    assert_eq!(
        session.player(Color::Red),
        Player::Ai {
            seed: Some(i64::MAX)
        }
    );
    assert_eq!(
        session.player(Color::Blue),
        Player::Ai {
            seed: Some(i64::MIN)
        }
    );
}

#[test]
fn a_seed_is_for_ais_that_play_already_too() {
    for &dialect in Dialect::ALL {
        let session = session(dialect, "seed 4");
        assert_eq!(session.player(Color::Blue), Player::Ai { seed: Some(4) });
        assert_eq!(session.player(Color::Red), Player::Manual);
    }
}

#[test]
fn new_keeps_what_clear_does_not() {
    let typed = "seed 4; verbose; manual blue; auto red; manual red; block d4; a7-b7";
    let new = session(Dialect::SPRING_2022, &format!("{typed}; new"));
    assert_eq!(new.player(Color::Blue), Player::Manual);
    let cleared = session(Dialect::SPRING_2022, &format!("{typed}; clear"));
    assert_eq!(cleared.player(Color::Blue), Player::Ai { seed: Some(5) });
    for session in [new, cleared] {
        assert_eq!(session.position(), &Position::start());
        assert!(session.verbose);
        assert_eq!(session.game().last_move(), None);
    }
}

#[test]
fn colors_of_2008_change_places() {
    let set_up = session(Dialect::FALL_2008, "auto; color blue");
    assert!(
        Color::BOTH
            .iter()
            .all(|&color| set_up.player(color) != Player::Manual)
    );
    let by_hand = session(Dialect::FALL_2008, "color blue; color blue");
    assert_eq!(by_hand.player(Color::Blue), Player::Manual);
    assert_eq!(by_hand.player(Color::Red), Player::Ai { seed: None });
    let back = session(Dialect::FALL_2008, "color blue; auto; color red; clear");
    assert_eq!(back.player(Color::Red), Player::Manual);
}

#[test]
fn states_follow_the_game() {
    let states = |lines: &str| session(Dialect::FALL_2016, lines).state();
    assert_eq!(states("manual blue"), State::SetUp);
    assert_eq!(states("manual blue; start"), State::Playing);
    let lost = "manual blue; start; g1-e3; a1-b3; a7-c5; b3-d4";
    assert_eq!(states(lost), State::Finished);
    assert_eq!(states(&format!("{lost}; undo")), State::Playing);
    assert_eq!(states(&format!("{lost}; clear")), State::SetUp);
    assert_eq!(states("g1-e3; a1-b3; a7-c5; b3-d4"), State::SetUp);
    assert_eq!(
        session(Dialect::SPRING_2022, "clear").state(),
        State::Playing
    );
}

#[test]
fn a_verbose_session_shows_the_board_after_every_move() {
    assert!(!session(Dialect::SPRING_2022, "manual blue").verbose);
    let mut session = session(Dialect::SPRING_2022, "manual blue; verbose");
    let events = execute(&mut session, "a7-b7").expect("the move is legal");
    let last_move = session.game().last_move();
    assert_eq!(
        events.last(),
        Some(&Event::Board(*session.position(), last_move))
    );
    execute(&mut session, "quiet").expect("it is a command");
    assert_eq!(
        execute(&mut session, "a1-b1").map(|events| events.len()),
        Ok(1)
    );
}

/// With a seed the time limit is a guard, and a timeout is reported; without one it is the usual
/// limit.
#[test]
fn the_time_limit_is_a_guard_only_with_a_seed() {
    let limits = |line: &str, nodes, seconds: Option<u64>| {
        let move_time = seconds.map(Duration::from_secs);
        let settings = SessionSettings {
            move_time,
            nodes,
            ..SessionSettings::default()
        };
        let mut session = Session::new(Dialect::SPRING_2022, settings);
        execute(&mut session, line).expect("no line is refused");
        let limits = session.limits(session.player(Color::Blue));
        (limits.time.expect("there is always a limit"), limits.nodes)
    };
    assert_eq!(limits("dump", None, None), (SessionSettings::USUAL, None));
    assert_eq!(
        limits("dump", None, Some(5)),
        (Duration::from_secs(5), None)
    );
    assert_eq!(
        limits("dump", None, Some(50)),
        (SessionSettings::MAX_THINKING_TIME, None)
    );
    assert_eq!(
        limits("dump", Some(7), None),
        (SessionSettings::MAX_THINKING_TIME, Some(7))
    );
    assert_eq!(
        limits("dump", Some(7), Some(5)),
        (Duration::from_secs(5), Some(7))
    );
    let usual = Some(MoveBudget::SEEDED_NODES);
    assert_eq!(
        limits("seed 1", None, None),
        (SessionSettings::MAX_THINKING_TIME, usual)
    );
    assert_eq!(
        limits("seed 1", None, Some(5)),
        (SessionSettings::MAX_THINKING_TIME, usual)
    );
    assert_eq!(
        limits("seed 1", Some(7), Some(5)),
        (SessionSettings::MAX_THINKING_TIME, Some(7))
    );
}

#[test]
fn the_default_times_of_a_long_game_fit_into_a_minute() {
    let times = |plies: usize| {
        (0..plies)
            .map(SessionSettings::usual_time)
            .sum::<Duration>()
    };
    assert_eq!(SessionSettings::usual_time(0), SessionSettings::USUAL);
    assert!(
        (0..2000)
            .map(SessionSettings::usual_time)
            .is_sorted_by(|one, next| one >= next)
    );
    assert!(times(139) < Duration::from_secs(27), "{:?}", times(139));
    // The rest is for a slow machine, which needs longer than the time of a search.
    assert!(times(300) < Duration::from_secs(37), "{:?}", times(300));
    assert!(times(1000) < Duration::from_secs(55), "{:?}", times(1000));
    assert!(SessionSettings::usual_time(usize::MAX) > Duration::from_millis(10));
}

#[test]
fn the_default_nodes_of_a_seeded_ai_fall_likewise() {
    let limits = |plies| SessionSettings::default().limits(plies, true);
    let nodes = |plies| limits(plies).nodes.expect("a limit");
    assert_eq!(nodes(0), MoveBudget::SEEDED_NODES);
    assert!((0..2000).map(nodes).is_sorted_by(|one, next| one >= next));
    assert!((0..300).map(nodes).sum::<u64>() < 36_000_000);
    assert!(nodes(1000) >= 20_000 - 1);
    assert_eq!(limits(1000).time, Some(SessionSettings::MAX_THINKING_TIME));
    let asked = SessionSettings {
        nodes: Some(7),
        ..SessionSettings::default()
    };
    assert_eq!(asked.limits(100, true).nodes, Some(7));
}

/// In every dialect, and with the time that was asked for.
#[test]
fn only_the_default_time_falls_with_the_length_of_the_game() {
    for dialect in [Dialect::FALL_2008, Dialect::FALL_2016, Dialect::SPRING_2022] {
        for asked in [None, Some(Duration::from_secs(2))] {
            let settings = SessionSettings {
                move_time: asked,
                ..SessionSettings::default()
            };
            let mut session = Session::new(dialect, settings);
            let time = |session: &Session| session.limits(Player::Ai { seed: None }).time;
            assert_eq!(
                time(&session),
                Some(asked.unwrap_or(SessionSettings::USUAL))
            );
            for (plies, line) in (1..).zip(["a7-b7", "a1-a2", "b7-b6"]) {
                if session.ai_turn().is_some() {
                    session
                        .play_for_ai(line.parse().expect(line))
                        .expect("legal");
                } else {
                    execute(&mut session, line).expect("the move is legal");
                }
                let usual = SessionSettings::usual_time(plies);
                assert!(usual < SessionSettings::USUAL);
                assert_eq!(time(&session), Some(asked.unwrap_or(usual)));
            }
            execute(&mut session, "clear").expect("it is a command");
            assert_eq!(
                time(&session),
                Some(asked.unwrap_or(SessionSettings::USUAL))
            );
        }
    }
}

#[test]
fn no_seeded_timeout_where_nodes_end_the_search() {
    let settings = SessionSettings {
        nodes: Some(300),
        ..SessionSettings::default()
    };
    for line in ["dump", "seed 1"] {
        let mut session = Session::new(Dialect::SPRING_2022, settings);
        for line in [line, "a7-b7"] {
            execute(&mut session, line).expect("no line is refused");
        }
        let events = session.think(Cancellation::never());
        let [Event::AiPlayed { choice, .. }] = events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(choice.stopped, StopReason::Nodes);
        // The proof that neither side wins within five plies adds some.
        assert!((300..3000).contains(&choice.nodes), "{choice:?}");
    }
}

/// Lets the AI move, and returns why its search stopped.
fn stopped(session: &mut Session) -> StopReason {
    let events = session.think(Cancellation::never());
    match events[..] {
        [Event::AiPlayed { choice, .. }] => choice.stopped,
        _ => panic!("{events:?}"),
    }
}

#[test]
fn skill_is_for_both_sides_and_limits_the_search() {
    let mut session = session(Dialect::SPRING_2022, "skill 1; a7-b7");
    let level = Strength::Level("1".parse().expect("a level"));
    let strengths = Color::BOTH.map(|color| session.strength_of(color));
    assert_eq!(strengths, [Some(level); 2]);
    assert_eq!(stopped(&mut session), StopReason::Depth);
}

#[test]
fn without_a_seed_the_clock_is_no_guard() {
    let settings = SessionSettings {
        move_time: Some(Duration::from_millis(10)),
        ..SessionSettings::default()
    };
    let mut session = Session::new(Dialect::SPRING_2022, settings);
    execute(&mut session, "a7-b7").expect("the move is legal");
    assert_eq!(stopped(&mut session), StopReason::Time);
}

#[test]
fn an_ai_with_a_time_of_its_own_takes_it() {
    let settings = SessionSettings {
        nodes: Some(50),
        ..SessionSettings::default()
    };
    let mut session = Session::new(Dialect::SPRING_2022, settings);
    let time = Strength::MoveTime(Duration::from_millis(50));
    session.set_strength(Color::Blue, Some(time));
    execute(&mut session, "a7-b7").expect("the move is legal");
    assert_eq!(stopped(&mut session), StopReason::Time);
}

/// A level that was only proposed does not count for an AI that is ordered.
#[test]
fn an_ai_that_is_ordered_has_full_strength() {
    let level = Level::new(3).expect("a level");
    let mut session = session(Dialect::SPRING_2022, "manual blue");
    let proposed = Some(Strength::Proposed(level));
    for color in Color::BOTH {
        session.set_strength(color, proposed);
    }
    execute(&mut session, "auto red").expect("a command");
    assert_eq!(session.strength_of(Color::Red), None);
    assert_eq!(session.strength_of(Color::Blue), proposed);
    for line in ["skill 3", "auto blue"] {
        execute(&mut session, line).expect("a command");
    }
    assert_eq!(
        session.strength_of(Color::Blue),
        Some(Strength::Level(level))
    );
}

#[test]
fn undo_reports_what_was_taken_back() {
    let undone = |dialect, lines| execute(&mut session(dialect, lines), "undo");
    let event = |moves, blocks_gone| Ok(vec![Event::Undone { moves, blocks_gone }]);
    assert_eq!(undone(Dialect::FALL_2008, "a7-b7"), event(1, false));
    assert_eq!(
        undone(Dialect::FALL_2008, "a7-b7; blocks 3"),
        event(1, true)
    );
    let answered = "manual blue; a7-b7; a1-a2; auto blue";
    assert_eq!(undone(Dialect::SPRING_2022, answered), event(2, false));
}

#[test]
fn a_game_on_the_board_takes_the_place_of_one_broken_off() {
    let mut session = session(Dialect::FALL_2008, "start");
    session.aborted = true;
    assert_eq!(session.state(), State::Finished);
    let game = Game::new(session.dialect().rules());
    session.set_game(game).expect("the same rules");
    assert_eq!(session.state(), State::Playing);
}
