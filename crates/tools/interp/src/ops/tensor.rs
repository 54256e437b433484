//! The dialect tensor.
//!
//! Elements of `tensor.empty` are not there until they are written; reading one is reported.

pub(super) mod parts;

use std::rc::Rc;

use terrace_dialects_mem::tensor::{
    BitcastOp, CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, ExtractSliceOp,
    FromElementsOp, GatherOp, GenerateOp, InsertOp, InsertSliceOp, PadOp, ParallelInsertSliceOp, RankOp,
    ReshapeOp, ScatterOp, SplatOp, YieldOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{DYNAMIC, OpFoldResultRef, OpKind, OpRef, RegionRef, Type, ValueRef};

use super::loops::{Loop, nest};
use super::memref::{Number, numbers, values};
use super::moves::{Source, compute, view};
use crate::budget;
use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace, is_last_use};
use crate::object::{Array, VALUE};
use crate::program::Env;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "tensor", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (EmptyOp::DEF, &empty),
    (ExtractOp::DEF, &extract),
    (InsertOp::DEF, &insert),
    (DimOp::DEF, &dim),
    (FromElementsOp::DEF, &from_elements),
    (SplatOp::DEF, &splat),
    (GenerateOp::DEF, &generate),
    (YieldOp::DEF, &leave),
    (CastOp::DEF, &cast),
    (RankOp::DEF, &rank),
    (BitcastOp::DEF, &super::arith::bitcast),
    (ExtractSliceOp::DEF, &parts::extract_slice),
    (InsertSliceOp::DEF, &parts::insert_slice),
    (ParallelInsertSliceOp::DEF, &parts::parallel_insert_slice),
    (CollapseShapeOp::DEF, &parts::collapse_shape),
    (ExpandShapeOp::DEF, &parts::expand_shape),
    (ReshapeOp::DEF, &parts::reshape),
    (PadOp::DEF, &parts::pad),
    (ConcatOp::DEF, &parts::concat),
    (GatherOp::DEF, &parts::gather),
    (ScatterOp::DEF, &parts::scatter),
];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// Returns the extents of a type, with values for the dynamic ones.
fn extents<'a>(
    lw: &mut Lowering<'_>,
    ty: Type,
    sizes: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<Vec<Number>> {
    let shape = ty.shape(lw.cx).ok_or("a tensor with a rank is expected")?;
    let list: Vec<OpFoldResultRef<'_>> = mixed_values(shape, sizes);
    numbers(lw, list)
}

/// The tensor in a register.
pub(super) fn array(objects: &[crate::object::Object], reg: Reg) -> Outcome<&Array> {
    objects
        .get(reg as usize)
        .and_then(|object| object.as_deref())
        .ok_or_else(|| Fault::new("use of a tensor that is not there"))
}

/// Returns the tensor in a register for modification: moved out if it is not read again, else copied if it is shared.
pub(super) fn take(env: &mut Env<'_>, reg: Reg, last: bool) -> Outcome<Rc<Array>> {
    let object = &mut env.objects[reg as usize];
    let taken = if last { object.take() } else { object.clone() };
    let mut taken = taken.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
    if Rc::get_mut(&mut taken).is_none() {
        env.heap.copied += taken.bytes.len() as u64;
    }
    Ok(taken)
}

/// Returns the number of elements; a fault if they are too many.
pub(super) fn count(sizes: &[u64], size: usize) -> Outcome<usize> {
    let count = sizes.iter().try_fold(1u64, |n, &extent| n.checked_mul(extent));
    let bytes = count.and_then(|count| count.checked_mul(size as u64));
    match (count, bytes) {
        (Some(count), Some(bytes)) => budget::check(bytes).map(|()| count as usize),
        _ => Err(Fault::new(format!(
            "a tensor of sizes {:?} is too large",
            sizes.iter().map(|&n| n as i64).collect::<Vec<_>>()
        ))),
    }
}

fn empty(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = EmptyOp::view_of(op);
    let ty = view.result().ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let (sizes, d) = (extents(lw, ty, view.dynamic_sizes())?, lw.object(view.result())?);
    lw.native(op, true, move |env| {
        let shape = values(env, &sizes);
        let n = count(&shape, element.bytes())?;
        env.objects[d as usize] = Some(Rc::new(Array::unwritten(element, shape, n)?));
        Ok(())
    })
}

fn splat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let splat = SplatOp::view_of(op);
    let sizes = extents(lw, splat.aggregate().ty(), splat.dynamic_sizes())?;
    view(lw, op, (splat.input(), splat.aggregate()), move |env, whole| {
        Ok(whole.broadcast(&values(env, &sizes)))
    })
}

fn from_elements(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    made_of_elements(lw, op, FromElementsOp::view_of(op).result().ty())
}

/// Appends the instruction that builds the result, of type `ty`, from the operands in order.
pub(super) fn made_of_elements(lw: &mut Lowering<'_>, op: OpRef<'_>, ty: Type) -> Lowered {
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let shape = super::moves::extents(lw, ty)?;
    compute(lw, op, move |_, items| {
        let mut made = Array::marked(element, shape.clone(), items.len(), VALUE)?;
        items.iter().enumerate().for_each(|(i, item)| made.copy_element(i, item, 0));
        Ok(vec![made])
    })
}

/// The number of the element that indices name.
pub(super) fn position(array: &Array, slots: &[u64], indices: &[Reg]) -> Outcome<usize> {
    let mut at = 0;
    for (i, (&reg, &extent)) in indices.iter().zip(&array.shape).enumerate() {
        let index = slots[reg as usize];
        if index >= extent {
            let index = index as i64;
            return Err(Fault::new(format!("index {index} is outside of dimension {i} of size {extent}")));
        }
        at = at * extent as usize + index as usize;
    }
    Ok(at)
}

fn extract(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExtractOp::view_of(op);
    let source = lw.object(view.tensor())?;
    let indices = view.indices().map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let d = lw.slot(view.result())? as usize;
    lw.native(op, true, move |env| {
        let array = array(env.objects, source)?;
        let at = position(array, env.slots, &indices)?;
        array.read(at, &mut env.slots[d..d + array.element.slots() as usize])
    })
}

fn insert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = InsertOp::view_of(op);
    insert_one(lw, op, (view.scalar(), view.dest()), view.indices(), view.result())
}

/// Lowers an op whose result is a tensor, the second of the values, with the first one at the indices.
///
/// # Errors
///
/// If values of a type are not supported.
pub fn insert_one<'v>(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (scalar, into): (ValueRef<'_>, ValueRef<'_>),
    indices: impl Iterator<Item = ValueRef<'v>>,
    result: ValueRef<'_>,
) -> Lowered {
    let indices = indices.map(|value| lw.slot(value)).collect::<Lowered<Vec<Reg>>>()?;
    let (value, dest) = (Source::of(lw, scalar)?, lw.object(into)?);
    let last = is_last_use(into, op);
    let d = lw.object(result)?;
    let ValuePlace::Slots(first, n) = value.place else { return Err("a number is expected".to_owned()) };
    lw.native_seeing(op, &[scalar], move |env| {
        let at = position(array(env.objects, dest)?, env.slots, &indices)?;
        let mark = (first..first + n).map(|reg| env.mark_of(reg)).max().unwrap_or(VALUE);
        let mut taken = take(env, dest, last)?;
        let array = Rc::make_mut(&mut taken);
        array.write(at, &env.slots[first as usize..(first + n) as usize]);
        array.set_mark(at, mark);
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = DimOp::view_of(op);
    let (source, index) = (lw.object(view.source())?, lw.slot(view.index())?);
    let d = lw.slot(view.result())?;
    lw.native(op, true, move |env| {
        let (shape, index) = (&array(env.objects, source)?.shape, env.slots[index as usize]);
        let size = usize::try_from(index).ok().and_then(|index| shape.get(index)).copied();
        let rank = shape.len();
        env.slots[d as usize] = size
            .ok_or_else(|| Fault::new(format!("dimension {} of a tensor that has {rank}", index as i64)))?;
        Ok(())
    })
}

fn rank(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = RankOp::view_of(op);
    let (source, d) = (lw.object(view.tensor())?, lw.slot(view.result())?);
    lw.native(op, true, move |env| {
        env.slots[d as usize] = array(env.objects, source)?.shape.len() as u64;
        Ok(())
    })
}

fn generate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GenerateOp::view_of(op);
    let sizes = extents(lw, view.result().ty(), view.dynamic_extents())?;
    generated(lw, view.body(), view.result(), &sizes)
}

/// Appends the loops that compute the elements of a result with these extents by a region on their indices.
fn generated(lw: &mut Lowering<'_>, body: RegionRef<'_>, result: ValueRef<'_>, sizes: &[Number]) -> Lowered {
    let element = lw.element(result.ty().element_type_or_self(lw.cx))?;
    let entry = body.entry().ok_or("a body is expected")?;
    let d = lw.object(result)?;
    let (zero, one) = (lw.constant(0), lw.constant(1));
    let all = sizes.to_vec();
    lw.action(move |env| {
        let shape = values(env, &all);
        let n = count(&shape, element.bytes())?;
        env.objects[d as usize] = Some(Rc::new(Array::unwritten(element, shape, n)?));
        Ok(())
    });
    let mut loops = Vec::new();
    for &size in sizes {
        let upper = size.slot(lw);
        loops.push(Loop { lower: zero, upper, step: one, checked: true });
    }
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let (value, n, next) = (lw.new_slots(element.slots()), element.slots(), lw.new_slots(1));
    lw.emit(crate::inst::Inst::Copy { d: next, a: zero });
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &loops, &variables, |lw, _| {
        let label = lw.label();
        lw.region(body, Exit { targets: vec![ValuePlace::Slots(value, n)], label });
        lw.bind(label);
        // Iterations are in row-major order.
        lw.action(move |env| {
            let at = env.slots[next as usize] as usize;
            env.slots[next as usize] += 1;
            let mark = (value..value + n).map(|reg| env.mark_of(reg)).max().unwrap_or(VALUE);
            let object = env.objects[d as usize].as_mut().map(Rc::make_mut);
            let array = object.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
            array.write(at, &env.slots[value as usize..(value + n) as usize]);
            array.set_mark(at, mark);
            Ok(())
        });
        Ok(())
    })
}

fn cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CastOp::view_of(op);
    let shape = view.dest().ty().shape(lw.cx).map(<[i64]>::to_vec);
    let (source, d) = (lw.object(view.source())?, lw.object(view.dest())?);
    let last = is_last_use(view.source(), op);
    lw.native(op, true, move |env| {
        let found = &array(env.objects, source)?.shape;
        let fits = |(&known, &found): (&i64, &u64)| known == DYNAMIC || known as u64 == found;
        let rank_fits = |shape: &Vec<i64>| found.len() == shape.len() && shape.iter().zip(found).all(fits);
        if !shape.as_ref().is_none_or(rank_fits) {
            return Err(Fault::new(format!(
                "cast of a tensor of sizes {found:?} to a type that does not fit"
            )));
        }
        let object = &mut env.objects[source as usize];
        env.objects[d as usize] = if last { object.take() } else { object.clone() };
        Ok(())
    })
}
