//! Writes constants over shaped types.

use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;
use terrace_support::hex::push_upper;

use super::{AttrWriter, write_i64, write_quoted, write_u64};
use crate::attrs::{Attr, AttrData};
use crate::blob::Blob;
use crate::strings::Str;
use crate::types::{Signedness, Type, TypeData};

/// The storage format of a constant's elements: bytes each, and their interpretation.
#[derive(Clone, Copy)]
pub enum ElementKind {
    /// `true` and `false`, a byte each.
    Bool,
    /// A signed integer of this width, in bits.
    Signed(u32),
    /// An unsigned integer of this width, in bits.
    Unsigned(u32),
    /// A float.
    Float(FloatKind),
}

impl ElementKind {
    /// Returns the storage format of the elements of the type, and whether they are complex; then of each of the two
    /// parts.
    pub fn of(cx: &crate::context::Context, ty: Type) -> Option<(Self, bool)> {
        Some(match ty.data(cx) {
            TypeData::Integer { width: 1, .. } => (Self::Bool, false),
            TypeData::Integer { width, signedness: Signedness::Unsigned } => (Self::Unsigned(*width), false),
            TypeData::Integer { width, .. } => (Self::Signed(*width), false),
            TypeData::Index => (Self::Signed(64), false),
            TypeData::Float(kind) => (Self::Float(*kind), false),
            TypeData::Complex(part) => (Self::of(cx, *part)?.0, true),
            _ => return None,
        })
    }

    /// Bytes an element takes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Bool => 1,
            Self::Signed(width) | Self::Unsigned(width) => width.div_ceil(8) as usize,
            Self::Float(kind) => kind.width().div_ceil(8) as usize,
        }
    }

    /// Appends an element; `exactly` as `ApFloat::write_mlir_exactly` does.
    fn write(self, out: &mut String, bytes: &[u8], exactly: bool) {
        match self {
            Self::Bool => out.push_str(if bytes[0] & 1 != 0 { "true" } else { "false" }),
            Self::Signed(width) if width <= 64 => {
                let shift = 64 - width.max(1);
                write_i64(out, ((low_u64(bytes) << shift) as i64) >> shift);
            }
            Self::Unsigned(width) if width <= 64 => write_u64(out, low_u64(bytes)),
            Self::Signed(width) => ApInt::from_le_bytes(width, bytes).write_signed(out),
            Self::Unsigned(width) => ApInt::from_le_bytes(width, bytes).write_unsigned(out),
            Self::Float(kind) => {
                let mut wide = [0u8; 16];
                wide[..bytes.len()].copy_from_slice(bytes);
                let value = ApFloat::from_bits(kind, u128::from_le_bytes(wide));
                if exactly { value.write_mlir_exactly(out) } else { value.write_mlir(out) }
            }
        }
    }
}

fn low_u64(bytes: &[u8]) -> u64 {
    let mut wide = [0u8; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}

impl AttrWriter<'_> {
    fn is_elided(&self, ty: Type, splat: bool) -> bool {
        let count = ty.num_elements(self.cx).unwrap_or(i64::MAX);
        !splat && self.options.elide_elements_above.is_some_and(|limit| count > limit)
    }

    pub(super) fn dense(&mut self, ty: Type, data: &Blob, splat: bool) {
        if self.is_elided(ty, splat) {
            return self.out.push_str("dense_resource<__elided__>");
        }
        self.out.push_str("dense<");
        self.dense_body(ty, data, splat, true);
        self.out.push('>');
    }

    fn dense_body(&mut self, ty: Type, data: &Blob, splat: bool, allow_hex: bool) {
        let cx = self.cx;
        let Some((kind, complex)) = ElementKind::of(cx, ty.element_type_or_self(cx)) else { return };
        let bytes = &data[..];
        // `None` for a splat with more elements than can be counted.
        let count = ty.num_elements(cx);
        if allow_hex && !splat && self.options.hex_above.is_some_and(|limit| count > Some(limit)) {
            self.out.push_str("\"0x");
            if matches!(kind, ElementKind::Bool) {
                let packed = crate::elements::pack_bools(bytes);
                push_upper(&mut self.out, &packed);
            } else {
                push_upper(&mut self.out, bytes);
            }
            return self.out.push('"');
        }
        let (size, exactly) = (kind.bytes(), !cx.matches_upstream());
        // Upstream does not print zero-bit elements as a splat; the limit keeps the list short.
        let few = count.is_some_and(|count| count <= 1 << 16)
            && ty.shape(cx).is_some_and(|shape| !shape.is_empty());
        let splat = splat && !(size == 0 && few);
        if complex {
            self.nested(ty, splat, |w, i| {
                let at = i * 2 * size;
                w.out.push('(');
                kind.write(&mut w.out, &bytes[at..at + size], exactly);
                w.out.push(',');
                kind.write(&mut w.out, &bytes[at + size..at + 2 * size], exactly);
                w.out.push(')');
            });
        } else {
            self.nested(ty, splat, |w, i| {
                kind.write(&mut w.out, &bytes[i * size..(i + 1) * size], exactly);
            });
        }
    }

    /// Elements in brackets, one pair for each dimension.
    fn nested(&mut self, ty: Type, splat: bool, mut element: impl FnMut(&mut Self, usize)) {
        if splat {
            return element(self, 0);
        }
        let Some(count @ 1..) = ty.num_elements(self.cx).map(|count| count as usize) else { return };
        let shape = ty.ranked_shape(self.cx);
        // The number of elements in a bracket of each depth, outermost first.
        let mut spans: Vec<usize> = Vec::with_capacity(shape.len());
        let mut span = count;
        for &extent in shape {
            spans.push(span);
            span /= (extent as usize).max(1);
        }
        for i in 0..count {
            if i > 0 {
                self.out.push_str(", ");
            }
            // Each span divides the one around it, so the brackets at an element are the innermost ones.
            let brackets =
                |at: usize| spans.iter().rev().take_while(|&&span| at.is_multiple_of(span)).count();
            for _ in 0..brackets(i) {
                self.out.push('[');
            }
            element(self, i);
            for _ in 0..brackets(i + 1) {
                self.out.push(']');
            }
        }
    }

    pub(super) fn dense_strings(&mut self, ty: Type, values: &[Str]) {
        let splat = values.len() == 1;
        if self.is_elided(ty, splat) {
            return self.out.push_str("dense_resource<__elided__>");
        }
        self.out.push_str("dense<");
        let cx = self.cx;
        self.nested(ty, splat, |w, i| {
            if let Some(value) = values.get(i) {
                write_quoted(&mut w.out, value.bytes(cx));
            }
        });
        self.out.push('>');
    }

    pub(super) fn dense_array(&mut self, element: Type, len: usize, data: &[u8]) {
        self.out.push_str("array<");
        self.write_type(element);
        if len > 0 {
            self.out.push_str(": ");
            self.dense_array_elements(element, len, data);
        }
        self.out.push('>');
    }

    /// The elements of a dense array, separated by commas.
    pub fn dense_array_elements(&mut self, element: Type, len: usize, data: &[u8]) {
        let Some((kind, _)) = ElementKind::of(self.cx, element) else { return };
        let (size, exactly) = (kind.bytes(), !self.cx.matches_upstream());
        for i in 0..len {
            self.comma(i);
            kind.write(&mut self.out, &data[i * size..(i + 1) * size], exactly);
        }
    }

    pub(super) fn sparse(&mut self, indices: Attr, values: Attr) {
        let cx = self.cx;
        let parts = |attr: Attr| match attr.data(cx) {
            AttrData::DenseElements { ty, data, splat } => Some((*ty, data, *splat)),
            _ => None,
        };
        let elided = |attr: Attr| parts(attr).is_some_and(|(ty, _, splat)| self.is_elided(ty, splat));
        if elided(indices) || elided(values) {
            return self.out.push_str("dense_resource<__elided__>");
        }
        self.out.push_str("sparse<");
        if let Some((ty, data, splat)) = parts(indices)
            && ty.num_elements(cx) > Some(0)
        {
            self.dense_body(ty, data, splat, false);
            self.out.push_str(", ");
            match values.data(cx) {
                AttrData::DenseElements { ty, data, splat } => self.dense_body(*ty, data, *splat, true),
                AttrData::DenseString { ty, values } => {
                    let splat = values.len() == 1;
                    self.nested(*ty, splat, |w, i| {
                        if let Some(value) = values.get(i) {
                            write_quoted(&mut w.out, value.bytes(cx));
                        }
                    });
                }
                _ => {}
            }
        }
        self.out.push('>');
    }
}
