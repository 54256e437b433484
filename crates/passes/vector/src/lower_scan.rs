//! `vector.scan` as arithmetic on slices.

use terrace_dialects_vector::attrs::i64_attrs;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ExtractStridedSliceOp, InsertStridedSliceOp, ScanOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{broadcast, combine, extract, shape_cast, zeros};

/// Lowers scans.
pub static LOWER_SCAN: &[Pattern] = &[pattern!("ScanToArithOps", ScanOp, lower)];

fn lower(rw: &mut Rewriter<'_>, op: ScanOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, first_ty, loc) = (view.dest().ty(), view.initial_value().ty(), view.0.loc());
    let (source, first, kind) = (view.source().id(), view.initial_value().id(), view.kind());
    let (dim, inclusive) = (usize::try_from(view.reduction_dim()).ok()?, view.inclusive());
    let own = vector(cx, ty);
    if !kind.combines(cx, own.element) || *own.shape.get(dim)? > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    if own.scalable[dim] {
        let reason = "Trying to reduce scalable dimension - not yet supported!";
        return rw.notify_match_failure(op, reason);
    }
    let mut sizes = own.shape.to_vec();
    sizes[dim] = 1;
    let slice_ty = VectorType::get_scalable(cx, &sizes, own.scalable, own.element);
    let (sizes, strides) = (i64_attrs(cx, &sizes), i64_attrs(cx, &vec![1; own.rank()]));
    let is_scalar = vector(cx, first_ty).rank() == 0;
    let mut result = zeros(rw, ty, loc)?;
    let mut last: Option<[Value; 2]> = None;
    for at in 0..own.shape[dim] {
        let mut offsets = vec![0; own.rank()];
        offsets[dim] = at;
        let offsets = Some(i64_attrs(cx, &offsets));
        let input = rw.build_value(
            ExtractStridedSliceOp::of(source)
                .offsets_attr(offsets)
                .sizes_attr(sizes)
                .strides_attr(strides)
                .result(slice_ty)
                .loc(loc),
        );
        let output = match last {
            Some([last_input, last_output]) => {
                let next = if inclusive { input } else { last_input };
                combine(rw, kind, last_output, next, None, loc)
            }
            None if inclusive => input,
            None if is_scalar => broadcast(rw, first, slice_ty, loc),
            None => shape_cast(rw, first, slice_ty, loc),
        };
        result = rw.build_value(
            InsertStridedSliceOp::of(output, result)
                .offsets_attr(offsets)
                .strides_attr(strides)
                .result(ty)
                .loc(loc),
        );
        last = Some([input, output]);
    }
    let [_, output] = last?;
    let reduced = match is_scalar {
        true => {
            let element = extract(rw, output, &[0], loc);
            broadcast(rw, element, first_ty, loc)
        }
        false => shape_cast(rw, output, first_ty, loc),
    };
    rw.replace_op(op, &[result, reduced]);
    Some(())
}
