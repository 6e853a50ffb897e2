//! What a [`Performer`] observes of its program for the steps.

use super::execution::{Need, Performer, Role};
use crate::opponents::subject::Seen;
use crate::report::{Place, Problem};
use ataxx_core::board::Position;
use ataxx_core::diagnostic::Diagnostic;

impl Performer<'_> {
    /// Observes what later checks need. Steps call it before they send.
    pub fn before_sending(&mut self, place: &Place) -> Result<(), Problem> {
        self.warn_of_unnoticed(place)?;
        let upcoming = self.steps.iter().skip(self.state.next + 1);
        let mut checks = upcoming.take_while(|at| at.step.role() != Role::Action);
        let needs_board = checks.any(|at| at.step.needs() == Some(Need::BoardBefore));
        self.state.before = if needs_board {
            Some(self.look(place)?.position)
        } else {
            None
        };
        self.state.sent_at = Some(place.clone());
        Ok(())
    }

    /// Warns of an error that no step has checked.
    fn warn_of_unnoticed(&mut self, place: &Place) -> Result<(), Problem> {
        if self.watches_errors {
            self.gather_errors(place)?;
        }
        let (errors, sent_at) = (
            std::mem::take(&mut self.state.errors),
            self.state.sent_at.take(),
        );
        // That the board stays unchanged says as much as an `error` check.
        let is_expected = self.state.before.is_some();
        if let (Some(error), Some(sent_at)) = (errors.first(), sent_at)
            && !is_expected
        {
            let message = format!("this was refused, and no check asks for it: {error}");
            let help = "an `error` check after it says that it is to be refused".to_owned();
            let warning = Diagnostic::warning("unnoticed-error", message);
            self.warnings
                .push(sent_at.blame(warning, "").with_help([help]));
        }
        Ok(())
    }

    /// The problem that a move or a result was announced that the rules do not give, whatever the
    /// scenario checks.
    pub fn wrong_announcement(&self) -> Option<Problem> {
        let message = self.subject.wrong_announcement()?;
        Some(Problem::mismatch(&self.scenario.place, message))
    }

    /// Ends the scenario, with a warning of an error that no step has checked.
    pub fn end(&mut self) {
        let place = self.scenario.place.clone();
        // A program that cannot be asked any more has no errors to report.
        let _ = self.warn_of_unnoticed(&place);
    }

    /// Gathers the errors since the last line was sent.
    pub fn gather_errors(&mut self, place: &Place) -> Result<(), Problem> {
        let deadline = self.deadline();
        let errors = self.subject.take_errors(deadline);
        self.state
            .errors
            .extend(errors.map_err(Problem::at(place))?);
        Ok(())
    }

    /// Gathers the lines that were written.
    pub fn gather_output(&mut self, place: &Place) -> Result<(), Problem> {
        let deadline = self.deadline();
        let lines = self.subject.take_output(deadline);
        let lines = lines.map_err(Problem::at(place))?;
        self.state.written.extend(lines.iter().cloned());
        self.state.unread.extend(lines);
        Ok(())
    }

    /// Takes the unread lines.
    pub fn take_unread(&mut self, place: &Place) -> Result<Vec<String>, Problem> {
        self.gather_output(place)?;
        Ok(std::mem::take(&mut self.state.unread))
    }

    /// The board of the program.
    pub fn look(&mut self, place: &Place) -> Result<Seen, Problem> {
        let deadline = self.deadline();
        self.subject.look(deadline).map_err(Problem::at(place))
    }

    /// The board, the side to move and the count of jumps, as the program itself reports them.
    /// `what` says in the error what is needed.
    pub fn position_with_turn(&mut self, place: &Place, what: &str) -> Result<Position, Problem> {
        let seen = self.look(place)?;
        if seen.knows_turn {
            return Ok(seen.position);
        }
        let reason = format!("a program with a command language cannot be asked for {what}");
        Err(Problem::unsupported(place, reason))
    }
}
