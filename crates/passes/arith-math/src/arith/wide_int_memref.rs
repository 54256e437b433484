//! `memref-emulate-wide-int`: buffers of integers twice as wide as the target has are buffers of vectors of two halves.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_conversion,
};
use terrace_dialects_mem::memref::{AllocOp, LoadOp, StoreOp};
use terrace_ir::{Attr, Context, Ir, OpHandle, OpRef, TypeData};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use super::wide_int::{populate_wide_int_patterns, supported_width, wide_int_converter};

pass_options! {
    /// The options of the pass.
    struct WideIntOptions {
        /// Widest integer type supported by the target
        widest_int_supported("widest-int-supported"): u64 = "32",
    }
}

/// The pass.
pub static MEMREF_EMULATE_WIDE_INT: PassDef = PassDef {
    name: "memref-emulate-wide-int",
    class: "MemRefEmulateWideInt",
    doc: "Emulate 2*N-bit integer operations using N-bit operations",
    options: WideIntOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(WideIntOptions::from(options)))),
    ..EMPTY_PASS
};

/// Converts buffers of integers that are wider than `width`.
pub fn add_memref_conversion(converter: TypeConverter, width: u32) -> TypeConverter {
    converter.add_nested_conversion(move |types, ty| {
        let cx = types.cx;
        let TypeData::MemRef { element, .. } = ty.data(cx) else { return None };
        match element.data(cx) {
            TypeData::Integer { width: bits, .. } if *bits > width => {
                let converted =
                    types.convert_to_one(*element).and_then(|element| ty.with_element(cx, element));
                Some(converted.map(|ty| vec![ty]))
            }
            _ => None,
        }
    })
}

/// Adds the patterns on buffers.
pub fn populate_memref_wide_int_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns.add_with_type_converter::<AllocOp>(cx, "ConvertMemRefAlloc", converter, |rw, op, adaptor| {
        let alloc = rw.clone_converted(op, adaptor)?;
        rw.replace_op_with(op, alloc);
        Some(())
    });
    // The halves are not aligned as the whole.
    patterns.add_with_type_converter::<LoadOp>(cx, "ConvertMemRefLoad", converter, |rw, op, adaptor| {
        let load = rw.clone_converted(op, adaptor)?;
        rw.set_attr(load, "alignment", Attr::NULL);
        rw.replace_op_with(op, load);
        Some(())
    });
    patterns.add_with_type_converter::<StoreOp>(cx, "ConvertMemRefStore", converter, |rw, op, adaptor| {
        let store = rw.clone_converted(op, adaptor)?;
        rw.set_attr(store, "alignment", Attr::NULL);
        rw.replace_op_with(op, store);
        Some(())
    });
}

impl IrPass for WideIntOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let Some(width) = supported_width(self.widest_int_supported) else { return Err(Failed) };
        let converter = Arc::new(add_memref_conversion(wide_int_converter(width), width));
        let mut target = ConversionTarget::new();
        for dialect in ["arith", "memref", "vector"] {
            let converter = Arc::clone(&converter);
            target = target.dynamic_dialect(dialect, move |op: OpRef<'_>| converter.is_legal_op(op));
        }
        let mut patterns = ConversionPatterns::new();
        populate_wide_int_patterns(&cx, &mut patterns, &converter);
        populate_memref_wide_int_patterns(&cx, &mut patterns, &converter);
        apply_conversion(ir, op, &Conversion { target, patterns }, ConversionConfig::partial(), run)
            .map(|_| ())
    }
}
