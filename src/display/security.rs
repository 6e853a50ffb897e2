//! The rules for requests.
//!
//! A page of another site must have no access, even where a name of that site resolves to this
//! machine: then Host and Origin match each other, so Host is checked first, against the address
//! of this server. Another user of this machine has no access without the cookie, which is set
//! only for the token in the printed address.

use super::address::Address;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderMap, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode, Uri};
use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// Allows only files of this server, and no inline scripts or styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The number of random bytes of a secret.
const SECRET_BYTES: usize = 16;

/// The secrets known only to the person who started the program.
#[derive(Clone)]
pub struct Secrets {
    /// The token in the printed address.
    token: String,
    /// The token that a browser is started with. Other users can see it, so it is valid once.
    once: Arc<Mutex<Option<String>>>,
    /// The value of the cookie.
    cookie: String,
}

impl Secrets {
    /// New secrets of 128 bits each, from the system.
    ///
    /// # Errors
    ///
    /// When the system has no randomness to give.
    pub fn random() -> io::Result<Self> {
        Ok(Self {
            token: secret()?,
            once: Arc::new(Mutex::new(Some(secret()?))),
            cookie: secret()?,
        })
    }

    /// The path to open in a browser.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/enter/{}", self.token)
    }

    /// The path that a browser is started with. It is valid once.
    #[must_use]
    pub fn path_for_once(&self) -> String {
        let once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        format!("/enter/{}", once.as_deref().unwrap_or(&self.token))
    }

    /// Whether this is a valid token. The token for once becomes invalid.
    pub(super) fn is_token(&self, text: &str) -> bool {
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        let is_once = once.as_deref().is_some_and(|once| same(text, once));
        if is_once {
            *once = None;
        }
        is_once || same(text, &self.token)
    }

    /// The header that sets the cookie. Its name holds the port, because cookies are shared by
    /// all ports of a host.
    pub(super) fn set_cookie(&self, port: u16) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            cookie_name(port),
            self.cookie
        )
    }

    /// Whether a request has the cookie.
    fn let_in(&self, headers: &HeaderMap, port: u16) -> bool {
        let name = cookie_name(port);
        let cookies = headers.get_all(COOKIE).into_iter();
        cookies
            .filter_map(|header| header.to_str().ok())
            .flat_map(|header| header.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .any(|(key, value)| key == name && same(value, &self.cookie))
    }
}

fn cookie_name(port: u16) -> String {
    format!("ataxx-{port}")
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

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its Host is not the address of this server.
    Host,
    /// Its Origin is another site.
    Origin,
    /// It would change something, and has no Origin.
    NoOrigin,
    /// The browser says that another site made it.
    CrossSite,
    /// Its method is not allowed.
    Method,
    /// It has no cookie.
    Stranger,
}

impl Refused {
    /// The status of the answer.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::Host => StatusCode::MISDIRECTED_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Origin | Self::NoOrigin | Self::CrossSite | Self::Stranger => {
                StatusCode::FORBIDDEN
            }
        }
    }

    /// The words of the answer.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Host => "This server is not called that.\n",
            Self::Origin => "This page is not one of this server.\n",
            Self::NoOrigin => "Only a page of this server changes something here.\n",
            Self::CrossSite => "Other sites have no access.\n",
            Self::Method => "This is not done here.\n",
            Self::Stranger => "Open the address that the program has printed when it started.\n",
        }
    }
}

/// Checks a request. The order matters: later rules rely on earlier ones.
///
/// # Errors
///
/// The first rule that it breaks.
pub fn judge(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    address: &Address,
    secrets: &Secrets,
) -> Result<(), Refused> {
    let host = only(headers, &HOST)
        .ok_or(Refused::Host)?
        .ok_or(Refused::Host)?;
    if !address.is_called(host) || uri.authority().is_some_and(|named| named.as_str() != host) {
        return Err(Refused::Host);
    }
    let origin = only(headers, &ORIGIN).ok_or(Refused::Origin)?;
    if origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Err(Refused::Origin);
    }
    // `none` is what a person has typed or opened from elsewhere.
    let site = only(headers, &SEC_FETCH_SITE).ok_or(Refused::CrossSite)?;
    if !matches!(site, None | Some("same-origin" | "none")) {
        return Err(Refused::CrossSite);
    }
    let changes = match *method {
        Method::GET => false,
        Method::POST => true,
        _ => return Err(Refused::Method),
    };
    if changes && origin.is_none() {
        return Err(Refused::NoOrigin);
    }
    if is_entrance(uri.path()) || secrets.let_in(headers, address.port()) {
        Ok(())
    } else {
        Err(Refused::Stranger)
    }
}

/// Whether a path is the one that sets the cookie.
fn is_entrance(path: &str) -> bool {
    path.starts_with("/enter/")
}

/// The value of a header that may occur once; `None` where it occurs more often or is not text.
#[allow(clippy::option_option)] // there, not there, or wrong
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Option<&'h str>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Some(None),
        (Some(value), None) => value.to_str().ok().map(Some),
        (Some(_), Some(_)) => None,
    }
}

/// Sets the security headers of an answer.
pub fn protect(headers: &mut HeaderMap) {
    let rules = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in rules {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};

    const US: &str = "127.0.0.1:4000";

    fn judged(method: &str, uri: &str, headers: &[(&str, &str)]) -> Result<(), Refused> {
        let secrets = Secrets {
            token: "t".repeat(32),
            once: Arc::default(),
            cookie: "c".repeat(32),
        };
        let address = Address::of(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 4000));
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::try_from(*name).expect("a name");
            map.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        let method = Method::try_from(method).expect("a method");
        judge(
            &method,
            &uri.parse().expect("a path"),
            &map,
            &address,
            &secrets,
        )
    }

    fn with_cookie<'a>(headers: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let cookie = ("cookie", "a=b; ataxx-4000=cccccccccccccccccccccccccccccccc");
        headers.iter().copied().chain([cookie]).collect()
    }

    #[test]
    fn a_page_of_ours_may_do_all() {
        let get = with_cookie(&[("host", US), ("sec-fetch-site", "same-origin")]);
        assert_eq!(judged("GET", "/", &get), Ok(()));
        let post = with_cookie(&[("host", US), ("origin", "http://127.0.0.1:4000")]);
        assert_eq!(judged("POST", "/move", &post), Ok(()));
        assert_eq!(judged("GET", "/enter/x", &[("host", US)]), Ok(()));
    }

    type Headers<'a> = &'a [(&'a str, &'a str)];

    #[test]
    fn everybody_else_is_refused() {
        use Refused::{CrossSite, Host, Method, NoOrigin, Origin, Stranger};
        let evil = "evil.example:4000";
        let ours = "http://127.0.0.1:4000";
        let cases: &[(&str, Headers, Refused)] = &[
            ("GET", &[], Host),
            ("GET", &[("host", evil)], Host),
            ("GET", &[("host", "127.0.0.1")], Host),
            ("GET", &[("host", "127.0.0.1:4001")], Host),
            ("GET", &[("host", US), ("host", evil)], Host),
            ("GET", &[("host", US), ("host", US)], Host),
            // A rebound name: both fit each other.
            (
                "POST",
                &[("host", evil), ("origin", "http://evil.example:4000")],
                Host,
            ),
            (
                "POST",
                &[("host", US), ("origin", "http://evil.example")],
                Origin,
            ),
            (
                "POST",
                &[("host", US), ("origin", "https://127.0.0.1:4000")],
                Origin,
            ),
            ("POST", &[("host", US), ("origin", "null")], Origin),
            (
                "POST",
                &[("host", US), ("origin", ours), ("origin", ours)],
                Origin,
            ),
            (
                "GET",
                &[("host", US), ("origin", "http://evil.example")],
                Origin,
            ),
            (
                "GET",
                &[("host", US), ("sec-fetch-site", "cross-site")],
                CrossSite,
            ),
            (
                "GET",
                &[("host", US), ("sec-fetch-site", "same-site")],
                CrossSite,
            ),
            (
                "POST",
                &[
                    ("host", US),
                    ("origin", ours),
                    ("sec-fetch-site", "cross-site"),
                ],
                CrossSite,
            ),
            ("POST", &[("host", US)], NoOrigin),
            ("PUT", &[("host", US), ("origin", ours)], Method),
            ("OPTIONS", &[("host", US), ("origin", ours)], Method),
        ];
        for (method, headers, refused) in cases {
            let headers = with_cookie(headers);
            assert_eq!(
                judged(method, "/", &headers),
                Err(*refused),
                "{method} {headers:?}"
            );
        }
        let get: &[(&str, &str)] = &[("host", US)];
        assert_eq!(judged("GET", "/", get), Err(Stranger));
        let wrong = [
            ("host", US),
            ("cookie", "ataxx-4000=cccccccccccccccccccccccccccccccd"),
        ];
        assert_eq!(judged("GET", "/", &wrong), Err(Stranger));
        let other = [
            ("host", US),
            ("cookie", "ataxx-4001=cccccccccccccccccccccccccccccccc"),
        ];
        assert_eq!(judged("GET", "/", &other), Err(Stranger));
        let absolute = with_cookie(get);
        assert_eq!(judged("GET", "http://evil.example/", &absolute), Err(Host));
    }

    #[test]
    fn secrets_are_long_and_differ() {
        let secrets = Secrets::random().expect("randomness");
        assert_eq!(secrets.token.len(), 2 * SECRET_BYTES);
        assert_ne!(secrets.token, secrets.cookie);
        let others = Secrets::random().expect("randomness");
        assert_ne!(secrets.token, others.token);
        for _ in 0..2 {
            assert!(secrets.is_token(&secrets.token) && !secrets.is_token(&secrets.cookie));
        }
        let path = secrets.path_for_once();
        let once = path.strip_prefix("/enter/").expect("the entrance");
        assert!(secrets.is_token(once));
        assert!(!secrets.is_token(once));
    }
}
