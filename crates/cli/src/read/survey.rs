//! Looks over all files before they are read, as some facts about a page depend on others.

use crate::failure::Failure;
use crate::read::size::MostMegabytes;
use crate::stamp::{Stamp, Stamps};
use kindex_extract::{Habits, SourceFile, Survey};
use std::collections::{BTreeMap, HashMap};
use std::panic::catch_unwind;
use std::thread;

/// What was seen of files, so that those that did not change are not read again.
#[derive(Debug, Default)]
pub struct Surveys {
    before: Seen,
    /// None where nothing is kept.
    stamps: Option<Stamps>,
}

/// The survey of a file alone, by its id.
type Seen = HashMap<String, (Stamp, Survey)>;

/// The surveys by the numbers of the paths given, and those of files alone.
#[derive(Default)]
struct All {
    roots: BTreeMap<usize, Survey>,
    seen: Seen,
}

impl Surveys {
    /// Keeps what is seen of files, which have these stamps now.
    pub fn keep(&mut self, stamps: Stamps) {
        self.stamps = Some(stamps);
    }

    /// Finds the habits of the pages under each of the paths given, up to the last path that has
    /// any. Files with more than `most` are not looked at.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn habits(
        &mut self,
        sources: &[SourceFile],
        most: MostMegabytes,
    ) -> Result<Vec<Habits>, Failure> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let surveys = &*self;
        let all = thread::scope(|scope| {
            let mut running = Vec::new();
            for first in 0..threads {
                let own = sources.iter().skip(first).step_by(threads);
                let work = move || surveys.all(own, most);
                let started = thread::Builder::new().spawn_scoped(scope, work);
                running.push(started.map_err(|error| Failure::thread(&error))?);
            }
            let mut all = All::default();
            for part in running.into_iter().filter_map(|thread| thread.join().ok()) {
                part.roots.into_iter().for_each(|(root, survey)| all.add(root, survey));
                all.seen.extend(part.seen);
            }
            Ok::<All, Failure>(all)
        })?;
        self.before = all.seen;
        let count = all.roots.keys().last().map_or(0, |last| last + 1);
        let of_root = |root| all.roots.get(&root).map(Survey::habits).unwrap_or_default();
        Ok((0..count).map(of_root).collect())
    }

    fn all<'a>(&self, sources: impl Iterator<Item = &'a SourceFile>, most: MostMegabytes) -> All {
        let mut all = All::default();
        for source in sources.filter(|source| !source.named) {
            let stamp = self.stamps.as_ref().and_then(|stamps| stamps.get(&source.id)).copied();
            let known = self.before.get(&source.id).filter(|(known, _)| Some(*known) == stamp);
            let survey = known.map(|(_, survey)| survey.clone());
            let Some(survey) = survey.or_else(|| seen(source, most)) else { continue };
            if let Some(stamp) = stamp.filter(|_| Survey::reads(&source.id)) {
                all.seen.insert(source.id.clone(), (stamp, survey.clone()));
            }
            all.add(source.root, survey);
        }
        all
    }
}

impl All {
    fn add(&mut self, root: usize, survey: Survey) {
        self.roots.entry(root).or_default().merge(survey);
    }
}

/// What is seen of a file alone.
fn seen(source: &SourceFile, most: MostMegabytes) -> Option<Survey> {
    let bytes = bytes_of(source, most);
    // One page that a parser was not ready for must not cost the others of its thread.
    let seen = catch_unwind(|| {
        let mut survey = Survey::default();
        survey.add(&source.id, &bytes);
        survey
    });
    seen.ok()
}

/// The bytes of a file that a survey looks at. A file that cannot be read is named when it is to be
/// indexed.
fn bytes_of(source: &SourceFile, most: MostMegabytes) -> Vec<u8> {
    if Survey::reads(&source.id) { most.read(&source.file).unwrap_or_default() } else { Vec::new() }
}
