//! Files that tests lack. They are reported once for all tests.

use ataxx_core::diagnostic::Diagnostic;

/// The code of such warnings.
const CODE: &str = "missing-file";

/// The warning that a test lacks the file of this name, and does without it.
pub fn missing_file(name: &str) -> Diagnostic {
    let message = format!("there is no file `{name}`: it counts as an empty one");
    let help = "an empty file expects neither boards nor results";
    Diagnostic::warning(CODE, message).with_help([help.to_owned()])
}

/// The name of the missing file, if the warning is of one.
pub fn missing_name(warning: &Diagnostic) -> Option<&str> {
    let is_missing = warning.code == CODE;
    is_missing
        .then(|| warning.message.split('`').nth(1))
        .flatten()
}

/// What is missing, in one warning: nothing without names.
pub fn missing_files(names: &[String]) -> Option<Diagnostic> {
    match names {
        [] => None,
        [name] => Some(missing_file(name)),
        names => {
            let files = names.len();
            let message = format!("there are no files for {files} tests: each counts as empty");
            let list = names.join(", ");
            let help = "an empty file expects neither boards nor results".to_owned();
            Some(Diagnostic::warning(CODE, message).with_help([format!("missing: {list}"), help]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::diagnostic::{Look, render};

    #[test]
    fn many_missing_files_are_one_warning() {
        let warning = missing_file("a/x-1.std");
        assert_eq!(missing_name(&warning), Some("a/x-1.std"));
        assert_eq!(missing_name(&Diagnostic::warning("other", "`a`")), None);
        assert_eq!(missing_files(&[]), None);
        let names = ["a-1.std".to_owned(), "b-2.std".to_owned()];
        let all = missing_files(&names).expect("a warning");
        insta::assert_snapshot!(render(&all, Look::Plain), @"
        warning: there are no files for 2 tests: each counts as empty
         |
         = help: missing: a-1.std, b-2.std
         = help: an empty file expects neither boards nor results
        ");
    }
}
