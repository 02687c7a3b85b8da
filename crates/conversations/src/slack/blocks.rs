//! The blocks and attachments of Slack's messages.

use serde_json::Value;

use super::markup::plain;
use super::names::Names;
use crate::export::{Object, items, object, objects, text};
use crate::notes::Notes;

/// A fallback that says nothing.
const NO_PREVIEW: &str = "[no preview available]";

/// Kinds of blocks that hold no words of the message.
const WORDLESS: [&str; 3] = ["actions", "divider", "file"];

/// The text of each block that has one.
pub(super) fn of_blocks(of: &Object, names: &Names<'_>, notes: &mut Notes) -> Vec<String> {
    let blocks = objects(of, "blocks").chain(message_blocks(of));
    let texts = blocks.map(|block| {
        let mut reader = Reader { names, lines: Vec::new() };
        if !reader.block(block) {
            notes.kinds.unknown(text(block, "type").unwrap_or("block without a type"));
        }
        reader.lines.retain(|line| !line.trim().is_empty());
        reader.lines.join("\n")
    });
    texts.filter(|text| !text.is_empty()).collect()
}

/// The blocks of a message that is shared as an attachment.
fn message_blocks(attachment: &Object) -> impl Iterator<Item = &Object> {
    let messages = objects(attachment, "message_blocks");
    messages.filter_map(|it| object(it, "message")).flat_map(|it| objects(it, "blocks"))
}

/// The text of an attachment: what it says, else what stands for it where it cannot be shown.
pub(super) fn of_attachment(
    attachment: &Object,
    names: &Names<'_>,
    notes: &mut Notes,
) -> Option<String> {
    let own = |key: &str| text(attachment, key).map(|said| plain(said, names));
    let heads = ["pretext", "title", "text"].into_iter().filter_map(own);
    let fields = objects(attachment, "fields").filter_map(|field| {
        let parts = ["title", "value"].iter().filter_map(|key| text(field, key));
        let parts: Vec<String> = parts.map(|said| plain(said, names)).collect();
        (!parts.is_empty()).then(|| parts.join(": "))
    });
    let mut parts: Vec<String> = heads.chain(fields).collect();
    add_new(&mut parts, of_blocks(attachment, names, notes));
    if parts.is_empty() {
        parts.extend(own("fallback").filter(|said| said != NO_PREVIEW));
    }
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// Adds texts that do not repeat what is there: a message often says in its text what its blocks
/// say.
pub(super) fn add_new(parts: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for text in more {
        let letters = letters(&text);
        let is_new = parts.iter().all(|part| !self::letters(part).contains(&letters));
        if is_new && !letters.is_empty() {
            parts.push(text);
        }
    }
}

/// The letters and digits of a text, whatever its notation.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

struct Reader<'a> {
    names: &'a Names<'a>,
    lines: Vec<String>,
}

impl Reader<'_> {
    /// Reads a block; gives whether its kind is known. One that is not is searched for texts.
    fn block(&mut self, block: &Object) -> bool {
        match text(block, "type").unwrap_or_default() {
            "rich_text" => self.elements(block),
            "section" => {
                self.text(block.get("text"));
                items(block, "fields").iter().for_each(|field| self.text(Some(field)));
            }
            "header" | "markdown" | "alert" => self.text(block.get("text")),
            "context" => items(block, "elements").iter().for_each(|it| self.text(Some(it))),
            "image" | "video" => {
                self.text(block.get("title"));
                self.text(block.get("alt_text").or_else(|| block.get("description")));
            }
            "input" => self.text(block.get("label")),
            "table" => items(block, "rows").iter().for_each(|row| self.row(row)),
            "call" | "card" | "carousel" | "condition" | "context_actions" | "plan"
            | "share_shortcut" | "task_card" => self.any(block),
            kind if WORDLESS.contains(&kind) => {}
            _ => {
                self.any(block);
                return false;
            }
        }
        true
    }

    /// A text object, or a text.
    fn text(&mut self, value: Option<&Value>) {
        let said = match value {
            Some(Value::Object(object)) => {
                text(object, "text").or_else(|| text(object, "alt_text"))
            }
            Some(Value::String(said)) => Some(said.as_str()),
            _ => None,
        };
        self.lines.extend(said.map(|said| plain(said, self.names)));
    }

    /// All texts of a block, whatever it is.
    fn any(&mut self, object: &Object) {
        for (key, value) in object {
            match value {
                Value::String(said) if key == "text" => self.lines.push(plain(said, self.names)),
                Value::Object(inner) => self.any(inner),
                Value::Array(values) => {
                    values.iter().filter_map(Value::as_object).for_each(|inner| self.any(inner));
                }
                _ => {}
            }
        }
    }

    /// The cells of a row of a table, in one line.
    fn row(&mut self, row: &Value) {
        let mut cells = Vec::new();
        for cell in row.as_array().into_iter().flatten().filter_map(Value::as_object) {
            let mut reader = Reader { names: self.names, lines: Vec::new() };
            match text(cell, "type") {
                Some("rich_text") => reader.elements(cell),
                _ => reader.text(cell.get("text").or_else(|| cell.get("value"))),
            }
            cells.push(reader.lines.join(" "));
        }
        self.lines.push(cells.join(" | "));
    }

    /// The parts of a rich text: each is a line, but for lists.
    fn elements(&mut self, of: &Object) {
        for part in objects(of, "elements") {
            match text(part, "type").unwrap_or_default() {
                "rich_text_list" => {
                    let start = self.lines.len();
                    self.elements(part);
                    for line in self.lines.iter_mut().skip(start) {
                        line.insert_str(0, "- ");
                    }
                }
                "rich_text_quote" => self.lines.push(self.inline(part)),
                "rich_text_preformatted" => {
                    self.lines.push(format!("```\n{}\n```", self.inline(part)));
                }
                _ => self.lines.push(self.inline(part)),
            }
        }
    }

    fn inline(&self, section: &Object) -> String {
        objects(section, "elements").map(|element| self.element(element)).collect()
    }

    fn element(&self, element: &Object) -> String {
        let get = |key: &str| element.get(key).and_then(Value::as_str).unwrap_or_default();
        match get("type") {
            "user" => format!("@{}", self.names.get(get("user_id")).unwrap_or(get("user_id"))),
            "usergroup" => format!("@{}", get("usergroup_id")),
            "channel" => format!("#{}", get("channel_id")),
            "broadcast" => format!("@{}", get("range")),
            "emoji" => format!(":{}:", get("name")),
            "link" if get("text").is_empty() => get("url").to_owned(),
            "link" if get("text") == get("url") => get("url").to_owned(),
            "link" => format!("{} ({})", get("text"), get("url")),
            "date" => get("fallback").to_owned(),
            _ => get("text").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn blocks(blocks: Value) -> (Vec<String>, bool) {
        let names = Names { day: [("U1", "ana")].into(), ..Names::default() };
        let mut notes = Notes::default();
        notes.kinds.entry();
        let message = json!({"blocks": blocks});
        let texts = of_blocks(message.as_object().unwrap(), &names, &mut notes);
        (texts, notes.kinds.report().is_none())
    }

    #[test]
    fn rich_text_reads_as_in_the_service() {
        let section = |elements: Value| json!({"type": "rich_text_section", "elements": elements});
        let rich = json!([{"type": "rich_text", "elements": [
            section(json!([{"type": "user", "user_id": "U1"}, {"type": "text", "text": " see "},
                {"type": "link", "url": "https://a.dev", "text": "it"},
                {"type": "emoji", "name": "wave"}, {"type": "broadcast", "range": "here"}])),
            {"type": "rich_text_list", "elements": [
                section(json!([{"type": "text", "text": "one"}])),
                section(json!([{"type": "text", "text": "two"}]))]},
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "a = 1"}]},
        ]}]);
        let want = "@ana see it (https://a.dev):wave:@here\n- one\n- two\n```\na = 1\n```";
        assert_eq!(blocks(rich), (vec![want.to_owned()], true));
    }

    #[test]
    fn blocks_of_all_kinds_have_text() {
        let known = json!([
            {"type": "header", "text": {"type": "plain_text", "text": "Head"}},
            {"type": "divider"},
            {"type": "section", "text": {"type": "mrkdwn", "text": "Of <@U1>"},
                "fields": [{"type": "mrkdwn", "text": "field"}]},
            {"type": "context", "elements": [{"type": "image", "alt_text": "logo"},
                {"type": "mrkdwn", "text": "by"}]},
            {"type": "image", "title": {"type": "plain_text", "text": "Graph"}, "alt_text": "up"},
            {"type": "markdown", "text": "**md**"},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, {"type": "rich_text",
                "elements": [{"type": "rich_text_section", "elements": [
                    {"type": "text", "text": "b"}]}]}]]},
            {"type": "task_card", "title": "t", "details": {"text": "card"}},
        ]);
        let want = ["Head", "Of @ana\nfield", "logo\nby", "Graph\nup", "**md**", "a | b", "card"];
        assert_eq!(blocks(known), (want.map(str::to_owned).to_vec(), true));
        let unknown = json!([{"type": "hologram", "inner": [{"text": "shown"}]}]);
        assert_eq!(blocks(unknown), (vec!["shown".to_owned()], false));
    }

    #[test]
    fn attachments_say_what_they_hold() {
        let of = |attachment: Value| {
            let attachment = attachment.as_object().unwrap().clone();
            of_attachment(&attachment, &Names::default(), &mut Notes::default())
        };
        let full = json!({"pretext": "p", "title": "t", "text": "x", "fallback": "f",
            "fields": [{"title": "Runbook", "value": "e-12"}, {"value": "v"}]});
        assert_eq!(of(full).as_deref(), Some("p\nt\nx\nRunbook: e-12\nv"));
        assert_eq!(of(json!({"fallback": "f"})).as_deref(), Some("f"));
        let shared = json!({"fallback": NO_PREVIEW, "message_blocks": [{"message": {"blocks": [
            {"type": "markdown", "text": "shared"}]}}]});
        assert_eq!(of(shared).as_deref(), Some("shared"));
        assert_eq!(of(json!({"fallback": NO_PREVIEW})), None);
    }

    #[test]
    fn what_is_said_already_is_not_added() {
        let mut parts = vec!["Deploy of *tapir* finished".to_owned()];
        let more = ["Deploy of tapir", "finished at noon", "—"].map(str::to_owned);
        add_new(&mut parts, more);
        assert_eq!(parts[1..], ["finished at noon"]);
    }
}
