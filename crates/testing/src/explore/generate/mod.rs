//! Sessions at random: legal and illegal moves, long runs of jumps, walls that leave little
//! room, undo, new games, answers of AIs and lines that mean nothing.
//!
//! Only what the documents settle is generated. What an AI answers is not known when a session
//! is generated: it is taken back, or the game abandoned. Lines that end the program, as far as it
//! is known, are left out.

mod draft;
mod mistakes;
mod random_games;
#[cfg(test)]
mod tests;

use super::line_kind::{LineKind, Triggers};
use super::own_session::carry_out;
use ataxx_core::board::{Bitboard, Color, Move, Position, Square};
use ataxx_core::notation::{BerkeleyMove, BlockLetters};
use ataxx_opponents::subject::{back_to_start, new_game};
use ataxx_session::{CommandName, Dialect, Session, SessionSettings};
use draft::{Draft, Generated, LONG_RUN};
use random_games::{Dice, Forced, Rare, surrounded_move, up_to_rare, walled_game};

/// What a session is mostly about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    Moves,
    Dense,
    Ai,
    Mistakes,
    Runs,
    Walls,
    Passes,
    Strips,
    Undo,
}

impl Theme {
    /// All of them: each seed has the next.
    const ALL: [Self; 9] = [
        Self::Moves,
        Self::Dense,
        Self::Ai,
        Self::Mistakes,
        Self::Runs,
        Self::Walls,
        Self::Passes,
        Self::Strips,
        Self::Undo,
    ];
}

/// The session of this seed, without lines of the kinds that are avoided.
pub fn session(dialect: Dialect, seed: u64, avoided: &Triggers) -> Generated {
    let index = usize::try_from(seed % Theme::ALL.len() as u64).unwrap_or(0);
    let theme = match Theme::ALL[index] {
        Theme::Ai if avoided.avoids_ais => Theme::Moves,
        theme => theme,
    };
    let mut generator = Generator {
        dice: Dice::new(seed),
        theme,
        draft: Draft::new(dialect, avoided),
    };
    generator.generate();
    generator.draft.generated
}

/// Whether a program can start a new game without the lines that are avoided.
pub fn can_start_new_game(dialect: Dialect, avoided: &Triggers) -> bool {
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
    draft: Draft<'a>,
}

impl Generator<'_> {
    fn generate(&mut self) {
        self.draft.begin(new_game(self.draft.session.dialect()));
        if self.theme == Theme::Ai {
            self.ai_games();
        } else if self.theme == Theme::Dense {
            self.surrounded();
        } else if self.theme != Theme::Passes || !self.passes() {
            self.blocks();
            if self.dice.chance(60) {
                self.draft.start();
            }
        }
        let games = 1 + self.dice.below(2);
        let most = match self.theme {
            Theme::Runs => 2 * usize::from(self.draft.jump_limit()) + 30,
            _ => 60,
        };
        let mut left = most;
        for game in 0..games {
            while left > 0 && !self.draft.is_over() {
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
        let rules = *self.draft.session.game().rules();
        let Some(game) = walled_game(&mut self.dice, &rules, &squares, None) else {
            return false;
        };
        self.draft.place_walls(&game);
        if self.dice.chance(50) {
            self.draft.start();
        }
        self.draft.play_all(&game.moves);
        true
    }

    /// A game with a move that flips all eight neighbours of its square.
    fn surrounded(&mut self) {
        let rules = *self.draft.session.game().rules();
        let Some(moves) = up_to_rare(&mut self.dice, &rules, Rare::Surrounded) else {
            return;
        };
        if self.dice.chance(50) {
            self.draft.start();
        }
        self.draft.play_all(&moves);
        if let Some(mv) = surrounded_move(&self.draft.position(), &rules) {
            self.draft.play_all(&[mv]);
        }
    }

    /// The squares of a quarter of the board that can be blocked.
    fn quarter(&self) -> Vec<Square> {
        const MIDDLE: u8 = 3;
        let has_letters = !self.draft.has_command(CommandName::Block);
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

    fn blocks(&mut self) {
        let squares: Vec<Square> = match self.theme {
            Theme::Strips => ["d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
                .iter()
                .filter_map(|text| text.parse().ok())
                .collect(),
            Theme::Walls => {
                let count = 3 + self.dice.below(8);
                (0..count).filter_map(|_| self.any_square()).collect()
            }
            _ => {
                let count = usize::from(self.dice.chance(30));
                (0..count).filter_map(|_| self.any_square()).collect()
            }
        };
        if !self.draft.has_command(CommandName::Block) {
            let sets = squares.into_iter().map(Position::block_set);
            let named = sets.filter(|&set| BlockLetters::try_from(set).is_ok());
            return self
                .draft
                .block_letters(named.fold(Bitboard::EMPTY, |all, set| all | set));
        }
        for square in squares {
            let mut game = self.draft.session.game().clone();
            // A game that ends with a block is left out: the documents name only moves as its end.
            if game.place_block(square).is_err() || game.outcome().is_none() {
                self.block(square);
            }
        }
    }

    fn any_square(&mut self) -> Option<Square> {
        let index = self.dice.below(49);
        Square::from_index(index)
    }

    /// A block on a square, in the commands of the dialect.
    fn block(&mut self, square: Square) {
        if self.draft.has_command(CommandName::Block) {
            self.draft.block(square);
        } else if self.draft.can_block() && self.draft.is_set_up() {
            // They may come after moves of the set-up.
            let mut blocks = Position::block_set(square);
            let has_moves = self.draft.move_count() > 0;
            if let Some(other) = self.any_square().filter(|_| has_moves) {
                blocks |= Position::block_set(other);
            }
            self.draft.block_letters(blocks);
        }
    }

    fn step(&mut self) {
        let (mistakes, undos) = match self.theme {
            Theme::Mistakes => (50, 5),
            Theme::Dense => (15, 10),
            Theme::Undo => (5, 35),
            Theme::Runs => (3, 4),
            _ => (8, 4),
        };
        if self.dice.chance(mistakes) {
            self.mistake();
        } else if self.dice.chance(undos) {
            self.draft.undo();
        } else if self.dice.chance(5) {
            self.blank();
        } else if self.dice.chance(2) {
            self.draft.start();
        } else if self.theme == Theme::Runs && self.draft.position().jumps() > LONG_RUN {
            // Long runs are rare enough to be used.
            match self.dice.below(60) {
                0 => self.new_game(),
                1 | 2 => self.draft.undo(),
                _ => self.legal_move(),
            }
        } else {
            self.legal_move();
        }
    }

    fn legal_move(&mut self) {
        let all = self.draft.legal_moves();
        let position = self.draft.position();
        let is_quiet_jump = |mv: &BerkeleyMove| {
            matches!(*mv, BerkeleyMove::Step { from, to } if from.distance(to) > 1
                && (Bitboard::neighbors(to) & position.pieces(!position.turn())).is_empty())
        };
        let quiet: Vec<BerkeleyMove> = all.iter().copied().filter(is_quiet_jump).collect();
        let wants_run = self.theme == Theme::Runs && self.draft.generated.lines.len() > 8;
        let mv = if wants_run && !quiet.is_empty() && self.dice.chance(97) {
            self.dice.pick(&quiet)
        } else {
            self.dice.pick(&all)
        };
        if let Some(mv) = mv {
            self.draft.play(mv);
        }
    }

    fn new_game(&mut self) {
        self.draft.begin(new_game(self.draft.session.dialect()));
        if self.dice.chance(60) {
            self.draft.start();
        }
    }

    /// What is done after the end of a game.
    fn at_the_end(&mut self) {
        if !self.draft.is_over() {
            return;
        }
        // The documents leave open whether set-up moves may go beyond the limit of jumps.
        let is_limit = self.draft.position().jumps() >= self.draft.jump_limit();
        if self.draft.is_set_up() && (is_limit || self.dice.chance(70)) {
            self.draft.add("start");
        }
        for _ in 0..=self.dice.below(3) {
            if self.draft.is_over() {
                self.move_after_end();
            }
        }
        if self.dice.chance(50) {
            self.draft.undo();
            if !self.draft.is_over() {
                self.legal_move();
            }
        }
    }

    /// A move after the end, mostly one that would be legal in play.
    fn move_after_end(&mut self) {
        let position = self.draft.position();
        let in_play = position.moves_in_play(self.draft.session.game().rules());
        let moves: Vec<BerkeleyMove> = in_play
            .filter(|mv| *mv != Move::Pass)
            .map(|mv| BerkeleyMove::of(mv, &position))
            .collect();
        match self.dice.pick(&moves) {
            Some(mv) if self.dice.chance(70) => {
                self.draft.add(mv.to_string());
            }
            _ => self.illegal_move(),
        }
    }

    /// Games in which an AI makes a move. It is taken back, or the game is abandoned.
    fn ai_games(&mut self) {
        // A simple turn first: it shows whether there is an AI.
        for _ in 0..=self.dice.below(2) {
            for _ in 0..self.dice.below(6) {
                if !self.draft.is_over() {
                    self.legal_move();
                }
            }
            if !self.draft.is_over() {
                if self.draft.session.dialect().has_states() {
                    self.answer_in_play();
                } else {
                    self.answer_taken_back();
                }
            }
        }
        self.draft.begin(new_game(self.draft.session.dialect()));
        for forced in self.dice.several(&Forced::ALL, 3) {
            self.ai_is_forced(forced);
        }
        for rare in self.dice.several(&Rare::ALL, 2) {
            self.ai_moves_in(rare);
        }
    }

    /// An AI is to move in such a position.
    fn ai_moves_in(&mut self, rare: Rare) {
        let rules = *self.draft.session.game().rules();
        if let Some(moves) = up_to_rare(&mut self.dice, &rules, rare) {
            self.draft.play_all(&moves);
            self.ai_moves_now();
        }
    }

    /// An AI is to move that has no choice, or hardly any.
    fn ai_is_forced(&mut self, forced: Forced) {
        let (squares, rules) = (self.quarter(), *self.draft.session.game().rules());
        let Some(game) = walled_game(&mut self.dice, &rules, &squares, Some(forced)) else {
            return;
        };
        self.draft.place_walls(&game);
        self.draft.play_all(&game.moves);
        self.ai_moves_now();
    }

    /// The side to move becomes an AI and moves; then a new game begins.
    fn ai_moves_now(&mut self) {
        let turn = self.draft.position().turn();
        let (ai, other) = (turn.name(), (!turn).name());
        if self.draft.has_command(CommandName::New) {
            for line in [&format!("auto {ai}"), "undo", &format!("manual {ai}")] {
                self.draft.add(line.to_owned());
            }
        } else if self.draft.has_command(CommandName::Manual) {
            for line in [&format!("manual {other}"), &format!("auto {ai}"), "start"] {
                self.draft.add(line.to_owned());
            }
        } else {
            self.draft.add(format!("color {other}"));
            self.draft.add("start");
        }
        self.draft.begin(new_game(self.draft.session.dialect()));
    }

    /// An AI answers a move, or begins; both moves are taken back at once.
    fn answer_taken_back(&mut self) {
        let turn = self.draft.position().turn();
        let moves = self.draft.move_count();
        let begins = moves >= 2 && self.dice.chance(30);
        let ai = if begins { turn } else { !turn };
        self.draft.add(format!("auto {}", ai.name()));
        if !begins {
            self.legal_move();
        }
        self.draft.add("undo");
        self.draft.add(format!("manual {}", ai.name()));
    }

    /// An AI moves after the set-up, or answers the first move in play.
    fn answer_in_play(&mut self) {
        if self.draft.has_command(CommandName::Manual) {
            let ai = Color::BOTH[self.dice.below(2)];
            self.draft.add(format!("auto {}", ai.name()));
            self.draft.add(format!("manual {}", (!ai).name()));
        } else if self.draft.is_set_up() && self.dice.chance(50) {
            self.draft.add("color blue");
        }
        self.start_against_an_ai();
        self.draft
            .begin(back_to_start(self.draft.session.dialect()));
        if self.dice.chance(40) {
            // Blue is an AI again.
            self.start_against_an_ai();
        }
        self.draft.begin(new_game(self.draft.session.dialect()));
    }

    /// Play begins: the AI moves at once, or answers a move.
    fn start_against_an_ai(&mut self) {
        let moves = self.draft.move_count();
        self.draft.add("start");
        if self.draft.move_count() == moves {
            self.legal_move();
        }
        for _ in 0..self.dice.below(3) {
            self.set_up_command();
        }
    }
}
