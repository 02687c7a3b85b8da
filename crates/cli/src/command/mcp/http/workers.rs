//! The threads that answer messages.

use super::super::log::Log;
use super::super::served::{Served, Sources};
use crate::failure::Failure;
use kindex_mcp::{Call, Settings};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// The messages that wait. Whoever comes then is told so at once.
const MAX_WAITING: usize = 64;

/// The threads where an index is at an address, as one may wait for the network. Each opens all
/// indexes, those of this machine too. Where all are of this machine there is one thread, which
/// answers one message after another, and each index is in memory once.
const ADDRESS_THREADS: usize = 4;

/// A message and who sent it.
pub struct Job {
    pub text: String,
    pub session: String,
}

/// There is too much to do.
pub struct Busy;

type Waiting = (Job, oneshot::Sender<Option<String>>);

/// The threads, by what is handed to them.
pub struct Workers(SyncSender<Waiting>);

impl Workers {
    /// Opens the indexes, and begins to wait for messages. The threads end with the program.
    ///
    /// # Errors
    /// The first failure, if no index can be opened.
    pub fn start(
        sources: &Sources,
        settings: &Settings,
        log: Option<Arc<Log>>,
    ) -> Result<Self, Failure> {
        let is_here = sources.iter().all(|(_, source)| source.path().is_some());
        let count = if is_here { 1 } else { ADDRESS_THREADS };
        let (sender, receiver) = sync_channel(MAX_WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 0..count {
            let served = Served::open(sources)?;
            if number == 0 {
                served.warn();
            }
            let (receiver, settings, log) = (receiver.clone(), settings.clone(), log.clone());
            let work = move || work(&receiver, served, settings, log.as_deref());
            thread::Builder::new().spawn(work).map_err(|error| Failure::thread(&error))?;
        }
        Ok(Workers(sender))
    }

    /// The answer to a message, if it has one.
    ///
    /// # Errors
    /// Where too many wait already.
    pub async fn answer(&self, job: Job) -> Result<Option<String>, Busy> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send((job, reply)).map_err(|_| Busy)?;
        answer.await.map_err(|_| Busy)
    }
}

fn work(
    receiver: &Mutex<Receiver<Waiting>>,
    mut served: Served,
    settings: Settings,
    log: Option<&Log>,
) {
    let settings = Rc::new(settings);
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((Job { text, session }, reply)) = next else { return };
        // Whoever asked may have gone.
        if reply.is_closed() {
            continue;
        }
        let begun = Instant::now();
        let answer = served.answer(|| Call::new(&settings, &text));
        if let Some(log) = log {
            log.note(&session, &text, &answer, begun.elapsed());
        }
        let _ = reply.send(answer.text);
    }
}
