//! Games in which AIs answer. What they answer is not known when a session is generated.

use super::walled::{Forced, up_to};
use super::win::up_to_a_win;
use super::{Generator, Situation};
use crate::opponents::subject::{back_to_start, new_game};
use crate::session::CommandName;
use ataxx_core::board::Color;
use ataxx_core::notation::BerkeleyMove;

impl Generator<'_> {
    /// Games in which an AI makes a move. It is taken back, or the game is abandoned.
    pub(super) fn ai_games(&mut self) {
        for forced in self.dice.several(&Forced::ALL, 2) {
            self.ai_is_forced(forced);
        }
        if self.chance(40) {
            self.ai_wins();
        }
        for _ in 0..=self.below(2) {
            for _ in 0..self.below(6) {
                if self.session.game().outcome().is_none() {
                    self.legal_move();
                }
            }
            if self.session.game().outcome().is_none() {
                if self.session.dialect().has_states() {
                    self.answer_in_play();
                } else {
                    self.answer_taken_back();
                }
            }
        }
    }

    /// An AI that can win at once is to move.
    fn ai_wins(&mut self) {
        let rules = *self.session.game().rules();
        let Some(moves) = up_to_a_win(&mut self.dice, &rules) else {
            return;
        };
        for mv in moves {
            let mv = BerkeleyMove::of(mv, self.session.position());
            self.play(mv);
        }
        self.note(Situation::AiCanWin);
        self.ai_moves_now();
    }

    /// An AI is to move that has no choice, or hardly any.
    fn ai_is_forced(&mut self, forced: Forced) {
        let (squares, rules) = (self.quarter(), *self.session.game().rules());
        let Some(game) = up_to(forced, &mut self.dice, &rules, &squares) else {
            return;
        };
        self.place_walls(&game);
        self.play_all(game);
        self.note(forced.situation());
        self.ai_moves_now();
    }

    /// The side to move becomes an AI and moves; then a new game begins.
    fn ai_moves_now(&mut self) {
        let turn = self.session.position().turn();
        let (ai, other) = (turn.name(), (!turn).name());
        if self.knows(CommandName::New) {
            for line in [&format!("auto {ai}"), "undo", &format!("manual {ai}")] {
                self.say(line.to_owned());
            }
        } else if self.knows(CommandName::Manual) {
            for line in [&format!("manual {other}"), &format!("auto {ai}"), "start"] {
                self.say(line.to_owned());
            }
        } else {
            self.say(format!("color {other}"));
            self.say("start".to_owned());
        }
        self.begin(new_game(self.session.dialect()));
    }

    /// An AI answers a move, or begins; both moves are taken back at once.
    fn answer_taken_back(&mut self) {
        let turn = self.session.position().turn();
        let moves = self.session.game().moves().len();
        let begins = moves >= 2 && self.chance(30);
        let ai = if begins { turn } else { !turn };
        self.say(format!("auto {}", ai.name()));
        if !begins {
            self.legal_move();
        }
        self.note(Situation::AiMove);
        if self.session.game().moves().len() > moves + 1 {
            self.note(Situation::UndoAnswer);
        }
        self.say("undo".to_owned());
        self.say(format!("manual {}", ai.name()));
    }

    /// An AI moves after the set-up, or answers the first move in play.
    fn answer_in_play(&mut self) {
        if self.knows(CommandName::Manual) {
            let ai = Color::BOTH[self.below(2)];
            self.say(format!("auto {}", ai.name()));
            self.say(format!("manual {}", (!ai).name()));
        } else if self.is_set_up() && self.chance(50) {
            self.say("color blue".to_owned());
        }
        self.start_against_an_ai();
        self.begin(back_to_start(self.session.dialect()));
        if self.chance(40) {
            // Blue is an AI again.
            self.start_against_an_ai();
        }
        self.begin(new_game(self.session.dialect()));
    }

    /// Play begins: the AI moves at once, or answers a move.
    fn start_against_an_ai(&mut self) {
        let moves = self.session.game().moves().len();
        if moves > 0 {
            self.note(Situation::LateStart);
        }
        self.say("start".to_owned());
        self.note(Situation::AiMove);
        if self.session.game().moves().len() == moves {
            self.legal_move();
        }
        for _ in 0..self.below(3) {
            self.set_up_command();
        }
    }
}
