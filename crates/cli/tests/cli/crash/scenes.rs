//! The commands that write, over something that an earlier one wrote.

use super::super::Files;
use super::outputs::{State, settled, state};
use super::{copied, in_memory};
use std::fs;

/// A command that writes.
#[derive(Clone, Copy)]
pub struct Scene {
    pub args: &'static [&'static str],
    /// The files and folders that it writes.
    pub outputs: &'static [&'static str],
    /// The commands before; the sources change after them.
    before: &'static [&'static [&'static str]],
}

const FOLDER: &[&str] = &["build", "docs", "-q", "-o", "search", "--layout", "sharded"];
const FOLDER_UPDATE: &[&str] =
    &["build", "docs", "-q", "-o", "search", "--layout", "sharded", "--update"];
const KEEPING_FOLDER: &[&str] =
    &["build", "docs", "-q", "-o", "search", "--layout", "sharded", "--keep-previous"];
const UPDATE: &[&str] = &["build", "docs", "-q", "-o", "site.kdx", "--update"];
const CACHED: &[&str] =
    &["build", "docs", "-q", "-o", "site.kdx", "--update", "--cache", "kept/site.cache"];
const COMPRESSED: &[&str] = &["build", "docs", "-q", "-o", "site.kdx.gz"];
const SEVERAL: &[&str] = &["build", "-q", "--config", "several.toml"];
const VECTORS: &[&str] =
    &["build", "docs", "-q", "-o", "site.kdx", "--vectors", "vectors.jsonl", "--embedder", "small"];
const PARTS: [&[&str]; 2] = [
    &["build", "docs/a", "-q", "-o", "a.kdx", "--mergeable"],
    &["build", "docs/b", "-q", "-o", "b.kdx", "--mergeable"],
];
const MERGE: &[&str] = &["merge", "a.kdx", "b.kdx", "-q", "-o", "site.kdx"];
const MERGE_FOLDER: &[&str] =
    &["merge", "a.kdx", "b.kdx", "-q", "-o", "search", "--layout", "sharded"];
const INDEX: &[&str] = &["build", "docs", "-q", "-o", "index.kdx"];
const QDRANT: &[&str] = &["export", "index.kdx", "-q", "--to", "qdrant", "-o", "out"];
const OPENSEARCH: &[&str] = &["export", "index.kdx", "-q", "--to", "opensearch", "-o", "out"];
const CHUNKS: &[&str] = &["chunks", "index.kdx", "-o", "chunks.jsonl"];
const EVAL: &[&str] = &[
    "eval",
    "docs",
    "--queries",
    "queries.jsonl",
    "--qrels",
    "qrels.tsv",
    "--write-run",
    "run.txt",
    "--json",
];

/// The commands that each run of the tests tries. Between them they have each way of writing.
pub const SOME: [Scene; 4] = [
    Scene { args: UPDATE, outputs: &["site.kdx", "site.kdx.cache"], before: &[UPDATE] },
    Scene { args: FOLDER, outputs: &["search"], before: &[FOLDER] },
    Scene { args: OPENSEARCH, outputs: &["out"], before: &[INDEX, QDRANT] },
    Scene { args: CHUNKS, outputs: &["chunks.jsonl"], before: &[INDEX, CHUNKS] },
];

/// The others.
pub const OTHERS: [Scene; 13] = [
    Scene { args: UPDATE, outputs: &["site.kdx", "site.kdx.cache"], before: &[] },
    Scene { args: CACHED, outputs: &["site.kdx", "kept/site.cache"], before: &[CACHED] },
    Scene { args: COMPRESSED, outputs: &["site.kdx.gz"], before: &[COMPRESSED] },
    Scene { args: SEVERAL, outputs: &["one.kdx", "two"], before: &[SEVERAL] },
    Scene { args: VECTORS, outputs: &["site.kdx"], before: &[VECTORS] },
    Scene { args: FOLDER, outputs: &["search"], before: &[] },
    Scene { args: FOLDER_UPDATE, outputs: &["search", "search.cache"], before: &[FOLDER_UPDATE] },
    Scene { args: MERGE, outputs: &["site.kdx"], before: &[PARTS[0], PARTS[1], MERGE] },
    Scene { args: MERGE_FOLDER, outputs: &["search"], before: &[PARTS[0], PARTS[1], MERGE_FOLDER] },
    Scene { args: QDRANT, outputs: &["out"], before: &[INDEX, QDRANT] },
    Scene { args: OPENSEARCH, outputs: &["out"], before: &[INDEX] },
    Scene { args: CHUNKS, outputs: &["chunks.jsonl"], before: &[INDEX] },
    Scene { args: EVAL, outputs: &["run.txt"], before: &[EVAL] },
];

/// What it leaves has times in it, so it has a test of its own.
pub const KEEPING: Scene = Scene { args: KEEPING_FOLDER, outputs: &["search"], before: &[FOLDER] };

/// A folder in which a scene is about to begin, and what it has before and after.
pub struct Stage {
    pub scene: Scene,
    files: Files,
    /// By the outputs of the scene.
    pub old: Vec<State>,
    pub new: Vec<State>,
}

impl Stage {
    pub fn new(scene: Scene) -> Self {
        let files = sources();
        for before in scene.before {
            files.run(*before).ok();
        }
        edit(&files, scene);
        let old = states(&files, scene);
        let new = states_after(&files, scene);
        Stage { scene, files, old, new }
    }

    /// A copy to act in.
    pub fn set(&self) -> Files {
        copied(&self.files)
    }

    /// Asserts that each output is as before or as after, and whole.
    #[track_caller]
    pub fn check(&self, files: &Files, what: &str) {
        let states = states(files, self.scene);
        for ((there, output), (old, new)) in
            states.iter().zip(self.scene.outputs).zip(self.old.iter().zip(&self.new))
        {
            let is_whole = [old, new].iter().any(|one| super::outputs::is_whole(there, one));
            assert!(is_whole, "{:?}, {what}: {output} has {:?}", self.scene.args, there.keys());
        }
        self.check_others(files, what);
    }

    /// Asserts that another run gives what one over nothing does.
    #[track_caller]
    pub fn check_again(&self, files: &Files, what: &str) {
        let again = files.run(self.scene.args).ok();
        assert_eq!(again.stderr(), "", "{:?}, {what}", self.scene.args);
        assert!(settled_states(files, self.scene) == self.new, "{:?}, {what}", self.scene.args);
        self.check_others(files, what);
    }

    /// Asserts that what belongs to the user is as it was.
    #[track_caller]
    fn check_others(&self, files: &Files, what: &str) {
        for path in ["notes.txt", "kept/notes.txt", "search/notes.txt", "docs/a/one.md"] {
            let same = fs::read(files.path(path)).ok() == fs::read(self.files.path(path)).ok();
            assert!(same, "{:?}, {what}: {path}", self.scene.args);
        }
    }
}

fn is_index(output: &str) -> bool {
    output.contains(".kdx") && !output.ends_with(".cache") || ["search", "two"].contains(&output)
}

fn states(files: &Files, scene: Scene) -> Vec<State> {
    scene.outputs.iter().map(|output| without_notes(state(files, output))).collect()
}

fn settled_states(files: &Files, scene: Scene) -> Vec<State> {
    states(files, scene).into_iter().map(settled).collect()
}

/// Files of others stay in a folder; they are compared for themselves.
fn without_notes(mut state: State) -> State {
    state.retain(|path, _| !path.ends_with("/notes.txt"));
    state
}

/// The outputs of a run over nothing.
fn states_after(files: &Files, scene: Scene) -> Vec<State> {
    let clean = copied(files);
    for output in scene.outputs {
        let path = clean.path(output);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
    clean.run(scene.args).ok();
    for output in scene.outputs.iter().filter(|output| is_index(output)) {
        clean.run(["verify", output]).ok();
    }
    settled_states(&clean, scene)
}

fn sources() -> Files {
    let files = in_memory();
    for (path, text) in [
        ("docs/a/one.md", "# One\n\nThe first page is about automobiles and petrol.\n"),
        ("docs/a/two.md", "# Two\n\nThe second page is about kittens and milk.\n"),
        ("docs/b/three.md", "# Three\n\nThe third page is about sleep.\n"),
        ("queries.jsonl", "{\"id\":\"1\",\"text\":\"kittens\"}\n"),
        ("qrels.tsv", "query_id\tdoc_id\tgrade\n1\ta/two.md\t2\n"),
        ("several.toml", SEVERAL_INDEXES),
        ("vectors.jsonl", "{\"id\":\"a/one.md#0.0\",\"vector\":[1,0,0]}\n"),
        ("notes.txt", "Mine.\n"),
        ("kept/notes.txt", "Mine.\n"),
    ] {
        files.write(path, text);
    }
    files
}

const SEVERAL_INDEXES: &str = "[[index]]\npaths = [\"docs/a\"]\noutput = \"one.kdx\"\n\n\
                               [[index]]\npaths = [\"docs/b\"]\noutput = \"two\"\nlayout = \"sharded\"\n";

/// Changes sources after the commands before, and what is made of them
/// for those that read an index.
fn edit(files: &Files, scene: Scene) {
    files.write("docs/a/two.md", "# Two\n\nThe second page is about puppies and bones.\n");
    files.write("docs/b/four.md", "# Four\n\nA fourth page.\n");
    for before in scene.before.iter().filter(|before| **before != scene.args) {
        if ![QDRANT, FOLDER].contains(before) {
            files.run(*before).ok();
        }
    }
    if files.path("search").is_dir() {
        files.write("search/notes.txt", "Mine.\n");
    }
}
