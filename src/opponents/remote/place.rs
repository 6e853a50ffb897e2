//! The addresses of hosts.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use thiserror::Error;

/// A machine and perhaps a port: `localhost`, `192.0.2.7:20080`, `[::1]:20080`, `::1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name or address of the machine.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
}

/// A text that is no place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPlace {
    /// There is no name or address.
    #[error("there is no name of a machine before the port")]
    NoHost,
    /// The text after the colon is no port.
    #[error("`{0}` is not a port: a number from 1 to 65535")]
    Port(String),
    /// The text after a bracket is no address in brackets.
    #[error("`{0}` is not an IPv6 address in brackets, like `[::1]`")]
    Address(String),
    /// The text is not an address.
    #[error("`{0}` is not an address: expected one like 127.0.0.1, with a port if need be")]
    NoAddress(String),
}

fn port(text: &str) -> Result<u16, BadPlace> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or_else(|| BadPlace::Port(text.to_owned()))
}

impl FromStr for Place {
    type Err = BadPlace;

    fn from_str(text: &str) -> Result<Self, BadPlace> {
        if text.parse::<Ipv6Addr>().is_ok() {
            return Ok(Self {
                host: text.to_owned(),
                port: None,
            });
        }
        let (host, after) = match text.strip_prefix('[') {
            Some(rest) => {
                let Some((host, after)) = rest.split_once(']') else {
                    return Err(BadPlace::Address(rest.to_owned()));
                };
                if host.parse::<Ipv6Addr>().is_err() {
                    return Err(BadPlace::Address(host.to_owned()));
                }
                let after = match after.strip_prefix(':') {
                    None if after.is_empty() => None,
                    None => return Err(BadPlace::Port(after.to_owned())),
                    port => port,
                };
                (host, after)
            }
            None => match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            },
        };
        if host.is_empty() {
            return Err(BadPlace::NoHost);
        }
        let port = after.map(port).transpose()?;
        if port == Some(0) {
            return Err(BadPlace::Port("0".to_owned()));
        }
        Ok(Self {
            host: host.to_owned(),
            port,
        })
    }
}

impl fmt::Display for Place {
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
    /// The port; `None` for the first free one from [`FIRST_PORT`](super::FIRST_PORT), 0 for any.
    pub port: Option<u16>,
}

impl FromStr for ListenAddress {
    type Err = BadPlace;

    fn from_str(text: &str) -> Result<Self, BadPlace> {
        if let Ok(ip) = text.parse() {
            return Ok(Self { ip, port: None });
        }
        match text.parse::<SocketAddr>() {
            Ok(address) => Ok(Self {
                ip: address.ip(),
                port: Some(address.port()),
            }),
            Err(_) => Err(BadPlace::NoAddress(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let place = |text: &str| {
            let place: Place = text.parse().expect(text);
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
            "[::1]:7".parse::<Place>().map(|place| place.to_string()),
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
        .map(|text| match text.parse::<Place>() {
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
            assert_eq!(address(text), Err(BadPlace::NoAddress(text.to_owned())));
        }
    }
}
