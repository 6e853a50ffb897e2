//! Simpler lines, and lines that are of the same kind as others elsewhere.

use super::carry_out;
use super::line_kind::{LineKind, plain_blanks};
use crate::session::{Executor, Session};
use ataxx_core::board::{Game, Position, Square};
use ataxx_core::notation::BerkeleyMove;

/// A line in simpler forms, the simplest first: without its comment, with single blanks, in small
/// letters.
pub fn plainer(line: &str) -> Vec<String> {
    let (code, comment) = match line.find('#') {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let plain = plain_blanks(code);
    let mut all = vec![plain.to_lowercase(), plain.clone()];
    if !comment.is_empty() {
        all.push(code.to_owned());
        all.push(format!("{plain} {comment}").trim_start().to_owned());
    }
    let shorter = all
        .into_iter()
        .filter(|other| other != line && !other.is_empty());
    shorter.collect()
}

/// The line at this place with the first move of its kind; `None` if it has no other.
pub fn canonical(start: &Session, lines: &[String], at: usize) -> Option<String> {
    let before = after(start, &lines[..at])?;
    let line = &lines[at];
    let other = of_kind(&before, line, LineKind::of(&before, line))?;
    (other != *line).then_some(other)
}

/// The lines, which once were of these kinds. Where one no longer is, its move is replaced by one
/// with which it is. `None` where nothing is to be replaced, or an AI moves before the last line.
pub fn refitted(start: &Session, lines: &[String], kinds: &[LineKind]) -> Option<Vec<String>> {
    let mut session = start.clone();
    let mut fitted = Vec::new();
    for (line, &kind) in lines.iter().zip(kinds) {
        if session.ai_turn().is_some() {
            return None;
        }
        let line = if LineKind::of(&session, line) == kind {
            line.clone()
        } else {
            of_kind(&session, line, kind).unwrap_or_else(|| line.clone())
        };
        carry_out(&mut session, &line);
        fitted.push(line);
    }
    (fitted != lines).then_some(fitted)
}

/// The kinds of lines; `None` where an AI moves before the last.
pub fn kinds(start: &Session, lines: &[String]) -> Option<Vec<LineKind>> {
    let mut session = start.clone();
    let kind = |line: &String| {
        let is_known = session.ai_turn().is_none();
        let kind = LineKind::of(&session, line);
        carry_out(&mut session, line);
        is_known.then_some(kind)
    };
    lines.iter().map(kind).collect()
}

/// The session after these lines; `None` where an AI is to move in it.
fn after(start: &Session, lines: &[String]) -> Option<Session> {
    let mut session = start.clone();
    for line in lines {
        carry_out(&mut session, line);
        if session.ai_turn().is_some() {
            return None;
        }
    }
    Some(session)
}

/// The line with the first move with which it is of this kind.
fn of_kind(before: &Session, line: &str, kind: LineKind) -> Option<String> {
    let parsed = before.parse(line).ok()??;
    parsed.command.as_move()?;
    let text = line.split('#').next().unwrap_or_default().trim();
    let moves = if kind.is_refused() {
        all_moves(before.position())
    } else {
        legal_moves(before.game())
    };
    let others = moves
        .iter()
        .map(|mv| line.replacen(text, &mv.to_string(), 1));
    let mut others = others.filter(|other| LineKind::of(before, other) == kind);
    others.next()
}

/// All legal moves, each extend by each of its origins.
pub fn legal_moves(game: &Game) -> Vec<BerkeleyMove> {
    let position = game.position();
    let mut all = Vec::new();
    for mv in position.legal_moves(game.rules()) {
        let origins = position.origins(mv).squares();
        match mv.to() {
            Some(to) => all.extend(origins.map(|from| BerkeleyMove::Step { from, to })),
            None => all.push(BerkeleyMove::Pass),
        }
    }
    all
}

/// All moves that can be written down, those of the side to move first.
fn all_moves(position: &Position) -> Vec<BerkeleyMove> {
    let own = position.pieces(position.turn());
    let others = Square::all().filter(|square| !own.contains(*square));
    let from = own.squares().chain(others);
    let steps = from.flat_map(|from| {
        let to = Square::all().filter(move |&to| to != from);
        to.map(move |to| BerkeleyMove::Step { from, to })
    });
    steps.chain([BerkeleyMove::Pass]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Dialect, SessionSettings};

    fn lines(text: &str) -> Vec<String> {
        text.split("; ").map(str::to_owned).collect()
    }

    fn start() -> Session {
        Session::new(Dialect::SPRING_2022, SessionSettings::default())
    }

    #[test]
    fn plainer_forms_of_a_line() {
        assert_eq!(plainer("help"), [] as [&str; 0]);
        assert_eq!(plainer("# all"), [] as [&str; 0]);
        assert_eq!(plainer(" Help "), ["help", "Help"]);
        assert_eq!(
            plainer(" a7-b7   # x"),
            ["a7-b7", "a7-b7", " a7-b7   ", "a7-b7 # x"]
        );
    }

    #[test]
    fn moves_are_replaced_where_lines_before_them_are_gone() {
        let all = lines("manual blue; a7-a6; a1-a2; a6-a5 # x; a2-a5");
        let kinds = kinds(&start(), &all).expect("no AI");
        let rest = [0, 3, 4].map(|at| all[at].clone());
        let kinds = [0, 3, 4].map(|at| kinds[at]);
        let fitted = refitted(&start(), &rest, &kinds).expect("other moves");
        assert!(fitted[1].ends_with(" # x"), "{fitted:?}");
        let before = after(&start(), &fitted[..2]).expect("no AI");
        assert_eq!(before.game().moves().len(), 1);
        assert!(LineKind::of(&before, &fitted[2]).is_refused());
        assert_eq!(refitted(&start(), &rest[..1], &kinds), None);
    }

    #[test]
    fn the_first_move_of_a_kind() {
        let all = lines("manual blue; g1-g2; a1-c3 # x");
        let first = |at| canonical(&start(), &all, at).map(|line| line.ends_with(" # x"));
        assert_eq!([0, 1, 2].map(first), [None, Some(false), Some(true)]);
        let once = canonical(&start(), &all, 1).expect("another move");
        let again = [all[0].clone(), once];
        assert_eq!(canonical(&start(), &again, 1), None);
    }
}
