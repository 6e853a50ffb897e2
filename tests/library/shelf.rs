//! Files that are not on any disk, and runs of what is in them.

use ataxx_core::Cancellation;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_session::{Files, LoadError, TextFile};
use ataxx_testing::report::{Report, SourceText};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::scenario::bless::{BlessPlan, Store};
use ataxx_testing::scenario::tasks;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// Files that are not on any disk.
#[derive(Debug, Default)]
pub struct Shelf(Mutex<BTreeMap<String, Vec<u8>>>);

impl Shelf {
    pub fn with(files: &[(&str, &str)]) -> Self {
        let shelf = Self::default();
        for (name, text) in files {
            shelf.put(name, text.as_bytes());
        }
        shelf
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        let mut files = self.0.lock().expect("no panic");
        files.insert(name.to_owned(), bytes.to_vec());
    }

    pub fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().expect("no panic").get(name).cloned()
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name).expect(name)).expect("a text")
    }

    /// Runs all scenarios of a file.
    pub fn run(&self, name: &str, bless: bool) -> Vec<Report> {
        let stop = Cancellation::new();
        let settings = RunSettings {
            bless,
            ..RunSettings::default()
        };
        let context = Context {
            settings: &settings,
            files: self,
            stop: &stop,
        };
        let bytes = self.bytes(name).expect(name);
        let text = String::from_utf8_lossy(&bytes);
        let source = SourceText::new(name, text.trim_start_matches('\u{feff}'));
        let tasks = tasks(&source, self).unwrap_or_else(|errors| panic!("{errors:?} in\n{text}"));
        let perform =
            |task: &ataxx_testing::runner::Task| task.work.perform(&task.identity, &context);
        tasks.iter().map(perform).collect()
    }

    /// Blesses a file, and what was changed.
    pub fn bless(&self, name: &str) -> BlessPlan {
        let plan = BlessPlan::of(&self.run(name, true));
        plan.apply(self).expect("nothing is against it");
        plan
    }
}

impl Files for Shelf {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let bytes = self.bytes(name).ok_or(LoadError::NotFound)?;
        let text = String::from_utf8_lossy(&bytes);
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text: text.trim_start_matches('\u{feff}').to_owned(),
        })
    }
}

impl Store for Shelf {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.bytes(name))
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.put(name, bytes);
        Ok(())
    }
}
