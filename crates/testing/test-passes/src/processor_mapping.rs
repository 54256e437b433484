//! `test-mapping-to-processing-elements`: distributes the iterations of `scf.for` to processors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_ir::{Loc, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub(crate) static TEST_MAPPING_TO_PROCESSING_ELEMENTS: PassDef = PassDef {
    name: "test-mapping-to-processing-elements",
    class: "(anonymous namespace)::TestLoopMappingPass",
    doc: "test mapping a single loop on a virtual processor grid",
    make: |_| Ok(Pass::Body(Box::new(ProcessorMapping))),
    ..EMPTY_PASS
};

struct ProcessorMapping;

impl BodyPass for ProcessorMapping {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let ops = body_post_order(rw.body());
        let grid = rw.cx().op_name("new_processor_id_and_range");
        let dimensions: Vec<[Value; 2]> = ops
            .iter()
            .filter(|&&op| rw.op(op).name() == grid)
            .filter_map(|&op| rw.body().results(op).collect::<Vec<_>>().try_into().ok())
            .collect();
        let is_outermost =
            |op: OpRef<'_>| op.isa::<ForOp>() && op.ancestors().all(|around| !around.isa::<ForOp>());
        let loops: Vec<Op> = ops.into_iter().filter(|&op| is_outermost(rw.op(op))).collect();
        for op in loops {
            map_to_processors(rw, op, &dimensions);
        }
        Ok(())
    }
}

/// A sum or product of two values.
fn combine(rw: &mut Rewriter<'_>, loc: Loc, [lhs, rhs]: [Value; 2], is_product: bool) -> Value {
    let (a, b) = (AffineExpr::symbol(0), AffineExpr::symbol(1));
    let map = AffineMap::new(0, 2, vec![if is_product { a * b } else { a + b }]);
    let map = rw.cx().affine_map_attr(map);
    rw.build_value(AffineApplyOp::of(&[lhs, rhs]).map_attr(map).result(Type::INDEX).loc(loc))
}

/// Lets a loop start at the number of the processor, and step by the number of processors.
fn map_to_processors(rw: &mut Rewriter<'_>, op: Op, dimensions: &[[Value; 2]]) -> Option<()> {
    let view = ForOp::view_of(rw.op(op));
    let (loc, lower, step) = (view.0.loc(), view.lower_bound().id(), view.step().id());
    rw.set_insertion_point_before(op);
    let (&[first, _], others) = dimensions.split_first()?;
    let mut number = first;
    for &[id, count] in others {
        let product = combine(rw, loc, [number, count], true);
        number = combine(rw, loc, [product, id], false);
    }
    let offset = combine(rw, loc, [number, step], true);
    let start = combine(rw, loc, [offset, lower], false);
    rw.set_operand(op, 0, start);
    let mut scaled = step;
    for &[_, count] in dimensions {
        scaled = combine(rw, loc, [count, scaled], true);
    }
    rw.set_operand(op, 2, scaled);
    Some(())
}
