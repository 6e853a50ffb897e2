//! A script with its files: what is done with each program.

use super::Format;
use super::syntax::{CommandLine, Part, ScriptLine};
use crate::diagnostic::Diagnostic;
use crate::tester::{Place, SourceText};
use std::sync::Arc;

/// A script that was read.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// What is to be done, or all that is wrong.
    pub script: Result<Script, Vec<Diagnostic>>,
    /// What may not have been meant, each with its text.
    pub warnings: Vec<Diagnostic>,
}

/// A script of either format.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub format: Format,
    /// One part for each program: one or two.
    pub parts: Vec<Arc<ProgramPart>>,
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

    /// The place of a line.
    pub fn place(&self, line: &ScriptLine) -> Place {
        Place::new(self.source.clone(), line.span.clone())
    }

    /// The place of the line that starts the program.
    pub fn command_place(&self) -> Place {
        Place::new(self.source.clone(), self.command.span.clone())
    }

    /// The end of the script.
    pub fn end(&self) -> Place {
        let end = self.source.text.trim_end().len();
        Place::new(self.source.clone(), end..end)
    }

    /// A line as it stands in the script.
    pub fn text(&self, line: &ScriptLine) -> &str {
        let text = self.source.text.get(line.span.clone());
        text.unwrap_or_default().trim()
    }
}
