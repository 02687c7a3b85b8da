//! The answers of the server: the files of the folder with the search field, and what is asked
//! about the index.

use super::golden::GoldenSet;
use super::state::{Newest, State};
use crate::command::search::explanation;
use crate::failure::Failure;
use crate::field::files::{Entry, files};
use crate::field::markup;
use crate::http::{Answer, Base, Body, Found, Opened, Site, kind_of, of_bytes, of_status, text};
use anstream::adapter::strip_str;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::http::request::Parts;
use kindex::{Error, SearchOptions, Weights};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::timeout;

/// The folder of what the server has besides the site.
const OWN: &str = "__kindex/";

/// The results of a query on the page about the index.
const MAX_RESULTS: usize = 10;

/// A page with more bytes is served without the field.
const MAX_PAGE_BYTES: u64 = 64_000_000;

/// An open page is told so often that nothing happens: else nobody would learn that it has gone.
const HEARTBEAT: Duration = Duration::from_secs(10);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The page about the index, and the script that each page of the site gets, by their paths.
const PANEL: [(&str, &str, &str); 4] = [
    ("", HTML, include_str!("panel.html")),
    ("dev.css", STYLE, include_str!("panel.css")),
    ("dev.js", SCRIPT, include_str!("panel.js")),
    ("search.js", SCRIPT, include_str!("page.js")),
];

/// The parts from which requests are answered.
pub struct Answers {
    pub site: Site,
    pub state: Arc<State>,
    pub golden: Option<GoldenSet>,
    pub base: Base,
}

/// The values of a request's parameters, by their names.
type Parameters = BTreeMap<String, String>;

impl Answers {
    /// Answers a request.
    pub async fn answer(self: &Arc<Self>, request: &Parts) -> Answer {
        let path = match self.site.path(request) {
            Ok(path) => path,
            Err(answer) => return *answer,
        };
        match path.strip_prefix('/').and_then(|path| path.strip_prefix(OWN)) {
            Some(own) => self.own(own, request).await,
            None => self.page(&path, request).await,
        }
    }

    async fn own(self: &Arc<Self>, path: &str, request: &Parts) -> Answer {
        if let Some((_, kind, content)) = PANEL.iter().find(|(own, ..)| *own == path) {
            return fresh(of_bytes(StatusCode::OK, kind, *content));
        }
        match path {
            "events" => self.events(),
            "site.kdx" | "files" | "chunks" | "search" | "golden" => {
                let newest = match self.state.newest().await {
                    Ok(newest) => newest,
                    Err(why) => return text(StatusCode::INTERNAL_SERVER_ERROR, why),
                };
                if path == "site.kdx" {
                    let bytes = newest.bytes.clone();
                    return fresh(of_bytes(StatusCode::OK, "application/octet-stream", bytes));
                }
                self.asked(newest, path, request).await
            }
            _ => field(path),
        }
    }

    /// Other requests do not wait for a search.
    async fn asked(self: &Arc<Self>, newest: Arc<Newest>, path: &str, request: &Parts) -> Answer {
        let (answers, path) = (Arc::clone(self), path.to_owned());
        let asked = parameters(request.uri.query().unwrap_or_default());
        let answer = tokio::task::spawn_blocking(move || answers.about(&newest, &path, &asked));
        match answer.await {
            Ok(Ok(value)) => fresh(of_bytes(StatusCode::OK, "application/json", value)),
            Ok(Err(Failure::Usage(why))) => text(StatusCode::BAD_REQUEST, why),
            Ok(Err(Failure::Message(why))) => text(StatusCode::INTERNAL_SERVER_ERROR, why),
            _ => of_status(StatusCode::INTERNAL_SERVER_ERROR, Body::empty()),
        }
    }

    fn about(&self, newest: &Newest, path: &str, asked: &Parameters) -> Result<Bytes, Failure> {
        let fail = |error: Error| Failure::library(&error);
        let id = asked.get("id").map(String::as_str).unwrap_or_default();
        match path {
            "files" => written(&newest.outcomes),
            "chunks" => written(&chunks(newest, id).map_err(fail)?),
            "search" => {
                let query = asked.get("q").map(String::as_str).unwrap_or_default();
                written(&found(newest, query, weights(asked)?).map_err(fail)?)
            }
            _ => {
                let golden = self.golden.as_ref().map(|golden| {
                    golden.asked(&newest.index, weights(asked)?, &self.base.to_string())
                });
                written(&golden.transpose()?)
            }
        }
    }

    /// Tells an open page of each change, until it has gone.
    fn events(&self) -> Answer {
        let (parts, body) = Body::stream(None);
        let mut changes = self.state.changes();
        tokio::spawn(async move {
            let mut number = *changes.borrow_and_update();
            let mut line = format!("data: {number}\n\n");
            while parts.send(Ok(line.into())).await.is_ok() {
                line = match timeout(HEARTBEAT, changes.changed()).await {
                    Ok(Err(_)) => return,
                    Ok(Ok(())) => {
                        number = *changes.borrow_and_update();
                        format!("data: {number}\n\n")
                    }
                    Err(_) => ":\n\n".to_owned(),
                };
            }
        });
        let mut answer = fresh(of_status(StatusCode::OK, body));
        answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        answer
    }

    /// A file of the site, with the field where it is a page.
    async fn page(&self, path: &str, request: &Parts) -> Answer {
        let line = markup::line(&format!("{}{OWN}search.js", self.base));
        if let Ok(Found::File(opened)) = self.site.find(path).await
            && opened.kind.name == HTML
            && opened.metadata.len() <= MAX_PAGE_BYTES
        {
            let injected = tokio::task::spawn_blocking(move || injected(opened, &line)).await;
            if let Ok(Ok(Some(page))) = injected {
                return fresh(of_bytes(StatusCode::OK, HTML, page));
            }
        }
        self.site.file(path, request).await
    }
}

/// The page of a file with the field; nothing where it has no place for one.
fn injected(opened: Opened, line: &str) -> io::Result<Option<Vec<u8>>> {
    let mut page = Vec::new();
    opened.file.take(MAX_PAGE_BYTES).read_to_end(&mut page)?;
    Ok(if markup::is_wide(&page) { None } else { markup::injected(&page, line) })
}

/// Nothing of this is kept by browsers: it is another one soon.
fn fresh(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// A file of the search field.
fn field(path: &str) -> Answer {
    static FILES: OnceLock<Result<BTreeMap<&'static str, Bytes>, String>> = OnceLock::new();
    let all = FILES.get_or_init(|| match files(Entry::Injected) {
        Ok(files) => Ok(files.into_iter().map(|(path, bytes)| (path, bytes.into())).collect()),
        Err(Failure::Message(why) | Failure::Usage(why)) => Err(why),
        Err(_) => Err("the search field cannot be read".to_owned()),
    });
    match all {
        Ok(files) => match files.get(path) {
            Some(bytes) => {
                fresh(of_bytes(StatusCode::OK, kind_of(Path::new(path)).name, bytes.clone()))
            }
            None => text(StatusCode::NOT_FOUND, "There is nothing here.\n".to_owned()),
        },
        Err(why) => text(StatusCode::INTERNAL_SERVER_ERROR, format!("{why}\n")),
    }
}

fn written(value: &impl Serialize) -> Result<Bytes, Failure> {
    let json = serde_json::to_vec(value).map_err(|error| Failure::new(error.to_string()))?;
    Ok(json.into())
}

/// What is indexed of a document: its facts, and its parents with their headings.
fn chunks(newest: &Newest, id: &str) -> Result<Value, Error> {
    let index = &newest.index;
    let level = 1.min(index.stats().levels.len().saturating_sub(1));
    // A file of records has none of its own name.
    if !index.documents()?.iter().any(|document| document == id) {
        return Ok(json!({ "parts": [] }));
    }
    let parts = index.chunks(id, level)?.into_iter();
    let parts = parts.map(|part| json!({ "headings": part.headings, "text": part.text }));
    let mut document = json!(index.document(id)?);
    if let Some(object) = document.as_object_mut() {
        object.insert("parts".to_owned(), parts.collect());
    }
    Ok(document)
}

/// What a query finds, with its scores explained.
fn found(newest: &Newest, query: &str, weights: Weights) -> Result<Value, Error> {
    let index = &newest.index;
    let options =
        SearchOptions { explain: true, limit: MAX_RESULTS, weights, ..SearchOptions::default() };
    let results = index.search(query, &options)?;
    let levels = index.stats().levels.len();
    let hits = results.hits.iter().map(|hit| {
        let table = hit.explanation.as_ref().map(|explanation| {
            let table = explanation::table(hit, explanation, levels, "");
            strip_str(&table).to_string()
        });
        json!({
            "title": hit.title,
            "headings": hit.headings,
            "url": hit.url,
            "document": hit.document,
            "score": hit.score,
            "snippet": hit.snippet,
            "explanation": table.unwrap_or_default().trim_end(),
        })
    });
    let (hits, total) = (hits.collect::<Vec<_>>(), results.total);
    Ok(json!({ "total": total, "didYouMean": results.did_you_mean, "hits": hits }))
}

/// The weights that a request tries.
fn weights(asked: &Parameters) -> Result<Weights, Failure> {
    let mut weights = Weights::default();
    let Weights { k1, b, title, heading } = &mut weights;
    for (name, weight) in [("k1", k1), ("b", b), ("title", title), ("heading", heading)] {
        let given = asked.get(name).filter(|given| !given.is_empty());
        if let Some(given) = given {
            *weight = given.parse().map_err(|_| {
                Failure::usage(format!("{name}: {given:?} given; accepted are numbers"))
            })?;
        }
    }
    Ok(weights)
}

/// Names and values of a query, as forms write them.
fn parameters(query: &str) -> Parameters {
    let decoded = |text: &str| {
        let text: Cow<'_, str> = text.replace('+', " ").into();
        percent_decode_str(&text).decode_utf8_lossy().into_owned()
    };
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (decoded(name), decoded(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_those_of_forms() {
        let asked = parameters("q=a+b%26c&title=2.5&b=&x");
        assert_eq!(asked["q"], "a b&c");
        assert_eq!(weights(&asked).unwrap(), Weights { title: 2.5, ..Weights::default() });
        let Err(Failure::Usage(why)) = weights(&parameters("k1=much")) else { panic!() };
        assert_eq!(why, "k1: \"much\" given; accepted are numbers");
    }
}
