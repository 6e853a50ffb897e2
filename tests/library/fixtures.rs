//! Files of scenarios as people might write them: anything goes that means something.

use std::fmt::Write as _;
use std::ops::Range;

/// Decisions, one after the other; when there are none left, always the first choice.
pub struct Choices<'a>(std::slice::Iter<'a, u8>);

impl<'a> Choices<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Self(bytes.iter())
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % count
    }

    fn one<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// A file, and where its expectations stand.
#[derive(Debug, Default)]
pub struct MadeUp {
    pub text: String,
    /// Where the values of expectations stand, each with its `|` and the comment behind it.
    pub values: Vec<Range<usize>>,
    /// All comments.
    pub comments: Vec<String>,
    /// Files for snapshots.
    pub files: Vec<(String, String)>,
}

/// The start, as rows.
const ROWS: [&str; 7] = [
    "r-----b", "-------", "-------", "-------", "-------", "-------", "b-----r",
];

impl MadeUp {
    pub fn by(mut choices: Choices) -> Self {
        let mut made = Self::default();
        let choices = &mut choices;
        made.filling(choices);
        made.text.push_str("suite: \"made up\"");
        made.line_end(choices);
        made.filling(choices);
        made.text.push_str("scenarios:");
        made.line_end(choices);
        let dash = choices.below(3);
        for number in 0..=choices.below(3) {
            made.filling(choices);
            let indent = made.item(dash, choices);
            let _ = write!(made.text, "name: scenario {number}");
            made.line_end(choices);
            made.filling(choices);
            made.key(indent, "steps:");
            made.line_end(choices);
            let dash = indent + choices.below(4);
            for _ in 0..=choices.below(6) {
                made.filling(choices);
                made.step(dash, choices);
            }
            // Something that all scenarios say, so that each of them checks something.
            made.key(dash, "- same-again: 1");
            made.line_end(choices);
        }
        if choices.yes() {
            made.text.truncate(made.text.trim_end().len());
        }
        if choices.yes() {
            made = made.with_carriage_returns();
        }
        made
    }

    /// A `-` and some blanks; how far what comes next is indented.
    fn item(&mut self, dash: usize, choices: &mut Choices) -> usize {
        let blanks = 1 + choices.below(3);
        let _ = write!(self.text, "{:dash$}-{:blanks$}", "", "");
        dash + 1 + blanks
    }

    fn key(&mut self, indent: usize, key: &str) {
        let _ = write!(self.text, "{:indent$}{key}", "");
    }

    /// Blank lines and comments.
    fn filling(&mut self, choices: &mut Choices) {
        for _ in 0..choices.one(&[0, 0, 0, 1, 2]) {
            let blanks = choices.below(5);
            let _ = write!(self.text, "{:blanks$}", "");
            if choices.yes() {
                self.comment(choices);
            }
            self.text.push('\n');
        }
    }

    fn comment(&mut self, choices: &mut Choices) {
        let words = choices.one(&["red", "it's", "\"", "- a: |", "{ [", "é: b", "#", ""]);
        let comment = format!("# {} {words}", self.comments.len());
        self.text.push_str(&comment);
        self.comments.push(comment);
    }

    /// The end of a line, after blanks and a comment perhaps.
    fn line_end(&mut self, choices: &mut Choices) {
        match choices.below(6) {
            4 => {
                self.text.push_str("  ");
                self.comment(choices);
            }
            5 => self.text.push(' '),
            _ => {}
        }
        self.text.push('\n');
    }

    fn step(&mut self, dash: usize, choices: &mut Choices) {
        if choices.below(4) == 0 {
            let indent = self.item(dash, choices);
            let _ = indent;
            let says = [
                "play: a7-b7",
                "play: '-'",
                "send: dump",
                "send: seed 3",
                "send: board",
                "send: new",
            ];
            let says = choices.one(&[says[2], says[3], says[4], says[5]]);
            self.text.push_str(says);
            self.line_end(choices);
            return;
        }
        let indent = self.item(dash, choices);
        match choices.below(9) {
            0 => self.single(indent, "turn", &["red", "blue"], choices),
            1 => self.number(indent, "jumps", choices),
            2 => self.single(indent, "result", &["none", "draw", "red", "any"], choices),
            3 => self.board(indent, choices),
            4 => self.keys(
                indent,
                "pieces",
                &["red", "blue", "blocks", "empty"],
                choices,
            ),
            5 => self.keys(indent, "legal", &["count"], choices),
            6 => self.output(indent, "output", choices),
            7 => self.snapshot(indent, choices),
            _ => self.moves(indent, choices),
        }
    }

    /// Notes that an expectation stands from this byte to the end of the line.
    fn noted(&mut self, start: usize, choices: &mut Choices) {
        self.line_end(choices);
        self.values.push(start..self.text.len() - 1);
    }

    fn single(&mut self, indent: usize, key: &str, words: &[&str], choices: &mut Choices) {
        let word = choices.one(words);
        self.text.push_str(key);
        let start = self.after_colon(indent, choices);
        match choices.below(4) {
            0 => self.text.push_str(word),
            1 => {
                let _ = write!(self.text, "'{word}'");
            }
            2 => {
                let _ = write!(self.text, "\"{word}\"");
            }
            _ => return self.block(indent, word, start, choices),
        }
        self.noted(start, choices);
    }

    /// A colon, and blanks or a line end; where the value begins.
    fn after_colon(&mut self, indent: usize, choices: &mut Choices) -> usize {
        self.text.push(':');
        if choices.below(6) == 5 {
            self.line_end(choices);
            let _ = write!(self.text, "{:1$}", "", indent + 1 + choices.below(3));
        } else {
            let _ = write!(self.text, "{:1$}", "", 1 + choices.below(2));
        }
        self.text.len()
    }

    fn number(&mut self, indent: usize, key: &str, choices: &mut Choices) {
        self.text.push_str(key);
        let start = self.after_colon(indent, choices);
        let number = choices.one(&[0, 2, 16, 45]);
        let _ = write!(self.text, "{number}");
        self.noted(start, choices);
    }

    /// Some keys with numbers, between braces or on lines.
    fn keys(&mut self, indent: usize, name: &str, keys: &[&str], choices: &mut Choices) {
        let first = choices.below(keys.len());
        let keys = &keys[first..];
        self.text.push_str(name);
        if choices.yes() {
            let start = self.after_colon(indent, choices);
            self.text.push_str(choices.one(&["{", "{ "]));
            for (index, key) in keys.iter().enumerate() {
                let comma = if index == 0 {
                    ""
                } else {
                    choices.one(&[",", ", ", " , "])
                };
                let _ = write!(self.text, "{comma}{key}: {}", choices.one(&[0, 2, 16, 45]));
            }
            self.text.push_str(choices.one(&["}", " }", ", }"]));
            self.noted(start, choices);
            return;
        }
        self.text.push(':');
        self.line_end(choices);
        let indent = indent + 1 + choices.below(4);
        for key in keys {
            self.key(indent, key);
            let start = self.after_colon(indent, choices);
            let _ = write!(self.text, "{}", choices.one(&[0, 2, 16, 45]));
            self.noted(start, choices);
        }
    }

    fn board(&mut self, indent: usize, choices: &mut Choices) {
        let mut rows: Vec<String> = ROWS.map(str::to_owned).to_vec();
        for _ in 0..choices.below(4) {
            let (rank, file) = (choices.below(7), choices.below(7));
            let letter = choices.one(&[".", "r", "b", "-", "X"]);
            rows[rank].replace_range(file..=file, letter);
        }
        let spread = choices.yes();
        let rows: Vec<String> = rows
            .iter()
            .map(|row| {
                let letters: Vec<String> = row.chars().map(String::from).collect();
                letters.join(if spread { " " } else { "" })
            })
            .collect();
        self.text.push_str("board");
        let start = self.after_colon(indent, choices);
        match choices.below(5) {
            0 => self.text.push_str("start"),
            // No plain text begins with a `-` and a blank.
            1 if !rows[0].starts_with('-') => self.text.push_str(&rows.join("/")),
            2 => {
                let _ = write!(self.text, "'{}'", rows.join(" / "));
            }
            3 => {
                let _ = write!(self.text, "\"{}\"", rows.join("\\n"));
            }
            _ => return self.block(indent, &rows.join("\n"), start, choices),
        }
        self.noted(start, choices);
    }

    /// A block that begins at the `|` to be written now.
    fn block(&mut self, indent: usize, text: &str, start: usize, choices: &mut Choices) {
        let deeper = 1 + choices.below(5);
        let told = choices.below(4) == 0 || text.starts_with([' ', '\n']);
        self.text.push('|');
        if told {
            let _ = write!(self.text, "{deeper}");
        }
        self.text.push_str(choices.one(&["", "", "-", "+"]));
        self.line_end(choices);
        if choices.below(5) == 0 {
            self.text.push('\n');
        }
        for line in text.lines() {
            let _ = writeln!(self.text, "{:1$}{line}", "", indent + deeper);
        }
        self.values.push(start..self.text.len() - 1);
        if choices.below(4) == 0 {
            self.text.push('\n');
        }
    }

    fn output(&mut self, indent: usize, key: &str, choices: &mut Choices) {
        let texts = [
            "x",
            "===\n  r\n===",
            "  blanks\n first",
            "it's: \"so\" # here",
            "- a",
            "7",
        ];
        let text = choices.one(&texts);
        self.text.push_str(key);
        let start = self.after_colon(indent, choices);
        match choices.below(4) {
            0 => {
                let word = if text.contains('\n') {
                    "one\u{20}word"
                } else {
                    text
                };
                let _ = write!(self.text, "'{}'", word.replace('\'', "''"));
            }
            1 => {
                let _ = write!(self.text, "{text:?}");
            }
            2 => self.text.push_str("plain é words"),
            _ => return self.block(indent, text, start, choices),
        }
        self.noted(start, choices);
    }

    fn snapshot(&mut self, indent: usize, choices: &mut Choices) {
        match choices.below(3) {
            0 => {
                let name = format!("{}.txt", self.files.len());
                let _ = write!(self.text, "snapshot: {{ file: {name} }}");
                self.files
                    .push((name, choices.one(&["", "x", "x\r\ny\r\n"]).to_owned()));
                self.line_end(choices);
            }
            1 => {
                let start = self.text.len();
                self.text
                    .push_str("snapshot: {text: x, filters: [{replace: r,with: '$${'}]}");
                self.noted(start, choices);
            }
            _ => {
                self.text.push_str("snapshot:");
                self.line_end(choices);
                let indent = indent + 1 + choices.below(3);
                self.key(indent, "");
                self.output(indent, "text", choices);
            }
        }
    }

    fn moves(&mut self, indent: usize, choices: &mut Choices) {
        let moves = ["a7-b7", "a7-a6", "g1-g2"];
        let moves = &moves[..=choices.below(3)];
        self.text.push_str("legal:");
        match choices.below(3) {
            0 => {
                let start = self.text.len();
                let between = choices.one(&[", ", ",", " , "]);
                let _ = write!(self.text, " {{ only: [{}] }}", moves.join(between));
                self.noted(start, choices);
            }
            1 => {
                let start = self.text.len();
                let _ = write!(self.text, " {{only: {}}}", moves.join(" "));
                self.noted(start, choices);
            }
            _ => {
                self.line_end(choices);
                let indent = indent + 1 + choices.below(3);
                self.key(indent, "only:");
                self.line_end(choices);
                let indent = indent + choices.below(3);
                let start = self.text.len();
                for mv in moves {
                    let _ = writeln!(self.text, "{:indent$}- {mv}", "");
                }
                self.values.push(start..self.text.len() - 1);
            }
        }
    }

    /// The same with other line ends.
    fn with_carriage_returns(self) -> Self {
        let moved = |byte: usize| byte + self.text[..byte].matches('\n').count();
        Self {
            values: self
                .values
                .iter()
                .map(|span| moved(span.start)..moved(span.end))
                .collect(),
            text: self.text.replace('\n', "\r\n"),
            ..self
        }
    }
}
