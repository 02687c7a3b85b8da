//! Where a redirect leads, and whether a host that a user named may lead there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use ureq::http::Uri;
use ureq::http::uri::Scheme;

/// The address that a redirect leads to.
///
/// # Errors
/// A description of why it is not followed: it leads away from the host that was named.
pub fn followed(from: &Uri, location: &str) -> Result<Uri, String> {
    let strange = || "the server redirects to what is no address".to_owned();
    let to: Uri = joined(from, location).ok_or_else(strange)?.parse().map_err(|_| strange())?;
    let (Some(old), Some(new)) = (from.host(), to.host()) else { return Err(strange()) };
    if from.scheme() == Some(&Scheme::HTTPS) && to.scheme() != Some(&Scheme::HTTPS) {
        return Err("the server redirects from https to http".to_owned());
    }
    let is_same_port = port(from) == port(&to) || (port(from), port(&to)) == (80, 443);
    if old.eq_ignore_ascii_case(new) && is_same_port {
        return Ok(to);
    }
    let authority = to.authority().map(|authority| authority.as_str()).unwrap_or_default();
    let place = match address(new) {
        Some(address) if is_private(address) => format!("the private address {authority}"),
        _ => format!("another host, {authority}"),
    };
    Err(format!("the server redirects to {place}; name that address yourself if it is meant"))
}

/// The text of an address that may be given relative to another one.
fn joined(from: &Uri, location: &str) -> Option<String> {
    let scheme = from.scheme_str()?;
    let location = location.split('#').next()?;
    // An address may stand in a query too.
    let (scheme_part, rest) = location.split_at(location.find(['/', '?']).unwrap_or_default());
    if scheme_part.ends_with(':') && rest.starts_with("//") {
        let is_of_http = ["http://", "https://"].iter().any(|scheme| {
            let beginning = location.get(..scheme.len());
            beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
        });
        return is_of_http.then(|| location.to_owned());
    }
    if location.starts_with("//") {
        return Some(format!("{scheme}:{location}"));
    }
    let authority = from.authority()?;
    if location.starts_with('/') {
        return Some(format!("{scheme}://{authority}{location}"));
    }
    let folder = from.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(format!("{scheme}://{authority}{folder}/{location}"))
}

fn port(uri: &Uri) -> u16 {
    let is_secure = uri.scheme() == Some(&Scheme::HTTPS);
    uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 })
}

/// The address that a host of an address is, if it is no name.
fn address(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    bare.unwrap_or(host).parse().ok()
}

/// Whether an address is of this machine or of a network that is not the internet.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => is_private_v6(address),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    // Of carriers' own networks (RFC 6598), of measurements (RFC 2544), of "this network", and of no
    // use yet.
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_of_tests = first == 198 && (18..20).contains(&second);
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || is_shared
        || is_of_tests
        || first == 0
        || first >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    address.is_loopback()
        || address.is_unspecified()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        || address.is_multicast()
        || within(address).is_some_and(is_private_v4)
}

/// The address of version 4 that one leads to: by translation (RFC 6052) or a tunnel (RFC 3056).
fn within(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let (high, low) = match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => (high, low),
        _ => return None,
    };
    Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(from: &str, location: &str) -> Result<String, String> {
        followed(&from.parse().unwrap(), location).map(|uri| uri.to_string())
    }

    #[test]
    fn a_host_may_lead_to_itself() {
        for (from, location, to) in [
            ("http://a.dev/docs/index.kdx", "/v2/index.kdx", "http://a.dev/v2/index.kdx"),
            ("http://a.dev/docs/index.kdx", "b.kdx#x", "http://a.dev/docs/b.kdx"),
            ("http://a.dev/x", "//A.dev/y", "http://A.dev/y"),
            ("http://a.dev/x", "https://a.dev/x", "https://a.dev/x"),
            ("https://a.dev/x", "https://a.dev:443/y?z", "https://a.dev:443/y?z"),
            ("http://127.0.0.1:8/x", "http://127.0.0.1:8/y", "http://127.0.0.1:8/y"),
            ("http://a.dev/x", "/y?next=https://b.dev/", "http://a.dev/y?next=https://b.dev/"),
            ("http://a.dev/d/x", "y?n=https://b.dev/", "http://a.dev/d/y?n=https://b.dev/"),
        ] {
            assert_eq!(of(from, location), Ok(to.to_owned()), "{location}");
        }
    }

    #[test]
    fn a_host_may_lead_nowhere_else() {
        for (from, location, what) in [
            ("http://a.dev/x", "http://b.dev/x", "another host, b.dev"),
            ("http://a.dev/x", "//b.dev/x", "another host, b.dev"),
            ("http://a.dev/x", "http://a.dev:8080/x", "another host, a.dev:8080"),
            ("http://a.dev/x", "http://a.dev@b.dev/x", "another host, a.dev@b.dev"),
            ("http://a.dev/x", "http://127.0.0.1/x", "the private address 127.0.0.1"),
            ("http://a.dev/x", "http://[::1]:9/x", "the private address [::1]:9"),
            ("http://a.dev/x", "http://[::ffff:10.0.0.1]/", "the private address"),
            ("http://a.dev/x", "http://169.254.169.254/", "the private address 169.254"),
            ("http://127.0.0.1:8/x", "http://127.0.0.1:9/y", "the private address"),
            ("https://a.dev/x", "http://a.dev/x", "from https to http"),
            ("http://a.dev/x", "file:///etc/passwd", "no address"),
            ("http://a.dev/x", "http://a b/", "no address"),
        ] {
            let error = of(from, location).unwrap_err();
            assert!(error.contains(what), "{location}: {error}");
        }
    }

    #[test]
    fn networks_that_are_not_the_internet_are_known() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.1.1",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "::1",
            "::",
            "fc00::1",
            "fe80::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::10.0.0.1",
            "2002:a9fe:a9fe::1",
            "240.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "198.19.255.1",
        ] {
            assert!(is_private(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "100.128.0.1",
            "172.32.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "64:ff9b::1.1.1.1",
            "2002:101:101::1",
        ] {
            assert!(!is_private(public.parse().unwrap()), "{public}");
        }
    }
}
