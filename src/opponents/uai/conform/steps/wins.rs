//! Victories that can be forced are found.

use super::super::bench::{Bench, game};
use super::super::report::Problem;
use super::positions::position;
use crate::opponents::uai::client::Go;

/// Positions with the plies in which the side to move wins, and the moves that do it.
const WINS: [(&str, u32, &[&str]); 4] = [
    (
        "oooo1xx/oooooxx/oxoooxx/xxooooo/xxooooo/xoooooo/xxoooxx o 1 40",
        1,
        &["e7"],
    ),
    ("7/7/7/7/7/3x3/oo5 x 0 20", 1, &["d2b2"]),
    (
        "ooooxx1/oooxxxx/oox1xxx/xxxxooo/xxooooo/xoooooo/xxoooxx o 1 40",
        3,
        &["d5"],
    ),
    (
        "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 40",
        3,
        &["a5c7", "a7c7"],
    ),
];

pub fn wins(bench: &mut Bench) -> Result<String, Problem> {
    let time = bench.settings.move_time;
    for (fen, plies, moves) in WINS {
        let game = game(position(fen)?);
        bench.case()?;
        let answer = bench.go_within(&game, &Go::move_time(time), time)?;
        let name = answer.mv.to_string();
        let wins = moves.contains(&name.as_str());
        if !wins {
            let within = if plies == 1 {
                "at once"
            } else {
                "in three plies"
            };
            return Err(Problem::Wrong(format!(
                "in {fen} it plays {name}, but {} wins {within}",
                moves.join(" or ")
            )));
        }
    }
    Ok(super::manners::counted(WINS.len(), "position"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};

    #[test]
    fn these_moves_win_and_no_others() {
        let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
        for (fen, plies, moves) in WINS {
            let plies = Plies(u16::try_from(plies).expect("a few"));
            let question = Question {
                within: Some(plies),
                all_moves: true,
            };
            let position = position(fen).expect(fen);
            let solution = solver.answer(&position, question, &Budget::unlimited());
            assert_eq!(solution.verdict, Verdict::Win(Some(plies)), "{fen}");
            let mut found: Vec<String> = solution.moves.iter().map(|&mv| mv.to_string()).collect();
            found.sort();
            assert_eq!(found, moves, "{fen}");
        }
    }
}
