//! What an assistant made beside its answer: canvases, artifacts, files.

use kindex_text::longest_run;

/// The shortest fence around code.
const MIN_FENCE: usize = 3;

/// The language of something that was made.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Language {
    Prose,
    /// As fences name it; may be empty.
    Code(String),
}

impl Language {
    pub(super) fn code(name: &str) -> Language {
        Language::Code(name.to_owned())
    }

    /// By the name of a file.
    pub(super) fn of_file(path: &str) -> Language {
        let name = path.rsplit('/').next().unwrap_or(path);
        match name.rsplit_once('.') {
            Some((_, "md" | "markdown" | "txt")) => Language::Prose,
            Some((_, extension)) => Language::code(extension),
            None => Language::code(""),
        }
    }

    /// By the media type of an artifact.
    pub(super) fn of_media_type(media_type: &str, language: Option<&str>) -> Language {
        match media_type {
            "text/markdown" | "text/plain" => Language::Prose,
            "text/html" => Language::code("html"),
            "image/svg+xml" => Language::code("svg"),
            "application/vnd.ant.react" => Language::code("jsx"),
            "application/vnd.ant.mermaid" => Language::code("mermaid"),
            _ => Language::code(language.unwrap_or_default()),
        }
    }
}

/// The name in brackets, and the text below it, between fences where it is code.
pub(super) fn made(name: &str, language: &Language, body: &str) -> String {
    let body = body.trim_matches('\n');
    let body = match language {
        Language::Prose => body.to_owned(),
        Language::Code(language) => {
            let fence = "`".repeat(longest_run(body).max(MIN_FENCE - 1) + 1);
            format!("{fence}{language}\n{body}\n{fence}")
        }
    };
    let name = name.trim();
    if name.is_empty() { body } else { format!("[{name}]\n\n{body}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_fenced_and_prose_is_not() {
        assert_eq!(made("a.md", &Language::of_file("x/a.md"), "# A\n\nb\n"), "[a.md]\n\n# A\n\nb");
        assert_eq!(made("", &Language::of_file("a.py"), "# a\n"), "```py\n# a\n```");
        assert_eq!(made("m", &Language::of_file("Makefile"), "a"), "[m]\n\n```\na\n```");
        let nested = made("", &Language::code("md"), "````\nx\n````");
        assert_eq!(nested, "`````md\n````\nx\n````\n`````");
    }

    #[test]
    fn media_types_have_languages() {
        let of = |media_type| Language::of_media_type(media_type, Some("rust"));
        assert_eq!(of("text/markdown"), Language::Prose);
        assert_eq!(of("application/vnd.ant.react"), Language::code("jsx"));
        assert_eq!(of("application/vnd.ant.code"), Language::code("rust"));
    }
}
