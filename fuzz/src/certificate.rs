//! Certificates.

use crate::errors::{check_diagnostic, check_rendered};
use ataxx_core::solver::certificate::{Verified, VerifyCounts, VerifyError, verify};
use std::ops::ControlFlow;

/// Lines that are checked before the input counts as too long to go on with.
const ENOUGH: u64 = 200;

/// Checks the bytes as a certificate: what is believed is believed again, and not when
/// it is cut off; what is refused is refused for the same reason whatever follows.
pub fn check(data: &[u8]) {
    match verify(data, watch) {
        Ok(verified) => check_believed(data, verified),
        Err(refused) => check_refused(data, &refused),
    }
}

fn check_believed(data: &[u8], verified: Verified) {
    assert_eq!(verify(data, watch), Ok(verified));
    let cut_off = &data[..data.len() - 1];
    assert!(verify(cut_off, watch).is_err_and(|refused| refused.is_certificate()));
}

fn check_refused(data: &[u8], refused: &VerifyError) {
    let diagnostic = refused.diagnostic("certificate");
    check_diagnostic(&refused.text, &diagnostic);
    check_rendered(&diagnostic);
    let lines: Vec<&[u8]> = data.split_inclusive(|&byte| byte == b'\n').collect();
    let line = usize::try_from(refused.line).expect("few lines");
    assert!(line <= lines.len() + 1);
    let read = lines[..line.min(lines.len())].concat();
    assert_eq!(verify(&read[..], watch).as_ref(), Err(refused));
}

fn watch(tally: VerifyCounts) -> ControlFlow<()> {
    if tally.steps < ENOUGH {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}
