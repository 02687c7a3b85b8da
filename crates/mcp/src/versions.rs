//! The versions of the protocol. Until 2025 a connection begins with `initialize`; from 2026 on
//! every request says in its `_meta` what it is written in, and nothing is remembered.

use crate::json::Object;
use crate::rpc::{Kind, RpcError};
use crate::words::{STATELESS, WITH_HANDSHAKE, filled, texts};
use serde_json::{Value, json};

pub const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
pub const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// The version of a client that speaks HTTP and names none.
pub const UNSAID: &str = "2025-03-26";

/// The only one in which several messages come as one.
pub const BATCHES: &str = "2025-03-26";

/// Whether a message says in itself which version it is written in, and so needs no handshake.
pub fn says_version(message: &Value) -> bool {
    let meta = message.get("params").and_then(|params| params.get("_meta"));
    meta.is_some_and(|meta| meta.get(VERSION_KEY).is_some())
}

/// Whether a request says in itself that it needs no handshake; checks what it has to say then.
pub fn is_stateless(params: &Object) -> Result<bool, RpcError> {
    let meta = params.get("_meta");
    let Some(version) = meta.and_then(|meta| meta.get(VERSION_KEY)) else {
        return Ok(false);
    };
    let wrong = |text: &str, name| RpcError::new(Kind::Params, filled(text, &[name]));
    let Some(version) = version.as_str() else {
        return Err(wrong(texts::META_NO_STRING, VERSION_KEY));
    };
    if !STATELESS.contains(&version) {
        let data = json!({ "supported": STATELESS, "requested": version });
        return Err(RpcError::new(Kind::Version, texts::UNSUPPORTED).with(data));
    }
    let capabilities = meta.and_then(|meta| meta.get(CAPABILITIES_KEY));
    if !capabilities.is_some_and(Value::is_object) {
        return Err(wrong(texts::META_MISSING, CAPABILITIES_KEY));
    }
    Ok(true)
}

/// The version of a connection that begins with a handshake: the one asked for, or the newest.
pub fn negotiated(asked: &str) -> &str {
    let [newest, ..] = WITH_HANDSHAKE;
    WITH_HANDSHAKE.into_iter().find(|&version| version == asked).unwrap_or(newest)
}
