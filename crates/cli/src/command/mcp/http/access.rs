//! Who may ask, and how much.

use crate::failure::Failure;
use crate::whole;
use kindex_mcp::http::Refusal;
use std::collections::HashMap;
use std::env;
use std::net::{IpAddr, Ipv6Addr};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The variable that may have a token.
const TOKEN: &str = "KINDEX_MCP_TOKEN";

/// Shorter ones can be guessed.
const MIN_TOKEN_BYTES: usize = 16;

/// The time for which messages are counted.
const MINUTE: Duration = Duration::from_secs(60);

/// Those who are counted each by themselves in a minute. Beyond them all count as one, so that
/// nobody takes memory by many addresses.
const MAX_COUNTED: usize = 10_000;

/// Whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// By the number of a token.
    Token(usize),
    Address(Network),
    /// All who are too many to be counted.
    Others,
}

impl Who {
    /// Whoever asks from an address.
    pub fn at(address: IpAddr) -> Self {
        Who::Address(network(address))
    }
}

/// The network that one has an address of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

/// Who may ask, and how much they asked.
#[derive(Debug)]
pub struct Access {
    tokens: Vec<String>,
    /// The messages of a minute; none is any number.
    most: u32,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    since: Instant,
    counts: HashMap<Who, u32>,
}

impl Access {
    /// The tokens of a file and of the environment; without any all may ask.
    ///
    /// # Errors
    /// Where the file cannot be read or has none, or one is too short.
    pub fn new(file: Option<&Path>, most: u32) -> Result<Self, Failure> {
        let mut tokens = Vec::new();
        if let Some(path) = file {
            let text = whole::text_of(path)?;
            let lines = text.lines().map(str::trim);
            tokens.extend(
                lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned),
            );
            if tokens.is_empty() {
                return Err(Failure::new(format!("{}: it has no token", path.display())));
            }
        }
        let of_environment = env::var(TOKEN).ok().map(|token| token.trim().to_owned());
        tokens.extend(of_environment.filter(|token| !token.is_empty()));
        // The message does not say which, as it goes where others may read it.
        if tokens
            .iter()
            .any(|token| token.len() < MIN_TOKEN_BYTES || !token.bytes().all(is_of_token))
        {
            let message = format!(
                "a token has at least {MIN_TOKEN_BYTES} letters, digits and signs, and no blanks"
            );
            return Err(Failure::usage(format!("--token-file: {message}")));
        }
        let counts = Mutex::new(Counts { since: Instant::now(), counts: HashMap::new() });
        Ok(Access { tokens, most, counts })
    }

    /// Whether a token is needed.
    pub fn needs_token(&self) -> bool {
        !self.tokens.is_empty()
    }

    /// Whoever asks, by the header with a token and the address.
    ///
    /// # Errors
    /// The same whatever is wrong with a token, where one is needed. Attempts count.
    pub fn who(&self, authorization: Option<&str>, address: IpAddr) -> Result<Who, Refusal> {
        let address = Who::at(address);
        if self.tokens.is_empty() {
            return Ok(address);
        }
        // Without a token the work is the same as with a wrong one.
        let given = authorization.and_then(bearer).unwrap_or_default();
        if let Some(number) = look_up(&self.tokens, given) {
            return Ok(Who::Token(number));
        }
        self.count(&address, 1)?;
        Err(Refusal::new(401, "a token is needed that is known here: Authorization: Bearer TOKEN"))
    }

    /// Counts messages of someone.
    ///
    /// # Errors
    /// Where there were too many of them.
    pub fn count(&self, who: &Who, messages: usize) -> Result<(), Refusal> {
        if self.most == 0 {
            return Ok(());
        }
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.since.elapsed() >= MINUTE {
            *counts = Counts { since: Instant::now(), counts: HashMap::new() };
        }
        // There are no more tokens than the file has.
        let is_known = matches!(who, Who::Token(_))
            || counts.counts.contains_key(who)
            || counts.counts.len() < MAX_COUNTED;
        let who = if is_known { who.clone() } else { Who::Others };
        let count = counts.counts.entry(who).or_default();
        *count = count.saturating_add(u32::try_from(messages).unwrap_or(u32::MAX));
        match *count > self.most {
            true => Err(Refusal::new(429, "there were too many messages; wait a minute")),
            false => Ok(()),
        }
    }
}

fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_graphic()
}

/// The token of a header.
fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The number of a token. Every token is compared, and all of it, so that the time tells nothing of
/// them.
fn look_up(tokens: &[String], given: &str) -> Option<usize> {
    let mut found = None;
    for (number, token) in tokens.iter().enumerate() {
        if is_same(token.as_bytes(), given.as_bytes()) {
            found = Some(number);
        }
    }
    found
}

/// Compares in a time that depends on the length of what is given alone.
fn is_same(token: &[u8], given: &[u8]) -> bool {
    let mut difference = token.len() ^ given.len();
    for (byte, other) in given.iter().zip(token.iter().cycle()) {
        difference |= usize::from(byte ^ other);
    }
    std::hint::black_box(difference) == 0
}

/// The network that one has an address of: who has one of version 6 has many.
fn network(address: IpAddr) -> Network {
    Network(match address {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(tokens: &[&str], most: u32) -> Access {
        let counts = Mutex::new(Counts { since: Instant::now(), counts: HashMap::new() });
        Access { tokens: tokens.iter().map(|&token| token.to_owned()).collect(), most, counts }
    }

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn tokens_are_known_or_not() {
        let access = access(&["0123456789abcdef", "fedcba9876543210"], 0);
        let who = |given: Option<&str>| access.who(given, HERE).map_err(|refusal| refusal.status);
        assert_eq!(who(Some("Bearer fedcba9876543210")), Ok(Who::Token(1)));
        assert_eq!(who(Some("bearer  0123456789abcdef ")), Ok(Who::Token(0)));
        for wrong in [
            None,
            Some(""),
            Some("Bearer"),
            Some("Bearer "),
            Some("Bearer 0123456789abcde"),
            Some("Bearer 0123456789abcdef0"),
            Some("Bearer 0123456789abcdef0123456789abcdef"),
            Some("Basic 0123456789abcdef"),
        ] {
            assert_eq!(who(wrong), Err(401), "{wrong:?}");
        }
    }

    #[test]
    fn messages_are_counted_by_who_sends_them() {
        let by_token = access(&["0123456789abcdef"], 3);
        let who = by_token.who(Some("Bearer 0123456789abcdef"), HERE).unwrap();
        assert!(by_token.count(&who, 3).is_ok());
        assert_eq!(by_token.count(&who, 1).unwrap_err().status, 429);
        // Attempts count too, by their address.
        let statuses: Vec<u16> =
            (0..5).map(|_| by_token.who(None, HERE).unwrap_err().status).collect();
        assert_eq!(statuses, [401, 401, 401, 429, 429]);
        let by_address = access(&[], 1);
        let who = |text: &str| by_address.who(None, text.parse().unwrap()).unwrap();
        assert!(by_address.count(&who("2001:db8::1"), 1).is_ok());
        assert!(by_address.count(&who("2001:db8::2"), 1).is_err());
        assert!(by_address.count(&who("2001:db8:0:1::1"), 1).is_ok());
    }

    #[test]
    fn many_addresses_take_no_more_memory() {
        let access = access(&[], 5);
        let address = |number: u32| Who::at(std::net::Ipv4Addr::from(number).into());
        let refused = (0..20_000).filter(|&number| access.count(&address(number), 1).is_err());
        assert!(refused.count() > 9000);
        assert!(access.counts.lock().unwrap().counts.len() <= MAX_COUNTED + 1);
        // Whoever has a token is not counted among them.
        assert!(access.count(&Who::Token(0), 5).is_ok());
        assert_eq!(access.count(&Who::Token(0), 1).unwrap_err().status, 429);
    }

    #[test]
    fn one_network_counts_as_one_however_it_is_made() {
        let who = |text: &str| Who::at(text.parse().unwrap());
        assert_eq!(who("2001:db8::1"), who("2001:db8::2"));
        assert_ne!(who("2001:db8::1"), who("2001:db8:0:1::1"));
    }
}
