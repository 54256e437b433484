//! Types as LLVM IR writes them.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::AddressSpaceAttr;
use terrace_dialects_llvm::types::{
    ArrayType, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructRef, StructType,
    TargetExtType, TokenType, VoidType, X86AmxType,
};
use terrace_dialects_mem::ptr::{GenericSpaceAttr, PtrType};
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use crate::names::{write_identifier, write_quoted};

/// The texts of types, and the identified structures that were written.
#[derive(Default)]
pub struct Types {
    texts: FxHashMap<Type, Box<str>>,
    seen: FxHashSet<Type>,
    structures: Vec<Type>,
}

impl Types {
    /// Appends a type. Identified structures are written by name, and remembered for [`Self::write_definitions`].
    pub fn write(&mut self, cx: &Context, out: &mut String, ty: Type) {
        match ty.data(cx) {
            TypeData::Integer { width, .. } => {
                out.push('i');
                return terrace_support::apint::push_u64(out, u64::from(*width));
            }
            TypeData::Float(kind) => return out.push_str(float_name(*kind)),
            _ => {}
        }
        if let Some(text) = self.texts.get(&ty) {
            return out.push_str(text);
        }
        let mut text = String::new();
        self.write_new(cx, &mut text, ty);
        out.push_str(&text);
        self.texts.insert(ty, text.into());
    }

    fn write_new(&mut self, cx: &Context, out: &mut String, ty: Type) {
        if let TypeData::Vector { shape, scalable, element } = ty.data(cx) {
            let vscale = if scalable.first() == Some(&true) { "vscale x " } else { "" };
            let _ = write!(out, "<{vscale}{} x ", shape.first().copied().unwrap_or(1));
            self.write(cx, out, *element);
            return out.push('>');
        }
        if let Some(structure) = StructRef::of(cx, ty) {
            return self.write_structure(cx, out, ty, structure);
        }
        if let Some(space) = pointer_space(cx, ty) {
            out.push_str("ptr");
            if space != 0 {
                let _ = write!(out, " addrspace({space})");
            }
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            let _ = write!(out, "[{} x ", array.num_elements(cx));
            self.write(cx, out, array.element_type(cx));
            out.push(']');
        } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
            self.write(cx, out, function.return_type(cx));
            out.push_str(" (");
            self.write_list(cx, out, function.params(cx).into_iter());
            if function.var_arg(cx) {
                out.push_str(if function.params(cx).is_empty() { "..." } else { ", ..." });
            }
            out.push(')');
        } else if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
            out.push_str("target(");
            write_quoted(out, target.ext_type_name(cx).as_bytes());
            for ty in target.type_params(cx) {
                out.push_str(", ");
                self.write(cx, out, ty);
            }
            for number in target.int_params(cx) {
                let _ = write!(out, ", {number}");
            }
            out.push(')');
        } else {
            out.push_str(simple_name(cx, ty));
        }
    }

    fn write_structure(&mut self, cx: &Context, out: &mut String, ty: Type, structure: StructRef<'_>) {
        match structure.name {
            Some(name) => {
                write_identifier(out, '%', name);
                self.note(cx, ty);
            }
            None => self.write_body(cx, out, structure),
        }
    }

    fn write_body(&mut self, cx: &Context, out: &mut String, structure: StructRef<'_>) {
        if structure.is_opaque {
            return out.push_str("opaque");
        }
        let (open, close) = if structure.is_packed { ("<{", "}>") } else { ("{", "}") };
        out.push_str(open);
        if !structure.is_empty() {
            out.push(' ');
            self.write_list(cx, out, structure.elements());
            out.push(' ');
        }
        out.push_str(close);
    }

    fn write_list(&mut self, cx: &Context, out: &mut String, types: impl Iterator<Item = Type>) {
        for (index, ty) in types.enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write(cx, out, ty);
        }
    }

    /// Remembers an identified structure, and those that it is made of after it.
    /// The identified structures that were written, and those that they have.
    pub(crate) fn named(&self) -> &[Type] {
        &self.structures
    }

    /// Remembers the identified structure of a name, if it has elements.
    pub(crate) fn note_name(&mut self, cx: &Context, name: &[u8]) {
        let ty = StructType::identified(cx, &String::from_utf8_lossy(name));
        if cx.identified_body(ty).is_some() {
            self.note(cx, ty);
        }
    }

    fn note(&mut self, cx: &Context, ty: Type) {
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            if !self.seen.insert(ty) {
                continue;
            }
            if let Some(structure) = StructRef::of(cx, ty) {
                if structure.name.is_some() {
                    self.structures.push(ty);
                }
                pending.extend(structure.elements().collect::<Vec<_>>().into_iter().rev());
            } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
                pending.push(array.element_type(cx));
            } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
                pending.extend(function.params(cx).into_iter().rev());
                pending.push(function.return_type(cx));
            } else if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
                pending.extend(target.type_params(cx).into_iter().rev());
            }
        }
    }

    /// Appends the definitions of the identified structures that were written, in their order.
    pub fn write_definitions(&mut self, cx: &Context, out: &mut String) {
        if !self.structures.is_empty() {
            out.push('\n');
        }
        for ty in std::mem::take(&mut self.structures) {
            let Some(structure) = StructRef::of(cx, ty) else { continue };
            write_identifier(out, '%', structure.name.unwrap_or_default());
            out.push_str(" = type ");
            self.write_body(cx, out, structure);
            out.push('\n');
        }
    }
}

/// The address space of a pointer of the dialects llvm or ptr; `None` if the type is none.
pub fn pointer_space(cx: &Context, ty: Type) -> Option<u32> {
    if let Some(pointer) = ty.dyn_cast::<PointerType>(cx) {
        return Some(pointer.address_space(cx));
    }
    let space = ty.dyn_cast::<PtrType>(cx)?.memory_space(cx);
    match space.dyn_cast::<AddressSpaceAttr>(cx) {
        Some(space) => Some(space.address_space(cx)),
        None => space.isa::<GenericSpaceAttr>(cx).then_some(0),
    }
}

/// The name of a floating-point type. Those that LLVM lacks are integers of their width.
fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "half",
        FloatKind::BF16 => "bfloat",
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::F80 => "x86_fp80",
        FloatKind::F128 => "fp128",
        FloatKind::TF32 => "i19",
        FloatKind::F4E2M1FN => "i4",
        FloatKind::F6E2M3FN | FloatKind::F6E3M2FN => "i6",
        _ => "i8",
    }
}

/// The name of a type without parameters.
fn simple_name(cx: &Context, ty: Type) -> &'static str {
    if ty.isa::<VoidType>(cx) {
        "void"
    } else if ty.isa::<TokenType>(cx) {
        "token"
    } else if ty.isa::<LabelType>(cx) {
        "label"
    } else if ty.isa::<MetadataType>(cx) {
        "metadata"
    } else if ty.isa::<X86AmxType>(cx) {
        "x86_amx"
    } else if ty.isa::<PpcFp128Type>(cx) {
        "ppc_fp128"
    } else {
        "void"
    }
}

/// The suffix by which intrinsics that are overloaded on a type are named, without the dot: `v4f32`.
pub fn mangled(cx: &Context, ty: Type) -> String {
    let mut out = String::new();
    write_mangled(cx, &mut out, ty);
    out
}

fn write_mangled(cx: &Context, out: &mut String, ty: Type) {
    match ty.data(cx) {
        TypeData::Integer { width, .. } => {
            let _ = write!(out, "i{width}");
            return;
        }
        TypeData::Float(kind) => {
            return out.push_str(match kind {
                FloatKind::BF16 => "bf16",
                FloatKind::F80 => "f80",
                kind => kind.name(),
            });
        }
        TypeData::Vector { shape, scalable, element } => {
            let prefix = if scalable.first() == Some(&true) { "nxv" } else { "v" };
            let _ = write!(out, "{prefix}{}", shape.first().copied().unwrap_or(1));
            return write_mangled(cx, out, *element);
        }
        _ => {}
    }
    if let Some(space) = pointer_space(cx, ty) {
        let _ = write!(out, "p{space}");
    } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let _ = write!(out, "a{}", array.num_elements(cx));
        write_mangled(cx, out, array.element_type(cx));
    } else if let Some(structure) = StructRef::of(cx, ty) {
        match structure.name {
            Some(name) => {
                out.push_str("s_");
                out.push_str(&String::from_utf8_lossy(name));
            }
            None => {
                out.push_str("sl_");
                structure.elements().for_each(|element| write_mangled(cx, out, element));
            }
        }
        out.push('s');
    } else if let Some(function) = ty.dyn_cast::<FunctionType>(cx) {
        out.push_str("f_");
        write_mangled(cx, out, function.return_type(cx));
        function.params(cx).into_iter().for_each(|param| write_mangled(cx, out, param));
        out.push_str(if function.var_arg(cx) { "varargf" } else { "f" });
    } else if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
        let _ = write!(out, "t{}", String::from_utf8_lossy(target.ext_type_name(cx).as_bytes()));
        for ty in target.type_params(cx) {
            out.push('_');
            write_mangled(cx, out, ty);
        }
        for number in target.int_params(cx) {
            let _ = write!(out, "_{number}");
        }
        out.push('t');
    } else {
        out.push_str(match simple_name(cx, ty) {
            "void" => "isVoid",
            "ppc_fp128" => "ppcf128",
            "x86_amx" => "x86amx",
            "metadata" => "Metadata",
            name => name,
        });
    }
}

/// Whether calls that return a type may have flags of floating-point numbers: a number, a vector or an array of them, or a
/// structure without a name of nothing else.
pub(crate) fn has_fastmath(cx: &Context, ty: Type) -> bool {
    let mut ty = ty;
    while let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        ty = array.element_type(cx);
    }
    let is_number = |ty: Type| {
        let element = ty.element_type_or_self(cx);
        element.is_float(cx) || element.isa::<PpcFp128Type>(cx)
    };
    match StructRef::of(cx, ty) {
        Some(structure) => {
            structure.name.is_none() && !structure.is_empty() && structure.elements().all(is_number)
        }
        None => is_number(ty),
    }
}
