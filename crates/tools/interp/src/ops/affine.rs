//! Affine expressions, and the dialect affine.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, OpFoldResultRef, OpKind, OpRef, ValueRef};

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_mem::affine::{
    AffineApplyOp, AffineDelinearizeIndexOp, AffineForOp, AffineIfOp, AffineLinearizeIndexOp, AffineLoadOp,
    AffineMaxOp, AffineMinOp, AffineParallelOp, AffinePrefetchOp, AffineStoreOp, AffineYieldOp,
};
use terrace_ir::interfaces::mixed_values;

use super::combine::Combine;
use super::loops::{Loop, nest, parallel_nest};
use super::memref::{access, numbers};
use super::moves::{Source, extents, value_of};
use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::int_ops::{IntOp, mask, signed};
use crate::lower::{Exit, Interpret, Lowered, Lowering};
use crate::object::{Array, VALUE};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "affine",
    interfaces: &[&ExternalModels(MODELS), &ExternalModels(super::vector::AFFINE)],
    ..EMPTY_EXTENSION
};

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AffineApplyOp::DEF, &apply),
    (AffineMinOp::DEF, &least),
    (AffineMaxOp::DEF, &greatest),
    (AffineForOp::DEF, &for_),
    (AffineIfOp::DEF, &if_),
    (AffineLoadOp::DEF, &load),
    (AffineStoreOp::DEF, &store),
    (AffineYieldOp::DEF, &leave),
    (AffineParallelOp::DEF, &parallel),
    (AffinePrefetchOp::DEF, &super::memref::nothing),
    (AffineDelinearizeIndexOp::DEF, &delinearize),
    (AffineLinearizeIndexOp::DEF, &linearize),
];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// Appends the instructions of an expression; the result is the slot that holds its value.
///
/// # Errors
///
/// If a dimension or a symbol is out of range.
pub fn expression(lw: &mut Lowering<'_>, expr: &AffineExpr, dims: &[Reg], symbols: &[Reg]) -> Lowered<Reg> {
    let w = lw.index_bits() as u8;
    let missing = || "an affine expression without its operand".to_owned();
    match expr.kind() {
        ExprKind::Constant(value) => Ok(lw.constant(value as u64 & mask(w))),
        ExprKind::Dim(position) => dims.get(position as usize).copied().ok_or_else(missing),
        ExprKind::Symbol(position) => symbols.get(position as usize).copied().ok_or_else(missing),
        ExprKind::Binary(op, lhs, rhs) => stacker::maybe_grow(64 << 10, 1 << 20, || {
            let a = expression(lw, lhs, dims, symbols)?;
            let b = expression(lw, rhs, dims, symbols)?;
            if matches!(op, BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv)
                && rhs.as_constant().is_none_or(|divisor| divisor <= 0)
            {
                check_divisor(lw, op, b, w);
            }
            let d = lw.new_slots(1);
            let int = |op, d, a, b| Inst::Int { op, w, flags: 0, d, a, b };
            match op {
                BinaryOp::Add => lw.emit(Inst::Add { w, d, a, b }),
                BinaryOp::Mul => lw.emit(Inst::Mul { w, d, a, b }),
                BinaryOp::FloorDiv => lw.emit(int(IntOp::FloorDivS, d, a, b)),
                BinaryOp::CeilDiv => lw.emit(int(IntOp::CeilDivS, d, a, b)),
                BinaryOp::Mod => {
                    // The remainder of the floor division; it is not negative.
                    let (quotient, product) = (lw.new_slots(1), lw.new_slots(1));
                    lw.emit(int(IntOp::FloorDivS, quotient, a, b));
                    lw.emit(Inst::Mul { w, d: product, a: quotient, b });
                    lw.emit(Inst::Sub { w, d, a, b: product });
                }
            }
            Ok(d)
        }),
    }
}

/// Appends the report of a divisor that is not positive, for which a quotient or a remainder has no meaning.
fn check_divisor(lw: &mut Lowering<'_>, op: BinaryOp, divisor: Reg, w: u8) {
    let name = match op {
        BinaryOp::FloorDiv => "floordiv",
        BinaryOp::CeilDiv => "ceildiv",
        _ => "mod",
    };
    lw.native_on(vec![divisor], Vec::new(), move |env| match signed(env.slots[divisor as usize], w) {
        1.. => Ok(()),
        found => Err(Fault::new(format!("{name} by {found}, which is not positive"))),
    });
}

/// The slots of a map's results at operands.
pub(super) fn mapped<'a>(
    lw: &mut Lowering<'_>,
    map: &AffineMap,
    operands: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<Vec<Reg>> {
    let operands = operands.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((map.num_dims as usize).min(operands.len()));
    map.results.iter().map(|expr| expression(lw, expr, dims, symbols)).collect()
}

/// Computes the minimum or maximum of numbers to a slot.
fn reduce(lw: &mut Lowering<'_>, code: IntOp, all: &[Reg], d: Reg) -> Lowered {
    let (&first, rest) = all.split_first().ok_or("a map without a result")?;
    let w = lw.index_bits() as u8;
    lw.emit(Inst::Copy { d, a: first });
    rest.iter().for_each(|&b| lw.emit(Inst::Int { op: code, w, flags: 0, d, a: d, b }));
    Ok(())
}

fn for_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineForOp::view_of(op);
    let entry = view.region().entry().ok_or("a loop without a body")?;
    let (lower, upper) = (lw.new_slots(1), lw.new_slots(1));
    let all = mapped(lw, view.lower_bound_map(), view.lower_bound_operands())?;
    reduce(lw, IntOp::MaxS, &all, lower)?;
    let all = mapped(lw, view.upper_bound_map(), view.upper_bound_operands())?;
    reduce(lw, IntOp::MinS, &all, upper)?;
    let step = Some(view.step()).filter(|&step| step > 0);
    let step = lw.constant(step.ok_or("a loop with a step that is not positive")? as u64);
    let variables: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let carried = lw.places(entry.args().skip(1))?;
    let results = lw.places(view.results())?;
    lw.pass(op, view.inits(), &carried)?;
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &[Loop { lower, upper, step, checked: true }], &variables, |lw, _| {
        let next = lw.label();
        lw.region(view.region(), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}

/// The sizes of the groups of a map's results.
fn groups(lw: &Lowering<'_>, sizes: Attr) -> Vec<usize> {
    terrace_dialects_mem::affine::group_sizes(lw.cx, sizes)
}

/// Iterations one after the other, whose values are combined in the registers of the results.
fn parallel(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineParallelOp::view_of(op);
    let entry = view.region().entry().ok_or("a loop without a body")?;
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let (lower, upper) = (view.lower_bounds_map(), view.upper_bounds_map());
    let inputs = (lower.num_dims + lower.num_symbols) as usize;
    let lower = mapped(lw, lower, view.map_operands().take(inputs))?;
    let upper = mapped(lw, upper, view.map_operands().skip(inputs))?;
    let (mut lower, mut upper) = (&lower[..], &upper[..]);
    let mut loops = Vec::new();
    let [lower_groups, upper_groups] =
        [view.lower_bounds_groups_attr(), view.upper_bounds_groups_attr()].map(|sizes| groups(lw, sizes));
    for ((n, m), step) in lower_groups.into_iter().zip(upper_groups).zip(view.steps().iter()) {
        let (first, last) = (lw.new_slots(1), lw.new_slots(1));
        let (own, rest) = lower.split_at(n.min(lower.len()));
        reduce(lw, IntOp::MaxS, own, first)?;
        let (others, behind) = upper.split_at(m.min(upper.len()));
        reduce(lw, IntOp::MinS, others, last)?;
        (lower, upper) = (rest, behind);
        let step = Some(step).filter(|&step| step > 0).ok_or("a step that is not positive")?;
        loops.push(Loop { lower: first, upper: last, step: lw.constant(step as u64), checked: true });
    }
    let mut totals = Vec::new();
    for (kind, result) in view.reductions().iter().zip(view.results()) {
        let target = Source::of(lw, result)?;
        let combine = Combine::of_rmw(kind, target.element.scalar)?.with_zeros(lw.program.zeros);
        let (neutral, shape) = (combine.neutral(target.element.scalar), extents(lw, result.ty())?);
        let yielded = Source { place: lw.fresh(target.place), ..target };
        lw.action(move |env| {
            let count = shape.iter().product::<u64>() as usize;
            let mut start = Array::marked(target.element, shape.clone(), count, VALUE)?;
            (0..count).for_each(|i| start.write(i, &neutral));
            target.set(env, start)
        });
        totals.push((combine, target, yielded));
    }
    let w = lw.index_bits() as u8;
    parallel_nest(lw, (w, false), &loops, &variables, |lw, _| {
        let next = lw.label();
        lw.region(
            view.region(),
            Exit { targets: totals.iter().map(|total| total.2.place).collect(), label: next },
        );
        lw.bind(next);
        for (combine, target, yielded) in totals {
            lw.action(move |env| {
                let (mut so_far, new) = (Array::clone(&*target.get(env)?), yielded.get(env)?);
                for i in 0..so_far.len() {
                    match combine.marked(value_of(&so_far, i)?, value_of(&new, i)?)? {
                        Ok(slots) => so_far.write(i, &slots),
                        Err(mark) => so_far.set_mark(i, mark),
                    }
                }
                target.set(env, so_far)
            });
        }
        Ok(())
    })
}

/// The basis of an op, without its outer bound where that is given, and the slots of its numbers.
fn basis(lw: &mut Lowering<'_>, basis: Vec<OpFoldResultRef<'_>>, outputs: usize) -> Lowered<Vec<Reg>> {
    let all = numbers(lw, basis)?;
    let skip = usize::from(all.len() >= outputs);
    Ok(all.into_iter().skip(skip).map(|number| number.slot(lw)).collect())
}

fn delinearize(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineDelinearizeIndexOp::view_of(op);
    let list = mixed_values(&view.static_basis().to_vec(), view.dynamic_basis());
    let basis = basis(lw, list, op.num_results())?;
    let results = view.multi_index().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (from, w) = (lw.slot(view.linear_index())? as usize, lw.index_bits() as u8);
    lw.native(op, true, move |env| {
        let mut rest = signed(env.slots[from], w);
        for (&d, &extent) in results.iter().skip(1).zip(&basis).rev() {
            let extent = signed(env.slots[extent as usize], w);
            if extent <= 0 {
                return Err(Fault::new(format!("an element of a basis is {extent}, which is not positive")));
            }
            env.slots[d as usize] = rest.rem_euclid(extent) as u64 & mask(w);
            rest = rest.div_euclid(extent);
        }
        if let Some(&d) = results.first() {
            env.slots[d as usize] = rest as u64 & mask(w);
        }
        Ok(())
    })
}

fn linearize(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineLinearizeIndexOp::view_of(op);
    let indices = view.multi_index().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let list = mixed_values(&view.static_basis().to_vec(), view.dynamic_basis());
    let basis = basis(lw, list, indices.len())?;
    let (d, w) = (lw.slot(view.linear_index())? as usize, lw.index_bits() as u8);
    let disjoint = view.disjoint();
    lw.native(op, true, move |env| {
        let number = |reg: Reg| i128::from(signed(env.slots[reg as usize], w));
        let mut sum = indices.first().map_or(0, |&reg| number(reg));
        for (&index, &extent) in indices.iter().skip(1).zip(&basis) {
            let (index, extent) = (number(index), number(extent));
            if disjoint && !(0..extent.max(0)).contains(&index) {
                return Err(Fault::new(format!(
                    "index {index} is outside of its part {extent} of a basis that is said to be disjoint"
                )));
            }
            sum = sum * extent + index;
            if sum != i128::from(signed(sum as u64 & mask(w), w)) {
                return Err(Fault::new("overflow in a linear index"));
            }
        }
        env.slots[d] = sum as u64 & mask(w);
        Ok(())
    })
}

fn if_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineIfOp::view_of(op);
    let set = view.condition();
    let operands = view.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((set.num_dims as usize).min(operands.len()));
    let targets = lw.places(view.results())?;
    let (other, end, zero) = (lw.label(), lw.label(), lw.constant(0));
    let w = lw.index_bits() as u8;
    for (expr, equal) in &set.constraints {
        let a = expression(lw, expr, dims, symbols)?;
        let d = lw.new_slots(1);
        let predicate = if *equal { CmpIPredicate::Ne } else { CmpIPredicate::Slt };
        lw.emit(Inst::Compare { predicate, w, d, a, b: zero });
        lw.jump_if(d, other);
    }
    lw.region(view.then_region(), Exit { targets: targets.clone(), label: end });
    lw.bind(other);
    lw.region(view.else_region(), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineLoadOp::view_of(op);
    let indices = mapped(lw, view.map(), view.indices())?;
    access::load_at(lw, op, (view.memref(), view.result()), indices)
}

fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineStoreOp::view_of(op);
    let indices = mapped(lw, view.map(), view.indices())?;
    access::store_at(lw, op, (view.value(), view.memref()), indices)
}

fn apply(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineApplyOp::view_of(op);
    let all = mapped(lw, view.map(), view.map_operands())?;
    let reg = *all.first().ok_or("a map without a result")?;
    // A loop's variable changes, so its slot cannot be that of another value.
    let d = lw.slot(view.result())?;
    lw.emit(Inst::Copy { d, a: reg });
    Ok(())
}

fn least(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineMinOp::view_of(op);
    let all = mapped(lw, view.map(), view.operands())?;
    let d = lw.slot(view.result())?;
    reduce(lw, IntOp::MinS, &all, d)
}

fn greatest(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AffineMaxOp::view_of(op);
    let all = mapped(lw, view.map(), view.operands())?;
    let d = lw.slot(view.result())?;
    reduce(lw, IntOp::MaxS, &all, d)
}
