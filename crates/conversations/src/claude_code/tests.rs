use serde_json::json;

use super::*;

fn session(records: &[Value]) -> Conversation {
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let mut reading = read(lines.join("\n").as_bytes());
    assert_eq!(reading.warnings, []);
    reading.conversations.remove(0)
}

/// Questions begin with `>`; a bar stands between exchanges.
fn texts(conversation: &Conversation) -> String {
    let mark = |turn: &Turn| match turn.role {
        Role::Question => format!(">{}", turn.text),
        Role::Answer => turn.text.clone(),
    };
    let of = |turns: &[Turn]| turns.iter().map(mark).collect::<Vec<_>>().join(" ");
    conversation.exchanges.iter().map(|it| of(&it.turns)).collect::<Vec<_>>().join(" | ")
}

fn left_out(conversation: &Conversation) -> String {
    conversation.notes.left_out.summary().unwrap_or_default()
}

fn user(uuid: &str, content: impl Into<Value>) -> Value {
    json!({"type": "user", "uuid": uuid, "message": {"content": content.into()}})
}

fn assistant(uuid: &str, words: &str) -> Value {
    let content = json!([{"type": "text", "text": words}]);
    json!({"type": "assistant", "uuid": uuid, "message": {"content": content}})
}

fn enqueue(words: &str) -> Value {
    json!({"type": "queue-operation", "operation": "enqueue", "content": words})
}

fn operation(name: &str) -> Value {
    json!({"type": "queue-operation", "operation": name})
}

fn queued(prompt: impl Into<Value>) -> Value {
    json!({"type": "attachment", "attachment": {
        "type": "queued_command", "commandMode": "prompt", "prompt": prompt.into()}})
}

#[test]
fn a_file_of_a_subagent_is_read() {
    let mut record = user("a", "Look");
    record["isSidechain"] = json!(true);
    let conversation = session(&[record]);
    assert_eq!((texts(&conversation).as_str(), left_out(&conversation).as_str()), (">Look", ""));
}

#[test]
fn what_is_typed_meanwhile_is_a_question_once() {
    let blocks = json!([{"type": "text", "text": "C"}, {"type": "image"}]);
    let conversation = session(&[
        user("a", "A"),
        assistant("b", "1"),
        enqueue("B"),
        enqueue("C"),
        operation("remove"),
        queued("B"),
        assistant("c", "2"),
        queued(blocks),
        assistant("d", "3"),
        enqueue("D\n"),
        operation("dequeue"),
        user("e", "D\n"),
    ]);
    assert_eq!(texts(&conversation), ">A 1 | >B 2 | >C\n\n[image] 3 | >D\n".trim_end());
    assert_eq!(left_out(&conversation), "");
}

#[test]
fn what_waits_in_the_queue_is_kept_unless_taken_back() {
    let records = [user("a", "A"), assistant("b", "1"), enqueue("B"), assistant("c", "2")];
    assert_eq!(texts(&session(&records)), ">A 1 | >B 2");
    let taken = [&records[..], &[operation("popAll"), enqueue("B2")]].concat();
    assert_eq!(texts(&session(&taken)), ">A 1 2 | >B2");
    // Prompts that are sent together are joined.
    let joined = [&records[..], &[enqueue("C"), user("d", "B\nC")]].concat();
    assert_eq!(texts(&session(&joined)), ">A 1 2 | >B\nC");
}

#[test]
fn what_nobody_queued_is_left_out() {
    let task = "<task-notification>done</task-notification>";
    let mut command = queued(task);
    command["attachment"]["commandMode"] = json!("task-notification");
    let mut peer = queued("from a peer");
    peer["attachment"]["origin"] = json!({"kind": "peer"});
    let other = json!({"type": "attachment", "attachment": {"type": "todo", "content": "x"}});
    let conversation = session(&[user("a", "A"), enqueue(task), command, peer, other]);
    assert_eq!(texts(&conversation), ">A");
    assert_eq!(left_out(&conversation), "1 attachment, 2 hidden messages");
}

#[test]
fn entries_come_once() {
    let mut streamed = assistant("", "2");
    streamed["uuid"] = json!("d");
    streamed["message"]["id"] = json!("m1");
    let mut again = streamed.clone();
    again["uuid"] = json!("e");
    let records = [user("a", "A"), assistant("b", "1"), user("a", "A"), assistant("b", "1")];
    let records = [&records[..], &[user("c", "A"), streamed, again, queued("Q"), queued("Q")]];
    let conversation = session(&records.concat());
    assert_eq!(texts(&conversation), ">A 1 | >A 2 | >Q >Q");
    assert_eq!(left_out(&conversation), "3 repeated messages");
}

#[test]
fn a_resumed_session_has_its_queue_once() {
    let mut waiting = enqueue("B");
    waiting["timestamp"] = json!("2026-05-01T09:00:07Z");
    let mut came = queued("B");
    came["uuid"] = json!("c");
    let before = [user("a", "A"), assistant("b", "1"), waiting, came];
    let conversation = session(&[&before[..], &before[..], &[assistant("d", "2")]].concat());
    assert_eq!(texts(&conversation), ">A 1 | >B 2");
    assert_eq!(left_out(&conversation), "4 repeated messages");
}

#[test]
fn what_the_program_writes_is_no_message() {
    let with = |mut record: Value, key: &str, value: Value| {
        record[key] = value;
        record
    };
    let mut synthetic = assistant("f", "No response requested.");
    synthetic["message"]["model"] = json!("<synthetic>");
    let conversation = session(&[
        with(user("a", "A"), "origin", json!({"kind": "human"})),
        with(user("b", "B"), "origin", json!({"kind": "task-notification"})),
        with(user("c", "C"), "isMeta", json!(true)),
        with(user("d", "D"), "isCompactSummary", json!(true)),
        with(assistant("e", "API Error: 529"), "isApiErrorMessage", json!(true)),
        synthetic,
        user("g", json!([{"type": "text", "text": "<system-reminder>x</system-reminder>"}])),
        json!({"type": "system", "content": "hook"}),
    ]);
    assert_eq!(texts(&conversation), ">A");
    assert_eq!(left_out(&conversation), "4 hidden messages, 2 notices, 1 system message");
}

#[test]
fn words_given_to_tools_are_the_users() {
    let refusal = json!([{"type": "tool_result", "is_error": true, "content":
        "The user doesn't want to proceed. To tell you how to proceed, the user said:\nUse tabs"}]);
    let output = json!([{"type": "tool_result", "content": "x, and the user said:\nno"}]);
    let mut asked = user("c", json!([{"type": "tool_result", "content": "answered"}]));
    asked["toolUseResult"] = json!({"answers": {"Which store?": "SQLite"}});
    let conversation = session(&[user("a", refusal), user("b", output), asked]);
    assert_eq!(texts(&conversation), ">Use tabs >Which store?\nSQLite");
    assert_eq!(left_out(&conversation), "3 tool results");
}

#[test]
fn commands_stay_if_the_assistant_answers() {
    let command = |name: &str| format!("<command-name>{name}</command-name>");
    let shell = user("d", "<bash-input>ls</bash-input>");
    let conversation = session(&[
        user("a", command("/review")),
        assistant("b", "1"),
        user("c", command("/clear")),
        shell,
        user("e", "<bash-stdout>x</bash-stdout>"),
    ]);
    assert_eq!(texts(&conversation), ">/review 1");
    assert_eq!(left_out(&conversation), "2 commands, 1 tool result");
}

#[test]
fn many_records_of_unknown_kinds_are_said() {
    let records = [user("a", "A"), json!({"type": "hologram"}), json!({"type": "mode"})];
    let mut conversation = session(&records);
    let warning = std::mem::take(&mut conversation.notes.kinds).report().unwrap();
    assert!(warning.message.contains("1 of 3 entries"));
    assert!(warning.message.contains("\"hologram\""));
}
