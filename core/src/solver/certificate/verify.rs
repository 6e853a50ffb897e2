//! Verifies a whole certificate.

use super::check::{Checker, VerifyCounts};
use super::error::{VerifyError, VerifyErrorKind};
use super::format::{ANY_HEADER, HEADER, PART_HEADER};
use super::lines::{Line, Lines};
use super::text::{Fields, literal_of};
use super::{Claim, Obligation, Step};
use crate::board::{Position, Rules};
use std::io::BufRead;
use std::ops::ControlFlow;

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
    let verified = after_header(&mut lines, &mut watch, &mut |_, _| ())?;
    nothing_more(&mut lines)?;
    Ok(verified)
}

/// Verifies a certificate from its second line to its last one. `keep` is called with each step
/// and the strategy that it belongs to.
pub(super) fn after_header<R: BufRead>(
    lines: &mut Lines<R>,
    watch: &mut impl FnMut(VerifyCounts) -> ControlFlow<()>,
    keep: &mut impl FnMut(Obligation, Step),
) -> Result<Verified, VerifyError> {
    let rules = entry(lines, "rules", |fields| fields.next().rules())?;
    let position = entry(lines, "position", |fields| fields.position(&rules))?;
    let claim = entry(lines, "claim", claim)?;

    let mut counts = VerifyCounts::default();
    let start = Start { position, rules };
    let obligations = claim.strategies();
    let mut line = lines.expect(&format!("`{}`", obligations[0]))?;
    for obligation in obligations {
        line = start.strategy(obligation, &line, lines, &mut counts, watch, keep)?;
    }
    end(&line, counts)?;
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
        keep: &mut impl FnMut(Obligation, Step),
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
            keep(obligation, checker.step(&line)?);
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
        PART_HEADER => VerifyErrorKind::Partial,
        text if text.starts_with(ANY_HEADER) => VerifyErrorKind::UnsupportedVersion,
        _ => VerifyErrorKind::NotACertificate,
    };
    Err(line.error_for_line(kind))
}

/// Reads a line that starts with a keyword.
pub(super) fn entry<R: BufRead, T>(
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
pub(super) fn nothing_more<R: BufRead>(lines: &mut Lines<R>) -> Result<(), VerifyError> {
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
