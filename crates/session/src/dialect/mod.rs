//! The command languages of the course documents. Each is one [`Dialect`], defined in a file
//! of its own and listed in [`Dialect::ALL`].

mod berkeley_2008;
mod berkeley_2016;
mod berkeley_2022;

use super::command::CommandName;
use ataxx_core::board::Rules;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The command language of a course document, and the rules that its games are played by: those of
/// the document, or others.
///
/// Two dialects are equal if they have the same name and the same rules.
#[derive(Clone, Copy)]
pub struct Dialect {
    profile: &'static Profile,
    rules: Rules,
}

/// What distinguishes a dialect from the others.
pub(super) struct Profile {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The rules it plays by.
    pub rules: Rules,
    /// Whether a game is set up first and then started; otherwise it is always under way until it
    /// is finished.
    pub has_states: bool,
    /// Whether `auto` and `manual` name a colour; otherwise `auto` is about the Player, whose
    /// Opponent is never played by hand.
    pub orders_by_color: bool,
    /// What each `auto` adds to the seed.
    pub seed_step: i64,
    /// How moves and results are announced.
    pub announcements: Wording,
    /// Whether the document limits how long an AI may think about a move.
    pub limits_ai_time: bool,
    /// The characters that end the prompt of a program in this dialect.
    pub prompt_ends: &'static [char],
    /// Further names of commands.
    pub aliases: &'static [(&'static str, CommandName)],
    /// What the document leaves open, where programs may differ and none is wrong: each point with
    /// the sentence of the document. Comparisons of a program with its document read it here.
    pub open: &'static [(OpenPoint, &'static str)],
    /// The commands of the document, in any order.
    pub commands: &'static [CommandName],
}

/// How a dialect announces moves and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wording {
    /// What an announcement begins with.
    pub mark: &'static str,
    /// The verb for a pass; `None` where a pass is announced like any other move.
    pub pass: Option<&'static str>,
}

/// A point that a document leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenPoint {
    /// Whether a result is printed before or after the move that leads to it.
    ResultBeforeMove,
    /// Whether the result of a game that ends in set-up is printed there, at `start`, or both.
    ResultInSetUp,
    /// Whether AIs announce their moves. If not, the words of announcements are free.
    UnannouncedMoves,
    /// Whether a program answers `dump` while its AI thinks.
    DumpBeforeMove,
    /// Which prompts, banners and other lines a program prints.
    OtherOutput,
    /// Whether errors go to stdout or stderr, and in which words.
    Errors,
    /// Whether `new` makes Red manual and Blue an AI again.
    PlayersAfterNew,
    /// Whether `clear` makes the Player red again.
    ColorAfterClear,
    /// Whether another `blocks` adds to the blocks or replaces them.
    BlocksAgain,
    /// Whether blocks can be placed when all moves have been taken back.
    BlocksAfterUndo,
    /// Whether blocks can be placed after moves of the set-up.
    BlocksAfterMoves,
    /// Whether set-up moves go on beyond the limit of consecutive jumps.
    JumpLimitInSetUp,
    /// Whether other output may hold the words of announcements.
    OtherWords,
    /// What lines do that are no commands of the document, abbreviations among them.
    OtherCommands,
}

impl OpenPoint {
    /// All points.
    pub const ALL: [Self; 14] = [
        Self::ResultBeforeMove,
        Self::ResultInSetUp,
        Self::UnannouncedMoves,
        Self::DumpBeforeMove,
        Self::OtherOutput,
        Self::Errors,
        Self::PlayersAfterNew,
        Self::ColorAfterClear,
        Self::BlocksAgain,
        Self::BlocksAfterUndo,
        Self::BlocksAfterMoves,
        Self::JumpLimitInSetUp,
        Self::OtherWords,
        Self::OtherCommands,
    ];
}

impl Dialect {
    /// All dialects, oldest first.
    pub const ALL: &'static [Self] = &[Self::FALL_2008, Self::FALL_2016, Self::SPRING_2022];

    /// The dialect with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.name() == name)
    }

    /// The dialect of this profile, with its rules.
    const fn of(profile: &'static Profile) -> Self {
        Self {
            profile,
            rules: profile.rules,
        }
    }

    /// The same command language with other rules.
    pub const fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The rules it plays by, where these are not those of its document.
    pub fn other_rules(self) -> Option<Rules> {
        (self.rules != self.profile.rules).then_some(self.rules)
    }

    pub(super) const fn profile(self) -> &'static Profile {
        self.profile
    }

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        self.profile.name
    }

    /// The rules it plays by.
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// Whether a game is set up first and then started.
    pub const fn has_states(self) -> bool {
        self.profile.has_states
    }

    /// Whether `auto` and `manual` name a colour; otherwise `auto` is about the Player.
    pub const fn orders_by_color(self) -> bool {
        self.profile.orders_by_color
    }

    /// Whether the document has AIs announce their moves. Our session always does.
    pub fn announces_moves(self) -> bool {
        !self.leaves_open(OpenPoint::UnannouncedMoves)
    }

    /// Whether the document leaves this open.
    pub fn leaves_open(self, point: OpenPoint) -> bool {
        self.open_sentence(point).is_some()
    }

    /// The sentence of the document that leaves this open.
    pub fn open_sentence(self, point: OpenPoint) -> Option<&'static str> {
        let mut all = self.profile.open.iter();
        all.find_map(|(open, sentence)| (*open == point).then_some(*sentence))
    }

    /// Whether the document limits how long an AI may think about a move.
    pub const fn limits_ai_time(self) -> bool {
        self.profile.limits_ai_time
    }

    /// The part of a line of a program's output that follows a prompt; the whole line without
    /// one.
    pub fn after_prompt(self, line: &str) -> &str {
        let mut parts = line.rsplit(self.profile.prompt_ends);
        parts.next().unwrap_or(line).trim_start()
    }
}

/// Spring 2022.
impl Default for Dialect {
    fn default() -> Self {
        Self::SPRING_2022
    }
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.rules == other.rules
    }
}

impl Eq for Dialect {}

impl Hash for Dialect {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dialect({})", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_open_point_stands_in_a_table_once_and_with_a_sentence() {
        for dialect in Dialect::ALL {
            for (index, (point, sentence)) in dialect.profile.open.iter().enumerate() {
                assert!(sentence.len() > 10, "{dialect:?}: {point:?}");
                let rest = &dialect.profile.open[index + 1..];
                assert!(rest.iter().all(|(other, _)| other != point), "{point:?}");
            }
        }
        for point in OpenPoint::ALL {
            let mut all = Dialect::ALL.iter();
            assert!(all.any(|dialect| dialect.leaves_open(point)), "{point:?}");
        }
    }

    #[test]
    fn other_rules_change_nothing_else() {
        let spring = Dialect::SPRING_2022;
        assert_eq!(spring.other_rules(), None);
        assert_eq!(spring.with_rules(Rules::BERKELEY_2016).other_rules(), None);
        let rules: Rules = "2022,jump-limit=40".parse().expect("rules");
        let other = spring.with_rules(rules);
        assert_eq!(other.other_rules(), Some(rules));
        assert_eq!(other.rules(), rules);
        assert_eq!(other.name(), "2022");
        assert_ne!(other, spring);
    }

    #[test]
    fn what_the_documents_differ_in() {
        let open = |point: OpenPoint| {
            let all = Dialect::ALL.iter().filter(|it| it.leaves_open(point));
            all.map(|it| it.name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(open(OpenPoint::UnannouncedMoves), "2008");
        assert_eq!(open(OpenPoint::PlayersAfterNew), "2022");
        assert_eq!(open(OpenPoint::ResultInSetUp), "2008 2016");
        assert_eq!(open(OpenPoint::BlocksAfterUndo), "2022");
        assert_eq!(open(OpenPoint::BlocksAfterMoves), "2016");
        assert_eq!(open(OpenPoint::OtherWords), "2008 2016");
    }
}
