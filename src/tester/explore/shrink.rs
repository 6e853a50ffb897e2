//! Finds a short session that shows a difference: delta debugging (Zeller and Hildebrandt,
//! 2002) on the lines.

use super::deviation::Difference;

/// How many sessions are tried at most.
const MOST_TRIALS: usize = 1000;
/// How far apart two lines are that are left out together, such as a jump and the way back.
const NEAR: usize = 4;

/// The shortest session found that differs in the same way as `lines` does, and how. `lines`
/// end with the line that shows the difference. An error of `try_lines` ends the search.
pub fn shortest<E>(
    lines: Vec<String>,
    difference: Difference,
    try_lines: impl FnMut(&[String]) -> Result<Option<Difference>, E>,
) -> (Vec<String>, Difference) {
    let mut search = Search {
        lines,
        difference,
        trials: 0,
        try_lines,
    };
    search.chunks();
    while search.pairs() {
        search.chunks();
    }
    (search.lines, search.difference)
}

struct Search<F> {
    lines: Vec<String>,
    difference: Difference,
    trials: usize,
    try_lines: F,
}

impl<F, E> Search<F>
where
    F: FnMut(&[String]) -> Result<Option<Difference>, E>,
{
    /// Leaves out chunks of lines, smaller and smaller ones.
    fn chunks(&mut self) {
        let mut chunk = self.lines.len().div_ceil(2);
        while chunk > 0 && self.trials < MOST_TRIALS {
            let mut start = 0;
            let mut is_shorter = false;
            while start < self.lines.len() && self.trials < MOST_TRIALS {
                let end = (start + chunk).min(self.lines.len());
                if self.without(|index| (start..end).contains(&index)) {
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
            if !seconds.any(|second| self.without(|index| index == first || index == second)) {
                first += 1;
            }
        }
        self.lines.len() < before
    }

    /// Leaves out lines, if the rest differs in the same way.
    fn without(&mut self, is_left_out: impl Fn(usize) -> bool) -> bool {
        let kept = self.lines.iter().enumerate();
        let kept = kept.filter(|(index, _)| !is_left_out(*index));
        let mut rest: Vec<String> = kept.map(|(_, line)| line.clone()).collect();
        if rest.len() == self.lines.len() {
            return false;
        }
        self.trials += 1;
        match (self.try_lines)(&rest) {
            Ok(Some(other)) if other.deviation.is_like(&self.difference.deviation) => {
                rest.truncate(other.line + 1);
                self.lines = rest;
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
    use crate::tester::explore::Deviation;

    fn lines(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_does_not_matter_goes() {
        let crash = |line| Difference {
            line,
            deviation: Deviation::Crash(String::new()),
        };
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
        let long = lines("a b x u c d u u e f x");
        let shrunk = shortest(long, crash(10), try_lines);
        assert_eq!(shrunk, (lines("u u x"), crash(2)));
    }
}
