//! Ops of linalg that are no loops around a region: packing into tiles and back, and softmax.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::extension::OpModel;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{OpFoldResultRef, OpKind, OpRef};
use terrace_support::apfloat::ApFloat;

use super::arith::float_kind;
use super::elementwise::{float, operand_scalar, set_float};
use super::math::{library, too_wide};
use super::memref::{Buffer, Number, numbers, values};
use super::moves::{Source, compute};
use crate::fault::{Fault, Outcome};
use crate::float_ops::{FloatOp, Zeros, exact};
use crate::lower::{Interpret, Lowered, Lowering};
use crate::object::{Array, VALUE};
use crate::program::Env;
use crate::view::View;

/// The lowerings of the ops.
pub static MODELS: &[OpModel<dyn Interpret>] =
    &[(PackOp::DEF, &pack), (UnPackOp::DEF, &unpack), (SoftmaxOp::DEF, &softmax)];

/// The layout of a tensor's tiles.
struct Tiles {
    /// The dimensions that are tiled.
    dims: Vec<usize>,
    sizes: Vec<Number>,
    /// The dimension of the plain tensor that each outer one of the packed tensor is.
    order: Vec<usize>,
}

impl Tiles {
    fn of(
        lw: &mut Lowering<'_>,
        [dims, order]: [DenseI64Array<'_>; 2],
        tiles: Vec<OpFoldResultRef<'_>>,
        rank: usize,
    ) -> Lowered<Self> {
        let dims = dims.iter().map(|dim| dim as usize).collect();
        let sizes = numbers(lw, tiles)?;
        let order = if order.is_empty() {
            (0..rank).collect()
        } else {
            order.iter().map(|dim| dim as usize).collect()
        };
        Ok(Self { dims, sizes, order })
    }

    /// The extents that the packed tensor has, of a plain one.
    fn packed_shape(&self, env: &Env<'_>, plain: &[u64]) -> Outcome<Vec<u64>> {
        let sizes = values(env, &self.sizes);
        let mut outer = plain.to_vec();
        for (&dim, &size) in self.dims.iter().zip(&sizes) {
            if size == 0 {
                return Err(Fault::new("a tile of size 0"));
            }
            outer[dim] = plain[dim].div_ceil(size);
        }
        Ok(self.order.iter().map(|&dim| outer[dim]).chain(sizes).collect())
    }

    /// The index in the plain tensor of an index in the packed one.
    fn plain_index(&self, env: &Env<'_>, packed: &[u64]) -> Vec<u64> {
        let (outer, inner) = packed.split_at(self.order.len());
        let mut index = vec![0; self.order.len()];
        for (&dim, &at) in self.order.iter().zip(outer) {
            index[dim] = at;
        }
        for ((&dim, size), &at) in self.dims.iter().zip(values(env, &self.sizes)).zip(inner) {
            index[dim] = index[dim] * size + at;
        }
        index
    }
}

/// The place of an index in an array of a shape; none outside of it.
fn place(shape: &[u64], index: &[u64]) -> Option<usize> {
    let inside = index.iter().zip(shape).all(|(&at, &extent)| at < extent);
    let strides = crate::memref::row_major(shape);
    inside.then(|| index.iter().zip(strides).map(|(&at, stride)| at * stride).sum::<u64>() as usize)
}

fn pack(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PackOp::view_of(op);
    let rank = view.source().ty().shape(lw.cx).map_or(0, <[i64]>::len);
    let tiles = mixed_values(&view.static_inner_tiles().to_vec(), view.inner_tiles());
    let tiles = Tiles::of(lw, [view.inner_dims_pos(), view.outer_dims_perm()], tiles, rank)?;
    let padding = view.padding_value().map(|value| Source::of(lw, value)).transpose()?;
    compute(lw, op, move |env, inputs| {
        let (plain, packed) = (&inputs[0], &inputs[1]);
        let shape = tiles.packed_shape(env, &plain.shape)?;
        if shape != packed.shape {
            return Err(Fault::new(format!(
                "packing into sizes {:?} where {shape:?} are needed",
                packed.shape
            )));
        }
        let padding = padding.map(|padding| padding.get(env)).transpose()?;
        let mut made = Array::marked(plain.element, shape.clone(), packed.len(), VALUE)?;
        for i in 0..made.len() {
            let index = tiles.plain_index(env, &super::vector::unravel(i as u64, &shape));
            match (place(&plain.shape, &index), &padding) {
                (Some(from), _) => made.copy_element(i, plain, from),
                (None, Some(padding)) => made.copy_element(i, padding, 0),
                (None, None) => {
                    return Err(Fault::new("tiles that are not full, and no value to pad them with"));
                }
            }
        }
        Ok(vec![made])
    })
}

fn unpack(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = UnPackOp::view_of(op);
    let rank = view.dest().ty().shape(lw.cx).map_or(0, <[i64]>::len);
    let tiles = mixed_values(&view.static_inner_tiles().to_vec(), view.inner_tiles());
    let tiles = Tiles::of(lw, [view.inner_dims_pos(), view.outer_dims_perm()], tiles, rank)?;
    compute(lw, op, move |env, inputs| {
        let (packed, plain) = (&inputs[0], &inputs[1]);
        let shape = tiles.packed_shape(env, &plain.shape)?;
        if shape != packed.shape {
            return Err(Fault::new(format!("unpacking sizes {:?} where {shape:?} are needed", packed.shape)));
        }
        let mut made = Array::marked(plain.element, plain.shape.clone(), plain.len(), VALUE)?;
        for i in 0..packed.len() {
            let index = tiles.plain_index(env, &super::vector::unravel(i as u64, &shape));
            if let Some(to) = place(&plain.shape, &index) {
                made.copy_element(to, packed, i);
            }
        }
        Ok(vec![made])
    })
}

fn softmax(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    too_wide(kind)?;
    let view = SoftmaxOp::view_of(op);
    let dim = view.dimension() as usize;
    let run = move |input: &Array| -> Outcome<Array> {
        let mut made = input.clone();
        let n = input.element.slots() as usize;
        let get = |array: &Array, i: usize| -> Outcome<ApFloat> {
            let mut slots = vec![0; n];
            array.read(i, &mut slots)?;
            Ok(float(kind, &slots))
        };
        let set = |array: &mut Array, i: usize, value: ApFloat| {
            let mut slots = vec![0; n];
            set_float(value, &mut slots);
            array.write(i, &slots);
        };
        let whole = View::whole(&input.shape);
        let stride = whole.strides[dim] as usize;
        let mut starts = whole.clone();
        starts.sizes[dim] = whole.sizes[dim].min(1);
        for start in starts.places() {
            let line = || (0..whole.sizes[dim] as usize).map(|i| start + i * stride);
            let mut greatest = ApFloat::infinity(kind, true);
            for i in line() {
                greatest = exact(FloatOp::MaxNum(Zeros::Ordered), get(input, i)?, greatest);
            }
            let mut sum = ApFloat::zero(kind, false);
            for i in line() {
                let power = library(kind, f32::exp, f64::exp, exact(FloatOp::Sub, get(input, i)?, greatest));
                sum = exact(FloatOp::Add, power, sum);
                set(&mut made, i, power);
            }
            for i in line() {
                let value = exact(FloatOp::Div, get(&made, i)?, sum);
                set(&mut made, i, value);
            }
        }
        Ok(made)
    };
    if op.num_results() > 0 {
        return compute(lw, op, move |_, inputs| Ok(vec![run(&inputs[0])?]));
    }
    let (input, output) = (Buffer::of(lw, view.input())?, Buffer::of(lw, view.output())?);
    lw.native(op, true, move |env| {
        let made = run(&input.read(env)?)?;
        output.write(env, &made)
    })
}
