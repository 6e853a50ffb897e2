//! The client against engines in this process.

mod double;

use super::*;
use crate::dialogue::Speaker;
use crate::{Ended, ReadError, within};
use ataxx_core::board::{Color, Game, Move, Rules, Square};
use ataxx_core::notation::MoveScore;
use double::{Double, Event, lines, standard_answers};
use std::time::{Duration, Instant};

/// Engines in this process do not wait.
fn soon() -> Instant {
    within(Duration::from_secs(1))
}

fn engine<'a>(script: impl FnMut(&str) -> Vec<Event> + 'a) -> EngineClient<'a> {
    EngineClient::new(Box::new(Double::new(script)))
}

/// An engine that answers an order to think with these events.
fn answering<'a>(events: Vec<Event>) -> EngineClient<'a> {
    engine(move |line| match line {
        "go depth 1" => events.clone(),
        other => standard_answers(other),
    })
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn start() -> Game {
    Game::new(Rules::UAI)
}

fn ask(engine: &mut EngineClient) -> Result<EngineMove, Failure> {
    engine.go(&start(), &Go::depth(1), soon())
}

fn dialogue_text(engine: &mut EngineClient) -> String {
    let lines: Vec<String> = engine
        .take_dialogue()
        .into_iter()
        .map(|line| match line.by {
            Speaker::Runner => format!("> {}", line.text),
            Speaker::Program => format!("< {}", line.text),
        })
        .collect();
    lines.join("\n")
}

#[test]
fn a_game_with_a_good_engine() {
    let mut engine = engine(|line| match line {
        "uai" => lines(
            "Welcome!\nid name Good One\nid author A. N. Other\noption name Hash type spin default 16 min 1 max 64\nuaiok",
        ),
        "go nodes 100" => {
            lines("info depth 1 score cp 5 pv b7\ninfo string hm\nodd\nbestmove b7 ponder a2")
        }
        other => standard_answers(other),
    });
    let identity = engine.handshake(soon()).expect("it answers");
    assert_eq!(
        (identity.name.as_str(), identity.options.len()),
        ("Good One", 1)
    );
    engine.set_option("hash", Some("32")).expect("it has one");
    engine.new_game(soon()).expect("it is ready");
    let mut game = start();
    game.play_between(Square::A7, square("a6")).expect("legal");
    game.play_between(Square::A1, square("a3")).expect("legal");
    let answer = engine.go(&game, &Go::nodes(100), soon()).expect("it moves");
    assert_eq!(answer.mv, Move::Extend { to: square("b7") });
    assert_eq!(answer.infos.len(), 2);
    assert_eq!(
        answer.infos.iter().find_map(|info| info.score),
        Some(MoveScore::Centipawns(5))
    );
    assert_eq!(engine.take_other_lines(), ["Welcome!", "odd"]);
    assert_eq!(engine.quit(soon()), Ok(Ended::Status(0)));
    insta::assert_snapshot!(dialogue_text(&mut engine), @"
    > uai
    < Welcome!
    < id name Good One
    < id author A. N. Other
    < option name Hash type spin default 16 min 1 max 64
    < uaiok
    > setoption name Hash value 32
    > uainewgame
    > isready
    < readyok
    > position fen x5o/7/7/7/7/7/o5x x 0 1 moves a6 a1a3
    > go nodes 100
    < info depth 1 score cp 5 pv b7
    < info string hm
    < odd
    < bestmove b7 ponder a2
    > quit
    ");
}

#[test]
fn unsupported_games_are_not_sent() {
    let mut engine = engine(standard_answers);
    engine.handshake(soon()).expect("it answers");
    dialogue_text(&mut engine);
    let told = [("Hush", "1"), ("Hash", "10"), ("Hash", "x\nquit")].map(|(name, value)| {
        let refused = engine.set_option(name, Some(value));
        assert!(matches!(refused, Err(SetOption::Refused(_))));
        refused.expect_err("it is refused").to_string()
    });
    insta::assert_snapshot!(told.join("\n"), @"
    the engine has no option `Hush`; did you mean `Hash`?
    option `Hash` takes a whole number from 1 to 9, not `10`
    option `Hash` takes a whole number from 1 to 9, not `x
    quit`
    ");
    assert_eq!(dialogue_text(&mut engine), "");
}

#[test]
fn failures_have_different_kinds() {
    let silence = |silence: ReadError| vec![Event::ReadError(silence)];
    let wrong = [
        Vec::new(),
        lines("info depth 1"),
        silence(ReadError::Ended(Some(Ended::Signal(11)))),
        silence(ReadError::Ended(Some(Ended::Status(139)))),
        silence(ReadError::Ended(None)),
        silence(ReadError::Flooded { limit: 8 << 20 }),
        silence(ReadError::Interrupted),
        lines("bestmove d4"),
        lines("bestmove 0000"),
        lines("bestmove a7b6c5"),
        lines("bestmove"),
        lines("bestmove (none)"),
    ];
    let told = wrong.map(|events| {
        let failure = ask(&mut answering(events)).expect_err("it is wrong");
        format!("{}: {failure}", failure.name())
    });
    let told = told.map(|line| {
        regex::Regex::new(r"\d\.\d s")
            .expect("one")
            .replace(&line, "… s")
            .into_owned()
    });
    insta::assert_snapshot!(told.join("\n"), @"
    hang at a move: waited … s for `bestmove`; its last line was `readyok`
    hang at a move: waited … s for `bestmove`; its last line was `info depth 1`
    crash: waited for `bestmove`, but the engine ended with signal 11; its last line was `readyok`
    crash: waited for `bestmove`, but the engine ended with exit status 139, which stands for signal 11; its last line was `readyok`
    crash: waited for `bestmove`, but the engine closed its output and went on; its last line was `readyok`
    flood: waited for `bestmove`, but the engine wrote more than 8 MiB; its last line was `readyok`
    interrupted: interrupted
    illegal move: `d4` is no legal move: no own piece is next to d4
    illegal move: `0000` is no legal move: a pass is legal only without another legal move
    unreadable move: `bestmove a7b6c5` names no move: expected nothing more, found `c5`
    unreadable move: `bestmove` names no move: expected a square, a1 to g7
    unreadable move: `bestmove (none)` names no move: expected a square, a1 to g7
    ");
}

#[test]
fn timeouts_name_their_stage() {
    let mut mute = engine(|_| Vec::new());
    let failure = mute.handshake(soon()).expect_err("it is mute");
    assert_eq!(failure.name(), "hang at start");
    let mut engine = engine(|line| match line {
        "isready" => Vec::new(),
        other => standard_answers(other),
    });
    engine.handshake(soon()).expect("it answers");
    let failure = engine.new_game(soon()).expect_err("it is never ready");
    assert_eq!(failure.name(), "hang at isready");
}

#[test]
fn the_last_words_are_kept() {
    let mut double = Double::new(standard_answers);
    double.stderr_lines = "1\n2\n3\n\n4\n5\npanicked\n".to_owned();
    double.ended = Err(ReadError::TimeOut);
    let mut engine = EngineClient::new(Box::new(double));
    let failure = engine.quit(soon()).expect_err("it goes on");
    assert_eq!(failure.stderr_end.as_deref(), Some("2\n3\n4\n5\npanicked"));
    assert_eq!(failure.name(), "hang at quit");
}

#[test]
fn a_late_move_is_one() {
    let late = || vec![Event::Sleep(20), Event::Line("bestmove b7")];
    let soon = Duration::from_millis(1);
    let patiently = Duration::from_secs(60);
    let failure = answering(late())
        .go_within(&start(), &Go::depth(1), soon, patiently)
        .expect_err("it is late");
    assert_eq!(failure.name(), "late move");
    let answer = answering(late()).go_within(&start(), &Go::depth(1), patiently, patiently);
    assert!(answer.expect("it is in time").took >= Duration::from_millis(20));
}

#[test]
fn an_illegal_move_is_worse_than_a_late_one() {
    let mut engine = answering(vec![Event::Sleep(5), Event::Line("bestmove d4")]);
    let asked = engine.go_within(
        &start(),
        &Go::depth(1),
        Duration::ZERO,
        Duration::from_secs(60),
    );
    assert_eq!(asked.expect_err("it is illegal").name(), "illegal move");
}

#[test]
fn lines_after_an_answer_do_not_answer_the_next_request() {
    let mut number = 0;
    let mut engine = engine(move |line| match line {
        "go depth 1" => {
            number += 1;
            match number {
                1 => lines("bestmove b7\nbestmove a6"),
                _ => lines("bestmove f2"),
            }
        }
        other => standard_answers(other),
    });
    assert_eq!(
        ask(&mut engine).map(|answer| answer.mv),
        Ok(Move::Extend { to: square("b7") })
    );
    assert_eq!(
        ask(&mut engine).map(|answer| answer.mv),
        Ok(Move::Extend { to: square("f2") })
    );
    assert_eq!(engine.take_other_lines(), ["bestmove a6"]);
}

#[test]
fn it_can_be_watched_and_stopped() {
    let mut engine = engine(|line| match line {
        "go infinite" => lines("info depth 1\nhm\ninfo depth 2"),
        "stop" => lines("info depth 3\nbestmove b7"),
        other => standard_answers(other),
    });
    let begun = engine
        .think(&start(), &Go::infinite(), soon())
        .expect("it listens");
    let mut depths = Vec::new();
    while let Some(News::Info(info)) = engine.watch(begun, soon()).expect("it thinks") {
        depths.extend(info.depth);
    }
    assert_eq!(depths, [1, 2]);
    let best = engine.stop(soon()).expect("it stops");
    assert_eq!(best.name, "b7");
    assert_eq!(
        best.check(&start()).map(|answer| answer.mv),
        Ok(Move::Extend { to: square("b7") })
    );
}

#[test]
fn btime_is_the_clock_of_the_first_player() {
    let [red, blue] = [1, 2].map(Duration::from_secs);
    let clocks =
        Go::default().with_clock(Color::Red, (red, Duration::ZERO), (blue, Duration::ZERO));
    assert_eq!(clocks.to_string(), "go btime 1000 wtime 2000 binc 0 winc 0");
}

#[test]
fn perft_is_asked_for() {
    let count = |answer: &'static str| {
        let mut engine = engine(move |line| match line {
            "perft 3" => lines(answer),
            other => standard_answers(other),
        });
        engine.perft(start().position(), 3, soon())
    };
    assert_eq!(
        count("info depth 1 nodes 16\ninfo depth 3 nodes 6460"),
        Ok(Some(6460))
    );
    assert_eq!(count("b7: 16\nNodes searched: 6460"), Ok(Some(6460)));
    assert_eq!(count("info string unknown command perft"), Ok(None));
    assert_eq!(count(""), Ok(None));
    // Ready at once, and counted later.
    let mut engine = engine(|line| match line {
        "isready" => lines("readyok\n6460"),
        other => standard_answers(other),
    });
    assert_eq!(engine.perft(start().position(), 3, soon()), Ok(Some(6460)));
}
