//! A connection, for the limits on connections.

use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The time for the first request with the key.
const STRANGER: Duration = Duration::from_secs(2);

/// A connection, for the limits on connections.
pub struct Connection {
    places: Arc<Semaphore>,
    /// The place that it has taken since it sent the key.
    place: OnceLock<OwnedSemaphorePermit>,
}

impl Connection {
    /// A connection that has not sent the key, and the places for those that have.
    pub fn new(places: &Arc<Semaphore>) -> Self {
        Self {
            places: Arc::clone(places),
            place: OnceLock::new(),
        }
    }

    /// Whether it has sent the key.
    pub fn is_known(&self) -> bool {
        self.place.get().is_some()
    }

    /// Takes a place among the connections of clients that have the key. Returns whether it has
    /// one.
    pub fn admit(&self) -> bool {
        if !self.is_known()
            && let Ok(place) = Arc::clone(&self.places).try_acquire_owned()
        {
            let _ = self.place.set(place);
        }
        self.is_known()
    }

    /// Returns when the time for the first request with the key is over, if there was none.
    pub async fn stays_unknown(&self) {
        tokio::time::sleep(STRANGER).await;
        if self.is_known() {
            std::future::pending::<()>().await;
        }
    }
}
