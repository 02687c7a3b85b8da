//! The ways through the chunks of an index, by the names of the methods in
//! `js/explorer/explore-methods.js`.

use crate::Index;
use crate::answers::{meta, pairs, text, written};
use crate::error::CodedError;
use crate::json::Json;
use crate::utf16::Units;
use alloc::string::String;
use kindex::{
    ChildScore, ChunkView, DocumentView, Error, Explanation, FusedScore, GrepOptions, Grepped,
    Hierarchy, KeyView, LeftOut, Page, Pages, Stats, VectorStats,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Index {
    /// The numbers of what the index holds.
    pub fn stats(&self) -> String {
        written(|json| stats(json, &self.inner.get().stats()))
    }

    /// Reads and checks everything.
    pub fn verify(&self) -> Result<(), CodedError> {
        Ok(self.inner.get().verify()?)
    }

    /// Looks for a pattern: `meant` has a bit for each of the ways in which it may be, and the place to
    /// go on from is a document and a line.
    pub fn grep(
        &self,
        pattern: &str,
        page: &str,
        meant: u32,
        document: u32,
        line: u32,
        limit: u32,
    ) -> Result<String, CodedError> {
        let is = |bit: u32| meant >> bit & 1 == 1;
        let options = GrepOptions {
            regex: is(0),
            case: is(1),
            word: is(2),
            page: page.into(),
            from: (document as usize, line as usize),
            limit: limit as usize,
        };
        let found = self.inner.get().grep(pattern, &options)?;
        Ok(written(|json| grepped(json, &found)))
    }

    /// Takes the way with a name: see [`explore`].
    pub fn explore(&self, way: &str, id: &str, a: u32, b: u32) -> Result<String, CodedError> {
        explore(&self.inner.get(), way, id, (a as usize, b as usize))
    }
}

/// Takes the way with a name from the id of a chunk or document, or from an address.
fn explore(
    index: &kindex::Index,
    way: &str,
    id: &str,
    (a, b): (usize, usize),
) -> Result<String, CodedError> {
    let mut found = match way {
        "chunk" => [index.chunk(id)?].into(),
        "parent" => index.parent(id)?.into_iter().collect(),
        "children" => index.children(id)?,
        "ancestors" => index.ancestors(id)?,
        "ancestor" => [index.ancestor(id, a)?].into(),
        "siblings" => index.siblings(id, a, b)?,
        "chunks" => index.chunks(id, a)?,
        "hierarchy" => return hierarchy(index, id),
        "document" => return document(index, id),
        "section" => {
            let found = index.section(id)?;
            return Ok(written(|json| {
                json.array(found.as_slice(), |json, lines| {
                    json.array(&[lines.start, lines.end], |json, &line| json.count(line));
                });
            }));
        }
        "count" => {
            let found = index.count(id, a)?;
            return Ok(written(|json| json.count(found)));
        }
        "documents" => {
            let ids = index.documents()?;
            return Ok(written(|json| json.array(&ids, text)));
        }
        "pages" => {
            let found = index.pages(id, a, b)?;
            return Ok(written(|json| write_pages(json, &found)));
        }
        "keys" => {
            let found = index.keys(a)?;
            return Ok(written(|json| json.array(&found, key)));
        }
        "page" => {
            let found = index.page(id)?;
            return Ok(written(|json| json.array(found.as_slice(), page)));
        }
        #[cfg(feature = "build")]
        "texts" => {
            let found = index.chunk_texts(id, a)?;
            return Ok(written(|json| json.array(&found, chunk_text)));
        }
        "vectors" => {
            let found = index.vectors()?;
            return Ok(written(|json| json.array(found.as_slice(), vectors)));
        }
        _ => return Err(CodedError::new("invalid_argument", way.into())),
    };
    convert(index, found.iter_mut())?;
    Ok(written(|json| chunks(json, &found)))
}

fn hierarchy(index: &kindex::Index, id: &str) -> Result<String, CodedError> {
    let mut found = index.hierarchy(id)?;
    let lists = [&mut found.ancestors, &mut found.children, &mut found.siblings];
    let chunks = lists.into_iter().flatten().chain([&mut found.chunk]);
    convert(index, chunks)?;
    Ok(written(|json| write_hierarchy(json, &found)))
}

fn document(index: &kindex::Index, id: &str) -> Result<String, CodedError> {
    let found = index.document(id)?;
    let length = whole(index, &found.id)?.encode_utf16().count();
    Ok(written(|json| write_document(json, &found, length)))
}

/// Turns offsets in a document's text from bytes into UTF-16 units. All chunks are of one document.
fn convert<'c>(
    index: &kindex::Index,
    chunks: impl Iterator<Item = &'c mut ChunkView>,
) -> Result<(), Error> {
    let mut units: Option<Units> = None;
    for chunk in chunks {
        let units = match &mut units {
            Some(units) => units,
            none => none.insert(Units::new(&whole(index, &chunk.document)?)),
        };
        let added = chunk.text.get(..chunk.text_start).unwrap_or_default();
        chunk.text_start = added.encode_utf16().count();
        units.convert(&mut chunk.start);
        units.convert(&mut chunk.end);
    }
    Ok(())
}

/// The whole text of a document, which is its one chunk at the level of documents.
fn whole(index: &kindex::Index, document: &str) -> Result<String, Error> {
    let chunks = index.chunks(document, index.stats().levels.len())?;
    Ok(chunks.into_iter().map(|chunk| chunk.text).next().unwrap_or_default())
}

fn stats(json: &mut Json, stats: &Stats) {
    json.object(|json| {
        json.key("bytes").count(stats.bytes);
        json.key("language").text(&stats.language);
        json.key("documents").count(stats.documents as usize);
        json.key("headings").count(stats.headings as usize);
        json.key("words").count(stats.words as usize);
        json.key("stems").count(stats.stems as usize);
        json.key("terms").count(stats.terms as usize);
        json.key("unit").text(stats.unit);
        json.key("levels").array(&stats.levels, |json, level| {
            json.object(|json| {
                json.key("size").count(level.size as usize);
                json.key("overlap").float(level.overlap);
                json.key("chunks").count(level.chunks as usize);
            });
        });
        json.key("sections").array(&stats.sections, |json, section| {
            json.object(|json| {
                json.key("name").text(section.name);
                json.key("bytes").count(section.bytes);
            });
        });
    });
}

fn chunk_text(json: &mut Json, chunk: &kindex::ChunkText) {
    json.object(|json| {
        json.key("id").text(&chunk.id);
        json.key("title").text(&chunk.title);
        json.key("headings").array(&chunk.headings, text);
        json.key("text").text(&chunk.text);
        json.key("embed").text(&chunk.to_embed());
    });
}

fn vectors(json: &mut Json, vectors: &VectorStats) {
    json.object(|json| {
        json.key("embedder").text(&vectors.embedder);
        json.key("dimensions").count(vectors.dimensions);
        json.key("kept").count(vectors.kept);
        json.key("bits").count(vectors.bits.into());
        json.key("level").count(vectors.level);
        json.key("chunks").count(vectors.chunks);
        json.key("all").count(vectors.all);
    });
}

fn grepped(json: &mut Json, found: &Grepped) {
    json.object(|json| {
        json.key("lines").count(found.lines);
        json.key("documents").count(found.documents);
        if found.is_lower_bound {
            json.key("isLowerBound").yes();
        }
        json.key("sections").array(&found.sections, |json, section| {
            json.object(|json| {
                json.key("document").count(section.document);
                page(json.key("page"), &section.page);
                json.key("id").text(&section.id);
                json.key("anchor").text(&section.anchor);
                json.key("headings").array(&section.headings, text);
                json.key("lines").array(&section.lines, |json, (number, line)| {
                    json.array(&[()], |json, ()| {
                        json.count(*number);
                        json.text(line);
                    });
                });
            });
        });
        if let Some((document, line)) = found.next {
            json.key("next").array(&[document, line], |json, &at| json.count(at));
        }
    });
}

pub(crate) fn left_out(json: &mut Json, left_out: &LeftOut) {
    json.object(|json| {
        if let Some(index) = left_out.index {
            json.key("index").count(index);
        }
        json.key("id").text(&left_out.id);
        json.key("tokens").count(left_out.tokens);
        match &left_out.child {
            Some(child) => json.key("child").text(child),
            None => json.key("child").null(),
        }
    });
}

pub(crate) fn explanation(json: &mut Json, explanation: &Explanation) {
    json.object(|json| {
        json.key("children").array(&explanation.children, child_score);
        json.key("title").array(&explanation.title, |json, part| {
            json.object(|json| {
                json.key("term").text(&part.term);
                json.key("score").float(part.score);
            });
        });
        json.key("partTitle").float(explanation.part_title);
        json.key("exactTitle").float(explanation.exact_title);
        json.key("boost").float(explanation.boost);
        if let Some(fusion) = &explanation.fusion {
            fused_score(json.key("fusion"), fusion);
        }
    });
}

fn fused_score(json: &mut Json, fusion: &FusedScore) {
    json.object(|json| {
        json.key("words").float(fusion.words);
        json.key("meaning").float(fusion.meaning);
        json.key("cosine").float(fusion.cosine);
        json.key("weight").float(fusion.weight);
    });
}

fn child_score(json: &mut Json, child: &ChildScore) {
    json.object(|json| {
        json.key("position").count(child.position);
        json.key("share").float(child.share);
        json.key("score").float(child.score);
        json.key("exactHeading").float(child.exact_heading);
        json.key("terms").array(&child.terms, |json, part| {
            json.object(|json| {
                json.key("term").text(&part.term);
                json.key("level").count(part.level);
                json.key("title").float(part.title);
                json.key("heading").float(part.heading);
                json.key("extra").float(part.extra);
                json.key("body").float(part.body);
                json.key("idf").float(part.idf);
                json.key("weight").float(part.weight);
                json.key("score").float(part.score);
            });
        });
    });
}

fn chunk(json: &mut Json, chunk: &ChunkView) {
    json.object(|json| {
        json.key("id").text(&chunk.id);
        json.key("document").text(&chunk.document);
        json.key("level").count(chunk.level);
        json.key("position").count(chunk.position);
        json.key("start").count(chunk.start);
        json.key("end").count(chunk.end);
        json.key("tokens").count(chunk.tokens);
        json.key("anchor").text(&chunk.anchor);
        json.key("headings").array(&chunk.headings, text);
        json.key("text").text(&chunk.text);
        json.key("textStart").count(chunk.text_start);
    });
}

fn chunks(json: &mut Json, chunks: &[ChunkView]) {
    json.array(chunks, chunk);
}

fn page(json: &mut Json, page: &Page) {
    json.object(|json| {
        json.key("id").text(&page.id);
        json.key("url").text(&page.url);
        json.key("title").text(&page.title);
    });
}

fn write_pages(json: &mut Json, found: &Pages) {
    json.object(|json| {
        json.key("total").count(found.total);
        json.key("pages").array(&found.pages, page);
    });
}

fn key(json: &mut Json, key: &KeyView) {
    json.object(|json| {
        json.key("key").text(&key.key);
        json.key("kind").text(key.kind.name());
        json.key("documents").count(key.documents);
        json.key("total").count(key.total);
        json.key("values").array(&key.values, |json, one| {
            json.object(|json| {
                json.key("value").text(&one.value);
                json.key("documents").count(one.documents);
            });
        });
    });
}

fn write_hierarchy(json: &mut Json, hierarchy: &Hierarchy) {
    json.object(|json| {
        chunks(json.key("ancestors"), &hierarchy.ancestors);
        chunk(json.key("chunk"), &hierarchy.chunk);
        chunks(json.key("children"), &hierarchy.children);
        chunks(json.key("siblings"), &hierarchy.siblings);
    });
}

fn write_document(json: &mut Json, document: &DocumentView, length: usize) {
    json.object(|json| {
        json.key("id").text(&document.id);
        json.key("url").text(&document.url);
        json.key("title").text(&document.title);
        json.key("lang").text(&document.lang);
        meta(json.key("meta"), &document.meta);
        pairs(json.key("filters"), &document.filters, |json, values| json.array(values, text));
        json.key("chunks").array(&document.chunks, |json, &count| json.count(count));
        json.key("length").count(length);
    });
}
