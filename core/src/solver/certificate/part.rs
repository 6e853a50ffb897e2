//! Parts: certificates of the positions after some of the first moves of a position.

use super::error::{VerifyError, VerifyErrorKind};
use super::format::{HEADER, PART_END, PART_HEADER};
use super::lines::Lines;
use super::verify::{after_header, entry, nothing_more};
use super::{Certificate, Step, Strategy, VerifyCounts, text};
use crate::board::{Position, Rules};
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// Certificates of positions after first moves, for [`combine`](super::combine).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rules.
    pub rules: Rules,
    /// The position before the first moves.
    pub position: Position,
    /// A certificate for each first move of the part that is solved.
    pub certificates: Vec<Certificate>,
}

impl Part {
    /// Whether a text that starts like this is a part.
    #[must_use]
    pub fn is_start(text: &str) -> bool {
        text.lines().next() == Some(PART_HEADER)
    }

    /// Writes the part.
    ///
    /// # Errors
    ///
    /// As for [`Certificate::write`].
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "{PART_HEADER}")?;
        writeln!(out, "rules {}", self.rules)?;
        writeln!(out, "position {}", text::fen(&self.position, &self.rules))?;
        for certificate in &self.certificates {
            certificate.write(out)?;
        }
        writeln!(out, "{PART_END}")
    }

    /// Reads a part and verifies each of its certificates. `watch` is called after every checked
    /// step and can cancel the verification.
    ///
    /// # Errors
    ///
    /// If the text is not a part or a certificate in it does not prove its claim, if it cannot
    /// be read, or if `watch` breaks.
    pub fn read(
        input: impl BufRead,
        mut watch: impl FnMut(VerifyCounts) -> ControlFlow<()>,
    ) -> Result<Self, VerifyError> {
        let mut lines = Lines::of(input);
        let first = lines.expect(PART_HEADER)?;
        if first.text != PART_HEADER {
            return Err(first.error_for_line(VerifyErrorKind::Unexpected {
                expected: format!("`{PART_HEADER}`"),
                found: format!("`{}`", first.text),
            }));
        }
        let rules = entry(&mut lines, "rules", |fields| fields.next().rules())?;
        let position = entry(&mut lines, "position", |fields| fields.position(&rules))?;
        let mut certificates = Vec::new();
        loop {
            let line = lines.expect("a certificate or the end of the part")?;
            match &line.text[..] {
                HEADER => certificates.push(certificate(&mut lines, &mut watch)?),
                PART_END => break,
                found => {
                    return Err(line.error_for_line(VerifyErrorKind::Unexpected {
                        expected: format!("`{HEADER}` or `{PART_END}`"),
                        found: format!("`{found}`"),
                    }));
                }
            }
        }
        nothing_more(&mut lines)?;
        Ok(Self {
            rules,
            position,
            certificates,
        })
    }
}

/// Reads and verifies a certificate, from its second line to its last one.
fn certificate<R: BufRead>(
    lines: &mut Lines<R>,
    watch: &mut impl FnMut(VerifyCounts) -> ControlFlow<()>,
) -> Result<Certificate, VerifyError> {
    let mut steps: Vec<(_, Vec<Step>)> = Vec::new();
    let verified = after_header(
        lines,
        watch,
        &mut |obligation, step| match steps.last_mut() {
            Some((last, steps)) if *last == obligation => steps.push(step),
            _ => steps.push((obligation, vec![step])),
        },
    )?;
    let strategies = verified.claim.strategies().into_iter().map(|obligation| {
        let found = steps.iter_mut().find(|(of, _)| *of == obligation);
        Strategy {
            holder: obligation.holder,
            aim: obligation.aim,
            // The game may be over before the holder has a move.
            steps: found
                .map(|(_, steps)| std::mem::take(steps))
                .unwrap_or_default(),
        }
    });
    Ok(Certificate {
        rules: verified.rules,
        position: verified.position,
        claim: verified.claim,
        strategies: strategies.collect(),
    })
}
