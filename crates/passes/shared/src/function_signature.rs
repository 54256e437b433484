//! Reorders and joins the arguments and results of functions, and of calls of them.

use terrace_dialects_core::func::{CallOp, ReturnOp};
use terrace_ir::{Attr, Block, Ir, Loc, OpHandle, OpKind, OpRef, Rewriter, Type, Value};

/// A renumbering of the arguments and the results of a function: the new index of each old one. Several arguments may
/// be merged into one.
#[derive(Clone, Debug, Default)]
pub struct SignatureMapping {
    /// The new numbers of the arguments.
    pub arguments: Vec<usize>,
    /// The new numbers of the results.
    pub results: Vec<usize>,
}

/// Values in their new places; of several that become one, the last.
fn mapped<T: Clone>(values: &[T], numbers: &[usize]) -> Vec<T> {
    let count = numbers.iter().max().map_or(0, |last| last + 1);
    let at = |new: usize| numbers.iter().rposition(|&number| number == new);
    (0..count).filter_map(|new| values.get(at(new)?).cloned()).collect()
}

/// Sets the new signature of a function: its type, attributes of arguments and results, entry block and returns. Calls stay
/// as they are.
pub fn remap_function(ir: &mut Ir, function: OpHandle, mapping: &SignatureMapping) {
    let Some((inputs, results)) = ir.signature(function) else { return };
    let arg_attrs = ir.attrs_of_parts(function, "arg_attrs", inputs.len());
    let res_attrs = ir.attrs_of_parts(function, "res_attrs", results.len());
    let new_inputs: Vec<Type> = mapped(&inputs, &mapping.arguments);
    let new_results: Vec<Type> = mapped(&results, &mapping.results);
    let new_arg_attrs: Vec<Attr> = mapped(&arg_attrs, &mapping.arguments);
    ir.set_signature(function, &new_inputs, &new_results);
    ir.set_attrs_of_parts(function, "arg_attrs", &new_arg_attrs);
    ir.set_attrs_of_parts(function, "res_attrs", &mapped(&res_attrs, &mapping.results));
    let entry = ir.op(function).regions().next().and_then(|region| region.entry());
    let Some((body, entry)) = entry.map(|entry| (entry.body_id(), entry.id())) else { return };
    ir.rewrite(body, |rw| remap_body(rw, entry, mapping));
}

fn remap_body(rw: &mut Rewriter<'_>, entry: Block, mapping: &SignatureMapping) {
    let old: Vec<Value> = rw.body().args(entry).collect();
    let parts: Vec<(Type, Loc)> = old.iter().map(|&arg| (rw.value(arg).ty(), rw.value(arg).loc())).collect();
    let new: Vec<Value> = mapped(&parts, &mapping.arguments)
        .into_iter()
        .map(|(ty, loc)| rw.add_argument(entry, ty, loc))
        .collect();
    for (&arg, &number) in old.iter().zip(&mapping.arguments) {
        rw.replace_all_uses_with(arg, new[number]);
    }
    let keep: Vec<bool> = (0..old.len() + new.len()).map(|at| at >= old.len()).collect();
    rw.keep_args(entry, &keep);
    let region = rw.block(entry).region();
    let ends: Vec<terrace_ir::Op> = region
        .into_iter()
        .flat_map(|region| region.blocks())
        .filter_map(|block| block.last().filter(|end| end.isa::<ReturnOp>()))
        .map(|end| end.id())
        .collect();
    for end in ends {
        let values: Vec<Value> = rw.body().operands(end).collect();
        rw.set_operands(end, &mapped(&values, &mapping.results));
    }
}

/// Replaces a call by one that fits the new signature of its callee; returns it.
pub fn remap_call(ir: &mut Ir, call: OpHandle, mapping: &SignatureMapping) -> OpHandle {
    let view = CallOp::view_of(ir.op(call));
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (callee, loc, attrs) = (view.callee_attr(), view.0.loc(), view.0.attrs());
    let (operands, types) =
        (mapped(&operands, &mapping.arguments), mapped(&view.0.result_types(), &mapping.results));
    let op = ir.rewrite(call.body, |rw| {
        rw.set_insertion_point_before(call.op);
        let new = rw.build(CallOp::of(&operands).loc(loc).callee_attr(callee).results(&types));
        rw.set_attrs(new, attrs);
        let results: Vec<Value> = rw.body().results(new).collect();
        let values: Vec<Value> = mapping.results.iter().map(|&number| results[number]).collect();
        rw.replace_op(call.op, &values);
        new
    });
    OpHandle { body: call.body, op: op.into() }
}

/// The numbers of the arguments where equal ones become one; `None` if no two are equal.
#[must_use]
pub fn deduplicated(values: &[Value]) -> Option<Vec<usize>> {
    let mut numbers = rustc_hash::FxHashMap::default();
    let all: Vec<usize> = values
        .iter()
        .map(|&value| {
            let next = numbers.len();
            *numbers.entry(value).or_insert(next)
        })
        .collect();
    (numbers.len() < values.len()).then_some(all)
}

/// The direct calls of a function in an op, in order.
#[must_use]
pub fn calls_in(root: OpRef<'_>, name: terrace_ir::Str) -> Vec<OpHandle> {
    let is_call = |op: &OpRef<'_>| op.isa::<CallOp>() && CallOp::view_of(*op).callee() == name;
    terrace_rewrite::walk::post_order(root.ir(), root.handle())
        .into_iter()
        .filter(|&op| is_call(&root.ir().op(op)))
        .collect()
}
