//! Games under any rules.

use crate::twins::{check_same, literal_of};
use arbitrary::{Result, Unstructured};
use ataxx_core::board::perft::{self, Counter, CounterOptions, Counting};
use ataxx_core::board::{
    Bitboard, BlockError, Color, Game, JumpLimit, JumpVectors, LimitResult, Move, Outcome,
    Position, Rules, Square, Stuck, Symmetry,
};
use ataxx_core::reference::{Cell, LiteralPosition};
use std::num::{NonZeroU16, NonZeroU32};

/// Lets the bytes choose rules, a position and what is done with it: both engines
/// agree at every ply, counts of leaves come out the same however they are counted,
/// images of a position behave as it does, and what is taken back is as it was.
pub fn check(data: &[u8]) {
    // When the bytes run out in the middle of a choice, the game ends there.
    let _ = play(&mut Unstructured::new(data));
}

/// Every leap that is a jump.
const LEAPS: [(u8, u8); 7] = [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];

/// How many times leaves are counted in one run, which takes longer than all else.
const COUNTS: usize = 4;

fn play(bytes: &mut Unstructured) -> Result<()> {
    let rules = rules(bytes)?;
    let start = position(bytes, &rules)?;
    let mut table = Table::new(&rules, start);
    let mut counts = 0;
    table.compare();
    while !bytes.is_empty() {
        match bytes.arbitrary::<u8>()? {
            0..=159 => table.make_a_move(bytes)?,
            160..=189 => table.try_any_move(bytes)?,
            190..=199 => table.place_a_block(bytes)?,
            200..=219 => table.take_back(),
            220..=239 => check_images(table.game.position(), &rules),
            _ if counts < COUNTS => {
                counts += 1;
                check_counts(table.game.position(), &rules, bytes)?;
            }
            _ => {}
        }
    }
    table.take_all_back(start);
    Ok(())
}

fn rules(bytes: &mut Unstructured) -> Result<Rules> {
    let named = bytes.int_in_range(0..=9)?;
    if let Some(rules) = Rules::NAMED.get(named) {
        return Ok(*rules);
    }
    let chosen: u8 = bytes.arbitrary()?;
    let leaps: Vec<(u8, u8)> = LEAPS
        .into_iter()
        .enumerate()
        .filter(|(index, _)| chosen >> index & 1 == 1)
        .map(|(_, leap)| leap)
        .collect();
    let mut rules = Rules::BERKELEY_2016
        .with_jump_vectors(JumpVectors::from_leaps(&leaps).expect("leaps of 2 or 3 squares"));
    let settings: u8 = bytes.arbitrary()?;
    let result = if settings & 1 == 0 {
        LimitResult::MorePieces
    } else {
        LimitResult::Draw
    };
    rules.jump_limit =
        NonZeroU16::new(bytes.int_in_range(0..=100)?).map(|jumps| JumpLimit { jumps, result });
    rules.pass_adds_to_count = settings & 2 != 0;
    if settings & 4 != 0 {
        rules.stuck = Stuck::StopAndAward;
    }
    if settings & 8 != 0 {
        rules.ply_limit = NonZeroU32::new(bytes.int_in_range(1..=300)?);
    }
    rules.blocks = settings & 16 == 0;
    Ok(rules)
}

/// The start, or any squares with counts around the limits of the rules.
fn position(bytes: &mut Unstructured, rules: &Rules) -> Result<Position> {
    if bytes.ratio(1, 4)? {
        return Ok(Position::start());
    }
    let mut sets = [Bitboard::EMPTY; 4];
    let filled: u8 = bytes.arbitrary()?;
    for square in Square::all() {
        let kind = usize::from(bytes.arbitrary::<u8>()?);
        // The four kinds are as common as two bits each of one byte say.
        let kind = usize::from(filled >> (kind % 4 * 2) & 3);
        sets[kind] |= square.into();
    }
    let [_, red, blue, blocks] = sets;
    let turn = if bytes.arbitrary()? {
        Color::Red
    } else {
        Color::Blue
    };
    let jumps = rules.jump_limit.map_or(500, |limit| limit.jumps.get());
    let plies = rules.ply_limit.map_or(500, NonZeroU32::get);
    let position = Position::new(red, blue, blocks, turn)
        .expect("each square is filled once")
        .with_jumps(bytes.int_in_range(0..=jumps)?)
        .with_plies(bytes.int_in_range(0..=plies)?);
    Ok(position)
}

/// One game on both boards.
struct Table<'a> {
    rules: &'a Rules,
    game: Game,
    /// The literal positions, the one at hand last.
    literal: Vec<LiteralPosition>,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules, start: Position) -> Self {
        Self {
            rules,
            game: Game::from_position(*rules, start),
            literal: vec![literal_of(&start)],
        }
    }

    fn literal(&self) -> LiteralPosition {
        *self.literal.last().expect("one at least")
    }

    fn compare(&self) {
        check_same(self.game.position(), &self.literal(), self.rules);
        assert_eq!(self.game.moves().len() + 1, self.literal.len());
    }

    fn make_a_move(&mut self, bytes: &mut Unstructured) -> Result<()> {
        let moves = self.literal().named_moves(self.rules);
        if moves.is_empty() {
            return Ok(());
        }
        let named = *bytes.choose(&moves)?;
        let played = match (named.from, named.mv.to()) {
            (Some(from), Some(to)) => self.game.play_between(from, to),
            _ => self.game.play(named.mv),
        }
        .expect("a legal move");
        assert_eq!((played.mv, played.from), (named.mv, named.from));
        let after = self.literal().play(named.mv, self.rules);
        self.literal.push(after.expect("a legal move"));
        self.compare();
        Ok(())
    }

    /// Legal or not: both think the same of it, and a refusal changes nothing.
    fn try_any_move(&mut self, bytes: &mut Unstructured) -> Result<()> {
        let (from, to) = (square(bytes)?, square(bytes)?);
        let mv = match bytes.int_in_range(0..=3)? {
            0 => Move::Pass,
            1 => Move::Extend { to },
            _ => Move::Jump { from, to },
        };
        let before = self.game.clone();
        let legal = self.literal().is_legal(mv, self.rules);
        assert_eq!(self.game.play(mv).is_ok(), legal);
        if legal {
            let after = self.literal().play(mv, self.rules);
            self.literal.push(after.expect("a legal move"));
            self.compare();
            self.take_back();
        }
        assert_eq!(self.game, before);
        let moves = self.literal().named_moves(self.rules);
        let reached = moves
            .iter()
            .any(|named| named.from == Some(from) && named.mv.to() == Some(to));
        assert_eq!(self.game.play_between(from, to).is_ok(), reached);
        if reached {
            self.game.undo();
        }
        assert_eq!(self.game, before);
        Ok(())
    }

    fn place_a_block(&mut self, bytes: &mut Unstructured) -> Result<()> {
        let square = square(bytes)?;
        let before = self.game.clone();
        let mut literal = self.literal();
        if literal.cell(square) == Cell::Block {
            // The board takes it as free: whether that is an error is for its caller.
            literal.set(square, Cell::Empty);
        }
        let placed = self.game.place_block(square);
        match literal.place_block(square, self.rules) {
            Ok(()) => {
                assert_eq!(placed, Ok(()));
                self.literal.pop();
                self.literal.push(literal);
                self.compare();
                return Ok(());
            }
            Err(BlockError::AlreadyBlocked { .. }) => unreachable!("it was set free"),
            refused => assert_eq!(placed, refused),
        }
        assert_eq!(self.game, before);
        Ok(())
    }

    fn take_back(&mut self) {
        if self.game.undo().is_some() {
            self.literal.pop();
        }
        self.compare();
    }

    fn take_all_back(mut self, start: Position) {
        while self.literal.len() > 1 {
            self.take_back();
        }
        assert_eq!(self.game.undo(), None);
        let game = self.game.position();
        let blocks = game.blocks();
        let [red, blue] = Color::BOTH.map(|color| game.pieces(color));
        assert_eq!([red, blue], Color::BOTH.map(|color| start.pieces(color)));
        assert_eq!(blocks & start.blocks(), start.blocks());
        assert_eq!((game.jumps(), game.plies()), (start.jumps(), start.plies()));
    }
}

fn square(bytes: &mut Unstructured) -> Result<Square> {
    let index = bytes.int_in_range(0..=Square::COUNT - 1)?;
    Ok(Square::from_index(index).expect("below 49"))
}

/// Reflections, rotations and the exchange of colours lead to the images of moves,
/// of results and of the positions after a move.
fn check_images(position: &Position, rules: &Rules) {
    let sorted = |moves: &mut dyn Iterator<Item = Move>| {
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_unstable();
        moves
    };
    let moves = sorted(&mut position.legal_moves(rules));
    let outcome = position.outcome(rules);
    let swapped = position.with_colors_swapped();
    assert_eq!(sorted(&mut swapped.legal_moves(rules)), moves);
    let other = outcome.map(|outcome| Outcome {
        winner: outcome.winner.map(Color::opposite),
        ..outcome
    });
    assert_eq!(swapped.outcome(rules), other);
    for symmetry in Symmetry::all() {
        let image = symmetry.position(position);
        let images = sorted(&mut moves.iter().map(|&mv| symmetry.mv(mv)));
        assert_eq!(sorted(&mut image.legal_moves(rules)), images);
        assert_eq!(image.outcome(rules), outcome);
        for &mv in &moves {
            let after = position.after(mv, rules);
            assert_eq!(
                symmetry.position(&after),
                image.after(symmetry.mv(mv), rules)
            );
        }
    }
}

/// The fast counter, with a table and without, finds what plain counting finds.
fn check_counts(position: &Position, rules: &Rules, bytes: &mut Unstructured) -> Result<()> {
    let counting = if bytes.arbitrary()? {
        Counting::ByOrigin
    } else {
        Counting::ByDestination
    };
    let table_bytes = *bytes.choose(&[0, 1, 1 << 12])?;
    let settings = CounterOptions {
        counting,
        table_bytes,
        ..CounterOptions::default()
    };
    let mut counter = Counter::new(rules, &settings).expect("one thread is there");
    // The third ply is the first that is not counted in closed form.
    let few = position.legal_moves(rules).count() <= 20;
    for depth in 0..=if few { 3 } else { 2 } {
        let plain = perft::plain(position, depth.into(), rules, counting);
        assert_eq!(counter.count(position, depth), Ok(plain));
    }
    Ok(())
}
