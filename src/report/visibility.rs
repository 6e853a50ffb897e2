//! What students see of the results.

use serde::{Deserialize, Serialize};

/// From when on students see the result of a scenario. As the audience of a report: whoever sees
/// what has this visibility sees what comes before it, too.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// At once.
    #[default]
    Visible,
    /// After the due date.
    AfterDueDate,
    /// Never.
    Hidden,
}

impl Visibility {
    /// The names in files.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("visible", Self::Visible),
        ("after-due-date", Self::AfterDueDate),
        ("hidden", Self::Hidden),
    ];

    /// Whether students see it at once.
    #[allow(clippy::trivially_copy_pass_by_ref)] // required by serde
    pub fn is_visible(&self) -> bool {
        *self == Self::Visible
    }
}
