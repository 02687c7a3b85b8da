//! Writes results as plain objects, as `JSON.parse` would give them.
//!
//! By hand: a serializer for any type needs the standard library, and the search build does
//! without that.

use alloc::string::String;
use js_sys::Array;
use kindex::{ChildHit, Hit, Results, Stats};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    type Object;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Object;

    #[wasm_bindgen(static_method_of = Object, js_name = fromEntries)]
    fn from_entries(entries: &JsValue) -> JsValue;

    // Several names for one thing: so each value goes over as it is, and no handle is made for it.
    #[wasm_bindgen(method, indexing_setter)]
    fn value(this: &Object, key: &str, value: &JsValue);

    #[wasm_bindgen(method, indexing_setter)]
    fn text(this: &Object, key: &str, text: &str);

    #[wasm_bindgen(method, indexing_setter)]
    fn number(this: &Object, key: &str, number: f64);
}

impl Object {
    /// A number of things in memory: always exact.
    fn count(&self, key: &str, count: usize) {
        self.number(key, count as f64);
    }
}

pub(crate) fn results(results: &Results) -> JsValue {
    let object = Object::new();
    object.text("query", &results.query);
    object.count("total", results.total);
    object.value("hits", &array(&results.hits, hit));
    object.into()
}

fn hit(hit: &Hit) -> JsValue {
    let object = Object::new();
    object.text("id", &hit.id);
    object.text("document", &hit.document);
    object.text("url", &hit.url);
    object.text("anchor", &hit.anchor);
    object.text("title", &hit.title);
    object.value("headings", &array(&hit.headings, |heading| heading.into()));
    object.number("score", hit.score);
    object.count("level", hit.level);
    object.text("text", &hit.text);
    object.text("snippet", &hit.snippet);
    object.count("snippetStart", hit.snippet_start);
    let pair = |&(start, end): &(usize, usize)| array(&[start, end], |&at| at.into());
    object.value("highlights", &array(&hit.highlights, pair));
    object.value("children", &array(&hit.children, child));
    object.value("meta", &meta(&hit.meta));
    object.into()
}

fn child(child: &ChildHit) -> JsValue {
    let object = Object::new();
    object.text("id", &child.id);
    object.number("score", child.score);
    object.count("start", child.start);
    object.count("end", child.end);
    object.into()
}

/// The keys are the author's own. Setting `__proto__` would do nothing; from entries it becomes a
/// key like others.
fn meta(pairs: &[(String, String)]) -> JsValue {
    Object::from_entries(&array(pairs, |(key, value)| array(&[key, value], |&text| text.into())))
}

pub(crate) fn stats(stats: &Stats) -> JsValue {
    let object = Object::new();
    object.count("bytes", stats.bytes);
    object.text("language", &stats.language);
    object.number("documents", stats.documents.into());
    object.number("headings", stats.headings.into());
    object.number("words", stats.words.into());
    object.number("stems", stats.stems.into());
    // Exact up to 2^53, which no index can hold.
    object.number("terms", stats.terms as f64);
    object.number("overlap", stats.overlap);
    let levels = array(&stats.levels, |level| {
        let object = Object::new();
        object.number("size", level.size.into());
        object.number("chunks", level.chunks.into());
        object.into()
    });
    object.value("levels", &levels);
    let sections = array(&stats.sections, |section| {
        let object = Object::new();
        object.text("name", section.name);
        object.count("bytes", section.bytes);
        object.into()
    });
    object.value("sections", &sections);
    object.into()
}

/// What became of a file.
#[cfg(feature = "build")]
pub(crate) fn added(documents: usize, warnings: &[String]) -> JsValue {
    let object = Object::new();
    object.count("documents", documents);
    object.value("warnings", &array(warnings, |warning| warning.into()));
    object.into()
}

fn array<T>(items: &[T], value: impl Fn(&T) -> JsValue) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&value(item));
    }
    array.into()
}
