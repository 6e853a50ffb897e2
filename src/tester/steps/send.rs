//! `send: LINE`.

use super::kind::StepSyntax;
use crate::tester::performer::{
    FOLDER_VARIABLE, Performer, Placed, Problem, Progress, Role, Step, StepAt, UnderTest,
};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, put_captures};

/// Sends lines to the program.
#[derive(Debug)]
pub struct Send(Vec<Placed<String>>);

impl StepSyntax for Send {
    const KEY: &'static str = "send";
    const DESCRIPTION: &'static str = "Says these lines as they are.";
    const REFERENCE: (&'static str, &'static str) =
        ("`send: LINE` or a list", "says lines as they are");

    type Written = Texts;

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        Some(Self(parser.lines(&written, node)))
    }
}

impl Step for Send {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        performer.before_sending(&at.value())?;
        let is_engine = matches!(performer.subject, UnderTest::Engine(_));
        if is_engine && !performer.scenario.is_for_engines() {
            let dialect = performer.scenario.dialect.name();
            let reason = format!("an engine of UAI has no commands of {dialect}");
            return Err(Problem::unsupported(&at.place, reason));
        }
        for line in &self.0 {
            if performer.lacks_files() && line.value.contains(&format!("${{{FOLDER_VARIABLE}}}")) {
                let reason = "the files of a scenario are not written here";
                return Err(Problem::unsupported(&line.place, reason));
            }
            let text = put_captures(&line.value, &performer.state.captures);
            let deadline = performer.deadline();
            let sent = performer.subject.send(&text, deadline);
            sent.map_err(Problem::of(&line.place))?;
        }
        Ok(Progress::Done)
    }

    fn role(&self) -> Role {
        Role::Action
    }

    fn summary(&self) -> Option<&str> {
        self.0.first().map(|line| &*line.value)
    }
}
