//! A driver that visits each op once: cheaper than the greedy one if patterns do not enable each other.

use rustc_hash::FxHashSet;
use terrace_ir::{Block, Body, InsertPoint, Op, Region, Rewriter};

use crate::patterns::PatternSet;

/// A region that is being walked.
struct WalkedRegion {
    /// The blocks that are left, the next one last.
    blocks: Vec<Block>,
    /// The op to visit next.
    next: Option<Op>,
    /// Whether the regions of that op have been visited.
    entered: bool,
}

impl WalkedRegion {
    fn new(body: &Body, region: Region) -> Self {
        let mut blocks = reachable_blocks(body, region);
        blocks.reverse();
        Self { blocks, next: None, entered: false }
    }

    /// The op to visit next, in the block that the walk is in, or else in the next one.
    fn op(&mut self, body: &Body) -> Option<Op> {
        loop {
            // An op that was moved to another block takes the walk along, as upstream.
            if let Some(op) = self.next.filter(|&op| !body.is_erased(op) && body.block_of(op).is_some()) {
                return Some(op);
            }
            let block = self.blocks.pop()?;
            if body.region_of(block).is_some() {
                (self.next, self.entered) = (body.first_op(block), false);
            }
        }
    }
}

/// The blocks of a region that control may reach, in their order.
fn reachable_blocks(body: &Body, region: Region) -> Vec<Block> {
    let (mut pending, mut reached) = (Vec::from_iter(body.entry(region)), FxHashSet::default());
    while let Some(block) = pending.pop() {
        if reached.insert(block) {
            pending.extend(body.last_op(block).into_iter().flat_map(|op| body.successors(op)));
        }
    }
    body.blocks_of(region).filter(|block| reached.contains(block)).collect()
}

/// Tries the patterns once on each op of the body, inner ops before those around them and otherwise in order; the first
/// that matches is applied. Ops that patterns make before the place of the walk are not visited, nor those that they erase;
/// one that is moved on is visited again. A pattern may erase the op that it matches and ops inside. Nothing is folded, and blocks
/// that control does not reach are left out. Whether anything was changed.
pub fn walk_and_apply(rw: &mut Rewriter<'_>, patterns: &PatternSet) -> bool {
    let (cx, name) = (rw.cx(), "walk-and-apply-patterns");
    cx.execute_action(name, || name.to_owned(), || walk(rw, patterns)).unwrap_or(false)
}

fn walk(rw: &mut Rewriter<'_>, patterns: &PatternSet) -> bool {
    let mut changed = false;
    for region in rw.body().top_regions().to_vec() {
        let mut places = vec![WalkedRegion::new(rw.body(), region)];
        while let Some(place) = places.last_mut() {
            let Some(op) = place.op(rw.body()) else {
                places.pop();
                continue;
            };
            if !std::mem::replace(&mut place.entered, true) && rw.body().regions(op).len() > 0 {
                let mut inner: Vec<WalkedRegion> =
                    rw.body().regions(op).map(|region| WalkedRegion::new(rw.body(), region)).collect();
                inner.reverse();
                places.extend(inner);
                continue;
            }
            (place.next, place.entered) = (rw.body().next_op(op), false);
            for entry in patterns.for_op(rw.cx(), rw.body().name(op)) {
                rw.set_insertion_point(InsertPoint::Before(op));
                if entry.apply(rw, op).is_some() {
                    changed = true;
                    break;
                }
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
    use terrace_diag::SourceMap;
    use terrace_dialects_core::arith::{AddIOp, MulIOp};
    use terrace_ir::{Context, Rewriter};

    use super::walk_and_apply;
    use crate::patterns::PatternSet;

    const INPUT: &str = "func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  scf.if %c {
    %1 = arith.addi %0, %a : i32
    \"x.use\"(%1) : (i32) -> ()
  }
  return %0 : i32
^bb1:
  %2 = arith.addi %a, %a : i32
  return %2 : i32
}";

    /// A sum becomes a product of a sum, which would go on for ever if new ops were visited.
    fn wrap(rw: &mut Rewriter<'_>, op: AddIOp) -> Option<()> {
        let (lhs, rhs) = (op.view(rw).lhs().id(), op.view(rw).rhs().id());
        let sum = rw.build_value(AddIOp::of(lhs, rhs));
        let product = rw.build_value(MulIOp::of(sum, rhs));
        rw.replace_op(op, &[product]);
        Some(())
    }

    #[test]
    fn each_op_is_visited_once() {
        let cx = Arc::new(Context::new(terrace_dialects_core::DIALECTS));
        cx.set_allow_unregistered(true);
        let mut sources = SourceMap::new();
        let buffer = sources.add("-", INPUT.to_owned()).unwrap();
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut ir = output.ir.unwrap();
        let function = ir.root().unwrap().single_region().entry().unwrap().first().unwrap();
        let body = function.inner_body().unwrap();
        let changed = ir.rewrite(body, |rw| {
            let mut patterns = PatternSet::new();
            patterns.add(rw.cx(), &terrace_ir::pattern!("Wrap", AddIOp, wrap));
            walk_and_apply(rw, &patterns)
        });
        let mut text = Vec::new();
        print_ir(&ir, &PrintOptions::default(), &mut text).unwrap();
        let wanted = "module {
  func.func @f(%arg0: i32, %arg1: i1) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.muli %0, %arg0 : i32
    scf.if %arg1 {
      %3 = arith.addi %1, %arg0 : i32
      %4 = arith.muli %3, %arg0 : i32
      \"x.use\"(%4) : (i32) -> ()
    }
    return %1 : i32
  ^bb1:  // no predecessors
    %2 = arith.addi %arg0, %arg0 : i32
    return %2 : i32
  }
}

";
        assert_eq!((changed, String::from_utf8(text).unwrap().as_str()), (true, wanted));
    }
}
