//! Whether a subject has answered a line.

use super::interface::Subject;
use crate::Failure;
use std::time::Instant;

/// Whether a subject has printed nothing in answer to the last line, besides what it prints for
/// every line, such as a prompt. `output` is what it has printed since then, to which is added
/// what is read here; `stderr_lines` was its stderr before the line. Where `any_counts`, so does
/// output that comes after every line.
pub fn is_unanswered(
    subject: &mut dyn Subject,
    output: &mut Vec<String>,
    stderr_lines: &str,
    any_counts: bool,
    deadline: Instant,
) -> Result<bool, Failure> {
    // What it writes to stderr may come a little later.
    subject.look(deadline)?;
    let mut more = subject.take_output(deadline)?;
    let is_silent = is_prompt(output, &more) && (!any_counts || is_blank(output));
    output.append(&mut more);
    Ok(is_silent && !subject.has_output_before_prompt() && subject.stderr_lines() == stderr_lines)
}

/// Whether the output for a line and a dump is only what the program prints for every line, such
/// as a prompt; `after_dump` is that for one more dump.
fn is_prompt(output: &[String], after_dump: &[String]) -> bool {
    let is_word = |line: &&String| !line.trim().is_empty();
    let again = after_dump.iter().chain(after_dump).filter(is_word);
    output.iter().filter(is_word).eq(again)
}

fn is_blank(output: &[String]) -> bool {
    output.iter().all(|line| line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_no_answer() {
        let is_prompt = |output: &str, after_dump: &str| {
            let lines =
                |text: &str| -> Vec<String> { text.split('|').map(str::to_owned).collect() };
            is_prompt(&lines(output), &lines(after_dump))
        };
        assert!(is_prompt("", ""));
        assert!(is_prompt(" ||", ""));
        assert!(!is_prompt("no", ""));
        assert!(is_prompt("Red?|Red?", "Red?"));
        assert!(is_prompt("Red?||3 jumps|Red?|3 jumps", "Red?|3 jumps"));
        assert!(!is_prompt("Red? no|Red?", "Red?"));
        assert!(!is_prompt("Red?|no|Red?", "Red?"));
        assert!(!is_prompt("", "a late line"));
    }
}
