//! Makes the index of the folder, again and again.

use super::state::{Newest, State};
use crate::command::live::{Followed, Live, Made};
use crate::command::watch::changes::{Changes, standing};
use crate::command::watch::said::Said;
use crate::failure::Failure;
use crate::flags::reading::Reading;
use crate::read::documents::{Speech, Tally, nothing_in};
use crate::read::sources::Wanted;
use crate::stamp::Stamp;
use kindex::Index;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files besides sources that pages are made of, as they were.
type Others = Vec<(PathBuf, Option<Stamp>)>;

/// Follows a folder for ever.
pub fn follow(state: &State, paths: &[PathBuf], reading: &Reading, golden: Option<&Path>) {
    let Reading { extract_flags, index_flags, exclude, .. } = reading;
    let wanted = Wanted { paths, extract_flags, index_flags, inside: true };
    let followed =
        Followed { wanted, exclude, written: Vec::new(), speech: Speech::Kept, quiet: true };
    let mut site = Following { live: Live::default(), said: Said::new(false), others: None };
    let mut changes = Changes::new();
    loop {
        let begun = Instant::now();
        let mut folders: Vec<PathBuf> = paths.iter().filter_map(|path| standing(path)).collect();
        folders.extend(golden.and_then(standing));
        let Ok(is_changed) = site.turn(state, &followed, golden, &mut folders) else { return };
        if is_changed {
            state.tell();
        }
        if changes.follow(folders) {
            continue;
        }
        let took = if is_changed { Duration::ZERO } else { begun.elapsed() };
        if !changes.wait(took) {
            return;
        }
    }
}

/// The site as it was when it was looked at last.
struct Following {
    live: Live,
    said: Said,
    others: Option<Others>,
}

impl Following {
    /// Makes the index where a source changed. Gives whether anything changed.
    fn turn(
        &mut self,
        state: &State,
        followed: &Followed<'_>,
        golden: Option<&Path>,
        folders: &mut Vec<PathBuf>,
    ) -> Result<bool, Failure> {
        let Following { live, said, others } = self;
        let was_failed = said.is_failed();
        let mut is_changed = false;
        let done = said.tried(|| {
            let look = live.look(followed)?;
            folders.extend(look.folders(followed.wanted.paths));
            let golden = golden.map(|file| (file.to_owned(), Stamp::of(file)));
            let now: Others = look.others().into_iter().chain(golden).collect();
            is_changed = others.as_ref() != Some(&now);
            *others = Some(now);
            if live.is_of(&look) && !was_failed {
                return Ok(None);
            }
            let judge = |_: Vec<(&str, &str)>, _: &mut Tally, is_empty: bool| match is_empty {
                true => Err(Failure::new(nothing_in(followed.wanted.paths))),
                false => Ok(()),
            };
            let made = live.make(followed, look, &judge, None)?;
            state.put(newest(made)?);
            Ok(Some(()))
        })?;
        let failure = said.failure();
        failure.iter().for_each(|why| state.fail((*why).to_owned()));
        Ok(is_changed || done.is_some() || failure.is_some() && !was_failed)
    }
}

fn newest(Made { bytes, tally, .. }: Made) -> Result<Newest, Failure> {
    let index = Index::open(bytes.clone()).map_err(|error| Failure::library(&error))?;
    Ok(Newest { bytes: bytes.into(), index, outcomes: tally.outcomes })
}
