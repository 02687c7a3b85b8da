//! The subject of a server, in words for language models: so they know one server from another.

use crate::text::whole_line;
use serde_json::Value;

/// The title of the documentation and its subject, as far as they are known.
pub struct About {
    title: String,
    sentence: String,
}

impl About {
    pub fn new(title: Option<&str>, description: Option<&str>) -> Self {
        let [title, description] = [title, description].map(|text| whole_line(text.unwrap_or("")));
        let parts: Vec<&str> =
            [title.as_str(), &description].into_iter().filter(|part| !part.is_empty()).collect();
        let sentence = ended(parts.join(": "));
        About { title, sentence }
    }

    /// The name of the documentation, then a text.
    pub fn before(&self, text: &str) -> String {
        if self.sentence.is_empty() { text.to_owned() } else { format!("{} {text}", self.sentence) }
    }

    /// Names the documentation in a tool, or in a kind of resource.
    pub fn complete(&self, one: &mut Value) {
        let Some(one) = one.as_object_mut() else { return };
        if let Some(Value::String(description)) = one.get_mut("description") {
            *description = self.before(description);
        }
        if self.title.is_empty() {
            return;
        }
        let entitle = |title: Option<&mut Value>| {
            if let Some(Value::String(title)) = title {
                *title = format!("{}: {title}", self.title);
            }
        };
        entitle(one.get_mut("title"));
        let annotations = one.get_mut("annotations").and_then(Value::as_object_mut);
        entitle(annotations.and_then(|annotations| annotations.get_mut("title")));
    }
}

/// A sentence with its end.
pub fn ended(text: String) -> String {
    let ends = text.is_empty() || text.ends_with(['.', '!', '?', '…', '。', '！', '？']);
    if ends { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_is_of_comes_first() {
        for (title, description, said) in [
            (None, None, "Searches."),
            (Some(" "), Some(""), "Searches."),
            (Some("Vue"), None, "Vue. Searches."),
            (None, Some("Is it Vue?"), "Is it Vue? Searches."),
            (Some("Vue"), Some("Guide\nand API."), "Vue: Guide and API. Searches."),
        ] {
            assert_eq!(About::new(title, description).before("Searches."), said);
        }
    }
}
