//! Constants over shaped types, and dense arrays.

use terrace_ir::bytecode::{DialectBytecodeReader, ReadResult};
use terrace_ir::elements::{dense_from_raw, pack_bools};
use terrace_ir::{Attr, AttrData, Type};

use super::BuiltinWriter;
use super::attributes::{DENSE_ARRAY, DENSE_ELEMENTS, DENSE_RESOURCE, DENSE_STRING, SPARSE};
use super::wrong_class;

/// Writes a constant.
pub(super) fn write(data: &AttrData, writer: &mut impl BuiltinWriter) {
    match data {
        AttrData::DenseResource { ty, key } => {
            writer.write_varint(DENSE_RESOURCE);
            writer.write_type(*ty);
            writer.write_resource_handle("builtin", *key);
        }
        AttrData::DenseArray { element, len, data } => {
            writer.write_varint(DENSE_ARRAY);
            writer.write_type(*element);
            writer.write_varint(*len as u64);
            writer.write_blob(data);
        }
        AttrData::DenseElements { ty, data, splat } => {
            writer.write_varint(DENSE_ELEMENTS);
            writer.write_type(*ty);
            let cx = writer.cx();
            let packed = ty.element_type(cx).is_some_and(|element| element.bit_width(cx) == Some(1));
            match (packed, splat) {
                (false, _) => writer.write_shared_blob(data),
                (true, true) => writer.write_blob(&[if data[0] & 1 != 0 { 0xff } else { 0 }]),
                (true, false) => writer.write_blob(&pack_bools(data)),
            }
        }
        AttrData::DenseString { ty, values } => {
            writer.write_varint(DENSE_STRING);
            writer.write_type(*ty);
            let splat = values.len() == 1;
            writer.write_varint(u64::from(splat));
            for value in values {
                writer.write_text(*value);
            }
        }
        AttrData::Sparse { ty, indices, values } => {
            writer.write_varint(SPARSE);
            writer.write_type(*ty);
            writer.write_attribute(*indices);
            writer.write_attribute(*values);
        }
        _ => {}
    }
}

fn read_shaped_type(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
    let ty = reader.read_type()?;
    if !ty.is_shaped(reader.cx()) {
        let text = reader.cx().type_text(ty);
        return Err(reader.error(format!("expected ShapedType, but got: '{text}'")));
    }
    Ok(ty)
}

/// Reads a constant, whose code was read.
pub(super) fn read(code: u64, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    match code {
        DENSE_ARRAY => read_array(reader),
        DENSE_RESOURCE => {
            let ty = read_shaped_type(reader)?;
            let key = reader.read_resource_handle()?;
            Ok(reader.cx().attr(AttrData::DenseResource { ty, key }))
        }
        DENSE_ELEMENTS => {
            let ty = read_shaped_type(reader)?;
            let raw = reader.read_shared_blob()?;
            let size = raw.len();
            let attr = dense_from_raw(reader.cx(), ty, raw);
            attr.ok_or_else(|| {
                let text = reader.cx().type_text(ty);
                reader.error(format!("{size} bytes are no elements of '{text}'"))
            })
        }
        DENSE_STRING => {
            let ty = read_shaped_type(reader)?;
            let splat = reader.read_varint()? != 0;
            let count = ty.num_elements(reader.cx()).and_then(|count| usize::try_from(count).ok());
            let count = if splat { Some(1) } else { count };
            let Some(count) = count.filter(|&count| count <= reader.remaining()) else {
                return Err(reader.error("not as many strings as the type has elements".into()));
            };
            let mut values = Vec::with_capacity(count);
            for _ in 0..count {
                values.push(reader.read_string()?);
            }
            if values.windows(2).all(|pair| pair[0] == pair[1]) {
                values.truncate(1);
            }
            Ok(reader.cx().attr(AttrData::DenseString { ty, values: values.into() }))
        }
        _ => read_sparse(reader),
    }
}

fn read_array(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let element = reader.read_type()?;
    let len = reader.read_varint()?;
    let data: Box<[u8]> = reader.read_blob()?.into();
    let cx = reader.cx();
    let width = if element == Type::INDEX { Some(64) } else { element.bit_width(cx) };
    let bytes = match width {
        Some(1) => 1,
        Some(width) if width % 8 == 0 && width > 0 => u64::from(width / 8),
        _ => {
            let text = cx.type_text(element);
            return Err(reader.error(format!("no array has elements of type '{text}'")));
        }
    };
    if len.checked_mul(bytes) != Some(data.len() as u64) {
        let size = data.len();
        return Err(reader.error(format!("{size} bytes are not an array of {len} elements")));
    }
    Ok(cx.attr(AttrData::DenseArray { element, len: len as usize, data }))
}

fn read_sparse(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let ty = read_shaped_type(reader)?;
    let indices = reader.read_attribute()?;
    let values = reader.read_attribute()?;
    let cx = reader.cx();
    let is_dense =
        |attr: Attr| matches!(attr.data(cx), AttrData::DenseElements { .. } | AttrData::DenseString { .. });
    let shape = |attr: Attr| attr.ty(cx).and_then(|ty| ty.shape(cx)).unwrap_or_default();
    let is_index = matches!(indices.data(cx), AttrData::DenseElements { ty, .. } if ty.element_type(cx) == Some(Type::I64));
    if !is_index {
        return Err(wrong_class(reader, "DenseIntElementsAttr", indices));
    }
    if !is_dense(values) {
        return Err(wrong_class(reader, "DenseElementsAttr", values));
    }
    let rank = ty.shape(cx).map(<[i64]>::len);
    let (indices_shape, values_shape) = (shape(indices), shape(values));
    let rank_fits = match *indices_shape {
        [_, columns] => rank.map(|rank| rank as i64) == Some(columns),
        [_] => rank == Some(1),
        _ => false,
    };
    let same_element = values.ty(cx).and_then(|ty| ty.element_type(cx)) == ty.element_type(cx);
    if !rank_fits || values_shape.len() != 1 || indices_shape[0] != values_shape[0] || !same_element {
        return Err(reader.error("indices and values of sparse elements do not go with their type".into()));
    }
    let extents = ty.ranked_shape(cx);
    let AttrData::DenseElements { data, splat, .. } = indices.data(cx) else {
        return Err(wrong_class(reader, "DenseIntElementsAttr", indices));
    };
    let numbers = data.as_chunks::<8>().0.iter().map(|&bytes| i64::from_le_bytes(bytes));
    // A number that stands for all is compared with each extent.
    let times = if *splat { extents.len() } else { 1 };
    let mut numbers = numbers.flat_map(|number| std::iter::repeat_n(number, times));
    let inside =
        extents.iter().cycle().zip(&mut numbers).all(|(&extent, number)| (0..extent).contains(&number));
    if indices_shape[0] != 0 && !inside {
        return Err(reader.error("a sparse index is not contained within the value shape".into()));
    }
    Ok(cx.attr(AttrData::Sparse { ty, indices, values }))
}
