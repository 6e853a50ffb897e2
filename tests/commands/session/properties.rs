//! What holds for every session, whatever is typed.

use crate::common;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{self as session, Command, CommandName, Dialect};
use ataxx_session::{Session, SessionSettings, completions, hint};
use proptest::prelude::*;

/// A line that somebody might type, and some that nobody would.
fn line() -> impl Strategy<Value = String> {
    let square = "[a-g][1-7]";
    let names: Vec<String> = CommandName::ALL
        .iter()
        .map(|name| name.word().to_owned())
        .collect();
    prop_oneof![
        6 => "[a-g][1-7]-[a-g][1-7]",
        // The n-th of the legal moves; see `typed`.
        12 => "%[0-9]{1,3}",
        2 => Just("-".to_owned()),
        2 => Just("undo".to_owned()),
        2 => Just("start".to_owned()),
        1 => Just("clear".to_owned()),
        1 => Just("new".to_owned()),
        3 => "(auto|manual|color) (red|blue|RED|green)?",
        4 => square.prop_map(|square| format!("block {square}")),
        3 => "blocks [a-h1-6]{0,3}",
        1 => "seed -?[0-9]{1,19}",
        1 => "(load|host|join|help|help help|dump|board|verbose|quiet) ?[a-z@]{0,5}",
        // Everything in its place, but not the right thing.
        2 => (prop::sample::select(names), " {0,2}", "\\PC{0,12}")
            .prop_map(|(name, blanks, operand)| format!("{name}{blanks}{operand}")),
        1 => "[ -~]{0,20}",
        1 => "\\PC{0,20}",
        1 => "(moves|passes|Draw|wins|===|\\* Red wins\\.) ?(moves|passes|Draw|wins|===)?",
    ]
    .prop_filter(
        "leaving ends the session too soon, and saving writes files",
        |line| {
            let line = line.trim().to_lowercase();
            !["q", "ex", "sa"].iter().any(|name| line.starts_with(name))
        },
    )
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(line(), 1..80)
}

/// The line itself, or for `%n` the n-th legal move of the session.
fn typed(line: &str, session: &Session) -> String {
    let Some(number) = line
        .strip_prefix('%')
        .and_then(|number| number.parse::<usize>().ok())
    else {
        return line.to_owned();
    };
    let position = session.position();
    let moves: Vec<Move> = position.legal_moves(session.game().rules()).collect();
    match number.checked_rem(moves.len()) {
        Some(index) => BerkeleyMove::of(moves[index], position).to_string(),
        None => "-".to_owned(),
    }
}

fn quick() -> SessionSettings {
    SessionSettings {
        nodes: Some(300),
        ..SessionSettings::default()
    }
}

fn dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    /// A line that is refused leaves everything as it was; one that is not leaves
    /// a session in which the AI whose turn it is can play.
    #[test]
    fn a_refused_line_changes_nothing(dialect in dialect(), lines in lines()) {
        let mut session = Session::new(dialect, quick());
        for line in lines {
            let line = typed(&line, &session);
            let before = session.clone();
            let done = match session::parse(&line, dialect) {
                Ok(Some(parsed)) => session.execute(&parsed.command).is_ok(),
                Ok(None) => true,
                Err(diagnostic) => {
                    for label in &diagnostic.labels {
                        prop_assert!(line.get(label.span.clone()).is_some(), "{diagnostic:?}");
                    }
                    prop_assert!(!diagnostic.labels.is_empty());
                    false
                }
            };
            if !done {
                prop_assert_eq!(&session, &before, "{}", line);
            }
            let told = Cancellation::new();
            while session.ai_turn().is_some() {
                let plies = session.game().moves().len();
                session.think(&told);
                prop_assert_eq!(session.game().moves().len(), plies + 1);
            }
        }
    }

    /// `undo` goes back to where the moves before led, whoever made them.
    #[test]
    fn undo_restores_positions(dialect in dialect(), lines in lines()) {
        let mut session = Session::new(dialect, quick());
        for command in [Command::Manual(Color::Blue), Command::Start] {
            let _ = session.execute(&command);
        }
        let mut positions = vec![*session.position()];
        for line in lines.iter().filter(|line| line.starts_with('%')) {
            let line = typed(line, &session);
            let Ok(Some(parsed)) = session::parse(&line, dialect) else { continue };
            if session.ai_turn().is_none() && session.execute(&parsed.command).is_ok() {
                positions.push(*session.position());
            }
            if session.ai_turn().is_some() {
                session.think(Cancellation::never());
                positions.push(*session.position());
            }
        }
        while session.game().last_move().is_some() {
            let count = session.game().moves().len();
            prop_assert_eq!(positions[count], *session.position());
            prop_assert!(session.execute(&Command::Undo).is_ok());
            prop_assert!(session.game().moves().len() < count);
        }
        prop_assert_eq!(positions[0], *session.position());
        prop_assert!(session.execute(&Command::Undo).is_err());
    }

    /// Completions are whole words that the line can become, and completed moves
    /// are legal.
    #[test]
    fn completions_continue_the_line(dialect in dialect(), lines in lines(), typed_so_far in "\\PC{0,6}|[a-g][1-7]-|[a-g]|[a-z]{1,4} ") {
        let mut session = Session::new(dialect, quick());
        let _ = session.execute(&Command::Manual(Color::Blue));
        for line in lines {
            let line = typed(&line, &session);
            if let Ok(Some(parsed)) = session::parse(&line, dialect) {
                let _ = session.execute(&parsed.command);
            }
        }
        let found = completions(&session, &typed_so_far);
        let begun = typed_so_far[found.start..].to_lowercase();
        for word in &found.words {
            prop_assert!(word.starts_with(&begun), "{word} after {typed_so_far:?}");
            if let Ok(mv) = word.parse::<BerkeleyMove>() {
                prop_assert!(mv.play(&mut session.game().clone()).is_ok());
            }
        }
        let _ = hint(&session, &typed_so_far);
    }
}

proptest! {
    // Each case starts the program.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 16))]

    #[test]
    fn reserved_words_stand_in_announcements_only(
        dialect in dialect(),
        log in any::<bool>(),
        lines in lines(),
    ) {
        // Legal moves need to know the game; by hand, the same session tells them.
        let mut shadow = Session::new(dialect, quick());
        let lines: Vec<String> = ["manual blue".to_owned()]
            .into_iter()
            .chain(lines)
            .map(|line| {
                let line = typed(&line, &shadow);
                if let Ok(Some(parsed)) = session::parse(&line, dialect) {
                    let _ = shadow.execute(&parsed.command);
                }
                line
            })
            .collect();
        // A line can be `host`, for which nobody comes.
        let mut args = vec!["--dialect", dialect.name(), "--nodes", "300", "--wait", "0.1"];
        if log {
            args.push("--log");
        }
        let run = common::ataxx(&args, lines.join("\n"));
        prop_assert_eq!(run.status, Some(0));
        prop_assert_eq!(common::reserved_word_broken(dialect.name(), &run.stdout, &run.stderr), None);
    }
}

#[test]
fn help_keeps_the_reserved_words() {
    for &dialect in Dialect::ALL {
        let lines: Vec<String> = CommandName::of(dialect)
            .map(|name| format!("help {name}"))
            .collect();
        let run = common::ataxx(
            &["--dialect", dialect.name()],
            format!("help\n{}", lines.join("\n")),
        );
        assert_eq!(run.stderr, "");
        assert!(run.stdout.lines().count() > 40, "{}", run.stdout);
        let broken = common::reserved_word_broken(dialect.name(), &run.stdout, "");
        assert_eq!(broken, None);
    }
}
