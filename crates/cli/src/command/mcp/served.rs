//! An index that answers messages.

use crate::failure::Failure;
use crate::index_file::{Loaded, Opened, Source};
use crate::terminal::output;
use kindex::Error;
use kindex_mcp::{Call, Catalog, Prepared, Site, Step};
use serde_json::Value;

/// The code of an answer for which a file of the index could not be fetched.
const FETCH_FAILED: &str = "fetch_failed";

/// The answer to a message, if it has one, and what calls of tools found, by the ids of these.
pub struct Answered {
    pub text: Option<String>,
    pub found: Vec<(Value, Value)>,
}

/// The index that answers.
pub struct Served {
    opened: Opened,
    catalog: Catalog,
}

impl Served {
    /// Opens an index.
    ///
    /// # Errors
    /// Where it cannot be read or is none.
    pub fn open(source: &Source) -> Result<Self, Failure> {
        Ok(Served { opened: Opened::open(source)?, catalog: Catalog::default() })
    }

    /// Answers a message from the index that is in its place by now.
    pub fn answer(&mut self, begin: impl Fn() -> Call) -> Answered {
        if self.opened.renew() {
            self.catalog = Catalog::default();
        }
        self.opened.begin();
        let mut call = begin();
        loop {
            match call.run(Site::new(self.opened.index(), &self.catalog)) {
                Ok(Step::Done(text)) => return Answered { text, found: call.found().to_vec() },
                Ok(Step::Query(text)) => call.prepare(Prepared { text, vector: None }),
                Err(Error::Missing) => match self.opened.load() {
                    Ok(Loaded::More) => {}
                    Ok(Loaded::Anew) => {
                        self.catalog = Catalog::default();
                        call = begin();
                    }
                    Err(failure) => {
                        output::warning(&failure.to_string());
                        call.fail(FETCH_FAILED);
                    }
                },
                Err(error) => call.fail(error.code()),
            }
        }
    }
}
