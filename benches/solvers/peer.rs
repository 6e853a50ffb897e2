//! The solver of the `board-game` crate: minimax to a fixed depth.

use super::Verdict;
use ataxx_core::board::Position;
use ataxx_core::solver::Plies;
use board_game_peer::ai::solver::{SolverValue, solve_value};
use board_game_peer::games::ataxx::AtaxxBoard;

pub struct Peer(AtaxxBoard);

impl Peer {
    pub fn new(position: &Position) -> Self {
        let fen = position.to_string();
        Self(AtaxxBoard::from_fen(&fen).expect("a position under UAI rules"))
    }

    /// A win or a loss in so many plies or fewer, looking at all of them at once.
    fn to_depth(&self, plies: Plies) -> Verdict {
        let distance = |plies| Plies(u16::try_from(plies).expect("a depth that was asked for"));
        match solve_value(&self.0, plies.0.into()) {
            SolverValue::WinIn(plies) => Verdict::Win(distance(plies)),
            SolverValue::LossIn(plies) => Verdict::Loss(distance(plies)),
            SolverValue::Draw | SolverValue::Unknown => Verdict::Open,
        }
    }

    /// The same one ply deeper at a time, which is far quicker where there is a win
    /// or a loss.
    fn deepened(&self, plies: Plies) -> Verdict {
        (1..=plies.0)
            .map(|depth| self.to_depth(Plies(depth)))
            .find(|&verdict| verdict != Verdict::Open)
            .unwrap_or(Verdict::Open)
    }

    /// What it would take someone who knows the verdict already and asks in the
    /// quicker way: deepening to a win or a loss, and the full depth alone where
    /// there is none.
    pub fn confirm(&self, verdict: Verdict, plies: Plies) -> Verdict {
        match verdict {
            Verdict::Win(_) | Verdict::Loss(_) => self.deepened(plies),
            Verdict::Open => self.to_depth(plies),
        }
    }
}
