//! The one line that `kindex inject` puts into a page. The bytes around it stay as they are.

use super::scanner::{Kind, Scanner, Token, has_attribute, name};
use std::ops::Range;

/// The attribute by which the line is known, whoever wrote the page again meanwhile. It has a
/// value, as XHTML wants it.
const SIGN: &str = "data-kindex-inject";

/// What may stand in the head of a page. Whatever else begins is its body.
const OF_HEAD: [&[u8]; 12] = [
    b"base",
    b"basefont",
    b"bgsound",
    b"head",
    b"html",
    b"link",
    b"meta",
    b"noframes",
    b"script",
    b"style",
    b"template",
    b"title",
];

/// The line, with the address of the script, in which nothing has to be escaped.
pub fn line(address: &str) -> String {
    format!("<script type=\"module\" src=\"{address}\" {SIGN}=\"\"></script>")
}

/// A page with a line, and without one that it had before. None where it is no whole page: a part
/// of one, or frames.
pub fn injected(page: &[u8], line: &str) -> Option<Vec<u8>> {
    let mut page = restored(page);
    let place = place(&page)?;
    page.splice(place..place, line.bytes());
    Some(page)
}

/// A page as it was before.
pub fn restored(page: &[u8]) -> Vec<u8> {
    without(page, &lines(page))
}

/// A page without some places, which are in order.
pub fn without(page: &[u8], places: &[Range<usize>]) -> Vec<u8> {
    let mut rest = Vec::with_capacity(page.len());
    let mut from = 0;
    for place in places {
        rest.extend_from_slice(page.get(from..place.start).unwrap_or_default());
        from = place.end;
    }
    rest.extend_from_slice(page.get(from..).unwrap_or_default());
    rest
}

/// Whether the page is in an encoding in which the line would be no markup.
pub fn is_wide(page: &[u8]) -> bool {
    let begin = page.get(..2).unwrap_or_default();
    [b"\xfe\xff", b"\xff\xfe", b"<\0", b"\0<"].iter().any(|wide| begin == *wide)
}

/// The places of lines that are markup of the page: what a script or a text area shows is none, nor
/// what a template has.
fn lines(page: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut templates = Templates::default();
    let mut before: Option<Token> = None;
    for token in Scanner::new(page) {
        if !templates.pass(page, &token)
            && token.kind == Kind::End
            && let Some(start) = before.take().filter(|before| is_signed(page, before))
            && !is_behind_bracket(page, start.range.start)
        {
            found.push(start.range.start..token.range.end);
        }
        before = Some(token);
    }
    found
}

fn is_signed(page: &[u8], token: &Token) -> bool {
    token.kind == Kind::Start
        && name(page, &token.range).eq_ignore_ascii_case(b"script")
        && has_attribute(page, &token.range, SIGN.as_bytes())
}

/// Without the line the bracket could begin a tag with what follows.
fn is_behind_bracket(page: &[u8], at: usize) -> bool {
    at > 0 && page.get(at - 1) == Some(&b'<')
}

/// The number of templates that a place is in. What they hold is no part of the page yet.
#[derive(Default)]
pub struct Templates(usize);

impl Templates {
    /// Whether a part is one of a template, or begins or ends one.
    pub fn pass(&mut self, page: &[u8], token: &Token) -> bool {
        let is_template = matches!(token.kind, Kind::Start | Kind::End)
            && name(page, &token.range).eq_ignore_ascii_case(b"template");
        if !is_template || (token.kind == Kind::End && self.0 == 0) {
            return self.0 > 0;
        }
        match token.kind {
            Kind::Start => self.0 += 1,
            _ => self.0 -= 1,
        }
        true
    }
}

/// Where something can be put into a page.
pub struct Places {
    /// In its head, before `<base>`, whose address would count, before its end, or before the body.
    /// A head that ends in another way has it at its beginning.
    pub head: usize,
    /// At the beginning of its body.
    pub body: usize,
}

/// The place of the line in a page without one. None where it is no whole page.
fn place(page: &[u8]) -> Option<usize> {
    read(page).place()
}

/// The places in a page. None where it is no whole page, or has no body.
pub fn places(page: &[u8]) -> Option<Places> {
    let head = read(page);
    Some(Places { head: head.place()?, body: head.body? })
}

fn read(page: &[u8]) -> Head {
    let mut head = Head::new(page);
    let mut templates = Templates::default();
    for token in Scanner::new(page) {
        if templates.pass(page, &token) {
            head.is_begun = true;
        } else {
            head.take(page, &token);
        }
        if head.is_decided() {
            break;
        }
    }
    head
}

/// What is known of a page after its first parts.
struct Head {
    /// Where the head begins, at the latest.
    begin: usize,
    /// Something stands in it.
    is_begun: bool,
    /// A tag has ended it.
    is_ended: bool,
    /// The body has begun.
    is_over: bool,
    /// A doctype or a tag says that the page is no part of one.
    is_whole: bool,
    is_xml: bool,
    has_root: bool,
    has_frames: bool,
    place: Option<usize>,
    /// Where the body begins, behind its tag if it has one.
    body: Option<usize>,
}

impl Head {
    fn new(page: &[u8]) -> Self {
        Head {
            begin: Scanner::new(page).begin(),
            is_begun: false,
            is_ended: false,
            is_over: false,
            is_whole: false,
            is_xml: false,
            has_root: false,
            has_frames: false,
            place: None,
            body: None,
        }
    }

    /// The place of what is put into the head, where that is one of a whole page.
    fn place(&self) -> Option<usize> {
        (self.is_page() && !self.has_frames).then_some(self.place.unwrap_or(self.begin))
    }

    /// Whether other parts change nothing.
    fn is_decided(&self) -> bool {
        self.is_over && self.is_page()
    }

    fn is_page(&self) -> bool {
        self.is_whole && (self.has_root || !self.is_xml)
    }

    fn take(&mut self, page: &[u8], token: &Token) {
        match token.kind {
            Kind::Blank | Kind::Comment => self.pass(token),
            Kind::Instruction => {
                self.is_xml |= is_declaration(page, &token.range);
                self.pass(token);
            }
            Kind::Doctype { is_html } => {
                self.is_whole |= is_html;
                self.pass(token);
            }
            Kind::Start => self.start(page, token),
            Kind::End => self.end(page, token),
            Kind::Raw => {}
            Kind::Text | Kind::Open => self.is_over = true,
        }
        self.is_begun |= self.is_over || self.place.is_some();
        if self.is_over && self.body.is_none() {
            let is_body =
                token.kind == Kind::Start && name(page, &token.range).eq_ignore_ascii_case(b"body");
            self.body = Some(if is_body { token.range.end } else { token.range.start });
        }
    }

    /// Goes over what may stand before the head.
    fn pass(&mut self, token: &Token) {
        if !self.is_begun {
            self.begin = token.range.end;
        }
    }

    fn start(&mut self, page: &[u8], token: &Token) {
        let name = name(page, &token.range).to_ascii_lowercase();
        let is_root = name == b"html" || name == b"head";
        self.is_whole |= is_root || name == b"body";
        self.has_root |= is_root || name == b"body";
        if self.is_over {
            return;
        }
        match name.as_slice() {
            b"html" | b"head" => return self.pass(token),
            b"base" | b"body" => self.place = self.place.or(Some(token.range.start)),
            b"frameset" => self.has_frames = true,
            _ => {}
        }
        let is_of_head =
            OF_HEAD.contains(&name.as_slice()) || (name == b"noscript" && !self.is_ended);
        self.is_over = !is_of_head;
        self.is_begun = true;
    }

    fn end(&mut self, page: &[u8], token: &Token) {
        match name(page, &token.range).to_ascii_lowercase().as_slice() {
            _ if self.is_over => {}
            b"head" => {
                self.place = self.place.or(Some(token.range.start));
                self.is_ended = true;
                self.is_begun = true;
            }
            b"body" | b"br" | b"html" => self.is_over = true,
            // It ends nothing.
            _ => self.pass(token),
        }
    }
}

/// Whether an instruction begins a document of XML.
fn is_declaration(page: &[u8], range: &Range<usize>) -> bool {
    let begin = page.get(range.start + 2..range.start + 5).unwrap_or_default();
    begin.eq_ignore_ascii_case(b"xml")
}

#[cfg(test)]
mod tests;
