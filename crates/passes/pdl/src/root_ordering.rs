//! From which root of a pattern to reach which: the cheapest spanning arborescence of a graph, by Edmonds' algorithm.

use std::collections::BTreeMap;

use terrace_ir::Value;

/// The cost of an edge: the depth of what it connects by, and a number that no other edge has.
pub type Cost = (u32, u32);

/// An edge from one root to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its cost.
    pub cost: Cost,
    /// The value that both roots are over.
    pub connector: Value,
}

/// For each root, the edges that lead to it, by their sources. Roots are numbered.
#[derive(Clone, Default, Debug)]
pub struct RootGraph(pub BTreeMap<usize, BTreeMap<usize, Edge>>);

/// Returns the roots in the order in which they are reached from `root`, each with the one that it is reached from, and
/// the sum of costs. Every root has an edge to every other, or a path of them; `None` where one has not.
pub fn optimal_branching(
    graph: &RootGraph,
    root: usize,
    count: usize,
) -> Option<(u32, Vec<(usize, Option<usize>)>)> {
    let mut costs: Costs = BTreeMap::new();
    for (&target, edges) in &graph.0 {
        costs.insert(target, edges.iter().map(|(&source, edge)| (source, edge.cost)).collect());
    }
    let mut parents = BTreeMap::new();
    let cost = solve(costs, root, &mut parents)?;
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for node in (0..count).filter(|&node| node != root) {
        children.entry(*parents.get(&node)?).or_default().push(node);
    }
    let mut order = vec![(root, None)];
    let mut next = 0;
    while let Some(&(node, _)) = order.get(next) {
        next += 1;
        order.extend(children.get(&node).into_iter().flatten().map(|&child| (child, Some(node))));
    }
    Some((cost, order))
}

type Costs = BTreeMap<usize, BTreeMap<usize, Cost>>;

/// A cycle of best edges that was contracted to its first node.
struct Contracted {
    node: usize,
    cycle: Vec<usize>,
    depths: BTreeMap<usize, u32>,
    /// For targets of edges out of the cycle: the node that the edge starts at.
    sources: BTreeMap<usize, usize>,
    /// For sources of edges into the cycle: the node that the edge leads to.
    targets: BTreeMap<usize, usize>,
}

/// Finds the parent of each node but the root, and returns the sum of costs.
fn solve(mut graph: Costs, root: usize, parents: &mut BTreeMap<usize, usize>) -> Option<u32> {
    let mut contracted = Vec::new();
    let mut total = loop {
        match best_edges(&graph, root, parents)? {
            Ok(total) => break total,
            Err((node, depths)) => contracted.push(contract(&mut graph, node, depths, parents)),
        }
    };
    while let Some(Contracted { node, cycle, depths, sources, targets }) = contracted.pop() {
        for (target, parent) in parents.iter_mut().filter(|(_, parent)| **parent == node) {
            *parent = *sources.get(target)?;
        }
        let parent = *parents.get(&node)?;
        let entry = *targets.get(&parent)?;
        for (i, &member) in cycle.iter().enumerate() {
            total += depths.get(&member).copied().unwrap_or(0);
            let next = cycle[(i + 1) % cycle.len()];
            parents.insert(member, if member == entry { parent } else { next });
        }
    }
    Some(total)
}

/// The cheapest edge to each node, and the sum of their costs; or a node of a cycle of them, with the depths of what was
/// followed to it. `None` if no edge leads to a node.
fn best_edges(
    graph: &Costs,
    root: usize,
    parents: &mut BTreeMap<usize, usize>,
) -> Option<Result<u32, (usize, BTreeMap<usize, u32>)>> {
    parents.clear();
    let mut total = 0;
    for &start in graph.keys() {
        let mut node = start;
        let mut depths = BTreeMap::new();
        while node != root && !parents.contains_key(&node) {
            let (&source, &cost) = graph.get(&node)?.iter().min_by_key(|(_, cost)| **cost)?;
            parents.insert(node, source);
            depths.insert(node, cost.0);
            total += cost.0;
            node = source;
        }
        if depths.contains_key(&node) {
            return Some(Err((node, depths)));
        }
    }
    Some(Ok(total))
}

/// Replaces a cycle by its first node.
fn contract(
    graph: &mut Costs,
    node: usize,
    depths: BTreeMap<usize, u32>,
    parents: &BTreeMap<usize, usize>,
) -> Contracted {
    let mut cycle = vec![node];
    while let Some(&parent) =
        cycle.last().and_then(|last| parents.get(last)).filter(|&&parent| parent != node)
    {
        cycle.push(parent);
    }
    let (mut sources, mut targets) = (BTreeMap::new(), BTreeMap::new());
    let mut incoming: BTreeMap<usize, Cost> = BTreeMap::new();
    graph.retain(|&target, edges| {
        if cycle.contains(&target) {
            let depth = depths.get(&target).copied().unwrap_or(0);
            for (&source, &(cost, id)) in edges.iter().filter(|(source, _)| !cycle.contains(source)) {
                let cost = (cost.saturating_sub(depth), id);
                if incoming.get(&source).is_none_or(|&known| known > cost) {
                    targets.insert(source, target);
                    incoming.insert(source, cost);
                }
            }
            return false;
        }
        let leaving = edges.iter().filter(|(source, _)| cycle.contains(source));
        if let Some((&source, &cost)) = leaving.min_by_key(|(_, cost)| **cost) {
            edges.retain(|source, _| !cycle.contains(source));
            edges.insert(node, cost);
            sources.insert(target, source);
        }
        true
    });
    graph.insert(node, incoming);
    Contracted { node, cycle, depths, sources, targets }
}
