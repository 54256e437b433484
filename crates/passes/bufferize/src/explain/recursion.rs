//! Remarks on recursive functions.

use rustc_hash::FxHashMap;
use terrace_ir::{Diag, Ir, OpHandle, OpRef};
use terrace_rewrite::callgraph::CallGraph;

/// Remarks on the functions that are analyzed before one of their callees: recursive functions, and their callers.
pub(crate) fn recursion(ir: &Ir, module: OpHandle, functions: &[OpHandle]) -> Vec<Box<Diag>> {
    if functions.is_empty() {
        return Vec::new();
    }
    let graph = ir.analysis::<CallGraph>(module);
    let mut circles: Vec<Vec<OpHandle>> = Vec::new();
    let mut circle_of: FxHashMap<OpHandle, usize> = FxHashMap::default();
    for mut component in graph.components() {
        let calls_itself = || component.iter().any(|&node| graph.calls[node].contains(&node));
        if component.len() > 1 || calls_itself() {
            component.sort_unstable();
            let members: Vec<OpHandle> = component.iter().map(|&node| graph.callables[node]).collect();
            circle_of.extend(members.iter().map(|&member| (member, circles.len())));
            circles.push(members);
        }
    }
    let circle = |function: &OpHandle| circle_of.get(function).map(|&circle| circles[circle].as_slice());
    functions.iter().map(|function| boundary_not_analyzed(ir.op(*function), circle(function))).collect()
}

/// A remark on a function whose summary is not available while its callers are analyzed.
fn boundary_not_analyzed(function: OpRef<'_>, circle: Option<&[OpHandle]>) -> Box<Diag> {
    let name = |op: OpRef<'_>| op.symbol_name().map_or("", |name| name.text(op.cx())).to_owned();
    let this = name(function);
    let what = if circle.is_some() { "is recursive" } else { "calls recursive functions" };
    let mut found = Diag::remark(
        function.loc(),
        format!(
            "function '{this}' {what}: its body is analyzed, but calls of it are taken to be of a function that nobody knows"
        ),
    );
    const MOST: usize = 4;
    let circle = circle.unwrap_or(&[]);
    for &other in circle.iter().filter(|&&other| other != function.handle()).take(MOST) {
        let other = function.ir().op(other);
        found = found.note(other.loc(), format!("'{}' and '{this}' call each other", name(other)));
    }
    if let Some(left) = circle.len().checked_sub(MOST + 1).filter(|&left| left > 0) {
        found = found.note(function.loc(), format!("and {left} more"));
    }
    let at = function.loc();
    found
        .note(at, "what is given to a call is taken to be read and written, so that it is copied if it is used later")
        .note(at, "each result of a call is taken to be, perhaps, the buffer of any argument")
        .note(at, "rule: a function is known to its callers once all that it calls is known")
}
