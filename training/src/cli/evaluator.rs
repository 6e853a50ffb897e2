//! What the players of training and its matches evaluate positions with.

use ataxx_core::diagnostic::Diagnostic;
use ataxx_toolkit::cli::input;
use ataxx_toolkit::opponents::Evaluator;
use std::path::Path;

/// The evaluator of a player on the command line: `material`, `embedded` or the file of a
/// network.
///
/// # Errors
///
/// When the file cannot be read or is no network.
pub fn evaluator(player: &str) -> Result<Evaluator, Diagnostic> {
    match player {
        "material" => Ok(Evaluator::Material),
        "embedded" => Ok(Evaluator::Embedded),
        file => Ok(Evaluator::Network(Box::new(input::network(Path::new(
            file,
        ))?))),
    }
}

/// What identifies an evaluator, wherever it came from.
pub fn identity(evaluator: &Evaluator) -> String {
    match evaluator.network() {
        Some(network) => format!("network {:016x}", network.fingerprint()),
        None => "material".to_owned(),
    }
}
