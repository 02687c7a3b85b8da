//! The skill of a server (SEP-2640, the extension `io.modelcontextprotocol/skills`): how its tools
//! are used to answer from its documentation. `js/mcp/skill.js` is its twin. `kindex agents` writes
//! a skill for finished pages by the same rules.

use crate::about::ended;
use crate::interface::{named, several};
use crate::rpc::{Kind, RpcError};
use crate::sanitize::cut;
use crate::settings::Settings;
use crate::text::line;
use crate::words::{SKILL, filled, texts};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

pub(crate) const EXTENSION: &str = "io.modelcontextprotocol/skills";

/// The characters that a skill's name and its description may have.
const MAX_NAME_CHARACTERS: usize = 64;
const MAX_DESCRIPTION_CHARACTERS: usize = 1_024;

/// The name of a skill for what has none.
const USUAL_NAME: &str = "documentation";

/// A text as a name: letters of ASCII in lower case, digits and single hyphens; empty where it has
/// none.
pub fn slug(text: &str, most: usize) -> String {
    let mut slug = String::new();
    for char in text.chars().take(most) {
        match char {
            c if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// The name of the skill for what has a title.
pub fn name_of(title: &str) -> String {
    let name = slug(title, MAX_NAME_CHARACTERS);
    if name.is_empty() { USUAL_NAME.to_owned() } else { name }
}

/// The description of a skill: what the documentation is about, and when the skill is of use.
pub fn description_of(about: &str, title: &str) -> String {
    let used = filled(texts::SKILL_USE, &[title]);
    let text = [ended(about.to_owned()), used].join(" ");
    // YAML has no place for these two.
    let text = text.trim_start().replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    cut(&text, MAX_DESCRIPTION_CHARACTERS - 1)
}

/// The beginning of the file of a skill. A text of JSON, on one line, is one of YAML.
pub fn front_matter(name: &str, description: &str) -> String {
    let (quoted, description) = (json!(name).to_string(), json!(description));
    let name = if is_text(name) { name } else { &quoted };
    format!("---\nname: {name}\ndescription: {description}\n---\n\n")
}

/// Whether YAML takes a name for a text as it is, and for no number, date or truth.
fn is_text(name: &str) -> bool {
    let words = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"];
    !name.starts_with(|char: char| char.is_ascii_digit()) && !words.contains(&name)
}

/// The SHA-256 of a text as skills have it.
pub fn digest_of(text: &str) -> String {
    let digest = digest(&SHA256, text.as_bytes());
    let digits = digest.as_ref().iter().map(|byte| format!("{byte:02x}"));
    format!("sha256:{}", digits.collect::<String>())
}

/// The skill of a server.
pub(crate) struct Skill {
    pub uri: String,
    pub name: String,
    pub description: String,
    /// The whole file.
    pub text: String,
}

impl Skill {
    pub fn new(settings: &Settings) -> Self {
        let given = |text: Option<&str>| line(text.unwrap_or_default());
        let (title, about) = (given(settings.title()), given(settings.description()));
        let names = named(settings);
        let subject = match (title.as_str(), names.as_str()) {
            (title, "") => title.to_owned(),
            ("", names) => names.to_owned(),
            (title, names) => filled(texts::SKILL_OF, &[title, names]),
        };
        let or = |usual: &str| if subject.is_empty() { usual.to_owned() } else { subject.clone() };
        let name = name_of(&subject);
        let description = description_of(&about, &or(texts::SKILL_SUBJECT));
        let body = filled(&SKILL.join("\n"), &[&or(texts::SKILL_TITLE), &several(settings)]);
        let text = front_matter(&name, &description) + &body;
        Skill { uri: format!("skill://{name}/SKILL.md"), name, description, text }
    }

    fn entry(&self) -> Value {
        let Skill { uri, name, description, text } = self;
        json!({
            "uri": uri,
            "frontmatter": { "name": name, "description": description },
            "resources": [{ "uri": uri, "digest": digest_of(text), "size": text.len() }],
        })
    }
}

/// The list of the skills, of which there is one.
pub(crate) fn list(settings: &Settings, cursor: Option<&str>) -> Result<Value, RpcError> {
    match cursor {
        None => Ok(json!({ "skills": [Skill::new(settings).entry()] })),
        Some(_) => Err(RpcError::new(Kind::Params, texts::CURSOR)),
    }
}

/// The skill at an address.
pub(crate) fn get(settings: &Settings, uri: &str) -> Result<Value, RpcError> {
    let skill = Skill::new(settings);
    if skill.uri == uri {
        return Ok(json!({ "skill": skill.entry() }));
    }
    Err(RpcError::new(Kind::Params, filled(texts::NO_SKILL, &[&line(uri)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_digits_and_single_hyphens() {
        for (title, name) in
            [("The  Größe & Co. 2", "the-gr-e-co-2"), ("日本", USUAL_NAME), ("--- Vue ---", "vue")]
        {
            assert_eq!(name_of(title), name);
        }
        assert_eq!(name_of(&format!("{} b", "a".repeat(63))), "a".repeat(63));
    }

    #[test]
    fn names_are_texts_in_yaml() {
        for name in ["2026", "2026-11-30", "no", "1e3"] {
            assert!(front_matter(name, "").starts_with(&format!("---\nname: \"{name}\"\n")));
        }
        assert!(front_matter("norway-2", "").starts_with("---\nname: norway-2\n"));
    }

    #[test]
    fn descriptions_are_as_long_as_they_may_be() {
        let description = description_of(&"é".repeat(2_000), "Vue");
        assert_eq!(description.chars().count(), MAX_DESCRIPTION_CHARACTERS);
        assert!(description_of("", "Vue").starts_with("Use this to answer questions about Vue"));
        assert!(description_of("All of it", "Vue").starts_with("All of it. Use this"));
    }

    #[test]
    fn several_indexes_are_named() {
        let docs = ["vue", "react"].map(str::to_owned).to_vec();
        let settings = Settings { docs: docs.clone(), ..Settings::default() };
        let Skill { name, description, text, .. } = Skill::new(&settings);
        assert_eq!(name, "vue-react");
        assert!(description.contains("about vue, react from"), "{description}");
        assert!(text.contains("skill is from. There are several documentations: vue, react."));
        let title = Some("Web".to_owned());
        let titled = Skill::new(&Settings { docs, title, ..Settings::default() });
        assert!(titled.text.contains("\n# Web (vue, react)\n"), "{}", titled.text);
    }
}
