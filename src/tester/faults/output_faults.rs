//! Faults in what is printed.

use super::{Fault, Injected, change};
use crate::session::{Command, State};
use crate::session::{Event, Session};
use ataxx_core::board::{Bitboard, Color, Ending, Outcome};

impl Injected {
    /// What is told of what happened.
    pub(super) fn told(
        &mut self,
        session: &Session,
        before: &Session,
        command: &Command,
        events: Vec<Event>,
    ) -> Vec<Event> {
        let mut told = Vec::new();
        for event in events {
            match (self.fault, event) {
                (_, Event::Over(outcome)) => {
                    let repeated = std::mem::replace(&mut self.announced, true);
                    self.result(outcome, repeated, command, &mut told);
                }
                (Fault::DumpUpsideDown, Event::Dump(position)) => {
                    let board = change::mirrored(&position, |file, rank| (file, 6 - rank));
                    told.push(Event::Dump(board));
                }
                (Fault::DumpTransposed, Event::Dump(position)) => {
                    let board = change::mirrored(&position, |file, rank| (rank, file));
                    told.push(Event::Dump(board));
                }
                (Fault::DumpHidesBlocks, Event::Dump(position)) => {
                    let board = change::with_blocks(&position, Bitboard::EMPTY);
                    told.push(Event::Dump(board));
                }
                (Fault::BoardUnmarked, Event::Board(position, _)) => {
                    told.push(Event::Board(position, None));
                }
                (Fault::AiMoveSilent, Event::AiPlayed { .. }) => {}
                (
                    Fault::AiMoveReversed,
                    Event::AiPlayed {
                        color,
                        played,
                        choice,
                    },
                ) => {
                    let played = change::reversed(played);
                    told.push(Event::AiPlayed {
                        color,
                        played,
                        choice,
                    });
                }
                (_, event) => told.push(event),
            }
        }
        let was_over = before.state() == State::Finished;
        let outcome = session.game.outcome();
        let is_silent = !told.iter().any(|event| matches!(event, Event::Over(_)));
        if let Some(outcome) = outcome.filter(|_| is_silent) {
            let in_set_up = self.fault == Fault::ResultInSetUp && session.state() == State::SetUp;
            let again = self.fault == Fault::ResultAgain && was_over && session.started;
            if in_set_up || again {
                told.push(Event::Over(outcome));
            }
        }
        if matches!(command, Command::New | Command::Clear) {
            (self.moved, self.announced, self.put_off) = (false, false, false);
        }
        told
    }

    /// The announcement of a result.
    fn result(
        &self,
        mut outcome: Outcome,
        repeated: bool,
        command: &Command,
        told: &mut Vec<Event>,
    ) {
        match self.fault {
            Fault::ResultMissing => return,
            Fault::ResultOnce if repeated => return,
            Fault::StartSilent if *command == Command::Start => return,
            Fault::ResultTwice => told.push(Event::Over(outcome)),
            Fault::ResultSwapped => outcome.winner = outcome.winner.map(|winner| !winner),
            Fault::DrawToBlue if outcome.winner.is_none() => outcome.winner = Some(Color::Blue),
            Fault::LimitIsDraw if outcome.ending == Ending::JumpLimit => outcome.winner = None,
            _ => {}
        }
        told.push(Event::Over(outcome));
    }
}
