//! Strongly connected components, after Tarjan, "Depth-first search and linear graph algorithms" (1972).

use terrace_ir::Value;

/// Calls `close` with the members of each component of the values that `wanted` ones lead to, those that a component
/// leads to before itself. Values are below `count`.
pub fn components<'a>(
    count: usize,
    wanted: impl Fn(Value) -> bool,
    edges: impl Fn(Value) -> &'a [Value],
    mut close: impl FnMut(&[Value]),
) {
    const DONE: u32 = u32::MAX;
    let (mut order, mut low) = (vec![0u32; count], vec![0u32; count]);
    let (mut clock, mut open) = (0u32, Vec::new());
    let mut stack: Vec<(Value, usize)> = Vec::new();
    for root in (0..count as u32).map(Value::from_u32) {
        if order[root.as_u32() as usize] == 0 && wanted(root) {
            stack.push((root, 0));
        }
        while let Some((value, next)) = stack.last_mut() {
            let at = value.as_u32() as usize;
            if *next == 0 {
                clock += 1;
                (order[at], low[at]) = (clock, clock);
                open.push(*value);
            }
            if let Some(&target) = edges(*value).get(*next) {
                *next += 1;
                let to = target.as_u32() as usize;
                match order[to] {
                    0 => stack.push((target, 0)),
                    DONE => {}
                    seen => low[at] = low[at].min(seen),
                }
                continue;
            }
            let value = *value;
            stack.pop();
            if let Some((outer, _)) = stack.last() {
                let outer = outer.as_u32() as usize;
                low[outer] = low[outer].min(low[at]);
            }
            if low[at] == order[at] {
                let first = open.iter().rposition(|&other| other == value).unwrap_or(0);
                open[first..].iter().for_each(|member| order[member.as_u32() as usize] = DONE);
                close(&open[first..]);
                open.truncate(first);
            }
        }
    }
}
