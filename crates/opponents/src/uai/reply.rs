//! The answers of an engine, and its lines of `info`.

use super::command::Handshake;
use ataxx_core::board::Move;
use ataxx_core::notation::MoveScore;
use std::fmt;
use std::time::Duration;

/// An answer of an engine, with the text after its first words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `id name`.
    Name(&'a str),
    /// `id author`.
    Author(&'a str),
    /// `option`; [`EngineOption`](super::EngineOption) reads the rest.
    Option(&'a str),
    /// `uaiok`, `ugiok`: the end of the handshake.
    Hello(Handshake),
    /// `readyok`.
    Ready,
    /// `info`; [`Info`](super::Info) reads the line.
    Info,
    /// `bestmove`: the word after it, empty where there is none.
    BestMove(&'a str),
    /// Anything else.
    Other,
}

impl<'a> Reply<'a> {
    /// Reads a line. Blanks around it are ignored.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        match line {
            "uaiok" => return Self::Hello(Handshake::Uai),
            "ugiok" => return Self::Hello(Handshake::Ugi),
            "readyok" => return Self::Ready,
            _ => {}
        }
        if let Some(name) = after(line, &["id", "name"]) {
            Self::Name(name)
        } else if let Some(author) = after(line, &["id", "author"]) {
            Self::Author(author)
        } else if let Some(option) = after(line, &["option"]) {
            Self::Option(option)
        } else if let Some(rest) = after(line, &["bestmove"]) {
            Self::BestMove(rest.split_whitespace().next().unwrap_or_default())
        } else if after(line, &["info"]).is_some() {
            Self::Info
        } else {
            Self::Other
        }
    }
}

impl fmt::Display for Reply<'_> {
    /// As an engine sends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "option {option}"),
            Self::Hello(Handshake::Uai) => f.write_str("uaiok"),
            Self::Hello(Handshake::Ugi) => f.write_str("ugiok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info => f.write_str("info"),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Other => Ok(()),
        }
    }
}

/// The text of a line after these words.
fn after<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().try_fold(line, |rest, word| {
        let rest = rest.strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
    })
}

/// A line of `info`. Fields that are missing or cannot be read are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The greatest depth of any line, in plies.
    pub selective_depth: Option<u32>,
    /// The rank of the move that the line is about, from 1 for the best.
    pub multi_pv: Option<u32>,
    /// The score, from the point of view of the side to move. A forced end is as far away as the
    /// protocol counts: in own moves in UAI, in plies in UGI.
    pub score: Option<MoveScore>,
    /// Whether the score is only a bound.
    pub bound: Option<Bound>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, in thousandths.
    pub hash_full: Option<u32>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// The principal variation, up to the first move that cannot be read.
    pub line: Vec<Move>,
    /// Text for people.
    pub text: Option<String>,
}

/// Which bound a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

impl Info {
    /// Reads a line; `None` when it is no `info`. Unknown words are skipped.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = value(&mut words),
                "seldepth" => info.selective_depth = value(&mut words),
                "multipv" => info.multi_pv = value(&mut words),
                "nodes" => info.nodes = value(&mut words),
                "nps" => info.nodes_per_second = value(&mut words),
                "hashfull" => info.hash_full = value(&mut words),
                "time" => info.time = value(&mut words).map(Duration::from_millis),
                // Some engines leave out `cp`.
                "score" | "cp" => info.score = value(&mut words).map(MoveScore::Centipawns),
                "mate" => info.score = value(&mut words).map(MoveScore::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "pv" => {
                    info.line.clear();
                    while let Some(mv) = words
                        .peek()
                        .and_then(|word| Move::read_leniently(word).ok())
                    {
                        info.line.push(mv);
                        words.next();
                    }
                }
                "string" => {
                    info.text = Some(words.by_ref().collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// The same with a forced end counted in own moves, as a [`MoveScore`] is elsewhere.
    pub fn in_moves(self, protocol: Handshake) -> Self {
        let score = match (protocol, self.score) {
            (Handshake::Ugi, Some(MoveScore::Mate(plies))) => {
                Some(MoveScore::Mate(plies / 2 + plies % 2))
            }
            (_, score) => score,
        };
        Self { score, ..self }
    }
}

impl fmt::Display for Info {
    /// As an engine sends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(
            f: &mut fmt::Formatter<'_>,
            name: &str,
            value: Option<T>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.selective_depth)?;
        field(f, "multipv", self.multi_pv)?;
        field(f, "score", self.score.map(score_in_words))?;
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nodes_per_second)?;
        field(f, "hashfull", self.hash_full)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        if !self.line.is_empty() {
            f.write_str(" pv")?;
            for &mv in &self.line {
                write!(f, " {mv}")?;
            }
        }
        field(f, "string", self.text.as_deref())
    }
}

/// A score in the words of the protocol.
fn score_in_words(score: MoveScore) -> String {
    match score {
        MoveScore::Centipawns(centipawns) => format!("cp {centipawns}"),
        MoveScore::Mate(moves) => format!("mate {moves}"),
    }
}

/// The next word as a number. A word that is no number is not consumed.
fn value<'a, T: std::str::FromStr>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Option<T> {
    let value = words.peek()?.parse().ok()?;
    words.next();
    Some(value)
}

#[cfg(test)]
mod reply_tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for line in [
            "id name My Engine 2",
            "id author A. N. Other",
            "option name Hash type spin",
            "uaiok",
            "ugiok",
            "readyok",
            "info",
            "bestmove b7",
        ] {
            assert_eq!(Reply::read(line).to_string(), line);
        }
        assert_eq!(
            Reply::read(" bestmove\ta1a3 ponder b7 "),
            Reply::BestMove("a1a3")
        );
        assert_eq!(Reply::read("bestmove"), Reply::BestMove(""));
        assert_eq!(Reply::read("info depth 5"), Reply::Info);
        for line in [
            "hello",
            "identity",
            "id",
            "id names x",
            "optional",
            "",
            "uaiok now",
        ] {
            assert_eq!(Reply::read(line), Reply::Other, "{line}");
        }
    }
}

#[cfg(test)]
mod info_tests {
    use super::*;
    use ataxx_core::board::Square;
    use proptest::prelude::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn info_lines_are_parsed() {
        let line = "info depth 5 seldepth 9 multipv 1 score cp -30 lowerbound nodes 1234 nps 99 \
                    hashfull 7 time 15 pv b7 a1a3 0000 tbhits 3";
        let info = Info::read(line).expect("it is one");
        let expected = Info {
            depth: Some(5),
            selective_depth: Some(9),
            multi_pv: Some(1),
            score: Some(MoveScore::Centipawns(-30)),
            bound: Some(Bound::Lower),
            nodes: Some(1234),
            nodes_per_second: Some(99),
            hash_full: Some(7),
            time: Some(Duration::from_millis(15)),
            line: vec![
                Move::Extend { to: square("b7") },
                Move::Jump {
                    from: Square::A1,
                    to: square("a3"),
                },
                Move::Pass,
            ],
            text: None,
        };
        assert_eq!(info, expected);
        assert_eq!(format!("{info} tbhits 3"), line);
        let mate = Info::read("info score mate 2 pv").expect("it is one");
        assert_eq!(mate.score, Some(MoveScore::Mate(2)));
        let without_unit = Info::read("info score -544 time 128").expect("it is one");
        assert_eq!(without_unit.score, Some(MoveScore::Centipawns(-544)));
        let text = Info::read("  info string depth  5 is enough").expect("it is one");
        assert_eq!(text.text.as_deref(), Some("depth 5 is enough"));
        assert_eq!(text.depth, None);
        assert_eq!(Info::read("information depth 5"), None);
    }

    #[test]
    fn a_forced_end_is_in_plies_in_ugi() {
        for (plies, moves) in [(1, 1), (2, 1), (5, 3), (-1, -1), (-2, -1), (-6, -3), (0, 0)] {
            let info = Info::read(&format!("info score mate {plies}")).expect("it is one");
            assert_eq!(info.clone().in_moves(Handshake::Uai), info);
            let score = info.in_moves(Handshake::Ugi).score;
            assert_eq!(score, Some(MoveScore::Mate(moves)));
        }
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let info = Info::read("info depth nodes 7 nps -3 time 1e3 score cp high").expect("one");
        let expected = Info {
            nodes: Some(7),
            ..Info::default()
        };
        assert_eq!(info, expected);
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "info (\\PC| |depth|pv|score|cp|string|[0-9]){0,40}") {
            prop_assert!(Info::read(&line).is_some());
        }
    }
}
