//! Sessions at random: legal and illegal moves, long runs of jumps, walls that leave little
//! room, undo, new games and lines that mean nothing.
//!
//! Only what the documents settle is generated, with both sides played by hand.

use super::trial::carry_out;
use crate::board::{Bitboard, Color, Ending, Game, Position, Square};
use crate::notation::BerkeleyMove;
use crate::session::{CommandName, Dialect, Session, SessionSettings, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// A session, and what comes up in it.
pub struct Generated {
    pub lines: Vec<String>,
    pub situations: BTreeSet<Situation>,
}

/// Makes the enumeration of situations, which are described by their documentation.
macro_rules! situations {
    ($(#[doc = $text:literal] $name:ident,)*) => {
        /// Something that comes up in a session.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Situation {
            $(#[doc = $text] $name,)*
        }

        impl Situation {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What comes up.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => $text.trim(),)*
                }
            }
        }
    };
}

situations! {
    /// an extend
    Extend,
    /// a jump
    Jump,
    /// flips by an extend
    ExtendFlips,
    /// flips by a jump
    JumpFlips,
    /// a pass
    Pass,
    /// a pass in a run of jumps
    PassInRun,
    /// ten jumps in a row
    LongRun,
    /// an extend after ten jumps in a row
    RunBroken,
    /// the end by the limit of jumps
    Limit,
    /// the end when a side has no pieces
    NoPieces,
    /// the end when neither side can move
    NoMoves,
    /// a draw
    Draw,
    /// a victory of Red
    RedWins,
    /// a victory of Blue
    BlueWins,
    /// an illegal move
    IllegalMove,
    /// a pass while there are moves
    IllegalPass,
    /// a move after the end of the game
    MoveAfterEnd,
    /// blocks
    Block,
    /// a block that is refused
    RefusedBlock,
    /// an undo
    Undo,
    /// an undo of a move that flipped
    UndoFlips,
    /// an undo in a run of jumps
    UndoInRun,
    /// an undo after the end of the game
    UndoAfterEnd,
    /// an undo with nothing to take back
    UndoNothing,
    /// a new game
    NewGame,
    /// a new game after a run of jumps
    NewAfterRun,
    /// a comment, an empty line, or blanks around a command
    Blanks,
    /// a line that means nothing
    Nonsense,
    /// the start of play after moves of the set-up
    LateStart,
    /// the start of a game that is decided
    StartAtEnd,
}

/// What a session is mostly about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    Moves,
    Walls,
    Strips,
    Runs,
    Undo,
    Mistakes,
}

const THEMES: [Theme; 6] = [
    Theme::Moves,
    Theme::Walls,
    Theme::Strips,
    Theme::Runs,
    Theme::Undo,
    Theme::Mistakes,
];

/// So many jumps in a row are a long run.
const LONG_RUN: u16 = 10;

/// The session of this seed.
pub fn session(dialect: Dialect, seed: u64) -> Generated {
    let index = usize::try_from(seed % THEMES.len() as u64).unwrap_or(0);
    let mut generator = Generator {
        random: ChaCha8Rng::seed_from_u64(seed),
        theme: THEMES[index],
        session: Session::new(dialect, SessionSettings::default()),
        has_moved: false,
        lines: Vec::new(),
        situations: BTreeSet::new(),
    };
    generator.generate();
    Generated {
        lines: generator.lines,
        situations: generator.situations,
    }
}

struct Generator {
    random: ChaCha8Rng,
    theme: Theme,
    /// Our own session after the lines so far.
    session: Session,
    /// A move was made in this game, taken back or not.
    has_moved: bool,
    lines: Vec<String>,
    situations: BTreeSet<Situation>,
}

impl Generator {
    fn generate(&mut self) {
        let knows = |name: CommandName| name.is_in(self.session.dialect());
        let (new, manual) = (knows(CommandName::New), knows(CommandName::Manual));
        if new {
            for line in ["manual red", "manual blue", "new"] {
                self.say(line.to_owned());
            }
        } else {
            self.say("clear".to_owned());
            if manual {
                self.say("manual blue".to_owned());
            }
        }
        self.blocks();
        if self.chance(60) {
            self.start();
        }
        let games = 1 + self.below(2);
        let most = match self.theme {
            Theme::Runs => 2 * usize::from(self.rules_limit()) + 30,
            _ => 60,
        };
        let mut left = most;
        for game in 0..games {
            while left > 0 && self.session.game().outcome().is_none() {
                self.step();
                left -= 1;
            }
            self.at_the_end();
            if game + 1 < games {
                self.new_game();
                self.blocks();
            }
        }
    }

    fn rules_limit(&self) -> u16 {
        self.session
            .game()
            .rules()
            .jump_limit
            .map_or(25, |limit| limit.jumps.get())
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        usize::try_from(self.random.next_u64() % limit).unwrap_or(0)
    }

    /// True in `percent` of 100 cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let index = self.below(all.len());
        all.get(index).copied()
    }

    fn note(&mut self, situation: Situation) {
        self.situations.insert(situation);
    }

    /// Adds a line and carries it out.
    fn say(&mut self, line: String) {
        carry_out(&mut self.session, &line);
        self.lines.push(line);
    }

    fn knows(&self, name: CommandName) -> bool {
        name.is_in(self.session.dialect())
    }

    /// Ends the set-up, in dialects that have one where both sides can then be played by hand.
    fn start(&mut self) {
        let dialect = self.session.dialect();
        if dialect.has_states()
            && self.session.state() == State::SetUp
            && self.knows(CommandName::Manual)
        {
            if self.session.game().moves().len() > 0 {
                self.note(Situation::LateStart);
            }
            self.say("start".to_owned());
        }
    }

    fn blocks(&mut self) {
        let squares: Vec<Square> = match self.theme {
            Theme::Strips => ["d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
                .iter()
                .filter_map(|text| text.parse().ok())
                .collect(),
            Theme::Walls => {
                let count = 3 + self.below(8);
                (0..count).filter_map(|_| self.any_square()).collect()
            }
            _ => {
                let count = usize::from(self.chance(30));
                (0..count).filter_map(|_| self.any_square()).collect()
            }
        };
        for square in squares {
            let mut game = self.session.game().clone();
            // A game that ends with a block is left out: the documents tell of moves alone.
            if game.place_block(square).is_err() || game.outcome().is_none() {
                self.block(square);
            }
        }
    }

    fn any_square(&mut self) -> Option<Square> {
        let index = self.below(49);
        Square::from_index(index)
    }

    fn block(&mut self, square: Square) {
        // After a move that was taken back the documents can be read either way.
        let is_open = self.session.game().moves().len() == 0;
        if is_open && self.has_moved || self.session.game().outcome().is_some() {
            return;
        }
        let before = self.session.position().blocks();
        if self.knows(CommandName::Block) {
            self.say(format!("block {square}"));
        } else if is_open {
            let blocks = Position::block_set(square);
            let Ok(letters) = crate::notation::BlockLetters::try_from(blocks) else {
                return;
            };
            self.say(format!("blocks {letters}"));
        }
        let is_done = self.session.position().blocks() != before;
        self.note(if is_done {
            Situation::Block
        } else {
            Situation::RefusedBlock
        });
    }

    fn step(&mut self) {
        let (mistakes, undos) = match self.theme {
            Theme::Mistakes => (50, 5),
            Theme::Undo => (5, 35),
            Theme::Runs => (3, 4),
            _ => (8, 4),
        };
        if self.chance(mistakes) {
            self.mistake();
        } else if self.chance(undos) {
            self.undo();
        } else if self.chance(3) {
            self.blank();
        } else if self.chance(2) {
            self.start();
        } else if self.theme == Theme::Runs && self.session.position().jumps() > LONG_RUN {
            // Long runs are rare enough to be used.
            match self.below(60) {
                0 => self.new_game(),
                1 | 2 => self.undo(),
                _ => self.legal_move(),
            }
        } else {
            self.legal_move();
        }
    }

    /// All legal moves, each extend by each of its origins.
    fn legal_moves(&self) -> Vec<BerkeleyMove> {
        let (game, position) = (self.session.game(), self.session.position());
        let mut all = Vec::new();
        for mv in position.legal_moves(game.rules()) {
            let origins = position.origins(mv);
            match mv.to() {
                Some(to) => all.extend(
                    origins
                        .squares()
                        .map(|from| BerkeleyMove::Step { from, to }),
                ),
                None => all.push(BerkeleyMove::Pass),
            }
        }
        all
    }

    fn legal_move(&mut self) {
        let all = self.legal_moves();
        let position = *self.session.position();
        let is_quiet_jump = |mv: &BerkeleyMove| {
            matches!(*mv, BerkeleyMove::Step { from, to } if from.distance(to) > 1
                && (Bitboard::neighbors(to) & position.pieces(!position.turn())).is_empty())
        };
        let quiet: Vec<BerkeleyMove> = all.iter().copied().filter(is_quiet_jump).collect();
        let wants_run = self.theme == Theme::Runs && self.lines.len() > 8;
        let mv = if wants_run && !quiet.is_empty() && self.chance(97) {
            self.pick(&quiet)
        } else {
            self.pick(&all)
        };
        if let Some(mv) = mv {
            self.play(mv);
        }
    }

    fn play(&mut self, mv: BerkeleyMove) {
        let before = *self.session.position();
        self.has_moved = true;
        self.say(mv.to_string());
        let after = *self.session.position();
        let run = before.jumps() > 1;
        match mv {
            BerkeleyMove::Pass => {
                self.note(Situation::Pass);
                if run {
                    self.note(Situation::PassInRun);
                }
            }
            BerkeleyMove::Step { from, to } => {
                let enemy = before.pieces(!before.turn());
                let flips = !(Bitboard::neighbors(to) & enemy).is_empty();
                let is_jump = from.distance(to) > 1;
                self.note(if is_jump {
                    Situation::Jump
                } else {
                    Situation::Extend
                });
                if flips {
                    self.note(if is_jump {
                        Situation::JumpFlips
                    } else {
                        Situation::ExtendFlips
                    });
                }
                if after.jumps() >= LONG_RUN {
                    self.note(Situation::LongRun);
                } else if before.jumps() >= LONG_RUN {
                    self.note(Situation::RunBroken);
                }
            }
        }
        if let Some(outcome) = self.session.game().outcome() {
            self.note(match outcome.ending {
                Ending::NoPieces => Situation::NoPieces,
                Ending::JumpLimit => Situation::Limit,
                _ => Situation::NoMoves,
            });
            self.note(match outcome.winner {
                Some(Color::Red) => Situation::RedWins,
                Some(Color::Blue) => Situation::BlueWins,
                None => Situation::Draw,
            });
        }
    }

    /// A line that is refused.
    fn mistake(&mut self) {
        match self.below(10) {
            0 => {
                let nonsense = [
                    "fly", "a7", "a7-", "-b7", "a7-h3", "a0-a1", "a7 to b7", "block",
                ];
                if let Some(line) = self.pick(&nonsense) {
                    self.note(Situation::Nonsense);
                    self.say(line.to_owned());
                }
            }
            1 if self.session.game().moves().len() > 0 && self.knows(CommandName::Block) => {
                if let Some(square) = self.any_square() {
                    self.block(square);
                }
            }
            2 if !self.legal_moves().contains(&BerkeleyMove::Pass) => {
                self.note(Situation::IllegalPass);
                self.say("-".to_owned());
            }
            _ => self.illegal_move(),
        }
    }

    fn illegal_move(&mut self) {
        let game: &Game = self.session.game();
        let (legal, is_over) = (self.legal_moves(), game.outcome().is_some());
        // Near misses first: an own piece, or one of the other side, that goes too far or to a
        // square that is taken.
        for _ in 0..20 {
            let (Some(from), Some(to)) = (self.any_square(), self.any_square()) else {
                return;
            };
            let is_any = self.chance(10);
            let position = self.session.position();
            let is_occupied = !(position.empty() | position.blocks()).contains(from);
            let mv = BerkeleyMove::Step { from, to };
            if (is_occupied || is_any) && from.distance(to) <= 3 && !legal.contains(&mv) {
                self.note(if is_over {
                    Situation::MoveAfterEnd
                } else {
                    Situation::IllegalMove
                });
                self.say(mv.to_string());
                return;
            }
        }
    }

    fn blank(&mut self) {
        let padded = self.legal_moves().first().map(|mv| format!("   {mv}  "));
        let line = match (self.below(3), padded) {
            (0, Some(line)) => {
                self.has_moved = true;
                line
            }
            (1, _) => "# a7-b7".to_owned(),
            _ => String::new(),
        };
        self.note(Situation::Blanks);
        self.say(line);
    }

    fn undo(&mut self) {
        // An extra where the document does not have it.
        if !CommandName::New.is_in(self.session.dialect()) {
            return;
        }
        let before = *self.session.position();
        let is_over = self.session.game().outcome().is_some();
        let nothing = self.session.game().moves().len() == 0;
        self.say("undo".to_owned());
        let after = *self.session.position();
        let flipped = !(before.pieces(Color::Red) & after.pieces(Color::Blue)).is_empty()
            || !(before.pieces(Color::Blue) & after.pieces(Color::Red)).is_empty();
        let situation = match (nothing, is_over) {
            (true, _) => Situation::UndoNothing,
            (false, true) => Situation::UndoAfterEnd,
            (false, false) => Situation::Undo,
        };
        self.note(situation);
        if flipped {
            self.note(Situation::UndoFlips);
        }
        if before.jumps() > 1 {
            self.note(Situation::UndoInRun);
        }
    }

    fn new_game(&mut self) {
        let is_run = self.session.position().jumps() >= LONG_RUN;
        self.note(Situation::NewGame);
        if is_run {
            self.note(Situation::NewAfterRun);
        }
        self.has_moved = false;
        if self.knows(CommandName::New) {
            self.say("new".to_owned());
        } else {
            self.say("clear".to_owned());
            if self.knows(CommandName::Manual) {
                self.say("manual blue".to_owned());
            }
            if self.chance(60) {
                self.start();
            }
        }
    }

    /// What is done after the end of a game.
    fn at_the_end(&mut self) {
        if self.session.game().outcome().is_none() {
            return;
        }
        if self.session.state() == State::SetUp && self.chance(70) {
            self.note(Situation::StartAtEnd);
            self.say("start".to_owned());
        }
        for _ in 0..=self.below(3) {
            if self.session.game().outcome().is_some() {
                self.illegal_move();
            }
        }
        if self.chance(50) {
            self.undo();
            if self.session.game().outcome().is_none() {
                self.legal_move();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_session() {
        let lines = |seed| session(Dialect::SPRING_2022, seed).lines;
        assert_eq!(lines(7), lines(7));
        assert_ne!(lines(7), lines(13));
    }

    #[test]
    fn a_few_hundred_sessions_come_to_every_situation() {
        let covered: BTreeSet<Situation> = (0..600)
            .flat_map(|seed| session(Dialect::SPRING_2022, seed).situations)
            .collect();
        let with_states = [Situation::LateStart, Situation::StartAtEnd];
        let missing: Vec<_> = Situation::ALL
            .iter()
            .filter(|situation| !covered.contains(situation) && !with_states.contains(situation))
            .collect();
        assert_eq!(missing, [] as [&Situation; 0]);
        let with_set_up: BTreeSet<Situation> = (0..600)
            .flat_map(|seed| session(Dialect::FALL_2016, seed).situations)
            .collect();
        assert!(
            with_states
                .iter()
                .all(|situation| with_set_up.contains(situation))
        );
    }
}
