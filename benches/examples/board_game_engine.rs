//! An engine of UAI that shares nothing with this crate, to talk and to play with:
//!
//! ```text
//! cargo run --release -p ataxx-benches --example board_game_engine -- minimax 3
//! ```
//!
//! It is made of the parts of the crate `board-game`: its rules, its side of the interface,
//! and one of its players: `random`, `minimax DEPTH` (plies), `rollouts N` or `mcts N`
//! (random games a move). A player does the same for a move whatever it is told of time.

use board_game_peer::ai::Bot;
use board_game_peer::ai::mcts::MCTSBot;
use board_game_peer::ai::minimax::MiniMaxBot;
use board_game_peer::ai::simple::{RandomBot, RolloutBot};
use board_game_peer::games::ataxx::AtaxxBoard;
use board_game_peer::heuristic::ataxx::AtaxxTileHeuristic;
use board_game_peer::interface::uai::client;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::io;
use std::process::ExitCode;

const SEED: u64 = 1;
/// How much a tree search likes what it has seen little of.
const EXPLORATION: f32 = 1.4;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(mut bot) = bot(&words) else {
        eprintln!("expected `random`, `minimax DEPTH`, `rollouts N` or `mcts N`");
        return ExitCode::from(2);
    };
    let name = format!("board-game {}", words.join(" "));
    let choose = |board: &AtaxxBoard, _: f32| {
        let mv = bot
            .select_move(board)
            .expect("it is asked in games that go on");
        (mv, String::new())
    };
    let talked = client::run(
        choose,
        &name,
        "the authors of board-game",
        io::stdin(),
        io::stdout(),
        io::sink(),
    );
    match talked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn bot(words: &[&str]) -> Option<Box<dyn Bot<AtaxxBoard>>> {
    let random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    Some(match words {
        ["random"] => Box::new(RandomBot::new(random)),
        ["minimax", depth] => {
            let heuristic = AtaxxTileHeuristic::default();
            Box::new(MiniMaxBot::new(depth.parse().ok()?, heuristic, random))
        }
        ["rollouts", games] => Box::new(RolloutBot::new(games.parse().ok()?, random)),
        ["mcts", games] => Box::new(MCTSBot::new(games.parse().ok()?, EXPLORATION, random)),
        _ => return None,
    })
}
