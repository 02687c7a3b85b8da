//! Goes over the tags of a page once, as browsers do, whatever the page has in its attributes,
//! comments and scripts.
//!
//! What is looked at is ASCII in every encoding of the web but UTF-16.

use std::mem;
use std::ops::Range;

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Its place in the page.
    pub range: Range<usize>,
}

/// The kinds of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spaces, tabs and ends of lines alone.
    Blank,
    Text,
    Comment,
    /// What begins a document of XML, which is a comment elsewhere.
    Instruction,
    /// A doctype, and whether it is that of HTML.
    Doctype {
        is_html: bool,
    },
    /// The beginning of an element. Its name is that of the token.
    Start,
    /// What is between the tags of a script, a style and the like: no tags, whatever it is.
    Raw,
    End,
    /// A tag or a comment that does not end: all that is left.
    Open,
}

/// Elements whose content is text, whatever it looks like.
const RAW: [&[u8]; 9] = [
    b"iframe",
    b"noembed",
    b"noframes",
    b"noscript",
    b"script",
    b"style",
    b"textarea",
    b"title",
    b"xmp",
];

/// All that follows it is text.
const PLAINTEXT: &[u8] = b"plaintext";

/// The parts of a page, in their order. Together they are all of it. Each byte is looked at a
/// fixed number of times at most, also where tags and comments do not end.
pub struct Scanner<'p> {
    page: &'p [u8],
    at: usize,
    /// The element whose content is text and begins here.
    raw: Option<Range<usize>>,
    has_doctype: bool,
}

impl<'p> Scanner<'p> {
    /// Begins behind the mark of its encoding, if there is one.
    pub fn new(page: &'p [u8]) -> Self {
        let at = if page.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Scanner { page, at, raw: None, has_doctype: false }
    }

    /// The place of the first part.
    pub fn begin(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'p [u8] {
        self.page.get(self.at..).unwrap_or_default()
    }

    /// The place behind the next of some bytes.
    fn behind(&self, from: usize, end: &[u8]) -> Option<usize> {
        let rest = self.page.get(from..)?;
        let found = rest.windows(end.len()).position(|window| window == end)?;
        Some(from + found + end.len())
    }

    /// The kind of the next part, and its end. None where it has none.
    fn markup(&mut self) -> (Kind, Option<usize>) {
        let at = self.at;
        match self.rest() {
            [b'<', b'!', b'-', b'-', rest @ ..] => {
                (Kind::Comment, comment_len(rest).map(|len| at + 4 + len))
            }
            [b'<', b'!', rest @ ..] if starts_with(rest, b"doctype") => self.doctype(),
            [b'<', b'?', ..] => (Kind::Instruction, self.behind(at, b">")),
            [b'<', b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                (Kind::End, self.tag_end(at + 2))
            }
            [b'<', b'!', ..] | [b'<', b'/', _, ..] => (Kind::Comment, self.behind(at, b">")),
            [b'<', letter, ..] if letter.is_ascii_alphabetic() => self.start(),
            _ => self.text(),
        }
    }

    /// In documents of XML a doctype may declare names in brackets.
    fn doctype(&mut self) -> (Kind, Option<usize>) {
        let is_first = !mem::replace(&mut self.has_doctype, true);
        let end = self.behind(self.at, b">");
        let own = self.page.get(self.at..end.unwrap_or(self.page.len())).unwrap_or_default();
        let name = own.get(b"<!doctype".len()..).unwrap_or_default().trim_ascii_start();
        let name_len = name.iter().take_while(|byte| !is_blank(**byte) && **byte != b'>').count();
        let is_html = name.get(..name_len).is_some_and(|it| it.eq_ignore_ascii_case(b"html"));
        let declared = (is_first && own.contains(&b'[')).then(|| declarations_len(self.rest()));
        let end = declared.flatten().map(|len| self.at + len).or(end);
        (Kind::Doctype { is_html }, end)
    }

    /// The end of a tag whose name is at a place.
    fn tag_end(&self, name: usize) -> Option<usize> {
        Some(name + tag_len(self.page.get(name..)?)?)
    }

    fn start(&mut self) -> (Kind, Option<usize>) {
        let at = self.at + 1;
        let name = at..at + name_len(self.page.get(at..).unwrap_or_default());
        let is_name = |raw: &&[u8]| {
            self.page.get(name.clone()).is_some_and(|it| it.eq_ignore_ascii_case(raw))
        };
        if RAW.iter().chain(&[PLAINTEXT]).any(is_name) {
            self.raw = Some(name);
        }
        (Kind::Start, self.tag_end(at))
    }

    fn text(&self) -> (Kind, Option<usize>) {
        let blanks = self.rest().iter().take_while(|byte| is_blank(**byte)).count();
        if blanks > 0 {
            return (Kind::Blank, Some(self.at + blanks));
        }
        // The first byte may be a `<` that begins nothing.
        let rest = self.rest().get(1..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| **byte != b'<').count();
        (Kind::Text, Some(self.at + 1 + len))
    }

    /// The end of the content of an element that begins here: where the tag that ends it is.
    fn raw_end(&self, name: &[u8]) -> usize {
        if name.eq_ignore_ascii_case(PLAINTEXT) {
            return self.page.len();
        }
        let len = if name.eq_ignore_ascii_case(b"script") {
            script_len(self.rest())
        } else {
            end_of(self.rest(), name)
        };
        self.at + len
    }
}

impl Iterator for Scanner<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let from = self.at;
        if let Some(name) = self.raw.take() {
            let end = self.raw_end(self.page.get(name).unwrap_or_default());
            if end > from {
                self.at = end;
                return Some(Token { kind: Kind::Raw, range: from..end });
            }
        }
        if from >= self.page.len() {
            return None;
        }
        let (kind, end) = match self.markup() {
            (kind, Some(end)) => (kind, end),
            (_, None) => (Kind::Open, self.page.len()),
        };
        self.at = end;
        Some(Token { kind, range: from..end })
    }
}

/// The name of a tag, by its place in the page.
pub fn name<'p>(page: &'p [u8], tag: &Range<usize>) -> &'p [u8] {
    let tag = page.get(tag.clone()).unwrap_or_default();
    let tag = tag.strip_prefix(b"<").unwrap_or(tag);
    let tag = tag.strip_prefix(b"/").unwrap_or(tag);
    tag.get(..name_len(tag)).unwrap_or_default()
}

fn name_len(tag: &[u8]) -> usize {
    tag.iter().take_while(|byte| !b" \t\n\x0c\r/>".contains(byte)).count()
}

fn starts_with(bytes: &[u8], word: &[u8]) -> bool {
    bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a tag has an attribute, whatever its value.
pub fn has_attribute(page: &[u8], tag: &Range<usize>, attribute: &[u8]) -> bool {
    self::attribute(page, tag, attribute).is_some()
}

/// The value of an attribute of a tag, as it is written; empty where it has none.
pub fn attribute<'p>(page: &'p [u8], tag: &Range<usize>, attribute: &[u8]) -> Option<&'p [u8]> {
    let name = name(page, tag);
    let inside = page.get(tag.start + 1 + name.len()..tag.end).unwrap_or_default();
    let mut attributes = Attributes { tag: inside, at: 0 };
    let found = attributes.find(|(name, _)| name.eq_ignore_ascii_case(attribute));
    found.map(|(_, value)| value)
}

/// The length of a tag from its name to behind its `>`; none where the page ends before.
fn tag_len(bytes: &[u8]) -> Option<usize> {
    let mut attributes = Attributes { tag: bytes, at: name_len(bytes) };
    attributes.by_ref().for_each(drop);
    attributes.is_at(b'>').then_some(attributes.at + 1)
}

/// The length of a doctype that declares names, which ends with a bracket and `>`.
fn declarations_len(bytes: &[u8]) -> Option<usize> {
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b']') {
        let rest = bytes.get(at + 1..)?;
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        if rest.get(blanks) == Some(&b'>') {
            return Some(at + blanks + 2);
        }
    }
    None
}

/// The names and values of a tag's attributes. Ends at the `>` of the tag. Only a value is in quotes: one
/// that stands in a name or in a value without quotes is a letter like others.
struct Attributes<'t> {
    tag: &'t [u8],
    at: usize,
}

impl<'t> Attributes<'t> {
    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = self.tag.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| is_skipped(**byte)).count();
    }

    fn is_at(&self, byte: u8) -> bool {
        self.tag.get(self.at) == Some(&byte)
    }

    fn since(&self, from: usize) -> &'t [u8] {
        self.tag.get(from..self.at).unwrap_or_default()
    }

    fn value(&mut self) -> &'t [u8] {
        self.skip(is_blank);
        if !self.is_at(b'=') {
            return &[];
        }
        self.at += 1;
        self.skip(is_blank);
        let from = self.at;
        for quote in *b"\"'" {
            if self.is_at(quote) {
                self.at += 1;
                self.skip(|byte| byte != quote);
                let value = self.since(from + 1);
                self.at = self.tag.len().min(self.at + 1);
                return value;
            }
        }
        self.skip(|byte| !is_blank(byte) && byte != b'>');
        self.since(from)
    }
}

impl<'t> Iterator for Attributes<'t> {
    type Item = (&'t [u8], &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip(|byte| is_blank(byte) || byte == b'/');
        if self.is_at(b'>') || self.at >= self.tag.len() {
            return None;
        }
        let from = self.at;
        // A name may begin with a sign of equality.
        self.at += 1;
        self.skip(|byte| !is_blank(byte) && !b"/>=".contains(&byte));
        let name = self.since(from);
        Some((name, self.value()))
    }
}

fn is_blank(byte: u8) -> bool {
    b" \t\n\x0c\r".contains(&byte)
}

/// The length of a comment behind its `<!--`, with what ends it; none where the page ends before.
fn comment_len(rest: &[u8]) -> Option<usize> {
    for short in [&b">"[..], b"->"] {
        if rest.starts_with(short) {
            return Some(short.len());
        }
    }
    for (at, _) in rest.iter().enumerate().filter(|(_, byte)| **byte == b'-') {
        for end in [&b"-->"[..], b"--!>"] {
            if rest.get(at..)?.starts_with(end) {
                return Some(at + end.len());
            }
        }
    }
    None
}

/// The place of the first tag that ends an element.
fn end_of(content: &[u8], name: &[u8]) -> usize {
    let is_end = |at: &usize| is_tag(content.get(*at..).unwrap_or_default(), b"</", name);
    let mut places =
        content.iter().enumerate().filter(|(_, byte)| **byte == b'<').map(|(at, _)| at);
    places.find(is_end).unwrap_or(content.len())
}

/// Whether a tag of a name is at the beginning.
fn is_tag(bytes: &[u8], begin: &[u8], name: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(begin) else { return false };
    let is_whole = rest.get(name.len()).is_some_and(|byte| is_blank(*byte) || b"/>".contains(byte));
    starts_with(rest, name) && is_whole
}

/// The length of a script. In a comment of HTML it may have scripts within.
fn script_len(content: &[u8]) -> usize {
    let (mut at, mut is_comment, mut is_within) = (0, false, false);
    while let Some(rest) = content.get(at..).filter(|rest| !rest.is_empty()) {
        if !is_comment && rest.starts_with(b"<!--") {
            is_comment = true;
            // `<!-->` ends at once.
            at += 1;
        } else if is_comment && rest.starts_with(b"-->") {
            (is_comment, is_within) = (false, false);
            at += 2;
        } else if is_tag(rest, b"</", b"script") {
            if !is_within {
                return at;
            }
            is_within = false;
        } else if is_comment && is_tag(rest, b"<", b"script") {
            is_within = true;
        }
        at += 1;
    }
    content.len()
}

#[cfg(test)]
mod tests;
