//! `arm-neon-2d-to-intr`: dot products of the rows of matrices as the intrinsic on vectors of one dimension.

use terrace_dialects_arm::neon::{Sdot2dOp, SdotOp};
use terrace_dialects_vector::ShapeCastOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, VectorType, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use crate::build::Greedy;

/// Lowers ops on matrices.
pub static ARM_NEON_2D_TO_INTR: PassDef = PassDef {
    name: "arm-neon-2d-to-intr",
    class: "ConvertArmNeon2dToIntrPass",
    doc: "Convert Arm NEON structured ops to intrinsics",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
pub static PATTERNS: &[Pattern] = &[pattern!("Sdot2dLoweringPattern", Sdot2dOp, flatten)];

fn flatten(rw: &mut Rewriter<'_>, op: Sdot2dOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (a, b, c, loc) = (view.a().id(), view.b().id(), view.c().id(), view.0.loc());
    let matrix = vector(cx, view.b().ty());
    let flat = VectorType::get(cx, &[matrix.num_elements()], matrix.element);
    rw.set_insertion_point_before(op);
    let b = rw.build_value(ShapeCastOp::of(b).result(flat).loc(loc));
    let c = rw.build_value(ShapeCastOp::of(c).result(flat).loc(loc));
    rw.replace(op, SdotOp::of(a, b, c));
    Some(())
}
