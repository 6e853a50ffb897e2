//! The address of the pages.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

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

#[cfg(test)]
mod tests {
    use super::*;

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
