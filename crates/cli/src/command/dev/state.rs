//! What the thread that makes the index and the server share.

use crate::read::documents::Outcome;
use hyper::body::Bytes;
use kindex::Index;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The newest index, and what became of each file.
pub struct Newest {
    pub bytes: Bytes,
    pub index: Index,
    pub outcomes: Vec<Outcome>,
}

/// The state of the site. Whoever waits is told of each change by its number.
pub struct State {
    newest: Mutex<Result<Arc<Newest>, String>>,
    changes: watch::Sender<u64>,
}

impl Default for State {
    fn default() -> Self {
        let newest = Mutex::new(Err("there is no index yet".to_owned()));
        State { newest, changes: watch::Sender::new(0) }
    }
}

impl State {
    /// The newest index, once there is one or a reason for none.
    ///
    /// # Errors
    /// That reason.
    pub async fn newest(&self) -> Result<Arc<Newest>, String> {
        // It only fails where the sender is gone, which is here.
        let _ = self.changes.subscribe().wait_for(|number| *number > 0).await;
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The numbers of changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Puts an index in the place of the one before.
    pub fn put(&self, newest: Newest) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Ok(Arc::new(newest));
    }

    /// Notes why there is no index. One that is there stays.
    pub fn fail(&self, why: String) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.is_err() {
            *newest = Err(why);
        }
    }

    /// Tells that something was saved.
    pub fn tell(&self) {
        self.changes.send_modify(|number| *number += 1);
    }
}
