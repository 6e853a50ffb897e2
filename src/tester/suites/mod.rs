//! Suites of scenarios inside the program.

mod kept_engine;

#[cfg(test)]
mod tests;

pub use kept_engine::KeptEngine;

use super::SourceText;
use super::performer::Scenario;
use super::report::Identity;
use super::syntax::load;
use crate::diagnostic::Diagnostic;

/// A suite of scenarios inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// The file of scenarios.
    pub text: &'static str,
}

/// All suites.
pub const SUITES: [Suite; 4] = [SPRING_2022, FALL_2016, FALL_2008, UAI];

/// What the document of Spring 2022 requires of any program.
pub const SPRING_2022: Suite = Suite {
    name: "2022",
    text: include_str!("2022.yaml"),
};

/// What the document of Fall 2016 requires of any program.
pub const FALL_2016: Suite = Suite {
    name: "2016",
    text: include_str!("2016.yaml"),
};

/// What the document of Fall 2008 requires of any program.
pub const FALL_2008: Suite = Suite {
    name: "2008",
    text: include_str!("2008.yaml"),
};

/// Conformance to the Universal Ataxx Interface, for engines.
pub const UAI: Suite = Suite {
    name: "uai",
    text: include_str!("uai.yaml"),
};

impl Suite {
    /// The names of its scenarios, without reading all of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lines = self.text.lines();
        lines.filter_map(|line| line.strip_prefix("  - name: "))
    }

    /// Its scenarios, with these texts for variables of the file.
    ///
    /// # Errors
    ///
    /// When the scenarios do not take such texts.
    pub fn scenarios(
        &self,
        variables: &[(&str, String)],
    ) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
        load(&SourceText::new(self.name, self.text), &(), variables)
    }
}
