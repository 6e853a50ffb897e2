//! `ataxx fmt`: which files it changes, what it says, and its exit status.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const UNEVEN: &str =
    "scenarios:\n- name: a\n  steps: [{turn: red}]   \n- name: b # c\n  steps: [{turn: red}]\n\n\n";
const EVEN: &str = "scenarios:\n  - name: a\n    steps: [{turn: red}]\n\n  - name: b # c\n    steps: [{turn: red}]\n";

/// Exit status, stdout and stderr.
fn fmt(folder: &Path, arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("ataxx").expect("built");
    let output = command
        .current_dir(folder)
        .arg("fmt")
        .args(arguments)
        .write_stdin(stdin)
        .output();
    let output = output.expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    (
        output.status.code().expect("a status"),
        text(output.stdout),
        text(output.stderr),
    )
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect(name)
}

#[test]
fn files_are_changed_and_named() {
    let files = [
        ("scenarios/a.yaml", UNEVEN),
        ("scenarios/x/b.yml", EVEN),
        ("scenarios/c.txt", UNEVEN),
        ("d.yaml", UNEVEN),
    ];
    let folder = folder(&files);
    assert_eq!(
        fmt(folder.path(), &["--check"], ""),
        (5, "scenarios/a.yaml\n".to_owned(), String::new())
    );
    assert_eq!(read(&folder, "scenarios/a.yaml"), UNEVEN);
    assert_eq!(
        fmt(folder.path(), &[], ""),
        (0, "scenarios/a.yaml\n".to_owned(), String::new())
    );
    assert_eq!(read(&folder, "scenarios/a.yaml"), EVEN);
    assert_eq!(read(&folder, "scenarios/c.txt"), UNEVEN);
    assert_eq!(read(&folder, "d.yaml"), UNEVEN);
    assert_eq!(
        fmt(folder.path(), &[], ""),
        (0, String::new(), String::new())
    );
    assert_eq!(
        fmt(folder.path(), &["--check"], ""),
        (0, String::new(), String::new())
    );
    assert_eq!(
        fmt(folder.path(), &["--check", "d.yaml", "scenarios/c.txt"], ""),
        (5, "d.yaml\nscenarios/c.txt\n".to_owned(), String::new())
    );
}

#[test]
fn what_cannot_be_changed_is_left_alone_and_the_rest_is_not() {
    let folder = folder(&[
        ("a.yaml", "scenarios:\n  - name: [\n"),
        ("b.yaml", UNEVEN),
        ("d.yaml", "? [a]\n: [b ]\n? - c\n  - d\n: e\n"),
    ]);
    fs::write(folder.path().join("c.yaml"), b"# \xff\na:   b\n").expect("a file");
    let (status, stdout, stderr) = fmt(folder.path(), &["."], "");
    assert_eq!((status, &*stdout), (2, "b.yaml\n"));
    insta::assert_snapshot!(stderr, @"
    error: while parsing a node, did not find expected node content
     --> a.yaml:3:1
      |
    3 |
      | ^
    error: `c.yaml` is not changed: line 1 is not UTF-8
    error: `d.yaml`: this file cannot be formatted without changing its meaning
     |
     = help: the file is left unchanged: a part of it has an unusual form
    ");
    assert_eq!(read(&folder, "b.yaml"), EVEN);
    assert_eq!(
        fs::read(folder.path().join("c.yaml")).expect("a file"),
        b"# \xff\na:   b\n"
    );
    let (status, _, stderr) = fmt(folder.path(), &["c.yml"], "");
    assert_eq!(status, 2);
    insta::assert_snapshot!(stderr, @"
    error: there is no file or folder `c.yml`
     |
     = help: did you mean `c.yaml`?
    ");
}

#[test]
fn stdin_goes_to_stdout() {
    let folder = folder(&[("empty/c.txt", "")]);
    assert_eq!(
        fmt(folder.path(), &["-"], UNEVEN),
        (0, EVEN.to_owned(), String::new())
    );
    assert_eq!(
        fmt(folder.path(), &["-", "--check"], UNEVEN),
        (5, "<stdin>\n".to_owned(), String::new())
    );
    assert_eq!(
        fmt(folder.path(), &["--check", "-"], EVEN),
        (0, String::new(), String::new())
    );
    let with_feeds = UNEVEN.replace('\n', "\r\n");
    assert_eq!(
        fmt(folder.path(), &["-"], &with_feeds).1,
        EVEN.replace('\n', "\r\n")
    );
    assert_eq!(
        fmt(folder.path(), &["-"], ""),
        (0, String::new(), String::new())
    );
    let (status, stdout, stderr) = fmt(folder.path(), &["-"], "a: 'b");
    assert_eq!((status, &*stdout), (2, ""));
    insta::assert_snapshot!(stderr, @"
    error: while scanning a quoted scalar, found unexpected end of stream
     --> <stdin>:1:4
      |
    1 | a: 'b
      |    ^
    ");
    assert_eq!(fmt(folder.path(), &["empty"], "").0, 4);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("a.yaml", UNEVEN)]);
    let (path, link) = (
        folder.path().join("a.yaml"),
        folder.path().join("link.yaml"),
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("its owner");
    symlink("a.yaml", &link).expect("a link");
    assert_eq!(fmt(folder.path(), &["link.yaml"], "").0, 0);
    assert_eq!(read(&folder, "a.yaml"), EVEN);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(
        fs::metadata(&path).expect("a file").permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn our_own_files_are_in_that_form() {
    let (status, stdout, stderr) = fmt(Path::new(env!("CARGO_MANIFEST_DIR")), &["--check"], "");
    assert_eq!(
        (status, &*stdout, &*stderr),
        (0, "", ""),
        "`ataxx fmt` changes them"
    );
}

#[test]
fn a_folder_without_scenarios_is_reported() {
    let folder = folder(&[("empty/notes.txt", "no scenario")]);
    let (status, stdout, stderr) = fmt(folder.path(), &["empty"], "");
    assert_eq!((status, stdout.as_str()), (4, ""));
    assert_eq!(stderr, "error: there is no scenario file in `empty`\n");
}
