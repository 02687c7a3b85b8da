//! Indexes that answer messages.

use crate::failure::Failure;
use crate::index_file::{Loaded, Several, Source};
use crate::terminal::output;
use kindex::Error;
use kindex_mcp::sites::{Named, Sites, alike};
use kindex_mcp::{Call, Catalog, Prepared, Site, Step};
use serde_json::Value;

/// The code of an answer for which a file of the index could not be fetched.
const FETCH_FAILED: &str = "fetch_failed";

/// The places of indexes, each with the name of its index.
pub type Sources = [(String, Source)];

/// The answer to a message, if it has one, and what calls of tools found, by the ids of these.
pub struct Answered {
    pub text: Option<String>,
    pub found: Vec<(Value, Value)>,
    /// Whether what was found has the names of indexes in front.
    pub named: bool,
}

/// The indexes that answer.
pub struct Served {
    indexes: Several,
    /// Facts about each index, in the same order, which are found once.
    kept: Vec<Kept>,
    is_one: bool,
}

#[derive(Default)]
struct Kept {
    catalog: Catalog,
    built: Option<String>,
}

impl Served {
    /// Opens indexes.
    ///
    /// # Errors
    /// The first failure, if no index can be read.
    pub fn open(sources: &Sources) -> Result<Self, Failure> {
        let indexes = Several::open(sources.to_vec())?;
        let mut served = Served { indexes, kept: Vec::new(), is_one: sources.len() == 1 };
        served.forget();
        Ok(served)
    }

    /// Says which indexes do not answer, and which are not searched with the others.
    pub fn warn(&self) {
        for (name, fault) in self.indexes.unavailable() {
            output::warning(&format!("{name}: {fault}; the others answer"));
        }
        let sites = self.named();
        let (together, alone) = alike(&sites);
        let first = together.first().map(|one| one.name).unwrap_or_default();
        for one in alone {
            output::warning(&format!(
                "{}: it is searched by itself only, as it was built with other chunks than {first}",
                one.name
            ));
        }
    }

    /// Begins anew with what is kept of the indexes, of which another may be in the place of one.
    fn forget(&mut self) {
        let kept = |(_, opened): (&str, Option<&crate::index_file::Opened>)| {
            let built = opened.filter(|_| !self.is_one).and_then(|opened| opened.built());
            Kept { catalog: Catalog::default(), built }
        };
        self.kept = self.indexes.all().map(kept).collect();
    }

    fn named(&self) -> Vec<Named<'_>> {
        let all = self.indexes.all().zip(&self.kept);
        all.filter_map(|((name, opened), kept)| {
            let site = Site::new(opened?.index(), &kept.catalog);
            Some(Named { name, built: kept.built.as_deref(), site })
        })
        .collect()
    }

    fn sites(&self) -> Sites<'_> {
        let named = self.named();
        match named.as_slice() {
            [one] if self.is_one => one.site.into(),
            _ => {
                let missing = self.indexes.unavailable().into_iter().map(|(name, _)| name);
                Sites::several(named, missing.collect())
            }
        }
    }

    /// Answers a message from the indexes that are in their places by now.
    pub fn answer(&mut self, begin: impl Fn() -> Call) -> Answered {
        if self.indexes.renew() {
            self.forget();
        }
        self.indexes.begin();
        let mut call = begin();
        loop {
            match call.run(&self.sites()) {
                Ok(Step::Done(text)) => {
                    let (found, named) = (call.found().to_vec(), !self.is_one);
                    return Answered { text, found, named };
                }
                Ok(Step::Query(text)) => call.prepare(Prepared { text, vector: None }),
                Err(Error::Missing) => match self.load() {
                    Ok(Loaded::More) => {}
                    Ok(Loaded::Anew) => {
                        self.forget();
                        call = begin();
                    }
                    Err(failure) => {
                        output::warning(&failure.to_string());
                        call.fail(FETCH_FAILED);
                        self.indexes.retry();
                    }
                },
                Err(error) => call.fail(error.code()),
            }
        }
    }

    /// Loads what is missing, and says of which of several it cannot be had.
    fn load(&mut self) -> Result<Loaded, Failure> {
        let unavailable = |indexes: &Several| -> Vec<String> {
            let all = indexes.unavailable().into_iter();
            all.map(|(name, fault)| format!("{name}: {fault}; the others answer")).collect()
        };
        let before = unavailable(&self.indexes);
        let loaded = self.indexes.load()?;
        let now = unavailable(&self.indexes);
        now.iter().filter(|line| !before.contains(line)).for_each(|line| output::warning(line));
        Ok(loaded)
    }
}
