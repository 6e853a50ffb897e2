//! A certificate: its claim, and its move for each position.

use crate::display::html::step_buttons;
use ataxx_core::Cancellation;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::certificate::{Claim, verify};
use maud::{Markup, html};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for checking a certificate.
const LONGEST: Duration = Duration::from_secs(15);

/// A certificate that was checked.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The position it begins with.
    pub position: Position,
    rules: Rules,
    claim: String,
    lines: u64,
    /// The moves by position, in the first fields of a FEN.
    moves: Arc<HashMap<String, Advice>>,
}

#[derive(Clone, Copy, Debug)]
struct Advice {
    mv: BerkeleyMove,
    /// The plies within which it wins, or for which it holds.
    plies: Option<u16>,
}

impl Certificate {
    /// Whether a text looks like a certificate.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with("ataxx certificate")
    }

    /// Reads and checks one.
    pub fn read(text: &str, rules: Rules, cancel: &Cancellation) -> Result<Self, String> {
        // A browser ends lines with both characters.
        let text = text.replace("\r\n", "\n");
        let text = format!("{}\n", text.trim());
        let begun = Instant::now();
        let mut lines = 0;
        let verified = verify(text.as_bytes(), |_| {
            lines += 1;
            if begun.elapsed() > LONGEST || cancel.is_requested() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if begun.elapsed() > LONGEST {
            return Err(
                "checking this takes too long here; `ataxx verify` has the time".to_owned(),
            );
        }
        let verified = verified.map_err(|refused| {
            format!("line {} of the certificate: {}", refused.line, refused.kind)
        })?;
        if verified.rules != rules {
            return Err(format!(
                "this certificate is for the rules {}, and the session plays {}",
                verified.rules, rules
            ));
        }
        Ok(Self {
            position: verified.position,
            rules,
            claim: words(verified.claim),
            lines,
            moves: Arc::new(text.lines().filter_map(step).collect()),
        })
    }

    fn step(&self, position: &Position) -> Option<Advice> {
        self.moves.get(&key(&position.to_string())).copied()
    }

    /// The move that it has for a position.
    pub fn advice(&self, position: &Position) -> Option<Move> {
        match self.step(position)?.mv {
            BerkeleyMove::Step { from, to } => position.move_between(from, to, &self.rules).ok(),
            BerkeleyMove::Pass => Some(Move::Pass),
        }
    }

    /// The move for a position; any move where the other side is to move.
    pub fn next(&self, position: &Position) -> Option<BerkeleyMove> {
        let advice = self.step(position).map(|advice| advice.mv);
        advice.or_else(|| {
            let mv = position.legal_moves(&self.rules).next()?;
            Some(BerkeleyMove::of(mv, position))
        })
    }

    /// The claim, and the move for the position on the board.
    pub fn panel(&self, position: &Position) -> Markup {
        let (turn, over) = (position.turn(), position.outcome(&self.rules).is_some());
        let here = match self.step(position) {
            _ if over => "The game is over here.".to_owned(),
            Some(Advice { mv, plies }) => {
                let left = plies.map_or_else(String::new, |plies| format!(", {plies} plies to go"));
                format!("Here: {turn} plays {mv}{left}.")
            }
            None if self.answers_all(position) => format!(
                "{turn} may play anything: there is an answer to all of it. Make a move, or step."
            ),
            None => "It has no move for this position.".to_owned(),
        };
        html! {
            p { b { (self.claim) } }
            p class="quiet" { "Checked: " (self.lines) " lines hold by the rules." }
            p id="advice" { (here) }
            (step_buttons(Some(!over)))
        }
    }

    /// Whether it has a move after each of a position's, where the game goes on.
    fn answers_all(&self, position: &Position) -> bool {
        position.legal_moves(&self.rules).all(|mv| {
            let after = position.after(mv, &self.rules);
            after.outcome(&self.rules).is_some() || self.step(&after).is_some()
        })
    }
}

/// A step of a strategy: the position, plies, a move.
fn step(line: &str) -> Option<(String, Advice)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [placement, _, _, .., plies, mv] = words[..] else {
        return None;
    };
    if !placement.contains('/') {
        return None;
    }
    let advice = Advice {
        mv: mv.parse().ok()?,
        plies: plies.parse().ok(),
    };
    Some((key(line), advice))
}

/// The key of a position: squares, side to move, jumps.
fn key(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').take(3).collect();
    words.join(" ")
}

fn words(claim: Claim) -> String {
    match claim {
        Claim::Win { winner, within } => format!("{winner} wins within {within}"),
        Claim::Exactly { winner, plies } => format!("{winner} wins in {plies}, and not sooner"),
        Claim::None { within } => format!("Neither side can force a win within {within}"),
        Claim::Draw => "With best play the game is drawn".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ataxx certificate 1\r\nrules 2022\r\nposition xx1o3/7/7/7/7/7/7 x 0\r\n\
        claim win red 1\r\nstrategy win red 1\r\nxx1o3/7/7/7/7/7/7 x 0 1 b7-c7\r\nend 1\r\n";

    fn read(text: &str) -> Result<Certificate, String> {
        Certificate::read(text, Rules::BERKELEY_2022, Cancellation::never())
    }

    #[test]
    fn a_certificate_is_checked_and_followed() {
        assert!(Certificate::is_one(TEXT));
        let certificate = read(TEXT).expect("a proof");
        assert_eq!(certificate.claim, "Red wins within 1 ply");
        let position = certificate.position;
        let to = "c7".parse().expect("a square");
        assert_eq!(certificate.advice(&position), Some(Move::Extend { to }));
        let mv = certificate.next(&position).map(|mv| mv.to_string());
        assert_eq!(mv.as_deref(), Some("b7-c7"));
        assert_eq!(certificate.advice(&Position::start()), None);
    }

    #[test]
    fn what_proves_nothing_is_refused() {
        let error = |text: &str| read(text).expect_err("no proof");
        assert!(error(&TEXT.replace("b7-c7", "b7-b6")).starts_with("line 6 of the certificate: "));
        assert!(error("ataxx certificate 2").starts_with("line 1 of the certificate: "));
        let other = Certificate::read(TEXT, Rules::BERKELEY_2008, Cancellation::never());
        let error = other.expect_err("other rules");
        assert_eq!(
            error,
            "this certificate is for the rules 2022, and the session plays 2008"
        );
    }
}
