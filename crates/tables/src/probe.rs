//! The value of any position of a board that is in a table.

use crate::file::{Cache, LayerFile, TableError, is_alike};
use crate::folder::TableFolder;
use crate::layers::{
    Board, Incomplete, Layer, LayerOptions, Pair, Region, Settled, SquareSet, rank_in, squares,
    words,
};
use ataxx_core::board::{Bitboard, Color, JumpLimit, LimitResult, Move, Position, Rules, Stuck};
use ataxx_core::internal::live_squares;
use ataxx_core::solver::{KnownValues, Verdict};
use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Where the table does not have a value for the jumps that are left, it is looked for in so many
/// positions.
const MAX_POSITIONS: usize = 50_000;

/// The values of positions with few jumps left, which were found by way of their moves.
type Found = HashMap<Position, Verdict>;

/// Tables of boards, in files.
#[derive(Debug)]
pub struct Tables(Vec<Table>);

impl Tables {
    /// Opens all tables in the folders of a folder.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or a layer in it is damaged.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let unreadable = |error| crate::file::Invalid::Io(error).of(folder);
        let mut tables = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if let Some(table) = Table::open(folder, &path)? {
                tables.push(table);
            }
        }
        tables.sort_by_key(|table| table.name.clone());
        Ok(Self(tables))
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.0.iter()
    }

    /// The value for the side to move; `None` where no table has it.
    ///
    /// # Errors
    ///
    /// A table cannot be read.
    pub fn probe(&self, position: &Position, rules: &Rules) -> Result<Option<Verdict>, TableError> {
        match self.find(position, rules) {
            Some((table, view)) => table.value(&view, position, &mut Found::new()),
            None => Ok(None),
        }
    }

    /// All legal moves with what the side that makes them can force then; `None` where no table has
    /// one of them.
    ///
    /// # Errors
    ///
    /// A table cannot be read.
    pub fn moves(
        &self,
        position: &Position,
        rules: &Rules,
    ) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        match self.find(position, rules) {
            Some((table, view)) => table.moves(&view, position),
            None => Ok(None),
        }
    }

    fn find(&self, position: &Position, rules: &Rules) -> Option<(&Table, View)> {
        let live = live_squares(position, rules);
        if position.outcome(rules).is_some() || is_award_for_dead(position, rules, live) {
            return None;
        }
        let mut tables = self.0.iter().filter(|table| is_alike(&table.rules, rules));
        tables.find_map(|table| Some((table, View::of(live, table)?)))
    }
}

/// Whether the squares that nobody can reach count for one side.
fn is_award_for_dead(position: &Position, rules: &Rules, live: Bitboard) -> bool {
    rules.stuck == Stuck::StopAndAward && !(position.empty() - live).is_empty()
}

impl KnownValues for Tables {
    fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
        Self::moves(self, position, rules).ok().flatten()
    }
}

/// The table of a board.
#[derive(Debug)]
pub struct Table {
    /// The board, such as `4x5`, and the rules.
    pub name: String,
    files: u8,
    ranks: u8,
    rules: Rules,
    region: Region,
    /// By the number of pieces.
    layers: Vec<Option<OpenLayer>>,
}

/// A layer that values are looked up in.
#[derive(Debug)]
struct OpenLayer {
    values: Values,
    /// With so many jumps left or more the values are those of a new count.
    rounds: u32,
    /// With so many or more they are those of a new count, or with one jump less, in turn.
    alternating: Option<u32>,
    /// The sets that have values, in order.
    sets: OnceLock<Vec<SquareSet>>,
}

#[derive(Debug)]
enum Values {
    File(Box<LayerFile>, Mutex<Cache>),
    Memory(Vec<Pair>, Vec<Pair>),
}

/// How the squares of a position are those of a table: where they begin, and whether files are ranks.
struct View {
    first: (u8, u8),
    is_turned: bool,
}

impl View {
    fn of(live: Bitboard, table: &Table) -> Option<Self> {
        let places = || live.squares().map(|square| (square.file(), square.rank()));
        let first = (
            places().map(|place| place.0).min()?,
            places().map(|place| place.1).min()?,
        );
        [false, true]
            .map(|is_turned| Self { first, is_turned })
            .into_iter()
            .find(|view| {
                let mapped = |(file, rank)| view.place(file, rank);
                live.count() as usize == table.region.len()
                    && places().all(|(file, rank)| table.region.has(mapped((file, rank))))
            })
    }

    fn place(&self, file: u8, rank: u8) -> (u8, u8) {
        let (file, rank) = (file - self.first.0, rank - self.first.1);
        if self.is_turned {
            (rank, file)
        } else {
            (file, rank)
        }
    }

    fn set(&self, squares: Bitboard, region: &Region) -> SquareSet {
        let places = squares.squares();
        region.set_of(places.map(|square| self.place(square.file(), square.rank())))
    }
}

impl Table {
    /// Opens the layers in a folder; `None` if it is not the folder of a table.
    fn open(tables: &Path, path: &Path) -> Result<Option<Self>, TableError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let named = name.and_then(|name| {
            let (board, rules) = name.split_once('-')?;
            let (files, ranks) = board.split_once('x')?;
            let size = (files.parse::<u8>().ok()?, ranks.parse::<u8>().ok()?);
            Some((size, rules.parse::<Rules>().ok()?))
        });
        let Some(((files, ranks), rules)) = named else {
            return Ok(None);
        };
        let folder = TableFolder::of(tables, files, ranks, &rules);
        let Some(region) = Region::board(files, ranks, &rules).filter(|_| folder.path() == path)
        else {
            return Ok(None);
        };
        let mut layers = vec![None];
        for pieces in 1..=region.len() {
            let length = usize::try_from(region.orbits(pieces)).unwrap_or(0) * words(pieces);
            let file = folder.open(pieces, length)?;
            layers.push(file.map(|file| OpenLayer {
                rounds: file.head.counts.rounds,
                alternating: file.head.alternating,
                values: Values::File(Box::new(file), Mutex::default()),
                sets: OnceLock::new(),
            }));
        }
        Ok(Some(Self {
            name: format!("{files}x{ranks}, rules {rules}"),
            files,
            ranks,
            rules,
            region,
            layers,
        }))
    }

    /// The files of the layers that are there, by the number of pieces.
    pub fn layers(&self) -> impl Iterator<Item = &LayerFile> {
        self.layers
            .iter()
            .flatten()
            .filter_map(|layer| match &layer.values {
                Values::File(file, _) => Some(&**file),
                Values::Memory(..) => None,
            })
    }

    /// The number of files and ranks.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        (self.files, self.ranks)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether all layers are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers.iter().skip(1).all(Option::is_some)
    }

    fn moves(
        &self,
        view: &View,
        position: &Position,
    ) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        let mut found = Found::new();
        let mut moves = Vec::new();
        for mv in position.legal_moves(&self.rules) {
            let after = position.after(mv, &self.rules);
            match self.value(view, &after, &mut found)? {
                Some(value) => moves.push((mv, opposite(value))),
                None => return Ok(None),
            }
        }
        Ok(Some(moves))
    }

    /// The value for the side to move.
    fn value(
        &self,
        view: &View,
        position: &Position,
        found: &mut Found,
    ) -> Result<Option<Verdict>, TableError> {
        let value = match self.stored(view, position)? {
            Stored::Exact(value) => return Ok(Some(value)),
            Stored::Missing => return Ok(None),
            Stored::OfNewCount(value) => value,
        };
        if let Some(&value) = found.get(position) {
            return Ok(Some(value));
        }
        // Where the limit makes a draw, fewer jumps make no win and no loss.
        let is_draw = |limit: JumpLimit| limit.result == LimitResult::Draw;
        let can_be = |other: Verdict| {
            !self.rules.jump_limit.is_some_and(is_draw) || other == Verdict::Draw || other == value
        };
        if !can_be(Verdict::Win(None)) && !can_be(Verdict::Loss(None)) {
            return Ok(Some(Verdict::Draw));
        }
        if found.len() >= MAX_POSITIONS {
            return Ok(None);
        }
        let mut moves: Vec<Move> = position.legal_moves(&self.rules).collect();
        // After an extend the value is in the table.
        moves.sort_by_key(|mv| mv.is_jump());
        let mut best = Verdict::Loss(None);
        let mut is_open = false;
        for mv in moves {
            let after = position.after(mv, &self.rules);
            // A move that cannot decide is not followed.
            let decides = match self.stored(view, &after)? {
                Stored::Exact(_) => true,
                Stored::Missing => return Ok(None),
                Stored::OfNewCount(next) => {
                    can_be(Verdict::Loss(None)) || opposite(next) == Verdict::Win(None)
                }
            };
            let value = if decides {
                self.value(view, &after, found)?
            } else {
                Some(Verdict::Draw)
            };
            match value.map(opposite) {
                Some(Verdict::Win(_)) => {
                    found.insert(*position, Verdict::Win(None));
                    return Ok(Some(Verdict::Win(None)));
                }
                Some(Verdict::Draw) => {
                    best = Verdict::Draw;
                    if !can_be(Verdict::Win(None)) {
                        break;
                    }
                }
                Some(_) => {}
                None => is_open = true,
            }
        }
        if is_open && (best != Verdict::Draw || can_be(Verdict::Win(None))) {
            return Ok(None);
        }
        found.insert(*position, best);
        Ok(Some(best))
    }

    /// What the table has of a position, or the rules say.
    fn stored(&self, view: &View, position: &Position) -> Result<Stored, TableError> {
        if let Some(outcome) = position.outcome(&self.rules) {
            return Ok(Stored::Exact(match outcome.winner {
                None => Verdict::Draw,
                Some(winner) if winner == position.turn() => Verdict::Win(None),
                Some(_) => Verdict::Loss(None),
            }));
        }
        let [own, other] = [position.turn(), !position.turn()]
            .map(|color: Color| view.set(position.pieces(color), &self.region));
        let pieces = (own | other).count_ones() as usize;
        let Some(layer) = &self.layers[pieces] else {
            return Ok(Stored::Missing);
        };
        let value = |is_before| layer.value(&self.region, other, own, is_before);
        let left = self.rules.jump_limit.map_or(u32::MAX, |limit| {
            u32::from(limit.jumps.get()).saturating_sub(position.jumps().into())
        });
        let is_exact = left >= layer.rounds || layer.alternating.is_some_and(|from| left >= from);
        let is_before = layer.alternating.is_some() && position.jumps() % 2 == 1;
        Ok(if is_exact {
            Stored::Exact(value(is_before)?)
        } else {
            Stored::OfNewCount(value(false)?)
        })
    }
}

/// What a table has of a position.
enum Stored {
    /// The value.
    Exact(Verdict),
    /// The value at the start of a count of jumps; fewer are left.
    OfNewCount(Verdict),
    /// The layer is not there.
    Missing,
}

impl OpenLayer {
    /// The value for the side to move: the other, with the pieces `moved`, has just moved.
    fn value(
        &self,
        region: &Region,
        moved: SquareSet,
        own: SquareSet,
        is_before: bool,
    ) -> Result<Verdict, TableError> {
        let pieces = (moved | own).count_ones() as usize;
        let (set, map) = region.least(moved | own);
        let map = &region.symmetries[map];
        let image = squares(moved).fold(0, |image, square| image | 1 << map[square]);
        let index = squares(image)
            .map(|square| rank_in(set, square))
            .fold(0_usize, |index, bit| index | 1 << bit);
        let sets = self.sets.get_or_init(|| region.representatives(pieces));
        let number = sets.partition_point(|&other| other < set);
        let number = number * words(pieces) + index / 64;
        let [win, hold] = match &self.values {
            Values::Memory(_, before) if is_before => before[number],
            Values::Memory(pairs, _) => pairs[number],
            Values::File(file, cache) => file.pair(
                number,
                is_before,
                &mut cache.lock().unwrap_or_else(PoisonError::into_inner),
            )?,
        };
        let has = |word: u64| word >> (index % 64) & 1 == 1;
        Ok(match (has(win), has(hold)) {
            (true, _) => Verdict::Loss(None),
            (false, true) => Verdict::Draw,
            (false, false) => Verdict::Win(None),
        })
    }
}

/// The value for the other side.
pub(crate) fn opposite(value: Verdict) -> Verdict {
    match value {
        Verdict::Win(_) => Verdict::Loss(None),
        Verdict::Loss(_) => Verdict::Win(None),
        other => other,
    }
}

/// A table in memory of all positions with the squares that pieces can reach in one.
#[derive(Debug)]
pub struct TableInMemory {
    table: Table,
    blocks: Bitboard,
    live: Bitboard,
}

impl TableInMemory {
    /// Computes the table of a position.
    ///
    /// # Errors
    ///
    /// The work was ended, or layers are not possible there.
    pub fn build(
        position: &Position,
        rules: &Rules,
        threads: NonZeroUsize,
        proceed: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let live = live_squares(position, rules);
        let board = Board::of_position(position, rules).ok()?;
        let region = board.region().clone();
        let mut layers: Vec<_> = (0..=region.len()).map(|_| None).collect();
        let options = LayerOptions {
            threads,
            all: true,
            proceed: &|_| proceed(),
            folder: None,
        };
        let built = board.settle_with(
            &options,
            &mut Settled::default(),
            &mut |layer: Layer, counts, alternating| {
                layers[counts.pieces] = Some(OpenLayer {
                    alternating: alternating.as_ref().map(|alternating| alternating.from),
                    values: Values::Memory(
                        layer.words,
                        alternating.map_or_else(Vec::new, |alternating| alternating.before.words),
                    ),
                    rounds: counts.rounds,
                    sets: OnceLock::new(),
                });
            },
        );
        match built {
            Ok(()) => {}
            Err(Incomplete::Stopped | Incomplete::Table(_)) => return None,
        }
        Some(Self {
            table: Table {
                name: String::new(),
                files: 0,
                ranks: 0,
                rules: *rules,
                region,
                layers,
            },
            blocks: position.blocks(),
            live,
        })
    }

    /// All legal moves with what the side that makes them can force then; `None` where the position
    /// has other squares or other rules, or is over.
    #[must_use]
    pub fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
        let is_same = position.blocks() == self.blocks
            && is_alike(rules, &self.table.rules)
            && live_squares(position, rules) == self.live
            && position.outcome(rules).is_none();
        let view = View {
            first: (0, 0),
            is_turned: false,
        };
        is_same
            .then(|| self.table.moves(&view, position).ok().flatten())
            .flatten()
    }
}
