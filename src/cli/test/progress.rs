//! The progress bar of a run.

use crate::cli::progress::Progress;
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::tester::Task;
use std::collections::BTreeMap;

/// A progress bar with the name of a running task.
pub struct Bar {
    drawn: Progress,
    done: u64,
    /// The text before the names.
    prefix: String,
    /// The running tasks, the oldest first.
    running: BTreeMap<usize, String>,
}

impl Bar {
    pub fn new(scenarios: usize) -> Self {
        Self {
            drawn: Progress::stage("", scenarios as u64),
            done: 0,
            prefix: String::new(),
            running: BTreeMap::new(),
        }
    }

    /// Begins the tasks of a program, after this many for others.
    pub fn of_program(&mut self, done: usize, name: &str) {
        self.done = done as u64;
        self.prefix = format!("{name}: ");
        self.running.clear();
    }

    pub fn started(&mut self, index: usize, task: &Task) {
        /// The part of a name that leaves room for the bar.
        const ROOM: usize = 40;
        let name = format!("{}{}", self.prefix, task.identity.name);
        let start: String = name.chars().take(ROOM).collect();
        self.running
            .insert(index, text::visible(&start).into_owned());
        self.show();
    }

    pub fn ended(&mut self, index: usize) {
        self.running.remove(&index);
        self.done += 1;
        self.show();
    }

    fn show(&self) {
        // The task that has run longest is shown.
        let name = self.running.values().next().map_or("", String::as_str);
        self.drawn.count(self.done, name);
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        self.drawn = Progress::none();
    }

    /// Runs the action while the bar is hidden.
    pub fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.drawn.aside(action)
    }
}
