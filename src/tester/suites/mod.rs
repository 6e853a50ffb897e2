//! Suites of scenarios inside the program.

mod kept_engine;

#[cfg(test)]
mod tests;

pub use kept_engine::KeptEngine;

use super::SourceText;
use super::performer::Scenario;
use super::report::Identity;
use super::syntax::load;
use crate::opponents::subject::SubjectChoice;
use ataxx_core::diagnostic::{Diagnostic, nearest};
use std::path::Path;

/// A suite of scenarios inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// The kind of program that it tests.
    pub tests: Kind,
    /// The file of scenarios.
    pub text: &'static str,
}

/// The kind of program that a suite tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A program with a command language.
    Program,
    /// An engine of the Universal Ataxx Interface.
    Uai,
    /// An agent of Ataxx Reloaded.
    Agent,
}

impl Kind {
    /// Whether a subject is of this kind. The session of this program is of every kind.
    pub const fn fits(self, subject: &SubjectChoice) -> bool {
        matches!(
            (self, subject),
            (_, SubjectChoice::Session)
                | (Self::Program, SubjectChoice::Program(_))
                | (Self::Uai, SubjectChoice::Uai(_))
                | (Self::Agent, SubjectChoice::Agent(_))
        )
    }

    /// The option of `ataxx test` that names such a program.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Program => "--program",
            Self::Uai => "--uai",
            Self::Agent => "--agent",
        }
    }
}

/// All suites.
pub const SUITES: [Suite; 5] = [SPRING_2022, FALL_2016, FALL_2008, UAI, RELOADED];

/// What the document of Spring 2022 requires of any program.
pub const SPRING_2022: Suite = Suite {
    name: "2022",
    tests: Kind::Program,
    text: include_str!("2022.yaml"),
};

/// What the document of Fall 2016 requires of any program.
pub const FALL_2016: Suite = Suite {
    name: "2016",
    tests: Kind::Program,
    text: include_str!("2016.yaml"),
};

/// What the document of Fall 2008 requires of any program.
pub const FALL_2008: Suite = Suite {
    name: "2008",
    tests: Kind::Program,
    text: include_str!("2008.yaml"),
};

/// Conformance to the Universal Ataxx Interface, for engines.
pub const UAI: Suite = Suite {
    name: "uai",
    tests: Kind::Uai,
    text: include_str!("uai.yaml"),
};

/// What the document of Ataxx Reloaded requires of any agent.
pub const RELOADED: Suite = Suite {
    name: "reloaded",
    tests: Kind::Agent,
    text: include_str!("reloaded.yaml"),
};

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

    /// Its title.
    pub fn title(&self) -> &'static str {
        let title = self
            .text
            .lines()
            .find_map(|line| line.strip_prefix("suite: "));
        title.unwrap_or(self.name)
    }

    /// The text of a file of its own, without the path of the schema.
    pub fn file(&self) -> &'static str {
        match self.text.split_once('\n') {
            Some((first, rest)) if first.starts_with('#') => rest,
            _ => self.text,
        }
    }

    /// The name that stands for it in reports, and where a path can stand.
    pub fn source_name(&self) -> String {
        format!("{}{}", Self::PREFIX, self.name)
    }

    /// The names of its scenarios, without reading all of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lines = self.text.lines();
        lines.filter_map(|line| line.strip_prefix("  - name: "))
    }

    /// Its scenarios, with these texts for variables of the file.
    pub fn scenarios(
        &self,
        variables: &[(&str, String)],
    ) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
        load(&SourceText::new(self.name, self.text), &(), variables)
    }
}
