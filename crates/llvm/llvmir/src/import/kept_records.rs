//! Records of debug information at their places.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::{DIExpressionAttr, DILocalVariableAttr};
use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, DbgLabelOp, DbgValueOp};
use terrace_dialects_llvm::{CallIntrinsicOp, PoisonOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::{Attr, Block, Loc, Op, Region, Rewriter, Type, Value as IrValue};

use super::{Importer, Result};
use terrace_llvm_ir::model::{LocalId, Metadata, NodeId};

/// An operand of a record whose value may not be there yet, or not be valid where the record is.
pub(super) struct OpenOperand {
    op: Op,
    index: usize,
    local: LocalId,
}

/// The block that a value is defined in.
fn block_of(rw: &Rewriter<'_>, value: IrValue) -> Option<Block> {
    let value = rw.value(value);
    let block = match value.defining_op() {
        Some(op) => op.block(),
        None => value.owner_block(),
    };
    block.map(|block| block.id())
}

impl<'m> Importer<'m> {
    /// Creates the op of a record where it is: one of the dialect's, or the call of an intrinsic that keeps the record.
    pub(super) fn record_in_place(
        &mut self,
        rw: &mut Rewriter<'_>,
        kind: &[u8],
        operands: &[Metadata],
        location: Option<NodeId>,
        loc: Loc,
    ) -> Result {
        if kind == b"label"
            && let Some(Metadata::Node(node)) = operands.first()
            && let Some(label) = self.label(*node)
        {
            let op = rw.build(DbgLabelOp::of().loc(loc).label_attr(label));
            self.keep_location(location, loc);
            self.set_kept(rw, op.into());
            return Ok(());
        }
        if self.plain_record(rw, kind, operands, location, loc)? {
            return Ok(());
        }
        let cx = self.cx;
        self.kept_locals.clear();
        let kept: Vec<Attr> = operands.iter().map(|&operand| self.kept_operand(operand)).collect();
        let locals = std::mem::take(&mut self.kept_locals);
        let mut values = Vec::new();
        for &local in &locals {
            values.push(self.value_of_record(rw, local));
        }
        let kind = String::from_utf8_lossy(kind).into_owned();
        let arguments: Vec<IrValue> = values.iter().map(|(value, _)| *value).collect();
        let op = CallIntrinsicOp::of()
            .loc(loc)
            .intrin_attr(cx.string_attr(&format!("llvm.dbg.{kind}")))
            .args(&arguments)
            .op_bundle_operands(&[]);
        let op = rw.build(op);
        self.keep_text("record", &kind);
        self.keep("operands", cx.array_attr(&kept));
        self.keep_location(location, loc);
        self.set_kept(rw, op.into());
        for (index, (_, is_open)) in values.iter().enumerate() {
            if *is_open {
                self.function.open_operands.push(OpenOperand { op: op.into(), index, local: locals[index] });
            }
        }
        Ok(())
    }

    /// Creates the op that the dialect has for a record; false if it has none.
    fn plain_record(
        &mut self,
        rw: &mut Rewriter<'_>,
        kind: &[u8],
        operands: &[Metadata],
        location: Option<NodeId>,
        loc: Loc,
    ) -> Result<bool> {
        let cx = self.cx;
        let &[address, Metadata::Node(variable), Metadata::Node(expression)] = operands else {
            return Ok(false);
        };
        if !matches!(kind, b"value" | b"declare") {
            return Ok(false);
        }
        let variable = self.debug_node(variable).filter(|node| node.isa::<DILocalVariableAttr>(cx));
        let expression = self.expression(expression).filter(|node| node.isa::<DIExpressionAttr>(cx));
        let (Some(variable), Some(expression)) = (variable, expression) else { return Ok(false) };
        let (value, open) = match address {
            Metadata::Local(local) => {
                let (value, is_open) = self.value_of_record(rw, local);
                (value, is_open.then_some(local))
            }
            Metadata::Const(constant) => (self.constant(rw, constant)?, None),
            _ => return Ok(false),
        };
        let op: Op = match kind {
            b"declare" => rw
                .build(
                    DbgDeclareOp::of(value).loc(loc).var_info_attr(variable).location_expr_attr(expression),
                )
                .into(),
            _ => rw
                .build(DbgValueOp::of(value).loc(loc).var_info_attr(variable).location_expr_attr(expression))
                .into(),
        };
        self.keep_location(location, loc);
        self.set_kept(rw, op);
        if let Some(local) = open {
            self.function.open_operands.push(OpenOperand { op, index: 0, local });
        }
        Ok(true)
    }

    /// The value that a record refers to, and whether it is a placeholder for one that may not be available
    /// here.
    fn value_of_record(&mut self, rw: &mut Rewriter<'_>, local: LocalId) -> (IrValue, bool) {
        let known = self.function.locals.get(local.0 as usize).copied().flatten();
        let here = self.function.current_block;
        if let Some(value) = known {
            let block = block_of(rw, value);
            if block == here || block == self.function.constant_block {
                return (value, false);
            }
        }
        let ty = self.local_types.get(local.0 as usize).copied().unwrap_or(terrace_llvm_ir::Type::I1);
        (self.poison(rw, self.ty(ty)), true)
    }

    /// A value that is poison, at the start of the function.
    fn poison(&mut self, rw: &mut Rewriter<'_>, ty: Type) -> IrValue {
        if let Some(&value) = self.function.poisons.get(&ty) {
            return value;
        }
        let kept = rw.insertion_point();
        match (self.function.last_constant, self.function.constant_block) {
            (Some(op), _) => rw.set_insertion_point_after(op),
            (None, Some(block)) => rw.set_insertion_point_to_start(block),
            (None, None) => {}
        }
        let value = rw.build_value(PoisonOp::of().loc(Loc::UNKNOWN).res(ty));
        self.function.last_constant = rw.value(value).defining_op().map(|op| op.id());
        if let Some(point) = kept {
            rw.set_insertion_point(point);
        }
        self.function.poisons.insert(ty, value);
        value
    }

    /// Sets the operands of records whose values are valid where the records are; others stay poison, and their values are the
    /// result.
    pub(super) fn close_operands(
        &mut self,
        rw: &mut Rewriter<'_>,
        region: Region,
    ) -> FxHashMap<(Op, usize), IrValue> {
        let open = std::mem::take(&mut self.function.open_operands);
        let mut others = FxHashMap::default();
        if open.is_empty() {
            return others;
        }
        let tree = rw.body().analysis::<DomTree>(region);
        for OpenOperand { op, index, local } in open {
            let Some(value) = self.function.locals.get(local.0 as usize).copied().flatten() else { continue };
            let (defined, used) = (block_of(rw, value), rw.op(op).block().map(|block| block.id()));
            if let (Some(defined), Some(used)) = (defined, used)
                && defined != used
                && tree.dominates(defined, used)
            {
                rw.set_operand(op, index, value);
            } else {
                others.insert((op, index), value);
            }
        }
        others
    }
}
