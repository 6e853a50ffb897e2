//! The techniques of the search by name.

use ataxx_toolkit::engine::SearchTechniques;

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    name: &'static str,
    pub switch: SearchTechniques,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::new("table", SearchTechniques::TABLE),
        Self::new("table-move", SearchTechniques::TABLE_MOVE),
        Self::new("captures", SearchTechniques::CAPTURES),
        Self::new("history", SearchTechniques::HISTORY),
        Self::new("null-windows", SearchTechniques::NULL_WINDOWS),
        Self::new("aspiration", SearchTechniques::ASPIRATION),
        Self::new("reverse-futility", SearchTechniques::REVERSE_FUTILITY),
        Self::new("late-move-pruning", SearchTechniques::LATE_MOVE_PRUNING),
        Self::new(
            "late-move-reductions",
            SearchTechniques::LATE_MOVE_REDUCTIONS,
        ),
        Self::new("internal-reductions", SearchTechniques::INTERNAL_REDUCTIONS),
        Self::new("futility", SearchTechniques::FUTILITY),
    ];

    const fn new(name: &'static str, switch: SearchTechniques) -> Self {
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
        let named = SearchTechniques::all().iter_names();
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
