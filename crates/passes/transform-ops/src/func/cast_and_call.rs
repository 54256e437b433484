//! `transform.func.cast_and_call`: replaces ops by the call of a function, with casts if types differ.

use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_mem::tensor::{CastOp, cast_compatible};
use terrace_ir::attr_kind::{SymbolRefAttr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::dominance::{DomTree, ancestor_in};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{
    CheckResult, Context, OpHandle, OpKind, OpRef, Rewriter, Type, Value, ValueHandle, ValueRef,
};
use terrace_macros::op;
use terrace_transform::effects::{modifies_payload, only_reads_handle, produces_handle};
use terrace_transform::interfaces::{Materialization, TypeConverterBuilderOpInterface};
use terrace_transform::text::{op_in_error, value_in_error};
use terrace_transform::types::{TRANSFORM_HANDLE, TRANSFORM_VALUE_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// Casts values to the argument types of a function, calls it, and replaces other values by its results.
#[op("transform.func.cast_and_call", traits(AttrSizedOperandSegments, GraphRegions, NoTerminator, SingleBlock),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects), verify = verify_cast_and_call,
     format = "($function_name^)? ($function^)? (`(` $inputs^ `)`)? (`->` $outputs^)? \
               (`after` $insert_after^) : (`before`)? $insertion_point ($conversions^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct CastAndCallOp {
    insertion_point: Operand<TRANSFORM_HANDLE>,
    inputs: OptOperand<TRANSFORM_VALUE_HANDLE>,
    outputs: OptOperand<TRANSFORM_VALUE_HANDLE>,
    function: OptOperand<TRANSFORM_HANDLE>,
    insert_after: OptProp<UnitAttr>,
    function_name: OptProp<SymbolRefAttr>,
    result: Res<TRANSFORM_HANDLE>,
    conversions: Region<Max<1>>,
}

fn verify_cast_and_call(op: OpRef<'_>) -> CheckResult {
    let view = CastAndCallOp::view_of(op);
    let mut converters = view.conversions().entry().into_iter().flat_map(|block| block.ops());
    if let Some(other) = converters.find(|op| op.interface::<dyn TypeConverterBuilderOpInterface>().is_none())
    {
        let message = "expected children ops to implement TypeConverterBuilderOpInterface";
        return Err(op_error(op, message).note(other.loc(), "op without interface"));
    }
    match (view.function(), view.function_name()) {
        (None, None) => Err(op_error(op, "expected a function handle or name to call")),
        (Some(_), Some(_)) => Err(op_error(op, "function handle and name are mutually exclusive")),
        _ => Ok(()),
    }
}

impl MemoryEffects for CastAndCallOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// Whether an op dominates another one; `or_same` is the result for the op itself.
fn dominates(a: OpRef<'_>, b: OpRef<'_>, or_same: bool) -> bool {
    let Some(block) = a.block() else { return false };
    let Some(region) = block.region().filter(|_| a.body_id() == b.body_id()) else { return false };
    let body = a.body();
    let Some(at) = ancestor_in(body, region.id(), b.id()) else { return false };
    if at == a.id() {
        return or_same || b.id() != a.id();
    }
    match body.block_of(at) {
        Some(other) if other == block.id() => body.is_before(a.id(), at),
        Some(other) => DomTree::new(body, region.id()).dominates(block.id(), other),
        None => false,
    }
}

/// Whether a value is defined before an op, or by it if `or_same`.
fn value_dominates(value: ValueRef<'_>, op: OpRef<'_>, or_same: bool) -> bool {
    if let Some(def) = value.defining_op() {
        // What an op defines is not there inside of it.
        return if def.id() == op.id() { or_same } else { dominates(def, op, false) };
    }
    let Some(block) = value.owner_block().filter(|_| value.body_id() == op.body_id()) else { return false };
    let Some(region) = block.region() else { return false };
    let at = ancestor_in(op.body(), region.id(), op.id()).and_then(|at| op.body().block_of(at));
    at.is_some_and(|at| at == block.id() || DomTree::new(op.body(), region.id()).dominates(block.id(), at))
}

impl<'a> CastAndCallOpView<'a> {
    /// The function to call.
    fn callee(self, at: OpHandle, state: &mut TransformState<'_>) -> Result<OpHandle, TransformFailure> {
        let op = self.0;
        if let Some(handle) = self.function() {
            let &[function] = state.payload_ops(handle).as_slice() else {
                return Err(state.definite_at(op, "requires a single function to call"));
            };
            if !state.op(function).isa::<FuncOp>() {
                return Err(state.definite_at(op, "invalid non-function callee"));
            }
            return Ok(function);
        }
        let name = self.function_name_attr().unwrap_or(terrace_ir::Attr::NULL);
        let tables = state.ir.symbol_tables();
        let found = tables.lookup_nearest(state.op(at), name).filter(|op| op.isa::<FuncOp>());
        match found.map(OpRef::handle) {
            Some(function) => Ok(function),
            None => {
                let name = op.cx().attr_text(name);
                Err(state.definite_at(op, format!("unresolved symbol {name}")))
            }
        }
    }

    /// Converts a value with the ops in the region, the last one first.
    fn convert(self, rw: &mut Rewriter<'_>, value: Value, to: (Materialization, Type)) -> Option<Value> {
        if rw.body().value_type(value) == to.1 {
            return Some(value);
        }
        let ops: Vec<OpRef<'_>> =
            self.conversions().entry().into_iter().flat_map(|block| block.ops()).collect();
        ops.into_iter().rev().find_map(|op| {
            op.interface::<dyn TypeConverterBuilderOpInterface>()?.materialize(op, rw, value, to)
        })
    }
}

impl TransformOpInterface for CastAndCallOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), CastAndCallOp::view_of(op));
        let values = |handle: Option<ValueRef<'s>>, state: &TransformState<'s>| -> Vec<ValueHandle> {
            handle.map_or(Vec::new(), |handle| state.payload_values(handle))
        };
        let (inputs, outputs) = (values(view.inputs(), state), values(view.outputs(), state));
        let unique: rustc_hash::FxHashSet<ValueHandle> = outputs.iter().copied().collect();
        if unique.len() != outputs.len() {
            return Err(TransformFailure::at(op, "cast and call output values must be unique"));
        }
        let &[at] = state.payload_ops(view.insertion_point()).as_slice() else {
            return Err(TransformFailure::at(op, "Only one op can be specified as an insertion point"));
        };
        let after = view.insert_after();
        for &output in &outputs {
            let point = state.op(at);
            let wrong = {
                let mut users = state.value(output).uses().map(|(user, _)| user);
                let wrong = users.find(|user| !dominates(point, *user, !after));
                wrong.map(|user| (op_in_error(user), op_in_error(point)))
            };
            if let Some((user, point)) = wrong {
                let message = format!("User {user} is not dominated by insertion point {point}");
                return Err(state.definite_at(op, message));
            }
        }
        for &input in &inputs {
            let (input, point) = (state.value(input), state.op(at));
            if !value_dominates(input, point, after) {
                let (input, point) = (value_in_error(input), op_in_error(point));
                let message = format!("input {input} does not dominate insertion point {point}");
                return Err(state.definite_at(op, message));
            }
        }
        let function = view.callee(at, state)?;
        let callee = state.op(function);
        let (loc, name) = (callee.loc(), callee.symbol_name());
        let Some((params, returned)) = state.ir.signature(function) else {
            return Err(state.definite_at(op, "invalid non-function callee"));
        };
        let lengths = [
            (params.len(), inputs.len(), "arguments", "inputs"),
            (returned.len(), outputs.len(), "results", "outputs"),
        ];
        for (has, given, what, values) in lengths {
            if has != given {
                let message = format!(
                    "mismatch between number of function {what} {has} and number of {values} {given}"
                );
                return Err(TransformFailure::silenceable(terrace_ir::Diag::error(loc, message)));
            }
        }
        let callee = name.map_or(terrace_ir::Attr::NULL, |name| cx.flat_symbol_ref(name));
        let call = state.rewrite(at.body, |rw| {
            match after {
                true => rw.set_insertion_point_after(at.op),
                false => rw.set_insertion_point_before(at.op),
            }
            let mut operands = Vec::new();
            for (input, &ty) in inputs.iter().zip(&params) {
                let Some(value) = view.convert(rw, input.value, (Materialization::Source, ty)) else {
                    return Err((input.value, ty));
                };
                operands.push(value);
            }
            let loc = rw.body().loc(at.op);
            let call = rw.build(CallOp::of(&operands).loc(loc).callee_attr(callee).results(&returned));
            let made: Vec<Value> = rw.body().results(call).collect();
            for (output, value) in outputs.iter().zip(made) {
                let ty = rw.body().value_type(output.value);
                let Some(converted) = view.convert(rw, value, (Materialization::Target, ty)) else {
                    return Err((value, ty));
                };
                rw.replace_all_uses_except(output.value, converted, call.into());
            }
            Ok(call)
        });
        match call {
            Ok(call) => {
                results.set(0, vec![OpHandle { body: at.body, op: call.into() }]);
                Ok(())
            }
            Err((value, ty)) => {
                let value = value_in_error(state.value(ValueHandle { body: at.body, value }));
                let ty = cx.type_text(ty);
                let message = format!("Failed to materialize conversion of {value} to type '{ty}'");
                Err(state.definite_at(op, message))
            }
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Casts between tensors where one has more static extents.
#[op("transform.type_conversion.tensor.cast_shape_dynamic_dims",
     interfaces(dyn TypeConverterBuilderOpInterface),
     format = "(`ignore_dynamic_info` $ignore_dynamic_info^)? attr-dict")]
pub struct TypeConversionCastShapeDynamicDimsOp {
    ignore_dynamic_info: OptProp<UnitAttr>,
}

/// Whether `target` is static in each extent in which `source` is.
fn preserves_static_information(cx: &Context, source: Type, target: Type) -> bool {
    let (Some(source), Some(target)) = (source.shape(cx), target.shape(cx)) else { return false };
    source.len() == target.len()
        && source
            .iter()
            .zip(target)
            .all(|(&from, &to)| from == terrace_ir::DYNAMIC || to != terrace_ir::DYNAMIC)
}

impl TypeConverterBuilderOpInterface for TypeConversionCastShapeDynamicDimsOp {
    fn materialize(
        &self,
        op: OpRef<'_>,
        rw: &mut Rewriter<'_>,
        value: Value,
        (kind, ty): (Materialization, Type),
    ) -> Option<Value> {
        let (cx, from) = (rw.cx(), rw.body().value_type(value));
        let ignores = TypeConversionCastShapeDynamicDimsOp::view_of(op).ignore_dynamic_info();
        let fits = ignores
            || match kind {
                Materialization::Source => preserves_static_information(cx, ty, from),
                Materialization::Target => preserves_static_information(cx, from, ty),
            };
        if !fits || !cast_compatible(cx, &[from], &[ty]) {
            return None;
        }
        let loc = rw.value(value).loc();
        Some(rw.build_value(CastOp::of(value).dest(ty).loc(loc)))
    }
}
