//! Ops that pad operands of structured ops, and the iteration domains of ops.

use terrace_asm::{FragmentSymbols, parse_attribute_text};
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_builtin::ub;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::constraints::IndexListArrayAttr;
use terrace_ir::attr_kind::{ArrayAttr, DenseI64ArrayAttr, I64ArrayAttr, StrAttr, UnitAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::tiling::TilingInterface;
use terrace_ir::{Attr, CheckResult, Diag, Ir, OpHandle, OpKind, OpRef, Type, Value};
use terrace_macros::op;
use terrace_passes_linalg::pad::{CopyBack, PaddedOp, PaddingOptions, rewrite_as_padded};
use terrace_passes_linalg::pad_tiling::{DomainPadding, rewrite_as_padded_domain};
use terrace_transform::effects::ConsumesTarget;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use super::checks::{fail, is_permutation, materialize};
use super::reduction::nothing;
use super::sizes::{constant_sizes, indices_in, mixed, no_numbers, single_sizes};
use super::tile::handles;

/// Pads operands of structured ops.
#[op("transform.structured.pad", customs(&DYNAMIC_INDEX_LIST), verify = verify_pad,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$target (`pad_to_multiple_of` custom<DynamicIndexList>($pad_to_multiple_of, $static_pad_to_multiple_of)^)? \
               (`use_prescribed_tensor_shapes` $use_prescribed_tensor_shapes^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct PadOp {
    target: Operand<TRANSFORM_HANDLE>,
    pad_to_multiple_of: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    padding_values: DefaultProp<ArrayAttr, nothing>,
    padding_dimensions: DefaultProp<I64ArrayAttr, nothing>,
    static_pad_to_multiple_of: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    nofold_flags: DefaultProp<I64ArrayAttr, nothing>,
    transpose_paddings: DefaultProp<IndexListArrayAttr, nothing>,
    copy_back_op: DefaultProp<StrAttr, materialize>,
    use_prescribed_tensor_shapes: OptProp<UnitAttr>,
    padded: Res<TRANSFORM_HANDLE>,
    pad: Res<TRANSFORM_HANDLE>,
    copy: Res<TRANSFORM_HANDLE>,
}

fn verify_pad(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), PadOp::view_of(op));
    if view.nofold_flags().iter().any(|flag| flag != 0 && flag != 1) {
        let found = cx.attr_text(view.nofold_flags_attr());
        return fail(op, format!("expects nofold_flags to contain booleans (0/1), found {found}"));
    }
    if view.padding_dimensions().iter().any(|dim| dim < 0) {
        let found = cx.attr_text(view.padding_dimensions_attr());
        return fail(op, format!("expects padding_dimensions to contain positive integers, found {found}"));
    }
    let multiples = view.static_pad_to_multiple_of().to_vec().len();
    if multiples != 0 && multiples != view.padding_dimensions().len() {
        return fail(op, "expects as many multiples as padding_dimensions");
    }
    for (transpose, &attr) in view.transpose_paddings().iter().zip(view.transpose_paddings().attrs()) {
        if !is_permutation(&transpose.iter().collect::<Vec<i64>>()) {
            let found = cx.attr_text(attr);
            return fail(op, format!("expects transpose_paddings to be a permutation, found {found}"));
        }
    }
    let copies = ["bufferization.materialize_in_destination", "linalg.copy", "none"];
    match copies.contains(&view.copy_back_op()) {
        true => Ok(()),
        false => fail(op, "invalid copy_back_op"),
    }
}

/// Pads operands of ops that implement `TilingInterface`.
#[op("transform.structured.pad_tiling_interface", customs(&DYNAMIC_INDEX_LIST),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$target `to` (`padding_sizes` custom<DynamicIndexList>($padding_sizes, $static_padding_sizes)^)? \
               (`pad_to_multiple_of` $pad_to_multiple_of^)? attr-dict `:` functional-type(operands, results)")]
pub struct PadTilingInterfaceOp {
    target: Operand<TRANSFORM_HANDLE>,
    padding_sizes: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    padding_values: DefaultProp<ArrayAttr, nothing>,
    static_padding_sizes: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    pad_to_multiple_of: OptProp<UnitAttr>,
    padded: Res<TRANSFORM_HANDLE>,
    pad: Res<TRANSFORM_HANDLE>,
}

/// The attribute of a type that a text is.
fn parse_typed(ir: &Ir, text: &str, ty: Type) -> Option<Attr> {
    let cx = ir.cx();
    let source = format!("{text} : {}", cx.type_text(ty));
    let (attr, length) = parse_attribute_text(cx, source.as_bytes(), &mut FragmentSymbols::default()).ok()?;
    (length == source.len() && attr.ty(cx) == Some(ty)).then_some(attr)
}

/// The padding values for the operands of a target: attributes, or values from the script.
fn padding_values(
    op: OpRef<'_>,
    given: &[Attr],
    target: OpHandle,
    state: &mut TransformState<'_>,
) -> TransformResult<Vec<Attr>> {
    let cx = op.cx();
    let elements: Vec<Type> =
        state.op(target).operands().map(|value| value.ty().element_type_or_self(cx)).collect();
    let mut values = Vec::with_capacity(given.len());
    for (&attr, element) in given.iter().zip(elements) {
        let text = attr.as_str(cx);
        if cx.attr_params(attr, &ub::POISON).is_some() {
            values.push(attr);
            continue;
        }
        let (found, rule) = match text {
            Some(text) => (parse_typed(state.ir, text, element), "expects a padding that parses to"),
            None if attr.ty(cx).is_none() => {
                let message = "expects padding values to be typed attributes or poison";
                return Err(state.definite_about(op, terrace_ir::def::op_error(op, message)));
            }
            None => (Some(attr).filter(|_| attr.ty(cx) == Some(element)), "expects a padding value of type"),
        };
        let Some(value) = found else {
            let message = format!("{rule} '{}', got {}", cx.type_text(element), cx.attr_text(attr));
            let error = terrace_ir::def::op_error(op, message);
            let loc = state.op(target).loc();
            return Err(state.definite_about(op, error.note(loc, "when applied to this op")));
        };
        values.push(value);
    }
    Ok(values)
}

/// The failure of an op on a target.
fn failure_on(
    op: OpRef<'_>,
    state: &TransformState<'_>,
    target: OpHandle,
    message: &str,
) -> TransformFailure {
    TransformFailure::silenceable(Diag::error(op.loc(), message).note(state.op(target).loc(), "target op"))
}

impl TransformOpInterface for PadOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = PadOp::view_of(op);
        let copy_back = match view.copy_back_op() {
            "none" => CopyBack::None,
            "linalg.copy" => CopyBack::Copy,
            _ => CopyBack::Materialize,
        };
        let (mut padded, mut pads, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        for target in state.payload_ops(view.target()) {
            if as_structured(state.op(target)).is_none() {
                return Err(failure_on(op, state, target, "expected LinalgOp target"));
            }
            let values = padding_values(op, view.padding_values(), target, state)?;
            let multiples = mixed(view.pad_to_multiple_of(), view.static_pad_to_multiple_of());
            let multiples = constant_sizes(op, state, &multiples)?;
            let options = PaddingOptions::default()
                .values(values)
                .dimensions(view.padding_dimensions().iter().collect())
                .multiples(Some(multiples).filter(|multiples| !multiples.is_empty()))
                .nofold(view.nofold_flags().iter().map(|flag| flag != 0).collect())
                .keeps_dynamic(view.use_prescribed_tensor_shapes())
                .copy_back(copy_back);
            let made = state.rewrite(target.body, |rw| {
                let made = rewrite_as_padded(rw, target.op, &options)?;
                rw.replace_op(target.op, &made.replacements);
                Some(made)
            });
            let Some(PaddedOp { op: made, pads: own, replacements }) = made else {
                return Err(failure_on(op, state, target, "failed to pad op"));
            };
            padded.push(OpHandle { body: target.body, op: made });
            pads.extend(handles(target, own));
            if copy_back != CopyBack::None {
                copies.extend(makers(state, target, &replacements));
            }
        }
        results.set(0, padded);
        results.set(1, pads);
        results.set(2, copies);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// The ops that define values, each once.
fn makers(state: &TransformState<'_>, target: OpHandle, values: &[Value]) -> Vec<OpHandle> {
    let mut makers: Vec<OpHandle> = Vec::new();
    for &value in values {
        let maker = state.value(terrace_ir::ValueHandle { body: target.body, value }).defining_op();
        makers.extend(maker.map(|maker| maker.handle()).filter(|maker| !makers.contains(maker)));
    }
    makers
}

impl TransformOpInterface for PadTilingInterfaceOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = PadTilingInterfaceOp::view_of(op);
        let (mut padded, mut pads) = (Vec::new(), Vec::new());
        for target in state.payload_ops(view.target()) {
            let payload = state.op(target);
            if payload.interface::<dyn TilingInterface>().is_none() {
                return Err(failure_on(op, state, target, "expected TilingInterface target"));
            }
            if as_structured(payload).is_none() {
                return Err(failure_on(op, state, target, "only IndexingMapOpInterface ops supported atm"));
            }
            let values = padding_values(op, view.padding_values(), target, state)?;
            let sizes = mixed(view.padding_sizes(), view.static_padding_sizes());
            let sizes = single_sizes(op, state, &sizes)?;
            let sizes = indices_in(op, state, target, &sizes)?;
            let options = DomainPadding { values, sizes, to_multiple: view.pad_to_multiple_of() };
            let made = state.rewrite(target.body, |rw| {
                let made = rewrite_as_padded_domain(rw, target.op, &options)?;
                rw.replace_op(target.op, &made.replacements);
                Some(made)
            });
            let Some(made) = made else {
                return Err(failure_on(op, state, target, "failed to pad op"));
            };
            padded.push(OpHandle { body: target.body, op: made.op });
            pads.extend(handles(target, made.pads));
        }
        results.set(0, padded);
        results.set(1, pads);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
