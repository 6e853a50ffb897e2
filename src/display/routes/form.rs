//! Forms of the page as orders.

use crate::display::mode::{Mode, Tool};
use crate::display::order::{
    Change, LessonStep, Order, PuzzleStep, VariationStep, Wanted, Who, Wish, for_the_terminal,
};
use crate::display::pattern::Pattern;
use crate::display::puzzle::PuzzleChoice;
use crate::display::snapshot::Snapshot;
use crate::display::strength::OfferedStrength;
use crate::session::{Command, Dialect, parse};
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::notation::{BerkeleyMove, Remark, Variation};
use std::collections::HashMap;
use std::str::FromStr;

/// What a form asks for.
#[derive(Debug, PartialEq)]
pub enum Asked {
    /// An order.
    Order(Order),
    /// That a thinking AI plays at once.
    Stop,
}

/// What is wrong with a form.
#[derive(Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such form.
    Unknown,
    /// It is refused, for this reason.
    Refused(String),
}

/// The limit on the length of a command.
const LONGEST_LINE: usize = 1024;

type Fields = HashMap<String, String>;

/// Reads a form by its name.
pub fn read(what: &str, fields: &Fields, snapshot: &Snapshot) -> Result<Asked, Wrong> {
    let order = match what {
        "stop" => return Ok(Asked::Stop),
        "line" => line(text(fields, "line")?, snapshot)?,
        "move" => Order::Move {
            mv: said(fields, "move")?,
            board: Some(said(fields, "board")?),
        },
        "go-on" => Order::GoOn,
        "undo" => Order::Undo,
        "redo" => Order::Redo,
        "new" => Order::New,
        "start" => Order::Start,
        "turn" => Order::Turn,
        "go" => Order::Go(said(fields, "node")?),
        "player" => player(fields, snapshot)?,
        "mode" => Order::Mode(match text(fields, "mode")? {
            "play" => Wanted::Play,
            "blocks" => Wanted::Blocks,
            "set-up" => Wanted::SetUp,
            _ => return Err(wrong("mode")),
        }),
        "square" => Order::Square {
            square: said(fields, "square")?,
            content: match fields.get("content") {
                Some(name) => Some(Tool::named(name).ok_or_else(|| wrong("content"))?),
                None => None,
            },
        },
        "draft" => Order::Draft(draft(fields, snapshot)?),
        "analyse" => Order::Analyse(match text(fields, "wish")? {
            "nothing" => Wish::Nothing,
            "hint" => Wish::Hint,
            "lines" => Wish::Lines,
            "review" => Wish::Review,
            "solve" => Wish::Solve(said::<u16>(fields, "plies")?.clamp(1, 99)),
            _ => return Err(wrong("wish")),
        }),
        "follow" => follow(fields, snapshot)?,
        "better" => Order::Better(said(fields, "node")?),
        "learn" => Order::Learn,
        "lesson" => Order::Lesson(match text(fields, "step")? {
            "show" => LessonStep::Show,
            "next" => LessonStep::Next,
            "end" => LessonStep::End,
            _ => return Err(wrong("step")),
        }),
        "puzzle" => Order::Puzzle(match text(fields, "step")? {
            "next" => PuzzleStep::Next(PuzzleChoice {
                kind: one_or_all(fields, "kind")?,
                difficulty: one_or_all(fields, "difficulty")?,
            }),
            "hint" => PuzzleStep::Hint,
            "answer" => PuzzleStep::Answer,
            "end" => PuzzleStep::End,
            _ => return Err(wrong("step")),
        }),
        "variation" => Order::Variation(variation(fields)?),
        "begin" => begin(fields, snapshot)?,
        "rematch" => Order::Rematch,
        "resign" => Order::Resign,
        "bring-back" => Order::BringBack,
        "open" => Order::Open(text(fields, "text")?.to_owned()),
        "scenario" => Order::Scenario(said(fields, "number")?),
        "step" => Order::Step,
        "step-far" => Order::StepFar,
        "close" => Order::Close,
        _ => return Err(Wrong::Unknown),
    };
    if let (Order::Move { .. }, Some(thinking)) = (&order, snapshot.thinking) {
        let color = thinking.color;
        return Err(Wrong::Refused(format!("{color} is thinking")));
    }
    if matches!(order, Order::Move { .. }) && snapshot.awaited.is_some() {
        return Err(Wrong::Refused("it is not our turn".to_owned()));
    }
    Ok(Asked::Order(order))
}

fn text<'f>(fields: &'f Fields, name: &str) -> Result<&'f str, Wrong> {
    fields
        .get(name)
        .map(String::as_str)
        .ok_or_else(|| wrong(name))
}

fn said<T: FromStr>(fields: &Fields, name: &str) -> Result<T, Wrong> {
    text(fields, name)?.trim().parse().map_err(|_| wrong(name))
}

/// A value of a field; `None` if it is empty, which stands for all values.
fn one_or_all<T: FromStr>(fields: &Fields, name: &str) -> Result<Option<T>, Wrong> {
    match text(fields, name)? {
        "" => Ok(None),
        _ => said(fields, name).map(Some),
    }
}

fn wrong(name: &str) -> Wrong {
    Wrong::Refused(format!("this form has no good `{name}`"))
}

/// A typed line. Commands that name files or other machines are refused.
fn line(text: &str, snapshot: &Snapshot) -> Result<Order, Wrong> {
    let refused = |why: &str| Err(Wrong::Refused(why.to_owned()));
    if text.len() > LONGEST_LINE || text.contains(['\n', '\r', '\0']) {
        return refused("this is no line of a session");
    }
    // A line that cannot be parsed is refused where it runs.
    if let Ok(Some(line)) = parse(text, snapshot.session.dialect()) {
        if let Some(mv) = line.command.as_move() {
            return Ok(Order::Move { mv, board: None });
        }
        if line.command == Command::Undo {
            return Ok(Order::Undo);
        }
        if let Some(why) = for_the_terminal(&line.command, snapshot.ended) {
            return refused(why);
        }
    }
    Ok(Order::Line {
        source: None,
        number: 1,
        text: text.to_owned(),
    })
}

fn color(fields: &Fields, name: &str) -> Result<Color, Wrong> {
    match text(fields, name)? {
        "red" => Ok(Color::Red),
        "blue" => Ok(Color::Blue),
        _ => Err(wrong(name)),
    }
}

/// The player in a field.
fn who(fields: &Fields, field: &str, snapshot: &Snapshot) -> Result<Who, Wrong> {
    let name = text(fields, field)?;
    let engine = |number: &str| {
        let number = number.parse().ok()?;
        (number < snapshot.engines.len()).then_some(Who::Engine(number))
    };
    let who = match name.strip_prefix("engine-") {
        _ if name == "person" => Some(Who::Person),
        Some(number) => engine(number),
        None => OfferedStrength::named(name).map(Who::Ai),
    };
    who.ok_or_else(|| wrong(field))
}

fn player(fields: &Fields, snapshot: &Snapshot) -> Result<Order, Wrong> {
    let who = who(fields, "who", snapshot)?;
    Ok(Order::Player(color(fields, "color")?, who))
}

fn begin(fields: &Fields, snapshot: &Snapshot) -> Result<Order, Wrong> {
    let dialect = match fields.get("rules") {
        Some(name) => Dialect::named(name).ok_or_else(|| wrong("rules"))?,
        None => snapshot.session.dialect(),
    };
    let start = match fields.get("blocks") {
        None => None,
        Some(name) => {
            let pattern = Pattern::named(name).ok_or_else(|| wrong("blocks"))?;
            let start = pattern.start(&dialect.rules());
            Some(start.ok_or_else(|| wrong("blocks"))?)
        }
    };
    let players = [
        who(fields, "red", snapshot)?,
        who(fields, "blue", snapshot)?,
    ];
    Ok(Order::Begin {
        dialect,
        start,
        players,
    })
}

fn variation(fields: &Fields) -> Result<VariationStep, Wrong> {
    let node = || said(fields, "node");
    Ok(match text(fields, "step")? {
        "promote" => VariationStep::Promote(node()?),
        "delete" => VariationStep::Delete(node()?),
        "restore" => VariationStep::Restore,
        "name" => VariationStep::Name(node()?, name(text(fields, "name")?)?),
        _ => return Err(wrong("step")),
    })
}

/// The name of a variation; `None` if it is empty.
fn name(text: &str) -> Result<Option<Remark>, Wrong> {
    let most = Variation::LONGEST_NAME;
    match Remark::new(text) {
        Some(name) if !Variation::allows(&name) => Err(Wrong::Refused(format!(
            "a name has at most {most} characters"
        ))),
        name => Ok(name),
    }
}

fn draft(fields: &Fields, snapshot: &Snapshot) -> Result<Change, Wrong> {
    Ok(match text(fields, "change")? {
        "tool" => {
            let tool = Tool::named(text(fields, "tool")?);
            Change::Tool(tool.ok_or_else(|| wrong("tool"))?)
        }
        "turn" => Change::Turn(color(fields, "turn")?),
        "jumps" => Change::Jumps(said(fields, "jumps")?),
        "start" => Change::Position(Position::start()),
        "empty" => {
            let old = snapshot.shown();
            let none = ataxx_core::board::Bitboard::EMPTY;
            let empty = Position::new(none, none, none, old.turn());
            Change::Position(empty.map_err(|_| wrong("change"))?)
        }
        "done" => Change::Done,
        _ => return Err(wrong("change")),
    })
}

fn follow(fields: &Fields, snapshot: &Snapshot) -> Result<Order, Wrong> {
    if matches!(snapshot.mode, Mode::SetUp(_)) {
        return Err(wrong("moves"));
    }
    let rules = snapshot.session.game().rules();
    Ok(Order::Follow {
        moves: moves(text(fields, "moves")?, *snapshot.session.position(), rules)?,
        plies: said(fields, "plies")?,
        board: said(fields, "board")?,
    })
}

/// Moves one after the other, as they are written from a position on.
fn moves(text: &str, mut position: Position, rules: &Rules) -> Result<Vec<Move>, Wrong> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = match word.parse().map_err(|_| wrong("moves"))? {
            BerkeleyMove::Step { from, to } => position.move_between(from, to, rules),
            BerkeleyMove::Pass => Ok(Move::Pass),
        };
        let mv = mv.map_err(|_| wrong("moves"))?;
        position = position.play(mv, rules).map_err(|_| wrong("moves"))?;
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, SessionSettings};

    fn read_form(what: &str, fields: &[(&str, &str)]) -> Result<Asked, Wrong> {
        let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        let fields = fields
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()));
        read(what, &fields.collect(), &Snapshot::first(session))
    }

    fn refused(what: &str, fields: &[(&str, &str)]) -> String {
        match read_form(what, fields) {
            Err(Wrong::Refused(why)) => why,
            other => panic!("{what}: {other:?}"),
        }
    }

    #[test]
    fn a_page_reaches_neither_files_nor_machines() {
        for line in ["load /etc/passwd", "LOAD x", "  load x # y"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "files are loaded at the terminal"
            );
        }
        for line in ["position @/etc/passwd", "save x", " position @x"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "files are named at the terminal"
            );
        }
        for line in ["quit", "q", " QUIT # now"] {
            assert_eq!(
                refused("line", &[("line", line)]),
                "the session is ended at the terminal"
            );
        }
        assert_eq!(
            refused("line", &[("line", "new\nload x")]),
            "this is no line of a session"
        );
        let long = "#".repeat(LONGEST_LINE + 1);
        assert_eq!(
            refused("line", &[("line", &long)]),
            "this is no line of a session"
        );
    }

    #[test]
    fn what_is_missing_or_wrong_is_said() {
        assert_eq!(read_form("nothing", &[]), Err(Wrong::Unknown));
        assert_eq!(
            refused("move", &[("move", "a7-b7")]),
            "this form has no good `board`"
        );
        let far = [("move", "a7-h9"), ("board", "0")];
        assert_eq!(refused("move", &far), "this form has no good `move`");
        assert_eq!(
            refused("square", &[("square", "<b>")]),
            "this form has no good `square`"
        );
        assert_eq!(
            refused("player", &[("who", "x"), ("color", "red")]),
            "this form has no good `who`"
        );
        let long = "ä".repeat(Variation::LONGEST_NAME + 1);
        let named = [("step", "name"), ("node", "1"), ("name", long.as_str())];
        assert_eq!(
            refused("variation", &named),
            "a name has at most 60 characters"
        );
        let follow = [("moves", "a7-b7 a7-b7"), ("plies", "1"), ("board", "0")];
        assert_eq!(refused("follow", &follow), "this form has no good `moves`");
    }

    #[test]
    fn moves_can_be_typed() {
        let mv: BerkeleyMove = "a7-b7".parse().expect("a move");
        let order = Order::Move { mv, board: None };
        assert_eq!(
            read_form("line", &[("line", "A7-b7 # so")]),
            Ok(Asked::Order(order))
        );
    }
}
