//! What a program has to know to read a site: skill.md, and the index by which such files are
//! found.

use super::address::SiteAddress;
use super::llms::{self, Listing};
use super::text::{slug, title};
use ring::digest::{SHA256, digest};
use serde_json::json;

const FILE: &str = "skill.md";

/// Where programs look for skills.
const FOLDER: &str = ".well-known/agent-skills";

/// The form of the index.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The characters that a skill's name and its description may have.
const MAX_NAME_CHARACTERS: usize = 64;
const MAX_DESCRIPTION_CHARACTERS: usize = 1_024;

/// The groups of pages that are named.
const MAX_GROUPS: usize = 40;

/// The files, by their paths.
pub fn files(listing: &Listing, address: &SiteAddress) -> Vec<(String, String)> {
    let name = name_of(&listing.title);
    let description = description_of(listing);
    let skill = text(listing, address, &name, &description);
    let digest: String = digest(&SHA256, skill.as_bytes())
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let path = format!("{FOLDER}/{name}/SKILL.md");
    // An address of the skill that counts from the index holds wherever the site is.
    let url = match address.whole() {
        "" => format!("{name}/SKILL.md"),
        _ => address.file(&path),
    };
    let index = json!({
        "$schema": SCHEMA,
        "skills": [{
            "name": name,
            "type": "skill-md",
            "description": description,
            "url": url,
            "digest": format!("sha256:{digest}"),
        }],
    });
    vec![
        (FILE.to_owned(), skill.clone()),
        (path, skill),
        (format!("{FOLDER}/index.json"), format!("{index:#}\n")),
    ]
}

fn name_of(title: &str) -> String {
    let name = slug(title, MAX_NAME_CHARACTERS);
    if name.is_empty() { "documentation".to_owned() } else { name }
}

fn description_of(listing: &Listing) -> String {
    let Listing { title, summary, .. } = listing;
    let stop = if summary.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let text = format!(
        "{summary}{stop} Use this to answer questions about {title} from its documentation, and to find the page that says how something is done."
    );
    let plain = text.replace('\\', "");
    plain.chars().take(MAX_DESCRIPTION_CHARACTERS).collect()
}

fn text(listing: &Listing, address: &SiteAddress, name: &str, description: &str) -> String {
    // A text of JSON is one of YAML.
    let said = json!(description);
    let Listing { title: site, summary, groups, .. } = listing;
    let mut text =
        format!("---\nname: {name}\ndescription: {said}\n---\n\n# {site}\n\n{summary}\n\n");
    text.push_str("## How to read it\n\n");
    text.push_str(&format!(
        "1. Fetch {}. It lists all pages in the order of the site, with what each is about.\n",
        address.file(llms::FILE)
    ));
    text.push_str(
        "2. Fetch the pages that the question is about by the links there. They are Markdown.\n",
    );
    text.push_str("3. Answer from what they say, and name the pages.\n");
    if listing.has_full {
        let full = address.file(llms::FULL);
        text.push_str(&format!("\nThe text of all pages in one file is {full}.\n"));
    }
    text.push_str("\n## What it is about\n\n");
    for group in groups.iter().take(MAX_GROUPS) {
        let Some(first) = group.pages.first() else { continue };
        let (count, link) = (group.pages.len(), address.file(&first.markdown_path));
        let pages = if count == 1 { "page" } else { "pages" };
        let (name, begins) = (title(&group.title), title(&first.title));
        text.push_str(&format!("- {name}: {count} {pages}, from [{begins}]({link})\n"));
    }
    text
}
