//! The arguments of verbs: their schema, and whether a request has them.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use terrace_support::spelling::nearest;

/// The bytes of a file, and of a line with arguments, at most.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// The type of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentType {
    Text,
    Texts,
    /// A number that is not negative.
    Number,
}

/// An argument of a verb.
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) ty: ArgumentType,
    pub(super) is_required: bool,
    pub(super) doc: &'static str,
}

impl Argument {
    pub(super) const fn required(name: &'static str, doc: &'static str) -> Self {
        Self { name, ty: ArgumentType::Text, is_required: true, doc }
    }

    pub(super) const fn optional(name: &'static str, ty: ArgumentType, doc: &'static str) -> Self {
        Self { name, ty, is_required: false, doc }
    }
}

impl ArgumentType {
    fn schema(self) -> Json {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Self::Number => json!({"type": "integer", "minimum": 0}),
        }
    }

    /// Checks that a value has this type; the error is what messages call it.
    fn check(self, value: &Json) -> Result<(), &'static str> {
        let is_texts = || value.as_array().is_some_and(|all| all.iter().all(Json::is_string));
        match self {
            Self::Text => value.is_string().then_some(()).ok_or("a string"),
            Self::Texts => is_texts().then_some(()).ok_or("a list of strings"),
            Self::Number => value.is_u64().then_some(()).ok_or("a number from 0 on"),
        }
    }
}

/// The JSON schema of arguments.
pub(super) fn schema(arguments: &[Argument]) -> Json {
    let property = |argument: &Argument| {
        let mut schema = argument.ty.schema();
        schema["description"] = argument.doc.into();
        (argument.name.to_owned(), schema)
    };
    let properties: Map<String, Json> = arguments.iter().map(property).collect();
    let required: Vec<&str> =
        arguments.iter().filter(|argument| argument.is_required).map(|argument| argument.name).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// Checks the arguments of a request of a verb; `null` is no argument.
///
/// # Errors
/// If one is missing, unknown, or of another type.
pub(super) fn check(verb: &str, arguments: &[Argument], given: &Json) -> Result<(), String> {
    let none = Map::new();
    let given = match given {
        Json::Null => &none,
        Json::Object(given) => given,
        _ => return Err(format!("{verb}: the arguments are an object, with a member for each")),
    };
    for (name, value) in given {
        let Some(argument) = arguments.iter().find(|argument| argument.name == name) else {
            let meant = nearest(name, arguments.iter().map(|argument| argument.name));
            let end = meant.map_or_else(
                || {
                    let names: Vec<String> = arguments.iter().map(|one| format!("'{}'", one.name)).collect();
                    format!(", but {}", names.join(", "))
                },
                |meant| format!("; did you mean '{meant}'?"),
            );
            return Err(format!("{verb}: there is no argument '{name}'{end}"));
        };
        argument.ty.check(value).map_err(|wanted| format!("{verb}: '{name}' is {wanted}"))?;
    }
    match arguments.iter().find(|argument| argument.is_required && !given.contains_key(argument.name)) {
        Some(missing) => Err(format!("{verb}: the argument '{}' is missing", missing.name)),
        None => Ok(()),
    }
}

/// Returns the resolved path of a file.
///
/// # Errors
/// If it is outside of the working directory, through a symbolic link for instance, or is no file.
pub(super) fn inside(name: &str) -> Result<PathBuf, String> {
    let refused = |error: std::io::Error| format!("cannot read '{name}': {error}");
    let root = std::env::current_dir().and_then(|dir| dir.canonicalize()).map_err(refused)?;
    // Whether a file is outside is decided first: whether there is one outside is not disclosed.
    let outside = || format!("'{name}' is outside of the working directory: files there are not read");
    let lexical = root.join(name);
    let climbs = Path::new(name).components().any(|part| part == std::path::Component::ParentDir);
    if !lexical.starts_with(&root) && !climbs {
        return Err(outside());
    }
    let path = match lexical.canonicalize() {
        Ok(path) => path,
        Err(_) if climbs => return Err(outside()),
        Err(error) => return Err(refused(error)),
    };
    match path.starts_with(&root) {
        true if path.is_file() => Ok(path),
        true => Err(format!("cannot read '{name}': it is not a file")),
        false => Err(outside()),
    }
}
