//! Products of matrices with the second one transposed.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{ExtSIOp, ExtUIOp};
use terrace_dialects_vector::ContractionOp;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::vector;
use terrace_ir::build::OperationState;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, OpKind, Rewriter, Value, pattern};
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::transpose;

use crate::reduction_to_contract::Contraction;

/// Transposes the matrices of products, so that both are read along rows.
pub static MATMUL_TO_MMT: &[Pattern] =
    &[pattern!("CanonicalizeContractMatmulToMMT", ContractionOp, transpose_operands)];

/// The dimensions of the operands of the canonical form.
const CANONICAL: [[u32; 2]; 3] = [[0, 2], [1, 2], [0, 1]];

/// The other forms, with whether the inputs are exchanged, and then which of them are transposed.
const FORMS: [([[u32; 2]; 3], bool, [bool; 2]); 7] = [
    ([[0, 2], [2, 1], [0, 1]], false, [false, true]),
    ([[2, 0], [1, 2], [0, 1]], false, [true, false]),
    ([[2, 0], [2, 1], [0, 1]], false, [true, true]),
    ([[2, 0], [2, 1], [1, 0]], true, [true, true]),
    ([[2, 0], [1, 2], [1, 0]], true, [false, true]),
    ([[0, 2], [2, 1], [1, 0]], true, [true, false]),
    ([[0, 2], [1, 2], [1, 0]], true, [false, false]),
];

fn maps_of(dims: &[[u32; 2]; 3]) -> Vec<AffineMap> {
    dims.iter().map(|pair| AffineMap::new(3, 0, pair.map(AffineExpr::dim).to_vec())).collect()
}

fn transpose_operands(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let ty = rw.op(op).single_result().ty();
    let mut contraction = Contraction::of(rw, op.into())?;
    if contraction.parallel != [true, true, false] {
        return rw.notify_match_failure(op, "contraction is not a gemm");
    }
    if contraction.maps == maps_of(&CANONICAL) {
        return rw.notify_match_failure(op, "already in the canonical form");
    }
    // Under a mask the op is to stay the only one, and its dimensions what they are.
    let form = FORMS.iter().find(|(dims, ..)| contraction.maps == maps_of(dims));
    let Some(&(_, exchanges, transposes)) = form.filter(|_| !is_masked(rw.op(op))) else {
        return rw.notify_match_failure(op, "unhandled contraction form");
    };
    let [lhs, rhs, acc] = contraction.operands;
    let (mut lhs, mut rhs) = if exchanges { (rhs, lhs) } else { (lhs, rhs) };
    let loc = contraction.loc;
    if transposes[1] {
        rhs = transposed(rw, rhs, loc);
    }
    if transposes[0] {
        lhs = transposed(rw, lhs, loc);
    }
    contraction.operands = [lhs, rhs, acc];
    contraction.maps = maps_of(&CANONICAL);
    if rw.cx().matches_upstream() {
        contraction.kind = CombiningKind::Add;
    }
    let new = contraction.create(rw, ty);
    rw.replace_op_with(op, new);
    Some(())
}

/// A transposed matrix; an extension comes last.
fn transposed(rw: &mut Rewriter<'_>, matrix: Value, loc: Loc) -> Value {
    let extended = extended::<ExtSIOp>(rw, matrix, loc);
    let extended = extended.or_else(|| self::extended::<ExtUIOp>(rw, matrix, loc));
    extended.unwrap_or_else(|| transpose(rw, matrix, &[1, 0], loc))
}

fn extended<K: OpKind>(rw: &mut Rewriter<'_>, matrix: Value, loc: Loc) -> Option<Value> {
    let extension = rw.value(matrix).defining_op().filter(|op| op.isa::<K>())?;
    let element = vector(rw.cx(), rw.value(matrix).ty()).element;
    let source = extension.single_operand().id();
    let transposed = transpose(rw, source, &[1, 0], loc);
    let ty = vector(rw.cx(), rw.value(transposed).ty()).with_element(rw.cx(), element);
    Some(rw.build_value(OperationState::unary::<K>(transposed).with_results(&[ty]).with_loc(loc)))
}
