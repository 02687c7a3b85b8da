//! What ChatGPT writes into a canvas, by calls of a tool whose input is JSON.

use serde_json::Value;

use crate::export::{Object, objects, text};
use crate::made::{Language, made};

/// The text that a call writes into a canvas; none for other calls.
pub(super) fn of_call(recipient: &str, input: &str) -> Option<String> {
    let what = recipient.strip_suffix("_textdoc")?.rsplit('.').next()?;
    let Ok(Value::Object(input)) = serde_json::from_str(input) else {
        return None;
    };
    match what {
        "create" => created(&input),
        "update" => listed(&input, "updates", "replacement"),
        "comment" => listed(&input, "comments", "comment"),
        _ => None,
    }
}

fn created(input: &Object) -> Option<String> {
    let language = match text(input, "type").and_then(|kind| kind.strip_prefix("code/")) {
        Some(language) => Language::code(language),
        None => Language::Prose,
    };
    Some(made(text(input, "name").unwrap_or_default(), &language, text(input, "content")?))
}

/// The words under `key` of all objects in a list.
fn listed(input: &Object, list: &str, key: &str) -> Option<String> {
    let words: Vec<&str> = objects(input, list).filter_map(|it| text(it, key)).collect();
    (!words.is_empty()).then(|| made("canvas", &Language::Prose, &words.join("\n\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_show_what_they_write() {
        let create = r##"{"name": "Letter", "type": "document", "content": "# Dear\nyou\n"}"##;
        let of = |name: &str, input: &str| of_call(name, input);
        assert_eq!(of("canmore.create_textdoc", create).unwrap(), "[Letter]\n\n# Dear\nyou");
        let code = r#"{"name": "a", "type": "code/python", "content": "x = 1"}"#;
        assert_eq!(of("canmore.create_textdoc", code).unwrap(), "[a]\n\n```python\nx = 1\n```");
        let update =
            r#"{"updates": [{"pattern": ".*", "replacement": "new"}, {"replacement": "b"}]}"#;
        assert_eq!(of("canmore.update_textdoc", update).unwrap(), "[canvas]\n\nnew\n\nb");
        let comment = r#"{"comments": [{"pattern": "x", "comment": "why?"}]}"#;
        assert_eq!(of("canmore.comment_textdoc", comment).unwrap(), "[canvas]\n\nwhy?");
        for (name, input) in
            [("python", create), ("canmore.create_textdoc", "{"), ("x_textdoc", "{}")]
        {
            assert_eq!(of(name, input), None, "{name} {input}");
        }
    }
}
