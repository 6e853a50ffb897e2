//! Files that are almost test files: their names are not quite those of scripts, and something in
//! them looks like a test.

use crate::script::first_file;
use crate::session::{Announcement, Command, Dialect, parse};
use ataxx_core::diagnostic::{Diagnostic, text::counted};
use ataxx_core::notation::Dump;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A file that is not run because of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisnamedFile {
    pub path: PathBuf,
    pub flaw: Flaw,
    /// The name that it, or the file that it lacks, must have.
    pub name: String,
}

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Not quite the name of a script, or of what it records.
    Misnamed,
    /// A `NAME-2.in` without `NAME-1.in`.
    LoneSecond,
    /// A `NAME-1.std` without `NAME-1.in`.
    LoneStandard,
    /// The file that it belongs to has the same name but for upper and lower case.
    OtherCase,
}

impl Flaw {
    /// What is wrong with the files, in words that fit their number.
    fn message(self, number: usize) -> String {
        let files = counted(number, "file");
        let (is, has) = if number == 1 {
            ("is", "its name is")
        } else {
            ("are", "their names are")
        };
        match self {
            Self::Misnamed => format!(
                "{files} {is} not used: {has} not NAME-1.in with NAME-1.std (2022) or NAME.inp (2016)"
            ),
            Self::LoneSecond => {
                format!("{files} {is} not run: a second program needs the first, NAME-1.in")
            }
            Self::LoneStandard => {
                format!("{files} {is} compared with nothing: there is no script beside")
            }
            Self::OtherCase => {
                format!(
                    "{files} {is} not used: only upper and lower case differ from the script's name"
                )
            }
        }
    }
}

impl MisnamedFile {
    /// What to do.
    pub fn fix(&self) -> String {
        match self.flaw {
            Flaw::Misnamed | Flaw::OtherCase => format!("rename it to `{}`", self.name),
            Flaw::LoneSecond if self.name.ends_with("-1.in") => {
                format!("write `{}`, or rename this file to it", self.name)
            }
            Flaw::LoneSecond | Flaw::LoneStandard => format!("write `{}`", self.name),
        }
    }
}

/// The end of a name that is almost that of a script: `_1.in`, `.INP`, `.std.txt`.
static SIMILAR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(.+?)(?:[-_ .]([12]))?\.(inp|in|std)(?:\.txt)?$").expect("an expression")
});

/// The name that a file must have to be run, if its own is almost one.
pub fn right_name(name: &str) -> Option<String> {
    let parts = SIMILAR.captures(name)?;
    let end = parts[3].to_lowercase();
    let right = if end == "inp" {
        format!("{}.inp", &name[..parts.get(3)?.start() - 1])
    } else {
        let number = parts.get(2).map_or("1", |number| number.as_str());
        format!("{}-{number}.{end}", &parts[1])
    };
    (right != name).then_some(right)
}

/// What the name of a file that is no test may have been meant for: the same file with another
/// name, or the first file of its test.
pub fn suggestion(name: &str) -> Option<String> {
    let first =
        first_file(name).map(|first| format!("the test is run by its first file, `{first}`"));
    let renamed = || right_name(name).map(|right| format!("rename it to `{right}`"));
    first.or_else(renamed)
}

/// The misnamed ones among the files of a folder.
pub fn find(names: &[PathBuf]) -> Vec<MisnamedFile> {
    let there: BTreeSet<String> = names.iter().map(|path| base(path)).collect();
    let mut loaded = None;
    let mut misnamed = Vec::new();
    for path in names {
        let name = base(path);
        let Some((flaw, right)) = flaw(&name, &there) else {
            continue;
        };
        if flaw != Flaw::OtherCase && !looks_like_test(path) {
            continue;
        }
        let loaded = loaded.get_or_insert_with(|| loaded_by(names));
        if !loaded.contains(&name) {
            misnamed.push(MisnamedFile {
                path: path.clone(),
                flaw,
                name: right,
            });
        }
    }
    misnamed
}

/// What is wrong with the name of a file beside these others, and the right name of it or of the
/// file that it lacks.
fn flaw(name: &str, there: &BTreeSet<String>) -> Option<(Flaw, String)> {
    const PARTNERS: [(&str, &str, Flaw); 3] = [
        ("-2.in", "-1.in", Flaw::LoneSecond),
        ("-1.std", "-1.in", Flaw::LoneStandard),
        ("-2.std", "-2.in", Flaw::LoneStandard),
    ];
    for (end, other, flaw) in PARTNERS {
        let Some(stem) = name.strip_suffix(end).filter(|stem| !stem.is_empty()) else {
            continue;
        };
        let wanted = format!("{stem}{other}");
        if there.contains(&wanted) {
            return None;
        }
        let lower = wanted.to_lowercase();
        let mut similar = there.iter().filter(|it| it.to_lowercase() == lower);
        let renamed = similar.find_map(|it| Some(format!("{}{end}", it.strip_suffix(other)?)));
        return match renamed.filter(|renamed| !there.contains(renamed)) {
            Some(renamed) => Some((Flaw::OtherCase, renamed)),
            None => Some((flaw, wanted)),
        };
    }
    Some((Flaw::Misnamed, right_name(name)?))
}

/// Whether something in a file looks like a script, or like what a script records.
fn looks_like_test(path: &Path) -> bool {
    let is_recorded = |line: &str| {
        let line = line.trim();
        line == Dump::FRAME || Announcement::is_marked(line, Dialect::SPRING_2022)
    };
    let name = base(path).to_lowercase();
    let is_standard = name.trim_end_matches(".txt").rsplit('.').next() == Some("std");
    let text = text_of(path).unwrap_or_default();
    let mut lines = text.lines();
    if is_standard {
        lines.any(is_recorded)
    } else {
        lines.any(is_of_script)
    }
}

/// Whether a line of a script begins like this one: a directive, or a command written out.
fn is_of_script(line: &str) -> bool {
    const DIRECTIVES: [&str; 8] = [
        "#*", "@<", "@?", "@red", "@blue", "@send ", "@recv ", "@time ",
    ];
    let line = line.trim();
    let is_directive = DIRECTIVES.iter().any(|mark| line.starts_with(mark));
    let is_command = |dialect| {
        let Ok(Some(read)) = parse(line, dialect) else {
            return false;
        };
        let word = line.get(read.spans.name).unwrap_or_default();
        matches!(read.command, Command::Move(_))
            || word.to_lowercase() == read.command.name().word()
    };
    is_directive
        || [Dialect::SPRING_2022, Dialect::FALL_2016]
            .into_iter()
            .any(is_command)
}

/// The text of a file, unless it is very big.
fn text_of(path: &Path) -> Option<String> {
    const BIGGEST: u64 = 1024 * 1024;
    let is_small = fs::metadata(path).is_ok_and(|it| it.len() <= BIGGEST);
    let bytes = fs::read(path).ok().filter(|_| is_small)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The names that `load` is given in these files.
fn loaded_by(files: &[PathBuf]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in files.iter().filter_map(|path| text_of(path)) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = words.windows(2).filter(|pair| pair[0].ends_with("load"));
        names
            .extend(after.map(|pair| base(Path::new(pair[1].trim_matches(['"', '\'', ',', ']'])))));
    }
    names
}

fn base(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Warnings of misnamed files, one for each flaw.
pub fn warnings(misnamed: &[MisnamedFile], shown: impl Fn(&Path) -> String) -> Vec<Diagnostic> {
    const MAX: usize = 10;
    let mut by_flaw: BTreeMap<Flaw, Vec<&MisnamedFile>> = BTreeMap::new();
    for file in misnamed {
        by_flaw.entry(file.flaw).or_default().push(file);
    }
    let warning = |(flaw, misnamed): (Flaw, Vec<&MisnamedFile>)| {
        let each = misnamed.iter().take(MAX);
        let each = each.map(|file| format!("`{}`: {}", shown(&file.path), file.fix()));
        let more = misnamed.len().saturating_sub(MAX);
        let more = (more > 0).then(|| format!("and {more} more like these"));
        Diagnostic::warning("stray-file", flaw.message(misnamed.len())).with_help(each.chain(more))
    };
    by_flaw.into_iter().map(warning).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_almost_right() {
        for (name, right) in [
            ("undo.in", Some("undo-1.in")),
            ("undo_1.in", Some("undo-1.in")),
            ("undo.2.in", Some("undo-2.in")),
            ("undo-1.IN", Some("undo-1.in")),
            ("undo-1.in.txt", Some("undo-1.in")),
            ("Undo.INP", Some("Undo.inp")),
            ("undo.std", Some("undo-1.std")),
            ("undo-1.in", None),
            ("undo-2.in", None),
            ("undo-1.std", None),
            ("undo.inp", None),
            (".in", None),
            ("notes.txt", None),
            ("README", None),
        ] {
            assert_eq!(right_name(name).as_deref(), right, "{name}");
        }
    }

    /// The misnamed ones in a folder with these files.
    fn misnamed(files: &[(&str, &str)]) -> Vec<MisnamedFile> {
        let folder = tempfile::tempdir().expect("a folder");
        let written = files.iter().map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("it can be written");
            path
        });
        find(&written.collect::<Vec<_>>())
    }

    /// The misnamed ones in words: what is wrong, the name and the right one.
    fn in_words(files: &[(&str, &str)]) -> Vec<String> {
        let misnamed = misnamed(files);
        let words = |it: &MisnamedFile| format!("{:?} {} {}", it.flaw, base(&it.path), it.name);
        misnamed.iter().map(words).collect()
    }

    #[test]
    fn files_of_something_else_are_not_misnamed() {
        let foreign = [
            ("config.h.in", "#define NAME @NAME@\n# comment\n"),
            ("day-2.in", "3 4\n- 5\n-\n"),
            ("sum.std", "12\n"),
            ("empty.in", ""),
            ("day-1.std", "5\n"),
            ("letters.in", "a b c\nd e f\nn\nq\n"),
        ];
        assert_eq!(in_words(&foreign), [""; 0]);
    }

    #[test]
    fn a_name_that_differs_in_case_alone_is_reported() {
        let files = [
            ("Foo-1.in", "#* ataxx\ndump\n"),
            ("foo-1.std", "===\n"),
            ("FOO-2.in", "#* ataxx\n"),
            ("foo-2.std", ""),
        ];
        assert_eq!(
            in_words(&files),
            [
                "OtherCase foo-1.std Foo-1.std",
                "OtherCase FOO-2.in Foo-2.in",
                "OtherCase foo-2.std FOO-2.std",
            ]
        );
    }

    #[test]
    fn misnamed_files_of_one_kind_are_one_warning() {
        const SCRIPT: &str = "#* ataxx\ndump\n";
        let misnamed = misnamed(&[
            ("a.in", SCRIPT),
            ("b.in", "manual blue\n"),
            ("c-2.in", SCRIPT),
            ("d-1.in", SCRIPT),
            ("d-1.std", ""),
            ("d-2.std", "* Draw.\n"),
        ]);
        let words = |it: &MisnamedFile| format!("{:?} {} {}", it.flaw, base(&it.path), it.name);
        let found: Vec<String> = misnamed.iter().map(words).collect();
        assert_eq!(
            found,
            [
                "Misnamed a.in a-1.in",
                "Misnamed b.in b-1.in",
                "LoneSecond c-2.in c-1.in",
                "LoneStandard d-2.std d-2.in",
            ]
        );
        assert_eq!(warnings(&misnamed, base).len(), 3);
    }
}
