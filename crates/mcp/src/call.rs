//! A message on its way to an answer.

use crate::feedback;
use crate::halt::Halt;
use crate::interface;
use crate::json::{Object, read, says_nothing, written};
use crate::query::{Prepared, State};
use crate::resources;
use crate::rpc::{Incoming, Kind, RpcError, incoming};
use crate::settings::Settings;
use crate::sites::Sites;
use crate::skill::{self, Skill};
use crate::text::line;
use crate::tool_error::ToolError;
use crate::tools;
use crate::versions::{SERVER_KEY, is_stateless, negotiated};
use crate::words::{STATELESS, bounds, filled, texts};
use kindex::Error;
use serde_json::{Value, json};
use std::rc::Rc;

/// What a call needs next.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// Nothing: this is the answer, if one is wanted.
    Done(Option<String>),
    /// To be told by [`Call::prepare`] what to search for in the place of this query.
    Query(String),
}

/// A message, or several that came as one, with what is answered already.
pub struct Call {
    settings: Rc<Settings>,
    messages: Vec<Value>,
    /// Whether they came as one, so that their answers go as one.
    several: bool,
    /// As JSON.
    answers: Vec<Value>,
    /// The ids of calls of tools, with what these found as data.
    found: Vec<(Value, Value)>,
    /// The message that is next.
    at: usize,
    state: State,
}

impl Call {
    /// Reads a message of JSON. A mark of the order of bytes may stand before it.
    pub fn new(settings: &Rc<Settings>, message: &str) -> Self {
        let json = message.trim_start_matches('\u{feff}');
        let (mut messages, mut answers, mut several) = (Vec::new(), Vec::new(), false);
        match read(json) {
            Some(Value::Array(all)) if (1..=bounds::MESSAGES).contains(&all.len()) => {
                (messages, several) = (all, true);
            }
            Some(Value::Array(_)) => {
                let message = filled(texts::BATCH, &[&bounds::MESSAGES.to_string()]);
                answers.push(refusal(Kind::Request, &message));
            }
            Some(message) => messages.push(message),
            None if json.trim_ascii().is_empty() => {}
            None => answers.push(refusal(Kind::Parse, texts::NO_JSON)),
        }
        let (settings, state) = (Rc::clone(settings), State::default());
        Call { settings, messages, several, answers, found: Vec::new(), at: 0, state }
    }

    /// One in the place of a message that nobody reads, as it is too long.
    pub fn too_long(settings: &Rc<Settings>) -> Self {
        let answers = [refusal(Kind::Request, texts::TOO_LONG)].into();
        Call { answers, ..Call::new(settings, "") }
    }

    /// Goes on, until it has an answer or needs something.
    ///
    /// # Errors
    /// Those of the index. With [`Error::Missing`] it goes on once the index has what it lacked;
    /// with any other one it is told by [`Call::fail`] to do without.
    pub fn run(&mut self, sites: &Sites<'_>) -> Result<Step, Error> {
        while let Some(message) = self.messages.get(self.at) {
            let answer = match incoming(message) {
                Incoming::Unanswered => None,
                Incoming::Wrong => Some(refusal(Kind::Request, texts::NO_REQUEST)),
                Incoming::Request { id, method, params } => {
                    let mut request = Request {
                        settings: &self.settings,
                        phrase_bytes: self.settings.phrase_bytes / self.messages.len(),
                        sites,
                        state: &mut self.state,
                    };
                    match request.result(method, params) {
                        Ok(result) => {
                            let data = self.state.data.take();
                            self.found.extend(data.map(|data| (id.clone(), data)));
                            Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
                        }
                        Err(Halt::Rpc(error)) => Some(error.answer(id)),
                        Err(Halt::Query(query)) => return Ok(Step::Query(query)),
                        Err(Halt::Index(error)) => return Err(error),
                    }
                }
            };
            self.go_on(answer);
        }
        Ok(Step::Done(self.answer()))
    }

    fn go_on(&mut self, answer: Option<Value>) {
        self.answers.extend(answer);
        self.at += 1;
        self.state = State::default();
    }

    fn answer(&mut self) -> Option<String> {
        if self.several && !self.answers.is_empty() {
            return Some(written(&self.answers));
        }
        self.answers.pop().as_ref().map(written)
    }

    /// What calls of tools found, as data, each with the id of its message: for a log, whether or
    /// not the answer has it.
    pub fn found(&self) -> &[(Value, Value)] {
        &self.found
    }

    /// Says what is searched for, where that was asked.
    pub fn prepare(&mut self, prepared: Prepared) {
        self.state = State { prepared: Some(prepared), ..State::default() };
    }

    /// Answers the message that is next with an error of the index, of which no more than the code
    /// is told. Feedback is taken without the index.
    pub fn fail(&mut self, code: &str) {
        let Some(message) = self.messages.get(self.at) else { return };
        let Incoming::Request { id, method, params } = incoming(message) else { return };
        let name = params.and_then(|params| params.get("name")).and_then(Value::as_str);
        let is_feedback = method == "tools/call" && name == Some(feedback::NAME);
        if is_feedback && !self.state.without_index {
            self.state = State { without_index: true, ..State::default() };
            return;
        }
        self.go_on(Some(RpcError::index(code).answer(id)));
    }
}

/// The answer to what is no request.
fn refusal(kind: Kind, message: &str) -> Value {
    RpcError::new(kind, message).answer(Value::Null)
}

/// A request with what may be used to answer it.
struct Request<'c> {
    settings: &'c Settings,
    /// Messages that come as one may together read as much as one alone.
    phrase_bytes: usize,
    sites: &'c Sites<'c>,
    state: &'c mut State,
}

impl Request<'_> {
    fn result(&mut self, method: &str, params: Option<&Value>) -> Result<Value, Halt> {
        let none = Object::default();
        let params = object(params, &none, "params")?;
        let stateless = is_stateless(params)?;
        let (result, cacheable) = match (method, stateless) {
            ("initialize", false) => (self.initialize(params)?, false),
            ("ping", false) => (json!({}), false),
            ("server/discover", true) => (self.discover(), true),
            ("tools/list", _) => (json!({ "tools": interface::tools(self.settings) }), true),
            ("tools/call", _) => (self.call(params)?, false),
            ("resources/list", _) => {
                let skill = Skill::new(self.settings);
                (resources::list(self.sites, &skill, optional(params, "cursor")?)?, true)
            }
            ("resources/templates/list", _) => {
                let templates = interface::resource_templates(self.settings);
                (json!({ "resourceTemplates": templates }), true)
            }
            ("resources/read", _) => (self.read(params, stateless)?, true),
            ("skills/list", _) => (skill::list(self.settings, optional(params, "cursor")?)?, true),
            ("skills/get", _) => (skill::get(self.settings, required(params, "uri")?)?, true),
            _ => {
                let message = filled(texts::NO_METHOD, &[&line(method)]);
                return Err(RpcError::new(Kind::Method, message).into());
            }
        };
        Ok(if stateless { self.stamped(result, cacheable) } else { result })
    }

    /// Adds the fields of every result without a handshake. An index may be built anew at any time.
    fn stamped(&self, mut result: Value, cacheable: bool) -> Value {
        let stamp = json!({ "resultType": "complete" });
        let kept = json!({ "ttlMs": 0, "cacheScope": "private" });
        let parts = [Some(stamp), cacheable.then_some(kept)];
        if let Value::Object(result) = &mut result {
            let parts = parts.into_iter().flatten();
            result.extend(parts.filter_map(|part| part.as_object().cloned()).flatten());
            if let Value::Object(meta) = result.entry("_meta").or_insert_with(|| json!({})) {
                meta.insert(SERVER_KEY.into(), self.settings.info());
            }
        }
        result
    }

    fn initialize(&self, params: &Object) -> Result<Value, RpcError> {
        Ok(json!({
            "protocolVersion": negotiated(required(params, "protocolVersion")?),
            "capabilities": capabilities(),
            "serverInfo": self.settings.info(),
            "instructions": interface::instructions(self.settings),
        }))
    }

    fn discover(&self) -> Value {
        json!({
            "supportedVersions": STATELESS,
            "capabilities": capabilities(),
            "instructions": interface::instructions(self.settings),
        })
    }

    fn call(&mut self, params: &Object) -> Result<Value, Halt> {
        let name = required(params, "name")?;
        let Some(schema) = interface::input_schema(name, self.settings) else {
            let message = filled(texts::NO_TOOL, &[&line(name)]);
            return Err(RpcError::new(Kind::Params, message).into());
        };
        let none = Object::default();
        // Some clients write the arguments as a text of JSON.
        let text = params.get("arguments").and_then(Value::as_str).and_then(read);
        let given = text.as_ref().or(params.get("arguments"));
        let given = object(given, &none, "arguments")?;
        let limits = tools::Limits { settings: self.settings, phrase_bytes: self.phrase_bytes };
        match tools::call(self.sites, name, &schema, given, limits, self.state) {
            Ok(result) => Ok(result),
            Err(ToolError::Argument(message)) => {
                Ok(tools::error(&message, self.settings.max_tokens))
            }
            Err(ToolError::Query(query)) => Err(Halt::Query(query)),
            Err(ToolError::Index(error)) => Err(Halt::Index(error)),
        }
    }

    fn read(&self, params: &Object, stateless: bool) -> Result<Value, Halt> {
        let uri = required(params, "uri")?;
        let skill = Skill::new(self.settings);
        if uri == skill.uri {
            return Ok(resources::contents(uri, &skill.text));
        }
        let kind = if stateless { Kind::Params } else { Kind::Resource };
        let none = || RpcError::new(kind, texts::NO_RESOURCE).with(json!({ "uri": uri })).into();
        resources::read(self.sites, uri)?.ok_or_else(none)
    }
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {}, "extensions": { skill::EXTENSION: {} } })
}

/// An object that clients may leave empty: as nothing, an empty text or an empty list.
fn object<'a>(
    value: Option<&'a Value>,
    none: &'a Object,
    name: &str,
) -> Result<&'a Object, RpcError> {
    match value {
        None => Ok(none),
        Some(Value::Object(object)) => Ok(object),
        Some(empty) if says_nothing(empty) => Ok(none),
        Some(_) => Err(RpcError::new(Kind::Params, filled(texts::OBJECT, &[name]))),
    }
}

/// A text that may be left empty.
fn optional<'a>(params: &'a Object, name: &str) -> Result<Option<&'a str>, RpcError> {
    match params.get(name) {
        Some(value) if !says_nothing(value) => required(params, name).map(Some),
        _ => Ok(None),
    }
}

fn required<'a>(params: &'a Object, name: &str) -> Result<&'a str, RpcError> {
    let wrong = || RpcError::new(Kind::Params, filled(texts::ANY_STRING, &[name]));
    params.get(name).and_then(Value::as_str).ok_or_else(wrong)
}
