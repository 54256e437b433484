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

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut targets: Vec<Vec<Value>> = vec![Vec::new(); count];
        for &(from, to) in edges {
            targets[from as usize].push(Value::from_u32(to));
        }
        let mut out = Vec::new();
        components(
            count,
            |_| true,
            |value| &targets[value.as_u32() as usize],
            |members| {
                let mut members: Vec<u32> = members.iter().map(|value| value.as_u32()).collect();
                members.sort_unstable();
                out.push(members);
            },
        );
        out
    }

    #[test]
    fn what_a_component_leads_to_comes_before_it() {
        let found = closed(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 4), (4, 3), (5, 0)]);
        assert_eq!(found, [vec![3], vec![0, 1, 2], vec![4], vec![5]]);
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let edges: Vec<(u32, u32)> = (0..100_000).map(|at| (at, at + 1)).collect();
        let found = closed(100_001, &edges);
        assert_eq!((found.len(), &found[0]), (100_001, &vec![100_000]));
    }
}
