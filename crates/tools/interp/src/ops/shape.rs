//! The dialect shape: shapes are arrays of extents, sizes are numbers, and a witness is a truth value.
//!
//! The dialect's error values are poison here, which is propagated until it is used.

use terrace_dialects_shape::shape::{
    AddOp, AnyOp, AssumingAllOp, AssumingOp, AssumingYieldOp, BroadcastOp, ConcatOp, ConstShapeOp,
    ConstSizeOp, ConstWitnessOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, DimOp, DivOp,
    FromExtentTensorOp, FromExtentsOp, GetExtentOp, IndexToSizeOp, IsBroadcastableOp, MaxOp, MeetOp, MinOp,
    MulOp, NumElementsOp, RankOp, ReduceOp, ShapeEqOp, ShapeOfOp, SizeToIndexOp, SplitAtOp, ToExtentTensorOp,
    ValueAsShapeOp, YieldOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::arith::{IntBinary, constant_of, number_of};
use super::elementwise::{elementwise, operand_scalar};
use super::loops::{Loop, nest};
use super::memref::Buffer;
use super::moves::{Source, compute, element_of};
use super::tensor::array;
use crate::fault::{Fault, Outcome};
use crate::inst::Inst;
use crate::int_ops::IntOp;
use crate::layout::Element;
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace};
use crate::object::{Array, VALUE};
use crate::program::Env;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "shape", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AddOp::DEF, &IntBinary(IntOp::Add)),
    (MulOp::DEF, &IntBinary(IntOp::Mul)),
    (DivOp::DEF, &IntBinary(IntOp::FloorDivS)),
    (MaxOp::DEF, &Extremum(true)),
    (MinOp::DEF, &Extremum(false)),
    (IndexToSizeOp::DEF, &size),
    (SizeToIndexOp::DEF, &size),
    (ConstSizeOp::DEF, &const_size),
    (ConstWitnessOp::DEF, &const_witness),
    (ConstShapeOp::DEF, &const_shape),
    (ShapeOfOp::DEF, &shape_of),
    (DimOp::DEF, &dim),
    (GetExtentOp::DEF, &Number(|shape, index| extent(shape, index.unwrap_or(0)))),
    (RankOp::DEF, &Number(|shape, _| Ok(shape.len() as u64))),
    (
        NumElementsOp::DEF,
        &Number(|shape, _| Ok(shape.iter().fold(1u64, |n, &extent| n.wrapping_mul(extent)))),
    ),
    (FromExtentsOp::DEF, &Shapes(concatenation)),
    (FromExtentTensorOp::DEF, &Shapes(first)),
    (ToExtentTensorOp::DEF, &Shapes(first)),
    (ValueAsShapeOp::DEF, &Shapes(first)),
    (AnyOp::DEF, &Shapes(first)),
    (ConcatOp::DEF, &Shapes(concatenation)),
    (BroadcastOp::DEF, &Shapes(broadcast)),
    (MeetOp::DEF, &meet),
    (SplitAtOp::DEF, &split_at),
    (ShapeEqOp::DEF, &Test(are_equal)),
    (CstrEqOp::DEF, &Test(are_equal)),
    (IsBroadcastableOp::DEF, &Test(|shapes| broadcast(shapes).is_ok())),
    (CstrBroadcastableOp::DEF, &Test(|shapes| broadcast(shapes).is_ok())),
    (CstrRequireOp::DEF, &require),
    (AssumingAllOp::DEF, &Test(|witnesses| witnesses.iter().all(|witness| witness.first() == Some(&1)))),
    (AssumingOp::DEF, &assuming),
    (AssumingYieldOp::DEF, &leave),
    (ReduceOp::DEF, &reduce),
    (YieldOp::DEF, &leave),
];

type Extents = Vec<u64>;

/// A size as an index, or an index as a size: no size is negative.
fn size(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let bits = operand_scalar(lw, op)?.0.bits();
    elementwise(lw, op, move |args, out| {
        if crate::int_ops::signed(args[0], bits as u8) < 0 {
            return Err(Fault::Poison("a negative size"));
        }
        out[0] = args[0];
        Ok(())
    })
}

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// The numbers of an array, all of which must have values.
fn extents(array: &Array) -> Outcome<Extents> {
    let mut slot = [0];
    (0..array.len())
        .map(|i| {
            array.read(i, &mut slot)?;
            Ok(slot[0])
        })
        .collect()
}

fn as_array(element: Element, extents: &[u64]) -> Outcome<Array> {
    let mut made = Array::marked(element, vec![extents.len() as u64], extents.len(), VALUE)?;
    extents.iter().enumerate().for_each(|(i, &extent)| made.write(i, &[extent]));
    Ok(made)
}

fn first(shapes: &[Extents]) -> Outcome<Extents> {
    shapes.first().cloned().ok_or_else(|| Fault::new("a shape is expected"))
}

fn concatenation(shapes: &[Extents]) -> Outcome<Extents> {
    Ok(shapes.concat())
}

fn are_equal(shapes: &[Extents]) -> bool {
    shapes.windows(2).all(|pair| pair[0] == pair[1])
}

fn broadcast(shapes: &[Extents]) -> Outcome<Extents> {
    let rank = shapes.iter().map(Vec::len).fold(0, Ord::max);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (so_far, &extent) in result[rank - shape.len()..].iter_mut().zip(shape) {
            match (*so_far, extent) {
                (1, _) => *so_far = extent,
                (_, 1) => {}
                (a, b) if a == b => {}
                _ => return Err(Fault::Poison("shapes that cannot be broadcast to each other")),
            }
        }
    }
    Ok(result)
}

fn extent(shape: &[u64], index: u64) -> Outcome<u64> {
    let found = usize::try_from(index).ok().and_then(|index| shape.get(index)).copied();
    found.ok_or(Fault::Poison("an extent that a shape does not have"))
}

/// Returns the element type of the op's only result.
fn result_element(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<Element> {
    let result = op.results().next().ok_or("a result is expected")?;
    element_of(lw, result.ty())
}

/// A shape that is computed from shapes.
struct Shapes(fn(&[Extents]) -> Outcome<Extents>);

impl Interpret for Shapes {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let run = self.0;
        let element = result_element(lw, op)?;
        compute(lw, op, move |_, inputs| {
            let shapes = inputs.iter().map(|input| extents(input)).collect::<Outcome<Vec<_>>>()?;
            Ok(vec![as_array(element, &run(&shapes)?)?])
        })
    }
}

/// A condition of shapes.
struct Test(fn(&[Extents]) -> bool);

impl Interpret for Test {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let run = self.0;
        let element = result_element(lw, op)?;
        compute(lw, op, move |_, inputs| {
            let shapes = inputs.iter().map(|input| extents(input)).collect::<Outcome<Vec<_>>>()?;
            Ok(vec![as_array(element, &[u64::from(run(&shapes))])?])
        })
    }
}

/// A number that a shape has, perhaps at an index.
struct Number(fn(&[u64], Option<u64>) -> Outcome<u64>);

impl Interpret for Number {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let run = self.0;
        let element = result_element(lw, op)?;
        compute(lw, op, move |_, inputs| {
            let shapes = inputs.iter().map(|input| extents(input)).collect::<Outcome<Vec<_>>>()?;
            let index = shapes.get(1).and_then(|index| index.first().copied());
            Ok(vec![as_array(element, &[run(&shapes[0], index)?])?])
        })
    }
}

/// The greater or the lesser of two numbers, or of the extents of two shapes that are broadcast.
struct Extremum(bool);

impl Interpret for Extremum {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let greatest = self.0;
        let element = result_element(lw, op)?;
        compute(lw, op, move |_, inputs| {
            let (mut a, mut b) = (extents(&inputs[0])?, extents(&inputs[1])?);
            let rank = a.len().max(b.len());
            for shape in [&mut a, &mut b] {
                *shape = [vec![1; rank - shape.len()], std::mem::take(shape)].concat();
            }
            let choose = |(&a, &b): (&u64, &u64)| if ((a as i64) < b as i64) == greatest { b } else { a };
            Ok(vec![as_array(element, &a.iter().zip(&b).map(choose).collect::<Vec<_>>())?])
        })
    }
}

fn const_size(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstSizeOp::view_of(op);
    let slots = number_of(lw, view.value_attr()).ok_or("a constant without a value")?;
    let first = lw.constants(&slots);
    lw.alias(view.result(), ValuePlace::Slots(first, 1));
    Ok(())
}

fn const_witness(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstWitnessOp::view_of(op);
    let first = lw.constant(u64::from(view.passing()));
    lw.alias(view.result(), ValuePlace::Slots(first, 1));
    Ok(())
}

fn const_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let made = constant_of(lw, ConstShapeOp::view_of(op).shape_attr())?;
    compute(lw, op, move |_, _| Ok(vec![made.array()?]))
}

/// A function that returns the extents of a tensor or buffer.
fn extents_of(
    lw: &mut Lowering<'_>,
    value: ValueRef<'_>,
) -> Lowered<Box<dyn Fn(&Env<'_>) -> Outcome<Extents>>> {
    if value.ty().is_memref(lw.cx) {
        let buffer = Buffer::of(lw, value)?;
        return Ok(Box::new(move |env| buffer.sizes(env)));
    }
    match lw.place(value)? {
        ValuePlace::Object(reg) => Ok(Box::new(move |env| Ok(array(env.objects, reg)?.shape.clone()))),
        ValuePlace::Slots(..) => Err("a value with a shape is expected".to_owned()),
    }
}

fn shape_of(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ShapeOfOp::view_of(op);
    let (sizes, result) = (extents_of(lw, view.arg())?, Source::of(lw, view.result())?);
    lw.native(op, false, move |env| {
        let sizes = sizes(env)?;
        let array = as_array(result.element, &sizes)?;
        result.set(env, array)
    })
}

fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = DimOp::view_of(op);
    let (sizes, index) = (extents_of(lw, view.value())?, lw.slot(view.index())? as usize);
    let d = lw.slot(view.extent())? as usize;
    lw.native(op, false, move |env| {
        env.slots[d] = extent(&sizes(env)?, env.slots[index])?;
        Ok(())
    })
}

/// Lowers `shape.meet`: at run time, sizes and shapes are static, so the operands must be equal.
fn meet(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    compute(lw, op, |_, inputs| match extents(&inputs[0])? == extents(&inputs[1])? {
        true => Ok(vec![Array::clone(&inputs[0])]),
        false => Err(Fault::Poison("shapes that differ")),
    })
}

fn split_at(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let element = element_of(lw, SplitAtOp::view_of(op).head().ty())?;
    let w = lw.index_bits() as u8;
    compute(lw, op, move |_, inputs| {
        let shape = extents(&inputs[0])?;
        let index = extents(&inputs[1])?.first().map_or(0, |&index| crate::int_ops::signed(index, w));
        let at = if index < 0 { index + shape.len() as i64 } else { index };
        let at = usize::try_from(at).ok().filter(|&at| at <= shape.len());
        let (head, tail) = shape.split_at(at.ok_or(Fault::Poison("a shape is split outside of it"))?);
        Ok(vec![as_array(element, head)?, as_array(element, tail)?])
    })
}

fn require(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CstrRequireOp::view_of(op);
    let (d, a) = (lw.slot(view.result())?, lw.slot(view.pred())?);
    lw.emit(Inst::Copy { d, a });
    Ok(())
}

fn assuming(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AssumingOp::view_of(op);
    let witness = lw.slot(view.witness())? as usize;
    lw.native_reading(op, move |env| match env.slots[witness] {
        0 => Err(Fault::new("a witness of a condition that does not hold")),
        _ => Ok(()),
    })?;
    let targets = lw.places(view.results())?;
    let end = lw.label();
    lw.region(view.do_region(), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn reduce(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReduceOp::view_of(op);
    let entry = view.region().entry().ok_or("a reduction without a body")?;
    let (shape, rank) = (Source::of(lw, view.shape())?, lw.new_slots(1));
    lw.native_reading(op, move |env| {
        env.slots[rank as usize] = shape.get(env)?.len() as u64;
        Ok(())
    })?;
    let variable: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let size = lw.slot(entry.args().nth(1).ok_or("an extent is expected")?)?;
    let carried = lw.places(entry.args().skip(2))?;
    let results = lw.places(view.result())?;
    lw.pass(op, view.init_vals(), &carried)?;
    let (lower, step) = (lw.constant(0), lw.constant(1));
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &[Loop { lower, upper: rank, step, checked: true }], &variable, |lw, slots| {
        let index = slots[0] as usize;
        lw.action(move |env| {
            let shape = shape.get(env)?;
            let mut slot = [0];
            shape.read(env.slots[index] as usize, &mut slot)?;
            env.slots[size as usize] = slot[0];
            Ok(())
        });
        let next = lw.label();
        lw.region(view.region(), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}
