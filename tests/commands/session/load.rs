//! `load` and files on the command line.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with these files, and a way to run `ataxx` in it.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("can be made");
            fs::write(path, text).expect("can be written");
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The output, the errors' lines, and the exit status.
    fn run(&self, args: &[&str], input: &str) -> (String, Vec<String>, Option<i32>) {
        let output = Command::cargo_bin("ataxx")
            .expect("the binary is built")
            .current_dir(self.path())
            .args(args)
            .write_stdin(input)
            .output()
            .expect("the binary runs");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        let errors = stderr
            .lines()
            .filter(|line| line.starts_with("error:"))
            .map(str::to_owned);
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        (stdout, errors.collect(), output.status.code())
    }
}

/// How many dumps an output holds.
fn dumps(output: &str) -> usize {
    output.lines().count() / 9
}

#[test]
fn lines_take_the_place_of_the_command() {
    let folder = Folder::with(&[
        ("game.txt", "manual blue\na7-b7\nload sub/more.txt\ndump\n"),
        // Found beside the file that loads it.
        ("sub/more.txt", "a1-b1\nload last.txt"),
        ("sub/last.txt", "b7-c7 # and no line end"),
    ]);
    let (output, errors, status) = folder.run(&[], "load game.txt\nnew\nload   game.txt  # again");
    assert_eq!(errors, [""; 0]);
    assert_eq!((dumps(&output), status), (2, Some(0)));
}

#[test]
fn an_error_in_a_file_names_its_line_and_the_rest_goes_on() {
    let folder = Folder::with(&[("a.txt", "dump\nblok d4\nload missing.txt\ndump\n")]);
    let output = Command::cargo_bin("ataxx")
        .expect("the binary is built")
        .current_dir(folder.path())
        .write_stdin("load a.txt")
        .output()
        .expect("the binary runs");
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @"
    error: expected a command, found `blok`
     --> a.txt:2:1
      |
    2 | blok d4
      | ^^^^
      |
      = help: did you mean `block`?
    error: there is no file `missing.txt`
     --> a.txt:3:6
      |
    3 | load missing.txt
      |      ^^^^^^^^^^^
    ");
    assert_eq!(dumps(&String::from_utf8_lossy(&output.stdout)), 2);
}

#[test]
fn what_cannot_be_loaded_is_an_error() {
    let folder = Folder::with(&[
        ("self.txt", "dump\nload self.txt\ndump"),
        ("one.txt", "load two.txt"),
        ("two.txt", "load ./one.txt\ndump"),
        ("folder/file.txt", ""),
        ("binary", "\u{0}dump"),
    ]);
    let huge = fs::File::create(folder.path().join("huge")).expect("can be made");
    huge.set_len(17 << 20).expect("can be grown");
    let (output, errors, status) = folder.run(
        &[],
        "load self.txt\nload one.txt\nload folder\nload binary\nload huge\nload nothing\nload /dev/null/x\ndump",
    );
    assert_eq!(
        errors,
        [
            "error: `self.txt` loads itself",
            "error: `./one.txt` loads itself",
            "error: `folder` is a folder, not a file",
            "error: `binary` is not a text file: line 1, column 1 has U+0000 (NUL)",
            "error: `huge` is bigger than 16 MiB",
            "error: there is no file `nothing`",
            "error: there is no file `/dev/null/x`",
        ]
    );
    assert_eq!((dumps(&output), status), (4, Some(0)));
}

#[test]
fn a_chain_of_files_is_no_loop() {
    let names: Vec<(String, String)> = (0..100)
        .map(|n| (format!("f{n}"), format!("load f{}\ndump", n + 1)))
        .chain([("f100".to_owned(), "load ./f7\ndump".to_owned())])
        .collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let (output, errors, status) = Folder::with(&files).run(&[], "load f0");
    assert_eq!(errors, ["error: `./f7` loads itself"]);
    assert_eq!((dumps(&output), status), (101, Some(0)));
}

#[test]
fn quit_in_a_file_ends_the_session() {
    let folder = Folder::with(&[("a.txt", "dump\nload b.txt\ndump"), ("b.txt", "quit\ndump")]);
    let (output, errors, status) = folder.run(&[], "load a.txt\ndump");
    assert_eq!((dumps(&output), errors.len(), status), (1, 0, Some(0)));
}

#[test]
fn strict_stops_in_a_file_too() {
    let folder = Folder::with(&[("a.txt", "dump\nnonsense\ndump")]);
    let (output, errors, status) = folder.run(&["--strict"], "load a.txt\ndump");
    assert_eq!((dumps(&output), errors.len(), status), (1, 1, Some(1)));
}

#[test]
fn files_on_the_command_line_are_read_in_order() {
    let folder = Folder::with(&[
        ("a.txt", "manual blue\r\na7-b7\r\n"),
        ("b.txt", "a1-b1\nload a.txt\ndump"),
    ]);
    let (output, errors, status) = folder.run(&["a.txt", "b.txt", "-"], "dump\nnonsense\ndump");
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!((dumps(&output), status), (3, Some(0)));
    let (_, errors, status) = folder.run(&["b.txt", "missing.txt"], "");
    assert_eq!(
        errors.last().map(String::as_str),
        Some("error: there is no file `missing.txt`")
    );
    assert_eq!(status, Some(2));
}

#[test]
fn a_file_on_the_command_line_cannot_load_itself() {
    let folder = Folder::with(&[("a.txt", "load ../here/a.txt\nload a.txt")]);
    let (_, errors, status) = folder.run(&["a.txt"], "");
    assert_eq!(
        errors,
        [
            "error: there is no file `../here/a.txt`",
            "error: `a.txt` loads itself"
        ]
    );
    assert_eq!(status, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_on_the_command_line_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with(&[]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.txt");
    fs::write(folder.path().join(name), "dump\nblok\n").expect("can be written");
    let output = Command::cargo_bin("ataxx")
        .expect("the binary is built")
        .current_dir(folder.path())
        .arg(name)
        .output()
        .expect("the binary runs");
    assert_eq!(dumps(&String::from_utf8_lossy(&output.stdout)), 1);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    insta::assert_snapshot!(said, @"
    error: expected a command, found `blok`
     --> caf�.txt:2:1
      |
    2 | blok
      | ^^^^
      |
      = help: did you mean `block`?
    ");
}

#[cfg(unix)]
#[test]
fn links_that_lead_to_each_other_are_an_error() {
    let folder = Folder::with(&[]);
    for (from, to) in [("one.txt", "two.txt"), ("two.txt", "one.txt")] {
        std::os::unix::fs::symlink(from, folder.path().join(to)).expect("can be linked");
    }
    let (_, errors, status) = folder.run(&[], "load one.txt");
    assert_eq!((errors.len(), status), (1, Some(0)));
    assert!(
        errors[0].starts_with("error: `one.txt` cannot be read: "),
        "{errors:?}"
    );
}

/// A shell's `<(program)` is such a name.
#[cfg(unix)]
#[test]
fn a_pipe_on_the_command_line_is_read_as_it_comes() {
    let folder = Folder::with(&[("a.txt", "dump")]);
    let (output, errors, status) = folder.run(
        &["a.txt", "/dev/stdin"],
        "dump\nload a.txt\nload /dev/stdin\n",
    );
    assert_eq!(errors, ["error: `/dev/stdin` is not a plain file"]);
    assert_eq!((dumps(&output), status), (3, Some(0)));
}
