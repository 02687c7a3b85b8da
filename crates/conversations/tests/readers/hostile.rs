//! Whatever claims to be a conversation gives documents that can be indexed, and never a panic;
//! and what people say is never lost.

use kindex::{Builder, Config, Document};
use kindex_conversations::{Settings, Topic, extract, is_conversation};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const NAMES: [&str; 6] = ["a/b.json", "b.jsonl", "c.txt", "d.md", "e", "general/2024-01-05.json"];

fn check(documents: &[Document]) {
    let mut ids = BTreeSet::new();
    let mut builder = Builder::new(Config::default());
    for document in documents {
        assert!(ids.insert(&document.id), "{}", document.id);
        let text = &document.text;
        assert!(text.ends_with('\n') && !text.trim().is_empty(), "{text:?}");
        let starts = document.parts.starts();
        assert!(starts.windows(2).all(|pair| pair[0] < pair[1]), "{starts:?}");
        assert!(starts.iter().all(|&at| at == 0 || text[..at].ends_with('\n')), "{starts:?}");
        for section in &document.sections {
            let words = &text[section.heading.clone()];
            assert!(!words.trim().is_empty() && !words.contains('\n'), "{words:?}");
        }
        builder.add(document.clone()).unwrap();
    }
}

fn check_all(bytes: &[u8]) {
    let topics = [Topic::new("t", ["a", "word", ""])];
    let settings = Settings { topics: &topics, memories: true, ..Settings::default() };
    NAMES.iter().for_each(|name| check_as(name, bytes, &settings));
}

fn check_as(name: &str, bytes: &[u8], settings: &Settings<'_>) {
    let _ = is_conversation(name, bytes);
    check(&extract(name, bytes, settings).documents);
}

const KEYS: [&str; 40] = [
    "mapping",
    "current_node",
    "create_time",
    "conversation_id",
    "id",
    "title",
    "message",
    "parent",
    "author",
    "role",
    "content",
    "content_type",
    "parts",
    "metadata",
    "weight",
    "recipient",
    "chat_messages",
    "uuid",
    "sender",
    "text",
    "name",
    "created_at",
    "attachments",
    "files",
    "parent_message_uuid",
    "type",
    "ts",
    "thread_ts",
    "user",
    "user_profile",
    "subtype",
    "payload",
    "timestamp",
    "sessionId",
    "isSidechain",
    "summary",
    "conversations",
    "input",
    "arguments",
    "extracted_content",
];

const WORDS: [&str; 26] = [
    "message",
    "user",
    "assistant",
    "human",
    "system",
    "tool",
    "text",
    "tool_use",
    "response_item",
    "session_meta",
    "1704448800.000200",
    "2024-02-29T23:59:60+14:00",
    "all",
    "multimodal_text",
    "a",
    "b",
    "# h\n\n```",
    "> q?\r\n---\n|",
    "<@U1|x> <!a^b|> &amp;",
    "é\u{301}\u{200E}",
    "",
    "---",
    "we decided that, and it is no small thing",
    "\u{E200}x",
    "root cause of all these errors",
    "?",
];

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0_u64..2_000_000_000).prop_map(Value::from),
        prop::sample::select(WORDS.to_vec()).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 80, 8, |inner| {
        let key = prop::sample::select(KEYS.to_vec()).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..8)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Values that are put where the readers look for them.
fn exports(value: Value) -> Vec<Value> {
    let list = match &value {
        Value::Array(list) => list.clone(),
        other => vec![other.clone()],
    };
    let nodes: serde_json::Map<String, Value> = list
        .iter()
        .enumerate()
        .map(|(n, it)| (n.to_string(), json!({"parent": (n / 2).to_string(), "message": it})))
        .collect();
    vec![
        json!([{"mapping": value, "create_time": 1, "id": "#"}, {"chat_messages": 1}, value]),
        json!({"mapping": nodes, "current_node": "1", "id": value}),
        json!([{"chat_messages": list, "uuid": "x"}, {"chat_messages": list, "uuid": "x"}]),
        json!([{"type": "message", "ts": "1704448800.1", "text": value}, value]),
        value,
    ]
}

/// A record of an agent's session for each element.
fn sessions(value: &Value) -> Vec<String> {
    let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let lines = |record: &dyn Fn(&Value) -> Value| {
        list.iter().map(|it| record(it).to_string() + "\n").collect::<String>()
    };
    vec![
        lines(&|it| json!({"type": "user", "uuid": "u", "message": {"content": it}})),
        lines(&|it| json!({"type": "assistant", "sessionId": "s", "message": it})),
        lines(&|it| json!({"type": "response_item", "payload": it})),
        lines(&|it| json!({"type": "message", "role": "user", "content": [it]})),
    ]
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_all(&bytes);
    }

    #[test]
    fn any_json(value in json_value()) {
        for session in sessions(&value) {
            check_all(session.as_bytes());
        }
        for export in exports(value) {
            let text = export.to_string();
            check_all(text.as_bytes());
            let cut = text.len() / 2;
            check_all(&text.as_bytes()[..cut]);
        }
    }

    #[test]
    fn any_chat(lines in prop::collection::vec(prop_oneof![
        "(1[0-9]|[0-9])[/.-][0-9]{1,2}[/.-](20)?[0-9]{2},? [0-9]{1,2}[:.][0-9]{2}( [AaPp][Mm])? - (Ana|Ben|é): \\PC{0,20}",
        "\\[[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{2}, [0-9]{2}:[0-9]{2}:[0-9]{2}\\] (Ana|Ben): \u{200E}?\\PC{0,9}",
        "\\PC{0,20}",
    ], 0..12)) {
        check_all(lines.join("\n").as_bytes());
    }

    #[test]
    fn a_transcript_keeps_every_word(lines in prop::collection::vec(prop_oneof![
        Just(String::new()),
        Just("---".to_owned()),
        Just("```".to_owned()),
        "> [a-zé ]{0,40}\\??",
        ">?[#|>~`*0-9. -]{0,5}[a-zé ]{0,60}",
        "\\PC{0,30}",
    ], 0..30)) {
        let source = lines.join("\n");
        let extracted = extract("a.txt", source.as_bytes(), &Settings::default());
        let text: String = extracted.documents.iter().map(|it| it.text.as_str()).collect();
        if !is_conversation("a.txt", source.as_bytes()) {
            prop_assert_eq!(letters(&text), letters(&source));
        }
        check_all(source.as_bytes());
    }

    #[test]
    fn every_message_of_an_export_comes_once(
        parents in prop::collection::vec(0_usize..16, 1..16),
        shown in 0_usize..16,
    ) {
        let word = |n: usize| format!("word{n}x");
        let role = |n: usize| if n.is_multiple_of(3) { "user" } else { "assistant" };
        let nodes: serde_json::Map<String, Value> = parents.iter().enumerate().map(|(n, parent)| {
            let content = json!({"content_type": "text", "parts": [word(n)]});
            let message = json!({"author": {"role": role(n)}, "content": content});
            (n.to_string(), json!({"parent": parent.to_string(), "message": message}))
        }).collect();
        let messages: Vec<Value> = parents.iter().enumerate().map(|(n, parent)| json!({
            "uuid": n.to_string(), "sender": role(n), "text": word(n),
            "parent_message_uuid": parent.to_string(),
        })).collect();
        for export in [
            json!({"mapping": nodes, "current_node": shown.to_string()}),
            json!({"chat_messages": messages}),
        ] {
            let bytes = export.to_string().into_bytes();
            let extracted = extract("a.json", &bytes, &Settings::default());
            prop_assert_eq!(&extracted.warnings, &[]);
            for n in 0..parents.len() {
                prop_assert_eq!(extracted.documents[0].text.matches(&word(n)).count(), 1);
            }
        }
    }
}

#[test]
fn large_exports_are_read_in_good_time() {
    let messages = 6_000;
    let nodes: serde_json::Map<String, Value> = (0..messages)
        .map(|n: usize| {
            let role = if n.is_multiple_of(2) { "user" } else { "assistant" };
            let message = json!({"author": {"role": role}, "content": {"parts": ["some words"]}});
            // Every third message begins another branch.
            let parent = if n.is_multiple_of(3) { n / 2 } else { n.saturating_sub(1) };
            (n.to_string(), json!({"parent": parent.to_string(), "message": message}))
        })
        .collect();
    let chat = "1/2/24, 9:41 - Ana: who?\n1/2/24, 9:41 - Ben: me\n".repeat(messages / 2);
    let quotes = "> a question that is asked\nan answer\n```\n".repeat(messages);
    let tree = json!({"mapping": nodes, "current_node": "7"}).to_string();
    let files = [
        ("a.json", tree),
        ("a.txt", chat),
        ("a.md", quotes),
        ("a.txt", "<".repeat(messages)),
        ("a.json", "[".repeat(messages)),
    ];
    let settings = Settings { memories: true, ..Settings::default() };
    for (name, source) in files {
        check_as(name, source.as_bytes(), &settings);
    }
}
