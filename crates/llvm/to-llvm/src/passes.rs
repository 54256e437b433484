//! The passes.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_dialects_builtin::builtin::{ModuleOp, UnrealizedConversionCastOp};
use terrace_dialects_core::func::FuncOp;
use terrace_ir::{Attr, Context, Diag, Ir, Loc, OpHandle, OpKind};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};

use crate::export::{
    LLVM_ADD_COMDATS, LLVM_LEGALIZE_FOR_EXPORT, LLVM_USE_DEFAULT_VISIBILITY, SET_LLVM_MODULE_DATALAYOUT,
};
use crate::functions::EMIT_C_INTERFACE;
use crate::interface::{CONVERTED, Populate};
use crate::vector::pass::CONVERT_VECTOR_TO_LLVM;
use terrace_llvm_common::converter::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_llvm_interface::ConvertToLlvmPatternInterface;

pass_options! {
    /// The options of most passes.
    struct IndexOptions {
        /// Bitwidth of the index type, 0 to use size of machine word
        index_bitwidth("index-bitwidth"): u64 = "0",
    }
}

pass_options! {
    /// The options of `convert-func-to-llvm`.
    struct FuncOptions {
        /// Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types
        bare_pointers("use-bare-ptr-memref-call-conv"): bool = "false",
        /// Bitwidth of the index type, 0 to use size of machine word
        index_bitwidth("index-bitwidth"): u64 = "0",
    }
}

option_enum! {
    /// The algorithm for complex division.
    enum ComplexRange {
        /// Avoids intermediate overflow.
        Improved = "improved",
        /// The textbook formula.
        Basic = "basic",
        /// The same.
        None = "none",
    }
}

pass_options! {
    /// The options of `convert-complex-to-llvm`.
    struct ComplexOptions {
        /// Control the intermediate calculation of complex number division
        complex_range("complex-range"): ComplexRange = "basic",
    }
}

impl ComplexOptions {
    fn lowering(&self) -> LowerToLlvmOptions {
        options(0).improved_division(self.complex_range == ComplexRange::Improved)
    }
}

pass_options! {
    /// The options of `convert-math-to-llvm`.
    struct MathOptions {
        /// Enable approximation of Log1p.
        approximate_log1p("approximate-log1p"): bool = "true",
    }
}

pass_options! {
    /// The options of `convert-to-llvm`.
    struct ToLlvmOptions {
        /// Experimental performance flag to disallow pattern rollback
        allow_pattern_rollback("allow-pattern-rollback"): bool = "true",
        /// Use op conversion attributes to configure the conversion
        dynamic("dynamic"): bool = "false",
        /// Test conversion patterns of only the specified dialects
        filter_dialects("filter-dialects"): Vec<String> = "",
    }
}

pass_options! {
    /// The options of `finalize-memref-to-llvm`.
    struct MemRefOptions {
        /// Use aligned_alloc in place of malloc for heap allocations
        aligned_alloc("use-aligned-alloc"): bool = "false",
        /// Bitwidth of the index type, 0 to use size of machine word
        index_bitwidth("index-bitwidth"): u64 = "0",
        /// Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions
        generic_functions("use-generic-functions"): bool = "false",
    }
}

/// A pass that lowers a dialect: its target, its patterns.
struct LowerToLlvm {
    options: LowerToLlvmOptions,
    target: fn(&Context) -> ConversionTarget,
    populate: &'static [Populate],
}

impl IrPass for LowerToLlvm {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::new(ir.op(op), self.options);
        let mut patterns = ConversionPatterns::new();
        self.populate.iter().for_each(|populate| populate(&cx, &mut patterns, &converter));
        let conversion = Conversion { target: (self.target)(&cx), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

fn options(index_bitwidth: u64) -> LowerToLlvmOptions {
    let index_bitwidth = u32::try_from(index_bitwidth).ok().filter(|&width| width != 0);
    LowerToLlvmOptions::default().index_bitwidth(index_bitwidth)
}

/// The target: ops of the dialect llvm and casts that other conversions remove are legal.
fn llvm_target(cx: &Context) -> ConversionTarget {
    ConversionTarget::new().legal_dialects(&["llvm"]).legal::<UnrealizedConversionCastOp>(cx)
}

macro_rules! lowering_passes {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal, $class:literal, $summary:literal, $options:ty, $anchor:expr, [$($populate:path),*], $target:expr;)*) => {$(
        $(#[doc = $doc])*
        pub static $id: PassDef = PassDef {
            name: $name,
            class: $class,
            doc: $summary,
            options: <$options>::DEFS,
            anchor: $anchor,
            make: |read| {
                let options = <$options>::from(read).lowering();
                Ok(Pass::Ir(Box::new(LowerToLlvm { options, target: $target, populate: &[$($populate),*] })))
            },
            ..EMPTY_PASS
        };
    )*};
}

impl IndexOptions {
    fn lowering(&self) -> LowerToLlvmOptions {
        options(self.index_bitwidth)
    }
}

impl FuncOptions {
    fn lowering(&self) -> LowerToLlvmOptions {
        options(self.index_bitwidth).bare_pointers(self.bare_pointers)
    }
}

impl MathOptions {
    fn lowering(&self) -> LowerToLlvmOptions {
        options(0).keep_log1p(!self.approximate_log1p)
    }
}

impl MemRefOptions {
    fn lowering(&self) -> LowerToLlvmOptions {
        options(self.index_bitwidth)
            .aligned_alloc(self.aligned_alloc)
            .generic_functions(self.generic_functions)
    }
}

lowering_passes! {
    /// Lowers arith.
    CONVERT_ARITH_TO_LLVM = "convert-arith-to-llvm", "ArithToLLVMConversionPass", "Convert Arith dialect to LLVM dialect",
        IndexOptions, None, [crate::arith::populate_patterns], llvm_target;
    /// Lowers cf.
    CONVERT_CF_TO_LLVM = "convert-cf-to-llvm", "ConvertControlFlowToLLVMPass",
        "Convert ControlFlow operations to the LLVM dialect",
        IndexOptions, Some(ModuleOp::DEF.name),
        [crate::cf::populate_patterns, crate::cf::populate_assert_pattern],
        |cx| llvm_target(cx).illegal_dialects(&["cf"]).mark_unknown_op_dynamically_legal(|_| true);
    /// Lowers complex.
    CONVERT_COMPLEX_TO_LLVM = "convert-complex-to-llvm", "ConvertComplexToLLVMPass", "Convert Complex dialect to LLVM dialect",
        ComplexOptions, None, [crate::complex::populate_patterns], |cx| llvm_target(cx).illegal_dialects(&["complex"]);
    /// Lowers func.
    CONVERT_FUNC_TO_LLVM = "convert-func-to-llvm", "ConvertFuncToLLVMPass", "Convert from the Func dialect to the LLVM dialect",
        FuncOptions, Some(ModuleOp::DEF.name), [crate::func::populate_patterns],
        llvm_target;
    /// Lowers index.
    CONVERT_INDEX_TO_LLVM = "convert-index-to-llvm", "ConvertIndexToLLVMPass", "Lower the `index` dialect to the `llvm` dialect.",
        IndexOptions, None, [crate::index::populate_patterns], llvm_target;
    /// Lowers ub.
    CONVERT_UB_TO_LLVM = "convert-ub-to-llvm", "UBToLLVMConversionPass", "Convert UB dialect to LLVM dialect",
        IndexOptions, None, [crate::ub::populate_patterns], llvm_target;
    /// Lowers math.
    CONVERT_MATH_TO_LLVM = "convert-math-to-llvm", "ConvertMathToLLVMPass", "Convert Math dialect to LLVM dialect",
        MathOptions, None, [crate::math::populate_patterns], llvm_target;
    /// Lowers memref.
    FINALIZE_MEMREF_TO_LLVM = "finalize-memref-to-llvm", "FinalizeMemRefToLLVMConversionPass",
        "Finalize MemRef dialect to LLVM dialect conversion",
        MemRefOptions, Some(ModuleOp::DEF.name), [crate::memref::populate_patterns], llvm_target;
}

/// Marks functions for which wrappers are made.
pub static LLVM_REQUEST_C_WRAPPERS: PassDef = PassDef {
    name: "llvm-request-c-wrappers",
    class: "LLVMRequestCWrappersPass",
    doc: "Request C wrapper emission for all functions",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(RequestCWrappers))),
    ..EMPTY_PASS
};

struct RequestCWrappers;

impl IrPass for RequestCWrappers {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        ir.rewrite(op.body, |rw| rw.set_attr(op.op, EMIT_C_INTERFACE, Attr::UNIT));
        Ok(())
    }
}

/// Lowers all dialects that are known how to, at once.
pub static CONVERT_TO_LLVM: PassDef = PassDef {
    name: "convert-to-llvm",
    class: "ConvertToLLVMPass",
    doc: "Convert to LLVM via dialect interfaces found in the input IR",
    options: ToLlvmOptions::DEFS,
    make: |read| {
        let options = ToLlvmOptions::from(read);
        Ok(Pass::Ir(Box::new(ConvertToLlvm {
            filter: options.filter_dialects,
            allow_pattern_rollback: options.allow_pattern_rollback,
        })))
    },
    ..EMPTY_PASS
};

struct ConvertToLlvm {
    /// The dialects that are lowered; all if there are none.
    filter: Vec<String>,
    allow_pattern_rollback: bool,
}

impl ConvertToLlvm {
    /// The implementations of the dialects that are lowered: those that the filter names, or all that are loaded.
    ///
    /// # Errors
    ///
    /// A message about a dialect of the filter that cannot be lowered.
    fn dialects(&self, cx: &Context) -> Result<Vec<&'static dyn ConvertToLlvmPatternInterface>, String> {
        // Patterns create ops of others among these.
        CONVERTED.iter().for_each(|name| drop(cx.dialect(name)));
        let loaded = cx.loaded_dialects();
        if self.filter.is_empty() {
            return Ok(loaded.iter().filter_map(|dialect| dialect.interface()).collect());
        }
        let lowered = self.filter.iter().map(|name| {
            let Some(dialect) = loaded.iter().find(|dialect| dialect.namespace() == name) else {
                return Err(format!("dialect not loaded: {name}"));
            };
            dialect
                .interface()
                .ok_or_else(|| format!("dialect does not implement ConvertToLLVMPatternInterface: {name}"))
        });
        lowered.collect()
    }
}

impl IrPass for ConvertToLlvm {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let dialects = match self.dialects(&cx) {
            Ok(dialects) => dialects,
            Err(message) => return run.fail(Diag::error(Loc::UNKNOWN, message)),
        };
        let ptr_types = self.filter.is_empty() || self.filter.iter().any(|filter| filter == "ptr");
        let converter = LlvmTypeConverter::new(ir.op(op), options(0).ptr_types(ptr_types));
        let mut patterns = ConversionPatterns::new();
        dialects.iter().for_each(|dialect| dialect.populate_patterns(&cx, &mut patterns, &converter.types));
        let target = dialects
            .iter()
            .fold(llvm_target(&cx), |target, dialect| dialect.populate_target(target, &converter.types));
        let conversion = Conversion { target, patterns };
        let config = ConversionConfig::partial().allow_pattern_rollback(self.allow_pattern_rollback);
        apply_conversion(ir, op, &conversion, config, run).map(|_| ())
    }
}

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &CONVERT_ARITH_TO_LLVM,
    &CONVERT_CF_TO_LLVM,
    &CONVERT_COMPLEX_TO_LLVM,
    &CONVERT_FUNC_TO_LLVM,
    &CONVERT_INDEX_TO_LLVM,
    &crate::debug_scopes::ENSURE_DEBUG_INFO_SCOPE,
    &crate::math_to_funcs::CONVERT_MATH_TO_FUNCS,
    &CONVERT_MATH_TO_LLVM,
    &CONVERT_TO_LLVM,
    &CONVERT_UB_TO_LLVM,
    &CONVERT_VECTOR_TO_LLVM,
    &FINALIZE_MEMREF_TO_LLVM,
    &LLVM_ADD_COMDATS,
    &LLVM_LEGALIZE_FOR_EXPORT,
    &crate::target::LLVM_TARGET_TO_DATA_LAYOUT,
    &crate::target::LLVM_TARGET_TO_TARGET_FEATURES,
    &LLVM_REQUEST_C_WRAPPERS,
    &LLVM_USE_DEFAULT_VISIBILITY,
    &SET_LLVM_MODULE_DATALAYOUT,
];
