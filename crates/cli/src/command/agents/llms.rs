//! The lists of a site's pages: llms.txt, and where that is too small for all, others that it
//! leads to.

use super::address::SiteAddress;
use super::order::Group;
use super::page::Page;
use super::text::{line, title};
use crate::flags::agents::FileFlags;
use kindex_mcp::sanitize;
use kindex_mcp::skill::slug;
use std::collections::{BTreeMap, BTreeSet};

pub const FILE: &str = "llms.txt";

/// The file with the texts of all pages.
pub const FULL: &str = "llms-full.txt";

/// The folder of other lists.
const FOLDER: &str = "llms";

/// The characters of descriptions that are tried, one after the other, until all pages fit.
const DESCRIPTIONS: [usize; 3] = [300, 80, 0];

/// The characters of what is said about a site.
const MAX_SUMMARY_CHARACTERS: usize = 500;

/// The characters of the name of a list.
const MAX_NAME_CHARACTERS: usize = 48;

/// The signs that parts of titles stand between.
const SEPARATORS: [&str; 7] = [" - ", " – ", " — ", " | ", " · ", " :: ", ": "];

/// The pages of a site in its order, and what it is about.
#[derive(Debug)]
pub struct Listing {
    pub title: String,
    pub summary: String,
    pub groups: Vec<Group>,
    /// Whether there is a file with all texts.
    pub has_full: bool,
    /// The address of llms.txt.
    index: String,
}

impl Listing {
    pub fn of(flags: &FileFlags, address: &SiteAddress, groups: Vec<Group>) -> Self {
        let title = flags.site_title.clone().unwrap_or_else(|| name_of(&groups));
        let title = super::text::title(&title);
        let first = groups.iter().flat_map(|group| &group.pages).next();
        let said = flags.site_summary.clone();
        let said = said.or_else(|| first.and_then(|page| page.description.clone()));
        let summary = said.or_else(|| first.and_then(|page| first_paragraph(&page.markdown)));
        let summary = summary.unwrap_or_else(|| format!("The documentation of {title}."));
        Listing {
            title,
            summary: line(&summary, MAX_SUMMARY_CHARACTERS),
            groups,
            has_full: flags.llms_full,
            index: address.file(FILE),
        }
    }

    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.groups.iter().flat_map(|group| &group.pages)
    }

    /// The file beside a page.
    pub fn markdown(&self, page: &Page, address: &SiteAddress) -> String {
        let (index, own) = if address.is_unknown() {
            let up = "../".repeat(page.path.matches('/').count());
            let up = if up.is_empty() { "./".to_owned() } else { up };
            (format!("{up}{FILE}"), String::new())
        } else {
            (self.index.clone(), format!(" This page: {}", address.page(&page.path)))
        };
        format!(
            "> For AI agents: all pages of this site are listed at {index}{own}\n\n{}",
            text(page)
        )
    }
}

/// The Markdown of a page, which begins with its title.
fn text(page: &Page) -> String {
    let title = title(&page.title);
    let first = page.markdown.lines().next().unwrap_or_default();
    let is_title = first.starts_with("# ")
        || first.trim_start_matches('#').strip_prefix(' ').is_some_and(|first| first == title);
    if is_title { page.markdown.clone() } else { format!("# {title}\n\n{}", page.markdown) }
}

/// The name of a site: what it adds to the titles of most pages, or else the title of its first.
fn name_of(groups: &[Group]) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let pages = || groups.iter().flat_map(|group| &group.pages);
    for page in pages() {
        let rest = page.full_title.strip_prefix(page.title.as_str()).unwrap_or_default();
        let name = SEPARATORS.iter().find_map(|sign| rest.strip_prefix(sign));
        // Sites of one page have it before.
        let name = name.or_else(|| {
            let before = page.full_title.strip_suffix(page.title.as_str())?;
            SEPARATORS.iter().find_map(|sign| before.strip_suffix(sign))
        });
        if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
            *names.entry(name).or_default() += 1;
        }
    }
    let most = names.into_iter().max_by_key(|(_, count)| *count);
    let first = || pages().next().map(|page| page.title.as_str());
    let name = most.filter(|(_, count)| *count > 1).map(|(name, _)| name).or_else(first);
    name.unwrap_or("Documentation").to_owned()
}

/// The first words of a page that are running text.
fn first_paragraph(markdown: &str) -> Option<String> {
    let is_text = |block: &&str| {
        block.starts_with(|c: char| c.is_alphabetic()) && !block.contains("](") && block.len() > 20
    };
    let block = markdown.split("\n\n").find(is_text)?;
    Some(sanitize::plain(&block.replace('\\', "")))
}

/// The lists, by the paths of their files.
pub fn files(flags: &FileFlags, listing: &Listing, address: &SiteAddress) -> Vec<(String, String)> {
    let most = usize::try_from(flags.llms_characters).unwrap_or(usize::MAX);
    let mut files = lists(listing, address, most);
    if listing.has_full {
        files.push((FULL.to_owned(), full(listing, address)));
    }
    files
}

fn lists(listing: &Listing, address: &SiteAddress, most: usize) -> Vec<(String, String)> {
    for description in DESCRIPTIONS {
        let text = single(listing, address, description);
        if text.chars().count() <= most {
            return vec![(FILE.to_owned(), text)];
        }
    }
    let parts = parts(listing, address, most);
    let mut text = head(listing, address);
    text.push_str("## Lists of pages\n\n");
    for part in &parts {
        let entry =
            format!("- [{}]({}): {} pages\n", part.title, address.file(&part.path), part.pages);
        if text.chars().count() + entry.chars().count() > most {
            break;
        }
        text.push_str(&entry);
    }
    let parts = parts.into_iter().map(|part| (part.path, part.text));
    parts.chain([(FILE.to_owned(), text)]).collect()
}

/// What a list begins with.
fn head(listing: &Listing, address: &SiteAddress) -> String {
    let Listing { title, summary, .. } = listing;
    let full = match listing.has_full {
        true => format!(" All of them in one file: {}", address.file(FULL)),
        false => String::new(),
    };
    format!("# {title}\n\n> {summary}\n\nEach page is Markdown.{full}\n\n")
}

fn single(listing: &Listing, address: &SiteAddress, description: usize) -> String {
    let mut text = head(listing, address);
    for group in &listing.groups {
        text.push_str(&format!("## {}\n\n", title(&group.title)));
        let entries = group.pages.iter().map(|page| entry(page, address, description));
        entries.for_each(|entry| text.push_str(&entry));
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

fn entry(page: &Page, address: &SiteAddress, description: usize) -> String {
    let link = format!("- [{}]({})", title(&page.title), address.file(&page.markdown_path));
    match &page.description {
        Some(said) if description > 0 => format!("{link}: {}\n", line(said, description)),
        _ => link + "\n",
    }
}

/// A list of some pages.
struct Part {
    path: String,
    title: String,
    text: String,
    pages: usize,
}

/// The pages in lists of which each has at most a number of characters, one or more for a group.
fn parts(listing: &Listing, address: &SiteAddress, most: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut paths = BTreeSet::new();
    for group in &listing.groups {
        let name = title(&group.title);
        let begin =
            format!("# {}: {name}\n\n> {}\n\n## {name}\n\n", listing.title, listing.summary);
        let mut number = 0;
        let mut open: Option<Part> = None;
        for page in &group.pages {
            let entry = entry(page, address, DESCRIPTIONS[0]);
            let fits = |part: &Part| part.text.chars().count() + entry.chars().count() <= most;
            if !open.as_ref().is_some_and(fits) {
                parts.extend(open.take());
                number += 1;
                let title = if number > 1 { format!("{name}, {number}") } else { name.clone() };
                let path = path_of(&title, &mut paths);
                open = Some(Part { path, title, text: begin.clone(), pages: 0 });
            }
            if let Some(part) = &mut open {
                part.text.push_str(&entry);
                part.pages += 1;
            }
        }
        parts.extend(open);
    }
    parts
}

/// The path of a list that no other has.
fn path_of(title: &str, paths: &mut BTreeSet<String>) -> String {
    let slug = slug(title, MAX_NAME_CHARACTERS);
    let name = if slug.is_empty() { "pages".to_owned() } else { slug };
    let mut path = format!("{FOLDER}/{name}.txt");
    let mut number = 1;
    while !paths.insert(path.clone()) {
        number += 1;
        path = format!("{FOLDER}/{name}-{number}.txt");
    }
    path
}

/// The texts of all pages.
fn full(listing: &Listing, address: &SiteAddress) -> String {
    let Listing { title, summary, .. } = listing;
    let mut full = format!("# {title}\n\n> {summary}\n");
    for page in listing.pages() {
        full.push_str(&format!("\n---\n\nSource: {}\n\n{}", address.page(&page.path), text(page)));
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: usize) -> Page {
        Page {
            path: format!("p{number}.html"),
            markdown_path: format!("p{number}.html.md"),
            title: format!("Page [{number}]"),
            full_title: format!("Page [{number}] - The Site"),
            description: Some("What it says.\n# ".repeat(4)),
            markdown: format!("# Page {number}\n\nText.\n"),
        }
    }

    fn listing(pages: usize) -> Listing {
        let group = |title: &str, pages| Group { title: title.to_owned(), pages };
        let groups =
            vec![group("Guide", (0..pages).map(page).collect()), group("日本", vec![page(pages)])];
        Listing {
            title: name_of(&groups),
            summary: "A site.".to_owned(),
            groups,
            has_full: false,
            index: "llms.txt".to_owned(),
        }
    }

    fn made(pages: usize, most: usize) -> BTreeMap<String, String> {
        lists(&listing(pages), &SiteAddress::default(), most).into_iter().collect()
    }

    #[test]
    fn descriptions_go_before_pages_do() {
        let full = made(3, 50_000);
        let said = "What it says. # What it says. # What it says. # What it says. #";
        assert!(full[FILE].contains(&format!("- [Page \\[1\\]](p1.html.md): {said}\n")));
        assert!(full[FILE].starts_with("# The Site\n\n> A site.\n\n"));
        let most = full[FILE].chars().count() - 1;
        let without = made(3, most);
        assert_eq!((without.len(), without[FILE].matches("](p").count()), (1, 4));
        assert!(without[FILE].chars().count() <= most);
    }

    #[test]
    fn lists_that_are_too_long_are_parted() {
        let made = made(100, 2_000);
        assert!(made.values().all(|text| text.chars().count() <= 2_000));
        let all: String = made.values().map(String::as_str).collect();
        assert!((0..=100).all(|number| all.contains(&format!("(p{number}.html.md)"))));
        let paths: Vec<&String> = made.keys().filter(|path| *path != FILE).collect();
        assert!(paths.iter().all(|path| made[FILE].contains(&format!("]({path}): "))));
        assert!(made.contains_key("llms/guide.txt") && made.contains_key("llms/pages.txt"));
    }
}
