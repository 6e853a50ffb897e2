//! Players that can be trained from, or matched.

use crate::cli::input;
use ataxx_toolkit::diagnostic::{Diagnostic, text};
use ataxx_toolkit::engine::Network;
use ataxx_toolkit::opponents::Evaluator;
use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a person calls a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// It counts pieces.
    Material,
    /// It goes by the network that the program comes with.
    Embedded,
    /// It goes by the network of a file.
    File(PathBuf),
}

impl FromStr for Contestant {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "material" => Self::Material,
            "embedded" => Self::Embedded,
            file => Self::File(file.into()),
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str("material"),
            Self::Embedded => f.write_str("embedded"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl Contestant {
    /// What it goes by.
    ///
    /// # Errors
    ///
    /// When its file cannot be read or is no network.
    pub fn load(&self) -> Result<Evaluator, Diagnostic> {
        match self {
            Self::Material => Ok(Evaluator::Material),
            Self::Embedded => Ok(Evaluator::Embedded),
            Self::File(path) => Ok(Evaluator::Network(Box::new(network(path)?))),
        }
    }
}

/// What tells an evaluator from others, wherever it came from.
pub fn identity(evaluator: &Evaluator) -> String {
    let network = match evaluator {
        Evaluator::Material => return "material".to_owned(),
        Evaluator::Embedded => Network::embedded(),
        Evaluator::Network(network) => network,
    };
    format!("network {:016x}", network.fingerprint())
}

/// Reads a network.
///
/// # Errors
///
/// When its file cannot be read or is no network.
pub fn network(path: &Path) -> Result<Network, Diagnostic> {
    let name = path.display().to_string();
    let bytes = input::bytes(path).map_err(|error| error.diagnostic(&name))?;
    Network::from_bytes(&bytes).map_err(|error| {
        let name = text::visible(&name);
        Diagnostic::error("file", format!("`{name}` is not a network: {error}"))
    })
}
