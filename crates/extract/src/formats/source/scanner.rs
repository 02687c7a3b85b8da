//! Goes through Markdown once, from left to right, and asks the dialect's rules wherever one
//! could apply.

use kindex_text::{Fence, after, list_marker, longest_run, part};

use super::dialect::Dialect;
use super::raw::{RAW, RawEnds};
use super::rewrite::{Put, Rewrite};
use super::window::Source;
use super::{admonition, hugo, liquid, mdn, mdx, tag};

/// A line longer than this, in bytes, is no heading and not blank.
const MAX_LINE_BYTES: usize = 1_000;
/// No code span is longer than this, in bytes.
const MAX_SPAN_BYTES: usize = 4_000;

pub(super) struct Scanner<'a> {
    source: Source<'a>,
    dialect: Dialect,
    out: String,
    at: usize,
    raw_ends: RawEnds,
    /// Whether `at` is at the start of a line.
    fresh: bool,
    /// Whether the lines read last belong to a list. Only kept for MDX.
    in_list: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, dialect: Dialect) -> Self {
        Scanner {
            source: Source::new(text),
            dialect,
            out: String::with_capacity(text.len()),
            at: 0,
            raw_ends: RawEnds::default(),
            fresh: true,
            in_list: false,
        }
    }

    pub(super) fn run(mut self) -> String {
        while self.at < self.source.text.len() {
            if self.fresh && !self.dialect.html && self.line_start() {
                continue;
            }
            self.fresh = false;
            self.copy_plain();
            self.special();
        }
        self.out
    }

    fn rest(&self) -> &'a str {
        after(self.source.text, self.at)
    }

    fn copy(&mut self, length: usize) {
        let copied = part(self.source.text, self.at..self.at + length);
        self.out.push_str(copied);
        self.at += length;
        self.fresh = copied.ends_with('\n');
    }

    /// Copies what no rule is about.
    fn copy_plain(&mut self) {
        let is_special = |byte: u8| matches!(byte, b'\n' | b'`' | b'\\' | b'{' | b'<');
        let length = self.rest().bytes().position(is_special);
        self.copy(length.unwrap_or(self.rest().len()));
    }

    fn special(&mut self) {
        let rest = self.rest();
        match rest.as_bytes().first() {
            None => {}
            Some(b'`') if !self.dialect.html => self.copy(code_span(rest)),
            Some(b'\\') if !self.dialect.html => {
                let next = rest.chars().nth(1).filter(|c| *c != '\n');
                self.copy(1 + next.map_or(0, char::len_utf8));
            }
            Some(b'{') => self.apply_or_copy(Self::brace_rule),
            Some(b'<') => self.apply_or_copy(Self::angle_rule),
            Some(_) => self.copy(1),
        }
    }

    fn apply_or_copy(&mut self, rule: fn(&mut Self) -> Option<Rewrite>) {
        match rule(self) {
            Some(rewrite) => self.apply(rewrite),
            None => {
                self.source.fail();
                self.copy(1);
            }
        }
    }

    fn brace_rule(&mut self) -> Option<Rewrite> {
        let (at, rest) = (self.at, self.rest());
        let dialect = self.dialect;
        if dialect.hugo && (rest.starts_with("{{<") || rest.starts_with("{{%")) {
            return hugo::shortcode(&mut self.source, at);
        }
        if dialect.liquid && rest.starts_with("{%") {
            return liquid::tag(&mut self.source, at);
        }
        if rest.starts_with("{{") {
            if dialect.mdn {
                return mdn::macro_call(&self.source, at);
            }
            if dialect.values || is_directive(rest, dialect) {
                return liquid::value(&self.source, at);
            }
        }
        if dialect.mdx {
            return mdx::expression(&self.source, at, self.in_heading());
        }
        None
    }

    fn angle_rule(&mut self) -> Option<Rewrite> {
        let (at, rest) = (self.at, self.rest());
        if rest.starts_with("<!--") {
            let end = self.source.find("-->", at + 4)? + 3;
            let put = Put::Verbatim(part(self.source.text, at..end).to_owned());
            return Some(Rewrite { end, put });
        }
        let raw = RAW.into_iter().find(|name| !self.dialect.html && tag::is_named(rest, name));
        if let Some(name) = raw {
            return self.raw_element(name);
        }
        if self.dialect.components {
            return tag::rewrite(&self.source, at, self.dialect.mdx);
        }
        None
    }

    /// Drops a script or a style sheet. A tag that nothing closes is the word of a sentence.
    fn raw_element(&mut self, name: &'static str) -> Option<Rewrite> {
        let (at, line) = (self.at, self.line_so_far());
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let first = line.trim_start_matches([' ', '\t', '>']).is_empty();
        if self.dialect.mdx
            && let Some(length) = self.source.window(at).find('>')
            && part(self.rest(), 0..length).ends_with('/')
        {
            return Some(Rewrite::nothing(at + length + 1));
        }
        if let Some(end) = self.raw_ends.find(self.source.text, name, at, first) {
            return Some(Rewrite::nothing(end));
        }
        // First on its line it would turn the rest of the page into HTML; indented, it is code.
        (first && indent < 4).then(|| Rewrite::words(at + 1, "\\<"))
    }

    fn in_heading(&self) -> bool {
        self.line_so_far().starts_with('#')
    }

    fn apply(&mut self, rewrite: Rewrite) {
        // A rule that moved nothing would be asked for ever.
        self.at = rewrite.end.max(self.at + 1);
        self.fresh = part(self.source.text, self.at - 1..self.at) == "\n";
        match rewrite.put {
            Put::Words(words) | Put::Verbatim(words) => self.out.push_str(&words),
            Put::Line(words) => self.put_line(&words),
            Put::Code { lang, code } => self.put_code(&lang, &code),
        }
    }

    /// Writes words as a paragraph of their own, or in the line if they stand in one.
    fn put_line(&mut self, words: &str) {
        let indent = self.blank_line_start().map(str::to_owned);
        self.out.push_str(words);
        if let (Some(indent), false) = (indent, words.is_empty()) {
            self.out.push_str("\n\n");
            self.out.push_str(&indent);
        }
    }

    /// The characters of the line written last, if it is blank so far.
    fn blank_line_start(&self) -> Option<&str> {
        Some(self.line_so_far()).filter(|line| line.trim().is_empty())
    }

    /// The text written since the last line end; `...` stands for what is far back.
    fn line_so_far(&self) -> &str {
        let bytes = self.out.as_bytes();
        match bytes.iter().rev().take(MAX_LINE_BYTES).position(|byte| *byte == b'\n') {
            Some(length) => after(&self.out, self.out.len() - length),
            None if bytes.len() < MAX_LINE_BYTES => &self.out,
            None => "...",
        }
    }

    fn put_code(&mut self, lang: &str, code: &str) {
        let indent = self.blank_line_start().unwrap_or("").to_owned();
        if self.blank_line_start().is_none() {
            self.out.push('\n');
        }
        let fence = "`".repeat(longest_run(code).max(2) + 1);
        let code = code.trim_matches('\n');
        self.out.push_str(&format!("{fence}{lang}\n{code}\n{indent}{fence}\n{indent}"));
    }

    /// Handles a line that is special as a whole; says whether it did.
    fn line_start(&mut self) -> bool {
        let line = self.rest().split_inclusive('\n').next().unwrap_or("");
        if self.dialect.mdx {
            self.note_list(line);
        }
        if let Some(fence) = Fence::open(line) {
            self.fence(fence, line);
            return true;
        }
        let rewrite = if self.dialect.containers && admonition::is_container(line) {
            Some(admonition::container(line, self.at))
        } else if self.dialect.mdx {
            mdx::statement(&self.source, self.at)
        } else {
            None
        };
        if let Some(rewrite) = rewrite {
            self.apply(rewrite);
            return true;
        }
        if self.dialect.mdx && !self.in_list {
            // MDX has no indented code; what is indented stands in a component.
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if indent >= 4 {
                self.at += indent;
            }
        }
        false
    }

    fn note_list(&mut self, line: &str) {
        let body = line.trim_start();
        if list_marker(body).is_some() {
            self.in_list = true;
        } else if !body.is_empty() && body.len() == line.len() {
            self.in_list = false;
        }
    }

    /// Copies a fence to its end.
    fn fence(&mut self, fence: Fence, first: &str) {
        let body = first.trim_start_matches([' ', '\t']);
        let indent = first.len() - body.len();
        let dedent = if self.dialect.mdx && !self.in_list && indent >= 4 { indent } else { 0 };
        for (index, line) in self.rest().split_inclusive('\n').enumerate() {
            let is_include = is_include(line, self.dialect);
            if !is_include {
                self.out.push_str(without_indent(line, dedent));
            }
            self.at += line.len();
            if index > 0 && fence.closes(line) {
                break;
            }
        }
        self.fresh = true;
    }
}

fn without_indent(line: &str, width: usize) -> &str {
    let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
    after(line, blank.min(width))
}

/// Whether mdBook would put a file in the place of the line.
fn is_include(line: &str, dialect: Dialect) -> bool {
    let line = line.trim();
    is_directive(line, dialect) && line.ends_with("}}")
}

/// Whether `rest` begins with what mdBook replaces. A site that is not known may mean something
/// else by `{{#if}}`, so only mdBook's own words are taken for its.
fn is_directive(rest: &str, dialect: Dialect) -> bool {
    const OWN: [&str; 5] = ["include", "rustdoc_include", "playground", "playpen", "title"];
    let Some(body) = rest.strip_prefix("{{#").filter(|_| dialect.includes) else {
        return false;
    };
    let is_own = |own: &str| {
        body.strip_prefix(own).is_some_and(|tail| tail.starts_with([' ', '}', '\t', '\n']))
    };
    dialect.preprocessors || OWN.into_iter().any(is_own)
}

/// The length of the code span that `rest` begins with, or of its backticks alone.
fn code_span(rest: &str) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let mut end = MAX_SPAN_BYTES.min(rest.len());
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let window = part(rest, 0..end.max(ticks));
    let window = window.split("\n\n").next().unwrap_or(window);
    let mut at = ticks;
    while let Some(found) = after(window, at).find('`') {
        let run = after(window, at + found);
        let length = run.len() - run.trim_start_matches('`').len();
        at += found + length;
        if length == ticks {
            return at;
        }
    }
    ticks
}
