//! Ops of the dialect transform for the conversions to the dialect llvm.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, TypeConverter};
use terrace_ir::attr_kind::{BoolAttr, I64Attr, StrAttr};
use terrace_ir::def::op_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type};
use terrace_macros::op;
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::{
    ConversionPatternDescriptorOpInterface, PatternDescriptorOpInterface, TypeConverterBuilderOpInterface,
};

use crate::lower_transpose::ApplyLowerTransposePatternsOp;
use crate::vector::VectorLoweringOptions;
use crate::vector::arm_contract::{neon, sve};
use terrace_llvm_common::converter::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_llvm_interface::ConvertToLlvmPatternInterface;

/// The transform ops of this crate.
pub(crate) static TRANSFORM: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        ApplyArmNeonContractionToBFMMLAPatternsOp::DEF,
        ApplyArmNeonContractionToI8MMPatternsOp::DEF,
        ApplyArmSVELowerContractionToBFMMLAPatternsOp::DEF,
        ApplyArmSVELowerContractionToI8MMPatternsOp::DEF,
        ApplyLowerTransposePatternsOp::DEF,
        ApplyToLLVMConversionPatternsOp::DEF,
        ApplyFuncToLLVMConversionPatternsOp::DEF,
        ApplyVectorToLLVMConversionPatternsOp::DEF,
        MemrefToLLVMTypeConverterOp::DEF,
    ],
    ..EMPTY_EXTENSION
};

fn no(_: &Context) -> Attr {
    Attr::FALSE
}

fn yes(_: &Context) -> Attr {
    Attr::TRUE
}

fn word(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 64)
}

/// The converter that the patterns need.
fn llvm_converter(converter: &Arc<TypeConverter>) -> Result<Arc<LlvmTypeConverter>, String> {
    LlvmTypeConverter::of_rules(converter).ok_or_else(|| "expected LLVMTypeConverter".to_string())
}

fn verify_builder(op: OpRef<'_>, builder: OpRef<'_>) -> CheckResult {
    let interface = builder.interface::<dyn TypeConverterBuilderOpInterface>();
    let rules = interface.and_then(|interface| interface.type_converter(builder)).map(Arc::new);
    match rules.and_then(|rules| LlvmTypeConverter::of_rules(&rules)) {
        Some(_) => Ok(()),
        None => Err(op_error(op, "expected LLVMTypeConverter")),
    }
}

/// Types of the dialect llvm for memrefs and all else.
#[op("transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter",
     interfaces(dyn TypeConverterBuilderOpInterface), format = "attr-dict")]
pub struct MemrefToLLVMTypeConverterOp {
    use_aligned_alloc: OptDefaultProp<BoolAttr, no>,
    index_bitwidth: OptDefaultProp<I64Attr, word>,
    use_generic_functions: OptDefaultProp<BoolAttr, no>,
}

impl TypeConverterBuilderOpInterface for MemrefToLLVMTypeConverterOp {
    fn type_converter(&self, op: OpRef<'_>) -> Option<TypeConverter> {
        let view = MemrefToLLVMTypeConverterOp::view_of(op);
        let options = LowerToLlvmOptions::default()
            .aligned_alloc(view.use_aligned_alloc())
            .generic_functions(view.use_generic_functions())
            .index_bitwidth(u32::try_from(view.index_bitwidth()).ok().filter(|&width| width > 0))
            .ptr_types(true);
        Some(LlvmTypeConverter::rules_for(op.cx(), options))
    }
}

/// The patterns that a dialect has for its conversion to the dialect llvm.
#[op("transform.apply_conversion_patterns.dialect_to_llvm",
     interfaces(dyn ConversionPatternDescriptorOpInterface),
     format = "$dialect_name attr-dict", verify = verify_dialect)]
pub struct ApplyToLLVMConversionPatternsOp {
    dialect_name: Prop<StrAttr>,
}

fn verify_dialect(op: OpRef<'_>) -> CheckResult {
    let name = ApplyToLLVMConversionPatternsOp::view_of(op).dialect_name();
    if op.cx().dialect(name).is_none() {
        return Err(op_error(op, format!("unknown dialect or dialect not loaded: {name}")));
    }
    if op.cx().dialect_interface::<dyn ConvertToLlvmPatternInterface>(name).is_none() {
        let message = format!(
            "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: {name}"
        );
        return Err(op_error(op, message));
    }
    Ok(())
}

impl ConversionPatternDescriptorOpInterface for ApplyToLLVMConversionPatternsOp {
    fn verify_type_converter(&self, op: OpRef<'_>, builder: OpRef<'_>) -> CheckResult {
        verify_builder(op, builder)
    }

    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        converter: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        let types = &llvm_converter(converter)?.types;
        let dialect = ApplyToLLVMConversionPatternsOp::view_of(op).dialect_name();
        if let Some(dialect) = op.cx().dialect_interface::<dyn ConvertToLlvmPatternInterface>(dialect) {
            dialect.populate_patterns(op.cx(), patterns, types);
        }
        Ok(())
    }
}

/// Functions.
#[op("transform.apply_conversion_patterns.func.func_to_llvm",
     interfaces(dyn ConversionPatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyFuncToLLVMConversionPatternsOp {}

impl ConversionPatternDescriptorOpInterface for ApplyFuncToLLVMConversionPatternsOp {
    fn verify_type_converter(&self, op: OpRef<'_>, builder: OpRef<'_>) -> CheckResult {
        verify_builder(op, builder)
    }

    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        converter: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        crate::func::populate_patterns(op.cx(), patterns, &llvm_converter(converter)?);
        Ok(())
    }
}

/// Vectors.
#[op("transform.apply_conversion_patterns.vector.vector_to_llvm",
     interfaces(dyn ConversionPatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyVectorToLLVMConversionPatternsOp {
    reassociate_fp_reductions: DefaultProp<BoolAttr, no>,
    force_32bit_vector_indices: DefaultProp<BoolAttr, yes>,
    use_vector_alignment: DefaultProp<BoolAttr, no>,
}

impl ConversionPatternDescriptorOpInterface for ApplyVectorToLLVMConversionPatternsOp {
    fn verify_type_converter(&self, op: OpRef<'_>, builder: OpRef<'_>) -> CheckResult {
        verify_builder(op, builder)
    }

    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        converter: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        let view = ApplyVectorToLLVMConversionPatternsOp::view_of(op);
        let options = VectorLoweringOptions {
            reassociate_reductions: view.reassociate_fp_reductions(),
            narrow_indices: view.force_32bit_vector_indices(),
            vector_alignment: view.use_vector_alignment(),
        };
        crate::vector::populate_patterns_with(op.cx(), patterns, &llvm_converter(converter)?, options);
        Ok(())
    }
}

/// Patterns for instructions of Arm that multiply matrices.
struct ArmContractions(&'static [Pattern]);

impl PatternDescriptorOpInterface for ArmContractions {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_all(op.cx(), self.0);
        Ok(())
    }
}

macro_rules! arm_contractions {
    ($($marker:ident = $name:literal, $patterns:expr;)*) => {$(
        /// Adds the patterns of its name.
        #[op($name, interfaces(dyn PatternDescriptorOpInterface = ArmContractions($patterns)), format = "attr-dict")]
        pub struct $marker {}
    )*};
}

arm_contractions! {
    ApplyArmNeonContractionToBFMMLAPatternsOp = "transform.apply_patterns.arm_neon.vector_contract_to_bfmmla", neon::CONTRACT_TO_BFMMLA;
    ApplyArmNeonContractionToI8MMPatternsOp = "transform.apply_patterns.arm_neon.vector_contract_to_i8mm", neon::CONTRACT_TO_I8MM;
    ApplyArmSVELowerContractionToBFMMLAPatternsOp = "transform.apply_patterns.arm_sve.vector_contract_to_bfmmla", sve::CONTRACT_TO_BFMMLA;
    ApplyArmSVELowerContractionToI8MMPatternsOp = "transform.apply_patterns.arm_sve.vector_contract_to_i8mm", sve::CONTRACT_TO_I8MM;
}
