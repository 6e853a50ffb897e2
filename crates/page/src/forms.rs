//! Forms of the page as orders.

use super::choices::MOVE_SECONDS;
use super::choices::{OfferedStrength, Pattern};
use super::exercises::PuzzleChoice;
use super::order::{
    LessonStep, Order, PlayerChoice, PuzzleStep, SetUpStep, VariationStep, why_terminal_only,
};
use super::snapshot::{CONTENTS, Snapshot, content_name};
use super::tree::MAX_COMMENT_LENGTH;
use ataxx_core::board::{Bitboard, Position};
use ataxx_core::notation::{BerkeleyMove, Remark, Variation};
use ataxx_session::{Command, Dialect, parse};
use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;

/// What is wrong with a form.
#[derive(Debug, PartialEq, Eq)]
pub enum FormError {
    /// There is no such form.
    Unknown,
    /// It is refused, for this reason.
    Refused(String),
}

/// The limit on the length of a command.
const MAX_LINE_LENGTH: usize = 1024;

fn refused<T>(why: impl Into<String>) -> Result<T, FormError> {
    Err(FormError::Refused(why.into()))
}

type Fields = HashMap<String, String>;

/// Reads a form by its name.
pub fn read(what: &str, fields: &Fields, snapshot: &Snapshot) -> Result<Order, FormError> {
    let order = match what {
        "line" => line(text(fields, "line")?, snapshot)?,
        "move" => Order::Command {
            command: parsed::<BerkeleyMove>(fields, "move")?.into(),
            board: Some(parsed(fields, "board")?),
        },
        "go-on" => Order::GoOn,
        "undo" => Order::command(Command::Undo),
        "redo" => Order::Redo,
        "start" => Order::command(Command::Start),
        "go" => Order::Go(parsed(fields, "node")?),
        "player" => Order::Player(parsed(fields, "color")?, who(fields, "who", snapshot)?),
        "set-up" => Order::SetUp(set_up(fields, snapshot)?),
        "engine-time" => Order::EngineTime(engine_time(fields)?),
        "follow" => Order::Follow {
            node: parsed(fields, "node")?,
            line: line_of_moves(fields)?,
            plies: parsed(fields, "plies")?,
        },
        "lesson" => Order::Lesson(match text(fields, "step")? {
            "begin" => LessonStep::Begin,
            "show" => LessonStep::Show,
            "next" => LessonStep::Next,
            "end" => LessonStep::End,
            _ => return Err(bad_field("step")),
        }),
        "puzzle" => Order::Puzzle(match text(fields, "step")? {
            "next" => PuzzleStep::Next(PuzzleChoice {
                kind: optional(fields, "kind")?,
                difficulty: optional(fields, "difficulty")?,
            }),
            "hint" => PuzzleStep::Hint,
            "retry" => PuzzleStep::Retry,
            "answer" => PuzzleStep::Answer,
            "end" => PuzzleStep::End,
            _ => return Err(bad_field("step")),
        }),
        "variation" => Order::Variation(variation(fields)?),
        "begin" => begin(fields, snapshot)?,
        "rematch" => Order::Rematch,
        "resign" => Order::Resign,
        "kept" => Order::Kept(parsed(fields, "game")?),
        "open" => Order::Open(text(fields, "text")?.to_owned()),
        "item" => Order::Item(parsed(fields, "number")?),
        "close" => Order::Close,
        _ => return Err(FormError::Unknown),
    };
    match snapshot.thinking {
        _ if !order.is_move() => Ok(order),
        Some(thinking) => refused(format!("{} is thinking", thinking.color)),
        None if snapshot.awaited.is_some() => refused("it is not our turn"),
        None => Ok(order),
    }
}

fn text<'f>(fields: &'f Fields, name: &str) -> Result<&'f str, FormError> {
    let text = fields.get(name).map(String::as_str);
    text.ok_or_else(|| bad_field(name))
}

fn parsed<T: FromStr>(fields: &Fields, name: &str) -> Result<T, FormError> {
    let parsed = text(fields, name)?.trim().parse();
    parsed.map_err(|_| bad_field(name))
}

/// A value of a field that can be left out or empty.
fn optional<T: FromStr>(fields: &Fields, name: &str) -> Result<Option<T>, FormError> {
    match fields.get(name).map_or("", String::as_str) {
        "" => Ok(None),
        _ => parsed(fields, name).map(Some),
    }
}

fn line_of_moves(fields: &Fields) -> Result<Vec<BerkeleyMove>, FormError> {
    let moves = text(fields, "line")?.split_whitespace();
    let moves: Result<_, _> = moves.map(str::parse).collect();
    moves.map_err(|_| bad_field("line"))
}

fn bad_field(name: &str) -> FormError {
    FormError::Refused(format!("this form has no good `{name}`"))
}

/// A typed line. Commands that name files or other machines are refused.
fn line(text: &str, snapshot: &Snapshot) -> Result<Order, FormError> {
    if text.len() > MAX_LINE_LENGTH || text.contains(['\n', '\r', '\0']) {
        return refused("this is no line of a session");
    }
    // A line that cannot be parsed is refused where it runs.
    let parsed = parse(text, snapshot.session.dialect());
    if let Ok(Some(line)) = &parsed {
        if line.command.as_move().is_some() || line.command == Command::Undo {
            return Ok(Order::command(line.command.clone()));
        }
        if let Some(why) = why_terminal_only(&line.command, snapshot.ended) {
            return refused(why);
        }
    }
    Ok(Order::ParsedLine {
        text: text.to_owned(),
        parsed: parsed.map_err(Box::new),
    })
}

/// The player in a field.
fn who(fields: &Fields, field: &str, snapshot: &Snapshot) -> Result<PlayerChoice, FormError> {
    let name = text(fields, field)?;
    let engine = |number: &str| {
        let number = number.parse().ok()?;
        (number < snapshot.engines.len()).then_some(PlayerChoice::Engine(number))
    };
    let who = match name.strip_prefix("engine-") {
        _ if name == "person" => Some(PlayerChoice::Person),
        Some(number) => engine(number),
        None => OfferedStrength::named(name).map(PlayerChoice::Ai),
    };
    who.ok_or_else(|| bad_field(field))
}

fn begin(fields: &Fields, snapshot: &Snapshot) -> Result<Order, FormError> {
    let dialect = match fields.get("rules") {
        Some(name) => Dialect::named(name).ok_or_else(|| bad_field("rules"))?,
        None => snapshot.session.dialect(),
    };
    let start = fields.get("blocks").map(|name| {
        let pattern = Pattern::named(name);
        let start = pattern.and_then(|pattern| pattern.start(&dialect.rules()));
        start.ok_or_else(|| bad_field("blocks"))
    });
    Ok(Order::Begin {
        dialect,
        start: start.transpose()?,
        players: [
            who(fields, "red", snapshot)?,
            who(fields, "blue", snapshot)?,
        ],
    })
}

fn engine_time(fields: &Fields) -> Result<Duration, FormError> {
    let seconds = parsed(fields, "seconds")?;
    if !MOVE_SECONDS.contains(&seconds) {
        return Err(bad_field("seconds"));
    }
    Ok(Duration::from_secs(seconds))
}

fn variation(fields: &Fields) -> Result<VariationStep, FormError> {
    let node = || parsed(fields, "node");
    Ok(match text(fields, "step")? {
        "promote" => VariationStep::Promote(node()?),
        "delete" => VariationStep::Delete(node()?),
        "name" => VariationStep::Name(node()?, remark(fields, Variation::MAX_NAME_LENGTH)?),
        "comment" => VariationStep::Comment(node()?, remark(fields, MAX_COMMENT_LENGTH)?),
        _ => return Err(bad_field("step")),
    })
}

/// The text of a remark; `None` if it is empty.
fn remark(fields: &Fields, most: usize) -> Result<Option<Remark>, FormError> {
    let remark = Remark::new(text(fields, "text")?);
    match &remark {
        Some(text) if text.as_str().chars().count() > most => {
            refused(format!("this has more than {most} characters"))
        }
        _ => Ok(remark),
    }
}

fn set_up(fields: &Fields, snapshot: &Snapshot) -> Result<SetUpStep, FormError> {
    Ok(match text(fields, "step")? {
        "begin" => SetUpStep::Begin,
        "discard" => SetUpStep::Discard,
        "paint" => {
            let name = text(fields, "content").unwrap_or_default();
            let content = CONTENTS.into_iter().find(|&one| content_name(one) == name);
            let content = content.ok_or_else(|| bad_field("content"))?;
            SetUpStep::Paint(parsed(fields, "square")?, content)
        }
        "turn" => SetUpStep::Turn(parsed(fields, "turn")?),
        "jumps" => SetUpStep::Jumps(parsed(fields, "jumps")?),
        "start" => SetUpStep::Position(Position::start()),
        "empty" => {
            let none = Bitboard::EMPTY;
            let empty = Position::new(none, none, none, snapshot.shown().turn());
            SetUpStep::Position(empty.map_err(|_| bad_field("step"))?)
        }
        "done" => SetUpStep::Done,
        _ => return Err(bad_field("step")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::{Session, SessionSettings};

    fn read_form(what: &str, fields: &[(&str, &str)]) -> Result<Order, FormError> {
        let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        let fields = fields
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()));
        read(what, &fields.collect(), &Snapshot::first(session))
    }

    fn refused(what: &str, fields: &[(&str, &str)]) -> String {
        match read_form(what, fields) {
            Err(FormError::Refused(why)) => why,
            other => panic!("{what}: {other:?}"),
        }
    }

    #[test]
    fn a_page_reaches_neither_files_nor_machines() {
        for line in ["load /etc/passwd", "LOAD x", "  load x # y"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "a page names no files: use \"Open and save\""
            );
        }
        for line in ["position @/etc/passwd", "save x", " position @x"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "a page names no files: use \"Open and save\""
            );
        }
        for line in ["quit", "q", " QUIT # now"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "a page does not end the session"
            );
        }
        assert_eq!(
            refused("line", &[("line", "new\nload x")]),
            "this is no line of a session"
        );
        let long = "#".repeat(MAX_LINE_LENGTH + 1);
        assert_eq!(
            refused("line", &[("line", &long)]),
            "this is no line of a session"
        );
    }

    #[test]
    fn missing_and_bad_fields_are_refused() {
        assert_eq!(read_form("nothing", &[]), Err(FormError::Unknown));
        assert_eq!(
            refused("move", &[("move", "a7-b7")]),
            "this form has no good `board`"
        );
        let far = [("move", "a7-h9"), ("board", "0")];
        assert_eq!(refused("move", &far), "this form has no good `move`");
        let paint = [("step", "paint"), ("content", "red"), ("square", "<b>")];
        assert_eq!(refused("set-up", &paint), "this form has no good `square`");
        assert_eq!(
            refused("player", &[("who", "x"), ("color", "red")]),
            "this form has no good `who`"
        );
        let long = "ä".repeat(Variation::MAX_NAME_LENGTH + 1);
        let named = [("step", "name"), ("node", "1"), ("text", long.as_str())];
        assert_eq!(
            refused("variation", &named),
            "this has more than 60 characters"
        );
        let follow = [("node", "0"), ("line", "a7-b7 <b>"), ("plies", "1")];
        assert_eq!(refused("follow", &follow), "this form has no good `line`");
    }

    #[test]
    fn moves_can_be_typed() {
        let mv: BerkeleyMove = "a7-b7".parse().expect("a move");
        let order = Order::command(mv.into());
        assert_eq!(read_form("line", &[("line", "A7-b7 # so")]), Ok(order));
    }
}
