//! Targets that read the bytes of an index: errors or answers, never a panic and never an endless
//! loop.

use kindex::{Builder, Collapse, Collection, Filter, Index, Prefix, QueryVector, SearchOptions};

const QUERIES: [&str; 6] = [
    "install shell",
    "k8s",
    "perm",
    "+tree -\"the shell\" kind:guide",
    "\"permission denied\" OR heading:server title:install",
    "strassen häuser 検索",
];

/// Options that read all that an index has.
fn options() -> SearchOptions {
    SearchOptions {
        prefix: Prefix::Last,
        completions: 5,
        facets: vec!["kind".into()],
        ..SearchOptions::default()
    }
}

/// Opens, checks and searches.
pub fn open(bytes: &[u8]) {
    let Ok(index) = Index::open(bytes) else { return };
    let _ = index.stats();
    let _ = index.verify();
    for query in QUERIES {
        let _ = index.search(query, &options());
    }
    let filters = vec![Filter::any("kind", ["tour"])];
    let grouped = SearchOptions { group: true, filters, sort: "-kind".parse().ok(), ..options() };
    let _ = index.search("get goin", &grouped);
}

/// Goes all ways through the chunks.
pub fn explore(bytes: &[u8]) {
    let Ok(index) = Index::open(bytes) else { return };
    let _ = (index.words(), index.bodies(), index.boosts(), index.lengths());
    let _ = (index.keys(20), index.vectors(), index.pages("", 0, 5), index.page("/page-1"));
    for id in index.documents().unwrap_or_default().iter().take(4) {
        walk(&index, id);
    }
    for options in explored() {
        let _ = index.search("install the shell", &options);
        let _ = index.rank("walking tree", &options);
    }
}

fn walk(index: &Index<&[u8]>, document: &str) {
    let _ = (index.document(document), index.chunk_texts(document, 1));
    let chunks = index.chunks(document, 0).unwrap_or_default();
    for chunk in chunks.first().into_iter().chain(chunks.last()) {
        let _ = (index.chunk(&chunk.id), index.parent(&chunk.id), index.hierarchy(&chunk.id));
        let _ = (index.ancestors(&chunk.id), index.siblings(&chunk.id, 1, 1));
    }
}

fn explored() -> [SearchOptions; 3] {
    let vector = Some(QueryVector::new((0..12).map(|n| n as f32 - 5.0).collect()));
    [
        SearchOptions { explain: true, vector, ..options() },
        SearchOptions { max_tokens: Some(60), collapse: Collapse::Mean, ..options() },
        SearchOptions { siblings: 1, auto_merge: Some(0.4), explain: true, ..options() },
    ]
}

/// Makes other indexes of it.
pub fn change(bytes: &[u8]) {
    let Ok(index) = Index::open(bytes) else { return };
    if let Ok(mut builder) = Builder::with_settings_of(&index)
        && builder.add_index(&index).is_ok()
    {
        let _ = builder.finish();
    }
    if let Ok(mut collection) = Collection::of(&index) {
        let first = collection.documents().ids().next().map(str::to_owned);
        let removed: Vec<&str> = first.as_deref().into_iter().collect();
        let _ = collection.change(Vec::new(), &removed);
    }
}
