//! What a script does, as steps of a scenario.

use super::item::{Item, Items};
use crate::board::Color;
use crate::diagnostic::Diagnostic;
use crate::session::Announcement;
use crate::session::{self, Command};
use crate::session::{Session, Settings};
use crate::tester::script::Format;
use crate::tester::script::action::{Action, GameEnd, Pattern};
use crate::tester::script::harness::one_blank;
use crate::tester::script::parts::ProgramPart;
use crate::tester::script::syntax::ScriptLine;
use crate::tester::script::{rows, standard};
use crate::tester::steps::Ending;
use std::collections::VecDeque;
use std::time::Duration;

/// The steps of a part.
///
/// # Errors
///
/// When what is to be recorded does not fit the script.
pub(super) fn items(part: &ProgramPart, format: Format) -> Result<Vec<Item>, Box<Diagnostic>> {
    let recorded = part.standard.as_ref().map(standard::texts);
    let mut converter = Converter {
        part,
        format,
        items: Items::default(),
        recorded: recorded.unwrap_or_default().into(),
        session: Some(Session::new(format.dialect(), Settings::default())),
        within: None,
        total: None,
    };
    let comments = comments(part);
    let mut next = 0;
    while let Some(step) = part.lines.get(next) {
        let before = comments.iter().filter(|(number, _)| {
            let last = next.checked_sub(1).map(|last| part.lines[last].number);
            *number < step.number && last.is_none_or(|last| *number > last)
        });
        for (_, comment) in before {
            converter.items.push(Item::Comment(comment.clone()));
        }
        next += converter.step(next, step)?;
    }
    if let Some(line) = converter.recorded.front() {
        let message = format!("nothing in the script records `{line}`");
        return Err(Box::new(converter.misfit(None, &message)));
    }
    converter.items.push(Item::Exit);
    Ok(converter.items.0)
}

/// The comments that are no entries (2016), with the numbers of their lines.
fn comments(part: &ProgramPart) -> Vec<(usize, String)> {
    let lines = part.source.text.lines().enumerate();
    let comments = lines.filter(|(_, line)| line.starts_with('#') && !line.starts_with("#*"));
    let known = |number: usize| part.lines.iter().any(|step| step.number == number);
    comments
        .map(|(index, line)| (index + 1, line.trim_end().to_owned()))
        .filter(|(number, _)| *number > part.command.number && !known(*number))
        .collect()
}

struct Converter<'p> {
    part: &'p ProgramPart,
    format: Format,
    items: Items,
    /// The lines that are to be recorded from here on (2022).
    recorded: VecDeque<String>,
    /// How things stand, as long as no AI has a say in it.
    session: Option<Session>,
    within: Option<Duration>,
    total: Option<Duration>,
}

impl Converter<'_> {
    /// Converts a step, and maybe some that follow: how many.
    fn step(&mut self, index: usize, step: &ScriptLine) -> Result<usize, Box<Diagnostic>> {
        match &step.action {
            Action::Send(line) if step.action.is_idle() => {
                if !line.trim().is_empty() {
                    self.items.push(Item::Comment(line.trim().to_owned()));
                }
            }
            Action::Send(line) => return self.said(index, line),
            Action::TimeLimit { each, total } => {
                self.within = each.or(self.within);
                if self.format == Format::Spring2022 {
                    self.total = total.or(self.total);
                }
            }
            Action::Line(text) => {
                let item = self.line(text);
                self.items.push(item);
            }
            Action::Matches(pattern) => {
                let pattern = pattern.text().replace('/', "\\/");
                let mut matchers = vec![format!("matches /^(?:{pattern})/")];
                // The next that counts is to match. Other steps leave open what was read.
                if !self.items.listen() {
                    matchers.insert(0, "not matches /(?i)wins|passes|moves|draw/".to_owned());
                }
                self.items.push(Item::Lines(matchers));
            }
            Action::AiMove => self.items.push(Item::AiMove {
                color: None,
                mv: None,
                within: self.within,
            }),
            Action::Result => {
                let winner = self.recorded_result(step)?;
                self.items.push(Item::Result(winner));
            }
            Action::Game { end, .. } => {
                let result = match end {
                    GameEnd::Any { record: false } => Ending::Any,
                    GameEnd::Any { record: true } => Ending::With(self.recorded_result(step)?),
                    GameEnd::Matching(pattern) => self.only_result(pattern),
                };
                self.items.push(Item::Game {
                    result,
                    within: self.within,
                    total: self.total,
                });
            }
            // Refused before.
            Action::Exchange { .. } => {}
        }
        Ok(1)
    }

    fn said(&mut self, index: usize, line: &str) -> Result<usize, Box<Diagnostic>> {
        let dialect = self.format.dialect();
        let command = session::parse(line, dialect).ok().flatten();
        let command = command.map(|line| line.command);
        if command == Some(Command::Dump)
            && let Some((rows, steps)) = self.board_after(index)?
        {
            self.items.push(Item::Board(rows));
            return Ok(steps);
        }
        let is_legal = command
            .as_ref()
            .is_some_and(|command| self.is_legal(command));
        let mv = command.as_ref().and_then(Command::as_move);
        self.items.push(match mv {
            Some(mv) if is_legal => Item::Play(vec![mv]),
            _ => Item::Send(vec![line.trim().to_owned()]),
        });
        Ok(1)
    }

    /// Carries a command out; whether it is known to be carried out in the program.
    fn is_legal(&mut self, command: &Command) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let done = session.execute(command).is_ok();
        // What the AI does nobody knows.
        if session.ai_turn().is_some() || matches!(command, Command::Load(_) | Command::Quit) {
            self.session = None;
        }
        done
    }

    /// The board that a dump is to show, and how many steps that takes in all.
    fn board_after(
        &mut self,
        index: usize,
    ) -> Result<Option<(Vec<String>, usize)>, Box<Diagnostic>> {
        let lines: Vec<String> = match self.format {
            Format::Spring2022 => self.recorded.iter().take(rows::LINES).cloned().collect(),
            Format::Fall2016 => {
                let line = |step: &ScriptLine| match &step.action {
                    Action::Line(text) => Some(text.trim().to_owned()),
                    _ => None,
                };
                let following = self.part.lines[index + 1..].iter();
                following.map_while(line).take(rows::LINES).collect()
            }
        };
        let is_board = rows::board(lines.iter().map(String::as_str)).is_some();
        match (self.format, is_board) {
            (Format::Spring2022, true) => {
                self.recorded.drain(..rows::LINES);
            }
            (Format::Spring2022, false) => {
                let step = &self.part.lines[index];
                return Err(Box::new(
                    self.misfit(Some(step), "no board is to be recorded here"),
                ));
            }
            (Format::Fall2016, true) => {}
            (Format::Fall2016, false) => return Ok(None),
        }
        let steps = match self.format {
            Format::Spring2022 => 1,
            Format::Fall2016 => 1 + rows::LINES,
        };
        Ok(Some((lines[1..rows::LINES - 1].to_vec(), steps)))
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

    /// What a line of output says (2016).
    fn line(&self, text: &str) -> Item {
        let text = one_blank(text);
        match Announcement::read(&text, self.format.dialect()) {
            Some(Announcement::Move { color, mv }) => Item::AiMove {
                color: Some(color),
                mv: Some(mv),
                within: self.within,
            },
            Some(Announcement::Result { winner }) => Item::Result(winner),
            None => {
                let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                Item::Lines(vec![format!("equals \"{text}\"")])
            }
        }
    }

    /// The only result that a pattern lets pass; of others there is a comment.
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
                let comment = format!(
                    "# The script wants a result that matches {}",
                    pattern.text()
                );
                self.items.push(Item::Comment(comment));
                Ending::Any
            }
        }
    }

    /// What is to be recorded does not fit the script.
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
