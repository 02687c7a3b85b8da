//! By which names the server may be called.
//!
//! A page of the web can let its own name lead to this machine (DNS rebinding). The browser then
//! takes what is served for the page's own, and lets the page read it.

use hyper::header::HOST;
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Uri, Version};
use std::net::IpAddr;

/// Allows every name.
const ANY: &str = "*";

/// The names that a server answers to.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// The address at which it listens.
    bound: IpAddr,
    /// Others, in lower case.
    names: Vec<String>,
}

/// The reason that a request is not answered.
#[derive(Debug, PartialEq)]
pub enum HostError {
    /// It names no host, or several.
    Missing,
    /// It is for a host that is not allowed.
    NotAllowed(String),
}

impl Hosts {
    /// Those of a server that listens at an address, which was given as `host`, and the names that
    /// are allowed besides.
    pub fn new(bound: IpAddr, host: &str, allowed: &[String]) -> Self {
        let names = std::iter::once(host).chain(allowed.iter().map(String::as_str));
        Hosts { bound: bound.to_canonical(), names: names.map(normal).collect() }
    }

    /// Checks whom a request is for: by its header, and by its address where that is a whole one.
    ///
    /// # Errors
    /// Where it is for a name that is not allowed, or does not say.
    pub fn check(&self, version: Version, uri: &Uri, headers: &HeaderMap) -> Result<(), HostError> {
        let mut given = headers.get_all(HOST).iter();
        match (given.next(), given.next()) {
            // No browser leaves it out.
            (None, _) if version < Version::HTTP_11 => {}
            (None, _) | (_, Some(_)) => return Err(HostError::Missing),
            (Some(host), None) => {
                let text = String::from_utf8_lossy(host.as_bytes());
                self.check_authority(text.parse().ok().as_ref(), &text)?;
            }
        }
        match uri.authority() {
            Some(authority) => self.check_authority(Some(authority), authority.as_str()),
            None => Ok(()),
        }
    }

    fn check_authority(&self, authority: Option<&Authority>, text: &str) -> Result<(), HostError> {
        let host = authority.filter(|_| !text.contains('@')).map(Authority::host);
        if host.is_some_and(|host| self.allow(host)) {
            return Ok(());
        }
        Err(HostError::NotAllowed(host.unwrap_or(text).to_owned()))
    }

    fn allow(&self, host: &str) -> bool {
        let host = normal(host);
        if self.names.iter().any(|name| name == ANY || *name == host) {
            return true;
        }
        match address(&host) {
            // An address cannot be made to lead elsewhere. Whoever listens at all of them has any.
            Some(address) => {
                address.is_loopback() || address == self.bound || self.bound.is_unspecified()
            }
            None => host == "localhost" || host.ends_with(".localhost"),
        }
    }
}

/// The value of a flag that names a host.
///
/// # Errors
/// Where it is more than a name.
pub fn name(given: &str) -> Result<String, String> {
    let host = given.parse::<Authority>().is_ok_and(|authority| authority.host() == given);
    if host && !given.contains('@') {
        return Ok(given.to_owned());
    }
    Err("accepted are names such as docs.example.org, without scheme, port and path, and *".into())
}

fn normal(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

fn address(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let address: Option<IpAddr> = bare.unwrap_or(host).parse().ok();
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn allowed(bound: &str, host: &str, more: &[&str], asked: &str) -> bool {
        let more: Vec<String> = more.iter().map(|&name| name.into()).collect();
        let hosts = Hosts::new(bound.parse().unwrap(), host, &more);
        let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_str(asked).unwrap())]);
        hosts.check(Version::HTTP_11, &Uri::from_static("/"), &headers).is_ok()
    }

    #[test]
    fn on_loopback_only_names_of_loopback_are_answered() {
        let own =
            ["localhost", "LOCALHOST:8080", "localhost.", "a.localhost", "127.0.0.1", "[::1]:80"];
        for host in own {
            assert!(allowed("127.0.0.1", "127.0.0.1", &[], host), "{host}");
        }
        let others = [
            "evil.example",
            "localhost.evil.example",
            "192.0.2.1",
            "evil.example:8080",
            "x@localhost",
            "localhost, evil.example",
            "",
            "*",
        ];
        for host in others {
            assert!(!allowed("127.0.0.1", "127.0.0.1", &[], host), "{host}");
        }
    }

    #[test]
    fn the_address_listened_on_and_named_hosts_are_answered() {
        assert!(allowed("192.0.2.1", "192.0.2.1", &[], "192.0.2.1:8080"));
        assert!(allowed("192.0.2.1", "box.lan", &[], "Box.lan"));
        assert!(!allowed("192.0.2.1", "192.0.2.1", &[], "192.0.2.2"));
        // Of all addresses each is one of the machine or of what leads to it.
        for bound in ["0.0.0.0", "::"] {
            assert!(allowed(bound, bound, &[], "192.0.2.7"));
            assert!(allowed(bound, bound, &[], "[2001:db8::1]:80"));
            assert!(!allowed(bound, bound, &[], "evil.example"));
        }
        assert!(allowed("127.0.0.1", "127.0.0.1", &["Docs.example.org"], "docs.example.org:1"));
        assert!(!allowed("127.0.0.1", "127.0.0.1", &["docs.example.org"], "a.docs.example.org"));
        assert!(allowed("127.0.0.1", "127.0.0.1", &["*"], "evil.example"));
    }

    #[test]
    fn whom_a_request_is_for_has_to_be_said_once() {
        let hosts = Hosts::new(IpAddr::from([127, 0, 0, 1]), "127.0.0.1", &[]);
        let (path, none) = (Uri::from_static("/"), HeaderMap::new());
        assert_eq!(hosts.check(Version::HTTP_11, &path, &none), Err(HostError::Missing));
        assert_eq!(hosts.check(Version::HTTP_10, &path, &none), Ok(()));
        let mut twice = HeaderMap::new();
        twice.append(HOST, HeaderValue::from_static("localhost"));
        let whole = Uri::from_static("http://evil.example/");
        let other = Err(HostError::NotAllowed("evil.example".into()));
        assert_eq!(hosts.check(Version::HTTP_11, &whole, &twice), other);
        twice.append(HOST, HeaderValue::from_static("evil.example"));
        assert_eq!(hosts.check(Version::HTTP_11, &path, &twice), Err(HostError::Missing));
    }

    #[test]
    fn flags_take_names() {
        for given in ["a.dev", "localhost", "*", "192.0.2.1", "[::1]"] {
            assert_eq!(name(given).unwrap(), given);
        }
        for given in ["", "a.dev:80", "https://a.dev", "a.dev/", "x@a.dev", "a b"] {
            assert!(name(given).is_err(), "{given}");
        }
    }
}
