//! `linalg.softmax`.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::make_slices::slice_any;
use terrace_dialects_mem::memref::{self, fold_casts};
use terrace_dialects_mem::tensor;
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::tiling::{IteratorType, Range, Refusal, Tile, Tiled, TilingInterface};
use terrace_ir::traits::Predicate;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{CheckResult, DYNAMIC, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};
use terrace_macros::op;

use crate::copies::copy_with;

static SAME_ELEMENTS: Predicate = Predicate {
    summary: "input and output have same element type",
    holds: |op| {
        let view = SoftmaxOp::view_of(op);
        let [input, output] = [view.input(), view.output()].map(|value| value.ty().element_type(op.cx()));
        input.is_some() && input == output
    },
};

/// Exponentials divided by their sum along a dimension.
#[op("linalg.softmax", traits(Predicate(&SAME_ELEMENTS)), interfaces(dyn DestinationStyleOp, dyn MemoryEffects, dyn TilingInterface),
     fold = fold_casts, verify = verify,
     format = "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` \
               `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?")]
pub struct SoftmaxOp {
    input: Operand<ANY_SHAPED>,
    output: Operand<ANY_SHAPED>,
    dimension: Prop<I64Attr>,
    result: VarRes<ANY_RANKED_TENSOR>,
}

impl DestinationStyleOp for SoftmaxOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

impl MemoryEffects for SoftmaxOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        for (i, operand) in op.operands().enumerate().filter(|(_, operand)| operand.ty().is_memref(op.cx())) {
            out.push(Effect::new(EffectKind::Read, Some(operand.id())));
            if i == 1 {
                out.push(Effect::new(EffectKind::Write, Some(operand.id())));
            }
        }
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SoftmaxOp::view_of(op));
    if !compatible_shapes(cx, view.input().ty(), view.output().ty()) {
        return Err(op_error(op, "incompatible output shape"));
    }
    let rank = view.input().ty().shape(cx).map_or(0, <[i64]>::len) as i64;
    if !(0..rank).contains(&view.dimension()) {
        return Err(op_error(op, "incorrect dimension specified"));
    }
    Ok(())
}

impl TilingInterface for SoftmaxOp {
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType> {
        let view = SoftmaxOp::view_of(op);
        let rank = view.input().ty().shape(op.cx()).map_or(0, <[i64]>::len);
        let dimension = view.dimension_attr().as_i64(op.cx());
        let kind = |dim| match dimension == Some(dim as i64) {
            true => IteratorType::Reduction,
            false => IteratorType::Parallel,
        };
        (0..rank).map(kind).collect()
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let (cx, view) = (rw.cx(), SoftmaxOp::view_of(rw.op(op)));
        let (input, ty, loc) = (view.input().id(), view.input().ty(), view.0.loc());
        let [offset, stride] = [0, 1].map(|number| OpFoldResult::Value(index_constant(rw, number, loc)));
        let mut ranges = Vec::new();
        for (dim, &extent) in ty.shape(cx).ok_or(None)?.iter().enumerate() {
            let size = if extent == DYNAMIC {
                let number = index_constant(rw, dim as i64, loc);
                OpFoldResult::Value(match ty.is_memref(cx) {
                    true => rw.build_value(memref::DimOp::of(input, number).result(Type::INDEX).loc(loc)),
                    false => rw.build_value(tensor::DimOp::of(input, number).result(Type::INDEX).loc(loc)),
                })
            } else {
                OpFoldResult::Static(extent)
            };
            ranges.push(Range { offset, size, stride });
        }
        Ok(ranges)
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let view = SoftmaxOp::view_of(rw.op(op));
        let (operands, loc) = ([view.input().id(), view.output().id()], view.0.loc());
        let (mut parts, mut slices): (Vec<Value>, Vec<Op>) = (Vec::new(), Vec::new());
        for (operand, name) in operands.into_iter().zip(["input", "output"]) {
            let Some(slice) = slice_any(rw, operand, tile, loc) else {
                let message = format!("failed to compute {name} slice");
                return Err(Some(op_error(rw.op(op), message)));
            };
            parts.push(rw.body().single_result(slice));
            slices.push(slice);
        }
        let types: Vec<Type> =
            [rw.value(parts[1]).ty()].into_iter().filter(|ty| ty.is_tensor(rw.cx())).collect();
        let made = copy_with(rw, op, &parts, &types).ok_or(None)?;
        Ok(Tiled { ops: vec![made], values: rw.body().results(made).collect(), slices })
    }

    fn result_tile_position(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        if result == 0 { Ok(tile.clone()) } else { Err(None) }
    }
}
