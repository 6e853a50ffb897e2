//! The session that is being generated: its lines so far, and how it stands.

use super::random_games::WalledGame;
use crate::explore::line_kind::{LineKind, Triggers, legal_moves};
use crate::explore::own_session::carry_out_with_ais;
use ataxx_core::board::{Bitboard, Color, Move, Position, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use ataxx_session::{Availability, CommandName, Dialect, Event, Session, SessionSettings, State};

/// A session.
#[derive(Default)]
pub struct Generated {
    pub lines: Vec<String>,
    /// The kind of each line.
    pub kinds: Vec<LineKind>,
}

impl Generated {
    /// Ends the program after the session.
    pub fn add_quit(&mut self) {
        self.kinds.push(LineKind::QUIT);
        self.lines.push(CommandName::Quit.word().to_owned());
    }
}

/// The least number of jumps in a row that counts as a long run.
pub const LONG_RUN: u16 = 10;

pub struct Draft<'a> {
    /// Our own session after the lines so far.
    pub session: Session,
    /// A move was made in this game, taken back or not.
    pub has_moved: bool,
    pub generated: Generated,
    avoided: &'a Triggers,
    /// An AI has moved, and its move was not taken back.
    has_unknown_board: bool,
    /// Nothing can follow, as a line that is needed is avoided.
    is_finished: bool,
}

impl<'a> Draft<'a> {
    pub fn new(dialect: Dialect, avoided: &'a Triggers) -> Self {
        Self {
            session: Session::new(dialect, SessionSettings::default()),
            has_moved: false,
            generated: Generated::default(),
            avoided,
            has_unknown_board: false,
            is_finished: false,
        }
    }

    pub fn position(&self) -> Position {
        *self.session.position()
    }

    pub fn move_count(&self) -> usize {
        self.session.game().moves().len()
    }

    pub fn is_over(&self) -> bool {
        self.session.game().outcome().is_some()
    }

    pub fn jump_limit(&self) -> u16 {
        let limit = self.session.game().rules().jump_limit;
        limit.map_or(25, |limit| limit.jumps.get())
    }

    pub fn is_set_up(&self) -> bool {
        self.session.state() == State::SetUp
    }

    pub fn legal_moves(&self) -> Vec<BerkeleyMove> {
        legal_moves(self.session.game())
    }

    /// Whether the document of the dialect has the command: an extra is not asked of others.
    pub fn has_command(&self, name: CommandName) -> bool {
        name.availability(self.session.dialect()) == Availability::Documented
    }

    /// Adds a line and carries it out. AIs play any move. Whether it was added: it is not if lines
    /// of its kind are avoided.
    pub fn add(&mut self, line: impl Into<String>) -> bool {
        let line = line.into();
        let kind = LineKind::of(&self.session, &line);
        let is_avoided = self.avoided.contains(kind);
        // It may be an undo.
        self.is_finished |= is_avoided && self.has_unknown_board;
        if self.is_finished || is_avoided {
            return false;
        }
        let events = carry_out_with_ais(&mut self.session, &line);
        if events.iter().any(Event::takes_moves_away) {
            self.has_unknown_board = false;
        }
        if events
            .iter()
            .any(|event| matches!(event, Event::AiPlayed { .. }))
        {
            (self.has_moved, self.has_unknown_board) = (true, true);
        }
        self.generated.lines.push(line);
        self.generated.kinds.push(kind);
        true
    }

    /// Begins a game with these lines. At the start of a program they may be left out.
    pub fn begin(&mut self, lines: &[&str]) {
        let is_start = self.generated.lines.is_empty();
        self.has_moved = false;
        self.has_unknown_board = false;
        for line in lines {
            let is_added = self.add(*line);
            self.is_finished |= !is_added && !is_start;
        }
    }

    /// Ends the set-up, in dialects that have one where both sides can then be played by hand.
    pub fn start(&mut self) {
        let dialect = self.session.dialect();
        if dialect.has_states() && self.is_set_up() && self.has_command(CommandName::Manual) {
            self.add("start");
        }
    }

    /// Whether the document settles what a block does now: after a move that was taken back it can
    /// be read either way, and in set-up after any move.
    pub fn can_block(&self) -> bool {
        let is_open =
            self.move_count() == 0 || self.has_command(CommandName::Block) && self.is_set_up();
        !(self.is_over() || self.has_moved && is_open)
    }

    /// A `block` command, in dialects that have it.
    pub fn block(&mut self, square: Square) {
        if self.can_block() {
            self.add(format!("block {square}"));
        }
    }

    /// Blocks in the letters of 2008, unless one has no letter, or the game would end. Once in a
    /// game: the document leaves open whether others are added to them or replace them.
    pub fn block_letters(&mut self, blocks: Bitboard) {
        let is_first = self.session.position().blocks().is_empty();
        let is_settled = is_first && !blocks.is_empty() && !self.ends_the_game(blocks);
        if is_settled && let Ok(letters) = BlockLetters::try_from(blocks) {
            self.add(format!("blocks {letters}"));
        }
    }

    /// Whether the game is over with these blocks: the documents name only moves as its end.
    fn ends_the_game(&self, blocks: Bitboard) -> bool {
        let (position, rules) = (self.session.position(), self.session.game().rules());
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color));
        let blocked = Position::new(red, blue, position.blocks() | blocks, position.turn());
        blocked.is_ok_and(|blocked| blocked.outcome(rules).is_some())
    }

    pub fn place_walls(&mut self, game: &WalledGame) {
        if self.has_command(CommandName::Block) {
            for &wall in &game.walls {
                self.block(wall);
            }
        } else {
            let walls = game.walls.iter().copied().map(Position::block_set);
            self.block_letters(walls.fold(Bitboard::EMPTY, |all, wall| all | wall));
        }
    }

    pub fn play_all(&mut self, moves: &[Move]) {
        for &mv in moves {
            let mv = BerkeleyMove::of(mv, self.session.position());
            self.play(mv);
        }
    }

    pub fn play(&mut self, mv: BerkeleyMove) {
        self.has_moved |= self.add(mv.to_string());
    }

    pub fn undo(&mut self) {
        if self.has_command(CommandName::Undo) {
            self.add("undo");
        }
    }
}
