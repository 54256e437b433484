//! Quantized types.

#![allow(clippy::too_many_arguments, reason = "types are made of all their parameters")]

use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, OptionalAttr, Signedness, Type, TypeData, enums};
use terrace_macros::type_def;
use terrace_support::apfloat::ApFloat;

use crate::quant::syntax::{
    f64_attr, parse_any, parse_calibrated, parse_uniform, print_any, print_calibrated, print_uniform,
    uniform_params,
};

/// The flag of types whose storage is signed.
pub const SIGNED: i64 = 1;
/// The widest storage.
pub const MAX_STORAGE_BITS: u32 = 32;

enums! {
    /// The granularity of quantization parameters.
    pub enum Granularity("quant::Granularity", 32) {
        Layer = 0 => "layer",
        Axis = 1 => "axis",
        SubChannel = 2 => "sub_channel",
    }
}

/// `!quant.any<i8<-8:7>:f32>`: a quantized type of which no more is known than its storage.
#[type_def("quant.any", asm = (parse_any, print_any), verify = verify_any)]
#[allow(non_snake_case)]
pub struct AnyQuantizedType {
    flags: i64,
    storageType: Type,
    /// The type that is quantized; absent where it is not known.
    expressedType: Option<Type>,
    storageTypeMin: i64,
    storageTypeMax: i64,
}

/// `!quant.calibrated<f32<-1.0:1.0>>`: a type whose values are in a range that was measured.
#[type_def("quant.calibrated", asm = (parse_calibrated, print_calibrated), verify = verify_calibrated)]
#[allow(non_snake_case)]
pub struct CalibratedQuantizedType {
    expressedType: Type,
    min: Attr,
    max: Attr,
}

/// `!quant.uniform<i8:f32, 2.0:10>`: a stored number expresses the product of the scale and its distance from
/// the zero point. Scales and zero points are per tensor, per position along one axis, or per block along
/// several.
#[type_def("quant.uniform", asm = (parse_uniform, print_uniform), verify = verify_uniform)]
#[allow(non_snake_case)]
pub struct UniformQuantizedType {
    flags: i64,
    storageType: Type,
    expressedType: Type,
    storageTypeMin: i64,
    storageTypeMax: i64,
    granularity: Granularity,
    /// Floats: of type `f64`, or of the expressed type for blocks.
    scales: Attr,
    /// An array of `i64`.
    zeroPoints: Attr,
    /// The axes that are quantized: an array of `i64`.
    axes: Attr,
    /// The size of a block along each of these axes: an array of `i64`.
    blockSizes: Attr,
    /// The extents of the tensor of scales: an array of `i64`.
    shape: Attr,
}

/// The storage of a quantized type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Storage {
    /// Whether it is signed.
    pub signed: bool,
    /// The integer type.
    pub ty: Type,
    /// The least number that is used.
    pub min: i64,
    /// The greatest number that is used.
    pub max: i64,
}

/// The numbers of `width` bits: least and greatest.
pub fn default_range(signed: bool, width: u32) -> (i64, i64) {
    match (signed, width) {
        (_, 0 | 63..) => (i64::MIN, i64::MAX),
        (true, width) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        (false, width) => (0, (1 << width) - 1),
    }
}

/// The elements of an array of `i64`.
pub(crate) fn numbers(cx: &Context, attr: Attr) -> Vec<i64> {
    attr.i64_elements(cx).map_or(Vec::new(), Iterator::collect)
}

/// The value of a float attribute of any type.
pub(crate) fn float_value(cx: &Context, attr: Attr) -> Option<f64> {
    attr.as_float(cx).map(ApFloat::to_f64)
}

impl UniformQuantizedType {
    /// Returns the scales.
    pub fn scale_values(self, cx: &Context) -> Vec<f64> {
        let scales = self.scales(cx).optional_elements(cx);
        scales.iter().filter_map(|&scale| float_value(cx, scale)).collect()
    }

    /// Returns the zero points.
    pub fn zero_point_values(self, cx: &Context) -> Vec<i64> {
        numbers(cx, self.zero_points(cx))
    }

    /// Returns the axes that are quantized, each with the size of a block.
    pub fn block_size_info(self, cx: &Context) -> Vec<(i64, i64)> {
        numbers(cx, self.axes(cx)).into_iter().zip(numbers(cx, self.block_sizes(cx))).collect()
    }

    /// Returns the axis along which there are several scales, of a type per axis.
    pub fn axis(self, cx: &Context) -> Option<i64> {
        let axes = numbers(cx, self.axes(cx));
        axes.first().copied().filter(|_| self.granularity(cx) == Granularity::Axis)
    }

    /// Returns the extents of the tensor of scales, of a type with blocks.
    pub fn scale_shape(self, cx: &Context) -> Vec<i64> {
        numbers(cx, self.shape(cx))
    }

    /// Returns a type with the same meaning for all tensors that is per tensor or per axis: of blocks, where there is one scale,
    /// or scales along one axis alone. `None` for other types.
    pub fn normalized(self, cx: &Context) -> Option<Type> {
        let shape = numbers(cx, self.shape(cx));
        if self.granularity(cx) != Granularity::SubChannel {
            return None;
        }
        let mut long = (0..).zip(&shape).filter(|(_, extent)| **extent != 1).map(|(axis, _)| axis);
        let (granularity, axes) = match (long.next(), long.next()) {
            (None, _) => (Granularity::Layer, Vec::new()),
            (Some(axis), None) => (Granularity::Axis, vec![axis]),
            (Some(_), Some(_)) => return None,
        };
        let scales: Vec<Attr> = self.scale_values(cx).into_iter().map(|scale| f64_attr(cx, scale)).collect();
        let storage = self.storage(cx);
        let params = uniform_params(
            cx,
            (self.flags(cx), storage.ty, self.expressed_type(cx), storage.min, storage.max),
            granularity,
            &scales,
            &self.zero_point_values(cx),
            [&axes, &[], &[]],
        );
        cx.dialect_type(Self::DEF, &params).ok()
    }

    /// Returns the storage.
    pub fn storage(self, cx: &Context) -> Storage {
        Storage {
            signed: self.flags(cx) & SIGNED != 0,
            ty: self.storage_type(cx),
            min: self.storage_type_min(cx),
            max: self.storage_type_max(cx),
        }
    }
}

/// Whether a type is one of the dialect's.
pub fn is_quantized(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Dialect { .. })
        && (ty.isa::<UniformQuantizedType>(cx)
            || ty.isa::<AnyQuantizedType>(cx)
            || ty.isa::<CalibratedQuantizedType>(cx))
}

/// The expressed type of a quantized type; `None` if it is unknown, or for another type.
pub fn expressed_type(cx: &Context, ty: Type) -> Option<Type> {
    if let Some(uniform) = ty.dyn_cast::<UniformQuantizedType>(cx) {
        return Some(uniform.expressed_type(cx));
    }
    if let Some(any) = ty.dyn_cast::<AnyQuantizedType>(cx) {
        return any.expressed_type(cx);
    }
    ty.dyn_cast::<CalibratedQuantizedType>(cx).map(|calibrated| calibrated.expressed_type(cx))
}

/// The type in which a quantized type is stored; `None` if it has none, or for another type.
pub fn storage_type(cx: &Context, ty: Type) -> Option<Type> {
    let uniform = ty.dyn_cast::<UniformQuantizedType>(cx).map(|ty| ty.storage_type(cx));
    uniform.or_else(|| Some(ty.dyn_cast::<AnyQuantizedType>(cx)?.storage_type(cx)))
}

fn verify_storage(cx: &Context, storage: Storage) -> Result<(), String> {
    let TypeData::Integer { width, .. } = *storage.ty.data(cx) else {
        return Err("storage type must be integral".to_owned());
    };
    if width == 0 || width > MAX_STORAGE_BITS {
        return Err(format!("illegal storage type size: {width}"));
    }
    let (least, greatest) = default_range(storage.signed, width);
    let Storage { min, max, .. } = storage;
    if max <= min || min < least || max > greatest {
        return Err(format!("illegal storage min and storage max: ({min}:{max})"));
    }
    Ok(())
}

fn verify_expressed(cx: &Context, ty: Type) -> Result<(), String> {
    match ty.is_float(cx) {
        true => Ok(()),
        false => Err("expressed type must be floating point".to_owned()),
    }
}

fn integer(cx: &Context, params: &[Attr], at: usize) -> i64 {
    params.get(at).and_then(|param| i64::value(cx, *param)).unwrap_or(0)
}

fn type_param(cx: &Context, params: &[Attr], at: usize) -> Type {
    params.get(at).and_then(|param| param.as_type(cx)).unwrap_or(Type::NONE)
}

/// The storage in the parameters of a type, where the least number is at `min`.
fn storage_of(cx: &Context, params: &[Attr], min: usize) -> Storage {
    Storage {
        signed: integer(cx, params, 0) & SIGNED != 0,
        ty: type_param(cx, params, 1),
        min: integer(cx, params, min),
        max: integer(cx, params, min + 1),
    }
}

fn verify_any(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_storage(cx, storage_of(cx, params, 3))?;
    match params.get(2).and_then(|expressed| expressed.as_type(cx)) {
        Some(expressed) => verify_expressed(cx, expressed),
        None => Ok(()),
    }
}

fn verify_calibrated(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_expressed(cx, type_param(cx, params, 0))?;
    let bound = |at: usize| params.get(at).and_then(|param| param.as_float(cx));
    let (Some(min), Some(max)) = (bound(1), bound(2)) else {
        return Err("calibrated values must be present".to_owned());
    };
    if max.to_f64() <= min.to_f64() {
        let (min, max) = (float_text(min), float_text(max));
        return Err(format!("illegal min and max: ({min}:{max})"));
    }
    Ok(())
}

/// A float as messages show it.
fn float_text(value: ApFloat) -> String {
    if value.is_inf() {
        return if value.is_negative() { "-INF" } else { "INF" }.to_owned();
    }
    exponential(value.to_f64())
}

/// A float in C's `%e`.
pub(crate) fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// Checks that a scale is a positive number of the expressed type.
pub(crate) fn check_scale(cx: &Context, expressed: Type, scale: f64) -> Result<(), String> {
    let Some(kind) = expressed.float_kind(cx) else { return Ok(()) };
    let (least, greatest) = (ApFloat::smallest(kind, false).to_f64(), ApFloat::largest(kind, false).to_f64());
    if scale < least || scale > greatest {
        let [scale, least, greatest] = [scale, least, greatest].map(exponential);
        return Err(format!("scale {scale} out of expressed type range [{least}, {greatest}]"));
    }
    Ok(())
}

fn verify_uniform(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_storage(cx, storage_of(cx, params, 3))?;
    let expressed = type_param(cx, params, 2);
    verify_expressed(cx, expressed)?;
    let list = |at: usize| params.get(at).map_or(Vec::new(), |&param| numbers(cx, param));
    let scales = params.get(6).optional_elements(cx);
    for scale in scales {
        check_scale(cx, expressed, float_value(cx, *scale).unwrap_or(0.0))?;
    }
    let (zero_points, axes, blocks, shape) = (list(7), list(8), list(9), list(10));
    if scales.len() != zero_points.len() {
        let (scales, zero_points) = (scales.len(), zero_points.len());
        return Err(format!("illegal number of scales and zeroPoints: {scales}, {zero_points}"));
    }
    if let Some(axis) = axes.iter().find(|&&axis| axis < 0) {
        return Err(format!("illegal quantized dimension: {axis}"));
    }
    let granularity = params.get(5).and_then(|param| Granularity::value(cx, *param));
    let is_well_formed = match granularity {
        Some(Granularity::Layer) => scales.len() == 1 && axes.is_empty(),
        Some(Granularity::Axis) => axes.len() == 1,
        Some(Granularity::SubChannel) => axes.len() == blocks.len(),
        None => false,
    };
    let elements = shape.iter().try_fold(1_i64, |product, &extent| product.checked_mul(extent));
    if !is_well_formed
        || granularity == Some(Granularity::SubChannel) && elements != Some(scales.len() as i64)
    {
        return Err("illegal quantization parameters".to_owned());
    }
    if granularity == Some(Granularity::SubChannel)
        && let Some(size) = blocks.iter().find(|&&size| size <= 0)
    {
        return Err(format!("illegal block size: {size}"));
    }
    Ok(())
}

/// The signless integer type of a width.
pub(crate) fn signless(cx: &Context, width: u32) -> Type {
    cx.integer(width, Signedness::Signless)
}
