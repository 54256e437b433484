//! `vector.from_elements` of elements that `vector.to_elements` takes from vectors, as a balanced tree of `vector.shuffle`.
//!
//! Vectors are combined in pairs, in the order in which the result first uses them; the last one of an odd number is combined
//! with itself. The first shuffles put each element at its place in the result, relative to the first place that their vectors
//! fill; later ones only merge. All vectors of a level are as long as the widest range of places that one of them fills.

use rustc_hash::FxHashMap;
use terrace_dialects_vector::shape::POISON_INDEX;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{FromElementsOp, ToElementsOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, Op, Rewriter, Value, View, pattern};

use terrace_passes_shared::vector_ops::create_shuffle;

/// Rewrites `vector.from_elements` of elements of vectors with one dimension as shuffles.
pub static TO_FROM_ELEMENTS_TO_SHUFFLE_TREE: &[Pattern] =
    &[pattern!("ToFromElementsToShuffleTreeRewrite", FromElementsOp, shuffle_tree)];

/// A vector of the tree, and the places of the result that it fills.
struct Node {
    value: Value,
    /// The first place of the result that it fills, and the last one.
    first: usize,
    last: usize,
    /// The elements that are not poison; empty for an input.
    filled: Vec<bool>,
}

/// An element of the result: which input it is from, and its place there.
#[derive(Clone, Copy)]
struct Element {
    input: usize,
    place: i64,
}

/// The inputs in the order in which the result first uses them, and where its elements are from.
fn sources(cx: &Context, view: View<'_, FromElementsOp>) -> Result<(Vec<Node>, Vec<Element>), &'static str> {
    let mut inputs: FxHashMap<Op, usize> = FxHashMap::default();
    let (mut nodes, mut elements) = (Vec::new(), Vec::new());
    for (at, element) in view.elements().enumerate() {
        let Some(taken) = element.defined_by::<ToElementsOp>() else {
            return Err("unsupported sources");
        };
        if vector(cx, taken.source().ty()).rank() != 1 {
            return Err("multi-dimensional input vectors are not supported yet");
        }
        let input = *inputs.entry(taken.0.id()).or_insert_with(|| {
            nodes.push(Node { value: taken.source().id(), first: at, last: at, filled: Vec::new() });
            nodes.len() - 1
        });
        nodes[input].last = at;
        elements.push(Element { input, place: i64::from(element.index()) });
    }
    Ok((nodes, elements))
}

fn shuffle_tree(rw: &mut Rewriter<'_>, op: FromElementsOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.dest().ty(), view.0.loc());
    let own = vector(cx, ty);
    if own.rank() != 1 {
        return rw.notify_match_failure(op, "multi-dimensional output vectors are not supported yet");
    }
    let (nodes, elements) = match sources(cx, view) {
        Ok(sources) => sources,
        Err(reason) => return rw.notify_match_failure(op, reason),
    };
    let is_in_order = elements.iter().enumerate().all(|(at, element)| element.place == at as i64);
    if let [node] = &nodes[..]
        && is_in_order
        && vector(cx, rw.value(node.value).ty()).shape == own.shape
    {
        return rw.notify_match_failure(op, "trivial forwarding case does not require shuffling");
    }
    let length = elements.len();
    let mut nodes = combine_inputs(rw, &nodes, &elements, length, loc);
    while nodes.len() > 1 {
        nodes = merge(rw, &nodes, length, loc);
    }
    rw.replace_op(op, &[nodes.first()?.value]);
    Some(())
}

/// The vector length of a level, from the ranges that its nodes fill; the last level has the length of the result.
fn level_length(ranges: &[(usize, usize)], length: usize) -> usize {
    match ranges {
        [_] => length,
        _ => ranges.iter().map(|(first, last)| last - first + 1).max().unwrap_or(length),
    }
}

/// The ranges of places that pairs of nodes fill.
fn ranges(nodes: &[Node]) -> Vec<(usize, usize)> {
    let range = |pair: &[Node]| (pair[0].first, pair.iter().map(|node| node.last).fold(0, Ord::max));
    nodes.chunks(2).map(range).collect()
}

/// The first level: elements of pairs of inputs are put where they belong.
fn combine_inputs(
    rw: &mut Rewriter<'_>,
    nodes: &[Node],
    elements: &[Element],
    length: usize,
    loc: Loc,
) -> Vec<Node> {
    let ranges = ranges(nodes);
    let size = level_length(&ranges, length);
    let mut masks = vec![vec![POISON_INDEX; size]; ranges.len()];
    for (at, element) in elements.iter().enumerate() {
        let pair = element.input / 2;
        let offset = match element.input % 2 {
            0 => 0,
            _ => vector(rw.cx(), rw.value(nodes[2 * pair].value).ty()).shape[0],
        };
        masks[pair][at - ranges[pair].0] = element.place + offset;
    }
    let mut combined = Vec::with_capacity(ranges.len());
    for ((pair, mask), (first, last)) in nodes.chunks(2).zip(masks).zip(ranges) {
        let inputs = [pair[0].value, pair[pair.len() - 1].value];
        let value = create_shuffle(rw, inputs, &mask, loc);
        let filled = mask.iter().map(|&place| place != POISON_INDEX).collect();
        combined.push(Node { value, first, last, filled });
    }
    combined
}

/// A later level: pairs of vectors are merged, whose elements are in the right order.
fn merge(rw: &mut Rewriter<'_>, nodes: &[Node], length: usize, loc: Loc) -> Vec<Node> {
    let ranges = ranges(nodes);
    let size = level_length(&ranges, length);
    let mut merged = Vec::with_capacity(ranges.len());
    for (pair, (first, last)) in nodes.chunks(2).zip(ranges) {
        let mut mask = vec![POISON_INDEX; size];
        let mut offset = 0;
        for node in pair {
            for at in (0..node.filled.len()).filter(|&at| node.filled[at]) {
                mask[at + node.first - first] = (at + offset) as i64;
            }
            offset += node.filled.len();
        }
        let inputs = [pair[0].value, pair[pair.len() - 1].value];
        let value = create_shuffle(rw, inputs, &mask, loc);
        let filled = mask.iter().map(|&place| place != POISON_INDEX).collect();
        merged.push(Node { value, first, last, filled });
    }
    merged
}
