//! What programs read of a server before they connect: its card (SEP-2127, of the extension
//! `io.modelcontextprotocol/server-card`), and a catalog that has no other one (AI Catalog).

use crate::http::versions;
use crate::sanitize::cut;
use crate::settings::Settings;
use crate::text::line;
use serde_json::{Value, json};

/// The type of a card.
pub const CARD: &str = "application/mcp-server-card+json";

/// The type of a catalog.
pub const CATALOG: &str = "application/ai-catalog+json";

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

/// The characters that a title or a description may have there, less the sign that it goes on.
const MAX_CHARACTERS: usize = 99;

/// The name that the protocol knows a server by, on its host.
const NAME: &str = "kindex";

/// The card of the server at an address.
pub fn card(settings: &Settings, address: &str, needs_token: bool) -> Value {
    let title = settings.title().map(|title| cut(&line(title), MAX_CHARACTERS));
    let usual = format!("Search and read {}.", title.as_deref().unwrap_or("the documentation"));
    let description = settings.description().map(line).unwrap_or(usual);
    let mut remote = json!({
        "type": "streamable-http",
        "url": address,
        "supportedProtocolVersions": versions(),
    });
    if needs_token && let Value::Object(remote) = &mut remote {
        let header = json!({ "name": "Authorization", "description": "Bearer and a token", "isRequired": true, "isSecret": true });
        remote.insert("headers".into(), json!([header]));
    }
    let mut card = json!({
        "$schema": SCHEMA,
        "name": format!("{}/{NAME}", reversed(host_of(address))),
        "version": settings.version,
        "description": cut(&description, MAX_CHARACTERS),
    });
    if let Value::Object(card) = &mut card {
        card.extend(title.map(|title| ("title".to_owned(), title.into())));
        card.insert("remotes".into(), json!([remote]));
    }
    card
}

/// The catalog of the host of a server at an address.
pub fn catalog(address: &str) -> Value {
    let identifier = format!("urn:air:{}:mcp:{NAME}", host_of(address).trim_matches(['[', ']']));
    let entry =
        json!({ "identifier": identifier, "type": CARD, "url": format!("{address}/server-card") });
    json!({ "specVersion": "1.0", "entries": [entry] })
}

/// The host of an address without its port.
fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// A host as the beginning of a name: `org.example.docs` of `docs.example.org`. Of a number of a
/// machine nothing is reversed.
fn reversed(host: &str) -> String {
    let letters = |part: &&str| part.bytes().any(|byte| byte.is_ascii_alphabetic());
    let parts: Vec<&str> = host.split('.').filter(|part| !part.is_empty()).collect();
    if !parts.last().is_some_and(letters) || host.starts_with('[') {
        return "localhost".to_owned();
    }
    parts.into_iter().rev().collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_by_its_host() {
        for (address, name) in [
            ("https://docs.example.org/mcp", "org.example.docs/kindex"),
            ("http://localhost:8788/mcp", "localhost/kindex"),
            ("http://127.0.0.1:8788/mcp", "localhost/kindex"),
            ("http://[::1]:8788/mcp", "localhost/kindex"),
        ] {
            assert_eq!(card(&Settings::default(), address, false)["name"], name);
        }
        let urn = catalog("https://docs.example.org/mcp")["entries"][0]["identifier"].clone();
        assert_eq!(urn, "urn:air:docs.example.org:mcp:kindex");
    }

    #[test]
    fn texts_that_say_nothing_are_left_out() {
        for text in ["", " \n", "\u{200b}"] {
            let text = Some(text.to_owned());
            let settings =
                Settings { title: text.clone(), description: text, ..Settings::default() };
            let card = card(&settings, "https://a.example/mcp", false);
            assert_eq!(card["description"], "Search and read the documentation.");
            assert_eq!(card.get("title"), None);
            assert_eq!(settings.info().get("title"), None);
        }
    }

    #[test]
    fn texts_are_as_long_as_they_may_be() {
        let long = Some("Ä".repeat(300));
        let settings = Settings { title: long.clone(), description: long, ..Settings::default() };
        let card = card(&settings, "https://a.example/mcp", true);
        for key in ["title", "description"] {
            let length = card[key].as_str().unwrap().chars().count();
            assert!((90..=100).contains(&length), "{length}");
        }
        assert_eq!(card["remotes"][0]["headers"][0]["isSecret"], true);
    }
}
