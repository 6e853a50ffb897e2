//! The addresses of hosts.

use ataxx_core::diagnostic::syntax::digits;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use thiserror::Error;

/// The first port at which a host listens.
pub const FIRST_PORT: u16 = 20080;
/// The last port at which a host listens.
pub const LAST_PORT: u16 = 20099;

/// A machine and perhaps a port: `localhost`, `192.0.2.7:20080`, `[::1]:20080`, `::1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostAddress {
    /// The name or address of the machine.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
}

/// Why a text is not the address of a host.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadHostAddress(String);

fn no_port(text: &str) -> BadHostAddress {
    BadHostAddress(format!("`{text}` is not a port: a number from 1 to 65535"))
}

fn port(text: &str) -> Result<u16, BadHostAddress> {
    let port = digits(text).filter(|&port| port != 0);
    port.ok_or_else(|| no_port(text))
}

impl FromStr for HostAddress {
    type Err = BadHostAddress;

    fn from_str(text: &str) -> Result<Self, BadHostAddress> {
        if text.parse::<Ipv6Addr>().is_ok() {
            return Ok(Self {
                host: text.to_owned(),
                port: None,
            });
        }
        let (host, after) = match text.strip_prefix('[') {
            Some(rest) => {
                let (host, after) = rest.split_once(']').unwrap_or((rest, ""));
                if !rest.contains(']') || host.parse::<Ipv6Addr>().is_err() {
                    return Err(BadHostAddress(format!(
                        "`{host}` is not an IPv6 address in brackets, like `[::1]`"
                    )));
                }
                let port = after.strip_prefix(':');
                if port.is_none() && !after.is_empty() {
                    return Err(no_port(after));
                }
                (host, port)
            }
            None => match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            },
        };
        if host.is_empty() {
            let message = "there is no name of a machine before the port";
            return Err(BadHostAddress(message.to_owned()));
        }
        Ok(Self {
            host: host.to_owned(),
            port: after.map(port).transpose()?,
        })
    }
}

impl fmt::Display for HostAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            None => f.write_str(&self.host),
            Some(port) if self.host.contains(':') => write!(f, "[{}]:{port}", self.host),
            Some(port) => write!(f, "{}:{port}", self.host),
        }
    }
}

/// Where a host listens: `127.0.0.1`, `0.0.0.0`, `::1`, `127.0.0.1:20080`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAddress {
    /// The address.
    pub ip: IpAddr,
    /// The port; `None` for the first free one from [`FIRST_PORT`], 0 for any.
    pub port: Option<u16>,
}

impl FromStr for ListenAddress {
    type Err = BadHostAddress;

    fn from_str(text: &str) -> Result<Self, BadHostAddress> {
        if let Ok(ip) = text.parse() {
            return Ok(Self { ip, port: None });
        }
        match text.parse::<SocketAddr>() {
            Ok(address) => Ok(Self {
                ip: address.ip(),
                port: Some(address.port()),
            }),
            Err(_) => Err(BadHostAddress(format!(
                "`{text}` is not an address: expected one like 127.0.0.1, with a port if need be"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let place = |text: &str| {
            let place: HostAddress = text.parse().expect(text);
            (place.host, place.port)
        };
        for (text, host, port) in [
            ("localhost", "localhost", None),
            ("nova.cs.berkeley", "nova.cs.berkeley", None),
            ("localhost:20081", "localhost", Some(20081)),
            ("127.0.0.1:1", "127.0.0.1", Some(1)),
            ("::1", "::1", None),
            ("[::1]", "::1", None),
            ("[::1]:65535", "::1", Some(65535)),
        ] {
            assert_eq!(place(text), (host.to_owned(), port));
        }
        assert_eq!(
            "[::1]:7"
                .parse::<HostAddress>()
                .map(|place| place.to_string()),
            Ok("[::1]:7".to_owned())
        );
    }

    #[test]
    fn what_is_no_place() {
        let errors = [
            "",
            ":1",
            "localhost:",
            "localhost:x",
            "localhost:0",
            "localhost:65536",
            "a:1:2",
            "a:+1",
            "[::1",
            "[]",
            "[localhost]",
            "[::1]x",
            "[::1]:",
        ]
        .map(|text| match text.parse::<HostAddress>() {
            Ok(place) => format!("{text}: {place:?}"),
            Err(error) => format!("{text}: {error}"),
        });
        insta::assert_snapshot!(errors.join("\n"), @r#"
        : there is no name of a machine before the port
        :1: there is no name of a machine before the port
        localhost:: `` is not a port: a number from 1 to 65535
        localhost:x: `x` is not a port: a number from 1 to 65535
        localhost:0: `0` is not a port: a number from 1 to 65535
        localhost:65536: `65536` is not a port: a number from 1 to 65535
        a:1:2: `1:2` is not a port: a number from 1 to 65535
        a:+1: `+1` is not a port: a number from 1 to 65535
        [::1: `::1` is not an IPv6 address in brackets, like `[::1]`
        []: `` is not an IPv6 address in brackets, like `[::1]`
        [localhost]: `localhost` is not an IPv6 address in brackets, like `[::1]`
        [::1]x: `x` is not a port: a number from 1 to 65535
        [::1]:: `` is not a port: a number from 1 to 65535
        "#);
    }

    #[test]
    fn addresses_to_listen_on() {
        let address = |text: &str| {
            text.parse::<ListenAddress>()
                .map(|address| (address.ip.to_string(), address.port))
        };
        assert_eq!(address("0.0.0.0"), Ok(("0.0.0.0".to_owned(), None)));
        assert_eq!(
            address("127.0.0.1:0"),
            Ok(("127.0.0.1".to_owned(), Some(0)))
        );
        assert_eq!(address("::1"), Ok(("::1".to_owned(), None)));
        assert_eq!(address("[::1]:7"), Ok(("::1".to_owned(), Some(7))));
        for text in ["", "localhost", "7", "127.0.0.1:x", "[::1]"] {
            let error = address(text).expect_err(text).to_string();
            let expected = format!("`{text}` is not an address: ");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
