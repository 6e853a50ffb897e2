//! Converting scripts to scenario files: a translation, in which nothing is performed.

use super::load::load;
use super::output::one_blank;
use super::part::{Action, GameEnd, Part, Pattern, Script, ScriptFormat, ScriptLine, base};
use super::standard::{self, LINES};
use super::work::{NODES, OwnOptions};
use crate::report::SourceText;
use crate::scenario::steps::{
    AiMove, AiMoveWritten, Board, Ending, Exit, Game, GameResult, GameWritten, Lines, Play, Send,
    StepSyntax,
};
use crate::scenario::syntax::matcher::Matcher;
use crate::scenario::syntax::value::{Text, Texts, Time};
use crate::scenario::syntax::written::{Quotes, on_one_line};
use crate::session::{self, Announcement, Command, Files, Session, SessionSettings};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::BerkeleyMove;
use serde::Serialize;
use serde_yaml::Value;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Duration;

/// Converts a script to a scenario file in YAML, which checks what the script checks: boards,
/// results, moves of AIs and lines.
pub fn convert(file: &SourceText, files: &dyn Files) -> Result<String, Vec<Diagnostic>> {
    let Some(format) = ScriptFormat::of(&file.name) else {
        let message = format!(
            "`{}` is no script: expected the name to end in -1.in or .inp",
            file.name
        );
        return Err(vec![Diagnostic::error("file", message)]);
    };
    let script = load(file, format, files).script?;
    let message = "a scenario has one program, and here two play each other";
    let help = "write it by hand: `game: { against: COMMAND }` plays against another program";
    let error = Diagnostic::error("two-programs", message).with_help([help.to_owned()]);
    let exchanges = script
        .parts
        .iter()
        .flat_map(|part| part.blame_exchanges(&error));
    let errors: Vec<Diagnostic> = exchanges.collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    write(&script, format.test_name(&file.name)).map_err(|error| vec![*error])
}

fn write(script: &Script, name: &str) -> Result<String, Box<Diagnostic>> {
    let mut text = String::new();
    let origin = |part: &Part| {
        let file = base(&part.source.name);
        let command = part.command.replace(char::is_control, " ");
        format!("# Converted from {file}, which starts: {command}\n")
    };
    let mut origins: Vec<String> = script.parts.iter().map(|part| origin(part)).collect();
    origins.dedup();
    text.extend(origins);
    let _ = writeln!(text, "dialect: {}", script.format.dialect().name());
    let _ = writeln!(text, "tags: [{}]", script.format.tag());
    let _ = writeln!(text, "\nscenarios:");
    for (index, part) in script.parts.iter().enumerate() {
        let name = match script.parts.len() {
            1 => name.to_owned(),
            _ => format!("{name}, program {}", index + 1),
        };
        let _ = writeln!(text, "  - name: {}", scalar(&name));
        let nodes = OwnOptions::of(&part.command).nodes.unwrap_or(NODES);
        let _ = writeln!(text, "    nodes: {nodes}");
        if let Some(time) = test_time(script.format, part) {
            let _ = writeln!(text, "    time: {{ scenario: {}s }}", time.as_secs_f64());
        }
        let _ = writeln!(text, "    steps:");
        text += &steps(part, script.format)?;
    }
    Ok(text)
}

/// The time limit of the whole test, if there is one (2016).
fn test_time(format: ScriptFormat, part: &Part) -> Option<std::time::Duration> {
    let mut times = part.lines.iter().filter_map(|step| match step.action {
        Action::TimeLimit { total, .. } if format == ScriptFormat::Fall2016 => total,
        _ => None,
    });
    // A later one replaces it.
    times.next_back()
}

/// The steps of a part as items of a list in YAML, with the comments of the script.
pub(super) fn steps(part: &Part, format: ScriptFormat) -> Result<String, Box<Diagnostic>> {
    let recorded = part.standard.as_ref().map(standard::texts);
    let mut converter = Converter {
        part,
        format,
        text: String::new(),
        sends: Vec::new(),
        moves: Vec::new(),
        listens: false,
        recorded: recorded.unwrap_or_default().into(),
        session: Some(Session::new(format.dialect(), SessionSettings::default())),
        within: None,
        total: None,
    };
    let comments = comments(part);
    let mut next: usize = 0;
    while let Some(step) = part.lines.get(next) {
        let last = next
            .checked_sub(1)
            .map(|last| part.number(&part.lines[last]));
        let before = comments.iter().filter(|(number, _)| {
            *number < part.number(step) && last.is_none_or(|last| *number > last)
        });
        for (_, comment) in before {
            converter.comment(comment);
        }
        next += converter.step(next, step)?;
    }
    if let Some(line) = converter.recorded.front() {
        let message = format!("nothing in the script records `{line}`");
        return Err(Box::new(converter.misfit(None, &message)));
    }
    converter.write::<Exit>(&0);
    Ok(converter.text)
}

/// The comments that are no entries (2016), with the numbers of their lines.
fn comments(part: &Part) -> Vec<(usize, String)> {
    let lines = part.source.text.lines().enumerate();
    let lines = lines.map(|(index, line)| (index, line.trim()));
    let comments = lines.filter(|(_, line)| line.starts_with('#') && !line.starts_with("#*"));
    let known = |number: usize| part.lines.iter().any(|step| part.number(step) == number);
    let command = part.command_place().line();
    comments
        .map(|(index, line)| (index + 1, line.trim_end().to_owned()))
        .filter(|(number, _)| *number > command && !known(*number))
        .collect()
}

struct Converter<'p> {
    part: &'p Part,
    format: ScriptFormat,
    /// The steps so far.
    text: String,
    /// Lines to send that were not written yet: several in a row are one step.
    sends: Vec<String>,
    /// Moves to play that were not written yet.
    moves: Vec<BerkeleyMove>,
    /// Whether a step so far waits for an announcement.
    listens: bool,
    /// The lines that are to be recorded from here on (2022).
    recorded: VecDeque<String>,
    /// The state of the program, as long as no AI has moved.
    session: Option<Session>,
    within: Option<Duration>,
    total: Option<Duration>,
}

impl Converter<'_> {
    /// Writes a comment, with its `#`.
    fn comment(&mut self, comment: &str) {
        self.write_pending();
        let comment = comment.replace(char::is_control, " ");
        let _ = writeln!(self.text, "      {comment}");
    }

    /// Writes a step.
    fn write<S: StepSyntax>(&mut self, value: &impl Serialize) {
        self.write_pending();
        self.text += &yaml_step(S::KEY, value);
    }

    /// Writes the lines and moves that were gathered.
    fn write_pending(&mut self) {
        match &std::mem::take(&mut self.sends)[..] {
            [] => {}
            [line] => self.text += &yaml_step(Send::KEY, line),
            lines => self.text += &yaml_step(Send::KEY, &lines),
        }
        let moves: Vec<String> = self.moves.drain(..).map(|mv| mv.to_string()).collect();
        if !moves.is_empty() {
            self.text += &yaml_step(Play::KEY, &moves.join(" "));
        }
    }

    /// Converts a line, and perhaps some that follow. Returns how many.
    fn step(&mut self, index: usize, step: &ScriptLine) -> Result<usize, Box<Diagnostic>> {
        match &step.action {
            Action::Send(line) if step.action.is_idle() => {
                if !line.trim().is_empty() {
                    self.comment(line.trim());
                }
            }
            Action::Send(line) => return self.send(index, line),
            Action::TimeLimit { each, total } => {
                self.within = each.or(self.within);
                if self.format == ScriptFormat::Spring2022 {
                    self.total = total.or(self.total);
                }
            }
            Action::Line(text) => self.line(text),
            Action::Matches(pattern) => {
                let pattern = pattern.text().replace('/', "\\/");
                let mut matchers = vec![format!("matches /^(?:{pattern})/")];
                // The next that counts is to match. Other steps leave open what was read.
                if !self.listens {
                    matchers.insert(0, "not matches /(?i)wins|passes|moves|draw/".to_owned());
                }
                self.write::<Lines>(&Texts(matchers));
            }
            Action::AiMove => self.ai_move(None),
            Action::Result => {
                let winner = self.recorded_result(step)?;
                self.result(winner);
            }
            Action::Game { end, .. } => {
                let result = match end {
                    GameEnd::Any { record: false } => Ending::Any,
                    GameEnd::Any { record: true } => Ending::With(self.recorded_result(step)?),
                    GameEnd::Matching(pattern) => self.only_result(pattern),
                };
                self.write::<Game>(&GameWritten {
                    result: Some(Text(result.name().to_owned())),
                    within: self.within.map(Time),
                    total: self.total.map(Time),
                    ..GameWritten::default()
                });
                self.listens = true;
            }
            // Refused before.
            Action::Exchange { .. } => {}
        }
        Ok(1)
    }

    fn ai_move(&mut self, wanted: Option<(Color, BerkeleyMove)>) {
        self.write::<AiMove>(&AiMoveWritten {
            color: wanted.map(|(color, _)| Text(color.name().to_owned())),
            one_of: wanted.map(|(_, mv)| Texts(vec![mv.to_string()])),
            within: self.within.map(Time),
            ..AiMoveWritten::default()
        });
        self.listens = true;
    }

    fn result(&mut self, winner: Option<Color>) {
        self.write::<GameResult>(&Ending::With(winner).name());
        self.listens = true;
    }

    fn send(&mut self, index: usize, line: &str) -> Result<usize, Box<Diagnostic>> {
        let dialect = self.format.dialect();
        let command = session::parse(line, dialect).ok().flatten();
        let command = command.map(|line| line.command);
        if command == Some(Command::Dump)
            && let Some((rows, steps)) = self.board_after(index)?
        {
            self.write::<Board>(&rows);
            return Ok(steps);
        }
        let is_legal = command
            .as_ref()
            .is_some_and(|command| self.is_legal(command));
        let mv = command.as_ref().and_then(Command::as_move);
        if let Some(mv) = mv.filter(|_| is_legal) {
            if !self.sends.is_empty() {
                self.write_pending();
            }
            self.moves.push(mv);
        } else {
            if !self.moves.is_empty() {
                self.write_pending();
            }
            self.sends.push(line.trim().to_owned());
        }
        Ok(1)
    }

    /// Carries a command out. Returns whether the program is known to do so, too.
    fn is_legal(&mut self, command: &Command) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let done = session.execute(command).is_ok();
        // The moves of AIs are unknown.
        if session.ai_turn().is_some() || matches!(command, Command::Load(_) | Command::Quit) {
            self.session = None;
        }
        done
    }

    /// The board that a dump is to show, and the number of lines for it.
    fn board_after(&mut self, index: usize) -> Result<Option<(String, usize)>, Box<Diagnostic>> {
        let lines: Vec<String> = match self.format {
            ScriptFormat::Spring2022 => self.recorded.iter().take(LINES).cloned().collect(),
            ScriptFormat::Fall2016 => {
                let line = |step: &ScriptLine| match &step.action {
                    Action::Line(text) => Some(text.trim().to_owned()),
                    _ => None,
                };
                let following = self.part.lines[index + 1..].iter();
                following.map_while(line).take(LINES).collect()
            }
        };
        let is_board = standard::board(lines.iter().map(String::as_str)).is_some();
        match (self.format, is_board) {
            (ScriptFormat::Spring2022, true) => {
                self.recorded.drain(..LINES);
            }
            (ScriptFormat::Spring2022, false) => {
                let step = &self.part.lines[index];
                return Err(Box::new(
                    self.misfit(Some(step), "no board is to be recorded here"),
                ));
            }
            (ScriptFormat::Fall2016, true) => {}
            (ScriptFormat::Fall2016, false) => return Ok(None),
        }
        let steps = match self.format {
            ScriptFormat::Spring2022 => 1,
            ScriptFormat::Fall2016 => 1 + LINES,
        };
        let rows: Vec<&str> = lines[1..LINES - 1].iter().map(|row| row.trim()).collect();
        Ok(Some((rows.join("\n"), steps)))
    }

    /// The result that is to be recorded by a directive (2022).
    fn recorded_result(&mut self, step: &ScriptLine) -> Result<Option<Color>, Box<Diagnostic>> {
        let line = self.recorded.pop_front();
        match line
            .as_deref()
            .and_then(|line| Announcement::read(line, self.format.dialect()))
        {
            Some(Announcement::Result { winner }) => Ok(winner),
            _ => Err(Box::new(
                self.misfit(Some(step), "no result is to be recorded here"),
            )),
        }
    }

    /// Converts an expected line of output (2016).
    fn line(&mut self, text: &str) {
        let text = one_blank(text);
        match Announcement::read(&text, self.format.dialect()) {
            Some(Announcement::Move { color, mv }) => self.ai_move(Some((color, mv))),
            Some(Announcement::Result { winner }) => self.result(winner),
            None => {
                let matcher = Matcher::Equals(vec![text]).to_string();
                self.write::<Lines>(&Texts(vec![matcher]));
            }
        }
    }

    /// The only result that matches a pattern; a comment is written if it matches several.
    fn only_result(&mut self, pattern: &Pattern) -> Ending {
        let results = [
            ("Red wins.", Some(Color::Red)),
            ("Blue wins.", Some(Color::Blue)),
            ("Draw.", None),
        ];
        let fitting = results.iter().filter(|(line, _)| pattern.matches(line));
        let fitting: Vec<Option<Color>> = fitting.map(|(_, winner)| *winner).collect();
        match fitting[..] {
            [winner] => Ending::With(winner),
            [_, _, _] => Ending::Any,
            _ => {
                let pattern = pattern.text();
                self.comment(&format!(
                    "# The script wants a result that matches {pattern}"
                ));
                Ending::Any
            }
        }
    }

    /// The error that the standard does not fit the script.
    fn misfit(&self, step: Option<&ScriptLine>, message: &str) -> Diagnostic {
        let end = self.part.source.text.trim_end().len();
        let span = step.map_or(end..end, |step| step.span.clone());
        let standard = self.part.standard.as_ref();
        let help = standard.map(|standard| format!("see {}", standard.name));
        Diagnostic::error("misfit", message)
            .at(span)
            .with_help(help)
            .with_source(self.part.source.for_diagnostic())
    }
}

/// A step of a scenario, as an item of `steps`: its key, and its value as the step writes it.
pub(super) fn yaml_step(key: &str, value: &impl Serialize) -> String {
    let list = |items: Vec<String>| {
        let items = items.into_iter().map(|item| format!("\n          {item}"));
        items.collect::<String>()
    };
    let value = match serde_yaml::to_value(value).unwrap_or_default() {
        Value::String(text) if text.contains('\n') => {
            " |".to_owned() + &list(text.lines().map(str::to_owned).collect())
        }
        Value::Sequence(items) => list(
            items
                .iter()
                .map(|item| format!("- {}", flow(item)))
                .collect(),
        ),
        other => format!(" {}", flow(&other)),
    };
    format!("      - {key}:{value}\n")
}

/// A value on one line. What is not given is left out.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Mapping(entries) => {
            let given = entries.iter().filter(|(_, value)| !value.is_null());
            let entries: Vec<String> = given
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)))
                .collect();
            match entries.len() {
                0 => "{}".to_owned(),
                _ => format!("{{ {} }}", entries.join(", ")),
            }
        }
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null | Value::Tagged(_) => "null".to_owned(),
    }
}

/// A text as one value, also between braces. What could be taken for a variable or a number
/// stays a text.
pub(super) fn scalar(text: &str) -> String {
    let is_number = text.parse::<i64>().is_ok();
    let quotes = if is_number {
        Quotes::Double
    } else {
        Quotes::None
    };
    on_one_line(&text.replace("${", "$${"), quotes, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_plain_is_not_quoted() {
        for text in ["manual blue", "block d4", "a7-b7 a1-a2"] {
            assert_eq!(scalar(text), text);
        }
        for text in [
            "-", "", "no", "Null", "1", "a: b", "a #b", "# a", " a", "a ", "a7-b7 -",
        ] {
            assert_eq!(scalar(text), format!("\"{text}\""));
        }
        assert_eq!(scalar("${name}\t"), "\"$${name}\\t\"");
    }

    proptest! {
        #[test]
        fn texts_are_read_back(text in any::<String>()) {
            let read: String = serde_yaml::from_str(&scalar(&text)).expect("a text");
            prop_assert_eq!(read, text.replace("${", "$${"));
        }

        #[test]
        fn words_are_read_back(text in "[a-z0-9 :#'\"\\[{}&*!|>%@`,?-]{0,12}") {
            let read: String = serde_yaml::from_str(&scalar(&text)).expect("a text");
            prop_assert_eq!(read, text.replace("${", "$${"));
        }
    }
}
