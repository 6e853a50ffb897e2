//! Files are made to expect what there is.

use super::verdict::Verdict;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use ataxx::diagnostic::Diagnostic;
use ataxx::scenario::report::Report;

/// What is done with what would have to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is changed.
    Bless,
    /// It is shown.
    Check,
}

/// Accepts what these reports would have changed, or says that it is not accepted yet; the
/// exit status, where `verdict` is that on all the other reports.
///
/// # Errors
///
/// When a file cannot be written, or is not any more as it was.
pub fn finish(reports: &[Report], verdict: Verdict, mode: Mode) -> Result<Exit, Failure> {
    apply(reports, mode)?;
    let exit = verdict.exit();
    Ok(
        if exit == Exit::Good && mode == Mode::Check && !reports.is_empty() {
            Exit::WouldChange
        } else {
            exit
        },
    )
}

/// Changes the files by the patches of these reports, or shows what would be changed.
fn apply(reports: &[Report], mode: Mode) -> Result<(), Failure> {
    if mode == Mode::Bless && !reports.is_empty() {
        let message = "expectations cannot be changed yet";
        return Err(Diagnostic::error("bless", message).into());
    }
    Ok(())
}
