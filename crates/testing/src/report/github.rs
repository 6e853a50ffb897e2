//! Annotations of files for GitHub workflows.

use super::{Location, Outcome, Report, Reporter, Summary};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::visible;
use std::io::{self, Write};

/// Annotations for GitHub workflows: an error for each failure and each blocked scenario, a warning
/// for each warning and each flaky scenario.
#[derive(Debug, Default)]
pub struct Github;

impl Reporter for Github {
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let (first, name) = (report.first_error(), &report.identity.name);
        let level = match report.outcome {
            Outcome::Flaky => Some("warning"),
            outcome => outcome.is_bad().then_some("error"),
        };
        if let Some(level) = level {
            let title = format!("{}: {name}", report.outcome);
            annotate(level, report, first, &title, &message(report), out)?;
        }
        for warning in &report.warnings {
            let message = &warning.message;
            annotate("warning", report, Some(warning), name, message, out)?;
        }
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", summary.in_words())
    }
}

/// How many attempts passed, what is wrong, and the hint.
fn message(report: &Report) -> String {
    let attempts = report.attempts_in_words();
    let attempts = attempts.map_or_else(String::new, |words| format!("{words}; "));
    let hint = report.hint();
    let hint = hint.map_or_else(String::new, |hint| format!("\nhint: {hint}"));
    format!("{attempts}{}{hint}", report.message())
}

fn annotate(
    level: &str,
    report: &Report,
    diagnostic: Option<&Diagnostic>,
    title: &str,
    message: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Location { file, line, column } = report.location(diagnostic);
    let column = column.map_or_else(String::new, |column| format!(",col={column}"));
    writeln!(
        out,
        "::{level} file={},line={line}{column},title={}::{}",
        property(file),
        property(title),
        data(message)
    )
}

/// A text, escaped as a message. The log of a workflow obeys control characters.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D");
    visible(&text.replace('\n', "%0A")).into_owned()
}

/// A text, escaped as a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_support::{all, rendered, values};

    #[test]
    fn annotations_for_failures_and_warnings() {
        insta::assert_snapshot!(rendered(&mut Github, &all(), None), @"
        ::error file=rules/endings.yaml,line=6,col=9,title=fail%3A a side's end::the board is not as expected
        ::warning file=ai/all fine.yaml,line=9,title=odd::3 lines of output were not read
        ::warning file=rules/endings.yaml,line=8,col=16,title=flaky%3A now so%2C now so::passed 1 of 2 attempts; expected 3 jumps, found 4
        ::error file=rules/endings.yaml,line=8,col=9,title=error%3A a side's end::bad
        ::error file=bad-1.in,line=30,title=not judged%3A a fault of ours::a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)
        ::error file=rules/endings.yaml,line=5,col=21,title=time-out%3A a side's end::waited 10.0 s for Blue to announce a move, after line 14
        ::error file=programs.yaml,line=3,title=crash%3A a side's end::the program ended with signal 11
        ::error file=programs.yaml,line=40,title=unexpected pass%3A repaired::expected to fail (issue 13), but passed
        12 scenarios in 5 files: 2 passed, 1 failed, 1 not judged, 1 in error, 1 timed out, 1 crashed, 1 passed unexpectedly, 1 flaky, 1 failed as expected, 1 skipped, 1 unsupported; 1 warning (2.34 s)
        ");
    }

    #[test]
    fn attempts_hints_and_reasons_are_shown() {
        let mut failed = values();
        (failed.attempts, failed.passes) = (4, 3);
        failed.identity.hint = Some("read section 4".to_owned());
        let mut blocked = Report::new(failed.identity.clone(), Outcome::Blocked);
        blocked.reason = Some("it needs `base`, which failed".to_owned());
        insta::assert_snapshot!(rendered(&mut Github, &[failed, blocked], None), @"
        ::error file=rules/endings.yaml,line=8,col=16,title=fail%3A a side's end::passed 3 of 4 attempts; expected 3 jumps, found 4%0Ahint: read section 4
        ::error file=rules/endings.yaml,line=3,title=blocked%3A a side's end::blocked: it needs `base`, which failed
        2 scenarios in 1 file: 1 failed, 1 blocked (2.34 s)
        ");
    }

    #[test]
    fn no_text_ends_an_annotation_or_controls_the_log() {
        let mut report = values();
        report.identity.name = "100 %, a::b\n::error::c".to_owned();
        if let Some(failure) = &mut report.failure {
            failure.diagnostics[0].message = "50 % of\r\nit: \u{1b}[31ma, b".to_owned();
        }
        insta::assert_snapshot!(rendered(&mut Github, &[report], None), @"
        ::error file=rules/endings.yaml,line=8,col=16,title=fail%3A 100 %25%2C a%3A%3Ab%0A%3A%3Aerror%3A%3Ac::50 %25 of%0D%0Ait: �[31ma, b
        1 scenario in 1 file: 1 failed (2.34 s)
        ");
    }
}
