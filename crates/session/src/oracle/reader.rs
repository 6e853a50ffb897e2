//! The output of a text program, read strictly.

use crate::{Announcement, Dialect, OpenPoint, has_reserved_word};
use ataxx_core::board::{Color, Position};
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::{BerkeleyMove, Dump};
use std::borrow::Cow;
use std::iter;

/// Reads the lines that a text program writes to stdout. What looks like an announcement and is
/// none, is wrong.
#[derive(Clone, Debug)]
pub struct OutputReader {
    dialect: Dialect,
    /// The rows of an unfinished dump.
    dump: Option<Vec<String>>,
    /// Prompts that dumps have shown: see [`add_prompt`](Self::add_prompt).
    prompts: Vec<String>,
}

/// The meaning of a line after those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputLine {
    /// A move of an AI.
    Move(Color, BerkeleyMove),
    /// A result: the winner, `None` for a draw.
    Result(Option<Color>),
    /// The first line of a dump.
    DumpBegins,
    /// A row of a dump.
    DumpGoesOn,
    /// The last line of a dump, with the board. What a dump does not show, such as the side to
    /// move, is arbitrary.
    Board(Position),
    /// An error: what is wrong.
    Wrong(String),
    /// Anything else.
    Line,
}

/// The first and last line of a dump.
const FRAME: &str = Dump::FRAME;
/// The rows of a dump.
const ROWS: usize = 7;

/// The longest line of a program in messages, in characters.
pub const SHOWN: usize = 80;

impl OutputReader {
    /// A reader of the output of a program in this dialect.
    pub const fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            dump: None,
            prompts: Vec::new(),
        }
    }

    /// Whether a line may be the first of a dump after a prompt that is not known. It is, if a row
    /// of a dump follows.
    pub fn may_begin_dump(&self, line: &str) -> bool {
        let begins = before_frame(line).is_some_and(|before| !before.contains(FRAME));
        let is_known = |text: &str| text.trim_end() == FRAME;
        begins && self.dump.is_none() && !self.after_known_prompts(line).any(is_known)
    }

    /// Whether a line is complete, whether it has an end or not: an announcement, or the last line
    /// of a dump.
    pub fn is_complete(&self, line: &str) -> bool {
        let meaning = self.clone().classify(line).0;
        matches!(
            meaning,
            OutputLine::Move(..) | OutputLine::Result(_) | OutputLine::Board(_)
        )
    }

    /// The number of prompts that are known.
    pub const fn known_prompts(&self) -> usize {
        self.prompts.len()
    }

    /// Takes what stands before the frame of a dump in this line for a prompt, or for several.
    pub fn add_prompt(&mut self, line: &str) {
        let line = before_frame(line).unwrap_or(line);
        let shown = self.after_known_prompts(line).last().unwrap_or(line);
        let is_repeated = |unit: &&str| {
            let rests = iter::successors(Some(shown), |rest| after_same(rest, unit));
            rests.take(shown.len() + 1).any(str::is_empty)
        };
        let lengths = 1..=shown.len();
        let mut units = lengths.filter_map(|length| shown.get(..length));
        self.prompts
            .extend(units.find(is_repeated).map(str::to_owned));
    }

    /// A line, and what follows each of the known prompts that it begins with.
    fn after_known_prompts<'l>(&self, line: &'l str) -> impl Iterator<Item = &'l str> {
        iter::successors(Some(line), move |rest| {
            let mut known = self.prompts.iter();
            known.find_map(|prompt| after_same(rest, prompt))
        })
    }

    /// A line without a known prompt that looks like the mark of an announcement.
    fn after_marked_prompt<'l>(&self, line: &'l str) -> &'l str {
        let marked = |prompt: &&String| Announcement::is_marked(prompt, self.dialect);
        let mut prompts = self.prompts.iter().filter(marked);
        let after = prompts.find_map(|prompt| after_same(line, prompt));
        after.unwrap_or(line)
    }

    /// Whether announcements are marked, so that no other line can be taken for one.
    pub fn marks_announcements(&self) -> bool {
        Announcement::is_marked("*", self.dialect)
    }

    /// The meaning of the next line, and the line without a prompt.
    pub fn classify<'l>(&mut self, line: &'l str) -> (OutputLine, &'l str) {
        if let Some(rows) = &mut self.dump {
            let row = line.trim_end();
            if row == FRAME {
                let rows = std::mem::take(rows);
                self.dump = None;
                return (board(&rows), line);
            }
            rows.push(row.to_owned());
            if rows.len() > ROWS {
                self.dump = None;
                return (OutputLine::Wrong(not_closed(row)), line);
            }
            return (OutputLine::DumpGoesOn, line);
        }
        // A prompt may look like the mark of an announcement: what follows each counts.
        let after_known: Vec<&str> = self.after_known_prompts(line).collect();
        for text in after_known {
            let meaning = self.outside(text.trim_end());
            if meaning != OutputLine::Line {
                return (meaning, text);
            }
        }
        let after = self.dialect.after_prompt(line);
        let is_free = self.dialect.leaves_open(OpenPoint::OtherOutput);
        let after_any = after_prompts(line).chain(from_mark(line));
        // Where announcements have no mark, what looks like a prompt can be any words about one.
        let is_marked = self.marks_announcements();
        for text in after_any.filter(|_| is_free).chain([after]) {
            let meaning = self.outside(text.trim_end());
            if meaning == OutputLine::DumpBegins || is_marked && meaning != OutputLine::Line {
                return (meaning, text);
            }
        }
        let text = self.after_marked_prompt(after);
        if Announcement::is_marked(text, self.dialect) && is_meant_to_announce(text) {
            return (OutputLine::Wrong(starred(text)), line);
        }
        let known = self.known_prompts();
        if is_free && !is_marked {
            self.add_signs(line);
        }
        if self.known_prompts() > known {
            return self.classify(line);
        }
        (OutputLine::Line, line)
    }

    /// Takes signs before other words than an announcement for a prompt, and words with `>` behind
    /// them: a program may say something before each dump, so that no dump shows its prompt.
    fn add_signs(&mut self, line: &str) {
        let after_mark = line.split_once('>').map(|(before, after)| {
            // An arrow is none.
            let is_mark = !before.ends_with(['-', '=', '>']) && !after.starts_with('>');
            if is_mark { after } else { line }
        });
        let words = after_signs(after_mark.unwrap_or(line));
        let prompt = &line[..line.len() - words.len()];
        let says_else = Announcement::read(words.trim_end(), self.dialect).is_none();
        if says_else && !words.is_empty() && !prompt.trim().is_empty() {
            self.add_prompt(prompt);
        }
    }

    fn outside(&mut self, line: &str) -> OutputLine {
        if line == FRAME {
            self.dump = Some(Vec::with_capacity(ROWS));
            return OutputLine::DumpBegins;
        }
        match Announcement::read(line, self.dialect) {
            Some(Announcement::Move { color, mv }) => OutputLine::Move(color, mv),
            Some(Announcement::Result { winner }) => OutputLine::Result(winner),
            None => OutputLine::Line,
        }
    }
}

/// What stands before the frame that ends this line.
pub fn before_frame(line: &str) -> Option<&str> {
    line.trim_end().strip_suffix(FRAME)
}

/// What follows a prompt that is like this one: it may have other numbers, and another side.
fn after_same<'l>(line: &'l str, prompt: &str) -> Option<&'l str> {
    fn after_side(text: &str) -> Option<&str> {
        const SIDES: [&str; 6] = ["Red", "Blue", "red", "blue", "RED", "BLUE"];
        SIDES.iter().find_map(|side| text.strip_prefix(side))
    }
    fn after_number(text: &str) -> Option<&str> {
        let rest = text.trim_start_matches(|one: char| one.is_ascii_digit());
        (rest.len() < text.len()).then_some(rest)
    }
    let (mut rest, mut prompt) = (line, prompt);
    while let Some(next) = prompt.chars().next() {
        (rest, prompt) = if let Some(after) = after_side(prompt) {
            (after_side(rest)?, after)
        } else if let Some(after) = after_number(prompt) {
            (after_number(rest)?, after)
        } else {
            (rest.strip_prefix(next)?, &prompt[next.len_utf8()..])
        };
    }
    Some(rest)
}

/// Signs that do not end a prompt: they can belong to what is said.
const OF_SENTENCES: &str = ".,;!'\"*=-";

/// What follows the signs of a prompt without words, such as `>_` or `: `.
fn after_signs(line: &str) -> &str {
    line.trim_start_matches(|one: char| !one.is_alphanumeric() && !OF_SENTENCES.contains(one))
}

/// A line, and what follows each of the prompts that it begins with: words such as `$`, `[red]` or
/// `Red:`, and `>` without a blank after it, too. Prompts are free.
pub fn after_prompts(line: &str) -> impl Iterator<Item = &str> {
    let is_prompt = |word: &str| {
        let end = word.chars().next_back();
        end.is_some_and(|end| !end.is_alphanumeric() && !OF_SENTENCES.contains(end))
    };
    iter::successors(Some(line), move |rest| {
        let rest = rest.trim_start();
        let blank = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let end = match rest[..blank].find('>') {
            Some(place) => place + 1,
            None => blank,
        };
        is_prompt(&rest[..end]).then(|| rest[end..].trim_start())
    })
}

/// Whether a line that begins with `*` goes on like an announcement.
fn is_meant_to_announce(line: &str) -> bool {
    let words = line.trim_start_matches('*').trim_start();
    ["Red ", "Blue ", "Draw"]
        .iter()
        .any(|first| words.starts_with(first))
}

/// Whether a line looks like a row of a dump.
pub fn is_row(line: &str) -> bool {
    let mut cells = line.split_whitespace();
    cells.clone().count() == ROWS && cells.all(|cell| matches!(cell, "r" | "b" | "X" | "-"))
}

/// Whether a line of output has a word that the document keeps for announcements, and is none. An
/// echo of the line that was sent is free.
pub fn misuses_reserved_word(line: &str, sent: &str, dialect: Dialect) -> bool {
    !dialect.leaves_open(OpenPoint::OtherWords)
        && has_reserved_word(line)
        && Announcement::read(line.trim_end(), dialect).is_none()
        && !(has_reserved_word(sent) && line.contains(sent.trim()))
}

/// A line without the escape sequences by which terminals set colours.
pub fn without_escapes(line: &str) -> Cow<'_, str> {
    const BEGINNING: &str = "\u{1b}[";
    if !line.contains(BEGINNING) {
        return Cow::Borrowed(line);
    }
    let mut parts = line.split(BEGINNING);
    let first = parts.next().unwrap_or_default().to_owned();
    let is_last = |one: char| ('@'..='~').contains(&one);
    let rest = parts.map(|part| part.trim_start_matches(|one| !is_last(one)));
    let rest = rest.map(|part| part.get(1..).unwrap_or_default());
    Cow::Owned(rest.fold(first, |line, part| line + part))
}

/// What a line ends with that may be an announcement with a mark: any words before it are a prompt.
fn from_mark(line: &str) -> Option<&str> {
    let (before, end) = line.split_at(line.find("* ")?);
    before.ends_with(' ').then_some(end)
}

fn starred(line: &str) -> String {
    format!(
        "`{}` begins like an announcement and is neither a move nor a result, as \
         `* Red moves a7-b7.` and `* Red wins.` are",
        shortened(line, SHOWN)
    )
}

fn not_closed(row: &str) -> String {
    format!(
        "a dump has {ROWS} rows and then `{FRAME}`, not `{}`",
        shortened(row, SHOWN)
    )
}

fn board(rows: &[String]) -> OutputLine {
    let text = format!("{FRAME}\n{}\n{FRAME}", rows.join("\n"));
    let dump: Dump = match text.parse() {
        Ok(dump) => dump,
        Err(error) => {
            return OutputLine::Wrong(format!("its dump cannot be read: {}", error.message));
        }
    };
    let exact = dump.to_string();
    let mut pairs = rows.iter().zip(exact.lines().skip(1));
    match pairs.find(|(row, exact)| row != exact) {
        Some((row, exact)) => OutputLine::Wrong(format!(
            "a row of its dump is `{}` and must be `{exact}`",
            shortened(row, SHOWN)
        )),
        None => OutputLine::Board(dump.0),
    }
}

#[cfg(test)]
mod tests;
