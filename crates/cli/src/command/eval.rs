//! `kindex eval`: how well queries are answered for which people have judged documents.

mod compare;
pub mod files;
mod golden;
mod judged;
pub mod outline;
mod ranking;
mod settings;
mod show;
mod subject;
mod sweep;
mod table;
mod threshold;

use crate::failure::Failure;
use crate::flags::extract::ExtractFlags;
use crate::flags::source::CacheFlag;
use crate::terminal::output;
use crate::write::atomic_file::AtomicFile;
use compare::Compared;
use files::Judged;
use golden::{Expectations, Golden};
use judged::Sections;
use kindex::Index;
use kindex_ir_metrics::{Measure, Measures, Report, Run, USUAL_CUT_RESULTS};
use ranking::Ranker;
use settings::Settings;
use std::path::PathBuf;
use std::rc::Rc;
use subject::{Subject, SubjectSource};
use sweep::{Axis, Point, Swept};
use threshold::Threshold;

/// This many results of an index are looked at.
const LOOKED_AT_RESULTS: usize = 100;

/// Measure how well judged queries are answered.
///
/// Documents are ranked by their best passages. The figures are those of trec_eval -c: means over
/// all judged queries, of which one without results counts 0.
///
/// With --json the output is one object: {"queries","measures":{NAME:figure},"subsets":{NAME:
/// {"queries","measures"}},"perQuery":{ID:{"subset","measures"}}}, the last with --per-query only.
/// With --golden it has "failed":[{"query","within","missing","found"}] too, with --against
/// "against": another such object with "settings", "test" and "differences":{NAME:{"difference",
/// "better","worse","p"}}. With --sweep it is a list of such objects with "settings", best first.
#[derive(clap::Args)]
pub struct Args {
    /// An index (a folder with index.kdx is one, and an address is that of one), or what one is made of: a folder of pages, or
    /// JSON Lines of {"id","title","text"}
    #[arg(value_name = "INDEX", required_unless_present = "run", conflicts_with = "run")]
    index: Option<PathBuf>,
    #[command(flatten)]
    cache: CacheFlag,
    /// Score this run, as trec_eval takes it: lines of query, Q0, document, rank, score and tag
    #[arg(long, value_name = "FILE")]
    run: Option<PathBuf>,
    /// Write what was found as such a run
    #[arg(long, value_name = "FILE")]
    write_run: Option<PathBuf>,
    #[command(flatten)]
    judged: files::Flags,
    /// Measures to compute: ndcg, mrr, map, recall, precision or success, with how many results
    /// count, else 10; map looks at all. The first decides which of --sweep is best
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "ndcg,mrr,mrr@3,map,recall,recall@100,success@1"
    )]
    measures: Vec<Measure>,
    /// Queries of your own with the pages that should come up: a YAML list, or JSON Lines, of
    /// {query, pages, within?}, where pages are ids or URLs, with #anchor where a section is meant
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "queries", "qrels", "exclude"])]
    golden: Option<PathBuf>,
    /// Fail where the mean of a measure is below this, such as success@3=0.9; may be repeated
    #[arg(long, value_name = "NAME=MIN", conflicts_with = "sweep")]
    threshold: Vec<Threshold>,
    /// Compare with these settings, such as k1=0.9,levels=2000/500 or preset=flat: names are those
    /// of flags, lists have slashes between
    #[arg(long, value_name = "SETTINGS", conflicts_with_all = ["run", "write_run", "sweep"])]
    against: Option<String>,
    /// Try all of these values, such as k1=0.9,1.2 or levels=2000/500,1500/500; with several all
    /// combinations
    #[arg(long, value_name = "NAME=VALUES", conflicts_with_all = ["run", "write_run"])]
    sweep: Vec<Axis>,
    /// Show the figures of each query too
    #[arg(long)]
    per_query: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    extract_flags: ExtractFlags,
}

/// Runs the command.
///
/// # Errors
/// Where a file cannot be read or used, settings do not suit the index, it has nothing of what was
/// judged, or a figure is below its threshold.
pub fn run(args: &Args) -> Result<(), Failure> {
    let target = args.write_run.as_deref().map(AtomicFile::new).transpose()?;
    let Some(path) = &args.index else {
        return args.score(target.as_ref());
    };
    // Errors in small files should not wait for large ones.
    let questions = args.questions()?;
    let points = sweep::grid(&args.sweep, &args.settings)?;
    let other = args.against.as_deref().map(|name| args.settings.other(name)).transpose()?;
    let quiet = args.json;
    let source = args.cache.source(path)?;
    let subject = SubjectSource { source: &source, extract_flags: &args.extract_flags, quiet };
    let subject = subject.read(&args.settings)?;
    if !args.sweep.is_empty() {
        return args.try_all(&subject, points, &questions);
    }
    let made = subject.index(&args.settings)?;
    let task = Task::new(made.index(), &subject, &questions)?;
    let run = args.rank(made.index(), &task, &args.settings)?;
    args.write(target.as_ref(), &run)?;
    let report = args.report(&task.judged, &run);
    match &other {
        Some(other) => args.compare(&subject, &task, &report, other)?,
        None => args.print(&report, task.golden.as_ref().map(|golden| (golden, &run)))?,
    }
    threshold::check(&args.threshold, &report)
}

/// The questions, before it is known which of their answers an index has.
enum Questions {
    Judged(Rc<Judged>),
    Golden(Expectations),
}

/// The questions to an index.
struct Task {
    judged: Rc<Judged>,
    sections: Sections,
    golden: Option<Golden>,
}

impl Task {
    /// The questions about the documents that this index has; how they are cut makes no difference.
    fn new(index: &Index, subject: &Subject, questions: &Questions) -> Result<Self, Failure> {
        let (judged, golden) = match questions {
            Questions::Judged(judged) => (Rc::clone(judged), None),
            Questions::Golden(expected) => {
                let golden = expected.find(index)?;
                (Rc::new(golden.judged()), Some(golden))
            }
        };
        Ok(Task { sections: Sections::find(index, subject, &judged)?, judged, golden })
    }
}

impl Args {
    /// Scores the run of a file.
    fn score(&self, target: Option<&AtomicFile>) -> Result<(), Failure> {
        let path = self.run.as_deref().ok_or_else(|| Failure::usage("give an index or --run"))?;
        let judged = self.judged.read(usize::MAX)?;
        let run = judged.counted.run(files::parse(path, Run::parse)?);
        self.write(target, &run)?;
        let report = self.report(&judged, &run);
        self.print(&report, None)?;
        threshold::check(&self.threshold, &report)
    }

    fn questions(&self) -> Result<Questions, Failure> {
        let Some(path) = self.golden.as_deref() else {
            return Ok(Questions::Judged(Rc::new(self.judged.read(self.deepest())?)));
        };
        Expectations::read(path, USUAL_CUT_RESULTS, self.deepest()).map(Questions::Golden)
    }

    fn rank(&self, index: &Index, task: &Task, settings: &Settings) -> Result<Run, Failure> {
        let Task { judged, sections, .. } = task;
        Ranker { index, judged, sections, quiet: self.json }.run(settings)
    }

    fn compare(
        &self,
        subject: &Subject,
        task: &Task,
        first: &Report,
        other: &Settings,
    ) -> Result<(), Failure> {
        let made = subject.index(other)?;
        let run = self.rank(made.index(), task, other)?;
        let second = &self.report(&task.judged, &run);
        let name = self.against.as_deref().unwrap_or_default();
        let compared = Compared { first, second, name };
        if self.json {
            return output::print_json(&compared.json(self.per_query));
        }
        output::print(&compared.text())
    }

    /// Tries all settings of the grid. Those that need the same index follow each other, so that
    /// only one is there at a time.
    fn try_all(
        &self,
        subject: &Subject,
        mut points: Vec<Point>,
        questions: &Questions,
    ) -> Result<(), Failure> {
        let mut rows = Vec::new();
        let mut task = None;
        while let Some(index_flags) = points.first().map(|point| point.settings.made()) {
            let (same, rest): (Vec<Point>, _) =
                points.into_iter().partition(|point| point.settings.made() == index_flags);
            rows.extend(self.try_some(subject, same, questions, &mut task)?);
            points = rest;
        }
        let swept = Swept::new(rows, &self.by());
        if self.json {
            return output::print_json(&swept.json(self.per_query));
        }
        output::print(&swept.text())
    }

    /// Tries settings that need the same index.
    fn try_some(
        &self,
        subject: &Subject,
        points: Vec<Point>,
        questions: &Questions,
        task: &mut Option<Task>,
    ) -> Result<Vec<(String, Report)>, Failure> {
        let Some(first) = points.first() else {
            return Ok(Vec::new());
        };
        let made = subject.index(&first.settings)?;
        let task = match task {
            Some(task) => task,
            None => task.insert(Task::new(made.index(), subject, questions)?),
        };
        let report = |Point { name, settings }| {
            let run = self.rank(made.index(), task, &settings)?;
            Ok((name, self.report(&task.judged, &run)))
        };
        points.into_iter().map(report).collect()
    }

    fn write(&self, target: Option<&AtomicFile>, run: &Run) -> Result<(), Failure> {
        let Some(target) = target else {
            return Ok(());
        };
        let text = run.write("kindex").map_err(|error| Failure::new(error.to_string()))?;
        target.write(text.as_bytes())
    }

    /// The measure that decides which of several configurations is best.
    fn by(&self) -> Measure {
        let named = self.measures.first().copied().unwrap_or_default();
        Measures::new(&[named]).as_slice().first().copied().unwrap_or(named)
    }

    /// The number of results with which every measure sees as many as it looks at.
    fn deepest(&self) -> usize {
        let cuts = self.measures().as_slice().iter().filter_map(Measure::cut).max();
        cuts.unwrap_or_default().max(LOOKED_AT_RESULTS)
    }

    fn measures(&self) -> Measures {
        let limits = self.threshold.iter().map(|threshold| threshold.measure);
        let named: Vec<Measure> = self.measures.iter().copied().chain(limits).collect();
        Measures::new(&named)
    }

    fn report(&self, judged: &Judged, run: &Run) -> Report {
        Report::new(judged.queries(), &judged.qrels, run, &self.measures())
    }

    fn print(&self, report: &Report, golden: Option<(&Golden, &Run)>) -> Result<(), Failure> {
        if self.json {
            let mut object = show::json(report, self.per_query);
            if let Some((golden, run)) = golden {
                object.insert("failed".into(), golden.json(run));
            }
            return output::print_json(&object);
        }
        let failed = golden.map(|(golden, run)| golden.text(run)).unwrap_or_default();
        output::print(&(failed + &show::text(report, self.per_query)))
    }
}
