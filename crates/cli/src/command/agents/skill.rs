//! What a program has to know to read a site: skill.md, and the index by which such files are
//! found.

use super::address::SiteAddress;
use super::llms::{self, Listing};
use super::text::title;
use kindex_mcp::skill::{description_of, digest_of, front_matter, name_of};
use serde_json::json;

const FILE: &str = "skill.md";

/// Where programs look for skills.
const FOLDER: &str = ".well-known/agent-skills";

/// The form of the index.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The groups of pages that are named.
const MAX_GROUPS: usize = 40;

/// The files, by their paths.
pub fn files(listing: &Listing, address: &SiteAddress) -> Vec<(String, String)> {
    let name = name_of(&listing.title);
    let plain = |text: &str| text.replace('\\', "");
    let description = description_of(&plain(&listing.summary), &plain(&listing.title));
    let skill = front_matter(&name, &description) + &text(listing, address);
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
            "digest": digest_of(&skill),
        }],
    });
    vec![
        (FILE.to_owned(), skill.clone()),
        (path, skill),
        (format!("{FOLDER}/index.json"), format!("{index:#}\n")),
    ]
}

fn text(listing: &Listing, address: &SiteAddress) -> String {
    let Listing { title: site, summary, groups, .. } = listing;
    let mut text = format!("# {site}\n\n{summary}\n\n");
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
