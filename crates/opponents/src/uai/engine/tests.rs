//! Whole conversations, in this process: the handshake, positions, options and counts.

mod searches;

use super::{Engine, EngineOptions, LineSender};
use crate::uai::Info;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::notation::MoveScore;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A test that waits for longer has failed.
const GUARD: Duration = Duration::from_secs(60);

/// A client of an engine in this process.
struct Talk {
    line_sender: Option<LineSender>,
    said: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn new() -> Self {
        let options = EngineOptions {
            hash: 1,
            ..EngineOptions::default()
        };
        let (engine, line_sender) = Engine::new(options);
        let (heard, said) = mpsc::channel();
        let engine = thread::spawn(move || {
            engine.run(&mut |text: &str| {
                assert!(text.ends_with('\n'), "{text:?}");
                for line in text.lines() {
                    let gone = heard.send(line.to_owned());
                    gone.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
                }
                Ok(())
            })
        });
        Self {
            line_sender: Some(line_sender),
            said,
            engine,
        }
    }

    fn send(&self, lines: &str) {
        let line_sender = self.line_sender.as_ref().expect("it is open");
        for line in lines.lines() {
            // After `quit` nothing is read.
            let _ = line_sender.line(line.as_bytes());
        }
    }

    /// Reads lines up to one that begins like this.
    fn read_line(&self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.said.recv_timeout(GUARD);
            let line = line.unwrap_or_else(|_| panic!("no `{beginning}` after {heard:?}"));
            let is_last = line.starts_with(beginning);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    /// Closes the input, and reads the rest.
    fn end(mut self) -> Vec<String> {
        self.line_sender = None;
        let heard = self.said.iter().collect();
        self.engine.join().expect("no panic").expect("all is said");
        heard
    }
}

/// The output of an engine for these lines, without times and speeds.
fn conversation(lines: &str) -> String {
    let talk = Talk::new();
    talk.send(lines);
    let said: Vec<String> = talk.end().iter().map(|line| timeless(line)).collect();
    said.join("\n")
}

/// Without the numbers behind `time` and `nps`, and those of the version.
fn timeless(line: &str) -> String {
    let line = &line.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    if !line.starts_with("info depth") {
        return line.to_owned();
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if matches!(words[index - 1], "time" | "nps") {
            words[index] = "N";
        }
    }
    words.join(" ")
}

fn best_moves(said: &[String]) -> Vec<&str> {
    let answers = said.iter().map(String::as_str);
    answers
        .filter_map(|line| line.strip_prefix("bestmove "))
        .collect()
}

fn assert_legal(mv: &str, fen: &str) {
    let position: Position = fen.parse().expect(fen);
    let mv: Move = mv.parse().expect("a move");
    let rules = Rules::UAI;
    assert_eq!(position.check(mv, &rules), Ok(()), "{mv:?} in {fen}");
}

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";
/// Red wins at once.
const WON: &str = "7/7/7/7/7/2x4/xxo4 x 0 30";
/// Red can only pass.
const SHUT_IN: &str = "x--4/---4/---4/7/7/7/6o x 5 10";
/// Blue has no pieces.
const OVER: &str = "x5x/7/7/7/7/7/7 o 0 1";

/// The distance of a forced win, in the unit of the protocol.
#[test]
fn a_mate_is_in_plies_after_ugi() {
    let talk = Talk::new();
    let mut scores = Vec::new();
    for handshake in ["", "ugi", "uai"] {
        talk.send(handshake);
        talk.send("setoption name Rules value 2022\nuainewgame");
        talk.send("position fen xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1");
        talk.send("go nodes 20000");
        let said = talk.read_line("bestmove");
        let infos = said.iter().rev().filter_map(|line| Info::read(line));
        scores.push(infos.into_iter().find_map(|info| info.score));
    }
    assert_eq!(scores, [2, 3, 2].map(|mate| Some(MoveScore::Mate(mate))));
}

/// The only output is a line that clients do not read.
#[test]
fn an_assumed_side_to_move_is_an_info_string() {
    let talk = Talk::new();
    talk.send("position fen x5o/7/7/7/7/7/o5x moves b7\nd");
    let said = talk.read_line("fen: ");
    let warning = "info string warning: the FEN does not name the side to move: `x` is assumed";
    assert_eq!(said.first().map(String::as_str), Some(warning));
    assert!(
        said.iter()
            .any(|line| line == "fen: xx4o/7/7/7/7/7/o5x o 0 1"),
        "{said:?}"
    );
}

#[test]
fn the_handshake() {
    insta::assert_snapshot!(conversation("uai\nisready\nugi"), @"
    id name ataxx VERSION
    id author the ataxx-toolkit developers
    option name Hash type spin default 1 min 1 max 65536
    option name Clear Hash type button
    option name Threads type spin default 1 min 1 max 1024
    option name MultiPV type spin default 1 min 1 max 256
    option name Move Overhead type spin default 10 min 0 max 5000
    option name Rules type combo default uai var 2008 var 2016 var 2022 var uai var reloaded
    option name Seed type string default <empty>
    uaiok
    readyok
    id name ataxx VERSION
    id author the ataxx-toolkit developers
    option name Hash type spin default 1 min 1 max 65536
    option name Clear Hash type button
    option name Threads type spin default 1 min 1 max 1024
    option name MultiPV type spin default 1 min 1 max 256
    option name Move Overhead type spin default 10 min 0 max 5000
    option name Rules type combo default uai var 2008 var 2016 var 2022 var uai var reloaded
    option name Seed type string default <empty>
    ugiok
    ");
}

#[test]
fn what_is_illegal_changes_nothing() {
    insta::assert_snapshot!(conversation("\
position startpos moves b7
position startpos moves b7 b6
position startpos moves 0000
position fen x5o/7/7/7/7/7/o5 x 0 1
position fen x5x/7/7/7/7/7/7 o 0 1 moves a1
moves a2 g6 a7
moves a8
setoption name Rules value chess
setoption name Moon value 1
d"), @"
    info string error: move 2, `b6`: no own piece is next to b6; the position stays as it was
    info string error: move 1, `0000`: a pass is legal only without another legal move; the position stays as it was
    info string error: position: rank 1 has 6 squares instead of 7
    info string error: move 1, `a1`: the game is over; the position stays as it was
    info string error: move 2, `g6`: no own piece is next to g6; the position stays as it was
    info string error: move 1, `a8`: `a8` is not a square: ranks run from 1 to 7
    info string error: option Rules: expected rules (2008, 2016, 2022, uai, reloaded), found `chess`
    info string error: unknown option `Moon`
    7  r r - - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    fen: xx4o/7/7/7/7/7/o5x o 0 1
    rules: uai
    state: o is to move
    ");
}

#[test]
fn moves_alone_are_played_on() {
    insta::assert_snapshot!(conversation("\
moves B7 a1A2
moves P@a6 a1a3
query p1turn
moves g1g3
query p1turn
d"), @"
    response true
    response false
    7  r r - - - - b
    6  r - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  b - - - - - r
    2  b - - - - - -
    1  - - - - - - -
       a b c d e f g
    fen: xx4o/x6/7/7/o5x/o6/7 o 2 3
    rules: uai
    state: o is to move
    ");
}

#[test]
fn each_end_of_a_game() {
    let ask = |fen: &str| {
        let lines = format!("position fen {fen}\nquery gameover\nquery result\ngo nodes 100");
        conversation(&lines).replace('\n', "; ")
    };
    insta::assert_snapshot!(
        [
            OVER,
            "o5o/7/7/7/7/7/7 x 0 1",
            "xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo x 0 40",
            "x5o/7/7/7/7/7/o5x x 100 60",
            "x--4/---4/---4/7/4---/4---/4--o o 0 9",
        ]
        .map(ask)
        .join("\n"),
        @"
    response true; response p1win; info string the game is over: x has won; bestmove 0000
    response true; response p2win; info string the game is over: o has won; bestmove 0000
    response true; response p2win; info string the game is over: o has won; bestmove 0000
    response true; response draw; info string the game is over: a draw; bestmove 0000
    response true; response draw; info string the game is over: a draw; bestmove 0000
    "
    );
}

#[test]
fn leaves_are_counted_by_the_rules_in_force() {
    let count = |lines: &str| {
        let said = conversation(lines);
        said.lines().last().unwrap_or_default().to_owned()
    };
    for (lines, leaves) in [
        ("perft 0", "nodes 1"),
        ("perft 4", "nodes 155888"),
        ("go perft 3", "nodes 6460"),
        ("setoption name Threads value 2\nperft 4", "nodes 155888"),
        (
            "position fen 7/7/7/7/-------/-------/x5o x\nperft 6",
            "nodes 174",
        ),
        (
            "position fen x5o/7/7/7/7/7/o5x x 99 50\nperft 3",
            "nodes 2336",
        ),
        (
            "position fen x5o/7/7/7/7/7/o5x x 24 9\nsetoption name Rules value 2022\nperft 2",
            "nodes 96",
        ),
        ("setoption name Rules value reloaded\nperft 3", "nodes 5360"),
    ] {
        assert_eq!(count(lines), leaves, "{lines}");
    }
    let said = conversation("perft 200\nstop\nisready");
    assert!(said.contains("info string perft: depth "), "{said}");
}

#[test]
fn the_table_changes_its_size() {
    let said = conversation(
        "\
setoption name Hash value 2
go nodes 2000
isready
setoption name Clear Hash
setoption name Hash value 1
uainewgame
isready
go nodes 2000",
    );
    assert_eq!(said.matches("bestmove").count(), 2, "{said}");
    assert!(!said.contains("error"), "{said}");
}

/// A line that an engine may be sent.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("isready".to_owned()),
        Just("stop".to_owned()),
        Just("uainewgame".to_owned()),
        (1_u32..200).prop_map(|nodes| format!("go nodes {nodes}")),
        Just("go infinite".to_owned()),
        (0_u32..5).prop_map(|time| format!("go movetime {time}")),
        (0_u32..30).prop_map(|time| format!("go btime {time} wtime {time} binc 5")),
        (0_u32..3).prop_map(|depth| format!("perft {depth}")),
        "position startpos moves( [a-g][1-7]([a-g][1-7])?){0,4}",
        "moves( [a-g][1-7]){0,2}",
        "position fen [xo1-7-]{3}/[xo1-7]{3}/7/7/7/[xo1-7-]{4}/[xo1-7]{3} [xo]",
        Just(format!("position fen {OVER}")),
        Just(format!("position fen {SHUT_IN}")),
        "setoption name (MultiPV|Threads|Seed|Rules|Hash) value [0-3]",
        "\\PC{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_question_has_its_answer(lines in prop::collection::vec(any_line(), 0..20)) {
        let is = |name: &str| {
            lines.iter().filter(|line| line.split_whitespace().next() == Some(name)).count()
        };
        prop_assume!(is("quit") == 0 && is("exit") == 0);
        let talk = Talk::new();
        talk.send(&lines.join("\n"));
        let said = talk.end();
        let heard = |name: &str| {
            said.iter().filter(|line| line.split(' ').next() == Some(name)).count()
        };
        prop_assert_eq!(heard("readyok"), is("isready"));
        prop_assert_eq!(heard("bestmove"), is("go"));
    }

    #[test]
    fn moves_that_are_printed_are_taken(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let rules = Rules::UAI;
        let mut position = Position::start();
        let mut moves = String::new();
        for choice in choices {
            let legal: Vec<_> = position.legal_moves(&rules).collect();
            if legal.is_empty() {
                break;
            }
            let mv = *choice.get(&legal);
            let _ = write!(moves, " {mv}");
            position = position.after(mv, &rules);
        }
        let said = conversation(&format!("position startpos moves{moves}\nd\ngo nodes 1"));
        let fen = format!("fen: {position}");
        prop_assert!(said.contains(&fen), "{} is not in {}", fen, said);
    }
}

#[test]
fn the_side_to_move_is_shown() {
    assert!(conversation("d").ends_with("\nstate: x is to move"));
}
