//! This program as an agent: its name, how it thinks, and its answers.

use super::request::{AgentRequest, NotServed, Requests};
use ataxx_core::Cancellation;
use ataxx_core::board::{Position, Rules};
use ataxx_core::engine::{self, MoveBudget, SearchTask, StopReason};
use ataxx_core::notation::{BerkeleyMove, ReloadedMove};
use std::fmt;
use std::io::{self, BufRead};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// This program as an agent: requests in, answers out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The answer to `identify`.
    pub name: AgentName,
    /// How it thinks about a move.
    pub thinking: AgentThinking,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentReply {
    /// The line that answers the request.
    pub line: String,
    /// What the user should know about it.
    pub warning: Option<&'static str>,
}

/// The warning about a seeded search that was ended by the clock.
const CUT_SHORT: &str =
    "the time was over before the search of the seeded AI: another run may choose another move";

impl Agent {
    /// The answer to a request. Once `stop` is requested, it is the best move so far.
    pub fn reply(&self, request: &AgentRequest, stop: &Cancellation) -> AgentReply {
        match request {
            AgentRequest::Identify => AgentReply {
                line: self.name.to_string(),
                warning: None,
            },
            AgentRequest::Move(request) => {
                let mut position = request.position();
                // A framework that counts otherwise asks after turn 100, too: its game goes on,
                // and the end is not known.
                if Rules::RELOADED.ply_limit_reached(position.plies()) {
                    position = position.with_plies(0);
                }
                let thought = self.thinking.choose(&position, stop);
                AgentReply {
                    line: thought.mv.to_string(),
                    warning: thought.cut_short.then_some(CUT_SHORT),
                }
            }
        }
    }

    /// Answers the requests of a stream until it ends, each before the next is read.
    pub fn serve(
        &self,
        input: impl BufRead,
        stop: &Cancellation,
        answer: &mut dyn FnMut(AgentReply) -> io::Result<()>,
    ) -> Result<(), NotServed> {
        let mut requests = Requests::of(input);
        while let Some(request) = requests.read()? {
            answer(self.reply(&request, stop)).map_err(NotServed::Unwritable)?;
        }
        Ok(())
    }
}

/// What an agent answers to `identify`: 1 to 80 printable ASCII characters, not all of
/// them blanks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentName(String);

/// Why a text is no name of an agent, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadName(String);

impl AgentName {
    /// How many characters a name has at most.
    pub const MAX_LENGTH: usize = 80;

    /// The name of this program.
    pub fn ours() -> Self {
        Self(format!("ataxx {}", env!("CARGO_PKG_VERSION")))
    }

    /// The name as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for AgentName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let mut letters = text.chars().enumerate();
        let stranger = letters.find(|(_, letter)| !matches!(letter, ' '..='~'));
        let (most, length) = (Self::MAX_LENGTH, text.len());
        Err(BadName(if let Some((index, letter)) = stranger {
            format!(
                "a name has printable ASCII characters alone, and the character {} is {letter:?}",
                index + 1
            )
        } else if text.trim().is_empty() {
            "a name is not empty".to_owned()
        } else if length > most {
            format!("a name has at most {most} characters, and this one has {length}")
        } else {
            return Ok(Self(text.to_owned()));
        }))
    }
}

/// How the AI of this program thinks about a move of Reloaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentThinking {
    /// Time limit, within [`BUDGET`](Self::BUDGET); `None` for the usual time, or for no limit
    /// if `nodes` or `seed` are given.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// With a seed it plays the same on any machine and under any load: the search ends after
    /// [`SEEDED_NODES`](MoveBudget::SEEDED_NODES) or `nodes`, and not by the clock.
    pub seed: Option<u64>,
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; a pass where there is no other, and where the game is over.
    pub mv: ReloadedMove,
    /// Whether the clock ended a seeded search. Another run may choose another move.
    pub cut_short: bool,
}

impl AgentThinking {
    /// An agent has five seconds, its start and the communication included.
    pub const BUDGET: MoveBudget = MoveBudget {
        usual: Duration::from_secs(1),
        longest: Duration::from_millis(3500),
    };

    /// Chooses a move for the side to move. Once `stop` is requested, it is the best move so far.
    ///
    /// Nothing is kept between two calls.
    pub fn choose(&self, position: &Position, stop: &Cancellation) -> Thought {
        let rules = Rules::RELOADED;
        let task = SearchTask {
            position,
            rules: &rules,
            limits: Self::BUDGET.limits(self.time, self.nodes, self.seed.is_some()),
            seed: self.seed,
            threads: NonZeroUsize::MIN,
        };
        match engine::choose(&task, stop) {
            Some(choice) => Thought {
                mv: ReloadedMove::of(choice.mv, position),
                cut_short: self.seed.is_some() && choice.stopped == StopReason::Time,
            },
            None => Thought {
                mv: ReloadedMove(BerkeleyMove::Pass),
                cut_short: false,
            },
        }
    }
}

#[cfg(test)]
mod agent_tests {
    use super::*;
    use ataxx_core::board::{Game, Position};
    use ataxx_core::notation::{BerkeleyMove, MoveRequest, ReloadedMove};

    fn agent(nodes: u64) -> Agent {
        Agent {
            name: AgentName::ours(),
            thinking: AgentThinking {
                nodes: Some(nodes),
                seed: Some(1),
                time: None,
            },
        }
    }

    fn request(fen: &str) -> MoveRequest {
        let position: Position = fen.parse().expect(fen);
        MoveRequest::new(&position).expect("no blocks")
    }

    fn answer(agent: &Agent, fen: &str) -> String {
        let request = AgentRequest::Move(request(fen));
        agent.reply(&request, Cancellation::never()).line
    }

    #[test]
    fn each_request_has_an_answer_before_the_next_is_read() {
        use std::cell::RefCell;
        use std::io::{BufReader, Read};
        /// A line is read only when all before it were answered.
        struct Framework<'a> {
            lines: Vec<&'static str>,
            answers: &'a RefCell<Vec<String>>,
            wanted: Vec<usize>,
        }
        impl Read for Framework<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if self.lines.is_empty() {
                    return Ok(0);
                }
                assert_eq!(self.answers.borrow().len(), self.wanted.remove(0));
                let line = self.lines.remove(0);
                buffer[..line.len()].copy_from_slice(line.as_bytes());
                Ok(line.len())
            }
        }
        let row = "0:0:0:0:0:0:0:\n";
        let answers = RefCell::new(Vec::new());
        let framework = Framework {
            lines: vec![
                "identify\n",
                "move\n",
                "100\n",
                "7\n",
                "1:0:0:0:0:0:2:\n",
                row,
                row,
                row,
                row,
                row,
                "2:0:0:0:0:0:1:\n",
                "identify\n",
            ],
            answers: &answers,
            wanted: vec![0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
        };
        let agent = agent(1000);
        let served = agent.serve(
            BufReader::new(framework),
            Cancellation::never(),
            &mut |reply| {
                answers.borrow_mut().push(reply.line);
                Ok(())
            },
        );
        assert!(served.is_ok());
        let answers = answers.into_inner();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0], answers[2]);
        let mv: ReloadedMove = answers[1].parse().expect("a move");
        assert_ne!(mv.0, BerkeleyMove::Pass);
    }

    #[test]
    fn without_a_legal_move_it_passes() {
        let agent = agent(100);
        for fen in [
            // Nothing is empty, nothing is left, nothing within reach.
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 9",
            "o6/7/7/7/7/7/7 x 0 9",
            "xooo3/oooo3/oooo3/oooo3/7/7/7 x 0 9",
        ] {
            assert_eq!(answer(&agent, fen), "pass", "{fen}");
        }
    }

    #[test]
    fn it_moves_whatever_the_number_in_the_request() {
        let agent = agent(100);
        for number in [0, 1, 99, 100, 101, 150, 200, 201, 4_000_000] {
            let text = request("x5o/7/7/7/7/7/o5x x 0 1").to_string();
            let text = text.replacen("\n1\n", &format!("\n{number}\n"), 1);
            let mut answers = Vec::new();
            let served = agent.serve(text.as_bytes(), Cancellation::never(), &mut |reply| {
                answers.push(reply.line);
                Ok(())
            });
            assert!(served.is_ok(), "{number}");
            let mv: ReloadedMove = answers.concat().parse().expect("a move");
            let mut game = Game::from_position(Rules::RELOADED, Position::start());
            mv.play(&mut game).expect("a legal move");
        }
        // Without a legal move it passes, with any number.
        let stuck = request("xooo3/oooo3/oooo3/oooo3/7/7/7 x 0 150");
        let reply = agent.reply(&AgentRequest::Move(stuck), Cancellation::never());
        assert_eq!(reply.line, "pass");
    }

    #[test]
    fn the_other_side_is_seen_with_colours_exchanged() {
        // The same board from either side has the same answer.
        let agent = agent(2000);
        let red = "x5o/7/2x4/3oo2/7/7/o5x x 0 9";
        let blue = "o5x/7/2o4/3xx2/7/7/x5o o 0 9";
        assert_eq!(answer(&agent, red), answer(&agent, blue));
    }

    /// In the last turn nothing counts but the pieces after it. The best move is found by
    /// looking at all of them.
    #[test]
    fn the_last_turn_is_searched_exactly() {
        let rules = Rules::RELOADED;
        let agent = agent(3000);
        for fen in [
            "x5o/2xx3/2xo3/3oo2/2ooo2/1xx4/o5x x 0 100",
            "xx3oo/xx1o1oo/3oo2/2xxx2/7/o2o2x/oo3xx x 0 100",
            "x1x1x1x/7/o1o1o1o/7/x1x1x1x/7/o1o1o1o x 0 100",
        ] {
            let position: Position = fen.parse().expect(fen);
            let lead = |position: &Position| {
                let count = |color| i64::from(position.pieces(color).count());
                count(ataxx_core::board::Color::Red) - count(ataxx_core::board::Color::Blue)
            };
            // The worst that the answer to a move can make of it.
            let worth = |after: &Position| {
                let replies = after.legal_moves(&rules);
                replies
                    .map(|mv| lead(&after.after(mv, &rules)).signum())
                    .min()
            };
            let best = position
                .legal_moves(&rules)
                .map(|mv| worth(&position.after(mv, &rules)))
                .max()
                .expect("there are moves");
            let mut game = ataxx_core::board::Game::from_position(rules, position);
            let mv: ReloadedMove = answer(&agent, fen).parse().expect("a move");
            mv.play(&mut game).expect("legal");
            assert_eq!(worth(game.position()), best, "{fen}: {mv}");
        }
    }
}

#[cfg(test)]
mod name_tests {
    use super::*;

    #[test]
    fn one_to_eighty_printable_characters() {
        for text in [
            "x",
            "The Four-Leaf Clover",
            "~ http://example.org/",
            &"y".repeat(80),
        ] {
            assert_eq!(text.parse::<AgentName>().expect(text).as_str(), text);
        }
        let ours = AgentName::ours();
        assert_eq!(ours.as_str().parse(), Ok(ours));
    }

    #[test]
    fn what_is_no_name() {
        let refused = |text: &str| text.parse::<AgentName>().expect_err(text).to_string();
        assert_eq!(refused(""), "a name is not empty");
        assert_eq!(refused("   "), "a name is not empty");
        assert_eq!(
            refused(&"x".repeat(81)),
            "a name has at most 80 characters, and this one has 81"
        );
        assert_eq!(
            refused("a\tb"),
            "a name has printable ASCII characters alone, and the character 2 is '\\t'"
        );
        assert_eq!(
            refused("Żółw"),
            "a name has printable ASCII characters alone, and the character 1 is 'Ż'"
        );
    }
}
