//! The pass `convert-vector-to-llvm`.

use std::sync::{Arc, OnceLock};

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::across::apply_greedily_below;
use terrace_rewrite::{GreedyOptions, PatternSet};

use super::prepare::{ContractChoice, TransposeChoice, lowering_patterns};
use super::{
    VectorLoweringOptions, arm_contract, arm_sve, populate_patterns_with, populate_transfer_patterns, x86,
};
use terrace_llvm_common::converter::{LlvmTypeConverter, LowerToLlvmOptions};

/// The width of an index, which does not depend on the data layout here.
const INDEX_BITWIDTH: u32 = 64;

pass_options! {
    /// The options of the pass.
    struct VectorOptions {
        /// Enables the use of AMX dialect while lowering the vector dialect.
        amx("enable-amx"): bool = "false",
        /// Enables the use of Arm FEAT_BF16 instructions while lowering the vector dialect.
        arm_bf16("enable-arm-bf16"): bool = "false",
        /// Enables the use of Arm FEAT_I8MM instructions while lowering the vector dialect.
        arm_i8mm("enable-arm-i8mm"): bool = "false",
        /// Enables the use of ArmNeon dialect while lowering the vector dialect.
        arm_neon("enable-arm-neon"): bool = "false",
        /// Enables the use of ArmSVE dialect while lowering the vector dialect.
        arm_sve("enable-arm-sve"): bool = "false",
        /// Enables the use of X86Vector dialect while lowering the vector dialect.
        x86_vector("enable-x86vector"): bool = "false",
        /// Allows compiler to assume vector indices fit in 32-bit if that yields faster code
        narrow_indices("force-32bit-vector-indices"): bool = "true",
        /// Allows llvm to reassociate floating-point reductions for speed
        reassociate("reassociate-fp-reductions"): bool = "false",
        /// Use the preferred alignment of a vector type in load/store operations instead of the alignment of the element type of the memref. This flag is intended for use with hardware which requiresvector alignment, or in application contexts where it is known all vector access are naturally aligned. If operations have an alignment attribute set, the alignment attribute takes priority over this option
        vector_alignment("use-vector-alignment"): bool = "false",
        /// control the lowering of `vector.contract` operations.
        contract("vector-contract-lowering"): ContractChoice = "dot",
        /// control the lowering of `vector.transpose` operations.
        transpose("vector-transpose-lowering"): TransposeChoice = "eltwise",
    }
}

/// Lowers vector.
pub static CONVERT_VECTOR_TO_LLVM: PassDef = PassDef {
    name: "convert-vector-to-llvm",
    class: "ConvertVectorToLLVMPass",
    doc: "Lower the operations from the vector dialect into the LLVM dialect",
    options: VectorOptions::DEFS,
    make: |read| {
        let options = VectorOptions::from(read);
        Ok(Pass::Ir(Box::new(ConvertVectorToLlvm { options, patterns: OnceLock::new() })))
    },
    ..EMPTY_PASS
};

struct ConvertVectorToLlvm {
    options: VectorOptions,
    /// The patterns that are applied before the conversion.
    patterns: OnceLock<PatternSet>,
}

impl IrPass for ConvertVectorToLlvm {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (cx, options) = (Arc::clone(ir.cx()), &self.options);
        let patterns = self.patterns.get_or_init(|| {
            let (contract, transpose) = (options.contract, options.transpose);
            let mut set = lowering_patterns(&cx, contract, transpose, options.narrow_indices);
            let arm = [
                (options.arm_i8mm && options.arm_neon, arm_contract::neon::CONTRACT_TO_I8MM),
                (options.arm_i8mm && options.arm_sve, arm_contract::sve::CONTRACT_TO_I8MM),
                (options.arm_bf16 && options.arm_neon, arm_contract::neon::CONTRACT_TO_BFMMLA),
                (options.arm_bf16 && options.arm_sve, arm_contract::sve::CONTRACT_TO_BFMMLA),
            ];
            arm.into_iter().filter(|(enabled, _)| *enabled).for_each(|(_, list)| set.add_all(&cx, list));
            set
        });
        apply_greedily_below(ir, op, patterns, &GreedyOptions::bottom_up(), run)?;
        let types = LowerToLlvmOptions::default().index_bitwidth(Some(INDEX_BITWIDTH));
        let converter = LlvmTypeConverter::new(ir.op(op), types);
        let vectors = VectorLoweringOptions {
            reassociate_reductions: options.reassociate,
            narrow_indices: options.narrow_indices,
            vector_alignment: options.vector_alignment,
        };
        let mut patterns = ConversionPatterns::new();
        populate_transfer_patterns(&cx, &mut patterns);
        populate_patterns_with(&cx, &mut patterns, &converter, vectors);
        let target = ConversionTarget::new().legal_dialects(&["llvm", "arith", "memref"]);
        let target = target.legal_ops(&cx, &["builtin.unrealized_conversion_cast"]);
        let target = match options.arm_sve {
            true => {
                arm_sve::populate_patterns(&cx, &mut patterns, &converter);
                arm_sve::configure_target(target, &cx)
            }
            false => target,
        };
        let target = match options.x86_vector {
            true => {
                x86::populate_patterns(&cx, &mut patterns, &converter);
                x86::configure_target(target, &cx)
            }
            false => target,
        };
        let target = if options.arm_neon { target.legal_dialects(&["arm_neon"]) } else { target };
        let conversion = Conversion { target, patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
