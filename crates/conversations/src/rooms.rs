//! Sorts documents into rooms: areas of a collection that its owner names.

use std::num::NonZeroUsize;

use globset::{GlobSet, GlobSetBuilder};
use kindex::Document;
use kindex_text::rules::{self, ParseRulesError, rules};
use serde::Deserialize;
use toml::Spanned;

use crate::keywords::{Folded, Keywords};

/// The filter that says which room a document is in.
const FILTER: &str = "room";

/// Rooms, and which documents belong into them.
///
/// A document is in the first room whose `paths` its path matches. Failing that, it is in the first
/// room whose `files` its file's name matches. Failing that, it is in the room whose `keywords`
/// occur most often in its title and text, if they do so `minimum` times (2 where nothing is said).
/// Failing that, it is in the `default` room, if there is one. Letters match in either case. `*` in
/// a path stays within a folder, `**` does not. A path that ends with a slash means all that is in
/// the folder.
///
/// ```
/// use kindex::Document;
/// use kindex_conversations::Rooms;
///
/// let rooms = Rooms::parse(r#"
///     default = "general"
///     minimum = 3
///
///     [[room]]
///     name = "backend"
///     paths = ["api/**"]
///     files = ["*server*"]
///     keywords = ["database", "SQL", "query plan"]
/// "#)?;
/// let mut document = Document { id: "guide/Web-Server.md".into(), ..Document::default() };
/// rooms.classify(&mut document);
/// assert_eq!(document.filters["room"], ["backend"]);
/// # Ok::<(), kindex_conversations::ParseRulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rooms {
    rooms: Vec<Room>,
    default: Option<String>,
    minimum: usize,
}

#[derive(Clone, Debug)]
struct Room {
    name: String,
    paths: GlobSet,
    files: GlobSet,
    keywords: Keywords,
}

impl Rooms {
    /// Reads rooms from TOML: a `[[room]]` for each, with a `name` and at least one of `paths`,
    /// `files` and `keywords`; before them `default` and `minimum`, where wanted.
    ///
    /// # Errors
    /// Where the text is not TOML of this shape, there is no room, a room has no name, the name of
    /// another or nothing to know its documents by, or a glob cannot be read.
    pub fn parse(source: &str) -> Result<Rooms, ParseRulesError> {
        let file: File = rules(source)?;
        let mut rooms: Vec<Room> = Vec::new();
        for entry in file.room {
            let name = entry.name.get_ref();
            if name.trim().is_empty() || rooms.iter().any(|room| room.name == *name) {
                let message = format!("the name {name:?} is empty or that of another room");
                return Err(ParseRulesError::new(source, &entry.name.span(), message));
            }
            rooms.push(entry.room(source)?);
        }
        if rooms.is_empty() {
            let message = "there is no room; begin one with [[room]] and a name".to_owned();
            return Err(ParseRulesError::at(None, message));
        }
        let default = file.default.filter(|name| !name.is_empty());
        Ok(Rooms { rooms, default, minimum: file.minimum.map_or(2, NonZeroUsize::get) })
    }

    /// Sets the filter `room` of a document, unless it has one. Its id is taken for its path.
    pub fn classify(&self, document: &mut Document) {
        self.classify_from("", document);
    }

    /// The same for a document from the file at `path`, which counts besides the id: the records
    /// of a JSON Lines file have ids that say nothing of it.
    pub fn classify_from(&self, path: &str, document: &mut Document) {
        let given = document.filters.get(FILTER).is_some_and(|rooms| !rooms.is_empty());
        let room = if given { None } else { self.room(path, document) };
        if let Some(room) = room {
            document.filters.insert(FILTER.to_owned(), vec![room.to_owned()]);
        }
    }

    fn room(&self, path: &str, document: &Document) -> Option<&str> {
        let paths = [document.id.as_str(), path].map(|path| path.trim_start_matches("./"));
        let names = paths.map(|path| path.rsplit('/').next().unwrap_or(path));
        let first = |test: &dyn Fn(&Room) -> bool| self.rooms.iter().find(|room| test(room));
        first(&|room| paths.iter().any(|path| room.paths.is_match(path)))
            .or_else(|| first(&|room| names.iter().any(|name| room.files.is_match(name))))
            .or_else(|| self.by_keywords(document))
            .map(|room| room.name.as_str())
            .or(self.default.as_deref())
    }

    /// The room whose keywords occur most, of equals the first.
    fn by_keywords(&self, document: &Document) -> Option<&Room> {
        let text = Folded::of([document.title.as_str(), document.text.as_str()]);
        let counted = self.rooms.iter().rev().map(|room| (room.keywords.count(&text), room));
        let (count, room) = counted.max_by_key(|(count, _)| *count)?;
        (count >= self.minimum).then_some(room)
    }
}

/// The contents of a file of rooms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    default: Option<String>,
    minimum: Option<NonZeroUsize>,
    #[serde(default)]
    room: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    #[serde(default)]
    files: Vec<Spanned<String>>,
    #[serde(default)]
    keywords: Vec<String>,
}

impl Entry {
    fn room(self, source: &str) -> Result<Room, ParseRulesError> {
        let name = self.name.get_ref();
        let keywords = Keywords::new(self.keywords.iter().map(String::as_str));
        if self.paths.is_empty() && self.files.is_empty() && keywords.is_empty() {
            let message =
                format!("the room {name:?} has no paths, files or keywords; give it some");
            return Err(ParseRulesError::new(source, &self.name.span(), message));
        }
        let (paths, files) = (globs(name, &self.paths, source)?, globs(name, &self.files, source)?);
        Ok(Room { paths, files, keywords, name: self.name.into_inner() })
    }
}

fn globs(room: &str, given: &[Spanned<String>], source: &str) -> Result<GlobSet, ParseRulesError> {
    let mut set = GlobSetBuilder::new();
    for glob in given {
        let fail = |error: globset::Error| {
            let message = format!("room {room:?}: the glob {:?}: {}", glob.get_ref(), error.kind());
            ParseRulesError::new(source, &glob.span(), message)
        };
        set.add(rules::glob(glob.get_ref()).map_err(fail)?);
    }
    // Each glob could be read, but all together may be too large.
    set.build().map_err(|error| ParseRulesError::at(None, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROOMS: &str = r#"
default = "general"

[[room]]
name = "backend"
paths = ["api/**", "/Docs/Server/"]
files = ["*server*"]
keywords = ["database", "sql"]

[[room]]
name = "frontend"
paths = ["*/ui/*.md"]
files = ["button.*"]
keywords = ["react", "css"]
"#;

    fn room_of(id: &str, text: &str) -> String {
        let rooms = Rooms::parse(ROOMS).unwrap();
        let mut document = Document { id: id.into(), text: text.into(), ..Document::default() };
        rooms.classify(&mut document);
        document.filters["room"].join(",")
    }

    #[test]
    fn paths_go_before_names_and_names_before_words() {
        assert_eq!(room_of("api/v1/Button.md", "css css css"), "backend");
        assert_eq!(room_of("docs/server/a.md", ""), "backend");
        assert_eq!(room_of("web/ui/server.md", ""), "frontend");
        assert_eq!(room_of("web/ui/deep/a.md", ""), "general");
        assert_eq!(room_of("web/MyServer.md", "css css css"), "backend");
        assert_eq!(room_of("web/button.tsx", "sql sql"), "frontend");
        assert_eq!(room_of("web/a.md", "React, CSS; SQL"), "frontend");
        assert_eq!(room_of("web/a.md", "React and SQL"), "general");
        assert_eq!(room_of("web/a.md", "React React, SQL SQL"), "backend");
    }

    #[test]
    fn titles_files_and_rooms_given_count() {
        let rooms = Rooms::parse(&ROOMS.replace("default = \"general\"", "minimum = 1")).unwrap();
        let mut document = Document { title: "CSS".into(), ..Document::default() };
        rooms.classify(&mut document);
        assert_eq!(document.filters["room"], ["frontend"]);
        rooms.classify_from("api/records.jsonl", &mut document);
        assert_eq!(document.filters["room"], ["frontend"]);
        document.filters.clear();
        rooms.classify_from("api/records.jsonl", &mut document);
        assert_eq!(document.filters["room"], ["backend"]);
        let mut document = Document::default();
        rooms.classify(&mut document);
        assert!(document.filters.is_empty());
    }

    #[test]
    fn errors_name_the_line_and_the_entry() {
        let error = |source: &str| Rooms::parse(source).unwrap_err().to_string();
        assert!(error("").contains("there is no room"));
        let wrong = error(&ROOMS.replace("files", "file"));
        assert!(wrong.starts_with("line 7: unknown field, expected"), "{wrong}");
        let wrong = error(&ROOMS.replace("api/**", "api/["));
        assert!(wrong.starts_with("line 6: room \"backend\": the glob \"api/[\": "), "{wrong}");
        let wrong = error(&ROOMS.replace("frontend", "backend"));
        assert!(wrong.starts_with("line 11: the name \"backend\" is empty or"), "{wrong}");
        let wrong = error("[[room]]\nname = \"a\"\nkeywords = [\" \"]\n");
        assert_eq!(wrong, "line 2: the room \"a\" has no paths, files or keywords; give it some");
        let wrong = error(&format!("minimum = 0{ROOMS}"));
        assert_eq!(wrong, "line 1: invalid value, expected a nonzero usize");
        assert!(error("[[room]]\nname = ").starts_with("line 2: "));
        assert!(!error("[[room]]\nname = [\n").contains('\n'));
    }

    proptest! {
        #[test]
        fn any_text_is_rooms_or_an_error(source in "\\PC{0,80}", glob in "[a*?\\[\\]{},!/\\\\-]{0,20}") {
            let _ = Rooms::parse(&source);
            let glob = glob.replace('\'', "");
            let source = format!("[[room]]\nname = 'a'\npaths = ['{glob}']\n");
            if let Ok(rooms) = Rooms::parse(&source) {
                rooms.classify(&mut Document { id: glob, ..Document::default() });
            }
        }
    }
}
