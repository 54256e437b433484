//! Variables, aliases and ifuncs.

use super::functions::Linkage;
use super::lexer::{Name, Token};
use super::parser::Parser;
use super::state::Key;
use super::{Failure, Read};
use crate::model::{Global, GlobalKind, NodeId};
use crate::strings::Str;

/// The sanitizer keywords of a variable.
const SANITIZERS: &[&str] =
    &["no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit"];

impl<'a> Parser<'a> {
    /// Reads the definition after `@name =`.
    pub(super) fn named_global(&mut self, name: Name<'a>, at: usize) -> Read {
        let key = match name {
            Name::Number(number) if number < self.next_symbol => {
                let message = format!("variable expected to be numbered '@{}' or greater", self.next_symbol);
                return Err(Failure::new(at, message));
            }
            Name::Number(number) => {
                self.next_symbol = number.saturating_add(1);
                Key::Number(number)
            }
            _ => self.name_key(name),
        };
        let linkage = self.linkage()?;
        let mut global = Global { offset: at, ..Global::default() };
        self.set_linkage(&mut global, linkage);
        if self.optional_keyword("thread_local")? {
            global.thread_local = true;
            if self.optional_punct(b'(')? {
                const MODELS: &[&str] = &["localdynamic", "initialexec", "localexec"];
                let Some(model) = self.optional_keyword_of(MODELS)? else {
                    return self.expected("localdynamic, initialexec or localexec");
                };
                global.tls_model = model;
                self.punct(b')')?;
            }
        }
        if let Some(word) = self.optional_keyword_of(&["unnamed_addr", "local_unnamed_addr"])? {
            global.unnamed_addr = word;
        }
        match self.optional_keyword_of(&["alias", "ifunc"])? {
            Some(word) => self.indirect_symbol(key, global, word, at),
            None => self.variable(key, global, linkage, at),
        }
    }

    fn indirect_symbol(&mut self, key: Key, mut global: Global, word: &str, at: usize) -> Read {
        let ty = self.any_type()?;
        self.punct(b',')?;
        let target = match self.token {
            // Expressions have an explicit type.
            Token::Word(b"bitcast" | b"getelementptr" | b"addrspacecast" | b"inttoptr") => {
                self.any_expression()?
            }
            _ => self.typed_constant()?,
        };
        while self.optional_punct(b',')? {
            if !self.optional_keyword("partition")? {
                return self.expected("partition");
            }
            let name = self.string()?;
            global.properties.push(("partition", Some(name)));
        }
        let id = self.define_global(key, global, at)?;
        self.module.globals[id.0 as usize].kind = match word {
            "alias" => GlobalKind::Alias { ty, target },
            _ => GlobalKind::IFunc { ty, resolver: target },
        };
        Ok(())
    }

    fn variable(&mut self, key: Key, mut global: Global, linkage: Linkage, at: usize) -> Read {
        global.space = self.optional_address_space()?;
        let externally_initialized = self.optional_keyword("externally_initialized")?;
        let Some(word) = self.optional_keyword_of(&["constant", "global"])? else {
            return self.expected("'global' or 'constant'");
        };
        let ty = self.ty()?;
        let has_initializer = !matches!(linkage.linkage, "external" | "extern_weak");
        let initializer = match has_initializer {
            true => Some(self.constant(ty)?),
            false => None,
        };
        while self.optional_punct(b',')? {
            match self.token {
                Token::Word(b"section") => {
                    self.advance()?;
                    global.section = Some(self.string()?);
                }
                Token::Word(word @ (b"partition" | b"code_model")) => {
                    self.advance()?;
                    let name = self.string()?;
                    let keyword = if word == b"partition" { "partition" } else { "code_model" };
                    global.properties.push((keyword, Some(name)));
                }
                Token::Word(b"align") => {
                    self.advance()?;
                    global.align = Some(self.u64()?);
                }
                Token::Word(b"comdat") => global.comdat = self.comdat_of(key)?,
                Token::NamedNode(_) => global.attachments.push(self.attachment()?),
                _ => match self.optional_keyword_of(SANITIZERS)? {
                    Some(word) => global.properties.push((word, None)),
                    None => return self.expected("a property of the variable"),
                },
            }
        }
        global.attributes = self.function_attributes()?;
        let id = self.define_global(key, global, at)?;
        self.module.globals[id.0 as usize].kind =
            GlobalKind::Variable { ty, is_constant: word == "constant", externally_initialized, initializer };
        Ok(())
    }

    /// Reads `comdat` or `comdat($name)`.
    pub(super) fn comdat_of(&mut self, key: Key) -> Read<Option<Str>> {
        let at = self.start;
        self.advance()?;
        let key = if self.optional_punct(b'(')? {
            let Token::Comdat(name) = self.token else { return self.expected("comdat variable") };
            self.advance()?;
            self.punct(b')')?;
            self.name_key(name)
        } else {
            key
        };
        let Key::Name(name) = key else { return Err(Failure::new(at, "comdat cannot be unnamed")) };
        self.comdat_uses.entry(name).or_insert(at);
        Ok(Some(name))
    }

    /// Reads a sequence of `!kind !node`.
    pub(super) fn global_attachments(&mut self, out: &mut Vec<(Str, NodeId)>) -> Read {
        while matches!(self.token, Token::NamedNode(_)) {
            out.push(self.attachment()?);
        }
        Ok(())
    }

    /// Reads `!kind !node`.
    pub(super) fn attachment(&mut self) -> Read<(Str, NodeId)> {
        let Token::NamedNode(name) = self.token else { return self.expected("metadata attachment") };
        let name = self.module.strings.intern(&super::lexer::unescape(name));
        self.advance()?;
        Ok((name, self.node_operand()?))
    }
}
