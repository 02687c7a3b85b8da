//! Finds the definitions of a program.

use std::ops::{ControlFlow, Range};

use tree_sitter::{Language, Node, ParseOptions, Parser, Tree};

use super::grammar::{self, Role};
use crate::text::part;

/// Longer files, in bytes, are data or the output of other programs, and take a parser long.
const MAX_PARSED: usize = 1 << 19;

/// The parser takes the square of the length of text that it does not understand. So it first gets
/// samples of so many bytes, of which one must be understood: the shorter may end within a long
/// comment.
const SAMPLES: [usize; 2] = [1024, 2560];

/// A sample with more tokens out of place is not understood.
const MAX_STRAY: usize = 60;

/// The most steps that the parser may take for each byte. Programs take it one to three.
const MAX_STEPS: usize = 10;

/// Deeper nodes are passed over, that no file exhausts the stack.
const MAX_NESTED: usize = 64;

/// A function, type, module or the like.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Definition {
    /// Byte range from the beginning of a line, with the comments and annotations before.
    pub(super) range: Range<usize>,
    /// Byte range of the name; not empty and on one line.
    pub(super) name: Range<usize>,
    /// In how many others it lies.
    pub(super) depth: usize,
}

/// The definitions in the order of the text: no two begin on one line, and each after the name of
/// the one before. None where the text cannot be parsed.
pub(super) fn find(text: &str, language: &Language) -> Vec<Definition> {
    let mut parser = Parser::new();
    if text.len() > MAX_PARSED || parser.set_language(language).is_err() {
        return Vec::new();
    }
    if !SAMPLES.iter().any(|&length| is_understood(&mut parser, sample(text, length))) {
        return Vec::new();
    }
    let Some(tree) = parse(&mut parser, text) else {
        return Vec::new();
    };
    let mut finder = Finder { text, found: Vec::new(), leading: 0..0 };
    finder.children(tree.root_node(), Place::default());
    finder.found
}

/// The lines of about the first `length` bytes.
fn sample(text: &str, length: usize) -> &str {
    let end = text.floor_char_boundary(length);
    let end = part(text, 0..end).rfind('\n').map_or(end, |line| line + 1);
    part(text, 0..end)
}

fn is_understood(parser: &mut Parser, sample: &str) -> bool {
    parse(parser, sample).is_some_and(|tree| stray(tree.root_node(), 0) <= MAX_STRAY)
}

/// Gives up where the parser goes back and forth. It counts steps and not time, so the same text
/// gives the same tree everywhere.
fn parse(parser: &mut Parser, text: &str) -> Option<Tree> {
    let mut steps = 0;
    // The parser calls after every hundred steps.
    let most = 100 + text.len() * MAX_STEPS / 100;
    let mut progress = |_: &_| {
        steps += 1;
        if steps > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut read = |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    parser.reset();
    tree
}

/// The number of tokens that are out of place or missing.
fn stray(node: Node<'_>, nested: usize) -> usize {
    if !node.has_error() || nested > MAX_NESTED {
        return 0;
    }
    let mut cursor = node.walk();
    let children = node.children(&mut cursor);
    let count = |child: Node<'_>| {
        let is_stray = node.is_error() && child.child_count() == 0;
        let is_gap = child.is_error() || child.is_missing();
        usize::from(is_stray || is_gap) + stray(child, nested + 1)
    };
    children.map(count).sum()
}

struct Finder<'a> {
    text: &'a str,
    found: Vec<Definition>,
    /// The last run of comments and annotations.
    leading: Range<usize>,
}

/// The range of a node.
#[derive(Clone, Copy, Default)]
struct Place {
    /// In how many definitions.
    depth: usize,
    /// In how many nodes.
    nested: usize,
    /// The beginning of its wrapper, if it has one.
    wrapper: Option<usize>,
}

impl Place {
    fn below(self) -> Place {
        Place { nested: self.nested + 1, ..self }
    }
}

impl Finder<'_> {
    fn children(&mut self, node: Node<'_>, place: Place) {
        if place.nested > MAX_NESTED {
            return;
        }
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let is_body = cursor.field_name() == Some("body");
            self.node(cursor.node(), is_body, place);
            more = cursor.goto_next_sibling();
        }
    }

    fn node(&mut self, node: Node<'_>, is_body: bool, place: Place) {
        let place = place.below();
        let role = grammar::role(node.kind()).filter(|_| node.is_named());
        let own = Place { wrapper: None, ..place };
        match role {
            Some(Role::Leading) => self.lead(node),
            Some(Role::Item) => self.define(node, name(node), place),
            Some(Role::Bodied) if node.child_by_field_name("body").is_none() => {}
            Some(Role::Container | Role::Bodied) => {
                self.define(node, name(node), place);
                self.children(node, Place { depth: place.depth + 1, ..own });
            }
            Some(Role::Wrapper) => {
                let wrapper = place.wrapper.or(Some(node.start_byte()));
                self.children(node, Place { wrapper, ..place });
            }
            Some(Role::Valued) => self.valued(node, place),
            Some(Role::Group) => self.children(node, own),
            None if is_body => self.children(node, own),
            None => {}
        }
    }

    /// Takes a comment or an annotation into the run before it, if there is nothing in between.
    fn lead(&mut self, node: Node<'_>) {
        let range = node.start_byte()..self.trimmed_end(node);
        if self.leads_to(range.start) {
            self.leading.end = range.end;
        } else if part(self.text, self.line_start(range.start)..range.start).trim().is_empty() {
            self.leading = range;
        }
    }

    /// Whether nothing but one line end is between the run of comments and `start`, or the run
    /// reaches beyond it, as annotations within a wrapper do.
    fn leads_to(&self, start: usize) -> bool {
        if self.leading.contains(&start) {
            return true;
        }
        let Some(between) = self.text.get(self.leading.end..start) else {
            return false;
        };
        let lines = between.matches('\n').count();
        !self.leading.is_empty() && between.trim().is_empty() && lines < 2
    }

    /// A function that is the value of a variable, a field or an assignment.
    fn valued(&mut self, node: Node<'_>, place: Place) {
        let mut cursor = node.walk();
        let inner = node.named_children(&mut cursor).chain([node]).find_map(|inner| {
            let field = |name| inner.child_by_field_name(name);
            let value = field("value").or_else(|| field("right"))?;
            let name = field("name").or_else(|| field("left")).or_else(|| field("property"))?;
            grammar::is_function(value.kind()).then(|| name.byte_range())
        });
        match inner {
            Some(name) => self.define(node, Some(name), place),
            None => self.children(node, place),
        }
    }

    fn define(&mut self, node: Node<'_>, name: Option<Range<usize>>, place: Place) {
        // A wrapper may hold several.
        let is_first =
            |wrapper: &usize| self.found.last().is_none_or(|last| last.name.end <= *wrapper);
        let start = place.wrapper.filter(is_first).unwrap_or(node.start_byte());
        let first = if self.leads_to(start) { self.leading.start } else { start };
        let first = self.line_start(first);
        let free = self.found.last().is_none_or(|last| last.name.end <= first);
        let Some(name) = name.filter(|name| self.is_line(name) && free) else {
            return;
        };
        let range = first..self.trimmed_end(node);
        self.found.push(Definition { range, name, depth: place.depth });
    }

    fn is_line(&self, name: &Range<usize>) -> bool {
        let name = part(self.text, name.clone());
        !name.trim().is_empty() && !name.contains('\n')
    }

    fn line_start(&self, at: usize) -> usize {
        part(self.text, 0..at).rfind('\n').map_or(0, |end| end + 1)
    }

    /// The end of a node; some nodes hold the line end after them.
    fn trimmed_end(&self, node: Node<'_>) -> usize {
        node.start_byte() + part(self.text, node.byte_range()).trim_end().len()
    }
}

/// The name of a definition; for an implementation its trait and type.
fn name(node: Node<'_>) -> Option<Range<usize>> {
    let field = |name| node.child_by_field_name(name);
    if let Some(name) = field("name") {
        return Some(name.byte_range());
    }
    if let Some(declarator) = field("declarator") {
        return Some(declared(declarator).byte_range());
    }
    let of = field("type")?.byte_range();
    let start = field("trait").map_or(of.start, |node| node.start_byte());
    Some(start..of.end)
}

/// The name within a declarator of C, which is written as the name is used: `*name(int)`.
fn declared(declarator: Node<'_>) -> Node<'_> {
    let mut inner = declarator;
    for _ in 0..MAX_NESTED {
        let next = inner.child_by_field_name("declarator").or_else(|| {
            let wraps = matches!(inner.kind(), "parenthesized_declarator" | "reference_declarator");
            inner.named_child(0).filter(|_| wraps)
        });
        match next {
            Some(next) => inner = next,
            None => break,
        }
    }
    inner
}
