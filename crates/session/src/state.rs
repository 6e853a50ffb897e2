//! The state of a session.

mod remote;
mod study;

use super::{
    Command, Dialect, Event, Message, Player, Refusal, RemoteGame, SessionSettings, State, Strength,
};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move, Outcome, Position, Rules};
use ataxx_core::engine::{self, Choice, Level, Limits, Score, StopReason};
use ataxx_core::notation::BerkeleyMove;
use std::num::NonZeroUsize;
use thiserror::Error;

/// A session in a dialect: the game, who plays it, and how.
///
/// Commands ([`Command`]) change its fields; other rooms use its methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    dialect: Dialect,
    settings: SessionSettings,
    pub(super) game: Game,
    /// Whether set-up is over; always true in a dialect without states.
    pub(super) started: bool,
    pub(super) players: [Player; 2],
    /// How strong AIs play, where it differs from the settings.
    strengths: [Option<Strength>; 2],
    /// The colour of the Player (2008).
    pub(super) user: Color,
    /// The seed of AIs to come.
    pub seed: Option<i64>,
    /// Whether the board is shown after every move.
    pub verbose: bool,
    /// The game with a remote program (2008).
    remote: Option<RemoteGame>,
    /// Whether the game ended before its end on the board: by forfeit or a protocol error.
    aborted: bool,
    /// Messages for the remote program that have not been taken.
    outbox: Vec<Message>,
}

/// A game with other rules than the dialect of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game is played by the rules {game}, and the session by {session}")]
pub struct OtherRules {
    /// The rules of the game.
    pub game: Rules,
    /// The rules of the session.
    pub session: Rules,
}

/// What an AI has to choose.
#[derive(Clone, Copy, Debug)]
pub struct AiTask {
    /// Its level.
    pub level: Level,
    /// The position.
    pub position: Position,
    /// The rules.
    pub rules: Rules,
    /// The limits of its search.
    pub limits: Limits,
    /// The seed of its choice among similar moves.
    pub seed: Option<u64>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Whether its time limit is only a guard.
    guarded: bool,
}

impl AiTask {
    /// Chooses a move; `None` if the game is over. Once `cancel` is requested, the best so far is
    /// chosen.
    pub fn choose(&self, cancel: &Cancellation) -> Option<Choice> {
        let task = engine::SearchTask {
            position: &self.position,
            rules: &self.rules,
            limits: self.limits,
            seed: self.seed,
            threads: self.threads,
        };
        engine::choose_at(self.level, &task, cancel)
    }
}

impl Session {
    /// A new session.
    pub const fn new(dialect: Dialect, settings: SessionSettings) -> Self {
        Self {
            dialect,
            settings,
            game: Game::new(dialect.rules()),
            started: !dialect.has_states(),
            players: [Player::Manual, Player::Ai { seed: None }],
            strengths: [None; 2],
            user: Color::Red,
            seed: None,
            verbose: false,
            remote: None,
            aborted: false,
            outbox: Vec::new(),
        }
    }

    /// The dialect it follows.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Starts a new session in another dialect, with the same settings.
    pub fn change_dialect(&mut self, dialect: Dialect) {
        let strengths = self.strengths;
        *self = Self::new(dialect, self.settings);
        self.strengths = strengths;
    }

    /// The game on the board.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Replaces the game, as if it had been played here, without a remote program. In a dialect
    /// with states, set-up is then over.
    pub fn set_game(&mut self, game: Game) -> Result<(), OtherRules> {
        self.replace_game(game)?;
        self.part();
        self.aborted = false;
        self.started = true;
        Ok(())
    }

    /// Replaces the game, and nothing else.
    pub fn replace_game(&mut self, game: Game) -> Result<(), OtherRules> {
        if *game.rules() != self.dialect.rules() {
            return Err(OtherRules {
                game: *game.rules(),
                session: self.dialect.rules(),
            });
        }
        self.game = game;
        Ok(())
    }

    /// Ends the set-up of a dialect with states, or returns to it.
    pub const fn set_started(&mut self, started: bool) {
        self.started = started;
    }

    /// Plays a move for the AI whose turn it is, as if it were typed.
    pub fn play_for_ai(&mut self, mv: BerkeleyMove) -> Result<Vec<Event>, Refusal> {
        let turn = self.game.position().turn();
        let player = std::mem::replace(&mut self.players[turn.index()], Player::Manual);
        let done = self.execute(&mv.into());
        self.players[turn.index()] = player;
        done
    }

    /// The settings.
    pub const fn settings(&self) -> SessionSettings {
        self.settings
    }

    /// The player of a colour.
    pub const fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    /// Sets the player of a colour.
    pub const fn set_player(&mut self, color: Color, player: Player) -> Event {
        self.players[color.index()] = player;
        Event::PlayerSet(color, player)
    }

    /// The colour of the Player (2008).
    pub const fn user(&self) -> Color {
        self.user
    }

    /// How strong the AI of a colour plays, where it differs from the settings.
    pub const fn strength_of(&self, color: Color) -> Option<Strength> {
        self.strengths[color.index()]
    }

    /// Sets how strong the AI of a colour plays; `None` for the settings.
    pub const fn set_strength(&mut self, color: Color, strength: Option<Strength>) {
        self.strengths[color.index()] = strength;
    }

    /// The state of the game. A dialect without states has no set-up.
    pub fn state(&self) -> State {
        if self.aborted {
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
    pub fn ai_turn(&self) -> Option<Color> {
        let color = self.game.position().turn();
        (self.player(color).is_ai() && self.state() == State::Playing).then_some(color)
    }

    /// Carries a command out. What it needs from outside is an [`Event::Request`], alone.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let (name, state) = (command.name(), self.state());
        if !name.allowed_in(state, self.dialect) {
            let can_undo = self.remote.is_none() && self.game.last_move().is_some();
            return Err(Refusal::WrongState {
                name,
                state,
                can_undo,
            });
        }
        if name.spec().sets_up && self.is_set_up_by_host() {
            return Err(Refusal::HostSetsUp { name });
        }
        if name.spec().sets_up && self.sets_up_client() {
            return self.run_if_it_can_be_sent(command);
        }
        command.run(self)
    }

    /// Takes the messages that are to be sent to the remote program.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.outbox)
    }

    /// Lets the AI whose turn it is make its move; no events when it is not an
    /// AI's turn. Once `cancel` is set it plays the best it has found so far.
    pub fn think(&mut self, cancel: &Cancellation) -> Vec<Event> {
        let Some(color) = self.ai_turn() else {
            return Vec::new();
        };
        let task = self.ai_task();
        let Some((task, choice)) = task.and_then(|task| Some((task, task.choose(cancel)?))) else {
            return Vec::new();
        };
        self.play_choice(color, choice, task.guarded)
    }

    /// Makes the move of a [`Chooser`](super::Chooser) for the AI whose turn it is; no events
    /// when it is not an AI's turn, or the move is not legal.
    pub fn play_chosen(&mut self, mv: Move) -> Vec<Event> {
        let Some(color) = self.ai_turn() else {
            return Vec::new();
        };
        // The chooser gives no score.
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
            events.push(Event::SeededTimeout(color));
        }
        events.push(Event::AiPlayed {
            color,
            played,
            choice,
        });
        self.send_move(played);
        self.after_move(events)
    }

    /// What the AI whose turn it is has to choose; `None` when it is not an AI's turn.
    pub fn ai_task(&self) -> Option<AiTask> {
        let color = self.ai_turn()?;
        let player = self.player(color);
        let seed = player.seed();
        let strength = self.strengths[color.index()];
        let own_time = strength.and_then(Strength::move_time);
        let own_limits =
            own_time.map(|time| Limits::of_time(time.min(SessionSettings::MAX_THINKING_TIME)));
        Some(AiTask {
            level: strength.map_or(Level::FULL, Strength::level),
            position: *self.game.position(),
            rules: *self.game.rules(),
            limits: own_limits.unwrap_or_else(|| self.limits(player)),
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
            // A time that was set for this AI is no guard.
            guarded: seed.is_some() && own_limits.is_none(),
        })
    }

    /// The limits of an AI by the settings. With a seed, nodes limit the search, so that its
    /// result does not depend on the time.
    fn limits(&self, player: Player) -> Limits {
        self.settings
            .limits(self.game.moves().len(), player.seed().is_some())
    }

    /// Begins another game.
    pub(super) fn begin(&mut self) {
        self.game = Game::new(self.dialect.rules());
        self.started = !self.dialect.has_states();
        self.aborted = false;
    }

    /// The board as an event.
    pub(super) fn board(&self) -> Event {
        Event::Board(*self.game.position(), self.game.last_move())
    }

    /// How many squares are blocked, as an event.
    pub(super) fn blocked(&self) -> Event {
        Event::Blocked {
            squares: self.game.position().blocks().count(),
        }
    }

    /// Adds what follows a move to its events: the board, if it is shown after every move, and
    /// the result.
    pub(super) fn after_move(&self, mut events: Vec<Event>) -> Vec<Event> {
        if self.verbose {
            events.push(self.board());
        }
        self.with_outcome(None, events)
    }

    /// Adds the result, if the game is over now and was not before the command.
    pub(super) fn with_outcome(
        &self,
        before: Option<Outcome>,
        mut events: Vec<Event>,
    ) -> Vec<Event> {
        if self.started
            && before.is_none()
            && let Some(outcome) = self.game.outcome()
        {
            events.push(Event::Over(outcome));
        }
        events
    }
}

#[cfg(test)]
mod tests;
