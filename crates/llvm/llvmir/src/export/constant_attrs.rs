//! Constants that attributes are.

use terrace_dialects_llvm::attrs::{PoisonAttr, UndefAttr, ZeroAttr};
use terrace_ir::{Attr, AttrData, Type, TypeData};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::model::{ConstId, ConstKind};
use terrace_support::apint::ApInt;

use super::Exporter;

type Result<T> = std::result::Result<T, String>;

/// The most elements of a constant whose elements are the same: LLVM IR has no shorter form for them.
const MOST_ELEMENTS: u64 = 1 << 28;

impl Exporter<'_> {
    /// The constant of a type for an attribute.
    ///
    /// # Errors
    ///
    /// If the attribute has no LLVM constant, with the reason.
    pub(super) fn constant_attr(&mut self, attr: Attr, ty: LlvmType) -> Result<ConstId> {
        let cx = self.cx;
        if attr.is_null() || attr.isa::<UndefAttr>(cx) {
            return Ok(self.module.constant(ty, ConstKind::Undef));
        }
        if attr.isa::<PoisonAttr>(cx) {
            return Ok(self.module.constant(ty, ConstKind::Poison));
        }
        if attr.isa::<ZeroAttr>(cx) {
            return self.zero(ty);
        }
        match attr.data(cx) {
            AttrData::Integer { value, .. } => self.number_attr(value, false, ty),
            AttrData::Float { .. } => {
                let value = attr.as_float(cx).ok_or("floating-point constant has no value")?;
                let bits = ApInt::from_u128(value.kind().width(), value.bits());
                self.number_attr(&bits, true, ty)
            }
            AttrData::SymbolRef { root, .. } => Ok(self.symbol_constant(ty, root.bytes(cx))),
            AttrData::String { value, .. } => self.bytes(value.bytes(cx), ty),
            AttrData::Array(items) => self.array(items, ty),
            AttrData::DenseElements { ty: from, data, splat: is_splat } => {
                self.check_elements(*from, ty, *is_splat)?;
                match is_splat {
                    true => self.same_numbers(data, ty),
                    false => self.bytes(data, ty),
                }
            }
            AttrData::DenseString { values, .. } => {
                let bytes: Vec<u8> =
                    values.iter().flat_map(|value| value.bytes(cx).iter().copied()).collect();
                self.bytes(&bytes, ty)
            }
            AttrData::DenseResource { ty: from, key } => {
                let number = self.module.types.number_width(self.innermost(ty));
                if number.is_none_or(|bits| bits % 8 != 0) {
                    return Err("no known conversion for innermost element type".to_string());
                }
                let Some((_, blob)) = cx.resources.builtin_blob(key.text(cx)) else {
                    return Err("resource does not exist".to_string());
                };
                if !from.is_tensor(cx) && !from.is_vector(cx) {
                    return Err("unsupported dense_resource type".to_string());
                }
                let bits = from.element_type_or_self(cx).bit_width(cx);
                let Some(bits) = bits.filter(|&bits| number == Some(bits)) else {
                    return Err("no known conversion for innermost element type".to_string());
                };
                let count = from.num_elements(cx).map(i64::unsigned_abs);
                let size = count.and_then(|count| count.checked_mul(u64::from(bits / 8)));
                if size != Some(blob.len() as u64) {
                    return Err("raw data size does not match element type size".to_string());
                }
                self.bytes(&blob, ty)
            }
            _ => Err("unsupported constant value".to_string()),
        }
    }

    /// The address of a symbol.
    pub(super) fn symbol_constant(&mut self, ty: LlvmType, name: &[u8]) -> ConstId {
        let global = self.module.symbol_or_reserve(name);
        self.module.constant(ty, ConstKind::Global(global))
    }

    /// The zero of a type.
    pub(super) fn zero(&mut self, ty: LlvmType) -> Result<ConstId> {
        self.module.zero(ty).ok_or_else(|| "the type of the constant has no zero".to_string())
    }

    /// Checks that the elements of a dense constant are those of nested arrays, of a vector, or of structures in arrays if they
    /// are complex.
    fn check_elements(&self, from: Type, ty: LlvmType, is_splat: bool) -> Result<()> {
        let (cx, types) = (self.cx, &self.module.types);
        let (mut inner, mut count) = (ty, 1u64);
        while !types.is_structure(inner)
            && let Some(element) = types.element_type(inner, 0)
        {
            count = count.saturating_mul(types.element_count(inner).unwrap_or(1));
            inner = element;
        }
        let element = from.element_type_or_self(cx);
        let is_same = |from: Type, to: LlvmType| match (from.float_kind(cx), types.float_kind(to)) {
            (Some(from), Some(to)) if from != to => {
                Err("FloatAttr does not match expected type of the constant".to_string())
            }
            _ => Ok(()),
        };
        match (element.data(cx), types.structure(inner)) {
            (TypeData::Complex(part), Some(structure)) if inner != ty && structure.elements.len() == 2 => {
                structure.elements.iter().try_for_each(|&field| is_same(*part, field))?;
            }
            (_, Some(_)) => return Err("expected an array attribute for a struct constant".to_string()),
            (TypeData::Complex(_), None) => return Err("unsupported constant value".to_string()),
            (_, None) => is_same(element, inner)?,
        }
        match from.num_elements(cx).map(i64::unsigned_abs) {
            Some(given) if !is_splat && given != count => {
                Err(format!("constant has {given} elements, but its type has {count}"))
            }
            _ => Ok(()),
        }
    }

    /// A number in a scalar, or in each element of a vector.
    fn number_attr(&mut self, value: &ApInt, is_float: bool, ty: LlvmType) -> Result<ConstId> {
        let element = self.module.types.scalar(ty);
        let kind = match (self.module.types.int_width(element), self.module.types.float_kind(element)) {
            (Some(width), _) if width < value.width() => ConstKind::Int(value.trunc(width)),
            (Some(width), _) => ConstKind::Int(value.sext(width)),
            (None, Some(kind)) if is_float && kind.width() == value.width() => {
                ConstKind::Float(value.low_u128())
            }
            (None, Some(_)) if is_float => {
                return Err("FloatAttr does not match expected type of the constant".to_string());
            }
            (None, Some(kind)) => ConstKind::Float(value.zext_or_trunc(kind.width()).low_u128()),
            (None, None) if is_float => {
                return Err("FloatAttr does not match expected type of the constant".to_string());
            }
            (None, None) => return Err("unsupported constant value".to_string()),
        };
        let number = self.module.constant(element, kind);
        Ok(if element == ty { number } else { self.module.splat(ty, number) })
    }

    fn array(&mut self, items: &[Attr], ty: LlvmType) -> Result<ConstId> {
        let types = &self.module.types;
        if types.element_count(ty) != Some(items.len() as u64) {
            let what = if types.is_structure(ty) { "struct" } else { "array" };
            return Err(format!("{what} does not have as many elements as its constant"));
        }
        let mut elements = Vec::with_capacity(items.len());
        for (index, &item) in (0..).zip(items) {
            let element = self.module.types.element_type(ty, index).expect("the type has so many elements");
            elements.push(self.constant_attr(item, element)?);
        }
        Ok(self.module.aggregate(ty, elements))
    }

    /// The innermost element of nested arrays.
    fn innermost(&self, mut ty: LlvmType) -> LlvmType {
        while let Some(element) = self.module.types.element_type(ty, 0) {
            ty = element;
        }
        ty
    }

    /// The number of scalars in nested arrays.
    fn number_of_elements(&self, mut ty: LlvmType) -> u64 {
        let (types, mut count) = (&self.module.types, 1u64);
        while let Some(element) = types.element_type(ty, 0) {
            count = count.saturating_mul(types.element_count(ty).unwrap_or(1));
            ty = element;
        }
        count
    }

    /// One number in all elements of nested arrays, or of a vector.
    fn same_numbers(&mut self, bytes: &[u8], ty: LlvmType) -> Result<ConstId> {
        if bytes.iter().all(|&byte| byte == 0) {
            return self.zero(ty);
        }
        if self.number_of_elements(ty) > MOST_ELEMENTS {
            return Err("constant has too many elements to be written one by one".to_string());
        }
        if let Some((element, ..)) = self.module.types.as_vector(ty) {
            let number = self.bytes(bytes, element)?;
            return Ok(self.module.splat(ty, number));
        }
        match self.module.types.as_array(ty) {
            Some((element, count)) => {
                let count = usize::try_from(count).map_err(|_| "constant is too large".to_string())?;
                let element = self.same_numbers(bytes, element)?;
                Ok(self.module.aggregate(ty, vec![element; count]))
            }
            None => self.bytes(bytes, ty),
        }
    }

    /// Numbers in nested aggregates, in a vector, or one alone, from bytes that follow each other.
    fn bytes(&mut self, bytes: &[u8], ty: LlvmType) -> Result<ConstId> {
        let types = &self.module.types;
        let Some(count) = types.element_count(ty) else {
            let kind = match (types.int_width(ty), types.float_kind(ty)) {
                (Some(width), _) => ConstKind::Int(ApInt::from_le_bytes(width, bytes)),
                (None, Some(kind)) => ConstKind::Float(ApInt::from_le_bytes(kind.width(), bytes).low_u128()),
                (None, None) => return Err("unsupported constant value".to_string()),
            };
            return Ok(self.module.constant(ty, kind));
        };
        if bytes.iter().all(|&byte| byte == 0) {
            return self.zero(ty);
        }
        if let Some(numbers) = self.module.numbers_of_bytes(ty, bytes) {
            return Ok(numbers);
        }
        let size = bytes.len() / usize::try_from(count).map_or(1, |count| count.max(1));
        let mut elements = Vec::new();
        for (index, part) in (0..count).zip(bytes.chunks_exact(size.max(1))) {
            let element = self.module.types.element_type(ty, index).expect("the type has so many elements");
            elements.push(self.bytes(part, element)?);
        }
        if elements.len() as u64 != count {
            return Err(format!("constant has {} elements, but its type has {count}", elements.len()));
        }
        Ok(self.module.aggregate(ty, elements))
    }
}
