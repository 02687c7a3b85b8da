//! Answers messages, whatever brings them.

use super::about::About;
use super::catalog::Site;
use super::rpc::{Incoming, Kind, RpcError, incoming};
use super::text::line;
use super::tools::Limits;
use super::versions::{SERVER_KEY, STATELESS, is_stateless, negotiated};
use super::{resources, tools};
use kindex::Index;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// This many messages may come as one.
const MAX_MESSAGES: usize = 20;

/// The words of the server about itself and its tools; js/mcp is made from the same file.
const INTERFACE: &str = include_str!("interface.json");

/// The names of the server, for programs and for people.
#[derive(Serialize)]
pub struct Info {
    pub name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub version: &'static str,
}

/// The context of answers.
pub struct Server {
    site: Site,
    info: Info,
    instructions: String,
    tools: Value,
    resource_templates: Value,
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Interface {
    instructions: String,
    tools: Value,
    resource_templates: Value,
}

type Params = Map<String, Value>;

impl Server {
    /// A server of an index, with what the answer to a message may take. The title and the subject
    /// of the index go into the descriptions of its tools. Without instructions of its own a
    /// language model is told how to use them.
    ///
    /// # Errors
    /// Where the interface is no JSON, which the tests rule out.
    pub fn new(
        index: Index,
        info: Info,
        about: &About,
        instructions: Option<&str>,
        limits: Limits,
    ) -> Result<Self, serde_json::Error> {
        let interface: Interface = serde_json::from_str(INTERFACE)?;
        let Interface { instructions: usual, mut tools, mut resource_templates } = interface;
        tools::define(&mut tools, about, limits.tokens);
        resource_templates.as_array_mut().into_iter().flatten().for_each(|one| about.complete(one));
        let instructions = instructions.map_or_else(|| about.before(&usual), str::to_owned);
        let site = Site::new(index);
        Ok(Server { site, info, instructions, tools, resource_templates, limits })
    }

    /// Answers from another index from now on.
    pub fn renew(&mut self, index: Index) {
        self.site = Site::new(index);
    }

    /// The answer to a message, or to several that came as one; nothing where none is wanted.
    pub fn answer(&self, message: &Value) -> Option<Value> {
        let Some(messages) = message.as_array() else {
            return self.answer_one(message, self.limits);
        };
        if messages.is_empty() || messages.len() > MAX_MESSAGES {
            let message = format!("a batch has 1 to {MAX_MESSAGES} messages");
            return Some(RpcError::new(Kind::Request, message).answer(Value::Null));
        }
        // Together they may read as much as one.
        let phrase_bytes = self.limits.phrase_bytes / messages.len();
        let limits = Limits { phrase_bytes, ..self.limits };
        let answers = messages.iter().filter_map(|message| self.answer_one(message, limits));
        let answers: Vec<Value> = answers.collect();
        (!answers.is_empty()).then_some(Value::Array(answers))
    }

    fn answer_one(&self, message: &Value, limits: Limits) -> Option<Value> {
        let (id, method, params) = match incoming(message) {
            Incoming::Unanswered => return None,
            Incoming::Wrong => {
                let error = RpcError::new(Kind::Request, "this is no request of JSON-RPC 2.0");
                return Some(error.answer(Value::Null));
            }
            Incoming::Request { id, method, params } => (id.clone(), method, params),
        };
        Some(match self.result(method, params, limits) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => error.answer(id),
        })
    }

    fn result(
        &self,
        method: &str,
        params: Option<&Value>,
        limits: Limits,
    ) -> Result<Value, RpcError> {
        let none = Value::Object(Map::new());
        let params = object(params.unwrap_or(&none), "params")?;
        let stateless = is_stateless(params)?;
        let (mut result, cacheable) = match (method, stateless) {
            ("initialize", false) => (self.initialize(params)?, false),
            ("ping", false) => (json!({}), false),
            ("server/discover", true) => (self.discover(), true),
            ("tools/list", _) => (json!({ "tools": self.tools }), true),
            ("tools/call", _) => (self.call(params, limits)?, false),
            ("resources/list", _) => {
                let cursor = params.get("cursor").map(|cursor| string(cursor, "cursor"));
                (resources::list(&self.site.index, cursor.transpose()?)?, true)
            }
            ("resources/templates/list", _) => {
                (json!({ "resourceTemplates": self.resource_templates }), true)
            }
            ("resources/read", _) => (self.read(params, stateless)?, true),
            _ => {
                let message = format!("there is no method {}", line(method));
                return Err(RpcError::new(Kind::Method, message));
            }
        };
        if stateless && let Some(result) = result.as_object_mut() {
            self.stamp(result, cacheable);
        }
        Ok(result)
    }

    /// Adds the fields of every result without a handshake. An index may be built anew at any time.
    fn stamp(&self, result: &mut Map<String, Value>, cacheable: bool) {
        result.insert("resultType".into(), json!("complete"));
        if cacheable {
            result.insert("ttlMs".into(), json!(0));
            result.insert("cacheScope".into(), json!("private"));
        }
        result.insert("_meta".into(), json!({ SERVER_KEY: self.info }));
    }

    fn initialize(&self, params: &Params) -> Result<Value, RpcError> {
        let asked =
            string(params.get("protocolVersion").unwrap_or(&Value::Null), "protocolVersion")?;
        Ok(json!({
            "protocolVersion": negotiated(asked),
            "capabilities": capabilities(),
            "serverInfo": self.info,
            "instructions": self.instructions,
        }))
    }

    fn discover(&self) -> Value {
        json!({
            "supportedVersions": STATELESS,
            "capabilities": capabilities(),
            "instructions": self.instructions,
        })
    }

    fn call(&self, params: &Params, limits: Limits) -> Result<Value, RpcError> {
        let name = string(params.get("name").unwrap_or(&Value::Null), "name")?;
        let mut known = self.tools.as_array().into_iter().flatten();
        let Some(tool) = known.find(|tool| tools::name(tool) == name) else {
            let message = format!("there is no tool {}", line(name));
            return Err(RpcError::new(Kind::Params, message));
        };
        let none = Value::Object(Map::new());
        let given = object(params.get("arguments").unwrap_or(&none), "arguments")?;
        let result = tools::call(&self.site, tool, given, limits);
        result.map_err(|error| RpcError::index(&error))
    }

    fn read(&self, params: &Params, stateless: bool) -> Result<Value, RpcError> {
        let uri = string(params.get("uri").unwrap_or(&Value::Null), "uri")?;
        let found =
            resources::read(&self.site.index, uri).map_err(|error| RpcError::index(&error))?;
        let kind = if stateless { Kind::Params } else { Kind::Resource };
        let none = || RpcError::new(kind, "there is no such resource").with(json!({ "uri": uri }));
        found.ok_or_else(none)
    }
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {} })
}

fn object<'a>(value: &'a Value, name: &str) -> Result<&'a Params, RpcError> {
    let wrong = || RpcError::new(Kind::Params, format!("{name}: accepted is an object"));
    value.as_object().ok_or_else(wrong)
}

fn string<'a>(value: &'a Value, name: &str) -> Result<&'a str, RpcError> {
    let wrong = || RpcError::new(Kind::Params, format!("{name}: accepted are strings"));
    value.as_str().ok_or_else(wrong)
}
