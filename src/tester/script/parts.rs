//! A script with its files: what is done with each program.

use super::Format;
use super::syntax::{CommandLine, Part, ScriptLine};
use crate::tester::SourceText;

/// A script of either format.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub format: Format,
    /// One part for each program: one or two.
    pub parts: Vec<ProgramPart>,
}

/// The part of a script that is about one program.
#[derive(Clone, Debug)]
pub(super) struct ProgramPart {
    /// The file that it stands in.
    pub source: SourceText,
    /// How the program is started.
    pub command: CommandLine,
    /// What is done, line by line.
    pub lines: Vec<ScriptLine>,
    /// What must be recorded (2022).
    pub standard: Option<SourceText>,
}

impl ProgramPart {
    pub fn new(part: Part, source: SourceText, standard: Option<SourceText>) -> Self {
        Self {
            source,
            command: part.command,
            lines: part.lines,
            standard,
        }
    }

    /// A line as it stands in the script.
    pub fn text(&self, line: &ScriptLine) -> &str {
        let text = self.source.text.get(line.span.clone());
        text.unwrap_or_default().trim()
    }
}
