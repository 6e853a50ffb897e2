//! Finds a short session that shows a difference: delta debugging (Zeller and Hildebrandt,
//! 2002) on the lines. Then each line that is left is made simpler.

use super::deviation::Difference;
use super::line_kind::LineKind;
use super::simplify::{canonical, kinds, plainer, refitted};
use crate::session::Session;

/// How many sessions are tried at most.
const MOST_TRIALS: usize = 1000;
/// How far apart two lines are that are left out together, such as a jump and the way back.
const NEAR: usize = 4;
/// How many lines begin a game at most.
const MOST_FIRST: usize = 3;
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
        for first in 0..=MOST_FIRST.min(last) {
            if self.without(true, |index| (first..last).contains(&index)) {
                return;
            }
        }
    }

    /// Leaves out chunks of lines, smaller and smaller ones.
    fn chunks(&mut self, refits: bool) {
        let mut chunk = self.lines.len().div_ceil(2);
        while chunk > 0 && self.trials < MOST_TRIALS {
            let mut start = 0;
            let mut is_shorter = false;
            while start < self.lines.len() && self.trials < MOST_TRIALS {
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
        while first < self.lines.len() && self.trials < MOST_TRIALS {
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
        while at < self.lines.len() && self.trials < MOST_TRIALS {
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
        if self.trials >= MOST_TRIALS || lines.is_empty() {
            return false;
        }
        self.trials += 1;
        match (self.try_lines)(&lines) {
            Ok(Some(other)) if other.deviation.is_like(&self.difference.deviation) => {
                lines.truncate(other.line + 1);
                self.kinds = kinds(self.start, &lines);
                self.lines = lines;
                self.difference = other;
                true
            }
            Ok(_) => false,
            Err(_) => {
                self.trials = MOST_TRIALS;
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Dialect, SessionSettings};
    use crate::tester::explore::Deviation;

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

    /// The first line that is legal, after `manual blue`, and has what is wanted.
    fn of_a_legal_move(is_wanted: impl Fn(&str) -> bool) -> impl Fn(&[String]) -> Option<usize> {
        move |lines| {
            let mut session = start();
            let at = lines.iter().position(|line| {
                let was = session.game().moves().len();
                super::super::carry_out(&mut session, line);
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
}
