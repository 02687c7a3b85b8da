//! Keeps elements from having absurdly many attributes: the parser
//! compares each with all before it.

use std::borrow::Cow;

use kindex_text::{after as after_text, part};

/// A tag with more attributes is read as text. Pages that people look at have some tens.
const MAX_ATTRIBUTES: usize = 4096;

/// The state of the tokenizer in a tag, as the standard of HTML has it.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Close,
    Name,
    BeforeAttribute,
    Attribute,
    AfterAttribute,
    BeforeValue,
    Double,
    Single,
    Bare,
}

const STATES: usize = State::Bare as usize + 1;

/// A tag that may have begun at a byte, with the attributes so far.
#[derive(Clone, Copy)]
struct Tag {
    start: usize,
    attributes: usize,
}

/// The page with its absurd tags as text.
///
/// The surroundings of a sign `<` decide whether it begins a tag: a script may have one, and a
/// value. So each is taken for one. All tags that are in one state go on alike, and the one with
/// the most attributes stands for these: linear in the length of the page.
pub(super) fn limit(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut tags = [None; STATES];
    let mut at = 0;
    while let Some(&byte) = html.as_bytes().get(at) {
        if byte != b'<' && tags.iter().all(Option::is_none) {
            at += after_text(html, at).find('<').unwrap_or(html.len());
            continue;
        }
        tags = step(&tags, byte);
        if let (b'<', Some(open)) = (byte, tags.first_mut()) {
            *open = Some(Tag { start: at, attributes: 0 });
        }
        let absurd = tags.iter().flatten().find(|tag| tag.attributes > MAX_ATTRIBUTES);
        if let Some(&Tag { start, .. }) = absurd {
            // Possible tags inside of it would have nearly as many.
            out.push_str(part(html, copied..start));
            out.push_str(&part(html, start..at).replace('<', "&lt;"));
            copied = at;
            tags = [None; STATES];
        }
        at += 1;
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(part(html, copied..html.len()));
    Cow::Owned(out)
}

fn step(tags: &[Option<Tag>; STATES], byte: u8) -> [Option<Tag>; STATES] {
    let mut next = [None; STATES];
    for (state, tag) in ALL.iter().zip(tags) {
        let (Some(tag), Some((state, begins))) = (tag, state.after(byte)) else { continue };
        let tag = Tag { attributes: tag.attributes + usize::from(begins), ..*tag };
        let slot: Option<&mut Option<Tag>> = next.get_mut(state as usize);
        if let Some(slot) =
            slot.filter(|slot| slot.is_none_or(|other| other.attributes < tag.attributes))
        {
            *slot = Some(tag);
        }
    }
    next
}

const ALL: [State; STATES] = [
    State::Open,
    State::Close,
    State::Name,
    State::BeforeAttribute,
    State::Attribute,
    State::AfterAttribute,
    State::BeforeValue,
    State::Double,
    State::Single,
    State::Bare,
];

impl State {
    /// The state after a byte, and whether an attribute begins with it; none where the tag ends or
    /// is none.
    fn after(self, byte: u8) -> Option<(State, bool)> {
        use State::*;
        let is_space = byte.is_ascii_whitespace();
        let state = match (self, byte) {
            (Open, b'/') => Close,
            (Open | Close, _) => return byte.is_ascii_alphabetic().then_some((Name, false)),
            (Double, b'"') | (Single, b'\'') => BeforeAttribute,
            (Double | Single, _) => self,
            (_, b'>') => return None,
            (BeforeValue, b'"') => Double,
            (BeforeValue, b'\'') => Single,
            (BeforeValue, _) => {
                if is_space {
                    BeforeValue
                } else {
                    Bare
                }
            }
            (Attribute | AfterAttribute, b'=') => BeforeValue,
            (Bare, _) => {
                if is_space {
                    BeforeAttribute
                } else {
                    Bare
                }
            }
            (_, b'/') => BeforeAttribute,
            (Attribute | AfterAttribute, _) if is_space => AfterAttribute,
            (_, _) if is_space => BeforeAttribute,
            (Name | Attribute, _) => self,
            (BeforeAttribute | AfterAttribute, _) => return Some((Attribute, true)),
        };
        Some((state, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(attributes: usize) -> String {
        let attributes: Vec<_> = (0..attributes).map(|number| format!(" a{number}")).collect();
        format!("<b{}>", attributes.concat())
    }

    #[test]
    fn only_absurd_tags_become_text() {
        let fine = format!("{}x</b>", tag(MAX_ATTRIBUTES)).repeat(3);
        assert_eq!(limit(&fine), fine);
        let absurd = tag(MAX_ATTRIBUTES + 1);
        let page = format!("<p>one {absurd} two</p>{fine}");
        assert_eq!(limit(&page), format!("<p>one &lt;{} two</p>{fine}", &absurd[1..]));
    }

    #[test]
    fn attributes_are_counted_whatever_they_look_like() {
        let most = MAX_ATTRIBUTES / 4;
        for attributes in ["a a=1 b='>' c = \">\"d", "a/b/<b c\n\"", "= = =>"] {
            let is_tag = attributes.ends_with('>');
            let page = format!("<a {}>", format!("{attributes} ").repeat(most + 2));
            assert_eq!(limit(&page).starts_with("&lt;a"), !is_tag, "{attributes}");
        }
        let end = format!("</a{}>", " b".repeat(MAX_ATTRIBUTES + 1));
        assert!(limit(&end).starts_with("&lt;/a"));
    }

    #[test]
    fn text_and_scripts_stay() {
        let script = format!("<script>if (a<b) {{ s = \"{}\"; }}</script>", "a b/c ".repeat(9000));
        assert_eq!(limit(&script), script);
        let text = format!("<p>1 < 2, a <= b {}", "words of a text ".repeat(9000));
        assert_eq!(limit(&text), text);
    }
}
