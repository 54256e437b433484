//! Values that flow to each other.

use terrace_ir::Value;
use terrace_support::graph;

/// Calls `close` with the members of each strongly connected component of the values that `wanted` ones lead to, those that
/// a component leads to before itself. Values are below `count`.
pub fn components<'a>(
    count: usize,
    wanted: impl Fn(Value) -> bool,
    edges: impl Fn(Value) -> &'a [Value],
    mut close: impl FnMut(&[Value]),
) {
    let value = |node: usize| Value::from_u32(node as u32);
    let roots = (0..count).filter(|&node| wanted(value(node)));
    let successors = |node: usize| edges(value(node)).iter().map(|target| target.as_u32() as usize);
    let mut members = Vec::new();
    graph::components(roots, successors, |nodes| {
        members.clear();
        members.extend(nodes.iter().map(|&node| value(node)));
        close(&members);
    });
}
