//! Completion of the name that `load` takes.
//!
//! The name is the rest of the line, with blanks and without quotes: rustyline's own
//! completion quotes names as for a shell.

use ataxx_core::diagnostic::text::visible;
use rustyline::completion::Pair;
use std::fs;
use std::path;

/// The files and folders that a name can become, from the working directory.
/// Hidden ones are left out until their dot is typed.
pub fn completions(typed: &str) -> Vec<Pair> {
    let (folder, begun) = typed.split_at(typed.rfind(path::is_separator).map_or(0, |at| at + 1));
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            // Such a name can neither be shown nor typed.
            if visible(&name) != name {
                return None;
            }
            // Links are followed.
            if fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()) {
                name.push(path::MAIN_SEPARATOR);
            }
            let hidden = name.starts_with('.') && !begun.starts_with('.');
            (name.starts_with(begun) && !hidden).then_some(name)
        })
        .collect();
    names.sort_unstable();
    let pair = |name: String| Pair {
        replacement: format!("{folder}{name}"),
        display: name,
    };
    names.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn names_are_completed_as_they_are() {
        let folder = TempDir::new().expect("a temporary folder");
        for name in [
            "one game.txt",
            "one.txt",
            ".old",
            "two.txt",
            "one\u{1b}[2J",
            "one\u{202e}",
        ] {
            fs::write(folder.path().join(name), "").expect("can be written");
        }
        fs::create_dir(folder.path().join("one more")).expect("can be made");
        let path = folder.path().to_str().expect("a name");
        let slash = path::MAIN_SEPARATOR;
        let found = |begun: &str| -> Vec<String> {
            let typed = format!("{path}{slash}{begun}");
            let pairs = completions(&typed);
            for pair in &pairs {
                assert_eq!(pair.replacement, format!("{path}{slash}{}", pair.display));
            }
            pairs.into_iter().map(|pair| pair.display).collect()
        };
        let more = format!("one more{slash}");
        assert_eq!(found("one"), ["one game.txt", &*more, "one.txt"]);
        assert_eq!(found("one g"), ["one game.txt"]);
        assert_eq!(found("").len(), 4);
        assert_eq!(found("."), [".old"]);
        assert_eq!(found("nothing/x"), [""; 0]);
    }
}
