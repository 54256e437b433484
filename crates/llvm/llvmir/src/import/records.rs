//! Records and intrinsics of debug information.

use terrace_dialects_llvm::attrs::{DIExpressionAttr, DILabelAttr, DILocalVariableAttr};
use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, DbgLabelOp, DbgValueOp};
use terrace_dialects_llvm::ops::LandingpadOp;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Loc, Rewriter, Value as IrValue};

use super::body::Shape;
use super::{Importer, Result};
use terrace_llvm_ir::model::{BlockId, Inst, Metadata, NodeId, NodeKind};

/// A record for a debug variable; the op is created once all of its values exist.
pub(super) struct Delayed<'m> {
    /// `value`, `declare` or `assign`.
    pub(super) kind: &'m [u8],
    pub(super) operands: Vec<Metadata>,
    pub(super) loc: Loc,
    /// Whether it is the call of an intrinsic.
    pub(super) is_intrinsic: bool,
    pub(super) span: std::ops::Range<u32>,
}

impl<'m> Importer<'m> {
    /// Notes the records before an instruction, and makes ops of labels.
    pub(super) fn records_before(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        out: &mut Vec<Delayed<'m>>,
    ) -> Result {
        let records = &shape.body.records[inst.records.start as usize..inst.records.end as usize];
        for record in records {
            let location = match record.operands.last() {
                Some(Metadata::Node(node)) => Some(*node),
                _ => None,
            };
            let loc = location.map_or(Loc::UNKNOWN, |node| self.location(node));
            let kind = self.module.bytes(record.kind);
            if self.keeps() {
                let operands = record.operands.split_last().map_or(&[][..], |(_, operands)| operands);
                self.record_in_place(rw, kind, operands, location, loc)?;
                continue;
            }
            if kind == b"label" {
                let label = match record.operands.first() {
                    Some(Metadata::Node(node)) => self.debug_node(*node),
                    _ => None,
                };
                match label.filter(|label| label.isa::<DILabelAttr>(self.cx)) {
                    Some(label) => {
                        rw.build(DbgLabelOp::of().loc(loc).label_attr(label));
                    }
                    None => self.warn_expensive(loc, "unhandled debug record", &record.span),
                }
                continue;
            }
            out.push(Delayed {
                kind,
                operands: record.operands.clone(),
                loc,
                is_intrinsic: false,
                span: record.span.clone(),
            });
        }
        Ok(())
    }

    fn warn_expensive(&mut self, loc: Loc, message: &str, span: &std::ops::Range<u32>) {
        if self.options.emit_expensive_warnings {
            let text = self.source(span);
            self.warn(loc, format!("{message} {text}"));
        }
    }

    /// Creates the ops of debug records: first of those of intrinsics.
    pub(super) fn delayed_records(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        records: Vec<Delayed<'m>>,
    ) -> Result {
        let (intrinsics, records): (Vec<_>, Vec<_>) =
            records.into_iter().partition(|record| record.is_intrinsic);
        for record in intrinsics.into_iter().chain(records) {
            if !self.record_op(rw, shape, &record)? {
                let message = match record.is_intrinsic {
                    true => "dropped intrinsic:",
                    false => "unhandled debug variable record",
                };
                self.warn_expensive(record.loc, message, &record.span);
            }
        }
        Ok(())
    }

    /// Creates an op of a record; false where it has no equal.
    fn record_op(&mut self, rw: &mut Rewriter<'_>, shape: &Shape<'_>, record: &Delayed<'m>) -> Result<bool> {
        let cx = self.cx;
        let &[address, Metadata::Node(variable), Metadata::Node(expression), ..] = &record.operands[..]
        else {
            return Ok(false);
        };
        if !matches!(record.kind, b"value" | b"declare") || self.is_list(address) {
            return Ok(false);
        }
        let Some(variable) = self.debug_node(variable).filter(|node| node.isa::<DILocalVariableAttr>(cx))
        else {
            return Ok(false);
        };
        let value = match address {
            Metadata::Local(local) => self.function.locals.get(local.0 as usize).copied().flatten(),
            Metadata::Const(constant) => Some(self.constant(rw, constant)?),
            _ => None,
        };
        let Some(value) = value else { return Ok(false) };
        if !self.point_after(rw, shape, value) {
            return Ok(false);
        }
        let expression = self.expression(expression).filter(|node| node.isa::<DIExpressionAttr>(cx));
        match record.kind {
            b"declare" => {
                rw.build(
                    DbgDeclareOp::of(value)
                        .loc(record.loc)
                        .var_info_attr(variable)
                        .location_expr_attr(expression),
                );
            }
            _ => {
                rw.build(
                    DbgValueOp::of(value)
                        .loc(record.loc)
                        .var_info_attr(variable)
                        .location_expr_attr(expression),
                );
            }
        };
        Ok(true)
    }

    fn is_list(&self, address: Metadata) -> bool {
        match address {
            Metadata::Node(node) => matches!(self.module.node(node).kind, NodeKind::Arguments(_)),
            _ => false,
        }
    }

    /// Sets the insertion point after a value; false if there is no point where it is available.
    fn point_after(&mut self, rw: &mut Rewriter<'_>, shape: &Shape<'_>, value: IrValue) -> bool {
        let defining = rw.value(value).defining_op();
        let Some(op) = defining else {
            let Some(block) = rw.value(value).owner_block().map(|block| block.id()) else { return false };
            let first = rw.block(block).first().filter(|op| op.isa::<LandingpadOp>()).map(|op| op.id());
            match first {
                Some(first) => rw.set_insertion_point_after(first),
                None => rw.set_insertion_point_to_start(block),
            }
            return true;
        };
        if !op.has_trait(TraitSet::Terminator) {
            let op = op.id();
            rw.set_insertion_point_after(op);
            return true;
        }
        // The result of a call that may unwind is known where nothing else leads to.
        let next = op.successors().next().filter(|next| shape.has_one_predecessor(self.block_id(next.id())));
        let last = next.and_then(|next| next.terminator()).map(|last| last.id());
        if let Some(last) = last {
            rw.set_insertion_point_before(last);
        }
        last.is_some()
    }

    /// The block of the text that a block is; `None` for one that stands between a call and its block.
    fn block_id(&self, block: terrace_ir::Block) -> Option<BlockId> {
        let place = self.function.blocks.iter().position(|&known| known == Some(block))?;
        Some(BlockId(place as u32))
    }

    /// The label that a node is.
    pub(super) fn label(&mut self, node: NodeId) -> Option<Attr> {
        self.debug_node(node).filter(|label| label.isa::<DILabelAttr>(self.cx))
    }
}
