//! Nodes of metadata.

use super::lexer::{Name, Token, to_u64, unescape};
use super::parser::Parser;
use super::{Failure, Read};
use crate::Str;
use crate::model::{ExpressionItem, Field, Metadata, Node, NodeId, NodeKind, Special, Value};

impl<'a> Parser<'a> {
    fn new_node(&mut self, node: Node) -> NodeId {
        self.module.nodes.push(node);
        NodeId(self.module.nodes.len() as u32 - 1)
    }

    /// The node of a number, which may be defined later.
    fn numbered_node(&mut self, number: u32, at: usize) -> NodeId {
        if let Some(&id) = self.nodes.get(&number) {
            return id;
        }
        let id = self.new_node(Node { number: Some(number), ..Node::default() });
        self.nodes.insert(number, id);
        self.node_uses.insert(id, at);
        id
    }

    /// Reads `!12 = ...`.
    pub(super) fn node_definition(&mut self, number: u32) -> Read {
        let at = self.start;
        self.advance()?;
        self.punct(b'=')?;
        let id = self.numbered_node(number, at);
        if self.node_uses.remove(&id).is_none() {
            return Err(Failure::new(at, "metadata id is already used"));
        }
        let distinct = self.optional_keyword("distinct")?;
        let kind = self.node_body()?;
        let node = &mut self.module.nodes[id.0 as usize];
        (node.distinct, node.kind) = (distinct, kind);
        Ok(())
    }

    /// Reads `!name = !{!0, !1}`.
    pub(super) fn named_metadata(&mut self, name: &'a [u8]) -> Read {
        self.advance()?;
        self.punct(b'=')?;
        self.punct(b'!')?;
        self.punct(b'{')?;
        let mut nodes = Vec::new();
        self.list_until(b'}', |parser| {
            nodes.push(parser.node_operand()?);
            Ok(())
        })?;
        let name = self.module.strings.intern(&unescape(name));
        match self.module.named.iter_mut().find(|(other, _)| *other == name) {
            Some((_, known)) => known.extend(nodes),
            None => self.module.named.push((name, nodes)),
        }
        Ok(())
    }

    /// Reads a node reference or an inline node.
    pub(super) fn node_operand(&mut self) -> Read<NodeId> {
        match self.token {
            Token::Node(number) => {
                let at = self.start;
                self.advance()?;
                Ok(self.numbered_node(number, at))
            }
            Token::NamedNode(_) | Token::Punct(b'!') | Token::Word(b"distinct") => self.inline_node(),
            _ => self.expected("metadata node"),
        }
    }

    fn inline_node(&mut self) -> Read<NodeId> {
        let start = self.start;
        let distinct = self.optional_keyword("distinct")?;
        self.deeper()?;
        let kind = self.node_body()?;
        self.depth -= 1;
        let is_local = matches!(kind, NodeKind::Arguments(_));
        let text = &self.src[start..self.last_end];
        if !distinct
            && !is_local
            && let Some(&id) = self.inline_nodes.get(text)
        {
            return Ok(id);
        }
        let id = self.new_node(Node { distinct, kind, number: None });
        if !distinct && !is_local {
            self.inline_nodes.insert(text, id);
        }
        Ok(id)
    }

    /// Reads `!{...}` or `!Name(...)`.
    fn node_body(&mut self) -> Read<NodeKind> {
        match self.token {
            Token::Punct(b'!') => {
                self.advance()?;
                self.punct(b'{')?;
                let mut operands = Vec::new();
                self.list_until(b'}', |parser| {
                    operands.push(parser.metadata()?);
                    Ok(())
                })?;
                Ok(NodeKind::Tuple(operands.into()))
            }
            Token::NamedNode(b"DIExpression") => self.expression_items(),
            Token::NamedNode(b"DIArgList") => {
                self.advance()?;
                self.punct(b'(')?;
                let mut arguments = Vec::new();
                self.list_until(b')', |parser| {
                    arguments.push(parser.metadata()?);
                    Ok(())
                })?;
                Ok(NodeKind::Arguments(arguments.into()))
            }
            Token::NamedNode(name) => {
                self.advance()?;
                self.fields(name)
            }
            _ => self.expected("metadata node"),
        }
    }

    fn expression_items(&mut self) -> Read<NodeKind> {
        self.advance()?;
        self.punct(b'(')?;
        let mut items = Vec::new();
        self.list_until(b')', |parser| {
            items.push(match parser.token {
                Token::Word(_) => ExpressionItem::Word(parser.debug_word(b"")?),
                _ => ExpressionItem::Number(parser.u64()?),
            });
            Ok(())
        })?;
        Ok(NodeKind::Expression(items.into()))
    }

    fn fields(&mut self, name: &[u8]) -> Read<NodeKind> {
        self.punct(b'(')?;
        let mut fields = Vec::new();
        self.list_until(b')', |parser| {
            let Token::Label(Name::Plain(field)) = parser.token else {
                return parser.expected("field label here");
            };
            let label = parser.module.strings.intern(field);
            if fields.iter().any(|(other, _)| *other == label) {
                return parser.expected("another field: this one cannot be specified more than once");
            }
            parser.advance()?;
            fields.push((label, parser.field(field)?));
            Ok(())
        })?;
        let name = self.module.strings.intern(name);
        Ok(NodeKind::Special(Special { name, fields: fields.into() }))
    }

    /// Reads a keyword of a field, which an empty name makes that of an expression.
    fn debug_word(&mut self, field: &[u8]) -> Read<Str> {
        if let Token::Word(word) = self.token
            && let Err(kind) = (self.options.check_debug_word)(field, word)
        {
            let word = String::from_utf8_lossy(word);
            return Err(Failure::new(self.start, format!("invalid {kind} '{word}'")));
        }
        self.word()
    }

    fn field(&mut self, name: &[u8]) -> Read<Field> {
        if is_truth(name) && !matches!(self.token, Token::Word(b"true" | b"false")) {
            return self.expected("'true' or 'false'");
        }
        if greatest(name).is_some() && matches!(self.token, Token::Text(_) | Token::Word(b"true" | b"false"))
        {
            return self.expected("unsigned integer");
        }
        match self.token {
            Token::Text(_) => Ok(Field::Text(self.string()?)),
            Token::Int(digits) => {
                let text = std::str::from_utf8(digits).expect("digits are ASCII");
                let Ok(number) = text.parse() else {
                    return self.expected("a number that is less large");
                };
                if let Some(limit) = greatest(name) {
                    if number < 0 {
                        return self.expected("unsigned integer");
                    }
                    if number > limit {
                        let name = String::from_utf8_lossy(name);
                        let message = format!("value for '{name}' too large, limit is {limit}");
                        return Err(Failure::new(self.start, message));
                    }
                }
                self.advance()?;
                Ok(Field::Number(number))
            }
            Token::Word(b"true" | b"false") => {
                let value = self.is_keyword("true");
                self.advance()?;
                Ok(Field::Bool(value))
            }
            Token::Word(b"null") => {
                self.advance()?;
                Ok(Field::Metadata(Metadata::Null))
            }
            Token::Punct(b'{') => {
                self.advance()?;
                let mut items = Vec::new();
                self.list_until(b'}', |parser| {
                    items.push(parser.metadata()?);
                    Ok(())
                })?;
                Ok(Field::List(items.into()))
            }
            Token::Word(word) if self.is_type_word(word) => Ok(Field::Metadata(self.metadata()?)),
            Token::Word(_) => {
                let mut words = vec![self.debug_word(name)?];
                while self.optional_punct(b'|')? {
                    words.push(self.debug_word(name)?);
                }
                Ok(Field::Words(words.into()))
            }
            _ => Ok(Field::Metadata(self.metadata()?)),
        }
    }

    fn is_type_word(&self, word: &[u8]) -> bool {
        matches!(word, b"ptr" | b"half" | b"bfloat" | b"float" | b"double" | b"fp128" | b"x86_fp80")
            || matches!(word, [b'i', digits @ ..] if to_u64(digits).is_some())
    }

    /// Reads metadata as an operand.
    pub(super) fn metadata(&mut self) -> Read<Metadata> {
        match self.token {
            Token::Word(b"null") => {
                self.advance()?;
                Ok(Metadata::Null)
            }
            Token::Punct(b'!') => {
                // A string, or a node that is written here.
                if self.src.get(self.end) == Some(&b'"') {
                    self.advance()?;
                    return Ok(Metadata::Text(self.string()?));
                }
                Ok(Metadata::Node(self.inline_node()?))
            }
            Token::Node(_) | Token::NamedNode(_) | Token::Word(b"distinct") => {
                Ok(Metadata::Node(self.node_operand()?))
            }
            _ => {
                let (_, value) = self.typed_value()?;
                Ok(match value {
                    Value::Local(local) => Metadata::Local(local),
                    Value::Const(constant) => Metadata::Const(constant),
                    Value::Metadata(metadata) => metadata,
                })
            }
        }
    }
}

/// The greatest number of a field of debug information; `None` if it may be negative, or of any size.
fn greatest(field: &[u8]) -> Option<i128> {
    Some(match field {
        b"emissionKind" | b"nameTableKind" => 3,
        b"cc" | b"encoding" => 0xff,
        b"tag" | b"language" | b"column" | b"arg" => 0xffff,
        b"line" | b"scopeLine" | b"virtualIndex" | b"runtimeVersion" | b"align" | b"discriminator"
        | b"flags" | b"spFlags" => i128::from(u32::MAX),
        b"size" | b"offset" | b"dwoId" => i128::from(u64::MAX),
        _ => return None,
    })
}

/// Whether a field of debug information is a boolean.
fn is_truth(field: &[u8]) -> bool {
    matches!(
        field,
        b"isOptimized"
            | b"isLocal"
            | b"isDefinition"
            | b"isUnsigned"
            | b"exportSymbols"
            | b"splitDebugInlining"
            | b"debugInfoForProfiling"
            | b"rangesBaseAddress"
            | b"isImplicitCode"
            | b"isDecl"
    )
}
