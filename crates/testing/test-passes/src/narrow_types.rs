//! `test-emulate-narrow-int` and its sibling: buffers of narrow integers in functions as buffers of wider ones.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_conversion,
    is_signature_legal,
};
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_ir::{Context, Ir, OpHandle, OpKind, OpRef, Signedness, TypeData, VectorType};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_arith_math::arith::narrow_types::{
    narrow_type_converter, populate_function_type_patterns,
};
use terrace_passes_memref_tensor::memref::flatten::populate_flatten_vector_access_patterns;
use terrace_passes_memref_tensor::memref::narrow_types::{
    add_narrow_memref_conversion, populate_memref_narrow_type_patterns,
};
use terrace_passes_vector::narrow_memory::populate_vector_narrow_type_patterns;

pass_options! {
    /// The options of the pass.
    struct TestNarrowOptions {
        /// arith computation bit width
        arith_width("arith-compute-bitwidth"): u64 = "4",
        /// disable atomic read-modify-write and prefer generating normal sequence
        no_atomics("disable-atomic-rmw"): bool = "false",
        /// memref load/store emulation bit width
        memory_width("memref-load-bitwidth"): u64 = "8",
        /// disable memref type conversion (to test failures)
        keep_buffers("skip-memref-type-conversion"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_EMULATE_NARROW_INT: PassDef = PassDef {
    name: "test-emulate-narrow-int",
    class: "(anonymous namespace)::TestEmulateNarrowTypePass",
    doc: "Function pass to test Narrow Integer Emulation",
    options: TestNarrowOptions::DEFS,
    anchor: Some(FuncOp::DEF.name),
    make: |options| Ok(Pass::Ir(Box::new(TestNarrowOptions::from(options)))),
    ..EMPTY_PASS
};

/// The pass that flattens accesses first.
pub(crate) static TEST_FLATTEN_AND_EMULATE: PassDef = PassDef {
    name: "test-memref-flatten-and-vector-narrow-type-emulation",
    class: "(anonymous namespace)::TestMemRefFlattenAndVectorNarrowTypeEmulationPass",
    doc: "Test MemRef flattening and vector narrow type emulation patterns",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(FlattenAndEmulate))),
    ..EMPTY_PASS
};

/// Integers, and vectors of them, that have at least `width` bits.
fn add_arith_conversions(converter: TypeConverter, width: u32) -> TypeConverter {
    converter.add_nested_conversion(move |types, ty| {
        let cx = types.cx;
        let wide = || cx.integer(width, Signedness::Signless);
        let converted = match ty.data(cx) {
            TypeData::Integer { width: bits, .. } if *bits < width => wide(),
            TypeData::Vector { shape, element, .. } => match element.data(cx) {
                TypeData::Integer { width: bits, .. } if *bits < width => VectorType::get(cx, shape, wide()),
                _ => return None,
            },
            _ => return None,
        };
        Some(Some(vec![converted]))
    })
}

fn target(cx: &Context, converter: &Arc<TypeConverter>) -> ConversionTarget {
    let legal = || {
        let converter = Arc::clone(converter);
        move |op: OpRef<'_>| converter.is_legal_op(op)
    };
    let functions = Arc::clone(converter);
    ["arith", "vector", "memref", "affine"].into_iter().fold(
        ConversionTarget::new()
            .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&functions, op))
            .dynamic::<CallOp>(cx, legal())
            .dynamic::<ReturnOp>(cx, legal()),
        |target, dialect| target.dynamic_dialect(dialect, legal()),
    )
}

impl IrPass for TestNarrowOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let width =
            u32::try_from(self.memory_width).ok().filter(|width| width.is_power_of_two() && *width >= 8);
        let arith = u32::try_from(self.arith_width).ok().filter(|&width| width < 1 << 24);
        let (Some(width), Some(arith)) = (width.filter(|&width| width < 1 << 24), arith) else {
            return Err(Failed);
        };
        let mut converter = add_arith_conversions(narrow_type_converter(), arith);
        if !self.keep_buffers {
            converter = add_narrow_memref_conversion(converter, width);
        }
        let converter = Arc::new(converter);
        let mut patterns = ConversionPatterns::new();
        populate_function_type_patterns(&cx, &mut patterns, &converter);
        // The option is about vectors.
        populate_memref_narrow_type_patterns(&cx, &mut patterns, &converter, true);
        populate_vector_narrow_type_patterns(&cx, &mut patterns, &converter, !self.no_atomics);
        let conversion = Conversion { target: target(&cx, &converter), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

struct FlattenAndEmulate;

impl IrPass for FlattenAndEmulate {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = Arc::new(add_narrow_memref_conversion(narrow_type_converter(), 8));
        let mut patterns = ConversionPatterns::new();
        populate_memref_narrow_type_patterns(&cx, &mut patterns, &converter, true);
        populate_flatten_vector_access_patterns(&cx, &mut patterns);
        populate_vector_narrow_type_patterns(&cx, &mut patterns, &converter, true);
        let conversion = Conversion { target: target(&cx, &converter), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
