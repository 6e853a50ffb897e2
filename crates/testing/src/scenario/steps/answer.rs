//! `answer: any` or `no-error`.

use super::common::StepSyntax;
use crate::scenario::performer::{Need, Performer, Problem, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Node, patterns};
use ataxx_opponents::subject::{Subject, is_error, is_unanswered};
use ataxx_session::{self as session, Command};
use schemars::{Schema, SchemaGenerator};

/// Checks how the last `send` was answered, on whichever stream.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// In any words.
    Any,
    /// With nothing that calls itself an error, or not at all.
    NoError,
}

const VALUES: [(&str, Answer); 2] = [("any", Answer::Any), ("no-error", Answer::NoError)];

impl StepSyntax for Answer {
    const KEY: &'static str = "answer";
    const FORM: &'static str = "`answer: any`, `no-error`";
    const DESCRIPTION: &'static str = "Checks that the last `send` was answered: something was \
        printed to stdout or stderr, in any words, that is not printed for every line as a prompt \
        is. `no-error`: nothing that was printed begins with `error`.";

    type Written = Text;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        patterns::words(VALUES.map(|(name, _)| name))
    }

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.decoder.named(&written, node, "an answer", &VALUES)
    }
}

impl Step for Answer {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let mut output = performer.ask(&place, Subject::take_output)?;
        performer.gather_errors(&place)?;
        if matches!(self, Self::NoError) {
            let mut errors = performer.state.errors.iter();
            if let Some(error) = errors.find(|error| is_error(error)) {
                let message = format!("expected no error, found: {error}");
                return Err(Problem::mismatch(&place, message));
            }
        } else if performer.state.errors.is_empty() {
            let stderr_lines = performer.state.stderr_lines.clone();
            let dialect = performer.scenario.dialect;
            let sent = session::parse(&performer.state.last_sent, dialect);
            // Any output counts as help.
            let is_help =
                matches!(sent, Ok(Some(line)) if matches!(line.command, Command::Help(_)));
            let is_unanswered = performer.ask(&place, |subject, deadline| {
                Ok(
                    is_unanswered(subject, &mut output, &stderr_lines, is_help, deadline)?
                        && subject.await_errors(deadline)?.is_empty(),
                )
            })?;
            if is_unanswered {
                let line = &performer.state.last_sent;
                let message = format!("expected an answer to `{line}`, found none");
                return Err(Problem::mismatch(&place, message));
            }
        }
        // An error that was expected.
        performer.state.errors.clear();
        performer.add_output(output);
        Ok(())
    }

    fn needs(&self) -> Option<Need> {
        Some(Need::OutputBefore)
    }
}
