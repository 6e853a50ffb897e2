//! The HTTP server, with limits on connections: many for clients that have the key, and few,
//! for a short time, for others, of which the oldest give way to new ones.

use super::address::Address;
use super::analyst;
use super::connection::Connection;
use super::queue::Handle;
use super::routes::{self, Site};
use super::security::Secrets;
use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

/// The limit on connections of clients that have the key; a page needs several.
const MOST_KNOWN: usize = 96;
/// The limit on other connections.
const MOST_STRANGERS: usize = 64;
/// The time limit for the headers of a request, and for an idle connection.
const HEADERS: Duration = Duration::from_secs(10);
/// The buffer of a connection, in bytes.
const BUFFER: usize = 64 * 1024;
/// The pause after an error of accepting.
const BREATH: Duration = Duration::from_millis(50);

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
pub fn serve(address: SocketAddr, secrets: Secrets, handle: &Handle) -> Result<Address, NotServed> {
    let refused = |error| NotServed::Address { address, error };
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true)?;
    let address = Address::of(listener.local_addr()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let site = Arc::new(Site {
        handle: handle.clone(),
        address,
        secrets,
    });
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
async fn accept(listener: TcpListener, site: Arc<Site>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let known = Arc::new(Semaphore::new(MOST_KNOWN));
    let mut strangers: VecDeque<(Arc<Connection>, AbortHandle)> = VecDeque::new();
    let router = routes::router(site);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // For example, too many open files.
            tokio::time::sleep(BREATH).await;
            continue;
        };
        strangers.retain(|(stranger, task)| !stranger.is_known() && !task.is_finished());
        if strangers.len() >= MOST_STRANGERS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            oldest.abort();
        }
        let _ = stream.set_nodelay(true);
        let connection = Arc::new(Connection::new(&known));
        let router = router.clone().layer(Extension(Arc::clone(&connection)));
        let service = TowerToHyperService::new(router);
        let stranger = Arc::clone(&connection);
        let task = tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS)
                .max_buf_size(BUFFER)
                .serve_connection(TokioIo::new(stream), service);
            tokio::select! {
                // An error here is one of the client.
                _ = served => {}
                () = connection.stays_unknown() => {}
            }
        });
        strangers.push_back((stranger, task.abort_handle()));
    }
}
