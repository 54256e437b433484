//! The types and strings of a module in the context.

use terrace_dialects_llvm::types::{
    ArrayType, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructType, TargetExtType,
    TokenType, VoidType, X86AmxType, vector_type,
};
use terrace_ir::{Context, Signedness, Str, Type, TypeData};
use terrace_llvm_ir::model::Module;
use terrace_llvm_ir::types::{Structure, TypeKind};
use terrace_llvm_ir::{Failure, Type as LlvmType};

/// The types and strings of the context, by the handles of a module.
pub(super) struct Interned {
    types: Vec<Type>,
    strings: Vec<Str>,
}

impl Interned {
    /// Interns all types and strings of a module. With `literal_structs`, named structures become literal ones.
    ///
    /// # Errors
    ///
    /// If an opaque structure has a body in the context.
    pub(super) fn new(cx: &Context, module: &Module, literal_structs: bool) -> Result<Self, Box<Failure>> {
        let mut types = Types { cx, module, literal_structs, known: vec![None; module.types.len()] };
        let types = module.types.iter().map(|(ty, _)| types.get(ty)).collect::<Result<_, _>>()?;
        let strings = module.strings.iter().map(|text| cx.str_from_bytes(text)).collect();
        Ok(Self { types, strings })
    }

    /// The type of the context.
    pub(super) fn ty(&self, ty: LlvmType) -> Type {
        self.types[ty.index()]
    }

    /// The string of the context.
    pub(super) fn str(&self, text: terrace_llvm_ir::Str) -> Str {
        self.strings[text.index()]
    }
}

/// Types that are being made.
struct Types<'a> {
    cx: &'a Context,
    module: &'a Module,
    literal_structs: bool,
    known: Vec<Option<Type>>,
}

impl Types<'_> {
    /// The type of the context; its nesting depth is bounded by the parser.
    fn get(&mut self, ty: LlvmType) -> Result<Type, Box<Failure>> {
        if let Some(known) = self.known[ty.index()] {
            return Ok(known);
        }
        let (cx, module) = (self.cx, self.module);
        let made = match module.types.kind(ty) {
            TypeKind::Void => VoidType::get(cx).into(),
            TypeKind::Label => LabelType::get(cx).into(),
            TypeKind::Metadata => MetadataType::get(cx).into(),
            TypeKind::Token => TokenType::get(cx).into(),
            TypeKind::X86Amx => X86AmxType::get(cx).into(),
            TypeKind::PpcFp128 => PpcFp128Type::get(cx).into(),
            TypeKind::Float(kind) => cx.ty(TypeData::Float(*kind)),
            TypeKind::Integer(width) => cx.integer(*width, Signedness::Signless),
            TypeKind::Pointer(space) => PointerType::get(cx, *space).into(),
            TypeKind::Vector { element, count, scalable } => {
                vector_type(cx, self.get(*element)?, i64::from(*count), *scalable)
            }
            TypeKind::Array { element, count } => ArrayType::get(cx, self.get(*element)?, *count).into(),
            TypeKind::Function(function) => {
                let params = self.list(&function.params)?;
                FunctionType::get(cx, self.get(function.result)?, params, function.variadic).into()
            }
            TypeKind::Structure(structure) => {
                StructType::get(cx, self.list(&structure.elements)?, structure.packed).into()
            }
            TypeKind::Named(number) => {
                let named = &module.types.named()[*number as usize];
                let name = named.name.map(|name| module.bytes(name)).unwrap_or_default();
                self.named(&String::from_utf8_lossy(name), named.body.as_ref(), named.offset)?
            }
            TypeKind::Target { name, types, numbers } => {
                let name = String::from_utf8_lossy(module.bytes(*name));
                TargetExtType::get(cx, &name, self.list(types)?, numbers.to_vec()).into()
            }
        };
        self.known[ty.index()] = Some(made);
        Ok(made)
    }

    fn list(&mut self, types: &[LlvmType]) -> Result<Vec<Type>, Box<Failure>> {
        types.iter().map(|&ty| self.get(ty)).collect()
    }

    fn named(&mut self, name: &str, body: Option<&Structure>, offset: usize) -> Result<Type, Box<Failure>> {
        let cx = self.cx;
        let Some(body) = body else {
            if self.literal_structs {
                return Ok(StructType::get(cx, Vec::new(), false).into());
            }
            let ty = StructType::identified(cx, name);
            return match StructType::set_opaque(cx, ty) {
                Ok(()) => Ok(ty),
                Err(_) => Err(Failure::new(offset, "the type has a body elsewhere")),
            };
        };
        let elements = self.list(&body.elements)?;
        Ok(match self.literal_structs {
            true => StructType::get(cx, elements, body.packed).into(),
            false => StructType::new_identified(cx, name, &elements, body.packed),
        })
    }
}
