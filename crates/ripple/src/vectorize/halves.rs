//! Every second element, extended by zeros: the low or high halves of numbers of twice the width.
//!
//! `x[2 * i]` and `x[2 * i + 1]` of bytes, in arithmetic of 16 bits, are the low and high bytes of 16-bit numbers: no
//! element changes its place. LLVM shuffles bytes and extends them. Where the elements are used as they are, too, they are
//! shuffled in any case, and LLVM compares them without extension.

use terrace_dialects_llvm::ops::{AndOp, BitcastOp, LShrOp, ShuffleVectorOp, ZExtOp};
use terrace_ir::{Block, Op, Region, Rewriter, Value};

use crate::vectors;

/// Replaces extensions of every second element of a vector in the blocks of a region, on targets whose low halves are
/// first in memory.
pub(super) fn take_halves(rw: &mut Rewriter<'_>, region: Region) {
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let ops: Vec<Op> = blocks.into_iter().flat_map(|block| rw.body().ops_of(block)).collect();
    for op in ops {
        if let Some((source, is_high)) = half(rw, op) {
            replace(rw, op, source, is_high);
        }
    }
}

/// The vector of which an extension takes the low or high halves, and whether it takes the high ones.
fn half(rw: &Rewriter<'_>, op: Op) -> Option<(Value, bool)> {
    let cx = rw.cx();
    let extension = rw.op(op).cast::<ZExtOp>()?;
    let shuffle = extension.arg().defined_by::<ShuffleVectorOp>()?;
    let source = shuffle.v1();
    let bits = |ty: terrace_ir::Type| ty.element_type(cx)?.bit_width(cx);
    let (narrow, wide) = (bits(source.ty())?, bits(extension.res().ty())?);
    let mask: Vec<i32> = shuffle.mask().iter().collect();
    let &first = mask.first().filter(|&&first| first == 0 || first == 1)?;
    let is_every_second =
        mask.iter().enumerate().all(|(at, &index)| index as usize == 2 * at + first as usize);
    let &[length] = source.ty().shape(cx)? else { return None };
    let fits = matches!(narrow, 8 | 16 | 32) && wide == 2 * narrow && length as usize == 2 * mask.len();
    let is_extended_only = || extension.arg().uses().all(|(user, _)| user.isa::<ZExtOp>());
    (fits && is_every_second && is_extended_only()).then(|| (source.id(), first == 1))
}

fn replace(rw: &mut Rewriter<'_>, op: Op, source: Value, is_high: bool) {
    let (ty, loc) = (rw.body().value_type(rw.body().single_result(op)), rw.body().loc(op));
    let Some(bits) = ty.element_type(rw.cx()).and_then(|element| element.bit_width(rw.cx())) else { return };
    rw.set_insertion_point_before(op);
    let whole = rw.build_value(BitcastOp::of(source).loc(loc).res(ty));
    let half = i64::from(bits / 2);
    let taken = match is_high {
        true => {
            let by = vectors::number(rw, half, ty, loc);
            rw.build_value(LShrOp::of(whole, by).loc(loc))
        }
        false => {
            let low = vectors::number(rw, (1 << half) - 1, ty, loc);
            rw.build_value(AndOp::of(whole, low).loc(loc))
        }
    };
    rw.replace_op(op, &[taken]);
}
