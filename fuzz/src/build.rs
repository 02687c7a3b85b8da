//! Targets that build indexes of any documents and compare two ways to the same answer.

use crate::bases::parsed;
use kindex::{
    Builder, Chunker, Config, Document, Error, Index, Language, Levels, Parents, Search,
    SearchOptions, ShardSizes, Sharded, shard,
};
use std::cell::RefCell;

/// The bytes of the input that are settings; the rest are pages in Markdown.
const SETTINGS: usize = 3;

/// Pages end with this byte.
const END: u8 = 0;

const LANGUAGES: [&str; 4] = ["en", "none", "de", "ja"];

fn config(given: &[u8; SETTINGS]) -> Config {
    let [ways, size, _] = *given;
    let child = 20 + u32::from(size % 64) * 4;
    let levels = Levels::new(&[child, child * (2 + u32::from(ways >> 6))], &[0.2]);
    let chunker = [Chunker::Sections, Chunker::Windows][usize::from(ways & 1)];
    let parents =
        [Parents::Budget, Parents::Sections, Parents::Documents][usize::from(ways >> 1) % 3];
    let levels = levels.expect("rising sizes").with_chunker(chunker).with_parents(parents);
    let language = LANGUAGES[usize::from(ways >> 4) % LANGUAGES.len()];
    let language = Language::from_tag(language).expect("a known language");
    Config { levels, language, ..Config::default() }
}

fn documents(pages: &[u8]) -> Vec<Document> {
    let pages = pages.split(|&byte| byte == END).take(8).enumerate();
    let documents = pages
        .flat_map(|(number, page)| parsed(&format!("{number}.md"), &String::from_utf8_lossy(page)));
    documents.collect()
}

fn built(builder: Builder, documents: &[Document]) -> Vec<u8> {
    let mut builder = builder;
    for document in documents {
        builder.add(document.clone()).expect("a document of the extractor");
    }
    builder.finish().expect("an index of these")
}

/// Cuts an index into several files, which answer as it does and make it again. The queries are
/// the beginnings of the pages.
pub fn several(input: &[u8]) {
    let Some((given, pages)) = input.split_first_chunk::<SETTINGS>() else { return };
    let documents = documents(pages);
    let blob = built(Builder::new(config(given)), &documents);
    let index = Index::open(&blob).expect("an index");
    index.verify().expect("a good index");
    let size = 1 + usize::from(given[2]) * 4;
    let sizes =
        ShardSizes { words: size, postings: size, documents: size * 4, pairs: size % 8 < 4 };
    let sharded = shard(&blob, &sizes).expect("an index to cut");
    for document in &documents {
        let query: String = document.text.chars().take(30).collect();
        let options = SearchOptions::default();
        let found = index.search(&query, &options).expect("an answer");
        assert_eq!(Ok(found), of_files(&sharded, &query, options), "{query:?}");
    }
    let mut index = Index::open(sharded.head.clone()).expect("a head");
    for (number, shard) in sharded.shards.iter().enumerate() {
        index.load(number, shard.bytes.clone()).expect("a file of the index");
    }
    assert!(index.assembled().expect("all files") == blob);
}

/// The answer from several files, of which only those are loaded that it needs.
pub(crate) fn of_files(
    sharded: &Sharded,
    query: &str,
    options: SearchOptions,
) -> Result<kindex::Results, Error> {
    let mut index = Index::open(sharded.head.clone()).expect("a head");
    let search = RefCell::new(Search::new(query, options));
    loop {
        let found = search.borrow_mut().run(&index);
        let Err(Error::Missing) = found else { return found };
        let wanted = index.wanted();
        assert!(!wanted.is_empty(), "an answer lacks something that it does not name");
        for number in wanted {
            index.load(number, sharded.shards[number].bytes.clone()).expect("a file of the index");
        }
    }
}

/// Merges two indexes to the bytes that one build of all documents gives.
pub fn merge(input: &[u8]) {
    let Some((given, pages)) = input.split_first_chunk::<SETTINGS>() else { return };
    let documents = documents(pages);
    let cut = usize::from(given[2]) % (documents.len() + 1);
    let mergeable = |part| built(Builder::new(config(given)).mergeable(), part);
    let (first, second) = (mergeable(&documents[..cut]), mergeable(&documents[cut..]));
    let first = Index::open(&first).expect("an index");
    let second = Index::open(&second).expect("an index");
    let mut builder = Builder::with_settings_of(&first).expect("settings");
    builder.add_index(&first).expect("a part");
    builder.add_index(&second).expect("a part");
    let merged = builder.finish().expect("an index of all");
    assert!(merged == built(Builder::new(config(given)), &documents));
}
