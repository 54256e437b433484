//! Asynchronous transfers between buffers.
//!
//! Upstream keeps the maps of these ops among the discardable attributes.

use terrace_affine::AffineMap;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::identifiers::Identifiers;
use super::operands::{Element, parse_element, print_element, resolve_indices};
use crate::layout::memref;
use crate::memref::fold::fold_casts;

/// Starts a transfer. The operands are the source buffer and the operands of its subscripts, the same for the
/// destination buffer and the tag, the number of elements, and, for strided transfers, the stride and the
/// number of contiguous elements per stride.
#[op("affine.dma_start", interfaces(dyn MemoryEffects), asm = (parse_start, print_start),
     syntax = "<source> `[` <subscripts> `]` `,` <target> `[` <subscripts> `]` `,` <tag> `[` <subscripts> `]` `,` <number \
               of elements> (`,` <stride> `,` <elements per stride>)? `:` <types of source, target and tag>",
     verify = verify_start,
     fold = fold_casts)]
pub struct AffineDmaStartOp {
    operands: VarOperand<ANY_TYPE>,
}

/// Waits for the end of a transfer; like upstream's op, it declares no other memory effects. The operands are
/// the tag buffer, the operands of its subscripts, and the number of elements.
#[op("affine.dma_wait", asm = (parse_wait, print_wait),
     syntax = "<tag> `[` <subscripts> `]` `,` <number of elements> `:` <type of tag>",
     verify = verify_wait,
     fold = fold_casts)]
pub struct AffineDmaWaitOp {
    operands: VarOperand<ANY_TYPE>,
}

impl MemoryEffects for AffineDmaStartOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let Some(([source, target, tag], _)) = AffineDmaStartOp::view_of(op).elements() else { return };
        out.push(Effect::new(EffectKind::Read, Some(source.memref.id())));
        out.push(Effect::new(EffectKind::Write, Some(target.memref.id())));
        out.push(Effect::new(EffectKind::Read, Some(tag.memref.id())));
    }
}

/// A buffer among the operands of a transfer, with its subscripts.
#[derive(Clone)]
pub struct DmaElement<'a> {
    /// The buffer.
    pub memref: ValueRef<'a>,
    /// The map of the subscripts.
    pub map: Attr,
    /// The operands of the map.
    pub indices: Vec<ValueRef<'a>>,
}

fn inputs(op: OpRef<'_>, name: &str) -> Option<usize> {
    op.discardable_attr(name)?.as_affine_map(op.cx()).map(|map| map.num_inputs() as usize)
}

/// The element whose buffer is the `at`th operand, and the number of the operand after it; `None` if operands or
/// the map lack.
fn element<'a>(op: OpRef<'a>, name: &str, at: usize) -> Option<(DmaElement<'a>, usize)> {
    let end = at + 1 + inputs(op, name)?;
    if end > op.num_operands() {
        return None;
    }
    let indices = (at + 1..end).map(|i| op.operand(i)).collect();
    Some((DmaElement { memref: op.operand(at), map: op.discardable_attr(name)?, indices }, end))
}

impl<'a> AffineDmaStartOpView<'a> {
    /// Source, destination and tag, and the number of the operand after them; `None` if something lacks.
    pub fn elements(self) -> Option<([DmaElement<'a>; 3], usize)> {
        let (source, at) = element(self.0, "src_map", 0)?;
        let (target, at) = element(self.0, "dst_map", at)?;
        let (tag, at) = element(self.0, "tag_map", at)?;
        Some(([source, target, tag], at))
    }
}

impl<'a> AffineDmaWaitOpView<'a> {
    /// The tag; `None` if something lacks.
    pub fn tag(self) -> Option<DmaElement<'a>> {
        Some(element(self.0, "tag_map", 0)?.0)
    }
}

fn add_map(p: &mut dyn OpParser, state: &mut ParseState, name: &str, map: Attr) {
    let name = p.cx().str(name);
    state.attrs.push((name, map));
}

/// Whether there are as many operands as the map has inputs.
fn is_complete(p: &mut dyn OpParser, element: &Element) -> bool {
    let map = element.map.as_affine_map(p.cx());
    map.is_some_and(|map| AffineMap::num_inputs(map) as usize == element.indices.len())
}

fn parse_start(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut elements = Vec::new();
    for name in ["src_map", "dst_map", "tag_map"] {
        let element = parse_element(p)?;
        add_map(p, state, name, element.map);
        elements.push(element);
        p.token(",")?;
    }
    let count = p.operand()?;
    // Nothing need follow the comma.
    let strides = if p.optional_token(",") { p.operand_list(Delimiter::None)? } else { Vec::new() };
    let name_loc = p.name_loc();
    if !matches!(strides.len(), 0 | 2) {
        return Err(p.error(name_loc, "expected two stride related operands".to_string()));
    }
    p.token(":")?;
    let types = p.type_list()?;
    if types.len() != elements.len() {
        return Err(p.error(name_loc, "expected three types".to_string()));
    }
    let mut complete = true;
    for (element, ty) in elements.into_iter().zip(types) {
        complete &= is_complete(p, &element);
        state.operands.push(p.resolve(element.memref, ty)?);
        resolve_indices(p, state, element.indices)?;
    }
    resolve_indices(p, state, std::iter::once(count).chain(strides))?;
    if !complete {
        return Err(p.error(name_loc, "memref operand count not equal to map.numInputs".to_string()));
    }
    Ok(())
}

fn print_start(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some((elements, at)) = AffineDmaStartOp::view_of(op).elements() else { return };
    let types: Vec<ValueRef<'_>> = elements.iter().map(|element| element.memref).collect();
    p.text(" ");
    for element in elements {
        print_element(p, element.memref, element.map, element.indices.into_iter());
        p.text(", ");
    }
    p.values(&mut op.operands().skip(at));
    p.text(" : ");
    p.types_of(&mut types.into_iter());
}

fn verify_start(op: OpRef<'_>) -> CheckResult {
    let is_memref = |i: usize| i < op.num_operands() && memref(op.cx(), op.operand(i).ty()).is_some();
    let mut at = 0;
    for (name, what) in [("src_map", "source"), ("dst_map", "destination"), ("tag_map", "tag")] {
        if !is_memref(at) {
            return Err(op_error(op, format!("expected DMA {what} to be of memref type")));
        }
        let Some(inputs) = inputs(op, name) else {
            return Err(op_error(op, format!("requires an affine map as attribute '{name}'")));
        };
        at += 1 + inputs;
    }
    if op.num_operands() != at + 1 && op.num_operands() != at + 3 {
        return Err(op_error(op, "incorrect number of operands"));
    }
    let Some((elements, _)) = AffineDmaStartOp::view_of(op).elements() else { return Ok(()) };
    let mut identifiers = Identifiers::around(op);
    for (element, what) in elements.into_iter().zip(["src", "dst", "tag"]) {
        for index in element.indices {
            if index.ty() != Type::INDEX {
                return Err(op_error(op, format!("{what} index to dma_start must have 'index' type")));
            }
            if !identifiers.is_index(index) {
                let rule = format!("{what} index must be a valid dimension or symbol identifier");
                return Err(op_error(op, rule));
            }
        }
    }
    Ok(())
}

fn parse_wait(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let tag = parse_element(p)?;
    add_map(p, state, "tag_map", tag.map);
    p.token(",")?;
    let count = p.operand()?;
    p.token(":")?;
    let ty = p.ty()?;
    let complete = is_complete(p, &tag);
    state.operands.push(p.resolve(tag.memref, ty)?);
    resolve_indices(p, state, tag.indices)?;
    resolve_indices(p, state, [count])?;
    let name_loc = p.name_loc();
    if memref(p.cx(), ty).is_none() {
        return Err(p.error(name_loc, "expected tag to be of memref type".to_string()));
    }
    if !complete {
        return Err(p.error(name_loc, "tag memref operand count != to map.numInputs".to_string()));
    }
    Ok(())
}

fn print_wait(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some((tag, at)) = element(op, "tag_map", 0) else { return };
    let ty = tag.memref.ty();
    p.text(" ");
    print_element(p, tag.memref, tag.map, tag.indices.into_iter());
    p.text(", ");
    p.values(&mut op.operands().skip(at));
    p.text(" : ");
    p.ty(ty);
}

fn verify_wait(op: OpRef<'_>) -> CheckResult {
    if op.operands().next().is_none_or(|tag| memref(op.cx(), tag.ty()).is_none()) {
        return Err(op_error(op, "expected DMA tag to be of memref type"));
    }
    if inputs(op, "tag_map").is_none() {
        return Err(op_error(op, "requires an affine map as attribute 'tag_map'"));
    }
    let Some((tag, _)) = element(op, "tag_map", 0) else {
        return Err(op_error(op, "incorrect number of operands"));
    };
    let mut identifiers = Identifiers::around(op);
    for index in tag.indices {
        if index.ty() != Type::INDEX {
            return Err(op_error(op, "index to dma_wait must have 'index' type"));
        }
        if !identifiers.is_index(index) {
            return Err(op_error(op, "index must be a valid dimension or symbol identifier"));
        }
    }
    Ok(())
}
