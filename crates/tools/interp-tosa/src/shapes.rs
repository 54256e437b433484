//! Shapes as values: tensors of extents.

use std::rc::Rc;

use terrace_dialects_tosa::shape_ops::{
    AddShapeOp, ConcatShapeOp, ConstShapeOp, DimOp, DivCeilShapeOp, DivFloorShapeOp, Exp2ShapeOp,
    Log2CeilShapeOp, Log2FloorShapeOp, MaxShapeOp, MinShapeOp, ModShapeOp, MulShapeOp, SliceShapeOp,
    SubShapeOp,
};
use terrace_dialects_tosa::types::shape_rank;
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_ir::elements::int_values;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};

use crate::number::IntType;
use crate::operands::{EXTENT, compute_marked, elements, extents, same};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    (AddShapeOp::DEF, &OfExtents(|a| SIZE.fit(i128::from(a[0]) + i128::from(a[1])))),
    (SubShapeOp::DEF, &OfExtents(|a| SIZE.fit(i128::from(a[0]) - i128::from(a[1])))),
    (MulShapeOp::DEF, &OfExtents(|a| SIZE.fit(i128::from(a[0]) * i128::from(a[1])))),
    (DivCeilShapeOp::DEF, &OfExtents(|a| dividing(a).map(|()| a[0] / a[1] + i64::from(a[0] % a[1] != 0)))),
    (DivFloorShapeOp::DEF, &OfExtents(|a| dividing(a).map(|()| a[0] / a[1]))),
    (ModShapeOp::DEF, &OfExtents(|a| dividing(a).map(|()| a[0] % a[1]))),
    (MaxShapeOp::DEF, &OfExtents(|a| Ok(a[0].max(a[1])))),
    (MinShapeOp::DEF, &OfExtents(|a| Ok(a[0].min(a[1])))),
    (
        Exp2ShapeOp::DEF,
        &OfExtents(|a| match a[0] {
            0..63 => Ok(1 << a[0]),
            other => Err(Fault::new(format!("the power of two with exponent {other}"))),
        }),
    ),
    (Log2FloorShapeOp::DEF, &OfExtents(|a| logarithm(a[0]))),
    (
        Log2CeilShapeOp::DEF,
        &OfExtents(|a| logarithm(a[0]).map(|digits| digits + i64::from(a[0] != 1 << digits))),
    ),
    (ConstShapeOp::DEF, &constant),
    (ConcatShapeOp::DEF, &concat),
    (DimOp::DEF, &dim),
    (SliceShapeOp::DEF, &slice),
];

/// The type of extents.
const SIZE: IntType = IntType::signed(64);

fn dividing(args: &[i64]) -> Outcome {
    match args[0] >= 0 && args[1] >= 1 {
        true => Ok(()),
        false => Err(Fault::new(format!("a division of the extents {} and {}", args[0], args[1]))),
    }
}

fn logarithm(value: i64) -> Outcome<i64> {
    match value {
        1.. => Ok(i64::from(value.ilog2())),
        _ => Err(Fault::new(format!("the logarithm of the extent {value}"))),
    }
}

/// A shape with these extents.
fn shape(extents: &[i64]) -> Array {
    let bytes = extents.iter().flat_map(|extent| extent.to_le_bytes()).collect();
    Array::new(EXTENT, vec![extents.len() as u64], bytes)
}

/// Appends: the result is made by a function from the extents of the operands.
fn made_of_extents(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&[Rc<Array>]) -> Outcome<Vec<i64>> + 'static,
) -> Lowered {
    let rank = shape_rank(lw.cx, op.single_result().ty()).ok_or("a shape is expected as a result")?;
    compute_marked(lw, op, move |arrays| {
        let extents = run(arrays)?;
        same("ranks", extents.len(), rank)?;
        Ok(vec![shape(&extents)])
    })
}

/// A function of one extent of each operand.
struct OfExtents(fn(&[i64]) -> Outcome<i64>);

impl Interpret for OfExtents {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let run = self.0;
        made_of_extents(lw, op, move |arrays| {
            let lists: Vec<Vec<i64>> = arrays.iter().map(|array| extents(array)).collect();
            let rank = lists[0].len();
            lists.iter().try_for_each(|list| same("ranks", list.len(), rank))?;
            (0..rank).map(|at| run(&lists.iter().map(|list| list[at]).collect::<Vec<i64>>())).collect()
        })
    }
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstShapeOp::view_of(op);
    let rank = shape_rank(lw.cx, view.output().ty()).ok_or("a shape is expected as a result")?;
    let values = int_values(lw.cx, view.values_attr()).ok_or("extents that are no integers")?;
    let extents: Option<Vec<i64>> = values.iter().take(rank).map(|value| value.to_i64()).collect();
    let extents = extents.ok_or("extents that do not fit 64 bits")?;
    made_of_extents(lw, op, move |_| Ok(extents.clone()))
}

fn concat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    made_of_extents(lw, op, |arrays| Ok(arrays.iter().flat_map(|array| extents(array)).collect()))
}

fn dim(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let axis = DimOp::view_of(op).axis();
    made_of_extents(lw, op, move |arrays| {
        let shape = &arrays[0].shape;
        let extent = usize::try_from(axis).ok().and_then(|axis| shape.get(axis));
        let extent =
            extent.ok_or_else(|| Fault::new(format!("axis {axis} of a tensor of sizes {shape:?}")))?;
        Ok(vec![*extent as i64])
    })
}

fn slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = SliceShapeOp::view_of(op);
    let (starts, sizes) = (elements(lw, view.start())?, elements(lw, view.size())?);
    made_of_extents(lw, op, move |arrays| {
        arrays[1].check_written(0)?;
        arrays[2].check_written(0)?;
        let (start, size) = (starts.parameter(&arrays[1])?.int()?, sizes.parameter(&arrays[2])?.int()?);
        let all = extents(&arrays[0]);
        let part = usize::try_from(start).ok().zip(usize::try_from(size).ok());
        let part = part
            .filter(|&(_, size)| size > 0)
            .and_then(|(start, size)| all.get(start..start.checked_add(size)?));
        match part {
            Some(part) => Ok(part.to_vec()),
            None => Err(Fault::new(format!("{size} extents from {start} of the shape {all:?}"))),
        }
    })
}
