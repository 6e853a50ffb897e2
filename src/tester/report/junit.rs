//! For build servers: the XML of `JUnit`.

use super::human::{described_plainly, line_by_line};
use super::{Identity, Report, Reporter, Rerun, Stopped, Summary};
use crate::diagnostic::text::for_xml as xml_text;
use crate::tester::Outcome;
use quick_junit::{
    NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestRerun, TestSuite,
};
use std::io::{self, Write};

/// The XML of `JUnit`: a suite for each file, a case for each scenario, those not run too.
#[derive(Debug, Default)]
pub struct Junit {
    /// What a scenario must be run with to be run again in the same way.
    pub rerun: Rerun,
    suites: Vec<TestSuite>,
}

impl Junit {
    /// A reporter; `rerun` are the options that a scenario must be run with to be run again
    /// in the same way.
    #[must_use]
    pub const fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            suites: Vec::new(),
        }
    }

    /// The suite of a file; scenarios of a file come one after the other.
    fn suite(&mut self, file: &str) -> &mut TestSuite {
        let last = self.suites.last();
        if last.is_none_or(|suite| suite.name.as_str() != xml_text(file)) {
            self.suites.push(TestSuite::new(&*xml_text(file)));
        }
        let last = self.suites.len() - 1;
        &mut self.suites[last]
    }

    fn status(&self, report: &Report) -> TestCaseStatus {
        let kind = match report.outcome {
            Outcome::Pass => return TestCaseStatus::success(),
            Outcome::Flaky => {
                let mut rerun = TestRerun::new(NonSuccessKind::Failure);
                rerun
                    .set_type("flaky")
                    .set_message(&*xml_text(&report.message()))
                    .set_description(&*xml_text(&described_plainly(report, &self.rerun)));
                let mut status = TestCaseStatus::success();
                status.add_rerun(rerun);
                return status;
            }
            Outcome::Skipped | Outcome::Unsupported | Outcome::ExpectedFailure => {
                let mut status = TestCaseStatus::skipped();
                status.set_type(report.outcome.name());
                let reason = report.reason.as_deref().unwrap_or("no reason given");
                let message = format!("{}: {reason}", report.outcome);
                status.set_message(&*xml_text(&message));
                return status;
            }
            Outcome::Fail | Outcome::UnexpectedPass => NonSuccessKind::Failure,
            Outcome::Error | Outcome::TimeOut | Outcome::Crash => NonSuccessKind::Error,
        };
        let mut status = TestCaseStatus::non_success(kind);
        status
            .set_type(report.outcome.name())
            .set_message(&*xml_text(&report.message()))
            .set_description(&*xml_text(&described_plainly(report, &self.rerun)));
        status
    }
}

fn case(identity: &Identity, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(&*xml_text(&identity.name), status);
    let class = identity.suite.as_ref().unwrap_or(&identity.file);
    case.set_classname(&*xml_text(class));
    for (name, value) in [
        ("file", identity.file.clone()),
        ("line", identity.line.to_string()),
    ] {
        case.extra.insert(name.into(), (&*xml_text(&value)).into());
    }
    case
}

impl Reporter for Junit {
    fn tell(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        let mut case = case(&report.identity, self.status(report));
        case.set_time(report.duration);
        if report.outcome.is_bad() {
            let said = line_by_line(&report.dialogue);
            if !said.is_empty() {
                case.set_system_out(&*xml_text(&said.join("\n")));
            }
            let complaints = report.complaints.join("\n");
            if !complaints.is_empty() {
                case.set_system_err(&*xml_text(&complaints));
            }
        }
        self.suite(&report.identity.file).add_test_case(case);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        for identity in &summary.not_run {
            let mut status = TestCaseStatus::skipped();
            status.set_type("not-run");
            status.set_message(match summary.stopped {
                Some(Stopped::Failures) => "not run, as enough had gone wrong",
                Some(Stopped::Interrupted) => "not run: interrupted",
                None => "not run",
            });
            let case = case(identity, status);
            self.suite(&identity.file).add_test_case(case);
        }
        let mut document = Document::new("ataxx");
        document.set_time(summary.duration);
        for mut suite in std::mem::take(&mut self.suites) {
            let times = suite.test_cases.iter().filter_map(|case| case.time);
            suite.set_time(times.sum());
            document.add_test_suite(suite);
        }
        document.serialize(out).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::report::made_up::{all, boards, told};
    use roxmltree::Document as Xml;
    use std::fmt::Write as _;

    fn junit(reports: &[Report], stopped: Option<Stopped>) -> String {
        told(&mut Junit::default(), reports, stopped)
    }

    #[test]
    fn a_case_for_each() {
        let text = junit(&all(), Some(Stopped::Interrupted));
        let xml = Xml::parse(&text).expect("XML");
        let mut seen = String::new();
        for node in xml.descendants().filter(roxmltree::Node::is_element) {
            let depth = node.ancestors().count() - 2;
            let attribute = |name| node.attribute(name).unwrap_or_default();
            let words = ["name", "tests", "failures", "errors", "type", "message"]
                .map(attribute)
                .join("|");
            let indent = "  ".repeat(depth);
            let name = node.tag_name().name();
            let _ = writeln!(seen, "{indent}{name} {words}");
        }
        insta::assert_snapshot!(seen, @"
        testsuites ataxx|12|2|3||
          testsuite rules/endings.yaml|2|1|0||
            testcase nothing is wrong|||||
            testcase a side's end|||||
              failure ||||fail|the board is not as expected
              system-out |||||
              system-err |||||
          testsuite ai/all fine.yaml|3|0|0||
            testcase odd|||||
            testcase now so, now so|||||
              flakyFailure ||||flaky|expected 3 jumps, found 4
            testcase known to be wrong|||||
              skipped ||||expected-failure|expected failure: issue 12
          testsuite bad-1.in|1|0|1||
            testcase a side's end|||||
              error ||||error|bad
          testsuite programs.yaml|3|1|2||
            testcase a side's end|||||
              error ||||time-out|waited 10.0 s for Blue to announce a move, after line 14
              system-out |||||
              system-err |||||
            testcase a side's end|||||
              error ||||crash|the program ended with signal 11
            testcase repaired|||||
              failure ||||unexpected-pass|it was to fail (issue 13), and did not
          testsuite uai.yaml|2|0|0||
            testcase later|||||
              skipped ||||skipped|skipped: not yet
            testcase set a position|||||
              skipped ||||unsupported|unsupported: a text program cannot be given a position
          testsuite rules/zugzwang.yaml|1|0|0||
            testcase never begun|||||
              skipped ||||not-run|not run: interrupted
        ");
    }

    #[test]
    fn a_failure_in_full() {
        insta::assert_snapshot!(junit(&[boards()], None), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="ataxx" tests="1" skipped="0" failures="1" errors="0" time="2.345">
            <testsuite name="rules/endings.yaml" tests="1" skipped="0" errors="0" failures="1" time="1.250">
                <testcase name="a side&apos;s end" classname="Endings" time="1.250" file="rules/endings.yaml" line="3">
                    <failure message="the board is not as expected" type="fail">error: the board is not as expected
         --&gt; rules/endings.yaml:6:9
          |
        6 |       - board: |
          |         ^^^^^ 4 squares differ

          expected              actual
          7  r[-|-]- - - b      7  r[r|r]- - - b
          6 [-]- - - - - -      6 [r]- - - - - -
          5  - - X - X - -      5  - - X - X - -
          4  - - - . - - -      4  - - - b - - -
          3  - - X - X - -      3  - - X - X - -
          2  - - - - - - -      2  - - - - - - -
          1  b - - - - -[r]     1  b - - - - -[-]
             a b c d e f g         a b c d e f g
          g1 is empty, not red; a6 is red, not empty; b7 is red, not empty; c7 is red, not empty

          what was said (&gt; to the program, &lt; by it):
             1.001 s  &gt; a7-b7
             2.002 s  &lt; ===�[2J

          the end of stderr:
          | first
          | Exception in thread &quot;main&quot;

          run only this:      ataxx test rules/endings.yaml --filter &apos;a side&apos;\&apos;&apos;s end&apos;
          accept what it is:  ataxx test rules/endings.yaml --filter &apos;a side&apos;\&apos;&apos;s end&apos; --bless
        </failure>
                    <system-out>   1.001 s  &gt; a7-b7
           2.002 s  &lt; ===�[2J</system-out>
                    <system-err>first
        Exception in thread &quot;main&quot;
        </system-err>
                </testcase>
            </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn any_text_makes_xml() {
        let mut report = boards();
        let odd = "\u{0}\u{1}\u{1b}<&>\"']]>\u{ffff}ä\u{9b}";
        report.identity.name = odd.to_owned();
        report.complaints = vec![odd.to_owned()];
        if let Some(failure) = &mut report.failure {
            failure.diagnostics[0].message = odd.to_owned();
        }
        let text = junit(&[report], None);
        Xml::parse(&text).expect("XML");
    }
}
