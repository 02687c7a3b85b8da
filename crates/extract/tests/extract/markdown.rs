//! Pages written as Markdown: a program that renders it shows the same words, and the same links.

use kindex_extract::{FileContext, Options, web_page};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag};

/// Texts of signs that are markup somewhere.
const TEXT: &str = r#"[ab1 *_`\[\]()<>&;#!+=.~|\\:"'/-]{0,24}"#;

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn markdown(body: &str) -> String {
    let page = format!("<main>{body}</main>");
    let (context, options) = (FileContext::default(), Options::default());
    let page = web_page("a/b.html", page.as_bytes(), &context, &options, "https://x.dev/").unwrap();
    page.markdown
}

/// The words that a reader of Markdown sees, and where links lead.
fn rendered(markdown: &str) -> (String, Vec<String>) {
    let extensions = Extensions::ENABLE_TABLES | Extensions::ENABLE_STRIKETHROUGH;
    let (mut words, mut links) = (String::new(), Vec::new());
    for event in Parser::new_ext(markdown, extensions) {
        match event {
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::End(_) => words.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.into_string()),
            Event::Html(html) | Event::InlineHtml(html) => panic!("{html} in {markdown}"),
            Event::Rule => panic!("a rule in {markdown}"),
            _ => {}
        }
    }
    (letters(&words), links)
}

/// A text without white space: where lines break is of no interest.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_024, ..ProptestConfig::default() })]

    #[test]
    fn words_are_shown_as_the_page_shows_them(one in TEXT, two in TEXT) {
        for body in [
            format!("<p>x{}</p><p>{}</p>", escaped(&one), escaped(&two)),
            format!("<ul><li>{}</li><li>{}</li></ul>", escaped(&one), escaped(&two)),
            format!("<h2>{}</h2><blockquote><p>{}</p></blockquote>", escaped(&one), escaped(&two)),
            format!("<p><b>{}</b><i>{}</i></p>", escaped(&one), escaped(&two)),
            format!("<table><tr><th>{}<th>y<tr><td>{}<td>z</table>", escaped(&one), escaped(&two)),
        ] {
            let shown = [&one, &two].map(|text| letters(text)).concat();
            let wanted = match body.get(..4) {
                Some("<p>x") => format!("x{shown}"),
                Some("<tab") => format!("{}y{}z", letters(&one), letters(&two)),
                _ => shown,
            };
            let markdown = markdown(&body);
            let (words, links) = rendered(&markdown);
            prop_assert_eq!(&words, &wanted, "{}\n{}", &body, &markdown);
            prop_assert!(links.is_empty(), "{}\n{}", &body, &markdown);
        }
    }

    #[test]
    fn links_keep_their_words_and_targets(words in TEXT, target in r"[a-z0-9()\[\]<>*_ /.-]{0,12}") {
        let (words, target) = (format!("a{words}"), format!("x{target}"));
        let body = format!("<p>One <a href=\"{}\">{}</a> two.</p>", escaped(&target), escaped(&words));
        let markdown = markdown(&body);
        let (shown, links) = rendered(&markdown);
        prop_assert_eq!(shown, format!("One{}two.", letters(&words)), "{}\n{}", &body, &markdown);
        prop_assert_eq!(links.len(), 1, "{}\n{}", &body, &markdown);
        prop_assert!(links[0].starts_with("https://x.dev/"), "{}", &markdown);
    }
}
