//! The constants of the format.

/// The first line.
pub(super) const HEADER: &str = "ataxx certificate 1";
/// The start of the first line in every version.
pub(super) const ANY_HEADER: &str = "ataxx certificate ";
/// The maximum length of a line in bytes; more than twice the longest valid line.
pub(super) const MAX_LINE_LENGTH: usize = 256;
/// The first line of a part.
pub(super) const PART_HEADER: &str = "ataxx partial certificate 1";
/// The last line of a part.
pub(super) const PART_END: &str = "end of part";
