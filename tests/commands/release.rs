//! `dist/release`: the version, the changes and the checksums; nothing is compiled here.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const CHANGES: &str =
    "# Changelog\n\n## Unreleased\n\n- A new thing.\n\n## 0.0.9 - 2020-01-01\n\n- Old.\n";

/// A repository with the script, and with stand-ins for what it calls.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let write = |name: &str, text: &str| {
        let place = folder.path().join(name);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(&place, text).expect("written");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(place, mode).expect("its owner");
    };
    for name in ["dist/release", "Cargo.toml"] {
        write(name, &fs::read_to_string(root.join(name)).expect(name));
    }
    write("CHANGELOG.md", CHANGES);
    write(".gitignore", "target\n");
    write(
        "Makefile",
        "site:\n\tmkdir -p target/site\n\techo page > target/site/index.html\n",
    );
    let build = "#!/bin/sh\ncase $1 in wheel) end=.whl;; *) end=.tar.gz;; esac\n\
        echo \"$TARGET\" > \"target/dist/$TARGET$end\"\n";
    write("dist/build", build);
    shell(
        folder.path(),
        "git init -q && git add . && git -c user.name=a -c user.email=a commit -qm a",
    );
    folder
}

fn shell(folder: &Path, script: &str) -> Output {
    Command::new("bash")
        .args(["-c", script])
        .current_dir(folder)
        .env("CARGO", "true")
        .env("MATURIN", "true")
        .env_remove("MAKEFLAGS")
        .output()
        .expect("a shell")
}

#[test]
fn a_release_has_its_version_its_changes_and_checksums() {
    let folder = repository();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let before = read("Cargo.toml");
    let rehearsal = shell(folder.path(), "dist/release");
    // The tools for another processor may not be here.
    assert!(rehearsal.status.code() <= Some(1), "{rehearsal:?}");
    assert_eq!(read("target/dist/CHANGES.md").trim(), "- A new thing.");
    assert_eq!(
        (read("Cargo.toml"), &*read("CHANGELOG.md")),
        (before, CHANGES)
    );

    let released = shell(folder.path(), "dist/release 7.8.9");
    assert!(released.status.code() <= Some(1), "{released:?}");
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("\nversion = \"7.8.9\"\n"), "{manifest}");
    let core = "ataxx-core = { path = \"crates/core\", version = \"7.8.9\"";
    assert!(manifest.contains(core), "{manifest}");
    assert!(read("CHANGELOG.md").contains("## Unreleased\n\n## 7.8.9 - 2"));
    assert_eq!(read("target/dist/CHANGES.md").trim(), "- A new thing.");
    let checked = shell(
        folder.path(),
        "cd target/dist && sha256sum --check --strict SHA256SUMS",
    );
    assert!(checked.status.success(), "{checked:?}");
    let sums = read("target/dist/SHA256SUMS");
    for file in [
        "ataxx-7.8.9-site.tar.gz",
        "-unknown-linux-gnu.whl",
        "-unknown-linux-gnu.tar.gz",
    ] {
        assert!(sums.contains(file), "{file}: {sums}");
    }
    let errors = String::from_utf8_lossy(&released.stderr);
    let is_complete = sums.contains("aarch64") && sums.contains("x86_64");
    assert_eq!(is_complete, released.status.success(), "{errors}");
    assert_eq!(
        is_complete,
        !errors.contains("*** NOT BUILT: archive and wheel for "),
        "{errors}"
    );
}

#[test]
fn what_is_no_release() {
    let folder = repository();
    let refused = |script: &str| {
        let ended = shell(folder.path(), script);
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        String::from_utf8(ended.stderr).expect("text")
    };
    insta::assert_snapshot!(refused("dist/release 7.8"), @"error: expected a version like 1.2.3, found `7.8`");
    insta::assert_snapshot!(refused("git tag v1.0.0; dist/release 1.0.0"), @"error: version 1.0.0 is released: there is a tag v1.0.0");
    insta::assert_snapshot!(refused("echo >> Cargo.toml; dist/release 1.0.1"), @"error: there are changes that are not committed");
    let empty = "git checkout -q Cargo.toml; printf '# Changelog\\n\\n## Unreleased\\n' > CHANGELOG.md; \
        git -c user.name=a -c user.email=a commit -qam b; dist/release 1.0.1";
    insta::assert_snapshot!(refused(empty), @"error: CHANGELOG.md has no changes below `## Unreleased`");
}
