//! Affine expressions, and the dialect affine.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, OpKind, OpRef, ValueRef};

use terrace_dialects_mem::affine::{
    AffineApplyOp, AffineDelinearizeIndexOp, AffineForOp, AffineIfOp, AffineLinearizeIndexOp, AffineLoadOp,
    AffineMaxOp, AffineMinOp, AffineParallelOp, AffineParallelOpView, AffinePrefetchOp, AffineStoreOp,
    AffineYieldOp,
};
use terrace_ir::elements::int_values;
use terrace_ir::interfaces::mixed_values;

use super::combine::Combine;
use super::loops::{Loop, nest, parallel_nest};
use super::memref::{access, numbers};
use super::moves::{Source, extents, value_of};
use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::int_ops::{IntOp, Predicate, mask, signed};
use crate::lower::{Exit, Interpret, Lowered, Lowering};
use crate::object::{Array, VALUE};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "affine",
    interfaces: &[&ExternalModels(MODELS), &ExternalModels(super::vector::AFFINE)],
    ..EMPTY_EXTENSION
};

/// How the ops are lowered.
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
                    // What is left of the quotient rounded down; it is not negative.
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
    map: Option<Attr>,
    operands: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<Vec<Reg>> {
    let map: AffineMap = map.and_then(|attr| attr.as_affine_map(lw.cx)).ok_or("a map is expected")?.clone();
    let operands = operands.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((map.num_dims as usize).min(operands.len()));
    map.results.iter().map(|expr| expression(lw, expr, dims, symbols)).collect()
}

/// The slots of the results of an op's map at all of its operands.
fn results(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<Vec<Reg>> {
    mapped(lw, op.prop(0), op.operands())
}

/// Puts the least or the greatest of some numbers into a slot.
fn reduce(lw: &mut Lowering<'_>, code: IntOp, all: &[Reg], d: Reg) -> Lowered {
    let (&first, rest) = all.split_first().ok_or("a map without a result")?;
    let w = lw.index_bits() as u8;
    lw.emit(Inst::Copy { d, a: first });
    rest.iter().for_each(|&b| lw.emit(Inst::Int { op: code, w, flags: 0, d, a: d, b }));
    Ok(())
}

fn for_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let (lower, upper) = (lw.new_slots(1), lw.new_slots(1));
    let all = mapped(lw, op.inherent_attr("lowerBoundMap"), op.operand_group(0))?;
    reduce(lw, IntOp::MaxS, &all, lower)?;
    let all = mapped(lw, op.inherent_attr("upperBoundMap"), op.operand_group(1))?;
    reduce(lw, IntOp::MinS, &all, upper)?;
    let step = op.inherent_attr("step").and_then(|attr| attr.as_i64(lw.cx)).filter(|&step| step > 0);
    let step = lw.constant(step.ok_or("a loop with a step that is not positive")? as u64);
    let variables: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let carried = lw.places(entry.args().skip(1))?;
    let results = lw.places(op.results())?;
    lw.pass(op, op.operand_group(2), &carried)?;
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &[Loop { lower, upper, step, checked: true }], &variables, |lw, _| {
        let next = lw.label();
        lw.region(op.region(0), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}

/// The sizes of the groups of a map's results.
fn groups(op: OpRef<'_>, name: &str) -> Vec<usize> {
    let values = op.inherent_attr(name).and_then(|attr| int_values(op.cx(), attr)).unwrap_or_default();
    values.iter().map(|value| value.to_u64().unwrap_or(0) as usize).collect()
}

/// Iterations one after the other, whose values are combined in the registers of the results.
fn parallel(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let map = |name| op.inherent_attr(name).and_then(|attr| attr.as_affine_map(op.cx()));
    let inputs = map("lowerBoundsMap").map_or(0, |map| (map.num_dims + map.num_symbols) as usize);
    let lower = mapped(lw, op.inherent_attr("lowerBoundsMap"), op.operands().take(inputs))?;
    let upper = mapped(lw, op.inherent_attr("upperBoundsMap"), op.operands().skip(inputs))?;
    let steps = op.inherent_attr("steps").and_then(|attr| attr.as_array(lw.cx)).unwrap_or_default();
    let (mut lower, mut upper) = (&lower[..], &upper[..]);
    let mut loops = Vec::new();
    for ((n, m), step) in
        groups(op, "lowerBoundsGroups").into_iter().zip(groups(op, "upperBoundsGroups")).zip(steps)
    {
        let (first, last) = (lw.new_slots(1), lw.new_slots(1));
        let (own, rest) = lower.split_at(n.min(lower.len()));
        reduce(lw, IntOp::MaxS, own, first)?;
        let (others, behind) = upper.split_at(m.min(upper.len()));
        reduce(lw, IntOp::MinS, others, last)?;
        (lower, upper) = (rest, behind);
        let step = step.as_i64(lw.cx).filter(|&step| step > 0).ok_or("a step that is not positive")?;
        loops.push(Loop { lower: first, upper: last, step: lw.constant(step as u64), checked: true });
    }
    let mut totals = Vec::new();
    for (kind, result) in AffineParallelOpView(op).reductions().iter().zip(op.results()) {
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
            op.region(0),
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
fn basis(lw: &mut Lowering<'_>, op: OpRef<'_>, group: usize, outputs: usize) -> Lowered<Vec<Reg>> {
    let fixed =
        op.inherent_attr("static_basis").and_then(|attr| attr.as_i64_array(lw.cx)).unwrap_or_default();
    let all = numbers(lw, mixed_values(&fixed, op.operand_group(group)))?;
    let skip = usize::from(all.len() >= outputs);
    Ok(all.into_iter().skip(skip).map(|number| number.slot(lw)).collect())
}

fn delinearize(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let basis = basis(lw, op, 1, op.num_results())?;
    let results = op.results().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (from, w) = (lw.slot(op.operand(0))? as usize, lw.index_bits() as u8);
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
    let indices = op.operand_group(0).map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let basis = basis(lw, op, 1, indices.len())?;
    let (d, w) = (lw.slot(op.result(0))? as usize, lw.index_bits() as u8);
    let disjoint = op.inherent_attr("disjoint").is_some_and(|attr| attr != terrace_ir::Attr::FALSE);
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
    let set = op
        .inherent_attr("condition")
        .and_then(|attr| attr.as_integer_set(lw.cx))
        .ok_or("a set is expected")?;
    let set = set.clone();
    let operands = op.operands().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (dims, symbols) = operands.split_at((set.num_dims as usize).min(operands.len()));
    let targets = lw.places(op.results())?;
    let (other, end, zero) = (lw.label(), lw.label(), lw.constant(0));
    let w = lw.index_bits() as u8;
    for (expr, equal) in &set.constraints {
        let a = expression(lw, expr, dims, symbols)?;
        let d = lw.new_slots(1);
        let predicate = if *equal { Predicate::Ne } else { Predicate::Slt };
        lw.emit(Inst::Compare { predicate, w, d, a, b: zero });
        lw.jump_if(d, other);
    }
    lw.region(op.region(0), Exit { targets: targets.clone(), label: end });
    lw.bind(other);
    lw.region(op.region(1), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = mapped(lw, op.inherent_attr("map"), op.operands().skip(1))?;
    access::load_at(lw, op, indices)
}

fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = mapped(lw, op.inherent_attr("map"), op.operands().skip(2))?;
    access::store_at(lw, op, indices)
}

fn apply(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let all = results(lw, op)?;
    let reg = *all.first().ok_or("a map without a result")?;
    // A loop's variable changes, so its slot cannot be that of another value.
    let d = lw.slot(op.result(0))?;
    lw.emit(Inst::Copy { d, a: reg });
    Ok(())
}

fn choose(lw: &mut Lowering<'_>, op: OpRef<'_>, code: IntOp) -> Lowered {
    let all = results(lw, op)?;
    let d = lw.slot(op.result(0))?;
    reduce(lw, code, &all, d)
}

fn least(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MinS)
}

fn greatest(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    choose(lw, op, IntOp::MaxS)
}
