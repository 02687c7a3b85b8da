//! A model of embeddings, run by RTen, and its tokenizer.
//!
//! Each text is run for itself, on one thread. So its vector depends on nothing but itself: models
//! with numbers of 8 bits scale them by the largest of all that run together.

use super::Purpose;
use super::folder::{Folder, unusable};
use crate::failure::Failure;
use rten::{ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::{Layout, Tensor};
use std::path::Path;
use std::sync::Arc;
use tokenizers::{Encoding, Tokenizer, TruncationParams};

/// The output that is the vector of a text.
const OF_TEXT: &str = "sentence_embedding";

/// The outputs that are vectors of tokens. Of a model without them it is the first output.
const OF_TOKENS: [&str; 2] = ["last_hidden_state", "token_embeddings"];

/// A model that is ready to run.
pub struct Model {
    folder: Folder,
    tokenizer: Tokenizer,
    graph: rten::Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
}

/// An input that models of texts have.
#[derive(Clone, Copy)]
enum Input {
    Ids,
    Mask,
    Types,
}

/// Runs a model on the thread that has it.
pub struct Worker<'a> {
    model: &'a Model,
    pool: Arc<ThreadPool>,
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// If a file is missing or cannot be used.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let folder = Folder::read(folder)?;
        let tokenizer = tokenizer(&folder)?;
        let fail = |what: &str| unusable(&folder.model, what);
        let graph = ModelOptions::with_all_ops().prepack_weights(true).load_file(&folder.model);
        let graph = graph.map_err(|error| fail(&error.to_string()))?;
        let inputs = inputs(&graph).map_err(|what| fail(&what))?;
        let known = [OF_TEXT].into_iter().chain(OF_TOKENS).find_map(|name| output(&graph, name));
        let first = || graph.output_ids().first().copied();
        let output = known.or_else(first).ok_or_else(|| fail("it has no output"))?;
        Ok(Model { folder, tokenizer, graph, inputs, output })
    }

    /// The name that an index keeps of it.
    pub fn name(&self) -> &str {
        &self.folder.name
    }

    /// The checksum of all that decides about vectors.
    pub fn checksum(&self) -> u64 {
        self.folder.checksum
    }

    /// Runs it on one thread.
    pub fn worker(&self) -> Worker<'_> {
        Worker { model: self, pool: Arc::new(ThreadPool::with_num_threads(1)) }
    }

    fn fail(&self, what: &str) -> Failure {
        unusable(&self.folder.model, what)
    }

    fn encoded(&self, purpose: Purpose, text: &str) -> Result<Encoding, Failure> {
        let [query, passage] = &self.folder.prompts;
        let prompt = if purpose == Purpose::Query { query } else { passage };
        let encoded = self.tokenizer.encode_fast(format!("{prompt}{text}"), true);
        encoded.map_err(|error| unusable(&self.folder.tokenizer, &error.to_string()))
    }

    /// One vector of what the model gave.
    fn pooled(&self, given: Value) -> Result<Vec<f32>, Failure> {
        let unfit = |what: &str| self.fail(&format!("its output is no vector of a text: {what}"));
        let tensor: Tensor<f32> =
            given.try_into().map_err(|_| unfit("it has no floating-point numbers"))?;
        let shape = tensor.shape().to_vec();
        let values = tensor.into_data();
        match shape.as_slice() {
            [1, _] => Ok(values),
            [1, _, width] => Ok(self.folder.pooling.pool(&values, *width)),
            other => Err(unfit(&format!("it is of the form {other:?}"))),
        }
    }
}

impl Worker<'_> {
    /// The vector of a text.
    ///
    /// # Errors
    /// If the model cannot be run.
    pub fn embed(&self, purpose: Purpose, text: &str) -> Result<Vec<f32>, Failure> {
        let Worker { model, pool } = self;
        let encoded = model.encoded(purpose, text)?;
        let values = model.inputs.iter().map(|&(id, input)| {
            let numbers = input.numbers(&encoded);
            let value = Value::from_shape([1, numbers.len()], numbers);
            value
                .map(|value| (id, ValueOrView::Value(value)))
                .map_err(|e| model.fail(&e.to_string()))
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let given = model.graph.run(values, &[model.output], Some(options));
        let given = given.map_err(|error| model.fail(&error.to_string()))?;
        let given = given.into_iter().next().ok_or_else(|| model.fail("it gave no output"))?;
        model.pooled(given)
    }
}

impl Input {
    fn of(name: &str) -> Option<Self> {
        match name {
            "input_ids" => Some(Input::Ids),
            "attention_mask" => Some(Input::Mask),
            "token_type_ids" => Some(Input::Types),
            _ => None,
        }
    }

    fn numbers(self, encoded: &Encoding) -> Vec<i32> {
        let numbers = match self {
            Input::Ids => encoded.get_ids(),
            Input::Mask => encoded.get_attention_mask(),
            Input::Types => encoded.get_type_ids(),
        };
        // Vocabularies have less than a million words.
        numbers.iter().map(|&number| i32::try_from(number).unwrap_or_default()).collect()
    }
}

/// The tokenizer of a model, which cuts what is too long.
fn tokenizer(folder: &Folder) -> Result<Tokenizer, Failure> {
    let fail = |error: tokenizers::Error| unusable(&folder.tokenizer, &error.to_string());
    let mut tokenizer = Tokenizer::from_file(&folder.tokenizer).map_err(fail)?;
    let max_length = folder.tokens(tokenizer.get_truncation().map(|it| it.max_length));
    tokenizer.with_padding(None);
    let cut = TruncationParams { max_length, ..TruncationParams::default() };
    tokenizer.with_truncation(Some(cut)).map_err(fail)?;
    Ok(tokenizer)
}

/// The numbers that each input of a model takes.
fn inputs(graph: &rten::Model) -> Result<Vec<(NodeId, Input)>, String> {
    let accepted = "accepted are input_ids, attention_mask and token_type_ids";
    let known = graph.input_ids().iter().map(|&id| {
        let name = graph.node_info(id).and_then(|info| info.name()).unwrap_or_default();
        let input =
            Input::of(name).ok_or_else(|| format!("it has an input {name:?}; {accepted}"))?;
        Ok((id, input))
    });
    let known = known.collect::<Result<Vec<_>, String>>()?;
    let has_ids = known.iter().any(|(_, input)| matches!(input, Input::Ids));
    if has_ids { Ok(known) } else { Err(format!("it has no input \"input_ids\"; {accepted}")) }
}

fn output(graph: &rten::Model, name: &str) -> Option<NodeId> {
    let id = graph.find_node(name)?;
    graph.output_ids().contains(&id).then_some(id)
}
