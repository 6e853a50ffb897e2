//! Findings as scripts of the course.

use super::finding::{Finding, ScriptFile, title};
use super::own_session::{branches, carry_out, make_any_ai_move};
use super::scenario_form::in_all;
use crate::divergence::Deviation;
use ataxx_core::board::Position;
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::{Announcement, Dialect, Event, Session, SessionSettings};
use std::fmt::Write as _;

/// A finding as a script of the course that passes for every right program: `NAME-1.in` and
/// `NAME-1.std` in 2022, `NAME.inp` in 2016. `None` where the course has no scripts, their
/// harness does not compare what differs, or the results depend on the choice of an AI.
pub fn script(finding: &Finding, dialect: Dialect) -> Option<Vec<ScriptFile>> {
    let name = file_name(finding, dialect);
    let mut writer = Writer::new(dialect)?;
    if !writer.compares(&finding.deviation) {
        return None;
    }
    let branches = branches(dialect, &finding.lines)?;
    in_all(&branches, |branch| branch.results.clone())?;
    writer.comment(finding);
    for line in &finding.lines {
        writer.line(line);
    }
    writer.last_check(finding);
    Some(writer.files(&name))
}

/// The name of the finding in file names: the first words of the rule, and the seed.
pub fn file_name(finding: &Finding, dialect: Dialect) -> String {
    let letters = title(finding, dialect).to_lowercase();
    let words = letters.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(8).collect();
    format!("{}-seed-{}", words.join("-"), finding.seed)
}

/// The formats of the course.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Spring2022,
    Fall2016,
}

struct Writer {
    format: Format,
    session: Session,
    script: String,
    /// What a script of 2022 records.
    standard: String,
    /// The board has a move of an AI, which other programs may not make.
    has_ai_move: bool,
}

impl Writer {
    fn new(dialect: Dialect) -> Option<Self> {
        let format = match dialect.name() {
            "2022" => Format::Spring2022,
            "2016" => Format::Fall2016,
            _ => return None,
        };
        Some(Self {
            format,
            session: Session::new(dialect, SessionSettings::default()),
            script: String::new(),
            standard: String::new(),
            has_ai_move: false,
        })
    }

    /// Whether the harness compares what differs.
    fn compares(&self, deviation: &Deviation) -> bool {
        match deviation {
            Deviation::NoAnswer
            | Deviation::NoErrorMessage
            | Deviation::NeedlessError(_)
            | Deviation::ReservedWord(_)
            | Deviation::MissedWin(..) => false,
            // A result that comes once more is not read in 2022.
            Deviation::Result {
                expected,
                is_over,
                announced,
                ..
            } => {
                self.format == Format::Fall2016
                    || !is_over
                    || expected.is_some() && announced.len() < 2
            }
            _ => true,
        }
    }

    fn push(&mut self, line: &str) {
        self.script += line;
        self.script.push('\n');
    }

    fn comment(&mut self, finding: &Finding) {
        let title = title(finding, self.session.dialect());
        self.push(&format!("# {title} (seed {})", finding.seed));
        self.push(match self.format {
            Format::Spring2022 => "#* java -ea ataxx.Main",
            Format::Fall2016 => "java -ea ataxx.Main",
        });
    }

    /// A line of the session, with what is to be read after it.
    fn line(&mut self, line: &str) {
        let mut events = carry_out(&mut self.session, line);
        // A comment of the session, or what looks like a directive, is no line of a script.
        let is_command = !line.trim_start().starts_with(['#', '@']) && !line.trim().is_empty();
        if is_command {
            self.push(line);
        }
        if events.iter().any(Event::takes_moves_away) {
            self.has_ai_move = false;
        }
        while let Some(color) = self.session.ai_turn() {
            self.has_ai_move = true;
            self.push(&match self.format {
                Format::Spring2022 => "#*move".to_owned(),
                Format::Fall2016 => format!("@?{color} (moves|passes)"),
            });
            let Some(more) = make_any_ai_move(&mut self.session) else {
                break;
            };
            events.extend(more);
        }
        for event in events
            .iter()
            .filter(|event| matches!(event, Event::Over(_)))
        {
            self.result(event);
        }
        if events.iter().any(|event| matches!(event, Event::Dump(_))) {
            let board = *self.session.position();
            self.board(&board);
        }
    }

    fn result(&mut self, event: &Event) {
        let Some(announcement) = Announcement::of(event) else {
            return;
        };
        let text = announcement.line(self.session.dialect());
        match self.format {
            Format::Spring2022 => {
                self.push("#*win+");
                self.standard += &(text + "\n");
            }
            Format::Fall2016 => self.push(&format!("@<{text}")),
        }
    }

    fn board(&mut self, board: &Position) {
        let dump = Dump(*board).to_string();
        for row in dump.lines() {
            match self.format {
                Format::Spring2022 => {
                    let _ = writeln!(self.standard, "{row}");
                }
                Format::Fall2016 => self.push(&format!("@<{row}")),
            }
        }
    }

    /// The board at the end, after a move where the program has ended the game too early.
    fn last_check(&mut self, finding: &Finding) {
        if finding.lines.last().is_some_and(|line| line == "quit") {
            // The program has ended.
            self.push("dump");
            return;
        }
        if self.has_ai_move {
            return;
        }
        if let Deviation::Result { is_over: false, .. } = finding.deviation {
            let position = *self.session.position();
            let mut moves = position.legal_moves(self.session.game().rules());
            if let Some(mv) = moves.next() {
                self.line(&BerkeleyMove::of(mv, &position).to_string());
            }
        }
        self.line("dump");
    }

    fn files(self, name: &str) -> Vec<ScriptFile> {
        let file = |ending: &str, text| ScriptFile {
            name: format!("{name}{ending}"),
            text,
        };
        match self.format {
            Format::Spring2022 => vec![file("-1.in", self.script), file("-1.std", self.standard)],
            Format::Fall2016 => vec![file(".inp", self.script)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(lines: &[&str]) -> Finding {
        Finding {
            seed: 7,
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            deviation: Deviation::Crash("it ends".to_owned()),
            steps: Vec::new(),
            script: Vec::new(),
        }
    }

    #[test]
    fn a_pair_of_files_in_2022() {
        let files = script(&finding(&["manual blue", "a7-a5"]), Dialect::SPRING_2022);
        let files = files.expect("2022 has scripts");
        assert_eq!(files[0].name, "the-program-goes-on-after-a7-a5-seed-7-1.in");
        insta::assert_snapshot!(files[0].text, @"
        # the program goes on after `a7-a5` (seed 7)
        #* java -ea ataxx.Main
        manual blue
        a7-a5
        dump
        ");
        assert_eq!(
            files[1].name,
            "the-program-goes-on-after-a7-a5-seed-7-1.std"
        );
        assert!(files[1].text.starts_with("===\n  - - - - - - b\n"));
    }

    #[test]
    fn one_file_in_2016() {
        let files = script(
            &finding(&["manual blue", "start", "a7-a5"]),
            Dialect::FALL_2016,
        );
        let files = files.expect("2016 has scripts");
        assert_eq!(files.len(), 1);
        assert!(
            files[0]
                .text
                .contains("a7-a5\ndump\n@<===\n@<  - - - - - - b\n")
        );
    }

    #[test]
    fn none_in_2008() {
        assert_eq!(script(&finding(&["a7-a5"]), Dialect::FALL_2008), None);
    }

    #[test]
    fn what_the_harness_does_not_compare_is_no_script() {
        let files = |deviation, dialect| {
            let finding = Finding {
                deviation,
                ..finding(&["a7-a5"])
            };
            script(&finding, dialect).map(|files| files.len())
        };
        let result = |is_over| Deviation::Result {
            expected: None,
            position: Position::start(),
            is_over,
            announced: vec![None],
        };
        assert_eq!(files(Deviation::NoErrorMessage, Dialect::SPRING_2022), None);
        assert_eq!(files(result(true), Dialect::SPRING_2022), None);
        assert_eq!(files(result(true), Dialect::FALL_2016), Some(1));
        assert_eq!(files(result(false), Dialect::SPRING_2022), Some(2));
    }
}
