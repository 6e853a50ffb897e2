//! What a person sees of a run while they wait.

use crate::cli::progress::Progress;
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::tester::Task;
use std::collections::BTreeMap;

/// A bar that names what is being run.
pub struct Bar {
    drawn: Progress,
    done: u64,
    /// What is said before the names.
    prefix: String,
    /// What is being run, the oldest first.
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

    /// A program is graded, after so much was done before.
    pub fn of_program(&mut self, done: usize, name: &str) {
        self.done = done as u64;
        self.prefix = format!("{name}: ");
        self.running.clear();
    }

    pub fn started(&mut self, index: usize, task: &Task) {
        /// So much of a name leaves room for the bar.
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
        // What has been at work longest is what a person waits for.
        let name = self.running.values().next().map_or("", String::as_str);
        self.drawn.count(self.done, name);
    }

    /// Draws nothing any more.
    pub fn finish(&mut self) {
        self.drawn = Progress::none();
    }

    /// Does something while nothing is drawn.
    pub fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.drawn.aside(action)
    }
}
