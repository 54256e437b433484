//! Types and their definitions.

use std::fmt::Write;

use super::Printer;
use crate::model::Module;
use crate::names::{write_identifier, write_quoted};
use crate::structures::used_structures;
use crate::types::{Structure, Type, TypeKind};
use terrace_support::apfloat::FloatKind;

/// The name of a floating-point type.
fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "half",
        FloatKind::BF16 => "bfloat",
        FloatKind::F32 => "float",
        FloatKind::F80 => "x86_fp80",
        FloatKind::F128 => "fp128",
        _ => "double",
    }
}

/// Writes a type; the texts of composite types are cached.
pub(super) fn write(printer: &mut Printer<'_>, ty: Type) {
    let module = printer.module;
    match module.types.kind(ty) {
        TypeKind::Integer(width) => {
            printer.out.push('i');
            return printer.number(u64::from(*width));
        }
        TypeKind::Pointer(0) => return printer.text("ptr"),
        TypeKind::Void => return printer.text("void"),
        TypeKind::Float(kind) => return printer.text(float_name(*kind)),
        _ => {}
    }
    let place = &mut printer.types[ty.index()];
    let text = place.get_or_insert_with(|| {
        let mut out = String::new();
        write_new(module, &mut out, ty);
        out.into()
    });
    printer.out.push_str(text);
}

fn write_list(module: &Module, out: &mut String, types: &[Type]) {
    for (index, &ty) in types.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        write_new(module, out, ty);
    }
}

fn write_new(module: &Module, out: &mut String, ty: Type) {
    match module.types.kind(ty) {
        TypeKind::Void => out.push_str("void"),
        TypeKind::Label => out.push_str("label"),
        TypeKind::Metadata => out.push_str("metadata"),
        TypeKind::Token => out.push_str("token"),
        TypeKind::X86Amx => out.push_str("x86_amx"),
        TypeKind::PpcFp128 => out.push_str("ppc_fp128"),
        TypeKind::Float(kind) => out.push_str(float_name(*kind)),
        TypeKind::Integer(width) => drop(write!(out, "i{width}")),
        TypeKind::Pointer(0) => out.push_str("ptr"),
        TypeKind::Pointer(space) => drop(write!(out, "ptr addrspace({space})")),
        TypeKind::Vector { element, count, scalable } => {
            let _ = write!(out, "<{}{count} x ", if *scalable { "vscale x " } else { "" });
            write_new(module, out, *element);
            out.push('>');
        }
        TypeKind::Array { element, count } => {
            let _ = write!(out, "[{count} x ");
            write_new(module, out, *element);
            out.push(']');
        }
        TypeKind::Function(function) => {
            write_new(module, out, function.result);
            out.push_str(" (");
            write_list(module, out, &function.params);
            if function.variadic {
                out.push_str(if function.params.is_empty() { "..." } else { ", ..." });
            }
            out.push(')');
        }
        TypeKind::Structure(structure) => write_body(module, out, structure),
        TypeKind::Named(number) => write_name(module, out, *number),
        TypeKind::Target { name, types, numbers } => {
            out.push_str("target(");
            write_quoted(out, module.bytes(*name));
            for &ty in types {
                out.push_str(", ");
                write_new(module, out, ty);
            }
            for number in numbers {
                let _ = write!(out, ", {number}");
            }
            out.push(')');
        }
    }
}

fn write_body(module: &Module, out: &mut String, structure: &Structure) {
    let (open, close) = if structure.packed { ("<{", "}>") } else { ("{", "}") };
    out.push_str(open);
    if !structure.elements.is_empty() {
        out.push(' ');
        write_list(module, out, &structure.elements);
        out.push(' ');
    }
    out.push_str(close);
}

fn write_name(module: &Module, out: &mut String, number: u32) {
    let named = module.types.named();
    match named[number as usize].name {
        Some(name) => write_identifier(out, '%', module.bytes(name)),
        None => {
            let before = named[..number as usize].iter().filter(|named| named.name.is_none()).count();
            let _ = write!(out, "%{before}");
        }
    }
}

impl Module {
    /// The text of a type.
    pub fn type_text(&self, ty: Type) -> String {
        let mut out = String::new();
        write_new(self, &mut out, ty);
        out
    }
}

impl Printer<'_> {
    /// Writes the definitions of the named structures that are used: those that are counted first.
    pub(super) fn type_definitions(&mut self) {
        let module = self.module;
        let mut used = used_structures(module);
        used.sort_by_key(|&ty| module.types.as_named(ty).is_some_and(|named| named.name.is_some()));
        if !used.is_empty() {
            self.text("\n");
        }
        for ty in used {
            write(self, ty);
            self.text(" = type ");
            match module.types.structure(ty) {
                Some(body) => write_body(module, &mut self.out, body),
                None => self.text("opaque"),
            }
            self.text("\n");
        }
    }
}
