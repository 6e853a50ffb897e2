//! The lines of `info` that our engine sends.

use crate::opponents::uai::{Handshake, Info};
use ataxx_core::diagnostic::text::{per_second, visible};
use ataxx_core::engine;
use ataxx_core::notation::MoveScore;
use std::fmt::Write as _;
use std::time::Duration;

/// A line of text for people.
pub(super) fn remark(text: &str) -> String {
    let info = Info {
        text: Some(visible(text).into_owned()),
        ..Info::default()
    };
    format!("{info}\n")
}

/// The lines for a report of a search, one for each variation.
pub(super) fn report(report: &engine::SearchReport, protocol: Handshake, time: Duration) -> String {
    // Before depth 1 is complete, every move has a score.
    let depth = report.depth.max(1);
    let mut text = String::new();
    for (index, line) in report.lines.iter().enumerate() {
        let info = Info {
            depth: Some(depth),
            selective_depth: Some(report.deepest.max(depth)),
            multi_pv: u32::try_from(index + 1).ok(),
            score: Some(score(line.score, protocol)),
            nodes: Some(report.nodes),
            nodes_per_second: Some(per_second(report.nodes, time)),
            hash_full: Some(report.fullness),
            time: Some(time),
            line: line.moves.clone(),
            ..Info::default()
        };
        let _ = writeln!(text, "{info}");
    }
    text
}

/// A score in the units of the protocol: UGI counts the plies to a forced end.
fn score(score: engine::Score, protocol: Handshake) -> MoveScore {
    let plies = |plies: u32| i32::try_from(plies.max(1)).unwrap_or(i32::MAX);
    match (protocol, score) {
        (Handshake::Ugi, engine::Score::Win(distance)) => MoveScore::Mate(plies(distance)),
        (Handshake::Ugi, engine::Score::Loss(distance)) => MoveScore::Mate(-plies(distance)),
        (_, score) => score.into(),
    }
}

/// The line for a count.
pub(super) fn count(depth: u8, nodes: u64, time: Duration) -> String {
    let info = Info {
        depth: Some(depth.into()),
        nodes: Some(nodes),
        nodes_per_second: Some(per_second(nodes, time)),
        time: Some(time),
        ..Info::default()
    };
    format!("{info}\n")
}

#[cfg(test)]
mod tests {
    use super::{count, report, score};
    use crate::opponents::uai::Handshake;
    use ataxx_core::board::{Move, Square};
    use ataxx_core::engine::{Score, SearchReport, Variation};
    use ataxx_core::notation::MoveScore;
    use std::time::Duration;

    #[test]
    fn scores() {
        for (given, expected) in [
            (Score::Stones(1.234), "+1.23"),
            (Score::Stones(-0.001), "0.00"),
            (Score::Stones(-48.996), "-49.00"),
            (Score::Win(1), "+M1"),
            (Score::Win(2), "+M1"),
            (Score::Win(5), "+M3"),
            (Score::Loss(1), "-M1"),
            (Score::Loss(2), "-M1"),
            (Score::Loss(6), "-M3"),
        ] {
            assert_eq!(MoveScore::from(given).to_string(), expected);
            assert_eq!(score(given, Handshake::Uai), MoveScore::from(given));
        }
    }

    #[test]
    fn plies_to_the_end_in_ugi() {
        for (given, expected) in [
            (Score::Stones(1.234), MoveScore::Centipawns(123)),
            (Score::Win(1), MoveScore::Mate(1)),
            (Score::Win(5), MoveScore::Mate(5)),
            (Score::Loss(0), MoveScore::Mate(-1)),
            (Score::Loss(6), MoveScore::Mate(-6)),
        ] {
            assert_eq!(score(given, Handshake::Ugi), expected, "{given:?}");
        }
    }

    #[test]
    fn a_line_for_each_line_of_play() {
        let line = |score, moves| Variation {
            score,
            value: 0,
            moves,
        };
        let found = SearchReport {
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
        insta::assert_snapshot!(report(&found, Handshake::Uai, Duration::from_millis(1500)), @"
        info depth 1 seldepth 1 multipv 1 score mate 2 nodes 3000 nps 2000 hashfull 7 time 1500 pv a1 0000
        info depth 1 seldepth 1 multipv 2 score cp 50 nodes 3000 nps 2000 hashfull 7 time 1500 pv 0000
        ");
        insta::assert_snapshot!(count(3, u64::MAX, Duration::ZERO), @"info depth 3 nodes 18446744073709551615 nps 18446744073709551615 time 0");
    }
}
