//! Remarks, notices and warnings: the output for people, beside the announcements.

use super::{
    Dialect, Event, ForfeitReason, Player, RemoteEvent, RemoteSide, without_reserved_words,
};
use ataxx_core::engine::Level;
use ataxx_core::notation::ReadPosition;

impl Event {
    /// The remark that confirms a command to a person at a terminal, as one line without its
    /// end; `None` for none.
    pub fn remark(&self, dialect: Dialect) -> Option<String> {
        Some(match self {
            Self::Cleared => {
                let game = if dialect.has_states() {
                    "a new game is being set up"
                } else {
                    "a new game"
                };
                let players = if dialect.orders_by_color() {
                    "red is played by hand, blue by an AI"
                } else {
                    "you play red"
                };
                format!("{game}; {players}")
            }
            Self::NewGame => "a new game".to_owned(),
            Self::Started => "the game begins".to_owned(),
            Self::NoEffect(name) => format!("`{name}` has no effect: a game is always under way"),
            Self::UserPlays(color) => format!("you play {color}"),
            Self::PlayerSet(color, Player::Manual) => format!("{color} is played by hand"),
            Self::PlayerSet(color, Player::Ai { seed: None }) => {
                format!("{color} is played by an AI")
            }
            Self::PlayerSet(color, Player::Ai { seed: Some(seed) }) => {
                format!("{color} is played by an AI with seed {seed}")
            }
            Self::PlayerSet(color, Player::Remote) => {
                format!("{color} is played by a remote program")
            }
            Self::Remote(RemoteEvent::Forfeit {
                loser,
                reason: ForfeitReason::Resigned,
            }) => format!("{loser} has given the game up"),
            Self::Blocked { squares } => format!("blocked squares: {squares}"),
            Self::Seeded(seed) => format!("AIs choose by seed {seed}"),
            Self::SkillSet(level) => format!("AIs play at skill level {level} of {}", Level::FULL),
            Self::Undone { moves, blocks_gone } => {
                let what = if *moves == 1 {
                    "one move"
                } else {
                    "a move of each side"
                };
                let and_blocks = if *blocks_gone {
                    ", and blocks placed since"
                } else {
                    ""
                };
                format!("took {what} back{and_blocks}")
            }
            Self::Saved(file) => format!("the game is saved in {}", without_reserved_words(file)),
            Self::PositionSet(read) => {
                format!("the position is set; {} to move", read.position.turn())
            }
            Self::Verbosity(true) => "the board is shown after every move".to_owned(),
            Self::Verbosity(false) => "the board is shown on request only".to_owned(),
            Self::Over(outcome) => outcome.ending.to_string(),
            _ => return None,
        })
    }

    /// The notice that a person needs to continue, at a terminal or not, as one line without its
    /// end; `None` for none.
    pub fn notice(&self) -> Option<String> {
        let Self::Remote(event) = self else {
            return None;
        };
        match event {
            RemoteEvent::Listening { id, place } => Some(format!("game {id} is open at {place}")),
            RemoteEvent::Joined {
                side: RemoteSide::Host,
                other,
            } => Some(format!("{other} has joined; `start` begins the game")),
            RemoteEvent::Joined {
                side: RemoteSide::Client,
                other,
            } => Some(format!("joined {other}, where the game is set up")),
            _ => None,
        }
        .map(|notice| without_reserved_words(&notice).into_owned())
    }

    /// The warning, shown at a terminal or not, as one line without its end; `None` for none.
    pub fn warning(&self) -> Option<String> {
        match self {
            Self::SeededTimeout(color) => Some(format!(
                "{color}'s AI reached its time limit before its node limit: with the same seed, \
                 another machine may choose another move"
            )),
            Self::PositionSet(read) if !read.names_turn => {
                Some(ReadPosition::ASSUMED_TURN.to_owned())
            }
            Self::Remote(event) => remote_warning(event),
            _ => None,
        }
    }
}

fn remote_warning(event: &RemoteEvent) -> Option<String> {
    let warning = match event {
        RemoteEvent::Left { lost: None } => {
            "the remote opponent has left before the game began; the next `start` is against an AI"
                .to_owned()
        }
        RemoteEvent::Left { lost: Some(reason) } => format!(
            "the connection was lost before the game began ({reason}); the next `start` is \
             against an AI"
        ),
        RemoteEvent::Forfeit {
            reason: ForfeitReason::Lost(reason),
            ..
        } => format!("the connection is lost: {reason}"),
        RemoteEvent::Forfeit {
            loser,
            reason: ForfeitReason::IllegalMove(mv),
        } => format!("{loser} sent {mv}, which is not legal here"),
        RemoteEvent::Forfeit {
            loser,
            reason: ForfeitReason::MisspeltMove(text),
        } => format!("{loser} sent `{text}`, which is not a move"),
        RemoteEvent::BrokenOff { reason } => reason.clone(),
        RemoteEvent::NotConfirmed => {
            "the remote opponent has not confirmed the end of the game".to_owned()
        }
        _ => return None,
    };
    // Warnings quote the remote program.
    Some(without_reserved_words(&warning).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandName, ForfeitReason, RemoteEvent, has_reserved_word};
    use ataxx_core::board::{Color, Ending, Move, Outcome, PlayedMove, Position, Square};

    /// The remarks on events, a line each; `-` where there is none.
    fn remarks(dialect: Dialect, events: &[Event]) -> String {
        let remark = |event: &Event| event.remark(dialect);
        let lines = events
            .iter()
            .map(|event| remark(event).unwrap_or_else(|| "-".to_owned()))
            .inspect(|line| assert!(!has_reserved_word(line), "{line}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn remarks_confirm_commands() {
        let undone = |moves, blocks_gone| Event::Undone { moves, blocks_gone };
        let played = PlayedMove {
            mv: Move::Extend { to: Square::A1 },
            from: None,
        };
        let events = [
            Event::Cleared,
            Event::NewGame,
            Event::Started,
            Event::NoEffect(CommandName::Start),
            Event::UserPlays(Color::Blue),
            Event::PlayerSet(Color::Red, Player::Manual),
            Event::PlayerSet(Color::Red, Player::Ai { seed: None }),
            Event::PlayerSet(Color::Blue, Player::Ai { seed: Some(-3) }),
            Event::Blocked { squares: 4 },
            Event::Seeded(-3),
            undone(1, false),
            undone(2, true),
            Event::Verbosity(true),
            Event::Verbosity(false),
            Event::SkillSet("3".parse().expect("a level")),
            Event::Saved("wins.txt".to_owned()),
            Event::PositionSet(Position::start().into()),
            Event::Remote(RemoteEvent::Forfeit {
                loser: Color::Red,
                reason: ForfeitReason::Resigned,
            }),
            // The board shows these.
            Event::Played(Color::Red, played),
            Event::Dump(Position::start()),
        ];
        insta::assert_snapshot!(remarks(Dialect::SPRING_2022, &events), @"
        a new game; red is played by hand, blue by an AI
        a new game
        the game begins
        `start` has no effect: a game is always under way
        you play Blue
        Red is played by hand
        Red is played by an AI
        Blue is played by an AI with seed -3
        blocked squares: 4
        AIs choose by seed -3
        took one move back
        took a move of each side back, and blocks placed since
        the board is shown after every move
        the board is shown on request only
        AIs play at skill level 3 of 10
        the game is saved in w·ns.txt
        the position is set; Red to move
        Red has given the game up
        -
        -
        ");
        let cleared = [Event::Cleared];
        insta::assert_snapshot!(remarks(Dialect::FALL_2016, &cleared), @"a new game is being set up; red is played by hand, blue by an AI");
        insta::assert_snapshot!(remarks(Dialect::FALL_2008, &cleared), @"a new game is being set up; you play red");
    }

    #[test]
    fn remarks_give_the_reason_of_an_end() {
        let events = [
            Ending::NoPieces,
            Ending::NoMoves,
            Ending::JumpLimit,
            Ending::PlyLimit,
            Ending::Stuck,
        ]
        .map(|ending| {
            Event::Over(Outcome {
                winner: None,
                ending,
            })
        });
        insta::assert_snapshot!(remarks(Dialect::SPRING_2022, &events), @"
        a side has no pieces left
        neither side can move
        the limit on consecutive jumps is reached
        the limit on the length of the game is reached
        the side to move cannot move
        ");
    }

    #[test]
    fn a_seeded_timeout_is_reported() {
        let warning = |event: Event| event.warning();
        insta::assert_snapshot!(warning(Event::SeededTimeout(Color::Blue)).unwrap_or_default(), @"Blue's AI reached its time limit before its node limit: with the same seed, another machine may choose another move");
        assert_eq!(warning(Event::Started), None);
    }
}
