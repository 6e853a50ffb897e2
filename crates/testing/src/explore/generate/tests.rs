use super::*;
use crate::divergence::{TimeLimits, difference_with_fault};
use crate::explore::own_session::carry_out_with_ais;
use ataxx_opponents::subject::SubjectOptions;
use ataxx_session::mutants::Fault;

#[test]
fn a_seed_gives_one_session() {
    let lines = |seed| session(Dialect::SPRING_2022, seed, &Triggers::default()).lines;
    assert_eq!(lines(7), lines(7));
    assert_ne!(lines(7), lines(13));
}

/// What some programs do wrong in rare positions alone: whether each comes up in a session.
fn rare(dialect: Dialect, seed: u64) -> [bool; 5] {
    let mut found = [false; 5];
    let mut model = Session::new(dialect, SessionSettings::default());
    for line in session(dialect, seed, &Triggers::default()).lines {
        let before = *model.position();
        let kind = LineKind::of(&model, &line);
        carry_out_with_ais(&mut model, &line);
        let flipped = before.pieces(!before.turn()) & model.position().pieces(before.turn());
        let is_move = |word: &str| word.len() == 5 && word.contains('-');
        let mut words = line.split_whitespace();
        let begins_with_move = words.next().is_some_and(is_move);
        let here = [
            begins_with_move && flipped.count() == 8,
            line.ends_with("# undo") || line.ends_with("# new"),
            begins_with_move && kind.is_refused() && words.next().is_some_and(|it| it != "#"),
            line.starts_with("block") && kind.is_refused() && before.plies() > 0,
            matches!(kind, LineKind::AiTurn { .. }) && before.empty().count() <= 3,
        ];
        for (found, here) in found.iter_mut().zip(here) {
            *found |= here;
        }
    }
    found
}

#[test]
fn what_is_rare_comes_up_in_the_first_sessions() {
    const SESSIONS: u64 = 40;
    for &dialect in Dialect::ALL {
        let mut seen = [false; 5];
        for seed in 1..=SESSIONS {
            let here = rare(dialect, seed);
            seen = std::array::from_fn(|index| seen[index] || here[index]);
        }
        assert_eq!(seen, [true; 5], "{}", dialect.name());
    }
}

/// Each known fault that the document excludes shows in the first sessions.
#[test]
#[ignore = "takes long: `make check-long`"]
fn the_first_sessions_show_every_known_fault() {
    const SESSIONS: u64 = 300;
    /// What other sessions show: a file, the wording, repeated games, later moves of AIs.
    const NOT_SHOWN: &[Fault] = &[
        Fault::LoadIgnored,
        Fault::SeedIgnored,
        Fault::VerboseSilent,
        Fault::QuietLoud,
        Fault::QuitIgnored,
        Fault::EndsAfterManyMoves,
        Fault::SquaresWrap,
    ];
    let mut missing = Vec::new();
    for &dialect in Dialect::ALL {
        let sessions = 1..=SESSIONS;
        let lines = sessions.map(|seed| session(dialect, seed, &Triggers::default()).lines);
        let lines: Vec<Vec<String>> = lines.collect();
        let all = Fault::ALL.iter().copied();
        for fault in all.filter(|it| it.is_excluded_by(dialect) && !NOT_SHOWN.contains(it)) {
            if !lines.iter().any(|lines| shows(fault, dialect, lines)) {
                missing.push((dialect.name(), fault.name()));
            }
        }
    }
    // In 2008 AIs need not announce moves.
    assert_eq!(missing, [("2008", "clear-keeps-players")]);
}

/// Whether our own session with a fault differs from the rules on these lines.
fn shows(fault: Fault, dialect: Dialect, lines: &[String]) -> bool {
    let options = SubjectOptions {
        dialect,
        session: SessionSettings {
            nodes: Some(50),
            ..SessionSettings::default()
        },
        ..SubjectOptions::default()
    };
    let limits = TimeLimits::new(options.start, options.start);
    difference_with_fault(fault, lines, &options, &(), limits).is_some()
}

/// The turns of AIs in a few hundred sessions of each dialect.
#[test]
fn ais_have_to_pass() {
    for &dialect in Dialect::ALL {
        let passes = (0..200).filter(|&seed| {
            let session = session(dialect, seed, &Triggers::default());
            session
                .kinds
                .contains(&LineKind::AiTurn { must_pass: true })
        });
        assert!(passes.count() >= 5, "{}", dialect.name());
    }
}

#[test]
fn lines_that_are_avoided_are_left_out() {
    let dialect = Dialect::SPRING_2022;
    let start = Session::new(dialect, SessionSettings::default());
    let mut avoided = Triggers::default();
    avoided.stopped(LineKind::of(&start, "help"));
    for seed in 0..200 {
        let session = session(dialect, seed, &avoided);
        assert!(!session.lines.contains(&"help".to_owned()));
    }
    assert!(can_start_new_game(dialect, &avoided));
    avoided.stopped(LineKind::of(&start, "new"));
    assert!(!can_start_new_game(dialect, &avoided));
    let lines = session(dialect, 1, &avoided).lines;
    assert!(
        lines.len() > 10 && !lines.contains(&"new".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn without_ais_no_line_is_about_one() {
    let avoided = Triggers::new(true);
    for &dialect in Dialect::ALL {
        for seed in 0..100 {
            let session = session(dialect, seed, &avoided);
            let is_ai_turn = |kind: &LineKind| matches!(kind, LineKind::AiTurn { .. });
            assert!(!session.kinds.iter().any(is_ai_turn));
            let is_auto = |line: &String| line.starts_with("auto");
            let has_states = dialect.has_states();
            // In play it is a line in the wrong state.
            assert!(has_states || !session.lines.iter().any(is_auto));
        }
    }
}
