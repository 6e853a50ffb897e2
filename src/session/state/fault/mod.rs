//! Sessions that are wrong on purpose, in builds for debugging alone: they show that the
//! scenarios notice. The three hooks stand in [`Session::execute`], [`Session::think`] and
//! [`Session::read`].

mod change;
mod lines;
mod list;
mod tell;

pub use list::Fault;

use super::{Event, Player, Refusal, Session};
use crate::board::{BlockError, Cell, IllegalMove, Move, PlayedMove, Position};
use crate::notation::BerkeleyMove;
use crate::session::grammar::{Command, Dialect};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// A session's fault, and what it remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Faulty {
    fault: Fault,
    /// A move was made since the board was cleared.
    moved: bool,
    /// A result was announced since then.
    announced: bool,
    /// The end by the limit of jumps was put off once.
    put_off: bool,
}

impl Session {
    /// The session, wrong from now on in this way.
    #[must_use]
    pub const fn with_fault(mut self, fault: Fault) -> Self {
        self.fault = Some(Faulty {
            fault,
            moved: false,
            announced: false,
            put_off: false,
        });
        self
    }

    fn put(&mut self, position: Position) {
        self.game.falsify(position);
    }
}

type Done = Result<Vec<Event>, Refusal>;

impl Faulty {
    /// Carries a command out, wrongly.
    pub(super) fn execute(mut self, session: &mut Session, command: &Command) -> Done {
        let before = session.clone();
        let done = match self.instead(session, command) {
            Some(done) => done,
            None => session.carry_out(command),
        };
        let done = match done {
            Err(refusal) => self.after_refusal(session, command, refusal),
            Ok(events) => Ok(self.after_command(session, &before, command, events)),
        };
        let done = done.map(|events| self.after_move(session, &before, events));
        let done = done.map(|events| self.told(session, &before, command, events));
        session.fault = Some(self);
        done
    }

    /// Lets an AI make its move, wrongly.
    pub(super) fn think(mut self, session: &mut Session, told: &AtomicBool) -> Vec<Event> {
        let before = session.clone();
        let mut events = session.choose_and_play(told);
        if let Some(mv) = self.other_move(&before) {
            session.game = before.game.clone();
            let from = before.position().origins(mv).first();
            let other = PlayedMove { mv, from };
            if session.game.play(mv).is_err() {
                let after = before.position().after(mv, before.game.rules());
                session.put(after);
            }
            events.retain(|event| !matches!(event, Event::Over(_)));
            for event in &mut events {
                if let Event::AiPlayed { played, .. } = event {
                    *played = other;
                }
            }
            events = session.with_outcome(None, events);
        }
        let events = self.after_move(session, &before, events);
        let events = self.told(session, &before, &Command::Quiet, events);
        session.fault = Some(self);
        events
    }

    /// What a bad AI plays instead.
    fn other_move(&self, session: &Session) -> Option<Move> {
        let (position, rules) = (session.position(), session.game.rules());
        let first = position.legal_moves(rules).next()?;
        match self.fault {
            Fault::AiMissesWin => Some(first),
            Fault::AiPasses => Some(Move::Pass),
            Fault::AiIllegal => {
                let from = position.pieces(position.turn()).first()?;
                let far = position.empty().squares().find(|to| from.distance(*to) > 2);
                far.map(|to| Move::Jump { from, to })
            }
            _ => None,
        }
    }

    /// What is done instead of a command; `None` if it is carried out first.
    fn instead(&self, session: &mut Session, command: &Command) -> Option<Done> {
        static NEXT_SEED: AtomicI64 = AtomicI64::new(1);
        let position = *session.position();
        Some(match (self.fault, command) {
            (Fault::SeedIgnored, Command::Seed(_)) => {
                let seed = NEXT_SEED.fetch_add(1, Ordering::Relaxed);
                session.carry_out(&Command::Seed(seed))
            }
            (Fault::AutoSwapped, Command::Auto(color)) => {
                session.carry_out(&Command::Auto(!*color))
            }
            (Fault::ManualIgnored, Command::Manual(_))
            | (Fault::ColorIgnored, Command::Color(_))
            | (Fault::LoadIgnored, Command::Load(_))
            | (Fault::QuitIgnored, Command::Quit)
            | (Fault::StartIgnored, Command::Start) => Ok(Vec::new()),
            (Fault::UndoTakesOne, Command::Undo) => {
                session.game.undo()?;
                Ok(vec![undone(1)])
            }
            (Fault::UndoTakesTwo, Command::Undo) => {
                session.game.undo()?;
                let _ = session.game.undo();
                Ok(vec![undone(2)])
            }
            (Fault::UndoRefusedAtEnd, Command::Undo) if session.game.outcome().is_some() => {
                Err(Refusal::NothingToUndo)
            }
            (Fault::BlockNeverAgain, &Command::Block(square)) if self.moved => {
                let error = BlockError::AfterMove;
                Err(Refusal::Block { square, error })
            }
            (Fault::KnightRefused, &Command::Move(BerkeleyMove::Step { from, to }))
                if change::is_knights(from, to) =>
            {
                refused(IllegalMove::OutOfReach { from, to }, position)
            }
            (Fault::PassRefused, Command::Move(BerkeleyMove::Pass)) => {
                refused(IllegalMove::CanMove, position)
            }
            _ => return None,
        })
    }

    /// What becomes of a command that was refused.
    fn after_refusal(&self, session: &mut Session, command: &Command, refusal: Refusal) -> Done {
        let position = *session.position();
        match (self.fault, &refusal, command) {
            (Fault::ErrorSilent, ..) => return Ok(Vec::new()),
            (Fault::ErrorEnds, ..) => return Ok(vec![Event::Quit]),
            (_, Refusal::Block { square, error }, _) if self.takes_block(*error) => {
                let blocks = position.blocks() | Position::block_set(*square) & position.empty();
                session.put(change::with_blocks(&position, blocks));
                return Ok(vec![session.blocked()]);
            }
            (Fault::BlocksHalfDone, Refusal::Block { .. }, Command::Blocks(letters)) => {
                for square in letters.named_squares() {
                    let _ = session.game.place_block(square);
                }
            }
            (Fault::RefusalTakesTurn, Refusal::Move { .. }, _) => {
                session.put(position.with_turn(!position.turn()));
            }
            (Fault::RefusalLeavesPiece, Refusal::Move { .. }, _) => {
                session.put(change::with_a_piece(&position));
            }
            (Fault::WrongState, Refusal::WrongState { .. }, _) => {
                let started = std::mem::replace(&mut session.started, false);
                let done = session.carry_out(command);
                session.started |= started;
                return done;
            }
            (_, Refusal::Move { error, .. }, Command::Move(mv)) if self.accepts(*error) => {
                return Ok(play_anyway(session, *mv));
            }
            (Fault::MoveAfterEnd, Refusal::WrongState { .. }, Command::Move(mv)) => {
                return Ok(play_anyway(session, *mv));
            }
            _ => {}
        }
        Err(refusal)
    }

    /// Whether a block is accepted that must not be for this reason.
    fn takes_block(&self, error: BlockError) -> bool {
        match error {
            BlockError::OnPiece { .. } => self.fault == Fault::BlockOnPiece,
            BlockError::Corner => self.fault == Fault::BlockOnCorner,
            BlockError::AlreadyBlocked { .. } => self.fault == Fault::BlockTwice,
            BlockError::AfterMove => self.fault == Fault::BlockAfterMove,
            BlockError::NotInTheseRules => false,
        }
    }

    /// Whether a move is accepted that is illegal for this reason.
    fn accepts(&self, error: IllegalMove) -> bool {
        match error {
            IllegalMove::GameOver => self.fault == Fault::MoveAfterEnd,
            IllegalMove::CanMove => self.fault == Fault::PassWithMoves,
            IllegalMove::OutOfReach { from, to } => {
                self.fault == Fault::LongJump && from.distance(to) == 3
            }
            IllegalMove::NotOwnPiece { found, .. } => {
                self.fault == Fault::OtherSidesPiece && matches!(found, Cell::Piece(_))
            }
            _ => false,
        }
    }

    /// What becomes of a command that was carried out.
    fn after_command(
        &self,
        session: &mut Session,
        before: &Session,
        command: &Command,
        mut events: Vec<Event>,
    ) -> Vec<Event> {
        let (was, is) = (*before.position(), *session.position());
        let starts_anew = matches!(command, Command::New | Command::Clear);
        match (self.fault, command) {
            (Fault::BlockLacksReflection, Command::Block(_) | Command::Blocks(_)) => {
                session.put(change::without_a_reflection(&was, &is));
            }
            (Fault::UndoKeepsCount, Command::Undo) => session.put(is.with_jumps(was.jumps())),
            (Fault::UndoKeepsTurn, Command::Undo) => session.put(is.with_turn(was.turn())),
            (Fault::UndoKeepsFlips, Command::Undo) => session.put(change::with_flips_of(&was, &is)),
            (Fault::NewKeepsBlocks, _) if starts_anew => {
                session.put(change::with_blocks(&is, was.blocks()));
            }
            (Fault::NewKeepsTurn, _) if starts_anew => session.put(is.with_turn(was.turn())),
            (Fault::NewKeepsHistory, _) if starts_anew => {
                session.game = before.game.clone();
                session.put(is);
            }
            (Fault::NewResetsPlayers, Command::New) => {
                session.players = [Player::Manual, Player::Ai { seed: session.seed }];
            }
            (Fault::NewForgetsSeed, Command::New) => {
                session.seed = None;
                for player in &mut session.players {
                    if let Player::Ai { seed } = player {
                        *seed = None;
                    }
                }
            }
            (Fault::ClearKeepsPlayers, Command::Clear) => {
                session.players = before.players;
                session.user = before.user;
            }
            (Fault::ClearKeepsState, Command::Clear) => session.started = before.started,
            (Fault::SeedNotStepped, Command::Auto(_)) => session.seed = before.seed,
            (Fault::VerboseSilent, _) if *command != Command::Board => {
                events.retain(|event| !matches!(event, Event::Board(..)));
            }
            (Fault::QuietLoud, Command::Quiet) => session.verbose = before.verbose,
            (Fault::HelpSilent, Command::Help(_)) => events.clear(),
            _ => {}
        }
        events
    }

    /// What becomes of the board after a move of anybody.
    fn after_move(
        &mut self,
        session: &mut Session,
        before: &Session,
        events: Vec<Event>,
    ) -> Vec<Event> {
        let played = events.iter().find_map(|event| match event {
            Event::Played(_, played) | Event::AiPlayed { played, .. } => Some(*played),
            _ => None,
        });
        let Some(played) = played else {
            return events;
        };
        self.moved = true;
        let was = *before.position();
        let board = change::after_move(self.fault, &was, session.position(), played);
        let limit = before
            .game
            .rules()
            .jump_limit
            .map_or(0, |limit| limit.jumps.get());
        let is_jump = board.jumps() > was.jumps();
        let board = match self.fault {
            Fault::LimitOneLess if is_jump && board.jumps() + 1 == limit => board.with_jumps(limit),
            Fault::LimitOneMore if board.jumps() == limit => {
                self.put_off = !self.put_off;
                board.with_jumps(limit - u16::from(self.put_off))
            }
            _ => board,
        };
        if board == *session.position() {
            return events;
        }
        session.put(board);
        let mut events = events;
        events.retain(|event| !matches!(event, Event::Over(_)));
        for event in &mut events {
            if let Event::Board(shown, _) = event {
                *shown = board;
            }
        }
        session.with_outcome(None, events)
    }

    /// Reads a line, wrongly.
    pub(super) fn read(&self, text: &str, dialect: Dialect) -> lines::Read {
        lines::read(self.fault, text, dialect)
    }
}

const fn undone(moves: usize) -> Event {
    Event::Undone {
        moves,
        blocks_gone: false,
    }
}

fn refused(error: IllegalMove, position: Position) -> Done {
    Err(Refusal::Move {
        error,
        position,
        instead: None,
    })
}

/// Makes a move that is not legal.
fn play_anyway(session: &mut Session, mv: BerkeleyMove) -> Vec<Event> {
    let color = session.position().turn();
    let mv = match mv {
        BerkeleyMove::Pass => Move::Pass,
        BerkeleyMove::Step { from, to } if from.distance(to) == 1 => Move::Extend { to },
        BerkeleyMove::Step { from, to } => Move::Jump { from, to },
    };
    let after = change::forced(session.position(), mv, session.game.rules());
    session.put(after);
    let from = None;
    vec![Event::Played(color, PlayedMove { mv, from })]
}
