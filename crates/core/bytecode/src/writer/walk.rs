//! Numbers ops in pre-order, and finds those whose regions use no values from outside.

use terrace_ir::{BlockRef, Body, Op, OpRef, RegionRef, TraitSet};

use super::numbering::Numbering;

/// Numbers of the ops of a body that ascend in pre-order.
#[derive(Clone, Default)]
pub(crate) struct OpOrder {
    /// The last op whose handle ascends, as those before it do: these are numbered by their handles.
    last: Option<Op>,
    /// The number of each op, if there are others.
    numbers: Vec<u32>,
    /// The number of the next op, if there are others.
    next: u32,
}

impl OpOrder {
    /// Adds the op that comes next.
    #[inline]
    fn push(&mut self, body: &Body, op: Op) {
        if self.numbers.is_empty() {
            if self.last.is_none_or(|last| last < op) {
                self.last = Some(op);
                return;
            }
            // Those that were added have numbers below those that follow.
            self.next = body.num_ops() as u32;
            self.numbers.extend(0..self.next);
        }
        self.numbers[op.as_u32() as usize] = self.next;
        self.next += 1;
    }

    /// Returns the number of an op that was added.
    #[inline]
    pub(crate) fn number(&self, op: Op) -> u32 {
        self.numbers.get(op.as_u32() as usize).copied().unwrap_or(op.as_u32())
    }
}

/// An op with regions around the visited one.
struct OpenOp<'a> {
    op: OpRef<'a>,
    /// The visited region, and the next op in it.
    region: usize,
    next: Option<OpRef<'a>>,
    /// Whether it is isolated, where that is known.
    isolated: Option<bool>,
    /// Whether isolation is not resolved for the op or one of its parents.
    unresolved: bool,
}

/// Returns the first op in a region.
fn first_op(region: RegionRef<'_>) -> Option<OpRef<'_>> {
    region.blocks().find_map(BlockRef::first)
}

/// Returns the op that follows in the same region.
fn next_op(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.next().or_else(|| {
        let mut block = op.block()?.id();
        loop {
            block = op.body().next_block(block)?;
            if let Some(first) = op.body().first_op(block) {
                return Some(OpRef::in_body(op.ir(), op.body(), op.body_id(), first));
            }
        }
    })
}

/// Numbers `root` and its nested ops.
pub(crate) fn number_ops<'a>(numbering: &mut Numbering<'a>, root: OpRef<'a>) {
    let mut count = 0;
    let mut stack: Vec<OpenOp<'a>> = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(op) = next.take() {
            resolve_isolation(&mut stack, op);
            numbering.ops[op.body_id().as_u32() as usize].push(op.body(), op.id());
            count += 1;
            if op.num_regions() > 0 {
                let isolated = op.has_trait(TraitSet::IsolatedFromAbove).then_some(true);
                let unresolved = isolated.is_none();
                let next = first_op(op.region(0));
                stack.push(OpenOp { op, region: 0, next, isolated, unresolved });
            }
        }
        let Some(open) = stack.last_mut() else {
            numbering.num_ops = count;
            return;
        };
        if let Some(op) = open.next {
            open.next = next_op(op);
            next = Some(op);
        } else if open.region + 1 < open.op.num_regions() {
            open.region += 1;
            open.next = first_op(open.op.region(open.region));
        } else {
            if open.isolated.is_none() {
                numbering.isolated.insert(open.op.handle());
            }
            stack.pop();
        }
    }
}

/// Notes that the ops around an op, up to where its operands are defined, are not isolated.
fn resolve_isolation(stack: &mut [OpenOp<'_>], op: OpRef<'_>) {
    if !stack.last().is_some_and(|open| open.unresolved) {
        return;
    }
    let region = op.block().and_then(|block| block.region());
    for operand in op.operands() {
        let defined_in = operand.parent_region();
        if defined_in == region {
            continue;
        }
        let container = defined_in.and_then(|region| region.parent_op());
        let found = stack.iter().rposition(|open| !open.unresolved || Some(open.op) == container);
        let unresolved = found.is_some_and(|at| stack[at].unresolved);
        for open in &mut stack[found.map_or(0, |at| at + 1)..] {
            open.unresolved = unresolved;
            open.isolated = Some(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use terrace_ir::{BodyBuilder, OpSpec};

    use super::*;

    #[test]
    fn numbers_ascend_whatever_the_handles_are() {
        let cx = terrace_ir::Context::new(&[]);
        let mut body = BodyBuilder::new(None);
        let name = cx.op_name("test.op");
        let spec = OpSpec {
            name,
            operands: &[],
            results: &[],
            props: &[],
            attrs: terrace_ir::Attr::EMPTY_DICT,
            successors: &[],
            loc: terrace_ir::Loc::UNKNOWN,
        };
        let ops: Vec<Op> = (0..6).map(|_| body.new_op(&spec)).collect();
        for order in [[0, 1, 3, 5, 2, 4], [5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5]] {
            let order = order.map(|at| ops[at]);
            let mut numbers = OpOrder::default();
            order.iter().for_each(|&op| numbers.push(&body, op));
            assert!(order.is_sorted_by_key(|&op| numbers.number(op)), "{order:?}");
        }
    }
}
