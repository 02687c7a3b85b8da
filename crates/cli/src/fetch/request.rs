//! What all requests have in common: times, certificates, and the reasons that they fail.

use crate::failure::{Failure, reason};
use crate::whole;
use std::env;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use ureq::config::ConfigBuilder;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::typestate::AgentScope;
use ureq::{Agent, Error, Timeout};

/// The time in which nothing arrives before a request ends. Setting up a connection takes less on a
/// slow network, even where a few packets are lost.
pub const STALL: Duration = Duration::from_secs(15);

/// The time that files may take together, as a byte now and then is no stall.
pub const WHOLE: Duration = Duration::from_mins(10);

/// A host may move a folder, and send browsers from http to https.
pub const MAX_REDIRECTS: u32 = 5;

/// The number of files that are fetched at the same time at most.
pub const MAX_FETCHERS: usize = 8;

/// The file with the certificates to trust, for whoever has an authority of their own.
const ROOTS: &str = "SSL_CERT_FILE";

/// The reason that a file was not fetched.
#[derive(Debug)]
pub enum FetchError {
    /// The server answered that it has none, with this status.
    Status(u16),
    /// The server takes too long, or has too much to do: it may do so for each file.
    Slow(String),
    /// Anything else that keeps it from arriving.
    Failed(String),
    /// It leads elsewhere, or is not what was asked for.
    Refused(String),
}

impl FetchError {
    /// A line that says what failed.
    pub fn line(&self, address: &str) -> String {
        let mut line = format!("cannot fetch {address}: ");
        let _ = match self {
            FetchError::Status(status) => write!(line, "{}", answered(*status)),
            FetchError::Slow(why) | FetchError::Failed(why) | FetchError::Refused(why) => {
                write!(line, "{why}")
            }
        };
        line
    }
}

/// What all requests have in common.
pub fn config(stall: Duration) -> Result<ConfigBuilder<AgentScope>, Failure> {
    Ok(Agent::config_builder()
        .tls_config(TlsConfig::builder().root_certs(roots()?).build())
        .user_agent(concat!("kindex/", env!("CARGO_PKG_VERSION")))
        // The files are compressed already.
        .accept_encoding("identity")
        .http_status_as_error(false)
        .max_idle_connections_per_host(MAX_FETCHERS)
        .timeout_resolve(Some(stall))
        .timeout_connect(Some(stall))
        .timeout_per_read(Some(stall))
        .timeout_per_write(Some(stall)))
}

pub fn check_status(status: u16) -> Result<(), FetchError> {
    match status {
        200..300 => Ok(()),
        408 | 429 | 500.. => Err(FetchError::Slow(answered(status))),
        status => Err(FetchError::Status(status)),
    }
}

/// Why a request failed, in the words of whoever runs it.
pub fn failed(error: &Error) -> FetchError {
    let why = match error {
        Error::Timeout(timeout) => return FetchError::Slow(slow(*timeout)),
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            return FetchError::Slow("the server took too long".to_owned());
        }
        Error::Io(error) => reason(error),
        Error::HostNotFound => "there is no such host".to_owned(),
        Error::BodyExceedsLimit(most) => format!("it has more than {most} bytes"),
        Error::TooManyRedirects => "the server redirects without end".to_owned(),
        Error::RequireHttpsOnly(_) => "the server redirects from https to http".to_owned(),
        error => error.to_string(),
    };
    FetchError::Failed(why)
}

fn answered(status: u16) -> String {
    format!("the server answered {status}")
}

pub fn slow(timeout: Timeout) -> String {
    match timeout {
        Timeout::Global => format!("it took more than {} minutes", WHOLE.as_secs() / 60),
        _ => format!("nothing arrived for {} seconds", STALL.as_secs()),
    }
}

/// The certificates to trust.
fn roots() -> Result<RootCerts, Failure> {
    let Some(path) = env::var_os(ROOTS).filter(|path| !path.is_empty()) else {
        return Ok(RootCerts::WebPki);
    };
    let path = Path::new(&path);
    let pem = whole::bytes_of(path)?;
    let items = parse_pem(&pem).filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = items.collect();
    if certificates.is_empty() {
        let message = format!("{}: {ROOTS} names it, and it has no certificate", path.display());
        return Err(Failure::new(message));
    }
    Ok(RootCerts::new_with_certs(&certificates))
}
