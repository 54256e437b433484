//! Types. Vectors are builtin vectors of rank one, integers and most floating-point types builtin ones as well.
//!
//! The map: [`mod@syntax`] parses and prints nested types without `!llvm.`, [`predicates`] classifies types,
//! `layout` computes their memory layout.

mod layout;
pub mod predicates;
pub mod syntax;

pub use predicates::*;

use rustc_hash::FxHashSet;
use terrace_ir::data_layout::DataLayoutTypeInterface;
use terrace_ir::def::IdentifiedAsm;
use terrace_ir::identified::BodyConflict;
use terrace_ir::params::StrParam;
use terrace_ir::type_interfaces::VectorElementTypeInterface;
use terrace_ir::{Attr, AttrData, Context, OptionalAttr, Signedness, Type, TypeData, VectorType};
use terrace_macros::type_def;
use terrace_support::apint::ApInt;

/// The attribute of an unsigned parameter that is zero.
pub(crate) fn zero_u32(cx: &Context) -> Attr {
    let ty = cx.integer(32, Signedness::Unsigned);
    cx.attr(AttrData::Integer { ty, value: ApInt::new(32, 0) })
}

/// The result type of functions without a result.
#[type_def("llvm.void", class = "LLVMVoidType", format = "")]
pub struct VoidType {}

/// A value that names an op.
#[type_def("llvm.token", class = "LLVMTokenType", format = "")]
pub struct TokenType {}

/// The address of a block as a label.
#[type_def("llvm.label", class = "LLVMLabelType", format = "")]
pub struct LabelType {}

/// Metadata as a value.
#[type_def("llvm.metadata", class = "LLVMMetadataType", format = "")]
pub struct MetadataType {}

/// A tile register of AMX.
#[type_def("llvm.x86_amx", class = "LLVMX86AMXType", format = "")]
pub struct X86AmxType {}

/// Two doubles whose sum is the value.
#[type_def("llvm.ppc_fp128", class = "LLVMPPCFP128Type", format = "", interfaces(dyn VectorElementTypeInterface))]
pub struct PpcFp128Type {}

/// A pointer into an address space.
#[type_def(
    "llvm.ptr",
    class = "LLVMPointerType",
    format = "(`<` $addressSpace^ `>`)?",
    interfaces(dyn VectorElementTypeInterface, dyn DataLayoutTypeInterface = layout::PointerLayout)
)]
#[allow(non_snake_case)]
pub struct PointerType {
    addressSpace: DefaultParam<u32, zero_u32>,
}

/// A sequence of elements of one type.
#[type_def(
    "llvm.array",
    class = "LLVMArrayType",
    asm = (syntax::parse_array, syntax::print_array),
    verify = verify_array,
    interfaces(dyn DataLayoutTypeInterface = layout::ArrayLayout)
)]
#[allow(non_snake_case)]
pub struct ArrayType {
    elementType: Type,
    numElements: u64,
}

/// The type of a function: one result, which is `void` where there is none, and parameters.
#[type_def(
    "llvm.func",
    class = "LLVMFunctionType",
    asm = (syntax::parse_function, syntax::print_function),
    verify = verify_function
)]
#[allow(non_snake_case)]
pub struct FunctionType {
    returnType: Type,
    params: Vec<Type>,
    varArg: bool,
}

/// Elements of different types. A structure is identified by its elements ([`StructType::get`]), or by a name
/// ([`StructType::identified`]).
#[type_def(
    "llvm.struct",
    class = "LLVMStructType",
    identified = IdentifiedAsm { parse: syntax::parse_struct, print: syntax::print_identified },
    asm = (syntax::parse_no_literal, syntax::print_literal),
    verify = verify_struct,
    interfaces(dyn DataLayoutTypeInterface = layout::StructLayout)
)]
pub struct StructType {
    body: Vec<Type>,
    packed: bool,
}

/// A type that only a target knows.
#[type_def("llvm.target", class = "LLVMTargetExtType", asm = (syntax::parse_target, syntax::print_target))]
#[allow(non_snake_case)]
pub struct TargetExtType {
    extTypeName: StrParam,
    typeParams: Vec<Type>,
    intParams: Vec<u32>,
}

/// Whether aggregates may have elements of a type.
pub fn is_valid_element(cx: &Context, ty: Type) -> bool {
    !(ty.isa::<VoidType>(cx)
        || ty.isa::<LabelType>(cx)
        || ty.isa::<MetadataType>(cx)
        || ty.isa::<FunctionType>(cx)
        || ty.isa::<TokenType>(cx))
}

pub(crate) fn verify_array(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().and_then(|ty| ty.as_type(cx)) {
        Some(ty) if !is_valid_element(cx, ty) => {
            Err(format!("invalid array element type: '{}'", cx.type_text(ty)))
        }
        _ => Ok(()),
    }
}

pub(crate) fn verify_function(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let &[result, arguments, _] = params else { return Ok(()) };
    let result = result.as_type(cx).unwrap_or(Type::NONE);
    if result.isa::<FunctionType>(cx) || result.isa::<MetadataType>(cx) || result.isa::<LabelType>(cx) {
        return Err(format!("invalid function result type: '{}'", cx.type_text(result)));
    }
    let arguments = arguments.optional_elements(cx).iter().filter_map(|ty| ty.as_type(cx));
    for argument in arguments {
        if argument.isa::<VoidType>(cx) || argument.isa::<FunctionType>(cx) {
            return Err(format!("invalid function argument type: '{}'", cx.type_text(argument)));
        }
    }
    Ok(())
}

pub(crate) fn verify_struct(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let body = params.first().optional_elements(cx);
    invalid_element(cx, body).map_or(Ok(()), Err)
}

/// Why these cannot be the elements of a structure; `None` if they can.
pub(crate) fn invalid_element(cx: &Context, body: &[Attr]) -> Option<String> {
    let found = body.iter().filter_map(|ty| ty.as_type(cx)).find(|&ty| !is_valid_element(cx, ty))?;
    Some(format!("invalid LLVM structure element type: '{}'", cx.type_text(found)))
}

impl PointerType {
    /// `!llvm.ptr`, a pointer into the default address space.
    pub fn default_space(cx: &Context) -> Type {
        Self::get(cx, 0).into()
    }
}

impl StructType {
    /// The structure of this name, which is opaque until its body is set.
    ///
    /// # Panics
    ///
    /// If the dialect is not registered.
    pub fn identified(cx: &Context, name: &str) -> Type {
        let def = cx.type_def_id(Self::DEF).expect("the dialect llvm is registered");
        cx.identified_type(def, cx.str(name))
    }

    /// The structure of this name, if none has a body under it, or under the first of `name.1`, `name.2`, .. that none has,
    /// with these elements. Cost: the number of structures of such names.
    ///
    /// # Panics
    ///
    /// If the dialect is not registered.
    pub fn new_identified(cx: &Context, name: &str, elements: &[Type], packed: bool) -> Type {
        for counter in 0usize.. {
            let ty = match counter {
                0 => Self::identified(cx, name),
                _ => Self::identified(cx, &format!("{name}.{counter}")),
            };
            if cx.identified_body(ty).is_none() && Self::set_body(cx, ty, elements, packed).is_ok() {
                return ty;
            }
        }
        unreachable!("numbers do not end")
    }

    /// Sets the elements of an identified structure.
    ///
    /// # Errors
    ///
    /// If it has another body, or is permanently opaque.
    ///
    /// # Panics
    ///
    /// If `ty` is no identified structure.
    pub fn set_body(cx: &Context, ty: Type, elements: &[Type], packed: bool) -> Result<(), BodyConflict> {
        let mut body = vec![cx.bool_attr(packed)];
        body.extend(elements.iter().map(|&element| cx.type_attr(element)));
        cx.set_identified_body(ty, &body)
    }

    /// Makes an identified structure permanently opaque.
    ///
    /// # Errors
    ///
    /// If it has a body.
    ///
    /// # Panics
    ///
    /// If `ty` is no identified structure.
    pub fn set_opaque(cx: &Context, ty: Type) -> Result<(), BodyConflict> {
        cx.set_identified_body(ty, &[])
    }
}

/// A structure, identified or not, taken apart.
#[derive(Clone, Copy)]
pub struct StructRef<'a> {
    cx: &'a Context,
    /// Its name, if it is identified.
    pub name: Option<&'a [u8]>,
    /// Whether elements follow each other without padding.
    pub is_packed: bool,
    /// Whether its elements are unknown.
    pub is_opaque: bool,
    elements: &'a [Attr],
}

impl<'a> StructRef<'a> {
    /// A type as a structure; `None` if it is none.
    pub fn of(cx: &'a Context, ty: Type) -> Option<Self> {
        match ty.data(cx) {
            TypeData::Dialect { .. } => {
                let &[body, packed] = cx.type_params(ty, StructType::DEF)? else { return None };
                let elements = body.as_array(cx)?;
                let is_packed = packed == Attr::TRUE;
                Some(Self { cx, name: None, is_packed, is_opaque: false, elements })
            }
            TypeData::Identified { .. } => {
                let name = Some(cx.identified_name(ty, StructType::DEF)?.bytes(cx));
                let (is_packed, is_opaque, elements) = match cx.identified_body(ty) {
                    Some([packed, elements @ ..]) => (*packed == Attr::TRUE, false, elements),
                    _ => (false, true, &[][..]),
                };
                Some(Self { cx, name, is_packed, is_opaque, elements })
            }
            _ => None,
        }
    }

    /// The number of elements.
    pub fn len(self) -> usize {
        self.elements.len()
    }

    /// Whether it has no elements.
    pub fn is_empty(self) -> bool {
        self.elements.is_empty()
    }

    /// The type of an element; `None` if there are fewer.
    pub fn element(self, index: usize) -> Option<Type> {
        self.elements.get(index)?.as_type(self.cx)
    }

    /// The types of the elements, in order.
    pub fn elements(self) -> impl ExactSizeIterator<Item = Type> + Clone + use<'a> {
        let cx = self.cx;
        self.elements.iter().map(move |element| element.as_type(cx).unwrap_or(Type::NONE))
    }
}

/// Whether a type is a structure, identified or not.
pub fn is_struct(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Dialect { .. } => ty.isa::<StructType>(cx),
        TypeData::Identified { .. } => cx.identified_name(ty, StructType::DEF).is_some(),
        _ => false,
    }
}

/// The address space of a pointer; `None` if the type is none.
pub fn address_space(cx: &Context, ty: Type) -> Option<u32> {
    Some(ty.dyn_cast::<PointerType>(cx)?.address_space(cx))
}

/// The vector type with `count` elements.
pub fn vector_type(cx: &Context, element: Type, count: i64, scalable: bool) -> Type {
    VectorType::get_scalable(cx, &[count], &[scalable], element)
}

/// Types that were found compatible, by context.
#[derive(Default)]
pub(crate) struct CompatibleTypes(std::sync::RwLock<FxHashSet<Type>>);

terrace_ir::context_slot!(CompatibleTypes);
