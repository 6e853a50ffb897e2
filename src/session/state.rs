//! The state of a session, and what each command does to it.

#[cfg(debug_assertions)]
mod fault;
mod remote;

#[cfg(debug_assertions)]
pub use fault::Fault;

use super::{Event, Link, Refusal, Side};
use crate::board::{BlockError, Color, Game, Move, Outcome, Position, Rules, Square};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Choice, Limits, MoveBudget, Score, StopReason};
use crate::notation::{BerkeleyMove, BlockLetters};
use crate::session::grammar::{Command, Dialect, Line, State, parse};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// Who makes the moves of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Somebody who types them.
    Manual,
    /// An AI.
    Ai {
        /// What it chooses by; `None` for what the session began with.
        seed: Option<i64>,
    },
    /// A remote program.
    Remote,
}

impl Player {
    /// The seed of an AI that has one.
    #[must_use]
    pub const fn seed(self) -> Option<i64> {
        match self {
            Self::Ai { seed } => seed,
            Self::Manual | Self::Remote => None,
        }
    }
}

/// What does not change while a session lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long an AI without a seed thinks; `None` for the usual time, or for as
    /// long as its nodes take where their number is given.
    pub move_time: Option<Duration>,
    /// How many positions an AI looks at; `None` for no bound, or for the usual
    /// one where there is a seed.
    pub nodes: Option<u64>,
    /// How many threads an AI without a seed thinks with.
    pub threads: NonZeroUsize,
}

impl Settings {
    /// The longest an AI may think, whatever else is asked of it: the documents
    /// allow ten seconds, of which this leaves some for a busy machine.
    pub const LONGEST: Duration = Duration::from_secs(9);
    /// The usual time: a whole game between two AIs ends well within a minute.
    pub const USUAL: Duration = Duration::from_millis(300);
    const BUDGET: MoveBudget = MoveBudget {
        usual: Self::USUAL,
        longest: Self::LONGEST,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            move_time: None,
            nodes: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// A session in a dialect: the game, who plays it, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    dialect: Dialect,
    settings: Settings,
    game: Game,
    /// Set-up is over; always so in a dialect without states.
    started: bool,
    players: [Player; 2],
    /// When an AI stops, where that is not as the settings say.
    limits: [Option<Limits>; 2],
    /// The colour of the one who types (2008).
    user: Color,
    seed: Option<i64>,
    verbose: bool,
    /// The part in a conversation with a remote program (2008).
    link: Option<Link>,
    /// The game ended without an end on the board: a forfeit, or nonsense.
    forsaken: bool,
    #[cfg(debug_assertions)]
    fault: Option<fault::Faulty>,
}

/// A game by other rules than those of the session's dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game is played by the rules {game}, and the session by {session}")]
pub struct OtherRules {
    /// The rules of the game.
    pub game: Rules,
    /// The rules of the session.
    pub session: Rules,
}

impl Session {
    /// A session at its beginning.
    #[must_use]
    pub const fn new(dialect: Dialect, settings: Settings) -> Self {
        Self {
            dialect,
            settings,
            game: Game::new(dialect.rules()),
            started: !dialect.has_states(),
            players: [Player::Manual, Player::Ai { seed: None }],
            limits: [None; 2],
            user: Color::Red,
            seed: None,
            verbose: false,
            link: None,
            forsaken: false,
            #[cfg(debug_assertions)]
            fault: None,
        }
    }

    /// The dialect it follows.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The game on the board.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Puts another game on the board, as if it had been played here. In a dialect with
    /// states the game is then under way.
    ///
    /// # Errors
    ///
    /// When the game is played by other rules than the dialect's; the session is then as it was.
    pub fn set_game(&mut self, game: Game) -> Result<(), OtherRules> {
        if *game.rules() != self.dialect.rules() {
            return Err(OtherRules {
                game: *game.rules(),
                session: self.dialect.rules(),
            });
        }
        self.game = game;
        self.started = true;
        Ok(())
    }

    /// Plays a move for the AI whose turn it is, which somebody else has chosen.
    ///
    /// # Errors
    ///
    /// When it is not an AI's turn, or the move is not legal; the session is then as it was.
    pub fn play_for_ai(&mut self, mv: BerkeleyMove) -> Result<Vec<Event>, Refusal> {
        let turn = self.game.position().turn();
        let player = std::mem::replace(&mut self.players[turn.index()], Player::Manual);
        let done = self.execute(&Command::Move(mv));
        self.players[turn.index()] = player;
        done
    }

    /// Who plays a colour.
    #[must_use]
    pub const fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    /// When an AI of this colour stops thinking, where that is not as the settings say.
    #[must_use]
    pub const fn limits_of(&self, color: Color) -> Option<Limits> {
        self.limits[color.index()]
    }

    /// Lets an AI of this colour think so long and no longer than [`Settings::LONGEST`];
    /// `None`: as the settings say.
    pub fn set_limits(&mut self, color: Color, limits: Option<Limits>) {
        self.limits[color.index()] = limits.map(|limits| Limits {
            time: Some(
                limits
                    .time
                    .unwrap_or(Settings::LONGEST)
                    .min(Settings::LONGEST),
            ),
            ..limits
        });
    }

    /// Whether the board is shown after every move.
    #[must_use]
    pub const fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Shows the board after every move, or no longer does.
    pub const fn set_verbose(&mut self, verbose: bool) {
        self.verbose = verbose;
    }

    /// Where the session stands. A dialect without states is always playing, or
    /// finished.
    #[must_use]
    pub fn state(&self) -> State {
        if self.forsaken {
            State::Finished
        } else if !self.started {
            State::SetUp
        } else if self.game.outcome().is_some() {
            State::Finished
        } else {
            State::Playing
        }
    }

    /// The colour whose AI is to make the next move, if it is an AI's turn.
    #[must_use]
    pub fn ai_turn(&self) -> Option<Color> {
        let color = self.game.position().turn();
        let is_ai = matches!(self.player(color), Player::Ai { .. });
        (is_ai && self.state() == State::Playing).then_some(color)
    }

    /// Reads a line in the session's dialect, as [`parse`].
    pub(super) fn read(&self, text: &str) -> Result<Option<Line>, Diagnostic> {
        #[cfg(debug_assertions)]
        if let Some(faulty) = &self.fault {
            return faulty.read(text, self.dialect);
        }
        parse(text, self.dialect)
    }

    /// Carries a command out.
    ///
    /// # Errors
    ///
    /// When it cannot be; the session is then as it was.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        #[cfg(debug_assertions)]
        if let Some(faulty) = self.fault.take() {
            return faulty.execute(self, command);
        }
        self.carry_out(command)
    }

    fn carry_out(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let (name, state) = (command.name(), self.state());
        if !name.allowed_in(state, self.dialect) {
            let can_undo = self.link.is_none();
            return Err(Refusal::WrongState {
                name,
                state,
                can_undo,
            });
        }
        if let Some(refusal) = self.remote_refusal(command) {
            return Err(refusal);
        }
        let event = match *command {
            Command::Clear => {
                let mut events = self.resign();
                self.part();
                self.players = [Player::Manual, Player::Ai { seed: self.seed }];
                self.user = Color::Red;
                self.begin();
                events.push(Event::Cleared);
                return Ok(events);
            }
            Command::New => {
                self.begin();
                Event::NewGame
            }
            Command::Start if !self.dialect.has_states() => Event::NoEffect(name),
            Command::Start if self.link.is_some_and(|link| link.side == Side::Host) => {
                return self.start_for_client();
            }
            Command::Start => {
                self.started = true;
                return Ok(self.with_outcome(None, vec![Event::Started]));
            }
            Command::Color(color) => self.choose_color(color),
            Command::AutoPlayer => self.set_player(self.user, Player::Ai { seed: self.seed }),
            Command::Auto(color) => {
                let player = Player::Ai { seed: self.seed };
                if self.dialect == Dialect::Spring2022 {
                    self.seed = self.seed.map(|seed| seed.wrapping_add(1));
                }
                self.set_player(color, player)
            }
            Command::Manual(color) => self.set_player(color, Player::Manual),
            Command::Block(square) => return self.block(square),
            Command::Blocks(letters) => return self.blocks(letters),
            Command::Seed(seed) => {
                self.seed = Some(seed);
                for player in &mut self.players {
                    if let Player::Ai { seed } = player {
                        *seed = self.seed;
                    }
                }
                Event::Seeded(seed)
            }
            Command::Move(mv) => return self.play(mv),
            Command::Undo => return self.undo(),
            Command::Load(ref file) => Event::Load(file.clone()),
            Command::Host { ref id } => Event::Host { id: id.clone() },
            Command::Join { ref id, ref host } => Event::Join {
                id: id.clone(),
                place: host.clone(),
            },
            Command::Help(topic) => Event::Help(topic),
            Command::Dump => Event::Dump(*self.game.position()),
            Command::Board => self.board(),
            Command::Verbose => self.verbosity(true),
            Command::Quiet => self.verbosity(false),
            Command::Quit => {
                let mut events = self.resign();
                events.push(Event::Quit);
                return Ok(events);
            }
        };
        Ok(vec![event])
    }

    /// Lets the AI whose turn it is make its move; no events when it is not an
    /// AI's turn. Once `told` is set it plays the best it has found so far.
    pub fn think(&mut self, told: &AtomicBool) -> Vec<Event> {
        #[cfg(debug_assertions)]
        if let Some(faulty) = self.fault.take() {
            return faulty.think(self, told);
        }
        self.choose_and_play(told)
    }

    fn choose_and_play(&mut self, told: &AtomicBool) -> Vec<Event> {
        let Some(color) = self.ai_turn() else {
            return Vec::new();
        };
        let Some((choice, guarded)) = self.choose(color, told) else {
            return Vec::new();
        };
        self.play_choice(color, choice, guarded)
    }

    /// Makes the move that somebody else has chosen for the AI whose turn it is; no events
    /// when it is not an AI's turn, or the move is not legal.
    pub(super) fn play_chosen(&mut self, mv: Move) -> Vec<Event> {
        let Some(color) = self.ai_turn() else {
            return Vec::new();
        };
        // Nothing is known of how it was found.
        let choice = Choice {
            mv,
            score: Score::Stones(0.0),
            value: 0,
            depth: 0,
            nodes: 0,
            stopped: StopReason::Settled,
        };
        self.play_choice(color, choice, false)
    }

    fn play_choice(&mut self, color: Color, choice: Choice, guarded: bool) -> Vec<Event> {
        let Ok(played) = self.game.play(choice.mv) else {
            return Vec::new();
        };
        let mut events = Vec::new();
        if guarded && choice.stopped == StopReason::Time {
            events.push(Event::GuardStruck(color));
        }
        events.push(Event::AiPlayed {
            color,
            played,
            choice,
        });
        events.extend(self.say_move(played));
        self.after_move(events)
    }

    /// What the AI of a colour would play, and whether the clock is only a guard.
    fn choose(&self, color: Color, told: &AtomicBool) -> Option<(Choice, bool)> {
        let player = self.player(color);
        let seed = player.seed();
        let task = engine::SearchTask {
            position: self.game.position(),
            rules: self.game.rules(),
            limits: self.limits[color.index()].unwrap_or_else(|| self.limits(player)),
            // Another choice among equals on another turn, and the same again
            // after the turn was taken back.
            seed: seed.map(|seed| {
                seed.cast_unsigned()
                    .wrapping_mul(1000)
                    .wrapping_add(self.game.moves().len() as u64)
            }),
            threads: if seed.is_some() {
                NonZeroUsize::MIN
            } else {
                self.settings.threads
            },
        };
        // A time that was asked for is no guard.
        let guarded = seed.is_some() && self.limits[color.index()].is_none();
        engine::choose(&task, told).map(|choice| (choice, guarded))
    }

    /// How long an AI may think: with a seed nodes decide, so that the time it
    /// takes does not.
    fn limits(&self, player: Player) -> Limits {
        let Settings {
            move_time, nodes, ..
        } = self.settings;
        Settings::BUDGET.limits(move_time, nodes, player.seed().is_some())
    }

    fn begin(&mut self) {
        self.game = Game::new(self.dialect.rules());
        self.started = !self.dialect.has_states();
        self.forsaken = false;
    }

    /// The Player gets this colour, and the Opponent the other.
    fn choose_color(&mut self, color: Color) -> Event {
        let [user, opponent] = [self.user, !self.user].map(|color| self.player(color));
        self.players[color.index()] = user;
        self.players[(!color).index()] = opponent;
        self.user = color;
        Event::UserPlays(color)
    }

    fn set_player(&mut self, color: Color, player: Player) -> Event {
        self.players[color.index()] = player;
        Event::PlayerSet(color, player)
    }

    fn verbosity(&mut self, verbose: bool) -> Event {
        self.verbose = verbose;
        Event::Verbosity(verbose)
    }

    fn board(&self) -> Event {
        Event::Board(*self.game.position(), self.game.last_move())
    }

    fn play(&mut self, mv: BerkeleyMove) -> Result<Vec<Event>, Refusal> {
        if let Some(color) = self.ai_turn() {
            return Err(Refusal::AiTurn { color });
        }
        let color = self.game.position().turn();
        let played = mv.play(&mut self.game).map_err(|error| Refusal::Move {
            error,
            position: *self.game.position(),
            instead: self.some_move(),
        })?;
        let mut events = vec![Event::Played(color, played)];
        events.extend(self.say_move(played));
        Ok(self.after_move(events))
    }

    /// A legal move, to name as an example.
    fn some_move(&self) -> Option<BerkeleyMove> {
        let position = self.game.position();
        let mv = position.legal_moves(self.game.rules()).next()?;
        Some(BerkeleyMove::of(mv, position))
    }

    fn after_move(&self, mut events: Vec<Event>) -> Vec<Event> {
        if self.verbose {
            events.push(self.board());
        }
        self.with_outcome(None, events)
    }

    /// Adds the result, if the game is over now and was not `before`.
    fn with_outcome(&self, before: Option<Outcome>, mut events: Vec<Event>) -> Vec<Event> {
        if self.started
            && before.is_none()
            && let Some(outcome) = self.game.outcome()
        {
            events.push(Event::Over(outcome));
        }
        events
    }

    fn block(&mut self, square: Square) -> Result<Vec<Event>, Refusal> {
        let refuse = |error| Refusal::Block { square, error };
        if self.game.last_move().is_some() {
            return Err(refuse(BlockError::AfterMove));
        }
        if self.game.position().blocks().contains(square) {
            return Err(refuse(BlockError::AlreadyBlocked { square }));
        }
        let before = self.game.outcome();
        self.game.place_block(square).map_err(refuse)?;
        Ok(self.with_outcome(before, vec![self.blocked()]))
    }

    fn blocks(&mut self, letters: BlockLetters) -> Result<Vec<Event>, Refusal> {
        let mut game = self.game.clone();
        for square in letters.named_squares() {
            game.place_block(square)
                .map_err(|error| Refusal::Block { square, error })?;
        }
        self.game = game;
        Ok(vec![self.blocked()])
    }

    fn blocked(&self) -> Event {
        Event::Blocked {
            squares: self.game.position().blocks().count(),
        }
    }

    fn undo(&mut self) -> Result<Vec<Event>, Refusal> {
        let blocks = self.game.position().blocks();
        self.game.undo().ok_or(Refusal::NothingToUndo)?;
        let again = self.ai_turn().is_some() && self.game.undo().is_some();
        let blocks_gone = self.game.position().blocks() != blocks;
        let mut events = vec![Event::Undone {
            moves: 1 + usize::from(again),
            blocks_gone,
        }];
        if self.verbose {
            events.push(self.board());
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests;
