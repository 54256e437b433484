//! Annotated loops are left under scalar conditions only.

use rustc_hash::FxHashMap;
use terrace_analysis::loops::LoopInfo;
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::{Block, BlockRef, Loc, OpRef};

use super::notices::RestMask;
use super::{FunctionAnalysis, condition_of};
use crate::diagnostics::{Tag, place_in_source};
use crate::parallel_loops::BLOCKS_LOOP;
use crate::shape::Shape;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Reports ways out of annotated loops that some elements of a block would take, and others not.
    pub(super) fn check_exits(&mut self, blocks: &[BlockRef<'a>], before: &DomTree, after: &PostDomTree) {
        let is_annotated =
            |block: &&BlockRef<'a>| block.terminator().is_some_and(|op| op.attr(BLOCKS_LOOP).is_some());
        let headers: Vec<Block> = blocks.iter().filter(is_annotated).map(|block| block.id()).collect();
        if headers.is_empty() {
            return;
        }
        let region = self.function.region(0);
        let loops = region.body().analysis::<LoopInfo>(region.id());
        for header in headers {
            let Some(id) = loops.loop_of(header).filter(|&id| loops.get(id).header == header) else {
                continue;
            };
            // The condition of the loop's entry does not count.
            let mut masks = FxHashMap::from_iter([(header, Shape::SCALAR)]);
            let mut ways: Vec<(OpRef<'a>, Shape)> = Vec::new();
            for block in loops.blocks(id) {
                if block == header || !loops.is_exiting(region.body(), id, block) {
                    continue;
                }
                let Some(branch) = region.body().last_op(block) else { continue };
                let branch = OpRef::in_body(self.function.ir(), region.body(), region.body_id(), branch);
                let decides = condition_of(branch).map_or(Shape::SCALAR, |value| self.shapes.of(value));
                let mask = self.mask_of(block, (before, after), RestMask::Included, &mut masks);
                let shape = mask.join(decides).unwrap_or(mask);
                if !shape.is_scalar() {
                    // Clang's branches for a 'return' out of several loops have no location.
                    let of_loop = region.body().last_op(header);
                    let of_loop = of_loop
                        .map(|op| OpRef::in_body(self.function.ir(), region.body(), region.body_id(), op));
                    let place = of_loop.filter(|_| branch.loc() == Loc::UNKNOWN).unwrap_or(branch);
                    ways.push((place, shape));
                }
            }
            // Elements that left by one way are why others are taken by some.
            let first = ways.into_iter().min_by_key(|(place, _)| place_in_source(place.ir(), place.loc()));
            if let Some((place, shape)) = first {
                let message = format!(
                    "an annotated loop is left under a condition of shape {shape}, but the elements of a block leave it \
                     together: make the condition scalar, for instance with 'ripple_reduceor'"
                );
                self.report(Tag::LoopExit, place, message);
            }
        }
    }
}
