//! Answers of HTTP.

use crate::http::{Answer, Body, of_bytes, of_status};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, CACHE_CONTROL, HeaderName,
    HeaderValue, ORIGIN, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use kindex_mcp::http::{METHODS, Refusal, may_call};
use serde_json::Value;

/// The headers that pages of other sites may send, and those that they may read besides.
const ACCEPTED: &str = "accept, authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id";
const EXPOSED: &str = "retry-after, www-authenticate";

/// The seconds for which a browser keeps what may be sent.
const PREFLIGHT_SECONDS: &str = "86400";

/// The seconds after which those ask again who asked too much.
pub const RETRY_SECONDS: &str = "60";

/// An answer of JSON, or none.
pub fn json(status: u16, json: String) -> Answer {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match json.is_empty() {
        true => of_status(status, Body::empty()),
        false => of_bytes(status, "application/json", json),
    }
}

/// An answer in the place of one to a message.
pub fn refused(refusal: Refusal) -> Answer {
    let mut answer = json(refusal.status, refusal.body);
    let header = match refusal.status {
        401 => Some((WWW_AUTHENTICATE, "Bearer realm=\"kindex\"")),
        405 => Some((ALLOW, METHODS)),
        429 | 503 => Some((RETRY_AFTER, RETRY_SECONDS)),
        _ => None,
    };
    header.into_iter().for_each(|(name, value)| set(&mut answer, name, value));
    answer
}

/// What a browser is told before a page asks.
pub fn allowed() -> Answer {
    let mut answer = of_status(StatusCode::NO_CONTENT, Body::empty());
    set(&mut answer, ALLOW, METHODS);
    set(&mut answer, ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    set(&mut answer, ACCESS_CONTROL_ALLOW_HEADERS, ACCEPTED);
    set(&mut answer, ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
    answer
}

/// An answer that a page may read whose origin may call.
pub fn to_page(mut answer: Answer, parts: &Parts, origins: &[String]) -> Answer {
    let Some(origin) = parts.headers.get(ORIGIN) else { return answer };
    set(&mut answer, VARY, "origin");
    if origin.to_str().is_ok_and(|origin| may_call(origin, origins)) {
        answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        set(&mut answer, ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    answer
}

/// What whoever asks is told, without a token.
pub fn known(method: &Method, kind: &'static str, value: &Value) -> Answer {
    let mut answer = match *method {
        Method::OPTIONS => of_status(StatusCode::NO_CONTENT, Body::empty()),
        Method::GET | Method::HEAD => of_bytes(StatusCode::OK, kind, format!("{value}\n")),
        _ => of_status(StatusCode::METHOD_NOT_ALLOWED, Body::empty()),
    };
    set(&mut answer, ALLOW, "GET, HEAD, OPTIONS");
    set(&mut answer, ACCESS_CONTROL_ALLOW_METHODS, "GET");
    set(&mut answer, ACCESS_CONTROL_ALLOW_HEADERS, "content-type");
    set(&mut answer, CACHE_CONTROL, "public, max-age=3600");
    answer
}

/// An answer that the pages of all origins may read.
pub fn to_all(mut answer: Answer) -> Answer {
    set(&mut answer, ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    answer
}

fn set(answer: &mut Answer, name: HeaderName, value: &'static str) {
    answer.headers_mut().insert(name, HeaderValue::from_static(value));
}
