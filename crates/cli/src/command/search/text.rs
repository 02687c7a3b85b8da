//! Results for people.

use super::explanation;
use crate::terminal::output::{BOLD, DIM, plain};
use indicatif::HumanCount;
use kindex::{Facet, Hit, LeftOut, Results};
use kindex_mcp::address::address_of;
use kindex_mcp::sanitize::steps;
use serde_json::json;
use textwrap::{WordSplitter, wrap};

/// The indentation of all lines of a hit but the first.
const INDENT: &str = "   ";

/// More values of a facet than these are for programs to read.
const MAX_FACET_VALUES: usize = 20;

/// Of more copies of a page than these the number is shown.
const NAMED_COPIES: usize = 4;

/// Results and how to show them.
pub struct Page<'a> {
    pub results: &'a Results,
    /// The number of those that are passed over.
    pub offset: usize,
    /// Whether what is counted are documents.
    pub grouped: bool,
    /// The number of tokens that there may be, where that is limited.
    pub max_tokens: Option<usize>,
    /// The names of the indexes.
    pub indexes: &'a [&'a str],
    /// The number of levels of each.
    pub levels: usize,
    /// The width at which lines are folded, if they are.
    pub width: Option<usize>,
    /// Lines about the filters, where nothing matches.
    pub unmet: Vec<String>,
}

impl Page<'_> {
    /// The lines.
    pub fn text(&self) -> String {
        let Results { query, did_you_mean, completions, total, hits, facets, left_out, .. } =
            self.results;
        let mut text = String::new();
        if *total == 0 {
            text += &format!("Nothing matches {}.\n", json!(plain(query)));
            self.unmet.iter().for_each(|line| text += &self.folded(&plain(line), "", INDENT));
        }
        if let Some(other) = did_you_mean {
            text += &format!("Did you mean {BOLD}{}{BOLD:#}?\n\n", plain(other));
        }
        text += &self.unchecked();
        if !completions.is_empty() {
            let line = format!("Completions: {}", plain(&completions.join(", ")));
            text += &format!("{}\n", self.folded(&line, "", INDENT));
        }
        if *total == 0 {
            return text;
        }
        for (number, hit) in (self.offset.saturating_add(1)..).zip(hits) {
            text += &self.hit(&format!("{number}. "), hit, "");
            for more in &hit.more {
                text += &self.hit("+ ", more, INDENT);
            }
        }
        for facet in facets {
            text += &self.folded(&facet_line(facet), "", INDENT);
        }
        if !left_out.is_empty() {
            text += &self.folded(&left_out_line(left_out, self.indexes), "", INDENT);
        }
        text + &format!("{DIM}{}{DIM:#}\n", self.count())
    }

    /// The phrases that were not looked for everywhere.
    fn unchecked(&self) -> String {
        let phrases = &self.results.unchecked_phrases;
        if phrases.is_empty() {
            return String::new();
        }
        let quoted: Vec<String> = phrases.iter().map(|phrase| format!("\"{phrase}\"")).collect();
        let line = format!("Not looked for everywhere: {}", plain(&quoted.join(", ")));
        format!("{}\n", self.folded(&line, "", INDENT))
    }

    fn count(&self) -> String {
        let Results { total, total_is_lower_bound, hits, .. } = self.results;
        let (shown, total) = (HumanCount(hits.len() as u64), HumanCount(*total as u64));
        // Passages fill tokens each by itself.
        let what = if self.grouped && self.max_tokens.is_none() { "documents" } else { "passages" };
        let at_least = if *total_is_lower_bound { "at least " } else { "" };
        let from = match self.offset {
            0 => String::new(),
            offset => format!(", from {} on", HumanCount((offset as u64).saturating_add(1))),
        };
        let count = format!("{shown} of {at_least}{total} {what} that match{from}");
        let Some(most) = self.max_tokens else {
            return count;
        };
        let tokens: usize = hits.iter().map(|hit| hit.tokens).sum();
        format!("{count}, ~{tokens} of {most} tokens")
    }

    fn hit(&self, mark: &str, hit: &Hit, before: &str) -> String {
        let indent = &format!("{before}{INDENT}");
        let head = format!("{mark}{BOLD}{}{BOLD:#}", plain(&title(hit)));
        let head = self.folded(&head, before, indent);
        let snippet = self.folded(&snippet(hit), indent, indent);
        // The address stays whole: terminals make a link of it.
        let address = plain(&address(hit));
        let pinned = if hit.pinned { "  pinned" } else { "" };
        let index = self.index(hit).map_or_else(String::new, |name| format!("  [{name}]"));
        let mut text = format!(
            "{head}{indent}{DIM}{address}  score {:.3}{pinned}{index}{DIM:#}\n{snippet}",
            hit.score
        );
        if !hit.same.is_empty() {
            text += &self.folded(&self.also(&hit.same), indent, indent);
        }
        if let Some(explanation) = &hit.explanation {
            text += &explanation::table(hit, explanation, self.levels, indent);
        }
        text + "\n"
    }

    /// The name of a hit's index, where there are several.
    fn index(&self, hit: &Hit) -> Option<String> {
        hit.index.and_then(|number| self.indexes.get(number)).map(|name| plain(name))
    }

    /// Other versions and translations of a page: what each is, and where it stands.
    fn also(&self, same: &[Hit]) -> String {
        let one = |hit: &Hit| {
            let of = |key| hit.differs.iter().find(|(known, _)| known == key);
            let named = ["lang", "version"].into_iter().filter_map(of);
            let mut words: Vec<String> = named.map(|(_, value)| plain(value)).collect();
            words.push(plain(&address(hit)));
            words.extend(self.index(hit).map(|name| format!("[{name}]")));
            words.join(" ")
        };
        let mut all: Vec<String> = same.iter().take(NAMED_COPIES).map(one).collect();
        if same.len() > NAMED_COPIES {
            all.push(format!("{} more", same.len() - NAMED_COPIES));
        }
        format!("{BOLD}also{BOLD:#}: {}", all.join(", "))
    }

    /// The text in lines of at most the width, with `first` and then `rest` before them.
    fn folded(&self, text: &str, first: &str, rest: &str) -> String {
        let Some(width) = self.width else {
            return format!("{first}{text}\n");
        };
        let options = textwrap::Options::new(width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .word_splitter(WordSplitter::NoHyphenation);
        wrap(text, options).iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The title and the headings below it.
fn title(hit: &Hit) -> String {
    let name = if hit.title.is_empty() { &hit.document } else { &hit.title };
    steps(name, &hit.headings).join(" > ")
}

/// The URL with the anchor, or the id where there is none.
fn address(hit: &Hit) -> String {
    let page = if hit.url.is_empty() { &hit.document } else { &hit.url };
    address_of(page, &hit.anchor)
}

/// The snippet with the matches in bold.
fn snippet(hit: &Hit) -> String {
    let (start, end) = (hit.snippet_start, hit.snippet_start + hit.snippet.len());
    let mut text = String::new();
    let mut at = start;
    for &(from, to) in &hit.highlights {
        if from < at || to > end {
            continue;
        }
        text += &plain(part(hit, at, from));
        text += &format!("{BOLD}{}{BOLD:#}", plain(part(hit, from, to)));
        at = to;
    }
    text + &plain(part(hit, at, end))
}

fn part(hit: &Hit, from: usize, to: usize) -> &str {
    hit.text.get(from..to).unwrap_or_default()
}

/// The values of a key, the most frequent first.
fn facet_line(facet: &Facet) -> String {
    let values = facet.values.iter().take(MAX_FACET_VALUES);
    let value = |(value, count): &(String, usize)| {
        format!("{} {DIM}{}{DIM:#}", plain(value), HumanCount(*count as u64))
    };
    let mut parts: Vec<String> = values.map(value).collect();
    let more = facet.values.len().saturating_sub(MAX_FACET_VALUES);
    if more > 0 {
        parts.push(format!("{} more", HumanCount(more as u64)));
    }
    if parts.is_empty() {
        parts.push("no values".into());
    }
    format!("{BOLD}{}{BOLD:#}: {}", plain(&facet.key), parts.join(", "))
}

/// The passages that did not fit.
fn left_out_line(left_out: &[LeftOut], indexes: &[&str]) -> String {
    let one = |LeftOut { index, id, tokens, child }: &LeftOut| {
        let instead = child.as_deref().map(|child| format!(", {} instead", plain(child)));
        let of = index.and_then(|number| indexes.get(number));
        let of = of.map(|name| format!(" [{}]", plain(name))).unwrap_or_default();
        format!("{}{of} (~{tokens} tokens{})", plain(id), instead.unwrap_or_default())
    };
    let parts: Vec<String> = left_out.iter().map(one).collect();
    format!("{BOLD}left out{BOLD:#}: {}", parts.join("; "))
}
