//! What students see of the results.

use super::{Identity, Outcome, Report};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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

    /// Whether this audience sees a scenario.
    pub fn sees(self, identity: &Identity) -> bool {
        identity.visibility <= self
    }
}

impl Report {
    /// The report as this audience sees it; `None` if it does not. A scenario that it does not see
    /// is not named as the cause either.
    pub fn for_audience(&self, audience: Visibility) -> Option<Cow<'_, Self>> {
        if !audience.sees(&self.identity) {
            return None;
        }
        let cause = self.blocked_by.as_deref();
        if cause.is_none_or(|cause| audience.sees(cause)) {
            return Some(Cow::Borrowed(self));
        }
        Some(Cow::Owned(Self {
            reason: Some("it needs a scenario that is not shown, which failed".to_owned()),
            blocked_by: None,
            ..self.clone()
        }))
    }

    /// The hint for the author of the program, if it failed.
    pub fn hint(&self) -> Option<&str> {
        let hint = self.identity.hint.as_deref();
        hint.filter(|_| self.outcome.is_own_failure() || self.outcome == Outcome::Flaky)
    }
}
