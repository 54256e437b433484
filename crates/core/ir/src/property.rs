//! Properties: values that upstream keeps in ops as they are, and the attributes that stand for them here.
//!
//! A [`Property`] describes a type of values by composition, as upstream's `Property` records do: which attribute
//! stands for a value, its encoding in bytecode, and, read by the interpreter of formats, its syntax.

use terrace_support::apint::ApInt;

use crate::attrs::{Attr, AttrData};
use crate::bytecode::{DialectBytecodeReader, DialectBytecodeWriter, ReadResult};
use crate::context::Context;
use crate::types::{Signedness, Type};

/// A type of values that upstream keeps in ops as they are.
#[derive(Clone, Copy, Debug)]
pub enum Property {
    /// An integer of at most 64 bits: `3 : i8`.
    Int {
        /// The number of its bits.
        width: u32,
        /// Whether it is read and printed as a signed number; its attribute has a signless type in any case.
        signed: bool,
    },
    /// `true` or `false`.
    Bool,
    /// A string.
    String,
    /// A flag: the unit attribute or `false`, written `unit` or `unit_absent` where its presence is not its syntax.
    Unit,
    /// Any number of values: an array of their attributes.
    Array(&'static Property),
    /// Any number of signed integers of 32 or 64 bits: `array<i64: ..>`.
    IntArray {
        /// The number of bits of each.
        width: u32,
    },
    /// A value that may be absent: an array of at most one attribute, written `none` or as the value is.
    Optional(&'static Property),
    /// The same, written `none` or `some<..>`: the values have a default, or are optional themselves.
    Wrapped(&'static Property),
    /// The values that satisfy a condition.
    Confined(&'static Property, fn(&Context, Attr) -> bool),
}

impl Property {
    /// An `int32_t`.
    pub const I32: Self = Self::Int { width: 32, signed: true };
    /// An `int64_t`.
    pub const I64: Self = Self::Int { width: 64, signed: true };

    /// Returns the attribute that stands for the value which `attr` has in generic form, of which there may be several
    /// for the same value.
    ///
    /// # Errors
    ///
    /// If `attr` stands for no value, with upstream's message.
    pub fn stored(&self, cx: &Context, attr: Attr) -> Result<Attr, String> {
        match self {
            Self::Int { width, .. } => {
                let Some((value, _)) = attr.as_integer(cx) else {
                    return Err("expected IntegerAttr for key `value`".into());
                };
                match resized(value, *width) {
                    Some(value) => Ok(cx.attr(AttrData::Integer { ty: int_type(cx, *width), value })),
                    None => Err(format!("integer value too large for a property of {width} bits")),
                }
            }
            Self::Bool if attr == Attr::TRUE || attr == Attr::FALSE => Ok(attr),
            Self::Bool => Err("expected BoolAttr for key `value`".into()),
            Self::String if attr.as_str(cx).is_some() => Ok(attr),
            Self::String => Err("expected string property to come from string attribute".into()),
            Self::Unit if attr == Attr::UNIT || attr == Attr::TRUE => Ok(Attr::UNIT),
            Self::Unit if attr == Attr::FALSE => Ok(attr),
            Self::Unit => Err("expected unit or boolean attribute".into()),
            Self::Array(of) => {
                let Some(items) = attr.as_array(cx) else { return Err("expected array attribute".into()) };
                let items: Vec<Attr> =
                    items.iter().map(|&item| of.stored(cx, item)).collect::<Result<_, _>>()?;
                Ok(cx.array_attr(&items))
            }
            Self::IntArray { width } => match attr.data(cx) {
                AttrData::DenseArray { element, .. } if *element == int_type(cx, *width) => Ok(attr),
                _ => Err(format!("expected DenseI{width}ArrayAttr for key `value`")),
            },
            Self::Optional(of) | Self::Wrapped(of) => match attr.as_array(cx) {
                None => Err("expected optional properties to materialize as arrays".into()),
                Some([]) => Ok(attr),
                Some(&[item]) => Ok(cx.array_attr(&[of.stored(cx, item)?])),
                Some(_) => Err("expected optional properties to become 0- or 1-element arrays".into()),
            },
            Self::Confined(of, _) => of.stored(cx, attr),
        }
    }

    /// Whether `attr` is the attribute of a value, which satisfies all conditions.
    pub fn holds(&self, cx: &Context, attr: Attr) -> bool {
        match self {
            Self::Array(of) => {
                attr.as_array(cx).is_some_and(|items| items.iter().all(|&item| of.holds(cx, item)))
            }
            Self::Optional(of) | Self::Wrapped(of) => match attr.as_array(cx) {
                Some([]) => true,
                Some(&[item]) => of.holds(cx, item),
                _ => false,
            },
            Self::Confined(of, condition) => of.holds(cx, attr) && condition(cx, attr),
            _ => self.stored(cx, attr) == Ok(attr),
        }
    }

    /// Writes the value that an attribute stands for as bytecode does.
    pub fn write(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) {
        let cx = writer.cx();
        match self {
            // A signed number is extended to 64 bits, as it is when C++ converts it.
            Self::Int { signed, .. } => {
                let number = int_of(cx, attr, *signed);
                writer.write_varint(number as u64);
            }
            Self::Bool => writer.write_bool(attr == Attr::TRUE),
            Self::String => {
                let text = attr.as_string(cx).map_or(Vec::new(), |text| text.bytes(cx).to_vec());
                writer.write_string(&text);
            }
            Self::Unit => writer.write_bool(attr == Attr::UNIT),
            Self::Array(of) => {
                let items = attr.as_array(cx).unwrap_or(&[]).to_vec();
                writer.write_varint(items.len() as u64);
                items.into_iter().for_each(|item| of.write(item, writer));
            }
            Self::IntArray { width } => {
                let items = elements_of(cx, attr, *width);
                writer.write_varint(items.len() as u64);
                items.into_iter().for_each(|item| writer.write_varint(item as u64));
            }
            Self::Optional(of) | Self::Wrapped(of) => {
                let item = attr.as_array(cx).and_then(|items| items.first().copied());
                writer.write_bool(item.is_some());
                if let Some(item) = item {
                    of.write(item, writer);
                }
            }
            Self::Confined(of, _) => of.write(attr, writer),
        }
    }

    /// Reads a value from bytecode; returns its attribute.
    ///
    /// # Errors
    ///
    /// If the bytes are no value.
    pub fn read(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        match self {
            Self::Int { width, .. } => {
                let number = reader.read_varint()? as i64;
                Ok(int_attr(reader.cx(), *width, number))
            }
            Self::Bool => Ok(if reader.read_bool()? { Attr::TRUE } else { Attr::FALSE }),
            Self::String => {
                let text = reader.read_string()?;
                Ok(reader.cx().str_attr(text))
            }
            Self::Unit => Ok(if reader.read_bool()? { Attr::UNIT } else { Attr::FALSE }),
            Self::Array(of) => {
                let len = reader.read_length()?;
                let items: Vec<Attr> = (0..len).map(|_| of.read(reader)).collect::<ReadResult<_>>()?;
                Ok(reader.cx().array_attr(&items))
            }
            Self::IntArray { width } => {
                let len = reader.read_length()?;
                let items = (0..len).map(|_| Ok(reader.read_varint()? as i64));
                let items: Vec<i64> = items.collect::<ReadResult<_>>()?;
                Ok(int_array(reader.cx(), *width, &items))
            }
            Self::Optional(of) | Self::Wrapped(of) => {
                if !reader.read_bool()? {
                    return Ok(Attr::EMPTY_ARRAY);
                }
                let item = of.read(reader)?;
                Ok(reader.cx().array_attr(&[item]))
            }
            Self::Confined(of, _) => of.read(reader),
        }
    }
}

/// The value in this many bits; `None` if it fits neither as a signed nor as an unsigned number.
fn resized(value: &ApInt, width: u32) -> Option<ApInt> {
    if value.width() <= width {
        return Some(value.sext(width));
    }
    let short = value.trunc(width);
    (short.sext(value.width()) == *value || short.zext_or_trunc(value.width()) == *value).then_some(short)
}

/// The value as a number of 64 bits, extended by its sign or by zeros.
fn number_of(value: &ApInt, signed: bool) -> i64 {
    let wide = if signed { value.sext(64) } else { value.zext_or_trunc(64) };
    wide.to_u64().map_or(0, |bits| bits as i64)
}

/// The type of the attributes of integers with this number of bits.
fn int_type(cx: &Context, width: u32) -> Type {
    cx.integer(width, Signedness::Signless)
}

/// Returns the number that an attribute of an integer property stands for; zero for another attribute.
pub fn int_of(cx: &Context, attr: Attr, signed: bool) -> i64 {
    attr.as_integer(cx).map_or(0, |(value, _)| number_of(value, signed))
}

/// Returns the attribute of an integer property with this number of bits; the number is reduced to them.
pub fn int_attr(cx: &Context, width: u32, number: i64) -> Attr {
    let value = ApInt::from_i64(64, number).trunc(width);
    cx.attr(AttrData::Integer { ty: int_type(cx, width), value })
}

/// Returns the numbers of a list of integers; none for another attribute.
pub fn elements_of(cx: &Context, attr: Attr, width: u32) -> Vec<i64> {
    let AttrData::DenseArray { data, .. } = attr.data(cx) else { return Vec::new() };
    let bytes = (width as usize).div_ceil(8).max(1);
    data.chunks_exact(bytes)
        .filter_map(|chunk| ApInt::from_le_bytes(8 * bytes as u32, chunk).to_i64())
        .collect()
}

/// Returns the attribute of a list of integers with this number of bits, to which the numbers are reduced.
pub fn int_array(cx: &Context, width: u32, numbers: &[i64]) -> Attr {
    let bytes = (width as usize).div_ceil(8).max(1);
    let data: Vec<u8> =
        numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(bytes)).collect();
    cx.attr(AttrData::DenseArray { element: int_type(cx, width), len: numbers.len(), data: data.into() })
}
