//! Writes a document's text: blocks in Markdown's notation, white space as a browser shows it.

use std::borrow::Cow;
use std::ops::Range;

use kindex::Section;
use kindex_text::{after, end_with_newline, is_html_space, longest_run, part};

use crate::text::escape;
use crate::text::inline_code::{self, InlineCode};

/// A block that marks or indents the lines inside it.
struct Container {
    /// The beginning of its first line, such as `- `.
    marker: String,
    /// The beginning of its other lines.
    rest: String,
    started: bool,
}

/// Blocks nested deeper than this are not marked, or the marks would outgrow the text.
const MAX_DEPTH: usize = 24;

/// The level of terms that are sections: the weakest, as they stand below all headings.
const TERM: u8 = 6;

/// White space read and not written yet: it is dropped at the ends of a block.
#[derive(Clone, Copy, PartialEq)]
enum Space {
    None,
    Inline,
    LineEnd,
}

/// Writes blocks, one after the other.
pub(crate) struct TextBuilder {
    out: String,
    sections: Vec<Section>,
    containers: Vec<Container>,
    /// The number of `containers` that were open at the last write and ever since: these mark the
    /// blank line before the next block.
    shared: usize,
    /// Line ends due before the next write: 0 to 2.
    gap: usize,
    /// Whether `gap` is final.
    gap_fixed: bool,
    space: Space,
    /// The text that counts more than other text and stands before all headings.
    stressed: String,
    /// The end of the code within a line that was written last.
    code_end: usize,
    /// For each list of terms that is open, whether terms in it are sections.
    term_lists: Vec<bool>,
    /// Whether what is written next, unless it begins a section, belongs to no term any more.
    term_ended: bool,
    /// The number of the heading written last, and how many letters of links came after it.
    heading: Option<usize>,
    linked: usize,
    /// Whether signs in words are escaped, so that they are no markup.
    escapes: bool,
    /// Where the words of the line begin, if it began with words.
    line: usize,
}

impl TextBuilder {
    pub(crate) fn new() -> Self {
        TextBuilder {
            out: String::new(),
            sections: Vec::new(),
            containers: Vec::new(),
            shared: 0,
            gap: 0,
            gap_fixed: false,
            space: Space::None,
            stressed: String::new(),
            code_end: 0,
            term_lists: Vec::new(),
            term_ended: false,
            heading: None,
            linked: 0,
            escapes: false,
            line: 0,
        }
    }

    /// One of Markdown for those who render it.
    pub(crate) fn of_markdown() -> Self {
        TextBuilder { escapes: true, ..TextBuilder::new() }
    }

    /// Words as they are written within a line.
    fn escaped<'t>(&self, words: &'t str, ends: bool) -> Cow<'t, str> {
        if self.escapes { escape::words(words, ends) } else { Cow::Borrowed(words) }
    }

    /// Asks for a new line (1) or a blank line (2) before what comes next.
    pub(crate) fn gap(&mut self, lines: usize) {
        self.space = Space::None;
        // The first block of a container stands on its marker's line.
        let starts = self.containers.last().is_some_and(|c| !c.started);
        if !self.gap_fixed && !starts {
            self.gap = self.gap.max(lines);
        }
    }

    /// The next text begins on the next line, whatever else asks for a gap.
    pub(crate) fn next_line(&mut self) {
        self.space = Space::None;
        self.gap = 1;
        self.gap_fixed = true;
    }

    /// Opens a block whose first line begins with `marker` and whose others with `rest`.
    pub(crate) fn open(&mut self, marker: &str, rest: &str) {
        let (marker, rest) =
            if self.containers.len() < MAX_DEPTH { (marker, rest) } else { ("", "") };
        self.containers.push(Container {
            marker: marker.to_owned(),
            rest: rest.to_owned(),
            started: false,
        });
    }

    pub(crate) fn close(&mut self) {
        self.containers.pop();
        self.shared = self.shared.min(self.containers.len());
    }

    /// Writes running text.
    pub(crate) fn text(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let word_start = rest.find(|c| !is_html_space(c)).unwrap_or(rest.len());
            let (white, words) = rest.split_at(word_start);
            self.note_space(white);
            let word_end = words.find(is_html_space).unwrap_or(words.len());
            let (word, tail) = words.split_at(word_end);
            self.word(word, !tail.is_empty());
            rest = tail;
        }
    }

    fn note_space(&mut self, white: &str) {
        if white.contains('\n') {
            self.space = Space::LineEnd;
        } else if !white.is_empty() && self.space == Space::None {
            self.space = Space::Inline;
        }
    }

    /// Writes code that stands in running text.
    pub(crate) fn inline_code(&mut self, code: &InlineCode) {
        self.note_space(if code.space_before { " " } else { "" });
        if let Some(first) = code.words.chars().next() {
            self.begin_word(first);
            let touches_code = self.code_end == self.out.len();
            inline_code::push(&mut self.out, &code.words, touches_code);
            self.code_end = self.out.len();
        }
        self.note_space(if code.space_after { " " } else { "" });
    }

    /// Writes a word, behind which white space comes if it ends.
    fn word(&mut self, word: &str, ends: bool) {
        // The text begins with no line that is blank: one would be trimmed. A space that
        // breaks no line is a word for HTML.
        if self.out.is_empty() && word.trim().is_empty() {
            return;
        }
        if let Some(first) = word.chars().next() {
            let written = self.out.len();
            let begins_line = self.at_line_start();
            self.begin_word(first);
            // A backtick right after the row that ends code would lengthen it.
            if first == '`' && self.code_end == written && self.out.len() == written {
                self.out.push(' ');
            }
            if self.escapes && begins_line {
                self.line = self.out.len();
                return self.first_word(word, ends);
            }
            let goes_on = self.escapes && escape::ends_number(after(&self.out, self.line), first);
            let word = self.escaped(word, ends);
            self.out.extend([if goes_on { "\\" } else { "" }, &word]);
        }
    }

    /// Writes the first word of a line, which must begin no block.
    fn first_word(&mut self, word: &str, ends: bool) {
        match escape::number_end(word).map(|at| word.split_at(at)) {
            Some((number, sign)) => return self.out.extend([number, "\\", sign]),
            None if escape::begins_block(word) => self.out.push('\\'),
            None => {}
        }
        self.out.push_str(&escape::words(word, ends));
    }

    /// Writes a sign of Markdown, with the space after it.
    pub(crate) fn sign(&mut self, sign: &str) {
        self.markup(&InlineCode::of(sign));
    }

    /// Writes words of a line that are in Markdown already, such as a link.
    pub(crate) fn markup(&mut self, markup: &InlineCode) {
        self.note_space(if markup.space_before { " " } else { "" });
        if let Some(first) = markup.words.chars().next() {
            self.begin_word(first);
            self.out.push_str(&markup.words);
        }
        self.note_space(if markup.space_after { " " } else { "" });
    }

    /// Writes what is due before a word that begins so.
    fn begin_word(&mut self, first: char) {
        if self.at_line_start() {
            self.begin_line();
        } else if self.space != Space::None && !self.joins_lines(first) {
            self.out.push(' ');
        }
        self.space = Space::None;
    }

    /// Chinese and Japanese are written without spaces, so a line end there is none either.
    fn joins_lines(&self, next: char) -> bool {
        self.space == Space::LineEnd
            && is_wide(next)
            && self.out.chars().next_back().is_some_and(is_wide)
    }

    fn at_line_start(&self) -> bool {
        let unstarted = self.containers.last().is_some_and(|c| !c.started);
        self.gap > 0 || self.out.is_empty() || unstarted
    }

    /// Writes the gap and the marks with which the open containers begin a line. It gives the
    /// line's start.
    fn begin_line(&mut self) -> usize {
        if !self.out.is_empty() {
            self.out.push('\n');
            for _ in 1..self.gap {
                self.push_blank_prefix();
                self.out.push('\n');
            }
        }
        let start = self.out.len();
        if std::mem::take(&mut self.term_ended) {
            let heading = start..start;
            self.sections.push(Section { level: TERM, start, heading, ..Section::default() });
        }
        for container in &mut self.containers {
            let prefix = if container.started { &container.rest } else { &container.marker };
            self.out.push_str(prefix);
            container.started = true;
        }
        self.shared = self.containers.len();
        self.gap = 0;
        self.gap_fixed = false;
        self.space = Space::None;
        start
    }

    fn push_blank_prefix(&mut self) {
        let open = self.containers.iter().take(self.shared);
        let prefix: String = open.map(|c| c.rest.as_str()).collect();
        self.out.push_str(prefix.trim_end());
    }

    /// Writes one line as it is.
    pub(crate) fn line(&mut self, line: &str) {
        self.gap(1);
        self.begin_line();
        self.out.push_str(line);
        if line.is_empty() {
            self.trim_line_end();
        }
        self.gap = 1;
    }

    fn trim_line_end(&mut self) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
    }

    /// Writes fenced code. Nothing is written for code that is blank.
    pub(crate) fn code(&mut self, info: &str, code: &str) {
        if code.trim().is_empty() {
            return;
        }
        let fence = "`".repeat(longest_run(code).max(2) + 1);
        self.gap(2);
        self.line(&format!("{fence}{info}"));
        for line in code.strip_suffix('\n').unwrap_or(code).split('\n') {
            self.line(line);
        }
        self.line(&fence);
        self.gap(2);
    }

    /// Writes a heading of one line and notes its section. Nothing is written without words.
    pub(crate) fn heading(&mut self, level: u8, words: &str, anchor: String) {
        if words.is_empty() {
            return;
        }
        self.end_heading();
        self.gap(2);
        self.term_ended = false;
        let start = self.begin_line();
        self.heading = Some(self.sections.len());
        for _ in 0..level {
            self.out.push('#');
        }
        self.out.push(' ');
        self.note_section(level, start, words, anchor);
        self.gap(2);
    }

    /// Writes a line that is a section without a heading's marker. It is called by a part of its
    /// words, and by the extra ones.
    pub(crate) fn term(&mut self, words: &str, name: Range<usize>, anchor: String, extra: String) {
        if words.is_empty() {
            return;
        }
        self.term_ended = false;
        let start = self.begin_line();
        let from = self.out.len();
        let heading = from + name.start..from + name.end;
        let words = self.escaped(words, true);
        self.out.push_str(&words);
        let section = Section { level: TERM, start, heading, anchor, extra, ..Section::default() };
        self.sections.push(section);
        if let Some(has_sections) = self.term_lists.last_mut() {
            *has_sections = true;
        }
        self.gap(1);
    }

    /// Begins a list of terms.
    pub(crate) fn open_terms(&mut self) {
        self.term_lists.push(false);
    }

    /// Ends it: text after it is in the section around the list.
    pub(crate) fn close_terms(&mut self) {
        self.term_ended |= self.term_lists.pop().unwrap_or_default();
    }

    fn note_section(&mut self, level: u8, start: usize, words: &str, anchor: String) {
        let from = self.out.len();
        let escaped = self.escapes.then(|| escape::heading(words));
        self.out.push_str(escaped.as_deref().unwrap_or(words));
        let heading = from..self.out.len();
        self.sections.push(Section { level, start, heading, anchor, ..Section::default() });
    }

    /// Notes that the words of a link are written, in a list or a table. An address that stands for
    /// itself is no such words: notes of releases have one in each line.
    pub(crate) fn link(&mut self, words: &str) {
        if !words.starts_with("http") {
            self.linked += letters(words);
        }
    }

    /// Sees whether what stands below the heading written last is mostly links.
    fn end_heading(&mut self) {
        let linked = std::mem::take(&mut self.linked);
        let Some(sections) = self.heading.take().and_then(|at| self.sections.get_mut(at..)) else {
            return;
        };
        let below = sections.first().map_or(0, |section| section.heading.end);
        if 2 * linked > letters(part(&self.out, below..self.out.len())) {
            sections.iter_mut().for_each(|section| section.is_link_list = true);
        }
    }

    /// The length of the text so far.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// Adds the text from a place on, a number of times, to the extra words of the sections that it
    /// stands in.
    pub(crate) fn stress(&mut self, from: usize, times: usize) {
        let mut end = self.out.len();
        for section in self.sections.iter_mut().rev() {
            let start = section.start.max(from);
            repeat(part(&self.out, start..end), times, &mut section.extra);
            end = start.min(end);
            if section.start <= from {
                return;
            }
        }
        repeat(part(&self.out, from..end), times, &mut self.stressed);
    }

    /// Adds words that are not shown to the section that is being written.
    pub(crate) fn extra(&mut self, words: &str) {
        match self.sections.last_mut() {
            Some(section) => repeat(words, 1, &mut section.extra),
            None => repeat(words, 1, &mut self.stressed),
        }
    }

    /// The stressed text that stands in no section.
    pub(crate) fn take_stressed(&mut self) -> String {
        std::mem::take(&mut self.stressed)
    }

    /// The text, which ends with one line end unless it is empty, and its headings.
    pub(crate) fn finish(mut self) -> (String, Vec<Section>) {
        self.end_heading();
        // The text begins with a word or a marker, so trimming moves no offset.
        (end_with_newline(&self.out), self.sections)
    }
}

/// Adds lines with a text to others.
fn repeat(text: &str, times: usize, to: &mut String) {
    let text = text.trim();
    for _ in 0..if text.is_empty() { 0 } else { times } {
        if !to.is_empty() {
            to.push('\n');
        }
        to.push_str(text);
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Han, kana and their full-width punctuation.
fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_marked_by_what_stays_open() {
        let mut b = TextBuilder::new();
        b.open("> ", "> ");
        b.text("a");
        b.gap(2);
        b.text("b");
        b.close();
        b.gap(2);
        b.open("- ", "  ");
        b.text("c\n d");
        b.code("rs", "x\n\n  ```y\n");
        b.close();
        let want = "> a\n>\n> b\n\n- c d\n\n  ````rs\n  x\n\n    ```y\n  ````\n";
        assert_eq!(b.finish().0, want);
    }

    #[test]
    fn no_blank_line_comes_first() {
        let mut b = TextBuilder::new();
        b.text("\u{a0} \u{2003}");
        b.heading(1, "Title", String::new());
        let (text, sections) = b.finish();
        assert_eq!(text, "# Title\n");
        assert_eq!(sections[0].heading, 2..7);
    }

    #[test]
    fn headings_are_where_sections_say() {
        let mut b = TextBuilder::new();
        b.text("Intro.");
        b.gap(2);
        b.open("> ", "> ");
        b.heading(2, "Größe", "groesse".into());
        b.close();
        let (text, sections) = b.finish();
        assert_eq!(text, "Intro.\n\n> ## Größe\n");
        assert_eq!(sections[0].start, 8);
        assert_eq!(&text[sections[0].heading.clone()], "Größe");
    }

    #[test]
    fn wide_lines_join_without_a_space() {
        let mut b = TextBuilder::new();
        b.text("日本\n語 と\nRust");
        assert_eq!(b.finish().0, "日本語 と Rust\n");
    }

    #[test]
    fn nothing_leaves_nothing() {
        let mut b = TextBuilder::new();
        b.open("- ", "  ");
        b.text("  \n");
        b.close();
        b.heading(1, "", String::new());
        assert_eq!(b.finish(), (String::new(), Vec::new()));
    }
}
