//! Small indexes with all kinds of sections, which inputs are made of.

use kindex::{
    Builder, Config, Document, Index, Levels, Pin, ShardSizes, Sharded, Synonyms, VectorSettings,
    Vectors, add_vectors, shard,
};
use kindex_extract::{FileContext, Format, Options, extract};
use std::sync::LazyLock;

const PAGES: [&str; 4] = [
    "---\ntitle: Install it\nkind: [guide, tour]\nversion: 2\n---\n# Install\n\nRun the installer, \
     then restart the shell. `getElementById` walks the walked walking tree.\n\n## Windows\n\nThe \
     permission was denied for the shell on some disks.\n",
    "---\ntitle: Deploying\nkind: guide\nlang: de\n---\n# Wählen\n\nDie Häuser stehen an den \
     Straßen. Die Straße hat ein Haus.\n\n## Server\n\nEin Server antwortet.\n",
    "# 検索\n\n日本語の文書を検索する。検索は速い。\n\n# Shells\n\nA shell, the other shells, and \
     the permission of a tree of pages.\n",
    "# Search\n\n- install the server\n- walk the tree\n\n| option | value |\n|---|---|\n| limit | 10 \
     |\n| shell | zsh |\n",
];

/// The documents of these pages.
pub fn documents() -> Vec<Document> {
    let pages = PAGES.iter().enumerate();
    pages.flat_map(|(number, page)| parsed(&format!("page-{number}.md"), page)).collect()
}

/// The document of a page in Markdown; none where nothing is left of it.
pub fn parsed(path: &str, text: &str) -> Vec<Document> {
    let (context, options) = (FileContext::default(), Options::default());
    extract(path, text.as_bytes(), Format::Markdown, &context, &options)
        .map_or_else(|_| Vec::new(), |extracted| extracted.documents)
}

/// Settings with everything that an index may have.
pub fn config() -> Config {
    Config {
        levels: Levels::new(&[80, 300], &[0.2]).expect("rising sizes"),
        synonyms: Synonyms::parse("k8s => shell, of\njs, tree\n").expect("synonyms"),
        pins: vec![Pin::new("get going", true, ["page-0.md"]).expect("a pin")],
        ..Config::default()
    }
}

fn built(builder: Builder, documents: Vec<Document>) -> Vec<u8> {
    let mut builder = builder;
    for document in documents {
        builder.add(document).expect("a good document");
    }
    builder.finish().expect("an index")
}

fn with_vectors(plain: &[u8]) -> Vec<u8> {
    let index = Index::open(plain).expect("an index");
    let mut vectors = Vectors::new("a model", 12).expect("numbers");
    for (page, id) in index.documents().expect("ids").iter().enumerate() {
        for (at, chunk) in index.chunks(id, 1).expect("chunks").iter().enumerate() {
            let number = |n: usize| ((page * 7 + at * 5 + n * 3) % 11) as f32 - 4.5;
            vectors.add(&chunk.id, &(0..12).map(number).collect::<Vec<_>>()).expect("a vector");
        }
    }
    let settings = VectorSettings { dimensions: 8, ..VectorSettings::default() };
    add_vectors(plain, &vectors, &settings).expect("an index with vectors")
}

/// Indexes in one file: a plain one, one with vectors, and one that can be merged.
pub static INDEXES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let plain = built(Builder::new(config()), documents());
    let vectors = with_vectors(&plain);
    let mergeable = built(Builder::new(config()).mergeable(), documents());
    [plain, vectors, mergeable]
});

/// The index with vectors in as many files as its parts allow.
pub static SHARDED: LazyLock<Sharded> = LazyLock::new(|| {
    let sizes = ShardSizes { words: 256, postings: 256, documents: 800, pairs: true };
    shard(&INDEXES[1], &sizes).expect("an index to cut")
});
