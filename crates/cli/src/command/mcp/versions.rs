//! The versions of the protocol. Until 2025 a connection begins with `initialize`; from 2026 on
//! every request says in its `_meta` what it is written in, and nothing is remembered.

use super::rpc::{Kind, RpcError};
use serde_json::{Map, Value, json};

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
pub const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// Without a handshake, newest first.
pub const STATELESS: [&str; 1] = ["2026-07-28"];

/// With one, newest first.
const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Whether a request says in itself that it needs no handshake; checks what it has to say then.
pub fn is_stateless(params: &Map<String, Value>) -> Result<bool, RpcError> {
    let meta = params.get("_meta");
    let Some(version) = meta.and_then(|meta| meta.get(VERSION_KEY)) else {
        return Ok(false);
    };
    let Some(version) = version.as_str() else {
        return Err(RpcError::new(Kind::Params, format!("_meta: {VERSION_KEY} is no string")));
    };
    if !STATELESS.contains(&version) {
        let data = json!({ "supported": STATELESS, "requested": version });
        return Err(RpcError::new(Kind::Version, "Unsupported protocol version").with(data));
    }
    if !meta.and_then(|meta| meta.get(CAPABILITIES_KEY)).is_some_and(Value::is_object) {
        return Err(RpcError::new(Kind::Params, format!("_meta: {CAPABILITIES_KEY} is missing")));
    }
    Ok(true)
}

/// The version of a connection that begins with a handshake: the one asked for, or the newest.
pub fn negotiated(asked: &str) -> &str {
    let [newest, ..] = WITH_HANDSHAKE;
    WITH_HANDSHAKE.into_iter().find(|&version| version == asked).unwrap_or(newest)
}
