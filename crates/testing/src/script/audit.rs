//! Whether a script is sound, whatever program it tests.

use super::load::load;
use super::output::FRAME;
use super::part::{Action, GameEnd, ONE_PROGRAM, Part, Reading, Script, ScriptFormat};
use super::standard;
use super::static_analysis::{AiDependence, ScriptAnalysis, analyze};
use super::warnings::{HARNESS_DIFFERS, NO_CHECK, NOT_A_DIRECTIVE};
use crate::report::soundness::{AuditFinding, Soundness};
use crate::report::{Identity, Report, Rerun, SourceText, missing_name};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::counted;
use ataxx_session::Files;
use std::path::Path;

/// The finding about a script, which was performed on the session of this program.
pub fn audit(file: &SourceText, files: &dyn Files, report: &Report) -> AuditFinding {
    let reading = ScriptFormat::of(&file.name).map(|format| load(file, format, files));
    match reading.map(|Reading { script, .. }| script) {
        Some(Ok(script)) => Audit::of(&script, files, report).finding(),
        _ => unreadable(report),
    }
}

/// The finding about a script that cannot be read.
fn unreadable(report: &Report) -> AuditFinding {
    let mut finding = AuditFinding::of_failure(report);
    let failure = report.failure.iter();
    let mut errors = failure.flat_map(|failure| &failure.diagnostics);
    if errors.any(|error| error.code == ONE_PROGRAM) {
        finding.kind = Soundness::Incomplete;
    }
    finding
}

struct Audit<'a> {
    script: &'a Script,
    analyses: Vec<ScriptAnalysis>,
    files: &'a dyn Files,
    report: &'a Report,
}

impl<'a> Audit<'a> {
    fn of(script: &'a Script, files: &'a dyn Files, report: &'a Report) -> Self {
        let parts = script.parts.iter();
        Self {
            script,
            analyses: parts.map(|part| analyze(script, part, files)).collect(),
            files,
            report,
        }
    }

    fn finding(&self) -> AuditFinding {
        self.lacks_loaded_file()
            .or_else(|| self.lacks_standard())
            .or_else(|| self.fails())
            .or_else(|| self.differs())
            .or_else(|| self.checks_nothing())
            .or_else(|| self.depends())
            .unwrap_or_else(|| self.sound())
    }

    fn found(
        &self,
        kind: Soundness,
        reason: String,
        fix: impl Into<Option<String>>,
    ) -> AuditFinding {
        AuditFinding::new(self.report, kind, reason, fix.into())
    }

    /// The parts with their analyses.
    fn parts(&self) -> impl Iterator<Item = (&Part, &ScriptAnalysis)> {
        let parts = self.script.parts.iter().map(AsRef::as_ref);
        parts.zip(&self.analyses)
    }

    fn lacks_loaded_file(&self) -> Option<AuditFinding> {
        let (part, (name, step)) = self
            .parts()
            .find_map(|(part, analysis)| Some((part, analysis.missing.first()?)))?;
        let reason = format!("it loads `{name}`, which cannot be read");
        let beside = Path::new(&*part.source.name).with_file_name(name);
        let fix = self.renaming(&beside.to_string_lossy());
        let fix = fix.unwrap_or_else(|| format!("put `{name}` beside the script"));
        let finding = self.found(Soundness::Incomplete, reason, fix);
        Some(in_line(finding, part, *step))
    }

    /// Boards or results are recorded, and the file that they are compared with is missing.
    fn lacks_standard(&self) -> Option<AuditFinding> {
        let at = self.report.first_error()?.place()?.name?;
        let missing = self.report.warnings.iter().filter_map(missing_name);
        missing.into_iter().find(|name| *name == at)?;
        let reason = format!("it records boards or results, and there is no file `{at}`");
        let fix = self.renaming(at).unwrap_or_else(|| self.bless());
        Some(self.found(Soundness::Incomplete, reason, fix))
    }

    /// To update what is expected.
    fn bless(&self) -> String {
        let file = Identity::of_file(&self.report.identity.file, 1);
        let command = Rerun::default().command(&file);
        format!("`{command} --bless` writes what the rules give")
    }

    /// To rename the file that was meant by this name, if there is one.
    fn renaming(&self, name: &str) -> Option<String> {
        let other = self.files.in_other_case(name)?;
        Some(format!(
            "rename `{other}` to `{name}`: only upper and lower case differ"
        ))
    }

    /// The first check of each part that depends on an AI.
    fn dependences(&self) -> impl Iterator<Item = (&Part, AiDependence)> {
        self.parts()
            .filter_map(|(part, analysis)| Some((part, analysis.dependence?)))
    }

    /// The session of this program fails it, and not for what an AI has chosen.
    fn fails(&self) -> Option<AuditFinding> {
        let error = self.report.first_error()?;
        let may_be_chance =
            (self.dependences()).any(|(part, dependence)| !is_before(part, error, dependence));
        if may_be_chance {
            return None;
        }
        let mut finding = AuditFinding::of_failure(self.report);
        if !self.report.patches.is_empty() {
            finding.fix = Some(self.bless());
        }
        Some(finding)
    }

    /// The harness of the course fails every program.
    fn differs(&self) -> Option<AuditFinding> {
        let warning = self.warning(HARNESS_DIFFERS)?;
        let fix = warning.help.first().cloned();
        let fix = fix.or_else(|| Some("ask for less output, or split the script".to_owned()));
        let mut finding = self.found(Soundness::Wrong, warning.message.clone(), fix);
        finding.at(warning);
        Some(finding)
    }

    fn warning(&self, code: &str) -> Option<&Diagnostic> {
        let warnings = &self.report.warnings;
        warnings.iter().find(|warning| warning.code == code)
    }

    fn checks_nothing(&self) -> Option<AuditFinding> {
        let nothing = self.report.warnings.iter();
        let nothing = nothing.filter(|warning| warning.code == NO_CHECK).count();
        if nothing < self.script.parts.len() {
            return None;
        }
        let reason = "every program passes that ends without announcing anything wrong";
        // A line that was meant as a directive is the likeliest reason.
        let meant = self.warning(NOT_A_DIRECTIVE);
        let fix = match (meant, self.script.format) {
            (Some(warning), _) => warning.help.first().cloned(),
            (None, ScriptFormat::Spring2022) => {
                Some("add `dump` and the board that it prints to the `.std` file".to_owned())
            }
            (None, ScriptFormat::Fall2016) => {
                Some("add `dump` and `@<` with each line that it prints".to_owned())
            }
        };
        let mut finding = self.found(Soundness::ChecksNothing, reason.to_owned(), fix);
        if let Some(warning) = meant {
            finding.at(warning);
        }
        Some(finding)
    }

    fn depends(&self) -> Option<AuditFinding> {
        let (part, dependence) = self.dependences().next()?;
        let choice = line_of(part, dependence.choice);
        let reason = if dependence.choice == dependence.check {
            "this expects what an AI is free not to choose".to_owned()
        } else {
            format!("this expects what an AI is free not to choose after line {choice}")
        };
        let action = part.lines.get(dependence.check).map(|line| &line.action);
        let finding = self.found(Soundness::DependsOnAi, reason, advice(action).to_owned());
        Some(in_line(finding, part, dependence.check))
    }

    fn sound(&self) -> AuditFinding {
        let reason = format!("it checks {}", Checks::of(self.script).in_words());
        self.found(Soundness::Sound, reason, None)
    }
}

/// Whether an error comes from a check before the first that depends on an AI.
fn is_before(part: &Part, error: &Diagnostic, dependence: AiDependence) -> bool {
    let Some(place) = error.place() else {
        return false;
    };
    if place.name == Some(&part.source.name) {
        return place.line < line_of(part, dependence.check);
    }
    let standard = part.standard.as_ref();
    standard
        .filter(|standard| place.name == Some(&standard.name))
        .is_some_and(|standard| standard::lines_before(standard, place.line) < dependence.recorded)
}

/// What to do about a check that depends on an AI.
const fn advice(action: Option<&Action>) -> &'static str {
    match action {
        Some(Action::Game {
            end: GameEnd::Any { .. },
            ..
        }) => "`#*move/win` without `+` accepts any result",
        Some(Action::Exchange {
            end: GameEnd::Any { .. },
            ..
        }) => "`#*remote move/win` without `+` accepts any result",
        Some(Action::Game { .. } | Action::Exchange { .. }) => {
            "expect any result: `(Red wins|Blue wins|Draw)`"
        }
        Some(Action::Line(_)) => {
            "`@?Red moves` accepts any move; play both sides by hand for boards"
        }
        _ => "play both sides by hand, or begin where the AI has one move only",
    }
}

/// A finding about a step.
fn in_line(finding: AuditFinding, part: &Part, step: usize) -> AuditFinding {
    AuditFinding {
        line: line_of(part, step),
        file: part.source.name.to_string(),
        ..finding
    }
}

/// The number of the line of a step.
fn line_of(part: &Part, step: usize) -> usize {
    let line = part.lines.get(step);
    line.map_or(part.end().line(), |line| part.number(line))
}

/// How many things of each kind a script checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checks {
    boards: usize,
    lines: usize,
    moves: usize,
    games: usize,
}

impl Checks {
    fn of(script: &Script) -> Self {
        let mut checks = Self::default();
        for part in &script.parts {
            checks.count_actions(part);
            checks.count_standard(part);
        }
        // A board has two frames.
        checks.boards /= 2;
        checks
    }

    fn count_actions(&mut self, part: &Part) {
        let mut in_board = false;
        for line in &part.lines {
            match &line.action {
                Action::Line(text) if text.trim() == FRAME => {
                    self.boards += 1;
                    in_board = !in_board;
                }
                Action::Line(_) if in_board => {}
                Action::Line(_) | Action::Matches(_) => self.lines += 1,
                Action::AiMove => self.moves += 1,
                Action::Game { .. } | Action::Exchange { .. } => self.games += 1,
                Action::Send(_) | Action::TimeLimit { .. } | Action::Result => {}
            }
        }
    }

    fn count_standard(&mut self, part: &Part) {
        let recorded = part.standard.iter().flat_map(standard::texts);
        for line in recorded {
            if line.trim() == FRAME {
                self.boards += 1;
            } else if line.starts_with('*') {
                self.lines += 1;
            }
        }
    }

    fn in_words(self) -> String {
        let all = [
            (self.boards, "board"),
            (self.lines, "line"),
            (self.moves, "AI move"),
            (self.games, "game"),
        ];
        let some = all.into_iter().filter(|(number, _)| *number > 0);
        let words: Vec<String> = some.map(|(number, what)| counted(number, what)).collect();
        match &words[..] {
            [] => "that nothing is recorded or announced".to_owned(),
            words => words.join(", "),
        }
    }
}
