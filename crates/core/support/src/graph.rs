//! Algorithms on directed graphs.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Visits the strongly connected components that are reachable from `roots`, each after its successors; the
/// members of one are in the order in which a depth-first search finds them. Nodes are small numbers;
/// `successors` is called once for each. Takes time linear in nodes and edges, and no stack.
///
/// After Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972).
pub fn components<S: IntoIterator<Item = usize>>(
    roots: impl IntoIterator<Item = usize>,
    mut successors: impl FnMut(usize) -> S,
    mut visit: impl FnMut(&[usize]),
) {
    const DONE: u32 = u32::MAX;
    // Numbers in the order of discovery, from 1 on; 0 is not found yet.
    let mut order: Vec<u32> = Vec::new();
    let number = |order: &mut Vec<u32>, node: usize| {
        if node >= order.len() {
            order.resize(node + 1, 0);
        }
        order[node]
    };
    let (mut clock, mut open) = (0u32, Vec::new());
    // The path of the search: a node, the edges to go on with, and the least number that was reached.
    let mut path: Vec<(usize, S::IntoIter, u32)> = Vec::new();
    for root in roots {
        let mut found = (number(&mut order, root) == 0).then_some(root);
        loop {
            if let Some(node) = found.take() {
                clock += 1;
                order[node] = clock;
                open.push(node);
                path.push((node, successors(node).into_iter(), clock));
            }
            let Some((node, edges, least)) = path.last_mut() else { break };
            if let Some(target) = edges.next() {
                match number(&mut order, target) {
                    0 => found = Some(target),
                    DONE => {}
                    seen => *least = (*least).min(seen),
                }
                continue;
            }
            let (node, least) = (*node, *least);
            path.pop();
            if let Some((.., above)) = path.last_mut() {
                *above = (*above).min(least);
            }
            if least == order[node] {
                let first =
                    open.iter().rposition(|&member| member == node).expect("a node that is visited is open");
                open[first..].iter().for_each(|&member| order[member] = DONE);
                visit(&open[first..]);
                open.truncate(first);
            }
        }
    }
}

/// Returns the components of a graph of any nodes, as [`components`] visits them.
pub fn components_of<K: Copy + Eq + Hash, S: IntoIterator<Item = K>>(
    roots: impl IntoIterator<Item = K>,
    mut successors: impl FnMut(K) -> S,
) -> Vec<Vec<K>> {
    let (mut keys, mut numbers) = (Vec::new(), FxHashMap::default());
    let mut number = |keys: &mut Vec<K>, key: K| {
        *numbers.entry(key).or_insert_with(|| {
            keys.push(key);
            keys.len() - 1
        })
    };
    let roots: Vec<usize> = roots.into_iter().map(|root| number(&mut keys, root)).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let edges = |node: usize| {
        let targets = successors(keys[node]).into_iter();
        targets.map(|target| number(&mut keys, target)).collect::<Vec<_>>()
    };
    components(roots, edges, |members| found.push(members.to_vec()));
    found.into_iter().map(|members| members.into_iter().map(|node| keys[node]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::{components, components_of};
    use proptest::prelude::*;

    fn of(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut targets = vec![Vec::new(); count];
        edges.iter().for_each(|&(from, to)| targets[from].push(to));
        let mut found = Vec::new();
        components(0..count, |node| targets[node].clone(), |members| found.push(members.to_vec()));
        found
    }

    #[test]
    fn what_a_component_leads_to_comes_before_it() {
        let found = of(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 4), (4, 3), (5, 0)]);
        assert_eq!(found, [vec![3], vec![0, 1, 2], vec![4], vec![5]]);
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let edges: Vec<(usize, usize)> = (0..100_000).map(|at| (at, at + 1)).collect();
        let found = of(100_001, &edges);
        assert_eq!((found.len(), &found[0]), (100_001, &vec![100_000]));
    }

    #[test]
    fn nodes_may_be_anything() {
        let successors = |node: &'static str| match node {
            "a" => vec!["b", "c"],
            "b" => vec!["a"],
            _ => vec![],
        };
        assert_eq!(components_of(["b"], successors), [vec!["c"], vec!["b", "a"]]);
    }

    proptest! {
        #[test]
        fn members_reach_each_other(edges in prop::collection::vec((0usize..8, 0usize..8), 0..24)) {
            let mut reaches = [[false; 8]; 8];
            (0..8).for_each(|node| reaches[node][node] = true);
            edges.iter().for_each(|&(from, to)| reaches[from][to] = true);
            for via in 0..8 {
                for from in 0..8 {
                    for to in 0..8 {
                        reaches[from][to] |= reaches[from][via] && reaches[via][to];
                    }
                }
            }
            let found = of(8, &edges);
            let mut place = [usize::MAX; 8];
            for (at, members) in found.iter().enumerate() {
                for &member in members {
                    prop_assert_eq!(place[member], usize::MAX);
                    place[member] = at;
                }
            }
            for from in 0..8 {
                for to in 0..8 {
                    prop_assert_eq!(place[from] == place[to], reaches[from][to] && reaches[to][from]);
                    prop_assert!(!reaches[from][to] || place[to] <= place[from]);
                }
            }
        }
    }
}
