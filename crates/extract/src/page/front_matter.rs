//! The data that a page may begin with: YAML between `---`, TOML between `+++`, or JSON.

mod search;
mod values;
pub(crate) mod yaml;

use std::collections::BTreeMap;

use kindex::MetaValue;
use kindex_text::json::meta_value;
use kindex_text::{after, file_stem, part};
use serde_json::Value;

use crate::error::{Warning, WarningKind};
use crate::page::url::Override;
use crate::site::Site;
use search::Search;
use values::{Object, as_text, is_scalar};
use yaml::Bad;

/// The facts that a page states about itself.
#[derive(Debug, Default)]
pub(crate) struct FrontMatter {
    values: BTreeMap<String, String>,
    /// The same values with their types.
    typed: BTreeMap<String, MetaValue>,
    /// The values of lists one by one, to narrow searches to.
    lists: BTreeMap<String, Vec<String>>,
    search: Search,
    /// Whether the page has any, also where it is empty or cannot be read.
    is_there: bool,
}

/// Keys that become something else than metadata.
const LANG_KEYS: [&str; 2] = ["lang", "language"];

/// Keys that hold a shorter title: of MDN, Hugo, Docusaurus and others.
const NAME_KEYS: [&str; 8] = [
    "short-title",
    "short_title",
    "linkTitle",
    "linktitle",
    "sidebar_label",
    "navigation_title",
    "nav_title",
    "sidebarTitle",
];

impl FrontMatter {
    fn from_object(mut object: Object) -> Self {
        let search = Search::take(&mut object);
        let lists = object.iter().filter_map(|(key, value)| Some((key.clone(), as_list(value)?)));
        let lists = lists.collect();
        let typed = object.iter().filter_map(|(key, value)| Some((key.clone(), as_meta(value)?)));
        let typed = typed.collect();
        let values = object
            .into_iter()
            .filter_map(|(key, value)| as_text(&value).map(|text| (key, text)))
            .collect();
        FrontMatter { values, typed, lists, search, is_there: true }
    }

    /// That has nothing in it.
    fn without_any() -> Self {
        FrontMatter { is_there: true, ..FrontMatter::default() }
    }

    fn get(&self, key: &str) -> Option<&str> {
        let value = self.values.get(key)?.trim();
        (!value.is_empty()).then_some(value)
    }

    pub(crate) fn title(&self) -> Option<String> {
        self.get("title").map(str::to_owned)
    }

    /// Takes a title from elsewhere on the page if the front matter has none.
    pub(crate) fn or_title(mut self, title: Option<String>) -> Self {
        if let (None, Some(title)) = (self.get("title"), title) {
            self.values.insert("title".to_owned(), title);
        }
        self
    }

    pub(crate) fn lang(&self) -> Option<String> {
        LANG_KEYS.iter().find_map(|key| self.get(key)).map(str::to_owned)
    }

    /// The name of the page in navigation and links.
    pub(crate) fn names(&self) -> Vec<String> {
        let short = NAME_KEYS.iter().filter_map(|key| self.get(key)).map(str::to_owned);
        let aliases = self.lists.get("aliases").into_iter().flatten();
        let last = |alias: &String| alias.trim_matches('/').rsplit('/').next().map(str::to_owned);
        short.chain(aliases.filter_map(last)).collect()
    }

    pub(crate) fn place(&self) -> Override<'_> {
        Override {
            url: self.get("url").or_else(|| self.get("permalink")),
            slug: self.get("slug"),
            is_content: self.is_there,
        }
    }

    /// The reason not to index the page at a path, if it says so.
    pub(crate) fn skip_reason(&self, path: &str, site: Site) -> Option<&'static str> {
        if self.get("draft") == Some("true") {
            Some("the page is a draft (`draft: true`)")
        } else if self.get("published") == Some("false") {
            Some("the page is not published (`published: false`)")
        } else if self.search.excluded {
            Some("the page is not to be searched (`search`)")
        } else if self.get("pagefind") == Some("false") {
            Some("the page is not to be searched (`pagefind: false`)")
        } else if self.get("bookSearchExclude") == Some("true") {
            Some("the page is not to be searched (`bookSearchExclude: true`)")
        } else if site == Site::Hugo {
            self.unrendered(path)
        } else {
            None
        }
    }

    /// The reason that Hugo makes no page of the file at a path, if it says so. A headless page is
    /// a bundle: the folder of an `index.md`.
    fn unrendered(&self, path: &str) -> Option<&'static str> {
        if self.get("headless") == Some("true") && file_stem(path) == "index" {
            return Some("the page is part of others (`headless: true`)");
        }
        let build = self.get("build").or_else(|| self.get("_build"))?;
        let build = serde_json::from_str::<Value>(build).ok()?;
        let render = build.get("render")?;
        let is_never = *render == false || ["false", "never", "link"].iter().any(|no| render == no);
        is_never.then_some("the page is part of others (`build`, `render`)")
    }

    /// The lists of the front matter, such as tags.
    pub(crate) fn filters(&mut self) -> BTreeMap<String, Vec<String>> {
        std::mem::take(&mut self.lists)
    }

    /// The text that is searched as a field of its own and never shown.
    pub(crate) fn extra(&mut self) -> String {
        std::mem::take(&mut self.search.extra)
    }

    /// `search.boost`.
    pub(crate) fn boost(&self) -> f64 {
        self.search.boost.unwrap_or(1.0)
    }

    /// Everything but title, language and what `search` says.
    pub(crate) fn into_meta(mut self) -> BTreeMap<String, MetaValue> {
        self.typed.remove("title");
        for key in LANG_KEYS {
            self.typed.remove(key);
        }
        self.typed
    }
}

/// The value as results give it back. Nothing for null and lists without values.
fn as_meta(value: &Value) -> Option<MetaValue> {
    match value {
        Value::Null => None,
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().filter(|item| !item.is_null()).cloned().collect();
            (!items.is_empty()).then(|| meta_value(&Value::Array(items)))
        }
        other => Some(meta_value(other)),
    }
}

/// The items of a list of scalars; none where it has none.
fn as_list(value: &Value) -> Option<Vec<String>> {
    let items = value.as_array().filter(|items| items.iter().all(is_scalar))?;
    let texts: Vec<String> = items.iter().filter_map(as_text).collect();
    (!texts.is_empty()).then_some(texts)
}

/// The block with which a page began.
#[derive(Default)]
pub(crate) struct Split<'a> {
    pub(crate) matter: FrontMatter,
    /// The page without its front matter.
    pub(crate) body: &'a str,
    pub(crate) warning: Option<Warning>,
}

/// Takes the front matter off a page.
///
/// Malformed front matter is left out of the text all the same, for its author meant it as data,
/// and the page is used without it. A block that only looks like front matter stays in the text, as
/// a rule (`---`) does that opens a page.
pub(crate) fn split(source: &str) -> Split<'_> {
    let found = fenced(source, "---")
        .map(|(matter, body)| (yaml::parse(matter), body))
        .or_else(|| fenced(source, "+++").map(|(matter, body)| (parse_toml(matter), body)))
        .or_else(|| json_object(source));
    match found {
        None => Split { body: source, ..Split::default() },
        Some((Ok(Value::Object(object)), body)) => {
            let matter = FrontMatter::from_object(object);
            let wrong = &matter.search.wrong;
            let warning = (!wrong.is_empty())
                .then(|| Warning::new(WarningKind::FrontMatter, None, wrong.join("; ")));
            Split { matter, body, warning }
        }
        Some((Ok(Value::Null), body)) => {
            Split { matter: FrontMatter::without_any(), body, warning: None }
        }
        // Text between two rules reads as a YAML string.
        Some((Ok(_), _)) => Split { body: source, ..Split::default() },
        Some((Err(bad), body)) => {
            let matter = FrontMatter::without_any();
            Split { matter, body, warning: Some(bad.into_warning()) }
        }
    }
}

impl Bad {
    fn into_warning(self) -> Warning {
        let message =
            format!("the front matter is malformed and was left out: {}", self.message.trim());
        // The front matter begins on the file's second line.
        Warning::new(WarningKind::FrontMatter, self.line.map(|n| n + 1), message)
    }
}

/// Splits off what stands between two lines that are `fence`.
fn fenced<'a>(source: &'a str, fence: &str) -> Option<(&'a str, &'a str)> {
    let first_end = source.find('\n')?;
    if part(source, 0..first_end).trim_end() != fence {
        return None;
    }
    let mut at = first_end + 1;
    for line in after(source, at).split_inclusive('\n') {
        let ends = line.trim_end();
        if ends == fence || (fence == "---" && ends == "...") {
            let matter = part(source, first_end + 1..at);
            return Some((matter, after(source, at + line.len())));
        }
        at += line.len();
    }
    None
}

fn parse_toml(matter: &str) -> Result<Value, Bad> {
    let table: toml::Table = matter.parse().map_err(|error: toml::de::Error| Bad {
        line: error.span().map(|span| line_of(matter, span.start)),
        message: error.message().to_owned(),
    })?;
    Ok(from_toml(toml::Value::Table(table)))
}

fn line_of(text: &str, at: usize) -> usize {
    part(text, 0..at).matches('\n').count() + 1
}

fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) => Value::from(number),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Datetime(time) => Value::String(time.to_string()),
        toml::Value::Array(items) => items.into_iter().map(from_toml).collect(),
        toml::Value::Table(table) => {
            table.into_iter().map(|(key, value)| (key, from_toml(value))).collect()
        }
    }
}

/// Hugo's third way: a JSON object, then a line end.
fn json_object(source: &str) -> Option<(Result<Value, Bad>, &str)> {
    if !source.starts_with("{\n") && !source.starts_with("{ \"") && !source.starts_with("{\"") {
        return None;
    }
    let mut stream = serde_json::Deserializer::from_str(source).into_iter::<Value>();
    let object = stream.next()?.ok()?;
    let body = after(source, stream.byte_offset());
    (body.is_empty() || body.starts_with('\n')).then_some((Ok(object), body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_filters_too() {
        let mut matter =
            split("---\ntags: [tour, 7]\nby: kim\nnone: []\ndeep: [[a]]\n---\n").matter;
        let filters = matter.filters();
        assert_eq!(filters.keys().collect::<Vec<_>>(), ["tags"]);
        assert_eq!(filters["tags"], ["tour", "7"]);
        assert_eq!(matter.into_meta()["tags"], r#"["tour",7]"#);
    }

    #[test]
    fn yaml_scalars_keep_their_spelling() {
        let page = "---\ntitle: \"A: b\"\nversion: 1.10\nweight: 010\ntags: [x, 'y z']\n\
                    draft: false\ndescription: >\n  two\n  lines\nempty:\nauthor:\n  name: Kim\n\
                    ---\n# Body\n";
        let split = split(page);
        assert_eq!(split.body, "# Body\n");
        assert_eq!(split.matter.title().as_deref(), Some("A: b"));
        assert_eq!(split.matter.skip_reason("a.md", Site::Hugo), None);
        let meta = split.matter.into_meta();
        assert_eq!(meta["version"], "1.10");
        assert_eq!(meta["weight"], "010");
        assert_eq!(meta["tags"], r#"["x","y z"]"#);
        let json = meta.iter().filter(|(_, value)| value.is_json()).map(|(key, _)| key.as_str());
        assert_eq!(json.collect::<Vec<_>>(), ["author", "draft", "tags"]);
        assert_eq!(meta["description"].trim(), "two lines");
        assert_eq!(meta["author"], r#"{"name":"Kim"}"#);
        assert!(!meta.contains_key("empty") && !meta.contains_key("title"));
    }

    /// JavaScript writes them as they are spelt, so that no spelling is lost.
    #[test]
    fn plain_scalars_have_types() {
        let is_json = |scalar: &str| {
            let meta = split(&format!("---\nkey: {scalar}\n---\n")).matter.into_meta();
            assert_eq!(meta["key"], scalar.trim_matches('"'), "{scalar}");
            meta["key"].is_json()
        };
        let typed = [
            "true",
            "false",
            "0",
            "7",
            "-7",
            "2.5",
            "-0.25",
            "2024",
            "0.00001",
            "9007199254740991",
        ];
        assert!(typed.into_iter().all(is_json));
        let texts = [
            "True",
            "yes",
            "1.10",
            "2.0",
            "010",
            "+7",
            "-0",
            ".5",
            "7.",
            "1e5",
            "1e-7",
            "0x10",
            "1_000",
            "2024-05-01",
            "0.0000001",
            "9007199254740993",
            "12345678901234567890",
            ".inf",
            "\"7\"",
            "\"true\"",
        ];
        for text in texts {
            assert!(!is_json(text), "{text}");
        }
    }

    #[test]
    fn toml_and_json() {
        let page = "+++\ntitle = \"T\"\ndate = 2024-05-01\ntags = [\"a\", \"b\"]\n+++\nText\n";
        let split_page = split(page);
        assert_eq!(split_page.body, "Text\n");
        let meta = split_page.matter.into_meta();
        assert_eq!((meta["date"].as_str(), meta["tags"].as_str()), ("2024-05-01", r#"["a","b"]"#));
        let split_page = split("{\n \"title\": \"J\", \"slug\": \"s\"\n}\n\nText\n");
        assert_eq!(split_page.matter.title().as_deref(), Some("J"));
        assert_eq!(split_page.body, "\n\nText\n");
    }

    #[test]
    fn malformed_matter_warns_with_its_line_and_keeps_the_page() {
        let split_page = split("---\ntitle: ok\nbad: [a\nkey: \"x\n---\nText\n");
        assert_eq!(split_page.body, "Text\n");
        let warning = split_page.warning.unwrap();
        assert_eq!(warning.kind, WarningKind::FrontMatter);
        assert!(warning.line.is_some_and(|line| (3..=5).contains(&line)), "{warning}");
        let split_page = split("+++\na = 1\nb = = 2\n+++\nText\n");
        assert_eq!(split_page.warning.unwrap().line, Some(3));
    }

    #[test]
    fn extra_words_are_taken_out() {
        let yaml = "---\nsearch:\n  extra: [setup, How do I begin?]\n  boost: 2\n---\nText\n";
        let mut matter = split(yaml).matter;
        assert_eq!(matter.extra(), "setup\nHow do I begin?");
        assert_eq!(matter.boost(), 2.0);
        assert!(matter.into_meta().is_empty());
        let mut matter = split("+++\n[search]\nextra = \"a b\"\n+++\n").matter;
        assert_eq!(matter.extra(), "a b");
        assert!(matter.into_meta().is_empty());
        let wrong = split("---\nsearch: {extra: {a: b}}\n---\nText\n");
        assert_eq!(wrong.matter.into_meta().len(), 0);
        let warning = wrong.warning.unwrap();
        assert!(warning.to_string().starts_with("search.extra was left out"), "{warning}");
    }

    #[test]
    fn pages_may_be_left_out_of_the_search() {
        let skips = |page: &str| split(page).matter.skip_reason("a.md", Site::Plain).is_some();
        assert!(skips("---\nsearch: false\n---\n"));
        assert!(skips("+++\nsearch = false\n+++\n"));
        assert!(skips("---\nsearch:\n  exclude: true\n---\n"));
        assert!(skips("---\npagefind: false\n---\n"));
        assert!(skips("+++\nbookSearchExclude = true\n+++\n"));
        assert!(!skips("---\npagefind: true\nbookSearchExclude: false\n---\n"));
        assert!(!skips("---\nsearch: true\n---\n"));
        assert!(!skips("---\nsearch: {exclude: false}\n---\n"));
    }

    #[test]
    fn other_names_are_read() {
        let page =
            "---\nshort-title: open()\nlinkTitle: Open\naliases: [/old/open-it/, unlock]\n---\n";
        assert_eq!(split(page).matter.names(), ["open()", "Open", "open-it", "unlock"]);
    }

    #[test]
    fn boosts_are_checked() {
        for wrong in ["0", "-1", "101", "NaN", "high", "[1, 2]"] {
            let page = format!("---\nsearch: {{boost: {wrong}}}\n---\n");
            let split = split(&page);
            assert_eq!(split.matter.boost(), 1.0);
            let warning = split.warning.unwrap().to_string();
            assert!(warning.contains("search.boost was left out"), "{warning}");
        }
        let both = split("---\nsearch: {boost: none, extra: {a: b}}\n---\n");
        assert!(both.warning.unwrap().to_string().contains("search.extra was left out"));
        assert_eq!(split("+++\n[search]\nboost = 0.5\n+++\n").matter.boost(), 0.5);
    }

    #[test]
    fn rules_are_not_front_matter() {
        for page in ["---\n\nJust text.\n\n---\nmore", "---\nno end", "text\n---\na: b\n---\n"] {
            assert_eq!(split(page).body, page);
            assert!(split(page).warning.is_none());
        }
        assert_eq!(split("---\n---\nText").body, "Text");
    }

    #[test]
    fn drafts_say_so() {
        assert!(split("---\ndraft: true\n---\n").matter.skip_reason("a.md", Site::Plain).is_some());
        assert!(
            split("---\npublished: false\n---\n").matter.skip_reason("a.md", Site::Plain).is_some()
        );
    }

    #[test]
    fn parts_of_other_pages_say_so() {
        let is_part = |path, page: &str| split(page).matter.unrendered(path).is_some();
        for part in [
            "_build:\n  list: never\n  render: never",
            "build: {render: false}",
            "build: {render: link}",
        ] {
            assert!(is_part("a/b.md", &format!("---\n{part}\n---\n")), "{part}");
        }
        assert!(is_part("a/b.md", "+++\n[build]\nrender = false\n+++\n"));
        for page in ["build: {render: always}", "build: {list: never}", "build: never", "title: a"]
        {
            assert!(!is_part("a/b.md", &format!("---\n{page}\n---\n")), "{page}");
        }
        assert!(is_part("a/index.md", "---\nheadless: true\n---\n"));
        assert!(!is_part("a/index.md", "---\nheadless: false\n---\n"));
        assert!(!is_part("a/_index.md", "---\nheadless: true\n---\n"));
    }
}
