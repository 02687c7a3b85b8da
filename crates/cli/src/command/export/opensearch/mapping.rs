//! The mapping that OpenSearch needs of the fields.

use kindex::Weights;
use serde_json::{Value, json};

/// The analyzers that OpenSearch has without plugins, by the language tags that Kindex stems.
const ANALYZERS: [(&str, &str); 26] = [
    ("ar", "arabic"),
    ("ca", "catalan"),
    ("cs", "czech"),
    ("da", "danish"),
    ("de", "german"),
    ("el", "greek"),
    ("en", "english"),
    ("es", "spanish"),
    ("et", "estonian"),
    ("eu", "basque"),
    ("fa", "persian"),
    ("fi", "finnish"),
    ("fr", "french"),
    ("ga", "irish"),
    ("hi", "hindi"),
    ("hu", "hungarian"),
    ("hy", "armenian"),
    ("id", "indonesian"),
    ("it", "italian"),
    ("lt", "lithuanian"),
    ("nl", "dutch"),
    ("no", "norwegian"),
    ("pt", "portuguese"),
    ("ro", "romanian"),
    ("ru", "russian"),
    ("tr", "turkish"),
];

/// Lucene takes terms of 32,766 bytes, of which a character may have four.
const MAX_KEYWORD_CHARACTERS: usize = 8191;

/// The body of the request that makes the index. As in Kindex only the text is normalised by its
/// length.
pub fn mapping(language: &str) -> Value {
    let Weights { k1, b, .. } = Weights::default();
    let text = |similarity: &str| json!({ "type": "text", "analyzer": analyzer(language), "similarity": similarity });
    let keyword = json!({ "type": "keyword" });
    let shown = json!({ "type": "keyword", "index": false, "doc_values": false });
    json!({
        "settings": { "index": { "similarity": {
            "default": { "type": "BM25", "k1": k1, "b": b },
            "any_length": { "type": "BM25", "k1": k1, "b": 0 },
        } } },
        "mappings": {
            "dynamic": false,
            "properties": {
                "kind": keyword,
                "parent_id": keyword,
                "document": keyword,
                "position": { "type": "integer" },
                "url": shown,
                "anchor": shown,
                "title": text("any_length"),
                "headings": text("any_length"),
                "text": text("default"),
                "parent_text": { "type": "text", "index": false },
                "lang": keyword,
                "filters": { "type": "keyword", "ignore_above": MAX_KEYWORD_CHARACTERS },
                "meta": { "type": "object", "enabled": false },
                "boost": { "type": "float" },
            },
        },
    })
}

/// The analyzer for a language tag; one that does not stem where there is none.
fn analyzer(language: &str) -> &'static str {
    let found = ANALYZERS.iter().find(|(tag, _)| *tag == language);
    found.map_or("standard", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_analyzers() {
        let text = |language| mapping(language)["mappings"]["properties"]["text"].clone();
        assert_eq!(text("de")["analyzer"], "german");
        assert_eq!(text("sr")["analyzer"], "standard");
        assert_eq!(text("none")["analyzer"], "standard");
    }

    #[test]
    fn only_the_text_is_normalised_by_length() {
        let similarity = &mapping("en")["settings"]["index"]["similarity"];
        assert_eq!(similarity["any_length"]["b"], 0);
        assert_eq!(similarity["default"]["b"], 0.75);
    }
}
