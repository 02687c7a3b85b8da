//! What goes to and fro.

use super::body::Body;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION};
use hyper::{Response, StatusCode};

/// A request, whose body is read by whoever wants it.
pub type Request = hyper::Request<Incoming>;

/// An answer.
pub type Answer = Response<Body>;

/// An answer that is nothing yet but a status. Browsers ask anew each time, as what is served is
/// being worked on.
pub fn of_status(status: StatusCode, body: Body) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// An answer of bytes of a type.
pub fn of_bytes(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = of_status(status, Body::Whole(bytes.into()));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// A sentence.
pub fn text(status: StatusCode, message: String) -> Answer {
    of_bytes(status, "text/plain; charset=utf-8", message)
}

/// A page.
pub fn page(status: StatusCode, html: String) -> Answer {
    of_bytes(status, "text/html; charset=utf-8", html)
}

/// Leads to another address, if it can be one.
pub fn redirect(location: &str) -> Answer {
    let mut answer = of_status(StatusCode::TEMPORARY_REDIRECT, Body::empty());
    match HeaderValue::from_bytes(location.as_bytes()) {
        Ok(location) => _ = answer.headers_mut().insert(LOCATION, location),
        Err(_) => *answer.status_mut() = StatusCode::BAD_REQUEST,
    }
    answer
}
