//! The filter of the course's test harness: which lines of a program's output count.

use super::super::format::Format;
use crate::session::Announcement;
use ataxx_core::notation::Dump;

/// A line of output that counts; a whole board in 2022.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The line, without a prompt and the blanks after it; of a board in 2022 the last one.
    pub text: String,
    /// Its meaning.
    pub kind: Kind,
}

/// The meaning of a line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move or a result.
    Announced(Announcement),
    /// All lines of a dump, with its frame, of which this is the last.
    Board(Vec<String>),
    /// A line of a dump before the last (2016).
    Row,
    /// A line that looks like an announcement, and is none.
    Other,
}

/// Reads the output of a program as the course's harness does, and ignores the same lines.
#[derive(Clone, Debug)]
pub struct Filter {
    format: Format,
    /// The lines of an unfinished dump.
    dump: Option<Vec<String>>,
}

/// The frame of a dump.
pub const FRAME: &str = Dump::FRAME;

impl Filter {
    /// The filter of a format's harness.
    pub const fn new(format: Format) -> Self {
        Self { format, dump: None }
    }

    /// Reads a line; `None` when it is ignored, or belongs to an unfinished dump.
    pub fn read(&mut self, line: &str) -> Option<Heard> {
        let prompt = match self.format {
            Format::Spring2022 => '>',
            Format::Fall2016 => ':',
        };
        let (row, text) = match line.rsplit_once(prompt) {
            Some((_, after)) => (after.trim_end(), after.trim()),
            None => (line.trim_end(), line.trim_end()),
        };
        let is_frame = text.trim() == FRAME;
        if let Some(rows) = &mut self.dump {
            rows.push(if is_frame { text } else { row }.to_owned());
            let kind = if is_frame {
                Kind::Board(self.dump.take().unwrap_or_default())
            } else if self.format == Format::Fall2016 {
                Kind::Row
            } else {
                return None;
            };
            return Some(heard(text, kind));
        }
        if is_frame {
            self.dump = Some(vec![text.to_owned()]);
            return (self.format == Format::Fall2016).then(|| heard(text, Kind::Row));
        }
        let (counts, text_read) = match self.format {
            Format::Spring2022 => (text.starts_with('*'), text.to_owned()),
            Format::Fall2016 => (is_kept(text), one_blank(text)),
        };
        let announcement = Announcement::read(&text_read, self.format.dialect());
        let kind = announcement.map_or(Kind::Other, Kind::Announced);
        counts.then(|| heard(text, kind))
    }

    /// Takes the lines of a dump that never ended.
    pub fn take_unfinished(&mut self) -> Option<Vec<String>> {
        self.dump.take()
    }
}

fn heard(text: &str, kind: Kind) -> Heard {
    Heard {
        text: text.to_owned(),
        kind,
    }
}

/// Whether the filter of 2016 keeps a line of output that is not in a dump.
pub fn is_kept(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = ["wins", "passes", "moves", "draw"];
    words.into_iter().any(|word| line.contains(word))
}

/// The text without blanks around it, and with single blanks.
pub fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard of some lines, one a line.
    fn heard_of(format: Format, lines: &[&str]) -> String {
        let mut filter = Filter::new(format);
        let mut heard: Vec<String> = Vec::new();
        for line in lines {
            heard.extend(filter.read(line).map(|heard| {
                let kind = match heard.kind {
                    Kind::Announced(_) => "announced".to_owned(),
                    Kind::Board(rows) => format!("board of {}", rows.len()),
                    Kind::Row => "row".to_owned(),
                    Kind::Other => "other".to_owned(),
                };
                format!("{kind}: {}", heard.text)
            }));
        }
        heard.extend(
            filter
                .take_unfinished()
                .map(|rows| format!("unfinished: {rows:?}")),
        );
        heard.join("\n")
    }

    #[test]
    fn what_counts_in_2022() {
        let lines = [
            "Welcome to Ataxx. Red wins.",
            "* Red moves a7-b7.  ",
            "> > * Blue wins.",
            "a>b>* Draw.",
            "*Draw.",
            " * Draw.",
            "> ===",
            "  r - - - - - b",
            "* Red wins.",
            "===",
            "ataxx>",
            "===",
            "  r",
        ];
        insta::assert_snapshot!(heard_of(Format::Spring2022, &lines), @r#"
        announced: * Red moves a7-b7.
        announced: * Blue wins.
        announced: * Draw.
        other: *Draw.
        board of 4: ===
        unfinished: ["===", "  r"]
        "#);
    }

    #[test]
    fn what_counts_in_2016() {
        let lines = [
            "Welcome to Ataxx.",
            "Red moves a7-b7.",
            "Command: Blue  passes. ",
            "Red: manual: Draw.",
            "He DRAWS a picture.",
            "Remove it.",
            "Red wins: he does.",
            "===",
            "  r - - - - - b",
            "===",
            "===",
        ];
        insta::assert_snapshot!(heard_of(Format::Fall2016, &lines), @r#"
        announced: Red moves a7-b7.
        announced: Blue  passes.
        announced: Draw.
        other: He DRAWS a picture.
        row: ===
        row:   r - - - - - b
        board of 3: ===
        row: ===
        unfinished: ["==="]
        "#);
    }
}
