//! The formats of scripts, by the names of files.

use crate::session::Dialect;

/// The end of the name of the first file of a Spring 2022 script.
const FIRST: &str = "-1.in";

/// The format of a script, and so the harness that it was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `NAME-1.in`, perhaps with a `NAME-2.in`, and `NAME-1.std` beside it.
    Spring2022,
    /// `NAME.inp`.
    Fall2016,
}

impl Format {
    /// The dialect that programs under such a test speak.
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::Spring2022 => Dialect::SPRING_2022,
            Self::Fall2016 => Dialect::FALL_2016,
        }
    }

    /// The format of a file with this name; `None` if it is no script, or a further file of
    /// one.
    pub fn of(file: &str) -> Option<Self> {
        let name = base(file);
        let is_more_than = |end: &str| name.len() > end.len() && name.ends_with(end);
        if is_more_than(FIRST) {
            Some(Self::Spring2022)
        } else if is_more_than(".inp") {
            Some(Self::Fall2016)
        } else {
            None
        }
    }

    /// The tag of such scripts.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Spring2022 => "course-2022",
            Self::Fall2016 => "course-2016",
        }
    }

    /// The name of the test in a file.
    pub fn test_name(self, file: &str) -> &str {
        let name = base(file);
        match self {
            Self::Spring2022 => name.strip_suffix(FIRST),
            Self::Fall2016 => name.strip_suffix(".inp"),
        }
        .unwrap_or(name)
    }
}

/// The first file of the test that a further file of it belongs to: `NAME-1.in` for `NAME-2.in` and
/// for what is recorded; `None` for any other file.
pub fn first_file(file: &str) -> Option<String> {
    let further = ["-2.in", "-1.std", "-2.std"];
    let stem = further.iter().find_map(|end| file.strip_suffix(end))?;
    let first = format!("{stem}{FIRST}");
    Format::of(&first).map(|_| first)
}

/// The name of another file of the same test, with this end.
pub(super) fn partner(file: &str, end: &str) -> String {
    let stem = file.strip_suffix(FIRST).unwrap_or(file);
    format!("{stem}{end}")
}

/// The last part of a path.
pub(super) fn base(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_told_by_their_names() {
        for (file, format) in [
            ("tests/undo-1.in", Some(Format::Spring2022)),
            ("undo.inp", Some(Format::Fall2016)),
            ("undo-2.in", None),
            ("undo-1.std", None),
            ("undo.in", None),
            ("tests/-1.in", None),
            (".inp", None),
            ("undo.yaml", None),
            ("", None),
        ] {
            assert_eq!(Format::of(file), format, "{file}");
        }
    }

    #[test]
    fn a_test_is_called_as_its_files() {
        assert_eq!(Format::Spring2022.test_name("a/b-1.in"), "b");
        assert_eq!(Format::Fall2016.test_name("a\\b.inp"), "b");
        assert_eq!(partner("a/b-1.in", "-2.std"), "a/b-2.std");
    }
}
