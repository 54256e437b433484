//! `lower-quant-ops`: quantization and its inverse as arithmetic.
//!
//! A stored number is the expressed number divided by the scale, plus the zero point, without its fraction, in the range of
//! the type. With scales per axis or per block, the arithmetic is in `linalg.generic`.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_linalg::builders::{Loops, make_generic};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor;
use terrace_dialects_shape::quant::casts::{DequantizeCastOp, QuantizeCastOp, StorageCastOp};
use terrace_dialects_shape::quant::types::{Granularity, Storage, UniformQuantizedType, default_range};
use terrace_dialects_shape::shape;
use terrace_ir::elements::Numbers;
use terrace_ir::matchers::m_zero;
use terrace_ir::{
    Context, DYNAMIC, Loc, OpFoldResult, OpKind, RankedTensorType, Rewriter, Type, TypeData, Value,
};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::types::with_elements;

/// The pass.
pub static LOWER_QUANT_OPS: PassDef = PassDef {
    name: "lower-quant-ops",
    class: "LowerQuantOps",
    doc: "Lower quantization and dequantization to arithmetic",
    anchor: Some(FuncOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .illegal_dialects(&["quant"])
        .legal::<StorageCastOp>(cx)
        .legal_dialects(&["arith", "linalg", "shape", "tensor"]);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<DequantizeCastOp>(cx, "DequantizeCastOpConversion", |rw, op| {
            let view = op.view(rw);
            let (loc, input, ty) = (view.0.loc(), view.input().id(), view.input().ty());
            let lowering = Lowering::new(rw.cx(), ty, false, loc)?;
            let stored = with_same_shape(rw.cx(), ty, lowering.storage.ty);
            let stored = rw.build_value(StorageCastOp::of(input).result(stored).loc(loc));
            let result = lowering.convert(rw, stored)?;
            rw.replace_op(op, &[result]);
            Some(())
        })
        .add::<QuantizeCastOp>(cx, "QuantizeCastOpConversion", |rw, op| {
            let view = op.view(rw);
            let (loc, input, ty) = (view.0.loc(), view.input().id(), view.result().ty());
            let lowering = Lowering::new(rw.cx(), ty, true, loc)?;
            let stored = lowering.convert(rw, input)?;
            rw.replace(op, StorageCastOp::of(stored).result(ty));
            Some(())
        });
    Conversion { target, patterns }
}

/// A type of the shape of another one.
fn with_same_shape(cx: &Context, like: Type, element: Type) -> Type {
    with_elements(cx, like, element).unwrap_or(element)
}

/// The lowering of one cast.
struct Lowering {
    ty: UniformQuantizedType,
    storage: Storage,
    /// Not all numbers that can be stored are used.
    is_bounded: bool,
    expressed: Type,
    /// To the stored number, not from it.
    quantizes: bool,
    loc: Loc,
}

/// A tensor without a rank, whose elements were put into one with a rank.
struct Flattened {
    value: Value,
    /// The shape before.
    shape: Option<Value>,
}

impl Lowering {
    fn new(cx: &Context, ty: Type, quantizes: bool, loc: Loc) -> Option<Self> {
        let ty = ty.element_type(cx).unwrap_or(ty).dyn_cast::<UniformQuantizedType>(cx)?;
        let storage = ty.storage(cx);
        let is_bounded =
            (storage.min, storage.max) != default_range(storage.signed, storage.ty.bit_width(cx)?);
        Some(Self { ty, storage, is_bounded, expressed: ty.expressed_type(cx), quantizes, loc })
    }

    fn convert(&self, rw: &mut ConversionRewriter<'_>, input: Value) -> Option<Value> {
        let cx = rw.cx();
        let unranked = matches!(rw.body().value_type(input).data(cx), TypeData::UnrankedTensor(_));
        let flat = match (self.ty.granularity(cx), unranked) {
            (_, false) => Flattened { value: input, shape: None },
            (Granularity::Layer, true) => self.flatten(rw, input)?,
            (Granularity::Axis, true) => self.flatten_around_axis(rw, input)?,
            // The type of a tensor without a rank has no blocks.
            (Granularity::SubChannel, true) => return None,
        };
        let result = match self.ty.granularity(cx) {
            Granularity::Layer => self.convert_with_one_scale(rw, flat.value)?,
            _ => self.convert_in_loops(rw, flat.value, unranked)?,
        };
        let Some(shape) = flat.shape else { return Some(result) };
        let element = rw.body().value_type(result).element_type(rw.cx())?;
        let ty = rw.cx().ty(TypeData::UnrankedTensor(element));
        Some(rw.build_value(tensor::ReshapeOp::of(result, shape).result(ty).loc(self.loc)))
    }

    fn convert_with_one_scale(&self, rw: &mut ConversionRewriter<'_>, input: Value) -> Option<Value> {
        let zero = *self.ty.zero_point_values(rw.cx()).first()?;
        let scale = rw.cx().float_attr(self.expressed, *self.scales(rw.cx()).first()?);
        let mut make = Arith::new(rw, self.loc);
        let scale = make.constant(scale, self.expressed);
        let zero = make.int(zero, self.storage.ty);
        let sizes = extents(rw, input, self.loc);
        Some(self.compute(rw, input, &sizes, scale, zero))
    }

    /// Scales as constants of the expressed type.
    fn scales(&self, cx: &Context) -> Vec<ApFloat> {
        let Some(kind) = self.expressed.float_kind(cx) else { return Vec::new() };
        self.ty.scale_values(cx).into_iter().map(|scale| ApFloat::from_f64(kind, scale)).collect()
    }

    /// Puts the elements of a tensor without a rank in a row.
    fn flatten(&self, rw: &mut Rewriter<'_>, input: Value) -> Option<Flattened> {
        let (cx, loc) = (rw.cx(), self.loc);
        let extents = RankedTensorType::get(cx, &[DYNAMIC], Type::INDEX);
        let shape = rw.build_value(shape::ShapeOfOp::of(input).result(extents).loc(loc));
        let size = rw.build_value(shape::NumElementsOp::of(shape).result(Type::INDEX).loc(loc));
        self.reshape(rw, input, &[size], &[DYNAMIC]).map(|value| Flattened { value, shape: Some(shape) })
    }

    /// Makes the axis with scales the second of three.
    fn flatten_around_axis(&self, rw: &mut Rewriter<'_>, input: Value) -> Option<Flattened> {
        let (cx, loc) = (rw.cx(), self.loc);
        let (axis, _) = self.axes(cx).first().copied()?;
        let size = self.ty.scale_values(cx).len() as i64;
        let extents = RankedTensorType::get(cx, &[DYNAMIC], Type::INDEX);
        let shape = rw.build_value(shape::ShapeOfOp::of(input).result(extents).loc(loc));
        let mut make = Arith::new(rw, loc);
        let (at, next) = (make.index(axis), make.index(axis + 1));
        let part = |rw: &mut Rewriter<'_>, at: Value, which: usize| {
            let split = shape::SplitAtOp::of(shape, at).head(extents).tail(extents).loc(loc);
            let split = rw.build(split);
            let part = rw.op(split).results().nth(which)?.id();
            Some(rw.build_value(shape::NumElementsOp::of(part).result(Type::INDEX).loc(loc)))
        };
        let (left, right) = (part(rw, at, 0)?, part(rw, next, 1)?);
        let middle = Arith::new(rw, loc).index(size);
        let value = self.reshape(rw, input, &[left, middle, right], &[DYNAMIC, size, DYNAMIC])?;
        Some(Flattened { value, shape: Some(shape) })
    }

    fn reshape(&self, rw: &mut Rewriter<'_>, input: Value, sizes: &[Value], shape: &[i64]) -> Option<Value> {
        let cx = rw.cx();
        let extents = RankedTensorType::get(cx, &[sizes.len() as i64], Type::INDEX);
        let ty = RankedTensorType::get(cx, shape, rw.body().value_type(input).element_type(cx)?);
        let sizes = rw.build_value(tensor::FromElementsOp::of(sizes).result(extents).loc(self.loc));
        Some(rw.build_value(tensor::ReshapeOp::of(input, sizes).result(ty).loc(self.loc)))
    }

    /// The axes with several scales, each with the size of a block; of a type per axis, it is one element.
    fn axes(&self, cx: &Context) -> Vec<(i64, i64)> {
        match self.ty.granularity(cx) {
            Granularity::SubChannel => self.ty.block_size_info(cx),
            _ => self.ty.axis(cx).into_iter().map(|axis| (axis, 1)).collect(),
        }
    }

    fn convert_in_loops(&self, rw: &mut ConversionRewriter<'_>, input: Value, flat: bool) -> Option<Value> {
        let (cx, loc) = (rw.cx(), self.loc);
        let rank = rw.body().value_type(input).shape(cx)?.len() as u32;
        let is_blocked = self.ty.granularity(cx) == Granularity::SubChannel;
        let axes = if flat { vec![(1, 1)] } else { self.axes(cx) };
        let (scales, zeros) = self.tables(rw, is_blocked)?;
        let element = if self.quantizes { self.storage.ty } else { self.expressed };
        let sizes = extents(rw, input, loc);
        let init = empty(rw, &sizes, element, loc);
        let of_axis = |&(axis, size): &(i64, i64)| {
            let dim = AffineExpr::dim(axis as u32);
            (
                axis as usize,
                if is_blocked { AffineExpr::floor_div(dim, AffineExpr::constant(size)) } else { dim },
            )
        };
        let results = match is_blocked {
            false => axes.iter().map(|axis| of_axis(axis).1).collect(),
            true => {
                let mut results = vec![AffineExpr::constant(0); rank as usize];
                axes.iter().map(of_axis).for_each(|(axis, expr)| results[axis] = expr);
                results
            }
        };
        let table = AffineMap::new(rank, 0, results);
        let maps = [AffineMap::identity(rank), table.clone(), table, AffineMap::identity(rank)];
        let region = rw.new_region();
        let parallel = vec![true; rank as usize];
        let inputs = [input, scales, zeros];
        let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
        let args: Vec<(Type, Loc)> = inputs
            .iter()
            .chain([&init])
            .filter_map(|&value| rw.body().value_type(value).element_type(rw.cx()))
            .map(|ty| (ty, loc))
            .collect();
        let ty = rw.body().value_type(init);
        let generic = make_generic(rw, &loops, &[ty], region, loc);
        let after = rw.insertion_point();
        let block = rw.create_block(region, &args);
        let [input, scale, zero, _] = rw.body().args(block).collect::<Vec<_>>()[..] else { return None };
        rw.set_insertion_point_to_end(block);
        let result = self.compute(rw, input, &[], scale, zero);
        rw.build(YieldOp::of(&[result]).loc(loc));
        rw.set_insertion_point(after?);
        Some(rw.op(generic).single_result().id())
    }

    /// The scales and the zero points as constants.
    fn tables(&self, rw: &mut Rewriter<'_>, is_blocked: bool) -> Option<(Value, Value)> {
        let cx = rw.cx();
        let (scales, zeros) = (self.scales(cx), self.ty.zero_point_values(cx));
        let shape = if is_blocked { self.ty.scale_shape(cx) } else { vec![scales.len() as i64] };
        let (scale, zero) = (
            RankedTensorType::get(cx, &shape, self.expressed),
            RankedTensorType::get(cx, &shape, self.storage.ty),
        );
        let width = self.storage.ty.bit_width(cx)?;
        let zeros = zeros.into_iter().map(|zero| ApInt::from_i64(width, zero)).collect();
        let (scales, zeros) =
            (Numbers::List(scales).to_attr(cx, scale)?, Numbers::List(zeros).to_attr(cx, zero)?);
        let mut make = Arith::new(rw, self.loc);
        Some((make.constant(scales, scale), make.constant(zeros, zero)))
    }

    /// The arithmetic on scalars, or on tensors of these sizes.
    fn compute(
        &self,
        rw: &mut Rewriter<'_>,
        input: Value,
        sizes: &[OpFoldResult],
        scale: Value,
        zero: Value,
    ) -> Value {
        let ty = rw.body().value_type(input);
        let scale = self.splat(rw, scale, ty, sizes);
        let is_zero = m_zero(rw.value(zero));
        let expressed = rw.body().value_type(scale);
        let signed = self.storage.signed;
        let to_float = |rw: &mut Rewriter<'_>, value| {
            let mut make = Arith::new(rw, self.loc);
            if signed {
                make.cast::<arith::SIToFPOp>(value, expressed)
            } else {
                make.cast::<arith::UIToFPOp>(value, expressed)
            }
        };
        let shift = |rw: &mut Rewriter<'_>| {
            (!is_zero).then(|| {
                let zero = self.splat(rw, zero, ty, sizes);
                to_float(rw, zero)
            })
        };
        if !self.quantizes {
            let mut result = to_float(rw, input);
            if let Some(zero) = shift(rw) {
                result = Arith::new(rw, self.loc).binary_float::<arith::SubFOp>(result, zero, None);
            }
            return Arith::new(rw, self.loc).binary_float::<arith::MulFOp>(result, scale, None);
        }
        let mut stored = Arith::new(rw, self.loc).binary_float::<arith::DivFOp>(input, scale, None);
        if let Some(zero) = shift(rw) {
            stored = Arith::new(rw, self.loc).binary_float::<arith::AddFOp>(stored, zero, None);
        }
        let integers = with_same_shape(rw.cx(), ty, self.storage.ty);
        let mut make = Arith::new(rw, self.loc);
        let stored = match signed {
            true => make.cast::<arith::FPToSIOp>(stored, integers),
            false => make.cast::<arith::FPToUIOp>(stored, integers),
        };
        self.clamp(rw, stored, sizes)
    }

    /// Keeps a number in the range of the type, where that is less than the storage has.
    fn clamp(&self, rw: &mut Rewriter<'_>, value: Value, sizes: &[OpFoldResult]) -> Value {
        let Storage { signed, ty, min, max } = self.storage;
        if !self.is_bounded {
            return value;
        }
        let like = rw.body().value_type(value);
        let mut make = Arith::new(rw, self.loc);
        let (min, max) = (make.int(min, ty), make.int(max, ty));
        let (min, max) = (self.splat(rw, min, like, sizes), self.splat(rw, max, like, sizes));
        let mut make = Arith::new(rw, self.loc);
        if signed {
            let value = make.binary::<arith::MaxSIOp>(value, min);
            make.binary::<arith::MinSIOp>(value, max)
        } else {
            let value = make.binary::<arith::MaxUIOp>(value, min);
            make.binary::<arith::MinUIOp>(value, max)
        }
    }

    /// A scalar for each element of a tensor of these sizes, where `like` is one.
    fn splat(&self, rw: &mut Rewriter<'_>, scalar: Value, like: Type, sizes: &[OpFoldResult]) -> Value {
        let cx = rw.cx();
        let Some(ty) = with_elements(cx, like, rw.body().value_type(scalar)) else { return scalar };
        let dynamic: Vec<Value> = sizes
            .iter()
            .filter_map(|size| match size {
                OpFoldResult::Value(value) => Some(*value),
                _ => None,
            })
            .collect();
        rw.build_value(tensor::SplatOp::of(scalar, &dynamic).aggregate(ty).loc(self.loc))
    }
}
