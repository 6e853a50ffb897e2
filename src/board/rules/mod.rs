//! Rule sets as data: one engine plays them all.

use super::{Bitboard, Square};
use std::num::{NonZeroU16, NonZeroU32};

/// What a set of rules settles.
///
/// The tables that the move generator looks up are part of the value, so it is
/// some 400 bytes: keep it by reference where that matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    jump_vectors: JumpVectors,
    /// For each square, the squares a jump from it reaches. Jump vectors come in
    /// whole symmetry classes, so these are also the squares it is reached from.
    jump_targets: [Bitboard; Square::COUNT],
    /// The limit on consecutive jumps; `None` where there is none.
    pub jump_limit: Option<JumpLimit>,
    /// Whether a pass adds 1 to the count of consecutive jumps, or leaves it.
    pub pass_adds_to_count: bool,
    /// What happens when the side to move has pieces and no move.
    pub stuck: Stuck,
    /// The game ends after this many plies (single moves, passes included).
    pub ply_limit: Option<NonZeroU32>,
    /// Whether blocks can be placed.
    pub blocks: bool,
}

/// The limit on consecutive jumps, both sides' taken together.
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
    /// A draw, unless the same move ended the game by itself.
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

/// The directions and lengths of jumps, as whole symmetry classes: a leap of
/// `(2, 1)` stands for all eight vectors that the symmetries of the square make
/// of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpVectors {
    /// One bit for each vector, centred on d4 of a board.
    window: Bitboard,
}

const CENTRE: u8 = 3;

impl JumpVectors {
    /// All sixteen squares at Chebyshev distance 2.
    pub const DISTANCE_TWO: Self = Self::from_leaps(&[(2, 0), (2, 1), (2, 2)]);
    /// Ataxx Reloaded: two squares in the eight directions of a chess queen, or
    /// three along a rank or file.
    pub const RELOADED: Self = Self::from_leaps(&[(2, 0), (2, 2), (3, 0)]);

    /// The vectors of these leaps, each given by its two lengths in any order.
    ///
    /// # Panics
    ///
    /// When a leap is shorter than 2, which would make it an extend, or longer
    /// than 3.
    #[must_use]
    pub const fn from_leaps(leaps: &[(u8, u8)]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < leaps.len() {
            let (long, short) = leaps[index];
            assert!(
                long <= CENTRE && short <= CENTRE,
                "a leap is at most 3 long"
            );
            assert!(long >= 2 || short >= 2, "a leap is at least 2 long");
            let (mut file, mut rank);
            file = 0;
            while file < Square::SIDE {
                rank = 0;
                while rank < Square::SIDE {
                    let (across, up) = (file.abs_diff(CENTRE), rank.abs_diff(CENTRE));
                    if across == long && up == short || across == short && up == long {
                        bits |= 1 << (rank * Square::SIDE + file);
                    }
                    rank += 1;
                }
                file += 1;
            }
            index += 1;
        }
        Self {
            window: Bitboard::from_bits(bits),
        }
    }

    /// The vectors as (files to the right, ranks up).
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        self.window.squares().map(|square| {
            (
                square.file().cast_signed() - 3,
                square.rank().cast_signed() - 3,
            )
        })
    }

    /// How far a jump leads at most, in Chebyshev distance; 0 where there are no jumps.
    #[must_use]
    pub const fn longest(self) -> u8 {
        const WITHIN_TWO: Bitboard = Bitboard::from_bits(1 << 24).grown().grown();
        if self.window.is_empty() {
            0
        } else if self.window.bits() & !WITHIN_TWO.bits() == 0 {
            2
        } else {
            3
        }
    }

    const fn targets(self, from: Square) -> Bitboard {
        let mut bits = 0;
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(vector) = Square::from_index(index)
                && self.window.contains(vector)
                && let Some(to) = from.offset(
                    vector.file().cast_signed() - 3,
                    vector.rank().cast_signed() - 3,
                )
            {
                bits |= 1 << to.index();
            }
            index += 1;
        }
        Bitboard::from_bits(bits)
    }

    const fn table(self) -> [Bitboard; Square::COUNT] {
        let mut table = [Bitboard::EMPTY; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(from) = Square::from_index(index) {
                table[index] = self.targets(from);
            }
            index += 1;
        }
        table
    }
}

impl Rules {
    /// Berkeley, Fall 2008: 45 jumps, then more pieces win.
    pub const BERKELEY_2008: Self = Self::berkeley(45);
    /// Berkeley, Fall 2016 and Spring 2022: 25 jumps, then more pieces win.
    pub const BERKELEY_2016: Self = Self::berkeley(25);
    /// What the Universal Ataxx Interface plays: a draw after 100 jumps, passes
    /// among them.
    pub const UAI: Self = Self {
        jump_limit: Some(JumpLimit {
            jumps: non_zero(100),
            result: LimitResult::Draw,
        }),
        pass_adds_to_count: true,
        ..Self::berkeley(1)
    };
    /// Ataxx Reloaded: other jumps, no jump limit, no blocks, 100 turns of two
    /// plies each.
    pub const RELOADED: Self = Self {
        jump_limit: None,
        ply_limit: NonZeroU32::new(200),
        blocks: false,
        ..Self::berkeley(1).with_jump_vectors(JumpVectors::RELOADED)
    };

    const fn berkeley(jump_limit: u16) -> Self {
        Self {
            jump_vectors: JumpVectors::DISTANCE_TWO,
            jump_targets: JumpVectors::DISTANCE_TWO.table(),
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

    /// The same rules with other jumps.
    #[must_use]
    pub const fn with_jump_vectors(self, jump_vectors: JumpVectors) -> Self {
        Self {
            jump_vectors,
            jump_targets: jump_vectors.table(),
            ..self
        }
    }

    /// The directions and lengths of jumps.
    #[must_use]
    pub const fn jump_vectors(&self) -> JumpVectors {
        self.jump_vectors
    }

    /// The squares that a jump from `square` reaches on an empty board, which
    /// are also the squares that a jump to it can come from.
    #[must_use]
    #[inline]
    pub const fn jump_targets(&self, square: Square) -> Bitboard {
        self.jump_targets[square.index()]
    }

    /// Whether a count of consecutive jumps has reached the limit.
    #[must_use]
    #[inline]
    pub fn jump_limit_reached(&self, jumps: u16) -> bool {
        self.jump_limit
            .is_some_and(|limit| jumps >= limit.jumps.get())
    }

    /// Whether a game of so many plies has reached the limit on its length.
    #[must_use]
    #[inline]
    pub fn ply_limit_reached(&self, plies: u32) -> bool {
        self.ply_limit.is_some_and(|limit| plies >= limit.get())
    }
}

/// The rule sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// Berkeley, Fall 2008.
    Berkeley2008,
    /// Berkeley, Fall 2016.
    Berkeley2016,
    /// Berkeley, Spring 2022.
    Berkeley2022,
    /// The Universal Ataxx Interface.
    Uai,
    /// Ataxx Reloaded.
    Reloaded,
}

impl Preset {
    /// All of them, oldest dialect first.
    pub const ALL: [Self; 5] = [
        Self::Berkeley2008,
        Self::Berkeley2016,
        Self::Berkeley2022,
        Self::Uai,
        Self::Reloaded,
    ];

    /// The name on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Berkeley2008 => "2008",
            Self::Berkeley2016 => "2016",
            Self::Berkeley2022 => "2022",
            Self::Uai => "uai",
            Self::Reloaded => "reloaded",
        }
    }

    /// The rules themselves.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Berkeley2008 => Rules::BERKELEY_2008,
            Self::Berkeley2016 | Self::Berkeley2022 => Rules::BERKELEY_2016,
            Self::Uai => Rules::UAI,
            Self::Reloaded => Rules::RELOADED,
        }
    }
}

const fn non_zero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("limits are positive")
}
