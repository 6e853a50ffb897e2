//! Events in the words of a dialect: the only place where announcements stand.

use super::{Event, ForfeitReason, Player, RemoteEvent, Side, help, without_reserved_words};
use crate::board::{Color, Ending, Outcome, PlayedMove};
use crate::notation::{BerkeleyMove, BoardView, Dump, Summary};
use crate::session::grammar::Dialect;

/// The words of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transcript {
    dialect: Dialect,
}

impl Transcript {
    /// The words of this dialect.
    #[must_use]
    pub const fn new(dialect: Dialect) -> Self {
        Self { dialect }
    }

    /// What programs that read the output must be told of an event, in whole
    /// lines; `None` for nothing.
    #[must_use]
    pub fn announcement(self, event: &Event) -> Option<String> {
        match event {
            Event::AiPlayed { color, played, .. } => Some(self.ai_move(*color, *played)),
            Event::Remote(RemoteEvent::Played { color, played }) => {
                Some(self.ai_move(*color, *played))
            }
            Event::Over(outcome) => Some(self.result(*outcome)),
            Event::Remote(RemoteEvent::Forfeit { loser, .. }) => {
                Some(format!("{loser} forfeits. {} has won.\n", !*loser))
            }
            Event::Remote(RemoteEvent::BrokenOff { .. }) => {
                Some("The game is broken off.\n".to_owned())
            }
            Event::Dump(position) => Some(format!("{}\n", Dump(*position))),
            Event::Board(position, last_move) => {
                let board = BoardView::new(*position).with_last_move(*last_move);
                Some(format!("{board}\n{}\n", Summary(*position)))
            }
            Event::Help(None) => Some(help::overview(self.dialect)),
            Event::Help(Some(name)) => Some(help::explanation(*name, self.dialect)),
            _ => None,
        }
    }

    fn ai_move(self, color: Color, played: PlayedMove) -> String {
        let mv = BerkeleyMove::from(played);
        match (self.dialect, mv) {
            (Dialect::Spring2022, _) => format!("* {color} moves {mv}.\n"),
            (_, BerkeleyMove::Pass) => format!("{color} passes.\n"),
            _ => format!("{color} moves {mv}.\n"),
        }
    }

    fn result(self, outcome: Outcome) -> String {
        let star = if self.dialect == Dialect::Spring2022 {
            "* "
        } else {
            ""
        };
        match outcome.winner {
            Some(color) => format!("{star}{color} wins.\n"),
            None => format!("{star}Draw.\n"),
        }
    }

    /// What is good to know for a person at a terminal, who sees no other sign
    /// that a command was carried out: one line without its end; `None` for
    /// nothing.
    #[must_use]
    pub fn remark(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Cleared => match self.dialect {
                Dialect::Fall2008 => "a new game is being set up; you play red".to_owned(),
                Dialect::Fall2016 => {
                    "a new game is being set up; red is played by hand, blue by an AI".to_owned()
                }
                Dialect::Spring2022 => {
                    "a new game; red is played by hand, blue by an AI".to_owned()
                }
            },
            Event::NewGame => "a new game".to_owned(),
            Event::Started => "the game begins".to_owned(),
            Event::NoEffect(name) => format!("`{name}` has no effect: a game is always under way"),
            Event::UserPlays(color) => format!("you play {color}"),
            Event::PlayerSet(color, Player::Manual) => format!("{color} is played by hand"),
            Event::PlayerSet(color, Player::Ai { seed: None }) => {
                format!("{color} is played by an AI")
            }
            Event::PlayerSet(color, Player::Ai { seed: Some(seed) }) => {
                format!("{color} is played by an AI with seed {seed}")
            }
            Event::PlayerSet(color, Player::Remote) => {
                format!("{color} is played by a remote program")
            }
            Event::Remote(RemoteEvent::Forfeit {
                loser,
                reason: ForfeitReason::Resigned,
            }) => format!("{loser} has given the game up"),
            Event::Blocked { squares } => format!("blocked squares: {squares}"),
            Event::Seeded(seed) => format!("AIs choose by seed {seed}"),
            Event::Undone { moves, blocks_gone } => {
                let what = if *moves == 1 { "one move" } else { "two plies" };
                let and_blocks = if *blocks_gone {
                    ", and blocks placed since"
                } else {
                    ""
                };
                format!("took {what} back{and_blocks}")
            }
            Event::Verbosity(true) => "the board is shown after every move".to_owned(),
            Event::Verbosity(false) => "the board is shown on request only".to_owned(),
            Event::Over(outcome) => match outcome.ending {
                Ending::NoPieces => "a side has no pieces left".to_owned(),
                Ending::NoMoves => "neither side can move".to_owned(),
                Ending::JumpLimit => "the limit on consecutive jumps is reached".to_owned(),
                Ending::PlyLimit => "the limit on the length of a game is reached".to_owned(),
                Ending::Stuck => "the side to move cannot".to_owned(),
            },
            _ => return None,
        })
    }

    /// What a person needs to know to go on, wherever the output goes: one line without its
    /// end; `None` for nothing.
    #[must_use]
    pub fn notice(self, event: &Event) -> Option<String> {
        let Event::Remote(event) = event else {
            return None;
        };
        match event {
            RemoteEvent::DoorOpen { id, place } => Some(format!("game {id} is open at {place}")),
            RemoteEvent::Joined {
                side: Side::Host,
                other,
            } => Some(format!("{other} has joined; `start` begins the game")),
            RemoteEvent::Joined {
                side: Side::Client,
                other,
            } => Some(format!("joined {other}, where the game is set up")),
            _ => None,
        }
        .map(|notice| without_reserved_words(&notice).into_owned())
    }

    /// What must be said to a person, wherever the output goes: one line without
    /// its end; `None` for nothing.
    #[must_use]
    pub fn warning(self, event: &Event) -> Option<String> {
        match event {
            Event::GuardStruck(color) => Some(format!(
                "{color}'s AI ran out of time before it had looked at all the positions its seed \
                 calls for: another machine may choose otherwise"
            )),
            Event::Remote(event) => remote_warning(event),
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
        RemoteEvent::BrokenOff { reason } => reason.clone(),
        RemoteEvent::NotConfirmed => {
            "the remote opponent has not confirmed the end of the game".to_owned()
        }
        _ => return None,
    };
    // They quote what came from elsewhere.
    Some(without_reserved_words(&warning).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Position, Square};
    use crate::session::grammar::CommandName;

    /// The remarks on events, a line each; `-` where there is none.
    fn remarks(dialect: Dialect, events: &[Event]) -> String {
        let remark = |event| Transcript::new(dialect).remark(event);
        let lines = events
            .iter()
            .map(|event| remark(event).unwrap_or_else(|| "-".to_owned()));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_person_is_told_what_a_command_did() {
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
            // The board shows these.
            Event::Played(Color::Red, played),
            Event::Dump(Position::start()),
        ];
        insta::assert_snapshot!(remarks(Dialect::Spring2022, &events), @"
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
        took two plies back, and blocks placed since
        the board is shown after every move
        the board is shown on request only
        -
        -
        ");
        let cleared = [Event::Cleared];
        insta::assert_snapshot!(remarks(Dialect::Fall2016, &cleared), @"a new game is being set up; red is played by hand, blue by an AI");
        insta::assert_snapshot!(remarks(Dialect::Fall2008, &cleared), @"a new game is being set up; you play red");
    }

    #[test]
    fn a_person_is_told_why_a_game_is_over() {
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
        insta::assert_snapshot!(remarks(Dialect::Spring2022, &events), @"
        a side has no pieces left
        neither side can move
        the limit on consecutive jumps is reached
        the limit on the length of a game is reached
        the side to move cannot
        ");
    }

    #[test]
    fn the_guard_of_a_seeded_ai_says_that_it_struck() {
        let warning = |event| Transcript::new(Dialect::Spring2022).warning(&event);
        insta::assert_snapshot!(warning(Event::GuardStruck(Color::Blue)).unwrap_or_default(), @"Blue's AI ran out of time before it had looked at all the positions its seed calls for: another machine may choose otherwise");
        assert_eq!(warning(Event::Started), None);
    }
}
