//! Selecting scenarios.

use super::TagExpression;
use crate::shard::Shard;
use crate::tester::report::Identity;
use std::collections::BTreeSet;

/// Selects the scenarios that meet all conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The key contains one of these texts; any key if there are none.
    pub filters: Vec<String>,
    /// The tags match.
    pub tags: Option<TagExpression>,
    /// The key is in this part.
    pub shard: Option<Shard>,
    /// The key is one of these.
    pub keys: Option<BTreeSet<String>>,
}

impl Selection {
    /// Whether a scenario is selected.
    pub fn admits(&self, identity: &Identity) -> bool {
        let key = identity.key().replace('\\', "/");
        let filtered = self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| key.contains(&filter.replace('\\', "/")));
        filtered
            && self
                .tags
                .as_ref()
                .is_none_or(|tags| tags.admits(&identity.tags))
            && self.shard.is_none_or(|shard| shard.contains(&key))
            && self.keys.as_ref().is_none_or(|keys| keys.contains(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(file: &str, name: &str, tags: &[&str]) -> Identity {
        Identity {
            file: file.to_owned(),
            line: 1,
            suite: None,
            name: name.to_owned(),
            tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
            points: 1,
        }
    }

    #[test]
    fn all_conditions_must_be_met() {
        let jump = identity("rules/jumps.yaml", "a jump", &["rules"]);
        assert!(Selection::default().admits(&jump));
        let mut selection = Selection {
            filters: vec!["nothing".to_owned(), "jumps.yaml::a".to_owned()],
            ..Selection::default()
        };
        assert!(selection.admits(&jump));
        assert!(!selection.admits(&identity("rules/blocks.yaml", "a jump", &[])));
        selection.tags = TagExpression::parse("slow").ok();
        assert!(!selection.admits(&jump));
        selection.tags = TagExpression::parse("not slow").ok();
        selection.keys = Some(BTreeSet::new());
        assert!(!selection.admits(&jump));
        selection.keys = Some(BTreeSet::from(["rules/jumps.yaml::a jump".to_owned()]));
        assert!(selection.admits(&jump));
        assert!(selection.admits(&identity("rules\\jumps.yaml", "a jump", &[])));
    }
}
