//! JSON-RPC as far as MCP has it.

use crate::json::{Json, Number, Value, written};
use crate::words::{codes, filled, texts};
use alloc::string::String;

/// The kinds of errors, by the codes of the protocol.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Parse = codes::PARSE,
    Request = codes::REQUEST,
    Method = codes::METHOD,
    Params = codes::PARAMS,
    Internal = codes::INTERNAL,
    Resource = codes::RESOURCE,
    Version = codes::VERSION,
}

/// The answer in the place of a result.
#[derive(Debug)]
pub struct RpcError {
    kind: Kind,
    message: String,
    /// As JSON.
    data: Option<String>,
}

impl RpcError {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        RpcError { kind, message: message.into(), data: None }
    }

    /// The details of an error of the index stay inside; only its kind is told.
    pub fn index(code: &str) -> Self {
        RpcError::new(Kind::Internal, filled(texts::UNUSABLE, &[&text![" (", code, ")"]]))
    }

    pub fn with(self, data: String) -> Self {
        RpcError { data: Some(data), ..self }
    }

    /// The answer to the message with an id, which is JSON.
    pub fn answer(self, id: &str) -> String {
        let mut json = Json::default();
        json.open("").text("jsonrpc", "2.0").raw("id", id).open("error");
        json.raw("code", Number::from(self.kind as i64).text()).text("message", &self.message);
        if let Some(data) = &self.data {
            json.raw("data", data);
        }
        json.close().close();
        json.finish()
    }
}

/// A message that came.
pub enum Incoming<'a> {
    Request {
        /// As JSON.
        id: String,
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

/// An id as JSON: a string or a whole number that JavaScript can tell from others.
fn id_of(id: &Value) -> Option<String> {
    match id {
        Value::String(_) => Some(written(id)),
        Value::Number(number) => Some(Number::from(number.whole()?).text().into()),
        _ => None,
    }
}
