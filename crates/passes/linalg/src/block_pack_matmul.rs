//! `linalg-block-pack-matmul`: products of matrices on operands in blocks.

use std::sync::Arc;

use terrace_affine::AffineMap;
use terrace_dialects_linalg::classify::contraction_dims;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::matmul::{BatchMatmulOp, MatmulOp};
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics, static_loops};
use terrace_ir::pattern::Root;
use terrace_ir::{DYNAMIC, Op, OpKind, OpRef, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, OptionDef, OptionKind, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::pack::{GreedyPacking, pack_matmul_greedily, pack_transpose};

const fn flag(name: &'static str, doc: &'static str, default: &'static str) -> OptionDef {
    OptionDef { name, doc, kind: OptionKind::Bool, default }
}

const fn numbers(name: &'static str, doc: &'static str, default: &'static str) -> OptionDef {
    OptionDef { name, doc, kind: OptionKind::IntList(i64::MIN, i64::MAX), default }
}

/// The pass.
pub static BLOCK_PACK_MATMUL: PassDef = PassDef {
    name: "linalg-block-pack-matmul",
    class: "LinalgBlockPackMatmul",
    doc: "Convert linalg matmul ops to block layout and back",
    options: &[
        numbers("block-factors", "Block factors (mb, nb, kb) for relayout", ""),
        flag("allow-padding", "Allow packing padding", "true"),
        numbers("mnk-padded-multiples", "Next multiples of the packing sizes", ""),
        numbers("mnk-order", "Permutation of matmul (M, N, K) dimensions order", "0,1,2"),
        flag("lhs-transpose-outer-blocks", "Transpose LHS outer block layout [MB][KB] -> [KB][MB]", "false"),
        flag("lhs-transpose-inner-blocks", "Transpose LHS inner block layout [mb][kb] -> [kb][mb]", "false"),
        flag("rhs-transpose-outer-blocks", "Transpose RHS outer block layout [KB][NB] -> [NB][KB]", "true"),
        flag("rhs-transpose-inner-blocks", "Transpose RHS inner block layout [kb][nb] -> [nb][kb]", "true"),
    ],
    make: |options| {
        let list =
            |name| options.list(name).iter().filter_map(|number| number.parse().ok()).collect::<Vec<i64>>();
        Ok(Pass::Body(Box::new(Run(Arc::new(BlockPackMatmul {
            factors: list("block-factors"),
            allows_padding: options.bool("allow-padding"),
            multiples: list("mnk-padded-multiples"),
            order: list("mnk-order"),
            lhs: [options.bool("lhs-transpose-outer-blocks"), options.bool("lhs-transpose-inner-blocks")],
            rhs: [options.bool("rhs-transpose-outer-blocks"), options.bool("rhs-transpose-inner-blocks")],
        })))))
    },
    ..EMPTY_PASS
};

struct BlockPackMatmul {
    factors: Vec<i64>,
    allows_padding: bool,
    multiples: Vec<i64>,
    order: Vec<i64>,
    /// Whether blocks, and elements in them, are transposed.
    lhs: [bool; 2],
    rhs: [bool; 2],
}

/// Whether a `linalg.generic` is a product of two matrices.
fn is_plain_matmul(op: OpRef<'_>) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    let maps: Vec<Vec<Option<u32>>> = structured
        .indexing_maps(op)
        .iter()
        .map(|map| map.results.iter().map(terrace_affine::AffineExpr::as_dim).collect())
        .collect();
    let (i, j, k) = (Some(0), Some(1), Some(2));
    let layouts = [[[i, k], [k, j], [i, j]], [[k, i], [k, j], [i, j]], [[i, k], [j, k], [i, j]]];
    structured.parallel(op) == [true, true, false]
        && layouts
            .iter()
            .any(|layout| maps.iter().map(Vec::as_slice).eq(layout.iter().map(<[_; 2]>::as_slice)))
        && contraction_dims(op).is_some()
}

impl BlockPackMatmul {
    fn applies_to(&self, op: OpRef<'_>) -> bool {
        if op.isa::<GenericOp>() {
            is_plain_matmul(op)
        } else {
            op.isa::<MatmulOp>() || op.isa::<BatchMatmulOp>()
        }
    }

    /// Whether blocks cover the dimensions of a product, which are its last loops.
    fn has_full_tiles(&self, op: OpRef<'_>) -> bool {
        let Some(structured) = as_structured(op) else { return false };
        let loops = static_loops(op, &structured.indexing_maps(op));
        let Some(last) = loops.len().checked_sub(3).map(|start| &loops[start..]) else { return false };
        self.order.iter().zip(&self.factors).all(|(&place, &factor)| {
            let extent =
                usize::try_from(place).ok().and_then(|place| last.get(place).copied()).unwrap_or(DYNAMIC);
            extent != DYNAMIC && factor > 0 && extent % factor == 0
        })
    }

    fn pack(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let view = rw.op(op);
        if !self.applies_to(view) || !has_tensor_semantics(view) {
            return None;
        }
        if !self.allows_padding && !self.has_full_tiles(view) {
            return None;
        }
        let three = |list: &[i64]| <[i64; 3]>::try_from(list).ok();
        let packing = GreedyPacking {
            sizes: three(&self.factors)?,
            multiples: if self.multiples.is_empty() { [0; 3] } else { three(&self.multiples)? },
            order: three(&self.order)?,
        };
        let packed = pack_matmul_greedily(rw, op, &packing)?;
        let &[lhs, rhs, _] = packed.packs.as_slice() else { return None };
        let view = rw.op(packed.op);
        let (maps, dims) = (as_structured(view)?.indexing_maps(view), contraction_dims(view)?);
        let made = transpose_blocks(rw, packed.op, lhs, &maps[0], &dims.m, self.lhs)?;
        transpose_blocks(rw, made, rhs, &maps[1], &dims.k, self.rhs)?;
        Some(())
    }
}

/// Transposes the blocks of an operand, and the elements in them, if they are not in the requested order;
/// `rows` are the loops over blocks and their rows that come first.
fn transpose_blocks(
    rw: &mut Rewriter<'_>,
    op: Op,
    pack: Op,
    map: &AffineMap,
    rows: &[i64],
    transposed: [bool; 2],
) -> Option<Op> {
    let (outer, inner) = (map.num_results().checked_sub(4)?, map.num_results() - 2);
    let [.., block, row] = rows else { return None };
    let starts_with = |at: usize, dim: i64| map.results[at].as_dim().map(i64::from) == Some(dim);
    let order = |is_transposed: bool, wanted: bool| if is_transposed != wanted { [1, 0] } else { [0, 1] };
    let blocks = order(!starts_with(outer, *block), transposed[0]);
    let elements = order(!starts_with(inner, *row), transposed[1]);
    let leading = (0..outer as i64).chain(blocks.into_iter().map(|at| at + outer as i64));
    let made = pack_transpose(rw, pack, op, None, &leading.collect::<Vec<i64>>(), &elements)?;
    Some(made.op)
}

/// Applies the packing to all products of matrices.
struct Run(Arc<BlockPackMatmul>);

impl BodyPass for Run {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        for name in [GenericOp::DEF.name, MatmulOp::DEF.name, BatchMatmulOp::DEF.name] {
            let packing = Arc::clone(&self.0);
            let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| packing.pack(rw, op));
            patterns.add_action(rw.cx(), "BlockPackMatmul", Root::Op(name), 1, action);
        }
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
