//! The file `kindex.toml`, which says what flags of `kindex build` say, and those of `kindex mcp`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::{Spanned, Value};

use kindex_text::part;
use kindex_text::rules::{ParseRulesError, rules};

/// The key whose tables are indexes.
const INDEX: &str = "index";

/// The key of the table for `kindex mcp`, and that of the indexes in it.
const MCP: &str = "mcp";
const INDEXES: &str = "indexes";

/// The key of the files and folders to read.
const PATHS: &str = "paths";

/// The key of the place where the index is written.
const OUTPUT: &str = "output";

/// The key of the tenant, and what stands for it in an output.
const TENANT: (&str, &str) = ("tenant", "{tenant}");

/// Keys whose values are paths, from the folder of the file.
const FILES: [&str; 13] = [
    PATHS,
    OUTPUT,
    CACHE,
    "extra",
    "golden",
    KEEP_PREVIOUS,
    "log",
    "pins",
    "rooms",
    "synonyms",
    "token-file",
    "topics",
    "vectors",
];

/// The key of the folder for what is kept, and its value for `kindex mcp` where nothing is.
const CACHE: &str = "cache";
const OFF: &str = "off";

/// The key of the folder with the build before, or of the address at which that is published.
const KEEP_PREVIOUS: &str = "keep-previous";

/// The indexes that a `kindex.toml` asks for. A key is a flag of `kindex build` by its long name:
/// text and numbers are its value, `true` is a flag without one, and a list repeats the flag.
/// Numbers in a list are one value with commas. `paths` are the files and folders. An `[[index]]`
/// has its own values for keys, and those before all such for the others. Several may have one
/// `output` that has `{tenant}` in it, each with its own `tenant`.
///
/// `[mcp]` has the flags of `kindex mcp`, and in `indexes` the files, folders and addresses that it
/// serves: by their names, or as a list.
///
/// ```
/// use kindex_extract::Configuration;
/// let source = r#"
///     strict = true
///     [[index]]
///     paths = ["guide"]
///     output = "guide.kdx"
///     levels = [2000, 500]
///     [[index]]
///     paths = ["api"]
///     output = "api.kdx"
///     strict = false
/// "#;
/// let [guide, api] = &Configuration::parse(source, "docs")?.indexes[..] else { panic!() };
/// assert_eq!(guide.paths, ["docs/guide"]);
/// assert_eq!(guide.flags["output"], ["docs/guide.kdx"]);
/// assert_eq!(guide.flags["levels"], ["2000,500"]);
/// assert!(guide.flags["strict"].is_empty() && !api.flags.contains_key("strict"));
/// # Ok::<(), kindex_extract::ParseRulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// In the order of the file.
    pub indexes: Vec<IndexSettings>,
    /// The flags of `kindex mcp`, with its indexes as paths, each as `NAME=INDEX` where it is named.
    pub mcp: Option<IndexSettings>,
}

/// The settings of one index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexSettings {
    /// The files and folders to read.
    pub paths: Vec<String>,
    /// Flags by their long names, in order, each with its values; none for a flag without.
    pub flags: BTreeMap<String, Vec<String>>,
}

/// By key the values; nothing for what is switched off.
type Settings = BTreeMap<String, Option<Vec<String>>>;

impl Configuration {
    /// Reads the file that lies in `folder`, which is empty for the current one.
    ///
    /// # Errors
    /// [`ParseRulesError`] with the line, where it is no TOML or a value is of no use.
    pub fn parse(source: &str, folder: &str) -> Result<Configuration, ParseRulesError> {
        let mut table: BTreeMap<String, Spanned<Value>> = rules(source)?;
        let tables = table.remove(INDEX);
        let mcp = table.remove(MCP).map(|mcp| of_mcp(source, folder, mcp)).transpose()?;
        let common = settings(source, folder, &table)?;
        let Some(tables) = tables else {
            return Ok(Configuration { indexes: vec![IndexSettings::of(common)], mcp });
        };
        let span = tables.span();
        let own = indexes(source, folder, tables)?;
        let whole = own.into_iter().map(|own| {
            let common = common.clone().into_iter();
            IndexSettings::of(common.chain(own).collect())
        });
        let indexes: Vec<IndexSettings> = whole.collect();
        distinct(source, &span, &indexes)?;
        Ok(Configuration { indexes, mcp })
    }
}

impl IndexSettings {
    fn of(mut settings: Settings) -> Self {
        let paths = settings.remove(PATHS).flatten().unwrap_or_default();
        let flags = settings.into_iter().filter_map(|(key, values)| Some((key, values?)));
        IndexSettings { paths, flags: flags.collect() }
    }

    /// The output, with the tenant in it.
    fn output(&self) -> Option<String> {
        let (key, placeholder) = TENANT;
        let output = self.flags.get(OUTPUT)?.first()?;
        match self.flags.get(key).and_then(|names| names.first()) {
            Some(tenant) => Some(output.replace(placeholder, tenant)),
            None => Some(output.clone()),
        }
    }
}

/// Fails where two indexes would have one output, or there is none.
fn distinct(
    source: &str,
    span: &Range<usize>,
    indexes: &[IndexSettings],
) -> Result<(), ParseRulesError> {
    let fail = |message: String| Err(ParseRulesError::new(source, span, message));
    if indexes.is_empty() {
        return fail(
            "index: there is none; write [[index]] before the settings of each".to_owned(),
        );
    }
    let mut outputs = BTreeSet::new();
    for index in indexes {
        if index.output().is_some_and(|output| !outputs.insert(output)) {
            let advice = "write {tenant} in it and give each its own tenant, or name another";
            return fail(format!("output: two indexes have the same; {advice}"));
        }
    }
    Ok(())
}

/// The settings of each `[[index]]`.
fn indexes(
    source: &str,
    folder: &str,
    tables: Spanned<Value>,
) -> Result<Vec<Settings>, ParseRulesError> {
    let span = tables.span();
    let fail = || {
        let message = "index: accepted are tables, each begun by [[index]]".to_owned();
        ParseRulesError::new(source, &span, message)
    };
    let Value::Array(tables) = tables.into_inner() else { return Err(fail()) };
    let of_table = |table: Value| {
        let Value::Table(table) = table else { return Err(fail()) };
        let table = table.into_iter().map(|(key, value)| (key, Spanned::new(span.clone(), value)));
        settings(source, folder, &table.collect())
    };
    tables.into_iter().map(of_table).collect()
}

/// The settings of `kindex mcp`.
fn of_mcp(
    source: &str,
    folder: &str,
    table: Spanned<Value>,
) -> Result<IndexSettings, ParseRulesError> {
    let span = table.span();
    let fail = |accepted: &str| {
        ParseRulesError::new(source, &span, format!("mcp: accepted is {accepted}"))
    };
    let Value::Table(mut table) = table.into_inner() else {
        return Err(fail("a table, begun by [mcp]"));
    };
    let named = match table.remove(INDEXES) {
        None => Vec::new(),
        Some(Value::Table(named)) => named.into_iter().map(|(name, it)| (name + "=", it)).collect(),
        Some(Value::Array(all)) => all.into_iter().map(|it| (String::new(), it)).collect(),
        Some(one) => vec![(String::new(), one)],
    };
    let mut paths = Vec::new();
    for (name, index) in named {
        if name == "=" || name.contains(['/', '\\', ':']) || name.matches('=').count() > 1 {
            return Err(fail("a name without slashes, colons and equals signs before each index"));
        }
        let Value::String(index) = index else {
            return Err(fail(
                "indexes = { name = \"file, folder or address\" }, or a list of these",
            ));
        };
        paths.push(name + &placed(folder, KEEP_PREVIOUS, index));
    }
    let keeps_none = table.get(CACHE).and_then(Value::as_str) == Some(OFF);
    let table = table.into_iter().map(|(key, value)| (key, Spanned::new(span.clone(), value)));
    let mut flags = settings(source, folder, &table.collect())?;
    if keeps_none {
        flags.insert(CACHE.to_owned(), Some(vec![OFF.to_owned()]));
    }
    Ok(IndexSettings { paths, ..IndexSettings::of(flags) })
}

fn settings(
    source: &str,
    folder: &str,
    table: &BTreeMap<String, Spanned<Value>>,
) -> Result<Settings, ParseRulesError> {
    let setting = |(key, value): (&String, &Spanned<Value>)| {
        let values = values(value.get_ref()).ok_or_else(|| {
            let accepted = "accepted are text, numbers, true, false and lists of these";
            ParseRulesError::new(source, &value.span(), format!("{key}: {accepted}"))
        })?;
        if key == "pairs" {
            let message = "pairs: the name is no-pairs, for true";
            return Err(ParseRulesError::new(source, &value.span(), message.into()));
        }
        let placed = |value: String| placed(folder, key, value);
        Ok((key.clone(), values.map(|values| values.into_iter().map(placed).collect())))
    };
    table.iter().map(setting).collect()
}

/// The value of a key: from the folder of the file, where it is a path.
fn placed(folder: &str, key: &str, value: String) -> String {
    match key {
        // The output is a folder where it says so.
        OUTPUT if value.ends_with('/') => in_folder(folder, value) + "/",
        KEEP_PREVIOUS if ["http://", "https://"].iter().any(|start| value.starts_with(start)) => {
            value
        }
        _ if FILES.contains(&key) => in_folder(folder, value),
        _ => value,
    }
}

/// The values of a flag, nothing within where it is switched off; nothing for what is of no use.
fn values(value: &Value) -> Option<Option<Vec<String>>> {
    Some(match value {
        Value::Boolean(true) => Some(Vec::new()),
        Value::Boolean(false) => None,
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) if list.iter().all(is_number) => {
            let numbers: Vec<String> = list.iter().filter_map(written).collect();
            Some(vec![numbers.join(",")])
        }
        Value::Array(list) => Some(list.iter().map(written).collect::<Option<_>>()?),
        one => Some(vec![written(one)?]),
    })
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_))
}

fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The path of a file that is named in a folder, in one way of several: `./a` and `a/` are `a`.
/// What `b/..` is the system knows alone, as `b` may be a link.
fn in_folder(folder: &str, path: String) -> String {
    let is_whole = path.starts_with(['/', '\\']) || path.get(1..2) == Some(":");
    let path = if folder.is_empty() || is_whole { path } else { format!("{folder}/{path}") };
    // Two slashes begin the name of a host on Windows.
    let start = part(&path, 0..path.bytes().take(2).take_while(|byte| *byte == b'/').count());
    let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
    let names: Vec<&str> = names.collect();
    match format!("{start}{}", names.join("/")) {
        plain if plain.is_empty() => ".".to_owned(),
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(source: &str) -> IndexSettings {
        Configuration::parse(source, "").unwrap().indexes.remove(0)
    }

    fn error(source: &str) -> String {
        Configuration::parse(source, "").unwrap_err().to_string()
    }

    #[test]
    fn keys_are_flags() {
        let found = one(
            "paths = ['a', 'b']\nexclude = ['x', 'y/']\noverlap = [0.1, 0]\nstrict = true\nquiet = false\nmax-file-size = 8\n",
        );
        assert_eq!(found.paths, ["a", "b"]);
        let flags: Vec<_> = found.flags.iter().map(|(name, it)| (&**name, it.join(" "))).collect();
        let expected =
            [("exclude", "x y/"), ("max-file-size", "8"), ("overlap", "0.1,0"), ("strict", "")];
        assert_eq!(flags, expected.map(|(name, it)| (name, it.to_owned())));
    }

    #[test]
    fn paths_are_those_of_the_folder() {
        let source = "paths = ['a', '/b']\noutput = 'c'\nlanguage = 'de'\n";
        let found = Configuration::parse(source, "site").unwrap().indexes.remove(0);
        assert_eq!(found.paths, ["site/a", "/b"]);
        assert_eq!(found.flags["output"], ["site/c"]);
        assert_eq!(found.flags["language"], ["de"]);
        let found = Configuration::parse("paths = ['a']\noutput = './c/'\n", "site").unwrap();
        assert_eq!(found.indexes[0].flags["output"], ["site/c/"]);
        let kept = |value: &str| {
            let source = format!("keep-previous = {value}\n");
            let index = Configuration::parse(&source, "site").unwrap().indexes.remove(0);
            index.flags["keep-previous"].concat()
        };
        assert_eq!([kept("'pub'"), kept("true")], ["site/pub", ""]);
        assert_eq!(kept("'https://example.org/search/'"), "https://example.org/search/");
        let named = |folder: &str, path: &str| in_folder(folder, path.to_owned());
        assert_eq!(named("", "./a.kdx"), "a.kdx");
        assert_eq!(named("docs", ".//b/"), "docs/b");
        assert_eq!(named("..", "../a/../b"), "../../a/../b");
        assert_eq!([named("x", "//host/./y"), named("x", "../x")], ["//host/y", "x/../x"]);
        assert_eq!([named("", "."), named("", "/"), named("x", "/./y")], [".", "/", "/y"]);
    }

    #[test]
    fn an_index_has_what_stands_before_all() {
        let source = "language = 'de'\nstrict = true\n[[index]]\nlanguage = 'fr'\n[[index]]\nstrict = false\n";
        let found = Configuration::parse(source, "").unwrap().indexes;
        let languages: Vec<_> = found.iter().map(|index| &*index.flags["language"][0]).collect();
        assert_eq!(languages, ["fr", "de"]);
        let strict: Vec<_> = found.iter().map(|index| index.flags.contains_key("strict")).collect();
        assert_eq!(strict, [true, false]);
    }

    #[test]
    fn what_mcp_serves_has_a_table() {
        let source = "paths = ['a']\n[mcp]\ntitle = 'T'\nlog = 'l'\ncache = 'off'\nindexes = { b = 'b.kdx', a = 'https://a.dev/search/', c = '/c' }\n";
        let found = Configuration::parse(source, "docs").unwrap();
        assert_eq!(found.indexes[0].paths, ["docs/a"]);
        let mcp = found.mcp.unwrap();
        let mut paths = mcp.paths;
        paths.sort();
        assert_eq!(paths, ["a=https://a.dev/search/", "b=docs/b.kdx", "c=/c"]);
        let flags = ["cache", "log", "title"].map(|flag| mcp.flags[flag].concat());
        assert_eq!(flags, ["off", "docs/l", "T"]);
        let list = Configuration::parse("[mcp]\nindexes = ['x.kdx', 'y/']\n", "").unwrap();
        assert_eq!(list.mcp.unwrap().paths, ["x.kdx", "y"]);
        let accepted = "mcp: accepted is";
        assert_eq!(
            error("a = 1\nmcp = 2\n"),
            format!("line 2: {accepted} a table, begun by [mcp]")
        );
        for index in ["a = 1", "'a/b' = 'c'", "'' = 'c'", "'a=b' = 'c'", "'a:b' = 'c'"] {
            assert!(error(&format!("[mcp]\nindexes = {{ {index} }}\n")).contains(accepted));
        }
        assert_eq!(one("paths = ['a']\n[mcp]\n").paths, ["a"]);
    }

    #[test]
    fn faults_have_their_line() {
        assert!(error("a = 1\nb = \n").starts_with("line 2: "));
        let accepted = "accepted are text, numbers, true, false and lists of these";
        assert_eq!(error("a = 1\nb = {c = 1}\n"), format!("line 2: b: {accepted}"));
        assert_eq!(error("a = [[1]]\n"), format!("line 1: a: {accepted}"));
        let tables = "line 1: index: accepted are tables, each begun by [[index]]";
        assert_eq!(error("index = 1\n"), tables);
        assert_eq!(error("index = [1]\n"), tables);
        let none = "line 1: index: there is none; write [[index]] before the settings of each";
        assert_eq!(error("index = []\n"), none);
        let same = "output = 'a'\n[[index]]\npaths = ['b']\n[[index]]\npaths = ['c']\n";
        let advice = "line 2: output: two indexes have the same; write {tenant} in it and give each its own tenant, or name another";
        assert_eq!(error(same), advice);
        let tenants = |output: &str, names: [&str; 2]| {
            let [one, other] = names;
            let index = |name: &str| format!("[[index]]\n{name}\n");
            error(&format!("output = '{output}'\n{}{}", index(one), index(other)))
        };
        let (red, blue) = ("tenant = 'red'", "tenant = 'blue'");
        assert_eq!(tenants("a", [red, blue]), advice);
        assert_eq!(tenants("{tenant}", [red, red]), advice);
        assert_eq!(tenants("{tenant}", ["", ""]), advice);
        assert_eq!(tenants("red", [red, "output = '{tenant}'\ntenant = 'red'"]), advice);
    }

    #[test]
    fn indexes_of_tenants_have_one_output() {
        let source =
            "output = 'a/{tenant}/'\n[[index]]\ntenant = 'red'\n[[index]]\ntenant = 'blue'\n";
        let found = Configuration::parse(source, "").unwrap().indexes;
        let tenants: Vec<_> = found.iter().map(|index| &*index.flags["tenant"][0]).collect();
        assert_eq!(tenants, ["red", "blue"]);
        assert!(found.iter().all(|index| index.flags["output"] == ["a/{tenant}/"]));
    }
}
