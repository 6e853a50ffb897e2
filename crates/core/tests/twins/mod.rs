//! Random play that compares `board` with `reference` at every ply: lists of moves, positions,
//! counts, results and refusals.

pub mod positions;
pub mod rule_sets;
pub mod tally;

use ataxx_core::board::{
    self, BlockError, Color, Ending, Game, Move, PlayedMove, Position, Rules, Square,
};
use ataxx_core::reference::{Cell, LiteralPosition};
use positions::{Chance, random_position};
use std::fmt;
use tally::Tally;

/// Games under rules that do not end them are cut off after this many plies.
const CUT: usize = 600;

/// Plays games under all rule sets in turn until this many plies have been compared.
///
/// # Panics
///
/// On the first difference, with its position and rules.
pub fn play_at_random(seed: u64, plies: u64) -> Tally {
    let rule_sets = rule_sets::rule_sets();
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    while tally.plies < plies {
        for (name, rules) in &rule_sets {
            let start = random_position(&mut chance, rules);
            Twins::new(name, rules, start).play_a_game(&mut chance, &mut tally);
        }
    }
    tally
}

/// A position of `board` in the form of the reference rules, cell by cell.
pub fn literal_of(position: &Position) -> LiteralPosition {
    let mut literal =
        LiteralPosition::from_cells(position.turn(), |square| match position.cell(square) {
            board::Cell::Empty => Cell::Empty,
            board::Cell::Piece(Color::Red) => Cell::Red,
            board::Cell::Piece(Color::Blue) => Cell::Blue,
            board::Cell::Block => Cell::Block,
        });
    literal.jumps = position.jumps().into();
    literal.plies = position.plies();
    literal
}

/// One game in both implementations.
struct Twins<'a> {
    name: &'a str,
    rules: &'a Rules,
    game: Game,
    literal: LiteralPosition,
    /// The literal positions before each move, with the move.
    before: Vec<(LiteralPosition, Move)>,
}

impl<'a> Twins<'a> {
    fn new(name: &'a str, rules: &'a Rules, start: Position) -> Self {
        Self {
            name,
            rules,
            game: Game::from_position(*rules, start),
            literal: literal_of(&start),
            before: Vec::new(),
        }
    }

    fn play_a_game(mut self, chance: &mut Chance, tally: &mut Tally) {
        tally.games += 1;
        for _ in 0..chance.below(6) {
            self.place_block(chance.square(), tally);
        }
        let start = self.game.clone();
        // Random moves seldom form a long run of jumps.
        let jumps_wanted = *chance.pick(&[0, 50, 95, 100]);
        let mut passes = 0;
        for _ in 0..CUT {
            let moves = self.compare_moves();
            if chance.percent(10) {
                self.compare_origins(&moves);
            }
            self.try_an_illegal_move(chance, &moves, tally);
            if moves.is_empty() {
                break;
            }
            let jumps = usize::from(chance.percent(jumps_wanted));
            let mv = choose(chance, &moves, jumps == 1);
            self.note_move(mv, &moves, passes, tally);
            passes += usize::from(mv == Move::Pass);
            self.play(mv, chance, tally);
            if chance.percent(1) {
                if self.place_block(chance.square(), tally) {
                    tally.note("block between moves");
                }
                if self.before.len() > 10 && chance.percent(50) {
                    for _ in 0..=chance.below(10) {
                        self.undo();
                    }
                    tally.note("moves taken back in mid-game");
                }
            }
        }
        self.note_end(tally);
        while !self.before.is_empty() {
            self.undo();
        }
        assert_eq!(self.game, start, "taken back under {}", self.name);
        assert_eq!(self.game.undo(), None);
        tally.note("game taken back to its start");
    }

    /// Checks that both agree on the legal moves and on the result. Returns the moves.
    fn compare_moves(&self) -> Vec<Move> {
        let position = self.game.position();
        let outcome = self.literal.outcome(self.rules);
        assert_eq!(self.game.outcome(), outcome, "{}", self.here());
        assert_eq!(
            position.ending(self.rules),
            outcome.map(|outcome| outcome.ending),
            "{}",
            self.here()
        );
        let mut fast: Vec<Move> = position.legal_moves(self.rules).collect();
        let mut slow = self.literal.legal_moves(self.rules);
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow, "{}", self.here());
        assert!(
            fast.windows(2).all(|pair| pair[0] != pair[1]),
            "a move twice in {fast:?}, {}",
            self.here()
        );
        assert_eq!(fast.is_empty(), outcome.is_some(), "{}", self.here());
        fast
    }

    /// Compares the legal moves with all their origins, and the moves that are generated
    /// without testing for the end of the game.
    fn compare_origins(&self, moves: &[Move]) {
        let position = self.game.position();
        let mut fast: Vec<PlayedMove> = Vec::new();
        for mv in position.legal_moves(self.rules) {
            if mv == Move::Pass {
                assert!(position.origins(mv).is_empty());
                fast.push(PlayedMove { from: None, mv });
            }
            for from in position.origins(mv) {
                let from = Some(from);
                fast.push(PlayedMove { from, mv });
            }
        }
        let mut slow = self.literal.named_moves(self.rules);
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow, "{}", self.here());
        if !moves.is_empty() {
            let mut in_play: Vec<Move> = position.moves_in_play(self.rules).collect();
            in_play.sort_unstable();
            assert_eq!(in_play, moves, "{}", self.here());
        }
    }

    /// Plays a move in both, with an origin as in Berkeley notation or without.
    fn play(&mut self, mv: Move, chance: &mut Chance, tally: &mut Tally) {
        let here = self.here();
        let after = self.literal.play(mv, self.rules);
        let after = after.unwrap_or_else(|error| panic!("{error}, {here}"));
        let mut origins = self.literal.named_moves(self.rules);
        origins.retain(|named| named.mv == mv);
        let played = match (*chance.pick(&origins), mv.to()) {
            (named, Some(to)) if chance.percent(50) => {
                let from = named.from.expect("it has a destination");
                let played = self.game.play_between(from, to);
                assert_eq!(played.map(|played| played.from), Ok(Some(from)), "{here}");
                played
            }
            _ => {
                let first = origins.iter().filter_map(|named| named.from).min();
                let played = self.game.play(mv);
                assert_eq!(played.map(|played| played.from), Ok(first), "{here}");
                played
            }
        };
        assert_eq!(played.map(|played| played.mv), Ok(mv), "{here}");
        assert_eq!(played.map(PlayedMove::to), Ok(mv.to()), "{here}");
        assert_eq!(self.game.last_move(), played.ok(), "{here}");
        self.before.push((self.literal, mv));
        self.literal = after;
        self.compare_positions();
        tally.plies += 1;
    }

    fn undo(&mut self) {
        let Some((before, mv)) = self.before.pop() else {
            return;
        };
        assert_eq!(self.game.undo().map(|played| played.mv), Some(mv));
        self.literal = before;
        self.compare_positions();
    }

    /// Compares every square, the side to move and every count.
    fn compare_positions(&self) {
        let position = self.game.position();
        assert_eq!(literal_of(position), self.literal, "{}", self.here());
        let counts = [
            (position.pieces(Color::Red), Cell::Red),
            (position.pieces(Color::Blue), Cell::Blue),
            (position.blocks(), Cell::Block),
            (position.empty(), Cell::Empty),
        ];
        for (set, cell) in counts {
            assert_eq!(set.count(), self.literal.count(cell), "{}", self.here());
        }
        assert_eq!(self.game.moves().len(), self.before.len());
    }

    /// Whether the block could be placed.
    fn place_block(&mut self, square: Square, tally: &mut Tally) -> bool {
        let here = self.here();
        let known = self.game.clone();
        let fast = self.game.place_block(square);
        let slow = self.literal.place_block(square, self.rules);
        match slow {
            Ok(()) => {
                assert_eq!(fast, Ok(()), "{square:?}, {here}");
                tally.note("block accepted");
            }
            Err(BlockError::AlreadyBlocked { .. }) => {
                // `board` does not treat this as an error, and blocks the reflections too,
                // which a position that was set up may lack.
                let mut free = self.literal;
                free.set(square, Cell::Empty);
                match free.place_block(square, self.rules) {
                    Ok(()) => {
                        assert_eq!(fast, Ok(()), "{square:?}, {here}");
                        self.literal = free;
                    }
                    refused => assert_eq!(fast.is_err(), refused.is_err(), "{square:?}, {here}"),
                }
                tally.note("block repeated");
            }
            Err(refused) => {
                assert_eq!(fast, Err(refused), "{square:?}, {here}");
                tally.note(match refused {
                    BlockError::Corner => "block refused: corner",
                    BlockError::NotInTheseRules => "block refused: rules",
                    BlockError::OnPiece { .. } => "block refused: piece",
                    other => panic!("a position cannot refuse a block with {other:?}"),
                });
            }
        }
        if fast.is_err() {
            assert_eq!(self.game, known, "{square:?}, {here}");
        }
        self.compare_positions();
        slow.is_ok()
    }

    /// Any move from one square to another, or a pass: both must agree whether it is legal, and
    /// a refusal changes nothing.
    fn try_an_illegal_move(&mut self, chance: &mut Chance, legal: &[Move], tally: &mut Tally) {
        let (from, to) = (chance.square(), chance.square());
        let mv = match chance.below(4) {
            0 => Move::Pass,
            1 => Move::Extend { to },
            _ => Move::Jump { from, to },
        };
        let position = self.game.position();
        let refused = position.check(mv, self.rules).is_err();
        assert_eq!(refused, !legal.contains(&mv), "{mv:?}, {}", self.here());
        if refused && chance.percent(5) {
            let known = self.game.clone();
            assert!(self.game.play(mv).is_err());
            assert!(self.literal.play(mv, self.rules).is_err());
            assert_eq!(self.game, known, "after {mv:?} was refused");
            tally.note("illegal move refused");
        }
    }

    fn note_move(&self, mv: Move, moves: &[Move], passes: usize, tally: &mut Tally) {
        let jumps = self.literal.jumps;
        match mv {
            Move::Pass => {
                tally.note("pass");
                if self.rules.pass_adds_to_count {
                    tally.note("pass that adds to the count");
                } else if jumps > 0 {
                    tally.note("pass that leaves a count");
                }
                if passes > 0 {
                    tally.note("second pass in a game");
                }
                let before = self.before.len().checked_sub(2);
                if before.is_some_and(|index| self.before[index].1 == Move::Pass) {
                    tally.note("pass, move, pass by one side");
                }
            }
            Move::Extend { .. } if jumps > 1 => tally.note("extend that ends a run of jumps"),
            _ => {}
        }
        if moves[0].is_jump() {
            // Extends are sorted before jumps.
            tally.note("no extend but a jump");
        }
        let other = Cell::piece(!self.literal.turn);
        if let Some(to) = mv.to()
            && Square::all()
                .filter(|&square| square.distance(to) == 1 && self.literal.cell(square) == other)
                .count()
                == 8
        {
            tally.note("flips of eight pieces");
        }
    }

    fn note_end(&self, tally: &mut Tally) {
        let Some(outcome) = self.literal.outcome(self.rules) else {
            tally.cut += 1;
            return;
        };
        // A random position in which the game is over was not played to its end.
        let Some(&(_, last)) = self.before.last() else {
            return;
        };
        let pieces = [Cell::Red, Cell::Blue].map(|cell| self.literal.count(cell));
        let empty = self.literal.count(Cell::Empty);
        if outcome.ending == Ending::Stuck {
            assert_ne!(empty, 0, "{}", self.here());
        }
        tally.note_end(outcome, self.rules, pieces, empty, last == Move::Pass);
    }

    /// The position and the rules, for failure messages.
    fn here(&self) -> Here<'a> {
        Here {
            name: self.name,
            literal: self.literal,
        }
    }
}

/// A position as text, formatted only on failure.
#[derive(Clone, Copy)]
struct Here<'a> {
    name: &'a str,
    literal: LiteralPosition,
}

impl fmt::Display for Here<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LiteralPosition {
            turn, jumps, plies, ..
        } = self.literal;
        writeln!(
            f,
            "under {}, {turn:?} to move, jumps {jumps}, plies {plies}:",
            self.name
        )?;
        for row in self.literal.cells.chunks(7).rev() {
            let letter = |cell: &Cell| match cell {
                Cell::Empty => '-',
                Cell::Red => 'r',
                Cell::Blue => 'b',
                Cell::Block => 'X',
            };
            writeln!(f, "{}", row.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

/// One of the moves; if `jump` is set and there is a jump, a jump.
fn choose(chance: &mut Chance, moves: &[Move], jump: bool) -> Move {
    let first_jump = moves.partition_point(|mv| matches!(mv, Move::Extend { .. }));
    let wanted = if jump && first_jump < moves.len() {
        &moves[first_jump..]
    } else {
        moves
    };
    *chance.pick(wanted)
}
