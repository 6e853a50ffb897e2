//! Running the real binary.
#![allow(dead_code)] // each test file uses a part

use assert_cmd::Command;

/// What a run left behind.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
}

/// Runs `ataxx` with arguments and an input.
pub fn ataxx(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let output = Command::cargo_bin("ataxx")
        .expect("the binary is built")
        .args(args)
        .env("NO_COLOR", "1")
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    Run {
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        status: output.status.code(),
    }
}

/// The output of a session in which nothing may go wrong: commands separated by
/// `;`, each on its own line.
pub fn session(dialect: &str, commands: &str) -> String {
    // So few positions that a whole game takes a moment.
    let run = ataxx(
        &["--dialect", dialect, "--nodes", "500"],
        commands.replace(';', "\n"),
    );
    assert_eq!(run.stderr, "");
    assert_eq!(run.status, Some(0));
    run.stdout
}

/// What is wrong with the output of a session by the rules on reserved words;
/// `None` when it keeps them.
pub fn reserved_word_broken(dialect: &str, stdout: &str, stderr: &str) -> Option<String> {
    let mut lines = stdout.lines();
    while let Some(line) = lines.next() {
        if line == "===" {
            for _ in 0..7 {
                let row = lines.next().unwrap_or_default();
                if !is_dump_row(row) {
                    return Some(format!("a dump has the row {row:?}"));
                }
            }
            if lines.next() != Some("===") {
                return Some("a dump has no end".to_owned());
            }
        } else if !is_announcement(dialect, line)
            && (has_reserved_word(line) || line.starts_with('*'))
        {
            return Some(format!("stdout has the line {line:?}"));
        }
    }
    let line = stderr
        .lines()
        .find(|line| has_reserved_word(line) || line.starts_with('*'))?;
    Some(format!("stderr has the line {line:?}"))
}

fn has_reserved_word(line: &str) -> bool {
    let line = line.to_lowercase();
    ["===", "passes", "wins", "draw", "moves"]
        .iter()
        .any(|word| line.contains(word))
}

fn is_dump_row(row: &str) -> bool {
    let cells: Vec<&str> = row.split(' ').collect();
    cells.len() == 9
        && cells[..2] == ["", ""]
        && cells[2..]
            .iter()
            .all(|cell| ["r", "b", "-", "X"].contains(cell))
}

/// Whether a line is one of the announcements of the dialect, to the letter.
fn is_announcement(dialect: &str, line: &str) -> bool {
    let starred = dialect == "2022";
    let line = match (starred, line.strip_prefix("* ")) {
        (true, Some(line)) => line,
        (false, None) => line,
        _ => return false,
    };
    if line == "Draw." {
        return true;
    }
    let Some(rest) = line
        .strip_prefix("Red ")
        .or_else(|| line.strip_prefix("Blue "))
    else {
        return false;
    };
    match rest {
        "wins." => true,
        "passes." => !starred,
        "moves -." => starred,
        rest => rest
            .strip_prefix("moves ")
            .and_then(|rest| rest.strip_suffix('.'))
            .and_then(|mv| mv.split_once('-'))
            .is_some_and(|(from, to)| is_square(from) && is_square(to)),
    }
}

fn is_square(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'g', b'1'..=b'7'])
}
