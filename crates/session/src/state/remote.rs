//! The remote play of a session.

use super::{Event, Player, Refusal, Session};
use crate::{
    Command, ForfeitReason, Message, Received, RemoteEvent, RemoteGame, RemoteSide, Stage, State,
    WaitingFor,
};
use ataxx_core::board::{Color, Game, PlayedMove};
use ataxx_core::notation::{BerkeleyMove, BlockLetters, NoLetters};

impl Session {
    /// The game with a remote program, from its beginning to `clear`.
    pub const fn remote(&self) -> Option<RemoteGame> {
        self.remote
    }

    /// The message of the remote program that the session waits for.
    pub fn waiting_for(&self) -> Option<WaitingFor> {
        self.remote?.waiting_for()
    }

    /// The colour of the remote program, if it is its turn.
    pub fn remote_turn(&self) -> Option<Color> {
        match self.waiting_for()? {
            WaitingFor::Move(color) => Some(color),
            _ => None,
        }
    }

    /// Makes a remote program the Opponent, after `ready`. `other` is its address, for people.
    ///
    /// On the client a new game begins; its Player stays an AI or a person.
    pub fn connect(&mut self, side: RemoteSide, other: String) -> Vec<Event> {
        if side == RemoteSide::Client {
            self.begin();
        }
        self.players[(!self.user).index()] = Player::Remote;
        self.remote = Some(RemoteGame {
            side,
            stage: Stage::SetUp,
        });
        vec![Event::Remote(RemoteEvent::Joined { side, other })]
    }

    /// Handles what comes from the remote program. The session can always go on afterwards, at
    /// least with `clear`.
    pub fn receive(&mut self, received: &Received) -> Vec<Event> {
        let Some(remote) = self.remote.filter(|remote| !remote.is_over()) else {
            return Vec::new();
        };
        let expected = remote.stage.expected(!remote.side);
        match received {
            &Received::Message(message) => match remote.stage.after(!remote.side, message) {
                Some(stage) => self.follow(message, remote, stage),
                None => self.break_off(format!(
                    "the remote opponent sent `{message}` where {expected} was expected"
                )),
            },
            // Where a move is expected, it is an illegal move; otherwise it is out of order.
            Received::MisspeltMove(text)
                if remote
                    .stage
                    .after(!remote.side, Message::Move(BerkeleyMove::Pass))
                    .is_some() =>
            {
                self.forfeit(!self.user, ForfeitReason::MisspeltMove(text.clone()))
            }
            Received::MisspeltMove(text) => self.break_off(format!(
                "the remote opponent sent `{text}` where {expected} was expected"
            )),
            Received::Malformed(nonsense) => self.break_off(format!(
                "the remote opponent sent {nonsense} where {expected} was expected"
            )),
            Received::Disconnected(reason) => self.disconnected(remote, Some(reason)),
            Received::Timeout | Received::Cancelled => match remote.stage {
                Stage::Decided { .. } => self.end_unconfirmed(),
                _ => Vec::new(),
            },
        }
    }

    /// Carries out a message that is allowed now.
    fn follow(&mut self, message: Message, remote: RemoteGame, stage: Stage) -> Vec<Event> {
        if message == Message::Stop {
            return self.disconnected(remote, None);
        }
        self.remote = Some(RemoteGame { stage, ..remote });
        match message {
            Message::Color(color) => Command::Color(color).run(self).unwrap_or_default(),
            Message::Blocks(letters) => match Command::Blocks(letters).run(self) {
                Ok(events) => events,
                Err(_) => self.break_off(format!(
                    "the remote opponent sent `{message}`, and not all of these can be blocked"
                )),
            },
            Message::Start => {
                self.started = true;
                self.decide(RemoteSide::Host);
                self.with_outcome(None, vec![Event::Started])
            }
            Message::Move(mv) => self.follow_move(mv, remote),
            // `Ready` comes before there is a remote game; `Stop` is handled above.
            Message::Ready | Message::Stop => Vec::new(),
        }
    }

    fn follow_move(&mut self, mv: BerkeleyMove, remote: RemoteGame) -> Vec<Event> {
        let color = self.game.position().turn();
        match mv.play(&mut self.game) {
            Ok(played) if self.started => {
                let played = RemoteEvent::Played { color, played };
                self.decide(!remote.side);
                self.after_move(vec![Event::Remote(played)])
            }
            Ok(played) => self.after_move(vec![Event::Played(color, played)]),
            Err(_) => self.forfeit(!self.user, ForfeitReason::IllegalMove(mv)),
        }
    }

    /// Ends the game if it is over. `by` made the last move; this side confirms the end if that
    /// is the other side.
    fn decide(&mut self, by: RemoteSide) {
        let Some(remote) = self
            .remote
            .as_mut()
            .filter(|_| self.game.outcome().is_some())
        else {
            return;
        };
        remote.stage = remote.stage.decided(by);
        if matches!(remote.stage, Stage::Decided { waits } if waits != remote.side) {
            self.send(Message::Stop);
        }
    }

    /// Sends a message, if this side may send it now. Returns whether it may.
    fn send(&mut self, message: Message) -> bool {
        let Some(remote) = &mut self.remote else {
            return false;
        };
        let Some(stage) = remote.stage.after(remote.side, message) else {
            return false;
        };
        remote.stage = stage;
        self.outbox.push(message);
        true
    }

    /// Sends a move that was made here, if a game with a remote program is under way.
    pub(crate) fn send_move(&mut self, played: PlayedMove) {
        if let Some(RemoteGame { side, .. }) = self.remote
            && self.send(Message::Move(played.into()))
        {
            // The other side confirms the end.
            self.decide(side);
        }
    }

    /// Handles the end of the connection, by which the remote program forfeits a game.
    fn disconnected(&mut self, remote: RemoteGame, lost: Option<&String>) -> Vec<Event> {
        let over = RemoteGame {
            stage: Stage::Over,
            ..remote
        };
        match remote.stage {
            Stage::Playing(roles) => {
                let loser = match remote.side {
                    RemoteSide::Host => roles.client,
                    RemoteSide::Client => !roles.client,
                };
                let reason = match lost {
                    Some(reason) => ForfeitReason::Lost(reason.clone()),
                    None => ForfeitReason::Resigned,
                };
                self.forfeit(loser, reason)
            }
            Stage::Decided { .. } | Stage::Over => {
                self.remote = Some(over);
                Vec::new()
            }
            Stage::SetUp | Stage::Colored(_) | Stage::SettingUp(_) => {
                if remote.side == RemoteSide::Client {
                    self.begin();
                }
                self.part();
                vec![Event::Remote(RemoteEvent::Left {
                    lost: lost.cloned(),
                })]
            }
        }
    }

    /// Ends remote play: the Opponent is an AI again.
    pub(crate) fn part(&mut self) {
        self.remote = None;
        for player in &mut self.players {
            if *player == Player::Remote {
                *player = Player::Ai { seed: self.seed };
            }
        }
    }

    /// Ends the conversation, and the game without an end on the board.
    fn abort(&mut self) {
        self.aborted = true;
        if let Some(remote) = &mut self.remote {
            remote.stage = Stage::Over;
        }
    }

    fn forfeit(&mut self, loser: Color, reason: ForfeitReason) -> Vec<Event> {
        self.abort();
        vec![Event::Remote(RemoteEvent::Forfeit { loser, reason })]
    }

    /// Ends the conversation for a message that is not allowed. A result on the board stands.
    fn break_off(&mut self, reason: String) -> Vec<Event> {
        if self.started && self.game.outcome().is_some() {
            return self.end_unconfirmed();
        }
        self.abort();
        vec![Event::Remote(RemoteEvent::BrokenOff { reason })]
    }

    fn end_unconfirmed(&mut self) -> Vec<Event> {
        if let Some(remote) = &mut self.remote {
            remote.stage = Stage::Over;
        }
        vec![Event::Remote(RemoteEvent::NotConfirmed)]
    }

    /// Leaves the remote program, and resigns a game.
    pub(crate) fn resign(&mut self) -> Vec<Event> {
        let in_game = matches!(
            self.remote.map(|remote| remote.stage),
            Some(Stage::Playing(_))
        );
        self.send(Message::Stop);
        if in_game {
            self.forfeit(self.user, ForfeitReason::Resigned)
        } else {
            Vec::new()
        }
    }

    /// Whether a remote host sets the game up.
    pub(crate) fn is_set_up_by_host(&self) -> bool {
        self.waiting_for() == Some(WaitingFor::SetUp)
    }

    /// Whether this side sets the game up for a client.
    pub(super) fn sets_up_client(&self) -> bool {
        let side = self.remote.map(|remote| remote.side);
        side == Some(RemoteSide::Host) && self.state() == State::SetUp
    }

    /// Carries out a command of the set-up, unless the client could not be sent the result.
    pub(super) fn run_if_it_can_be_sent(
        &mut self,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.clone();
        let events = command.run(self)?;
        if self.sets_up_client()
            && let Err(refusal) = self.set_up_messages()
        {
            *self = before;
            return Err(refusal);
        }
        Ok(events)
    }

    /// Starts a game with a client, after sending it the set-up.
    pub(crate) fn start_for_client(&mut self) -> Result<Vec<Event>, Refusal> {
        let set_up = self.set_up_messages()?;
        self.started = true;
        for message in set_up {
            self.send(message);
        }
        self.decide(RemoteSide::Host);
        Ok(self.with_outcome(None, vec![Event::Started]))
    }

    /// The set-up as messages in the order of the document: blocks before moves, which need not
    /// be the order in which they were entered.
    pub(crate) fn set_up_messages(&self) -> Result<Vec<Message>, Refusal> {
        let mut messages = vec![Message::Color(!self.user)];
        let mut game = Game::new(*self.game.rules());
        match BlockLetters::try_from(self.game.position().blocks()) {
            Ok(letters) => {
                messages.push(Message::Blocks(letters));
                for square in letters.named_squares() {
                    game.place_block(square)
                        .map_err(|_| Refusal::SetUpOrder { mv: None })?;
                }
            }
            Err(NoLetters::Empty) => {}
            Err(_) => return Err(Refusal::SetUpOrder { mv: None }),
        }
        for played in self.game.moves() {
            let mv = BerkeleyMove::from(played);
            mv.play(&mut game)
                .map_err(|_| Refusal::SetUpOrder { mv: Some(mv) })?;
            messages.push(Message::Move(mv));
        }
        if game.position() != self.game.position() {
            return Err(Refusal::SetUpOrder { mv: None });
        }
        messages.push(Message::Start);
        Ok(messages)
    }
}
