//! Removal of unrealized casts that cancel: a value that is cast through a chain of casts to its original
//! type is replaced by the original value.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::{Body, Op, OpName, Rewriter, Type, Value, ValueDef};

/// The cast whose results are exactly the inputs of this one.
fn input_cast(rw: &Rewriter<'_>, cast: OpName, op: Op) -> Option<Op> {
    let body = rw.body();
    let first = body.operands(op).next()?;
    let ValueDef::Result(input) = body.value_def(first) else { return None };
    (body.name(input) == cast && body.results(input).eq(body.operands(op))).then_some(input)
}

fn types(body: &Body, values: impl Iterator<Item = Value>) -> Vec<Type> {
    values.map(|value| body.value_type(value)).collect()
}

/// For each cast the nearest one in its chain of inputs, among `casts` or not, whose input types are its
/// result types.
fn sources(rw: &Rewriter<'_>, casts: &[Op]) -> Vec<Option<Op>> {
    let (body, wanted) = (rw.body(), casts.len());
    let name = rw.cx().op_name(<UnrealizedConversionCastOp as terrace_ir::OpKind>::DEF.name);
    let mut numbers: FxHashMap<Op, usize> = casts.iter().copied().zip(0..).collect();
    let mut casts = casts.to_vec();
    let mut at = 0;
    while let Some(&op) = casts.get(at) {
        if let Some(input) = input_cast(rw, name, op) {
            numbers.entry(input).or_insert_with(|| {
                casts.push(input);
                casts.len() - 1
            });
        }
        at += 1;
    }
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); casts.len()];
    // What is in a cycle is not reached from any of these, and stays as it is.
    let mut pending: Vec<(usize, bool)> = Vec::new();
    for (i, &op) in casts.iter().enumerate() {
        match input_cast(rw, name, op).and_then(|input| numbers.get(&input).copied()) {
            Some(input) => users[input].push(i),
            None => pending.push((i, false)),
        }
    }
    let mut found = vec![None; casts.len()];
    let mut open: FxHashMap<Vec<Type>, Vec<usize>> = FxHashMap::default();
    while let Some((i, done)) = pending.pop() {
        let from = types(body, body.operands(casts[i]));
        let chain = open.entry(from).or_default();
        if done {
            chain.pop();
            continue;
        }
        chain.push(i);
        let to = types(body, body.results(casts[i]));
        found[i] = open.get(&to).and_then(|chain| chain.last()).map(|&source| casts[source]);
        pending.push((i, true));
        pending.extend(users[i].iter().map(|&user| (user, false)));
    }
    found.truncate(wanted);
    found
}

/// Removes the casts among `casts`, which are in order, that cancel or are used by nothing but such casts. Returns
/// those that stay.
pub fn reconcile(rw: &mut Rewriter<'_>, casts: &[Op]) -> Vec<Op> {
    let sources = sources(rw, casts);
    for (&op, source) in casts.iter().zip(&sources).rev() {
        let Some(source) = source else { continue };
        let inputs: Vec<Value> = rw.body().operands(*source).collect();
        // In a graph, a cast may be its own input.
        if inputs.iter().any(|&input| rw.body().value_def(input) == ValueDef::Result(op)) {
            continue;
        }
        let results: Vec<Value> = rw.body().results(op).collect();
        for (result, input) in results.into_iter().zip(inputs) {
            rw.replace_all_uses_with(result, input);
        }
    }
    let all: FxHashSet<Op> = casts.iter().copied().collect();
    let mut live: FxHashSet<Op> = FxHashSet::default();
    let body = rw.body();
    for &op in casts {
        let mut users = body.results(op).flat_map(|v| body.uses(v)).map(|used| body.use_owner(used));
        if !users.any(|user| !all.contains(&user)) {
            continue;
        }
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            if !live.insert(op) {
                continue;
            }
            pending.extend(body.operands(op).filter_map(|value| match body.value_def(value) {
                ValueDef::Result(input) => all.contains(&input).then_some(input),
                _ => None,
            }));
        }
    }
    let (stay, go): (Vec<Op>, Vec<Op>) = casts.iter().partition(|op| live.contains(op));
    go.iter().for_each(|&op| rw.drop_all_references(op));
    go.iter().for_each(|&op| rw.erase_op(op));
    stay
}

/// All casts of a body, in order.
pub fn casts_of(rw: &Rewriter<'_>) -> Vec<Op> {
    let body = rw.body();
    let name = rw.cx().op_name(<UnrealizedConversionCastOp as terrace_ir::OpKind>::DEF.name);
    let mut out = Vec::new();
    let mut pending: Vec<Op> = Vec::new();
    pending.extend(body.top_regions().iter().flat_map(|&r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
    pending.reverse();
    while let Some(op) = pending.pop() {
        if body.name(op) == name {
            out.push(op);
        }
        let start = pending.len();
        pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
        pending[start..].reverse();
    }
    out
}
