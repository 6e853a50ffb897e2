//! Finds a short session that shows a difference: delta debugging (Zeller and Hildebrandt,
//! 2002) on the lines. Then each line that is left is made simpler.

use super::line_kind::{LineKind, legal_moves, plain_blanks};
use super::own_session::carry_out;
use crate::divergence::Difference;
use ataxx_core::board::{Position, Square};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{Executor, Session};
use std::iter;

/// How many sessions are tried at most.
const MAX_TRIALS: usize = 1000;
/// How far apart two lines are that are left out together, such as a jump and the way back.
const NEAR: usize = 4;
/// How many lines begin a game at most.
const MAX_FIRST: usize = 3;
/// Moves are exchanged for simpler ones in sessions that are no longer than this: one by one it
/// would take too many trials elsewhere.
const FEW: usize = 12;

/// The shortest session found that differs in the same way as `lines` does, and how. `lines`
/// end with the line that shows the difference. Both begin where `start` is. An error of
/// `try_lines` ends the search.
pub fn shortest<E>(
    lines: Vec<String>,
    difference: Difference,
    start: &Session,
    try_lines: impl FnMut(&[String]) -> Result<Option<Difference>, E>,
) -> (Vec<String>, Difference) {
    let mut search = Search {
        start,
        kinds: kinds(start, &lines),
        lines,
        difference,
        trials: 0,
        try_lines,
    };
    search.last_line();
    search.last_lines();
    loop {
        let before = search.lines.len();
        search.chunks(false);
        while search.pairs() {
            search.chunks(false);
        }
        search.chunks(true);
        // A simpler line may need less before it.
        if !search.simpler_lines() && search.lines.len() == before {
            break;
        }
    }
    (search.lines, search.difference)
}

struct Search<'a, F> {
    start: &'a Session,
    lines: Vec<String>,
    /// The kinds of the lines, where all are known.
    kinds: Option<Vec<LineKind>>,
    difference: Difference,
    trials: usize,
    try_lines: F,
}

impl<F, E> Search<'_, F>
where
    F: FnMut(&[String]) -> Result<Option<Difference>, E>,
{
    /// Tries the last line alone, or only after the lines that begin a game: mostly that is all
    /// it takes.
    fn last_line(&mut self) {
        let last = self.lines.len() - 1;
        for first in 0..=MAX_FIRST.min(last) {
            if self.without(true, |index| (first..last).contains(&index)) {
                return;
            }
        }
    }

    /// Tries the lines that begin a game and a few last lines, then twice as many, and so on: what
    /// differs late in a long session seldom takes all that came before.
    fn last_lines(&mut self) {
        const FEWEST: usize = 16;
        let all = self.lines.len();
        let lengths = iter::successors(Some(FEWEST), |length| length.checked_mul(2));
        for length in lengths.take_while(|length| length + MAX_FIRST < all) {
            let from = all - length;
            if self.without(false, |index| (MAX_FIRST..from).contains(&index)) {
                return;
            }
        }
    }

    /// Leaves out chunks of lines, smaller and smaller ones.
    fn chunks(&mut self, refits: bool) {
        let mut chunk = self.lines.len().div_ceil(2);
        while chunk > 0 && self.trials < MAX_TRIALS {
            let mut start = 0;
            let mut is_shorter = false;
            while start < self.lines.len() && self.trials < MAX_TRIALS {
                let end = (start + chunk).min(self.lines.len());
                if self.without(refits, |index| (start..end).contains(&index)) {
                    is_shorter = true;
                } else {
                    start = end;
                }
            }
            if !is_shorter || chunk > 1 {
                chunk /= 2;
            }
        }
    }

    /// Leaves out two lines that are near each other; whether it has.
    fn pairs(&mut self) -> bool {
        let before = self.lines.len();
        let mut first = 0;
        while first < self.lines.len() && self.trials < MAX_TRIALS {
            let mut seconds = first + 2..=first + NEAR;
            if !seconds.any(|second| self.without(false, |it| it == first || it == second)) {
                first += 1;
            }
        }
        self.lines.len() < before
    }

    /// Leaves out lines, if the rest differs in the same way. With `refits` moves of the rest are
    /// replaced where they are of another kind then.
    fn without(&mut self, refits: bool, is_left_out: impl Fn(usize) -> bool) -> bool {
        let kept: Vec<usize> = (0..self.lines.len())
            .filter(|index| !is_left_out(*index))
            .collect();
        if kept.len() == self.lines.len() {
            return false;
        }
        let rest = kept.iter().map(|&index| self.lines[index].clone());
        let rest: Vec<String> = rest.collect();
        if !refits {
            return self.is_alike(rest);
        }
        let refitted = self.refitted(&kept, &rest);
        refitted.is_some_and(|rest| self.is_alike(rest))
    }

    /// `rest` are the lines at the places `kept`, or simpler ones, with moves that are of the same
    /// kinds as before.
    fn refitted(&self, kept: &[usize], rest: &[String]) -> Option<Vec<String>> {
        let kinds = self.kinds.as_ref()?;
        let kinds: Vec<LineKind> = kept.iter().map(|&at| kinds[at]).collect();
        refitted(self.start, rest, &kinds)
    }

    /// Makes lines simpler, one after the other; whether it has.
    fn simpler_lines(&mut self) -> bool {
        let mut is_simpler = false;
        let mut at = 0;
        while at < self.lines.len() && self.trials < MAX_TRIALS {
            let mut simpler = plainer(&self.lines[at]);
            if self.lines.len() <= FEW {
                simpler.extend(canonical(self.start, &self.lines, at));
            }
            let is_done = simpler.into_iter().any(|line| {
                let mut lines = self.lines.clone();
                lines[at] = line;
                // A move after it may no longer be possible.
                let all: Vec<usize> = (0..lines.len()).collect();
                let refitted = self.refitted(&all, &lines);
                self.is_alike(lines) || refitted.is_some_and(|lines| self.is_alike(lines))
            });
            is_simpler |= is_done;
            at += 1;
        }
        is_simpler
    }

    /// Takes these lines, if they differ in the same way.
    fn is_alike(&mut self, mut lines: Vec<String>) -> bool {
        if self.trials >= MAX_TRIALS || lines.is_empty() {
            return false;
        }
        self.trials += 1;
        match (self.try_lines)(&lines) {
            Ok(Some(other)) if other.deviation.is_same_kind(&self.difference.deviation) => {
                lines.truncate(other.line + 1);
                self.kinds = kinds(self.start, &lines);
                self.lines = lines;
                self.difference = other;
                true
            }
            Ok(_) => false,
            Err(_) => {
                self.trials = MAX_TRIALS;
                false
            }
        }
    }
}

/// A line in simpler forms, the simplest first: without its comment, with single blanks, in small
/// letters.
fn plainer(line: &str) -> Vec<String> {
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
fn canonical(start: &Session, lines: &[String], at: usize) -> Option<String> {
    let before = after(start, &lines[..at])?;
    let line = &lines[at];
    let other = of_kind(&before, line, LineKind::of(&before, line))?;
    (other != *line).then_some(other)
}

/// The lines, which once were of these kinds. Where one no longer is, its move is replaced by one
/// with which it is. `None` where nothing is to be replaced, or an AI moves before the last line.
fn refitted(start: &Session, lines: &[String], kinds: &[LineKind]) -> Option<Vec<String>> {
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
fn kinds(start: &Session, lines: &[String]) -> Option<Vec<LineKind>> {
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
    use crate::divergence::Deviation;
    use ataxx_session::{Dialect, SessionSettings};

    fn lines(text: &str) -> Vec<String> {
        text.split("; ").map(str::to_owned).collect()
    }

    fn start() -> Session {
        Session::new(Dialect::SPRING_2022, SessionSettings::default())
    }

    fn crash(line: usize) -> Difference {
        Difference {
            line,
            deviation: Deviation::Crash(String::new()),
        }
    }

    #[test]
    fn what_does_not_matter_goes() {
        // `x` after two `u` is what it takes.
        let try_lines = |lines: &[String]| {
            let mut seen = 0;
            for (index, line) in lines.iter().enumerate() {
                seen += usize::from(line == "u");
                if line == "x" && seen >= 2 {
                    return Ok::<_, ()>(Some(crash(index)));
                }
            }
            Ok(None)
        };
        let long = lines("a; b; x; u; c; d; u; u; e; f; x");
        let shrunk = shortest(long, crash(10), &start(), try_lines);
        assert_eq!(shrunk, (lines("u; u; x"), crash(2)));
    }

    /// The time ends after few trials.
    #[test]
    fn a_long_session_that_differs_late_is_shorter_after_few_trials() {
        let mut long = lines("begin; x; x");
        long.extend((0..800).map(|number| format!("line {number}")));
        let last = long.len() - 1;
        let mut trials = 0;
        let try_lines = |lines: &[String]| {
            trials += 1;
            if trials > 8 {
                return Err(());
            }
            let is_shown = lines.contains(&"line 790".to_owned());
            Ok((is_shown && lines[0] == "begin").then(|| crash(lines.len() - 1)))
        };
        let (short, _) = shortest(long, crash(last), &start(), try_lines);
        assert!(short.len() <= 20, "{}", short.len());
    }

    /// The first line that is legal, after `manual blue`, and has what is wanted.
    fn of_a_legal_move(is_wanted: impl Fn(&str) -> bool) -> impl Fn(&[String]) -> Option<usize> {
        move |lines| {
            let mut session = start();
            let at = lines.iter().position(|line| {
                let was = session.game().moves().len();
                carry_out(&mut session, line);
                session.game().moves().len() > was && is_wanted(line)
            });
            at.filter(|_| lines[0] == "manual blue")
        }
    }

    #[test]
    fn lines_are_made_simpler_and_moves_replaced() {
        for (is_wanted, short) in [
            (
                (|line: &str| line.contains(" #")) as fn(&str) -> bool,
                "manual blue; a7-a6 # that is all",
            ),
            (
                |line| line.contains('3'),
                "manual blue; a7-a6; a1-a2; a6-a5; a2-a3",
            ),
            (|_| true, "manual blue; a7-a6"),
        ] {
            let is_shown = of_a_legal_move(is_wanted);
            let mut long = lines(
                "manual red; new; manual blue; a7-a6; # nothing; a1-a2; fly; a6-A5; a2-a3; a5-b5;  a3-b3 # that is all",
            );
            long.drain(..2);
            let last = is_shown(&long).expect("it is shown");
            long.truncate(last + 1);
            let try_lines = |lines: &[String]| Ok::<_, ()>(is_shown(lines).map(crash));
            let (found, _) = shortest(long, crash(last), &start(), try_lines);
            assert_eq!(found.len(), lines(short).len(), "{found:?}, {short}");
        }
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
