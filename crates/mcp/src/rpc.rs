//! JSON-RPC as far as MCP has it.

use crate::json::whole;
use crate::words::{codes, filled, texts};
use serde::Serialize;
use serde_json::{Value, json};

/// The kinds of errors, by the codes of the protocol.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Parse = codes::PARSE,
    Request = codes::REQUEST,
    Method = codes::METHOD,
    Params = codes::PARAMS,
    Internal = codes::INTERNAL,
    Resource = codes::RESOURCE,
    Header = codes::HEADER,
    Version = codes::VERSION,
}

/// The answer in the place of a result.
#[derive(Debug, Serialize)]
pub struct RpcError {
    code: i64,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl RpcError {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        RpcError { code: kind as i64, message: message.into(), data: None }
    }

    /// The details of an error of the index stay inside; only its kind is told.
    pub fn index(code: &str) -> Self {
        RpcError::new(Kind::Internal, filled(texts::UNUSABLE, &[&format!(" ({code})")]))
    }

    pub fn with(self, data: Value) -> Self {
        RpcError { data: Some(data), ..self }
    }

    /// The answer to the message with an id.
    pub fn answer(self, id: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "error": self })
    }
}

/// A message that came.
pub enum Incoming<'a> {
    Request {
        id: Value,
        method: &'a str,
        params: Option<&'a Value>,
    },
    /// A notification, or the answer to a request that was never made: there is nothing to say.
    Unanswered,
    /// No message.
    Wrong,
}

/// Tells the kind of a message.
pub fn incoming(message: &Value) -> Incoming<'_> {
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Incoming::Wrong;
    }
    match (message.get("method"), message.get("id")) {
        (None, _) if message.get("result").or(message.get("error")).is_some() => {
            Incoming::Unanswered
        }
        (Some(Value::String(_)), None) => Incoming::Unanswered,
        (Some(Value::String(method)), Some(id)) => match id_of(id) {
            Some(id) => Incoming::Request { id, method, params: message.get("params") },
            None => Incoming::Wrong,
        },
        _ => Incoming::Wrong,
    }
}

/// An id: a string or a whole number that JavaScript can tell from others.
fn id_of(id: &Value) -> Option<Value> {
    match id {
        Value::String(_) => Some(id.clone()),
        Value::Number(number) => whole(number).map(Value::from),
        _ => None,
    }
}
