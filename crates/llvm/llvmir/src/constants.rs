//! Constants of LLVM IR: what they are, and how they are written.

use std::fmt::Write;
use std::rc::Rc;

use terrace_dialects_llvm::types::{ArrayType, StructRef, is_struct};
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use crate::names::write_escaped;
use crate::types::Types;

/// A constant; cheap to copy.
#[derive(Clone)]
pub struct Const(Rc<ConstData>);

/// A constant with its type.
pub struct ConstData {
    /// The type.
    pub ty: Type,
    /// The value.
    pub kind: ConstKind,
}

/// The value of a constant.
pub enum ConstKind {
    /// An integer.
    Int(ApInt),
    /// A floating-point number.
    Float(ApFloat),
    /// All bits are zero; the null pointer; `none` of a token.
    Zero,
    /// Any value.
    Undef,
    /// The result of what must not be.
    Poison,
    /// The elements of an aggregate or a vector, of which not all are zero, undefined or poison.
    Elements(Vec<Const>),
    /// A number in every element of a vector or an array.
    Splat(Const),
    /// The numbers of nested arrays, or of a vector, in order, little endian and each in whole bytes.
    Numbers(Rc<[u8]>),
    /// A symbol with its sigil.
    Symbol(Rc<str>),
    /// An expression that LLVM writes before its operand: `dso_local_equivalent @f`, `no_cfi @f`, `blockaddress(@f, %3)`.
    Text(Rc<str>),
    /// An address so many bytes after another one.
    Offset {
        /// The other address.
        base: Const,
        /// The offset in bytes, in the index width of the pointer.
        bytes: i64,
        /// The width of an index.
        width: u32,
        /// The no-wrap guarantees, as written.
        flags: GepFlags,
    },
    /// An address in an object of a type, as it was written.
    Address {
        /// The type of the object.
        element: Type,
        /// The address of the object.
        base: Const,
        /// The numbers of elements.
        indices: Vec<Const>,
        /// The no-wrap guarantees, as written.
        flags: GepFlags,
        /// The bounds of the part of the object that the address stays in, as they are written.
        in_range: Option<Box<str>>,
    },
    /// A cast.
    Cast(&'static str, Const),
    /// An op on two constants.
    Binary(&'static str, Const, Const),
}

/// The no-wrap guarantees of an address computation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct GepFlags {
    /// The address is in the object of the base, or one byte after it.
    pub inbounds: bool,
    /// The sum does not wrap as a signed number.
    pub nusw: bool,
    /// The sum does not wrap as an unsigned number.
    pub nuw: bool,
}

impl GepFlags {
    /// Appends the flags, each after a space.
    pub fn write(self, out: &mut String) {
        if self.inbounds {
            out.push_str(" inbounds");
        } else if self.nusw {
            out.push_str(" nusw");
        }
        if self.nuw {
            out.push_str(" nuw");
        }
    }
}

impl std::ops::Deref for Const {
    type Target = ConstData;

    fn deref(&self) -> &ConstData {
        &self.0
    }
}

impl Const {
    /// A constant of a type.
    pub fn new(ty: Type, kind: ConstKind) -> Self {
        Self(Rc::new(ConstData { ty, kind }))
    }

    /// An integer, which is as wide as its type.
    pub fn int(ty: Type, value: ApInt) -> Self {
        Self::new(ty, ConstKind::Int(value))
    }

    /// The zero of a type.
    pub fn zero(ty: Type) -> Self {
        Self::new(ty, ConstKind::Zero)
    }

    /// An aggregate or a vector of elements, in LLVM's form: one word where all of them are the same in that.
    pub fn elements(cx: &Context, ty: Type, elements: Vec<Const>) -> Self {
        let all = |holds: fn(&Const) -> bool| elements.iter().all(holds);
        if all(Const::is_zero) {
            return Self::new(ty, ConstKind::Zero);
        }
        if all(|element| matches!(element.kind, ConstKind::Poison)) {
            return Self::new(ty, ConstKind::Poison);
        }
        if all(|element| matches!(element.kind, ConstKind::Undef)) {
            return Self::new(ty, ConstKind::Undef);
        }
        if ty.is_vector(cx)
            && let Some(first) = elements.first()
            && elements.iter().all(|element| element.is_same_number(first))
        {
            return Self::new(ty, ConstKind::Splat(first.clone()));
        }
        Self::new(ty, ConstKind::Elements(elements))
    }

    /// The integer, if it is one; the zero of integers, too.
    pub fn as_int(&self, cx: &Context) -> Option<ApInt> {
        match &self.kind {
            ConstKind::Int(value) => Some(value.clone()),
            ConstKind::Zero if self.ty.is_integer(cx) => Some(ApInt::zero(self.ty.bit_width(cx)?)),
            _ => None,
        }
    }

    /// The constant, with the zero of a number's type as that number.
    pub fn as_number(&self, cx: &Context) -> Const {
        let number = match (&self.kind, self.ty.data(cx)) {
            (ConstKind::Zero, TypeData::Integer { width, .. }) => ConstKind::Int(ApInt::zero(*width)),
            (ConstKind::Zero, TypeData::Float(kind)) => ConstKind::Float(ApFloat::zero(*kind, false)),
            _ => return self.clone(),
        };
        Const::new(self.ty, number)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.kind {
            ConstKind::Zero => true,
            ConstKind::Int(value) => value.is_zero(),
            ConstKind::Float(value) => value.bits() == 0,
            ConstKind::Numbers(bytes) => bytes.iter().all(|&byte| byte == 0),
            ConstKind::Splat(element) => element.is_zero(),
            _ => false,
        }
    }

    fn is_same_number(&self, other: &Const) -> bool {
        match (&self.kind, &other.kind) {
            (ConstKind::Int(a), ConstKind::Int(b)) => a == b,
            (ConstKind::Float(a), ConstKind::Float(b)) => a.bits() == b.bits(),
            _ => Rc::ptr_eq(&self.0, &other.0),
        }
    }

    /// An element of an aggregate or a vector; `None` if it cannot be told.
    pub fn element(&self, cx: &Context, index: usize) -> Option<Const> {
        let ty = element_type(cx, self.ty, index)?;
        match &self.kind {
            ConstKind::Zero => Some(Const::zero(ty)),
            ConstKind::Undef => Some(Const::new(ty, ConstKind::Undef)),
            ConstKind::Poison => Some(Const::new(ty, ConstKind::Poison)),
            ConstKind::Elements(elements) => elements.get(index).cloned(),
            ConstKind::Splat(element) => Some(element.clone()),
            ConstKind::Numbers(bytes) => {
                let size = bytes.len() / usize::try_from(element_count(cx, self.ty)?).ok()?;
                let part = bytes.get(index * size..(index + 1) * size)?;
                match number(cx, ty, part) {
                    Some(number) => Some(number),
                    None => Some(Const::new(ty, ConstKind::Numbers(part.into()))),
                }
            }
            _ => None,
        }
    }

    /// The aggregate or vector with another element at an index; `None` if its elements cannot be told.
    pub fn with_element(&self, cx: &Context, index: usize, element: Const) -> Option<Const> {
        let count =
            usize::try_from(element_count(cx, self.ty)?).ok().filter(|&count| count <= MOST_ELEMENTS)?;
        let mut elements: Vec<Const> =
            (0..count).map(|index| self.element(cx, index)).collect::<Option<_>>()?;
        *elements.get_mut(index)? = element;
        Some(Const::elements(cx, self.ty, elements))
    }

    /// Appends the type and the value.
    pub fn write_typed(&self, cx: &Context, types: &mut Types, out: &mut String) {
        types.write(cx, out, self.ty);
        out.push(' ');
        self.write(cx, types, out);
    }

    /// Appends the value.
    pub fn write(&self, cx: &Context, types: &mut Types, out: &mut String) {
        match &self.kind {
            ConstKind::Int(value) if value.width() == 1 => {
                out.push_str(if value.is_zero() { "false" } else { "true" });
            }
            ConstKind::Int(value) => value.write_signed(out),
            ConstKind::Float(value) => write_float(out, *value),
            ConstKind::Zero => out.push_str(zero_text(cx, self.ty)),
            ConstKind::Undef => out.push_str("undef"),
            ConstKind::Poison => out.push_str("poison"),
            ConstKind::Symbol(text) | ConstKind::Text(text) => out.push_str(text),
            ConstKind::Elements(elements) => {
                let (open, close) = brackets(cx, self.ty);
                out.push_str(open);
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    element.write_typed(cx, types, out);
                }
                out.push_str(close);
            }
            ConstKind::Splat(element) if self.ty.is_vector(cx) => {
                out.push_str("splat (");
                element.write_typed(cx, types, out);
                out.push(')');
            }
            ConstKind::Splat(element) => {
                let mut text = String::new();
                element.write_typed(cx, types, &mut text);
                let count = element_count(cx, self.ty).unwrap_or(0);
                out.push('[');
                for index in 0..count {
                    out.push_str(if index > 0 { ", " } else { "" });
                    out.push_str(&text);
                }
                out.push(']');
            }
            ConstKind::Numbers(bytes) => write_numbers(cx, types, out, self.ty, bytes),
            ConstKind::Offset { base, bytes, width, flags } => {
                out.push_str("getelementptr");
                flags.write(out);
                out.push_str(" (i8, ");
                base.write_typed(cx, types, out);
                let _ = write!(out, ", i{width} {bytes})");
            }
            ConstKind::Address { element, base, indices, flags, in_range } => {
                out.push_str("getelementptr");
                flags.write(out);
                if let Some(range) = in_range {
                    let _ = write!(out, " inrange({range})");
                }
                out.push_str(" (");
                types.write(cx, out, *element);
                for part in std::iter::once(base).chain(indices) {
                    out.push_str(", ");
                    part.write_typed(cx, types, out);
                }
                out.push(')');
            }
            ConstKind::Cast(name, value) => {
                out.push_str(name);
                out.push_str(" (");
                value.write_typed(cx, types, out);
                out.push_str(" to ");
                types.write(cx, out, self.ty);
                out.push(')');
            }
            ConstKind::Binary(name, lhs, rhs) => {
                out.push_str(name);
                out.push_str(" (");
                lhs.write_typed(cx, types, out);
                out.push_str(", ");
                rhs.write_typed(cx, types, out);
                out.push(')');
            }
        }
    }
}

/// The most elements of which one is changed while constants are folded.
const MOST_ELEMENTS: usize = 1 << 12;

/// The number of elements of an aggregate or of a fixed-length vector; `None` for other types.
pub fn element_count(cx: &Context, ty: Type) -> Option<u64> {
    match ty.data(cx) {
        TypeData::Vector { shape, scalable, .. } if scalable.first() == Some(&false) => {
            Some(shape.first()?.unsigned_abs())
        }
        _ => match ty.dyn_cast::<ArrayType>(cx) {
            Some(array) => Some(array.num_elements(cx)),
            None => StructRef::of(cx, ty).map(|structure| structure.len() as u64),
        },
    }
}

/// The type of an element of an aggregate or a vector; `None` if there is none.
pub fn element_type(cx: &Context, ty: Type, index: usize) -> Option<Type> {
    if index as u64 >= element_count(cx, ty)? {
        return None;
    }
    if let TypeData::Vector { element, .. } = ty.data(cx) {
        return Some(*element);
    }
    match ty.dyn_cast::<ArrayType>(cx) {
        Some(array) => Some(array.element_type(cx)),
        None => StructRef::of(cx, ty)?.element(index),
    }
}

/// The number of a scalar type in its bytes; `None` for aggregates.
fn number(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Const> {
    match ty.data(cx) {
        TypeData::Integer { width, .. } => Some(Const::int(ty, ApInt::from_le_bytes(*width, bytes))),
        TypeData::Float(kind) => {
            let mut all = [0; 16];
            all[..bytes.len().min(16)].copy_from_slice(&bytes[..bytes.len().min(16)]);
            let bits = ApFloat::from_bits(*kind, u128::from_le_bytes(all));
            Some(Const::new(ty, ConstKind::Float(bits)))
        }
        _ => None,
    }
}

fn zero_text(cx: &Context, ty: Type) -> &'static str {
    match ty.data(cx) {
        TypeData::Integer { width: 1, .. } => "false",
        TypeData::Integer { .. } => "0",
        TypeData::Float(kind) => zero_float(*kind),
        TypeData::Vector { .. } => "zeroinitializer",
        _ if ty.isa::<terrace_dialects_llvm::types::PointerType>(cx) => "null",
        _ if ty.isa::<terrace_dialects_llvm::types::TokenType>(cx) => "none",
        _ if ty.isa::<terrace_dialects_llvm::types::PpcFp128Type>(cx) => {
            "0xM00000000000000000000000000000000"
        }
        _ => "zeroinitializer",
    }
}

fn zero_float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "0xH0000",
        FloatKind::BF16 => "0xR0000",
        FloatKind::F80 => "0xK00000000000000000000",
        FloatKind::F128 => "0xL00000000000000000000000000000000",
        FloatKind::F32 | FloatKind::F64 => "0.000000e+00",
        _ => "0",
    }
}

fn brackets(cx: &Context, ty: Type) -> (&'static str, &'static str) {
    if ty.is_vector(cx) {
        ("<", ">")
    } else if is_struct(cx, ty) {
        match StructRef::of(cx, ty).is_some_and(|structure| structure.is_packed) {
            true => ("<{ ", " }>"),
            false => ("{ ", " }"),
        }
    } else {
        ("[", "]")
    }
}

/// Appends the numbers of nested arrays or of a vector.
fn write_numbers(cx: &Context, types: &mut Types, out: &mut String, ty: Type, bytes: &[u8]) {
    if let Some(number) = number(cx, ty, bytes) {
        return number.write(cx, types, out);
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return out.push_str("zeroinitializer");
    }
    let (Some(count), Some(element)) = (element_count(cx, ty), element_type(cx, ty, 0)) else { return };
    let is_vector = ty.is_vector(cx);
    if !is_vector && matches!(element.data(cx), TypeData::Integer { width: 8, .. }) {
        out.push_str("c\"");
        write_escaped(out, bytes);
        return out.push('"');
    }
    let size = (bytes.len() as u64 / count.max(1)).max(1) as usize;
    let mut parts = bytes.chunks_exact(size);
    if is_vector
        && let Some(first) = parts.clone().next()
        && parts.clone().all(|part| part == first)
    {
        out.push_str("splat (");
        types.write(cx, out, element);
        out.push(' ');
        write_numbers(cx, types, out, element, first);
        return out.push(')');
    }
    let mut name = String::new();
    types.write(cx, &mut name, element);
    let (open, close) = brackets(cx, ty);
    out.push_str(open);
    for index in 0..count {
        let Some(part) = parts.next() else { break };
        out.push_str(if index > 0 { ", " } else { "" });
        out.push_str(&name);
        out.push(' ');
        write_numbers(cx, types, out, element, part);
    }
    out.push_str(close);
}

/// Appends a number as LLVM does: with six decimals if that is all of it, else in hexadecimal.
pub fn write_float(out: &mut String, value: ApFloat) {
    let bits = value.bits();
    let _ = match value.kind() {
        FloatKind::F16 => write!(out, "0xH{bits:04X}"),
        FloatKind::BF16 => write!(out, "0xR{bits:04X}"),
        FloatKind::F80 => write!(out, "0xK{:04X}{:016X}", bits >> 64, bits as u64),
        FloatKind::F128 => write!(out, "0xL{:016X}{:016X}", bits as u64, bits >> 64),
        FloatKind::F32 | FloatKind::F64 => {
            let (double, _) = value.convert(FloatKind::F64, Rounding::NearestEven);
            match double.write_short(out) {
                true => Ok(()),
                false => write!(out, "0x{:X}", wide_bits(value, double)),
            }
        }
        kind => {
            ApInt::from_u128(kind.width(), bits).write_signed(out);
            Ok(())
        }
    };
}

/// The bits of a number as a double; of a signaling NaN those that widening would make quiet stay as they are.
fn wide_bits(value: ApFloat, double: ApFloat) -> u64 {
    if value.kind() == FloatKind::F32 && value.is_nan() {
        let bits = value.bits() as u64;
        return (bits >> 31 << 63) | (0x7ff << 52) | ((bits & 0x7f_ffff) << 29);
    }
    double.bits() as u64
}
