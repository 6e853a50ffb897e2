//! Where there is no relay, the line editor reads from the terminal itself.

use crate::session::Arrival;
use std::io;
use std::thread;
use std::time::Duration;

/// The key that would call the editor away, with Ctrl.
pub const CALL: char = '^';

/// The terminal.
pub struct Relay;

impl Relay {
    /// The terminal on standard input.
    #[allow(clippy::unnecessary_wraps)] // as elsewhere
    pub fn open(_: bool) -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits a moment: typed lines are not noticed.
    pub fn lookout(&self) -> impl FnMut() -> bool + Send + use<> {
        || {
            thread::sleep(Duration::from_millis(20));
            false
        }
    }

    /// Does not wait.
    pub fn wait_for_line(&self, _: Arrival) -> bool {
        true
    }

    /// Edits a line.
    pub fn during<T>(&mut self, _: Option<Arrival>, edit: impl FnOnce() -> T) -> T {
        edit()
    }

    /// Never: the editor notices the end itself.
    pub fn end(&self) -> Option<io::Result<()>> {
        None
    }
}
