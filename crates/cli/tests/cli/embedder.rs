//! `--embedder onnx:FOLDER`

use super::Files;

const BUILD: [&str; 6] = ["build", "docs", "-o", "site.kdx", "--embedder", "onnx:models/tokens"];

/// Pages for the words that the models of `tests/embedder` know.
fn site() -> Files {
    Files::new(&[
        ("docs/car.md", "# Wheels\n\nAn automobile needs petrol.\n"),
        ("docs/cat.md", "# Paws\n\nA kitten needs milk.\n"),
        ("docs/rest.md", "# Rest\n\nOthers need sleep.\n"),
    ])
}

#[cfg(not(feature = "onnx"))]
#[test]
fn a_command_without_the_feature_says_so() {
    let files = site();
    let expected = "--embedder: this kindex was built without the feature onnx; get it by cargo install kindex-cli --features onnx";
    assert_eq!(files.run(BUILD).refused(), expected);
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let search = ["search", "site.kdx", "car", "--embedder", "onnx:models/tokens"];
    assert_eq!(files.run(search).refused(), expected);
}

#[test]
fn a_name_alone_makes_no_vectors() {
    let files = site();
    let build = ["build", "docs", "-o", "site.kdx", "--embedder", "small"];
    assert_eq!(
        files.run(build).refused(),
        "--embedder: a name is that of the model of --vectors <FILE>; a model to run is named by onnx:FOLDER"
    );
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let error = files.run(["build", "docs", "-o", "a.kdx", "--embedder", "onnx:"]).stderr();
    assert!(error.contains("it names no folder; write onnx:FOLDER"), "{error}");
    assert_eq!(
        files.run(["search", "site.kdx", "car", "--embedder", "small"]).refused(),
        "--embedder: a name is that of the model of --vector <FILE|JSON>; a model to run is named by onnx:FOLDER"
    );
}

#[cfg(feature = "onnx")]
mod with_models {
    use super::*;
    use crate::Ran;
    use serde_json::{Value, json};
    use std::fs;
    use std::path::{Path, PathBuf};

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/embedder").join(name)
    }

    fn expected() -> Value {
        serde_json::from_slice(&fs::read(fixture("expected.json")).unwrap()).unwrap()
    }

    /// With both models.
    fn site() -> Files {
        let files = super::site();
        for name in [
            "tokens/model.onnx",
            "tokens/tokenizer.json",
            "tokens/sentence_bert_config.json",
            "text/onnx/model.onnx",
            "text/tokenizer.json",
        ] {
            files.write(&format!("models/{name}"), fs::read(fixture(name)).unwrap());
        }
        files
    }

    /// Runs a command whose caches are in the folder.
    fn run(files: &Files, args: &[&str]) -> Ran {
        let mut command = files.command();
        Ran(command.args(args).env("XDG_CACHE_HOME", files.path("caches")).output().unwrap())
    }

    fn summary(files: &Files, flags: &[&str]) -> Value {
        run(files, &[&BUILD[..], flags, &["--json"]].concat()).ok().json()
    }

    fn found(files: &Files, index: &str, query: &str, flags: &[&str]) -> Vec<String> {
        let args = [&["search", index, query, "--json"], flags].concat();
        let results = run(files, &args).ok().json();
        let hits = results["hits"].as_array().unwrap().iter();
        hits.map(|hit| hit["document"].as_str().unwrap().to_owned()).collect()
    }

    const MODEL: [&str; 2] = ["--embedder", "onnx:models/tokens"];

    #[test]
    fn pages_are_found_by_a_model_that_is_run() {
        let files = site();
        let summary = summary(&files, &["--strict"]);
        assert_eq!(summary["embedded"], json!({ "made": 3, "kept": 0 }));
        assert_eq!(
            (&summary["vectors"]["chunks"], &summary["vectors"]["all"]),
            (&json!(3), &json!(3))
        );
        let name = summary["vectors"]["embedder"].as_str().unwrap().to_owned();
        assert!(name.starts_with("tokens@") && name.len() == "tokens@".len() + 8, "{name}");
        run(&files, &["verify", "site.kdx"]).ok();
        assert_eq!(found(&files, "site.kdx", "vehicle", &[]), [""; 0]);
        for (query, page) in [("vehicle", "car.md"), ("a cat", "cat.md"), ("bed", "rest.md")] {
            assert_eq!(found(&files, "site.kdx", query, &MODEL)[0], page, "{query}");
        }
        let explained =
            run(&files, &["search", "site.kdx", "vehicle", "--explain", MODEL[0], MODEL[1]]);
        assert!(explained.ok().stdout().contains("the vector (cosine 0."));
        let text = run(&files, &BUILD).ok().stdout();
        assert!(text.contains("; 0 texts embedded, vectors of 3 kept"), "{text}");
    }

    #[test]
    fn several_files_and_updates_have_vectors_too() {
        let files = site();
        let build = ["build", "docs", "-o", "site", "--layout", "sharded", "--update"];
        let built = run(&files, &[&build[..], &MODEL, &["--json"]].concat()).ok().json();
        assert_eq!(built["embedded"]["made"], 3);
        let by_vector = [&MODEL[..], &["--alpha", "1"]].concat();
        assert_eq!(found(&files, "site", "needs a vehicle", &by_vector)[0], "car.md");
        files.write("docs/cat.md", "# Paws\n\nA cat needs rest.\n");
        let built = run(&files, &[&build[..], &MODEL, &["--json"]].concat()).ok().json();
        assert_eq!(
            (&built["embedded"], &built["reread"]),
            (&json!({"made": 1, "kept": 2}), &json!(1))
        );
    }

    /// All numbers of a vector, as the index keeps them, so that a search with one of onnxruntime's
    /// finds its text at a cosine of one.
    fn cosine(files: &Files, index: &str, vector: &Value) -> (String, f64) {
        let args = [
            "search",
            index,
            "--json",
            "--explain",
            "--limit",
            "1",
            "--vector",
            &vector.to_string(),
        ];
        let results = run(files, &args).ok().json();
        let hit = &results["hits"][0];
        let cosine = hit["explanation"]["fusion"]["cosine"].as_f64().unwrap();
        (hit["document"].as_str().unwrap().to_owned(), cosine)
    }

    /// Builds an index with a vector for each text of `expected.json` but the empty one.
    fn texts(files: &Files, model: &str) -> Vec<usize> {
        let expected = expected();
        let texts = expected["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
        let texts: Vec<(usize, &str)> =
            texts.enumerate().filter(|(_, text)| !text.is_empty()).collect();
        let lines = texts.iter().map(|(at, text)| {
            // The heading and the text below it are what a passage is embedded with.
            let text = text.split_once('\n').map_or(*text, |(_, text)| text);
            json!({ "id": at.to_string(), "text": text }).to_string() + "\n"
        });
        files.write("texts.jsonl", lines.collect::<String>());
        let all = ["--vector-bits", "32", "--vector-dimensions", "0", "--vectors-of", "children"];
        let build = ["build", "texts.jsonl", "-o", "texts.kdx", "--embedder", model];
        run(files, &[&build[..], &all].concat()).ok();
        // A record has no heading above its text.
        texts.iter().filter(|(_, text)| !text.contains('\n')).map(|(at, _)| *at).collect()
    }

    #[test]
    fn vectors_are_those_of_onnxruntime() {
        let files = site();
        for (model, key) in [("onnx:models/tokens", "tokens"), ("onnx:models/text", "text")] {
            let compared = texts(&files, model);
            assert!(compared.len() >= 3);
            for at in compared {
                let (document, cosine) = cosine(&files, "texts.kdx", &expected()[key][at]);
                assert_eq!(document, at.to_string(), "{key}");
                assert!((cosine - 1.0).abs() < 1e-4, "{key} {at}: {cosine}");
            }
        }
    }

    #[test]
    fn prompts_are_put_before_texts() {
        let files = site();
        let name = "models/tokens/config_sentence_transformers.json";
        files.write(name, "{\"prompts\": {\"query\": \"\", \"document\": \"query : \"}}");
        for at in texts(&files, "onnx:models/tokens") {
            let (document, cosine) = cosine(&files, "texts.kdx", &expected()["prompted"][at]);
            assert_eq!(document, at.to_string());
            assert!((cosine - 1.0).abs() < 1e-4, "{at}: {cosine}");
        }
    }

    #[test]
    fn the_first_token_counts_where_settings_say_so() {
        let files = site();
        run(&files, &BUILD).ok();
        let mean = files.read("site.kdx");
        files.write("models/tokens/1_Pooling/config.json", "{\"pooling_mode_cls_token\": true}");
        run(&files, &BUILD).ok();
        assert_ne!(files.read("site.kdx"), mean);
        files.write("models/tokens/1_Pooling/config.json", "{\"pooling_mode_lasttoken\": true}");
        let error = run(&files, &BUILD).failed();
        let expected = "cannot use models/tokens/1_Pooling/config.json: the vectors of tokens are pooled by lasttoken; accepted are mean_tokens and cls_token";
        assert_eq!(error, expected);
    }

    #[test]
    fn only_new_texts_are_embedded() {
        let files = site();
        let cache = ["--vector-cache", "kept/site.vectors"];
        let counts = |files: &Files| summary(files, &cache)["embedded"].clone();
        assert_eq!(counts(&files), json!({ "made": 3, "kept": 0 }));
        let (first, size) = (files.read("site.kdx"), files.read(cache[1]).len());
        assert_eq!(counts(&files), json!({ "made": 0, "kept": 3 }));
        assert_eq!(files.read("site.kdx"), first, "kept vectors are those that would be made");
        files.write("docs/cat.md", "# Paws\n\nA cat needs milk.\n");
        assert_eq!(counts(&files), json!({ "made": 1, "kept": 2 }));
        assert_eq!(files.read(cache[1]).len(), size, "what is gone is dropped");
        files.write(cache[1], b"\x89KDVECT1damaged");
        let ran = run(&files, &[&BUILD[..], &cache].concat()).ok();
        let warning = "all vectors are made anew: kept/site.vectors is damaged";
        assert!(ran.stderr().contains(warning), "{}", ran.stderr());
        assert_eq!(counts(&files), json!({ "made": 0, "kept": 3 }));
        files.write("models/tokens/sentence_bert_config.json", "{\"max_seq_length\": 20}");
        let ran = run(&files, &[&BUILD[..], &cache].concat()).ok();
        assert!(ran.stderr().contains("is of another model"), "{}", ran.stderr());
        assert!(!files.path("caches").exists(), "the file that is named is the only one");
    }

    #[test]
    fn a_file_that_is_no_cache_stays() {
        let files = site();
        files.write("notes.txt.kept", "mine");
        let build = |cache: &str| run(&files, &[&BUILD[..], &["--vector-cache", cache]].concat());
        let refused = build("notes.txt.kept").refused();
        let expected =
            "--vector-cache notes.txt.kept: it is something else; name a file of its own";
        assert_eq!(refused, expected);
        assert_eq!(files.read("notes.txt.kept"), b"mine");
        assert!(build("docs/cat.md").refused().contains("it is a document"));
        assert!(build("site.kdx").refused().contains("it is the output"));
        assert!(!files.path("site.kdx").exists());
    }

    #[test]
    fn weights_in_another_file_count() {
        let files = site();
        run(&files, &BUILD).ok();
        let before = files.read("site.kdx");
        files.write("models/tokens/model.onnx_data", "weights");
        run(&files, &BUILD).ok();
        assert_ne!(files.read("site.kdx"), before, "the name of the model is another");
    }

    #[test]
    fn models_with_more_steps_are_refused() {
        let files = site();
        let write = |step: &str| {
            let modules =
                json!([{ "type": "sentence_transformers.models.Transformer" }, { "type": step }]);
            files.write("models/tokens/modules.json", modules.to_string());
        };
        write("sentence_transformers.models.Normalize");
        run(&files, &BUILD).ok();
        write("sentence_transformers.models.Dense");
        let expected = "cannot use models/tokens/modules.json: the model has a step sentence_transformers.models.Dense, which kindex does not do";
        assert_eq!(run(&files, &BUILD).failed(), expected);
    }

    #[test]
    fn a_model_is_known_by_its_bytes() {
        let files = site();
        run(&files, &BUILD).ok();
        fs::rename(files.path("models/tokens"), files.path("models/moved")).unwrap();
        let moved = ["--embedder", "onnx:models/moved"];
        assert_eq!(found(&files, "site.kdx", "vehicle", &moved)[0], "car.md");
        let other = ["search", "site.kdx", "vehicle", "--embedder", "onnx:models/text"];
        let refused = run(&files, &other).refused();
        let start = "--embedder: the vectors of the index are those of tokens@";
        assert!(refused.starts_with(start), "{refused}");
        assert!(refused.contains(", not of text@"), "{refused}");
    }

    #[test]
    fn settings_may_stand_in_a_file() {
        let files = site();
        let toml = "paths = [\"docs\"]\noutput = \"toml.kdx\"\nembedder = \"onnx:models/tokens\"\nvector-cache = \"kept.vectors\"\nvector-bits = 8\n";
        files.write("kindex.toml", toml);
        run(&files, &["build"]).ok();
        run(&files, &[&BUILD[..], &["--vector-bits", "8"]].concat()).ok();
        assert_eq!(files.read("toml.kdx"), files.read("site.kdx"));
        assert!(files.path("kept.vectors").exists());
    }

    #[test]
    fn folders_that_are_no_models_are_refused() {
        let files = site();
        let failed = |files: &Files| run(files, &BUILD).failed();
        let write = |name: &str, text: &str| files.write(&format!("models/tokens/{name}"), text);
        let lacks = "; a folder with model.onnx and tokenizer.json is needed";
        write("tokenizer.json", "{}");
        let error = failed(&files);
        assert!(error.starts_with("cannot use models/tokens/tokenizer.json: "), "{error}");
        fs::remove_file(files.path("models/tokens/tokenizer.json")).unwrap();
        assert_eq!(
            failed(&files),
            format!("cannot use models/tokens: it has no tokenizer.json{lacks}")
        );
        fs::copy(fixture("tokens/tokenizer.json"), files.path("models/tokens/tokenizer.json"))
            .unwrap();
        for bytes in
            [&b"no model"[..], b"", &fs::read(fixture("tokens/model.onnx")).unwrap()[..4000]]
        {
            files.write("models/tokens/model.onnx", bytes);
            let error = failed(&files);
            assert!(error.starts_with("cannot use models/tokens/model.onnx: "), "{error}");
        }
        fs::remove_file(files.path("models/tokens/model.onnx")).unwrap();
        let none =
            format!("cannot use models/tokens: it has no model.onnx, nor onnx/model.onnx{lacks}");
        assert_eq!(failed(&files), none);
        fs::remove_dir_all(files.path("models")).unwrap();
        let error = failed(&files);
        assert!(error.starts_with("cannot read models/tokens: "), "{error}");
        assert!(!files.path("site.kdx").exists());
    }

    #[test]
    fn models_with_unknown_inputs_are_refused() {
        let files = site();
        let model = fs::read(fixture("tokens/model.onnx")).unwrap();
        let name = b"token_type_ids";
        let mut other = model.clone();
        for at in 0..model.len() - name.len() {
            if &model[at..at + name.len()] == name {
                other[at..at + name.len()].copy_from_slice(b"pixels_of_page");
            }
        }
        files.write("models/tokens/model.onnx", other);
        let expected = "cannot use models/tokens/model.onnx: it has an input \"pixels_of_page\"; accepted are input_ids, attention_mask and token_type_ids";
        assert_eq!(run(&files, &BUILD).failed(), expected);
    }

    #[test]
    fn vectors_come_from_one_place() {
        let files = site();
        files.write("given.jsonl", "{\"id\": \"car.md#0.0\", \"vector\": [1]}\n");
        let refused = |flags: &[&str]| run(&files, flags).refused();
        let both = refused(&[&BUILD[..], &["--vectors", "given.jsonl"]].concat());
        assert!(both.starts_with("--vectors: with --embedder onnx:FOLDER"), "{both}");
        let tenants = refused(&[&BUILD[..], &["--tenant", "acme"]].concat());
        assert!(
            tenants.starts_with("--embedder: an index of several tenants has none"),
            "{tenants}"
        );
        run(&files, &BUILD).ok();
        let both = refused(&["search", "site.kdx", "car", "--vector", "[1]", MODEL[0], MODEL[1]]);
        assert!(both.starts_with("--vector: with --embedder onnx:FOLDER"), "{both}");
        let none = run(&files, &["build", "docs", "-o", "plain.kdx"]);
        none.ok();
        let none = refused(&["search", "plain.kdx", "car", MODEL[0], MODEL[1]]);
        assert!(none.starts_with("--embedder: the index has no vectors"), "{none}");
    }
}
