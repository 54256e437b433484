//! Regions and blocks.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;
use terrace_ir::asm::{Argument, PResult, ParseState};
use terrace_ir::{Block, BodyBuilder, BodyId, Diag, Region, Trait, TraitSet};

use super::names::NameScope;
use super::{DeferredLoc, Frame, LocSlot, ParsedLoc, Parser};
use crate::lexer::{Lexer, TokenKind};

/// The blocks of a region that is being read.
pub(crate) struct BlockScope {
    /// The block that ops are appended to.
    pub(crate) current: Block,
    /// The blocks by name, with the first use of each that is not defined yet.
    by_text: FxHashMap<Box<[u8]>, (Block, Option<u32>)>,
}

impl BlockScope {
    pub(crate) fn new(current: Block) -> Self {
        Self { current, by_text: FxHashMap::default() }
    }

    /// Returns the positions of the first uses of undefined blocks, in source order.
    pub(crate) fn undefined(&self) -> Vec<u32> {
        let mut at: Vec<u32> = self.by_text.values().filter_map(|&(_, first_use)| first_use).collect();
        at.sort_unstable();
        at
    }
}

impl Frame {
    pub(crate) fn new(id: BodyId, text: (u32, u32)) -> Self {
        Self {
            body: BodyBuilder::new(None),
            id,
            names: NameScope::default(),
            forward: FxHashMap::default(),
            shadows: false,
            deferred_body: Vec::new(),
            text,
        }
    }
}

impl Parser<'_> {
    /// Whether a region is here, and not a dictionary of attributes, if one may be here too: that begins with a name and `=` or
    /// `,`, or has one name that is no op's.
    pub(crate) fn at_region(&mut self, or_dict: bool) -> bool {
        if !self.at(TokenKind::LBrace) || !or_dict {
            return self.at(TokenKind::LBrace);
        }
        let mut lexer = Lexer::new(self.src, self.tok.end as usize);
        let (name, after) = (lexer.next_token(), lexer.next_token());
        match (name.kind, after.kind) {
            (
                TokenKind::Bare | TokenKind::IntType | TokenKind::String,
                TokenKind::Equal | TokenKind::Comma,
            ) => false,
            (TokenKind::Bare, TokenKind::RBrace) => {
                let written = self.str_of(name);
                let dialect = self.default_dialects.last().copied().unwrap_or("builtin");
                self.cx.registered_op(written).is_some()
                    || self.cx.registered_op(&format!("{dialect}.{written}")).is_some()
            }
            (TokenKind::IntType | TokenKind::String, TokenKind::RBrace) => false,
            _ => true,
        }
    }

    /// Makes the body of the parsed op current, if that op is isolated. Returns whether it did.
    pub(crate) fn enter_body(&mut self) -> bool {
        if !self.open.last().is_some_and(|o| o.isolated) {
            return false;
        }
        let text = (self.tok.start, self.src.len() as u32);
        let shadows = self.open.last().is_some_and(|open| open.shadows);
        let mut inner = self.open.last_mut().and_then(|o| o.inner.take()).unwrap_or_else(|| {
            let id = BodyId::from_u32(self.next_body.fetch_add(1, Ordering::Relaxed));
            let mut frame = Box::new(Frame::new(id, text));
            // Bodies beside each other are often alike.
            if let Some((_, last)) = self.bodies.last() {
                frame.body.reserve_as(last);
            }
            frame
        });
        inner.shadows = shadows;
        self.outer.push(std::mem::replace(&mut self.frame, inner));
        true
    }

    pub(crate) fn leave_body(&mut self) {
        if let Some(outer) = self.outer.pop() {
            let inner = std::mem::replace(&mut self.frame, outer);
            if let Some(open) = self.open.last_mut() {
                open.inner = Some(inner);
            }
        }
    }

    /// An empty region of the op being read.
    pub(crate) fn new_region(&mut self) -> Region {
        let entered = self.enter_body();
        let region = self.frame.body.new_region();
        if entered {
            self.leave_body();
        }
        region
    }

    /// Reserves space for more ops in the current body. A large body is expected to continue at the same density to the
    /// end of the text, up to a limit, so that little of it is moved; unused space costs only address space.
    #[cold]
    pub(super) fn make_room(&mut self) {
        const LARGE: usize = 1 << 10;
        const HUGE: usize = 1 << 13;
        let frame = &mut *self.frame;
        let done = self.tok.start.saturating_sub(frame.text.0);
        if frame.body.num_ops() < LARGE || done == 0 {
            return;
        }
        let most = if frame.body.num_ops() < HUGE { 7 } else { 255 };
        let left = frame.text.1.saturating_sub(self.tok.start).min(done.saturating_mul(most));
        // What follows may be a little denser.
        let left = left.saturating_add(left / 32);
        frame.body.reserve_in_proportion(left as usize, done as usize);
        frame.names.reserve_in_proportion(left as usize, done as usize);
    }

    /// A region in braces.
    pub(crate) fn region(&mut self, state: &ParseState, arguments: &[Argument]) -> PResult<Region> {
        let entered = self.enter_body();
        if entered
            && self.parallel
            && let Some(region) = self.put_off_region(state, arguments)
        {
            self.leave_body();
            return Ok(region);
        }
        let result = stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.region_here(arguments));
        if entered {
            self.leave_body();
        }
        result
    }

    fn region_here(&mut self, arguments: &[Argument]) -> PResult<Region> {
        self.expect(TokenKind::LBrace, "expected '{' to begin a region")?;
        let region = self.frame.body.new_region();
        self.fill_region(region, arguments)
    }

    /// Parses the contents of a region, after the opening brace.
    pub(crate) fn fill_region(&mut self, region: Region, arguments: &[Argument]) -> PResult<Region> {
        if !arguments.is_empty() || !self.at(TokenKind::RBrace) {
            let block = self.frame.body.new_block();
            self.blocks.push(BlockScope::new(block));
            self.frame.names.push();
            let result = self.region_body(region, block, arguments);
            self.frame.names.pop();
            let scope = self.blocks.pop();
            result?;
            let undefined = scope.map_or(Vec::new(), |scope| scope.undefined());
            for &at in &undefined {
                let meant = self.nearest_block(at);
                self.misspelled(at, "reference to an undefined block", meant);
            }
            if !undefined.is_empty() {
                return Err(terrace_ir::asm::Failed);
            }
        }
        // The caller has seen to it that the brace is there.
        self.advance();
        Ok(region)
    }

    fn region_body(&mut self, region: Region, block: Block, arguments: &[Argument]) -> PResult<()> {
        let named = arguments.first().is_some_and(|a| a.operand.name.1 > 0);
        if named {
            if self.at(TokenKind::Caret) {
                return Err(self.error("invalid block name in region with named arguments"));
            }
            let first = self.frame.body.add_args(block, arguments.iter().map(|a| (a.ty, a.loc)));
            for (i, argument) in arguments.iter().enumerate() {
                let operand = argument.operand;
                let (known, _) = self.frame.names.get(self.src, operand.name, operand.number);
                let known = known.or_else(|| self.known_outside(operand.name, operand.number, true));
                if let Some(known) = known {
                    let name = &self.src[operand.name.0 as usize..(operand.name.0 + operand.name.1) as usize];
                    let name = String::from_utf8_lossy(name).into_owned();
                    let diag =
                        Diag::error(operand.loc, format!("region entry argument '{name}' is already in use"))
                            .note(self.loc_at(known.at), "previously referenced here");
                    return Err(self.diag(diag));
                }
                let at = argument.loc.as_source().map(|p| p.wrapping_sub(self.base));
                if let Some(name) = at.and_then(|at| self.alias_locs.remove(&at)) {
                    let slot = LocSlot::Arg(block, i as u32);
                    self.deferred.push(DeferredLoc { body: self.frame.id, slot, name });
                }
                let value = terrace_ir::Value::from_u32(first.as_u32() + i as u32);
                self.define_argument(&operand, value)?;
            }
        } else if !arguments.is_empty() {
            self.frame.body.add_args(block, arguments.iter().map(|a| (a.ty, a.loc)));
        }
        let entry_args = self.frame.body.args(block).len();
        if self.at(TokenKind::Caret) {
            self.labelled_block(Some(block), region)?;
        } else {
            self.frame.body.append_block(region, block);
            self.block_body(block)?;
        }
        if !arguments.is_empty() && self.frame.body.args(block).len() > entry_args.max(arguments.len()) {
            return Err(self.error("entry block arguments were already defined"));
        }
        while !self.at(TokenKind::RBrace) {
            self.labelled_block(None, region)?;
        }
        Ok(())
    }

    fn labelled_block(&mut self, given: Option<Block>, region: Region) -> PResult<()> {
        let tok = self.tok;
        self.expect(TokenKind::Caret, "expected block name")?;
        let text = self.text_of(tok);
        let known = self.blocks.last_mut().and_then(|scope| scope.by_text.get_mut(text));
        let block = match known.map(|(block, first_use)| (*block, first_use.take())) {
            None => {
                let block = given.unwrap_or_else(|| self.frame.body.new_block());
                if let Some(scope) = self.blocks.last_mut() {
                    scope.by_text.insert(text.into(), (block, None));
                }
                block
            }
            Some((block, Some(_))) => block,
            Some((_, None)) => {
                let name = self.str_of(tok);
                return Err(self.error_at(tok.start, format!("redefinition of block '{name}'")));
            }
        };
        self.frame.body.append_block(region, block);
        self.note_block(tok, block, true);
        if self.at(TokenKind::LParen) {
            self.block_args(block)?;
        }
        self.expect(TokenKind::Colon, "expected ':' after block name")?;
        self.block_body(block)
    }

    fn block_body(&mut self, block: Block) -> PResult<()> {
        if let Some(scope) = self.blocks.last_mut() {
            scope.current = block;
        }
        while !matches!(self.tok.kind, TokenKind::Caret | TokenKind::RBrace) {
            self.next_operation()?;
        }
        Ok(())
    }

    fn block_args(&mut self, block: Block) -> PResult<()> {
        let existing = self.frame.body.args(block).len();
        let mut next = 0usize;
        let mut fresh = Vec::new();
        self.delimited((TokenKind::LParen, '('), (TokenKind::RParen, ')'), "", |p| {
            let operand = p.ssa_use(true)?;
            p.expect(TokenKind::Colon, "expected ':' and type for SSA operand")?;
            let ty = p.ty()?;
            if existing > 0 {
                if next >= existing {
                    return Err(p.error("too many arguments specified in argument list"));
                }
                let value = p.frame.body.args(block).nth(next);
                let Some(value) = value.filter(|&v| p.frame.body.value_type(v) == ty) else {
                    return Err(p.error("argument and block argument type mismatch"));
                };
                match p.optional_trailing_loc()? {
                    Some(ParsedLoc::Known(loc)) => p.frame.body.set_arg_loc(block, next, loc),
                    Some(ParsedLoc::Alias(name)) => p.deferred.push(DeferredLoc {
                        body: p.frame.id,
                        slot: LocSlot::Arg(block, next as u32),
                        name,
                    }),
                    None => {}
                }
                p.define_argument(&operand, value)?;
            } else {
                let mut loc = operand.loc;
                match p.optional_trailing_loc()? {
                    Some(ParsedLoc::Known(known)) => loc = known,
                    Some(ParsedLoc::Alias(name)) => p.deferred.push(DeferredLoc {
                        body: p.frame.id,
                        slot: LocSlot::Arg(block, next as u32),
                        name,
                    }),
                    None => {}
                }
                fresh.push((operand, ty, loc));
            }
            next += 1;
            Ok(())
        })?;
        if !fresh.is_empty() {
            let first = self.frame.body.add_args(block, fresh.iter().map(|&(_, ty, loc)| (ty, loc)));
            for (i, (operand, ..)) in fresh.into_iter().enumerate() {
                let value = terrace_ir::Value::from_u32(first.as_u32() + i as u32);
                self.define_argument(&operand, value)?;
            }
        }
        Ok(())
    }

    /// `^name`: the block, which may be defined later.
    pub(crate) fn successor(&mut self) -> PResult<Block> {
        let tok = self.tok;
        if !self.at(TokenKind::Caret) {
            return Err(self.wrong_token("expected block name"));
        }
        let text = self.text_of(tok);
        self.advance();
        let Some(scope) = self.blocks.last_mut() else {
            return Err(self.error_at(tok.start, "reference to an undefined block"));
        };
        let block = match scope.by_text.get(text) {
            Some(&(block, _)) => block,
            None => {
                let block = self.frame.body.new_block();
                scope.by_text.insert(text.into(), (block, Some(tok.start)));
                block
            }
        };
        self.note_block(tok, block, false);
        Ok(block)
    }

    /// Adds the terminator that the op's definition implies.
    pub(crate) fn ensure_terminator(&mut self, state: &ParseState, region: Region) {
        let def = self.cx.op_info(state.name).def();
        let implied = def.and_then(|d| {
            d.traits.iter().find_map(|t| match t {
                Trait::SingleBlockImplicitTerminator(name) => Some(*name),
                _ => None,
            })
        });
        let Some(name) = implied else { return };
        let name = self.cx.op_name(name);
        let entered = self.enter_body();
        let frame = &mut *self.frame;
        if frame.body.entry(region).is_none() {
            let block = frame.body.new_block();
            frame.body.append_block(region, block);
        }
        if let Some(block) = frame.body.last_block(region) {
            let has = frame
                .body
                .last_op(block)
                .is_some_and(|op| self.cx.op_info(frame.body.name(op)).traits.has(TraitSet::Terminator));
            if !has {
                Self::append_plain_op(frame, self.cx, block, name, state.loc);
            }
        }
        if entered {
            self.leave_body();
        }
    }

    /// Whether a region has no block.
    pub(crate) fn is_empty_region(&mut self, region: Region) -> bool {
        let entered = self.enter_body();
        let is_empty = self.frame.body.entry(region).is_none();
        if entered {
            self.leave_body();
        }
        is_empty
    }

    /// Returns an empty region an entry block.
    pub(crate) fn ensure_block(&mut self, region: Region) {
        let entered = self.enter_body();
        if self.frame.body.entry(region).is_none() {
            let block = self.frame.body.new_block();
            self.frame.body.append_block(region, block);
        }
        if entered {
            self.leave_body();
        }
    }
}
