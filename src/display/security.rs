//! The rules for requests.
//!
//! A page of another site must have no access, even where a name of that site resolves to this
//! machine: then Host and Origin match each other, so Host is checked first, against the address
//! of this server. Another user of this machine, and another server on it that the browser
//! visits, have no access without the key, which begins the path of every page. A cookie would
//! not do: browsers send it to all ports of a host.

use super::secrets::{ENTRANCE, Secrets};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode, Uri};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Allows only files of this server, and no inline scripts or styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The address of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    socket: SocketAddr,
}

impl Address {
    pub(super) const fn of(socket: SocketAddr) -> Self {
        Self { socket }
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.socket.port()
    }

    /// Whether other machines can reach it.
    pub const fn is_open_to_others(&self) -> bool {
        !self.socket.ip().is_loopback()
    }

    /// The origin of its URLs, without a final slash.
    pub fn origin(&self) -> String {
        // The unspecified address cannot be opened.
        let shown = match self.socket.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        format!("http://{}", SocketAddr::new(shown, self.port()))
    }

    /// Whether this is `localhost` with the port of a server that it leads to.
    pub(super) fn is_localhost(&self, host: &str) -> bool {
        let ip = self.socket.ip();
        (ip.is_loopback() || ip.is_unspecified())
            && host.rsplit_once(':').is_some_and(|(name, port)| {
                name.eq_ignore_ascii_case("localhost") && port.parse() == Ok(self.port())
            })
    }

    /// Whether this is a valid Host for this server: its address, and no name, because others
    /// can make a name resolve to it.
    pub(super) fn is_called(&self, host: &str) -> bool {
        let called: Option<SocketAddr> = host.parse().ok().or_else(|| {
            // The default port is omitted.
            let ip: IpAddr = host.trim_matches(['[', ']']).parse().ok()?;
            Some(SocketAddr::new(ip, 80))
        });
        called.is_some_and(|called| {
            called.port() == self.port()
                && (called.ip() == self.socket.ip() || self.socket.ip().is_unspecified())
        })
    }
}

/// The sender of a request that is not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller<'u> {
    /// A page of this server.
    Page,
    /// A browser that was started, or a client with a wrong token.
    Browser {
        /// The token.
        token: &'u str,
    },
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its Host is not the address of this server.
    Host,
    /// Its Host is `localhost`, where the address belongs.
    Localhost,
    /// Its Origin is another site.
    Origin,
    /// It would change something, and has no Origin.
    NoOrigin,
    /// The browser reports that another site made it.
    CrossSite,
    /// Its method is not allowed.
    Method,
    /// Its path has no key.
    Stranger,
}

impl Refused {
    /// The status and the words of the answer.
    pub const fn answer(self) -> (StatusCode, &'static str) {
        let forbidden = StatusCode::FORBIDDEN;
        match self {
            Self::Host => (
                StatusCode::MISDIRECTED_REQUEST,
                "This server is not called that.\n",
            ),
            Self::Localhost => (
                StatusCode::TEMPORARY_REDIRECT,
                "This server is called by its number.\n",
            ),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "This is not done here.\n"),
            Self::Origin => (forbidden, "This page is not one of this server.\n"),
            Self::NoOrigin => (
                forbidden,
                "Only a page of this server changes something here.\n",
            ),
            Self::CrossSite => (
                forbidden,
                "Other sites have no access: paste the address into the address line.\n",
            ),
            Self::Stranger => (
                forbidden,
                "Open the address that the program has printed when it started.\n",
            ),
        }
    }
}

/// Checks a request. The order matters: later rules rely on earlier ones.
pub fn judge<'u>(
    method: &Method,
    uri: &'u Uri,
    headers: &HeaderMap,
    address: &Address,
    secrets: &Secrets,
) -> Result<Caller<'u>, Refused> {
    let host = only(headers, &HOST).flatten().ok_or(Refused::Host)?;
    if *method == Method::GET && address.is_localhost(host) {
        return Err(Refused::Localhost);
    }
    if !address.is_called(host) || uri.authority().is_some_and(|named| named.as_str() != host) {
        return Err(Refused::Host);
    }
    let origin = only(headers, &ORIGIN).ok_or(Refused::Origin)?;
    if origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Err(Refused::Origin);
    }
    let changes = *method == Method::POST;
    // The file that a browser is started with is another site; the token is a secret.
    if let Some(token) = uri.path().strip_prefix(ENTRANCE)
        && *method == Method::GET
    {
        return Ok(Caller::Browser { token });
    }
    // `none` is an address that a person has typed or opened from another program.
    let site = only(headers, &SEC_FETCH_SITE).ok_or(Refused::CrossSite)?;
    if !matches!(site, None | Some("same-origin" | "none")) {
        return Err(Refused::CrossSite);
    }
    if !changes && *method != Method::GET {
        return Err(Refused::Method);
    }
    if changes && origin.is_none() {
        return Err(Refused::NoOrigin);
    }
    if secrets.are_in(uri.path()) {
        Ok(Caller::Page)
    } else {
        Err(Refused::Stranger)
    }
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
        // Other ports are other origins.
        (REFERRER_POLICY, "same-origin"),
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

    fn judged(method: &str, uri: &str, headers: &[(&str, &str)]) -> Result<bool, Refused> {
        let secrets = Secrets::with_key("k".repeat(32));
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
        .map(|caller| caller == Caller::Page)
    }

    const PAGE: &str = "/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk/";

    #[test]
    fn a_page_of_ours_may_do_all() {
        let get = [("host", US), ("sec-fetch-site", "same-origin")];
        assert_eq!(judged("GET", PAGE, &get), Ok(true));
        let post = [("host", US), ("origin", "http://127.0.0.1:4000")];
        let path = format!("{PAGE}do/move");
        assert_eq!(judged("POST", &path, &post), Ok(true));
        let enter = judged("GET", "/enter/x", &[("host", US)]);
        assert_eq!(enter, Ok(false));
    }

    type Headers<'a> = &'a [(&'a str, &'a str)];

    #[test]
    fn everybody_else_is_refused() {
        use Refused::{CrossSite, Host, Method, NoOrigin, Origin};
        let evil = "evil.example:4000";
        let ours = "http://127.0.0.1:4000";
        let cases: &[(&str, Headers, Refused)] = &[
            ("GET", &[], Host),
            ("GET", &[("host", evil)], Host),
            ("GET", &[("host", "localhost:4000")], Refused::Localhost),
            ("GET", &[("host", "LocalHost:4000")], Refused::Localhost),
            ("GET", &[("host", "localhost:4001")], Host),
            ("GET", &[("host", "localhost")], Host),
            ("GET", &[("host", "localhost.evil.example:4000")], Host),
            (
                "POST",
                &[
                    ("host", "localhost:4000"),
                    ("origin", "http://localhost:4000"),
                ],
                Host,
            ),
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
            assert_eq!(
                judged(method, PAGE, headers),
                Err(*refused),
                "{method} {headers:?}"
            );
        }
    }

    #[test]
    fn who_has_no_key_is_refused() {
        use Refused::{Host, Stranger};
        let get: &[(&str, &str)] = &[("host", US)];
        let wrong = PAGE.replace('k', "l");
        let longer = PAGE.replace("/k", "/kk");
        for path in [
            "/",
            "/x",
            "//",
            &wrong,
            &longer,
            &format!("/x{PAGE}"),
            "/enter",
        ] {
            assert_eq!(judged("GET", path, get), Err(Stranger), "{path}");
        }
        let cookie = [
            ("host", US),
            ("cookie", "ataxx-4000=kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"),
        ];
        assert_eq!(judged("GET", "/", &cookie), Err(Stranger));
        let post = [("host", US), ("origin", "http://127.0.0.1:4000")];
        assert_eq!(judged("POST", "/enter/x", &post), Err(Stranger));
        let absolute = format!("http://evil.example{PAGE}");
        assert_eq!(judged("GET", &absolute, get), Err(Host));
    }

    fn called(address: &str, host: &str) -> bool {
        Address::of(address.parse().expect("an address")).is_called(host)
    }

    #[test]
    fn a_server_has_one_name() {
        let ours = "127.0.0.1:4000";
        assert!(called(ours, "127.0.0.1:4000"));
        for other in [
            "",
            "127.0.0.1",
            "127.0.0.1:4001",
            "127.0.0.1:04000x",
            "localhost:4000",
            "127.0.0.2:4000",
            "evil.example:4000",
            "127.0.0.1:4000.evil.example",
            "127.0.0.1:4000@evil.example",
            " 127.0.0.1:4000",
        ] {
            assert!(!called(ours, other), "{other}");
        }
        assert!(called("127.0.0.1:80", "127.0.0.1"));
        assert!(called("[::1]:4000", "[::1]:4000"));
        // Whatever number a machine has; a name could be anybody's.
        assert!(called("0.0.0.0:4000", "192.0.2.7:4000"));
        assert!(!called("0.0.0.0:4000", "machine.example:4000"));
    }

    #[test]
    fn an_address_can_be_opened() {
        let origin = |address: &str| Address::of(address.parse().expect("an address")).origin();
        assert_eq!(origin("127.0.0.1:4000"), "http://127.0.0.1:4000");
        assert_eq!(origin("[::1]:4000"), "http://[::1]:4000");
        assert_eq!(origin("0.0.0.0:4000"), "http://127.0.0.1:4000");
    }
}
