//! The encodings of quantized types.

use terrace_ir::bytecode::{
    BytecodeDialectInterface, DialectBytecodeReader, DialectBytecodeWriter, ReadResult,
};
use terrace_ir::def::TypeDef;
use terrace_ir::elements::{dense_attr, int_elements, int_values};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, AttrData, Context, OptionalAttr, RankedTensorType, Type};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::quant::syntax::{f64_attr, uniform_params};
use crate::quant::types::{
    AnyQuantizedType, CalibratedQuantizedType, Granularity, UniformQuantizedType, float_value,
};

const ANY: u64 = 1;
const ANY_EXPRESSED: u64 = 2;
const CALIBRATED: u64 = 3;
const UNIFORM: u64 = 4;
const PER_AXIS: u64 = 5;
const SUB_CHANNEL: u64 = 6;

/// The encodings of the dialect.
pub(crate) struct Encodings;

fn write_float(writer: &mut dyn DialectBytecodeWriter, value: f64) {
    writer.write_ap_int(&ApInt::new(64, value.to_bits()));
}

fn read_float(reader: &mut dyn DialectBytecodeReader) -> ReadResult<f64> {
    let bits = reader.read_ap_int(64)?;
    Ok(f64::from_bits(bits.to_u64().expect("64 bits were read")))
}

fn write_list(writer: &mut dyn DialectBytecodeWriter, values: &[i64]) {
    writer.write_varint(values.len() as u64);
    values.iter().for_each(|&value| writer.write_signed_varint(value));
}

fn read_list(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Vec<i64>> {
    let count = reader.read_length()?;
    (0..count).map(|_| reader.read_signed_varint()).collect()
}

/// The tensor type of scales or zero points.
fn tensor(cx: &Context, shape: &[i64], element: Type) -> Type {
    RankedTensorType::get(cx, shape, element)
}

/// The scales of blocks as a tensor.
fn scales_attr(cx: &Context, shape: &[i64], expressed: Type, scales: &[Attr]) -> Attr {
    let size = expressed.float_kind(cx).map_or(0, |kind| kind.width().div_ceil(8) as usize);
    let bits = |scale: &Attr| scale.as_float(cx).map_or(0, ApFloat::bits).to_le_bytes();
    let data: Vec<u8> = scales.iter().flat_map(|scale| bits(scale).into_iter().take(size)).collect();
    dense_attr(cx, tensor(cx, shape, expressed), data, size)
}

/// The elements of a tensor of floats, and its extents.
fn read_scales(cx: &Context, attr: Attr) -> Option<(Vec<i64>, Vec<Attr>)> {
    let AttrData::DenseElements { ty, data, splat } = attr.data(cx) else { return None };
    let (shape, element) = (ty.shape(cx)?.to_vec(), ty.element_type(cx)?);
    let kind = element.float_kind(cx)?;
    let size = kind.width().div_ceil(8) as usize;
    let mut elements = Vec::new();
    for chunk in data.chunks_exact(size) {
        let mut bits = [0; 16];
        bits[..size].copy_from_slice(chunk);
        elements.push(cx.float_attr(element, ApFloat::from_bits(kind, u128::from_le_bytes(bits))));
    }
    if *splat {
        let count = usize::try_from(ty.num_elements(cx)?).ok()?;
        // A splat may claim any number of elements.
        elements = (count <= 1 << 20).then(|| vec![elements[0]; count])?;
    }
    Some((shape, elements))
}

impl BytecodeDialectInterface for Encodings {
    fn write_type(&self, ty: Type, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let cx = writer.cx();
        if let Some(any) = ty.dyn_cast::<AnyQuantizedType>(cx) {
            let (flags, storage) = (any.flags(cx), any.storage_type(cx));
            let (min, max) = (any.storage_type_min(cx), any.storage_type_max(cx));
            let expressed = any.expressed_type(cx);
            writer.write_varint(if expressed.is_some() { ANY_EXPRESSED } else { ANY });
            writer.write_varint(flags as u64);
            writer.write_type(storage);
            expressed.into_iter().for_each(|expressed| writer.write_type(expressed));
            writer.write_signed_varint(min);
            writer.write_signed_varint(max);
            return true;
        }
        if let Some(calibrated) = ty.dyn_cast::<CalibratedQuantizedType>(cx) {
            let expressed = calibrated.expressed_type(cx);
            let bounds =
                [calibrated.min(cx), calibrated.max(cx)].map(|bound| float_value(cx, bound).unwrap_or(0.0));
            writer.write_varint(CALIBRATED);
            writer.write_type(expressed);
            bounds.into_iter().for_each(|bound| write_float(writer, bound));
            return true;
        }
        match ty.dyn_cast::<UniformQuantizedType>(cx) {
            Some(uniform) => {
                write_uniform(uniform, writer);
                true
            }
            None => false,
        }
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        let code = reader.read_varint()?;
        let (def, params): (&'static TypeDef, Vec<Attr>) = match code {
            ANY | ANY_EXPRESSED => (AnyQuantizedType::DEF, read_any(reader, code == ANY_EXPRESSED)?),
            CALIBRATED => {
                let expressed = reader.read_type()?;
                let (min, max) = (read_float(reader)?, read_float(reader)?);
                let cx = reader.cx();
                let params = vec![cx.type_attr(expressed), f64_attr(cx, min), f64_attr(cx, max)];
                (CalibratedQuantizedType::DEF, params)
            }
            UNIFORM | PER_AXIS | SUB_CHANNEL => (UniformQuantizedType::DEF, read_uniform(reader, code)?),
            _ => return Err(reader.error(format!("unknown type code: {code}"))),
        };
        let ty = reader.cx().dialect_type(def, &params);
        ty.map_err(|message| reader.error(message))
    }
}

fn read_any(reader: &mut dyn DialectBytecodeReader, has_expressed: bool) -> ReadResult<Vec<Attr>> {
    let flags = reader.read_varint()? as i64;
    let storage = reader.read_type()?;
    let expressed = if has_expressed { Some(reader.read_type()?) } else { None };
    let (min, max) = (reader.read_signed_varint()?, reader.read_signed_varint()?);
    let cx = reader.cx();
    let expressed = expressed.map_or(Attr::NULL, |ty| cx.type_attr(ty));
    let [flags, min, max] = [flags, min, max].map(|value| i64::attr(cx, value));
    Ok(vec![flags, cx.type_attr(storage), expressed, min, max])
}

fn write_uniform(ty: UniformQuantizedType, writer: &mut dyn DialectBytecodeWriter) {
    let cx = writer.cx();
    let (storage, expressed) = (ty.storage(cx), ty.expressed_type(cx));
    let (flags, scales) = (ty.flags(cx), ty.scale_values(cx));
    let (zero_points, blocks) = (ty.zero_point_values(cx), ty.block_size_info(cx));
    let axis = crate::quant::types::numbers(cx, ty.axes(cx)).first().copied().unwrap_or(0);
    let shape = crate::quant::types::numbers(cx, ty.shape(cx));
    let granularity = ty.granularity(cx);
    let tensors = (granularity == Granularity::SubChannel).then(|| {
        let width = storage.ty.integer_width(cx);
        let zeros: Vec<ApInt> = zero_points.iter().map(|&zero| ApInt::new(width, zero as u64)).collect();
        let zeros = int_elements(cx, tensor(cx, &shape, storage.ty), &zeros).unwrap_or(Attr::NULL);
        let scales = ty.scales(cx).optional_elements(cx).to_vec();
        (scales_attr(cx, &shape, expressed, &scales), zeros)
    });
    writer.write_varint(match granularity {
        Granularity::Layer => UNIFORM,
        Granularity::Axis => PER_AXIS,
        Granularity::SubChannel => SUB_CHANNEL,
    });
    writer.write_varint(flags as u64);
    writer.write_type(storage.ty);
    writer.write_type(expressed);
    match granularity {
        Granularity::Layer => {
            write_float(writer, scales.first().copied().unwrap_or(0.0));
            writer.write_signed_varint(zero_points.first().copied().unwrap_or(0));
        }
        Granularity::Axis => writer.write_varint(axis as u64),
        Granularity::SubChannel => {}
    }
    writer.write_signed_varint(storage.min);
    writer.write_signed_varint(storage.max);
    match tensors {
        None if granularity == Granularity::Axis => {
            writer.write_varint(scales.len() as u64);
            scales.iter().for_each(|&scale| write_float(writer, scale));
            write_list(writer, &zero_points);
        }
        None => {}
        Some((scales, zeros)) => {
            let (axes, sizes): (Vec<i64>, Vec<i64>) = blocks.into_iter().unzip();
            write_list(writer, &axes);
            write_list(writer, &sizes);
            writer.write_attribute(scales);
            writer.write_attribute(zeros);
        }
    }
}

fn read_uniform(reader: &mut dyn DialectBytecodeReader, code: u64) -> ReadResult<Vec<Attr>> {
    let flags = reader.read_varint()? as i64;
    let (storage, expressed) = (reader.read_type()?, reader.read_type()?);
    let (mut scales, mut zero_points, mut axes, mut sizes, mut shape) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    match code {
        UNIFORM => {
            let scale = read_float(reader)?;
            scales.push(f64_attr(reader.cx(), scale));
            zero_points.push(reader.read_signed_varint()?);
        }
        PER_AXIS => {
            let axis = reader.read_varint()?;
            axes.push(i64::from(axis as i32));
        }
        _ => {}
    }
    let (min, max) = (reader.read_signed_varint()?, reader.read_signed_varint()?);
    let granularity = match code {
        UNIFORM => Granularity::Layer,
        PER_AXIS => {
            for _ in 0..reader.read_length()? {
                let scale = read_float(reader)?;
                scales.push(f64_attr(reader.cx(), scale));
            }
            zero_points = read_list(reader)?;
            Granularity::Axis
        }
        _ => {
            axes = read_list(reader)?;
            sizes = read_list(reader)?;
            let (tensor, zeros) = (reader.read_attribute()?, reader.read_attribute()?);
            let cx = reader.cx();
            let read = read_scales(cx, tensor).zip(int_values(cx, zeros));
            let Some(((extents, elements), zeros)) = read else {
                return Err(reader.error("expected tensors of scales and zero points".into()));
            };
            (shape, scales) = (extents, elements);
            zero_points = zeros.iter().map(|zero| zero.to_i64().unwrap_or(0)).collect();
            Granularity::SubChannel
        }
    };
    let cx = reader.cx();
    Ok(uniform_params(
        cx,
        (flags, storage, expressed, min, max),
        granularity,
        &scales,
        &zero_points,
        [&axes, &sizes, &shape],
    ))
}
