//! The types of files.

use std::path::Path;

/// A type of files.
#[derive(Debug, PartialEq)]
pub struct Kind {
    /// Its name, with the encoding of texts.
    pub name: &'static str,
    /// Whether gzip makes its files much smaller.
    pub shrinks: bool,
}

const fn text(name: &'static str) -> Kind {
    Kind { name, shrinks: true }
}

const fn other(name: &'static str) -> Kind {
    Kind { name, shrinks: false }
}

const KINDS: &[(&str, Kind)] = &[
    ("html", text("text/html; charset=utf-8")),
    ("htm", text("text/html; charset=utf-8")),
    ("xhtml", text("application/xhtml+xml")),
    ("js", text("text/javascript; charset=utf-8")),
    ("mjs", text("text/javascript; charset=utf-8")),
    ("css", text("text/css; charset=utf-8")),
    ("json", text("application/json")),
    ("map", text("application/json")),
    ("jsonl", text("application/jsonl")),
    ("webmanifest", text("application/manifest+json")),
    ("md", text("text/markdown; charset=utf-8")),
    ("markdown", text("text/markdown; charset=utf-8")),
    ("txt", text("text/plain; charset=utf-8")),
    ("csv", text("text/csv; charset=utf-8")),
    ("xml", text("text/xml")),
    ("rss", text("application/rss+xml")),
    ("atom", text("application/atom+xml")),
    ("svg", text("image/svg+xml")),
    ("wasm", text("application/wasm")),
    ("kdx", text("application/octet-stream")),
    ("ttf", text("font/ttf")),
    ("otf", text("font/otf")),
    ("ico", text("image/x-icon")),
    ("png", other("image/png")),
    ("apng", other("image/apng")),
    ("jpg", other("image/jpeg")),
    ("jpeg", other("image/jpeg")),
    ("gif", other("image/gif")),
    ("webp", other("image/webp")),
    ("avif", other("image/avif")),
    ("mp4", other("video/mp4")),
    ("webm", other("video/webm")),
    ("ogg", other("audio/ogg")),
    ("mp3", other("audio/mpeg")),
    ("wav", other("audio/wav")),
    ("woff", other("font/woff")),
    ("woff2", other("font/woff2")),
    ("pdf", other("application/pdf")),
    ("gz", other("application/gzip")),
    ("zip", other("application/zip")),
];

const UNKNOWN: &Kind = &other("application/octet-stream");

/// The type of a file, by its name.
pub fn of(path: &Path) -> &'static Kind {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let found = KINDS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    found.map_or(UNKNOWN, |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_type() {
        assert_eq!(of(Path::new("a/b.HTML")).name, "text/html; charset=utf-8");
        assert_eq!(of(Path::new("site.kdx.gz")), &other("application/gzip"));
        for path in ["a", "a.", "a.unknown", ".html", ""] {
            assert_eq!(of(Path::new(path)), UNKNOWN, "{path}");
        }
    }
}
