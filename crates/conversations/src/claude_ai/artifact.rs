//! Artifacts and files that Claude made: as calls of tools, or as elements in its text.

use crate::elements::{attribute, replaced, without};
use crate::export::{Object, object, text};
use crate::made::{Language, made};

/// What a call of a tool made, if it made something.
pub(super) fn of_call(block: &Object) -> Option<String> {
    let input = object(block, "input")?;
    let path = text(input, "path").or_else(|| text(input, "file_path"));
    let name = text(input, "title").or(path).or_else(|| text(input, "id")).unwrap_or_default();
    if let Some(body) = text(input, "file_text").or_else(|| text(input, "content")) {
        let is_artifact = text(block, "name") == Some("artifacts");
        let language = match text(input, "type") {
            Some(kind) => Language::of_media_type(kind, text(input, "language")),
            None => Language::of_file(path?),
        };
        return (is_artifact || path.is_some()).then(|| made(name, &language, body));
    }
    if let Some(body) = text(input, "widget_code") {
        return Some(made(name, &Language::code("html"), body));
    }
    // A change says only what it puts in.
    let language = path.map_or_else(|| Language::code(""), Language::of_file);
    text(input, "new_str").map(|body| made(name, &language, body))
}

/// `said` with artifacts in place of their elements.
pub(super) fn shown(said: &str) -> String {
    replaced(&without(said, &["antThinking"]), &["antArtifact"], |attributes, body| {
        let kind = attribute(attributes, "type").unwrap_or_default();
        let language = Language::of_media_type(kind, attribute(attributes, "language"));
        let name = attribute(attributes, "title").or_else(|| attribute(attributes, "identifier"));
        format!("\n\n{}\n\n", made(name.unwrap_or_default(), &language, body))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn call(name: &str, input: Value) -> Option<String> {
        of_call(json!({"name": name, "input": input}).as_object().unwrap())
    }

    #[test]
    fn calls_that_make_something_show_it() {
        let plan = json!({"command": "create", "id": "p", "type": "text/markdown", "title": "Plan",
            "content": "# Plan\n"});
        assert_eq!(call("artifacts", plan).as_deref(), Some("[Plan]\n\n# Plan"));
        let code = json!({"command": "rewrite", "id": "p", "type": "application/vnd.ant.code",
            "language": "rust", "content": "fn a() {}"});
        assert_eq!(call("artifacts", code).as_deref(), Some("[p]\n\n```rust\nfn a() {}\n```"));
        let change = json!({"command": "update", "id": "p", "old_str": "a", "new_str": "b"});
        assert_eq!(call("artifacts", change).as_deref(), Some("[p]\n\n```\nb\n```"));
        let file = json!({"path": "/out/plan.md", "file_text": "last", "description": "d"});
        assert_eq!(call("create_file", file).as_deref(), Some("[/out/plan.md]\n\nlast"));
        let change = json!({"path": "/out/a.md", "old_str": "a", "new_str": "b"});
        assert_eq!(call("str_replace", change).as_deref(), Some("[/out/a.md]\n\nb"));
        let widget = json!({"title": "Map", "widget_code": "<p>x</p>"});
        let shown = call("show_widget", widget);
        assert_eq!(shown.as_deref(), Some("[Map]\n\n```html\n<p>x</p>\n```"));
        for other in [json!({"query": "x"}), json!({"content": "x"}), json!("x")] {
            assert_eq!(call("other", other), None);
        }
    }

    #[test]
    fn elements_of_artifacts_show_what_they_hold() {
        let said = "<antThinking>hm</antThinking>Here:<antArtifact identifier=\"p\" \
                    type=\"text/markdown\" title=\"Plan\">first</antArtifact>Done.";
        assert_eq!(shown(said), "Here:\n\n[Plan]\n\nfirst\n\nDone.");
        let code = "<antArtifact type=\"application/vnd.ant.code\" language=\"js\">a > b\
                    </antArtifact>";
        assert_eq!(shown(code).trim(), "```js\na > b\n```");
        assert_eq!(shown("<antArtifact open"), "<antArtifact open");
    }
}
