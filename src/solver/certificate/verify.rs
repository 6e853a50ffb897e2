//! The check of a whole certificate.

use super::check::{Checker, VerifyCounts};
use super::error::{VerifyError, VerifyErrorKind};
use super::lines::{Line, Lines};
use super::text::{ANY_HEADER, Fields, HEADER, literal_of};
use super::{Claim, Obligation};
use crate::board::{Position, Rules};
use std::io::BufRead;
use std::ops::ControlFlow;

/// A claim that has been proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The rules that it holds by.
    pub rules: Rules,
    /// The position that it is about. What plays no part under the rules (the number
    /// of the turn, the count of jumps) is as in a new game.
    pub position: Position,
    /// The claim.
    pub claim: Claim,
    /// What it took.
    pub counts: VerifyCounts,
}

/// Checks a certificate, believing nothing in it.
///
/// It is read as a stream, and no further than to the first fault. `watch` hears of
/// every line that was checked and may end the matter.
///
/// # Errors
///
/// When it is no certificate or does not prove its claim, when it cannot be read,
/// and when `watch` breaks off.
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

/// What the claim is about.
struct Start {
    position: Position,
    rules: Rules,
}

impl Start {
    /// Checks a strategy from the line that announces it to the one after its last,
    /// which it returns.
    fn strategy<R: BufRead>(
        &self,
        obligation: Obligation,
        line: &Line,
        lines: &mut Lines<R>,
        counts: &mut VerifyCounts,
        mut watch: impl FnMut(VerifyCounts) -> ControlFlow<()>,
    ) -> Result<Line, VerifyError> {
        let expected = obligation.to_string();
        if line.text != expected {
            // Of a line of another kind the first word says enough.
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

/// Reads the first line. Whatever is wrong with it, the text is something else.
fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<(), VerifyError> {
    let line = match lines.expect(HEADER) {
        Ok(line) if line.text == HEADER => return Ok(()),
        Ok(line) => line,
        Err(error) if matches!(error.kind, VerifyErrorKind::Unreadable(_)) => return Err(error),
        // What it begins with is enough to see.
        Err(error) if error.text.starts_with(HEADER) => return Err(error),
        Err(error) => {
            return Err(VerifyError {
                kind: VerifyErrorKind::NotACertificate,
                ..error
            });
        }
    };
    let kind = if line.text.starts_with(ANY_HEADER) {
        VerifyErrorKind::UnsupportedVersion
    } else {
        VerifyErrorKind::NotACertificate
    };
    Err(line.error_for_line(kind))
}

/// Reads a line that begins with a word of its own.
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

fn nothing_more<R: BufRead>(lines: &mut Lines<R>) -> Result<(), VerifyError> {
    match lines.next() {
        Ok(None) => Ok(()),
        Ok(Some(line)) => Err(line.error_for_line(VerifyErrorKind::TrailingData)),
        Err(error) if matches!(error.kind, VerifyErrorKind::Unreadable(_)) => Err(error),
        // It does not matter what it is.
        Err(error) => Err(VerifyError {
            kind: VerifyErrorKind::TrailingData,
            ..error
        }),
    }
}
