//! An index in several files answers as the same index in one, and loads no more than it needs.

mod answers;
mod damage;
mod names;
mod phrases;
mod rounds;

use crate::common::answer;
use kindex::{
    Builder, Config, Document, Index, Results, Search, SearchOptions, ShardSizes, Sharded,
    Synonyms, shard,
};
use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

/// An index over the pages of tests/corpus.
static BLOB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/guide-v1.kdx");
    std::fs::read(path).unwrap()
});

fn cut(postings: usize, documents: usize) -> Sharded {
    shard(&BLOB, &ShardSizes { words: postings, postings, documents, pairs: true }).unwrap()
}

fn search(sharded: &Sharded, query: &str, options: &SearchOptions) -> (Results, Vec<Vec<usize>>) {
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let search = RefCell::new(Search::new(query, options.clone()));
    answer(&mut index, sharded, |index| search.borrow_mut().run(index))
}

const QUERIES: [&str; 20] = [
    "announcement",
    "replacements migrate",
    "NOT bollard",
    "-bollard -tags:release",
    "install",
    "how do I deploy the site with rsync",
    "getElementById",
    "antivurus",
    "th",
    "serv",
    "検索",
    "\"permission denied\"",
    "\"the output\" OR \"a folder\"",
    "+search -index",
    "title:search server",
    "heading:linux",
    "version:2.2.0",
    "tags:release OR pebble",
    "zzzzzz",
    "",
];

fn built(synonyms: &str, documents: impl IntoIterator<Item = Document>) -> Vec<u8> {
    let synonyms = Synonyms::parse(synonyms).unwrap();
    let mut builder = Builder::new(Config { synonyms, ..Config::default() });
    documents.into_iter().for_each(|document| builder.add(document).unwrap());
    builder.finish().unwrap()
}
