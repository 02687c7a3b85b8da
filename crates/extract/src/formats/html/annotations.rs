//! Small signs at words that are not part of them: readings above the line, marks of references.

use scraper::node::Element;

use super::dom::{Node, elements, parents};
use super::element::{MAX_CLASSES, attr};
use super::words::contents;

/// Classes of links to notes: of Pandoc, Docutils, Markdown's processors, WordPress.
const REFERENCES: [&str; 5] =
    ["fnref", "footnote", "footnote-ref", "footnote-reference", "noteref"];

/// The beginnings of the ids of notes, before a number or what parts it from them.
const NOTES: [&str; 6] = ["_ftn", "cite", "endnote", "fn", "footnote", "note"];

/// A mark of a note has at most this many characters, and one that is no number fewer.
const MAX_MARK_CHARACTERS: usize = 3;

/// The readings of the words below a node, as ruby gives them: each whole, for words written in
/// several signs have one for each.
pub(super) fn readings(node: Node<'_>) -> String {
    let rubies = elements(node).filter(|(ruby, element)| is_outermost_ruby(*ruby, element));
    let readings = rubies.map(|(ruby, _)| {
        let parts = elements(ruby).filter(|(_, element)| element.name() == "rt");
        parts.map(|(part, _)| contents(part)).collect::<String>()
    });
    readings.filter(|reading| !reading.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether an element gives readings, and no element around it does.
pub(super) fn is_outermost_ruby(node: Node<'_>, element: &Element) -> bool {
    element.name() == "ruby" && !parents(node).any(|above| above.name() == "ruby")
}

/// Whether an element shows the number of a note that would run into the word before it.
pub(super) fn is_reference(node: Node<'_>, element: &Element) -> bool {
    let Some(target) = attr(element, "href").filter(|_| element.name() == "a") else {
        return false;
    };
    let Some(id) = target.strip_prefix('#') else { return false };
    let is_named = |class: &str| REFERENCES.contains(&class);
    let is_role = |name: &str| attr(element, name).is_some_and(|role| role.contains("noteref"));
    let leads_to_note = element.classes().take(MAX_CLASSES).any(is_named)
        || is_role("role")
        || is_role("epub:type")
        || NOTES.iter().any(|note| id.strip_prefix(note).is_some_and(begins_number))
        || parents(node).next().is_some_and(|above| above.name() == "sup");
    // Some are written in brackets.
    leads_to_note && is_mark(node) && !is_bracketed(node)
}

fn begins_number(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ':' | '.'))
}

/// Whether a node shows a number, or one or two letters.
fn is_mark(node: Node<'_>) -> bool {
    let texts = node.descendants().filter_map(|inner| inner.value().as_text());
    let letters = texts.flat_map(|text| text.chars()).filter(|c| !c.is_whitespace());
    let letters: Vec<char> = letters.take(MAX_MARK_CHARACTERS + 1).collect();
    let is_number = letters.iter().all(char::is_ascii_digit);
    let longest = if is_number { MAX_MARK_CHARACTERS } else { MAX_MARK_CHARACTERS - 1 };
    !letters.is_empty() && letters.len() <= longest && letters.iter().all(|c| c.is_alphanumeric())
}

fn is_bracketed(node: Node<'_>) -> bool {
    let before = node.prev_sibling().and_then(|before| before.value().as_text());
    before.is_some_and(|text| text.ends_with(['[', '(']))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{page, text};

    #[test]
    fn readings_are_beside_the_text() {
        let body = "<main><h1>例</h1><p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を。\
                    <ruby>東京<rt>とうきょう</rt></ruby>駅</p></main>";
        let document = page(body);
        assert_eq!(document.text, "# 例\n\n漢字を。東京駅\n");
        assert_eq!(document.sections[0].extra, "かんじ\nとうきょう");
        let heading = page("<main><h1><ruby>東京<rt>とうきょう</ruby></h1></main>");
        assert_eq!((&*heading.title, &*heading.sections[0].extra), ("東京", "とうきょう"));
        assert_eq!(page("<p><ruby>東<rt>とう</ruby></p>").extra, "とう");
        let term = page("<main><dl><dt><ruby>漢字<rt>かんじ</rt></ruby></dt><dd>x</dl></main>");
        assert_eq!(term.extra, "かんじ");
        let nested =
            format!("<main><p>y</p>{}<rt>{}</main>", "<ruby>".repeat(390), "x".repeat(10_000));
        assert_eq!(page(&nested).extra.len(), 10_000);
    }

    #[test]
    fn marks_of_references_stay_apart_from_words() {
        let body = "<p>One<sup><a href='#n1'>1</a></sup> two<a class=footnote-ref href='#x'>2</a> \
                    three<sup>[<a href='#n3'>3</a>]</sup> x<sup>2</sup> H<sub>2</sub>O \
                    see <a href='#five'>5</a></p>";
        assert_eq!(text(body), "One[1] two[2] three[3] x2 H2O see 5\n");
        assert_eq!(text("<h2>One<sup><a href='#n'>1</a></sup></h2>"), "## One[1]\n");
        for link in ["<a href='#footnotes'>Footnotes</a>", "<a href='#fnmatch.filter'>filter</a>"] {
            assert!(!text(&format!("<h2>{link}</h2>")).contains('['), "{link}");
        }
    }
}
