//! The conversion of types to those of the LLVM dialect, and the materialization of values of converted types.

use std::borrow::Cow;
use std::sync::Arc;
use terrace_support::options;

use terrace_conversion::TypeConverter;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::types::{
    ArrayType, FunctionType, PointerType, StructRef, StructType, VoidType, is_compatible_type, vector_type,
};
use terrace_dialects_mem::layout;
use terrace_dialects_ptr::ptr::{GenericSpaceAttr, PtrMetadataType, PtrType};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Attr, Context, DYNAMIC, Loc, OpRef, Rewriter, Signedness, Type, TypeData, Value};

use terrace_support::apfloat::FloatKind;

use crate::build::Build;
use crate::descriptor::{MemRefDescriptor, UnrankedMemRefDescriptor};

/// The state of an [`LlvmTypeConverter`] besides its rules.
struct Choices {
    index: Type,
    options: LowerToLlvmOptions,
    layout: DataLayout,
}

options! {
    /// The options of the conversion.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct LowerToLlvmOptions {
        /// The width of an index in bits; `None`: that of the data layout.
        pub index_bitwidth: Option<u32>,
        /// Functions take a pointer to the elements of a memref of static shape, and return one.
        pub bare_pointers: bool,
        /// Buffers are allocated by `aligned_alloc`, not `malloc`.
        pub aligned_alloc: bool,
        /// Allocation and deallocation go through functions of a generic name.
        pub generic_functions: bool,
        /// Complex numbers are divided without intermediate overflow.
        pub improved_division: bool,
        /// Addresses of the dialect ptr are pointers, and its generic memory space is the address space 0.
        pub ptr_types: bool,
        /// `math.log1p` is left to others: its lowering here is inexact near 0.
        pub keep_log1p: bool,
    }
}

/// The types of the dialect llvm for others, as upstream's `LLVMTypeConverter`.
#[derive(Clone)]
pub struct LlvmTypeConverter {
    /// The rules.
    pub types: Arc<TypeConverter>,
    /// The integer type that an index becomes.
    pub index: Type,
    /// The options.
    pub options: LowerToLlvmOptions,
    /// The layout of the module.
    pub layout: DataLayout,
}

impl LlvmTypeConverter {
    /// The converter for the ops nested in an op, with its data layout.
    pub fn new(op: OpRef<'_>, options: LowerToLlvmOptions) -> Arc<Self> {
        let layout = DataLayout::of(op);
        let of_layout =
            || layout.type_size_in_bits(op.cx(), Type::INDEX).map_or(64, |size| size.minimum as u32);
        let width = options.index_bitwidth.unwrap_or_else(of_layout);
        let index = op.cx().integer(width, Signedness::Signless);
        let types = rules(index, options.ptr_types);
        let types = types.with_data(Choices { index, options, layout: layout.clone() });
        Arc::new(Self { types: Arc::new(types), index, options, layout })
    }

    /// The converter for the ops nested in an op, with rules that `extend` adds to the default ones.
    pub fn with_rules(
        op: OpRef<'_>,
        options: LowerToLlvmOptions,
        extend: impl FnOnce(TypeConverter) -> TypeConverter,
    ) -> Arc<Self> {
        let usual = Self::new(op, options);
        let types = Arc::new(extend(rules(usual.index, options.ptr_types)));
        Arc::new(Self { types, ..Self::clone(&usual) })
    }

    /// The rules for an unknown layout, with these options: [`Self::of_rules`] creates a converter from them.
    pub fn rules_for(cx: &Context, options: LowerToLlvmOptions) -> TypeConverter {
        let index = cx.integer(options.index_bitwidth.unwrap_or(64), Signedness::Signless);
        rules(index, options.ptr_types).with_data(Choices { index, options, layout: DataLayout::default() })
    }

    /// The converter of which these are the rules; `None` if they are others.
    pub fn of_rules(types: &Arc<TypeConverter>) -> Option<Arc<Self>> {
        let Choices { index, options, layout } = types.data::<Choices>()?;
        let (index, options, layout) = (*index, *options, layout.clone());
        Some(Arc::new(Self { types: Arc::clone(types), index, options, layout }))
    }

    /// The converter with which a function is called: memrefs are bare pointers if the function requests it,
    /// or all functions do.
    pub fn calling_convention(&self, asks_for_bare_pointers: bool) -> Cow<'_, Self> {
        if self.options.bare_pointers == asks_for_bare_pointers || !asks_for_bare_pointers {
            return Cow::Borrowed(self);
        }
        let options = LowerToLlvmOptions { bare_pointers: true, ..self.options };
        Cow::Owned(Self { options, ..self.clone() })
    }

    /// The type that another one becomes; `None` if it cannot be converted.
    pub fn convert(&self, cx: &Context, ty: Type) -> Option<Type> {
        self.types.convert_to_one(cx, ty)
    }

    /// The address space of a memref; `None` if the dialect llvm has none for its memory space.
    pub fn address_space(&self, cx: &Context, memref: Type) -> Option<u32> {
        address_space(cx, memref, self.options.ptr_types)
    }

    /// The pointer to the elements of a memref.
    pub fn pointer(&self, cx: &Context, memref: Type) -> Option<Type> {
        Some(PointerType::get(cx, self.address_space(cx, memref)?).into())
    }

    /// The types of the fields of the structure for a memref, one after the other.
    pub fn descriptor_fields(&self, cx: &Context, memref: Type) -> Option<Vec<Type>> {
        let pointer = self.pointer(cx, memref)?;
        match memref.shape(cx) {
            Some(shape) => {
                let mut fields = vec![pointer, pointer, self.index];
                fields.extend(std::iter::repeat_n(self.index, 2 * shape.len()));
                Some(fields)
            }
            None => Some(vec![self.index, PointerType::default_space(cx)]),
        }
    }

    /// Whether functions take a memref as a pointer to its elements.
    pub fn is_bare_pointer(&self, cx: &Context, ty: Type) -> bool {
        self.options.bare_pointers && can_be_bare_pointer(cx, ty)
    }

    /// The type of an argument or a result of a function, where bare pointers are wanted; `None` if it cannot be converted.
    pub fn convert_calling_convention(&self, cx: &Context, ty: Type) -> Option<Type> {
        match ty.is_memref(cx) {
            true if self.options.bare_pointers => {
                self.convert(cx, ty.element_type(cx)?)?;
                can_be_bare_pointer(cx, ty).then(|| self.pointer(cx, ty)).flatten()
            }
            _ => self.convert(cx, ty),
        }
    }

    /// The types of the arguments that a function gets for one of a type; `None` if it cannot be converted.
    pub fn convert_argument(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        match ty.is_memref(cx) {
            true if !self.options.bare_pointers => self.descriptor_fields(cx, ty),
            true => Some(vec![self.convert_calling_convention(cx, ty)?]),
            false => self.types.convert(cx, ty),
        }
    }

    /// The converted types of a function result; `None` if it cannot be converted.
    pub fn convert_result(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        match ty.is_memref(cx) {
            true => Some(vec![self.convert_calling_convention(cx, ty)?]),
            false => self.types.convert(cx, ty),
        }
    }

    /// The packed return type for results: none, the single one, or a structure of all; the inner `None` is
    /// nothing, the outer one that a type cannot be converted.
    pub fn pack_results(&self, cx: &Context, types: &[Type]) -> Option<Option<Type>> {
        let converted: Option<Vec<Vec<Type>>> = types.iter().map(|&ty| self.convert_result(cx, ty)).collect();
        let converted = converted?.concat();
        match (types, converted.as_slice()) {
            ([], _) => Some(None),
            (&[_], &[one]) => Some(Some(one)),
            _ => Some(Some(StructType::get(cx, converted, false).into())),
        }
    }

    /// The type of a structure of these converted types, or the only one of them, as ops with several results return it.
    pub fn pack_op_results(&self, cx: &Context, types: &[Type]) -> Option<Type> {
        match types {
            &[one] => self.convert(cx, one),
            types => {
                let types: Option<Vec<Type>> = types.iter().map(|&ty| self.convert(cx, ty)).collect();
                Some(StructType::get(cx, types?, false).into())
            }
        }
    }
}

/// The address space of a memref; `None` if its memory space is not an integer that fits.
fn address_space(cx: &Context, memref: Type, ptr_types: bool) -> Option<u32> {
    let space = match memref.data(cx) {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => *space,
        _ => return None,
    };
    match space {
        None => Some(0),
        Some(space) if ptr_types && space.isa::<GenericSpaceAttr>(cx) => Some(0),
        Some(space) => u32::try_from(space.as_i64(cx)?).ok(),
    }
}

/// Whether a memref can be represented by a pointer to its elements: its shape and layout are static.
pub fn can_be_bare_pointer(cx: &Context, ty: Type) -> bool {
    ty.is_memref(cx)
        && ty.has_static_shape(cx)
        && strides_and_offset(cx, ty)
            .is_some_and(|(strides, offset)| !strides.contains(&DYNAMIC) && offset != DYNAMIC)
}

/// The strides and the offset of a ranked memref, with [`DYNAMIC`] where they are not known; `None` if its layout is not
/// strided.
pub fn strides_and_offset(cx: &Context, memref: Type) -> Option<(Vec<i64>, i64)> {
    layout::memref(cx, memref)?.strides_and_offset(cx)
}

fn rules(index: Type, ptr_types: bool) -> TypeConverter {
    TypeConverter::new()
        .add_conversion(|cx, ty| is_compatible_type(cx, ty).then_some(ty))
        .add_nested_conversion(move |types, ty| {
            let cx = types.cx;
            let converted = match ty.data(cx) {
                TypeData::Complex(element) => {
                    let element = types.convert_to_one(*element);
                    element.map(|element| StructType::get(cx, vec![element, element], false).into())
                }
                // A format of 19 bits is no storage for anything.
                TypeData::Float(FloatKind::TF32) => None,
                TypeData::Float(kind) if !is_compatible_type(cx, ty) => {
                    Some(cx.integer(kind.width(), Signedness::Signless))
                }
                TypeData::Integer { width, .. } => Some(cx.integer(*width, Signedness::Signless)),
                TypeData::Vector { shape, scalable, element } => {
                    let element = types.convert_to_one(*element);
                    element.and_then(|element| vector(cx, shape, scalable, element))
                }
                TypeData::Function { inputs, results } => function(types, inputs, results),
                TypeData::UnrankedMemRef { element, .. } => {
                    let fields = vec![index, PointerType::default_space(cx)];
                    types
                        .convert_to_one(*element)
                        .and_then(|_| address_space(cx, ty, ptr_types))
                        .map(|_| StructType::get(cx, fields, false).into())
                }
                TypeData::MemRef { shape, element, .. } => types
                    .convert_to_one(*element)
                    .and_then(|_| strides_and_offset(cx, ty))
                    .and_then(|_| address_space(cx, ty, ptr_types))
                    .map(|space| descriptor(cx, index, space, shape.len())),
                TypeData::Index => Some(index),
                _ if ptr_types && ty.isa::<PtrType>(cx) => {
                    let space = ty.dyn_cast::<PtrType>(cx)?.memory_space(cx);
                    space.isa::<GenericSpaceAttr>(cx).then(|| PointerType::default_space(cx))
                }
                _ if ptr_types && ty.isa::<PtrMetadataType>(cx) => {
                    let memref = ty.dyn_cast::<PtrMetadataType>(cx)?.type_(cx);
                    crate::ptr_metadata::metadata_type(cx, index, memref)
                }
                _ => return aggregate(types, ty),
            };
            Some(converted.map(|ty| vec![ty]))
        })
        .add_source_materialization(cast)
        .add_target_materialization(cast)
        .add_target_materialization_of(move |rw, original, types, values, loc| {
            structure_of(rw, index, original?, types, values, loc)
        })
        .add_source_materialization(from_fields)
        .add_source_materialization(move |rw, types, values, loc| {
            from_bare_pointer(rw, index, types, values, loc)
        })
}

/// The structure for a ranked memref.
fn descriptor(cx: &Context, index: Type, space: u32, rank: usize) -> Type {
    crate::descriptor::structure(cx, index, PointerType::get(cx, space).into(), rank)
}

/// The array of vectors for a vector; `None` if a dimension but the last one is scalable.
fn vector(cx: &Context, shape: &[i64], scalable: &[bool], element: Type) -> Option<Type> {
    let Some((&last, outer)) = shape.split_last() else { return Some(vector_type(cx, element, 1, false)) };
    let (&is_scalable, outer_scalable) = scalable.split_last()?;
    if outer_scalable.contains(&true) {
        return None;
    }
    let innermost = vector_type(cx, element, last, is_scalable);
    Some(outer.iter().rev().fold(innermost, |ty, &count| ArrayType::get(cx, ty, count as u64).into()))
}

/// Converts a function type of a value to a pointer.
fn function(
    types: &mut terrace_conversion::TypeConversion<'_>,
    inputs: &[Type],
    results: &[Type],
) -> Option<Type> {
    // A value of a function type is a pointer.
    inputs.iter().chain(results).try_for_each(|&ty| types.convert(ty).map(|_| ()))?;
    Some(PointerType::default_space(types.cx))
}

/// Structures, arrays and functions of the dialect itself that have other types inside.
fn aggregate(types: &mut terrace_conversion::TypeConversion<'_>, ty: Type) -> Option<Option<Vec<Type>>> {
    let cx = types.cx;
    if is_compatible_type(cx, ty) {
        return None;
    }
    let converted = if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let element = types.convert_to_one(array.element_type(cx));
        element.map(|element| ArrayType::get(cx, element, array.num_elements(cx)).into())
    } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
        let result = function.return_type(cx);
        let result = if result.isa::<VoidType>(cx) { Some(result) } else { types.convert_to_one(result) };
        let params: Option<Vec<Type>> =
            function.params(cx).into_iter().map(|ty| types.convert_to_one(ty)).collect();
        result
            .zip(params)
            .map(|(result, params)| FunctionType::get(cx, result, params, function.var_arg(cx)).into())
    } else if let Some(structure) = StructRef::of(cx, ty) {
        match structure.name {
            Some(name) => {
                let new =
                    StructType::identified(cx, &format!("_Converted.{}", String::from_utf8_lossy(name)));
                if !types.is_open(ty) {
                    let elements: Option<Vec<Type>> =
                        structure.elements().map(|element| types.convert_to_one(element)).collect();
                    let Some(elements) = elements else { return Some(None) };
                    // Another structure may have the name.
                    if StructType::set_body(cx, new, &elements, structure.is_packed).is_err() {
                        return Some(None);
                    }
                }
                Some(new)
            }
            None => {
                let elements: Option<Vec<Type>> =
                    structure.elements().map(|element| types.convert_to_one(element)).collect();
                elements.map(|elements| StructType::get(cx, elements, structure.is_packed).into())
            }
        }
    } else {
        return None;
    };
    Some(converted.map(|ty| vec![ty]))
}

/// Casts values, which another conversion is to remove.
fn cast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let &[ty] = types else { return None };
    Some(vec![rw.build_value(UnrealizedConversionCastOp::of(values).outputs(&[ty]).loc(loc))])
}

/// Creates the structure for a memref from its fields, or from a pointer to its elements.
fn structure_of(
    rw: &mut Rewriter<'_>,
    index: Type,
    memref: Type,
    types: &[Type],
    values: &[Value],
    loc: Loc,
) -> Option<Vec<Value>> {
    let (&[structure], cx) = (types, rw.cx()) else { return None };
    if !memref.is_memref(cx) {
        return None;
    }
    let mut build = Build::new(rw, loc, index);
    let made = match (memref.shape(cx), values) {
        (_, &[pointer]) => {
            let is_pointer = build.rw.body().value_type(pointer).isa::<PointerType>(cx);
            if !is_pointer || !can_be_bare_pointer(cx, memref) {
                return None;
            }
            MemRefDescriptor::from_static_shape(&mut build, memref, pointer)?.value
        }
        (Some(shape), values) if values.len() == 3 + 2 * shape.len() => {
            MemRefDescriptor::pack(&mut build, structure, shape.len(), values).value
        }
        (None, &[rank, pointer]) => {
            UnrankedMemRefDescriptor::pack(&mut build, structure, [rank, pointer]).value
        }
        _ => return None,
    };
    Some(vec![made])
}

/// Creates a memref from the fields of its structure.
fn from_fields(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let (&[ty], cx) = (types, rw.cx()) else { return None };
    if values.len() < 2 || !ty.is_memref(cx) {
        return None;
    }
    let first = rw.body().value_type(values[0]);
    let packed = match ty.shape(cx) {
        Some(shape) => {
            if values.len() != 3 + 2 * shape.len() || !first.isa::<PointerType>(cx) {
                return None;
            }
            let index = rw.body().value_type(values[2]);
            let structure = crate::descriptor::structure(cx, index, first, shape.len());
            MemRefDescriptor::pack(&mut Build::new(rw, loc, index), structure, shape.len(), values).value
        }
        None => {
            let structure = StructType::get(cx, vec![first, PointerType::default_space(cx)], false).into();
            UnrankedMemRefDescriptor::pack(
                &mut Build::new(rw, loc, first),
                structure,
                values.try_into().ok()?,
            )
            .value
        }
    };
    Some(vec![Build::new(rw, loc, first).cast(packed, ty)])
}

/// Creates a memref from a pointer to its elements.
fn from_bare_pointer(
    rw: &mut Rewriter<'_>,
    index: Type,
    types: &[Type],
    values: &[Value],
    loc: Loc,
) -> Option<Vec<Value>> {
    let (&[ty], &[pointer], cx) = (types, values, rw.cx()) else { return None };
    if !can_be_bare_pointer(cx, ty) || !rw.body().value_type(pointer).isa::<PointerType>(cx) {
        return None;
    }
    let mut build = Build::new(rw, loc, index);
    let structure = MemRefDescriptor::from_static_shape(&mut build, ty, pointer)?.value;
    Some(vec![build.cast(structure, ty)])
}

/// The attribute of a number as an index.
pub fn index_attr(cx: &Context, number: i64) -> Attr {
    cx.int_attr(Type::INDEX, number)
}
