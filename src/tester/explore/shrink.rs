//! Finds a short session that shows a difference: delta debugging (Zeller and Hildebrandt,
//! 2002) on the lines.

use super::trial::Difference;

/// How many sessions are tried at most.
const MOST_TRIALS: usize = 600;

/// The shortest session found that differs in the same way as `lines` does, and how. `lines`
/// end with the line that shows the difference.
///
/// # Errors
///
/// Those of `try_lines`.
pub fn shortest<E>(
    mut lines: Vec<String>,
    mut difference: Difference,
    mut try_lines: impl FnMut(&[String]) -> Result<Option<Difference>, E>,
) -> Result<(Vec<String>, Difference), E> {
    let mut trials = 0;
    let mut chunk = lines.len().div_ceil(2);
    while chunk > 0 && trials < MOST_TRIALS {
        let mut start = 0;
        let mut is_shorter = false;
        while start < lines.len() && trials < MOST_TRIALS {
            let end = (start + chunk).min(lines.len());
            let mut without = lines.clone();
            without.drain(start..end);
            trials += 1;
            match try_lines(&without)? {
                Some(other) if other.deviation.is_like(&difference.deviation) => {
                    without.truncate(other.line + 1);
                    lines = without;
                    difference = other;
                    is_shorter = true;
                }
                _ => start = end,
            }
        }
        if !is_shorter || chunk > 1 {
            chunk /= 2;
        }
    }
    difference.line = lines.len().saturating_sub(1);
    Ok((lines, difference))
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
        assert_eq!(shrunk, Ok((lines("u u x"), crash(2))));
    }
}
