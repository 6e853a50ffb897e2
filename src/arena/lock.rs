//! The lock on the folder of a match.

use super::error::FolderError;
#[cfg(unix)]
use std::fs;
use std::path::Path;

/// A lock on a folder, which ends with the process. File systems without locks on folders
/// are not protected.
#[derive(Debug)]
pub struct Lock {
    #[cfg(unix)]
    _file: Option<nix::fcntl::Flock<fs::File>>,
}

impl Lock {
    #[cfg(unix)]
    pub fn take(path: &Path) -> Result<Self, FolderError> {
        use nix::errno::Errno;
        use nix::fcntl::{Flock, FlockArg};
        let file = fs::File::open(path).map_err(|error| FolderError::io(path, "opened", error))?;
        match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(file) => Ok(Self { _file: Some(file) }),
            Err((_, Errno::EAGAIN)) => Err(FolderError::InUse {
                path: path.to_owned(),
            }),
            Err(_) => Ok(Self { _file: None }),
        }
    }

    #[cfg(not(unix))]
    pub fn take(_: &Path) -> Result<Self, FolderError> {
        Ok(Self {})
    }
}
