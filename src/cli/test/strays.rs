//! Files that are almost test files: their names are not quite those of scripts.

use ataxx_toolkit::diagnostic::{Diagnostic, text::counted};
use ataxx_toolkit::tester::script::Format;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is not run because of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
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
        }
    }
}

impl Stray {
    /// What to do.
    pub fn fix(&self) -> String {
        match self.flaw {
            Flaw::Misnamed => format!("rename it to `{}`", self.name),
            Flaw::LoneSecond if self.name.ends_with("-1.in") => {
                format!("write `{}`, or rename this file to it", self.name)
            }
            Flaw::LoneSecond | Flaw::LoneStandard => format!("write `{}`", self.name),
        }
    }
}

/// The name that a file must have to be run, if its own is almost one.
pub fn right_name(name: &str) -> Option<String> {
    if Format::of(name).is_some() {
        return None;
    }
    let lower = name.to_lowercase();
    let lower = lower.strip_suffix(".txt").unwrap_or(&lower);
    let (stem, end) = lower.rsplit_once('.')?;
    let stem = name.get(..stem.len())?;
    if stem.is_empty() {
        return None;
    }
    match end {
        "inp" => Some(format!("{stem}.inp")),
        "in" | "std" => {
            let right = format!("{}.{end}", numbered(stem));
            (right != name).then_some(right)
        }
        _ => None,
    }
}

/// The stem with the number of a program: `undo_1` and `undo` are `undo-1`.
fn numbered(stem: &str) -> String {
    if stem.ends_with("-1") || stem.ends_with("-2") {
        return stem.to_owned();
    }
    let ends = ["_", " ", "."]
        .into_iter()
        .flat_map(|mark| ["1", "2"].map(|number| (format!("{mark}{number}"), number)));
    for (end, number) in ends {
        if let Some(start) = stem.strip_suffix(&end).filter(|start| !start.is_empty()) {
            return format!("{start}-{number}");
        }
    }
    format!("{stem}-1")
}

/// What the name of a file that is no test may have been meant for: the same file with another
/// name, or the first file of its test.
pub fn suggestion(name: &str) -> Option<String> {
    let first = ["-2.in", "-1.std", "-2.std"].iter().find_map(|end| {
        let stem = name.strip_suffix(end)?;
        Some(format!("the test is run by its first file, `{stem}-1.in`"))
    });
    let renamed = || right_name(name).map(|right| format!("rename it to `{right}`"));
    first.or_else(renamed)
}

/// The strays among the files of a folder.
pub fn among(names: &[PathBuf]) -> Vec<Stray> {
    let there: BTreeSet<String> = names.iter().map(|path| base(path)).collect();
    let mut loaded = None;
    let mut strays = Vec::new();
    for path in names {
        let name = base(path);
        let lacks = |end: &str, other: &str| {
            let stem = name.strip_suffix(end)?;
            let wanted = format!("{stem}{other}");
            (!stem.is_empty() && !there.contains(&wanted)).then_some(wanted)
        };
        let found = if let Some(wanted) = lacks("-2.in", "-1.in") {
            Some((Flaw::LoneSecond, wanted))
        } else if let Some(wanted) = lacks("-1.std", "-1.in").or_else(|| lacks("-2.std", "-2.in")) {
            Some((Flaw::LoneStandard, wanted))
        } else {
            right_name(&name).map(|right| (Flaw::Misnamed, right))
        };
        let Some((flaw, right)) = found else { continue };
        let loaded = loaded.get_or_insert_with(|| loaded_by(names));
        if !loaded.contains(&name) {
            strays.push(Stray {
                path: path.clone(),
                flaw,
                name: right,
            });
        }
    }
    strays
}

/// The names that `load` is given in these files.
fn loaded_by(files: &[PathBuf]) -> BTreeSet<String> {
    const BIGGEST: u64 = 1024 * 1024;
    let is_small = |path: &&PathBuf| fs::metadata(path).is_ok_and(|it| it.len() <= BIGGEST);
    let texts = files
        .iter()
        .filter(is_small)
        .filter_map(|path| fs::read(path).ok());
    let mut names = BTreeSet::new();
    for text in texts {
        let text = String::from_utf8_lossy(&text).into_owned();
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

/// The strays as warnings, one for each flaw.
pub fn warnings(strays: &[Stray], shown: impl Fn(&Path) -> String) -> Vec<Diagnostic> {
    const MOST: usize = 10;
    let mut by_flaw: BTreeMap<Flaw, Vec<&Stray>> = BTreeMap::new();
    for stray in strays {
        by_flaw.entry(stray.flaw).or_default().push(stray);
    }
    let warning = |(flaw, strays): (Flaw, Vec<&Stray>)| {
        let each = strays.iter().take(MOST);
        let each = each.map(|stray| format!("`{}`: {}", shown(&stray.path), stray.fix()));
        let more = strays.len().saturating_sub(MOST);
        let more = (more > 0).then(|| format!("and {more} more like these"));
        Diagnostic::warning("stray-file", flaw.message(strays.len())).with_help(each.chain(more))
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

    #[test]
    fn strays_of_one_kind_are_one_warning() {
        let names = ["a.in", "b.in", "c-2.in", "d-1.in", "d-1.std", "d-2.std"].map(PathBuf::from);
        let strays = among(&names);
        let found: Vec<String> = strays
            .iter()
            .map(|it| format!("{:?} {} {}", it.flaw, base(&it.path), it.name))
            .collect();
        assert_eq!(
            found,
            [
                "Misnamed a.in a-1.in",
                "Misnamed b.in b-1.in",
                "LoneSecond c-2.in c-1.in",
                "LoneStandard d-2.std d-2.in",
            ]
        );
        assert_eq!(warnings(&strays, base).len(), 3);
    }
}
