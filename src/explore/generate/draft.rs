//! The session that is being generated: its lines so far, and what has come up in it.

use super::random_games::WalledGame;
use super::situation::Situation;
use crate::explore::line_kind::{LineKind, Triggers, legal_moves};
use crate::explore::own_session::carry_out_with_ais;
use crate::session::{Availability, CommandName, Dialect, Event, Session, SessionSettings, State};
use ataxx_core::board::{Bitboard, Color, Ending, Move, Position, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use std::collections::BTreeMap;

/// A session, and what comes up in it.
#[derive(Default)]
pub struct Generated {
    pub lines: Vec<String>,
    /// The kind of each line.
    pub kinds: Vec<LineKind>,
    /// Each with the number of lines before it comes up.
    pub situations: BTreeMap<Situation, usize>,
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
    /// What comes up with the next line.
    noted: Vec<Situation>,
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
            noted: Vec::new(),
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

    /// Notes what comes up with the next line.
    pub fn note(&mut self, situation: Situation) {
        self.noted.push(situation);
    }

    /// Notes what has come up with the last line.
    pub fn came_up(&mut self, situation: Situation) {
        self.generated
            .situations
            .entry(situation)
            .or_insert(self.generated.lines.len());
    }

    /// Adds a line and carries it out. AIs play any move. Whether it was added: it is not if lines
    /// of its kind are avoided.
    pub fn add(&mut self, line: impl Into<String>) -> bool {
        let line = line.into();
        let noted = std::mem::take(&mut self.noted);
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
        for situation in noted {
            self.came_up(situation);
        }
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
            if self.move_count() > 0 {
                self.note(Situation::LateStart);
            }
            self.add("start");
        }
    }

    /// Whether blocks can be placed by the documents: after a move that was taken back they can be
    /// read either way.
    pub fn can_block(&self) -> bool {
        !self.is_over() && (!self.has_moved || self.move_count() > 0)
    }

    /// A `block` command, in dialects that have it.
    pub fn block(&mut self, square: Square) {
        if self.can_block() {
            if self.session.dialect().has_states() && !self.is_set_up() {
                self.note(Situation::WrongState);
            }
            self.add_block(format!("block {square}"));
        }
    }

    /// Blocks in the letters of 2008, unless one has no letter, or the game would end. Once in a
    /// game: the document leaves open whether others are added to them or replace them.
    pub fn block_letters(&mut self, blocks: Bitboard) {
        let is_first = self.session.position().blocks().is_empty();
        let is_settled = is_first && !blocks.is_empty() && !self.ends_the_game(blocks);
        if is_settled && let Ok(letters) = BlockLetters::try_from(blocks) {
            self.add_block(format!("blocks {letters}"));
        }
    }

    /// Whether the game is over with these blocks: the documents name only moves as its end.
    fn ends_the_game(&self, blocks: Bitboard) -> bool {
        let (position, rules) = (self.session.position(), self.session.game().rules());
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color));
        let blocked = Position::new(red, blue, position.blocks() | blocks, position.turn());
        blocked.is_ok_and(|blocked| blocked.outcome(rules).is_some())
    }

    fn add_block(&mut self, line: String) {
        let before = self.session.position().blocks();
        if !self.add(line) {
            return;
        }
        let is_done = self.session.position().blocks() != before;
        self.came_up(if is_done {
            Situation::Block
        } else {
            Situation::RefusedBlock
        });
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
        let before = self.position();
        if !self.add(mv.to_string()) {
            return;
        }
        self.has_moved = true;
        let after = self.position();
        let run = before.jumps() > 1;
        match mv {
            BerkeleyMove::Pass => {
                self.came_up(Situation::Pass);
                if run {
                    self.came_up(Situation::PassInRun);
                }
            }
            BerkeleyMove::Step { from, to } => {
                let enemy = before.pieces(!before.turn());
                let flips = !(Bitboard::neighbors(to) & enemy).is_empty();
                let is_jump = from.distance(to) > 1;
                self.came_up(if is_jump {
                    Situation::Jump
                } else {
                    Situation::Extend
                });
                if flips {
                    self.came_up(if is_jump {
                        Situation::JumpFlips
                    } else {
                        Situation::ExtendFlips
                    });
                }
                if after.jumps() >= LONG_RUN {
                    self.came_up(Situation::LongRun);
                } else if before.jumps() >= LONG_RUN {
                    self.came_up(Situation::RunBroken);
                }
            }
        }
        if let Some(outcome) = self.session.game().outcome() {
            self.came_up(match outcome.ending {
                Ending::NoPieces => Situation::NoPieces,
                Ending::JumpLimit => Situation::Limit,
                _ => Situation::NoMoves,
            });
            self.came_up(match outcome.winner {
                Some(Color::Red) => Situation::RedWins,
                Some(Color::Blue) => Situation::BlueWins,
                None => Situation::Draw,
            });
        }
    }

    pub fn undo(&mut self) {
        if !self.has_command(CommandName::Undo) {
            return;
        }
        let before = self.position();
        let is_over = self.is_over();
        let nothing = self.move_count() == 0;
        if !self.add("undo") {
            return;
        }
        let after = self.position();
        let flipped = !(before.pieces(Color::Red) & after.pieces(Color::Blue)).is_empty()
            || !(before.pieces(Color::Blue) & after.pieces(Color::Red)).is_empty();
        let situation = match (nothing, is_over) {
            (true, _) => Situation::UndoNothing,
            (false, true) => Situation::UndoAfterEnd,
            (false, false) => Situation::Undo,
        };
        self.came_up(situation);
        if flipped {
            self.came_up(Situation::UndoFlips);
        }
        if before.jumps() > 1 {
            self.came_up(Situation::UndoInRun);
        }
    }
}
