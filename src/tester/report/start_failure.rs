//! A program that could not be started.

use super::words::{readable, readable_lines, telling_line};
use serde::Serialize;
use std::fmt;

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartFailure {
    /// How it ended, and the line of stderr that says most.
    reason: String,
    /// The end of what was written to stderr; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    stderr: String,
}

impl StartFailure {
    /// A program that ended like this, after it wrote this to stderr.
    pub fn new(ended: &str, stderr: &str) -> Self {
        let told = telling_line(stderr);
        let told = told.map_or_else(String::new, |line| format!(": {}", readable(line)));
        Self {
            reason: format!("{}{told}", readable(ended)),
            stderr: readable_lines(stderr),
        }
    }

    /// What was written to stderr, made safe to show.
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// The lines of stderr, if there are several.
    pub(super) fn further_lines(&self) -> impl Iterator<Item = &str> {
        let lines = self.stderr.lines().count();
        self.stderr.lines().filter(move |_| lines > 1)
    }
}

impl fmt::Display for StartFailure {
    /// `the program could not be started: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program could not be started: {}", self.reason)
    }
}
