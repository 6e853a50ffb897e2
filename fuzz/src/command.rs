//! Lines of the command languages.

use crate::errors::{assert_no_controls, check_diagnostic, text};
use ataxx_core::board::Color;
use ataxx_core::engine::Level;
use ataxx_core::notation::BerkeleyMove;
use ataxx_toolkit::session::{
    Command, CommandName, Dialect, GameAddress, ParsedLine, PositionSource, Session,
    SessionSettings, Step, completions, find_command, hint, parse,
};

/// Reads the bytes as a line of each dialect: the dialect knows the command that is
/// read, it is written and read again as the same, and places lie in the line.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    for &dialect in Dialect::ALL {
        match parse(&text, dialect) {
            Ok(None) => {
                let code = text.split('#').next().unwrap_or_default();
                assert_eq!(code.trim(), "");
            }
            Ok(Some(line)) => check_line(&text, &line, dialect),
            Err(diagnostic) => check_diagnostic(&text, &diagnostic),
        }
        check_completions(&text, dialect);
    }
}

fn check_line(text: &str, line: &ParsedLine, dialect: Dialect) {
    let command = &line.command;
    let name = command.name();
    assert!(name.is_in(dialect));
    let (word, operand) = (
        &text[line.spans.name.clone()],
        &text[line.spans.operand.clone()],
    );
    assert!(!word.is_empty());
    if matches!(command, Command::Move(_)) || name == CommandName::Pass {
        assert_eq!(word, operand);
    } else {
        assert_eq!(find_command(word, dialect).ok(), Some(name));
        assert!(line.spans.name.end <= line.spans.operand.start);
        assert!(
            text[line.spans.operand.end..]
                .split('#')
                .next()
                .is_some_and(blank)
        );
    }
    let reread = |text: &str| parse(text, dialect).map(|line| line.map(|line| line.command));
    let same = Ok(Some(command.clone()));
    assert_eq!(
        reread(&format!(
            " {} \t# a7-b7",
            text.split('#').next().unwrap_or_default()
        )),
        same
    );
    // A FEN names the side to move.
    let adds_turn = matches!(
        command,
        Command::Position(PositionSource::Written(read)) if !read.names_turn
    );
    if !adds_turn {
        assert_eq!(reread(&written(command)), same);
    }
    // In rows of a board, small and large letters differ.
    if !matches!(
        command,
        Command::Load(_)
            | Command::Save(_)
            | Command::Position(_)
            | Command::Host(_)
            | Command::Join(_)
    ) {
        assert_eq!(reread(&text.to_ascii_uppercase()), same);
        assert_eq!(reread(&text.to_ascii_lowercase()), same);
    }
}

fn blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// A command as a person would type it.
fn written(command: &Command) -> String {
    let operand = match command {
        Command::Move(Step { from, to }) => return format!("{from}-{to}"),
        Command::Color(color) | Command::Auto(Some(color)) | Command::Manual(color) => {
            color.to_string()
        }
        Command::Blocks(letters) => letters.to_string(),
        Command::Block(square) => square.to_string(),
        Command::Seed(seed) => seed.to_string(),
        Command::Skill(level) => level.to_string(),
        Command::Solve(plies) => plies.0.to_string(),
        Command::Load(file) | Command::Save(file) => file.clone(),
        Command::Position(PositionSource::File(file)) => format!("@{file}"),
        Command::Position(PositionSource::Written(read)) => read.position.to_string(),
        Command::Host(id) => id.clone(),
        Command::Join(GameAddress { id, host }) => format!("{id}@{host}"),
        Command::Help(Some(name)) => name.to_string(),
        Command::Help(None)
        | Command::Auto(None)
        | Command::Pass
        | Command::Undo
        | Command::New
        | Command::Clear
        | Command::Start
        | Command::Quit
        | Command::Dump
        | Command::Fen
        | Command::Board
        | Command::Legal
        | Command::Hint
        | Command::Eval
        | Command::Analyze
        | Command::Verbose
        | Command::Quiet => String::new(),
    };
    format!("{} {operand}", command.name())
}

/// What a line can become begins as the line does.
fn check_completions(text: &str, dialect: Dialect) {
    let session = Session::new(dialect, SessionSettings::default());
    let found = completions(&session, text);
    let begun = text[found.start..].to_lowercase();
    for word in &found.words {
        assert!(word.starts_with(&begun), "{word} after {begun}");
        let known = word.parse::<Color>().is_ok()
            || find_command(word, dialect).is_ok()
            || word == CommandName::Move.word()
            || word.parse::<Level>().is_ok()
            || format!("{word}a1").parse::<BerkeleyMove>().is_ok()
            || format!("a1-{word}").parse::<BerkeleyMove>().is_ok()
            || word.parse::<BerkeleyMove>().is_ok();
        assert!(known, "{word}");
    }
    if let Some(hint) = hint(&session, text) {
        assert_no_controls(hint.text());
        assert!(!hint.text().is_empty());
    }
}
