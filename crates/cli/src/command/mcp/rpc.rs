//! JSON-RPC as far as MCP has it.

use serde_json::{Value, json};

/// The kinds of errors, by the codes of the protocol.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Parse = -32700,
    Request = -32600,
    Method = -32601,
    Params = -32602,
    Internal = -32603,
    Resource = -32002,
    Version = -32022,
}

/// The answer in the place of a result.
#[derive(Debug)]
pub struct RpcError {
    kind: Kind,
    message: String,
    data: Option<Value>,
}

impl RpcError {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        RpcError { kind, message: message.into(), data: None }
    }

    /// The details of an error of the index stay inside; only its kind is told.
    pub fn index(error: &kindex::Error) -> Self {
        let message = format!("the index cannot be used ({})", error.code());
        RpcError::new(Kind::Internal, message)
    }

    pub fn with(self, data: Value) -> Self {
        RpcError { data: Some(data), ..self }
    }

    /// The answer to the message with an id.
    pub fn answer(self, id: Value) -> Value {
        let mut error = json!({ "code": self.kind as i32, "message": self.message });
        if let (Some(error), Some(data)) = (error.as_object_mut(), self.data) {
            error.insert("data".into(), data);
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}

/// A message that came.
pub enum Incoming<'a> {
    Request {
        id: &'a Value,
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
        (Some(Value::String(method)), Some(id)) if is_id(id) => {
            Incoming::Request { id, method, params: message.get("params") }
        }
        _ => Incoming::Wrong,
    }
}

/// Whether it is a string or a whole number that JavaScript can tell from others.
fn is_id(id: &Value) -> bool {
    let whole = |number: f64| number.fract() == 0.0 && number.abs() < (1u64 << 53) as f64;
    id.is_string() || id.as_f64().is_some_and(whole)
}
