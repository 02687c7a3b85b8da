//! Says how a body is read.

use std::sync::Arc;

use kindex_text::Slugger;

use super::linker::Linker;
use crate::options::Options;
use crate::site::Site;
use crate::text::passages::Passage;

/// The way in which a body is read.
pub(crate) struct Rules {
    /// Makes the ids of headings that have none.
    pub(super) slugger: Option<Slugger>,
    /// MDN writes definition lists as lists: `- term`, below it `- : description`.
    pub(super) dashed_terms: bool,
    /// Whether it is a finished page, to which a generator added footers.
    pub(super) finished: bool,
    /// The notes that are left out, as they stand on most pages of the site, in order.
    pub(super) common: Arc<[Passage]>,
    /// Makes links whole, where the text is Markdown with links.
    pub(super) linker: Option<Linker>,
}

impl Rules {
    /// The rules for a finished page: it has the ids it has. `common` are the
    /// notes to leave out, in order.
    pub(crate) fn of_page(common: &Arc<[Passage]>) -> Rules {
        let common = Arc::clone(common);
        Rules { slugger: None, dashed_terms: false, finished: true, common, linker: None }
    }

    /// The rules for a finished page whose text is to be Markdown with links.
    pub(super) fn of_markdown_page(common: &Arc<[Passage]>, linker: Linker) -> Rules {
        Rules { linker: Some(linker), ..Rules::of_page(common) }
    }

    /// The rules for what Markdown was rendered to.
    pub(crate) fn of_markdown(options: &Options) -> Rules {
        Rules {
            slugger: Some(Slugger::new(options.ids())),
            dashed_terms: options.site == Site::Mdn,
            finished: false,
            common: Arc::default(),
            linker: None,
        }
    }
}
