//! Dialect conversion from a script.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{Attr, CheckResult, Diag, OpKind, OpRef, OptionalAttr};
use terrace_macros::op;

use super::apply::check_separate;
use super::matchers::StrArrayAttr;
use crate::effects::{consumes_handle, modifies_payload, only_reads_handle};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{
    ConversionPatternDescriptorOpInterface, TransformOpInterface, TypeConverterBuilderOpInterface,
};
use crate::results::TransformResults;
use crate::state::TransformState;
use crate::types::TRANSFORM_HANDLE;

/// Converts the regions of the targets with conversion patterns.
#[op("transform.apply_conversion_patterns", traits(GraphRegions, NoTerminator, SingleBlock),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects),
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
    let view = ApplyConversionPatternsOp::view_of(op);
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
    let builder = view.default_type_converter_region().next().and_then(|region| region.entry()?.first());
    if let Some(builder) = builder {
        for child in view.patterns().entry().into_iter().flat_map(|block| block.ops()) {
            if let Some(descriptor) = child.interface::<dyn ConversionPatternDescriptorOpInterface>() {
                descriptor.verify_type_converter(child, builder)?;
            }
        }
    }
    Ok(())
}

impl MemoryEffects for ApplyConversionPatternsOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = ApplyConversionPatternsOp::view_of(op);
        match view.preserve_handles() {
            true => only_reads_handle([view.target()], out),
            false => consumes_handle([view.target()], out),
        }
        modifies_payload(out);
    }
}

/// Names in an array.
fn names(op: OpRef<'_>, attr: Option<Attr>) -> Vec<&str> {
    let names = attr.optional_elements(op.cx());
    names.iter().filter_map(|name| name.as_str(op.cx())).collect()
}

/// Builds the conversion that the op's pattern and type converter descriptors specify.
fn conversion_of(op: OpRef<'_>, state: &mut TransformState<'_>) -> TransformResult<Conversion> {
    let (cx, view) = (op.cx(), ApplyConversionPatternsOp::view_of(op));
    let builder = view.default_type_converter_region().next().and_then(|region| region.entry()?.first());
    let default = builder.and_then(|builder| {
        builder.interface::<dyn TypeConverterBuilderOpInterface>()?.type_converter(builder).map(Arc::new)
    });
    let mut target = ConversionTarget::new()
        .legal_ops(cx, &names(op, view.legal_ops_attr()))
        .illegal_ops(cx, &names(op, view.illegal_ops_attr()))
        .legal_dialects(&names(op, view.legal_dialects_attr()))
        .illegal_dialects(&names(op, view.illegal_dialects_attr()));
    let mut patterns = ConversionPatterns::new();
    for descriptor in view.patterns().entry().into_iter().flat_map(|block| block.ops()) {
        let Some(interface) = descriptor.interface::<dyn ConversionPatternDescriptorOpInterface>() else {
            continue;
        };
        let own = interface.type_converter(descriptor).map(Arc::new);
        let Some(converter) = own.or_else(|| default.clone()) else {
            let message = "pattern descriptor does not specify type converter and apply_conversion_patterns op has no \
                           default type converter";
            let error = Diag::error(op.loc(), message).note(descriptor.loc(), "pattern descriptor op");
            return Err(state.definite(error));
        };
        target = interface.populate_conversion_target(descriptor, &converter, target);
        if let Err(why) = interface.populate_patterns(descriptor, &converter, &mut patterns) {
            return Err(state.definite_at(descriptor, why));
        }
    }
    Ok(Conversion { target, patterns })
}

impl TransformOpInterface for ApplyConversionPatternsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = ApplyConversionPatternsOp::view_of(op);
        let conversion = conversion_of(op, state)?;
        let is_partial = view.partial_conversion();
        for target in state.payload_ops(view.target()) {
            check_separate(op, target, state)?;
            let payload = state.op(target);
            let loc = payload.loc();
            if payload.inner_body().is_none() {
                let message = "conversion of ops that are not isolated from above is not supported";
                return Err(state.definite_at(op, message));
            }
            // The target is converted as what is in it; no pattern is about ops with a body of their own.
            let stays = conversion.target.is_illegal(payload)
                || !is_partial && conversion.target.is_legal(payload).is_none();
            let mut converted = !stays;
            if stays {
                let mut message = format!("failed to legalize operation '{}'", payload.name_text());
                if conversion.target.is_illegal(payload) {
                    message.push_str(" that was explicitly marked illegal");
                }
                state.report(Diag::error(loc, message));
            } else {
                let config = match is_partial {
                    true => ConversionConfig::partial(),
                    false => ConversionConfig::full(),
                };
                let done = state.with_run(|ir, run| apply_conversion(ir, target, &conversion, config, run));
                converted &= done.is_ok();
            }
            if !converted {
                return Err(TransformFailure::at(op, "dialect conversion failed").note(loc, "target op"));
            }
        }
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }

    fn follows_any_replacement(&self) -> bool {
        true
    }
}
