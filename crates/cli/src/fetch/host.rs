//! A host that a user named, of which files are read. The user may name any host, also one of the
//! own machine; the host itself leads to no other one, and not to another address of its name.

use super::redirect::{followed, is_private};
use super::request::{FetchError, MAX_REDIRECTS, STALL, check_status, config, failed};
use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Instant;
use ureq::config::Config;
use ureq::http::{HeaderMap, Response, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error, Timeout};

/// The bytes by which an answer is known before the rest of it is read.
const FIRST_BYTES: u64 = 4096;

/// Gives the bytes that an answer has at most, by its first ones, or says what it is instead of
/// what was asked for.
pub type Measure<'a> = &'a (dyn Fn(&[u8]) -> Result<u64, &'static str> + Sync);

/// What is asked for.
pub struct Asked<'a> {
    pub address: &'a str,
    pub measure: Measure<'a>,
    /// When the file has to be there.
    pub until: Instant,
    /// What is known of it already.
    pub known: Option<&'a Known>,
    /// Whether caches on the way are passed by, as what they have may be wrong.
    pub anew: bool,
}

/// What a host said of a file, to ask whether it is still the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Known {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
}

impl Known {
    /// Whether a host can be asked by it.
    pub fn says_something(&self) -> bool {
        self.etag.is_some() || self.modified.is_some()
    }
}

/// A file that arrived.
#[derive(Debug)]
pub struct Fetched {
    pub bytes: Vec<u8>,
    pub known: Known,
    /// The address that redirects led to.
    pub address: String,
}

/// A client for one host.
#[derive(Debug)]
pub struct Host(Agent);

impl Host {
    /// A client for the host of an address.
    ///
    /// # Errors
    /// It fails where the file that `SSL_CERT_FILE` names cannot be used.
    pub fn new(address: &Uri) -> Result<Self, Failure> {
        let config = config(STALL)?.max_redirects(0).build();
        let host = address.host().unwrap_or_default().to_owned();
        let inner = DefaultResolver::default();
        let resolver = OneHost { host, inner, public: OnceLock::new() };
        Ok(Host(Agent::with_parts(config, DefaultConnector::default(), resolver)))
    }

    /// Fetches a file; nothing where it is the one that is known.
    ///
    /// # Errors
    /// It fails where the host does not give the file, or not in time, or gives more, or leads to
    /// another host.
    pub fn fetch(&self, asked: &Asked<'_>) -> Result<Option<Fetched>, FetchError> {
        let wrong = |_| FetchError::Refused("it is no address".to_owned());
        let mut uri: Uri = asked.address.parse().map_err(wrong)?;
        for _ in 0..=MAX_REDIRECTS {
            let mut response = self.answer(&uri, asked)?;
            let status = response.status().as_u16();
            if status == 304 && asked.known.is_some() {
                return Ok(None);
            }
            if matches!(status, 301 | 302 | 303 | 307 | 308) {
                let location = text(response.headers(), "location").unwrap_or_default();
                uri = followed(&uri, &location).map_err(FetchError::Refused)?;
                continue;
            }
            check_status(status)?;
            let headers = response.headers();
            check_coding(headers)?;
            let known =
                Known { etag: text(headers, "etag"), modified: text(headers, "last-modified") };
            let bytes = read(response.body_mut(), asked.measure)?;
            return Ok(Some(Fetched { bytes, known, address: uri.to_string() }));
        }
        Err(FetchError::Refused("the server redirects without end".to_owned()))
    }

    fn answer(&self, uri: &Uri, asked: &Asked<'_>) -> Result<Response<Body>, FetchError> {
        let left = asked.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        let mut request = self.0.get(uri.clone());
        if let Some(Known { etag, modified }) = asked.known {
            for (name, value) in [("if-none-match", etag), ("if-modified-since", modified)] {
                request = value.iter().fold(request, |request, value| request.header(name, value));
            }
        }
        if asked.anew {
            request = request.header("cache-control", "no-cache");
        }
        let request = request.config().timeout_global(Some(left)).build();
        request.call().map_err(|error| of_host(&error))
    }
}

/// The time until a file had to be there is over.
fn late() -> FetchError {
    FetchError::Slow("it did not arrive in time".to_owned())
}

fn of_host(error: &Error) -> FetchError {
    match error {
        Error::Timeout(Timeout::Global) => late(),
        error => failed(error),
    }
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// A host may declare the compression of files that lie compressed. Others were not asked for.
fn check_coding(headers: &HeaderMap) -> Result<(), FetchError> {
    match text(headers, "content-encoding").map(|coding| coding.to_lowercase()).as_deref() {
        None | Some("identity" | "gzip" | "x-gzip") => Ok(()),
        _ => Err(FetchError::Refused("its Content-Encoding was not asked for".to_owned())),
    }
}

/// Reads an answer, as far as its first bytes say that it goes.
fn read(body: &mut Body, measure: Measure<'_>) -> Result<Vec<u8>, FetchError> {
    let broken = |error: io::Error| of_host(&Error::from(error));
    let declared = body.content_length();
    let mut reader = body.with_config().limit(u64::MAX).reader();
    let mut bytes = Vec::new();
    reader.by_ref().take(FIRST_BYTES).read_to_end(&mut bytes).map_err(broken)?;
    let most = measure(&bytes).map_err(|what| FetchError::Refused(what.to_owned()))?;
    let too_long = || FetchError::Refused(format!("it has more than {most} bytes"));
    if declared.is_some_and(|declared| declared > most) {
        return Err(too_long());
    }
    let rest = most.saturating_add(1).saturating_sub(bytes.len() as u64);
    reader.take(rest).read_to_end(&mut bytes).map_err(broken)?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(bytes) }
}

/// Looks the host up. One that had an address of the internet first has no private one later.
#[derive(Debug)]
struct OneHost {
    host: String,
    inner: DefaultResolver,
    public: OnceLock<bool>,
}

impl OneHost {
    /// The addresses that may be asked, of those that were found.
    fn kept(&self, found: &ResolvedSocketAddrs) -> Result<ResolvedSocketAddrs, Error> {
        let is_public = |address: &&SocketAddr| !is_private(address.ip());
        let only_public = *self.public.get_or_init(|| found.iter().any(|one| is_public(&one)));
        let mut kept = self.empty();
        for address in found.iter().filter(|address| !only_public || is_public(address)) {
            kept.push(*address);
        }
        if kept.is_empty() {
            let what = "its name leads to a private address now, and did not before";
            return Err(Error::Io(io::Error::other(what)));
        }
        Ok(kept)
    }
}

impl Resolver for OneHost {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        // Others are proxies, which the user named too.
        match uri.host().is_some_and(|host| host.eq_ignore_ascii_case(&self.host)) {
            true => self.kept(&found),
            false => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;
    use std::time::Duration;

    /// A byte now and then is no stall.
    #[test]
    fn a_file_that_comes_too_slowly_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/a", listener.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
            let _ = stream.write_all(head);
            while stream.write_all(b"a").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let host = Host::new(&address.parse().unwrap()).unwrap();
        let begun = Instant::now();
        let until = begun + Duration::from_millis(300);
        let (address, measure) = (address.as_str(), &|_: &[u8]| Ok(1 << 20));
        let asked = Asked { address, measure, until, known: None, anew: false };
        let error = host.fetch(&asked).unwrap_err();
        assert!(matches!(error, FetchError::Slow(_)), "{error:?}");
        assert!(begun.elapsed() < Duration::from_secs(10));
        let error = host.fetch(&asked).unwrap_err();
        assert!(matches!(error, FetchError::Slow(why) if why == "it did not arrive in time"));
    }

    #[test]
    fn a_host_of_the_internet_does_not_become_one_of_this_machine() {
        let host = |addresses: &[&str]| {
            let mut all = DefaultResolver::default().empty();
            addresses.iter().for_each(|address| all.push(address.parse().unwrap()));
            all
        };
        let resolver = || OneHost {
            host: "a.dev".into(),
            inner: DefaultResolver::default(),
            public: OnceLock::new(),
        };
        let own = resolver();
        assert_eq!(own.kept(&host(&["127.0.0.1:80"])).unwrap().len(), 1);
        assert_eq!(own.kept(&host(&["10.0.0.1:80", "1.1.1.1:80"])).unwrap().len(), 2);
        let public = resolver();
        assert_eq!(public.kept(&host(&["10.0.0.1:80", "1.1.1.1:80"])).unwrap().len(), 1);
        assert!(public.kept(&host(&["127.0.0.1:80"])).is_err());
    }
}
