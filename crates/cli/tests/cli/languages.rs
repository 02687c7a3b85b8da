//! Sites in several languages.

use super::Files;

fn first(files: &Files, query: &str) -> String {
    let results = files.run(["search", "site.kdx", query, "--json"]).ok().json();
    results["hits"][0]["document"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn folders_pages_and_front_matter_name_languages() {
    let files = Files::new(&[
        ("site/de/start.md", "# Beginn\n\nDie Häuser stehen in den Bergen.\n"),
        ("site/fr/debut.md", "# Début\n\nLes bibliothèques préférées sont ouvertes.\n"),
        ("site/en/start.md", "# Start\n\nThe houses stand in the mountains.\n"),
        ("site/about.md", "---\nlang: es\n---\n\n# Nosotros\n\nLas canciones y los niños.\n"),
        (
            "site/it.html",
            "<html lang=it><title>Guida</title><body><main><p>I gatti dormono.</p></main></html>",
        ),
    ]);
    files.run(["build", "site", "-o", "site.kdx", "--strict"]).ok();
    let stats = files.run(["stats", "site.kdx", "--json"]).ok().json();
    assert_eq!(stats["language"], "en,de,es,fr,it");
    assert_eq!(first(&files, "haus"), "de/start.md");
    assert_eq!(first(&files, "préférer"), "fr/debut.md");
    assert_eq!(first(&files, "house"), "en/start.md");
    assert_eq!(first(&files, "cancion"), "about.md");
    assert_eq!(first(&files, "gatto"), "it.html");
}
