//! A recorded dialogue with a text program, compared with the rules.

use super::deviation::Deviation;
use crate::oracle::{NoteKind, Oracle, OutputReader};
use crate::session::{Dialect, Session, SessionSettings};
use ataxx_core::board::Game;

/// A recorded dialogue, given to the oracle line by line.
#[derive(Clone)]
pub struct Transcript {
    oracle: Oracle<'static>,
    reader: OutputReader,
}

impl Transcript {
    /// The dialogue with a program that must behave like a session in this dialect. It loads no
    /// files.
    pub fn new(dialect: Dialect) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        Self {
            oracle: Oracle::new(session, &()),
            reader: OutputReader::new(dialect),
        }
    }

    /// The game by the rules.
    pub const fn game(&self) -> &Game {
        self.oracle.game()
    }

    /// The program was sent a line. Returns why the rules refuse it, if they do.
    pub fn sent(&mut self, line: &str) -> Option<String> {
        let notes = self.oracle.sent(1, line).into_iter();
        let mut refusals = notes.filter_map(|note| match note.kind {
            NoteKind::Refused(error) => Some(error.message),
            NoteKind::NotLoaded(name) => Some(format!("the file {name} is not here")),
            _ => None,
        });
        refusals.next_back()
    }

    /// The program printed a line. Returns how it differs from the rules.
    pub fn printed(&mut self, line: &str) -> Option<Deviation> {
        let line = self.reader.classify(line).0;
        let notes = self.oracle.printed(1, &line);
        notes.into_iter().find_map(Deviation::of_note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Color, Position};
    use ataxx_core::notation::BerkeleyMove;
    use ataxx_core::notation::Dump;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn printed(transcript: &mut Transcript, text: &str) -> Option<Deviation> {
        let found: Vec<_> = text.lines().map(|line| transcript.printed(line)).collect();
        found.into_iter().flatten().next()
    }

    #[test]
    fn a_program_that_keeps_to_the_rules_does_not_deviate() {
        let mut transcript = Transcript::new(Dialect::FALL_2016);
        for line in ["manual blue", "start", "a7-b7", "dump"] {
            assert_eq!(transcript.sent(line), None, "{line}");
        }
        let dump = Dump(*transcript.game().position()).to_string();
        // What was sent before the dump came does not count for it.
        assert_eq!(transcript.sent("a1-a2"), None);
        assert_eq!(printed(&mut transcript, &dump), None);
        assert_eq!(transcript.game().moves().len(), 2);
        let refused = transcript.sent("a1-a7");
        assert!(refused.is_some());
    }

    #[test]
    fn a_wrong_board_is_found() {
        let mut transcript = Transcript::new(Dialect::SPRING_2022);
        transcript.sent("dump");
        let wrong = Dump(*transcript.game().position())
            .to_string()
            .replacen("r -", "r r", 1);
        let Some(Deviation::Board { expected, actual }) = printed(&mut transcript, &wrong) else {
            panic!("a board");
        };
        assert_eq!(expected, Position::start());
        assert_eq!(actual.pieces(Color::Red).count(), 3);
    }

    #[test]
    fn a_move_that_was_not_announced_is_no_deviation() {
        let mut transcript = Transcript::new(Dialect::FALL_2008);
        for line in ["start", "a7-b7", "dump"] {
            assert_eq!(transcript.sent(line), None, "{line}");
        }
        assert_eq!(printed(&mut transcript, "Red moves a7-b7."), None);
        let mut game = transcript.game().clone();
        let answer: BerkeleyMove = "a1-b1".parse().expect("a move");
        answer.play(&mut game).expect("legal");
        let dump = Dump(*game.position()).to_string();
        assert_eq!(printed(&mut transcript, &dump), None);
    }

    #[test]
    fn moves_and_results_are_judged() {
        let mut transcript = Transcript::new(Dialect::SPRING_2022);
        transcript.sent("a7-b7");
        assert_eq!(printed(&mut transcript, "* Blue moves a1-b1."), None);
        assert_eq!(transcript.game().moves().len(), 2);
        let again = printed(&mut transcript, "* Blue moves a1-c1.");
        assert!(
            matches!(again, Some(Deviation::IllegalMove(_))),
            "{again:?}"
        );
        transcript.sent("a7-a6");
        assert_eq!(printed(&mut transcript, "* Blue wins."), None);
        let early = printed(&mut transcript, "* Blue moves b1-b2.");
        assert!(matches!(early, Some(Deviation::Result { .. })), "{early:?}");
        let over = printed(&mut transcript, "* Red wins.");
        assert!(matches!(over, Some(Deviation::Result { .. })), "{over:?}");
        assert_eq!(printed(&mut transcript, "anything else"), None);
    }

    #[test]
    fn a_right_result_is_no_deviation() {
        let mut transcript = Transcript::new(Dialect::SPRING_2022);
        let lines = "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6";
        for line in lines.split("; ") {
            assert_eq!(transcript.sent(line), None, "{line}");
        }
        assert_eq!(printed(&mut transcript, "* Red wins."), None);
        assert!(printed(&mut transcript, "* Blue wins.").is_some());
    }

    proptest! {
        #[test]
        fn any_dialogue_is_gone_through(
            lines in vec((any::<bool>(), "a7-b7|dump|===|r - - - - - b|clear|quit|auto red|\\* Blue moves a1-b1\\.|\\* Draw\\.|load x|.{0,12}"), 0..30),
        ) {
            let mut transcript = Transcript::new(Dialect::FALL_2016);
            for (is_sent, line) in lines {
                if is_sent {
                    transcript.sent(&line);
                } else {
                    transcript.printed(&line);
                }
            }
        }
    }
}
