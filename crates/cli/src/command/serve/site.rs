//! Answers of the server: files, redirects, and the page for paths that lead nowhere.

use super::base::{Base, Below};
use super::hosts::{HostError, Hosts};
use super::inside::Inside;
use crate::failure::reason;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, LOCATION, RANGE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use percent_encoding::percent_decode_str;
#[cfg(unix)]
use rustix::io::Errno;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback};

/// Shown, with status 404, where there is no page; most hosts of static sites do so.
const NOT_FOUND: &str = "/404.html";

/// A folder as a site.
#[derive(Debug)]
pub struct Site {
    inside: Inside,
    files: ServeDir<DefaultServeDirFallback, Inside>,
    base: Base,
    hosts: Hosts,
}

impl Site {
    /// A folder under a path, for those who call it by one of its names.
    ///
    /// # Errors
    /// Where the folder cannot be found.
    pub fn new(folder: &Path, base: Base, hosts: Hosts) -> io::Result<Self> {
        let inside = Inside::new(folder)?;
        let files = ServeDir::with_backend(inside.root(), inside.clone())
            .redirect_path_prefix(base.prefix())
            .ignore_multi_range_requests(true);
        Ok(Site { inside, files, base, hosts })
    }

    /// The service that answers requests.
    pub fn router(self) -> Router {
        Router::new().fallback(answer).with_state(Arc::new(self)).layer(CompressionLayer::new())
    }

    async fn respond(&self, request: &Parts) -> Response {
        let path = match self.base.below(request.uri.path()) {
            Below::Path(path) => path,
            Below::Above => return self.redirect(request.uri.query()),
            Below::Beside => return self.no_page(),
        };
        let found = match is_hidden(&path) {
            true => Err(ErrorKind::NotFound.into()),
            false => self.look_up(&path, request).await,
        };
        match found {
            Ok(response) if response.status() != StatusCode::NOT_FOUND => response,
            Err(error) if !is_missing(&error) => unreadable(&error),
            _ => self.not_found(&request.method).await,
        }
    }

    async fn look_up(&self, path: &str, request: &Parts) -> io::Result<Response> {
        let ending = if self.is_clean(path).await { ".html" } else { "" };
        let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let uri = Uri::try_from(format!("{path}{ending}{query}"));
        let uri = uri.map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
        let mut headers = request.headers.clone();
        pass_over_ranges(&request.method, &mut headers);
        self.file(uri, request.method.clone(), headers).await
    }

    async fn file(&self, uri: Uri, method: Method, headers: HeaderMap) -> io::Result<Response> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        Ok(self.files.clone().try_call(request).await?.map(Body::new))
    }

    /// Whether an address without an ending stands for a page: `/guide` for `guide.html`, also
    /// where there is a folder `guide`.
    async fn is_clean(&self, path: &str) -> bool {
        !path.ends_with('/')
            && !self.has_file(path).await
            && self.has_file(&format!("{path}.html")).await
    }

    async fn has_file(&self, path: &str) -> bool {
        let Ok(path) = percent_decode_str(path).decode_utf8() else { return false };
        let path = self.inside.root().join(path.trim_start_matches('/'));
        self.inside.metadata(path).await.is_ok_and(|found| found.is_file())
    }

    /// The site's own page for addresses that lead nowhere, or one that leads to the first page.
    async fn not_found(&self, method: &Method) -> Response {
        let method = if method == Method::HEAD { Method::HEAD } else { Method::GET };
        let page = self.file(Uri::from_static(NOT_FOUND), method, HeaderMap::new()).await;
        match page {
            Ok(mut response) if response.status() == StatusCode::OK => {
                *response.status_mut() = StatusCode::NOT_FOUND;
                response
            }
            _ => self.no_page(),
        }
    }

    fn no_page(&self) -> Response {
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\
            <h1>Not found</h1><p><a href=\"{}\">To the first page</a></html>\n",
            self.base
        );
        (StatusCode::NOT_FOUND, Html(page)).into_response()
    }

    fn redirect(&self, query: Option<&str>) -> Response {
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let location = [(LOCATION, format!("{}{query}", self.base))];
        (StatusCode::TEMPORARY_REDIRECT, location).into_response()
    }
}

/// Answers a request, with the headers that a site needs while it is made.
async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let checked = site.hosts.check(request.version, &request.uri, &request.headers);
    if let Err(error) = checked {
        return refused(&error);
    }
    let mut response = site.respond(&request).await;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(kind) = headers.get_mut(CONTENT_TYPE)
        && let Some(known) = in_utf8(kind.as_bytes())
    {
        *kind = HeaderValue::from_static(known);
    }
    response
}

fn refused(error: &HostError) -> Response {
    match error {
        HostError::Missing => {
            (StatusCode::BAD_REQUEST, format!("one header {HOST} is needed\n")).into_response()
        }
        HostError::NotAllowed(host) => {
            let message = format!(
                "kindex serve does not answer to the name {host:?}, as a page of the web could take \
                it to read what is served here. To allow it: kindex serve --allow-host NAME\n"
            );
            (StatusCode::FORBIDDEN, message).into_response()
        }
    }
}

/// Whether a part of the path begins with a dot, as those do too that lead out of the folder.
fn is_hidden(path: &str) -> bool {
    let path = percent_decode_str(path).decode_utf8_lossy();
    path.split(['/', '\\']).any(|part| part.starts_with('.'))
}

/// Drops `Range` unless it is a range of bytes of a GET, as RFC 9110, 14.2 wants.
fn pass_over_ranges(method: &Method, headers: &mut HeaderMap) {
    let Some(range) = headers.remove(RANGE) else { return };
    let parts = range.to_str().ok().and_then(|range| range.split_once('='));
    if let Some((unit, ranges)) = parts
        && method == Method::GET
        && unit.trim().eq_ignore_ascii_case("bytes")
        && let Ok(range) = HeaderValue::from_str(&format!("bytes={ranges}"))
    {
        headers.insert(RANGE, range);
    }
}

/// Whether an error says that there is no such file, or none for us.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput
    ) || is_loop(error)
}

/// Whether links lead in a circle.
#[cfg(unix)]
fn is_loop(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::LOOP)
}

#[cfg(not(unix))]
fn is_loop(_: &io::Error) -> bool {
    false
}

fn unreadable(error: &io::Error) -> Response {
    let message = format!("the file cannot be read: {}\n", reason(error));
    (StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
}

/// The type of a text with its encoding.
fn in_utf8(kind: &[u8]) -> Option<&'static str> {
    match kind {
        b"text/html" => Some("text/html; charset=utf-8"),
        b"text/css" => Some("text/css; charset=utf-8"),
        b"text/plain" => Some("text/plain; charset=utf-8"),
        b"text/markdown" => Some("text/markdown; charset=utf-8"),
        b"text/javascript" | b"application/javascript" => Some("text/javascript; charset=utf-8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_dots_in_front_are_hidden() {
        for path in ["/.git/config", "/a/../b", "/%2e%2e/b", "/a/.b", "/a%5c..%5cb", "/a%2f.b"] {
            assert!(is_hidden(path), "{path}");
        }
        for path in ["/", "/a.b", "/a/b.html", "/a..b"] {
            assert!(!is_hidden(path), "{path}");
        }
    }
}
