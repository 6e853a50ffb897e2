//! `--keep`: what the programs of course scripts printed, in files.

use crate::cli::result_file::{ResultFile, make_folder};
use crate::report::Report;
use crate::runner::Task;
use crate::script::Format;
use ataxx_core::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder that keeps what programs printed: `NAME-1.out` and `NAME-1.err` of the first program
/// of a script, `NAME-2.out` and `NAME-2.err` of the second.
pub struct KeptOutput {
    /// The paths of scripts in reports, and those of their files without `-1.out`.
    stems: BTreeMap<String, PathBuf>,
}

impl KeptOutput {
    /// A folder for the output of these tasks, which is made.
    pub fn new(folder: &Path, tasks: &[&Task]) -> Result<Self, Diagnostic> {
        let files = tasks.iter().map(|task| task.identity.file.as_str());
        let files = files.filter(|file| Format::of(file).is_some());
        let located = files.map(|file| {
            let path = Path::new(file);
            let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            (file, path)
        });
        let stems = stems(folder, &located.collect::<Vec<_>>());
        if stems.is_empty() {
            let message = "there is no output to keep: no script of the course is selected";
            let help = "`-v` shows the dialogue of scenarios that fail";
            return Err(Diagnostic::error("keep", message).with_help([help.to_owned()]));
        }
        make_folder(folder)?;
        Ok(Self { stems })
    }

    /// Writes what the programs of a script printed. Nothing for a script that was not run.
    pub fn write(&self, report: &Report) -> Result<(), Diagnostic> {
        let Some(stem) = self.stems.get(&report.identity.file) else {
            return Ok(());
        };
        if let Some(folder) = stem.parent() {
            make_folder(folder)?;
        }
        for (index, (out, err)) in report.printed.iter().zip(&report.stderr_lines).enumerate() {
            for (text, end) in [(out, "out"), (err, "err")] {
                let mut path = stem.clone().into_os_string();
                path.push(format!("-{}.{end}", index + 1));
                ResultFile::at(Path::new(&path))?.write_text(text)?;
            }
        }
        Ok(())
    }
}

/// The paths of the kept files of scripts, without `-1.out`: the name of the test in the folder.
/// Tests of the same name are told apart by the folders of their scripts, and in one folder by the
/// ends of their files.
fn stems(folder: &Path, files: &[(&str, PathBuf)]) -> BTreeMap<String, PathBuf> {
    let shared = shared_folder(files.iter().map(|(_, path)| path));
    let ways = files.iter().map(|(file, path)| {
        let name = Format::of(file).map_or(*file, |format| format.test_name(file));
        let inside = path.strip_prefix(&shared).unwrap_or(path);
        [
            PathBuf::from(name),
            inside.with_file_name(name),
            inside.to_owned(),
        ]
    });
    let ways: Vec<[PathBuf; 3]> = ways.collect();
    let stem = |((file, _), way): (&(&str, PathBuf), &[PathBuf; 3])| {
        let is_alone = |index: &usize| {
            let same = ways.iter().filter(|other| other[*index] == way[*index]);
            same.count() == 1
        };
        let index = (0..way.len()).find(is_alone).unwrap_or(way.len() - 1);
        ((*file).to_owned(), folder.join(&way[index]))
    };
    files.iter().zip(&ways).map(stem).collect()
}

/// The folder that all these files are in.
fn shared_folder<'a>(files: impl Iterator<Item = &'a PathBuf>) -> PathBuf {
    let folders = files.filter_map(|file| file.parent());
    let shared = folders.map(Path::to_owned).reduce(|one, other| {
        let pairs = one.components().zip(other.components());
        pairs
            .take_while(|(one, other)| one == other)
            .map(|(one, _)| one)
            .collect()
    });
    shared.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(files: &[&str]) -> Vec<String> {
        let located = files.iter().map(|file| (*file, Path::new("/t").join(file)));
        let stems = stems(Path::new("kept"), &located.collect::<Vec<_>>());
        let shown = |file: &&str| stems[*file].to_string_lossy().into_owned();
        files.iter().map(shown).collect()
    }

    #[test]
    fn kept_files_are_named_as_the_tests() {
        assert_eq!(kept(&["testing/undo-1.in"]), ["kept/undo"]);
        assert_eq!(
            kept(&["a/undo-1.in", "b/pass.inp"]),
            ["kept/undo", "kept/pass"]
        );
    }

    #[test]
    fn no_two_tests_share_a_file() {
        assert_eq!(
            kept(&["t/a/undo-1.in", "t/b/undo-1.in", "t/b/pass-1.in"]),
            ["kept/a/undo", "kept/b/undo", "kept/pass"]
        );
        assert_eq!(
            kept(&["undo-1.in", "b/undo-1.in", "b/undo.inp"]),
            ["kept/undo", "kept/b/undo-1.in", "kept/b/undo.inp"]
        );
        assert_eq!(
            kept(&["t/undo-1.in", "t/undo.inp"]),
            ["kept/undo-1.in", "kept/undo.inp"]
        );
    }
}
