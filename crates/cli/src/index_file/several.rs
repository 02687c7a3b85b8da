//! Several indexes that are asked as one.

use super::local::{failure, stamp};
use super::opened::{Loaded, Opened, RENEWAL_TIME};
use super::published::ENTRY_TIME;
use super::source::Source;
use crate::failure::Failure;
use crate::stamp::Stamp;
use kindex::{Error, Group};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time after which a host is asked again for an index or a file that could not be had.
const RETRIED_AFTER: Duration = Duration::from_mins(1);

/// Indexes, each with the name by which results say where they are from.
pub struct Several(Vec<Member>);

struct Member {
    name: String,
    source: Source,
    opened: Option<Opened>,
    /// Why it does not answer: it cannot be opened, or a file of it cannot be had.
    fault: Option<String>,
    /// When it was last tried to have it or a file of it, and what was there.
    tried: (Instant, Option<Stamp>),
}

impl Member {
    fn new(name: String, source: Source, time: Duration) -> (Self, Option<Failure>) {
        let there = source.path().and_then(stamp);
        let (opened, failure) = match Opened::open_within(&source, time) {
            Ok(opened) => (Some(opened), None),
            Err(failure) => (None, Some(failure)),
        };
        let fault = failure.as_ref().map(ToString::to_string);
        let tried = (Instant::now(), there);
        (Member { name, source, opened, fault, tried }, failure)
    }

    /// The index, where it answers.
    fn answering(&self) -> Option<&Opened> {
        self.opened.as_ref().filter(|_| self.fault.is_none())
    }

    /// Whether it may be possible by now to have it.
    fn is_due(&self) -> bool {
        let (at, before) = self.tried;
        match self.source.path() {
            Some(path) => stamp(path).is_some_and(|now| Some(now) != before),
            None => at.elapsed() >= RETRIED_AFTER,
        }
    }
}

impl Several {
    /// Opens indexes. The rest answers where one of several cannot be opened.
    ///
    /// # Errors
    /// Where none can be opened: that of the first. Where two have one name.
    pub fn open(sources: Vec<(String, Source)>) -> Result<Self, Failure> {
        let mut names = HashSet::new();
        if let Some((name, _)) = sources.iter().find(|(name, _)| !names.insert(name)) {
            let message = format!("two indexes are called {name}; name one: NAME=INDEX");
            return Err(Failure::usage(message));
        }
        let mut first = None;
        let all = sources.into_iter().map(|(name, source)| {
            let (member, failure) = Member::new(name, source, ENTRY_TIME);
            first = first.take().or(failure);
            member
        });
        let several = Several(all.collect());
        match first {
            Some(failure) if several.answering().next().is_none() => Err(failure),
            _ => Ok(several),
        }
    }

    fn answering(&self) -> impl Iterator<Item = (&str, &Opened)> {
        self.0.iter().filter_map(|one| Some((one.name.as_str(), one.answering()?)))
    }

    /// Each with its name, and with what is open where it answers.
    pub fn all(&self) -> impl Iterator<Item = (&str, Option<&Opened>)> {
        self.0.iter().map(|one| (one.name.as_str(), one.answering()))
    }

    /// The names of those that answer, in the order of [`kindex::Hit::index`].
    pub fn names(&self) -> Vec<&str> {
        self.answering().map(|(name, _)| name).collect()
    }

    /// Those that do not answer, with the reason.
    pub fn unavailable(&self) -> Vec<(&str, &str)> {
        let all = self.0.iter();
        all.filter_map(|one| Some((one.name.as_str(), one.fault.as_deref()?))).collect()
    }

    /// The index, where it is one.
    pub fn only(&mut self) -> Option<&mut Opened> {
        let mut answering = self.0.iter_mut().filter(|one| one.fault.is_none());
        match (answering.next(), answering.next()) {
            (Some(one), None) => one.opened.as_mut(),
            _ => None,
        }
    }

    /// The number of levels of chunks, which is the same in all.
    pub fn levels(&self) -> usize {
        self.answering().next().map_or(0, |(_, opened)| opened.index().stats().levels.len())
    }

    /// Opens anew what another one is in the place of, as [`Opened::renew`] does, and what could
    /// not be opened before. Gives whether anything was opened.
    pub fn renew(&mut self) -> bool {
        self.renew_within(RENEWAL_TIME)
    }

    fn renew_within(&mut self, time: Duration) -> bool {
        let mut renewed = false;
        for one in &mut self.0 {
            if let Some(opened) = &mut one.opened {
                if opened.renew() {
                    (one.fault, renewed) = (None, true);
                }
            } else if one.is_due() {
                *one = Member::new(one.name.clone(), one.source.clone(), time).0;
                renewed |= one.opened.is_some();
            }
        }
        renewed
    }

    /// Begins a question, which has a time of its own. One of which a file could not be had answers
    /// again after some time, or where no other one does.
    pub fn begin(&mut self) {
        for one in &mut self.0 {
            let is_due = one.is_due();
            let Some(opened) = &mut one.opened else { continue };
            opened.begin();
            one.fault.take_if(|_| is_due);
        }
        if self.answering().next().is_none() {
            self.retry();
        }
    }

    /// Lets those answer again of which a file could not be had.
    pub fn retry(&mut self) {
        self.0.iter_mut().filter(|one| one.opened.is_some()).for_each(|one| one.fault = None);
    }

    /// Answers a question, and loads what it needs of each. The rest answers where a file of one
    /// of several cannot be had.
    ///
    /// # Errors
    /// Those of the question, and where files of none can be had.
    pub fn ask<T>(
        &mut self,
        question: impl Fn(&Group<'_>) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        self.begin();
        loop {
            let indexes = self.answering().map(|(_, opened)| (opened.index(), 1.0));
            let group = Group::new(indexes).map_err(|error| self.not_one(&error))?;
            match question(&group) {
                Err(Error::Missing) => self.load()?,
                Err(error) => return Err(failure(Path::new(&self.names().join(", ")), &error)),
                Ok(answer) => return Ok(answer),
            };
        }
    }

    fn not_one(&self, error: &Error) -> Failure {
        let names = self.names().join(", ");
        match error {
            Error::Config { message, .. } => Failure::new(format!("{names}: {message}")),
            _ => failure(Path::new(&names), error),
        }
    }

    /// Loads what a question found to be missing. Those of which a file cannot be had no longer
    /// answer it, which begins again then.
    ///
    /// # Errors
    /// Where files of none can be had.
    pub fn load(&mut self) -> Result<Loaded, Failure> {
        let (mut wanted, mut first, mut done) = (0, None, Loaded::More);
        for one in self.0.iter_mut().filter(|one| one.fault.is_none()) {
            let Some(opened) = &mut one.opened else { continue };
            let numbers = opened.wanted();
            wanted += numbers.len();
            if numbers.is_empty() {
                continue;
            }
            match opened.load_these(&numbers) {
                Ok(Loaded::More) => {}
                Ok(Loaded::Anew) => done = Loaded::Anew,
                Err(failure) => {
                    one.fault = Some(failure.to_string());
                    one.tried.0 = Instant::now();
                    first = first.or(Some(failure));
                    done = Loaded::Anew;
                }
            }
        }
        match first {
            Some(failure) if self.answering().next().is_none() => Err(failure),
            None if wanted == 0 => {
                Err(failure(Path::new(&self.names().join(", ")), &Error::Missing))
            }
            _ => Ok(done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Address;
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::path::PathBuf;
    use std::thread;

    const GUIDE: &[u8] = include_bytes!("../../../../tests/golden/guide-v1.kdx");

    /// A host that sends an index: whole, or a byte now and then.
    fn host(drips: bool) -> Source {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let name = format!("http://{}/index.kdx", listener.local_addr().unwrap());
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = stream.read(&mut [0; 4096]);
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                let _ = stream.write_all(head.as_bytes());
                let mut pieces = GUIDE.chunks(if drips { 1 } else { GUIDE.len() });
                while pieces.next().is_some_and(|piece| stream.write_all(piece).is_ok()) {
                    thread::sleep(Duration::from_millis(if drips { 20 } else { 0 }));
                }
            }
        });
        let entry = name.parse().unwrap();
        Source::Address(Address { name: PathBuf::from(&name), entry, cache: None })
    }

    fn long_ago() -> Instant {
        Instant::now().checked_sub(RETRIED_AFTER).unwrap()
    }

    #[test]
    fn a_question_waits_but_a_short_time_for_a_host_that_is_slow() {
        let time = Duration::from_millis(300);
        let one = |name: &str, drips| Member::new(name.to_owned(), host(drips), time).0;
        let mut several = Several(vec![one("slow", true), one("quick", false)]);
        assert_eq!(several.names(), ["quick"]);
        several.0[0].tried.0 = long_ago();
        let begun = Instant::now();
        assert!(!several.renew_within(time));
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert!(!several.0[0].is_due(), "the minute begins where the host failed");
    }

    #[test]
    fn one_of_which_a_file_cannot_be_had_is_asked_again_after_a_minute() {
        let one = |name: &str| Member::new(name.to_owned(), host(false), ENTRY_TIME).0;
        let mut several = Several(vec![one("a"), one("b")]);
        several.0[0].fault = Some("it timed out".to_owned());
        several.begin();
        assert_eq!((several.names(), several.unavailable().len()), (vec!["b"], 1));
        several.0[0].tried.0 = long_ago();
        several.begin();
        assert_eq!(several.names(), ["a", "b"]);
        // Where there is no other one it is asked at once.
        several.0.iter_mut().for_each(|one| {
            (one.fault, one.tried.0) = (Some("it timed out".to_owned()), Instant::now());
        });
        several.begin();
        assert_eq!(several.names(), ["a", "b"]);
    }
}
