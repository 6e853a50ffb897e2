//! A game against another program: what one AI plays is typed to the other.

use super::check_board::name_of;
use super::check_moves::judge;
use super::problem::Problem;
use super::stage::Stage;
use crate::board::{Color, Position};
use crate::opponents::subject::{Subject, SubjectChoice, Trouble};
use crate::session::Dialect;
use crate::tester::syntax::step::{Ending, PlayedGame, StepAt};
use std::time::Instant;

impl Stage<'_> {
    /// Plays a game on from where it stands against the program of this command line.
    pub(super) fn check_versus(
        &mut self,
        command: &str,
        game: &PlayedGame,
        at: &StepAt,
    ) -> Result<(), Problem> {
        let place = at.field("against");
        let choice = SubjectChoice::Program(command.to_owned());
        let opened = super::work::open_another(self.scenario, &choice, self.context);
        let mut other = opened.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
        let played = self.play_out(other.as_mut(), game, at);
        let complaints = other.complaints();
        if !complaints.is_empty() {
            self.others.push(complaints);
        }
        self.dialogues.push(other.take_dialogue());
        played
    }

    fn play_out(
        &mut self,
        other: &mut dyn Subject,
        game: &PlayedGame,
        at: &StepAt,
    ) -> Result<(), Problem> {
        let place = at.value();
        let trouble = |trouble| Problem::Trouble(trouble, place.clone());
        let end = self.deadline_in(game.total.unwrap_or(self.scenario.limit));
        let own = game.color.unwrap_or(Color::Red);
        let so_far = self.subject.referee().clone();
        let dialect = self.scenario.dialect;
        if *so_far.position() != Position::start() || so_far.last_move().is_some() {
            if dialect.has_states() {
                let reason = "in a dialect with states such a game begins at the start";
                return Err(trouble(Trouble::Unsupported(reason.to_owned())));
            }
            other.set_game(&so_far, self.deadline()).map_err(trouble)?;
        }
        prepare(other, dialect, !own, self.deadline()).map_err(trouble)?;
        let deadline = self.deadline();
        prepare(self.subject.as_mut(), dialect, own, deadline).map_err(trouble)?;
        let mut plies = 0;
        // An AI in this process answers a move at once: where the game stands between the two
        // is nobody's but ours to know.
        let mut so_far = so_far;
        while so_far.outcome().is_none() {
            let limit = self.time_for_move(game, plies, end, at)?;
            let deadline = self.deadline();
            let made = if so_far.position().turn() == own {
                let made = self.next_ai_move(limit, &place)?;
                other
                    .send(&made.mv.to_string(), deadline)
                    .map_err(trouble)?;
                made
            } else {
                let made = other.ai_move(self.deadline_in(limit)).map_err(trouble)?;
                judge(&made, limit, &place)?;
                let sent = self.subject.send(&made.mv.to_string(), deadline);
                sent.map_err(trouble)?;
                made
            };
            if made.mv.play(&mut so_far).is_err() {
                let message = format!("{} made the move {} out of turn", made.color, made.mv);
                return Err(Problem::unmet(&place, message));
            }
            plies += 1;
        }
        self.check_ending(game, at)?;
        let announced = other.announced(self.deadline()).map_err(trouble)?;
        let expected = so_far
            .outcome()
            .map_or(Ending::None, |outcome| Ending::With(outcome.winner));
        let told = announced.map_or(Ending::None, |announced| Ending::With(announced.winner));
        if told == expected {
            return Ok(());
        }
        let what = "result that the other program announced";
        let (expected, actual) = (name_of(expected).to_owned(), name_of(told).to_owned());
        Err(Problem::values(
            &at.field("against"),
            what,
            expected,
            actual,
        ))
    }
}

/// Tells a program which side its AI plays, and that the other is played by hand.
fn prepare(
    subject: &mut dyn Subject,
    dialect: Dialect,
    own: Color,
    deadline: Instant,
) -> Result<(), Trouble> {
    let name = |color: Color| color.to_string().to_lowercase();
    if !dialect.orders_by_color() {
        let name = dialect.name();
        let reason = format!("the document of {name} lets an AI play with a remote opponent alone");
        return Err(Trouble::Unsupported(reason));
    }
    let mut lines = vec![
        format!("manual {}", name(!own)),
        format!("auto {}", name(own)),
    ];
    lines.extend(dialect.has_states().then(|| "start".to_owned()));
    for line in lines {
        subject.send(&line, deadline)?;
    }
    Ok(())
}
