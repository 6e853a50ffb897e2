//! The XML of `JUnit`, for build servers.

use super::human::{described_plainly, line_by_line};
use super::{Identity, ProgramResults, Report, Reporter, Rerun, StartFailure, Summary};
use crate::report::Outcome;
use ataxx_core::diagnostic::text::for_xml;
use maud::{Markup, html};
use std::io::{self, Write};
use std::time::Duration;

/// The XML of `JUnit`: a suite for each file, a case for each scenario, also where it was not
/// run.
#[derive(Debug, Default)]
pub struct Junit {
    rerun: Rerun,
    /// The program of a class whose scenarios are added.
    program: Option<String>,
    suites: Vec<Suite>,
}

/// The scenarios of a file.
#[derive(Debug)]
struct Suite {
    name: String,
    time: Duration,
    cases: Vec<(Status, String)>,
}

/// The status of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Passed,
    Flaky,
    Failed,
    Error,
    Skipped,
}

impl Junit {
    /// A reporter; `rerun` has the options of the run.
    pub const fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            program: None,
            suites: Vec::new(),
        }
    }

    /// The document about a class: suites for each program. A program that was never started
    /// has one case in place of its scenarios.
    pub fn of_class(results: &[ProgramResults]) -> String {
        let mut junit = Self::default();
        let mut duration = Duration::ZERO;
        for one in results {
            junit.rerun.clone_from(&one.rerun);
            junit.program = Some(one.name.clone());
            duration += one.summary().duration;
            if let Some(failure) = &one.start_failure {
                junit.add_not_started(failure);
                continue;
            }
            for report in &one.reports {
                junit.add_report(report);
            }
            junit.add_not_run(&one.not_run, "not run");
        }
        junit.document(duration)
    }

    fn add_not_started(&mut self, failure: &StartFailure) {
        let message = failure.to_string();
        let inside = html! {
            "\n            "
            error message=(for_xml(&message)) type="not-started" { (for_xml(&failure.stderr)) }
        };
        let identity = Identity {
            name: "start".to_owned(),
            line: 1,
            ..Identity::default()
        };
        self.add(&identity, None, Status::Error, &inside);
    }

    /// Adds a case to the suite of its file; scenarios of a file come one after the other.
    fn add(
        &mut self,
        identity: &Identity,
        time: Option<Duration>,
        status: Status,
        inside: &Markup,
    ) {
        let Identity { file, name, .. } = identity;
        let class = self.of_program(identity.suite.as_ref().unwrap_or(file));
        let suite = self.of_program(file);
        let case = html! {
            "\n        "
            testcase name=(for_xml(name)) classname=(for_xml(&class)) time=[time.map(in_seconds)]
                file=(for_xml(file)) line=(identity.line) { (inside) @if !inside.0.is_empty() { "\n        " } }
        };
        if self.suites.last().is_none_or(|last| last.name != suite) {
            self.suites.push(Suite {
                name: suite,
                time: Duration::ZERO,
                cases: Vec::new(),
            });
        }
        if let Some(suite) = self.suites.last_mut() {
            suite.time += time.unwrap_or_default();
            suite.cases.push((status, case.into_string()));
        }
    }

    /// A name with that of the program before it.
    fn of_program(&self, name: &str) -> String {
        match &self.program {
            Some(program) if name.is_empty() => program.clone(),
            Some(program) => format!("{program}: {name}"),
            None => name.to_owned(),
        }
    }

    fn add_report(&mut self, report: &Report) {
        let status = match report.outcome {
            Outcome::Pass => Status::Passed,
            Outcome::Flaky => Status::Flaky,
            Outcome::Fail | Outcome::UnexpectedPass | Outcome::Blocked => Status::Failed,
            Outcome::Error | Outcome::TimeOut | Outcome::Crash | Outcome::NotJudged => {
                Status::Error
            }
            Outcome::Skipped | Outcome::Unsupported | Outcome::ExpectedFailure => Status::Skipped,
        };
        let kind = report.outcome.name();
        let message = report.message();
        let message = for_xml(&message);
        let reason = report.reason.as_deref().unwrap_or("no reason given");
        let described = described_plainly(report, &self.rerun);
        let described = for_xml(&described);
        let (dialogue, stderr) = if report.outcome.is_bad() {
            let dialogue = line_by_line(&report.dialogue);
            (dialogue.join("\n"), report.stderr_lines.join("\n"))
        } else {
            Default::default()
        };
        let inside = html! {
            @if status != Status::Passed { "\n            " }
            @match status {
                Status::Passed => {}
                Status::Flaky => flakyFailure message=(message) type=(kind) { (described) }
                Status::Failed => failure message=(message) type=(kind) { (described) }
                Status::Error => error message=(message) type=(kind) { (described) }
                Status::Skipped => {
                    skipped message={ (report.outcome) ": " (for_xml(reason)) } type=(kind) {}
                }
            }
            @if !dialogue.is_empty() { "\n            " system-out { (for_xml(&dialogue)) } }
            @if !stderr.is_empty() { "\n            " system-err { (for_xml(&stderr)) } }
        };
        self.add(&report.identity, Some(report.duration), status, &inside);
    }

    fn add_not_run(&mut self, not_run: &[Identity], message: &str) {
        let skipped = html! { "\n            " skipped message=(message) type="not-run" {} };
        for identity in not_run {
            self.add(identity, None, Status::Skipped, &skipped);
        }
    }

    /// The whole document.
    fn document(&self, duration: Duration) -> String {
        let count = |suites: &[Suite], status| -> usize {
            let cases = suites.iter().flat_map(|suite| &suite.cases);
            cases.filter(|case| case.0 == status).count()
        };
        let counts = |suites: &[Suite]| {
            [Status::Skipped, Status::Failed, Status::Error].map(|status| count(suites, status))
        };
        let tests: usize = self.suites.iter().map(|suite| suite.cases.len()).sum();
        let [skipped, failures, errors] = counts(&self.suites);
        let document = html! {
            testsuites name="ataxx" tests=(tests) skipped=(skipped) failures=(failures)
                errors=(errors) time=(in_seconds(duration))
            {
                @for suite in &self.suites {
                    @let [skipped, failures, errors] = counts(std::slice::from_ref(suite));
                    "\n    "
                    testsuite name=(for_xml(&suite.name)) tests=(suite.cases.len())
                        skipped=(skipped) errors=(errors) failures=(failures)
                        time=(in_seconds(suite.time))
                    {
                        @for (_, case) in &suite.cases { (maud::PreEscaped(case)) }
                        "\n    "
                    }
                }
                "\n"
            }
        };
        let document = document.into_string();
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
    }
}

impl Reporter for Junit {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.add_report(report);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let message = match summary.stopped {
            Some(stopped) => format!("not run: {}", stopped.reason()),
            None => "not run".to_owned(),
        };
        self.add_not_run(&summary.not_run, &message);
        out.write_all(self.document(summary.duration).as_bytes())
    }
}

fn in_seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stopped;
    use crate::report::test_support::{all, boards, rendered};
    use roxmltree::Document as Xml;
    use std::fmt::Write as _;

    fn junit(reports: &[Report], stopped: Option<Stopped>) -> String {
        rendered(&mut Junit::default(), reports, stopped)
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
        testsuites ataxx|13|2|4||
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
          testsuite bad-1.in|2|0|2||
            testcase a side's end|||||
              error ||||error|bad
            testcase a fault of ours|||||
              error ||||not-judged|a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)
          testsuite programs.yaml|3|1|2||
            testcase a side's end|||||
              error ||||time-out|waited 10.0 s for Blue to announce a move, after line 14
              system-out |||||
              system-err |||||
            testcase a side's end|||||
              error ||||crash|the program ended with signal 11
            testcase repaired|||||
              failure ||||unexpected-pass|expected to fail (issue 13), but passed
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
                <testcase name="a side's end" classname="Endings" time="1.250" file="rules/endings.yaml" line="3">
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

          dialogue (&gt; to the program, &lt; from it):
             1.001 s  &gt; a7-b7
             2.002 s  &lt; ===�[2J

          the end of stderr:
          | first
          | Exception in thread &quot;main&quot;

          run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
          accept this output: ataxx test 'rules/endings.yaml::a side'\''s end' --bless
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
        report.stderr_lines = vec![odd.to_owned()];
        if let Some(failure) = &mut report.failure {
            failure.diagnostics[0].message = odd.to_owned();
        }
        let text = junit(&[report], None);
        Xml::parse(&text).expect("XML");
    }
}
