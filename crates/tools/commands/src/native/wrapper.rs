//! The function that the driver calls, as LLVM IR.

use std::fmt::Write;

use terrace_dialects_llvm::LLVMFuncOp;
use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, VoidType};
use terrace_interp::layout::Element;
use terrace_ir::{Context, OpRef, Type, TypeData};
use terrace_llvm_ir::names::write_identifier;
use terrace_llvmir::type_text;

use super::entry::{INDEX_BITS, Passed, SLOT, passed};

/// Writes the function: it loads arguments from `%in`, calls the function that is run, and stores results to
/// `%out`. `None` if that function's signature does not match the lowering of these types.
pub(super) fn wrapper(
    cx: &Context,
    function: OpRef<'_>,
    name: &str,
    (inputs, outputs): (&[Type], &[Type]),
) -> Option<String> {
    let signature = function.cast::<LLVMFuncOp>()?.signature()?;
    let mut out = Writer { cx, text: String::new(), next: 0 };
    out.text.push_str("\ndefine void @terrace_entry(ptr %in, ptr %out) {\n");
    let (mut params, mut slot, mut call) = (signature.params(cx).into_iter(), 0, String::new());
    for input in inputs {
        let passed = passed(cx, *input)?;
        let (count, step) = match &passed {
            Passed::Bytes(_) => (1, passed.slots()),
            Passed::MemRef { .. } => (passed.slots(), 1),
        };
        for _ in 0..count {
            let ty = params.next()?;
            let (value, _) = out.load(ty, slot * SLOT)?;
            let name = out.ty(ty);
            let _ = write!(call, "{}{name} {value}", if call.is_empty() { "" } else { ", " });
            slot += step;
        }
    }
    if params.next().is_some() {
        return None;
    }
    let result = signature.return_type(cx);
    let mut callee = String::new();
    write_identifier(&mut callee, '@', name.as_bytes());
    let ty = out.ty(result);
    match result.isa::<VoidType>(cx) {
        true => {
            let _ = writeln!(out.text, "  call void {callee}({call})");
        }
        false => {
            let _ = writeln!(out.text, "  %result = call {ty} {callee}({call})");
        }
    }
    let mut slot = 0;
    for (index, output) in outputs.iter().enumerate() {
        let passed = passed(cx, *output)?;
        // The fields of a memref descriptor are in separate slots.
        let step = matches!(passed, Passed::MemRef { .. }).then_some(SLOT);
        let (value, ty) = match outputs.len() {
            1 => ("%result".to_string(), result),
            _ => out.part("%result", result, index)?,
        };
        out.store(&value, ty, slot * SLOT, step)?;
        slot += passed.slots();
    }
    out.text.push_str("  ret void\n}\n");
    Some(out.text)
}

struct Writer<'a> {
    cx: &'a Context,
    text: String,
    next: usize,
}

impl Writer<'_> {
    fn ty(&self, ty: Type) -> String {
        type_text(self.cx, ty)
    }

    /// A new value that an instruction computes.
    fn value(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "  {name} = {instruction}");
        name
    }

    fn address(&mut self, buffer: &str, at: usize) -> String {
        self.value(&format!("getelementptr i8, ptr {buffer}, i64 {at}"))
    }

    /// The types of the parts of a structure or an array; `None` for other types.
    fn parts(&self, ty: Type) -> Option<Vec<Type>> {
        if let Some(body) = StructRef::of(self.cx, ty) {
            return Some(body.elements().collect());
        }
        let array = ty.dyn_cast::<ArrayType>(self.cx)?;
        Some(vec![array.element_type(self.cx); usize::try_from(array.num_elements(self.cx)).ok()?])
    }

    /// The bytes that a number, a pointer or a vector of numbers takes where values are handed over.
    fn size(&self, ty: Type) -> Option<usize> {
        match ty.isa::<PointerType>(self.cx) {
            true => Some(8),
            false => Some(Element::of(self.cx, ty, INDEX_BITS)?.bytes()),
        }
    }

    /// The vector of bytes that is handed over for one of bits.
    fn bytes_of_bits(&self, ty: Type) -> Option<String> {
        let TypeData::Vector { shape, element: Type::I1, .. } = ty.data(self.cx) else { return None };
        Some(format!("<{} x i8>", shape.first()?))
    }

    /// A part of a structure or an array.
    fn part(&mut self, whole: &str, ty: Type, index: usize) -> Option<(String, Type)> {
        let part = *self.parts(ty)?.get(index)?;
        let name = self.ty(ty);
        Some((self.value(&format!("extractvalue {name} {whole}, {index}")), part))
    }

    /// Loads a value; returns it, and the bytes it took.
    fn load(&mut self, ty: Type, at: usize) -> Option<(String, usize)> {
        let name = self.ty(ty);
        if let Some(parts) = self.parts(ty) {
            let (mut whole, mut offset) = ("poison".to_string(), 0);
            for (index, part) in parts.into_iter().enumerate() {
                let (value, size) = self.load(part, at + offset)?;
                let part = self.ty(part);
                whole = self.value(&format!("insertvalue {name} {whole}, {part} {value}, {index}"));
                offset += size;
            }
            return Some((whole, offset));
        }
        let (address, size) = (self.address("%in", at), self.size(ty)?);
        let value = match self.bytes_of_bits(ty) {
            Some(bytes) => {
                let value = self.value(&format!("load {bytes}, ptr {address}, align 1"));
                self.value(&format!("trunc {bytes} {value} to {name}"))
            }
            None => self.value(&format!("load {name}, ptr {address}, align 1")),
        };
        Some((value, size))
    }

    /// Stores a value, whose parts follow each other, or are `step` bytes apart; returns the bytes it took.
    fn store(&mut self, value: &str, ty: Type, at: usize, step: Option<usize>) -> Option<usize> {
        let name = self.ty(ty);
        if let Some(parts) = self.parts(ty) {
            let mut offset = 0;
            for index in 0..parts.len() {
                let (part, ty) = self.part(value, ty, index)?;
                offset += self.store(&part, ty, at + offset, step)?;
            }
            return Some(offset);
        }
        let (address, size) = (self.address("%out", at), self.size(ty)?);
        match self.bytes_of_bits(ty) {
            Some(bytes) => {
                let wide = self.value(&format!("zext {name} {value} to {bytes}"));
                let _ = writeln!(self.text, "  store {bytes} {wide}, ptr {address}, align 1");
            }
            None => {
                let _ = writeln!(self.text, "  store {name} {value}, ptr {address}, align 1");
            }
        }
        Some(step.unwrap_or(size))
    }
}
