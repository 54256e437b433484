//! Named contractions along a dimension of one element as contractions of a lower rank.

use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::matmul::{BatchMatmulOp, MatmulOp};
use terrace_dialects_linalg::named_product::{BatchMatvecOp, BatchVecmatOp, DotOp, MatvecOp, VecmatOp};
use terrace_dialects_linalg::structured::{MEMOIZED, as_structured, maps_of_attr};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, Op, OpDef, OpKind, OpRef, Rewriter, Value, pattern};

use crate::rank_reduction::{Shapes, collapse, expand, is_fixed};
use crate::transpose_matmul::usual_maps;

/// Reduces the rank of named contractions by a dimension of one element.
pub static RANK_REDUCE_CONTRACTIONS: &[Pattern] = &[
    pattern!("RankReduceContractionOps", MatmulOp, |rw, op| reduce_rank(rw, op.into())),
    pattern!("RankReduceContractionOps", BatchMatmulOp, |rw, op| reduce_rank(rw, op.into())),
    pattern!("RankReduceContractionOps", BatchMatvecOp, |rw, op| reduce_rank(rw, op.into())),
    pattern!("RankReduceContractionOps", BatchVecmatOp, |rw, op| reduce_rank(rw, op.into())),
    pattern!("RankReduceContractionOps", MatvecOp, |rw, op| reduce_rank(rw, op.into())),
    pattern!("RankReduceContractionOps", VecmatOp, |rw, op| reduce_rank(rw, op.into())),
];

/// A contraction that another one is if a dimension of some operands has one element.
struct Reduction {
    to: &'static OpDef,
    /// For the two inputs and the destination, the dimension that is dropped.
    dims: [Option<usize>; 3],
}

/// The reductions of a contraction: along the batch first, then along the rows and the columns of the result.
fn reductions(op: OpRef<'_>) -> Vec<Reduction> {
    let batch = [Some(0); 3];
    let row = |to, dim| Reduction { to, dims: [Some(dim), None, Some(dim)] };
    let column = |to, dim, of_result| Reduction { to, dims: [None, Some(dim), Some(of_result)] };
    terrace_ir::op_match!(op, {
        BatchMatmulOp => vec![
            Reduction { to: MatmulOp::DEF, dims: batch },
            row(BatchVecmatOp::DEF, 1),
            column(BatchMatvecOp::DEF, 2, 2),
        ],
        BatchMatvecOp => vec![Reduction { to: MatvecOp::DEF, dims: batch }],
        BatchVecmatOp => vec![Reduction { to: VecmatOp::DEF, dims: batch }],
        MatmulOp => vec![row(VecmatOp::DEF, 0), column(MatvecOp::DEF, 1, 1)],
        MatvecOp => vec![row(DotOp::DEF, 0)],
        VecmatOp => vec![column(DotOp::DEF, 1, 0)],
        _ => Vec::new(),
    })
}

/// The shape without a dimension, which goes with the next one, or with the one before if it is the last.
fn without(shape: &[i64], dim: usize) -> Shapes {
    let mut target = shape.to_vec();
    target.remove(dim);
    let joined = dim.min(target.len().saturating_sub(1));
    let groups = (0..target.len()).map(|at| match at.cmp(&joined) {
        std::cmp::Ordering::Less => vec![at as i64],
        std::cmp::Ordering::Equal => vec![at as i64, at as i64 + 1],
        std::cmp::Ordering::Greater => vec![at as i64 + 1],
    });
    Shapes { groups: groups.collect(), target }
}

/// Whether a product has maps other than those of its kind.
fn has_other_maps(op: OpRef<'_>) -> bool {
    let batch = usize::from(op.isa::<BatchMatmulOp>());
    let maps = maps_of_attr(op);
    !maps.is_empty() && maps != usual_maps(batch)
}

fn reduce_rank(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if has_other_maps(view) {
        return rw.notify_match_failure(op, "ops with user-defined maps are not supported");
    }
    let (first, count) = as_structured(view)?.destinations(view);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let shape_of = |at: usize| view.operand(at).ty().shape(cx);
    let is_unit = |reduction: &Reduction| {
        (0..).zip(&reduction.dims).all(|(at, dim)| {
            dim.is_none_or(|dim| {
                shape_of(at).is_some_and(|shape| shape.get(dim) == Some(&1)) && !is_fixed(view.operand(at))
            })
        })
    };
    let fits = (first, count) == (2, 1) && operands.len() == 3;
    let Some(reduction) = reductions(view).into_iter().find(|reduction| fits && is_unit(reduction)) else {
        return rw.notify_match_failure(op, "no reducable dims found");
    };
    let shapes: Vec<Option<Shapes>> =
        (0..).zip(&reduction.dims).map(|(at, dim)| Some(without(shape_of(at)?, (*dim)?))).collect();
    let carried = |name: &str| (name == "cast").then(|| view.inherent_attr(name)).flatten();
    let props: Vec<Option<Attr>> = reduction.to.props.iter().map(|prop| carried(prop.name)).collect();
    let (attrs, loc) = (view.attrs(), view.loc());
    let mut collapsed = Vec::with_capacity(operands.len());
    for (&operand, shapes) in operands.iter().zip(&shapes) {
        collapsed.push(match shapes {
            Some(shapes) => collapse(rw, operand, shapes, false, loc)?,
            None => operand,
        });
    }
    let (inputs, outputs) = collapsed.split_at(first);
    let made = make_named(rw, reduction.to, inputs, outputs, &props, loc)?;
    for &(name, attr) in attrs.as_dict(cx).unwrap_or(&[]) {
        if name.text(cx) != MEMOIZED {
            rw.set_attr(made, name.text(cx), attr);
        }
    }
    let results: Vec<Value> = rw.body().results(made).collect();
    let mut values = Vec::with_capacity(results.len());
    for result in results {
        values.push(expand(rw, result, operands[first], shapes[first].as_ref()?, false, loc)?);
    }
    rw.replace_op(op, &values);
    Some(())
}
