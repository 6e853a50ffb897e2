//! What a PATH of the command line names: a file or a folder, or scenarios of one file.

use super::files::{self, shown};
use ataxx_core::diagnostic::text::visible;
use ataxx_core::diagnostic::{Diagnostic, nearest};
use ataxx_testing::report::Identity;
use ataxx_testing::scenario::suites::Suite;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A PATH.
struct NamedPath {
    file: PathBuf,
    scenario: Option<Pick>,
}

/// Scenarios of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pick {
    /// That of this name: `FILE::NAME`.
    Name(String),
    /// Those that begin on this line, or last before it: `FILE:LINE`.
    Line(usize),
}

impl NamedPath {
    /// A path of a file that exists is that file, whatever is in its name.
    fn of(path: &Path) -> Self {
        let text = path.to_str().filter(|_| !is_there(path));
        let of_scenario = text.and_then(|text| by_name(text).or_else(|| by_line(text)));
        of_scenario.unwrap_or_else(|| Self {
            file: path.to_owned(),
            scenario: None,
        })
    }
}

/// Whether there is such a file or folder, or a suite of this name.
fn is_there(path: &Path) -> bool {
    match Suite::of_path(path) {
        Some(suite) => suite.is_ok(),
        None => path.exists(),
    }
}

fn by_name(text: &str) -> Option<NamedPath> {
    // The names of files and those of scenarios can have `::` in them.
    let mut places = text.match_indices("::");
    let place = places.find(|(place, _)| is_there(Path::new(&text[..*place])));
    let (place, colons) = place?;
    Some(NamedPath {
        file: text[..place].into(),
        scenario: Some(Pick::Name(text[place + colons.len()..].to_owned())),
    })
}

fn by_line(text: &str) -> Option<NamedPath> {
    let (file, line) = text.rsplit_once(':')?;
    let line = line.parse().ok()?;
    is_there(Path::new(file)).then(|| NamedPath {
        file: file.into(),
        scenario: Some(Pick::Line(line)),
    })
}

/// The files that the command line names, and the scenarios of them.
pub struct Picks {
    /// All files.
    pub files: Vec<PathBuf>,
    /// The names of the files all of whose scenarios are named.
    whole: BTreeSet<String>,
    /// The names of the files some of whose scenarios are named, with these.
    picked: Vec<(BTreeSet<String>, Pick)>,
}

impl Picks {
    /// Finds the files at these paths.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let paths: Vec<NamedPath> = paths.iter().map(|path| NamedPath::of(path)).collect();
        let all: Vec<PathBuf> = paths.iter().map(|path| path.file.clone()).collect();
        let mut picks = Self {
            files: files::found(&all)?,
            whole: BTreeSet::new(),
            picked: Vec::new(),
        };
        for NamedPath { file, scenario } in paths {
            let names = files::found(&[file])?
                .iter()
                .map(|path| shown(path))
                .collect();
            match scenario {
                None => picks.whole.extend(names),
                Some(pick) => picks.picked.push((names, pick)),
            }
        }
        Ok(picks)
    }

    /// Replaces each line by the one on which its scenario begins, and refuses what no scenario is
    /// meant by. `all` are the scenarios of all files that can be read.
    pub fn resolve(&mut self, all: &[&Identity], bad: &[&Identity]) -> Result<(), Diagnostic> {
        for (files, pick) in &mut self.picked {
            let inside = || all.iter().filter(|it| files.contains(&it.file));
            if bad.iter().any(|it| files.contains(&it.file)) {
                continue;
            }
            match pick {
                Pick::Name(name) if inside().any(|it| it.name == *name) => {}
                Pick::Name(name) => {
                    let near = nearest(name, inside().map(|it| it.name.as_str()));
                    let help = near.map(|near| format!("did you mean `{}`?", visible(near)));
                    let message = format!(
                        "there is no scenario `{}` in {}",
                        visible(name),
                        in_words(files)
                    );
                    return Err(Diagnostic::error("file", message).with_help(help));
                }
                Pick::Line(line) => {
                    let starts = inside().map(|it| it.line).filter(|start| start <= line);
                    let Some(start) = starts.max() else {
                        let message = format!(
                            "no scenario of {} begins on line {line} or before",
                            in_words(files)
                        );
                        return Err(Diagnostic::error("file", message));
                    };
                    *line = start;
                }
            }
        }
        Ok(())
    }

    /// Whether a scenario is named.
    pub fn admits(&self, identity: &Identity) -> bool {
        let is_picked = |(files, pick): &(BTreeSet<String>, Pick)| {
            files.contains(&identity.file)
                && match pick {
                    Pick::Name(name) => identity.name == *name,
                    Pick::Line(line) => identity.line == *line,
                }
        };
        self.whole.contains(&identity.file) || self.picked.iter().any(is_picked)
    }
}

fn in_words(files: &BTreeSet<String>) -> String {
    let names: Vec<String> = files
        .iter()
        .map(|name| format!("`{}`", visible(name)))
        .collect();
    names.join(", ")
}
