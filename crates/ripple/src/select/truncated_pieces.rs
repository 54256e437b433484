//! Truncations of elements that were picked from several vectors.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::ops::{InlineAsmOp, PoisonOp, ShuffleVectorOp, TruncOp};
use terrace_ir::{Op, Rewriter, Value, ValueRef};
use terrace_target::{Quirk, Target};

use super::build::Build;
use super::factors::bits_of;
use super::writer::VectorWriter;
use crate::vectors::{concatenate, lanes_of};

/// The least number of vectors that elements are picked from of which the truncation cannot be selected.
const SEVERAL: usize = 3;

/// The most shuffles that are followed.
const MOST_SHUFFLES: usize = 64;

/// The bits of a register that a piece of assembly takes.
const REGISTER: usize = 128;

/// Passes each register of what is truncated to bytes or 16-bit numbers through an empty piece of assembly, if it was picked
/// from several vectors ([`Quirk::TruncatedPieces`]).
pub(super) fn pass_pieces(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    target.has_quirk(Quirk::TruncatedPieces).then_some(())?;
    let view = rw.op(op);
    let truncation = view.cast::<TruncOp>()?;
    let (picked, loc) = (truncation.arg(), view.loc());
    let (lanes, bits) = (lanes_of(picked)?, bits_of(picked) as usize);
    let is_right = bits_of(view.single_result()) <= 16
        && lanes * bits > REGISTER
        && (lanes * bits).is_multiple_of(REGISTER)
        && matches!(bits, 32 | 64)
        && is_of_several(picked);
    is_right.then_some(())?;
    let picked = picked.id();
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let pieces = build.parts(picked, REGISTER / bits);
    let cx = build.rw.cx();
    let mut passed: Vec<Value> = Vec::new();
    for piece in pieces {
        let ty = build.ty(piece);
        let asm = InlineAsmOp::of(&[piece])
            .loc(loc)
            .asm_string_attr(cx.string_attr(""))
            .constraints_attr(cx.string_attr("=w,0"))
            .res(ty);
        passed.push(build.rw.build_value(asm));
    }
    let whole = concatenate(build.rw, &passed, loc)?;
    rw.set_operand(op, 0, whole);
    Some(())
}

/// Whether elements are picked from several vectors.
fn is_of_several(picked: ValueRef<'_>) -> bool {
    let mut sources: FxHashSet<Value> = FxHashSet::default();
    let (mut pending, mut count) = (vec![picked], 0);
    while let Some(value) = pending.pop() {
        match value.defining_op().and_then(|op| op.cast::<ShuffleVectorOp>()) {
            Some(shuffle) if count < MOST_SHUFFLES => {
                count += 1;
                pending.extend([shuffle.v1(), shuffle.v2()]);
            }
            _ if value.defining_op().is_some_and(|op| op.isa::<PoisonOp>()) => {}
            _ => _ = sources.insert(value.id()),
        }
    }
    sources.len() >= SEVERAL
}
