//! `test-arith-emulate-wide-int`: the emulation of wide integers in functions that keep their signatures.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_conversion,
};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_llvm::ops::BitcastOp;
use terrace_dialects_vector::PrintOp;
use terrace_ir::{Ir, Loc, OpHandle, OpKind, OpRef, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_arith_math::arith::wide_int::{
    populate_wide_int_patterns, supported_width, wide_int_converter,
};

pass_options! {
    /// The options of the pass.
    struct TestWideIntOptions {
        /// Prefix of functions to run the emulation pass on
        function_prefix("function-prefix"): String = "emulate_",
        /// Maximum integer bit width supported by the target
        widest_int_supported("widest-int-supported"): u64 = "32",
    }
}

/// The pass.
pub(crate) static TEST_ARITH_EMULATE_WIDE_INT: PassDef = PassDef {
    name: "test-arith-emulate-wide-int",
    class: "(anonymous namespace)::TestEmulateWideIntPass",
    doc: "Function pass to test Wide Integer Emulation",
    options: TestWideIntOptions::DEFS,
    anchor: Some(FuncOp::DEF.name),
    make: |options| Ok(Pass::Ir(Box::new(TestEmulateWideInt(TestWideIntOptions::from(options))))),
    ..EMPTY_PASS
};

struct TestEmulateWideInt(TestWideIntOptions);

/// Values of the two kinds have the same bits.
fn bitcast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let (&[ty], &[value]) = (types, values) else { return None };
    Some(vec![rw.build_value(BitcastOp::of(value).res(ty).loc(loc))])
}

impl IrPass for TestEmulateWideInt {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let Some(width) = supported_width(self.0.widest_int_supported) else { return Err(Failed) };
        if !FuncOp::view_of(ir.op(op)).sym_name().text(&cx).starts_with(&self.0.function_prefix) {
            return Ok(());
        }
        let converter =
            wide_int_converter(width).add_source_materialization(bitcast).add_target_materialization(bitcast);
        let converter = Arc::new(converter);
        let legal = |converter: &Arc<TypeConverter>| {
            let converter = Arc::clone(converter);
            move |op: OpRef<'_>| converter.is_legal_op(op)
        };
        let mut patterns = ConversionPatterns::new();
        populate_wide_int_patterns(&cx, &mut patterns, &converter);
        let target = ConversionTarget::new()
            .legal_dialects(&["llvm", "vector"])
            .dynamic::<PrintOp>(&cx, legal(&converter))
            .dynamic_dialect("arith", legal(&converter));
        let conversion = Conversion { target, patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
