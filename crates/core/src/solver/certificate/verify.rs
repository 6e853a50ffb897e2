//! Verifies a certificate with the reference rules, line by line.
//!
//! Each line answers a position that earlier lines require, with exactly the plies left
//! there. Every reply to its move leads to an end of the game with the right result or to a
//! position that is required in turn. When every required position has been answered, the
//! strategy is proved. Only required positions are stored, so that memory grows with the
//! strategy and not with the file.

use super::error::{VerifyError, VerifyErrorKind};
use super::text::{self, Fields, Line, Lines, identity, literal_of, position_of};
use super::{ANY_HEADER, HEADER, plies};
use super::{Aim, Claim, Obligation};
use crate::board::{Color, PlayedMove, Position, Rules};
use crate::notation::BerkeleyMove;
use crate::reference::LiteralPosition;
use crate::solver::Plies;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::ops::{ControlFlow, Range};

/// A proved claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The rules.
    pub rules: Rules,
    /// The position of the claim. Counts that the rules do not use are as in a new game.
    pub position: Position,
    /// The claim.
    pub claim: Claim,
    /// The amount of work.
    pub counts: VerifyCounts,
}

/// Verifies a certificate.
///
/// It is read as a stream, up to the first error. `watch` is called after every checked line
/// and can cancel the verification.
///
/// # Errors
///
/// If the text is not a certificate or does not prove its claim, if it cannot be read, or if
/// `watch` breaks.
pub fn verify(
    input: impl BufRead,
    mut watch: impl FnMut(VerifyCounts) -> ControlFlow<()>,
) -> Result<Verified, VerifyError> {
    let mut lines = Lines::of(input);
    header(&mut lines)?;
    let rules = entry(&mut lines, "rules", |fields| fields.next().rules())?;
    let position = entry(&mut lines, "position", |fields| fields.position(&rules))?;
    let claim = entry(&mut lines, "claim", claim)?;

    let mut counts = VerifyCounts::default();
    let start = Start { position, rules };
    let obligations = claim.strategies();
    let mut line = lines.expect(&format!("`{}`", obligations[0]))?;
    for obligation in obligations {
        line = start.strategy(obligation, &line, &mut lines, &mut counts, &mut watch)?;
    }
    end(&line, counts)?;
    nothing_more(&mut lines)?;
    Ok(Verified {
        rules,
        position,
        claim,
        counts,
    })
}

/// The position and rules of the claim.
struct Start {
    position: Position,
    rules: Rules,
}

impl Start {
    /// Checks a strategy, from the line that announces it. Returns the line after it.
    fn strategy<R: BufRead>(
        &self,
        obligation: Obligation,
        line: &Line,
        lines: &mut Lines<R>,
        counts: &mut VerifyCounts,
        watch: &mut impl FnMut(VerifyCounts) -> ControlFlow<()>,
    ) -> Result<Line, VerifyError> {
        let expected = obligation.to_string();
        if line.text != expected {
            // If the line is of another kind, report its first word only.
            let first = Fields::of(line).next();
            if first.text() != "strategy" {
                return Err(first.unexpected(&format!("`{expected}`")));
            }
            return Err(line.error_for_line(VerifyErrorKind::Unexpected {
                expected: format!("`{expected}`"),
                found: format!("`{}`", line.text),
            }));
        }
        let position = literal_of(&self.position);
        let mut checker = Checker::begin(obligation, position, &self.rules, line, counts)?;
        loop {
            let line = lines.expect("a step, a strategy or the end")?;
            if matches!(Fields::of(&line).next().text(), "strategy" | "end") {
                checker.finish(&line)?;
                return Ok(line);
            }
            checker.step(&line)?;
            if watch(checker.counts()).is_break() {
                return Err(line.error_for_line(VerifyErrorKind::Cancelled));
            }
        }
    }
}

/// Reads the first line. If it is wrong, the text is not a certificate.
fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<(), VerifyError> {
    let line = match lines.expect(HEADER) {
        Ok(line) if line.text == HEADER => return Ok(()),
        Ok(line) => line,
        Err(error) if matches!(error.kind, VerifyErrorKind::Unreadable(_)) => return Err(error),
        // The line starts like a certificate: keep the more precise error.
        Err(error) if error.text.starts_with(HEADER) => return Err(error),
        Err(error) => {
            return Err(VerifyError {
                kind: VerifyErrorKind::NotACertificate,
                ..error
            });
        }
    };
    let kind = match &line.text[..] {
        text if text.starts_with(ANY_HEADER) => VerifyErrorKind::UnsupportedVersion,
        _ => VerifyErrorKind::NotACertificate,
    };
    Err(line.error_for_line(kind))
}

/// Reads a line that starts with a keyword.
fn entry<R: BufRead, T>(
    lines: &mut Lines<R>,
    word: &str,
    read: impl FnOnce(&mut Fields<'_>) -> Result<T, VerifyError>,
) -> Result<T, VerifyError> {
    let line = lines.expect(&format!("`{word}`"))?;
    let mut fields = Fields::of(&line);
    fields.next().keyword(word)?;
    let value = read(&mut fields)?;
    fields.finish()?;
    Ok(value)
}

fn claim(fields: &mut Fields<'_>) -> Result<Claim, VerifyError> {
    let kind = fields.next();
    Ok(match kind.text() {
        "win" => Claim::Win {
            winner: fields.next().color()?,
            within: fields.next().plies()?,
        },
        "exact" => Claim::Exactly {
            winner: fields.next().color()?,
            plies: fields.next().plies()?,
        },
        "none" => Claim::None {
            within: fields.next().plies()?,
        },
        "draw" => Claim::Draw,
        _ => return Err(kind.unexpected("`win`, `exact`, `none` or `draw`")),
    })
}

/// Reads the last line.
fn end(line: &Line, counts: VerifyCounts) -> Result<(), VerifyError> {
    let mut fields = Fields::of(line);
    fields.next().keyword("end")?;
    let count = fields.next();
    if count.text() != counts.steps.to_string() {
        return Err(count.error(VerifyErrorKind::WrongStepCount {
            counted: counts.steps,
            found: count.found(),
        }));
    }
    fields.finish()
}

/// Fails unless the text has ended.
fn nothing_more<R: BufRead>(lines: &mut Lines<R>) -> Result<(), VerifyError> {
    match lines.next() {
        Ok(None) => Ok(()),
        Ok(Some(line)) => Err(line.error_for_line(VerifyErrorKind::TrailingData)),
        Err(error) if matches!(error.kind, VerifyErrorKind::Unreadable(_)) => Err(error),
        // Any further data is an error, readable or not.
        Err(error) => Err(VerifyError {
            kind: VerifyErrorKind::TrailingData,
            ..error
        }),
    }
}

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
    reply: Option<PlayedMove>,
    /// The line of its step, if it has been read.
    answer: Option<u64>,
}

/// What led to a position.
#[derive(Clone, Copy)]
enum Cause {
    Start,
    Move(PlayedMove),
    Reply(PlayedMove),
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
        let goes_on = checker
            .goes_on(&position, obligation.plies, Cause::Start)
            .map_err(|kind| line.error_for_line(kind))?;
        if goes_on && position.turn == obligation.holder {
            checker.require(position, obligation.plies, None, line, &whole)?;
        } else if goes_on {
            checker.replies(&position, obligation.plies, line, &whole)?;
        }
        Ok(checker)
    }

    /// Checks the next line.
    pub fn step(&mut self, line: &Line) -> Result<(), VerifyError> {
        let mut fields = Fields::of(line);
        let written = fields.position(self.rules)?;
        let plies = fields.next();
        let move_field = fields.next();
        let mv = move_field.berkeley_move()?;
        fields.finish()?;

        let position = identity(literal_of(&written), self.rules);
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
        let is_written = |played: &&PlayedMove| BerkeleyMove::from(**played) == mv;
        let Some(&played) = legal.iter().find(is_written) else {
            let mv = mv.to_string();
            return Err(move_field.error(VerifyErrorKind::IllegalMove { mv }));
        };
        let next = self.after(&position, played);
        let left_after = left.map(Plies::less_one);
        let goes_on = self.goes_on(&next, left_after, Cause::Move(played));
        if goes_on.map_err(|kind| move_field.error(kind))? {
            self.replies(&next, left_after, line, &move_field.span)?;
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
            .min_by_key(|(_, required)| {
                let reply = required.reply.map(|played| (played.from, played.mv));
                (required.by, reply)
            });
        let Some((position, required)) = missing else {
            return Ok(());
        };
        let position = text::fen(&position_of(position), self.rules);
        let missing = format!("{position} {}", plies(required.left));
        Err(line.error_for_line(match required.reply {
            None => VerifyErrorKind::MissingFirstStep { missing },
            Some(reply) => VerifyErrorKind::MissingStep {
                line: required.by,
                reply: written(reply),
                missing,
            },
        }))
    }

    /// Whether the game goes on in a position with this many plies left. If not, the aim is
    /// reached, or it is an error.
    fn goes_on(
        &self,
        position: &LiteralPosition,
        left: Option<Plies>,
        cause: Cause,
    ) -> Result<bool, VerifyErrorKind> {
        let Obligation { holder, aim, .. } = self.obligation;
        if let Some(outcome) = position.outcome(self.rules) {
            let winner = outcome.winner;
            let right = match aim {
                Aim::Win => winner == Some(holder),
                Aim::Hold => winner != Some(holder.opposite()),
            };
            return if right {
                Ok(false)
            } else {
                Err(cause.wrong_result_error(winner))
            };
        }
        match aim {
            _ if left != Some(Plies(0)) => Ok(true),
            Aim::Win => Err(cause.not_over_error()),
            Aim::Hold => Ok(false),
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
        let left = left.map(Plies::less_one);
        let mut known = HashSet::new();
        for reply in position.named_moves(self.rules) {
            if !known.insert(reply.mv) {
                continue;
            }
            self.counts.replies += 1;
            let next = self.after(position, reply);
            let goes_on = self.goes_on(&next, left, Cause::Reply(reply));
            if goes_on.map_err(|kind| line.error(span.clone(), kind))? {
                self.require(next, left, Some(reply), line, span)?;
            }
        }
        Ok(())
    }

    /// Requires a step for a position.
    fn require(
        &mut self,
        position: LiteralPosition,
        left: Option<Plies>,
        reply: Option<PlayedMove>,
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
                    reply: reply.map(written).unwrap_or_default(),
                    line: answer,
                },
            ));
        }
        entry.insert(required);
        Ok(())
    }

    /// The position after a legal move.
    fn after(&self, position: &LiteralPosition, played: PlayedMove) -> LiteralPosition {
        let next = position.play(played.mv, self.rules);
        identity(next.expect("the move is legal"), self.rules)
    }
}

impl Cause {
    fn wrong_result_error(self, winner: Option<Color>) -> VerifyErrorKind {
        match self {
            Self::Start => VerifyErrorKind::OverAtStart { winner },
            Self::Move(played) => VerifyErrorKind::OverAfterMove {
                mv: written(played),
                winner,
            },
            Self::Reply(played) => VerifyErrorKind::OverAfterReply {
                reply: written(played),
                winner,
            },
        }
    }

    fn not_over_error(self) -> VerifyErrorKind {
        match self {
            Self::Start => VerifyErrorKind::NotOverAtStart,
            Self::Move(played) => VerifyErrorKind::NotOverAfterMove {
                mv: written(played),
            },
            Self::Reply(played) => VerifyErrorKind::NotOverAfterReply {
                reply: written(played),
            },
        }
    }
}

/// A move with its origin, as in a certificate.
fn written(played: PlayedMove) -> String {
    BerkeleyMove::from(played).to_string()
}
