//! What the document says about a line: what it leaves open, and whether an answer is required.

use crate::session::{
    self, Availability, Command, CommandName, OpenPoint, Refusal, Session, State,
};
use ataxx_core::board::{BlockError, Color, Ending};

/// What the document leaves open about a line that is sent to a program like this session, so that
/// programs may differ from here on. `has_moved` says whether a move was made in this game, even
/// if it was taken back.
pub fn open_point(line: &str, session: &Session, has_moved: bool) -> Option<OpenPoint> {
    let dialect = session.dialect();
    let text = line.split('#').next().unwrap_or_default().trim();
    let point = if !is_of_document(text, session) {
        OpenPoint::OtherCommands
    } else if let Ok(Some(parsed)) = session::parse(line, dialect) {
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
        Command::Move(_) | Command::Pass if is_set_up && is_at_jump_limit() => {
            Some(OpenPoint::JumpLimitInSetUp)
        }
        _ => None,
    }
}

/// What a program must write after a line, besides announcements and boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Help, in any words.
    Help,
    /// A message that the line is an error, in any words.
    Error,
}

/// The answer that the document requires of a program like this session. A line is an error for
/// its form, its move, its block or the state. No document says that blocking a blocked square is
/// one.
pub fn required_answer(line: &str, session: &Session) -> Option<Answer> {
    let command = match session::parse(line, session.dialect()) {
        Ok(line) => line?.command,
        Err(_) => return Some(Answer::Error),
    };
    if matches!(command, Command::Help(_)) {
        return Some(Answer::Help);
    }
    let is_error = match session.clone().execute(&command).err()? {
        Refusal::Block { error, .. } => !matches!(error, BlockError::AlreadyBlocked { .. }),
        Refusal::Move { .. } | Refusal::WrongState { .. } => true,
        _ => false,
    };
    is_error.then_some(Answer::Error)
}
