//! Checks one strategy line by line, with the reference rules.
//!
//! Each line answers a position that earlier lines require, with exactly the plies left
//! there. Every reply to its move leads to an end of the game with the right result or to a
//! position that is required in turn. When every required position has been answered, the
//! strategy is proved. Only required positions are stored, so that memory grows with the
//! strategy and not with the file.

use super::error::{VerifyError, VerifyErrorKind};
use super::lines::Line;
use super::text::{self, Fields, identity, literal_of};
use super::{Aim, Obligation};
use crate::board::Rules;
use crate::notation::BerkeleyMove;
use crate::reference::{LiteralPosition, Named};
use crate::solver::Plies;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The amount of work of a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VerifyCounts {
    /// Checked steps.
    pub steps: u64,
    /// Checked replies of the other side; an extend counts once for each destination.
    pub replies: u64,
}

/// The check of a strategy.
pub(super) struct Checker<'a> {
    rules: &'a Rules,
    obligation: Obligation,
    required: HashMap<LiteralPosition, RequiredStep>,
    /// The plies left on the previous line.
    before: Option<Plies>,
    counts: &'a mut VerifyCounts,
}

/// A position with the holder to move that needs a step.
struct RequiredStep {
    /// The plies left: for a win the fewest that any line leaves, for a hold the most.
    left: Option<Plies>,
    /// The line that requires it and, except for the first position, the reply that leads
    /// there.
    by: u64,
    reply: Option<Named>,
    /// The line of its step, if it has been read.
    answer: Option<u64>,
}

/// The status of a position.
enum Status {
    /// The aim is reached; no step is needed.
    AsRequired,
    /// The game is over with the wrong result.
    WrongResult(VerifyErrorKind),
    /// The game goes on although no plies are left for the win.
    NotOver(VerifyErrorKind),
    /// The game goes on.
    Ongoing,
}

/// What led to a position.
#[derive(Clone, Copy)]
enum Cause {
    Start,
    Move(Named),
    Reply(Named),
}

impl<'a> Checker<'a> {
    /// Starts with the line that announces the strategy.
    pub fn begin(
        obligation: Obligation,
        position: LiteralPosition,
        rules: &'a Rules,
        line: &Line,
        counts: &'a mut VerifyCounts,
    ) -> Result<Self, VerifyError> {
        let mut checker = Self {
            rules,
            obligation,
            required: HashMap::new(),
            before: obligation.plies,
            counts,
        };
        let position = identity(position, rules);
        let whole = 0..line.text.len();
        match checker.status(&position, obligation.plies, Cause::Start) {
            Status::AsRequired => {}
            Status::WrongResult(kind) | Status::NotOver(kind) => {
                return Err(line.error_for_line(kind));
            }
            Status::Ongoing if position.turn == obligation.holder => {
                checker.ask(position, obligation.plies, None, line, &whole)?;
            }
            Status::Ongoing => checker.replies(&position, obligation.plies, line, &whole)?,
        }
        Ok(checker)
    }

    /// Checks the next line.
    pub fn step(&mut self, line: &Line) -> Result<(), VerifyError> {
        let mut fields = Fields::of(line);
        let position = literal_of(&fields.position(self.rules)?);
        let plies = fields.next();
        let move_field = fields.next();
        let mv = move_field.berkeley_move()?;
        fields.finish()?;

        let position = identity(position, self.rules);
        let position_span = 0..plies.span.start.saturating_sub(1);
        let Some(required) = self.required.get_mut(&position) else {
            return Err(line.error(position_span, VerifyErrorKind::UnexpectedPosition));
        };
        if let Some(line_before) = required.answer {
            let kind = VerifyErrorKind::DuplicatePosition { line: line_before };
            return Err(line.error(position_span, kind));
        }
        let left = required.left;
        plies.plies_left(left)?;
        if left > self.before {
            return Err(plies.error(VerifyErrorKind::OutOfOrder));
        }
        required.answer = Some(line.number);
        self.before = left;

        let legal = position.named_moves(self.rules);
        let Some(&named) = legal.iter().find(|named| is(**named, mv)) else {
            let mv = mv.to_string();
            return Err(move_field.error(VerifyErrorKind::IllegalMove { mv }));
        };
        let next = self.after(&position, named);
        let left = minus_one(left);
        match self.status(&next, left, Cause::Move(named)) {
            Status::AsRequired => {}
            Status::WrongResult(kind) | Status::NotOver(kind) => return Err(move_field.error(kind)),
            Status::Ongoing => self.replies(&next, left, line, &move_field.span)?,
        }
        self.counts.steps += 1;
        Ok(())
    }

    pub const fn counts(&self) -> VerifyCounts {
        *self.counts
    }

    /// Ends the strategy: fails if a required position has no step. `line` is the line after
    /// the strategy.
    pub fn finish(self, line: &Line) -> Result<(), VerifyError> {
        let missing = self
            .required
            .iter()
            .filter(|(_, required)| required.answer.is_none())
            .min_by_key(|(_, required)| (required.by, required.reply));
        let Some((position, required)) = missing else {
            return Ok(());
        };
        let position = text::fen(position, self.rules);
        let missing = format!("{position} {}", text::plies(required.left));
        Err(line.error_for_line(match required.reply {
            None => VerifyErrorKind::MissingFirstStep { missing },
            Some(reply) => VerifyErrorKind::MissingStep {
                line: required.by,
                reply: text::named(reply),
                missing,
            },
        }))
    }

    /// The status of a position with this many plies left.
    fn status(&self, position: &LiteralPosition, left: Option<Plies>, cause: Cause) -> Status {
        let Obligation { holder, aim, .. } = self.obligation;
        if let Some(outcome) = position.outcome(self.rules) {
            let winner = outcome.winner;
            let right = match aim {
                Aim::Win => winner == Some(holder),
                Aim::Hold => winner != Some(holder.opposite()),
            };
            return if right {
                Status::AsRequired
            } else {
                Status::WrongResult(cause.wrong_result_error(winner))
            };
        }
        match aim {
            _ if left != Some(Plies(0)) => Status::Ongoing,
            Aim::Win => Status::NotOver(cause.not_over_error()),
            Aim::Hold => Status::AsRequired,
        }
    }

    /// Checks every reply in a position with the other side to move. Errors point at `span`
    /// in the line that led there.
    fn replies(
        &mut self,
        position: &LiteralPosition,
        left: Option<Plies>,
        line: &Line,
        span: &Range<usize>,
    ) -> Result<(), VerifyError> {
        let left = minus_one(left);
        let mut known = HashSet::new();
        for reply in position.named_moves(self.rules) {
            if !known.insert(reply.mv) {
                continue;
            }
            self.counts.replies += 1;
            let next = self.after(position, reply);
            match self.status(&next, left, Cause::Reply(reply)) {
                Status::AsRequired => {}
                Status::WrongResult(kind) | Status::NotOver(kind) => {
                    return Err(line.error(span.clone(), kind));
                }
                Status::Ongoing => self.ask(next, left, Some(reply), line, span)?,
            }
        }
        Ok(())
    }

    /// Requires a step for a position.
    fn ask(
        &mut self,
        position: LiteralPosition,
        left: Option<Plies>,
        reply: Option<Named>,
        line: &Line,
        span: &Range<usize>,
    ) -> Result<(), VerifyError> {
        let required = RequiredStep {
            left,
            by: line.number,
            reply,
            answer: None,
        };
        let mut entry = match self.required.entry(position) {
            Entry::Vacant(entry) => {
                entry.insert(required);
                return Ok(());
            }
            Entry::Occupied(entry) => entry,
        };
        // A win within n plies is a win within more; a hold for n plies is a hold for fewer.
        let before = entry.get();
        let enough = match self.obligation.aim {
            Aim::Win => before.left <= left,
            Aim::Hold => before.left >= left,
        };
        if enough {
            return Ok(());
        }
        if let Some(answer) = before.answer {
            return Err(line.error(
                span.clone(),
                VerifyErrorKind::NoProgress {
                    reply: reply.map(text::named).unwrap_or_default(),
                    line: answer,
                },
            ));
        }
        entry.insert(required);
        Ok(())
    }

    /// The position after a legal move.
    fn after(&self, position: &LiteralPosition, named: Named) -> LiteralPosition {
        let next = position.play(named.mv, self.rules);
        identity(next.expect("the move is legal"), self.rules)
    }
}

impl Cause {
    fn wrong_result_error(self, winner: Option<crate::board::Color>) -> VerifyErrorKind {
        match self {
            Self::Start => VerifyErrorKind::OverAtStart { winner },
            Self::Move(named) => VerifyErrorKind::OverAfterMove {
                mv: text::named(named),
                winner,
            },
            Self::Reply(named) => VerifyErrorKind::OverAfterReply {
                reply: text::named(named),
                winner,
            },
        }
    }

    fn not_over_error(self) -> VerifyErrorKind {
        match self {
            Self::Start => VerifyErrorKind::NotOverAtStart,
            Self::Move(named) => VerifyErrorKind::NotOverAfterMove {
                mv: text::named(named),
            },
            Self::Reply(named) => VerifyErrorKind::NotOverAfterReply {
                reply: text::named(named),
            },
        }
    }
}

/// Whether a legal move is the one that is written in the file.
fn is(named: Named, mv: BerkeleyMove) -> bool {
    match mv {
        BerkeleyMove::Step { from, to } => named.from == Some(from) && named.mv.to() == Some(to),
        BerkeleyMove::Pass => named.from.is_none(),
    }
}

/// One ply less.
fn minus_one(left: Option<Plies>) -> Option<Plies> {
    left.map(|Plies(left)| Plies(left.saturating_sub(1)))
}
