//! An index for language models over HTTP: Streamable HTTP, and what programs read of a server
//! before they connect.

mod access;
mod answers;
mod workers;

use super::log::Log;
use super::served::Sources;
use crate::failure::Failure;
use crate::http::{self, Answer, BodyError, Hosts, Peer, Request, host_name, whole_body};
use crate::terminal::output;
use access::{Access, Who};
use answers::{allowed, json, known, refused, to_all, to_page};
use hyper::header::{HOST, USER_AGENT};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use kindex_mcp::Settings;
use kindex_mcp::card;
use kindex_mcp::http::{MAX_REQUEST_BYTES, Refusal, check, is_loopback, message, too_large};
use serde_json::Value;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use workers::{Busy, Job, Workers};

/// The port where none is given.
const PORT: u16 = 8788;

/// The path at which messages are answered; the root does too.
const PATH: &str = "/mcp";

/// The places of a card: the one that is recommended, and the one where older clients look.
const CARDS: [&str; 2] = ["/mcp/server-card", "/.well-known/mcp/server-card.json"];
const CATALOG: &str = "/.well-known/ai-catalog.json";

/// The time in which the body of a request has to be there.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The flags of a server over HTTP.
#[derive(clap::Args)]
#[command(next_help_heading = "HTTP")]
pub struct Flags {
    /// Answer over HTTP at this address instead, such as 8788 or 0.0.0.0:8788; without a host at
    /// 127.0.0.1
    #[arg(long, value_name = "ADDR")]
    pub http: Option<Listen>,
    /// Answer those alone who send one of the tokens of this file, one on each line of at least 16
    /// characters (Authorization: Bearer TOKEN); KINDEX_MCP_TOKEN may have one too
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// An origin whose pages may call, such as https://example.org; may be given again, * allows
    /// all [default: pages of this machine]
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
    /// A name that the server may be called by, besides localhost and the address it listens on;
    /// may be given again; * allows any
    #[arg(long, value_name = "NAME", value_parser = host_name, requires = "http")]
    allow_host: Vec<String>,
    /// How many messages a minute are answered of whoever has a token, or else an address; 0 is
    /// any number
    #[arg(long, value_name = "N", default_value_t = 600, requires = "http")]
    rate_limit: u32,
    /// The address that clients are told in the server card, such as https://docs.example.org/mcp
    /// [default: by the name that they call the server by]
    #[arg(long, value_name = "URL", value_parser = public_address, requires = "http")]
    public_url: Option<String>,
}

/// An address that all may be told, without a slash at its end.
fn public_address(given: &str) -> Result<String, String> {
    let rest = given.strip_prefix("https://").or_else(|| given.strip_prefix("http://"));
    let is_other = |char: char| "?#@\\".contains(char) || char.is_whitespace() || char.is_control();
    match rest {
        Some(rest) if !rest.is_empty() && !rest.starts_with('/') && !rest.contains(is_other) => {
            Ok(given.trim_end_matches('/').to_owned())
        }
        _ => Err("accepted are addresses of http and https without a user, ? and #".to_owned()),
    }
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq)]
pub struct Listen {
    host: String,
    port: u16,
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || "accepted are a port, a host, and both as 127.0.0.1:8788".to_owned();
        let port = |text: &str| text.parse::<u16>().map_err(|_| wrong());
        let is_address = text.parse::<IpAddr>().is_ok();
        let (host, port) = match text.rsplit_once(':') {
            _ if is_address => (text, PORT),
            Some((host, given)) => (host, port(given)?),
            None if text.bytes().all(|byte| byte.is_ascii_digit()) => ("", port(text)?),
            None => (text, PORT),
        };
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if host.contains(['/', '@', ' ']) || (host.contains(':') && host.parse::<IpAddr>().is_err())
        {
            return Err(wrong());
        }
        let host = if host.is_empty() { "127.0.0.1" } else { host };
        Ok(Listen { host: host.to_owned(), port })
    }
}

/// What answers requests.
struct Server {
    settings: Settings,
    hosts: Hosts,
    access: Access,
    workers: Workers,
    log: Option<Arc<Log>>,
    origins: Vec<String>,
    public_url: Option<String>,
}

/// Answers until SIGINT or SIGTERM.
///
/// # Errors
/// No index may open, the tokens may be unreadable, or the port may be taken.
pub fn run(
    flags: &Flags,
    listen: &Listen,
    sources: &Sources,
    settings: &Settings,
    log: Option<Log>,
) -> Result<(), Failure> {
    let access = Access::new(flags.token_file.as_deref(), flags.rate_limit)?;
    let log = log.map(Arc::new);
    let workers = Workers::start(sources, settings, log.clone())?;
    http::serve(&listen.host, listen.port, |address| {
        let hosts = Hosts::new(address.ip(), &listen.host, &flags.allow_host);
        let name = match sources {
            [(_, source)] => source.name().display().to_string(),
            several => several.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "),
        };
        let name = output::plain(&name);
        if !address.ip().is_loopback() && !access.needs_token() {
            output::warning("whoever reaches this machine may ask; --token-file lets only some");
        }
        output::print(&format!("Serving {name} at http://{address}{PATH}\n"))?;
        let server = Arc::new(Server {
            settings: settings.clone(),
            hosts,
            access,
            workers,
            log,
            origins: flags.allow_origin.clone(),
            public_url: flags.public_url.clone(),
        });
        Ok(move |request: Request| {
            let server = Arc::clone(&server);
            async move { server.answer(request).await }
        })
    })
}

impl Server {
    async fn answer(&self, request: Request) -> Answer {
        let (parts, body) = request.into_parts();
        if self.hosts.check(parts.version, &parts.uri, &parts.headers).is_err() {
            let message = "the server does not answer to this name; --allow-host allows it";
            return refused(Refusal::new(403, message));
        }
        match parts.uri.path() {
            PATH | "/" => {
                let answer = self.told(&parts, body).await.unwrap_or_else(refused);
                to_page(answer, &parts, &self.origins)
            }
            path if CARDS.contains(&path) || path == CATALOG => self.before(&parts, path),
            _ => http::text(StatusCode::NOT_FOUND, format!("messages are answered at {PATH}\n")),
        }
    }

    /// What programs read before they connect: the card, or the catalog that has it.
    fn before(&self, parts: &Parts, path: &str) -> Answer {
        let (address, needs_token) = (self.address(parts), self.access.needs_token());
        if needs_token && is_in_clear(&address) {
            let message = "there is no card for http, as tokens would be sent in clear; \
                           give --public-url";
            return refused(Refusal::new(404, message));
        }
        match path {
            CATALOG => self.known(parts, card::CATALOG, &card::catalog(&address)),
            _ => self.known(parts, card::CARD, &card::card(&self.settings, &address, needs_token)),
        }
    }

    /// The answer to a message.
    async fn told(&self, parts: &Parts, body: hyper::body::Incoming) -> Result<Answer, Refusal> {
        let header = |name: &str| parts.headers.get(name)?.to_str().ok().map(str::to_owned);
        check(parts.method.as_str(), &header, &self.origins)?;
        if parts.method == Method::OPTIONS {
            return Ok(allowed());
        }
        let who = self.who(parts)?;
        self.access.count(&who, 1)?;
        let body = whole_body(body, MAX_REQUEST_BYTES, BODY_TIME).await;
        let body = body.map_err(|error| match error {
            BodyError::TooLarge => too_large(),
            BodyError::Broken => Refusal::new(408, "the message did not come"),
        })?;
        let message = message(body, &header)?;
        // Those that come as one count each.
        self.access.count(&who, message.count().saturating_sub(1))?;
        let session = self.log.as_ref().map(|log| log.session((&who, header(USER_AGENT.as_str()))));
        let job = Job { text: message.text.clone(), session: session.unwrap_or_default() };
        let answer = self.workers.answer(job).await.map_err(|Busy| {
            Refusal::new(503, "there is too much to do at the moment; ask again")
        })?;
        Ok(json(message.status(answer.as_deref()), answer.unwrap_or_default()))
    }

    /// What programs read before they connect, for whoever asks. All pages may read it of a server
    /// with a public address, and else those that may call.
    fn known(&self, parts: &Parts, kind: &'static str, value: &Value) -> Answer {
        match self.access.count(&Who::at(peer(parts)), 1) {
            Ok(()) if self.public_url.is_some() => to_all(known(&parts.method, kind, value)),
            Ok(()) => to_page(known(&parts.method, kind, value), parts, &self.origins),
            Err(refusal) => refused(refusal),
        }
    }

    fn who(&self, parts: &Parts) -> Result<Who, Refusal> {
        let authorization = parts.headers.get(hyper::header::AUTHORIZATION);
        let given = authorization.and_then(|value| value.to_str().ok());
        self.access.who(given, peer(parts))
    }

    /// The address of the server, as clients know it.
    fn address(&self, parts: &Parts) -> String {
        if let Some(address) = &self.public_url {
            return address.clone();
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        format!("http://{host}{PATH}")
    }
}

/// Whether what is sent to an address can be read on the way.
fn is_in_clear(address: &str) -> bool {
    let origin = address.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    origin.starts_with("http:") && !is_loopback(&origin)
}

/// The address that a request comes from.
fn peer(parts: &Parts) -> IpAddr {
    parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_all_has_no_user() {
        let told = "https://docs.example.org/mcp";
        assert_eq!(public_address(&format!("{told}/")).as_deref(), Ok(told));
        for wrong in [
            "docs.example.org",
            "https:///mcp",
            "https://me:secret@docs.example.org",
            "https://docs.example.org?x",
        ] {
            assert!(public_address(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_sent_by_http_to_another_machine_is_in_clear() {
        for (address, expected) in [
            ("http://docs.example.org/mcp", true),
            ("http://localhost.example.org/mcp", true),
            ("http://127.0.0.1:8788/mcp", false),
            ("http://localhost/mcp", false),
            ("https://docs.example.org/mcp", false),
        ] {
            assert_eq!(is_in_clear(address), expected, "{address}");
        }
    }

    #[test]
    fn where_a_server_listens_may_be_said_in_short() {
        for (text, host, port) in [
            ("9000", "127.0.0.1", 9000),
            (":9000", "127.0.0.1", 9000),
            ("0", "127.0.0.1", 0),
            ("0.0.0.0:80", "0.0.0.0", 80),
            ("localhost", "localhost", PORT),
            ("[::1]:8080", "::1", 8080),
            ("::1", "::1", PORT),
            ("192.0.2.1", "192.0.2.1", PORT),
        ] {
            assert_eq!(text.parse(), Ok(Listen { host: host.into(), port }), "{text}");
        }
        for wrong in ["http://localhost:80", "localhost:x", "70000", "a:b:1", "localhost:80/mcp"] {
            assert!(wrong.parse::<Listen>().is_err(), "{wrong}");
        }
    }
}
