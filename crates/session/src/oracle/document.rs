//! What the document says about a line: what it leaves open, and whether an answer is required.

use crate::{Availability, Command, CommandName, OpenPoint, Refusal, Session, State};
use ataxx_core::board::{BlockError, Color, Ending};

/// What the document leaves open about a line that is sent to a program like this session, so that
/// programs may differ from here on. `has_moved` says whether a move was made in this game, even
/// if it was taken back.
pub fn open_point(line: &str, session: &Session, has_moved: bool) -> Option<OpenPoint> {
    let dialect = session.dialect();
    let text = line.split('#').next().unwrap_or_default().trim();
    let point = if !is_of_document(text, session) {
        OpenPoint::OtherCommands
    } else if let Ok(Some(parsed)) = crate::parse(line, dialect) {
        open_point_of(&parsed.command, session, has_moved)?
    } else {
        return None;
    };
    dialect.leaves_open(point).then_some(point)
}

/// Whether a line is empty, or a move or a command as the document spells it, with any operand.
fn is_of_document(text: &str, session: &Session) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_documented =
        |name: CommandName| name.availability(session.dialect()) == Availability::Documented;
    let mut names = CommandName::ALL.iter();
    let is_move = word.starts_with(|c: char| matches!(c, 'a'..='g' | '-')) && word.contains('-');
    text.is_empty() || is_move || names.any(|&name| is_documented(name) && name.word() == word)
}

fn open_point_of(command: &Command, session: &Session, has_moved: bool) -> Option<OpenPoint> {
    let is_first = |color| session.player(color).is_ai() == (color == Color::Blue);
    let has_first_players = Color::BOTH.into_iter().all(is_first);
    let (game, is_set_up) = (session.game(), session.state() == State::SetUp);
    let is_at_jump_limit = || {
        let outcome = game.outcome();
        outcome.is_some_and(|outcome| outcome.ending == Ending::JumpLimit)
    };
    match command {
        Command::New if !has_first_players => Some(OpenPoint::PlayersAfterNew),
        Command::Clear if !has_first_players => Some(OpenPoint::ColorAfterClear),
        Command::Blocks(_) if is_set_up && !game.start().blocks().is_empty() => {
            Some(OpenPoint::BlocksAgain)
        }
        Command::Block(_) if has_moved && game.moves().len() == 0 => {
            Some(OpenPoint::BlocksAfterUndo)
        }
        Command::Block(_) if has_moved && is_set_up => Some(OpenPoint::BlocksAfterMoves),
        Command::Move(_) | Command::Pass if is_set_up && is_at_jump_limit() => {
            Some(OpenPoint::JumpLimitInSetUp)
        }
        _ => None,
    }
}

/// What a program must write after a line, besides announcements and boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredAnswer {
    /// Help, in any words.
    Help,
    /// A message that the line is an error, in any words.
    Error,
}

/// The answer that the document requires of a program like this session. A line is an error for
/// its form, its move, its block or the state. No document says that blocking a blocked square is
/// one.
pub fn required_answer(line: &str, session: &Session) -> Option<RequiredAnswer> {
    let command = match crate::parse(line, session.dialect()) {
        Ok(line) => line?.command,
        Err(_) => return Some(RequiredAnswer::Error),
    };
    if matches!(command, Command::Help(_)) {
        return Some(RequiredAnswer::Help);
    }
    let is_error = match session.clone().execute(&command).err()? {
        Refusal::Block { error, .. } => !matches!(error, BlockError::AlreadyBlocked { .. }),
        Refusal::Move { .. } | Refusal::WrongState { .. } => true,
        _ => false,
    };
    is_error.then_some(RequiredAnswer::Error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, SessionSettings};

    const FALL_2008: Dialect = Dialect::FALL_2008;
    const FALL_2016: Dialect = Dialect::FALL_2016;
    const SPRING_2022: Dialect = Dialect::SPRING_2022;

    /// A session after these lines.
    fn session(dialect: Dialect, lines: &[&str]) -> Session {
        let mut session = Session::new(dialect, SessionSettings::default());
        for line in lines {
            if let Ok(Some(line)) = crate::parse(line, dialect) {
                let _ = session.execute(&line.command);
            }
        }
        session
    }

    #[test]
    fn what_the_document_settles() {
        let is_open = |dialect: Dialect, text: &str| {
            let all: Vec<&str> = text.split("; ").collect();
            let (last, before) = all.split_last().expect("a line");
            let has_moved = before.iter().any(|line| line.contains('-'));
            open_point(last, &session(dialect, before), has_moved)
        };
        for (dialect, lines, open) in [
            (SPRING_2022, "manual blue # by hand", None),
            (SPRING_2022, "a7-b7", None),
            (SPRING_2022, "a7-b9", None),
            (SPRING_2022, "# anything", None),
            (SPRING_2022, "man blue", Some(OpenPoint::OtherCommands)),
            (SPRING_2022, "du", Some(OpenPoint::OtherCommands)),
            (SPRING_2022, "new", None),
            (
                SPRING_2022,
                "manual blue; new",
                Some(OpenPoint::PlayersAfterNew),
            ),
            (
                SPRING_2022,
                "auto red; new",
                Some(OpenPoint::PlayersAfterNew),
            ),
            (SPRING_2022, "manual blue; auto blue; new", None),
            (FALL_2016, "auto red; clear", None),
            (
                FALL_2008,
                "color blue; clear",
                Some(OpenPoint::ColorAfterClear),
            ),
            (FALL_2008, "color blue; color red; clear", None),
            (FALL_2008, "blocks 4c", None),
            (
                FALL_2008,
                "blocks 4c; blocks 3c",
                Some(OpenPoint::BlocksAgain),
            ),
            (
                SPRING_2022,
                "manual blue; block d1; a7-a6; undo; a7-a6; block d2",
                None,
            ),
            (
                SPRING_2022,
                "manual blue; a7-a6; undo; block d1",
                Some(OpenPoint::BlocksAfterUndo),
            ),
            (FALL_2016, "block d1; a7-a6", None),
            (
                FALL_2016,
                "a7-a6; block d1",
                Some(OpenPoint::BlocksAfterMoves),
            ),
            (FALL_2016, "start; a7-a6; block d1", None),
        ] {
            assert_eq!(is_open(dialect, lines), open, "{lines}");
        }
    }

    #[test]
    fn what_must_be_answered() {
        let required = |text: &str| {
            let all: Vec<&str> = text.split("; ").collect();
            let (last, before) = all.split_last().expect("a line");
            required_answer(last, &session(SPRING_2022, before))
        };
        for (lines, answer) in [
            ("help", Some(RequiredAnswer::Help)),
            ("block d4; block a1", Some(RequiredAnswer::Error)),
            ("block d4; block d4", None),
            ("a1-a2", Some(RequiredAnswer::Error)),
            ("fly", Some(RequiredAnswer::Error)),
            ("undo", None),
            ("# nothing", None),
            ("a7-b7", None),
        ] {
            assert_eq!(required(lines), answer, "{lines}");
        }
    }
}
