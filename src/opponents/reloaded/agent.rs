//! This program as an agent.

use super::{AgentName, NotServed, Request, Requests, Thinking};
use ataxx_core::Cancellation;
use ataxx_core::board::Rules;
use std::io::{self, BufRead};

/// This program as an agent: requests in, answers out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The answer to `identify`.
    pub name: AgentName,
    /// How it thinks about a move.
    pub thinking: Thinking,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
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
    pub fn reply(&self, request: &Request, stop: &Cancellation) -> Reply {
        match request {
            Request::Identify => Reply {
                line: self.name.to_string(),
                warning: None,
            },
            Request::Move(request) => {
                let mut position = request.position();
                // A framework that counts otherwise asks after turn 100, too: its game goes on,
                // and the end is not known.
                if Rules::RELOADED.ply_limit_reached(position.plies()) {
                    position = position.with_plies(0);
                }
                let thought = self.thinking.choose(&position, stop);
                Reply {
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
        answer: &mut dyn FnMut(Reply) -> io::Result<()>,
    ) -> Result<(), NotServed> {
        let mut requests = Requests::of(input);
        while let Some(request) = requests.read()? {
            answer(self.reply(&request, stop)).map_err(NotServed::Unheard)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Game, Position};
    use ataxx_core::notation::{BerkeleyMove, MoveRequest, ReloadedMove};

    fn agent(nodes: u64) -> Agent {
        Agent {
            name: AgentName::ours(),
            thinking: Thinking {
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
        let request = Request::Move(request(fen));
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
    fn without_a_legal_move_it_says_so() {
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
        let reply = agent.reply(&Request::Move(stuck), Cancellation::never());
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
    fn it_knows_when_the_last_turn_is() {
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
