//! Elements that are picked from several vectors, and may be truncated.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::ops::{InlineAsmOp, PoisonOp, ShuffleVectorOp};
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

/// Passes each register of what is picked from several vectors through an empty piece of assembly
/// ([`Quirk::TruncatedPieces`]): whatever is computed from it, LLVM truncates it if no more bits are used.
pub(super) fn pass_pieces(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    target.has_quirk(Quirk::TruncatedPieces).then_some(())?;
    let view = rw.op(op);
    let shuffle = view.cast::<ShuffleVectorOp>()?;
    let (picked, loc) = (view.single_result(), view.loc());
    let (lanes, bits) = (lanes_of(picked)?, bits_of(picked) as usize);
    let mask: Vec<i32> = shuffle.mask().iter().collect();
    let is_part = mask.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let is_right = !is_part
        && lanes * bits > REGISTER
        && (lanes * bits).is_multiple_of(REGISTER)
        && matches!(bits, 32 | 64)
        && picked.uses().any(|(user, _)| !user.isa::<ShuffleVectorOp>())
        && is_of_several(picked);
    is_right.then_some(())?;
    let picked = picked.id();
    let users: Vec<(Op, usize)> =
        rw.value(picked).uses().map(|(user, operand)| (user.id(), operand)).collect();
    rw.set_insertion_point_after(op);
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
    for (user, operand) in users {
        rw.set_operand(user, operand, whole);
    }
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
