//! The Test Anything Protocol.

use super::display_text::readable;
use super::human::described_plainly;
use super::{Location, Outcome, Report, Reporter, Rerun, Summary};
use serde::Serialize;
use std::io::{self, Write};

/// The Test Anything Protocol, version 14: a test for each scenario, with a block of YAML
/// for each that failed.
#[derive(Debug, Default)]
pub struct Tap {
    rerun: Rerun,
    reported: usize,
}

impl Tap {
    /// A reporter; `rerun` has the options of the run.
    pub const fn new(rerun: Rerun) -> Self {
        Self { rerun, reported: 0 }
    }
}

impl Reporter for Tap {
    fn begin(&mut self, scenarios: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "TAP version 14\n1..{scenarios}")?;
        out.flush()
    }

    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        self.reported += 1;
        let identity = &report.identity;
        let reason = || report.reason.as_deref().map(readable).unwrap_or_default();
        // In the protocol an expected failure is `not ok` with `# TODO`, and counts as success.
        let (ok, directive) = match report.outcome {
            Outcome::Pass | Outcome::Flaky => ("ok", String::new()),
            Outcome::Skipped | Outcome::Unsupported => ("ok", format!(" # SKIP {}", reason())),
            Outcome::ExpectedFailure => ("not ok", format!(" # TODO {}", reason())),
            _ => ("not ok", String::new()),
        };
        let name = escaped(&readable(&identity.key()));
        let line = format!("{ok} {} - {name}{directive}", self.reported);
        writeln!(out, "{}", line.trim_end())?;
        if report.outcome.is_bad() || report.outcome == Outcome::Flaky {
            out.write_all(block(report, &self.rerun)?.as_bytes())?;
        }
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        match summary.stopped {
            Some(stopped) => writeln!(out, "Bail out! {}", stopped.reason())?,
            None => {
                for identity in &summary.not_run {
                    self.reported += 1;
                    let name = escaped(&readable(&identity.key()));
                    writeln!(out, "ok {} - {name} # SKIP not run", self.reported)?;
                }
            }
        }
        for hint in &summary.hints {
            writeln!(out, "# hint: {}", readable(hint))?;
        }
        writeln!(out, "# {}", summary.in_words())
    }
}

/// A description without characters that begin a directive.
fn escaped(name: &str) -> String {
    name.replace('\\', r"\\").replace('#', r"\#")
}

/// The YAML block of a failure.
fn block(report: &Report, rerun: &Rerun) -> io::Result<String> {
    #[derive(Serialize)]
    struct Block<'a> {
        outcome: Outcome,
        message: String,
        at: Location<'a>,
        attempts: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        passes: Option<u32>,
        description: String,
    }
    let block = Block {
        outcome: report.outcome,
        message: report.message(),
        at: report.location(report.first_error()),
        attempts: report.attempts,
        passes: (report.attempts > 1).then_some(report.passes),
        description: described_plainly(report, rerun),
    };
    let yaml = serde_yaml::to_string(&block).map_err(io::Error::other)?;
    let mut text = "  ---\n".to_owned();
    for line in yaml.lines() {
        if !line.is_empty() {
            text += "  ";
            text += line;
        }
        text.push('\n');
    }
    Ok(text + "  ...\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stopped;
    use crate::report::test_support::{all, pass, rendered, values};

    #[test]
    fn a_test_for_each() {
        let text = rendered(&mut Tap::default(), &all(), None);
        let tests: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with(' ') && !line.is_empty())
            .collect();
        insta::assert_snapshot!(tests.join("\n"), @"
        TAP version 14
        1..11
        ok 1 - rules/endings.yaml::nothing is wrong
        not ok 2 - rules/endings.yaml::a side's end
        ok 3 - ai/all fine.yaml::odd
        ok 4 - ai/all fine.yaml::now so, now so
        not ok 5 - ai/all fine.yaml::known to be wrong # TODO issue 12
        not ok 6 - bad-1.in::a side's end
        not ok 7 - programs.yaml::a side's end
        not ok 8 - programs.yaml::a side's end
        not ok 9 - programs.yaml::repaired
        ok 10 - uai.yaml::later # SKIP not yet
        ok 11 - uai.yaml::set a position # SKIP a text program cannot be given a position
        # 11 scenarios in 5 files: 2 passed, 1 failed, 1 in error, 1 timed out, 1 crashed, 1 passed unexpectedly, 1 flaky, 1 failed as expected, 1 skipped, 1 unsupported; 1 warning (2.34 s)
        ");
    }

    #[test]
    fn a_failure_is_a_block_of_yaml() {
        let text = rendered(&mut Tap::default(), &[values()], None);
        insta::assert_snapshot!(text, @r"
        TAP version 14
        1..1
        not ok 1 - rules/endings.yaml::a side's end
          ---
          outcome: fail
          message: expected 3 jumps, found 4
          at:
            file: rules/endings.yaml
            line: 8
            column: 16
          attempts: 1
          description: |
            error: expected 3 jumps, found 4
             --> rules/endings.yaml:8:16
              |
            8 |       - jumps: 3
              |                ^

              jumps:
                expected  3
                actual    4

              run only this:      ataxx test rules/endings.yaml --filter 'a side'\''s end'
          ...
        # 1 scenario in 1 file: 1 failed (2.34 s)
        ");
        let (_, yaml) = text.split_once("  ---\n").expect("a block");
        let (yaml, _) = yaml.split_once("  ...\n").expect("its end");
        let value: serde_yaml::Value = serde_yaml::from_str(yaml).expect("YAML");
        assert_eq!(value["at"]["line"], 8);
    }

    #[test]
    fn the_end_before_the_end() {
        let text = rendered(&mut Tap::default(), &[pass()], Some(Stopped::Failures));
        insta::assert_snapshot!(text, @"
        TAP version 14
        1..2
        ok 1 - rules/endings.yaml::nothing is wrong
        Bail out! the failure limit was reached
        # 2 scenarios in 2 files: 1 passed, 1 not run (2.34 s)
        ");
    }

    #[test]
    fn names_are_no_directives() {
        let mut report = pass();
        report.identity.name = "it # SKIPs \\ it\n".to_owned();
        let text = rendered(&mut Tap::default(), &[report], None);
        assert!(
            text.contains("ok 1 - rules/endings.yaml::it \\# SKIPs \\\\ it\u{fffd}\n"),
            "{text}"
        );
    }
}
