//! CSV: a row for each scenario.

use super::{Report, Reporter, Summary};
use ataxx_core::diagnostic::text::seconds;
use ataxx_core::presentation::inert_field as field;
use std::io::{self, Write};

/// A row for each scenario, with a heading.
#[derive(Debug, Default)]
pub struct Csv;

impl Reporter for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "file,line,name,tags,outcome,earned,possible,seconds,message"
        )
    }

    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let (identity, points) = (&report.identity, report.points());
        writeln!(
            out,
            "{},{},{},{},{},{},{},{:.5},{}",
            field(&identity.file),
            identity.line,
            field(&identity.name),
            field(&identity.tags.join(" ")),
            report.outcome.name(),
            points.earned,
            points.possible,
            seconds(report.duration),
            field(&report.message())
        )
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        for identity in &summary.not_run {
            let (file, name) = (field(&identity.file), field(&identity.name));
            let (line, tags) = (identity.line, field(&identity.tags.join(" ")));
            let points = identity.points;
            writeln!(out, "{file},{line},{name},{tags},not-run,0,{points},0,")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stopped;
    use crate::report::test_support::{all, rendered};

    #[test]
    fn a_row_for_each() {
        insta::assert_snapshot!(rendered(&mut Csv, &all(), Some(Stopped::Failures)), @r#"
        file,line,name,tags,outcome,earned,possible,seconds,message
        rules/endings.yaml,1,nothing is wrong,rules,pass,2,2,1.25000,
        rules/endings.yaml,3,a side's end,rules,fail,0,2,1.25000,the board is not as expected
        ai/all fine.yaml,9,odd,rules,pass,2,2,1.25000,
        ai/all fine.yaml,3,"now so, now so",rules,flaky,2,2,1.25000,"expected 3 jumps, found 4"
        ai/all fine.yaml,20,known to be wrong,rules,expected-failure,0,2,1.25000,expected failure: issue 12
        bad-1.in,3,a side's end,rules,error,0,2,1.25000,bad
        bad-1.in,30,a fault of ours,rules,not-judged,0,0,1.25000,a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)
        programs.yaml,3,a side's end,rules,time-out,0,2,1.25000,"waited 10.0 s for Blue to announce a move, after line 14"
        programs.yaml,3,a side's end,rules,crash,0,2,1.25000,the program ended with signal 11
        programs.yaml,40,repaired,rules,unexpected-pass,0,2,1.25000,"expected to fail (issue 13), but passed"
        uai.yaml,1,later,rules,skipped,0,0,1.25000,skipped: not yet
        uai.yaml,2,set a position,rules,unsupported,0,0,1.25000,unsupported: a text program cannot be given a position
        rules/zugzwang.yaml,7,never begun,rules,not-run,0,2,0,
        "#);
    }
}
