//! The settings of a page for the search: the key `search` of its front matter.

use serde_json::Value;

use super::values::{Object, as_text, is_scalar};

/// The settings of a page for the search.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Searched and not shown.
    pub(super) extra: String,
    pub(super) boost: Option<f64>,
    /// Whether the page is not to be found.
    pub(super) excluded: bool,
    /// The values that could not be used, for people.
    pub(super) wrong: Vec<&'static str>,
}

impl Search {
    /// Takes out the keys that are understood: `search: false`, or an object with `exclude`,
    /// `boost` and `extra`. Other keys there stay.
    pub(super) fn take(object: &mut Object) -> Search {
        let mut found = Search::default();
        match object.get_mut("search") {
            Some(Value::Object(search)) => {
                found.read(search);
                if search.is_empty() {
                    object.remove("search");
                }
            }
            Some(other) => found.excluded = as_text(other).as_deref() == Some("false"),
            None => {}
        }
        found
    }

    fn read(&mut self, search: &mut Object) {
        let exclude = search.remove("exclude").as_ref().and_then(as_text);
        self.excluded = exclude.as_deref() == Some("true");
        if let Some(boost) = search.remove("boost").as_ref().and_then(as_text) {
            let number = boost.trim().parse().ok();
            self.boost = number.filter(|boost| *boost > 0.0 && *boost <= 100.0);
            if self.boost.is_none() {
                let wrong = "search.boost was left out; it must be a number above 0, at most 100";
                self.wrong.push(wrong);
            }
        }
        match search.remove("extra").map_or(Some(String::new()), |extra| lines(&extra)) {
            Some(extra) => self.extra = extra,
            None => {
                self.wrong.push("search.extra was left out; it must be text or a list of texts");
            }
        }
    }
}

/// Text, or a list of texts that become a line each.
fn lines(value: &Value) -> Option<String> {
    let one = std::slice::from_ref(value);
    let items = value.as_array().map_or(one, Vec::as_slice);
    let texts = items.iter().filter_map(as_text);
    items.iter().all(is_scalar).then(|| texts.collect::<Vec<_>>().join("\n"))
}
