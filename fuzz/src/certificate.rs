//! Certificates.

use crate::errors::{check_diagnostic, check_rendered};
use ataxx::solver::certificate::{Tally, verify};
use std::ops::ControlFlow;

/// Lines that are checked before the input counts as too long to go on with.
const ENOUGH: u64 = 200;

/// Checks the bytes as a certificate, and as one that is cut off.
pub fn check(data: &[u8]) {
    match verify(data, watch) {
        Ok(verified) => {
            assert_eq!(verify(data, watch), Ok(verified));
            let (_, begun) = data.split_last().expect("a certificate has bytes");
            let refused = verify(begun, watch).expect_err("it is cut off");
            assert!(refused.is_certificate());
        }
        Err(refused) => {
            let ends = data.iter().filter(|&&byte| byte == b'\n').count();
            assert!(refused.line <= ends as u64 + 1);
            let diagnostic = refused.diagnostic("certificate");
            check_diagnostic(&refused.text, &diagnostic);
            check_rendered(&diagnostic);
            // What follows the line to blame changes nothing.
            let mut lines = data.split_inclusive(|&byte| byte == b'\n');
            let line = usize::try_from(refused.line).expect("few lines");
            let read: Vec<u8> = lines.by_ref().take(line).flatten().copied().collect();
            assert_eq!(verify(&read[..], watch), Err(refused));
        }
    }
}

fn watch(tally: Tally) -> ControlFlow<()> {
    if tally.steps < ENOUGH {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}
