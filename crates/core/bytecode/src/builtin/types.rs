//! Types.

use terrace_affine::AffineMap;
use terrace_ir::bytecode::{DialectBytecodeReader, ReadResult};
use terrace_ir::types::MAX_INTEGER_WIDTH;
use terrace_ir::{Attr, AttrData, Signedness, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use super::BuiltinWriter;
use super::read_list;

const INTEGER: u64 = 0;
const INDEX: u64 = 1;
const FUNCTION: u64 = 2;
const BF16: u64 = 3;
const F16: u64 = 4;
const F32: u64 = 5;
const F64: u64 = 6;
const F80: u64 = 7;
const F128: u64 = 8;
const COMPLEX: u64 = 9;
const MEMREF: u64 = 10;
const MEMREF_WITH_SPACE: u64 = 11;
const NONE: u64 = 12;
const RANKED_TENSOR: u64 = 13;
const RANKED_TENSOR_WITH_ENCODING: u64 = 14;
const TUPLE: u64 = 15;
const UNRANKED_MEMREF: u64 = 16;
const UNRANKED_MEMREF_WITH_SPACE: u64 = 17;
const UNRANKED_TENSOR: u64 = 18;
const VECTOR: u64 = 19;
const SCALABLE_VECTOR: u64 = 20;

/// Returns the code of a type of floats; `None` if it has no encoding.
fn float_code(kind: FloatKind) -> Option<u64> {
    Some(match kind {
        FloatKind::BF16 => BF16,
        FloatKind::F16 => F16,
        FloatKind::F32 => F32,
        FloatKind::F64 => F64,
        FloatKind::F80 => F80,
        FloatKind::F128 => F128,
        _ => return None,
    })
}

fn write_types(types: &[Type], writer: &mut impl BuiltinWriter) {
    writer.write_varint(types.len() as u64);
    types.iter().for_each(|&ty| writer.write_type(ty));
}

fn write_shape(shape: &[i64], writer: &mut impl BuiltinWriter) {
    writer.write_varint(shape.len() as u64);
    shape.iter().for_each(|&extent| writer.write_signed_varint(extent));
}

/// Writes a type; false if it has no encoding.
pub(crate) fn write(data: &TypeData, writer: &mut impl BuiltinWriter) -> bool {
    match data {
        TypeData::None => writer.write_varint(NONE),
        TypeData::Index => writer.write_varint(INDEX),
        &TypeData::Integer { width, signedness } => {
            writer.write_varint(INTEGER);
            let signedness = match signedness {
                Signedness::Signless => 0,
                Signedness::Signed => 1,
                Signedness::Unsigned => 2,
            };
            writer.write_varint(u64::from(width) << 2 | signedness);
        }
        &TypeData::Float(kind) => match float_code(kind) {
            Some(code) => writer.write_varint(code),
            None => return false,
        },
        &TypeData::Complex(element) => {
            writer.write_varint(COMPLEX);
            writer.write_type(element);
        }
        TypeData::Function { inputs, results } => {
            writer.write_varint(FUNCTION);
            write_types(inputs, writer);
            write_types(results, writer);
        }
        TypeData::Tuple(types) => {
            writer.write_varint(TUPLE);
            write_types(types, writer);
        }
        TypeData::Vector { shape, scalable, element } => {
            let scales = scalable.contains(&true);
            writer.write_varint(if scales { SCALABLE_VECTOR } else { VECTOR });
            if scales {
                writer.write_varint(scalable.len() as u64);
                scalable.iter().for_each(|&scales| writer.write_bool(scales));
            }
            write_shape(shape, writer);
            writer.write_type(*element);
        }
        TypeData::RankedTensor { shape, element, encoding } => {
            writer.write_varint(match encoding {
                Some(_) => RANKED_TENSOR_WITH_ENCODING,
                None => RANKED_TENSOR,
            });
            if let Some(encoding) = encoding {
                writer.write_attribute(*encoding);
            }
            write_shape(shape, writer);
            writer.write_type(*element);
        }
        &TypeData::UnrankedTensor(element) => {
            writer.write_varint(UNRANKED_TENSOR);
            writer.write_type(element);
        }
        TypeData::MemRef { shape, element, layout, space } => {
            writer.write_varint(if space.is_some() { MEMREF_WITH_SPACE } else { MEMREF });
            if let Some(space) = space {
                writer.write_attribute(*space);
            }
            write_shape(shape, writer);
            writer.write_type(*element);
            let layout = layout
                .unwrap_or_else(|| writer.cx().affine_map_attr(AffineMap::identity(shape.len() as u32)));
            writer.write_attribute(layout);
        }
        TypeData::UnrankedMemRef { element, space } => {
            writer.write_varint(if space.is_some() { UNRANKED_MEMREF_WITH_SPACE } else { UNRANKED_MEMREF });
            if let Some(space) = space {
                writer.write_attribute(*space);
            }
            writer.write_type(*element);
        }
        TypeData::Graph { .. }
        | TypeData::Opaque { .. }
        | TypeData::Encoded(_)
        | TypeData::Identified { .. }
        | TypeData::Dialect { .. } => return false,
    }
    true
}

fn read_types(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Box<[Type]>> {
    Ok(read_list(reader, |reader| reader.read_type())?.into())
}

/// Reads the extents of a tensor or memref.
fn read_shape(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Box<[i64]>> {
    Ok(read_list(reader, |reader| reader.read_signed_varint())?.into())
}

/// Reads a type.
pub(super) fn read(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
    let code = reader.read_varint()?;
    let data = match code {
        INTEGER => {
            let packed = reader.read_varint()?;
            let width = packed >> 2;
            let signedness = match packed & 3 {
                0 => Signedness::Signless,
                1 => Signedness::Signed,
                2 => Signedness::Unsigned,
                _ => return Err(reader.error("an integer type is signless, signed or unsigned".into())),
            };
            if width > u64::from(MAX_INTEGER_WIDTH) {
                let message = format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits");
                return Err(reader.error(message));
            }
            return Ok(reader.cx().integer(width as u32, signedness));
        }
        INDEX => return Ok(Type::INDEX),
        NONE => return Ok(Type::NONE),
        BF16 => TypeData::Float(FloatKind::BF16),
        F16 => TypeData::Float(FloatKind::F16),
        F32 => TypeData::Float(FloatKind::F32),
        F64 => TypeData::Float(FloatKind::F64),
        F80 => TypeData::Float(FloatKind::F80),
        F128 => TypeData::Float(FloatKind::F128),
        FUNCTION => TypeData::Function { inputs: read_types(reader)?, results: read_types(reader)? },
        TUPLE => TypeData::Tuple(read_types(reader)?),
        COMPLEX => TypeData::Complex(reader.read_type()?),
        MEMREF | MEMREF_WITH_SPACE => read_memref(reader, code == MEMREF_WITH_SPACE)?,
        UNRANKED_MEMREF | UNRANKED_MEMREF_WITH_SPACE => {
            let space = read_space(reader, code == UNRANKED_MEMREF_WITH_SPACE)?;
            TypeData::UnrankedMemRef { element: reader.read_type()?, space }
        }
        RANKED_TENSOR | RANKED_TENSOR_WITH_ENCODING => {
            let encoding = match code {
                RANKED_TENSOR_WITH_ENCODING => Some(reader.read_attribute()?),
                _ => None,
            };
            let shape = read_shape(reader)?;
            TypeData::RankedTensor { shape, element: reader.read_type()?, encoding }
        }
        UNRANKED_TENSOR => TypeData::UnrankedTensor(reader.read_type()?),
        VECTOR | SCALABLE_VECTOR => read_vector(reader, code == SCALABLE_VECTOR)?,
        _ => return Err(reader.error(format!("unknown attribute code: {code}"))),
    };
    let ty = reader.cx().ty_checked(data);
    ty.map_err(|message| reader.error(message))
}

fn read_vector(reader: &mut dyn DialectBytecodeReader, scales: bool) -> ReadResult<TypeData> {
    let scalable = match scales {
        true => read_list(reader, |reader| reader.read_bool())?,
        false => Vec::new(),
    };
    let shape = read_list(reader, |reader| reader.read_signed_varint())?;
    let scalable = if scales { scalable } else { vec![false; shape.len()] };
    let element = reader.read_type()?;
    Ok(TypeData::Vector { shape: shape.into(), scalable: scalable.into(), element })
}

/// Reads the memory space of a memref, if there is one.
fn read_space(reader: &mut dyn DialectBytecodeReader, present: bool) -> ReadResult<Option<Attr>> {
    if !present {
        return Ok(None);
    }
    let space = reader.read_attribute()?;
    Ok(Some(space))
}

fn read_memref(reader: &mut dyn DialectBytecodeReader, has_space: bool) -> ReadResult<TypeData> {
    let space = read_space(reader, has_space)?;
    let shape = read_shape(reader)?;
    let element = reader.read_type()?;
    let layout = reader.read_attribute()?;
    let is_identity = match layout.data(reader.cx()) {
        AttrData::AffineMap(map) => map.num_dims as usize == shape.len() && map.is_identity(),
        _ => false,
    };
    let layout = if is_identity { None } else { Some(layout) };
    Ok(TypeData::MemRef { shape, element, layout, space })
}
