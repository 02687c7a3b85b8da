//! Files that are published at an address.
//!
//! TLS is that of rustls with ring, and trusts the roots of Mozilla, or those of the file that
//! `SSL_CERT_FILE` names. Proxies are those of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
//! [`Client`] follows a host wherever it leads; [`Host`] asks the one that a user named alone.

mod host;
mod redirect;
mod request;

use crate::failure::Failure;
use crate::write::gzip;
pub use host::{Asked, Host, Known};
pub use request::{FetchError, MAX_FETCHERS};
use request::{MAX_REDIRECTS, STALL, WHOLE, check_status, config, failed, slow};
use std::time::{Duration, Instant};
pub use ureq::http::Uri;
use ureq::{Agent, Timeout};

/// Whether a text is an address and no path, of whatever scheme.
pub fn is_address(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    // A drive of Windows has one letter.
    text.split_once("://")
        .is_some_and(|(scheme, _)| scheme.len() > 1 && scheme.bytes().all(is_part))
}

/// The address of a folder, with a slash at its end.
///
/// # Errors
/// It says what is wrong, and not the address, which may have a password in it.
pub fn folder(address: &str) -> Result<String, &'static str> {
    let uri = checked(address)?;
    if uri.query().is_some() {
        return Err("the address of a folder has no ? and no #");
    }
    Ok(format!("{}/", uri.to_string().trim_end_matches('/')))
}

/// An address of which something can be fetched.
///
/// # Errors
/// It says what is wrong, and not the address, which may have a password in it.
pub fn checked(address: &str) -> Result<Uri, &'static str> {
    let uri = address.parse::<Uri>().map_err(|_| "it is no address")?;
    let authority = uri.authority().ok_or("it is no address")?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err("only what has an address with https:// or http:// can be fetched");
    }
    if authority.as_str().contains('@') {
        return Err("an address has no name and no password in it");
    }
    if uri.port_u16().is_none() && authority.as_str() != authority.host() {
        return Err("its port is none; there are 1 to 65535");
    }
    if address.contains('#') {
        return Err("the address of a folder has no ? and no #");
    }
    Ok(uri)
}

/// Fetches files, of a host over the same connections.
#[derive(Clone, Debug)]
pub struct Client {
    agent: Agent,
    /// The time that files may take together.
    whole: Duration,
}

impl Client {
    /// A client for this process.
    ///
    /// # Errors
    /// It fails where the file that `SSL_CERT_FILE` names cannot be used.
    pub fn new() -> Result<Self, Failure> {
        Self::with_times(STALL, WHOLE)
    }

    /// The same with other times than a user has.
    pub fn with_times(stall: Duration, whole: Duration) -> Result<Self, Failure> {
        let config = config(stall)?.max_redirects(MAX_REDIRECTS);
        Ok(Client { agent: config.build().into(), whole })
    }

    /// The bytes of a file, of which there may be `most`, fetched with others since `begun`. What
    /// was asked for by https is nowhere fetched by http.
    ///
    /// # Errors
    /// It fails where the server does not give the file, or not in time, or gives more.
    pub fn bytes(&self, address: &str, most: u64, begun: Instant) -> Result<Vec<u8>, FetchError> {
        let left = self.whole.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return Err(FetchError::Slow(slow(Timeout::Global)));
        }
        let is_secure = address.starts_with("https://");
        let config = self.agent.get(address).config().https_only(is_secure);
        let request = config.timeout_global(Some(left)).build();
        let mut response = request.call().map_err(|error| failed(&error))?;
        check_status(response.status().as_u16())?;
        let coding = response.headers().get("content-encoding");
        let coding = coding.map(|coding| coding.as_bytes().to_ascii_lowercase());
        let body = response.body_mut().with_config().limit(most).read_to_vec();
        let bytes = body.map_err(|error| failed(&error))?;
        match coding.as_deref() {
            None | Some(b"identity") => Ok(bytes),
            // A host may declare it of files that lie compressed, whoever asks.
            Some(b"gzip" | b"x-gzip") => gzip::inflated(&bytes, most).map_err(|what| {
                FetchError::Failed(format!("its Content-Encoding is gzip, and {what}"))
            }),
            Some(_) => Err(FetchError::Failed("its Content-Encoding was not asked for".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    /// Answers each request with these bytes, again and again, with a pause before each.
    fn serving(bytes: &'static [u8], again: bool) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/a", listener.local_addr().unwrap());
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                thread::spawn(move || {
                    let _ = stream.read(&mut [0; 4096]);
                    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
                    let _ = stream.write_all(head);
                    while stream.write_all(bytes).is_ok() && again {
                        thread::sleep(Duration::from_millis(20));
                    }
                    thread::sleep(Duration::from_secs(60));
                });
            }
        });
        address
    }

    #[test]
    fn a_host_that_falls_silent_is_not_waited_for() {
        let (stall, whole) = (Duration::from_millis(200), Duration::from_secs(60));
        let client = Client::with_times(stall, whole).unwrap();
        let error = client.bytes(&serving(b"some", false), 1 << 20, Instant::now()).unwrap_err();
        assert!(matches!(&error, FetchError::Slow(why) if why == "nothing arrived for 15 seconds"));
    }

    #[test]
    fn a_host_that_sends_a_byte_now_and_then_is_not_waited_for() {
        let (stall, whole) = (Duration::from_secs(60), Duration::from_millis(300));
        let client = Client::with_times(stall, whole).unwrap();
        let error = client.bytes(&serving(b"a", true), 1 << 20, Instant::now()).unwrap_err();
        assert!(matches!(&error, FetchError::Slow(why) if why == "it took more than 10 minutes"));
    }

    #[test]
    fn an_address_of_a_folder_is_known() {
        for (given, address) in [
            ("https://a.example", "https://a.example/"),
            ("HTTPS://a.example/b//", "https://a.example/b/"),
            ("http://[::1]:8/search/", "http://[::1]:8/search/"),
            ("https://a.example:65535/ä", "https://a.example:65535/ä/"),
        ] {
            assert!(is_address(given));
            assert_eq!(folder(given), Ok(address.to_owned()));
        }
        for bad in [
            "https://",
            "http:// a/",
            "https://a:b@c/",
            "https://a/?b",
            "https://a/#b",
            "https://a:99999/",
            "https://a:b/",
            "ftp://a/b/",
            "s3://a/b/",
        ] {
            assert!(is_address(bad) && folder(bad).is_err(), "{bad}");
        }
        for path in ["search/", "C:\\search", "C://search", "./a://b", "://a"] {
            assert!(!is_address(path), "{path}");
        }
    }
}
