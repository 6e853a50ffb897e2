//! Rule sets as values: one move generator plays them all.

use super::{Bitboard, Square};
use std::hash::{Hash, Hasher};
use std::num::{NonZeroU16, NonZeroU32};

/// A rule set.
///
/// Start from one of the five named sets and change its fields, or read the text form:
/// a name, then the settings that differ from it (`2022,jump-limit=40,pass=counts`).
/// [`Display`](std::fmt::Display) writes the same text.
///
/// | setting | values | field |
/// |---|---|---|
/// | `jumps` | leaps such as `20+21+22`, or `none` | [`jump_vectors`](Self::jump_vectors) |
/// | `jump-limit` | 1 to 65535, or `none` | [`jump_limit`](Self::jump_limit) |
/// | `at-limit` | `pieces`, `draw` | [`JumpLimit::result`] |
/// | `pass` | `counts`, `free` | [`pass_adds_to_count`](Self::pass_adds_to_count) |
/// | `stuck` | `pass`, `award` | [`stuck`](Self::stuck) |
/// | `ply-limit` | 1 to 4294967295, or `none` | [`ply_limit`](Self::ply_limit) |
/// | `blocks` | `yes`, `no` | [`blocks`](Self::blocks) |
///
/// Two rule sets are equal if they have the same settings. Equality ignores the name that the
/// text form starts from: `2016` equals `2022`.
///
/// ```
/// use ataxx_core::board::{Rules, Stuck};
///
/// let mut rules = Rules::BERKELEY_2022;
/// rules.stuck = Stuck::StopAndAward;
/// assert_eq!(rules.to_string(), "2022,stuck=award");
/// assert_eq!("2022,stuck=award".parse(), Ok(rules));
/// assert_eq!(Rules::BERKELEY_2016, Rules::BERKELEY_2022);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The name that the text form starts from.
    pub(super) name: Name,
    pub(super) jump_vectors: JumpVectors,
    /// The limit on consecutive jumps; `None` where there is none.
    pub jump_limit: Option<JumpLimit>,
    /// Whether a pass adds 1 to the count of consecutive jumps. Otherwise the count stays.
    pub pass_adds_to_count: bool,
    /// What happens when the side to move has pieces and no move.
    pub stuck: Stuck,
    /// The game ends after this many plies (single moves, passes included).
    pub ply_limit: Option<NonZeroU32>,
    /// Whether blocks can be placed.
    pub blocks: bool,
}

/// The names of rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Berkeley2008,
    Berkeley2016,
    Berkeley2022,
    Uai,
    Reloaded,
}

/// The settings of a rule set, which equality compares.
///
/// Code that is valid only for certain settings destructures them without `..`, so that a new setting
/// does not compile until that code handles it: the bounds, keys and certificates of the solver, and
/// the tables of the engine and of perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // those of `Rules`
pub struct Settings {
    pub jump_vectors: JumpVectors,
    pub jump_limit: Option<JumpLimit>,
    pub pass_adds_to_count: bool,
    pub stuck: Stuck,
    pub ply_limit: Option<NonZeroU32>,
    pub blocks: bool,
}

/// The limit on consecutive jumps, of both sides together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpLimit {
    /// The game ends when the count reaches this number.
    pub jumps: NonZeroU16,
    /// The result then.
    pub result: LimitResult,
}

/// The result of a game that the jump limit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitResult {
    /// The side with more pieces wins; equal pieces draw.
    MorePieces,
    /// A draw, unless the same move also ended the game otherwise.
    Draw,
}

/// What happens when the side to move has pieces and no move while the other
/// side could move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// It passes, and the game goes on.
    Pass,
    /// The game ends, and all empty squares count as pieces of the other side.
    StopAndAward,
}

impl Rules {
    /// Berkeley, Fall 2008: 45 jumps, then more pieces win.
    pub const BERKELEY_2008: Self = Self::berkeley(Name::Berkeley2008, 45);
    /// Berkeley, Fall 2016: 25 jumps, then more pieces win.
    pub const BERKELEY_2016: Self = Self::berkeley(Name::Berkeley2016, 25);
    /// Berkeley, Spring 2022: as 2016. The default.
    pub const BERKELEY_2022: Self = Self::berkeley(Name::Berkeley2022, 25);
    /// What the Universal Ataxx Interface plays: a draw after 100 jumps, passes
    /// among them.
    pub const UAI: Self = Self {
        jump_limit: Some(JumpLimit {
            jumps: non_zero(100),
            result: LimitResult::Draw,
        }),
        pass_adds_to_count: true,
        ..Self::berkeley(Name::Uai, 1)
    };
    /// Ataxx Reloaded: other jumps, no jump limit, no blocks, 100 turns of two
    /// plies each.
    pub const RELOADED: Self = Self {
        jump_limit: None,
        ply_limit: NonZeroU32::new(200),
        blocks: false,
        ..Self::berkeley(Name::Reloaded, 1).with_jump_vectors(JumpVectors::RELOADED)
    };

    /// The five rule sets that are written by a name, oldest dialect first.
    pub const NAMED: [Self; 5] = [
        Self::BERKELEY_2008,
        Self::BERKELEY_2016,
        Self::BERKELEY_2022,
        Self::UAI,
        Self::RELOADED,
    ];

    /// The names of [`NAMED`](Self::NAMED), in its order.
    pub const NAMES: [&'static str; 5] = ["2008", "2016", "2022", "uai", "reloaded"];

    /// The same rules with a fixed name: equal rules then have the same debug text.
    #[must_use]
    pub const fn unnamed(self) -> Self {
        Self {
            name: Name::Uai,
            ..self
        }
    }

    const fn berkeley(name: Name, jump_limit: u16) -> Self {
        Self {
            name,
            jump_vectors: JumpVectors::DISTANCE_TWO,
            jump_limit: Some(JumpLimit {
                jumps: non_zero(jump_limit),
                result: LimitResult::MorePieces,
            }),
            pass_adds_to_count: false,
            stuck: Stuck::Pass,
            ply_limit: None,
            blocks: true,
        }
    }

    /// The name that the text form starts from: `2008`, `2016`, `2022`, `uai` or `reloaded`.
    ///
    /// ```
    /// use ataxx_core::{board::Rules, position};
    ///
    /// let rules: Rules = "uai,blocks=no".parse()?;
    /// assert_eq!(rules.base_name(), "uai");
    /// // Red has no move but a pass, as under the rules that it starts from.
    /// let position = position! {
    ///     r X X - - - -
    ///     X X X - - - -
    ///     X X X - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// assert!(position.legal_moves(&rules).eq(position.legal_moves(&Rules::UAI)));
    /// # Ok::<(), ataxx_core::diagnostic::SyntaxError>(())
    /// ```
    #[must_use]
    pub const fn base_name(&self) -> &'static str {
        Self::NAMES[self.name as usize]
    }

    /// The same rules with other jumps.
    ///
    /// ```
    /// use ataxx_core::board::{JumpVectors, Rules, Square};
    /// use ataxx_core::bitboard;
    ///
    /// let knights = JumpVectors::from_leaps(&[(2, 1)]).expect("leaps of 2 or 3 squares");
    /// let rules = Rules::UAI.with_jump_vectors(knights);
    /// assert_eq!(rules.to_string(), "uai,jumps=21");
    /// assert_eq!(rules.jump_targets(Square::D4), bitboard! {
    ///     . . . . . . .
    ///     . . X . X . .
    ///     . X . . . X .
    ///     . . . . . . .
    ///     . X . . . X .
    ///     . . X . X . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    pub const fn with_jump_vectors(self, jump_vectors: JumpVectors) -> Self {
        Self {
            jump_vectors,
            ..self
        }
    }

    /// The directions and lengths of jumps.
    ///
    /// ```
    /// use ataxx_core::board::{JumpVectors, Rules, Square};
    /// use ataxx_core::bitboard;
    ///
    /// assert_eq!(Rules::UAI.jump_vectors(), JumpVectors::DISTANCE_TWO);
    /// assert_eq!(Rules::RELOADED.jump_vectors(), JumpVectors::RELOADED);
    /// assert_eq!(Rules::RELOADED.jump_targets(Square::D4), bitboard! {
    ///     . . . X . . .
    ///     . X . X . X .
    ///     . . . . . . .
    ///     X X . . . X X
    ///     . . . . . . .
    ///     . X . X . X .
    ///     . . . X . . .
    /// });
    /// ```
    #[must_use]
    pub const fn jump_vectors(&self) -> JumpVectors {
        self.jump_vectors
    }

    /// The squares that a jump from `square` reaches on an empty board, which are also the
    /// squares that a jump to it can start from.
    ///
    /// ```
    /// use ataxx_core::board::{Rules, Square};
    /// use ataxx_core::bitboard;
    ///
    /// let expected = bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     X X X . . . .
    ///     . . X . . . .
    ///     . . X . . . .
    /// };
    /// assert_eq!(Rules::UAI.jump_targets(Square::A1), expected);
    /// ```
    #[must_use]
    #[inline]
    pub const fn jump_targets(&self, square: Square) -> Bitboard {
        self.jump_vectors.table()[square.index()]
    }

    /// Whether a count of consecutive jumps has reached the limit.
    ///
    /// ```
    /// use ataxx_core::{board::Rules, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// }.with_jumps(25);
    /// assert!(Rules::BERKELEY_2022.jump_limit_reached(position.jumps()));
    /// assert!(!Rules::UAI.jump_limit_reached(position.jumps()));
    /// assert!(!Rules::RELOADED.jump_limit_reached(u16::MAX), "there is no limit");
    /// ```
    #[must_use]
    #[inline]
    pub fn jump_limit_reached(&self, jumps: u16) -> bool {
        self.jump_limit
            .is_some_and(|limit| jumps >= limit.jumps.get())
    }

    /// Whether a game with this number of plies has reached the ply limit.
    ///
    /// ```
    /// use ataxx_core::{board::Rules, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// }.with_plies(200);
    /// assert!(Rules::RELOADED.ply_limit_reached(position.plies()));
    /// assert!(!Rules::UAI.ply_limit_reached(position.plies()), "there is no limit");
    /// ```
    #[must_use]
    #[inline]
    pub fn ply_limit_reached(&self, plies: u32) -> bool {
        self.ply_limit.is_some_and(|limit| plies >= limit.get())
    }

    /// The settings: everything but the name.
    #[doc(hidden)]
    #[must_use]
    pub const fn settings(&self) -> Settings {
        let Self {
            name: _,
            jump_vectors,
            jump_limit,
            pass_adds_to_count,
            stuck,
            ply_limit,
            blocks,
        } = *self;
        Settings {
            jump_vectors,
            jump_limit,
            pass_adds_to_count,
            stuck,
            ply_limit,
            blocks,
        }
    }
}

impl Default for Rules {
    /// Those of 2022.
    fn default() -> Self {
        Self::BERKELEY_2022
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.settings() == other.settings()
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.settings().hash(state);
    }
}

const fn non_zero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("limits are positive")
}

/// The directions and lengths of jumps, as whole symmetry classes: the leap `(2, 1)` stands for
/// the eight vectors that the symmetries of the square make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpVectors {
    /// Bit `n` is set if the leap `LEAPS[n]` is among the jumps.
    leaps: u8,
}

/// The longest leap along a rank or file.
const MAX_LEAP: u8 = 3;

/// Every leap, the longer length first. A leap of length 1 would be an extend.
const LEAPS: [(u8, u8); 7] = [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];

/// For each square, the squares that a jump from it reaches.
pub(super) type JumpTable = [Bitboard; Square::COUNT];

/// A table for each leap.
const LEAP_TABLES: [JumpTable; LEAPS.len()] = {
    let mut tables = [[Bitboard::EMPTY; Square::COUNT]; LEAPS.len()];
    let mut leap = 0;
    while leap < LEAPS.len() {
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::from_index(index).expect("an index below 49");
            tables[leap][index] = reached(from, LEAPS[leap]);
            index += 1;
        }
        leap += 1;
    }
    tables
};

/// A table for each set of leaps.
static TABLES: [JumpTable; 1 << LEAPS.len()] = {
    let mut tables = [[Bitboard::EMPTY; Square::COUNT]; 1 << LEAPS.len()];
    let mut set = 1;
    while set < tables.len() {
        // The table without the lowest leap of the set is there already.
        let leap = &LEAP_TABLES[set.trailing_zeros() as usize];
        let mut index = 0;
        while index < Square::COUNT {
            let others = tables[set & (set - 1)][index].bits();
            tables[set][index] = Bitboard::from_bits(others | leap[index].bits());
            index += 1;
        }
        set += 1;
    }
    tables
};

/// The squares that one leap reaches from a square, in all its directions.
const fn reached(from: Square, (long, short): (u8, u8)) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while index < Square::COUNT {
        let to = Square::from_index(index).expect("an index below 49");
        let (files, ranks) = (
            from.file().abs_diff(to.file()),
            from.rank().abs_diff(to.rank()),
        );
        if files == long && ranks == short || files == short && ranks == long {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}

impl JumpVectors {
    /// No jumps.
    pub const NONE: Self = Self { leaps: 0 };
    /// All sixteen squares at Chebyshev distance 2.
    pub const DISTANCE_TWO: Self = Self { leaps: 0b111 };
    /// Ataxx Reloaded: two squares in the eight directions of a chess queen, or three along a
    /// rank or file.
    pub const RELOADED: Self = Self { leaps: 0b1101 };

    /// The vectors of these leaps, each given by its two lengths in any order. `None` if a leap
    /// is shorter than 2, which would make it an extend, or longer than 3.
    #[must_use]
    pub const fn from_leaps(leaps: &[(u8, u8)]) -> Option<Self> {
        let mut set = 0;
        let mut index = 0;
        while index < leaps.len() {
            match bit(leaps[index]) {
                Some(bit) => set |= bit,
                None => return None,
            }
            index += 1;
        }
        Some(Self { leaps: set })
    }

    /// The leaps, each with its longer length first.
    pub fn leaps(self) -> impl Iterator<Item = (u8, u8)> {
        (0..LEAPS.len())
            .filter(move |bit| self.leaps >> bit & 1 == 1)
            .map(|bit| LEAPS[bit])
    }

    /// The vectors as (files to the right, ranks up).
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        // What is reached from the middle of the board, from where no vector leads off it.
        self.table()[Square::D4.index()].squares().map(|square| {
            (
                square.file().cast_signed() - Square::D4.file().cast_signed(),
                square.rank().cast_signed() - Square::D4.rank().cast_signed(),
            )
        })
    }

    /// The Chebyshev distance of the longest jump; 0 without jumps.
    #[must_use]
    pub const fn longest(self) -> u8 {
        match self.leaps {
            0 => 0,
            1..=0b111 => 2,
            _ => MAX_LEAP,
        }
    }

    /// For each square, the squares that a jump from it reaches. Leaps are whole symmetry
    /// classes, so these are also the squares that it is reached from.
    #[inline]
    pub(super) const fn table(self) -> &'static JumpTable {
        &TABLES[(self.leaps as usize) % TABLES.len()]
    }
}

/// The bit of a leap.
const fn bit((one, other): (u8, u8)) -> Option<u8> {
    let mut bit = 0;
    while bit < LEAPS.len() {
        let (long, short) = LEAPS[bit];
        if one == long && other == short || one == short && other == long {
            return Some(1 << bit);
        }
        bit += 1;
    }
    None
}
