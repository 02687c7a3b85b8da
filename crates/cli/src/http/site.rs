//! A folder as a site: files, redirects, and the page for paths that lead nowhere.

use super::answer::{Answer, of_status, page, redirect, text};
use super::base::{Base, Below};
use super::body::Body;
use super::folder::{Folder, Found};
use super::hosts::{HostError, Hosts};
use crate::failure::reason;
use hyper::header::{ACCEPT_ENCODING, ALLOW, HOST, HeaderValue};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, StatusCode};
#[cfg(unix)]
use rustix::io::Errno;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Shown, with status 404, where there is no page; most hosts of static sites do so.
const NOT_FOUND: &str = "/404.html";

/// A folder as a site.
#[derive(Debug)]
pub struct Site {
    folder: Folder,
    base: Base,
    hosts: Hosts,
}

impl Site {
    /// A folder under a path, for those who call it by one of its names.
    ///
    /// # Errors
    /// Where the folder cannot be found.
    pub fn new(folder: &Path, base: Base, hosts: Hosts) -> io::Result<Self> {
        Ok(Site { folder: Folder::new(folder)?, base, hosts })
    }

    /// Answers a request with a file.
    pub async fn answer(&self, request: &Parts) -> Answer {
        match self.path(request) {
            Ok(path) => self.file(&path, request).await,
            Err(answer) => *answer,
        }
    }

    /// The path within the site that a request is for, which begins with a slash.
    ///
    /// # Errors
    /// The answer to a request that is for none: it names another host, another path or method.
    pub fn path(&self, request: &Parts) -> Result<String, Box<Answer>> {
        let checked = self.hosts.check(request.version, &request.uri, &request.headers);
        checked.map_err(|error| refused(&error))?;
        match self.base.below(request.uri.path()) {
            Below::Above => Err(self.redirect("", request).into()),
            Below::Beside => Err(self.no_page().into()),
            Below::Path(_) if ![Method::GET, Method::HEAD].contains(&request.method) => {
                Err(not_allowed().into())
            }
            Below::Path(path) => Ok(path),
        }
    }

    /// The file that a path within the site stands for.
    pub async fn file(&self, path: &str, request: &Parts) -> Answer {
        match self.find(path).await {
            Ok(Found::File(file)) => file.answer(&request.method, &request.headers),
            Ok(Found::Folder) => self.redirect(&format!("{}/", path.trim_matches('/')), request),
            Err(error) if is_missing(&error) => self.not_found(request).await,
            Err(error) => unreadable(&error),
        }
    }

    /// What a path within the site stands for. Disks may be slow, and other requests do not wait
    /// for them.
    ///
    /// # Errors
    /// Where there is nothing, or it cannot be read.
    pub async fn find(&self, path: &str) -> io::Result<Found> {
        let (folder, path) = (self.folder.clone(), path.to_owned());
        tokio::task::spawn_blocking(move || folder.find(&path)).await?
    }

    /// The site's own page for addresses that lead nowhere, or one that leads to the first page.
    async fn not_found(&self, request: &Parts) -> Answer {
        let Ok(Found::File(file)) = self.find(NOT_FOUND).await else { return self.no_page() };
        // No condition and no range was meant for this page.
        let encoding = request.headers.get(ACCEPT_ENCODING);
        let headers = encoding.map(|encoding| (ACCEPT_ENCODING, encoding.clone()));
        let mut answer = file.answer(&request.method, &HeaderMap::from_iter(headers));
        *answer.status_mut() = StatusCode::NOT_FOUND;
        answer
    }

    fn no_page(&self) -> Answer {
        let html = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\
            <h1>Not found</h1><p><a href=\"{}\">To the first page</a></html>\n",
            self.base
        );
        page(StatusCode::NOT_FOUND, html)
    }

    /// Leads to a path below the base, with what the request asks there.
    fn redirect(&self, path: &str, request: &Parts) -> Answer {
        let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        redirect(&format!("{}{path}{query}", self.base))
    }
}

fn refused(error: &HostError) -> Answer {
    match error {
        HostError::Missing => {
            text(StatusCode::BAD_REQUEST, format!("one header {HOST} is needed\n"))
        }
        HostError::NotAllowed(host) => {
            let message = format!(
                "kindex does not answer to the name {host:?}, as a page of the web could take it to \
                read what is served here. To allow it: --allow-host NAME\n"
            );
            text(StatusCode::FORBIDDEN, message)
        }
    }
}

fn not_allowed() -> Answer {
    let mut answer = of_status(StatusCode::METHOD_NOT_ALLOWED, Body::empty());
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,HEAD"));
    answer
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

fn unreadable(error: &io::Error) -> Answer {
    let message = format!("the file cannot be read: {}\n", reason(error));
    text(StatusCode::INTERNAL_SERVER_ERROR, message)
}
