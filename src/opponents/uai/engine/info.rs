//! Lines that begin with `info`.

use crate::engine::{Report, Score};
use crate::notation::UaiMove;
use std::fmt::Write as _;
use std::time::Duration;

/// A line of text for people.
pub(super) fn remark(text: &str) -> String {
    format!("info string {text}\n")
}

/// What is known of a position so far: a line for each line of play.
pub(super) fn report(report: &Report, time: Duration) -> String {
    let Report {
        lines,
        depth,
        deepest,
        nodes,
        fullness,
    } = report;
    // Something is known of every move before the first search is done.
    let (depth, deepest) = ((*depth).max(1), (*deepest).max(*depth).max(1));
    let speed = speed(*nodes, time);
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        let score = score(line.score);
        let time = time.as_millis();
        let _ = write!(
            text,
            "info depth {depth} seldepth {deepest} multipv {number} score {score} \
             nodes {nodes} nps {speed} hashfull {fullness} time {time} pv",
        );
        for &mv in &line.moves {
            let _ = write!(text, " {}", UaiMove(mv));
        }
        text.push('\n');
    }
    text
}

/// What was counted so far.
pub(super) fn count(depth: u8, nodes: u64, time: Duration) -> String {
    format!(
        "info depth {depth} nodes {nodes} nps {} time {}\n",
        speed(nodes, time),
        time.as_millis()
    )
}

/// A score as the protocol writes it: hundredths of a piece, or the own moves to a forced
/// end, rounded up.
fn score(score: Score) -> String {
    match score {
        // Without the sign of a zero below nothing.
        Score::Stones(stones) => format!("cp {:.0}", (stones * 100.0).round() + 0.0),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2).max(1)),
    }
}

/// Positions a second.
fn speed(nodes: u64, time: Duration) -> u64 {
    let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    let speed = u128::from(nodes) * 1_000_000 / u128::from(microseconds);
    u64::try_from(speed).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Square};
    use crate::engine::Line;

    #[test]
    fn scores() {
        for (given, expected) in [
            (Score::Stones(1.234), "cp 123"),
            (Score::Stones(-0.001), "cp 0"),
            (Score::Stones(-48.996), "cp -4900"),
            (Score::Win(1), "mate 1"),
            (Score::Win(2), "mate 1"),
            (Score::Win(5), "mate 3"),
            (Score::Loss(1), "mate -1"),
            (Score::Loss(2), "mate -1"),
            (Score::Loss(6), "mate -3"),
        ] {
            assert_eq!(score(given), expected);
        }
    }

    #[test]
    fn a_line_for_each_line_of_play() {
        let line = |score, moves| Line {
            score,
            value: 0,
            moves,
        };
        let found = Report {
            lines: vec![
                line(
                    Score::Win(3),
                    vec![Move::Extend { to: Square::A1 }, Move::Pass],
                ),
                line(Score::Stones(0.5), vec![Move::Pass]),
            ],
            depth: 0,
            deepest: 0,
            nodes: 3_000,
            fullness: 7,
        };
        insta::assert_snapshot!(report(&found, Duration::from_millis(1500)), @"
        info depth 1 seldepth 1 multipv 1 score mate 2 nodes 3000 nps 2000 hashfull 7 time 1500 pv a1 0000
        info depth 1 seldepth 1 multipv 2 score cp 50 nodes 3000 nps 2000 hashfull 7 time 1500 pv 0000
        ");
        insta::assert_snapshot!(count(3, u64::MAX, Duration::ZERO), @"info depth 3 nodes 18446744073709551615 nps 18446744073709551615 time 0");
    }
}
