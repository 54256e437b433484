//! `tosa-reduce-transposes`: moves transposes up through elementwise ops, where they end in constants, reshapes of one
//! dimension, and transposes that they undo.
//!
//! A transpose moves only if no op on its way is needed in the old order, too: none of them is there twice then.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::canonicalize::build_const_shape;
use terrace_dialects_tosa::data_layout::{ReshapeOp, TransposeOp, permutation};
use terrace_dialects_tosa::elementwise::num_elementwise_operands;
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::effects::is_trivially_dead;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{AttrData, Context, Op, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::fold::transposed;

/// The pass.
pub static TOSA_REDUCE_TRANSPOSES: PassDef = PassDef {
    name: "tosa-reduce-transposes",
    class: "TosaReduceTransposes",
    doc: "Reduce transposes through other operators",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(ReduceTransposes))),
    ..EMPTY_PASS
};

struct ReduceTransposes;

impl BodyPass for ReduceTransposes {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(candidates) = candidates(rw) else { return Ok(()) };
        let moving = without_duplicates(rw, &candidates);
        let mut copies: FxHashMap<&[usize], FxHashMap<Value, Value>> = FxHashMap::default();
        for candidate in &moving {
            let copies = copies.entry(&candidate.perms).or_default();
            for &op in &candidate.ops {
                if copy(rw, op, &candidate.perms, copies).is_none() {
                    break;
                }
            }
        }
        for candidate in moving.iter().rev() {
            let input = TransposeOp::view_of(rw.op(candidate.transpose)).input1().id();
            if let Some(&value) = copies.get(&candidate.perms[..]).and_then(|copies| copies.get(&input)) {
                rw.replace_op(candidate.transpose, &[value]);
            }
        }
        for op in ops_in_order(rw).into_iter().rev() {
            if is_trivially_dead(rw.op(op)) {
                rw.erase_op(op);
            }
        }
        Ok(())
    }
}

/// A transpose that can move.
struct Candidate {
    transpose: Op,
    perms: Vec<usize>,
    /// The ops it moves through, users after what they use.
    ops: Vec<Op>,
}

/// All ops of the body, users after what they use where blocks are in order.
fn ops_in_order(rw: &Rewriter<'_>) -> Vec<Op> {
    let regions = rw.body().top_regions().iter().map(|&region| rw.region(region));
    let ops = regions.flat_map(|region| region.blocks()).flat_map(|block| block.ops());
    let with_inner = |op: OpRef<'_>| {
        let inner = op.nested_ops().filter(|inner| inner.body_id() == op.body_id());
        std::iter::once(op.id()).chain(inner.map(|inner| inner.id())).collect::<Vec<Op>>()
    };
    ops.flat_map(with_inner).collect()
}

/// The transposes that can move, in order; `None` if the function has several blocks.
fn candidates(rw: &Rewriter<'_>) -> Option<Vec<Candidate>> {
    let is_block = |&region| rw.region(region).has_one_block();
    if !rw.body().top_regions().iter().all(is_block) {
        return None;
    }
    let candidate = |op: Op| {
        let view = rw.op(op).cast::<TransposeOp>()?;
        let perms = permutation(&view.perms().to_vec())?;
        if perms.iter().copied().eq(0..perms.len()) || view.output().ty().shape(rw.cx()).is_none() {
            return None;
        }
        let ops = fan_in(view.input1(), &perms)?;
        let fits = mapped_type(view.input1(), &perms)? == view.output().ty();
        fits.then_some(Candidate { transpose: op, perms, ops })
    };
    Some(ops_in_order(rw).into_iter().filter_map(candidate).collect())
}

/// The ops that a transpose of a value moves through; `None` if it cannot.
fn fan_in(value: ValueRef<'_>, perms: &[usize]) -> Option<Vec<Op>> {
    let (mut ops, mut seen) = (Vec::new(), FxHashSet::default());
    // An op is pushed a second time, to be added after what it uses.
    let mut stack = vec![(value.defining_op()?, false)];
    while let Some((op, is_done)) = stack.pop() {
        if is_done {
            ops.push(op.id());
            continue;
        }
        if !seen.insert(op.id()) {
            continue;
        }
        let inputs = inputs_of(op, perms)?;
        stack.push((op, true));
        for input in inputs.into_iter().rev() {
            stack.push((input.defining_op()?, false));
        }
    }
    Some(ops)
}

/// The operands that a transpose of an op's result moves to; `None` if it cannot move through the op.
fn inputs_of<'a>(op: OpRef<'a>, perms: &[usize]) -> Option<Vec<ValueRef<'a>>> {
    let cx = op.cx();
    let mut results = op.results();
    let (result, None) = (results.next()?, results.next()) else { return None };
    if result.ty().shape(cx)?.len() != perms.len() {
        return None;
    }
    if let Some(transpose) = op.cast::<TransposeOp>() {
        let own = permutation(&transpose.perms().to_vec())?;
        let undoes = perms.iter().enumerate().all(|(at, &dim)| own.get(dim) == Some(&at));
        return undoes.then(Vec::new);
    }
    if let Some(reshape) = op.cast::<ReshapeOp>() {
        return is_line(reshape.input1().ty().shape(cx)?, result.ty().shape(cx)?)
            .then(|| const_shape_values(reshape.shape()))?
            .map(|_| Vec::new());
    }
    if let Some(constant) = op.cast::<ConstOp>() {
        let is_dense = matches!(constant.values_attr().data(cx), AttrData::DenseElements { .. });
        return (is_dense && constant.values_attr().ty(cx) == Some(result.ty())).then(Vec::new);
    }
    let count = num_elementwise_operands(op)?;
    let inputs: Vec<ValueRef<'a>> = op.operands().take(count).collect();
    let same_rank = inputs.iter().all(|input| input.ty().shape(cx).map(<[i64]>::len) == Some(perms.len()));
    same_rank.then_some(inputs)
}

/// Whether a reshape puts the one dimension of a tensor among dimensions of extent one.
fn is_line(from: &[i64], to: &[i64]) -> bool {
    let ones = to.iter().filter(|&&extent| extent == 1).count();
    from.len() == 1 && (ones + 1 == to.len() || (ones == to.len() && from == [1]))
}

fn permuted<T: Copy>(list: &[T], perms: &[usize]) -> Option<Vec<T>> {
    perms.iter().map(|&dim| list.get(dim).copied()).collect()
}

fn permuted_type(cx: &Context, ty: Type, perms: &[usize]) -> Option<Type> {
    let shape = permuted(ty.shape(cx)?, perms)?;
    Some(RankedTensorType::get(cx, &shape, ty.element_type_or_self(cx)))
}

/// The type of a value after the transpose has moved up through it.
fn mapped_type(value: ValueRef<'_>, perms: &[usize]) -> Option<Type> {
    match value.defined_by::<TransposeOp>() {
        Some(transpose) => Some(transpose.input1().ty()),
        None => permuted_type(value.cx(), value.ty(), perms),
    }
}

/// The candidates whose ops are used by such candidates and their ops alone. Constants may have other uses.
fn without_duplicates<'c>(rw: &Rewriter<'_>, candidates: &'c [Candidate]) -> Vec<&'c Candidate> {
    let mut kept: Vec<&Candidate> = candidates.iter().collect();
    loop {
        // The number of candidates with a permutation that move through an op.
        let mut through: FxHashSet<(&[usize], Op)> = FxHashSet::default();
        for candidate in &kept {
            through.extend(candidate.ops.iter().map(|&op| (&candidate.perms[..], op)));
        }
        let is_needed = |candidate: &Candidate, user: OpRef<'_>| match user.cast::<TransposeOp>() {
            Some(other) => permutation(&other.perms().to_vec()).as_ref() != Some(&candidate.perms),
            None => !through.contains(&(&candidate.perms[..], user.id())),
        };
        let is_good =
            |candidate: &&Candidate| {
                candidate.ops.iter().map(|&op| rw.op(op)).filter(|op| !op.isa::<ConstOp>()).all(|op| {
                    op.results().flat_map(ValueRef::uses).all(|(user, _)| !is_needed(candidate, user))
                })
            };
        let good: Vec<&Candidate> = kept.iter().copied().filter(is_good).collect();
        if good.len() == kept.len() {
            return kept;
        }
        kept = good;
    }
}

/// Creates an op with its dimensions in another order, after it, unless there is one.
fn copy(rw: &mut Rewriter<'_>, op: Op, perms: &[usize], copies: &mut FxHashMap<Value, Value>) -> Option<()> {
    let (cx, old) = (rw.cx(), rw.op(op));
    let (result, loc) = (old.results().next()?, old.loc());
    let (id, ty) = (result.id(), permuted_type(cx, result.ty(), perms)?);
    if copies.contains_key(&id) {
        return Some(());
    }
    if let Some(transpose) = old.cast::<TransposeOp>() {
        copies.insert(id, transpose.input1().id());
        return Some(());
    }
    if let Some(reshape) = old.cast::<ReshapeOp>() {
        let (input, shape) = (reshape.input1().id(), const_shape_values(reshape.shape())?);
        rw.set_insertion_point_after(op);
        let shape = build_const_shape(rw, &permuted(&shape, perms)?);
        copies.insert(id, rw.build_value(ReshapeOp::of(input, shape).output(ty).loc(loc)));
        return Some(());
    }
    if let Some(constant) = old.cast::<ConstOp>() {
        let values = constant.values_attr();
        let AttrData::DenseElements { data, splat, .. } = values.data(cx) else { return None };
        let values = match splat {
            true => cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: true }),
            false => transposed(cx, values, perms, ty)?,
        };
        rw.set_insertion_point_after(op);
        copies.insert(id, rw.build_value(ConstOp::of().values(values).output(ty).loc(loc)));
        return Some(());
    }
    let count = num_elementwise_operands(old)?;
    let inputs: Vec<Value> = old.operands().take(count).map(|value| value.id()).collect();
    let mut map = IrMapping::default();
    for input in inputs {
        map.map(input, *copies.get(&input)?);
    }
    rw.set_insertion_point_after(op);
    let new = rw.clone_op(op, &mut map)?;
    let value = rw.body().results(new).next()?;
    rw.set_type(value, ty);
    copies.insert(id, value);
    Some(())
}
