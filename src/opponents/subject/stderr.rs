//! Errors among the lines that a program writes.

/// The errors among lines of stderr, one text each; warnings are left out.
///
/// Where some lines begin with `error` or `warning`, each of these begins a text that goes on
/// up to the next. Otherwise each line that is not indented begins one, so that a stack trace
/// is one text.
pub fn group_stderr(lines: &[String]) -> Vec<String> {
    let is_named = |line: &String| is_error(line) || is_warning(line);
    let named = lines.iter().any(is_named);
    let mut texts: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let begins = if named {
            is_named(line)
        } else {
            !line.starts_with([' ', '\t'])
        };
        match texts.last_mut() {
            Some(text) if !begins => {
                text.push('\n');
                text.push_str(line);
            }
            _ => texts.push(line.clone()),
        }
    }
    texts.retain(|text| !is_warning(text));
    texts
}

/// Whether a line begins with `error`.
pub fn is_error(line: &str) -> bool {
    begins_with(line, "error")
}

fn is_warning(line: &str) -> bool {
    begins_with(line, "warning")
}

fn begins_with(line: &str, word: &str) -> bool {
    let start = line.trim_start().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &str) -> Vec<String> {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        group_stderr(&lines)
    }

    #[test]
    fn every_line_is_an_error_but_what_hangs_below_it() {
        assert_eq!(
            texts("bad move\nbad square\n\n"),
            ["bad move", "bad square"]
        );
        assert_eq!(
            texts("Exception: x\n\tat main\nbye"),
            ["Exception: x\n\tat main", "bye"]
        );
        assert_eq!(texts("  odd"), ["  odd"]);
    }

    #[test]
    fn errors_that_name_themselves_are_kept_whole() {
        assert_eq!(
            texts("error: no\n |\n | x\nhint\nwarning: odd\n = x\nError: again"),
            ["error: no\n |\n | x\nhint", "Error: again"]
        );
    }
}
