//! Sessions at random: legal and illegal moves, long runs of jumps, walls that leave little
//! room, undo, new games, answers of AIs and lines that mean nothing.
//!
//! Only what the documents settle is generated. What an AI answers is not known when a session
//! is generated: it is taken back, or the game abandoned. Lines that end the program, as far as it
//! is known, are left out.

mod ai;
mod dice;
mod mistakes;
mod situation;
mod walled;
mod win;

pub use dice::Dice;
pub use situation::Situation;

use super::line_kind::LineKind;
use super::simplify::legal_moves;
use super::trial::{carry_out, carry_out_with_ais};
use super::triggers::Triggers;
use crate::opponents::subject::new_game;
use crate::session::{Availability, CommandName, Dialect, Event, Session, SessionSettings, State};
use ataxx_core::board::{Bitboard, Color, Ending, Move, Position, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use std::collections::BTreeMap;
use walled::{WalledGame, with_passes};

/// A session, and what comes up in it.
pub struct Generated {
    pub lines: Vec<String>,
    /// The kind of each line.
    pub kinds: Vec<LineKind>,
    /// Each with the number of lines before it comes up.
    pub situations: BTreeMap<Situation, usize>,
}

impl Generated {
    /// Ends the program after the session.
    pub fn add_quit(&mut self) {
        self.kinds.push(LineKind::QUIT);
        self.lines.push(CommandName::Quit.word().to_owned());
    }
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
    Passes,
    Ai,
}

const THEMES: [Theme; 8] = [
    Theme::Moves,
    Theme::Mistakes,
    Theme::Runs,
    Theme::Walls,
    Theme::Passes,
    Theme::Ai,
    Theme::Strips,
    Theme::Undo,
];

/// The least number of jumps in a row that counts as a long run.
const LONG_RUN: u16 = 10;

/// The session of this seed, without lines of the kinds that are avoided.
pub fn session(dialect: Dialect, seed: u64, avoided: &Triggers) -> Generated {
    let index = usize::try_from(seed % THEMES.len() as u64).unwrap_or(0);
    let mut generator = Generator {
        dice: Dice::new(seed),
        theme: THEMES[index],
        session: Session::new(dialect, SessionSettings::default()),
        has_moved: false,
        avoided,
        has_unknown_board: false,
        is_finished: false,
        lines: Vec::new(),
        kinds: Vec::new(),
        noted: Vec::new(),
        situations: BTreeMap::new(),
    };
    generator.generate();
    Generated {
        lines: generator.lines,
        kinds: generator.kinds,
        situations: generator.situations,
    }
}

/// Whether a program can begin a new game without the lines that are avoided.
pub fn can_begin_anew(dialect: Dialect, avoided: &Triggers) -> bool {
    let mut session = Session::new(dialect, SessionSettings::default());
    new_game(dialect).iter().all(|line| {
        let is_avoided = avoided.contains(LineKind::of(&session, line));
        carry_out(&mut session, line);
        !is_avoided
    })
}

struct Generator<'a> {
    dice: Dice,
    theme: Theme,
    /// Our own session after the lines so far.
    session: Session,
    /// A move was made in this game, taken back or not.
    has_moved: bool,
    avoided: &'a Triggers,
    /// An AI has moved, and its move was not taken back.
    has_unknown_board: bool,
    /// Nothing can follow, as a line that is needed is avoided.
    is_finished: bool,
    lines: Vec<String>,
    kinds: Vec<LineKind>,
    /// What comes up with the next line.
    noted: Vec<Situation>,
    situations: BTreeMap<Situation, usize>,
}

impl Generator<'_> {
    fn generate(&mut self) {
        self.begin(new_game(self.session.dialect()));
        if self.theme == Theme::Ai {
            self.ai_games();
        } else if self.theme != Theme::Passes || !self.passes() {
            self.blocks();
            if self.chance(60) {
                self.start();
            }
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

    /// A game with passes in a run of jumps up to the limit.
    fn passes(&mut self) -> bool {
        let squares = self.quarter();
        let rules = *self.session.game().rules();
        let Some(game) = with_passes(&mut self.dice, &rules, &squares) else {
            return false;
        };
        self.place_walls(&game);
        if self.chance(50) {
            self.start();
        }
        self.play_all(game);
        self.came_up(Situation::LimitAfterPass);
        true
    }

    fn place_walls(&mut self, game: &WalledGame) {
        if self.knows(CommandName::Block) {
            for &wall in &game.walls {
                self.block(wall);
            }
        } else {
            let walls = game.walls.iter().copied().map(Position::block_set);
            self.blocks_of(walls.fold(Bitboard::EMPTY, |all, wall| all | wall));
        }
    }

    fn play_all(&mut self, game: WalledGame) {
        for mv in game.moves {
            let mv = BerkeleyMove::of(mv, self.session.position());
            self.play(mv);
        }
    }

    /// The squares of a quarter of the board that can be blocked.
    fn quarter(&self) -> Vec<Square> {
        const MIDDLE: u8 = 3;
        let has_letters = !self.knows(CommandName::Block);
        (0..49)
            .filter_map(Square::from_index)
            .filter(|square| {
                let (file, rank) = (square.file(), square.rank());
                let is_corner = (file, rank) == (0, 0);
                let is_middle = (file, rank) == (MIDDLE, MIDDLE);
                file <= MIDDLE && rank <= MIDDLE && !is_corner && !(is_middle && has_letters)
            })
            .collect()
    }

    /// Begins a game with these lines. At the start of a program they may be left out.
    fn begin(&mut self, lines: &[&str]) {
        let is_start = self.lines.is_empty();
        self.has_moved = false;
        self.has_unknown_board = false;
        for line in lines {
            let is_said = self.say((*line).to_owned());
            self.is_finished |= !is_said && !is_start;
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
        self.dice.below(limit)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.dice.chance(percent)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        self.dice.pick(all)
    }

    /// Notes what comes up with the next line.
    fn note(&mut self, situation: Situation) {
        self.noted.push(situation);
    }

    /// Notes what has come up with the last line.
    fn came_up(&mut self, situation: Situation) {
        self.situations.entry(situation).or_insert(self.lines.len());
    }

    /// Adds a line and carries it out. AIs play any move. Whether it was added: it is not if lines
    /// of its kind are avoided.
    fn say(&mut self, line: String) -> bool {
        let noted = std::mem::take(&mut self.noted);
        let kind = LineKind::of(&self.session, &line);
        let is_avoided = self.avoided.contains(kind);
        // It may be an undo.
        self.is_finished |= is_avoided && self.has_unknown_board;
        if self.is_finished || is_avoided {
            return false;
        }
        let events = carry_out_with_ais(&mut self.session, &line);
        if events.iter().any(Event::takes_moves_away) {
            self.has_unknown_board = false;
        }
        if events
            .iter()
            .any(|event| matches!(event, Event::AiPlayed { .. }))
        {
            (self.has_moved, self.has_unknown_board) = (true, true);
        }
        self.lines.push(line);
        self.kinds.push(kind);
        for situation in noted {
            self.came_up(situation);
        }
        true
    }

    /// Whether the document of the dialect has the command: an extra is not asked of others.
    fn knows(&self, name: CommandName) -> bool {
        name.availability(self.session.dialect()) == Availability::Documented
    }

    /// Ends the set-up, in dialects that have one where both sides can then be played by hand.
    fn start(&mut self) {
        let dialect = self.session.dialect();
        if dialect.has_states() && self.is_set_up() && self.knows(CommandName::Manual) {
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
        if !self.knows(CommandName::Block) {
            let sets = squares.into_iter().map(Position::block_set);
            let named = sets.filter(|&set| BlockLetters::try_from(set).is_ok());
            return self.blocks_of(named.fold(Bitboard::EMPTY, |all, set| all | set));
        }
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
        if self.knows(CommandName::Block) {
            let is_in_play = self.session.dialect().has_states() && !self.is_set_up();
            if is_in_play {
                self.note(Situation::WrongState);
            }
            self.say_block(format!("block {square}"));
        } else if self.is_set_up() {
            // They may come after moves of the set-up.
            let mut blocks = Position::block_set(square);
            if let Some(other) = self.any_square().filter(|_| !is_open) {
                blocks |= Position::block_set(other);
            }
            self.blocks_of(blocks);
        }
    }

    /// Whether the game is over with these blocks: the documents tell of moves alone.
    fn ends_the_game(&self, blocks: Bitboard) -> bool {
        let (position, rules) = (self.session.position(), self.session.game().rules());
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color));
        let blocked = Position::new(red, blue, position.blocks() | blocks, position.turn());
        blocked.is_ok_and(|blocked| blocked.outcome(rules).is_some())
    }

    /// Blocks in the letters of 2008, unless one has no letter, or the game would end. Once in a
    /// game: the document leaves open whether others are added to them or replace them.
    fn blocks_of(&mut self, blocks: Bitboard) {
        let is_first = self.session.position().blocks().is_empty();
        let is_settled = is_first && !blocks.is_empty() && !self.ends_the_game(blocks);
        if is_settled && let Ok(letters) = BlockLetters::try_from(blocks) {
            self.say_block(format!("blocks {letters}"));
        }
    }

    fn say_block(&mut self, line: String) {
        let before = self.session.position().blocks();
        if !self.say(line) {
            return;
        }
        let is_done = self.session.position().blocks() != before;
        self.came_up(if is_done {
            Situation::Block
        } else {
            Situation::RefusedBlock
        });
    }

    fn is_set_up(&self) -> bool {
        self.session.state() == State::SetUp
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

    fn legal_moves(&self) -> Vec<BerkeleyMove> {
        legal_moves(self.session.game())
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
        if !self.say(mv.to_string()) {
            return;
        }
        self.has_moved = true;
        let after = *self.session.position();
        let run = before.jumps() > 1;
        match mv {
            BerkeleyMove::Pass => {
                self.came_up(Situation::Pass);
                if run {
                    self.came_up(Situation::PassInRun);
                }
            }
            BerkeleyMove::Step { from, to } => {
                let enemy = before.pieces(!before.turn());
                let flips = !(Bitboard::neighbors(to) & enemy).is_empty();
                let is_jump = from.distance(to) > 1;
                self.came_up(if is_jump {
                    Situation::Jump
                } else {
                    Situation::Extend
                });
                if flips {
                    self.came_up(if is_jump {
                        Situation::JumpFlips
                    } else {
                        Situation::ExtendFlips
                    });
                }
                if after.jumps() >= LONG_RUN {
                    self.came_up(Situation::LongRun);
                } else if before.jumps() >= LONG_RUN {
                    self.came_up(Situation::RunBroken);
                }
            }
        }
        if let Some(outcome) = self.session.game().outcome() {
            self.came_up(match outcome.ending {
                Ending::NoPieces => Situation::NoPieces,
                Ending::JumpLimit => Situation::Limit,
                _ => Situation::NoMoves,
            });
            self.came_up(match outcome.winner {
                Some(Color::Red) => Situation::RedWins,
                Some(Color::Blue) => Situation::BlueWins,
                None => Situation::Draw,
            });
        }
    }

    fn undo(&mut self) {
        if !self.knows(CommandName::Undo) {
            return;
        }
        let before = *self.session.position();
        let is_over = self.session.game().outcome().is_some();
        let nothing = self.session.game().moves().len() == 0;
        if !self.say("undo".to_owned()) {
            return;
        }
        let after = *self.session.position();
        let flipped = !(before.pieces(Color::Red) & after.pieces(Color::Blue)).is_empty()
            || !(before.pieces(Color::Blue) & after.pieces(Color::Red)).is_empty();
        let situation = match (nothing, is_over) {
            (true, _) => Situation::UndoNothing,
            (false, true) => Situation::UndoAfterEnd,
            (false, false) => Situation::Undo,
        };
        self.came_up(situation);
        if flipped {
            self.came_up(Situation::UndoFlips);
        }
        if before.jumps() > 1 {
            self.came_up(Situation::UndoInRun);
        }
    }

    fn new_game(&mut self) {
        let is_run = self.session.position().jumps() >= LONG_RUN;
        self.note(Situation::NewGame);
        if is_run {
            self.note(Situation::NewAfterRun);
        }
        self.begin(new_game(self.session.dialect()));
        if self.chance(60) {
            self.start();
        }
    }

    /// A move after the end, mostly one that would be legal in play.
    fn move_after_end(&mut self) {
        let position = *self.session.position();
        let in_play = position.moves_in_play(self.session.game().rules());
        let moves: Vec<BerkeleyMove> = in_play
            .filter(|mv| *mv != Move::Pass)
            .map(|mv| BerkeleyMove::of(mv, &position))
            .collect();
        match self.pick(&moves) {
            Some(mv) if self.chance(70) => {
                self.note(Situation::MoveAfterEnd);
                self.say(mv.to_string());
            }
            _ => self.illegal_move(),
        }
    }

    /// What is done after the end of a game.
    fn at_the_end(&mut self) {
        if self.session.game().outcome().is_none() {
            return;
        }
        // The documents leave open whether set-up moves may go beyond the limit of jumps.
        let is_limit = self.session.position().jumps() >= self.rules_limit();
        if self.is_set_up() && (is_limit || self.chance(70)) {
            self.note(Situation::StartAtEnd);
            self.say("start".to_owned());
        }
        for _ in 0..=self.below(3) {
            if self.session.game().outcome().is_some() {
                self.move_after_end();
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
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_gives_one_session() {
        let lines = |seed| session(Dialect::SPRING_2022, seed, &Triggers::default()).lines;
        assert_eq!(lines(7), lines(7));
        assert_ne!(lines(7), lines(13));
    }

    fn covered(dialect: Dialect) -> BTreeSet<Situation> {
        (0..600)
            .flat_map(|seed| {
                let session = session(dialect, seed, &Triggers::default());
                session.situations.into_keys()
            })
            .collect()
    }

    #[test]
    fn a_few_hundred_sessions_come_to_every_situation() {
        for &dialect in Dialect::ALL {
            let covered = covered(dialect);
            let possible = Situation::ALL.iter().filter(|it| it.is_in(dialect));
            let missing: Vec<_> = possible.filter(|it| !covered.contains(it)).collect();
            assert_eq!(missing, [] as [&Situation; 0], "{}", dialect.name());
        }
    }

    /// The turns of AIs in a few hundred sessions of each dialect.
    #[test]
    fn ais_have_to_pass() {
        for &dialect in Dialect::ALL {
            let passes = (0..200).filter(|&seed| {
                let session = session(dialect, seed, &Triggers::default());
                session
                    .kinds
                    .contains(&LineKind::AiTurn { must_pass: true })
            });
            assert!(passes.count() >= 5, "{}", dialect.name());
        }
    }

    #[test]
    fn lines_that_are_avoided_are_left_out() {
        let dialect = Dialect::SPRING_2022;
        let start = Session::new(dialect, SessionSettings::default());
        let mut avoided = Triggers::default();
        avoided.stopped(LineKind::of(&start, "help"));
        for seed in 0..200 {
            let session = session(dialect, seed, &avoided);
            assert!(!session.lines.contains(&"help".to_owned()));
            assert!(!session.situations.contains_key(&Situation::Help));
        }
        assert!(can_begin_anew(dialect, &avoided));
        avoided.stopped(LineKind::of(&start, "new"));
        assert!(!can_begin_anew(dialect, &avoided));
        let lines = session(dialect, 1, &avoided).lines;
        assert!(
            lines.len() > 10 && !lines.contains(&"new".to_owned()),
            "{lines:?}"
        );
    }
}
