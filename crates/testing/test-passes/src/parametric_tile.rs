//! `test-affine-parametric-tile`: tiles perfect nests by the first arguments of the function.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Diag, Op, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_affine::nests::perfect_nest;
use terrace_passes_affine::tile::is_rectangular;
use terrace_passes_affine::tile_parametric::tile_parametric;

/// The pass.
pub(crate) static TEST_AFFINE_PARAMETRIC_TILE: PassDef = PassDef {
    name: "test-affine-parametric-tile",
    class: "(anonymous namespace)::TestAffineLoopParametricTiling",
    doc: "Tile affine loops using SSA values as tile sizes",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(ParametricTile))),
    ..EMPTY_PASS
};

struct ParametricTile;

impl BodyPass for ParametricTile {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let body = rw.body();
        let Some(entry) = body.top_regions().first().and_then(|&region| body.entry(region)) else {
            return Ok(());
        };
        let arguments: Vec<Value> = body.args(entry).collect();
        let blocks = body.top_regions().iter().flat_map(|&region| body.blocks_of(region));
        let ops: Vec<Op> = blocks.flat_map(|block| body.ops_of(block)).collect();
        for op in ops.into_iter().filter(|&op| rw.op(op).isa::<AffineForOp>()).collect::<Vec<_>>() {
            let nest = perfect_nest(AffineForOp::view_of(rw.op(op)));
            let loc = rw.op(op).loc();
            let Some(sizes) = arguments.get(..nest.len()) else {
                let rule = "too few tile sizes provided in the argument list of the function which contains the \
                            current band";
                run.report(Diag::error(loc, rule));
                return Ok(());
            };
            if sizes.iter().any(|&size| rw.body().value_type(size) != Type::INDEX) {
                run.report(Diag::error(loc, "expected tiling parameters to be of index type"));
                return Ok(());
            }
            if is_rectangular(&nest) {
                let nest: Vec<AffineForOp> =
                    nest.iter().map(|view| AffineForOp::assume(view.0.id())).collect();
                tile_parametric(rw, &nest, sizes);
            }
        }
        Ok(())
    }
}
