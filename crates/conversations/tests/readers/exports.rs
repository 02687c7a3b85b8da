//! Exports as services write them, with invented content, become documents.

use kindex::{Builder, Config, Document};
use kindex_conversations::{
    Extracted, Memory, Settings, SlackUsers, Topic, extract, is_conversation,
};
use std::fs;
use std::path::Path;

fn bytes_of(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports").join(name)).unwrap()
}

fn read(name: &str, settings: &Settings<'_>) -> Extracted {
    let bytes = bytes_of(name);
    assert!(is_conversation(name, &bytes), "{name}");
    let extracted = extract(name, &bytes, settings);
    extracted.documents.iter().for_each(check);
    extracted
}

fn plain(name: &str) -> Extracted {
    read(name, &Settings::default())
}

fn messages(extracted: &Extracted) -> Vec<&str> {
    extracted.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

/// The one document of a file that has no faults.
fn one(name: &str) -> Document {
    let mut extracted = plain(name);
    assert_eq!(extracted.warnings, []);
    assert_eq!(extracted.documents.len(), 1);
    extracted.documents.remove(0)
}

/// The builder takes the document, and its parts are lines.
fn check(document: &Document) {
    let text = &document.text;
    let starts = document.parts.starts();
    assert!(starts.is_sorted());
    assert!(starts.iter().all(|&at| at == 0 || text[..at].ends_with('\n')));
    Builder::new(Config::default()).add(document.clone()).unwrap();
}

fn parts(document: &Document) -> Vec<&str> {
    let starts = document.parts.starts();
    let ends = starts.iter().skip(1).copied().chain([document.text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &document.text[start..end]).collect()
}

fn headings(document: &Document) -> Vec<(u8, &str)> {
    let sections = document.sections.iter();
    sections.map(|section| (section.level, &document.text[section.heading.clone()])).collect()
}

#[test]
fn chatgpt_gives_all_branches() {
    let extracted = plain("chatgpt.json");
    let document = &extracted.documents[0];
    assert_eq!(document.id, "chatgpt.json!6597c0de-0000-4000-8000-000000000001");
    assert_eq!(document.url, "https://chatgpt.com/c/6597c0de-0000-4000-8000-000000000001");
    assert_eq!(document.title, "Sourdough starter care");
    assert_eq!(
        parts(document),
        [
            "> My starter smells of acetone.\n> Is it still alive?\n\nIt is hungry, not dead. Feed \
             it twice a day for three days.\n\n[branch 2]\n\nMost likely yes: acetone means that \
             the yeast has run out of flour.\n\n",
            "> [image]\n>\n> Which flour is on this picture?\n>\n> [flour.jpg]\n\n[browser: \
             search(\"rye flour types\")]\n\nWholemeal rye. It ferments faster than wheat.\n\n",
            "> How warm should the kitchen be?\n\n[branch 3]\n\nBetween 24 and 26 °C works best.\n",
        ]
    );
    assert_eq!(document.meta["started"], "2024-01-05T09:30:01Z");
    assert_eq!(document.meta["ended"], "2024-01-05T10:20:03Z");
    assert_eq!(document.meta["speakers"], "user, assistant");
    assert_eq!(document.meta["left_out"], "1 system message, 1 tool result");
    assert_eq!(document.filters["kind"], ["conversation"]);
    assert_eq!(document.filters["source"], ["chatgpt"]);
    assert_eq!(document.filters["date"], ["2024-01-05"]);
}

#[test]
fn what_cannot_be_read_is_said() {
    let extracted = plain("chatgpt.json");
    assert_eq!(
        messages(&extracted),
        [
            "1 message of conversation 2 (\"Broken in places\") could not be read: x: it has no \
             \"content\"",
            "conversation 4 is not an object; it was left out",
            "left out: the conversation \"Never begun\" has no text",
        ]
    );
    assert_eq!(extracted.documents[1].text, "The only message that can be read here.\n");
}

#[test]
fn an_export_that_was_cut_off_is_named() {
    for cut in [
        r#"[{"uuid": "a", "chat_messages": [{"sender": "human", "text": "Wh"#,
        r#"[{"title": "a", "mapping": {"b": {"message": {"author": {"role": "us"#,
    ] {
        assert!(is_conversation("c.json", cut.as_bytes()));
        let extracted = extract("c.json", cut.as_bytes(), &Settings::default());
        let message = messages(&extracted)[0];
        assert!(message.contains("ends too early, in line 1"), "{message}");
    }
}

#[test]
fn a_conversation_comes_once() {
    let chat =
        |text: &str| format!(r#"{{"chat_messages": [{{"sender": "human", "text": "{text}"}}]}}"#);
    let file = format!("[{}, {}, {}]", chat("One?"), chat("Two?"), chat("One?"));
    let extracted = extract("c.json", file.as_bytes(), &Settings::default());
    let ids: Vec<&str> = extracted.documents.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["c.json!1", "c.json!2"]);
    let message = messages(&extracted)[0];
    assert_eq!(message, "conversation 3 is there twice; it was left out");
}

#[test]
fn claude_gives_blocks_attachments_and_headings_below_the_question() {
    let document = &plain("claude.json").documents[0];
    assert_eq!(document.id, "claude.json!0b1f7c1e-1111-4222-8333-944444444444");
    assert_eq!(document.title, "Migrating the orders table");
    let parts = parts(document);
    assert_eq!(parts.len(), 2);
    assert!(parts[0].contains("> create table orders (id bigint, total numeric);\n"));
    assert!(parts[0].contains("[repl: 1000 * 60]\n\nA thousand rows a batch"));
    // Too short to be an exchange of its own.
    assert!(parts[0].ends_with("> ok\n\nGood luck!\n\n"), "{}", parts[0]);
    assert_eq!(
        headings(document),
        [
            (2, "How do I split the orders table without downtime?"),
            (3, "Plan"),
            (4, "Copy in batches"),
            (2, "We decided to copy at night. Anything else to watch?"),
        ]
    );
    assert_eq!(document.filters["date"], ["2024-02-28", "2024-02-29"]);
    assert_eq!(document.meta["left_out"], "1 thought, 1 tool result");
}

#[test]
fn claude_code_gives_what_was_said_and_names_tools() {
    let extracted = plain("claude-code.jsonl");
    let document = &extracted.documents[0];
    assert_eq!(document.id, "claude-code.jsonl");
    assert_eq!(document.title, "Fix the flaky retry test");
    assert_eq!(
        document.text,
        "> The retry test fails one time in ten. Why?\n\nI will read the test first.\n\n[Read: \
         /home/kim/shop/tests/retry.rs]\n\nThe test sleeps for 10 ms and expects three retries; a \
         loaded machine manages two.\n\n> Use a fake clock then\n>\n> [image]\n\nDone: \
         the test runs on a fake clock, and it passes 1,000 times in a row.\n"
    );
    let left_out = "1 command, 1 hidden message, 1 subagent message, 1 thought, 1 tool result";
    assert_eq!(document.meta["left_out"], left_out);
    let messages = messages(&extracted);
    assert_eq!(extracted.warnings[0].line, Some(12));
    assert!(messages[0].starts_with("the line is not JSON"), "{messages:?}");
    assert!(messages[1].starts_with("1 message of the session could not be read: u8:"));
}

#[test]
fn codex_gives_what_was_said() {
    let document = one("codex.jsonl");
    assert_eq!(
        document.text,
        "> Add a --dry-run flag to the importer\n\n[shell: bash -lc rg clap src]\n\nThe importer \
         takes --dry-run now and prints what it would write.\n"
    );
    assert_eq!(document.title, "Add a --dry-run flag to the importer");
    assert_eq!(document.filters["source"], ["codex"]);
    assert_eq!(document.meta["started"], "2025-09-10T14:00:10Z");
}

#[test]
fn slack_keeps_threads_together() {
    let extracted = plain("general/2024-01-05.json");
    let document = &extracted.documents[0];
    assert_eq!(document.title, "general, 2024-01-05");
    assert_eq!(
        parts(document),
        [
            "> zoë: Does the staging deploy still fail?\n> I saw <timeout> in build 7 \
             (https://ci.example.org/7)\n\n山田 太郎: @zoë yes, the registry was full. It works \
             now, I fixed the clean-up.\n\nzoë: Thanks, @here it is green again\n\n> U03: Lunch at \
             noon, anyone?\n\nzoë: me\n\n",
            "> deploybot: Deploy of #C9 finished in 3 minutes & 20 seconds\n\n山田 太郎: \
             [graph.png]\n",
        ]
        .map(|part| part.replace("#C9", "#shop"))
    );
    assert_eq!(document.filters["speaker"], ["zoë", "山田 太郎", "U03", "deploybot"]);
    assert_eq!(document.meta["left_out"], "1 notice");
    let message = messages(&extracted)[0];
    let want =
        "1 message of the channel could not be read: message 9: it has no \"ts\" that is a time";
    assert_eq!(message, want);
}

#[test]
fn slack_names_people_as_the_workspace_does() {
    let users =
        br#"[{"id": "U01", "name": "other"}, {"id": "U03", "real_name": "Lea", "name": "l"}]"#;
    let slack_users = SlackUsers::parse(users).unwrap();
    let settings = Settings { slack_users, ..Settings::default() };
    let document = &read("general/2024-01-05.json", &settings).documents[0];
    assert!(document.text.contains("> Lea: Lunch at noon, anyone?"), "{}", document.text);
    // People then read the name that a message itself has for somebody.
    assert_eq!(document.filters["speaker"], ["zoë", "山田 太郎", "Lea", "deploybot"]);
}

#[test]
fn whatsapp_is_read_as_phones_write_it() {
    let document = one("android.txt");
    assert_eq!(
        parts(&document),
        [
            "> José Ñandú: Are we still meeting at the harbour?\n\nMia: Yes!\nBring a torch,\nthe \
             path is dark.\n\nMia: [Media]\n\n",
            "> José Ñandú: Which pier was it?\n\nMia: Pier 4: behind the fish market\n\n",
            "> José Ñandú: Happy new year 🎉\n\nMia: Same to you, and thanks for the torch\n",
        ]
    );
    assert_eq!(document.meta["started"], "2023-12-31T21:41:00");
    assert_eq!(document.filters["date"], ["2023-12-31", "2024-01-01"]);
    assert_eq!(document.meta["speakers"], "José Ñandú, Mia");
    assert_eq!(document.meta["left_out"], "1 notice");

    let document = one("ios.txt");
    assert_eq!(
        document.text,
        "> José: Kommst du heute noch?\n\nMia: [00000012-PHOTO.jpg]\n\nMia: Ja, in zehn Minuten\n\
         mit dem Rad\n\n> José: Schönes neues Jahr!\n"
    );
    assert_eq!(document.meta["ended"], "2024-01-01T11:00:00");
}

#[test]
fn transcripts_break_at_questions_and_rules() {
    let document = one("transcript.md");
    let parts = parts(&document);
    assert_eq!(parts.len(), 3);
    assert!(parts[0].ends_with("```sh\n> app.log\n---\n```\n\nThat empties the current one.\n\n"));
    assert!(parts[1].starts_with("> And where do they go?\n> I could not find them.\n\nTo "));
    assert!(parts[1].ends_with("> Thanks\n\nYou are welcome.\n\n"));
    assert_eq!(document.title, "How do I rotate the logs?");
    assert!(!document.meta.contains_key("speakers"));
}

#[test]
fn with_few_questions_paragraphs_are_parts() {
    let settings = Settings { title: Some("Call"), url: "call.html", ..Settings::default() };
    let of =
        |path: &str, source: &str| extract(path, source.as_bytes(), &settings).documents.remove(0);
    let source = "A first paragraph that says something.\n\n> One question that is not alone?\n\n\
                  Short.\n\nA last paragraph that says more.\n";
    let document = of("call.md", source);
    assert_eq!((document.title.as_str(), document.url.as_str()), ("Call", "call.html"));
    assert_eq!(
        parts(&document),
        [
            "A first paragraph that says something.\n\n",
            "> One question that is not alone?\n\nShort.\n\n",
            "A last paragraph that says more.\n",
        ]
    );
    let document = of("log.txt", &"one line of a log\n".repeat(60));
    let lines: Vec<usize> = parts(&document).iter().map(|part| part.lines().count()).collect();
    assert_eq!(lines, [25, 25, 10]);
}

#[test]
fn a_long_answer_is_one_part_and_whole() {
    let answer: Vec<String> =
        (0..400).map(|n| format!("Paragraph {n} of the answer goes on for a while.")).collect();
    let chat = serde_json::json!({"chat_messages": [
        {"sender": "human", "text": "Could you explain all of it to me, please?"},
        {"sender": "assistant", "text": answer.join("\n\n")},
    ]});
    let bytes = chat.to_string().into_bytes();
    let extracted = extract("c.json", &bytes, &Settings::default());
    let document = &extracted.documents[0];
    assert_eq!(parts(document).len(), 1);
    assert!(answer.iter().all(|paragraph| document.text.contains(paragraph.as_str())));
    assert_eq!(headings(document), [(2, "Could you explain all of it to me, please?")]);
}

#[test]
fn a_mixed_folder_is_told_apart_file_by_file() {
    let found = |name: &str| is_conversation(name, &bytes_of(name));
    for name in [
        "chatgpt.json",
        "claude.json",
        "general/2024-01-05.json",
        "claude-code.jsonl",
        "codex.jsonl",
        "android.txt",
        "ios.txt",
        "transcript.md",
    ] {
        assert!(found(name), "{name}");
    }
    for name in ["other.json", "records.jsonl", "quoted.md"] {
        assert!(!found(name), "{name}");
    }
    let transcript = bytes_of("transcript.md");
    assert!(is_conversation("a/B.MARKDOWN", &transcript));
    assert!(!is_conversation("a.html", &transcript) && !is_conversation("md", &transcript));
}

#[test]
fn json_is_an_export_by_its_shape() {
    let of = |json: &str| is_conversation("a.json", json.as_bytes());
    let message = r#"{"type": "message", "ts": "1704448800.000200", "text": "hi"}"#;
    let chat = r#"{"chat_messages": []}"#;
    let exports = [
        chat.to_owned(),
        format!("[null, 1.5, \"x\", true, -1, [], {{}}, {chat}]"),
        format!("{{\"conversations\": [{chat}]}}"),
        format!("\u{FEFF}[{message}]"),
        r#"{"mapping": {}, "current_node": null}"#.to_owned(),
    ];
    for json in exports {
        assert!(of(&json), "{json}");
    }
    let others = [
        message.to_owned(),
        format!("{{\"conversations\": [{message}]}}"),
        message.replace("1704448800.000200", "now"),
        format!("{{\"data\": {chat}}}"),
        r#"[{"mapping": {}}]"#.to_owned(),
        "[".to_owned(),
        String::new(),
    ];
    for json in others {
        assert!(!of(&json), "{json}");
    }
}

#[test]
fn json_that_is_no_export_says_so() {
    let extracted = extract("a.json", b"{}", &Settings::default());
    assert!(extracted.documents.is_empty());
    assert!(messages(&extracted)[0].contains("not recognised"));
}

#[test]
fn conversations_have_topics_and_memories() {
    let topics = [
        Topic::new("cooking", ["flour", "oven"]),
        Topic::new("databases", ["table", "tables", "rows", "replica", "SQL"]),
        Topic::new("sales", ["orders"]),
    ];
    let settings = Settings { topics: &topics, memories: true, ..Settings::default() };
    let documents = read("claude.json", &settings).documents;
    assert_eq!(documents[0].filters["topic"], ["databases", "sales"]);
    let memories: Vec<(&str, &str, &str)> = documents[1..]
        .iter()
        .map(|it| {
            (it.id.rsplit('!').next().unwrap(), it.filters["memory"][0].as_str(), it.text.as_str())
        })
        .collect();
    assert_eq!(
        memories,
        [
            ("memory-1", "decision", "We decided to copy at night. Anything else to watch?\n"),
            (
                "memory-2",
                "problem",
                "> We decided to copy at night. Anything else to watch?\n\nWatch the replication \
                 lag. The root cause of most failed copies is a replica that falls behind.\n"
            ),
        ]
    );
    let memory = &documents[1];
    assert_eq!(memory.title, "We decided to copy at night. Anything else to watch?");
    assert_eq!(memory.url, documents[0].url);
    assert_eq!(memory.meta["conversation"], documents[0].id.as_str());
    assert_eq!(memory.filters["source"], ["claude"]);
    assert_eq!(memory.filters["topic"], ["databases", "sales"]);
    assert_eq!(memory.filters["date"], ["2024-02-29"]);
    let slack = read("general/2024-01-05.json", &settings).documents;
    assert_eq!(slack[1].filters["memory"], ["milestone"]);
    assert!(slack[1].text.starts_with("> Does the staging deploy still fail?\n\n山田 太郎: "));
}

/// A row of the table of phrases in the documentation.
fn row(memory: Memory) -> String {
    format!("| {} | {} | {} |", memory.name(), memory.strong().join(", "), memory.weak().join(", "))
}

#[test]
fn the_rules_of_memories_are_documented_as_they_are() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conversations.md");
    let documented = fs::read_to_string(file).unwrap();
    let resolutions = format!("Phrases of resolution: {}.", Memory::RESOLUTIONS.join(", "));
    for rule in Memory::ALL.map(row).into_iter().chain([resolutions]) {
        assert!(documented.contains(&rule), "docs/conversations.md lacks this line:\n{rule}");
    }
}
