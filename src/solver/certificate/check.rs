//! The check of one strategy, line by line, with the literal rules alone.
//!
//! The lines before ask for positions, and a line answers one of them: it was asked
//! for, with just these plies left, and its move leads on, reply by reply, to
//! positions that are right or are asked for in turn. When nothing that was asked
//! for is without its line, the strategy is proved. Only what lines ask for is
//! remembered, so that memory grows with the strategy and not with the file.

use super::lines::Line;
use super::refused::{Reason, Refused};
use super::text::{self, Fields, identity, literal_of};
use super::{Goal, Task};
use crate::board::Rules;
use crate::notation::BerkeleyMove;
use crate::reference::{LiteralPosition, Named};
use crate::solver::Plies;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How much has been checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Lines of strategies.
    pub steps: u64,
    /// Replies of the other side; an extend counts once for its destination.
    pub replies: u64,
}

/// A strategy being checked.
pub(super) struct Checker<'a> {
    rules: &'a Rules,
    task: Task,
    asked: HashMap<LiteralPosition, Asked>,
    /// The plies left on the line before.
    before: Option<Plies>,
    tally: &'a mut Tally,
}

/// A position with the holder to move that needs a line.
struct Asked {
    /// The plies left there: the fewest that a win may take, the most that are to
    /// be held.
    left: Option<Plies>,
    /// The line that asks for it and, but for the first position, the reply that
    /// leads there.
    by: u64,
    reply: Option<Named>,
    /// The line that answers it.
    answer: Option<u64>,
}

/// What becomes of a position.
enum Fate {
    /// It is as it should be, and nothing follows.
    Right,
    /// The game is over, with another winner than it should have.
    Over(Reason),
    /// The game goes on, although it should be won by now.
    Late(Reason),
    /// The game goes on.
    Open,
}

/// How a position came about.
#[derive(Clone, Copy)]
enum Cause {
    Start,
    Move(Named),
    Reply(Named),
}

impl<'a> Checker<'a> {
    /// Begins with the line that announces the strategy.
    pub fn begin(
        task: Task,
        position: LiteralPosition,
        rules: &'a Rules,
        line: &Line,
        tally: &'a mut Tally,
    ) -> Result<Self, Refused> {
        let mut checker = Self {
            rules,
            task,
            asked: HashMap::new(),
            before: task.plies,
            tally,
        };
        let position = identity(position, rules);
        let whole = 0..line.text.len();
        match checker.fate(&position, task.plies, Cause::Start) {
            Fate::Right => {}
            Fate::Over(reason) | Fate::Late(reason) => return Err(line.refuse_all(reason)),
            Fate::Open if position.turn == task.holder => {
                checker.ask(position, task.plies, None, line, &whole)?;
            }
            Fate::Open => checker.replies(&position, task.plies, line, &whole)?,
        }
        Ok(checker)
    }

    /// Checks the next line.
    pub fn step(&mut self, line: &Line) -> Result<(), Refused> {
        let mut fields = Fields::of(line);
        let position = literal_of(&fields.position(self.rules)?);
        let plies = fields.next();
        let move_field = fields.next();
        let mv = move_field.berkeley_move()?;
        fields.finish()?;

        let position = identity(position, self.rules);
        let position_span = 0..plies.span.start.saturating_sub(1);
        let Some(asked) = self.asked.get_mut(&position) else {
            return Err(line.refuse(position_span, Reason::NotAsked));
        };
        if let Some(line_before) = asked.answer {
            let reason = Reason::Again { line: line_before };
            return Err(line.refuse(position_span, reason));
        }
        let left = asked.left;
        plies.plies_left(left)?;
        if left > self.before {
            return Err(plies.refuse(Reason::OutOfOrder));
        }
        asked.answer = Some(line.number);
        self.before = left;

        let legal = position.named_moves(self.rules);
        let Some(&named) = legal.iter().find(|named| is(**named, mv)) else {
            let mv = mv.to_string();
            return Err(move_field.refuse(Reason::IllegalMove { mv }));
        };
        let next = self.after(&position, named);
        let left = one_less(left);
        match self.fate(&next, left, Cause::Move(named)) {
            Fate::Right => {}
            Fate::Over(reason) | Fate::Late(reason) => return Err(move_field.refuse(reason)),
            Fate::Open => self.replies(&next, left, line, &move_field.span)?,
        }
        self.tally.steps += 1;
        Ok(())
    }

    pub const fn tally(&self) -> Tally {
        *self.tally
    }

    /// Ends with the line after the last of the strategy: every position that was
    /// asked for has its line.
    pub fn finish(self, line: &Line) -> Result<(), Refused> {
        let missing = self
            .asked
            .iter()
            .filter(|(_, asked)| asked.answer.is_none())
            .min_by_key(|(_, asked)| (asked.by, asked.reply));
        let Some((position, asked)) = missing else {
            return Ok(());
        };
        let position = text::fen(position, self.rules);
        let missing = format!("{position} {}", text::plies(asked.left));
        Err(line.refuse_all(match asked.reply {
            None => Reason::NoFirstStep { missing },
            Some(reply) => Reason::Unanswered {
                line: asked.by,
                reply: text::named(reply),
                missing,
            },
        }))
    }

    /// What becomes of a position that arises with so many plies left.
    fn fate(&self, position: &LiteralPosition, left: Option<Plies>, cause: Cause) -> Fate {
        let Task { holder, goal, .. } = self.task;
        if let Some(outcome) = position.outcome(self.rules) {
            let winner = outcome.winner;
            let right = match goal {
                Goal::Win => winner == Some(holder),
                Goal::Hold => winner != Some(holder.opposite()),
            };
            return if right {
                Fate::Right
            } else {
                Fate::Over(cause.over(winner))
            };
        }
        match goal {
            _ if left != Some(Plies(0)) => Fate::Open,
            Goal::Win => Fate::Late(cause.late()),
            Goal::Hold => Fate::Right,
        }
    }

    /// Follows every reply to a position with the other side to move. What is wrong
    /// is blamed on a part of the line that led there.
    fn replies(
        &mut self,
        position: &LiteralPosition,
        left: Option<Plies>,
        line: &Line,
        span: &Range<usize>,
    ) -> Result<(), Refused> {
        let left = one_less(left);
        let mut known = HashSet::new();
        for reply in position.named_moves(self.rules) {
            if !known.insert(reply.mv) {
                continue;
            }
            self.tally.replies += 1;
            let next = self.after(position, reply);
            match self.fate(&next, left, Cause::Reply(reply)) {
                Fate::Right => {}
                Fate::Over(reason) | Fate::Late(reason) => {
                    return Err(line.refuse(span.clone(), reason));
                }
                Fate::Open => self.ask(next, left, Some(reply), line, span)?,
            }
        }
        Ok(())
    }

    /// Asks for a line for a position.
    fn ask(
        &mut self,
        position: LiteralPosition,
        left: Option<Plies>,
        reply: Option<Named>,
        line: &Line,
        span: &Range<usize>,
    ) -> Result<(), Refused> {
        let asked = Asked {
            left,
            by: line.number,
            reply,
            answer: None,
        };
        let mut entry = match self.asked.entry(position) {
            Entry::Vacant(entry) => {
                entry.insert(asked);
                return Ok(());
            }
            Entry::Occupied(entry) => entry,
        };
        // A win in few plies is one in more, and what holds for many holds for fewer.
        let before = entry.get();
        let enough = match self.task.goal {
            Goal::Win => before.left <= left,
            Goal::Hold => before.left >= left,
        };
        if enough {
            return Ok(());
        }
        if let Some(answer) = before.answer {
            return Err(line.refuse(
                span.clone(),
                Reason::LedBack {
                    reply: reply.map(text::named).unwrap_or_default(),
                    line: answer,
                },
            ));
        }
        entry.insert(asked);
        Ok(())
    }

    /// The position after a move of its list.
    fn after(&self, position: &LiteralPosition, named: Named) -> LiteralPosition {
        let next = position.play(named.mv, self.rules);
        identity(next.expect("the move is legal"), self.rules)
    }
}

impl Cause {
    fn over(self, winner: Option<crate::board::Color>) -> Reason {
        match self {
            Self::Start => Reason::OverAtOnce { winner },
            Self::Move(named) => Reason::OverAfterMove {
                mv: text::named(named),
                winner,
            },
            Self::Reply(named) => Reason::OverAfterReply {
                reply: text::named(named),
                winner,
            },
        }
    }

    fn late(self) -> Reason {
        match self {
            Self::Start => Reason::GoesOnAtOnce,
            Self::Move(named) => Reason::GoesOnAfterMove {
                mv: text::named(named),
            },
            Self::Reply(named) => Reason::GoesOnAfterReply {
                reply: text::named(named),
            },
        }
    }
}

/// Whether a legal move is the one that is written so.
fn is(named: Named, mv: BerkeleyMove) -> bool {
    match mv {
        BerkeleyMove::Step { from, to } => named.from == Some(from) && named.mv.to() == Some(to),
        BerkeleyMove::Pass => named.from.is_none(),
    }
}

/// The plies left after one more. There is one: the game goes on only while there
/// are.
fn one_less(left: Option<Plies>) -> Option<Plies> {
    left.map(|Plies(left)| Plies(left.saturating_sub(1)))
}
