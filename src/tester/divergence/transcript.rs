//! A dialogue with a text program that was recorded, gone through again with the rules.

use super::super::explore::Deviation;
use crate::opponents::subject::{Effect, Listener, Referee, Said};
use crate::session::{Dialect, Event, Session, SessionSettings};
use ataxx_core::board::{Color, Game, Position, Square};
use ataxx_core::notation::BerkeleyMove;
use std::collections::VecDeque;

/// A dialogue that is gone through: the rules carry out the lines that the program was sent, and
/// are compared with what it printed.
#[derive(Clone)]
pub struct Transcript {
    referee: Referee<'static>,
    listener: Listener,
    /// The boards that the next dumps are to show.
    dumps: VecDeque<Position>,
    /// The board cannot be known: an AI may have made a move that was not announced.
    has_lost_track: bool,
    /// A result that was announced while an AI is to move: it may come before the move that leads
    /// to it.
    #[expect(
        clippy::option_option,
        reason = "no result, or one with a winner or without"
    )]
    early: Option<Option<Color>>,
}

impl Transcript {
    /// The dialogue with a program that must behave like a session in this dialect. It loads no
    /// files.
    pub fn new(dialect: Dialect) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        Self {
            referee: Referee::new(session, &()),
            listener: Listener::new(dialect),
            dumps: VecDeque::new(),
            has_lost_track: false,
            early: None,
        }
    }

    /// The game by the rules.
    pub const fn game(&self) -> &Game {
        self.referee.game()
    }

    /// The program was sent a line. Returns why the rules refuse it, if they do.
    pub fn sent(&mut self, line: &str) -> Option<String> {
        self.referee.send(line, 1);
        self.take_effects()
    }

    /// The program printed a line. Returns what the rules do not have.
    pub fn heard(&mut self, line: &str) -> Option<Deviation> {
        let said = self.listener.hear(line).0;
        if self.has_lost_track {
            return None;
        }
        let announces_moves = self.referee.session().dialect().announces_moves();
        match said {
            // Where moves need not be announced, such words are free.
            Said::Move(color, _) if !announces_moves && self.referee.ai_turn() != Some(color) => {
                None
            }
            Said::Move(color, mv) => self.moved(color, mv),
            Said::Result(winner) if self.referee.ai_turn().is_some() => {
                let before = self.early.replace(winner)?;
                self.ended(before)
            }
            Said::Result(winner) => self.ended(winner),
            Said::DumpBegins if !announces_moves && self.referee.ai_turn().is_some() => {
                self.has_lost_track = true;
                None
            }
            Said::DumpBegins => {
                let early = self.early.take();
                self.referee.dump_came();
                self.take_effects();
                early.and_then(|winner| self.ended(winner))
            }
            Said::Board(board) => self.shown(&board),
            Said::Wrong(what) => Some(Deviation::Unreadable(what)),
            Said::DumpGoesOn | Said::Line => None,
        }
    }

    /// Notes the dumps that are to come. Returns why a line is refused.
    fn take_effects(&mut self) -> Option<String> {
        let mut refused = None;
        for (_, effect) in self.referee.take_record() {
            match effect {
                Effect::Event(Event::Dump(position)) => self.dumps.push_back(position),
                Effect::Refused(error) => refused = Some(error.message),
                Effect::NotLoaded(name) => refused = Some(format!("the file {name} is not here")),
                _ => {}
            }
        }
        refused
    }

    fn moved(&mut self, color: Color, mv: BerkeleyMove) -> Option<Deviation> {
        let (_, illegal) = self.referee.play(color, mv);
        self.take_effects();
        match (illegal, self.early.take()) {
            (Some(why), _) => Some(Deviation::IllegalMove(format!("{mv}: {why}"))),
            (None, Some(winner)) => self.ended(winner),
            (None, None) => None,
        }
    }

    fn ended(&self, winner: Option<Color>) -> Option<Deviation> {
        let game = self.game();
        let expected = game.outcome();
        let is_right = expected.is_some_and(|outcome| outcome.winner == winner);
        (!is_right).then(|| Deviation::Result {
            expected,
            position: *game.position(),
            is_over: expected.is_some(),
            announced: vec![winner],
        })
    }

    fn shown(&mut self, board: &Position) -> Option<Deviation> {
        let expected = self.dumps.pop_front().unwrap_or(*self.game().position());
        // A dump shows the squares alone; the rest is that of the rules.
        let actual = Position::new(
            board.pieces(Color::Red),
            board.pieces(Color::Blue),
            board.blocks(),
            expected.turn(),
        );
        let actual = actual
            .ok()?
            .with_jumps(expected.jumps())
            .with_plies(expected.plies());
        let mut squares = Square::all();
        let differs = squares.any(|square| expected.cell(square) != actual.cell(square));
        differs.then_some(Deviation::Board { expected, actual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::notation::Dump;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn hear(transcript: &mut Transcript, text: &str) -> Option<Deviation> {
        let found: Vec<_> = text.lines().map(|line| transcript.heard(line)).collect();
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
        assert_eq!(hear(&mut transcript, &dump), None);
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
        let Some(Deviation::Board { expected, actual }) = hear(&mut transcript, &wrong) else {
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
        assert_eq!(hear(&mut transcript, "Red moves a7-b7."), None);
        let mut game = transcript.game().clone();
        let answer: BerkeleyMove = "a1-b1".parse().expect("a move");
        answer.play(&mut game).expect("legal");
        let dump = Dump(*game.position()).to_string();
        assert_eq!(hear(&mut transcript, &dump), None);
    }

    #[test]
    fn moves_and_results_are_judged() {
        let mut transcript = Transcript::new(Dialect::SPRING_2022);
        transcript.sent("a7-b7");
        assert_eq!(hear(&mut transcript, "* Blue moves a1-b1."), None);
        assert_eq!(transcript.game().moves().len(), 2);
        let again = hear(&mut transcript, "* Blue moves a1-c1.");
        assert!(
            matches!(again, Some(Deviation::IllegalMove(_))),
            "{again:?}"
        );
        transcript.sent("a7-a6");
        assert_eq!(hear(&mut transcript, "* Blue wins."), None);
        let early = hear(&mut transcript, "* Blue moves b1-b2.");
        assert!(matches!(early, Some(Deviation::Result { .. })), "{early:?}");
        let over = hear(&mut transcript, "* Red wins.");
        assert!(matches!(over, Some(Deviation::Result { .. })), "{over:?}");
        assert_eq!(hear(&mut transcript, "anything else"), None);
    }

    #[test]
    fn a_right_result_is_no_deviation() {
        let mut transcript = Transcript::new(Dialect::SPRING_2022);
        let lines = "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6";
        for line in lines.split("; ") {
            assert_eq!(transcript.sent(line), None, "{line}");
        }
        assert_eq!(hear(&mut transcript, "* Red wins."), None);
        assert!(hear(&mut transcript, "* Blue wins.").is_some());
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
                    transcript.heard(&line);
                }
            }
        }
    }
}
