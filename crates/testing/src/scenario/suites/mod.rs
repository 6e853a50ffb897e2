//! Suites of scenarios inside the program.
//!
//! The documents of 2016 and 2022 share most scenarios: their suites include the files in
//! `course/`. A suite is shown, run and copied with the included files in their places, so that
//! it is one file. This is done to its text, and not left to the `include` of the loader: a copy
//! must hold all its scenarios, and each scenario must have a line of its own in reports. By the
//! loader, all of an included file are on the line that includes it. A test compares the two.

#[cfg(test)]
mod tests;

use crate::report::{Identity, SourceText};
use crate::scenario::performer::{Condition, Scenario};
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Included, load};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use ataxx_opponents::subject::SubjectChoice;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

/// A suite of scenarios inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// The kind of program that it tests.
    pub tests: Condition,
    /// The file of scenarios, which can include others.
    source: &'static str,
}

/// A suite by its name, which is also that of its file, and the kind of program that it tests.
macro_rules! suite {
    ($name:literal, $kind:ident) => {
        Suite {
            name: $name,
            tests: Condition::$kind,
            source: include_str!(concat!($name, ".yaml")),
        }
    };
}

/// All suites.
pub const SUITES: [Suite; 5] = [SPRING_2022, FALL_2016, FALL_2008, UAI, RELOADED];

/// What the document of Spring 2022 requires of any program.
pub const SPRING_2022: Suite = suite!("2022", Program);
/// What the document of Fall 2016 requires of any program.
pub const FALL_2016: Suite = suite!("2016", Program);
/// What the document of Fall 2008 requires of any program.
pub const FALL_2008: Suite = suite!("2008", Program);
/// Conformance to the Universal Ataxx Interface, for engines.
pub const UAI: Suite = suite!("uai", Uai);
/// What the document of Ataxx Reloaded requires of any agent.
pub const RELOADED: Suite = suite!("reloaded", Agent);

/// Files that suites include, with their paths.
macro_rules! files {
    ($($name:literal,)*) => {
        [$((concat!("course/", $name, ".yaml"), include_str!(concat!("course/", $name, ".yaml")))),*]
    };
}

/// The files that suites include.
const INCLUDED: [(&str, &str); 15] = files![
    "answers",
    "begin-2016",
    "begin-2022",
    "blanks-and-comments",
    "blocks",
    "end",
    "errors",
    "flips",
    "illegal-moves",
    "jump-limit",
    "late",
    "long",
    "moves",
    "passes",
    "results",
];

/// The texts of all suites, by their names.
static TEXTS: [OnceLock<String>; SUITES.len()] = [const { OnceLock::new() }; SUITES.len()];

/// A text with the files that it includes in their places, where `include` has a line of its own.
fn expanded(text: &str) -> String {
    let mut expanded_text = String::new();
    for line in text.split_inclusive('\n') {
        let item = line.trim_start_matches(' ');
        let Some(value) = item.strip_prefix("- include: ") else {
            expanded_text.push_str(line);
            continue;
        };
        let included = serde_yaml::from_str(value).unwrap_or_else(|_| Included {
            file: Text(value.trim().to_owned()),
            vars: BTreeMap::new(),
        });
        let file = INCLUDED.iter().find(|(name, _)| *name == included.file.0);
        let mut text = file.map_or("", |(_, text)| text).to_owned();
        for (name, Text(value)) in &included.vars {
            text = text.replace(&format!("${{{name}}}"), value);
        }
        let indent = &line[..line.len() - item.len()];
        for line in expanded(&text).lines().filter(|line| *line != "[]") {
            if !line.is_empty() {
                expanded_text.push_str(indent);
            }
            expanded_text.push_str(line);
            expanded_text.push('\n');
        }
    }
    expanded_text
}

impl Suite {
    /// What comes before its name where it stands for a path of a file: `suite:2022`.
    pub const PREFIX: &str = "suite:";

    /// The suite of this name.
    pub fn named(name: &str) -> Result<Self, Diagnostic> {
        let found = SUITES.into_iter().find(|suite| suite.name == name);
        found.ok_or_else(|| {
            let names = SUITES.map(|suite| suite.name);
            let help = match nearest(name, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the suites are {}", names.join(", ")),
            };
            Diagnostic::error("suite", format!("there is no suite `{name}`")).with_help([help])
        })
    }

    /// The suite that a path stands for; `None` if it stands for a file.
    pub fn of_path(path: &Path) -> Option<Result<Self, Diagnostic>> {
        let name = path.to_str()?.strip_prefix(Self::PREFIX)?;
        Some(Self::named(name))
    }

    /// Whether it is for this subject. The session of this program is of every kind.
    pub fn fits(&self, subject: &SubjectChoice) -> bool {
        *subject == SubjectChoice::Session || self.tests.holds(subject)
    }

    /// The file of scenarios, with the files that it includes in their places.
    pub fn text(&self) -> &'static str {
        let mut texts = SUITES.iter().zip(&TEXTS);
        let own = texts.find(|(suite, _)| suite.name == self.name);
        own.map_or("", |(_, text)| text.get_or_init(|| expanded(self.source)))
    }

    /// Its title.
    pub fn title(&self) -> &'static str {
        let mut lines = self.source.lines();
        let title = lines.find_map(|line| line.strip_prefix("suite: "));
        title.unwrap_or(self.name)
    }

    /// The text of a file of its own with these scenarios and all that they need, without the path
    /// of the schema.
    pub fn file(&self, is_selected: impl Fn(&Identity) -> bool) -> String {
        let source = SourceText::new(self.source_name(), self.text());
        let all = load(&source, &(), &[]).unwrap_or_default();
        let selected = all.iter().filter(|(identity, _)| is_selected(identity));
        let mut open: Vec<&str> = selected.map(|(identity, _)| &*identity.name).collect();
        let mut lines = BTreeSet::new();
        while let Some(name) = open.pop() {
            let named = all.iter().find(|(identity, _)| identity.name == name);
            if let Some((identity, scenario)) = named
                && lines.insert(identity.line)
            {
                open.extend(scenario.needs.iter().map(String::as_str));
            }
        }
        let mut text = String::new();
        // Comments and empty lines belong to what follows.
        let mut before = String::new();
        let mut is_kept = true;
        let mut is_in_scenarios = false;
        for (number, line) in (1..).zip(self.text().split_inclusive('\n')) {
            let is_comment = line.starts_with("  #") || line.trim().is_empty();
            if line.starts_with(|first: char| first.is_ascii_lowercase()) {
                is_kept = true;
                is_in_scenarios = line.starts_with("scenarios:");
            } else if is_in_scenarios && line.starts_with("  - ") {
                is_kept = lines.contains(&number);
            }
            if is_comment && number > 1 {
                before.push_str(line);
            } else if is_kept && !line.starts_with("# yaml-language-server") {
                text.push_str(&std::mem::take(&mut before));
                text.push_str(line);
            } else {
                before.clear();
            }
        }
        text
    }

    /// The name that stands for it in reports, and where a path can stand.
    pub fn source_name(&self) -> String {
        format!("{}{}", Self::PREFIX, self.name)
    }

    /// The names of its scenarios, without reading all of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lines = self.text().lines();
        lines.filter_map(|line| line.strip_prefix("  - name: "))
    }

    /// Its scenarios, with these texts for variables of the file.
    pub fn scenarios(
        &self,
        variables: &[(&str, String)],
    ) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
        load(&SourceText::new(self.name, self.text()), &(), variables)
    }
}
