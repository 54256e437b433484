//! Sums of which only the total over all elements matters.
//!
//! A variable to which numbers are added, and which is read by a reduction in the end, may have what is added to one of
//! its elements in another one: `psadbw` adds eight differences of bytes at once, and `pmaddwd` two products.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::{AbsOp, DbgValueOp};
use terrace_dialects_llvm::ops::{AddOp, CallIntrinsicOp, MulOp, SExtOp, SubOp, ZExtOp};
use terrace_ir::dominance::PostDomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, OpRef, Region, Rewriter, Type, Value, ValueRef};
use terrace_target::SumOfTerms;

use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::values::Original;
use crate::analysis::Shapes;
use crate::constants::constant_integer;
use crate::dialect::{Reduced, Reduction};
use crate::levels::predecessors;
use crate::select::absolute_difference;
use crate::shape::Shape;

/// The largest number of values that are one variable.
const MAX_VALUES: usize = 64;

/// The values of a function that are such sums.
pub(super) fn totals(
    rw: &Rewriter<'_>,
    region: Region,
    blocks: &[Block],
    shapes: &Shapes,
) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    let ops = || blocks.iter().flat_map(|&block| rw.block(block).ops());
    if !ops().any(|op| Reduction::of(op) == Some(Reduction::Add)) {
        return found;
    }
    let after = PostDomTree::new(rw.body(), region);
    for op in ops().filter(|op| op.isa::<AddOp>()) {
        let sum = op.single_result();
        let is_candidate = sum.ty().is_integer(rw.cx())
            && !shapes.of(sum.id()).is_scalar()
            && !found.contains(&sum.id())
            && op.operands().any(|operand| operand.defining_op().is_none());
        if is_candidate && let Some(values) = variable(rw, sum, shapes, &after) {
            found.extend(values);
        }
    }
    found
}

/// All values of the variable that a sum is assigned to, if it begins in one place, only sums are assigned to it, and only
/// reductions read it.
fn variable(
    rw: &Rewriter<'_>,
    sum: ValueRef<'_>,
    shapes: &Shapes,
    after: &PostDomTree,
) -> Option<Vec<Value>> {
    let shape = shapes.of(sum.id());
    let mut values = vec![sum.id()];
    let mut reductions: Vec<Block> = Vec::new();
    let mut at = 0;
    while let Some(&value) = values.get(at) {
        at += 1;
        if values.len() > MAX_VALUES || shapes.of(value) != shape {
            return None;
        }
        for (user, index) in rw.value(value).uses() {
            if user.isa::<DbgValueOp>() {
                continue;
            }
            let next = if user.isa::<AddOp>() {
                user.single_result().id()
            } else if let Some(branch) = user.interface::<dyn BranchOp>() {
                let (target, place) = user.successors().enumerate().find_map(|(successor, target)| {
                    let passed = branch.successor_operands(user, successor);
                    let is_passed = (passed.start..passed.start + passed.len).contains(&index);
                    is_passed.then(|| (target, index - passed.start))
                })?;
                target.args().nth(place)?.id()
            } else {
                reductions.push(reduced_in(user, shape, shapes)?);
                continue;
            };
            if !values.contains(&next) {
                values.push(next);
            }
        }
    }
    let root = begins_in(rw, &values)?;
    let is_read_by_all = reductions.iter().all(|&block| after.post_dominates(block, root));
    is_read_by_all.then_some(values)
}

/// The block of an op, if it adds all elements of values of a shape.
fn reduced_in(op: OpRef<'_>, shape: Shape, shapes: &Shapes) -> Option<Block> {
    let reduced = Reduced::of(op).filter(|reduced| reduced.kind == Reduction::Add)?;
    let dims = constant_integer(reduced.dims, shapes)?;
    let is_whole = shape.dims().all(|dim| dims >> dim & 1 == 1);
    is_whole.then_some(op.block()?.id())
}

/// The block of the argument with which a variable begins: the only one that gets something else than its values.
fn begins_in(rw: &Rewriter<'_>, values: &[Value]) -> Option<Block> {
    let body = rw.body();
    let mut root = None;
    for &value in values {
        let view = rw.value(value);
        if let Some(op) = view.defining_op() {
            if !op.operands().any(|operand| values.contains(&operand.id())) {
                return None;
            }
            continue;
        }
        let block = view.owner_block()?.id();
        let place = rw.body().args(block).position(|arg| arg == value)?;
        let edges = predecessors(body, block);
        if edges.is_empty() {
            return None;
        }
        for (branch, successor) in edges {
            let op = rw.op(branch);
            let operands = op.interface::<dyn BranchOp>()?.successor_operands(op, successor);
            let passed = op.operand(operands.operand_for(place)?).id();
            if !values.contains(&passed) && root.replace(block).is_some() {
                return None;
            }
        }
    }
    root
}

impl Emitter<'_, '_> {
    /// Renders an addition of which only the total over all elements matters.
    pub(super) fn added_in_total(&mut self, original: &Original, mask: Option<&Mask>) -> Option<Lanes> {
        let (result, ty) = original.results[0];
        if !self.values.totals.contains(&result) || !self.rw.op(original.op).isa::<AddOp>() {
            return None;
        }
        let shape = self.shapes.of(result);
        let &[a, b] = &original.operands[..] else { return None };
        let value = match mask {
            None => self.regrouped(a, b, ty, shape),
            Some(_) => None,
        };
        let value = value.unwrap_or_else(|| {
            // An element may have more than it would by itself: that it does not overflow is not known.
            let [a, b] = [a, b].map(|operand| self.lanes(operand).in_shape(shape));
            let (a, b) = (self.vector_of(&a), self.vector_of(&b));
            self.binary::<AddOp>(a, b)
        });
        Some(Lanes::opaque(value, ty, shape))
    }

    /// A sum with parts of what is added in fewer of its elements.
    fn regrouped(&mut self, a: Value, b: Value, ty: Type, shape: Shape) -> Option<Value> {
        let (sum, added) = match (self.values.totals.contains(&a), self.values.totals.contains(&b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return None,
        };
        let added = self.lanes(added);
        if added.has_form() || added.shape != shape {
            return None;
        }
        let added = self.vector_of(&added);
        let parts = self.partial_sums(added, ty, shape.elements())?;
        let sum = self.lanes(sum).in_shape(shape);
        let sum = self.vector_of(&sum);
        let mut all = self.concatenate_all(parts);
        let (known, whole) = (self.count(all), shape.elements());
        if known < whole {
            let ty = self.type_of(all);
            let zeros = self.integer(0, ty);
            let members: Vec<i32> = (0..whole).map(|at| at.min(known) as i32).collect();
            all = self.shuffle([all, zeros], &members);
        }
        Some(self.binary::<AddOp>(sum, all))
    }

    /// Sums of what a vector has, as vectors with fewer elements altogether.
    fn partial_sums(&mut self, added: Value, ty: Type, count: usize) -> Option<Vec<Value>> {
        let terms = Terms::of(self, added)?;
        let width = self.width(ty);
        let (x, y, kind) = match terms {
            Terms::Bytes(x) => {
                let ty = self.type_of(x);
                (x, self.integer(0, ty), SumOfTerms::ByteDifferences)
            }
            Terms::Differences(x, y) => (x, y, SumOfTerms::ByteDifferences),
            Terms::Products(x, y) if width == 32 => (x, y, SumOfTerms::ShortProducts),
            Terms::Products(..) => return None,
        };
        let (name, register) = self.target.sum_of_terms(kind, count)?;
        if !count.is_multiple_of(register) || ![32, 64].contains(&width) {
            return None;
        }
        let (bytes, bits) = (register * kind.operand_bytes(), kind.sum_bits());
        let sums = self.integer_type(bits);
        let (sums, whole) =
            (self.vector(sums, bytes * 8 / bits as usize), self.vector(ty, bytes * 8 / width as usize));
        let parts = (0..count / register).map(|part| {
            let members: Vec<usize> = (part * register..(part + 1) * register).collect();
            let pair = [self.pick(x, &members), self.pick(y, &members)];
            let call = CallIntrinsicOp::of().loc(self.loc).intrin(name).args(&pair);
            let sum = self.rw.build_value(call.op_bundle_operands(&[]).results(sums));
            self.bitcast(sum, whole)
        });
        Some(parts.collect())
    }
}

/// The terms of a sum, in vectors of the target's narrower types.
enum Terms {
    /// Bytes without a sign.
    Bytes(Value),
    /// Differences of bytes, without a sign.
    Differences(Value, Value),
    /// Products of signed 16-bit numbers.
    Products(Value, Value),
}

impl Terms {
    fn of(emitter: &Emitter<'_, '_>, added: Value) -> Option<Self> {
        let value = |value: Value| emitter.rw.value(value).defining_op();
        let extended = |value: ValueRef<'_>, width: u32, is_signed: bool| {
            let op = value.defining_op()?;
            let from = match is_signed {
                true => op.cast::<SExtOp>()?.arg(),
                false => op.cast::<ZExtOp>()?.arg(),
            };
            (emitter.width(emitter.element(from.ty())) == width).then_some(from.id())
        };
        let op = value(added)?;
        if let Some(product) = op.cast::<MulOp>() {
            let factors = [product.lhs(), product.rhs()];
            let [x, y] = factors.map(|factor| extended(factor, 16, true));
            return Some(Self::Products(x?, y?));
        }
        let absolute = op.cast::<AbsOp>().map(|view| view.in_()).or_else(|| absolute_difference(op));
        if let Some(difference) = absolute {
            let difference = difference.defining_op()?.cast::<SubOp>()?;
            let terms = [difference.lhs(), difference.rhs()];
            let [x, y] = terms.map(|term| extended(term, 8, false));
            return Some(Self::Differences(x?, y?));
        }
        extended(emitter.rw.value(added), 8, false).map(Self::Bytes)
    }
}
