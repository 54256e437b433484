//! The data layout of a module as a specification of dlti.

use terrace_dialects_llvm::check_data_layout;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_ptr::dlti::{DATA_LAYOUT_ENTRY, DATA_LAYOUT_SPEC, FUNCTION_POINTER_ALIGNMENT};
use terrace_ir::elements::int_elements;
use terrace_ir::{Attr, Context, Signedness, Type, TypeData, VectorType};
use terrace_llvm_ir::layout::LayoutPart;
use terrace_support::apfloat::FloatKind;
use terrace_support::apint::ApInt;

use super::Importer;

/// LLVM's defaults for data layouts.
const DEFAULTS: &str =
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f64:64:64-f128:128:128";

/// The most bits of an integer.
const MOST_BITS: u32 = (1 << 24) - 1;

/// Entries by types and by names; the first of several for one key counts.
struct Entries<'c, 't> {
    cx: &'c Context,
    types: Vec<(Attr, Attr)>,
    names: Vec<(Attr, Attr)>,
    unknown: Vec<&'t str>,
}

/// The specification for a data layout string, and the parts that it does not represent.
///
/// # Errors
///
/// If the text is malformed, or has a part that dlti cannot represent.
pub fn data_layout_spec<'t>(cx: &Context, text: &'t str) -> Result<(Attr, Vec<&'t str>), String> {
    check_data_layout(text)?;
    let mut entries = Entries { cx, types: Vec::new(), names: Vec::new(), unknown: Vec::new() };
    for part in text.split('-').filter(|_| !text.is_empty()).chain(DEFAULTS.split('-')) {
        if entries.add(part).is_none() {
            return Err(format!("cannot translate data layout: {part}"));
        }
    }
    let entry = |&(key, value): &(Attr, Attr)| {
        cx.dialect_attr(&DATA_LAYOUT_ENTRY, &[key, value]).expect("the dialect llvm loads dlti")
    };
    let all: Vec<Attr> = entries.types.iter().chain(&entries.names).map(entry).collect();
    let spec = cx.dialect_attr(&DATA_LAYOUT_SPEC, &[cx.array_attr(&all)]);
    Ok((spec.expect("the dialect llvm loads dlti"), entries.unknown))
}

impl Importer<'_> {
    /// Sets the data layout of the module.
    pub(super) fn data_layout(&mut self) -> super::Result {
        let text = self.module.layout.as_str();
        let (spec, unknown) = match data_layout_spec(self.cx, text) {
            Ok(spec) => spec,
            Err(message) => return self.error(self.module_loc, message),
        };
        for part in unknown {
            self.warn(self.module_loc, format!("unhandled data layout token: {part}"));
        }
        self.set_module_attr("dlti.dl_spec", spec);
        Ok(())
    }
}

impl<'t> Entries<'_, 't> {
    /// Adds the entries of one part; `None` if it cannot be represented.
    fn add(&mut self, text: &'t str) -> Option<()> {
        let cx = self.cx;
        let unsigned = cx.integer(64, Signedness::Unsigned);
        match LayoutPart::parse(text)? {
            LayoutPart::LittleEndian(is_little) => {
                let order = if is_little { "little" } else { "big" };
                self.name("dlti.endianness", cx.string_attr(order));
            }
            LayoutPart::ProgramSpace(space) => self.space("dlti.program_memory_space", space),
            LayoutPart::GlobalsSpace(space) => self.space("dlti.global_memory_space", space),
            LayoutPart::AllocaSpace(space) => self.space("dlti.alloca_memory_space", space),
            LayoutPart::Mangling(mode) => self.name("dlti.mangling_mode", cx.string_attr(mode)),
            LayoutPart::StackAlignment(bits) => {
                let bits = i64::try_from(bits).ok().filter(|&bits| bits != 0)?;
                self.name("dlti.stack_alignment", cx.int_attr(Type::I64, bits));
            }
            LayoutPart::Integer(width, alignments) => {
                let width = u32::try_from(width).ok().filter(|&width| width > 0 && width <= MOST_BITS)?;
                self.number(cx.integer(width, Signedness::Signless), alignments)?;
            }
            LayoutPart::Float(width, alignments) => {
                self.number(cx.ty(TypeData::Float(float_kind(width)?)), alignments)?;
            }
            LayoutPart::Pointer(space, sizes, false) => {
                let preferred = sizes.get(2).copied().unwrap_or(sizes[1]);
                let index = sizes.get(3).copied().unwrap_or(sizes[0]);
                let counts = self.bit_counts(&[sizes[0], sizes[1], preferred, index]);
                self.ty(PointerType::get(cx, space).into(), counts);
            }
            LayoutPart::NativeWidths(widths) => {
                let widths: Vec<i32> =
                    widths.into_iter().map(|width| i32::try_from(width).ok()).collect::<Option<_>>()?;
                self.name("dlti.legal_int_widths", cx.i32_array(&widths));
            }
            LayoutPart::FunctionPointer(bits, is_dependent) => {
                let params = [cx.int_attr(unsigned, i64::try_from(bits).ok()?), cx.bool_attr(is_dependent)];
                let alignment = cx.dialect_attr(&FUNCTION_POINTER_ALIGNMENT, &params);
                let alignment = alignment.expect("the dialect llvm loads dlti");
                self.name("dlti.function_pointer_alignment", alignment);
            }
            LayoutPart::Vector(..)
            | LayoutPart::Aggregate(_)
            | LayoutPart::Pointer(_, _, true)
            | LayoutPart::Other => {
                self.unknown.push(text);
            }
        }
        Some(())
    }

    /// Adds an entry by name, unless there is one.
    fn name(&mut self, key: &str, value: Attr) {
        let key = self.cx.string_attr(key);
        if !self.names.iter().any(|(known, _)| *known == key) {
            self.names.push((key, value));
        }
    }

    /// Adds an address space that is not the default one.
    fn space(&mut self, key: &str, space: u32) {
        if space != 0 {
            let ty = self.cx.integer(64, Signedness::Unsigned);
            self.name(key, self.cx.int_attr(ty, i64::from(space)));
        }
    }

    /// Adds an entry by type, unless there is one.
    fn ty(&mut self, ty: Type, value: Attr) {
        let key = self.cx.type_attr(ty);
        if !self.types.iter().any(|(known, _)| *known == key) {
            self.types.push((key, value));
        }
    }

    /// Adds the alignments of a number; the preferred one defaults to that of the ABI.
    fn number(&mut self, ty: Type, alignments: Vec<u64>) -> Option<()> {
        let counts = match alignments[..] {
            [abi] => [abi, abi],
            [abi, preferred] => [abi, preferred],
            _ => return None,
        };
        let counts = self.bit_counts(&counts);
        self.ty(ty, counts);
        Some(())
    }

    fn bit_counts(&self, counts: &[u64]) -> Attr {
        let shape = [counts.len() as i64];
        let ty = VectorType::get(self.cx, &shape, Type::I64);
        let counts: Vec<ApInt> = counts.iter().map(|&count| ApInt::new(64, count)).collect();
        int_elements(self.cx, ty, &counts).expect("the vector has as many elements")
    }
}

fn float_kind(width: u64) -> Option<FloatKind> {
    Some(match width {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        80 => FloatKind::F80,
        128 => FloatKind::F128,
        _ => return None,
    })
}
