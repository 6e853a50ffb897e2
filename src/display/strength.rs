//! The levels of AIs on the page.

use crate::engine::Limits;
use std::time::Duration;

/// The level of an AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The name in forms.
    pub name: &'static str,
    /// The label on the page.
    pub label: &'static str,
    /// The limits; `None` for those of the command line.
    pub limits: Option<Limits>,
}

const fn nodes(name: &'static str, label: &'static str, nodes: u64) -> Strength {
    Strength {
        name,
        label,
        limits: Some(Limits {
            time: Some(Duration::from_secs(9)),
            nodes: Some(nodes),
            depth: None,
        }),
    }
}

const fn time(name: &'static str, label: &'static str, milliseconds: u64) -> Strength {
    Strength {
        name,
        label,
        limits: Some(Limits::of_time(Duration::from_millis(milliseconds))),
    }
}

impl Strength {
    /// All levels. A session begins with the first.
    pub const ALL: [Self; 9] = [
        Self {
            name: "usual",
            label: "AI, usual",
            limits: None,
        },
        nodes("nodes-50", "AI, beginner", 50),
        nodes("nodes-500", "AI, casual", 500),
        nodes("nodes-5000", "AI, club player", 5_000),
        nodes("nodes-50000", "AI, strong", 50_000),
        time("seconds-1", "AI, 1 second", 1_000),
        time("seconds-3", "AI, 3 seconds", 3_000),
        time("seconds-5", "AI, 5 seconds", 5_000),
        time("seconds-9", "AI, 9 seconds", 9_000),
    ];

    /// The level with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.name == name)
    }

    /// The level with these limits.
    #[must_use]
    pub fn with_limits(limits: Option<Limits>) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|strength| strength.limits == limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::session::Dialect;
    use crate::session::{Session, SessionSettings};

    #[test]
    fn each_is_found_again_in_a_session() {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for strength in Strength::ALL {
            assert_eq!(Strength::named(strength.name), Some(strength));
            session.set_limits(Color::Blue, strength.limits);
            let found = Strength::with_limits(session.limits_of(Color::Blue));
            assert_eq!(found, Some(strength));
        }
        assert_eq!(Strength::named(""), None);
    }
}
