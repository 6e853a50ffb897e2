//! What lets a browser in: the key in the address of every page, and the token that a browser is
//! started with.
//!
//! A browser is started with a file that only its owner can read, and the file holds a token that
//! is valid once and for a short time. A second use ends the session of the first.

use super::entrance::EntranceFile;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;
use tokio::sync::watch;

/// The beginning of the path that a browser is started with.
pub(super) const ENTRANCE: &str = "/enter/";
/// The number of random bytes of a secret.
const SECRET_BYTES: usize = 16;
/// The time for which a browser can be started with a token.
const TOKEN_LIFETIME: Duration = Duration::from_secs(120);

/// The secrets known only to the person who started the program.
#[derive(Clone)]
pub struct Secrets {
    state: Arc<Mutex<SecretState>>,
    /// The number of keys that were replaced.
    replaced: watch::Sender<u32>,
}

struct SecretState {
    /// The key in the address of every page; `None` where there is none any more.
    key: Option<String>,
    /// What a browser was started with.
    entrance: Option<Entrance>,
    /// Called with the path of the page when it has another one.
    on_replaced: Option<OnReplaced>,
}

type OnReplaced = Box<dyn FnMut(&str) + Send>;

/// What a browser is started with.
struct Entrance {
    token: String,
    /// The end of the time in which it is valid.
    until: Instant,
    is_used: bool,
    /// Holds the token until it is used or no longer valid.
    file: Option<EntranceFile>,
}

/// What becomes of a browser with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is led to the page.
    First,
    /// The token was used before, so that the key was replaced.
    Again,
    /// The token is no longer valid.
    Late,
    /// The token is wrong.
    Wrong,
}

impl Secrets {
    /// A new key of 128 bits, from the system.
    pub fn random() -> io::Result<Self> {
        let state = SecretState {
            key: Some(secret()?),
            entrance: None,
            on_replaced: None,
        };
        Ok(Self {
            state: Arc::new(Mutex::new(state)),
            replaced: watch::Sender::new(0),
        })
    }

    /// With this key.
    #[cfg(test)]
    pub(super) fn with_key(key: String) -> Self {
        let secrets = Self::random().expect("randomness");
        secrets.lock().key = Some(key);
        secrets
    }

    fn lock(&self) -> MutexGuard<'_, SecretState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path of the page.
    pub fn path(&self) -> String {
        self.lock().path()
    }

    /// Writes a file below a folder that leads a browser to the page of this origin, once. Returns
    /// its path.
    pub fn write_entrance(&self, folder: &Path, origin: &str) -> io::Result<PathBuf> {
        let token = secret()?;
        let file = EntranceFile::new(folder, &format!("{origin}{ENTRANCE}{token}"))?;
        let path = file.path();
        self.lock().entrance = Some(Entrance {
            token,
            until: Instant::now() + TOKEN_LIFETIME,
            is_used: false,
            file: Some(file),
        });
        let secrets = self.clone();
        thread::spawn(move || {
            thread::sleep(TOKEN_LIFETIME);
            secrets.close_entrance();
        });
        Ok(path)
    }

    /// Removes the file that a browser was started with. No other one can be.
    pub fn close_entrance(&self) {
        if let Some(entrance) = &mut self.lock().entrance {
            entrance.until = entrance.until.min(Instant::now());
            entrance.file = None;
        }
    }

    /// Has this called with the path of the page when it has another one.
    pub fn on_replaced(&self, call: impl FnMut(&str) + Send + 'static) {
        self.lock().on_replaced = Some(Box::new(call));
    }

    /// Changes when the key is replaced.
    pub(super) fn replaced(&self) -> watch::Receiver<u32> {
        self.replaced.subscribe()
    }

    /// What becomes of a browser with this token. A second use of a token replaces the key.
    pub(super) fn take_token(&self, text: &str) -> Entry {
        let mut state = self.lock();
        let Some(entrance) = state
            .entrance
            .as_mut()
            .filter(|entrance| same(text, &entrance.token))
        else {
            return Entry::Wrong;
        };
        entrance.file = None;
        if !entrance.is_used {
            if Instant::now() >= entrance.until {
                return Entry::Late;
            }
            entrance.is_used = true;
            return Entry::First;
        }
        state.entrance = None;
        state.key = secret().ok();
        let path = state.path();
        if let Some(call) = &mut state.on_replaced {
            call(&path);
        }
        drop(state);
        self.replaced.send_modify(|number| *number += 1);
        Entry::Again
    }

    /// Whether a path begins with the key.
    pub(super) fn are_in(&self, path: &str) -> bool {
        let after = path.strip_prefix('/').unwrap_or_default();
        let first = after.split('/').next().unwrap_or_default();
        self.lock().key.as_ref().is_some_and(|key| same(first, key))
    }
}

impl SecretState {
    fn path(&self) -> String {
        format!("/{}/", self.key.as_deref().unwrap_or_default())
    }
}

fn secret() -> io::Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Compares two texts in constant time.
fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_differ() {
        let secrets = Secrets::random().expect("randomness");
        assert_eq!(secrets.path().len(), 2 * SECRET_BYTES + 2);
        let others = Secrets::random().expect("randomness");
        assert_ne!(secrets.path(), others.path());
        secrets.lock().key = None;
        assert!(!secrets.are_in("//") && !secrets.are_in("/"));
    }

    /// Secrets with a file for a browser, and the token in it.
    fn with_entrance(folder: &Path) -> (Secrets, PathBuf, String) {
        let secrets = Secrets::random().expect("randomness");
        let file = secrets.write_entrance(folder, "http://127.0.0.1:4000");
        let file = file.expect("written");
        let page = std::fs::read_to_string(&file).expect("a text");
        let (_, rest) = page.split_once(ENTRANCE).expect("the entrance");
        let token = rest[..2 * SECRET_BYTES].to_owned();
        assert!(!page.contains(secrets.path().trim_matches('/')));
        (secrets, file, token)
    }

    #[test]
    fn a_token_is_used_once_and_the_second_use_replaces_the_key() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let (secrets, file, token) = with_entrance(folder.path());
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        secrets.on_replaced(move |path| heard.lock().expect("a lock").push(path.to_owned()));
        let replaced = secrets.replaced();
        let first = secrets.path();
        for wrong in ["", "x", first.trim_matches('/')] {
            assert_eq!(secrets.take_token(wrong), Entry::Wrong);
        }
        assert!(file.exists());
        assert_eq!(secrets.take_token(&token), Entry::First);
        assert!(!file.exists());
        assert!(secrets.are_in(&first));
        assert!(!replaced.has_changed().expect("it is there"));
        // After its time, too.
        secrets.close_entrance();
        assert_eq!(secrets.take_token(&token), Entry::Again);
        assert!(!secrets.are_in(&first));
        assert!(secrets.are_in(&secrets.path()));
        assert!(replaced.has_changed().expect("it is there"));
        assert_eq!(*told.lock().expect("a lock"), [secrets.path()]);
        assert_eq!(secrets.take_token(&token), Entry::Wrong);
    }

    #[test]
    fn a_token_that_was_not_used_in_time_leads_nowhere() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let (secrets, file, token) = with_entrance(folder.path());
        let key = secrets.path();
        secrets.close_entrance();
        assert!(!file.exists());
        for _ in 0..2 {
            assert_eq!(secrets.take_token(&token), Entry::Late);
        }
        assert_eq!(secrets.path(), key);
    }
}
