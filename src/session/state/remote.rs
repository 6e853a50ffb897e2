//! A session that plays against a remote program.

use super::{Event, Player, Refusal, Session};
use crate::board::{Color, Game, PlayedMove};
use crate::notation::{BerkeleyMove, BlockLetters, NoLetters};
use crate::session::grammar::{Command, CommandName, State};
use crate::session::remote::{
    Awaited, ForfeitReason, Heard, Link, Message, RemoteEvent, Side, Stage,
};

impl Session {
    /// Its part in a conversation with a remote program, from the beginning to `clear`.
    #[must_use]
    pub const fn link(&self) -> Option<Link> {
        self.link
    }

    /// What is to come from the remote program before anything else can be done.
    #[must_use]
    pub fn awaited(&self) -> Option<Awaited> {
        self.link?.awaited()
    }

    /// The colour of the remote program, if it is its turn.
    #[must_use]
    pub fn remote_turn(&self) -> Option<Color> {
        match self.awaited()? {
            Awaited::Move(color) => Some(color),
            _ => None,
        }
    }

    /// A remote program takes the place of the Opponent; it is ready, or has been told
    /// that we are. `other` says where it is, for people.
    ///
    /// The client's board is cleared; whether an AI plays for its Player stays.
    pub fn meet(&mut self, side: Side, other: String) -> Vec<Event> {
        if side == Side::Client {
            self.begin();
        }
        self.players[(!self.user).index()] = Player::Remote;
        self.link = Some(Link {
            side,
            stage: Stage::SetUp,
        });
        vec![Event::Remote(RemoteEvent::Joined { side, other })]
    }

    /// Takes in what comes from the remote program. Whatever it is, the session can go on
    /// afterwards, if only with `clear`.
    pub fn hear(&mut self, heard: &Heard) -> Vec<Event> {
        let Some(link) = self.link.filter(|link| !link.is_over()) else {
            return Vec::new();
        };
        let expected = link.stage.expected(!link.side);
        match heard {
            &Heard::Message(message) => match link.stage.after(!link.side, message) {
                Some(stage) => self.follow(message, link, stage),
                None => self.break_off(format!(
                    "the remote opponent said `{message}` where {expected} was expected"
                )),
            },
            Heard::Nonsense(nonsense) => self.break_off(format!(
                "the remote opponent sent {nonsense} where {expected} was expected"
            )),
            Heard::Lost(reason) => self.lose_sight(link, Some(reason)),
            Heard::Nothing | Heard::Told => match link.stage {
                Stage::Decided { .. } => self.end_unconfirmed(),
                _ => Vec::new(),
            },
        }
    }

    /// Does what a message asks for that may come now.
    fn follow(&mut self, message: Message, link: Link, stage: Stage) -> Vec<Event> {
        if message == Message::Stop {
            return self.lose_sight(link, None);
        }
        self.link = Some(Link { stage, ..link });
        match message {
            Message::Color(color) => vec![self.choose_color(color)],
            Message::Blocks(letters) => match self.blocks(letters) {
                Ok(events) => events,
                Err(_) => self.break_off(format!(
                    "the remote opponent said `{message}`, and not all of these can be blocked"
                )),
            },
            Message::Start => {
                self.started = true;
                let mut events = vec![Event::Started];
                events.extend(self.decide(Side::Host));
                self.with_outcome(None, events)
            }
            Message::Move(mv) => self.follow_move(mv, link),
            // The first comes before there is a link; the second is done with.
            Message::Ready | Message::Stop => Vec::new(),
        }
    }

    fn follow_move(&mut self, mv: BerkeleyMove, link: Link) -> Vec<Event> {
        let color = self.game.position().turn();
        match mv.play(&mut self.game) {
            Ok(played) if self.started => {
                let played = RemoteEvent::Played { color, played };
                let mut events = vec![Event::Remote(played)];
                events.extend(self.decide(!link.side));
                self.after_move(events)
            }
            Ok(played) => self.after_move(vec![Event::Played(color, played)]),
            Err(_) => self.forfeit(!self.user, ForfeitReason::IllegalMove(mv)),
        }
    }

    /// Notes that the game is over, if it is, by this side's last move. Where that is the
    /// other side, this one confirms it.
    fn decide(&mut self, by: Side) -> Option<Event> {
        self.game.outcome()?;
        let link = self.link.as_mut()?;
        link.stage = link.stage.decided(by);
        match link.stage {
            Stage::Decided { waits } if waits != link.side => self.say(Message::Stop),
            _ => None,
        }
    }

    /// Says something, if this side may say it now.
    fn say(&mut self, message: Message) -> Option<Event> {
        let link = self.link.as_mut()?;
        link.stage = link.stage.after(link.side, message)?;
        Some(Event::Say(message))
    }

    /// Tells the remote program of a move that was made here in a game under way.
    pub(super) fn say_move(&mut self, played: PlayedMove) -> Option<Event> {
        let said = self.say(Message::Move(played.into()))?;
        let side = self.link?.side;
        // It is for the other side to confirm the end.
        self.decide(side);
        Some(said)
    }

    /// The remote program is gone; in a game, that is to give it up.
    fn lose_sight(&mut self, link: Link, lost: Option<&String>) -> Vec<Event> {
        let over = Link {
            stage: Stage::Over,
            ..link
        };
        match link.stage {
            Stage::Playing(told) => {
                let loser = match link.side {
                    Side::Host => told.client,
                    Side::Client => !told.client,
                };
                let reason = match lost {
                    Some(reason) => ForfeitReason::Lost(reason.clone()),
                    None => ForfeitReason::Resigned,
                };
                self.forfeit(loser, reason)
            }
            Stage::Decided { .. } | Stage::Over => {
                self.link = Some(over);
                Vec::new()
            }
            Stage::Greeting | Stage::SetUp | Stage::Colored(_) | Stage::SettingUp(_) => {
                if link.side == Side::Client {
                    self.begin();
                }
                self.part();
                vec![Event::Remote(RemoteEvent::Left {
                    lost: lost.cloned(),
                })]
            }
        }
    }

    /// The Opponent is an AI again.
    pub(super) fn part(&mut self) {
        self.link = None;
        for player in &mut self.players {
            if *player == Player::Remote {
                *player = Player::Ai { seed: self.seed };
            }
        }
    }

    /// Ends the conversation, and the game without an end on the board.
    fn forsake(&mut self) {
        self.forsaken = true;
        if let Some(link) = &mut self.link {
            link.stage = Stage::Over;
        }
    }

    fn forfeit(&mut self, loser: Color, reason: ForfeitReason) -> Vec<Event> {
        self.forsake();
        vec![Event::Remote(RemoteEvent::Forfeit { loser, reason })]
    }

    /// The remote program has said what it may not. A result on the board stands.
    fn break_off(&mut self, reason: String) -> Vec<Event> {
        if self.started && self.game.outcome().is_some() {
            return self.end_unconfirmed();
        }
        self.forsake();
        vec![Event::Remote(RemoteEvent::BrokenOff { reason })]
    }

    fn end_unconfirmed(&mut self) -> Vec<Event> {
        if let Some(link) = &mut self.link {
            link.stage = Stage::Over;
        }
        vec![Event::Remote(RemoteEvent::NotConfirmed)]
    }

    /// Leaves the remote program; in a game, that is to give it up.
    pub(super) fn resign(&mut self) -> Vec<Event> {
        let in_game = matches!(self.link.map(|link| link.stage), Some(Stage::Playing(_)));
        let mut events: Vec<Event> = self.say(Message::Stop).into_iter().collect();
        if in_game {
            events.extend(self.forfeit(self.user, ForfeitReason::Resigned));
        }
        events
    }

    /// Why a command cannot be carried out while a remote program has a say.
    pub(super) fn remote_refusal(&self, command: &Command) -> Option<Refusal> {
        let name = command.name();
        self.link?;
        let waits = self.awaited() == Some(Awaited::SetUp);
        match name {
            CommandName::Color
            | CommandName::Blocks
            | CommandName::Start
            | CommandName::Move
            | CommandName::Pass
            | CommandName::Undo
                if waits =>
            {
                Some(Refusal::HostSetsUp { name })
            }
            CommandName::Host | CommandName::Join => Some(Refusal::AlreadyJoined),
            CommandName::Undo if self.state() != State::SetUp => Some(Refusal::RemoteUndo),
            CommandName::Move | CommandName::Pass => self
                .remote_turn()
                .map(|color| Refusal::RemoteTurn { color }),
            _ => None,
        }
    }

    /// Starts a game with a client, which is told of all that was set up.
    pub(super) fn start_for_client(&mut self) -> Result<Vec<Event>, Refusal> {
        let set_up = self.set_up_messages()?;
        self.started = true;
        let mut events = vec![Event::Started];
        for message in set_up {
            events.extend(self.say(message));
        }
        self.decide(Side::Host);
        Ok(self.with_outcome(None, events))
    }

    /// Everything that was set up, in the order of the document. Blocks come before moves
    /// there, which is not always how they were placed.
    fn set_up_messages(&self) -> Result<Vec<Message>, Refusal> {
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
