//! Files that `kindex.toml` names may be other ones than were meant.

use super::Files;

/// Files of other programs, each with texts that nobody else is to see.
const OTHERS: [(&str, &str); 8] = [
    ("passwd", "SECRET:x:0\n"),
    ("text.jsonl", "\"SECRET\"\n"),
    ("record.jsonl", "{\"SECRET\": \"SECRET\", \"id\": \"SECRET\", \"vector\": \"SECRET\"}\n"),
    ("lists.jsonl", "{\"id\": [\"SECRET\", 1], \"SECRET\": [{\"SECRET\": 2}]}\n"),
    ("query.jsonl", "{\"query\": \"SECRET\", \"SECRET\": \"SECRET\"}\n"),
    ("keys.toml", "SECRET = \"SECRET\"\n[[room]]\nSECRET = \"SECRET\"\n"),
    ("types.toml", "[[topic]]\nname = 7\nroom = \"SECRET\"\n[SECRET]\nSECRET = 1\n"),
    ("keys.yaml", "- query: SECRET\n  SECRET: {SECRET: [SECRET]}\n- SECRET\n"),
];

#[test]
fn faults_in_them_do_not_repeat_their_text() {
    let files = Files::new(&[("docs/a.md", "# Lamps\n\nThey glow.\n")]);
    for (name, text) in OTHERS {
        files.write(name, text);
        for option in ["extra", "pins", "rooms", "synonyms", "topics", "vectors"] {
            let settings = format!("paths = ['docs']\noutput = 'site.kdx'\n{option} = '{name}'\n");
            files.write("kindex.toml", settings);
            let ran = files.run(["build", "--strict"]);
            let said = ran.stderr();
            assert!(said.contains(name), "{option}: {said}");
            assert!(!said.contains("SECRET"), "{option}: {said}");
        }
        files.run(["build", "docs", "-o", "site.kdx"]).ok();
        let said = files.run(["eval", "site.kdx", "--golden", name]).stderr();
        assert!(said.contains(name) && !said.contains("SECRET"), "golden: {said}");
    }
}
