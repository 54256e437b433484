//! Dialect conversion from a script.

use terrace_ir::attr_kind::{StrAttr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{CheckResult, OpHandle, OpRef};
use terrace_macros::op;

use super::matchers::StrArrayAttr;
use crate::effects::{consumes_handle, modifies_payload, only_reads_handle};
use crate::interfaces::{
    ConversionPatternDescriptorOpInterface, Each, EachResult, TransformEachOp, TransformOpInterface,
};
use crate::state::TransformState;
use crate::types::TRANSFORM_HANDLE;

/// Converts what is in the targets with conversion patterns.
#[op("transform.apply_conversion_patterns", traits(NoTerminator, SingleBlock),
     interfaces(dyn TransformOpInterface = Each(ApplyConversionPatternsOp), dyn MemoryEffects),
     verify = verify_conversion_patterns,
     format = "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? attr-dict `:` \
               type($target)")]
pub struct ApplyConversionPatternsOp {
    target: Operand<TRANSFORM_HANDLE>,
    legal_ops: OptProp<StrArrayAttr>,
    illegal_ops: OptProp<StrArrayAttr>,
    legal_dialects: OptProp<StrArrayAttr>,
    illegal_dialects: OptProp<StrArrayAttr>,
    partial_conversion: OptProp<UnitAttr>,
    preserve_handles: OptProp<UnitAttr>,
    patterns: Region<Sized<1>>,
    default_type_converter_region: VarRegion<Sized<1>>,
}

fn verify_conversion_patterns(op: OpRef<'_>) -> CheckResult {
    let view = ApplyConversionPatternsOpView(op);
    let ops = view.patterns().entry().into_iter().flat_map(|block| block.ops());
    for child in ops {
        if child.interface::<dyn ConversionPatternDescriptorOpInterface>().is_none() {
            let message = "expected pattern children ops to implement ConversionPatternDescriptorOpInterface";
            return Err(op_error(op, message.to_owned()).note(child.loc(), "op without interface"));
        }
    }
    if let Some(block) = view.default_type_converter_region().next().and_then(|region| region.entry())
        && block.ops().count() != 1
    {
        return Err(op_error(op, "expected exactly one op in default type converter region".to_owned()));
    }
    Ok(())
}

impl MemoryEffects for ApplyConversionPatternsOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = ApplyConversionPatternsOpView(op);
        match view.preserve_handles() {
            true => only_reads_handle([view.target()], out),
            false => consumes_handle([view.target()], out),
        }
        modifies_payload(out);
    }
}

impl TransformEachOp for ApplyConversionPatternsOp {
    fn apply_to_one(&self, op: OpRef<'_>, _target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let view = ApplyConversionPatternsOpView(op);
        let descriptor = view.patterns().entry().and_then(|block| block.first());
        let what = descriptor.map_or("", |descriptor| descriptor.name_text());
        Err(state.definite_at(op, format!("the conversion patterns of '{what}' are not available")))
    }
}

/// The patterns that a dialect has for its conversion to the dialect llvm.
#[op("transform.apply_conversion_patterns.dialect_to_llvm",
     interfaces(dyn ConversionPatternDescriptorOpInterface),
     format = "$dialect_name attr-dict", verify = verify_to_llvm)]
pub struct ApplyToLLVMConversionPatternsOp {
    dialect_name: Prop<StrAttr>,
}

fn verify_to_llvm(op: OpRef<'_>) -> CheckResult {
    let name = ApplyToLLVMConversionPatternsOpView(op).dialect_name();
    match op.cx().dialect(name) {
        Some(_) => Ok(()),
        None => Err(op_error(op, format!("unknown dialect or dialect not loaded: {name}"))),
    }
}

impl ConversionPatternDescriptorOpInterface for ApplyToLLVMConversionPatternsOp {}
