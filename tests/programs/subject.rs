//! Programs and the session as what a scenario tests: real processes.

use crate::process_groups::assert_gone;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move, Position, Rules};
use ataxx_core::notation::{BerkeleyMove, Rows};
use ataxx_opponents::subject::{
    Announced, ProgramLimits, Subject, SubjectChoice, SubjectOptions, open,
};
use ataxx_opponents::{Ended, Failure, FailureKind, within};
use ataxx_session::{self as session, Dialect};
use ataxx_testing::runner::{Context, RunSettings};
use std::fs;
use std::time::{Duration, Instant};

/// Long enough for a machine that has other things to do. No test waits so long unless
/// it fails.
fn patiently() -> Instant {
    within(Duration::from_secs(60))
}

fn soon() -> Instant {
    within(Duration::from_millis(200))
}

fn with_limits(
    choice: &SubjectChoice,
    options: &SubjectOptions,
    limits: ProgramLimits,
    what: impl FnOnce(&mut dyn Subject),
) {
    let settings = RunSettings {
        limits,
        ..RunSettings::default()
    };
    let context = Context {
        settings: &settings,
        files: &(),
        stop: Cancellation::never(),
    };
    let mut subject = open(choice, options, &context.environment()).expect("it is started");
    what(subject.as_mut());
}

fn with(choice: &SubjectChoice, options: &SubjectOptions, what: impl FnOnce(&mut dyn Subject)) {
    with_limits(choice, options, ProgramLimits::default(), what);
}

fn in_dialect(dialect: Dialect) -> SubjectOptions {
    SubjectOptions {
        dialect,
        session: session::SessionSettings {
            nodes: Some(500),
            ..session::SessionSettings::default()
        },
        ..SubjectOptions::default()
    }
}

/// Our own program in this dialect.
fn ours(dialect: Dialect) -> SubjectChoice {
    SubjectChoice::Program(format!(
        "'{}' --dialect {} --nodes 500",
        env!("CARGO_BIN_EXE_ataxx"),
        dialect.name()
    ))
}

/// A misbehaving program that is to follow the document of 2022, and may take as little
/// time to start as to do anything else.
fn with_misbehaving(name: &str, what: impl FnOnce(&mut dyn Subject)) {
    let choice = SubjectChoice::Program(format!("sh tests/misbehaving/{name}.sh"));
    let options = SubjectOptions {
        start: Duration::ZERO,
        ..SubjectOptions::default()
    };
    with(&choice, &options, what);
}

/// Does something to our program and to our session in every dialect.
fn with_ours(what: impl Fn(&mut dyn Subject, Dialect)) {
    for &dialect in Dialect::ALL {
        for choice in [ours(dialect), SubjectChoice::Session] {
            with(&choice, &in_dialect(dialect), |subject| {
                what(subject, dialect);
            });
        }
    }
}

fn say(subject: &mut dyn Subject, lines: &str) {
    for line in lines.split("; ") {
        subject.send(line, patiently()).expect(line);
    }
}

fn look(subject: &mut dyn Subject) -> Position {
    subject.look(patiently()).expect("it shows its board")
}

fn assert_as_refereed(subject: &mut dyn Subject) {
    let seen = look(subject);
    assert_eq!(seen, *subject.referee().position());
}

fn kind<T>(result: Result<T, Failure>) -> Option<FailureKind> {
    result.err().map(|failure| failure.kind)
}

/// A message with what varies made the same.
fn message(failure: Option<Failure>) -> String {
    let failure = failure.expect("something is wrong");
    let kind = match failure.kind {
        FailureKind::Timeout(_) => "time-out",
        FailureKind::BadAnswer | FailureKind::Flood => "wrong",
        FailureKind::Crash | FailureKind::NotReading => "crash",
        _ => failure.name(),
    };
    let text = format!("{kind}: {failure}");
    let waited = regex::Regex::new(r"waited \d+\.\d s").expect("a pattern");
    waited.replace(&text, "waited N s").into_owned()
}

/// A game of moves that follow one another without much sense, up to its end.
fn whole_game(dialect: Dialect, variety: usize) -> Game {
    let rules = dialect.rules();
    let mut game = Game::new(rules);
    for ply in 1.. {
        let moves: Vec<Move> = game.position().legal_moves(&rules).collect();
        if moves.is_empty() {
            break;
        }
        game.play(moves[(ply * variety) % moves.len()])
            .expect("it is legal");
    }
    game
}

#[test]
fn a_whole_game_by_hand() {
    with_ours(|subject, dialect| {
        let game = whole_game(dialect, 7);
        if dialect != Dialect::FALL_2008 {
            say(subject, "manual blue");
        }
        if dialect == Dialect::FALL_2016 {
            say(subject, "start");
        }
        for (ply, played) in game.moves().enumerate() {
            assert_eq!(subject.announced(patiently()), Ok(None), "before ply {ply}");
            say(subject, &BerkeleyMove::from(played).to_string());
            if ply % 8 == 0 {
                assert_as_refereed(subject);
            }
        }
        if dialect == Dialect::FALL_2008 {
            // All was set up so far.
            assert_eq!(subject.announced(patiently()), Ok(None));
            say(subject, "start");
        }
        assert_as_refereed(subject);
        assert_eq!(subject.referee().position(), game.position());
        let outcome = game.outcome();
        let winner = outcome.expect("the game is over").winner;
        let announced = Announced { winner };
        assert_eq!(subject.announced(patiently()), Ok(Some(announced)));
        assert_eq!(subject.take_errors(patiently()), Ok(Vec::new()));
        let output = subject.take_output(patiently()).expect("it goes on");
        assert_eq!(output.len(), 1, "the result alone: {output:?}");
        assert_eq!(subject.finish(patiently()), Ok(Ended::Status(0)));
    });
}

#[test]
fn a_whole_game_between_ais() {
    with_ours(|subject, dialect| {
        let orders = match dialect.name() {
            "2008" => "auto; start",
            "2016" => "auto red; start",
            _ => "auto red",
        };
        say(subject, orders);
        let mut game = Game::new(dialect.rules());
        while game.outcome().is_none() {
            let made = subject.ai_move(patiently()).expect("an AI moves");
            assert_eq!(made.illegal, None);
            assert_eq!(made.before, *game.position());
            assert_eq!(made.color, game.position().turn());
            made.mv.play(&mut game).expect("it is legal");
        }
        let refused = message(subject.ai_move(patiently()).err());
        let outcome = game.outcome().expect("it is over");
        let reason = outcome.reason(game.position().jumps(), game.position().turn());
        let expected = format!("refused: no AI is to move: the game is over, as {reason}");
        assert_eq!(refused, expected);
        assert_as_refereed(subject);
        assert_eq!(subject.referee().position(), game.position());
        let announced = subject.announced(patiently()).expect("it goes on");
        let announced = announced.expect("the game is over");
        assert_eq!(subject.referee().outcome(), game.outcome());
        assert_eq!(Some(announced.winner), game.outcome().map(|end| end.winner));
    });
}

#[test]
fn moves_typed_and_moves_of_the_ai_take_turns() {
    with_ours(|subject, dialect| {
        if dialect != Dialect::SPRING_2022 {
            say(subject, "start");
        }
        // The second is typed before the answer to the first was heard.
        say(subject, "a7-a6; g1-g2");
        for _ in 0..2 {
            let made = subject.ai_move(patiently()).expect("Blue moves");
            assert_eq!((made.color, made.illegal), (Color::Blue, None));
        }
        insta::allow_duplicates! {
            insta::assert_snapshot!(message(subject.ai_move(patiently()).err()), @"refused: no AI is to move: it is Red's turn, and Red is played by hand");
        }
        assert_as_refereed(subject);
        assert_eq!(subject.referee().moves().len(), 4);
    });
}

#[test]
fn results_belong_to_the_game_at_hand() {
    let finish = "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6";
    for choice in [ours(Dialect::SPRING_2022), SubjectChoice::Session] {
        with(&choice, &SubjectOptions::default(), |subject| {
            let is_announced = |subject: &mut dyn Subject, lines: &str| {
                say(subject, lines);
                subject
                    .announced(patiently())
                    .expect("it goes on")
                    .is_some()
            };
            assert!(is_announced(subject, finish));
            assert!(is_announced(subject, "board"));
            assert!(!is_announced(subject, "undo"));
            assert!(is_announced(subject, "g6-f6"));
            assert!(!is_announced(subject, "new"));
            // Nobody listens between these.
            assert!(!is_announced(subject, &format!("{finish}; undo")));
            assert!(is_announced(subject, "g6-f6; dump"));
            assert!(!is_announced(subject, "clear"));
        });
    }
}

#[test]
fn errors_come_one_text_each() {
    with_ours(|subject, _| {
        say(subject, "a7-h3; # nothing; blokc d4; a7-b6");
        let errors = subject.take_errors(patiently()).expect("it goes on");
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].contains("`h3` is not a square"), "{errors:?}");
        assert!(errors[1].contains("blokc"), "{errors:?}");
        assert_eq!(subject.take_errors(patiently()), Ok(Vec::new()));
    });
}

#[test]
fn dumps_that_the_scenario_asks_for_are_output_and_ours_are_not() {
    with_ours(|subject, _| {
        assert_as_refereed(subject);
        say(subject, "dump");
        assert_as_refereed(subject);
        let output = subject.take_output(patiently()).expect("it goes on");
        assert_eq!(output.len(), 9, "{output:?}");
        assert_eq!(
            (output[0].as_str(), output[1].as_str()),
            ("===", "  r - - - - - b")
        );
        say(subject, "dump; dump; # and no more");
        let output = subject.take_output(patiently()).expect("it goes on");
        assert_eq!(output.len(), 18, "{output:?}");
        assert_eq!(subject.take_output(patiently()), Ok(Vec::new()));
    });
}

#[test]
fn quit_is_an_end_and_no_crash() {
    with_ours(|subject, _| {
        say(subject, "dump; quit");
        let output = subject
            .take_output(patiently())
            .expect("what it said before");
        assert_eq!(output.len(), 9);
        assert_eq!(subject.take_errors(patiently()), Ok(Vec::new()));
        assert_eq!(subject.finish(patiently()), Ok(Ended::Status(0)));
        let refused = subject.send("dump", patiently());
        assert_eq!(kind(refused), Some(FailureKind::Refused));
    });
}

#[test]
fn a_game_is_put_on_the_board() {
    with_ours(|subject, dialect| {
        let mut game = whole_game(dialect, 5);
        while game.moves().len() > 11 {
            game.undo();
        }
        subject
            .set_game(&game, patiently())
            .expect("there is a way");
        // In 2008 an AI plays Blue, and it is Blue's turn.
        if dialect == Dialect::FALL_2008 {
            assert_eq!(
                subject.ai_move(patiently()).map(|made| made.color),
                Ok(Color::Blue)
            );
        } else {
            assert_eq!(look(subject), *game.position());
        }
        assert_as_refereed(subject);
        assert_eq!(
            subject.referee().moves().len(),
            game.moves().len() + usize::from(dialect == Dialect::FALL_2008)
        );
        assert_eq!(subject.take_errors(patiently()), Ok(Vec::new()));
    });
}

#[test]
fn blocks_are_put_on_the_board() {
    with_ours(|subject, dialect| {
        let mut game = Game::new(dialect.rules());
        for square in ["b3", "d1", "c4"] {
            game.place_block(square.parse().expect("a square"))
                .expect("a block");
        }
        subject
            .set_game(&game, patiently())
            .expect("there is a way");
        assert_eq!(look(subject), *game.position());
        assert_as_refereed(subject);
    });
}

#[test]
fn a_position_without_a_way_to_it_is_unsupported_by_programs() {
    let position: Position = "xx1ooox/7/7/7/7/7/o5x x 3 9".parse().expect("a position");
    let game = Game::from_position(Dialect::SPRING_2022.rules(), position);
    let options = in_dialect(Dialect::SPRING_2022);
    with(&ours(Dialect::SPRING_2022), &options, |subject| {
        let refused = subject.set_game(&game, patiently());
        insta::assert_snapshot!(message(refused.err()), @"unsupported: a program with a command language cannot be given a position: no game begins with `rr-bbbr/-------/-------/-------/-------/-------/b-----r r 3`");
    });
    with(&SubjectChoice::Session, &options, |subject| {
        subject
            .set_game(&game, patiently())
            .expect("it can do everything");
        let seen = look(subject);
        assert_eq!(seen, position);
        say(subject, "auto red");
        let made = subject.ai_move(patiently()).expect("Red moves");
        assert_eq!((made.color, made.before), (Color::Red, position));
    });
}

#[test]
fn other_rules_are_unsupported() {
    let game = Game::new(Dialect::FALL_2008.rules());
    for choice in [ours(Dialect::SPRING_2022), SubjectChoice::Session] {
        with(&choice, &SubjectOptions::default(), |subject| {
            let refused = subject.set_game(&game, patiently());
            assert_eq!(kind(refused), Some(FailureKind::Unsupported));
        });
    }
}

#[test]
fn a_board_that_is_not_the_referees_shows() {
    with_misbehaving("fixed-board", |subject| {
        say(subject, "manual blue; a7-a6");
        let seen = look(subject);
        assert_eq!(seen.turn(), Color::Blue);
        let rows = |position: &Position| Rows(*position).to_string();
        assert_eq!(
            rows(&seen),
            "r-----b/-------/-------/-------/-------/-------/b-----r b 0"
        );
        assert_eq!(
            rows(subject.referee().position()),
            "r-----b/r------/-------/-------/-------/-------/b-----r b 0"
        );
        let output = subject.take_output(patiently());
        let said = ["fine: manual blue", "fine: a7-a6"].map(str::to_owned);
        assert_eq!(output, Ok(said.to_vec()));
        let game = whole_game(Dialect::SPRING_2022, 5);
        let wrong = subject.set_game(&game, patiently());
        insta::assert_snapshot!(message(wrong.err()), @"wrong: the program was sent all moves up to the position, but shows another one: expected a Red piece on a1, found a Blue piece");
    });
}

#[test]
fn a_wait_for_a_silent_program_is_reported() {
    with_misbehaving("silent", |subject| {
        say(subject, "manual blue; a7-a6");
        insta::assert_snapshot!(message(subject.look(soon()).err()), @"time-out: waited N s for an answer to `dump`, after line 2 (`a7-a6`); it has printed nothing");
        insta::assert_snapshot!(message(subject.send("auto blue", soon()).err()), @"time-out: waited N s for an answer to `dump`, after line 2 (`a7-a6`); it has printed nothing");
        assert_eq!(subject.finish(patiently()), Ok(Ended::Status(0)));
    });
    let choice = SubjectChoice::Program(answering(""));
    with(&choice, &SubjectOptions::default(), |subject| {
        say(subject, "auto red");
        insta::assert_snapshot!(message(subject.ai_move(soon()).err()), @"time-out: waited N s for Red to announce a move, after line 1 (`auto red`); its last line was `===`");
    });
}

#[test]
fn a_program_that_dies_half_way_is_a_crash() {
    with_misbehaving("half-way", |subject| {
        say(subject, "manual blue; a7-a6");
        insta::assert_snapshot!(message(subject.look(patiently()).err()), @"crash: waited for an answer to `dump`, but the program ended with exit status 3, after line 2 (`a7-a6`); its last line was `two: a7-a6`");
        insta::assert_snapshot!(subject.stderr_lines(), @"that was too much");
        insta::assert_snapshot!(message(subject.send("a1-a2", patiently()).err()), @"crash: could not send `a1-a2`, but the program ended with exit status 3, after line 3 (`a1-a2`); its last line was `two: a7-a6`");
    });
    with_misbehaving("by-signal", |subject| {
        insta::assert_snapshot!(message(subject.look(patiently()).err()), @"crash: waited for an answer to `dump`, but the program ended with signal 9; it has printed nothing");
    });
    let choice = SubjectChoice::Program("sh tests/misbehaving/by-signal.sh; exit $?".to_owned());
    with(&choice, &SubjectOptions::default(), |subject| {
        insta::assert_snapshot!(message(subject.look(patiently()).err()), @"crash: waited for an answer to `dump`, but the program ended with exit status 137, which stands for signal 9; it has printed nothing");
    });
}

#[test]
fn a_program_that_floods_is_wrong() {
    for name in ["flood", "flood-lines"] {
        with_misbehaving(name, |subject| {
            let text = message(subject.look(patiently()).err());
            let begin = text.split(';').next().unwrap_or_default();
            insta::allow_duplicates! {
                insta::assert_snapshot!(begin, @"wrong: waited for an answer to `dump`, but the program wrote more than 8 MiB");
            }
            assert!(text.len() < 500, "{text}");
        });
    }
}

#[test]
fn a_program_that_does_not_end_is_reported() {
    with_misbehaving("hang", |subject| {
        insta::assert_snapshot!(message(subject.finish(soon()).err()), @"time-out: waited N s for the program to end after the end of its input; it has printed nothing");
    });
    with_misbehaving("closes-stdout", |subject| {
        insta::assert_snapshot!(message(subject.look(patiently()).err()), @"crash: waited for an answer to `dump`, but the program closed its output and went on; its last line was `goodbye`");
    });
    with_misbehaving("closes-stdin", |subject| {
        // That it has closed its input is known once it has said so.
        let _ = subject.look(soon());
        insta::assert_snapshot!(message(subject.send("dump", soon()).err()), @"crash: could not send `dump`: the program does not read its input, after line 1 (`dump`); its last line was `closed`");
    });
}

#[test]
fn a_program_that_cannot_be_started_is_reported() {
    let choice = SubjectChoice::Program("no-such-program-anywhere --x".to_owned());
    with(&choice, &SubjectOptions::default(), |subject| {
        insta::assert_snapshot!(message(subject.look(patiently()).err()), @"not started: `no-such-program-anywhere --x` could not be started (exit status 127)");
    });
    with(&choice, &SubjectOptions::default(), |subject| {
        insta::assert_snapshot!(message(subject.finish(patiently()).err()), @"not started: `no-such-program-anywhere --x` could not be started (exit status 127)");
    });
    let options = SubjectOptions {
        folder: Some("no-such-folder".into()),
        ..SubjectOptions::default()
    };
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &(),
        stop: Cancellation::never(),
    };
    insta::assert_snapshot!(message(open(&choice, &options, &context.environment()).err()), @"not started: `no-such-program-anywhere --x` could not be started: `no-such-folder` is not a folder");
}

/// A program that answers `dump` with the board at the start, and other lines so.
fn answering(cases: &str) -> String {
    let empty = "  - - - - - - -\\n".repeat(5);
    let board = format!("  r - - - - - b\\n{empty}  b - - - - - r\\n");
    format!(
        "while read -r line; do case $line in dump) printf '===\\n{board}===\\n';; {cases} esac; done"
    )
}

/// How a program that writes this in answer to `auto red` fails.
fn failure_after(output: &str, look: impl FnOnce(&mut dyn Subject) -> Option<Failure>) -> String {
    let command = answering(&format!(
        "auto*) printf '{output}'; while read -r line; do :; done;;"
    ));
    let mut text = String::new();
    with(
        &SubjectChoice::Program(command),
        &SubjectOptions::default(),
        |subject| {
            say(subject, "auto red");
            text = message(look(subject));
        },
    );
    text
}

#[test]
fn announcements_that_are_wrong_are_reported() {
    let ai_move = |subject: &mut dyn Subject| subject.ai_move(patiently()).err();
    insta::assert_snapshot!(failure_after("* Red moves a7 to b7.\\n", ai_move), @"wrong: `* Red moves a7 to b7.` begins like an announcement and is neither a move nor a result, as `* Red moves a7-b7.` and `* Red wins.` are");
    insta::assert_snapshot!(failure_after("> ===\\n  r\\n===\\n", |subject| subject.look(patiently()).err()), @"wrong: its dump cannot be read: rank 7 has 1 square instead of 7");
    let illegal = |subject: &mut dyn Subject| {
        let made = subject.ai_move(patiently()).expect("a move");
        Some(Failure::bad_answer(format!(
            "{} {}: {}",
            made.color, made.mv, made.illegal?
        )))
    };
    insta::assert_snapshot!(failure_after("* Red moves a7-d7.\\n", illegal), @"wrong: Red a7-d7: d7 is out of reach from a7: a piece extends to a neighbouring square or jumps two squares away");
    insta::assert_snapshot!(failure_after("* Red moves -.\\n", illegal), @"wrong: Red -: Red may pass only without any other move");
    insta::assert_snapshot!(failure_after("* Blue moves a1-a2.\\n", illegal), @"wrong: Blue a1-a2: it is Red's turn");
}

#[test]
fn a_board_that_comes_late_is_not_taken_for_a_later_one() {
    let dump = |first: &str| {
        let empty = "  - - - - - - -\\n".repeat(5);
        format!("===\\n  {first} - - - - - b\\n{empty}  b - - - - - r\\n===\\n")
    };
    let late = format!(
        "read -r one; read -r two; printf '{}{}'; cat > /dev/null",
        dump("r"),
        dump("b")
    );
    let options = SubjectOptions {
        start: Duration::ZERO,
        ..SubjectOptions::default()
    };
    with(&SubjectChoice::Program(late), &options, |subject| {
        assert_eq!(kind(subject.look(soon())), Some(FailureKind::Timeout(None)));
        let blue = look(subject).pieces(Color::Blue);
        assert_eq!(blue.count(), 3);
    });
}

#[test]
fn errors_on_stdout_are_errors_too() {
    let command = answering("*) echo \"> Error: no $line\";;");
    with(
        &SubjectChoice::Program(command),
        &SubjectOptions::default(),
        |subject| {
            say(subject, "a7-h3");
            let errors = vec!["> Error: no a7-h3".to_owned()];
            assert_eq!(subject.take_errors(patiently()), Ok(errors.clone()));
            assert_eq!(subject.take_output(patiently()), Ok(errors));
        },
    );
    let command = answering("*) echo \": Error: no $line\";;");
    let choice = SubjectChoice::Program(command);
    with(&choice, &in_dialect(Dialect::FALL_2016), |subject| {
        say(subject, "a7-h3");
        let errors = vec![": Error: no a7-h3".to_owned()];
        assert_eq!(subject.take_errors(patiently()), Ok(errors));
    });
}

/// Otherwise the time to start would count for the first move.
#[test]
fn output_is_read_before_an_ai_is_to_move() {
    let command = answering("auto*) echo '* Red moves a7-b7.';;");
    with(
        &SubjectChoice::Program(command),
        &SubjectOptions::default(),
        |subject| {
            say(subject, "seed 1; auto red");
            subject.ai_move(patiently()).expect("a move");
            let said = subject.take_dialogue();
            let said: Vec<&str> = said.utterances().iter().map(|one| &*one.text).collect();
            assert_eq!(said[..3], ["seed 1", "dump", "==="]);
        },
    );
}

#[test]
fn a_program_may_quit_after_the_move_of_its_ai() {
    let quits = "auto*) read -r line; echo '* Red moves a7-b7.'; exit;;";
    let choice = SubjectChoice::Program(answering(quits));
    with(&choice, &SubjectOptions::default(), |subject| {
        say(subject, "auto red; quit");
        let output = subject.take_output(patiently());
        assert_eq!(output, Ok(vec!["* Red moves a7-b7.".to_owned()]));
        assert_eq!(subject.finish(patiently()), Ok(Ended::Status(0)));
    });
}

#[test]
fn a_result_may_come_before_the_move_that_leads_to_it() {
    let answers = |lines: &str| {
        let command = answering(&format!("auto*) printf '{lines}'; exit;;"));
        let mut made = None;
        with(
            &SubjectChoice::Program(command),
            &SubjectOptions::default(),
            |subject| {
                say(subject, "auto red");
                made = Some(subject.ai_move(patiently()));
            },
        );
        made.expect("it was asked")
    };
    let both = "* Red wins.\\n* Red moves a7-b7.\\n";
    assert_eq!(answers(both).map(|made| made.color), Ok(Color::Red));
    insta::assert_snapshot!(message(answers("* Red wins.\\n").err()), @"wrong: a result was announced when Red was to move, and no move");
}

#[test]
fn words_about_moves_by_hand_are_free_in_2008() {
    let command = answering("a7-b7) printf 'Red moves a7-b7.\\nBlue moves a1-a2.\\n';;");
    let choice = SubjectChoice::Program(command);
    with(&choice, &in_dialect(Dialect::FALL_2008), |subject| {
        say(subject, "start; a7-b7");
        let made = subject.ai_move(patiently()).expect("Blue moves");
        assert_eq!((made.color, made.illegal), (Color::Blue, None));
    });
}

/// Moves after which Red wins with g6-f6.
const NEARLY_WON: &str = "a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5";

#[test]
fn a_result_before_the_winning_move_is_not_wrong() {
    let command = answering("auto*) printf '* Red wins.\\n* Red moves g6-f6.\\n';;");
    let choice = SubjectChoice::Program(command);
    with(&choice, &SubjectOptions::default(), |subject| {
        say(subject, &format!("manual blue; {NEARLY_WON}; auto red"));
        let made = subject.ai_move(patiently()).expect("Red moves");
        assert_eq!((made.color, made.illegal), (Color::Red, None));
        assert_eq!(subject.wrong_announcement(), None);
    });
}

#[test]
fn a_result_may_come_later_than_the_board() {
    let command = answering("g6-f6) (sleep 0.2; echo '* Red wins.') & ;;");
    let choice = SubjectChoice::Program(command);
    with(&choice, &SubjectOptions::default(), |subject| {
        say(subject, &format!("manual blue; {NEARLY_WON}; g6-f6"));
        let announced = subject.announced(patiently()).expect("it goes on");
        let winner = announced.map(|announced| announced.winner);
        assert_eq!(winner, Some(Some(Color::Red)));
    });
}

#[test]
fn words_about_moves_by_hand_are_not_wrong_in_2016() {
    let command = answering("a7-b7) echo 'Red moves a7-b7.';;");
    let choice = SubjectChoice::Program(command);
    with(&choice, &in_dialect(Dialect::FALL_2016), |subject| {
        say(subject, "manual blue; start; a7-b7");
        look(subject);
        assert_eq!(subject.wrong_announcement(), None);
    });
}

#[test]
fn what_a_game_depends_on_is_remarked() {
    let remarks = |output: &str| {
        let command = answering(&format!("auto*) printf '{output}';;"));
        let mut remarks = Vec::new();
        let choice = SubjectChoice::Program(command);
        with(&choice, &SubjectOptions::default(), |subject| {
            say(subject, "auto red");
            look(subject);
            remarks = subject.remarks();
        });
        remarks.join("\n")
    };
    assert_eq!(remarks(""), "");
    insta::assert_snapshot!(remarks("* Red moves a7-b7.\\n* Blue moves a1-a7.\\n"), @"
    Blue's AI has announced the move a1-a7, but a7 is taken by a Red piece
    the game depends on a move that the program's AI has chosen
    ");
    insta::assert_snapshot!(remarks("* Red moves a7-b7.\\n* Blue moves a1-a2.\\n"), @"the game depends on 2 moves that the program's AI has chosen");
}

#[test]
fn a_slow_ai_is_seen_to_be_slow() {
    let command = answering("auto*) sleep 0.3; echo '* Red moves a7-b7.'; sleep 1000;;");
    with(
        &SubjectChoice::Program(command),
        &SubjectOptions::default(),
        |subject| {
            say(subject, "auto red");
            let made = subject.ai_move(patiently()).expect("a move");
            assert!(made.took >= Duration::from_millis(290), "{:?}", made.took);
        },
    );
}

/// Moves of 2008 after which Blue must pass.
const UP_TO_A_PASS: &str = "g1-f1; g7-f6; g1-e2; a1-b3; a7-c5; b3-d2; c5-a5; f6-e5; f1-d1; e5-d5; e2-d4; f6-e4; a5-c5; \
        e4-c4; d2-e4; c4-d3; d1-c3; c5-d6; d4-f5; c5-d4; f5-e3; e5-f4; d3-f5; c3-d3; e5-e6; g7-f6; \
        d6-f7; f5-g6; f4-d2; e4-c2; e6-e4; f6-e6; d4-b4; d5-d4; b4-b3; f5-g5; b4-d6; f6-e7; e5-d7; \
        d4-e5; c3-c1; d3-c3; c1-e2; c2-d1; d3-f4; e2-g4; e3-d3; d6-b4; e4-d6; f4-e4; c5-b5; d5-c6; \
        b4-b6; b3-b4; c2-a4; d6-c7; d2-f3; b6-a5; e3-d2; a4-c2; f4-e2; e5-f4; d3-f2; c2-d3; f2-f1; \
        d2-e1; f3-g2; f4-g3; f1-g1; c2-b2";

#[test]
fn a_pass_that_is_not_announced_takes_no_time() {
    let program = format!(
        "'{}' --dialect 2008 --nodes 20 | grep --line-buffered -v -e move -e pass",
        env!("CARGO_BIN_EXE_ataxx")
    );
    let choice = SubjectChoice::Program(program);
    with(&choice, &in_dialect(Dialect::FALL_2008), |subject| {
        say(subject, UP_TO_A_PASS);
        look(subject);
        say(subject, "color blue; start");
        // Sooner than the pass is taken for granted.
        let made = subject.ai_move(within(Duration::from_millis(500)));
        let made = made.expect("it has passed");
        assert_eq!((made.mv, made.took), (BerkeleyMove::Pass, Duration::ZERO));
    });
}

#[test]
fn an_error_may_come_later_than_the_board() {
    let program = format!(
        "{{ '{}' 2>&1 1>&3 3>&- | {{ sleep 0.5; cat >&2; }} 3>&-; }} 3>&1",
        env!("CARGO_BIN_EXE_ataxx")
    );
    let choice = SubjectChoice::Program(program);
    with(&choice, &SubjectOptions::default(), |subject| {
        say(subject, "a7-a1");
        let errors = subject.await_errors(patiently()).expect("it lives");
        assert!(errors[0].contains("a7-a1"), "{errors:?}");
    });
}

#[test]
fn nothing_is_left_of_a_program_that_was_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = "trap '' TERM; sleep 1000 & echo $$ > group; while read -r line; do :; done";
    let options = SubjectOptions {
        folder: Some(folder.path().to_owned()),
        start: Duration::ZERO,
        ..SubjectOptions::default()
    };
    with(
        &SubjectChoice::Program(command.to_owned()),
        &options,
        |subject| {
            let given_up = patiently();
            while fs::read_to_string(folder.path().join("group"))
                .unwrap_or_default()
                .is_empty()
            {
                assert!(Instant::now() < given_up);
                let _ = subject.look(within(Duration::from_millis(10)));
            }
        },
    );
    let group = fs::read_to_string(folder.path().join("group")).expect("its number");
    assert_gone(group.trim().parse().expect("a number"));
}

#[test]
fn a_program_keeps_its_limits() {
    let limits = ProgramLimits {
        memory_mib: Some(200),
        cpu_seconds: Some(7),
    };
    let choice = SubjectChoice::Program("ulimit -v; ulimit -t".to_owned());
    with_limits(&choice, &SubjectOptions::default(), limits, |subject| {
        assert_eq!(subject.finish(patiently()), Ok(Ended::Status(0)));
        let limits = ["204800", "7"].map(str::to_owned).to_vec();
        assert_eq!(subject.take_output(patiently()), Ok(limits));
    });
}

#[test]
fn all_lines_are_in_the_dialogue() {
    with(
        &ours(Dialect::FALL_2016),
        &in_dialect(Dialect::FALL_2016),
        |subject| {
            say(subject, "start; a7-a6");
            assert_as_refereed(subject);
            subject.finish(patiently()).expect("it ends");
            let dialogue = subject.take_dialogue();
            let said: Vec<&str> = dialogue
                .utterances()
                .iter()
                .map(|said| said.text.as_str())
                .collect();
            assert_eq!(said[..3], ["start", "dump", "==="]);
            assert_eq!(said[11..13], ["a7-a6", "dump"]);
            assert!(said[13].starts_with("Blue moves "), "{said:?}");
            assert_eq!(said[14], "===");
            assert_eq!(said.len(), 23);
        },
    );
}

/// The document of Reloaded does not say that an agent must end after its move.
#[test]
fn an_agent_that_stays_is_no_fault() {
    let choice = SubjectChoice::Agent("echo 0:0:1:0:; sleep 1000".to_owned());
    with(&choice, &in_dialect(Dialect::SPRING_2022), |subject| {
        let game = Game::new(Rules::RELOADED);
        let set = subject.set_game(&game, patiently());
        set.expect("a game of Reloaded");
        let made = subject.ai_move(patiently()).expect("Red moves");
        assert_eq!(made.illegal, None);
        let ended = subject.finish(patiently()).expect("it has ended");
        assert_eq!(ended, Ended::Status(0));
    });
}
