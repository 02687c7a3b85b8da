//! Reads what a page says of itself in attributes: metadata, filters, orders and weights, in the
//! notation of Pagefind, by its names or by Kindex's. The tags of DocSearch are read too.

#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::collections::BTreeMap;

use kindex::Document;
use kindex_text::{collapse, part};
use scraper::Html;
use scraper::node::Element;

use super::dom::{self, Node, Visitor, walk};
use super::element::attr;
use super::words::contents;

/// The bytes after which a value is cut: results carry all values, and one as long as a page is a
/// mistake.
const MAX_VALUE: usize = 4096;

/// The keys of an attribute that are read: each may have the longest value.
const MAX_KEYS: usize = 64;

/// The values of a key that are read.
const MAX_VALUES: usize = 256;

/// The bytes of keys and values that are read of a page.
const MAX_BYTES: usize = 65_536;

/// The greatest weight that counts, as in Pagefind.
const MAX_WEIGHT: f64 = 10.0;

/// The boost of a page whose weight is zero: a document must have some.
const MIN_BOOST: f64 = 0.01;

/// The number of times that the words of a part are added to its section, at most.
const MAX_TIMES: usize = 9;

type Values = BTreeMap<String, Vec<String>>;

/// The facts that a page states in attributes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Marks {
    meta: BTreeMap<String, String>,
    default_meta: BTreeMap<String, String>,
    filters: Values,
    default_filters: Values,
    sorts: BTreeMap<String, String>,
    /// The length of all keys and values that were read.
    bytes: usize,
}

/// The name of an attribute for searches, without what it begins with.
fn own_name(attribute: &str) -> Option<&str> {
    let rest = attribute.strip_prefix("data-")?;
    rest.strip_prefix("kindex-").or_else(|| rest.strip_prefix("pagefind-"))
}

impl<'a> Visitor<'a> for Marks {
    fn open(&mut self, node: Node<'a>) -> bool {
        let Some(element) = node.value().as_element() else {
            return true;
        };
        if is_left_alone(element) {
            return false;
        }
        self.read(node, element);
        if element.name() == "meta" {
            self.read_docsearch(element);
        }
        true
    }

    fn close(&mut self, _: Node<'a>) {}
}

impl Marks {
    /// Reads all of a page: marks count wherever they stand, also where no text is indexed.
    pub(super) fn of(html: &Html) -> Marks {
        let mut marks = Marks::default();
        walk(html.tree.root(), &mut marks);
        marks
    }

    fn read(&mut self, node: Node<'_>, element: &Element) {
        for (name, said) in &element.attrs {
            let Some(name) = own_name(&name.local) else { continue };
            if self.bytes > MAX_BYTES
                || !matches!(name, "meta" | "default-meta" | "filter" | "default-filter" | "sort")
            {
                continue;
            }
            for (key, value) in pairs(said, node, element) {
                self.note(name, key, value);
            }
        }
    }

    /// Of several values for a key all are filters, and the last is the metadata.
    fn note(&mut self, name: &str, key: String, value: String) {
        self.bytes += key.len() + value.len();
        if self.bytes > MAX_BYTES {
            return;
        }
        match name {
            "meta" => drop(self.meta.insert(key, value)),
            "default-meta" => drop(self.default_meta.insert(key, value)),
            "sort" => drop(self.sorts.insert(key, value)),
            "filter" => add(&mut self.filters, key, value),
            _ => add(&mut self.default_filters, key, value),
        }
    }

    /// Reads the version and the language that DocSearch narrows its searches to. Several stand
    /// with commas between, as in `2.1,latest`.
    fn read_docsearch(&mut self, element: &Element) {
        let name = attr(element, "name").and_then(|name| name.strip_prefix("docsearch:"));
        let Some(key @ ("version" | "language")) = name else { return };
        for value in attr(element, "content").unwrap_or_default().split(',') {
            let value = cut(collapse(value));
            if !value.is_empty() {
                self.note("default-filter", key.to_owned(), value);
            }
        }
    }

    /// The title that results are to show.
    pub(super) fn take_title(&mut self) -> Option<String> {
        self.meta.remove("title")
    }

    /// The title of a page that says none.
    pub(super) fn take_default_title(&mut self) -> Option<String> {
        self.default_meta.remove("title")
    }

    /// Adds everything else to a document.
    pub(super) fn apply(self, document: &mut Document) {
        let Marks { meta, default_meta, filters, default_filters, sorts, bytes: _ } = self;
        document.meta.extend(meta.into_iter().map(|(key, value)| (key, value.into())));
        for (key, value) in default_meta {
            document.meta.entry(key).or_insert_with(|| value.into());
        }
        document.filters.extend(filters);
        for (key, values) in default_filters {
            let is_known = document.meta.contains_key(&key) || document.filters.contains_key(&key);
            if !is_known {
                document.filters.insert(key, values);
            }
        }
        // Results show metadata alone.
        for (key, values) in &document.filters {
            document.meta.entry(key.clone()).or_insert_with(|| cut(values.join(", ")).into());
        }
        for (key, value) in sorts {
            order(document, key, value);
        }
    }
}

/// Has results go by a value. The order is that of filters where a key has some, and otherwise that
/// of metadata: so a date that is shown in words can go by another.
fn order(document: &mut Document, key: String, value: String) {
    match document.meta.get(&key) {
        None => drop(document.meta.insert(key, value.into())),
        Some(shown) if shown.as_str() != value => {
            document.filters.entry(key).or_insert(vec![value]);
        }
        Some(_) => {}
    }
}

fn add(values: &mut Values, key: String, value: String) {
    let known = values.entry(key).or_default();
    if known.len() < MAX_VALUES && !known.contains(&value) {
        known.push(value);
    }
}

/// Whether not even the marks in an element count.
fn is_left_alone(element: &Element) -> bool {
    element.attrs.iter().any(|(name, value)| {
        own_name(&name.local) == Some("ignore")
            && !matches!(&*value.to_ascii_lowercase(), "" | "index" | "true")
    })
}

/// The keys in an attribute, with commas between, and the value of each: `key` is what
/// stands in the element, `key[name]` another of its attributes, and `key:value`, which must
/// be the last, has it to the end.
fn pairs<'a>(
    said: &'a str,
    node: Node<'a>,
    element: &'a Element,
) -> impl Iterator<Item = (String, String)> + 'a {
    let (keys, inline) = split(said);
    let last = keys.matches(',').count();
    let inside = LazyCell::new(move || cut(contents(node)));
    let pairs = keys.split(',').enumerate().take(MAX_KEYS).map(move |(number, key)| {
        let in_brackets = key.trim().strip_suffix(']').and_then(|key| key.split_once('['));
        match (in_brackets, inline.filter(|_| number == last)) {
            (_, Some(value)) => (key, collapse(value)),
            (Some((key, name)), _) => {
                let name = name.trim().to_ascii_lowercase();
                (key, collapse(attr(element, &name).unwrap_or_default()))
            }
            (None, None) => (key, inside.clone()),
        }
    });
    pairs.map(|(key, value)| (collapse(key), cut(value))).filter(|(key, value)| {
        // A pair without a key or a value says nothing.
        !key.is_empty() && !value.is_empty()
    })
}

/// The keys, and the value after the first colon that stands in no brackets.
fn split(said: &str) -> (&str, Option<&str>) {
    let mut inside = false;
    let colon = said.find(|c: char| {
        inside = c == '[' || (inside && c != ']');
        c == ':' && !inside
    });
    match colon {
        Some(at) => (part(said, 0..at), said.get(at + 1..)),
        None => (said, None),
    }
}

fn cut(mut value: String) -> String {
    value.truncate(value.floor_char_boundary(MAX_VALUE));
    value
}

/// The weight that an element gives to what stands in it, if it gives one.
fn weight(element: &Element) -> Option<f64> {
    let named = element.attrs.iter().find(|(name, _)| own_name(&name.local) == Some("weight"));
    let weight: f64 = named?.1.trim().parse().ok()?;
    (weight >= 0.0).then_some(weight.min(MAX_WEIGHT))
}

/// The factor for the scores of a page that is about these parts: the weight that stands on them or
/// around them. Of several weights it is the one next to 1, as the words of no part shall count
/// less. In Pagefind a weight counts with its square.
pub(super) fn boost(bodies: &[Node<'_>]) -> Option<f64> {
    let of_body = |body: &Node<'_>| {
        let around = dom::parents(*body).filter_map(weight).next();
        body.value().as_element().and_then(weight).or(around).unwrap_or(1.0)
    };
    let weights = || bodies.iter().map(of_body);
    let least = weights().min_by(f64::total_cmp)?;
    let greatest = weights().max_by(f64::total_cmp)?;
    let weight = 1.0_f64.clamp(least, greatest);
    (weight != 1.0).then_some((weight * weight).max(MIN_BOOST))
}

/// The number of times that the words of an element count more than others do; zero where they do
/// not.
pub(super) fn times(element: &Element) -> usize {
    let weight = weight(element).unwrap_or(1.0);
    if weight <= 1.0 {
        return 0;
    }
    let more = (weight * weight).round() as usize - 1;
    more.clamp(1, MAX_TIMES)
}
