//! The markers in ChatGPT's answers: a kind and its fields between private characters. Some hold
//! words of the answer, others point at sources.

use serde_json::Value;

const OPEN: char = '\u{E200}';
const CLOSE: char = '\u{E201}';
const SEPARATOR: char = '\u{E202}';

const MIN_FENCE_LENGTH: usize = 3;

/// Kinds whose fields are all references, or words that are not shown.
const REFERENCES: [&str; 4] = ["cite", "filecite", "memcite", "entity_metadata"];

/// Keys of the words in a marker's JSON.
const WORDS: [&str; 8] = ["caption", "content", "label", "name", "query", "text", "title", "value"];

/// `text` with the words that its markers show.
pub(super) fn shown(text: &str) -> String {
    let lines = marked(text);
    let mut blocks = Blocks::default();
    lines.split_inclusive('\n').map(|line| blocks.without_mark(without_notes(line))).collect()
}

/// The blocks around the lines of an answer.
#[derive(Default)]
struct Blocks {
    is_writing: bool,
    /// What closes the block of code.
    fence: Option<String>,
}

impl Blocks {
    /// A line without what begins or ends a block of writing; the subject of an email stays. Code
    /// is as it is.
    fn without_mark(&mut self, line: String) -> String {
        let bare = line.trim();
        if let Some(fence) = &self.fence {
            if bare.starts_with(fence.as_str()) && is_run(bare) {
                self.fence = None;
            }
            return line;
        }
        self.fence = fence(bare);
        match bare.strip_prefix(":::") {
            Some(marker) if marker.starts_with("writing{") => {
                self.is_writing = true;
                let subject = marker.split_once("subject=\"");
                let subject = subject.and_then(|(_, rest)| rest.split_once('"'));
                subject.map_or_else(String::new, |(subject, _)| format!("{subject}\n"))
            }
            Some("") if self.is_writing => {
                self.is_writing = false;
                String::new()
            }
            _ => line,
        }
    }
}

/// The characters that open a block of code.
fn fence(line: &str) -> Option<String> {
    let mark = ['`', '~'].into_iter().find(|mark| line.starts_with(*mark))?;
    let run: String = line.chars().take_while(|c| *c == mark).collect();
    (run.len() >= MIN_FENCE_LENGTH).then_some(run)
}

/// Whether a line has nothing but one character, over and over.
fn is_run(line: &str) -> bool {
    line.chars().next().is_some_and(|first| line.chars().all(|c| c == first))
}

/// A line without its notes of sources, such as `【4†source】` and `【4†L1-L9】`.
fn without_notes(line: &str) -> String {
    let mut pieces = line.split('【');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let note = piece.split_once('】').filter(|(note, _)| {
            let source = note.split_once('†').map_or("", |(_, source)| source);
            source == "source" || source.starts_with('L') && source.ends_with(char::is_numeric)
        });
        match note {
            Some((_, rest)) => out.push_str(rest),
            None => out.extend(["【", piece]),
        }
    }
    out
}

/// `text` with the words of what stands between private characters.
fn marked(text: &str) -> String {
    let mut pieces = text.split(OPEN);
    let mut out = bare(pieces.next().unwrap_or_default());
    for piece in pieces {
        match piece.split_once(CLOSE) {
            Some((marker, rest)) => {
                out.push_str(&bare(&words(marker)));
                out.push_str(&bare(rest));
            }
            None => out.push_str(&bare(piece)),
        }
    }
    out
}

/// `text` without the private characters that mark ranges of it.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !('\u{E200}'..='\u{E20F}').contains(c)).collect()
}

/// The words that a marker shows.
fn words(marker: &str) -> String {
    let Some((kind, fields)) = marker.split_once(SEPARATOR) else {
        return String::new();
    };
    if REFERENCES.contains(&kind) {
        return String::new();
    }
    let mut shown = fields.split(SEPARATOR).filter_map(|field| match serde_json::from_str(field) {
        Ok(Value::Array(values)) => name_of(&values),
        Ok(Value::Object(object)) => {
            let mut found = Vec::new();
            collect(&Value::Object(object), false, &mut found);
            Some(found.join(", "))
        }
        _ if is_reference(field) => None,
        _ => Some(field.trim().to_owned()),
    });
    let shown = shown.find(|words| !words.is_empty()).unwrap_or_default();
    if kind == "image_group" && !shown.is_empty() { format!("[{shown}]") } else { shown }
}

/// `["place", "Bass Rock", 0]`: the name follows its kind or its reference.
fn name_of(values: &[Value]) -> Option<String> {
    let named = values.get(1).or(values.first())?.as_str()?;
    Some(named.to_owned())
}

/// Collects the words in a marker's JSON; `named` says that a key of words leads to `value`.
fn collect(value: &Value, named: bool, found: &mut Vec<String>) {
    match value {
        Value::String(words) if named && !is_reference(words) => {
            found.push(words.trim().to_owned())
        }
        Value::Array(values) => {
            // A pair of a reference and a name.
            if let [Value::String(reference), Value::String(name), ..] = values.as_slice()
                && is_reference(reference)
            {
                found.push(name.clone());
                return;
            }
            values.iter().for_each(|value| collect(value, named, found));
        }
        Value::Object(object) => {
            for (key, value) in object {
                collect(value, WORDS.contains(&key.as_str()), found);
            }
        }
        _ => {}
    }
}

/// `turn0search1`, or an address.
fn is_reference(field: &str) -> bool {
    let field = field.trim();
    let rest = field.strip_prefix("turn").unwrap_or_default();
    let kind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_turn = kind.len() < rest.len()
        && kind.starts_with(|c: char| c.is_ascii_lowercase())
        && kind.chars().all(|c| c.is_ascii_alphanumeric());
    is_turn || field.starts_with("http://") || field.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_leave_their_words() {
        let cases = [
            ("<entity|[\"place\",\"Bass Rock\",0]>", "Bass Rock"),
            ("<product_entity|[\"turn0product1\",\"Canon EOS\"]>", "Canon EOS"),
            ("<entity|plain label>", "plain label"),
            ("<url|the survey|turn0search2>", "the survey"),
            ("<url|turn0search2|the survey>", "the survey"),
            ("<link_title|Open Site|https://a.dev>", "Open Site"),
            ("<navlist|More news|turn0news1,turn0news2>", "More news"),
            ("<genui|{\"math_block\":{\"content\":\"a^2\"}}>", "a^2"),
            (
                "<image_group|{\"layout\":\"grid\",\"query\":[\"gannet\",\"puffin\"]}>",
                "[gannet, puffin]",
            ),
            ("<products|{\"selections\":[[\"turn0product1\",\"Lamp\"]]}>", "Lamp"),
            ("<cite|turn0search1|turn0search3>", ""),
            ("<filecite|turn0file0|L1-L9>", ""),
            ("<video|turn0video1>", ""),
            ("<entity>", ""),
            ("<entity|[]>", ""),
            ("<open", "open"),
        ];
        for (marker, want) in cases {
            let marker = marker.replace('<', "\u{E200}").replace('>', "\u{E201}");
            let marker = marker.replace('|', "\u{E202}");
            assert_eq!(shown(&format!("a {marker} b")), format!("a {want} b"), "{marker}");
        }
        assert_eq!(
            shown("It is【4†source】 so【2:3†L1-L9】. 【注】 【4†the page】"),
            "It is so. 【注】 【4†the page】"
        );
        let email = ":::writing{variant=\"email\" subject=\"Hello\"}\nDear you\n:::\n::: tip\n";
        assert_eq!(shown(email), "Hello\nDear you\n::: tip\n");
        let written = ":::writing{}\nDear you\n```md\n:::\n```\n:::\nBye";
        assert_eq!(shown(written), "Dear you\n```md\n:::\n```\nBye");
        let docs = "````md\n```\n:::writing{}\nCare\n:::\n````\n:::tip\nA\n:::\n";
        assert_eq!(shown(docs), docs);
        assert_eq!(shown("\u{E203}said\u{E204} so\u{E206}"), "said so");
    }
}
