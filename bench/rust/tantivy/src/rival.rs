//! The children of a Kindex index in tantivy: the same texts, titles and headings, in memory.

use kindex::ChunkView;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TantivyDocument, TextFieldIndexing,
    TextOptions,
};
use tantivy::{DocAddress, Index, IndexWriter, ReloadPolicy, Result, Searcher, Term};

/// The results of a search, as many as Kindex gives by default.
const LIMIT: usize = 10;

/// The bytes that the writer may hold before it writes a segment.
const BUFFER: usize = 512 << 20;

/// Words are lower-cased and stemmed by Snowball's English stemmer.
const TOKENIZER: &str = "en_stem";

/// An index in memory, of one segment.
pub struct Rival {
    index: Index,
    searcher: Searcher,
    /// Title, headings, text.
    fields: [Field; 3],
}

impl Rival {
    /// Indexes all children: `(title of the page, child)`.
    pub fn of(children: impl Iterator<Item = (String, ChunkView)>) -> Result<Self> {
        let (schema, id, fields) = schema();
        let index = Index::create_in_ram(schema);
        let mut writer: IndexWriter = index.writer_with_num_threads(1, BUFFER)?;
        let [title, headings, text] = fields;
        for (of_page, child) in children {
            let mut document = TantivyDocument::new();
            document.add_text(id, child.id);
            document.add_text(title, of_page);
            document.add_text(headings, child.headings.join("\n"));
            document.add_text(text, child.text);
            writer.add_document(document)?;
        }
        writer.commit()?;
        let segments = index.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
        }
        writer.wait_merging_threads()?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { searcher: reader.searcher(), index, fields })
    }

    /// The numbers of segments and of documents.
    pub fn size(&self) -> (usize, u64) {
        (self.searcher.segment_readers().len(), self.searcher.num_docs())
    }

    /// The addresses of the best children, any of the words in any of the fields counting.
    pub fn rank(&self, query: &str) -> Result<Vec<(f32, DocAddress)>> {
        self.searcher.search(&self.query(query)?, &TopDocs::with_limit(LIMIT).order_by_score())
    }

    /// The same, and in how many children any of the words occurs, for which none can be skipped.
    pub fn count(&self, query: &str) -> Result<(Vec<(f32, DocAddress)>, usize)> {
        let best = TopDocs::with_limit(LIMIT).order_by_score();
        self.searcher.search(&self.query(query)?, &(best, Count))
    }

    /// All terms in one disjunction without boosts, which tantivy can
    /// skip through (block-max WAND).
    fn query(&self, query: &str) -> Result<BooleanQuery> {
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let mut tokenizer = self.index.tokenizer_for_field(self.fields[0])?;
        tokenizer.token_stream(query).process(&mut |token| {
            for field in self.fields {
                let term = Term::from_field_text(field, &token.text);
                let one = TermQuery::new(term, IndexRecordOption::WithFreqs);
                terms.push((Occur::Should, Box::new(one)));
            }
        });
        Ok(BooleanQuery::new(terms))
    }

    /// The best children with all that is stored of them.
    pub fn search(&self, query: &str) -> Result<Vec<TantivyDocument>> {
        self.rank(query)?.into_iter().map(|(_, address)| self.searcher.doc(address)).collect()
    }
}

/// The schema, the field of ids, and those that are searched.
fn schema() -> (Schema, Field, [Field; 3]) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqs);
    let searched = TextOptions::default().set_indexing_options(indexing).set_stored();
    let id = schema.add_text_field("id", STRING | STORED);
    let fields =
        ["title", "headings", "text"].map(|name| schema.add_text_field(name, searched.clone()));
    (schema.build(), id, fields)
}
