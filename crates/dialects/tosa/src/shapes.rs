//! Shape inference: the shapes of results from those of operands, attributes and constant shapes.
//!
//! Extents that do not fit 64 bits, or that would be negative, are dynamic.

use terrace_dialects_builtin::broadcast::broadcast_shapes;
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::{Attr, Context, DYNAMIC, OpRef, RankedTensorType, Type, UnrankedTensorType, ValueRef};
use terrace_support::apint::ApInt;

use crate::shape_ops::ConstShapeOp;
use crate::types::{known, shape_rank};

/// The extents of a tensor, [`DYNAMIC`] where they are unknown; `None` without a rank.
pub type Shape = Option<Vec<i64>>;

/// An op whose result shapes are inferred, with the types of its operands as they are known.
pub struct ShapeInput<'a> {
    /// The op.
    pub op: OpRef<'a>,
    /// The types of its operands.
    pub operands: &'a [Type],
    /// For each region, the types that its terminator yields.
    pub yields: &'a [Vec<Type>],
}

impl<'a> ShapeInput<'a> {
    /// Returns the context of the op.
    pub fn cx(&self) -> &'a Context {
        self.op.cx()
    }

    /// Returns the extents of an operand; `None` if it has no rank, or does not exist.
    pub fn shape(&self, operand: usize) -> Option<&'a [i64]> {
        self.operands.get(operand)?.shape(self.cx())
    }

    /// Returns the numbers of an attribute that is an array.
    pub fn numbers(&self, name: &str) -> Vec<i64> {
        let attr = self.op.inherent_attr(name);
        attr.and_then(|attr| attr.as_i64_array(self.cx())).map_or(Vec::new(), |numbers| numbers)
    }

    /// Returns the value of an integer attribute.
    pub fn number(&self, name: &str) -> Option<i64> {
        int_attr(self.op, name)
    }

    /// Returns the extents of an operand that is a constant shape.
    pub fn constant_shape(&self, operand: usize) -> Option<Vec<i64>> {
        const_shape_values(self.op.operand(operand))
    }

    /// Returns the rank of an operand that is a shape.
    pub fn rank_of_shape(&self, operand: usize) -> Option<usize> {
        shape_rank(self.cx(), *self.operands.get(operand)?)
    }
}

/// Returns the value of an integer attribute of an op; `None` if it has none of the name.
pub fn int_attr(op: OpRef<'_>, name: &str) -> Option<i64> {
    op.inherent_attr(name)?.as_i64(op.cx())
}

/// The shapes of the results of an op: upstream's `InferShapedTypeOpInterface`.
pub trait InferShapedType: Send + Sync {
    /// Returns the shape of each result; `None` if they cannot be inferred.
    fn infer_shapes(&self, input: &ShapeInput<'_>) -> Option<Vec<Shape>>;
}

/// A function that infers the shapes of results.
pub struct InferBy(pub fn(&ShapeInput<'_>) -> Option<Vec<Shape>>);

impl InferShapedType for InferBy {
    fn infer_shapes(&self, input: &ShapeInput<'_>) -> Option<Vec<Shape>> {
        (self.0)(input)
    }
}

/// Returns the extents that a value holds, if it is defined by a constant: -1 for those that are to be inferred.
pub fn const_shape_values(value: ValueRef<'_>) -> Option<Vec<i64>> {
    let values = value.defined_by::<ConstShapeOp>()?.values_attr();
    int_values(value.cx(), values)?.iter().map(ApInt::to_i64).collect()
}

/// Returns an extent; [`DYNAMIC`] for one that does not fit, or is negative.
pub fn extent_of(value: i128) -> i64 {
    i64::try_from(value).ok().filter(|&value| value >= 0).unwrap_or(DYNAMIC)
}

/// Returns the first of two extents that is known.
pub fn known_or(extent: i64, other: i64) -> i64 {
    if extent == DYNAMIC { other } else { extent }
}

/// Returns a shape whose dimensions are all dynamic.
pub fn dynamic_shape(rank: usize) -> Shape {
    Some(vec![DYNAMIC; rank])
}

/// The shape that all operands broadcast to, where extents that are not one are equal; `None` if there is none, or an
/// operand has no rank.
pub fn broadcast_of(cx: &Context, types: &[Type]) -> Shape {
    let shapes: Vec<&[i64]> = types.iter().map(|ty| ty.shape(cx)).collect::<Option<_>>()?;
    shapes.into_iter().try_fold(Vec::new(), |whole, shape| {
        let merged = broadcast_shapes(&whole, shape)?;
        // An unknown extent is not merged with one that is known to be greater than one.
        let rank = merged.len();
        let at =
            |shape: &[i64], dim: usize| (dim + shape.len()).checked_sub(rank).map_or(1, |dim| shape[dim]);
        let agree = |dim: usize| {
            let (one, other) = (at(&whole, dim), at(shape, dim));
            one == other || one == 1 || other == 1
        };
        (0..rank).all(agree).then_some(merged)
    })
}

/// The result has the shape that all operands broadcast to.
pub const BROADCAST: InferBy = InferBy(|input| Some(vec![broadcast_of(input.cx(), input.operands)]));

/// The result has the shape that the first two operands broadcast to.
pub const BROADCAST_TWO: InferBy =
    InferBy(|input| Some(vec![broadcast_of(input.cx(), input.operands.get(..2)?)]));

/// Each result has the shape of the operand with its number, or of the first one.
pub const OF_OPERAND: InferBy = InferBy(|input| {
    let of =
        |result: usize| input.shape(result.min(input.operands.len().saturating_sub(1))).map(<[i64]>::to_vec);
    Some((0..input.op.num_results()).map(of).collect())
});

/// The result has the shape of the first operand.
pub const OF_FIRST: InferBy = InferBy(|input| Some(vec![input.shape(0).map(<[i64]>::to_vec)]));

/// Returns a shape whose extent along an axis is 1; `None` if it has no rank, or no such axis.
pub fn reduced(shape: Option<&[i64]>, axis: Option<i64>) -> Shape {
    let mut shape = shape?.to_vec();
    *shape.get_mut(usize::try_from(axis?).ok()?)? = 1;
    Some(shape)
}

/// Returns the shape of concatenated tensors.
///
/// # Errors
///
/// If extents differ along another axis, or there are no tensors or no such axis.
pub fn concatenated(cx: &Context, types: &[Type], axis: Option<i64>) -> Result<Shape, String> {
    let ranked: Vec<&[i64]> = types.iter().filter_map(|ty| ty.shape(cx)).collect();
    if types.is_empty() {
        return Err("expect at least one input".to_owned());
    }
    let Some(&first) = ranked.first() else { return Ok(None) };
    let axis = axis.and_then(|axis| usize::try_from(axis).ok()).filter(|&axis| axis < first.len());
    let Some(axis) = axis else { return Err("the axis is not within the rank".to_owned()) };
    let mut result = vec![DYNAMIC; first.len()];
    for shape in &ranked {
        if shape.len() != first.len() {
            return Err("the ranks of tensors to concatenate differ".to_owned());
        }
        for (dim, &extent) in
            shape.iter().enumerate().filter(|&(dim, &extent)| dim != axis && extent != DYNAMIC)
        {
            if result[dim] != DYNAMIC && result[dim] != extent {
                return Err(format!(
                    "Cannot concat tensors with different sizes on the non-axis dimension {dim}"
                ));
            }
            result[dim] = extent;
        }
    }
    let sum = ranked.iter().try_fold(0, |sum, shape| Some(sum + known(shape[axis])?));
    result[axis] = sum.filter(|_| ranked.len() == types.len()).map_or(DYNAMIC, extent_of);
    Ok(Some(result))
}

/// Returns the tensor type with a shape, which may be without a rank.
pub fn tensor_type(cx: &Context, shape: Shape, element: Type) -> Type {
    match shape {
        Some(shape) => RankedTensorType::get(cx, &shape, element),
        None => UnrankedTensorType::get(cx, element),
    }
}

/// Returns whether two lists of extents are equal where both are known.
pub fn compatible_extents(one: &[i64], other: &[i64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
}

/// The extents of a shape as a constant of indices, with -1 for dynamic ones.
pub fn shape_elements(cx: &Context, shape: &[i64]) -> Attr {
    let values: Vec<ApInt> = shape
        .iter()
        .map(|&extent| ApInt::new(64, if extent == DYNAMIC { -1 } else { extent } as u64))
        .collect();
    let ty = RankedTensorType::get(cx, &[shape.len() as i64], Type::INDEX);
    int_elements(cx, ty, &values).unwrap_or(Attr::NULL)
}
