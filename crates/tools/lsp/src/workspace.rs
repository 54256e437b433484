//! The files of a workspace: the symbols that they define and refer to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::{Value as Json, json};
use terrace_asm::lexer::{Lexer, TokenKind};
use terrace_ir::{Context, Str};

use crate::chunk::{Language, symbol_kind};
use crate::llvm_ir;
use crate::text::{Encoding, Text};

/// The most files that are read.
const MOST_FILES: usize = 5_000;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A symbol where it is written.
pub(crate) struct Mention {
    pub(crate) name: String,
    pub(crate) range: Json,
    /// The op that defines it, if this is its definition.
    pub(crate) op: Option<String>,
    /// Whether the definition is no more than a declaration.
    pub(crate) is_declaration: bool,
}

/// A file as it was read last.
struct Indexed {
    state: Option<(SystemTime, u64)>,
    mentions: Vec<Mention>,
}

/// The files below some directories.
pub(crate) struct Workspace {
    roots: Vec<PathBuf>,
    encoding: Encoding,
    cx: Arc<Context>,
    files: BTreeMap<PathBuf, Indexed>,
}

/// The files that are open, with their texts.
pub(crate) type OpenFiles = Vec<(PathBuf, String)>;

impl Workspace {
    pub(crate) fn new(roots: Vec<PathBuf>, encoding: Encoding, cx: Context) -> Self {
        Self { roots, encoding, cx: Arc::new(cx), files: BTreeMap::new() }
    }

    /// Reads what has changed; files that are open have the text of the editor.
    pub(crate) fn update(&mut self, open: &OpenFiles) {
        let mut found = Vec::new();
        self.roots.iter().for_each(|root| collect(root, &mut found));
        found.extend(open.iter().map(|(path, _)| path.clone()));
        found.sort_unstable();
        found.dedup();
        self.files.retain(|path, _| found.binary_search(path).is_ok());
        for path in found {
            if let Some((_, text)) = open.iter().find(|(other, _)| *other == path) {
                let mentions = self.mentions(&path, text.clone());
                self.files.insert(path, Indexed { state: None, mentions });
                continue;
            }
            let Ok(data) = std::fs::metadata(&path) else { continue };
            let state = data.modified().ok().map(|time| (time, data.len()));
            let is_known =
                self.files.get(&path).is_some_and(|file| file.state.is_some() && file.state == state);
            if is_known || data.len() > LARGEST {
                continue;
            }
            // A file that is no text has no symbols.
            let mentions = match std::fs::read_to_string(&path) {
                Ok(text) => self.mentions(&path, text),
                Err(_) => Vec::new(),
            };
            self.files.insert(path, Indexed { state, mentions });
        }
    }

    /// The symbols of a text.
    fn mentions(&self, path: &Path, text: String) -> Vec<Mention> {
        let text = Text::new(text, self.encoding);
        if Language::of(&path.to_string_lossy()) == Language::LlvmIr {
            let chunk = llvm_ir::chunk(&text.text);
            let names = chunk
                .notes
                .occurrences
                .iter()
                .map(|name| (name.start as usize..name.end as usize, name.defines));
            let globals = names.filter(|(range, _)| text.text[range.clone()].starts_with('@'));
            let mention = |(range, defines): (std::ops::Range<usize>, bool)| {
                let keyword = text.text[..range.start].rsplit('\n').next().unwrap_or("");
                let keyword = keyword.split(' ').next().filter(|word| !word.is_empty()).unwrap_or("global");
                Mention {
                    name: text.text[range.start + 1..range.end].to_owned(),
                    range: text.range(range.start, range.end),
                    is_declaration: keyword == "declare",
                    op: defines.then(|| keyword.to_owned()),
                }
            };
            return globals.map(mention).collect();
        }
        let mut mentions = Vec::new();
        let source = text.text.as_bytes();
        let mut lexer = Lexer::new(source, 0);
        // The op whose symbol comes next, and whether it is private.
        let mut defining: Option<(&str, bool)> = None;
        loop {
            let token = lexer.next_token();
            let range = token.start as usize..token.end as usize;
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::Error => {
                    lexer = Lexer::new(source, (range.end + 1).min(source.len()));
                    defining = None;
                }
                TokenKind::At => {
                    let op = defining.take();
                    let line = text.text[range.end..].lines().next().unwrap_or("");
                    let is_private = op.is_some_and(|(_, is_private)| is_private);
                    mentions.push(Mention {
                        name: text.text[range.start + 1..range.end].to_owned(),
                        range: text.range(range.start, range.end),
                        op: op.map(|(op, _)| op.to_owned()),
                        is_declaration: is_private && !line.trim_end().ends_with('{'),
                    });
                }
                TokenKind::Bare => {
                    let word = &text.text[range];
                    defining = match defining {
                        Some((op, is_private)) => Some((op, is_private || word == "private")),
                        None => self.defines_symbol(word).then_some((word, false)),
                    };
                }
                _ => defining = None,
            }
        }
        mentions
    }

    fn defines_symbol(&self, word: &str) -> bool {
        let found = self.cx.registered_op(word).or_else(|| self.cx.registered_op(&format!("builtin.{word}")));
        found.is_some_and(|name| self.cx.op_info(name).prop_names.contains(&Str::SYM_NAME))
    }

    /// The symbols whose names have a text in them, whatever its case.
    pub(crate) fn symbols(&self, query: &str) -> Json {
        const MOST: usize = 500;
        let query = query.to_lowercase();
        let all = self
            .files
            .iter()
            .flat_map(|(path, file)| file.mentions.iter().map(move |mention| (path, mention)));
        let found = all.filter_map(|(path, mention)| {
            let op = mention.op.as_ref().filter(|_| mention.name.to_lowercase().contains(&query))?;
            Some(json!({
                "name": mention.name,
                "kind": symbol_kind(op),
                "containerName": op,
                "location": {"uri": uri_of(path), "range": mention.range},
            }))
        });
        found.take(MOST).collect()
    }

    /// The definitions of a symbol in other files, those in the files that `text` names if there are any.
    pub(crate) fn definitions(&self, own: &Path, name: &str, text: &str) -> Vec<Json> {
        let mut found: Vec<(bool, Json)> = Vec::new();
        for (path, file) in self.files.iter().filter(|(path, _)| *path != own) {
            let is_named = path.file_name().is_some_and(|file| text.contains(&*file.to_string_lossy()));
            let own = file.mentions.iter().filter(|mention| mention.name == name && mention.op.is_some());
            let own = own.filter(|mention| !mention.is_declaration);
            found.extend(own.map(|mention| (is_named, json!({"uri": uri_of(path), "range": mention.range}))));
        }
        let any_named = found.iter().any(|(is_named, _)| *is_named);
        found.into_iter().filter(|(is_named, _)| *is_named || !any_named).map(|(_, place)| place).collect()
    }

    /// The references to a symbol in other files that do not define it themselves.
    pub(crate) fn references(&self, own: &Path, name: &str) -> Vec<Json> {
        let mut found = Vec::new();
        for (path, file) in self.files.iter().filter(|(path, _)| *path != own) {
            let all: Vec<&Mention> = file.mentions.iter().filter(|mention| mention.name == name).collect();
            if all.iter().all(|mention| mention.op.is_none() || mention.is_declaration) {
                found.extend(all.iter().map(|mention| json!({"uri": uri_of(path), "range": mention.range})));
            }
        }
        found
    }
}

/// Adds the files below a directory, in order; without those of tools.
fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<(PathBuf, bool)> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| Some((entry.path(), entry.file_type().ok()?)))
        .filter(|(_, kind)| !kind.is_symlink())
        .map(|(path, kind)| (path, kind.is_dir()))
        .collect();
    paths.sort_unstable();
    for (path, is_dir) in paths {
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
        if found.len() >= MOST_FILES || name.starts_with('.') {
            continue;
        }
        if !is_dir && (name.ends_with(".mlir") || name.ends_with(".ll")) {
            found.push(path);
        } else if is_dir && !matches!(name.as_str(), "target" | "node_modules") {
            collect(&path, found);
        }
    }
}

/// The path of a `file:` address.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest.as_bytes()[rest.find('/')?..];
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(&byte) = path.get(at) {
        let digits = path.get(at + 1..at + 3).filter(|_| byte == b'%');
        let escaped =
            digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The `file:` address of a path.
pub(crate) fn uri_of(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'+'
            | b'@'
            | b'$' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
