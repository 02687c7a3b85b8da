//! Looks over all files before they are read, as some facts about a page depend on others.

use crate::failure::Failure;
use crate::read::size::MostMegabytes;
use kindex_extract::{Habits, SourceFile, Survey};
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::thread;

/// Finds the habits of the pages under each of the paths given, up to the last path that has any.
/// Files with more than `most` are not looked at.
///
/// # Errors
/// If threads cannot be started.
pub fn habits(sources: &[SourceFile], most: MostMegabytes) -> Result<Vec<Habits>, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let all = thread::scope(|scope| {
        let mut running = Vec::new();
        for first in 0..threads {
            let own = sources.iter().skip(first).step_by(threads);
            let started = thread::Builder::new().spawn_scoped(scope, move || surveyed(own, most));
            running.push(started.map_err(|error| Failure::thread(&error))?);
        }
        let mut all = Surveys::new();
        for survey in running.into_iter().filter_map(|thread| thread.join().ok()) {
            add(&mut all, survey);
        }
        Ok::<Surveys, Failure>(all)
    })?;
    let count = all.keys().last().map_or(0, |last| last + 1);
    let of_root = |root| all.get(&root).map(Survey::habits).unwrap_or_default();
    Ok((0..count).map(of_root).collect())
}

/// The surveys by the numbers of the paths given.
type Surveys = BTreeMap<usize, Survey>;

fn add(all: &mut Surveys, others: Surveys) {
    for (root, survey) in others {
        all.entry(root).or_default().merge(survey);
    }
}

fn surveyed<'a>(sources: impl Iterator<Item = &'a SourceFile>, most: MostMegabytes) -> Surveys {
    let mut surveys = Surveys::new();
    for source in sources.filter(|source| !source.named) {
        let bytes = bytes_of(source, most);
        // One page that a parser was not ready for must not cost the others of its thread.
        let seen = catch_unwind(|| {
            let mut survey = Survey::default();
            survey.add(&source.id, &bytes);
            survey
        });
        add(&mut surveys, seen.into_iter().map(|survey| (source.root, survey)).collect());
    }
    surveys
}

/// The bytes of a file that a survey looks at. A file that cannot be read is named when it is to be
/// indexed.
fn bytes_of(source: &SourceFile, most: MostMegabytes) -> Vec<u8> {
    if Survey::reads(&source.id) { most.read(&source.file).unwrap_or_default() } else { Vec::new() }
}
