//! `kindex serve`: a folder over HTTP, for trying a site.

use crate::failure::{Failure, reason};
use crate::output;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use percent_encoding::percent_decode_str;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;

/// Serve a folder over HTTP, for trying a site.
///
/// Prints one line with the address once it is listening, and serves until it is interrupted.
/// Hidden files are not served. Meant for one's own machine, not for the web.
#[derive(clap::Args)]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The port; 0 picks a free one
    #[arg(short, long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
}

/// Runs the command until SIGINT or SIGTERM.
///
/// # Errors
/// Where the folder is missing or the port is taken.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !args.folder.is_dir() {
        let message = format!("cannot serve {}: there is no such folder", args.folder.display());
        return Err(Failure::new(message));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.map_err(|error| cannot_serve(args, &error))?;
    runtime.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<(), Failure> {
    let fail = |error| cannot_serve(args, &error);
    let stopped = stopped().map_err(fail)?;
    let listener = TcpListener::bind((args.host.as_str(), args.port)).await;
    let listener = listener.map_err(|error| cannot_listen(args, &error))?;
    announce(&args.folder, listener.local_addr().map_err(fail)?)?;
    let server = axum::serve(listener, router(&args.folder));
    // Whoever stops the server does not wait for readers that keep their connection open.
    tokio::select! {
        served = server => served.map_err(fail),
        () = stopped => Ok(()),
    }
}

fn announce(folder: &Path, address: SocketAddr) -> Result<(), Failure> {
    let folder = output::plain(&folder.display().to_string());
    output::print(&format!("Serving {folder} at http://{address}/\n"))
}

fn router(folder: &Path) -> Router {
    Router::new()
        .fallback_service(ServeDir::new(folder))
        .layer(middleware::from_fn(tidy))
        .layer(CompressionLayer::new())
}

/// Keeps hidden files hidden and gives answers the headers that a site needs while it is made.
async fn tidy(request: Request, next: Next) -> Response {
    if is_hidden(request.uri().path()) {
        return not_found();
    }
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        return not_found();
    }
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(kind) = headers.get_mut(CONTENT_TYPE)
        && let Some(known) = in_utf8(kind.as_bytes())
    {
        *kind = HeaderValue::from_static(known);
    }
    response
}

/// Whether a part of the path begins with a dot, as those do too that lead out of the folder.
fn is_hidden(path: &str) -> bool {
    let path = percent_decode_str(path).decode_utf8_lossy();
    path.split(['/', '\\']).any(|part| part.starts_with('.'))
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

fn not_found() -> Response {
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
        <title>Not found</title><h1>Not found</h1><p><a href=\"/\">To the first page</a></html>\n";
    (StatusCode::NOT_FOUND, Html(page)).into_response()
}

/// Ends when the process is asked to stop. Listens for that from the call on.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where no interrupt can be waited for, the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn cannot_listen(args: &Args, error: &io::Error) -> Failure {
    let (host, port) = (&args.host, args.port);
    let (what, advice) = match error.kind() {
        io::ErrorKind::AddrInUse => ("the port is taken".into(), "another --port"),
        io::ErrorKind::PermissionDenied => (reason(error), "a --port from 1024"),
        _ => (reason(error), "another --host or --port"),
    };
    Failure::new(format!("cannot listen on {host} port {port}: {what}; choose {advice}"))
}

fn cannot_serve(args: &Args, error: &io::Error) -> Failure {
    Failure::file("serve", &args.folder, error)
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
