//! Warnings about a script and its run.

use super::harness::MAX_LINES;
use super::output::result_words;
use super::part::{Action, ScriptFormat, ScriptLine};
use super::play::{Play, quoted};
use super::standard;
use crate::scenario::syntax::line_start;
use ataxx_core::diagnostic::{Diagnostic, Severity};
use ataxx_opponents::subject::group_stderr;
use ataxx_session::oracle::{Note, NoteKind};
use std::ops::Range;

/// The code of errors that a result is announced once more.
pub const RESULT_AGAIN: &str = "result-again";

/// The code of warnings that nothing is checked.
pub const NO_CHECK: &str = "no-check";

/// The code of warnings that a line was meant as a directive.
pub const NOT_A_DIRECTIVE: &str = "not-a-directive";

/// The code of warnings that the harness of the course gives another verdict.
pub const HARNESS_DIFFERS: &str = "harness-differs";

impl Play<'_, '_> {
    /// The warnings in the order of the script. `suspects` are the starts of lines that have a
    /// warning already.
    pub fn warnings(&self, suspects: &[usize]) -> Vec<Diagnostic> {
        let stderr_lines = self.program.conversation.stderr_lines();
        let stderr_lines: Vec<String> = stderr_lines.lines().map(str::to_owned).collect();
        let stderr_lines = group_stderr(&stderr_lines);
        let checker = &self.program.checker;
        let end = self.part.lines.len();
        let of_note = |note: &Note| Some((note.step, self.warning(note, suspects)?));
        let notes = checker.notes.iter();
        let mut warnings: Vec<(usize, Diagnostic)> = notes.filter_map(of_note).collect();
        let passed_over = self
            .program
            .passed_over
            .chunk_by(|one, other| one.1 == other.1);
        warnings.extend(passed_over.filter_map(|lines| {
            let ((line, step), rest) = lines.split_first()?;
            let what = match rest.len() {
                0 => quoted(line),
                1 => format!("{} and another line", quoted(line)),
                more => format!("{} and {more} other lines", quoted(line)),
            };
            let message = format!("no directive takes {what}, printed before here");
            Some((*step, self.blame("unread-output", message, *step)))
        }));
        warnings.extend(self.differences());
        if checker.notes.is_empty()
            && let Some(outcome) = checker.misses_result()
        {
            let result = result_words(outcome.winner);
            let message =
                format!("by the rules the game is over ({result}), and no result was announced");
            warnings.push((end, self.blame("no-result", message, end)));
        }
        // A move of the other program was never taken.
        if !self.inbox.is_empty() {
            let message = "the other program's last move was never taken";
            let help = "`#*remote move/win` takes moves of the other program".to_owned();
            let warning = self.blame("untaken-move", message.to_owned(), end);
            warnings.push((end, warning.with_help([help])));
        }
        // Refused lines have warnings of their own.
        if checker.notes.is_empty()
            && let Some(first) = stderr_lines.first()
        {
            let line = quoted(first.lines().next().unwrap_or_default().trim());
            let message =
                format!("it wrote to stderr although by the rules every line was legal: {line}");
            warnings.push((0, self.blame_part("complaint", message)));
        }
        if self.checks_nothing() {
            let message = match self.program.format {
                ScriptFormat::Spring2022 => "this checks nothing but that the program ends well",
                ScriptFormat::Fall2016 => "this checks nothing but that nothing is announced",
            };
            warnings.push((0, self.blame_part(NO_CHECK, message.to_owned())));
        }
        warnings.sort_by_key(|(step, _)| *step);
        warnings.into_iter().map(|(_, warning)| warning).collect()
    }

    /// The violations of the rules, for the help of a failure.
    pub fn remarks(&self) -> Vec<String> {
        const MAX: usize = 3;
        let remarks = self.program.checker.notes.iter().filter_map(|note| {
            let line = self.number(note.step);
            let line = line.map_or_else(|| "the end".to_owned(), |line| format!("line {line}"));
            let line = match self.program.number {
                0 => line,
                _ => format!("{line} of program {}", self.program.number + 1),
            };
            Some(match &note.kind {
                NoteKind::Refused(error) => {
                    format!("by the rules {line} is refused: {}", error.message)
                }
                NoteKind::NotLoaded(name) => {
                    let (message, help) = self.not_loaded(name);
                    message + &help.map_or_else(String::new, |help| format!(": {help}"))
                }
                NoteKind::WrongBoard { .. } => {
                    format!("the board that {line} shows is not the one that the rules give")
                }
                other => in_words(other, &line)?.1,
            })
        });
        remarks.take(MAX).collect()
    }

    fn warning(&self, note: &Note, suspects: &[usize]) -> Option<Diagnostic> {
        let step = self.part.lines.get(note.step);
        let is_suspect = step.is_some_and(|step| suspects.contains(&step.span.start));
        let is_noticed = self.program.checker.is_looked_at_after(note.step);
        Some(match &note.kind {
            NoteKind::Refused(_) if is_suspect || is_noticed => return None,
            NoteKind::Refused(error) => {
                let step = step?;
                let mut warning = Diagnostic::clone(error).shifted(step.span.start);
                if warning.labels.is_empty() {
                    warning = warning.at(step.span.clone());
                }
                warning.severity = Severity::Warning;
                warning.code = "refused";
                warning.message =
                    format!("no check notices that this is refused: {}", error.message);
                warning.with_source(self.part.source.for_diagnostic())
            }
            NoteKind::AfterEnd { end } => {
                let message = match self.number(*end) {
                    Some(line) => format!("this is not read: the session ended on line {line}"),
                    None => "this is not read: the session has ended".to_owned(),
                };
                self.blame("after-end", message, note.step)
            }
            NoteKind::NotLoaded(name) => {
                let (message, help) = self.not_loaded(name);
                self.blame("not-loaded", message, note.step).with_help(help)
            }
            NoteKind::WrongBoard { .. } => {
                let message = "the board that was printed is not the one that the rules give";
                self.blame("wrong-board", message.to_owned(), note.step)
            }
            other => {
                let (code, message) = in_words(other, "this")?;
                let help = match other {
                    NoteKind::ForAi(color) => Some(format!(
                        "`manual {}` before it leaves {color}'s moves to the script",
                        color.name()
                    )),
                    _ => None,
                };
                self.blame(code, message, note.step).with_help(help)
            }
        })
    }

    /// What the program did against the rules, for certain, though no check of the script notices
    /// it: the step and the error.
    pub fn violation(&self) -> Option<(usize, Diagnostic)> {
        if self.program.as_course {
            return None;
        }
        let is_violation = |note: &&Note| {
            note.is_settled
                && matches!(
                    note.kind,
                    NoteKind::IllegalMove { .. }
                        | NoteKind::WrongResult { .. }
                        | NoteKind::ResultAgain { .. }
                )
        };
        let note = self.program.checker.notes.iter().find(is_violation)?;
        let mut error = self.warning(note, &[])?;
        error.severity = Severity::Error;
        let help = "the course's harness does not notice it: `--as-course` judges as it does";
        Some((note.step, error.with_help([help.to_owned()])))
    }

    /// The help of a failure where the harness of the course reads no more.
    pub fn cut(&self) -> Option<String> {
        let is_cut = self.program.as_course && self.program.is_cut();
        is_cut.then(|| {
            format!("the course's harness reads only {MAX_LINES} lines that a program prints")
        })
    }

    /// Where the verdict of the course's harness is another.
    fn differences(&self) -> Vec<(usize, Diagnostic)> {
        let end = self.part.lines.len();
        let mut all = Vec::new();
        if self.program.as_course {
            return all;
        }
        if self.program.exceeds_harness() {
            let message = format!(
                "the course's harness fails this: it reads the first {MAX_LINES} lines that a \
                 program prints"
            );
            all.push((end, self.blame(HARNESS_DIFFERS, message, end)));
        }
        if let Some(standard) = &self.part.standard
            && let Some(span) = standard::unterminated(standard)
        {
            let warning = Diagnostic::warning(HARNESS_DIFFERS, standard::UNTERMINATED).at(span);
            let help = "end the last line with a newline".to_owned();
            let warning = warning.with_source(standard.for_diagnostic());
            all.push((end, warning.with_help([help])));
        }
        all
    }

    /// A file that is to be loaded and cannot be read, and what helps.
    fn not_loaded(&self, name: &str) -> (String, Option<String>) {
        let message = format!("the file `{name}` cannot be read");
        let help = self.program.checker.is_beside(name).then(|| {
            "programs look for it in the working directory: run `ataxx test` in the folder of the \
             script"
                .to_owned()
        });
        (message, help)
    }

    /// The number of the line of a step; `None` for the end of the script.
    fn number(&self, step: usize) -> Option<usize> {
        self.part.lines.get(step).map(|line| self.part.number(line))
    }

    /// A warning about a step; past the last, about the end of the script.
    fn blame(&self, code: &'static str, message: String, step: usize) -> Diagnostic {
        let end = self.part.source.text.trim_end().len();
        let span = match self.part.lines.get(step) {
            Some(step) => step.span.clone(),
            None => end..end,
        };
        self.blame_at(code, message, span)
    }

    /// A warning about the whole part, at the command that starts its program.
    fn blame_part(&self, code: &'static str, message: String) -> Diagnostic {
        self.blame_at(code, message, self.part.command_span.clone())
    }

    fn blame_at(&self, code: &'static str, message: String, span: Range<usize>) -> Diagnostic {
        Diagnostic::warning(code, message)
            .at(span)
            .with_source(self.part.source.for_diagnostic())
    }

    /// Whether there is nothing in the script that could fail.
    fn checks_nothing(&self) -> bool {
        let is_check =
            |step: &ScriptLine| !matches!(step.action, Action::Send(_) | Action::TimeLimit { .. });
        let has_standard = self
            .part
            .standard
            .as_ref()
            .is_some_and(|it| !standard::is_empty(it));
        !has_standard && !self.part.lines.iter().any(is_check)
    }
}

/// A note that is the same in a warning and in the help of a failure, with the code of the warning.
/// `line` is the line that it is about.
fn in_words(note: &NoteKind, line: &str) -> Option<(&'static str, String)> {
    Some(match note {
        NoteKind::ForAi(color) => {
            let message = format!("{line} moves a {color} piece, and an AI plays {color}");
            ("move-for-ai", message)
        }
        NoteKind::ResultAgain { announced } => {
            let announced = result_words(*announced);
            let message = format!("the program announced once more that {announced}");
            (RESULT_AGAIN, message)
        }
        NoteKind::IllegalMove {
            color, mv, reason, ..
        } => {
            let message = format!("{color}'s AI played {mv}, which is not legal: {reason}");
            ("illegal-move", message)
        }
        NoteKind::WrongResult {
            announced,
            by_rules,
            ..
        } => {
            let announced = result_words(*announced);
            let by_rules = by_rules.map_or_else(
                || "the game goes on".to_owned(),
                |outcome| result_words(outcome.winner),
            );
            let message =
                format!("the program announced that {announced}, and by the rules {by_rules}");
            ("wrong-result", message)
        }
        _ => return None,
    })
}

/// The start of the line that a warning is about.
pub(super) fn line_of(warning: &Diagnostic) -> Option<usize> {
    let start = warning.labels.first()?.span.start;
    let before = warning.source.as_ref()?.text.get(..start)?;
    Some(line_start(before, start))
}
