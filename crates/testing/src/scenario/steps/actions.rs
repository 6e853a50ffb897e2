//! Actions: `send: LINE`, `play: MOVES`, `position: POSITION`.

use super::common::StepSyntax;
use crate::report::ProblemKind;
use crate::scenario::performer::{
    FOLDER_VARIABLE, Performer, Placed, Problem, Role, Scenario, Step, StepAt,
};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::{Text, Texts};
use crate::scenario::syntax::{Node, patterns, put_captures};
use ataxx_core::board;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{BerkeleyMove, Rows};
use ataxx_opponents::subject::{SubjectChoice, set_up_commands};
use schemars::{Schema, SchemaGenerator};

/// Sends lines to the program.
#[derive(Debug)]
pub struct Send(Vec<Placed<String>>);

impl StepSyntax for Send {
    const KEY: &'static str = "send";
    const FORM: &'static str = "`send: LINE` or a list";
    const DESCRIPTION: &'static str = "Sends these lines to the program.";

    type Written = Texts;

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        Some(Self(parser.lines(&written, node)))
    }
}

impl Step for Send {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        performer.before_sending(&at.value())?;
        let is_engine = performer.under_test.is_engine();
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
            performer.ask(&line.place, |subject, deadline| {
                subject.send(&text, deadline)
            })?;
            performer.count_line();
            performer.state.last_sent = text;
        }
        Ok(())
    }

    fn role(&self) -> Role {
        Role::Action
    }

    fn summary(&self) -> Option<&str> {
        self.0.first().map(|line| &*line.value)
    }
}

/// Makes moves by hand. By the rules each must be legal, and the program must take it.
#[derive(Debug)]
pub struct Play(Vec<Placed<BerkeleyMove>>);

impl StepSyntax for Play {
    const KEY: &'static str = "play";
    const FORM: &'static str = "`play: MOVES`";
    const DESCRIPTION: &'static str = "Makes these moves by hand; each must be legal.";

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::moves(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.placed_moves(&written, node).map(Self)
    }
}

impl Step for Play {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        performer.before_sending(&at.value())?;
        for Placed { place, value: mv } in &self.0 {
            let mut game = performer.subject().referee().clone();
            if let Err(error) = mv.play(&mut game) {
                let message = format!("{mv} is not legal: {error}");
                let diagnostic = place.blame(Diagnostic::error("illegal-move", message), "");
                let help = format!("in {}", Rows(*game.position()));
                let diagnostic = diagnostic.with_help([help]);
                return Err(Problem::new(ProblemKind::Scenario, diagnostic));
            }
            performer.ask(place, |subject, deadline| subject.play(*mv, deadline))?;
            performer.count_line();
            // An engine gets the moves with the position, when it is asked for one.
            let refuses = !performer.under_test.is_engine();
            if refuses && performer.watches_errors {
                performer.gather_errors(place)?;
                if !performer.state.errors.is_empty() && !performer.has_right_board(place) {
                    let error = performer.state.errors.swap_remove(0);
                    performer.state.errors.clear();
                    let message = format!("the legal move {mv} was refused: {error}");
                    return Err(Problem::mismatch(place, message));
                }
            }
        }
        Ok(())
    }

    fn role(&self) -> Role {
        Role::Action
    }
}

/// Begins a game from a position.
#[derive(Debug)]
pub struct Position(Box<board::Game>);

impl StepSyntax for Position {
    const KEY: &'static str = "position";
    const FORM: &'static str = "`position: POSITION`";
    const DESCRIPTION: &'static str = "Begins a game from this position.";

    type Written = Text;

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        Some(Self(Box::new(parser.game(&written, node)?)))
    }
}

impl Step for Position {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        performer.ask(&at.value(), |subject, deadline| {
            subject.set_game(&self.0, deadline)
        })
    }

    fn role(&self) -> Role {
        Role::Action
    }

    fn unsupported(&self, scenario: &Scenario, subject: &SubjectChoice) -> Option<String> {
        match subject {
            SubjectChoice::Program(_) => {
                let commands = set_up_commands(&self.0, scenario.dialect);
                commands.err().map(|failure| failure.message)
            }
            _ => None,
        }
    }
}
