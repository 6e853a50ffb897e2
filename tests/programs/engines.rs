//! Engines of UAI and agents of Reloaded as what a scenario tests: real processes.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Position, Rules};
use ataxx_opponents::subject::{AiMove, Order, Subject, SubjectChoice, SubjectOptions, open};
use ataxx_opponents::{Ended, Failure, FailureKind, within};
use ataxx_session as session;
use ataxx_testing::runner::{Context, RunSettings};
use std::fs;
use std::time::{Duration, Instant};

fn patiently() -> Instant {
    within(Duration::from_secs(60))
}

fn with(choice: &SubjectChoice, what: impl FnOnce(&mut dyn Subject)) {
    with_options(choice, &[], what);
}

fn with_options(
    choice: &SubjectChoice,
    engine_options: &[(&str, &str)],
    what: impl FnOnce(&mut dyn Subject),
) {
    let engine_options = engine_options
        .iter()
        .map(|&(name, value)| (name.to_owned(), Some(value.to_owned())));
    let options = SubjectOptions {
        engine_options: engine_options.collect(),
        session: session::SessionSettings {
            nodes: Some(500),
            ..session::SessionSettings::default()
        },
        ..SubjectOptions::default()
    };
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &(),
        stop: Cancellation::never(),
    };
    what(
        open(choice, &options, &context.environment())
            .expect("there is a shell")
            .as_mut(),
    );
}

fn with_engine(mv: &str, what: impl FnOnce(&mut dyn Subject)) {
    let command = format!("sh tests/misbehaving/engine.sh {mv}");
    with(&SubjectChoice::Uai(command), what);
}

fn game(rules: Rules, fen: &str) -> Game {
    let position: Position = fen.parse().expect("a position");
    Game::from_position(rules, position)
}

fn kind<T>(result: Result<T, Failure>) -> Option<FailureKind> {
    result.err().map(|failure| failure.kind)
}

fn in_words(made: Result<AiMove, Failure>) -> String {
    match made {
        Ok(AiMove {
            color, mv, illegal, ..
        }) => match illegal {
            None => format!("{color} {mv}"),
            Some(illegal) => format!("{mv} is illegal: {illegal}"),
        },
        Err(failure) => format!("{:?}({:?})", failure.kind, failure.message),
    }
}

#[test]
fn an_engine_is_asked_for_moves() {
    with_engine("a1", |engine| {
        let game = game(Rules::UAI, "7/7/7/3x3/3o3/7/7 x 5 9");
        engine.set_game(&game, patiently()).expect("it can");
        let made = engine.ai_move(patiently()).expect("it moves");
        assert_eq!(
            made.illegal.map(|illegal| illegal.to_string()).as_deref(),
            Some("`a1`: no Red piece is next to a1")
        );
        assert_eq!(engine.referee(), &game);
    });
    with_engine("e5", |engine| {
        let game = game(Rules::UAI, "7/7/7/3x3/3o3/7/7 x 5 9");
        engine.set_game(&game, patiently()).expect("it can");
        assert_eq!(in_words(engine.ai_move(patiently())), "Red d4-e5");
        insta::assert_snapshot!(in_words(engine.ai_move(patiently())), @"e5-e5 is illegal: `e5`: e5 is taken by a Red piece");
        assert_eq!(engine.finish(patiently()), Ok(Ended::Status(0)));
        let dialogue = engine.take_dialogue();
        let said: Vec<&str> = dialogue
            .utterances()
            .iter()
            .map(|said| said.text.as_str())
            .collect();
        insta::assert_snapshot!(said.join("\n"), @"
        uai
        id name engine
        id author nobody
        uaiok
        isready
        readyok
        uainewgame
        isready
        readyok
        position fen 7/7/7/3x3/3o3/7/7 x 5 9
        go nodes 500
        info depth 1
        bestmove e5
        isready
        readyok
        position fen 7/7/7/3x3/3o3/7/7 x 5 9 moves e5
        go nodes 500
        info depth 1
        bestmove e5
        quit
        ");
    });
}

#[test]
fn an_engine_answers_its_steps() {
    with_engine("b7", |engine| {
        engine.send("hello", patiently()).expect("it listens");
        let output = engine.take_output(patiently());
        assert_eq!(output, Ok(vec!["what is hello?".to_owned()]));
        assert_eq!(
            engine.take_errors(patiently()),
            Ok(vec!["unknown: hello".to_owned()])
        );
        assert_eq!(
            kind(engine.look(patiently())),
            Some(FailureKind::Unsupported)
        );
        assert_eq!(
            kind(engine.announced(patiently())),
            Some(FailureKind::Unsupported)
        );
        engine.send("quit", patiently()).expect("it ends");
        assert_eq!(engine.take_output(patiently()), Ok(Vec::new()));
        assert_eq!(engine.finish(patiently()), Ok(Ended::Status(0)));
    });
}

fn shell_engine(way: &str) -> SubjectChoice {
    SubjectChoice::Uai(format!("sh tests/misbehaving/uai.sh {way}"))
}

#[test]
fn an_engine_is_sent_its_limits() {
    let order = |go: &str, stop_after| Order {
        go: go.parse().expect(go),
        stop_after,
    };
    with_options(&shell_engine("well"), &[("hash", "4")], |engine| {
        let started = game(Rules::UAI, "x5o/7/7/7/7/7/o5x x 0 1");
        engine.set_game(&started, patiently()).expect("it can");
        engine.order(order("depth 3", None)).expect("it can");
        assert_eq!(in_words(engine.ai_move(patiently())), "Red a7-b7");
        engine.set_game(&started, patiently()).expect("it can");
        let stop_after = Some(Duration::from_millis(20));
        engine.order(order("infinite", stop_after)).expect("it can");
        assert_eq!(in_words(engine.ai_move(patiently())), "Red a7-b7");
        assert_eq!(
            kind(engine.perft(1, patiently())),
            Some(FailureKind::Unsupported)
        );
        let dialogue = engine.take_dialogue();
        let said: Vec<&str> = dialogue
            .utterances()
            .iter()
            .map(|said| said.text.as_str())
            .collect();
        for line in [
            "setoption name Hash value 4",
            "go depth 3",
            "go infinite",
            "stop",
        ] {
            assert!(said.contains(&line), "{line}: {said:?}");
        }
    });
    with(&SubjectChoice::Session, |session| {
        let refused = session.order(order("depth 1", None));
        assert_eq!(kind(refused), Some(FailureKind::Unsupported));
    });
}

#[test]
fn options_that_an_engine_does_not_take() {
    for (option, expected) in [
        (
            ("Hush", "4"),
            "Unsupported(\"the engine has no option `Hush`; did you mean `Hash`?\")",
        ),
        (
            ("Hash", "9"),
            "Refused(\"option `Hash` takes a whole number from 1 to 8, not `9`\")",
        ),
        (
            ("Hash", ""),
            "Refused(\"option `Hash` takes a whole number from 1 to 8, and no value is given\")",
        ),
    ] {
        with_options(&shell_engine("well"), &[option], |engine| {
            assert_eq!(in_words(engine.ai_move(patiently())), expected);
        });
    }
}

#[test]
fn what_engines_do_wrong() {
    with_engine("z9", |engine| {
        insta::assert_snapshot!(in_words(engine.ai_move(patiently())), @r#"BadAnswer("`bestmove z9` names no move: `z9` is not a square: files run from a to g")"#);
    });
    let choice = SubjectChoice::Uai("read -r line; exit 1".to_owned());
    with(&choice, |engine| {
        insta::assert_snapshot!(in_words(engine.ai_move(patiently())), @r#"Crash("waited for `uaiok` in answer to `uai`, but the engine ended with exit status 1; it has printed nothing")"#);
    });
    let choice = SubjectChoice::Uai("no-such-program-anywhere".to_owned());
    with(&choice, |engine| {
        insta::assert_snapshot!(in_words(engine.ai_move(patiently())), @r#"NotStarted("`no-such-program-anywhere` could not be started (exit status 127)")"#);
    });
}

fn with_agent(answer: &str, what: impl FnOnce(&mut dyn Subject, &dyn Fn() -> String)) {
    let folder = tempfile::tempdir().expect("a folder");
    let request = folder.path().join("request");
    let command = format!(
        "sh tests/misbehaving/agent.sh '{}' {answer}",
        request.display()
    );
    with(&SubjectChoice::Agent(command), |agent| {
        what(agent, &|| {
            fs::read_to_string(&request).expect("it was asked")
        });
    });
}

#[test]
fn an_agent_is_asked_for_moves() {
    with_agent("0:0:1:0:", |agent, request| {
        assert_eq!(in_words(agent.ai_move(patiently())), "Red a7-b7");
        insta::assert_snapshot!(request(), @"
        move
        1
        7
        1:0:0:0:0:0:2:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        2:0:0:0:0:0:1:
        ");
        insta::assert_snapshot!(in_words(agent.ai_move(patiently())), @"a7-b7 is illegal: `0:0:1:0:` (here a7-b7): the piece on a7 is Red, and it is Blue's turn");
        insta::assert_snapshot!(request(), @"
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
        ");
        assert_eq!(agent.referee().position().turn(), Color::Blue);
        assert_eq!(agent.finish(patiently()), Ok(Ended::Status(0)));
    });
}

#[test]
fn an_agent_is_given_a_position() {
    with_agent("3:3:3:0:", |agent, request| {
        let game = game(Rules::RELOADED, "7/7/7/3o3/7/7/6x o 0 60");
        agent.set_game(&game, patiently()).expect("it can");
        assert_eq!(in_words(agent.ai_move(patiently())), "Blue d4-d7");
        insta::assert_snapshot!(request(), @"
        move
        60
        7
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:1:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:0:
        0:0:0:0:0:0:2:
        ");
        for (rules, fen) in [
            (Rules::RELOADED, "x5o/7/2-4/7/7/7/o5x x 0 1"),
            (Rules::UAI, "x5o/7/7/7/7/7/o5x x 0 1"),
        ] {
            let refused = agent.set_game(&self::game(rules, fen), patiently());
            assert_eq!(kind(refused), Some(FailureKind::Unsupported));
        }
    });
}

#[test]
fn what_agents_do_wrong() {
    with_agent("a7-b7", |agent, _| {
        insta::assert_snapshot!(in_words(agent.ai_move(patiently())), @r#"BadAnswer("`a7-b7` is no move: expected a column from 0 to 6, found `a7-b7`")"#);
    });
    let choice = SubjectChoice::Agent("head -n 10; echo oh >&2".to_owned());
    with(&choice, |agent| {
        insta::assert_snapshot!(in_words(agent.ai_move(patiently())), @r#"BadAnswer("`move` is no move: expected a column from 0 to 6, found `move`")"#);
        assert_eq!(agent.take_errors(patiently()), Ok(vec!["oh".to_owned()]));
        assert_eq!(agent.stderr_lines(), "oh\n");
    });
    let choice = SubjectChoice::Agent("no-such-program-anywhere".to_owned());
    with(&choice, |agent| {
        insta::assert_snapshot!(in_words(agent.ai_move(patiently())), @r#"NotStarted("`no-such-program-anywhere` could not be started: exit status 127")"#);
    });
}

#[test]
fn what_an_engine_repeats_is_all_but_info() {
    with_engine("b7", |engine| {
        let lines = ["info depth 1", "bestmove b7"].map(str::to_owned);
        assert_eq!(engine.repeatable(&lines), ["bestmove b7"]);
    });
}

#[test]
fn moves_by_hand_are_part_of_the_game() {
    with_engine("b7", |engine| {
        for mv in ["a7-a6", "g7-g6"] {
            let mv = mv.parse().expect("a move");
            engine.play(mv, patiently()).expect("the move is legal");
        }
        assert_eq!(in_words(engine.ai_move(patiently())), "Red a6-b7");
        assert_eq!(engine.referee().moves().len(), 3);
    });
}
