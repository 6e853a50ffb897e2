//! What a fault changes in a session: the moves of AIs, what commands do, and the events.

use super::changes;
use super::list::Fault;
use crate::{Command, Event, Player, Refusal, Session, State, Step};
use ataxx_core::board::{
    Bitboard, BlockError, Cell, Color, Ending, Game, IllegalMove, Move, Outcome, PlayedMove,
    Position,
};
use ataxx_core::notation::BerkeleyMove;
use std::sync::atomic::{AtomicI64, Ordering};

pub(super) type Done = Result<Vec<Event>, Refusal>;

/// Sets the position without a command.
fn put(session: &mut Session, position: Position) {
    change_game(session, |game| game.set_up(position));
}

/// Changes the game without a command.
fn change_game<T>(session: &mut Session, change: impl FnOnce(&mut Game) -> T) -> T {
    let mut game = session.game().clone();
    let changed = change(&mut game);
    replace(session, game);
    changed
}

/// Replaces the game with another by the same rules, which is never refused.
pub(super) fn replace(session: &mut Session, game: Game) {
    let _ = session.replace_game(game);
}

/// The events with the result that the board has now.
pub(super) fn with_outcome(session: &Session, mut events: Vec<Event>) -> Vec<Event> {
    events.retain(|event| !matches!(event, Event::Over(_)));
    if session.state() != State::SetUp {
        events.extend(session.game().outcome().map(Event::Over));
    }
    events
}

/// A fault, and what it remembers of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent facts about the session
pub(super) struct Injected {
    pub(super) fault: Fault,
    /// A move was made since the board was cleared.
    moved: bool,
    /// A result was announced since then.
    announced: bool,
    /// The end by the limit of jumps was put off once.
    put_off: bool,
    /// A move was refused since the last was made.
    refused: bool,
    /// A game has come to its end, and another has followed.
    follows: bool,
    /// The number of commands.
    commands: usize,
}

impl Injected {
    pub(super) const fn new(fault: Fault) -> Self {
        Self {
            fault,
            moved: false,
            announced: false,
            put_off: false,
            refused: false,
            follows: false,
            commands: 0,
        }
    }

    /// What a bad AI plays instead.
    pub(super) fn other_move(&self, session: &Session) -> Option<Move> {
        let (position, rules) = (session.position(), session.game().rules());
        let first = position.legal_moves(rules).next()?;
        match self.fault {
            Fault::AiMissesWin => Some(first),
            Fault::AiPasses => Some(Move::Pass),
            Fault::AiPassesRarely => {
                let mut moves = position.legal_moves(rules);
                let is_jump = |mv: Move| matches!(mv, Move::Jump { .. });
                moves.all(is_jump).then_some(Move::Pass)
            }
            Fault::AiIllegalRarely if position.empty().count() > 3 => None,
            Fault::AiIllegal | Fault::AiIllegalRarely => {
                let mut from = position.pieces(position.turn()).squares();
                from.find_map(|from| {
                    let far = position.empty().squares().find(|to| from.distance(*to) > 2);
                    far.map(|to| Move::Jump { from, to })
                })
            }
            _ => None,
        }
    }

    /// What is done instead of a command; `None` if it is carried out first.
    pub(super) fn instead(&mut self, session: &mut Session, command: &Command) -> Option<Done> {
        static NEXT_SEED: AtomicI64 = AtomicI64::new(1);
        let position = *session.position();
        let is_move = matches!(command, Command::Move(_) | Command::Pass);
        let is_new = matches!(command, Command::New | Command::Clear);
        self.commands += 1;
        self.follows |= is_new && session.game().outcome().is_some();
        Some(match (self.fault, command) {
            (Fault::EndsAfterManyLines, _) if self.commands > 100 => Ok(vec![Event::Quit]),
            (Fault::NewStaysOver, _) if is_move && self.follows => {
                refused(IllegalMove::GameOver, position)
            }
            (Fault::RefusalInHistory, Command::Undo) if self.refused => {
                self.refused = false;
                Ok(vec![undone(1)])
            }
            (Fault::RefusalStopsBlocks, &Command::Block(square)) if self.refused => {
                let error = BlockError::AfterMove;
                Err(Refusal::Block { square, error })
            }
            (Fault::SeedIgnored, Command::Seed(_)) => {
                let seed = NEXT_SEED.fetch_add(1, Ordering::Relaxed);
                session.execute(&Command::Seed(seed))
            }
            (Fault::AutoSwapped, Command::Auto(Some(color))) => {
                session.execute(&Command::Auto(Some(!*color)))
            }
            (Fault::ManualIgnored, Command::Manual(_))
            | (Fault::ColorIgnored, Command::Color(_))
            | (Fault::LoadIgnored, Command::Load(_))
            | (Fault::QuitIgnored, Command::Quit)
            | (Fault::StartIgnored, Command::Start) => Ok(Vec::new()),
            (Fault::UndoTakesOne, Command::Undo) => {
                change_game(session, Game::undo)?;
                Ok(vec![undone(1)])
            }
            (Fault::UndoTakesTwo, Command::Undo) => {
                change_game(session, Game::undo)?;
                let _ = change_game(session, Game::undo);
                Ok(vec![undone(2)])
            }
            (Fault::UndoRefusedAtEnd, Command::Undo) if session.game().outcome().is_some() => {
                Err(Refusal::NothingToUndo)
            }
            (Fault::BlockNeverAgain, &Command::Block(square)) if self.moved => {
                let error = BlockError::AfterMove;
                Err(Refusal::Block { square, error })
            }
            (Fault::KnightRefused, &Command::Move(Step { from, to }))
                if changes::is_knights(from, to) =>
            {
                refused(IllegalMove::OutOfReach { from, to }, position)
            }
            (Fault::PassRefused, Command::Pass) => refused(IllegalMove::CanMove, position),
            _ => return None,
        })
    }

    /// Changes the result of a refused command.
    pub(super) fn after_refusal(
        &mut self,
        session: &mut Session,
        command: &Command,
        refusal: Refusal,
    ) -> Done {
        let position = *session.position();
        self.refused |= matches!(refusal, Refusal::Move { .. });
        match (self.fault, &refusal, command) {
            (Fault::ErrorSilent, ..)
            | (Fault::IllegalMoveSilent, Refusal::Move { .. }, _)
            | (Fault::BlockErrorSilent, Refusal::Block { .. }, _) => return Ok(Vec::new()),
            (
                Fault::JumpOntoOwn,
                Refusal::Move {
                    error: IllegalMove::NotEmpty { found, .. },
                    ..
                },
                Command::Move(Step { from, to }),
            ) if *found == Cell::Piece(position.turn()) && from.distance(*to) == 2 => {
                return play_anyway(session, command).ok_or(refusal);
            }
            (Fault::RefusalUndoes, Refusal::Move { .. }, _) => {
                let _ = change_game(session, Game::undo);
            }
            (Fault::ErrorEnds, ..) => return Ok(vec![Event::Quit]),
            (_, Refusal::Block { square, error }, _) if self.accepts_block(*error) => {
                let blocks = position.blocks() | Position::block_set(*square) & position.empty();
                put(session, changes::with_blocks(&position, blocks));
                let squares = session.position().blocks().count();
                return Ok(vec![Event::Blocked { squares }]);
            }
            (Fault::BlockHalfRefused, Refusal::Block { square, .. }, _) => {
                let free = Position::block_set(*square) & position.empty();
                if free != Position::block_set(*square) {
                    put(
                        session,
                        changes::with_blocks(&position, position.blocks() | free),
                    );
                }
            }
            (Fault::BlocksHalfDone, Refusal::Block { .. }, Command::Blocks(letters)) => {
                for square in letters.named_squares() {
                    let _ = change_game(session, |game| game.place_block(square));
                }
            }
            (Fault::RefusalTakesTurn, Refusal::Move { .. }, _) => {
                put(session, position.with_turn(!position.turn()));
            }
            (Fault::RefusalLeavesPiece, Refusal::Move { .. }, _) => {
                put(session, changes::with_a_piece(&position));
            }
            (Fault::WrongState, Refusal::WrongState { .. }, _) => {
                let was_started = session.state() != State::SetUp;
                session.set_started(false);
                let done = session.execute(command);
                if was_started {
                    session.set_started(true);
                }
                return done;
            }
            (_, Refusal::Move { error, .. }, _) if self.accepts(*error, &position) => {
                return play_anyway(session, command).ok_or(refusal);
            }
            (Fault::MoveAfterEnd, Refusal::WrongState { .. }, Command::Move(_) | Command::Pass) => {
                return play_anyway(session, command).ok_or(refusal);
            }
            _ => {}
        }
        Err(refusal)
    }

    /// Whether a block is accepted that must not be for this reason.
    fn accepts_block(&self, error: BlockError) -> bool {
        match error {
            BlockError::OnPiece { .. } => self.fault == Fault::BlockOnPiece,
            BlockError::Corner => self.fault == Fault::BlockOnCorner,
            BlockError::AlreadyBlocked { .. } => self.fault == Fault::BlockTwice,
            BlockError::AfterMove => self.fault == Fault::BlockAfterMove,
            BlockError::NotInTheseRules => false,
        }
    }

    /// Whether a move is accepted that is illegal for this reason.
    fn accepts(&self, error: IllegalMove, position: &Position) -> bool {
        match error {
            IllegalMove::GameOver => self.fault == Fault::MoveAfterEnd,
            IllegalMove::CanMove => self.fault == Fault::PassWithMoves,
            IllegalMove::OutOfReach { from, to } => {
                self.fault == Fault::LongJump && from.distance(to) == 3
            }
            IllegalMove::NotOwnPiece { found, .. } => {
                let is_late = self.fault == Fault::OtherSidesPieceLate && position.plies() >= 10;
                (is_late || self.fault == Fault::OtherSidesPiece) && matches!(found, Cell::Piece(_))
            }
            _ => false,
        }
    }

    /// Changes the result of a command that was carried out.
    pub(super) fn after_command(
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
                put(session, changes::without_a_reflection(&was, &is));
            }
            (Fault::UndoKeepsCount, Command::Undo) => put(session, is.with_jumps(was.jumps())),
            (Fault::UndoKeepsTurn, Command::Undo) => put(session, is.with_turn(was.turn())),
            (Fault::UndoKeepsFlips, Command::Undo) => {
                put(session, changes::with_flips_of(&was, &is));
            }
            (Fault::NewKeepsBlocks, _) if starts_anew => {
                put(session, changes::with_blocks(&is, was.blocks()));
            }
            (Fault::NewKeepsTurn, _) if starts_anew => put(session, is.with_turn(was.turn())),
            (Fault::NewKeepsHistory, _) if starts_anew => {
                replace(session, before.game().clone());
                put(session, is);
            }
            (Fault::NewResetsPlayers, Command::New) => {
                let seed = session.seed;
                session.set_player(Color::Red, Player::Manual);
                session.set_player(Color::Blue, Player::Ai { seed });
            }
            (Fault::NewForgetsSeed, Command::New) => {
                session.seed = None;
                for color in Color::BOTH {
                    if session.player(color).is_ai() {
                        session.set_player(color, Player::Ai { seed: None });
                    }
                }
            }
            (Fault::ClearKeepsPlayers, Command::Clear) => {
                if session.user() != before.user() {
                    let _ = session.execute(&Command::Color(before.user()));
                }
                for color in Color::BOTH {
                    session.set_player(color, before.player(color));
                }
            }
            (Fault::ClearKeepsState, Command::Clear) => {
                session.set_started(before.state() != State::SetUp);
            }
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

    /// Changes the board after a move of either side.
    pub(super) fn after_move(
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
        (self.moved, self.refused) = (true, false);
        let last = match self.fault {
            Fault::EndsAfterSixtyMoves => Some(60),
            Fault::EndsAfterManyMoves => Some(500),
            _ => None,
        };
        if last.is_some_and(|last| session.game().moves().len() >= last) {
            return events.into_iter().chain([Event::Quit]).collect();
        }
        let was = *before.position();
        let board = changes::after_move(self.fault, &was, session.position(), played);
        let limit = before
            .game()
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
        put(session, board);
        let mut events = events;
        for event in &mut events {
            if let Event::Board(shown, _) = event {
                *shown = board;
            }
        }
        with_outcome(session, events)
    }

    /// The events that are printed.
    pub(super) fn output(
        &mut self,
        session: &Session,
        before: &Session,
        command: &Command,
        events: Vec<Event>,
    ) -> Vec<Event> {
        let mut shown = Vec::new();
        for event in events {
            match (self.fault, event) {
                (_, Event::Over(outcome)) => {
                    let repeated = std::mem::replace(&mut self.announced, true);
                    self.result(outcome, repeated, command, &mut shown);
                }
                (Fault::DumpUpsideDown, Event::Dump(position)) => {
                    let board = changes::mirrored(&position, |file, rank| (file, 6 - rank));
                    shown.push(Event::Dump(board));
                }
                (Fault::DumpTransposed, Event::Dump(position)) => {
                    let board = changes::mirrored(&position, |file, rank| (rank, file));
                    shown.push(Event::Dump(board));
                }
                (Fault::DumpHidesBlocks, Event::Dump(position)) => {
                    let board = changes::with_blocks(&position, Bitboard::EMPTY);
                    shown.push(Event::Dump(board));
                }
                (Fault::BoardUnmarked, Event::Board(position, _)) => {
                    shown.push(Event::Board(position, None));
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
                    let played = changes::reversed(played);
                    shown.push(Event::AiPlayed {
                        color,
                        played,
                        choice,
                    });
                }
                (_, event) => shown.push(event),
            }
        }
        let was_over = before.state() == State::Finished;
        let outcome = session.game().outcome();
        let is_silent = !shown.iter().any(|event| matches!(event, Event::Over(_)));
        if let Some(outcome) = outcome.filter(|_| is_silent) {
            let in_set_up = self.fault == Fault::ResultInSetUp
                && session.state() == State::SetUp
                && before.game().outcome().is_none();
            let again =
                self.fault == Fault::ResultAgain && was_over && session.state() != State::SetUp;
            if in_set_up || again {
                shown.push(Event::Over(outcome));
            }
        }
        if matches!(command, Command::New | Command::Clear) {
            (self.moved, self.announced, self.put_off) = (false, false, false);
        }
        shown
    }

    /// The announcement of a result.
    fn result(
        &self,
        mut outcome: Outcome,
        repeated: bool,
        command: &Command,
        shown: &mut Vec<Event>,
    ) {
        match self.fault {
            Fault::ResultMissing => return,
            Fault::ResultOnce if repeated => return,
            Fault::StartSilent if *command == Command::Start => return,
            Fault::ResultTwice => shown.push(Event::Over(outcome)),
            Fault::ResultTwiceAtLimit if outcome.ending == Ending::JumpLimit => {
                shown.push(Event::Over(outcome));
            }
            Fault::ResultSwapped => outcome.winner = outcome.winner.map(|winner| !winner),
            Fault::DrawToBlue if outcome.winner.is_none() => outcome.winner = Some(Color::Blue),
            Fault::LimitIsDraw if outcome.ending == Ending::JumpLimit => outcome.winner = None,
            _ => {}
        }
        shown.push(Event::Over(outcome));
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
        can_undo: position.plies() > 0,
    })
}

/// Makes a move that is not legal.
fn play_anyway(session: &mut Session, command: &Command) -> Option<Vec<Event>> {
    let color = session.position().turn();
    let mv = match command.as_move()? {
        BerkeleyMove::Pass => Move::Pass,
        BerkeleyMove::Step { from, to } if from.distance(to) == 1 => Move::Extend { to },
        BerkeleyMove::Step { from, to } => Move::Jump { from, to },
    };
    let after = changes::forced(session.position(), mv, session.game().rules());
    put(session, after);
    let from = None;
    Some(vec![Event::Played(color, PlayedMove { mv, from })])
}
