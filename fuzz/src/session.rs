//! Whole sessions.

use crate::errors::{
    assert_no_controls, assert_no_reserved_words, check_diagnostic, check_rendered, text,
};
use crate::files::InMemory;
use crate::quick::{AnyMoves, quick_session, split_dialect, typed};
use crate::twins::{check_same, literal_of};
use ataxx_core::Cancellation;
use ataxx_core::board::{Bitboard, BlockError, Color, Outcome, PlayedMove, Position, Square};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_core::reference::{Cell, LiteralPosition};
use ataxx_session::{
    Command, Dialect, Event, Flow, Interpreter, LineOfText, Output, Session, State, Step,
    completions, hint, parse,
};

/// A session that has said so much is left: two AIs go on for long.
const MAX_OUTPUTS: usize = 100;
/// In one of this many sessions, by their length, an AI searches for its first move, and the first
/// question is answered by a search. A search takes as long as all else in ten sessions.
const SEARCHED: usize = 16;

/// Carries out the lines of a session, with the rules taken word for word beside it.
///
/// The first line may be the name of a dialect. Of the others, `%n` stands for the
/// n-th legal move, and `%stop` asks the AI that thinks next to play at once
/// and the line to end there.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    let (dialect, lines) = split_dialect(&text);
    let files = InMemory { input: lines };
    let told = Cancellation::new();
    let searches = usize::from(data.len().is_multiple_of(SEARCHED));
    let quick = AnyMoves::after(searches);
    let mut interpreter =
        Interpreter::new(quick_session(dialect), &files, &told).with_chooser(&quick);
    let mut witness = Witness::new(dialect, searches);
    for (index, line) in lines.lines().enumerate() {
        if line == "%stop" {
            told.request();
            continue;
        }
        let typed = typed(line, interpreter.session());
        let line = LineOfText {
            source: (index % 2 == 0).then_some("<fuzz>"),
            number: index + 1,
            text: &typed,
        };
        let flow = interpreter.line(line, &mut |session, output| witness.see(session, output));
        assert!(witness.begun.is_empty());
        let was_told = told.is_requested();
        told.clear();
        assert!(was_told || flow != Flow::Pause);
        if flow == Flow::End {
            break;
        }
        witness.check_announced(interpreter.session());
    }
    check_completions(interpreter.session(), lines.lines().last().unwrap_or(""));
    witness.take_all_back(interpreter.session());
}

/// Sees every output, and knows from them alone how the game stands.
struct Witness {
    dialect: Dialect,
    /// The position at each ply, the one at hand last.
    literal: Vec<LiteralPosition>,
    /// The lines under way with the session before each.
    begun: Vec<(String, Session)>,
    /// The result of the game at hand has been told.
    announced: bool,
    /// The game did not begin at the start.
    is_set_up: bool,
    /// A session that asks more questions is left.
    studies_left: usize,
    outputs: usize,
}

impl Witness {
    fn new(dialect: Dialect, studies_left: usize) -> Self {
        Self {
            dialect,
            literal: vec![LiteralPosition::start()],
            begun: Vec::new(),
            announced: false,
            is_set_up: false,
            studies_left,
            outputs: 0,
        }
    }

    fn see(&mut self, session: &Session, output: Output) -> Flow {
        match output {
            Output::Begun(line) => {
                self.begun.push((line.text.to_owned(), session.clone()));
            }
            Output::Done(line) => {
                let (text, _) = self.begun.pop().expect("it was begun");
                assert_eq!(text, line.text);
                return Flow::GoOn;
            }
            Output::Thinking(color) => assert_eq!(session.ai_turn(), Some(color)),
            Output::Studying(_) => {
                let left = self.studies_left.checked_sub(1);
                self.studies_left = left.unwrap_or(0);
                return left.map_or(Flow::End, |_| Flow::GoOn);
            }
            Output::Waiting(awaited) => panic!("there is nobody elsewhere: {awaited:?}"),
            Output::Refused(diagnostic) => self.refused(session, &diagnostic),
            Output::Event(event) => {
                self.follow(session, &event);
                self.check_words(&event);
                if event == Event::Quit {
                    return Flow::GoOn;
                }
            }
        }
        self.outputs += 1;
        if self.outputs < MAX_OUTPUTS {
            Flow::GoOn
        } else {
            Flow::End
        }
    }

    fn now(&self) -> LiteralPosition {
        *self.literal.last().expect("one at least")
    }

    fn now_mut(&mut self) -> &mut LiteralPosition {
        self.literal.last_mut().expect("one at least")
    }

    /// The command on the line under way.
    fn command(&self) -> Option<Command> {
        let (text, _) = self.begun.last()?;
        let line = parse(text, self.dialect).ok()??;
        Some(line.command)
    }

    /// Plays an event on the literal board, and holds the session against it.
    fn follow(&mut self, session: &Session, event: &Event) {
        match *event {
            Event::Played(color, played) | Event::AiPlayed { color, played, .. } => {
                self.play(color, played);
            }
            Event::Undone { moves, blocks_gone } => {
                let blocks = self.now().count(Cell::Block);
                assert!(moves == 1 || moves == 2);
                self.literal.truncate(self.literal.len() - moves);
                assert_eq!(self.now().count(Cell::Block) != blocks, blocks_gone);
                self.announced = false;
            }
            Event::Cleared | Event::NewGame => {
                self.literal = vec![LiteralPosition::start()];
                self.announced = false;
                self.is_set_up = false;
            }
            Event::PositionSet(_) => {
                let mut game = session.game().clone();
                self.literal = vec![literal_of(game.position())];
                while game.undo().is_some() {
                    self.literal.insert(0, literal_of(game.position()));
                }
                self.announced = false;
                self.is_set_up = true;
            }
            Event::Blocked { squares } => {
                for square in self.squares_to_block() {
                    self.place_block(square).expect("it was not refused");
                }
                assert_eq!(self.now().count(Cell::Block), squares);
            }
            Event::Over(outcome) => {
                assert!(!self.announced, "a result is announced once");
                assert_eq!(self.now().outcome(&self.dialect.rules()), Some(outcome));
                self.announced = true;
            }
            Event::Dump(position) => assert_eq!(position, *session.position()),
            Event::Board(position, last_move) => {
                assert_eq!(position, *session.position());
                assert_eq!(last_move, session.game().last_move());
            }
            // The clock cannot strike before so few nodes are counted.
            Event::SeededTimeout(_) => panic!("the clock was faster"),
            _ => {}
        }
        assert_eq!(session.game().moves().len() + 1, self.literal.len());
        check_same(session.position(), &self.now(), &self.dialect.rules());
    }

    fn play(&mut self, color: Color, played: PlayedMove) {
        let (now, rules) = (self.now(), self.dialect.rules());
        assert_eq!(now.turn, color);
        assert!(
            now.named_moves(&rules)
                .iter()
                .any(|named| named.mv == played.mv && named.from == played.from)
        );
        let after = now.play(played.mv, &rules);
        self.literal.push(after.expect("a legal move"));
        self.announced = false;
    }

    fn squares_to_block(&self) -> Vec<Square> {
        match self.command() {
            Some(Command::Block(square)) => vec![square],
            Some(Command::Blocks(letters)) => letters.named_squares().collect(),
            _ => Vec::new(),
        }
    }

    fn place_block(&mut self, square: Square) -> Result<(), BlockError> {
        let rules = self.dialect.rules();
        match self.now_mut().place_block(square, &rules) {
            Err(BlockError::AlreadyBlocked { .. }) if self.dialect == Dialect::FALL_2008 => Ok(()),
            placed => placed,
        }
    }

    /// A refusal changes nothing, and is one by the rules taken word for word too.
    fn refused(&mut self, session: &Session, diagnostic: &Diagnostic) {
        let (text, before) = self.begun.last().expect("a line is under way");
        assert_eq!(session, before);
        let source = diagnostic.source.as_ref().expect("the line");
        assert_eq!(source.text, *text);
        check_diagnostic(text, diagnostic);
        check_rendered(diagnostic);
        let (now, rules) = (self.now(), self.dialect.rules());
        match (diagnostic.code, self.command()) {
            ("illegal-move", Some(command @ (Command::Move(_) | Command::Pass))) => {
                let legal = |from, to| {
                    now.named_moves(&rules)
                        .iter()
                        .any(|named| named.from == from && named.mv.to() == to)
                };
                match command {
                    Command::Move(Step { from, to }) => assert!(!legal(Some(from), Some(to))),
                    _ => assert!(!legal(None, None)),
                }
            }
            ("block", Some(_)) => {
                let squares = self.squares_to_block();
                let refused = squares
                    .into_iter()
                    .any(|square| self.place_block(square).is_err());
                assert!(refused || self.literal.len() > 1);
                *self.now_mut() = now;
            }
            ("undo", Some(Command::Undo)) => assert_eq!(self.literal.len(), 1),
            ("wrong-state", Some(command)) => {
                assert!(!command.name().allowed_in(session.state(), self.dialect));
            }
            ("ai-turn", Some(Command::Move(_) | Command::Pass)) => {
                assert!(session.ai_turn().is_some());
            }
            ("file" | "load" | "save" | "remote", Some(_)) | (_, None) => {}
            (code, command) => panic!("{code} for {command:?}"),
        }
    }

    /// Announcements have exactly their form, and nothing else has it.
    fn check_words(&self, event: &Event) {
        let announcement = event.announcement(self.dialect);
        match event {
            Event::AiPlayed { color, played, .. } => {
                assert_eq!(announcement, Some(ai_line(self.dialect, *color, *played)));
            }
            Event::Over(outcome) => {
                assert_eq!(announcement, Some(result_line(self.dialect, *outcome)));
            }
            Event::Dump(position) => check_dump(&announcement.expect("a dump"), position),
            _ => {
                let announcement = announcement.unwrap_or_default();
                assert_no_reserved_words(&announcement);
                announcement.lines().for_each(assert_no_controls);
            }
        }
        let others = [event.remark(self.dialect), event.warning()];
        for line in others.into_iter().flatten() {
            assert_no_reserved_words(&line);
            assert_no_controls(&line);
        }
    }

    /// A game that is over has had its result announced.
    fn check_announced(&self, session: &Session) {
        if session.state() == State::Finished {
            assert!(self.announced);
        }
    }

    /// Move by move back to the start, with nothing left but blocks.
    fn take_all_back(mut self, session: &Session) {
        let (mut game, rules) = (session.game().clone(), self.dialect.rules());
        while game.undo().is_some() {
            self.literal.pop();
            assert_eq!(literal_of(game.position()), self.now());
        }
        assert_eq!(self.literal.len(), 1);
        if self.is_set_up {
            return;
        }
        let blocks = game.position().blocks().squares();
        let start = blocks.map(Position::block_set).flat_map(Bitboard::squares);
        let start = start.fold(Position::start(), |start, square| {
            start.with_block(square, &rules).expect("it is free")
        });
        assert_eq!(*game.position(), start);
        let fen = session.position();
        assert_eq!(fen.to_string().parse(), Ok(*fen));
    }
}

fn ai_line(dialect: Dialect, color: Color, played: PlayedMove) -> String {
    let color = if color == Color::Red { "Red" } else { "Blue" };
    let mv = BerkeleyMove::from(played);
    if dialect == Dialect::SPRING_2022 {
        format!("* {color} moves {mv}.\n")
    } else if mv == BerkeleyMove::Pass {
        format!("{color} passes.\n")
    } else {
        format!("{color} moves {mv}.\n")
    }
}

fn result_line(dialect: Dialect, outcome: Outcome) -> String {
    let words = match outcome.winner {
        Some(Color::Red) => "Red wins.",
        Some(Color::Blue) => "Blue wins.",
        None => "Draw.",
    };
    if dialect == Dialect::SPRING_2022 {
        format!("* {words}\n")
    } else {
        format!("{words}\n")
    }
}

fn check_dump(dump: &str, position: &Position) {
    let rows = dump
        .strip_prefix("===\n")
        .and_then(|rest| rest.strip_suffix("===\n"));
    let rows = rows.expect("a frame");
    assert_no_reserved_words(rows);
    assert_eq!(rows.lines().count(), 7);
    assert!(
        rows.lines()
            .all(|row| row.len() == 15 && row.starts_with("  "))
    );
    let Dump(read) = dump.trim_end().parse().expect("a dump");
    assert_eq!(
        [
            read.pieces(Color::Red),
            read.pieces(Color::Blue),
            read.blocks()
        ],
        [
            position.pieces(Color::Red),
            position.pieces(Color::Blue),
            position.blocks()
        ]
    );
}

/// What a line can become begins as the line does, and moves among it are legal.
fn check_completions(session: &Session, line: &str) {
    let found = completions(session, line);
    let begun = line[found.start..].to_lowercase();
    for word in &found.words {
        assert!(word.starts_with(&begun));
        if let Ok(mv) = word.parse::<BerkeleyMove>() {
            assert!(mv.play(&mut session.game().clone()).is_ok());
        }
    }
    let _ = hint(session, line);
}
