//! Streamable HTTP without sessions and streams, as far as it is about messages: one comes with a
//! POST, its answer is the response. `js/mcp/http.js` is its twin.

use crate::json::read;
use crate::rpc::{Incoming, Kind, RpcError, incoming};
use crate::versions::{BATCHES, UNSAID, VERSION_KEY, says_version};
use crate::words::{STATELESS, WITH_HANDSHAKE, codes, filled, texts};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::IgnoredAny;
use serde_json::{Value, from_str};

/// The bytes that a request may have: several of the longest messages that make sense.
pub const MAX_REQUEST_BYTES: usize = 256 << 10;

/// The methods that are answered.
pub const METHODS: &str = "POST, OPTIONS";

/// Gives the value of a header by its name in small letters.
pub type Headers<'h> = &'h dyn Fn(&str) -> Option<String>;

/// A status, and an answer of JSON, in the place of one to a message.
#[derive(Debug, PartialEq)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: u16,
    /// An error of JSON-RPC.
    pub body: String,
}

impl Refusal {
    /// One that says in a sentence why nothing is answered.
    pub fn new(status: u16, message: &str) -> Self {
        Refusal::of(status, RpcError::new(Kind::Request, message), Value::Null)
    }

    fn of(status: u16, error: RpcError, id: Value) -> Self {
        Refusal { status, body: error.answer(id).to_string() }
    }
}

/// A message, or several that came as one.
#[derive(Debug)]
pub struct Message {
    /// The JSON as it came.
    pub text: String,
    value: Value,
}

/// Whether the pages of an origin may call: where none are named, those of this machine. Of other
/// pages any could have a name that leads there too.
pub fn may_call(origin: &str, origins: &[String]) -> bool {
    if origins.is_empty() {
        is_loopback(origin)
    } else {
        origins.iter().any(|one| one == "*" || one == origin)
    }
}

/// Whether an origin is this machine.
pub fn is_loopback(origin: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_port = |port: &str| {
        let digits = port.strip_prefix(':');
        port.is_empty()
            || digits
                .is_some_and(|all| !all.is_empty() && all.bytes().all(|one| one.is_ascii_digit()))
    };
    rest.is_some_and(|rest| {
        let names = ["localhost", "127.0.0.1", "[::1]"];
        names.iter().any(|name| rest.strip_prefix(name).is_some_and(is_port))
    })
}

/// Checks what a request says before its body.
///
/// # Errors
/// The answer where it cannot bring a message. [`METHODS`] go with the status 405.
pub fn check(method: &str, headers: Headers<'_>, origins: &[String]) -> Result<(), Refusal> {
    if headers("origin").is_some_and(|origin| !may_call(&origin, origins)) {
        return Err(Refusal::new(
            403,
            "this origin may not call; --allow-origin names those that may",
        ));
    }
    if method == "OPTIONS" {
        return Ok(());
    }
    if method != "POST" {
        return Err(Refusal::new(405, "only POST is answered; there are no streams"));
    }
    let kind = headers("content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Refusal::new(415, "the content type is not application/json"));
    }
    let accept = headers("accept").unwrap_or_else(|| "*/*".to_owned()).to_lowercase();
    let kinds = accept.split([' ', '\t', ',']).filter_map(|part| part.split(';').next());
    if !kinds.into_iter().any(|kind| matches!(kind, "application/json" | "application/*" | "*/*")) {
        return Err(Refusal::new(406, "only application/json is answered, which Accept lacks"));
    }
    Ok(())
}

/// Says that a message is too long.
pub fn too_large() -> Refusal {
    Refusal::new(413, &format!("a message has at most {MAX_REQUEST_BYTES} bytes"))
}

/// The message that the body of a request is.
///
/// # Errors
/// The answer where it is none, or headers do not suit it.
pub fn message(body: Vec<u8>, headers: Headers<'_>) -> Result<Message, Refusal> {
    let none = || Refusal::of(400, RpcError::new(Kind::Parse, texts::NO_JSON), Value::Null);
    let text = String::from_utf8(body).map_err(|_| none())?;
    let json = text.trim_start_matches('\u{feff}');
    let Some(value) = read(json) else {
        // What is too deep for a message is JSON all the same.
        let is_json = from_str::<IgnoredAny>(json).is_ok();
        return Err(if is_json { Refusal::new(400, texts::NO_REQUEST) } else { none() });
    };
    check_version(headers, &value)?;
    Ok(Message { text, value })
}

impl Message {
    /// The number of messages that came as one.
    pub fn count(&self) -> usize {
        self.value.as_array().map_or(1, Vec::len)
    }

    /// The status of an answer. Only without a handshake it tells of errors.
    pub fn status(&self, answer: Option<&str>) -> u16 {
        let Some(answer) = answer else { return 202 };
        let answer: Value = from_str(answer).unwrap_or_default();
        let Some(error) = answer.get("error") else { return 200 };
        let code = error.get("code").and_then(Value::as_i64);
        let code = code.and_then(|code| isize::try_from(code).ok()).unwrap_or_default();
        let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
        match code {
            codes::REQUEST => 400,
            _ if !says_version(&self.value) => 200,
            codes::METHOD => 404,
            codes::PARAMS if message.starts_with("_meta:") => 400,
            codes::VERSION => 400,
            _ => 200,
        }
    }
}

fn check_version(headers: Headers<'_>, message: &Value) -> Result<(), Refusal> {
    let version = headers("mcp-protocol-version").map(|version| version.trim().to_owned());
    let version = version.as_deref();
    if let Incoming::Request { id, .. } = incoming(message) {
        if says_version(message) {
            return check_headers(headers, message, version, &id);
        }
        if version.is_some_and(|version| STATELESS.contains(&version)) {
            let missing = filled(texts::META_MISSING, &[VERSION_KEY]);
            return Err(Refusal::of(400, RpcError::new(Kind::Params, missing), id));
        }
    }
    let known: Vec<&str> = STATELESS.iter().chain(&WITH_HANDSHAKE).copied().collect();
    if version.is_some_and(|version| !known.contains(&version)) {
        let message = format!("MCP-Protocol-Version: accepted are {}", known.join(", "));
        return Err(Refusal::new(400, &message));
    }
    let Some(all) = message.as_array() else { return Ok(()) };
    if version.unwrap_or(UNSAID) == BATCHES && !all.iter().any(says_version) {
        return Ok(());
    }
    Err(Refusal::new(400, &format!("only version {BATCHES} has batches")))
}

/// Proxies go by the headers, so that these have to say the same as the message.
fn check_headers(
    headers: Headers<'_>,
    message: &Value,
    version: Option<&str>,
    id: &Value,
) -> Result<(), Refusal> {
    let param = |name: &str| message.get("params").and_then(|params| params.get(name));
    let method = message.get("method").and_then(Value::as_str);
    let said = param("_meta").and_then(|meta| meta.get(VERSION_KEY)).and_then(Value::as_str);
    let named = match method {
        Some("tools/call") => param("name"),
        Some("resources/read") => param("uri"),
        _ => None,
    };
    let header = |name| headers(name).map(|value| value.trim().to_owned());
    for (name, given, said) in [
        ("MCP-Protocol-Version", version.map(str::to_owned), said),
        ("Mcp-Method", header("mcp-method"), method),
        ("Mcp-Name", header("mcp-name").and_then(decoded), named.and_then(Value::as_str)),
    ] {
        if said.is_some() && given.as_deref() != said {
            let what = format!("{name}: it is missing or is not what the message has");
            return Err(Refusal::of(400, RpcError::new(Kind::Header, what), id.clone()));
        }
    }
    Ok(())
}

/// The value of a header. Characters outside of ASCII come as `=?base64?...?=`.
fn decoded(value: String) -> Option<String> {
    let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(encoded) = encoded else { return Some(value) };
    let bytes = STANDARD.decode(encoded).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The versions of the protocol that are spoken, newest first.
pub fn versions() -> Vec<&'static str> {
    STATELESS.iter().chain(&WITH_HANDSHAKE).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn pages_of_this_machine_may_call_unless_others_are_named() {
        let named = ["https://example.org".to_owned()];
        for (origin, usually, where_named) in [
            ("http://localhost", true, false),
            ("https://127.0.0.1:8443", true, false),
            ("http://[::1]:3000", true, false),
            ("https://example.org", false, true),
            ("http://localhost.evil.example", false, false),
            ("http://localhost:", false, false),
            ("http://localhost:80/x", false, false),
            ("http://evil.example:80/localhost", false, false),
            ("null", false, false),
        ] {
            assert_eq!(may_call(origin, &[]), usually, "{origin}");
            assert_eq!(may_call(origin, &named), where_named, "{origin}");
            assert!(may_call(origin, &["*".to_owned()]));
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_is_a_message_or_refused_in_json(
            body in prop_oneof![
                vec(any::<u8>(), 0..60),
                "[\\[{]?\\{\"jsonrpc\":\"2.0\",\"id\":[0-9a\"]{1,2},\"method\":\"\\PC{0,9}\"[}\\], ]{0,3}"
                    .prop_map(String::into_bytes),
            ],
            name in "(mcp-protocol-version|mcp-method|mcp-name|content-type|accept|origin)",
            value in "(2025-03-26|2026-07-28|=\\?base64\\?[a-z=]{0,5}\\?=|\\PC{0,9})",
        ) {
            let header = |asked: &str| (asked == name).then(|| value.clone());
            let refusals = [check("POST", &header, &[]).err(), message(body, &header).err()];
            for refusal in refusals.into_iter().flatten() {
                prop_assert!((400..500).contains(&refusal.status));
                let body: Value = from_str(&refusal.body).unwrap();
                prop_assert!(body["error"]["code"].is_i64());
            }
        }
    }

    #[test]
    fn names_of_other_characters_are_encoded() {
        assert_eq!(decoded("search_docs".into()).unwrap(), "search_docs");
        assert_eq!(decoded("=?base64?w6k=?=".into()).unwrap(), "é");
        assert_eq!(decoded("=?base64?*?=".into()), None);
    }
}
