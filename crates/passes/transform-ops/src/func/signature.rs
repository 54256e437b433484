//! Ops that reorder and join arguments and results of functions.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_ir::attr_kind::{DenseI32ArrayAttr, SymbolRefAttr, UnitAttr};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{Attr, OpHandle, OpKind, OpRef, Value, ValueRef};
use terrace_macros::op;
use terrace_passes_shared::function_signature::{
    SignatureMapping, calls_in, deduplicated, remap_call, remap_function,
};
use terrace_transform::effects::{consumes_handle, modifies_payload, produces_handle};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// The effects of an op that consumes the module and produces its results.
struct OfModule;

impl MemoryEffects for OfModule {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// The payload module of a handle, and the function of a name in it.
fn function_in(
    op: OpRef<'_>,
    module: ValueRef<'_>,
    name: Attr,
    not_found: &str,
    state: &mut TransformState<'_>,
) -> Result<(OpHandle, OpHandle), TransformFailure> {
    let &[module] = state.payload_ops(module).as_slice() else {
        return Err(state.definite_at(op, "requires a single module to operate on"));
    };
    let payload = state.op(module);
    if !payload.isa::<ModuleOp>() {
        return Err(TransformFailure::at(op, "target is expected to be module operation"));
    }
    let path = name.as_symbol_ref(op.cx());
    let tables = state.ir.symbol_tables();
    let found = path.and_then(|(root, nested)| tables.lookup_path(state.op(module), root, nested));
    match found.filter(|found| found.isa::<FuncOp>()) {
        Some(function) => Ok((module, function.handle())),
        None => {
            let name = op.cx().attr_text(name);
            Err(TransformFailure::at(op, format!("function with name '{name}' {not_found}")))
        }
    }
}

/// Whether a function has no body.
fn is_declaration(function: OpRef<'_>) -> bool {
    FuncOp::view_of(function).body().is_empty()
}

/// Reorders the arguments and results of a function.
#[op("transform.func.replace_func_signature", interfaces(dyn TransformOpInterface, dyn MemoryEffects = OfModule),
     format = "$function_name `args_interchange` `=` $args_interchange `results_interchange` `=` $results_interchange \
               `at` $module attr-dict `:` functional-type(operands, results)")]
pub struct ReplaceFuncSignatureOp {
    module: Operand<TRANSFORM_HANDLE>,
    function_name: Prop<SymbolRefAttr>,
    args_interchange: Prop<DenseI32ArrayAttr>,
    results_interchange: Prop<DenseI32ArrayAttr>,
    adjust_func_calls: OptProp<UnitAttr>,
    transformed_module: Res<TRANSFORM_HANDLE>,
    transformed_function: Res<TRANSFORM_HANDLE>,
}

/// The inverse of a permutation; indices that are out of range are ignored.
fn inverse(numbers: &[i32]) -> Vec<usize> {
    let mut places = vec![0; numbers.len()];
    for (new, &old) in numbers.iter().enumerate() {
        if let Some(place) = usize::try_from(old).ok().and_then(|old| places.get_mut(old)) {
            *place = new;
        }
    }
    places
}

impl TransformOpInterface for ReplaceFuncSignatureOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = ReplaceFuncSignatureOp::view_of(op);
        let name = view.function_name_attr();
        let (module, function) = function_in(op, view.module(), name, "not found", state)?;
        let name = op.cx().attr_text(name);
        let args: Vec<i32> = view.args_interchange().iter().collect();
        let res: Vec<i32> = view.results_interchange().iter().collect();
        let Some((inputs, outputs)) = state.ir.signature(function) else {
            return Err(TransformFailure::at(op, format!("{name} is no function")));
        };
        let lists = [(&args, inputs.len(), "args", "arguments"), (&res, outputs.len(), "results", "results")];
        let fail = |message: String| Err(TransformFailure::at(op, message));
        for (list, count, short, long) in lists {
            if list.len() != count {
                let given = list.len();
                return fail(format!(
                    "function with name '{name}' has {count} {long}, but {given} {short} interchange were given"
                ));
            }
        }
        for (list, _, short, _) in lists {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return fail(format!("{short} interchange must be unique"));
            }
        }
        for (list, count, short, long) in lists {
            let in_bounds = |at: i32| usize::try_from(at).is_ok_and(|at| at < count);
            if let Some(&at) = list.iter().find(|&&at| !in_bounds(at)) {
                let at = at as u32;
                return fail(format!(
                    "{short} interchange index {at} is out of bounds for function with name '{name}' with {count} {long}"
                ));
            }
        }
        if is_declaration(state.op(function)) {
            return fail(format!("failed to replace function signature '{name}' with new order"));
        }
        let mapping = SignatureMapping { arguments: inverse(&args), results: inverse(&res) };
        let calls = match (view.adjust_func_calls(), view.function_name_attr().as_symbol_ref(op.cx())) {
            (true, Some((root, _))) => calls_in(state.op(module), root),
            _ => Vec::new(),
        };
        // The function is another one now.
        state.replace_payload_op(function, None);
        remap_function(state.ir, function, &mapping);
        for call in calls {
            remap_call(state.ir, call, &mapping);
        }
        results.set(0, vec![module]);
        results.set(1, vec![function]);
        Ok(())
    }
}

/// Joins the arguments of a function to which its only call passes the same value.
#[op("transform.func.deduplicate_func_args", interfaces(dyn TransformOpInterface, dyn MemoryEffects = OfModule),
     format = "$function_name `at` $module attr-dict `:` functional-type(operands, results)")]
pub struct DeduplicateFuncArgsOp {
    module: Operand<TRANSFORM_HANDLE>,
    function_name: Prop<SymbolRefAttr>,
    transformed_module: Res<TRANSFORM_HANDLE>,
    transformed_function: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for DeduplicateFuncArgsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = DeduplicateFuncArgsOp::view_of(op);
        let name = view.function_name_attr();
        let (module, function) = function_in(op, view.module(), name, "is not found", state)?;
        let symbol = state.op(function).symbol_name();
        let is_declaration = is_declaration(state.op(function));
        let calls = symbol.map(|symbol| calls_in(state.op(module), symbol)).unwrap_or_default();
        let arguments = match calls.as_slice() {
            &[call] if !is_declaration => {
                let values: Vec<Value> =
                    CallOp::view_of(state.op(call)).operands().map(|value| value.id()).collect();
                deduplicated(&values).map(|arguments| (call, arguments))
            }
            _ => None,
        };
        let Some((call, arguments)) = arguments else {
            let symbol = symbol.map_or("", |symbol| symbol.text(op.cx()));
            let message = format!("failed to deduplicate function arguments of function {symbol}");
            return Err(TransformFailure::at(op, message));
        };
        let count = state.op(call).num_results();
        let mapping = SignatureMapping { arguments, results: (0..count).collect() };
        state.replace_payload_op(function, None);
        remap_function(state.ir, function, &mapping);
        remap_call(state.ir, call, &mapping);
        results.set(0, vec![module]);
        results.set(1, vec![function]);
        Ok(())
    }
}
