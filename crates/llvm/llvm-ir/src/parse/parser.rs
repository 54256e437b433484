//! The token stream, and the top-level entities of a module.

use rustc_hash::FxHashMap;
use terrace_support::options;

use super::lexer::{Lexer, Name, Token, to_u32, to_u64, unescape};
use super::state::{FunctionState, Key, MOST_DEPTH, NamedType};
use super::{Failure, Read};
use crate::model::{Comdat, GlobalId, Module, NodeId};
use crate::model::{UseListOf, UseListOrder};
use crate::strings::Str;

/// Reads a module.
pub(super) struct Parser<'a> {
    pub(super) options: ParseOptions,
    pub(super) src: &'a [u8],
    pub(super) lexer: Lexer<'a>,
    /// The next word, where it begins, and where it ends.
    pub(super) token: Token<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The end offset of the last token.
    pub(super) last_end: usize,
    pub(super) depth: u32,
    pub(super) module: Module,
    /// The address space of variables on the stack.
    pub(super) alloca_space: u32,
    pub(super) types: FxHashMap<Key, NamedType>,
    pub(super) symbols: FxHashMap<Key, GlobalId>,
    pub(super) next_symbol: u32,
    pub(super) nodes: FxHashMap<u32, NodeId>,
    /// Nodes that are written where they are used, by their text.
    pub(super) inline_nodes: FxHashMap<&'a [u8], NodeId>,
    /// The offset of the first reference to each node that is not defined yet.
    pub(super) node_uses: FxHashMap<NodeId, usize>,
    /// The first use of each comdat.
    pub(super) comdat_uses: FxHashMap<Str, usize>,
    /// The names of blocks, if addresses of blocks are taken anywhere: by function.
    pub(super) block_names: Option<FxHashMap<GlobalId, FxHashMap<Key, crate::model::BlockId>>>,
    /// The blocks whose addresses are taken: by function, name and where.
    pub(super) addresses: FxHashMap<GlobalId, Vec<(Key, usize)>>,
    pub(super) function: FunctionState<'a>,
}

/// The magic number of bitcode.
const BITCODE: &[u8] = b"BC\xC0\xDE";

options! {
    /// The options of reading a module.
    #[derive(Clone, Copy, Debug)]
    pub struct ParseOptions {
        /// Whether local values keep their names.
        pub local_names: bool,
        /// Whether the order in which comments name the predecessors of blocks is kept.
        pub comments: bool,
        /// Checks a keyword of debug information by the name of its field, which is empty in an expression. The error names
        /// the kind of keyword that was expected.
        pub check_debug_word: fn(&[u8], &[u8]) -> Result<(), &'static str>,
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self { local_names: true, comments: true, check_debug_word: |_, _| Ok(()) }
    }
}

/// Reads a module of LLVM IR.
///
/// # Errors
///
/// The offset and message of the first syntax error.
pub fn parse(src: &[u8], options: ParseOptions) -> Read<Module> {
    if src.starts_with(BITCODE) {
        return Err(Failure::new(0, "the file is LLVM bitcode, of which llvm-dis makes LLVM IR"));
    }
    let takes_addresses = memchr::memmem::find(src, b"blockaddress(").is_some();
    let mut parser = Parser {
        options,
        src,
        lexer: Lexer::new(src),
        token: Token::End,
        start: 0,
        end: 0,
        last_end: 0,
        depth: 0,
        module: Module::default(),
        alloca_space: 0,
        types: FxHashMap::default(),
        symbols: FxHashMap::default(),
        next_symbol: 0,
        nodes: FxHashMap::default(),
        inline_nodes: FxHashMap::default(),
        node_uses: FxHashMap::default(),
        comdat_uses: FxHashMap::default(),
        block_names: takes_addresses.then(FxHashMap::default),
        addresses: FxHashMap::default(),
        function: FunctionState::default(),
    };
    if let Some(rest) = src.strip_prefix(b"; ModuleID = '") {
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        parser.module.id = line.strip_suffix(b"'").map(|id| parser.module.strings.intern(id));
    }
    parser.find_types()?;
    parser.advance()?;
    while parser.token != Token::End {
        parser.item()?;
    }
    parser.finish()?;
    Ok(parser.module)
}

impl<'a> Parser<'a> {
    /// Advances to the next token.
    pub(super) fn advance(&mut self) -> Read {
        self.last_end = self.end;
        self.start = self.lexer.next(&mut self.token)?;
        self.end = self.lexer.position();
        Ok(())
    }

    /// The failure that something else is expected here.
    #[cold]
    pub(super) fn expected<T>(&self, what: &str) -> Read<T> {
        Err(Failure::new(self.start, format!("expected {what}")))
    }

    /// Notes that something begins inside of something.
    pub(super) fn deeper(&mut self) -> Read {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Failure::new(self.start, "types and constants are nested too deeply"));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn is_punct(&self, punct: u8) -> bool {
        matches!(self.token, Token::Punct(found) if found == punct)
    }

    #[inline]
    pub(super) fn punct(&mut self, punct: u8) -> Read {
        if !self.is_punct(punct) {
            return self.expected(&format!("'{}'", char::from(punct)));
        }
        self.advance()
    }

    #[inline]
    pub(super) fn optional_punct(&mut self, punct: u8) -> Read<bool> {
        let found = self.is_punct(punct);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    #[inline]
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(found) if found == word.as_bytes())
    }

    pub(super) fn keyword(&mut self, word: &str) -> Read {
        if !self.is_keyword(word) {
            return self.expected(&format!("'{word}'"));
        }
        self.advance()
    }

    pub(super) fn optional_keyword(&mut self, word: &str) -> Read<bool> {
        let found = self.is_keyword(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Reads one of some keywords, if one is next.
    pub(super) fn optional_keyword_of(&mut self, words: &[&'static str]) -> Read<Option<&'static str>> {
        let Token::Word(found) = self.token else { return Ok(None) };
        let found = words.iter().copied().find(|word| word.as_bytes() == found);
        if found.is_some() {
            self.advance()?;
        }
        Ok(found)
    }

    /// Reads items between commas, as many as there are before a closing word, which is read as well.
    pub(super) fn list_until(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read) -> Read {
        if self.optional_punct(close)? {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.optional_punct(b',')? {
                return self.punct(close);
            }
        }
    }

    /// Reads any keyword.
    pub(super) fn word(&mut self) -> Read<Str> {
        let Token::Word(word) = self.token else { return self.expected("a keyword") };
        self.advance()?;
        Ok(self.module.strings.intern(word))
    }

    pub(super) fn u64(&mut self) -> Read<u64> {
        let number = match self.token {
            Token::Int(digits) => to_u64(digits),
            _ => None,
        };
        match number {
            Some(number) => self.advance().map(|()| number),
            None => self.expected("an unsigned number"),
        }
    }

    pub(super) fn u32(&mut self) -> Read<u32> {
        let number = match self.token {
            Token::Int(digits) => to_u32(digits),
            _ => None,
        };
        match number {
            Some(number) => self.advance().map(|()| number),
            None => self.expected("an unsigned 32-bit number"),
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Read<Str> {
        let Token::Text(text) = self.token else { return self.expected("string constant") };
        self.advance()?;
        Ok(self.module.strings.intern(&unescape(text)))
    }

    /// A name as a key.
    pub(super) fn name_key(&mut self, name: Name<'_>) -> Key {
        match name {
            Name::Number(number) => Key::Number(number),
            Name::Plain(text) => Key::Name(self.module.strings.intern(text)),
            Name::Quoted(text) => Key::Name(self.module.strings.intern(&unescape(text))),
        }
    }

    /// Reads one top-level entity of a module.
    fn item(&mut self) -> Read {
        let at = self.start;
        match self.token {
            Token::Word(b"source_filename") => {
                self.advance()?;
                self.punct(b'=')?;
                self.module.source = Some(self.string()?);
                Ok(())
            }
            Token::Word(b"target") => self.target(),
            Token::Word(b"module") => {
                self.advance()?;
                self.keyword("asm")?;
                let line = self.string()?;
                self.module.assembly.extend_from_slice(self.module.strings.bytes(line));
                self.module.assembly.push(b'\n');
                Ok(())
            }
            Token::Word(b"define") => {
                self.advance()?;
                self.function_definition(true, at)
            }
            Token::Word(b"declare") => {
                self.advance()?;
                self.function_definition(false, at)
            }
            Token::Word(b"attributes") => self.attribute_group(),
            Token::Word(b"uselistorder" | b"uselistorder_bb") => {
                let order = self.use_list_order()?;
                self.module.use_lists.push(order);
                Ok(())
            }
            Token::Local(name) => self.type_definition(name),
            Token::Comdat(name) => self.comdat(name),
            Token::Global(name) => {
                self.advance()?;
                self.punct(b'=')?;
                self.named_global(name, at)
            }
            Token::Node(number) => self.node_definition(number),
            Token::NamedNode(name) => self.named_metadata(name),
            Token::Summary(_) => self.summary(),
            _ => self.expected("top-level entity"),
        }
    }

    fn target(&mut self) -> Read {
        self.advance()?;
        if self.optional_keyword("triple")? {
            self.punct(b'=')?;
            self.module.triple = Some(self.string()?);
            return Ok(());
        }
        self.keyword("datalayout")?;
        self.punct(b'=')?;
        let text = self.string()?;
        self.module.layout = String::from_utf8_lossy(self.module.bytes(text)).into_owned();
        self.alloca_space = crate::layout::Layout::parse(&self.module.layout).alloca_space;
        Ok(())
    }

    fn comdat(&mut self, name: Name<'a>) -> Read {
        let at = self.start;
        self.advance()?;
        self.punct(b'=')?;
        self.keyword("comdat")?;
        const SELECTIONS: &[&str] = &["any", "exactmatch", "largest", "nodeduplicate", "samesize"];
        let Some(selection) = self.optional_keyword_of(SELECTIONS)? else {
            return self.expected("unknown selection kind");
        };
        let Key::Name(name) = self.name_key(name) else {
            return Err(Failure::new(at, "comdat cannot be unnamed"));
        };
        if self.module.comdats.iter().any(|comdat| comdat.name == name) {
            return Err(Failure::new(at, "redefinition of comdat"));
        }
        self.module.comdats.push(Comdat { name, selection });
        Ok(())
    }

    /// Reads the order of the uses of a value.
    pub(super) fn use_list_order(&mut self) -> Read<UseListOrder> {
        let of_block = self.is_keyword("uselistorder_bb");
        self.advance()?;
        let of = if of_block {
            let (function, number) = self.block_of_function()?;
            UseListOf::BlockOf(function, number)
        } else if self.is_keyword("label") {
            UseListOf::Block(self.block_operand()?)
        } else {
            let (ty, value) = self.typed_value()?;
            UseListOf::Value(ty, value)
        };
        self.punct(b',')?;
        self.punct(b'{')?;
        let mut indexes = Vec::new();
        self.list_until(b'}', |parser| {
            indexes.push(parser.u32()?);
            Ok(())
        })?;
        Ok(UseListOrder { of, indexes: indexes.into() })
    }

    /// Reads an entry of a summary, which is kept verbatim.
    fn summary(&mut self) -> Read {
        let start = self.start;
        self.advance()?;
        self.punct(b'=')?;
        if !matches!(self.token, Token::Label(_)) {
            return self.expected("type of a summary entry");
        }
        self.advance()?;
        // `flags: 8` and `blockcount: 0` have no parentheses.
        if matches!(self.token, Token::Int(_)) {
            self.advance()?;
        } else if self.is_punct(b'(') {
            self.skip_parentheses()?;
        } else {
            return self.expected("'(' in a summary entry");
        }
        let entry = self.module.strings.intern(&self.src[start..self.last_end]);
        self.module.summary.push(entry);
        Ok(())
    }

    /// Skips to after the closing parenthesis of the next opening one.
    fn skip_parentheses(&mut self) -> Read {
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Punct(b'(') => depth += 1,
                Token::Punct(b')') => depth -= 1,
                Token::End => return self.expected("end of summary"),
                _ => {}
            }
            self.advance()?;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Checks that all references are defined.
    fn finish(&mut self) -> Read {
        let undefined = self.node_uses.iter().map(|(_, &offset)| offset).min();
        if let Some(offset) = undefined {
            return Err(Failure::new(offset, "use of undefined metadata"));
        }
        for comdat in &self.module.comdats {
            self.comdat_uses.remove(&comdat.name);
        }
        if let Some((name, offset)) = self.comdat_uses.iter().min_by_key(|(_, offset)| **offset) {
            let name = String::from_utf8_lossy(self.module.bytes(*name));
            return Err(Failure::new(*offset, format!("use of undefined comdat '${name}'")));
        }
        let missing = self.module.globals.iter().filter(|global| {
            matches!(global.kind, crate::model::GlobalKind::Undefined)
                && !self.intrinsic_declared_late(global.name)
        });
        if let Some(offset) = missing.map(|global| global.offset).min() {
            return Err(Failure::new(offset, "use of undefined value"));
        }
        self.resolve_addresses()
    }

    fn intrinsic_declared_late(&self, name: Option<Str>) -> bool {
        name.is_some_and(|name| self.module.bytes(name).starts_with(b"llvm."))
    }

    fn resolve_addresses(&mut self) -> Read {
        let names = self.block_names.take().unwrap_or_default();
        let mut addresses: Vec<_> = self.addresses.drain().collect();
        addresses.sort_by_key(|(function, _)| function.0);
        for (function, labels) in addresses {
            let mut blocks = Vec::with_capacity(labels.len());
            for (label, offset) in labels {
                match names.get(&function).and_then(|names| names.get(&label)) {
                    Some(&block) => blocks.push(block),
                    None => return Err(Failure::new(offset, "referenced value is not a basic block")),
                }
            }
            self.module.addresses.insert(function, blocks);
        }
        Ok(())
    }
}
