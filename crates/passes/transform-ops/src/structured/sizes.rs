//! Lists of sizes in scripts: numbers, parameters, and handles to ops that compute one.

use terrace_dialects_builtin::index_list::{parse_index_list, print_index_list};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::def::{AttrSyntax, CustomArg, CustomDirective};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, AttrData, BodyId, Context, DYNAMIC, OpFoldResult, OpHandle, OpRef, OptionalAttr, Type, ValueHandle,
    ValueRef, attr_kinds,
};
use terrace_transform::types::{HandleKind, handle_kind};
use terrace_transform::{TransformFailure, TransformResult, TransformState};

attr_kinds! {
    /// `array<i1: ..>`.
    pub DenseBoolArrayAttr("i1 dense array attribute") -> Vec<bool> {
        value: |cx, attr: Attr| match attr.data(cx) {
            AttrData::DenseArray { element: Type::I1, data, .. } => Some(data.iter().map(|&bit| bit != 0).collect()),
            _ => None,
        },
        attr: |cx, bits| cx.bool_array(&bits),
        syntax: AttrSyntax::DenseArray(Type::I1),
    }
}

/// The default of lists of numbers.
pub(super) fn no_numbers(cx: &Context) -> Attr {
    cx.i64_array(&[])
}

/// The default of lists of flags.
pub(super) fn no_flags(cx: &Context) -> Attr {
    cx.bool_array(&[])
}

/// A size as the script has it.
#[derive(Clone, Copy)]
pub(super) enum ScriptSize<'s> {
    /// A number.
    Known(i64),
    /// A parameter, or a handle to the op that computes it.
    Of(ValueRef<'s>),
}

/// A size as the payload has it.
#[derive(Clone, Copy, Debug)]
pub(super) enum PayloadSize {
    /// A number.
    Known(i64),
    /// The `index` result of a payload op.
    Computed(ValueHandle),
}

impl PayloadSize {
    /// The size as ops of a body see it; `None` if it is computed in another one.
    pub(super) fn index_in(self, body: BodyId) -> Option<OpFoldResult> {
        match self {
            Self::Known(number) => Some(OpFoldResult::Static(number)),
            Self::Computed(value) => (value.body == body).then_some(OpFoldResult::Value(value.value)),
        }
    }
}

/// Sizes as ops of the body of `target` see them.
///
/// # Errors
///
/// A definite failure if one is computed elsewhere.
pub(super) fn indices_in(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    target: OpHandle,
    sizes: &[PayloadSize],
) -> TransformResult<Vec<OpFoldResult>> {
    let indices: Option<Vec<OpFoldResult>> = sizes.iter().map(|size| size.index_in(target.body)).collect();
    indices.ok_or_else(|| {
        state.definite_at(op, "size is computed outside of the isolated op that the target is in")
    })
}

/// The numbers and values of an index list, in order.
pub(super) fn mixed<'s>(
    values: impl IntoIterator<Item = ValueRef<'s>>,
    numbers: DenseI64Array<'_>,
) -> Vec<ScriptSize<'s>> {
    let mut values = values.into_iter();
    let one = |number| match number {
        DYNAMIC => values.next().map_or(ScriptSize::Known(DYNAMIC), ScriptSize::Of),
        number => ScriptSize::Known(number),
    };
    numbers.to_vec().into_iter().map(one).collect()
}

/// Whether a value of the script is a parameter.
pub(super) fn is_param(value: ValueRef<'_>) -> bool {
    handle_kind(value.cx(), value.ty()) == Some(HandleKind::Param)
}

/// The only result of an op, if that is an index.
pub(super) fn index_result(op: OpRef<'_>) -> Option<ValueHandle> {
    let mut results = op.results();
    match (results.next(), results.next()) {
        (Some(only), None) if only.ty() == Type::INDEX => Some(only.handle()),
        _ => None,
    }
}

/// The number that a parameter is.
pub(super) fn param_number(cx: &Context, param: Attr) -> Option<i64> {
    param.as_i64(cx)
}

/// Evaluates one size of the script that applies to all targets.
fn single(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    size: ScriptSize<'_>,
) -> TransformResult<PayloadSize> {
    let value = match size {
        ScriptSize::Known(number) => return Ok(PayloadSize::Known(number)),
        ScriptSize::Of(value) => value,
    };
    if is_param(value) {
        let params = state.params(value);
        let &[param] = params.as_slice() else {
            return Err(state.definite_at(op, "requires exactly one parameter associated"));
        };
        let number = param_number(op.cx(), param);
        return match number {
            Some(number) => Ok(PayloadSize::Known(number)),
            None => Err(state.definite_at(op, "expected IntegerAttr")),
        };
    }
    let ops = state.payload_ops(value);
    let &[maker] = ops.as_slice() else {
        let message = "handle must be mapped to exactly one payload op";
        return Err(TransformFailure::at(op, message)
            .note(value.loc(), format!("mapped to {} payload ops", ops.len())));
    };
    computed(op, state.op(maker))
}

fn computed(op: OpRef<'_>, maker: OpRef<'_>) -> TransformResult<PayloadSize> {
    index_result(maker).map(PayloadSize::Computed).ok_or_else(|| {
        TransformFailure::at(op, "payload op must have exactly 1 index result")
            .note(maker.loc(), format!("has {} results", maker.num_results()))
    })
}

/// Evaluates sizes of the script that apply to all targets, one for each parameter or handle.
///
/// # Errors
///
/// The failure if a payload is not a valid size.
pub(super) fn single_sizes(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    sizes: &[ScriptSize<'_>],
) -> TransformResult<Vec<PayloadSize>> {
    sizes.iter().map(|&size| single(op, state, size)).collect()
}

/// Evaluates a parameter or handle that holds all sizes. The sizes apply to all targets.
///
/// # Errors
///
/// The failure if a payload is not a valid size.
pub(super) fn packed_sizes(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    packed: ValueRef<'_>,
) -> TransformResult<Vec<PayloadSize>> {
    if is_param(packed) {
        let mut sizes = Vec::new();
        for param in state.params(packed) {
            let Some(number) = param_number(op.cx(), param) else {
                let message = "expected the parameter to be associated with an integer attribute";
                return Err(state.definite_at(op, message));
            };
            sizes.push(PayloadSize::Known(number));
        }
        return Ok(sizes);
    }
    state.payload_ops(packed).into_iter().map(|maker| computed(op, state.op(maker))).collect()
}

/// The numbers that sizes are: parameters, and results of constants.
///
/// # Errors
///
/// A silenceable failure of a size that is no number.
pub(super) fn constant_sizes(
    op: OpRef<'_>,
    state: &TransformState<'_>,
    sizes: &[ScriptSize<'_>],
) -> TransformResult<Vec<i64>> {
    let one = |size: &ScriptSize<'_>| -> Result<i64, &'static str> {
        let value = match *size {
            ScriptSize::Known(number) => return Ok(number),
            ScriptSize::Of(value) => value,
        };
        if is_param(value) {
            return match state.params(value).as_slice() {
                &[param] => param_number(op.cx(), param).ok_or("expected a single param"),
                _ => Err("expected a single param"),
            };
        }
        let &[maker] = state.payload_ops(value).as_slice() else {
            return Err("requires param or handle that is mapped to 1 payload op");
        };
        let Some(result) = index_result(state.op(maker)) else {
            return Err("requires param or handle to be result of op with 1 index result");
        };
        m_scalar_i64(state.value(result))
            .ok_or("requires param or handle to be the result of a constant like op")
    };
    sizes.iter().map(one).collect::<Result<_, _>>().map_err(|message| TransformFailure::at(op, message))
}

/// `*(%packed)`, or an index list.
pub(super) static PACKED_OR_DYNAMIC_INDEX_LIST: CustomDirective =
    CustomDirective { name: "PackedOrDynamicIndexList", parse: parse_packed, print: print_packed };

/// The slots of the handle to all sizes, of those of single ones, and of the numbers.
fn packed_slots(args: &[CustomArg]) -> [usize; 3] {
    match args {
        [CustomArg::Operand(packed), CustomArg::Operand(values), CustomArg::Prop(numbers)] => {
            [*packed as usize, *values as usize, *numbers as usize]
        }
        _ => [0; 3],
    }
}

fn parse_packed(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let [packed, values, numbers] = packed_slots(args);
    if p.optional_token("*") {
        p.token("(")?;
        let operand = p.operand()?;
        state.slots.operands[packed].push(operand);
        p.token(")")?;
        state.props[numbers] = no_numbers(p.cx());
        return Ok(true);
    }
    let list = parse_index_list(p, Delimiter::Square, false)?;
    state.slots.operands[values].extend(list.values);
    state.props[numbers] = p.cx().i64_array(&list.fixed);
    Ok(true)
}

fn print_packed(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let [packed, values, numbers] = packed_slots(args);
    if let Some(packed) = op.operand_group(packed).next() {
        p.text("*(");
        p.value(packed);
        p.text(")");
        return;
    }
    let fixed = op.prop(numbers).optional_i64s(op.cx());
    print_index_list(p, &mut op.operand_group(values), &fixed, &[], false, Delimiter::Square);
}
