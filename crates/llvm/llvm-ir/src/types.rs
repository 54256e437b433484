//! The types of a module, each of which is there once.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use terrace_support::apfloat::FloatKind;

use crate::strings::{Str, Strings};

/// A handle to a type of a module; equal types have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(u32);

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// The type of the result.
    pub result: Type,
    /// The types of parameters.
    pub params: Box<[Type]>,
    /// Whether there may be more arguments than parameters.
    pub variadic: bool,
}

/// The body of a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    /// The types of elements.
    pub elements: Box<[Type]>,
    /// Whether there is nothing between elements.
    pub packed: bool,
}

/// A structure with a name or a number.
#[derive(Clone, Debug)]
pub struct NamedStructure {
    /// The name; `None` for one that is counted.
    pub name: Option<Str>,
    /// The body; `None` for an opaque one.
    pub body: Option<Structure>,
    /// The offset of its definition in the text.
    pub offset: usize,
}

/// The contents of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`
    Void,
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_amx`
    X86Amx,
    /// `ppc_fp128`
    PpcFp128,
    /// `half`, `bfloat`, `float`, `double`, `x86_fp80`, `fp128`
    Float(FloatKind),
    /// `i32`
    Integer(u32),
    /// `ptr`, `ptr addrspace(1)`
    Pointer(u32),
    /// `<4 x i32>`, `<vscale x 4 x i32>`
    Vector {
        /// The type of elements.
        element: Type,
        /// The number of elements, of scalable vectors in each part.
        count: u32,
        /// Whether the number is multiplied by one that is known at run time.
        scalable: bool,
    },
    /// `[4 x i32]`
    Array {
        /// The type of elements.
        element: Type,
        /// The number of elements.
        count: u64,
    },
    /// `i32 (ptr, ...)`
    Function(FunctionType),
    /// `{ i32, ptr }`
    Structure(Structure),
    /// `%name`, by its number among the named structures.
    Named(u32),
    /// `target("name", i32, 1)`
    Target {
        /// The name.
        name: Str,
        /// The types among its parameters.
        types: Box<[Type]>,
        /// The numbers among its parameters.
        numbers: Box<[u32]>,
    },
}

macro_rules! fixed {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal, $kind:expr;)*) => {
        impl Type {
            $($(#[doc = $doc])* pub const $name: Type = Type($number);)*
        }

        const FIXED: &[TypeKind] = &[$($kind),*];
    };
}

fixed! {
    /// `void`
    VOID = 0, TypeKind::Void;
    /// `label`
    LABEL = 1, TypeKind::Label;
    /// `metadata`
    METADATA = 2, TypeKind::Metadata;
    /// `token`
    TOKEN = 3, TypeKind::Token;
    /// `x86_amx`
    X86_AMX = 4, TypeKind::X86Amx;
    /// `ppc_fp128`
    PPC_FP128 = 5, TypeKind::PpcFp128;
    /// `half`
    HALF = 6, TypeKind::Float(FloatKind::F16);
    /// `bfloat`
    BFLOAT = 7, TypeKind::Float(FloatKind::BF16);
    /// `float`
    FLOAT = 8, TypeKind::Float(FloatKind::F32);
    /// `double`
    DOUBLE = 9, TypeKind::Float(FloatKind::F64);
    /// `x86_fp80`
    X86_FP80 = 10, TypeKind::Float(FloatKind::F80);
    /// `fp128`
    FP128 = 11, TypeKind::Float(FloatKind::F128);
    /// `i1`
    I1 = 12, TypeKind::Integer(1);
    /// `i8`
    I8 = 13, TypeKind::Integer(8);
    /// `i16`
    I16 = 14, TypeKind::Integer(16);
    /// `i32`
    I32 = 15, TypeKind::Integer(32);
    /// `i64`
    I64 = 16, TypeKind::Integer(64);
    /// `ptr`
    PTR = 17, TypeKind::Pointer(0);
}

impl Type {
    /// The number of the type among those of its module.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The types of a module.
pub struct Types {
    kinds: Vec<TypeKind>,
    ids: FxHashMap<TypeKind, Type>,
    named: Vec<NamedStructure>,
    by_name: FxHashMap<Str, Type>,
}

impl Default for Types {
    fn default() -> Self {
        let ids = FIXED.iter().cloned().zip((0..).map(Type)).collect();
        Self { kinds: FIXED.to_vec(), ids, named: Vec::new(), by_name: FxHashMap::default() }
    }
}

impl Types {
    /// The type of a kind.
    pub fn get(&mut self, kind: TypeKind) -> Type {
        if let Some(&known) = self.ids.get(&kind) {
            return known;
        }
        let new = Type(u32::try_from(self.kinds.len()).expect("a module has fewer than 2^32 types"));
        self.kinds.push(kind.clone());
        self.ids.insert(kind, new);
        new
    }

    /// The contents of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.index()]
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no types, which never holds.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// All types, in the order of their handles.
    pub fn iter(&self) -> impl Iterator<Item = (Type, &TypeKind)> {
        (0..).map(Type).zip(&self.kinds)
    }

    /// The integer type of a width.
    pub fn int(&mut self, width: u32) -> Type {
        match width {
            1 => Type::I1,
            32 => Type::I32,
            64 => Type::I64,
            _ => self.get(TypeKind::Integer(width)),
        }
    }

    /// The pointer to an address space.
    pub fn pointer(&mut self, space: u32) -> Type {
        if space == 0 { Type::PTR } else { self.get(TypeKind::Pointer(space)) }
    }

    /// A vector type.
    pub fn vector(&mut self, element: Type, count: u32, scalable: bool) -> Type {
        self.get(TypeKind::Vector { element, count, scalable })
    }

    /// An array type.
    pub fn array(&mut self, element: Type, count: u64) -> Type {
        self.get(TypeKind::Array { element, count })
    }

    /// A function type.
    pub fn function(&mut self, result: Type, params: impl Into<Box<[Type]>>, variadic: bool) -> Type {
        self.get(TypeKind::Function(FunctionType { result, params: params.into(), variadic }))
    }

    /// A structure without a name.
    pub fn literal(&mut self, elements: impl Into<Box<[Type]>>, packed: bool) -> Type {
        self.get(TypeKind::Structure(Structure { elements: elements.into(), packed }))
    }

    /// A new structure with a name, or one that is counted, whose body comes with [`Self::set_body`].
    pub fn new_named(&mut self, name: Option<Str>, offset: usize) -> Type {
        let number = self.named.len() as u32;
        self.named.push(NamedStructure { name, body: None, offset });
        let ty = self.get(TypeKind::Named(number));
        if let Some(name) = name {
            self.by_name.entry(name).or_insert(ty);
        }
        ty
    }

    /// The structure of a name.
    pub fn find_named(&self, name: Str) -> Option<Type> {
        self.by_name.get(&name).copied()
    }

    /// Sets the body of a named structure.
    pub fn set_body(&mut self, ty: Type, body: Structure) {
        if let TypeKind::Named(number) = *self.kind(ty) {
            self.named[number as usize].body = Some(body);
        }
    }

    /// The named structures, in the order of their numbers.
    pub fn named(&self) -> &[NamedStructure] {
        &self.named
    }

    /// The named structure that a type is.
    pub fn as_named(&self, ty: Type) -> Option<&NamedStructure> {
        match *self.kind(ty) {
            TypeKind::Named(number) => Some(&self.named[number as usize]),
            _ => None,
        }
    }

    /// The body of a structure, with or without a name; `None` for an opaque one and for other types.
    pub fn structure(&self, ty: Type) -> Option<&Structure> {
        match self.kind(ty) {
            TypeKind::Structure(structure) => Some(structure),
            TypeKind::Named(number) => self.named[*number as usize].body.as_ref(),
            _ => None,
        }
    }

    /// Whether a type is a structure, opaque ones included.
    pub fn is_structure(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Structure(_) | TypeKind::Named(_))
    }

    /// The type of a function.
    pub fn as_function(&self, ty: Type) -> Option<&FunctionType> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The element type and the length of an array.
    pub fn as_array(&self, ty: Type) -> Option<(Type, u64)> {
        match *self.kind(ty) {
            TypeKind::Array { element, count } => Some((element, count)),
            _ => None,
        }
    }

    /// The element type of a vector, the number of its elements and whether it is scalable.
    pub fn as_vector(&self, ty: Type) -> Option<(Type, u32, bool)> {
        match *self.kind(ty) {
            TypeKind::Vector { element, count, scalable } => Some((element, count, scalable)),
            _ => None,
        }
    }

    /// The address space of a pointer.
    pub fn pointer_space(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Pointer(space) => Some(space),
            _ => None,
        }
    }

    /// Whether a type is a pointer.
    pub fn is_pointer(&self, ty: Type) -> bool {
        self.pointer_space(ty).is_some()
    }

    /// The width of an integer.
    pub fn int_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Integer(width) => Some(width),
            _ => None,
        }
    }

    /// The format of a floating-point number, but for that of PowerPC.
    pub fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        match *self.kind(ty) {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether a type is a floating-point number.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Float(_) | TypeKind::PpcFp128)
    }

    /// The width of an integer or a floating-point number in bits.
    pub fn number_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Integer(width) => Some(width),
            TypeKind::Float(kind) => Some(kind.width()),
            TypeKind::PpcFp128 => Some(128),
            _ => None,
        }
    }

    /// The element type of a vector, or the type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        self.as_vector(ty).map_or(ty, |(element, ..)| element)
    }

    /// A type, or a vector of it if another type is a vector.
    pub fn shaped_like(&mut self, ty: Type, element: Type) -> Type {
        match self.as_vector(ty) {
            Some((_, count, scalable)) => self.vector(element, count, scalable),
            None => element,
        }
    }

    /// The number of elements of an aggregate or of a fixed-length vector; `None` for other types.
    pub fn element_count(&self, ty: Type) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Vector { count, scalable: false, .. } => Some(u64::from(count)),
            TypeKind::Array { count, .. } => Some(count),
            _ => self.structure(ty).map(|structure| structure.elements.len() as u64),
        }
    }

    /// The type of an element of an aggregate or of a fixed-length vector; `None` if there is none.
    pub fn element_type(&self, ty: Type, index: u64) -> Option<Type> {
        if index >= self.element_count(ty)? {
            return None;
        }
        match *self.kind(ty) {
            TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => Some(element),
            _ => self.structure(ty)?.elements.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// Whether aggregates may have elements of a type.
    pub fn is_valid_element(&self, ty: Type) -> bool {
        !matches!(
            self.kind(ty),
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Function(_) | TypeKind::Token
        )
    }

    /// Whether calls that return a type may have flags of floating-point numbers: a number, a vector or an array of them, or
    /// a structure without a name of nothing else.
    pub fn has_fastmath(&self, ty: Type) -> bool {
        let mut ty = ty;
        while let Some((element, _)) = self.as_array(ty) {
            ty = element;
        }
        let is_number = |ty: Type| self.is_float(self.scalar(ty));
        match self.kind(ty) {
            TypeKind::Structure(structure) => {
                !structure.elements.is_empty() && structure.elements.iter().all(|&element| is_number(element))
            }
            _ => is_number(ty),
        }
    }

    /// Appends the suffix by which intrinsics that are overloaded on a type are named, without the dot: `v4f32`.
    pub fn write_mangled(&self, strings: &Strings, out: &mut String, ty: Type) {
        let each = |out: &mut String, types: &[Type]| {
            types.iter().for_each(|&ty| self.write_mangled(strings, out, ty));
        };
        match self.kind(ty) {
            TypeKind::Void => out.push_str("isVoid"),
            TypeKind::Label => out.push_str("label"),
            TypeKind::Metadata => out.push_str("Metadata"),
            TypeKind::Token => out.push_str("token"),
            TypeKind::X86Amx => out.push_str("x86amx"),
            TypeKind::PpcFp128 => out.push_str("ppcf128"),
            TypeKind::Integer(width) => drop(write!(out, "i{width}")),
            TypeKind::Float(FloatKind::F80) => out.push_str("f80"),
            TypeKind::Float(kind) => out.push_str(kind.name()),
            TypeKind::Pointer(space) => drop(write!(out, "p{space}")),
            TypeKind::Vector { element, count, scalable } => {
                let _ = write!(out, "{}{count}", if *scalable { "nxv" } else { "v" });
                each(out, &[*element]);
            }
            TypeKind::Array { element, count } => {
                let _ = write!(out, "a{count}");
                each(out, &[*element]);
            }
            TypeKind::Function(function) => {
                out.push_str("f_");
                each(out, &[function.result]);
                each(out, &function.params);
                out.push_str(if function.variadic { "varargf" } else { "f" });
            }
            TypeKind::Structure(structure) => {
                out.push_str("sl_");
                each(out, &structure.elements);
                out.push('s');
            }
            TypeKind::Named(number) => {
                out.push_str("s_");
                if let Some(name) = self.named[*number as usize].name {
                    out.push_str(&String::from_utf8_lossy(strings.bytes(name)));
                }
                out.push('s');
            }
            TypeKind::Target { name, types, numbers } => {
                let _ = write!(out, "t{}", String::from_utf8_lossy(strings.bytes(*name)));
                for &ty in types {
                    out.push('_');
                    each(out, &[ty]);
                }
                for number in numbers {
                    let _ = write!(out, "_{number}");
                }
                out.push('t');
            }
        }
    }
}
