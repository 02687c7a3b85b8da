//! Links between pages: what the pages of a site call each other.
//!
//! A link with a host leads to a page only if that page's own address has the host: another site's
//! `/guide/` is not ours. So where no base URL and no page names a host, such links count nowhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kindex::Document;
use percent_encoding::percent_decode_str;

/// A text says little of a page if less than this share of the links with it lead there: `here`,
/// `example`.
const LEAST_SHARE: f64 = 0.2;

/// Absolute links may begin with so many folders that pages do not: those under which the site is
/// served.
const MOST_PREFIX: usize = 3;

/// Extensions that published addresses may lack.
const EXTENSIONS: [&str; 6] = [".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml"];

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Link {
    /// Its target, as written.
    pub target: String,
    /// Its text.
    pub text: String,
}

/// The uses of the links to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinkWeights {
    /// Whether the texts of links are searched as extra words of the page they lead to.
    pub texts: bool,
    /// The boost of a page is multiplied by 1 + this · ln(1 + the number of pages that link to it).
    pub prior: f64,
}

/// The links of a site, gathered page by page.
#[derive(Debug, Default)]
pub struct Links {
    /// The number of each page, by the keys of links that may lead to it: paths, and below
    /// `//host/` where its address has a host, the same again.
    pages: HashMap<String, usize>,
    /// For each page its own addresses, and its links.
    sources: Vec<(Place, Vec<Link>)>,
    /// The texts that links are not to show, by their letters.
    ignored: BTreeSet<String>,
}

/// The address of a page, as folders and a name.
#[derive(Debug)]
struct Place {
    file: String,
    /// The path of its address.
    url: String,
}

impl Links {
    /// Those that show none of these texts, but for case, spaces and signs: what is measured with
    /// queries made of links must not be told the answers.
    pub fn without<'a>(texts: impl IntoIterator<Item = &'a str>) -> Links {
        Links { ignored: texts.into_iter().map(letters).collect(), ..Links::default() }
    }

    /// Adds the links of a page, which has to be the next one of those that [`Links::apply`] is
    /// given.
    pub fn add(&mut self, document: &Document, links: Vec<Link>) {
        let number = self.sources.len();
        let (host, url) = parted(&document.url).unwrap_or((None, &document.url));
        for path in [url, &document.id] {
            let path = normal(path);
            if let Some(host) = host {
                self.pages.entry(below_host(host) + &path).or_insert(number);
            }
            self.pages.entry(path).or_insert(number);
        }
        let links = links.into_iter().filter(|link| !self.ignored.contains(&letters(&link.text)));
        let links = links.collect();
        let shown_at = url.split('#').next().unwrap_or_default();
        self.sources.push((Place { file: document.id.clone(), url: shown_at.to_owned() }, links));
    }

    /// Tells the pages what links to them say.
    pub fn apply<'a>(
        &self,
        documents: impl IntoIterator<Item = &'a mut Document>,
        weights: LinkWeights,
    ) {
        let mut linking: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut texts: BTreeMap<String, BTreeMap<usize, (String, usize)>> = BTreeMap::new();
        for (from, (place, links)) in self.sources.iter().enumerate() {
            let mut said = BTreeSet::new();
            for link in links {
                let Some(to) = self.find(place, &link.target).filter(|to| *to != from) else {
                    continue;
                };
                linking.entry(to).or_default().insert(from);
                let key = letters(&link.text);
                if !key.is_empty() && said.insert((key.clone(), to)) {
                    let new = || (link.text.clone(), 0);
                    texts.entry(key).or_default().entry(to).or_insert_with(new).1 += 1;
                }
            }
        }
        let called = names(texts);
        for (number, document) in documents.into_iter().enumerate() {
            if weights.texts {
                for text in called.get(&number).into_iter().flatten() {
                    document.extra = format!("{}\n{text}", document.extra);
                }
            }
            let pages = linking.get(&number).map_or(0, BTreeSet::len) as f64;
            let boost = document.boost * (1.0 + weights.prior * (1.0 + pages).ln());
            document.boost = boost.min(crate::boost::MOST);
        }
    }

    /// The page that a link leads to. A part of another page has an address with an anchor.
    fn find(&self, from: &Place, target: &str) -> Option<usize> {
        let (page, _) = target.split_once('#').unwrap_or((target, ""));
        [target, page].into_iter().find_map(|target| self.page_at(from, target))
    }

    fn page_at(&self, from: &Place, target: &str) -> Option<usize> {
        let address = target.split('?').next().filter(|address| !address.is_empty())?;
        let (host, path) = parted(address)?;
        let path = percent_decode_str(path).decode_utf8_lossy();
        if host.is_some() || path.starts_with('/') {
            let site = host.map(below_host).unwrap_or_default();
            let path = normal(&path);
            let cut = path.match_indices('/').map(|(at, _)| at + 1).take(MOST_PREFIX);
            let tails = [0].into_iter().chain(cut).filter_map(|at| path.get(at..));
            let mut pages = tails.filter_map(|tail| self.pages.get(&format!("{site}{tail}")));
            return pages.next().copied();
        }
        let below = |place: &str| self.pages.get(&normal(&format!("{}/{path}", folder(place))));
        below(&from.file).or_else(|| below(&from.url)).copied()
    }
}

/// For each page the texts of links that name it, each as often as the logarithm of the number of
/// pages that say it.
fn names(
    texts: BTreeMap<String, BTreeMap<usize, (String, usize)>>,
) -> BTreeMap<usize, Vec<String>> {
    let mut names: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for pages in texts.into_values() {
        let all: usize = pages.values().map(|(_, count)| count).sum();
        for (page, (text, count)) in pages {
            if count as f64 >= LEAST_SHARE * all as f64 {
                let times = count.ilog2() as usize + 1;
                names.entry(page).or_default().extend(vec![text; times]);
            }
        }
    }
    names
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The host of a web address, where it names one, and its path. None for what is not of the web,
/// such as `mailto:`. Over which of its protocols a page is read makes no other page of it.
fn parted(url: &str) -> Option<(Option<&str>, &str)> {
    let rest = match url.split_once(':').filter(|(scheme, _)| !scheme.contains('/')) {
        Some((scheme, rest)) if is_web(scheme) => rest,
        Some(_) => return None,
        None => url,
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return Some((None, rest));
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    Some((Some(host), path))
}

fn is_web(scheme: &str) -> bool {
    ["http", "https"].iter().any(|web| web.eq_ignore_ascii_case(scheme))
}

/// The beginning of keys of pages at a host; a path alone never begins so.
fn below_host(host: &str) -> String {
    format!("//{}/", host.to_lowercase())
}

fn folder(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path in lower case, without `.` and `..`, without the extension of a page and without the
/// name of a folder's own page.
fn normal(path: &str) -> String {
    let path = path.to_lowercase();
    let path = EXTENSIONS.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.pop_if(|last| matches!(*last, "index" | "_index" | "readme"));
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, url: &str) -> Document {
        Document { id: id.into(), url: url.into(), ..Document::default() }
    }

    fn link(target: &str, text: &str) -> Link {
        Link { target: target.into(), text: text.into() }
    }

    fn applied(links: Links, pages: &[Document], weights: LinkWeights) -> Vec<Document> {
        let mut pages = pages.to_vec();
        links.apply(&mut pages, weights);
        pages
    }

    const TEXTS: LinkWeights = LinkWeights { texts: true, prior: 0.0 };

    #[test]
    fn links_are_found_by_address_and_by_file() {
        let pages = [
            page("a/b.md", "a/b/"),
            page("a/_index.md", "a/"),
            page("C.md", "https://x.dev/d/see"),
        ];
        let finds = |target: &str| {
            let mut links = Links::default();
            pages.iter().for_each(|page| links.add(page, Vec::new()));
            let from = Place { file: "a/x.md".into(), url: "a/x/".into() };
            links.find(&from, target)
        };
        for target in ["b.md", "./b.md#use", "../b/", "/a/b", "/docs/a/b/?x=1", "B"] {
            assert_eq!(finds(target), Some(0), "{target}");
        }
        assert_eq!(finds("/en/docs/a/"), Some(1));
        assert_eq!(finds("../c.md"), Some(2));
        assert_eq!(finds("https://x.dev/d/see"), Some(2));
        for target in ["#b", "", "mailto:a/b", "/e/f/g/h/a/b", "b/c"] {
            assert_eq!(finds(target), None, "{target}");
        }
    }

    #[test]
    fn links_lead_to_what_another_page_shows() {
        let pages = [
            page("terms/index.md", "/docs/terms/"),
            page("terms/b/pod.md", "/docs/terms/#b/pod"),
            page("a.md", "/docs/a/"),
        ];
        let mut links = Links::default();
        pages.iter().for_each(|page| links.add(page, Vec::new()));
        let from = |number: usize, target| links.find(&links.sources[number].0, target);
        assert_eq!(from(2, "/docs/terms/#b/pod"), Some(1));
        assert_eq!(from(2, "terms/b/pod.md"), Some(1));
        assert_eq!(from(2, "/docs/terms/#other"), Some(0));
        // Its page is the page of the terms, and files beside that page are beside it.
        assert_eq!(from(1, "../a/"), Some(2));
    }

    #[test]
    fn links_with_a_host_lead_to_pages_at_that_host_only() {
        let pages = [
            page("guide.md", "https://x.dev/docs/guide/"),
            page("index.md", "https://x.dev/docs/"),
            page("local.md", "local/"),
            page("other.md", "//y.dev/guide"),
        ];
        let mut links = Links::default();
        pages.iter().for_each(|page| links.add(page, Vec::new()));
        let from = Place { file: "a.md".into(), url: "docs/a/".into() };
        let finds = |target: &str| links.find(&from, target);
        for target in [
            "https://x.dev/docs/guide/",
            "http://x.dev/docs/guide",
            "HTTPS://X.dev/docs/guide.html#use",
            "//x.dev/docs/guide/?a=https://elsewhere.example",
            "https://x.dev/en/guide/",
            "/docs/guide/",
        ] {
            assert_eq!(finds(target), Some(0), "{target}");
        }
        assert_eq!(finds("https://x.dev/docs"), Some(1));
        assert_eq!(finds("/local/"), Some(2));
        assert_eq!(finds("https://y.dev/guide/"), Some(3));
        for target in [
            "https://elsewhere.example/docs/guide/",
            "https://elsewhere.example/guide/",
            "//elsewhere.example/guide/",
            "https://x.dev:8080/docs/guide/",
            "ftp://x.dev/docs/guide/",
            "https://y.dev/local/",
            "https://local/",
            "https://x.dev/docs/local/",
            "https://elsewhere.example",
        ] {
            assert_eq!(finds(target), None, "{target}");
        }
    }

    #[test]
    fn texts_become_words_of_the_page_they_lead_to() {
        let pages = [page("a.md", ""), page("b.md", ""), page("c.md", "")];
        let mut links = Links::without(["Secret names"]);
        links.add(&pages[0], vec![link("b.md", "the shell"), link("a.md", "myself")]);
        links.add(&pages[1], vec![link("c.md", "here"), link("c.md", "secret-names")]);
        links.add(&pages[2], vec![link("b.md", "The Shell"), link("b.md", "the shell")]);
        let applied = applied(links, &pages, TEXTS);
        let words = applied.iter().map(|page| page.extra.trim()).collect::<Vec<_>>();
        assert_eq!(words, ["", "the shell\nthe shell", "here"]);
    }

    #[test]
    fn texts_that_lead_anywhere_say_nothing() {
        let pages: Vec<Document> = (0..8).map(|page_| page(&format!("{page_}.md"), "")).collect();
        let mut links = Links::default();
        let all = (0..8).map(|to| link(&format!("{to}.md"), "here")).collect();
        links.add(&pages[0], all);
        pages.iter().skip(1).for_each(|page| links.add(page, Vec::new()));
        assert!(applied(links, &pages, TEXTS).iter().all(|page| page.extra.is_empty()));
    }

    #[test]
    fn pages_that_many_link_to_are_raised() {
        let pages = [page("a.md", ""), page("b.md", ""), page("c.md", "")];
        let mut links = Links::default();
        links.add(&pages[0], vec![link("b.md", "x"), link("b.md", "y")]);
        links.add(&pages[1], vec![link("b.md", "z")]);
        links.add(&pages[2], Vec::new());
        let weights = LinkWeights { texts: false, prior: 0.5 };
        let boosts: Vec<f64> =
            applied(links, &pages, weights).iter().map(|page| page.boost).collect();
        assert_eq!(boosts, [1.0, 1.0 + 0.5 * 2f64.ln(), 1.0]);
    }
}
