//! Heading ids as the generators make them.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

/// The way in which a generator makes a heading's id from its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeadingIds {
    /// github-slugger: GitHub, Docusaurus, and many more.
    Github,
    /// mdBook.
    Mdbook,
    /// VitePress (`@mdit-vue/shared`).
    Vitepress,
    /// Hugo's default, `autoHeadingIDType = "github"`: made from the line as written.
    Hugo,
    /// Hugo's `autoHeadingIDType = "blackfriday"`.
    Blackfriday,
    /// Python-Markdown's `toc` extension, as MkDocs uses it.
    Mkdocs,
    /// MDN Web Docs.
    Mdn,
}

impl HeadingIds {
    /// Whether ids are made from the heading's source rather than from its words.
    pub fn reads_source(self) -> bool {
        matches!(self, HeadingIds::Hugo | HeadingIds::Blackfriday)
    }

    fn slug(self, words: &str) -> String {
        match self {
            HeadingIds::Github => github(words),
            HeadingIds::Mdbook => mdbook(words),
            HeadingIds::Vitepress => vitepress(words),
            HeadingIds::Hugo => hugo(words),
            HeadingIds::Blackfriday => dashed(words),
            HeadingIds::Mkdocs => mkdocs(words),
            HeadingIds::Mdn => mdn(words),
        }
    }
}

/// Gives the headings of one page their ids, in order.
pub struct Slugger {
    ids: HeadingIds,
    seen: BTreeSet<String>,
    /// The number of times that each slug was taken, so that a page of equal headings is not
    /// quadratic.
    counts: BTreeMap<String, usize>,
}

impl Slugger {
    /// Without any id.
    pub fn new(ids: HeadingIds) -> Self {
        Slugger { ids, seen: BTreeSet::new(), counts: BTreeMap::new() }
    }

    /// The id of a heading that has none of its own.
    pub fn slug(&mut self, words: &str) -> String {
        let base = self.ids.slug(words);
        let id = self.unique(base);
        self.seen.insert(id.clone());
        id
    }

    /// Notes an id that the author gave.
    pub fn take(&mut self, id: &str) {
        // github-slugger does not know of ids that it did not make.
        if self.ids != HeadingIds::Github {
            self.seen.insert(id.to_owned());
        }
    }

    fn unique(&mut self, base: String) -> String {
        if !self.seen.contains(&base) {
            return base;
        }
        let (separator, first) = match self.ids {
            HeadingIds::Mkdocs => ('_', 1),
            HeadingIds::Mdn => ('_', 2),
            _ => ('-', 1),
        };
        let count = self.counts.entry(base.clone()).or_insert(first);
        loop {
            let id = format!("{base}{separator}{count}");
            *count += 1;
            if !self.seen.contains(&id) {
                return id;
            }
        }
    }
}

/// Lower case, punctuation dropped, each space a dash. Runs of dashes stay.
fn github(words: &str) -> String {
    let lower = words.trim().to_lowercase();
    let kept = lower.chars().filter(|&c| c == ' ' || c == '-' || is_word(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Letters, digits, marks and `_`.
fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c)
}

fn mdbook(words: &str) -> String {
    let kept = words.trim().chars().filter_map(|c| {
        if c.is_alphanumeric() || c == '_' || c == '-' {
            Some(c)
        } else if c.is_whitespace() {
            Some('-')
        } else {
            None
        }
    });
    kept.flat_map(char::to_lowercase).collect()
}

fn hugo(line: &str) -> String {
    let kept = line.trim().chars().filter_map(|c| match c {
        '-' | ' ' => Some('-'),
        '_' => Some('_'),
        c if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Lower case letters and digits, everything between them one dash.
fn dashed(words: &str) -> String {
    let mut id = String::new();
    let mut gap = false;
    for c in words.chars() {
        if c.is_alphanumeric() {
            if gap && !id.is_empty() {
                id.push('-');
            }
            gap = false;
            id.extend(c.to_lowercase());
        } else {
            gap = true;
        }
    }
    id
}

fn vitepress(words: &str) -> String {
    let mut id = String::new();
    let mut gap = false;
    for c in words.nfkd() {
        if ('\u{300}'..='\u{36F}').contains(&c) || c < ' ' {
            continue;
        }
        if is_vitepress_special(c) {
            gap = true;
            continue;
        }
        if gap && !id.is_empty() {
            id.push('-');
        }
        gap = false;
        if id.is_empty() && c.is_ascii_digit() {
            id.push('_');
        }
        id.extend(c.to_lowercase());
    }
    id
}

fn is_vitepress_special(c: char) -> bool {
    c.is_whitespace()
        || (c.is_ascii_punctuation())
        || matches!(c, '\u{201C}' | '\u{201D}' | '\u{2018}' | '\u{2019}')
}

/// ASCII only, as the `slugify` that is Python-Markdown's default.
fn mkdocs(words: &str) -> String {
    let ascii: String = words
        .nfkd()
        .filter(|c| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || matches!(c, '_' | '-'))
        .collect();
    let mut id = String::new();
    let is_gap = |c: char| c.is_ascii_whitespace() || c == '-';
    for c in ascii.trim().chars() {
        if !is_gap(c) {
            id.push(c.to_ascii_lowercase());
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    id
}

/// Lower case, some punctuation dropped, white space an underscore.
fn mdn(words: &str) -> String {
    let kept: String =
        words.chars().filter(|c| !r##"*<>"#$%&+,/:;=?@[]^`{|}~')(\"##.contains(*c)).collect();
    let lower = kept.to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(kind: HeadingIds, words: &[&str]) -> Vec<String> {
        let mut slugger = Slugger::new(kind);
        words.iter().map(|w| slugger.slug(w)).collect()
    }

    #[test]
    fn github_keeps_runs_of_dashes_and_counts() {
        let made = ids(
            HeadingIds::Github,
            &[
                "What's new? A & B",
                "Größe von foo_bar",
                "Usage",
                "Usage",
                "Usage",
                "使い方 (v2)",
                "usage-1",
            ],
        );
        let want = [
            "whats-new-a--b",
            "größe-von-foo_bar",
            "usage",
            "usage-1",
            "usage-2",
            "使い方-v2",
            "usage-1-1",
        ];
        assert_eq!(made, want);
    }

    #[test]
    fn mdbook_ids() {
        let made = ids(HeadingIds::Mdbook, &["The `?` Operator: Vec<T>", "Usage", "Usage"]);
        assert_eq!(made, ["the--operator-vect", "usage", "usage-1"]);
    }

    #[test]
    fn vitepress_ids() {
        let made = ids(
            HeadingIds::Vitepress,
            &["v-for & Größe", "2.0 – news?", "Vue.js “quick” start!", "ref()"],
        );
        let want = ["v-for-grosse", "_2-0-–-news", "vue-js-quick-start", "ref"];
        assert_eq!(made[1..], want[1..]);
        assert_eq!(made[0], "v-for-große");
    }

    #[test]
    fn hugo_ids() {
        let made = ids(HeadingIds::Hugo, &["Run `kubectl get`", "A.B/c_d", "A.B/c_d"]);
        assert_eq!(made, ["run-kubectl-get", "abc_d", "abc_d-1"]);
        let made = ids(HeadingIds::Blackfriday, &["node.kubernetes.io/not-ready", "What's next"]);
        assert_eq!(made, ["node-kubernetes-io-not-ready", "what-s-next"]);
    }

    #[test]
    fn mkdocs_ids() {
        let made = ids(HeadingIds::Mkdocs, &["Héllo -- World & you", "Usage", "Usage"]);
        assert_eq!(made, ["hello-world-you", "usage", "usage_1"]);
    }

    #[test]
    fn mdn_ids() {
        let made = ids(
            HeadingIds::Mdn,
            &["Using <input> (form)", "Examples", "Examples", "Equality using ===", "A .svgz file"],
        );
        let want = ["using_input_form", "examples", "examples_2", "equality_using", "a_.svgz_file"];
        assert_eq!(made, want);
    }
}
