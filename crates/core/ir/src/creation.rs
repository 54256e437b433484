//! Creation of types and attributes: each is verified once, when it is first created.
//!
//! Parameters of dialects are compared with what their definition declares, then its `verify` checks them;
//! builtin ones are verified here. [`Context::ty`] and [`Context::attr`] are for code that creates valid ones
//! by construction; the `checked` variants are for parsers and for code that works on arbitrary IR.
//!
//! Parameters are computed from the input, by many passes. An invalid one that code creates does exist, and
//! the verifier of the IR rejects every op that has it.

use std::sync::RwLock;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use crate::attrs::{Attr, AttrData};
use crate::context::{Context, DefInfo};
use crate::context_slot;
use crate::def::{AttrDef, ParamKind, TypeDef};
use crate::element_types::{
    is_complex_element, is_memory_space, is_memref_element, is_memref_layout, is_tensor_element,
    is_vector_element,
};
use crate::print::elements::ElementKind;
use crate::sub_elements::{Element, SubElements};
use crate::type_interfaces::verify_tensor_encoding;
use crate::types::{DYNAMIC, MAX_INTEGER_WIDTH, Signedness, Type, TypeData};

/// `Ok`, or an error message.
type Verified = Result<(), String>;

/// The types and attributes of a context that are not valid, and why.
#[derive(Default)]
struct Invalid {
    messages: RwLock<FxHashMap<Element, String>>,
}

context_slot!(Invalid);

/// Keeps why something that code creates is not valid.
#[cold]
fn refused(message: String, kept: &mut Option<String>) -> Result<(), std::convert::Infallible> {
    *kept = Some(message);
    Ok(())
}

impl Context {
    #[cold]
    fn add_invalid(&self, element: Element, message: String) {
        let messages = &self.slot::<Invalid>().messages;
        messages.write().unwrap_or_else(|e| e.into_inner()).insert(element, message);
        self.has_invalid.store(true, Ordering::Release);
    }

    /// Returns why an element is not valid; `None` if it is.
    #[inline]
    fn why_invalid(&self, element: Element) -> Option<String> {
        if !self.has_invalid() {
            return None;
        }
        let messages = &self.slot::<Invalid>().messages;
        messages.read().unwrap_or_else(|e| e.into_inner()).get(&element).cloned()
    }

    /// Drops a memref's memory space if it is the default one, an integer 0 of any type.
    #[inline]
    fn without_default_space(&self, mut data: TypeData) -> TypeData {
        if let TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } = &mut data {
            let is_zero = |attr: Attr| attr.as_integer(self).is_some_and(|(value, _)| value.is_zero());
            *space = space.filter(|&space| !is_zero(space));
        }
        data
    }

    /// Uniques a type, which is verified if it is new. The verifier of the IR refuses ops with one that is not valid.
    /// Readers use [`Context::ty_checked`].
    #[inline]
    pub fn ty(&self, data: TypeData) -> Type {
        let mut message = None;
        let Ok(id) = self.types.intern_checked(self.without_default_space(data), |data| {
            verify_type(self, data).or_else(|found| refused(found, &mut message))
        });
        let ty = Type::from_u32(id);
        if let Some(message) = message {
            self.add_invalid(Element::Type(ty), message);
        }
        ty
    }

    /// Uniques a type, which is verified if it is new.
    ///
    /// # Errors
    ///
    /// If it is invalid.
    #[inline]
    pub fn ty_checked(&self, data: TypeData) -> Result<Type, String> {
        let data = self.without_default_space(data);
        let ty = self.types.intern_checked(data, |data| verify_type(self, data)).map(Type::from_u32)?;
        self.why_invalid(Element::Type(ty)).map_or(Ok(ty), Err)
    }

    /// Uniques an attribute, which is verified if it is new. The verifier of the IR refuses ops with one that is not valid.
    /// Readers use [`Context::attr_checked`].
    #[inline]
    pub fn attr(&self, data: AttrData) -> Attr {
        // Most attributes can only be valid, and are interned with one lock.
        if !may_be_invalid(&data) {
            return Attr::from_u32(self.attrs.intern(data));
        }
        let mut message = None;
        let Ok(id) = self.attrs.intern_checked(data, |data| {
            verify_attr(self, data).or_else(|found| refused(found, &mut message))
        });
        let attr = Attr::from_u32(id);
        if let Some(message) = message {
            self.add_invalid(Element::Attr(attr), message);
        }
        attr
    }

    /// Uniques an attribute, which is verified if it is new.
    ///
    /// # Errors
    ///
    /// If it is invalid.
    #[inline]
    pub fn attr_checked(&self, data: AttrData) -> Result<Attr, String> {
        let attr = self.attrs.intern_checked(data, |data| verify_attr(self, data)).map(Attr::from_u32)?;
        self.why_invalid(Element::Attr(attr)).map_or(Ok(attr), Err)
    }

    /// Whether there are types or attributes that are not valid.
    #[inline]
    pub(crate) fn has_invalid(&self) -> bool {
        self.has_invalid.load(Ordering::Acquire)
    }

    /// Returns a part of a type or an attribute that is not valid, and why; `None` if all are.
    #[cold]
    pub(crate) fn find_invalid(&self, walk: &mut SubElements, root: Element) -> Option<(String, String)> {
        let mut found = None;
        walk.walk(self, root, |element| {
            if found.is_none()
                && let Some(message) = self.why_invalid(element)
            {
                let text = match element {
                    Element::Type(ty) => self.type_text(ty),
                    Element::Attr(attr) => self.attr_text(attr),
                };
                found = Some((text, message));
            }
            found.is_none()
        });
        found
    }

    /// Returns the type of a definition with these parameters; loads its dialect if need be.
    ///
    /// # Errors
    ///
    /// If the parameters are invalid, or the dialect is not registered.
    pub fn dialect_type(&self, def: &'static TypeDef, params: &[Attr]) -> Result<Type, String> {
        let def = self.type_def_id(def).ok_or_else(|| self.unknown_type_def(def))?;
        self.ty_checked(TypeData::Dialect { def, params: params.into() })
    }

    /// Returns the attribute of a definition with these parameters; loads its dialect if need be.
    ///
    /// # Errors
    ///
    /// If the parameters are invalid, or the dialect is not registered.
    pub fn dialect_attr(&self, def: &'static AttrDef, params: &[Attr]) -> Result<Attr, String> {
        let def = self.attr_def_id(def).ok_or_else(|| self.unknown_attr_def(def))?;
        self.attr_checked(AttrData::Dialect { def, params: params.into() })
    }
}

/// The list of a dialect that a definition belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Listed {
    /// The types.
    Types,
    /// The attributes.
    Attrs,
}

impl Context {
    /// Why a type definition is not known: its dialect is not registered, or does not list it.
    pub fn unknown_type_def(&self, def: &'static TypeDef) -> String {
        self.not_registered(def, Listed::Types)
    }

    /// Why an attribute definition is not known: its dialect is not registered, or does not list it.
    pub fn unknown_attr_def(&self, def: &'static AttrDef) -> String {
        self.not_registered(def, Listed::Attrs)
    }

    fn not_registered(&self, def: &'static TypeDef, list: Listed) -> String {
        let dialect = def.name.split_once('.').map_or(def.name, |(dialect, _)| dialect);
        let (what, sigil, field) = match list {
            Listed::Types => ("type", '!', "types"),
            Listed::Attrs => ("attribute", '#', "attrs"),
        };
        let name = def.name;
        match self.dialect(dialect) {
            None => format!("the dialect '{dialect}' of the {what} '{sigil}{name}' is not registered"),
            Some(_) => format!("the {what} '{sigil}{name}' is not in `{field}` of the dialect '{dialect}'"),
        }
    }
}

/// Verifies the parameters of a type or attribute that a dialect defines.
#[cold]
fn verify_params(cx: &Context, info: &DefInfo, params: &[Attr]) -> Verified {
    let def = info.def();
    // Definitions without declared parameters check their number themselves.
    let declares = !def.params.is_empty() || def.verify.is_none();
    if declares && params.len() != def.params.len() {
        return Err(format!("'{}' has {} parameters, but got {}", def.name, def.params.len(), params.len()));
    }
    for (param, &attr) in def.params.iter().zip(params) {
        let may_be_absent = param.optional || param.default.is_some();
        let fits = match attr.is_null() {
            true => may_be_absent,
            // A default value need not be one that can be written.
            false => param.kind.accepts(cx, attr) || param.default.is_some_and(|default| default(cx) == attr),
        };
        if !fits {
            let found = if attr.is_null() { "nothing".to_owned() } else { cx.attr_text(attr) };
            let class = param.kind.class();
            return Err(format!(
                "parameter '{}' of '{}' is to be a `{class}`, but got {found}",
                param.name, def.name
            ));
        }
    }
    def.verify.map_or(Ok(()), |verify| verify(cx, params))
}

impl ParamKind {
    /// Returns whether an attribute is one that the parser creates for such a parameter.
    pub fn accepts(&self, cx: &Context, attr: Attr) -> bool {
        let is_number = |width: u32, signedness: Signedness| matches!(attr.data(cx), AttrData::Integer { ty, .. } if *ty == cx.integer(width, signedness));
        match self {
            ParamKind::Type => attr.as_type(cx).is_some(),
            ParamKind::Attr => true,
            ParamKind::TypeOf(kind) => attr.as_type(cx).is_some_and(|ty| (kind.pred)(cx, ty)),
            ParamKind::AttrWhere(fits, _) => fits(cx, attr),
            ParamKind::Custom(_) => true,
            ParamKind::Dialect(def) => cx.attr_params(attr, def).is_some(),
            ParamKind::Recursive(def) => cx.attr_params(attr, def()).is_some(),
            ParamKind::Int(width) => is_number(*width, Signedness::Signless),
            ParamKind::UInt(width) => is_number(*width, Signedness::Unsigned),
            ParamKind::Bool => attr == Attr::TRUE || attr == Attr::FALSE,
            ParamKind::Str | ParamKind::Keyword => {
                matches!(attr.data(cx), AttrData::String { ty: Type::NONE, .. })
            }
            ParamKind::Enum(def) => attr.as_u64(cx).is_some_and(|value| def.has(value)),
            ParamKind::EnumField(field) => attr.as_u64(cx).is_some_and(|value| field.def.has(value)),
            ParamKind::Array(inner) => {
                attr.as_array(cx).is_some_and(|items| items.iter().all(|&item| inner.accepts(cx, item)))
            }
            ParamKind::Bracketed(inner) => inner.accepts(cx, attr),
            ParamKind::Float => attr.ty(cx) == Some(Type::F64) && attr.as_float(cx).is_some(),
            ParamKind::AffineMap => attr.as_affine_map(cx).is_some(),
        }
    }
}

/// Verifies a type that is new.
fn verify_type(cx: &Context, data: &TypeData) -> Verified {
    let check = |holds: bool, message: &str| if holds { Ok(()) } else { Err(message.to_owned()) };
    let extents = |shape: &[i64], message: &str| {
        check(shape.iter().all(|&extent| extent >= 0 || extent == DYNAMIC), message)
    };
    match data {
        TypeData::Dialect { def, params } => verify_params(cx, cx.type_def(*def), params),
        TypeData::Integer { width, .. } if *width > MAX_INTEGER_WIDTH => {
            Err(format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits"))
        }
        TypeData::Complex(element) => {
            check(is_complex_element(cx, *element), "invalid element type for complex")
        }
        TypeData::Vector { shape, scalable, element } => {
            let message = "failed to verify 'elementType': VectorElementTypeInterface instance";
            check(is_vector_element(cx, *element), message)?;
            if shape.iter().any(|&extent| extent <= 0) {
                let text = shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                return Err(format!("vector types must have positive constant sizes but got {text}"));
            }
            if scalable.len() != shape.len() {
                let (scalable, shape) = (scalable.len(), shape.len());
                return Err(format!("number of dims must match, got {scalable} and {shape}"));
            }
            Ok(())
        }
        TypeData::RankedTensor { shape, element, encoding } => {
            extents(shape, "invalid tensor dimension size")?;
            encoding.map_or(Ok(()), |encoding| verify_tensor_encoding(cx, encoding, shape, *element))?;
            check(is_tensor_element(cx, *element), "invalid tensor element type")
        }
        TypeData::UnrankedTensor(element) => {
            check(is_tensor_element(cx, *element), "invalid tensor element type")
        }
        TypeData::MemRef { shape, element, layout, space } => {
            check(is_memref_element(cx, *element), "invalid memref element type")?;
            extents(shape, "invalid memref size")?;
            layout.map_or(Ok(()), |layout| verify_layout(cx, layout, shape.len()))?;
            check(space.is_none_or(|space| is_memory_space(cx, space)), "unsupported memory space Attribute")
        }
        TypeData::UnrankedMemRef { element, space } => {
            check(is_memref_element(cx, *element), "invalid memref element type")?;
            check(space.is_none_or(|space| is_memory_space(cx, space)), "unsupported memory space Attribute")
        }
        _ => Ok(()),
    }
}

/// Verifies the layout of memrefs of a rank.
fn verify_layout(cx: &Context, layout: Attr, rank: usize) -> Verified {
    match layout.data(cx) {
        AttrData::AffineMap(map) if map.num_dims as usize != rank => {
            let dims = map.num_dims;
            Err(format!("memref layout mismatch between rank and affine map: {rank} != {dims}"))
        }
        AttrData::StridedLayout { strides, .. } if strides.len() != rank => {
            Err("expected the number of strides to match the rank".to_owned())
        }
        _ if is_memref_layout(cx, layout) => Ok(()),
        _ => Err(format!("expected MemRefLayoutAttrInterface, but got: {}", cx.attr_text(layout))),
    }
}

/// Whether attributes of the kind are verified at all.
#[inline]
fn may_be_invalid(data: &AttrData) -> bool {
    matches!(data, AttrData::Dialect { .. } | AttrData::DenseElements { .. } | AttrData::DenseArray { .. })
}

/// Verifies an attribute that is new.
fn verify_attr(cx: &Context, data: &AttrData) -> Verified {
    match data {
        AttrData::Dialect { def, params } => verify_params(cx, cx.attr_def(*def), params),
        AttrData::DenseElements { ty, data, splat } => {
            let sizes = element_bytes(cx, ty.element_type(cx)).zip(ty.num_elements(cx));
            let Some((bytes, count)) = sizes else {
                let ty = cx.type_text(*ty);
                return Err(format!("dense elements are over numbers in a static shape, but got '{ty}'"));
            };
            let count = if *splat { Some(1) } else { usize::try_from(count).ok() };
            // An integer without bits has no size that all agree on.
            if bytes == 0 || count.and_then(|count| count.checked_mul(bytes)) == Some(data.len()) {
                return Ok(());
            }
            let (ty, found) = (cx.type_text(*ty), data.len());
            Err(format!("{found} bytes are not the elements of '{ty}'"))
        }
        AttrData::DenseArray { element, len, data } => match element_bytes(cx, Some(*element)) {
            Some(bytes) if bytes == 0 || len.checked_mul(bytes) == Some(data.len()) => Ok(()),
            _ => Err(format!("{} bytes are not {len} elements of '{}'", data.len(), cx.type_text(*element))),
        },
        _ => Ok(()),
    }
}

/// The size of an element in constants, in bytes; `None` for types other than numbers.
fn element_bytes(cx: &Context, element: Option<Type>) -> Option<usize> {
    let (kind, complex) = ElementKind::of(cx, element?)?;
    Some(kind.bytes() * if complex { 2 } else { 1 })
}
