//! Conversations, which `kindex-conversations` reads: what the site and front matter say of them.

use kindex_conversations::{Settings, WarningKind as Kind};

use crate::context::FileContext;
use crate::detect::contents;
use crate::error::{Error, Reason, Warning, WarningKind};
use crate::format::Format;
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::front_matter::{self, FrontMatter, Split};
use crate::page::url;
use crate::text::charset;

/// Reads a file as a conversation. Markdown may begin with front matter.
pub(crate) fn extract(
    path: &str,
    bytes: &[u8],
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, Error> {
    if Format::of_path(path) == Some(Format::Markdown) {
        let source = charset::decode_lines(bytes)?;
        return Ok(of_markdown(path, front_matter::split(&source), context, options));
    }
    let url = url::of_page(path, Format::Text, context, options, url::Override::default());
    let settings = settings(&url, None, context, options);
    Ok(extracted(kindex_conversations::extract(path, &contents(path, bytes)?, &settings)))
}

fn of_markdown(
    path: &str,
    split: Split<'_>,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    let Split { matter, body, warning } = split;
    if let Some(reason) = matter.skip_reason(path, options.site) {
        return Extracted::left_out(Reason::Asked, reason);
    }
    let place = matter.place();
    let has_place = place.url.or(place.slug).is_some();
    let (format, place) = match has_place {
        true => (Format::Markdown, place),
        false => (Format::Text, url::Override::default()),
    };
    let url = url::of_page(path, format, context, options, place);
    let title = matter.title();
    let settings = settings(&url, title.as_deref(), context, options);
    let mut found = extracted(kindex_conversations::extract(path, body.as_bytes(), &settings));
    found.warnings.extend(warning);
    add_matter(matter, &mut found);
    found
}

fn settings<'a>(
    url: &'a str,
    title: Option<&'a str>,
    context: &'a FileContext,
    options: &'a Options,
) -> Settings<'a> {
    Settings {
        url,
        title,
        lang: context.lang.as_deref(),
        topics: &options.topics,
        memories: options.memories,
        slack_users: context.slack_users.clone(),
        slack_threads: context.slack_threads.clone(),
    }
}

/// Adds to all documents of a file what its front matter says.
fn add_matter(mut matter: FrontMatter, extracted: &mut Extracted) {
    let lang = matter.lang();
    let (extra, filters) = (matter.extra(), matter.filters());
    let meta = matter.into_meta();
    for document in &mut extracted.documents {
        document.lang = lang.clone().or(document.lang.take());
        document.extra.clone_from(&extra);
        for (key, values) in &filters {
            document.filters.entry(key.clone()).or_insert_with(|| values.clone());
        }
        for (key, value) in &meta {
            document.meta.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
}

fn extracted(read: kindex_conversations::Extracted) -> Extracted {
    let warnings = read.warnings.into_iter().map(|warning| {
        let kind = match warning.kind {
            Kind::BadLine => WarningKind::BadLine,
            Kind::BadRecord => WarningKind::BadRecord,
            Kind::UnknownKinds => WarningKind::UnknownKinds,
            Kind::NoText => WarningKind::Skipped(Reason::Asked),
        };
        Warning::new(kind, warning.line, warning.message)
    });
    Extracted { documents: read.documents, warnings: warnings.collect() }
}
