//! Finds the page or chunk that is meant.

use crate::failure::Failure;
use crate::terminal::output::plain;
use kindex::{ChunkView, Error, Index};

/// This many ids like the one given are named.
const MAX_NAMED_IDS: usize = 3;

/// The way from a page down to one of its chunks, or the page alone.
pub struct Branch {
    /// The document's id.
    pub document: String,
    /// The way from the whole document down to the chunk asked for.
    pub chunks: Vec<ChunkView>,
}

/// The page with an id or a URL, or the chunk with an id; none where there is neither. A URL may
/// have a fragment, and slashes around it or not.
///
/// # Errors
/// Where the index is damaged.
pub fn find(index: &Index, page: &str) -> Result<Option<Branch>, Error> {
    match index.document(page) {
        Ok(document) if document.id == page => whole(index, document.id).map(Some),
        Ok(_) => branch(index, page).map(Some),
        Err(Error::UnknownId { .. }) => match by_url(index, page)? {
            Some(document) => whole(index, document).map(Some),
            None => Ok(None),
        },
        Err(error) => Err(error),
    }
}

fn whole(index: &Index, document: String) -> Result<Branch, Error> {
    let top = index.stats().levels.len();
    Ok(Branch { chunks: index.chunks(&document, top)?, document })
}

fn branch(index: &Index, id: &str) -> Result<Branch, Error> {
    let chunk = index.chunk(id)?;
    let mut chunks = index.ancestors(id)?;
    chunks.reverse();
    let document = chunk.document.clone();
    chunks.push(chunk);
    Ok(Branch { document, chunks })
}

fn by_url(index: &Index, page: &str) -> Result<Option<String>, Error> {
    let without_anchor = page.split('#').next().unwrap_or_default();
    let pages = index.pages("", 0, usize::MAX)?.pages;
    // Some pages have an address with an anchor.
    let found = [page, without_anchor].into_iter().find_map(|wanted| {
        let wanted = wanted.trim_matches('/');
        pages.iter().find(|page| !page.url.is_empty() && page.url.trim_matches('/') == wanted)
    });
    Ok(found.map(|page| page.id.clone()))
}

/// The failure where nothing is found: it also names ids that have the text in them.
pub fn unknown(ids: &[String], page: &str) -> Failure {
    let wanted = page.trim_matches('/').to_lowercase();
    let is_near = |id: &&String| !wanted.is_empty() && id.to_lowercase().contains(&wanted);
    let mut near: Vec<&String> = ids.iter().filter(is_near).collect();
    near.sort_by_key(|id| id.len());
    near.truncate(MAX_NAMED_IDS);
    let near = near.iter().map(|id| plain(id)).collect::<Vec<_>>().join(", ");
    let advice = if near.is_empty() {
        "ids are as \"document\" and \"id\" in kindex search --json".to_string()
    } else {
        format!("did you mean {near}")
    };
    Failure::new(format!("no page or chunk has the id or URL {page:?}; {advice}"))
}
