//! The server: an address of this machine, and a bounded number of connections to it.

use super::analyst;
use super::queue::Handle;
use super::routes::{self, Site};
use super::security::Secrets;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::Semaphore;

/// How many connections there may be at once: some for each page.
const MOST_CONNECTIONS: usize = 96;
/// How long a request may take to say what it wants; an unused connection is closed after
/// that too.
const HEADERS: Duration = Duration::from_secs(10);
/// How much a connection keeps in memory, in bytes.
const BUFFER: usize = 64 * 1024;
/// How long to wait before listening again after that went wrong.
const BREATH: Duration = Duration::from_millis(50);

/// Where the pages are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    socket: SocketAddr,
}

impl Address {
    pub(super) const fn of(socket: SocketAddr) -> Self {
        Self { socket }
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.socket.port()
    }

    /// Whether other machines can reach it.
    #[must_use]
    pub const fn is_open_to_others(&self) -> bool {
        !self.socket.ip().is_loopback()
    }

    /// The beginning of all its addresses, without the last slash.
    #[must_use]
    pub fn origin(&self) -> String {
        // The address of all of a machine's networks is none that can be opened.
        let shown = match self.socket.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        format!("http://{}", SocketAddr::new(shown, self.port()))
    }

    /// Whether this is what a request may call this server. No name is: a name can be made
    /// to lead here by others.
    pub(super) fn is_called(&self, host: &str) -> bool {
        let called: Option<SocketAddr> = host.parse().ok().or_else(|| {
            // The usual port is not said.
            let ip: IpAddr = host.trim_matches(['[', ']']).parse().ok()?;
            Some(SocketAddr::new(ip, 80))
        });
        called.is_some_and(|called| {
            called.port() == self.port()
                && (called.ip() == self.socket.ip() || self.socket.ip().is_unspecified())
        })
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum NotServed {
    /// The address cannot be listened to.
    #[error("{address} cannot be listened to: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The system does not give what a server needs.
    #[error("the display cannot be started: {0}")]
    System(#[from] io::Error),
}

/// Serves pages on an address (port 0: any that is free) in threads of their own, for as
/// long as the program runs.
///
/// # Errors
///
/// When the address is not to be had, or the system refuses.
pub fn serve(address: SocketAddr, secrets: Secrets, handle: &Handle) -> Result<Address, NotServed> {
    let refused = |error| NotServed::Address { address, error };
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true)?;
    let address = Address::of(listener.local_addr()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let site = Site::new(handle.clone(), address, secrets);
    spawn("pages", move || {
        let served = runtime.block_on(accept(listener, site));
        debug_assert!(served.is_ok(), "a socket that is bound can be listened to");
    })?;
    let handle = handle.clone();
    spawn("analyst", move || analyst::work(&handle))?;
    Ok(address)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map(drop)
}

/// Accepts connections for ever.
async fn accept(listener: TcpListener, site: Site) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let router = routes::router(site);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, say.
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // Whoever comes when all places are taken is sent away, so that nobody waits who
        // does not know of it.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS)
                .max_buf_size(BUFFER)
                .serve_connection(TokioIo::new(stream), service);
            // Whatever is wrong with it is wrong on the other side.
            let _ = connection.await;
            drop(place);
        });
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
