//! The file that a browser is started with. It leads to the page, and only its owner can read it:
//! all users of a machine see the command line of a browser.

use ataxx_storage as storage;
use maud::{DOCTYPE, Markup, html};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file, in a folder of its own; both are removed with this value.
pub struct EntranceFile {
    folder: TempDir,
}

impl EntranceFile {
    /// A file that leads to a URL.
    pub fn new(parent: &Path, url: &str) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("ataxx-display-");
        let file = Self {
            folder: builder.tempdir_in(parent)?,
        };
        storage::private_folder(file.folder.path())?;
        let page = redirect(url).into_string();
        storage::replace_private(&file.path(), |out| out.write_all(page.as_bytes()))?;
        Ok(file)
    }

    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("board.html")
    }
}

/// A page that leads to a URL at once. A redirect of HTTP would not do: a browser reports a page
/// that comes from another one by a redirect as called by that.
pub fn redirect(url: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="referrer" content="no-referrer";
                meta http-equiv="refresh" content={ "0; url=" (url) };
                title { "Ataxx" }
            }
            body { p { a href=(url) { "To the board" } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_its_owner_reads_it_and_it_is_removed() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;
        let parent = TempDir::new().expect("a folder");
        let url = "http://127.0.0.1:4000/enter/00ff";
        let file = EntranceFile::new(parent.path(), url).expect("written");
        let path = file.path();
        let mode = |path: &Path| {
            let metadata = fs::metadata(path).expect("it is there");
            metadata.permissions().mode() & 0o777
        };
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().expect("a folder")), 0o700);
        let page = fs::read_to_string(&path).expect("a text");
        assert!(
            page.contains(&format!("content=\"0; url={url}\"")),
            "{page}"
        );
        drop(file);
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
    }
}
