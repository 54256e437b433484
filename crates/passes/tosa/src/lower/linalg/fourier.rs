//! Fourier transforms in two dimensions, as sums over all elements.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::arith::{
    AddFOp, AddIOp, DivFOp, DivUIOp, IndexCastUIOp, MulFOp, SubFOp, UIToFPOp,
};
use terrace_dialects_core::{index, math};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{known_index, value_of};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::CastOp;
use terrace_dialects_tosa::convolutions::{FFT2dOp, RFFT2dOp};
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{Loc, Op, OpFoldResult, Signedness, Type, Value};
use terrace_passes_shared::arithmetic::{Arith, zero_attr};
use terrace_passes_shared::tensor_sizes::size_of;
use terrace_support::apfloat::ApFloat;

use super::make::Make;

/// A transform of real or complex numbers.
struct Transform {
    op: Op,
    /// The real parts, and the imaginary ones.
    inputs: Vec<Value>,
    is_inverse: bool,
    types: [Type; 2],
    loc: Loc,
}

/// Lowers `tosa.fft2d`.
pub(super) fn lower_complex(rw: &mut ConversionRewriter<'_>, op: FFT2dOp) -> Option<()> {
    let view = op.view(rw);
    Transform {
        op: op.into(),
        inputs: vec![view.input_real().id(), view.input_imag().id()],
        is_inverse: view.inverse(),
        types: [view.output_real().ty(), view.output_imag().ty()],
        loc: view.0.loc(),
    }
    .lower(rw)
}

/// Lowers `tosa.rfft2d`.
pub(super) fn lower_real(rw: &mut ConversionRewriter<'_>, op: RFFT2dOp) -> Option<()> {
    let view = op.view(rw);
    Transform {
        op: op.into(),
        inputs: vec![view.input_real().id()],
        is_inverse: false,
        types: [view.output_real().ty(), view.output_imag().ty()],
        loc: view.0.loc(),
    }
    .lower(rw)
}

impl Transform {
    fn lower(&self, rw: &mut ConversionRewriter<'_>) -> Option<()> {
        let (cx, loc) = (rw.cx(), self.loc);
        let input = *self.inputs.first()?;
        let operands = self.inputs.iter().map(|&value| rw.body().value_type(value));
        let are_ranked = operands.chain(self.types).all(|ty| ty.shape(cx).map(<[i64]>::len) == Some(3));
        if !are_ranked {
            return rw.notify_match_failure(self.op, "only supports ranked tensors");
        }
        let element = rw.body().value_type(input).element_type(cx)?;
        element.float_kind(cx)?;
        let mut sizes = extents(rw, input, loc);
        if self.inputs.len() == 1 {
            let last = sizes.last_mut()?;
            *last = half_plus_one(rw, *last, loc);
        }
        let mut inits = Vec::new();
        for _ in 0..2 {
            let init = empty(rw, &sizes, element, loc);
            let mut make = Make { rw, loc };
            let zero = make.constant(zero_attr(cx, element)?)?;
            inits.push(make.filled(zero, init)?);
        }
        let extents = [1, 2].map(|dim| size_of(rw, input, dim, loc));
        let mut make = Make { rw, loc };
        let kind = element.float_kind(cx)?;
        let circle = cx.float_attr(element, ApFloat::from_f64(kind, std::f64::consts::TAU));
        let circle = make.constant(circle)?;
        let extent_floats = extents.map(|extent| float_of(&mut make, extent, element));
        let map = |dims: [u32; 3]| AffineMap::new(5, 0, dims.map(AffineExpr::dim).to_vec());
        let mut maps = vec![map([0, 3, 4]); self.inputs.len()];
        maps.extend([map([0, 1, 2]), map([0, 1, 2])]);
        let parallel = [true, true, true, false, false];
        let loops = Loops { inputs: &self.inputs, outputs: &inits, maps: &maps, parallel: &parallel };
        let results = make.generic_of_many(&loops, |make, args| {
            let places = [1, 2, 3, 4].map(|dim| make.loop_index(dim));
            let mut angle = angle_of(make, places, extents, extent_floats);
            angle = Arith::new(make.rw, make.loc).binary::<MulFOp>(circle, angle);
            if self.is_inverse {
                let minus_one = make.constant(cx.float_attr(element, ApFloat::from_f64(kind, -1.0)))?;
                angle = Arith::new(make.rw, make.loc).binary::<MulFOp>(angle, minus_one);
            }
            self.sums(&mut Arith::new(make.rw, make.loc), args, angle, element)
        })?;
        let fits = |(&result, ty): (&Value, Type)| compatible_shapes(cx, rw.body().value_type(result), ty);
        if !results.iter().zip(self.types).all(fits) {
            return rw.notify_match_failure(self.op, "the shape of a result is another one");
        }
        let cast = |(result, ty): (Value, Type)| rw.build_or_fold_value(CastOp::of(result).dest(ty).loc(loc));
        let results: Vec<Value> = results.into_iter().zip(self.types).map(cast).collect();
        rw.replace_op(self.op, &results);
        Some(())
    }

    /// The sums with the next element turned by an angle.
    fn sums(
        &self,
        make: &mut Arith<'_, '_>,
        args: &[Value],
        angle: Value,
        element: Type,
    ) -> Option<Vec<Value>> {
        let (inputs, found) = args.split_at(self.inputs.len());
        let &[found_real, found_imag] = found.first_chunk::<2>()?;
        let real = *inputs.first()?;
        let (cos, sin) = (make.cast::<math::CosOp>(angle, element), make.cast::<math::SinOp>(angle, element));
        let Some(&imag) = inputs.get(1) else {
            let (along, across) = (make.binary::<MulFOp>(real, cos), make.binary::<MulFOp>(real, sin));
            let sum = make.binary::<AddFOp>(found_real, along);
            return Some(vec![sum, make.binary::<SubFOp>(found_imag, across)]);
        };
        let (along, across) = (make.binary::<MulFOp>(real, cos), make.binary::<MulFOp>(imag, sin));
        let new_real = make.binary::<AddFOp>(along, across);
        let (along, across) = (make.binary::<MulFOp>(imag, cos), make.binary::<MulFOp>(real, sin));
        let new_imag = make.binary::<SubFOp>(along, across);
        let sum = make.binary::<AddFOp>(found_real, new_real);
        Some(vec![sum, make.binary::<AddFOp>(found_imag, new_imag)])
    }
}

/// The number of distinct frequencies of real numbers.
fn half_plus_one(rw: &mut ConversionRewriter<'_>, size: OpFoldResult, loc: Loc) -> OpFoldResult {
    let mut make = Arith::new(rw, loc);
    let (one, two) = (make.index(1), make.index(2));
    let size = value_of(rw, size, loc);
    let half = rw.build_or_fold_value(DivUIOp::of(size, two).result(Type::INDEX).loc(loc));
    let sum = rw.build_or_fold_value(AddIOp::of(half, one).result(Type::INDEX).loc(loc));
    let sum = OpFoldResult::Value(sum);
    known_index(rw, sum).map_or(sum, OpFoldResult::Static)
}

/// An index as a float.
fn float_of(make: &mut Make<'_, '_>, value: Value, element: Type) -> Value {
    let mut make = Arith::new(make.rw, make.loc);
    let cx = make.rw.cx();
    let int = cx.integer(element.number_width(cx).max(32), Signedness::Signless);
    let value = make.cast::<IndexCastUIOp>(value, int);
    make.cast::<UIToFPOp>(value, element)
}

/// The part of a circle by which an element is turned: (iy * oy mod height) / height + (ix * ox mod width) / width.
fn angle_of(
    make: &mut Make<'_, '_>,
    [out_y, out_x, in_y, in_x]: [Value; 4],
    extents: [Value; 2],
    extent_floats: [Value; 2],
) -> Value {
    let mut arith = Arith::new(make.rw, make.loc);
    let products =
        [(in_y, out_y), (in_x, out_x)].map(|(inner, outer)| arith.binary::<index::MulOp>(inner, outer));
    let [y, x] = [0, 1].map(|dim| arith.binary::<index::RemUOp>(products[dim], extents[dim]));
    let element = arith.ty(extent_floats[0]);
    let [y, x] = [y, x].map(|place| float_of(make, place, element));
    let mut arith = Arith::new(make.rw, make.loc);
    let (y, x) = (arith.binary::<DivFOp>(y, extent_floats[0]), arith.binary::<DivFOp>(x, extent_floats[1]));
    arith.binary::<AddFOp>(y, x)
}
