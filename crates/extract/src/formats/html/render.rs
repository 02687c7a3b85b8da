//! Writes the text of a page's body.

use ego_tree::NodeId;
use kindex::Section;
use scraper::Html;
use scraper::node::Element;

use super::annotations::{is_outermost_ruby, is_reference, readings};
use super::chrome::is_chrome;
use super::dashed_terms::{description_list, first_text, opens_description};
use super::dom::{self, Node, Visitor, walk};
use super::element::{
    Kind, check_box, info_word, is_footer, is_frame_part, kind, lends_its_id, may_have_heading,
};
use super::entry::Entry;
use super::old_frame::Titles;
use super::rules::Rules;
use super::table;
use super::words::{self, words, words_with_space};
use super::{anchor, attributes, depth, hidden, marks, old_frame, written_links};
use crate::formats::own_attributes::{MARKER, SLUG_SOURCE};
use crate::text::builder::TextBuilder;
use crate::text::inline_code::InlineCode;
use crate::text::passages::Passage;

/// The text, headings and links of an HTML fragment.
pub(crate) fn render_fragment(html: &str, rules: Rules) -> (String, Vec<Section>, Vec<String>) {
    let mut html = Html::parse_fragment(&depth::limit(&attributes::limit(html)));
    hidden::reveal(&mut html);
    let root = html.tree.root();
    let Written { text, sections, .. } = render(&[root], rules);
    (text, sections, words::targets(root))
}

/// The text of a page.
#[derive(Default)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) sections: Vec<Section>,
    /// The words that count more and stand before all headings.
    pub(super) stressed: String,
}

/// The text and headings of these parts of a page.
pub(super) fn render(bodies: &[Node<'_>], rules: Rules) -> Written {
    let is_markdown = rules.linker.is_some();
    let mut renderer = Renderer {
        builder: if is_markdown { TextBuilder::of_markdown() } else { TextBuilder::new() },
        rules,
        lists: Vec::new(),
        wrappers: Vec::new(),
        terms: Vec::new(),
        frame: false,
        body: None,
        muted: false,
        stress: None,
        titles: Titles::default(),
        boosted: marks::boost(bodies).is_some(),
    };
    for body in bodies {
        renderer.frame = body.value().as_element().is_none_or(|element| element.name() == "body");
        renderer.body = Some(body.id());
        renderer.muted = false;
        renderer.builder.gap(2);
        walk(*body, &mut renderer);
    }
    let stressed = renderer.builder.take_stressed();
    let (text, sections) = renderer.builder.finish();
    Written { text, sections, stressed }
}

/// An element that is open and whose words count more than others.
struct Stress {
    node: NodeId,
    times: usize,
    /// The length of the text before it.
    from: usize,
}

/// A list that is open.
struct List {
    /// The number of the next item, where items have numbers.
    next: Option<i64>,
}

/// An element around headings that may lend the first of them its id.
struct Wrapper {
    id: Option<String>,
}

struct Renderer {
    builder: TextBuilder,
    rules: Rules,
    lists: Vec<List>,
    wrappers: Vec<Wrapper>,
    /// MDN's terms that are open: their words are written, only their lists are still to be.
    terms: Vec<NodeId>,
    /// Whether the body is the whole page, frame and all.
    frame: bool,
    /// The element that is being read.
    body: Option<NodeId>,
    /// Whether what is read belongs to a heading that is left out with its section.
    muted: bool,
    stress: Option<Stress>,
    titles: Titles,
    /// Whether the weight of what the page is about is that of the page.
    boosted: bool,
}

impl<'a> Visitor<'a> for Renderer {
    fn open(&mut self, node: Node<'a>) -> bool {
        if self.is_written(node) || (self.muted && !may_have_heading(node)) {
            return false;
        }
        match node.value() {
            scraper::Node::Text(text) => {
                self.text(node, text);
                true
            }
            scraper::Node::Element(element) => self.stressed_element(node, element),
            _ => true,
        }
    }

    fn close(&mut self, node: Node<'a>) {
        let Some(element) = node.value().as_element() else {
            return;
        };
        match kind(element) {
            Kind::Inline if is_reference(node, element) => self.builder.text("]"),
            Kind::Inline => self.end_link(node, element),
            Kind::Block => self.close_block(element),
            Kind::List => {
                self.lists.pop();
                self.builder.gap(1);
            }
            Kind::Item if self.terms.last() == Some(&node.id()) => {
                self.terms.pop();
            }
            Kind::Item | Kind::Description => {
                self.builder.close();
                self.builder.gap(1);
            }
            Kind::Quote => {
                self.builder.close();
                self.builder.gap(2);
            }
            Kind::Term => self.builder.gap(1),
            _ => {}
        }
        if let Some(Stress { times, from, .. }) =
            self.stress.take_if(|stress| stress.node == node.id())
        {
            self.builder.stress(from, times);
        }
    }
}

impl Renderer {
    fn text(&mut self, node: Node<'_>, text: &str) {
        let text = if self.rules.dashed_terms && opens_description(node) {
            text.trim_start().strip_prefix(':').unwrap_or(text)
        } else {
            text
        };
        // A space that does not break keeps lines and cells from being empty.
        let is_blank = self.rules.finished && text.chars().all(char::is_whitespace);
        self.builder.text(if is_blank { " " } else { text });
    }

    /// Begins an element as [`Renderer::element`] does, and notes whether its words count more. The
    /// weight of all that the page is about is none of a part, and of weights in each other the
    /// outermost counts.
    fn stressed_element(&mut self, node: Node<'_>, element: &Element) -> bool {
        let times = marks::times(element);
        let is_whole = self.boosted && self.body == Some(node.id());
        if times == 0 || self.stress.is_some() || is_whole {
            return self.element(node, element);
        }
        let from = self.builder.len();
        let has_more = self.element(node, element);
        if has_more {
            self.stress = Some(Stress { node: node.id(), times, from });
        } else {
            self.builder.stress(from, times);
        }
        has_more
    }

    /// Begins an element; says whether its content is still to be read.
    fn element(&mut self, node: Node<'_>, element: &Element) -> bool {
        if is_chrome(node, element) || self.is_frame(node, element) {
            return false;
        }
        if self.is_common(node, element) {
            self.builder.gap(2);
            return false;
        }
        let is_inner = || dom::parents(node).any(words::is_link);
        if !self.lists.is_empty()
            && words::is_link(element)
            && !is_inner()
            && !may_have_heading(node)
        {
            self.builder.link(&words(node));
        }
        if self.rules.finished
            && element.name() == "tr"
            && table::write_line(node, self.rules.linker.as_ref(), &mut self.builder)
        {
            return false;
        }
        match kind(element) {
            Kind::Inline => return self.inline(node, element),
            Kind::Block => return self.block(node, element),
            Kind::Heading(level) => return self.heading(level, node, element),
            Kind::Code => return self.code(node),
            Kind::Table => return self.table(node),
            Kind::List => self.open_list(node, element),
            Kind::Item => return self.item(node, element),
            Kind::Quote => self.quote(element),
            Kind::Term => return self.term(node, element),
            Kind::Description => {
                self.builder.gap(1);
                self.builder.open(": ", "  ");
            }
            Kind::LineBreak => self.builder.gap(1),
            Kind::Image => self.image(element),
            Kind::Input => check_box(element).into_iter().for_each(|sign| self.builder.sign(sign)),
        }
        true
    }

    fn inline(&mut self, node: Node<'_>, element: &Element) -> bool {
        let code = words::code_in_line(node, element);
        let linker = self.rules.linker.as_ref().filter(|_| code.is_none());
        let link = linker.and_then(|linker| written_links::in_line(node, element, linker));
        if let Some(code) = &code {
            self.builder.inline_code(code);
        } else if let Some(link) = &link {
            self.builder.markup(link);
        } else if is_reference(node, element) {
            self.builder.text("[");
        } else if let Some(sign) = words::drawn_before(node, element) {
            self.builder.text(sign);
        } else if is_outermost_ruby(node, element) {
            self.builder.extra(&readings(node));
        }
        code.is_none() && link.is_none()
    }

    fn end_link(&mut self, node: Node<'_>, element: &Element) {
        let linker = self.rules.linker.as_ref();
        if let Some(link) = linker.and_then(|it| written_links::below(node, element, it)) {
            self.builder.gap(1);
            self.builder.sign(&link);
        }
    }

    fn image(&mut self, element: &Element) {
        let linker = self.rules.linker.as_ref();
        match linker.and_then(|linker| written_links::image(element, linker)) {
            Some(image) => self.builder.sign(&image),
            None => self.builder.text(element.attr("alt").unwrap_or("")),
        }
    }

    fn open_block(&mut self, element: &Element) {
        self.builder.gap(2);
        if element.name() == "dl" {
            self.builder.open_terms();
        }
        if lends_its_id(element) {
            let id = element.attr("id").map(str::to_owned);
            self.wrappers.push(Wrapper { id });
        }
    }

    fn close_block(&mut self, element: &Element) {
        self.builder.gap(2);
        if element.name() == "dl" {
            self.builder.close_terms();
        }
        if lends_its_id(element) {
            self.wrappers.pop();
        }
    }

    /// Whether an element belongs to the page's frame, or is a footer of the part that the page is
    /// about.
    fn is_frame(&self, node: Node<'_>, element: &Element) -> bool {
        let is_old =
            || self.rules.finished && old_frame::is_part(node, element, self.builder.len() == 0);
        (self.frame && (is_frame_part(node, element) || is_old()))
            || (self.rules.finished && self.body != Some(node.id()) && is_footer(node, element))
    }

    /// Whether an element says what most pages of the site say.
    fn is_common(&self, node: Node<'_>, element: &Element) -> bool {
        !self.rules.common.is_empty()
            && kind(element) == Kind::Block
            && words::is_innermost(node)
            && self.rules.common.binary_search(&Passage::of(&words::raw_text(node))).is_ok()
    }

    fn heading(&mut self, level: u8, node: Node<'_>, element: &Element) -> bool {
        self.muted = self.rules.finished && element.attr("data-search-exclude").is_some();
        if self.muted {
            return false;
        }
        let mut words = words(node);
        if words.is_empty() {
            // Letters that are drawn one by one are hidden from screen readers, which read this.
            words = kindex_text::collapse(element.attr("aria-label").unwrap_or_default());
        }
        let anchor = self.anchor(node, element, &words);
        if self.rules.finished && self.titles.repeats(level, &words, self.builder.len()) {
            return false;
        }
        self.builder.heading(level, &words, anchor);
        self.titles.wrote(self.builder.len());
        self.builder.extra(&readings(node));
        false
    }

    /// The id of a heading: its own, one inside it, the one that it links to, that of an empty
    /// element before it, that of what it heads, or a made one.
    fn anchor(&mut self, node: Node<'_>, element: &Element, words: &str) -> String {
        let lent = self.lent_id();
        let before = || self.rules.finished.then(|| anchor::before(node)).flatten();
        let own = anchor::own(node, element).or_else(before);
        if let Some(slugger) = &mut self.rules.slugger {
            return match own {
                Some(id) => {
                    slugger.take(&id);
                    id
                }
                None if words.is_empty() => String::new(),
                None => slugger.slug(element.attr(SLUG_SOURCE).unwrap_or(words)),
            };
        }
        own.or(lent).unwrap_or_default()
    }

    /// The id of the nearest wrapper whose first heading this is.
    fn lent_id(&mut self) -> Option<String> {
        let mut lent = None;
        for wrapper in self.wrappers.iter_mut().rev() {
            let id = wrapper.id.take();
            lent = lent.or(id);
        }
        lent
    }

    fn code(&mut self, node: Node<'_>) -> bool {
        self.builder.gap(2);
        let info = info_word(node);
        self.builder.code(&info, &words::raw_text(node));
        self.builder.gap(2);
        false
    }

    fn table(&mut self, node: Node<'_>) -> bool {
        self.builder.gap(2);
        if table::is_layout(node) {
            return true;
        }
        self.builder.extra(&readings(node));
        words::links(node).into_iter().for_each(|link| self.builder.link(&words::words(link)));
        let table = table::Lines::of(node, self.rules.linker.as_ref());
        let caption = InlineCode::of(&table.caption);
        self.builder.markup(&caption);
        self.builder.gap(2);
        for line in table.lines() {
            self.builder.line(&line);
        }
        self.builder.gap(2);
        false
    }

    fn open_list(&mut self, node: Node<'_>, element: &Element) {
        let nested = dom::parents(node).next().map(kind) == Some(Kind::Item);
        self.builder.gap(if nested { 1 } else { 2 });
        let start = element.attr("start").and_then(|start| start.parse().ok());
        let next = (element.name() == "ol").then_some(start.unwrap_or(1));
        self.lists.push(List { next });
    }

    fn item(&mut self, node: Node<'_>, element: &Element) -> bool {
        if self.rules.dashed_terms && description_list(node).is_some() {
            self.dashed_term(node);
            return true;
        }
        self.builder.gap(1);
        if self.rules.dashed_terms && first_text(node).is_some_and(opens_description) {
            self.builder.open(": ", "  ");
            return true;
        }
        if let Some(marker) = element.attr(MARKER) {
            self.builder.open(marker, "    ");
            return true;
        }
        let number = self.lists.last_mut().and_then(|list| list.next.as_mut());
        let marker = match number {
            Some(next) => {
                let given = element.attr("value").and_then(|value| value.parse().ok());
                let number = given.unwrap_or(*next);
                *next = number.saturating_add(1);
                format!("{number}. ")
            }
            None => "- ".to_owned(),
        };
        self.builder.open(&marker, &" ".repeat(marker.len()));
        true
    }

    fn quote(&mut self, element: &Element) {
        self.builder.gap(2);
        self.builder.open("> ", "> ");
        let alert = element.classes().find_map(|class| class.strip_prefix("markdown-alert-"));
        if let Some(alert) = alert {
            self.builder.sign(&format!("[!{}]", alert.to_uppercase()));
            self.builder.next_line();
        }
    }

    /// A term is written on one line, unless it is a heading too.
    fn term(&mut self, node: Node<'_>, element: &Element) -> bool {
        self.builder.gap(2);
        if dom::elements(node).any(|(_, e)| matches!(kind(e), Kind::Heading(_) | Kind::Code)) {
            return true;
        }
        self.write_entry(node, element);
        self.builder.extra(&readings(node));
        false
    }

    /// A declaration is written on one line, if it has a name that can be linked to.
    fn block(&mut self, node: Node<'_>, element: &Element) -> bool {
        let entry = self.rules.finished.then(|| Entry::declared(node)).flatten();
        let Some(Entry { words, name, anchor, extra }) = entry else {
            self.open_block(element);
            return true;
        };
        self.builder.gap(2);
        self.builder.term(&words, name, anchor, extra);
        self.builder.gap(2);
        false
    }

    fn write_entry(&mut self, node: Node<'_>, element: &Element) {
        let entry = self.rules.finished.then(|| Entry::of(node, element)).flatten();
        if let Some(Entry { words, name, anchor, extra }) = entry {
            return self.builder.term(&words, name, anchor, extra);
        }
        let id = anchor::filled(element.attr("id")).or_else(|| anchor::inside(node));
        self.write_term(&words(node), id.unwrap_or_default());
    }

    fn write_term(&mut self, words: &str, anchor: String) {
        // It can be linked to. As a heading it would stand before the page that is about it.
        if !self.rules.finished && !anchor.is_empty() {
            self.builder.term(words, 0..0, anchor, String::new());
        } else {
            self.builder.text(words);
        }
        self.builder.gap(1);
    }

    /// Whether a node is part of a term that was written.
    fn is_written(&self, node: Node<'_>) -> bool {
        let Some(term) = self.terms.last() else {
            return false;
        };
        let is_list = |element: &Element| kind(element) == Kind::List;
        node.parent().is_some_and(|parent| parent.id() == *term)
            && !node.value().as_element().is_some_and(is_list)
    }

    /// Writes the term of MDN's kind; its description is read next.
    fn dashed_term(&mut self, node: Node<'_>) {
        self.builder.gap(2);
        let parts = node.children().filter(|child| {
            let element = child.value().as_element();
            element.is_none_or(|element| kind(element) != Kind::List)
        });
        let parts: Vec<String> = parts.map(words_with_space).collect();
        let words = kindex_text::collapse(&parts.concat());
        let anchor = match &mut self.rules.slugger {
            Some(slugger) if !words.is_empty() => slugger.slug(&words),
            _ => String::new(),
        };
        self.write_term(&words, anchor);
        self.terms.push(node.id());
    }
}
