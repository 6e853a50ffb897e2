//! The techniques of the search by name.

use ataxx_toolkit::engine::Techniques;

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    name: &'static str,
    pub switch: Techniques,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::new("table", Techniques::TABLE),
        Self::new("table-move", Techniques::TABLE_MOVE),
        Self::new("captures", Techniques::CAPTURES),
        Self::new("history", Techniques::HISTORY),
        Self::new("null-windows", Techniques::NULL_WINDOWS),
        Self::new("aspiration", Techniques::ASPIRATION),
        Self::new("reverse-futility", Techniques::REVERSE_FUTILITY),
        Self::new("late-move-pruning", Techniques::LATE_MOVE_PRUNING),
        Self::new("late-move-reductions", Techniques::LATE_MOVE_REDUCTIONS),
        Self::new("internal-reductions", Techniques::INTERNAL_REDUCTIONS),
        Self::new("futility", Techniques::FUTILITY),
    ];

    const fn new(name: &'static str, switch: Techniques) -> Self {
        Self { name, switch }
    }

    /// What it is called on the command line.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One that is new in the search must get a name here.
    #[test]
    fn every_technique_has_its_name() {
        let named = Techniques::all().iter_names();
        let expected: Vec<_> = named
            .map(|(name, switch)| (name.to_lowercase().replace('_', "-"), switch))
            .collect();
        let given: Vec<_> = Technique::ALL
            .into_iter()
            .map(|technique| (technique.name().to_owned(), technique.switch))
            .collect();
        assert_eq!(given, expected);
    }
}
