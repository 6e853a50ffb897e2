//! 'Did you mean …?'

/// The candidate nearest to a misspelt word; `None` if none is near.
///
/// The limit is a Damerau-Levenshtein distance (insertions, deletions, substitutions and
/// transpositions) of a third of the word's length, and at least 1. Of equally near
/// candidates the first is returned.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40; // longer than any misspelt name
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["block", "board", "clear", "seed"];
        assert_eq!(nearest("blok", names), Some("block"));
        assert_eq!(nearest("BOADR", names), Some("board"));
        assert_eq!(nearest("sede", names), Some("seed"));
        assert_eq!(nearest("quit", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), names), None);
    }
}
