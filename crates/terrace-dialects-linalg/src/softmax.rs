//! `linalg.softmax`.

use terrace_dialects_core::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_dialects_mem::memref::fold_casts;
use terrace_ir::constraints::I64_ATTR;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::traits::Predicate;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{CheckResult, OpRef};
use terrace_macros::op;

static SAME_ELEMENTS: Predicate = Predicate {
    summary: "input and output have same element type",
    holds: |op| {
        let [input, output] = [0, 1].map(|i| op.operand(i).ty().element_type(op.cx()));
        input.is_some() && input == output
    },
};

/// Exponentials divided by their sum along a dimension.
#[op("linalg.softmax", traits(Predicate(&SAME_ELEMENTS)), interfaces(dyn DestinationStyleOp, dyn MemoryEffects),
     fold = fold_casts, verify = verify,
     format = "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` \
               `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?")]
pub struct SoftmaxOp {
    input: Operand<ANY_SHAPED>,
    output: Operand<ANY_SHAPED>,
    dimension: Prop<I64_ATTR>,
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
    let (cx, view) = (op.cx(), SoftmaxOpView(op));
    if !compatible_shapes(cx, view.input().ty(), view.output().ty()) {
        return Err(op_error(op, "incompatible output shape"));
    }
    let rank = view.input().ty().shape(cx).map_or(0, <[i64]>::len) as i64;
    if !view.dimension().as_i64(cx).is_some_and(|dim| (0..rank).contains(&dim)) {
        return Err(op_error(op, "incorrect dimension specified"));
    }
    Ok(())
}
