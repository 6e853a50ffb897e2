//! The order of messages, and what a session waits for.

use super::Message;
use ataxx_core::board::Color;
use std::fmt;
use std::ops::Not;

/// One of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemoteSide {
    /// The one that listened, and that sets the game up.
    Host,
    /// The one that joined.
    Client,
}

impl Not for RemoteSide {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Host => Self::Client,
            Self::Client => Self::Host,
        }
    }
}

impl fmt::Display for RemoteSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Host => "host",
            Self::Client => "client",
        })
    }
}

/// The stage of a conversation. Both programs know it from the messages alone, except for the
/// end of a game, which follows from the board ([`decided`](Self::decided)).
///
/// ```text
/// SetUp ─color→ Colored ─blocks→ SettingUp ─start→ Playing ─decided→ Decided ─stop→ Over
///                  └──── a set-up move ───↗
/// ```
///
/// It begins when the client has sent `ready`. `stop` leads from everywhere to `Over`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The host sets the game up, and has sent nothing of it yet.
    SetUp,
    /// The client knows its colour; blocks may come next, or what comes after them.
    Colored(Roles),
    /// Set-up moves, then `start`.
    SettingUp(Roles),
    /// Both play.
    Playing(Roles),
    /// The game is over.
    Decided {
        /// The side that made the last move, or started a game that was over. It waits for
        /// `stop` from the other side.
        waits: RemoteSide,
    },
    /// The conversation is over.
    Over,
}

/// The colours and the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles {
    /// The colour of the client.
    pub client: Color,
    /// The side to move.
    pub turn: Color,
}

impl Roles {
    /// The side that makes the next move.
    pub fn mover(self) -> RemoteSide {
        self.player(self.turn)
    }

    /// The side that plays a colour.
    pub fn player(self, color: Color) -> RemoteSide {
        if color == self.client {
            RemoteSide::Client
        } else {
            RemoteSide::Host
        }
    }

    fn after_move(self) -> Self {
        Self {
            turn: !self.turn,
            ..self
        }
    }
}

impl Stage {
    /// The stage after a message; `None` when this side may not send it now.
    ///
    /// Whether a move is legal, and whether it ends the game, is not checked.
    pub fn after(self, speaker: RemoteSide, message: Message) -> Option<Self> {
        Some(match (self, speaker, message) {
            (Self::SetUp, RemoteSide::Host, Message::Color(client)) => Self::Colored(Roles {
                client,
                turn: Color::Red,
            }),
            (Self::Colored(roles), RemoteSide::Host, Message::Blocks(_)) => Self::SettingUp(roles),
            (Self::Colored(roles) | Self::SettingUp(roles), RemoteSide::Host, Message::Move(_)) => {
                Self::SettingUp(roles.after_move())
            }
            (Self::Colored(roles) | Self::SettingUp(roles), RemoteSide::Host, Message::Start) => {
                Self::Playing(roles)
            }
            (Self::Playing(roles), speaker, Message::Move(_)) if roles.mover() == speaker => {
                Self::Playing(roles.after_move())
            }
            (Self::Decided { waits }, speaker, Message::Stop) if speaker != waits => Self::Over,
            (
                Self::SetUp | Self::Colored(_) | Self::SettingUp(_) | Self::Playing(_),
                _,
                Message::Stop,
            ) => Self::Over,
            _ => return None,
        })
    }

    /// The stage after the end of the game, by the last move of this side. Other stages than
    /// [`Playing`](Self::Playing) stay.
    pub const fn decided(self, by: RemoteSide) -> Self {
        match self {
            Self::Playing(_) => Self::Decided { waits: by },
            stage => stage,
        }
    }

    /// The messages that this side may send now, in words.
    pub fn expected(self, speaker: RemoteSide) -> &'static str {
        match (self, speaker) {
            (Self::SetUp, RemoteSide::Host) => "`color` or `stop`",
            (Self::Colored(_), RemoteSide::Host) => "`blocks`, a move, `start` or `stop`",
            (Self::SettingUp(_), RemoteSide::Host) => "a move, `start` or `stop`",
            (Self::Playing(roles), speaker) if roles.mover() == speaker => "a move or `stop`",
            (
                Self::SetUp | Self::Colored(_) | Self::SettingUp(_) | Self::Playing(_),
                RemoteSide::Host | RemoteSide::Client,
            ) => "only `stop`",
            (Self::Decided { waits }, speaker) if waits != speaker => "`stop`",
            (Self::Decided { .. } | Self::Over, _) => "nothing",
        }
    }
}

/// The state of a game with a remote program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteGame {
    /// The side of this session.
    pub side: RemoteSide,
    /// The stage of the conversation.
    pub stage: Stage,
}

/// The event that a session waits for in remote play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A program that joins.
    Guest,
    /// An answer from the host to be joined.
    Answer,
    /// The set-up by the host.
    SetUp,
    /// A move of this colour.
    Move(Color),
    /// The confirmation of the end.
    Stop,
}

impl RemoteGame {
    /// What the session waits for; `None` when it is this side's turn, or the conversation is
    /// over.
    pub fn waiting_for(self) -> Option<WaitingFor> {
        match self.stage {
            Stage::SetUp | Stage::Colored(_) | Stage::SettingUp(_)
                if self.side == RemoteSide::Client =>
            {
                Some(WaitingFor::SetUp)
            }
            Stage::Playing(roles) if roles.mover() != self.side => {
                Some(WaitingFor::Move(roles.turn))
            }
            Stage::Decided { waits } if waits == self.side => Some(WaitingFor::Stop),
            _ => None,
        }
    }

    /// Whether the conversation is over.
    pub fn is_over(self) -> bool {
        self.stage == Stage::Over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Blue, Red};
    use RemoteSide::{Client, Host};
    use std::fmt::Write as _;

    const SIDES: [RemoteSide; 2] = [Host, Client];

    fn stages() -> Vec<Stage> {
        let mut stages = vec![Stage::SetUp];
        for client in Color::BOTH {
            for turn in Color::BOTH {
                let roles = Roles { client, turn };
                stages.extend([
                    Stage::Colored(roles),
                    Stage::SettingUp(roles),
                    Stage::Playing(roles),
                ]);
            }
        }
        stages.extend(SIDES.map(|waits| Stage::Decided { waits }));
        stages.push(Stage::Over);
        stages
    }

    fn messages() -> Vec<Message> {
        [
            "ready",
            "color red",
            "color blue",
            "blocks 3",
            "start",
            "stop",
            "a7-b7",
            "-",
        ]
        .map(|text| text.parse().expect("a message"))
        .to_vec()
    }

    /// The whole table, as the document has it in sentences.
    #[test]
    fn every_message_in_every_stage() {
        let mut table = String::new();
        for stage in stages() {
            for speaker in SIDES {
                let taken: Vec<String> = messages()
                    .iter()
                    .filter_map(|message| {
                        let next = stage.after(speaker, *message)?;
                        Some(format!("{message} → {}", short(next)))
                    })
                    .collect();
                let taken = if taken.is_empty() {
                    "nothing".to_owned()
                } else {
                    taken.join(", ")
                };
                let _ = writeln!(table, "{} {speaker}: {taken}", short(stage));
            }
        }
        insta::assert_snapshot!(table, @"
        SetUp host: color red → Colored(Red/Red), color blue → Colored(Blue/Red), stop → Over
        SetUp client: stop → Over
        Colored(Red/Red) host: blocks 3 → SettingUp(Red/Red), start → Playing(Red/Red), stop → Over, a7-b7 → SettingUp(Red/Blue), - → SettingUp(Red/Blue)
        Colored(Red/Red) client: stop → Over
        SettingUp(Red/Red) host: start → Playing(Red/Red), stop → Over, a7-b7 → SettingUp(Red/Blue), - → SettingUp(Red/Blue)
        SettingUp(Red/Red) client: stop → Over
        Playing(Red/Red) host: stop → Over
        Playing(Red/Red) client: stop → Over, a7-b7 → Playing(Red/Blue), - → Playing(Red/Blue)
        Colored(Red/Blue) host: blocks 3 → SettingUp(Red/Blue), start → Playing(Red/Blue), stop → Over, a7-b7 → SettingUp(Red/Red), - → SettingUp(Red/Red)
        Colored(Red/Blue) client: stop → Over
        SettingUp(Red/Blue) host: start → Playing(Red/Blue), stop → Over, a7-b7 → SettingUp(Red/Red), - → SettingUp(Red/Red)
        SettingUp(Red/Blue) client: stop → Over
        Playing(Red/Blue) host: stop → Over, a7-b7 → Playing(Red/Red), - → Playing(Red/Red)
        Playing(Red/Blue) client: stop → Over
        Colored(Blue/Red) host: blocks 3 → SettingUp(Blue/Red), start → Playing(Blue/Red), stop → Over, a7-b7 → SettingUp(Blue/Blue), - → SettingUp(Blue/Blue)
        Colored(Blue/Red) client: stop → Over
        SettingUp(Blue/Red) host: start → Playing(Blue/Red), stop → Over, a7-b7 → SettingUp(Blue/Blue), - → SettingUp(Blue/Blue)
        SettingUp(Blue/Red) client: stop → Over
        Playing(Blue/Red) host: stop → Over, a7-b7 → Playing(Blue/Blue), - → Playing(Blue/Blue)
        Playing(Blue/Red) client: stop → Over
        Colored(Blue/Blue) host: blocks 3 → SettingUp(Blue/Blue), start → Playing(Blue/Blue), stop → Over, a7-b7 → SettingUp(Blue/Red), - → SettingUp(Blue/Red)
        Colored(Blue/Blue) client: stop → Over
        SettingUp(Blue/Blue) host: start → Playing(Blue/Blue), stop → Over, a7-b7 → SettingUp(Blue/Red), - → SettingUp(Blue/Red)
        SettingUp(Blue/Blue) client: stop → Over
        Playing(Blue/Blue) host: stop → Over
        Playing(Blue/Blue) client: stop → Over, a7-b7 → Playing(Blue/Red), - → Playing(Blue/Red)
        Decided(host waits) host: nothing
        Decided(host waits) client: stop → Over
        Decided(client waits) host: stop → Over
        Decided(client waits) client: nothing
        Over host: nothing
        Over client: nothing
        ");
    }

    /// `color of the client/side to move` behind the name.
    fn short(stage: Stage) -> String {
        let roles = |name, roles: Roles| format!("{name}({}/{})", roles.client, roles.turn);
        match stage {
            Stage::SetUp => "SetUp".to_owned(),
            Stage::Colored(it) => roles("Colored", it),
            Stage::SettingUp(it) => roles("SettingUp", it),
            Stage::Playing(it) => roles("Playing", it),
            Stage::Decided { waits } => format!("Decided({waits} waits)"),
            Stage::Over => "Over".to_owned(),
        }
    }

    /// Exactly the expected messages are accepted.
    #[test]
    fn expectations_agree_with_the_table() {
        for stage in stages() {
            for speaker in SIDES {
                let expected = stage.expected(speaker);
                for message in messages() {
                    let name = match message {
                        Message::Ready => "`ready`",
                        Message::Color(_) => "`color`",
                        Message::Blocks(_) => "`blocks`",
                        Message::Start => "`start`",
                        Message::Stop => "`stop`",
                        Message::Move(_) => "a move",
                    };
                    let taken = stage.after(speaker, message).is_some();
                    assert_eq!(
                        expected.contains(name),
                        taken,
                        "{stage:?} {speaker} {message}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_a_game_under_way_is_decided() {
        for stage in stages() {
            for side in SIDES {
                let decided = stage.decided(side);
                match stage {
                    Stage::Playing(_) => assert_eq!(decided, Stage::Decided { waits: side }),
                    _ => assert_eq!(decided, stage),
                }
            }
        }
    }

    /// The colour of the message is the client's, and Red makes the first move.
    #[test]
    fn colors_determine_the_turn() {
        for (client, first) in [(Red, Client), (Blue, Host)] {
            let roles = Roles { client, turn: Red };
            assert_eq!(roles.mover(), first);
            assert_eq!(roles.after_move().mover(), !first);
            assert_eq!(roles.player(client), Client);
            assert_eq!(roles.player(!client), Host);
        }
    }
}
