//! Words that are meant as moves.

/// Whether a word looks like a move, valid or not: `-`, a word with a hyphen, or one that begins
/// with a letter and a digit.
pub(super) fn looks_like_move(word: &str) -> bool {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    let square_like = first.is_some_and(|c| c.is_ascii_alphabetic())
        && second.is_some_and(|c| c.is_ascii_digit());
    square_like || first == Some('-') || word.contains('-') && !word.contains('@')
}
