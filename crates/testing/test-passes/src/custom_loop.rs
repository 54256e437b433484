//! `transform.test.tile_using_custom_loop`: all tiles in one loop, by upstream's name.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::scf::YieldOp;
use terrace_dialects_mem::affine::AffineDelinearizeIndexOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_min};
use terrace_dialects_mem::index_values::{index_constant, known_index, value_of};
use terrace_dialects_mem::make_slices::insert_slice;
use terrace_ir::attr_kind::I64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::tiling::{Refusal, Tile, TilingInterface};
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};
use terrace_macros::op;
use terrace_passes_scf::tile::loops::{BodyFn, make_for};
use terrace_passes_scf::tile::{LoopSpace, TileSizes, TilingOptions, tile_using_scf};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The extension of the dialect `transform` with this module's op.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[TestTileUsingCustomLoopOp::DEF], ..EMPTY_EXTENSION };

/// Tiles with one loop over all tiles.
#[op("transform.test.tile_using_custom_loop",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$root_op `tile_sizes` `=` $tile_sizes attr-dict `:` functional-type(operands, results)")]
pub struct TestTileUsingCustomLoopOp {
    root_op: Operand<TRANSFORM_HANDLE>,
    tile_sizes: Prop<I64ArrayAttr>,
    tiled_ops: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

/// Creates one loop whose induction variable counts the tiles.
fn make_loop(
    rw: &mut Rewriter<'_>,
    space: &LoopSpace<'_>,
    body: &mut BodyFn<'_>,
) -> Result<Vec<Op>, Refusal> {
    let loc = space.loc;
    let [d0, d1] = [0, 1].map(AffineExpr::dim);
    let [first, end, size] = [0, 1, 2].map(AffineExpr::symbol);
    let count = AffineExpr::ceil_div(end - first, size);
    let mut counts = Vec::new();
    for (range, &size) in space.domain.iter().zip(space.sizes) {
        counts.push(apply_expr(rw, count.clone(), &[range.offset, range.size, size], loc));
    }
    let mut total = OpFoldResult::Static(1);
    for &count in &counts {
        let product = AffineExpr::symbol(0) * AffineExpr::symbol(1);
        total = apply_expr(rw, product, &[total, count], loc);
    }
    let (lower, step) = (index_constant(rw, 0, loc), index_constant(rw, 1, loc));
    let upper = value_of(rw, total, loc);
    let point = rw.insertion_point();
    let (made, block) = make_for(rw, [lower, upper, step], space.inits, None, loc);
    let args: Vec<Value> = rw.body().args(block).collect();
    rw.set_insertion_point_to_end(block);
    let types = vec![Type::INDEX; counts.len()];
    let numbers =
        rw.build(AffineDelinearizeIndexOp::of(args[0]).loc(loc).mixed_basis(&counts).multi_index(&types));
    let numbers: Vec<Value> = rw.body().results(numbers).collect();
    let mut tile = Tile::default();
    let offset_of = d0.clone() + d1 * AffineExpr::symbol(0);
    let rest = AffineMap::new(1, 2, vec![AffineExpr::symbol(0) - d0, AffineExpr::symbol(1)]);
    for ((range, &size), &number) in space.domain.iter().zip(space.sizes).zip(&numbers) {
        let offset =
            apply_expr(rw, offset_of.clone(), &[range.offset, OpFoldResult::Value(number), size], loc);
        tile.offsets.push(offset);
        tile.sizes.push(composed_min(rw, &rest, &[offset, range.size, size], loc));
    }
    let parts = match body(rw, &args[..1], &tile, &args[1..]) {
        Ok(parts) => parts,
        Err(refusal) => {
            rw.erase_op(made);
            return Err(refusal);
        }
    };
    let mut results = Vec::new();
    for ((value, part), &arg) in parts.iter().zip(&args[1..]) {
        results.push(insert_slice(rw, *value, arg, part, loc));
    }
    rw.build(YieldOp::of(&results).loc(loc));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    Ok(vec![made])
}

impl TransformOpInterface for TestTileUsingCustomLoopOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestTileUsingCustomLoopOp::view_of(op);
        let sizes: Vec<OpFoldResult> = view.tile_sizes().iter().map(OpFoldResult::Static).collect();
        // As upstream's, the op looks at the first target alone.
        let target = state.payload_ops(view.root_op()).first().copied();
        let Some(target) = target.filter(|&at| state.op(at).interface::<dyn TilingInterface>().is_some())
        else {
            return Err(state.definite_at(op, "only TilingInterface ops are supported"));
        };
        let zero = || op_error(op, "unhandled case of zero tile size");
        let make = |rw: &mut Rewriter<'_>, space: &LoopSpace<'_>, body: &mut BodyFn<'_>| match space
            .sizes
            .iter()
            .any(|&size| known_index(rw, size) == Some(0))
        {
            true => Err(Some(zero())),
            false => make_loop(rw, space, body),
        };
        let options = TilingOptions::default()
            .tile_sizes(Some(TileSizes::Given(sizes)))
            .custom_loops(Some(Box::new(make)));
        let made = state.rewrite(target.body, |rw| {
            rw.set_insertion_point_before(target.op);
            let made = tile_using_scf(rw, target.op, &options)?;
            rw.replace_op(target.op, &made.replacements);
            Ok::<_, Refusal>(made)
        });
        let made = made.map_err(|refusal| state.definite_refusal(refusal))?;
        let here = |op: Op| terrace_ir::OpHandle { body: target.body, op };
        results.set(0, made.tiled_ops.into_iter().map(here).collect());
        results.set_from(1, made.loops.into_iter().map(|made| vec![here(made)]).collect());
        Ok(())
    }
}
