//! Kinds of lines, and those that end a program or make it hang.

use ataxx_core::board::{BlockError, Ending, Game, IllegalMove, Move, Position};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{Command, CommandName, Executor, Refusal, Session};
use std::mem::{Discriminant, discriminant};

/// What a line is by the rules. Programs are expected to treat all lines of one kind alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Empty,
    Comment,
    /// No command, by the code of the error.
    NoCommand(&'static str),
    IllegalMove(Discriminant<IllegalMove>),
    IllegalBlock(Discriminant<BlockError>),
    WrongState(CommandName),
    OtherRefused(CommandName),
    /// Whatever is carried out: an AI is to move then.
    AiTurn {
        must_pass: bool,
    },
    /// Whatever is carried out, in another form than the plain one.
    Decorated(Form),
    Extend(Option<Ending>),
    Jump(Option<Ending>),
    Pass(Option<Ending>),
    Command {
        name: CommandName,
        is_over: bool,
    },
}

/// The form of a line: how it differs from the plain command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    has_blanks: bool,
    has_comment: bool,
    has_capitals: bool,
}

impl Form {
    fn of(line: &str) -> Self {
        let (code, comment) = match line.split_once('#') {
            Some((code, _)) => (code.trim_end(), true),
            None => (line, false),
        };
        Self {
            has_blanks: code != plain_blanks(code),
            has_comment: comment,
            has_capitals: code.contains(|letter: char| letter.is_ascii_uppercase()),
        }
    }
}

/// A text with single blanks, and none around it.
pub fn plain_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl LineKind {
    /// That of `quit` at the end of a session.
    pub const QUIT: Self = Self::Command {
        name: CommandName::Quit,
        is_over: false,
    };

    /// The kind of a line that is sent in this state.
    pub fn of(before: &Session, line: &str) -> Self {
        let command = match before.parse(line) {
            Ok(Some(parsed)) => parsed.command,
            Ok(None) if line.contains('#') => return Self::Comment,
            Ok(None) => return Self::Empty,
            Err(error) => return Self::NoCommand(error.code),
        };
        let mut after = before.clone();
        if let Err(refusal) = after.execute(&command) {
            return match refusal {
                Refusal::Move { error, .. } => Self::IllegalMove(discriminant(&error)),
                Refusal::Block { error, .. } => Self::IllegalBlock(discriminant(&error)),
                Refusal::WrongState { name, .. } => Self::WrongState(name),
                _ => Self::OtherRefused(command.name()),
            };
        }
        let form = Form::of(line);
        if after.ai_turn().is_some() {
            let must_pass = must_pass(&after);
            Self::AiTurn { must_pass }
        } else if form == Form::default() {
            Self::plain(before.position(), &after, &command)
        } else {
            Self::Decorated(form)
        }
    }

    fn plain(before: &Position, after: &Session, command: &Command) -> Self {
        let outcome = after.game().outcome();
        let ending = outcome.map(|outcome| outcome.ending);
        let mv = command.as_move().and_then(|mv| mv.on(before));
        match mv {
            Some(Move::Extend { .. }) => Self::Extend(ending),
            Some(Move::Jump { .. }) => Self::Jump(ending),
            Some(Move::Pass) => Self::Pass(ending),
            None => Self::Command {
                name: command.name(),
                is_over: ending.is_some(),
            },
        }
    }

    /// Whether the rules refuse the line.
    pub const fn is_refused(self) -> bool {
        matches!(
            self,
            Self::NoCommand(_)
                | Self::IllegalMove(_)
                | Self::IllegalBlock(_)
                | Self::WrongState(_)
                | Self::OtherRefused(_)
        )
    }
}

/// Whether the side to move can only pass.
pub fn must_pass(session: &Session) -> bool {
    let game = session.game();
    game.position().legal_moves(game.rules()).eq([Move::Pass])
}

/// All legal moves, each extend by each of its origins.
pub fn legal_moves(game: &Game) -> Vec<BerkeleyMove> {
    let position = game.position();
    let mut all = Vec::new();
    for mv in position.legal_moves(game.rules()) {
        let origins = position.origins(mv).squares();
        match mv.to() {
            Some(to) => all.extend(origins.map(|from| BerkeleyMove::Step { from, to })),
            None => all.push(BerkeleyMove::Pass),
        }
    }
    all
}

/// The kinds of lines that a program was sent, and how often it stopped after one. Later
/// sessions avoid the kinds after which it mostly does not.
#[derive(Debug, Default)]
pub struct Triggers {
    tallies: Vec<(LineKind, Tally)>,
    /// No AI is to move.
    pub avoids_ais: bool,
}

#[derive(Debug, Default)]
struct Tally {
    sent: usize,
    stopped: usize,
}

impl Triggers {
    /// None yet.
    pub fn new(avoids_ais: bool) -> Self {
        Self {
            avoids_ais,
            ..Self::default()
        }
    }

    /// A program was sent lines of these kinds.
    pub fn sent(&mut self, kinds: &[LineKind]) {
        for &kind in kinds {
            self.tally(kind).sent += 1;
        }
    }

    /// It did not go on after the last line of this kind.
    pub fn stopped(&mut self, kind: LineKind) {
        self.tally(kind).stopped += 1;
    }

    /// Whether lines of this kind are avoided. A kind that is mostly harmless is not: the fault
    /// depends on more than the line.
    pub fn contains(&self, kind: LineKind) -> bool {
        if self.avoids_ais && matches!(kind, LineKind::AiTurn { .. }) {
            return true;
        }
        let known = self.tallies.iter().find(|(known, _)| *known == kind);
        known.is_some_and(|(_, tally)| tally.stopped > 0 && tally.stopped * 2 >= tally.sent)
    }

    fn tally(&mut self, kind: LineKind) -> &mut Tally {
        let known = self.tallies.iter().position(|(known, _)| *known == kind);
        let index = known.unwrap_or_else(|| {
            self.tallies.push((kind, Tally::default()));
            self.tallies.len() - 1
        });
        &mut self.tallies[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::own_session::carry_out;
    use ataxx_session::{Dialect, SessionSettings};

    fn kind(before: &str, line: &str) -> LineKind {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for line in before.split("; ") {
            carry_out(&mut session, line);
        }
        LineKind::of(&session, line)
    }

    #[test]
    fn what_differs_by_the_rules_is_of_another_kind() {
        let by_hand = |line| kind("manual blue", line);
        for (one, other, is_same) in [
            ("a7-a6", "a7-b7", true),
            ("a7-a6", "a7-a5", false),
            ("a7-a6", " a7-a6", false),
            (" a7-a6", "a7-a5 ", true),
            ("a7-a6 # x", "a7-a5#", true),
            ("a7-a6 # x", " a7-a6 # x", false),
            ("HELP", "help", false),
            ("", "   ", true),
            ("", "# x", false),
            ("fly", "swim", true),
            ("fly", "a7-h9", false),
            ("a7-a4", "a7-d4", true),
            ("a7-a4", "-", false),
            ("help", "dump", false),
        ] {
            let (one, other) = (by_hand(one), by_hand(other));
            assert_eq!(one == other, is_same, "{one:?}, {other:?}");
        }
        assert_eq!(
            kind("", "a7-a5"),
            LineKind::AiTurn { must_pass: false },
            "Blue is an AI"
        );
        let limit = "; a7-a5; a1-a3; a5-a7; a3-a1".repeat(6);
        let ends = kind(&format!("manual blue{limit}"), "a7-a5");
        assert_eq!(ends, LineKind::Jump(Some(Ending::JumpLimit)));
        assert!(kind(&format!("manual blue{limit}; a7-a5"), "a1-a2").is_refused());
    }

    #[test]
    fn a_kind_that_is_mostly_harmless_is_not_avoided() {
        let mut triggers = Triggers::default();
        let [always, once] = [LineKind::Empty, LineKind::Comment];
        triggers.sent(&[once, once, once, always]);
        triggers.stopped(always);
        triggers.stopped(once);
        assert!(triggers.contains(always));
        assert!(!triggers.contains(once));
        assert!(!triggers.contains(LineKind::Pass(None)));
    }
}
