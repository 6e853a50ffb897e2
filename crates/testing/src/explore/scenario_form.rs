//! Findings as scenarios.

use super::finding::{Finding, title};
use super::own_session::{Branch, branches};
use crate::divergence::{Deviation, MISSED_WIN_PLIES};
use crate::scenario::syntax::written::{Quotes, on_one_line};
use ataxx_core::board::Color;
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::oracle::after_prompts;
use ataxx_session::{Announcement, Dialect, has_reserved_word};
use regex::Regex;
use std::fmt::Write as _;
use std::iter;
use std::time::Duration;

/// The time limit of each step: where the document sets none for AIs, a right AI may be slow.
pub const fn step_limit(dialect: Dialect) -> Duration {
    Duration::from_secs(if dialect.limits_ai_time() { 10 } else { 60 })
}

/// A file with a scenario for each fault: it fails for the program and passes for ours.
pub fn scenarios(findings: &[Finding], dialect: Dialect) -> String {
    let mut text = format!("dialect: {}\n", dialect.name());
    if let Some(rules) = dialect.other_rules() {
        let _ = writeln!(text, "rules: {rules}");
    }
    if !dialect.limits_ai_time() {
        let step = step_limit(dialect).as_secs();
        let _ = writeln!(text, "time: {{ step: {step}s, scenario: {}s }}", 5 * step);
    }
    text += "scenarios:\n";
    for finding in findings {
        // Several findings may have one title: the seed makes the names unique.
        let name = format!("{}, seed {}", title(finding, dialect), finding.seed);
        let name = on_one_line(&name, Quotes::None, false);
        let _ = writeln!(text, "  - name: {name}\n    steps:");
        for step in &finding.steps {
            let _ = writeln!(text, "      - {step}");
        }
    }
    text
}

/// The steps of a scenario that sends the lines and checks what differs after the last: every
/// program that follows the document passes, whatever its AIs choose. `None` if no check is known
/// to be right for all of them. With `dumps` a `dump` follows each line.
pub fn steps(
    lines: &[String],
    deviation: &Deviation,
    dialect: Dialect,
    dumps: bool,
) -> Option<Vec<String>> {
    const AI_MOVE: &str = "ai-move: {}";
    let branches = branches(dialect, lines)?;
    let last = lines.len().checked_sub(1)?;
    // The errors of the last line alone are compared.
    let compares_errors = matches!(
        deviation,
        Deviation::NoErrorMessage | Deviation::NeedlessError(_)
    );
    // A result may come with the next command.
    let more = matches!(deviation, Deviation::Result { is_over: true, .. });
    let mut steps = Vec::new();
    let mut begin = 0;
    for index in 0..=last {
        let ai_moves = in_all(&branches, |branch| branch.ai_moves[index])?;
        if ai_moves > 0 || index == last || compares_errors && index + 1 == last {
            steps.push(send(&lines[begin..=index], dumps, more && index == last));
            steps.extend(iter::repeat_n(AI_MOVE.to_owned(), ai_moves));
            begin = index + 1;
        }
    }
    if let Deviation::ReservedWord(_) = deviation {
        // A move in other words would be waited for.
        while steps.pop_if(|step| step == AI_MOVE).is_some() {}
    }
    if let Deviation::MissedWin(..) = deviation {
        if !in_all(&branches, |branch| branch.ai_moves[last] == 1)? {
            return None;
        }
        // The check is about this move.
        steps.pop();
    }
    steps.extend(check(lines, deviation, dialect, &branches)?);
    Some(steps)
}

/// These lines are sent.
fn send(lines: &[String], dumps: bool, dump_at_end: bool) -> String {
    const DUMP: &str = "dump";
    let mut sent = Vec::new();
    for line in lines {
        sent.push(on_one_line(line, Quotes::None, true));
        if dumps {
            sent.push(DUMP.to_owned());
        }
    }
    if dump_at_end && !dumps {
        sent.push(DUMP.to_owned());
    }
    format!("send: [{}]", sent.join(", "))
}

/// The check that the program does not pass, none if that is a move of an AI; `None` if right
/// programs need not pass it either.
fn check(
    lines: &[String],
    deviation: &Deviation,
    dialect: Dialect,
    branches: &[Branch],
) -> Option<Vec<String>> {
    let outcome = |branch: &Branch| branch.session.game().outcome().map(|it| it.winner);
    let ai_moves = in_all(branches, |branch| branch.ai_moves.last().copied())?;
    let check = match deviation {
        Deviation::Result {
            expected: Some(expected),
            announced,
            ..
        } if announced.len() < 2 => {
            let winner = in_all(branches, outcome)?.filter(|it| *it == expected.winner)?;
            format!("result: {}", winner.map_or("draw", Color::name))
        }
        Deviation::Result { is_over: false, .. } => match in_all(branches, outcome)? {
            None => "result: none".to_owned(),
            Some(_) => return None,
        },
        Deviation::Result { .. } => announcements(in_all(branches, |branch| branch.results.len())?),
        Deviation::MissedWin(..) => {
            format!("ai-move: {{ wins-within: {} }}", MISSED_WIN_PLIES + 1)
        }
        Deviation::NoMove(_) if ai_moves > Some(0) => return Some(Vec::new()),
        Deviation::NoAnswer => "lines: [\"matches /./\"]".to_owned(),
        Deviation::NoErrorMessage if in_all(branches, |branch| branch.is_refused)? => {
            "error: any".to_owned()
        }
        Deviation::NoErrorMessage => return None,
        Deviation::NeedlessError(_) => "error: none".to_owned(),
        Deviation::ReservedWord(line) => {
            let matcher = format!("not matches /{}/", misuse(line, dialect)?);
            format!("lines: [{}]", on_one_line(&matcher, Quotes::None, true))
        }
        _ if lines.last().is_some_and(|line| line == "quit") => "exit: 0".to_owned(),
        _ => board(branches),
    };
    Some(vec![check])
}

/// What is the same in all branches.
pub fn in_all<T: PartialEq>(branches: &[Branch], of: impl Fn(&Branch) -> T) -> Option<T> {
    let first = of(branches.first()?);
    branches
        .iter()
        .all(|branch| of(branch) == first)
        .then_some(first)
}

/// The board, with a `.` where it depends on the choice of an AI.
fn board(branches: &[Branch]) -> String {
    let dumps = branches
        .iter()
        .map(|branch| Dump(*branch.session.position()).to_string());
    let common = dumps.reduce(|common, dump| {
        let pairs = common.chars().zip(dump.chars());
        let both = pairs.map(|(one, other)| if one == other { one } else { '.' });
        both.collect()
    });
    let mut text = "board: |".to_owned();
    for row in common.unwrap_or_default().lines().skip(1).take(7) {
        let _ = write!(text, "\n          {}", row.trim());
    }
    text
}

/// As many results as the rules give, and no more.
fn announcements(results: usize) -> String {
    const RESULT: &str = "matches /(wins|Draw)\\.$/";
    let mut matchers = vec![RESULT.to_owned(); results];
    matchers.push(format!("not {RESULT}"));
    let quoted = matchers.iter().map(|matcher| format!("'{matcher}'"));
    let quoted: Vec<String> = quoted.collect();
    format!("lines: [{}]", quoted.join(", "))
}

/// A regular expression for a line with a reserved word, without its prompt and with any moves and
/// numbers; `None` if announcements match it, too.
fn misuse(line: &str, dialect: Dialect) -> Option<String> {
    let after = [dialect.after_prompt(line)]
        .into_iter()
        .chain(after_prompts(line));
    let words = after.filter(|text| has_reserved_word(text));
    let words = words.min_by_key(|text| text.len())?.trim();
    let varying = Regex::new("[a-g][1-7]-[a-g][1-7]|[0-9]+").expect("an expression");
    // What is an announcement with a mark is none without it.
    let mut pattern = if Announcement::is_marked("*", dialect) {
        "(^|[^ ]|[^*] )".to_owned()
    } else {
        String::new()
    };
    let mut end = 0;
    for found in varying.find_iter(words) {
        pattern += &regex::escape(&words[end..found.start()]);
        pattern += if found.as_str().contains('-') {
            "[a-g][1-7]-[a-g][1-7]"
        } else {
            "[0-9]+"
        };
        end = found.end();
    }
    pattern += &regex::escape(&words[end..]);
    pattern += "\\s*$";
    let misuse = Regex::new(&pattern).ok()?;
    let is_right = all_announcements(dialect).any(|line| misuse.is_match(&line));
    (!is_right).then(|| pattern.replace('/', "\\/"))
}

/// An announcement of each kind.
fn all_announcements(dialect: Dialect) -> impl Iterator<Item = String> {
    let moves = ["a7-b7", "-"].map(|mv| mv.parse::<BerkeleyMove>().expect("a move"));
    let moves = Color::BOTH.into_iter().flat_map(move |color| {
        let of_color = move |mv| Announcement::Move { color, mv };
        moves.map(of_color)
    });
    let winners = [None, Some(Color::Red), Some(Color::Blue)];
    let results = winners.map(|winner| Announcement::Result { winner });
    moves
        .chain(results)
        .map(move |announcement| announcement.line(dialect))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SourceText;
    use crate::scenario::tasks;
    use ataxx_core::board::Position;

    const SPRING: Dialect = Dialect::SPRING_2022;

    /// The last step for a program that differs so after the lines, which are a valid file.
    fn last_step(dialect: Dialect, lines: &str, deviation: Deviation) -> String {
        let lines: Vec<String> = lines.split("; ").map(str::to_owned).collect();
        let Some(steps) = steps(&lines, &deviation, dialect, false) else {
            return "none".to_owned();
        };
        let finding = Finding {
            seed: 1,
            lines,
            deviation,
            steps,
            script: Vec::new(),
        };
        let text = scenarios(std::slice::from_ref(&finding), dialect);
        let file = SourceText::new("faults.yaml", text.as_str());
        assert_eq!(tasks(&file, &()).expect("scenarios").len(), 1, "{text}");
        finding.steps.last().cloned().unwrap_or_default()
    }

    #[test]
    fn the_check_is_about_what_differs() {
        let check = |deviation, line: &str| last_step(SPRING, line, deviation);
        assert_eq!(
            check(Deviation::NoAnswer, "help"),
            "lines: [\"matches /./\"]"
        );
        assert_eq!(check(Deviation::NoErrorMessage, "a7-a9"), "error: any");
        assert_eq!(check(Deviation::NoErrorMessage, "help"), "none");
        let needless = Deviation::NeedlessError("error: what?".to_owned());
        assert_eq!(check(needless, "a7-a9; # x"), "error: none");
        let no_move = check(Deviation::NoMove(Color::Red), "a7-a6");
        assert_eq!(no_move, "ai-move: {}");
        let missed = Deviation::MissedWin("a7-a6".to_owned(), "a7-b7".to_owned());
        assert_eq!(check(missed, "a7-a6"), "ai-move: { wins-within: 10 }");
        let crash = Deviation::Crash("it ends".to_owned());
        assert_eq!(check(crash, "quit"), "exit: 0");
    }

    #[test]
    fn what_depends_on_the_choice_of_an_ai_is_not_expected() {
        let board = || Deviation::Board {
            expected: Position::start(),
            actual: Position::start(),
        };
        insta::assert_snapshot!(last_step(SPRING, "a7-b7; undo; a7-a5", board()), @"
        board: |
                  - - - - . . .
                  - - - - . . .
                  r - - - . . .
                  - - - - - - -
                  . . . - - - -
                  . . . - - - -
                  . . . - - - r
        ");
        let result = |expected| Deviation::Result {
            expected,
            position: Position::start(),
            is_over: false,
            announced: vec![Some(Color::Red)],
        };
        assert_eq!(last_step(SPRING, "a7-b7", result(None)), "result: none");
        assert_eq!(last_step(SPRING, "auto red", board()), "none");
    }

    #[test]
    fn a_misused_word_is_found_behind_any_prompt_and_never_in_an_announcement() {
        let pattern = |dialect, line| misuse(line, dialect).unwrap_or_default();
        let fall = Dialect::FALL_2016;
        insta::assert_snapshot!(pattern(fall, "set-up: Red moves -."), @r"Red moves \-\.\s*$");
        insta::assert_snapshot!(pattern(fall, "Red moves a7-b7"), @r"Red moves [a-g][1-7]-[a-g][1-7]\s*$");
        insta::assert_snapshot!(pattern(SPRING, "> Red moves a7-b7."), @r"(^|[^ ]|[^*] )Red moves [a-g][1-7]-[a-g][1-7]\.\s*$");
        insta::assert_snapshot!(pattern(SPRING, "12 moves/s"), @r"(^|[^ ]|[^*] )[0-9]+ moves\/s\s*$");
        assert_eq!(pattern(fall, "wins."), "");
        let regex = Regex::new(&pattern(SPRING, "> Red moves a7-b7.")).expect("an expression");
        for line in [
            "Red moves c4-c3.",
            "> Red moves a7-b7.",
            "red>Red moves a7-b7.",
        ] {
            assert!(regex.is_match(line), "{line}");
        }
    }
}
