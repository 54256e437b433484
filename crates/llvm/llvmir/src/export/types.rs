//! Types of the dialect as types of a module.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::AddressSpaceAttr;
use terrace_dialects_llvm::types::{
    ArrayType, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructRef, TargetExtType,
    TokenType, X86AmxType,
};
use terrace_dialects_ptr::ptr::{GenericSpaceAttr, PtrType};
use terrace_ir::{Context, Type, TypeData};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::model::Module;
use terrace_llvm_ir::types::{Structure, TypeKind};
use terrace_support::apfloat::FloatKind;

use super::Exporter;

/// A type as LLVM IR writes it.
pub fn type_text(cx: &Context, ty: Type) -> String {
    let mut module = Module::default();
    let ty = TypeMap::default().get(cx, &mut module, ty);
    module.type_text(ty)
}

/// The types of a module by those of the context.
#[derive(Default)]
pub(super) struct TypeMap {
    known: FxHashMap<Type, LlvmType>,
}

impl Exporter<'_> {
    /// The type of the module.
    pub(super) fn ty(&mut self, ty: Type) -> LlvmType {
        self.types.get(self.cx, &mut self.module, ty)
    }
}

/// The address space of a pointer of the dialects llvm or ptr; `None` if the type is none.
fn pointer_space(cx: &Context, ty: Type) -> Option<u32> {
    if let Some(pointer) = ty.dyn_cast::<PointerType>(cx) {
        return Some(pointer.address_space(cx));
    }
    let space = ty.dyn_cast::<PtrType>(cx)?.memory_space(cx);
    match space.dyn_cast::<AddressSpaceAttr>(cx) {
        Some(space) => Some(space.address_space(cx)),
        None => space.isa::<GenericSpaceAttr>(cx).then_some(0),
    }
}

/// The floating-point type of a format; those that LLVM lacks are integers of their width.
fn float_type(module: &mut Module, kind: FloatKind) -> LlvmType {
    match kind {
        FloatKind::F16 => LlvmType::HALF,
        FloatKind::BF16 => LlvmType::BFLOAT,
        FloatKind::F32 => LlvmType::FLOAT,
        FloatKind::F64 => LlvmType::DOUBLE,
        FloatKind::F80 => LlvmType::X86_FP80,
        FloatKind::F128 => LlvmType::FP128,
        other => module.types.int(other.width()),
    }
}

impl TypeMap {
    /// The type of the module.
    pub(super) fn get(&mut self, cx: &Context, module: &mut Module, ty: Type) -> LlvmType {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let made = self.new_type(cx, module, ty);
        self.known.insert(ty, made);
        made
    }

    fn list(
        &mut self,
        cx: &Context,
        module: &mut Module,
        types: impl Iterator<Item = Type>,
    ) -> Box<[LlvmType]> {
        types.map(|ty| self.get(cx, module, ty)).collect()
    }

    fn new_type(&mut self, cx: &Context, module: &mut Module, ty: Type) -> LlvmType {
        match ty.data(cx) {
            TypeData::Integer { width, .. } => return module.types.int(*width),
            TypeData::Float(kind) => return float_type(module, *kind),
            TypeData::Vector { shape, scalable, element } => {
                let element = self.get(cx, module, *element);
                let count = shape.first().map_or(1, |count| u32::try_from(*count).unwrap_or(u32::MAX));
                return module.types.vector(element, count, scalable.first() == Some(&true));
            }
            _ => {}
        }
        if let Some(structure) = StructRef::of(cx, ty) {
            let packed = structure.is_packed;
            let Some(name) = structure.name else {
                let elements = self.list(cx, module, structure.elements());
                return module.types.literal(elements, packed);
            };
            let name = module.strings.intern(name);
            if let Some(known) = module.types.find_named(name) {
                return known;
            }
            let named = module.types.new_named(Some(name), 0);
            if !structure.is_opaque {
                let elements = self.list(cx, module, structure.elements());
                module.types.set_body(named, Structure { elements, packed });
            }
            return named;
        }
        if let Some(space) = pointer_space(cx, ty) {
            module.types.pointer(space)
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            let element = self.get(cx, module, array.element_type(cx));
            module.types.array(element, array.num_elements(cx))
        } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
            let params = self.list(cx, module, function.params(cx).into_iter());
            let result = self.get(cx, module, function.return_type(cx));
            module.types.function(result, params, function.var_arg(cx))
        } else if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
            let types = self.list(cx, module, target.type_params(cx).into_iter());
            let name = module.strings.intern(target.ext_type_name(cx).as_bytes());
            let numbers = target.int_params(cx).into();
            module.types.get(TypeKind::Target { name, types, numbers })
        } else if ty.isa::<TokenType>(cx) {
            LlvmType::TOKEN
        } else if ty.isa::<LabelType>(cx) {
            LlvmType::LABEL
        } else if ty.isa::<MetadataType>(cx) {
            LlvmType::METADATA
        } else if ty.isa::<X86AmxType>(cx) {
            LlvmType::X86_AMX
        } else if ty.isa::<PpcFp128Type>(cx) {
            LlvmType::PPC_FP128
        } else {
            LlvmType::VOID
        }
    }
}
