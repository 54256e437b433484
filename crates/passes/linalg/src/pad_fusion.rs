//! Generic ops that compute their result in place within the padded tensor.

use terrace_dialects_linalg::builders::make_fill;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::reify::reified_shapes;
use terrace_dialects_linalg::structured::{as_structured, is_element_used, keeps_elements};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::make_slices::{empty, extract_slice, insert_slice};
use terrace_dialects_mem::tensor::{PadOp, constant_padding_value};
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::Tile;
use terrace_ir::{Rewriter, Type, Value, pattern};

/// Fuses pads with the generic ops that compute their sources.
pub static FUSE_PAD: &[Pattern] = &[pattern!("FusePadOp", PadOp, fuse_pad)];

/// Fills a tensor of the padded size, and computes the source in a slice of it. The source must be a result of a
/// `linalg.generic` with parallel loops that writes all of it and reads none.
fn fuse_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(padding) = constant_padding_value(view.0).map(|value| value.id()) else {
        return rw.notify_match_failure(op, "non constant padding");
    };
    let source = view.source();
    let Some(generic) = source.defined_by::<GenericOp>().map(|generic| generic.0) else {
        return rw.notify_match_failure(op, "expected source to be linalg.generic op");
    };
    let structured = as_structured(generic)?;
    if structured.parallel(generic).contains(&false) {
        return rw.notify_match_failure(op, "only supported for ops with all parallel iterator types");
    }
    let (first, _) = structured.destinations(generic);
    let (number, init) = (source.index() as usize, first + source.index() as usize);
    if is_element_used(generic, init) || keeps_elements(generic, init) {
        return rw.notify_match_failure(op, "expected source to overwrite its destination");
    }
    let (generic, offsets, loc) = (generic.id(), indices(&view.mixed_low()), view.0.loc());
    let (source, element) = (source.id(), view.result().ty().element_type(cx)?);
    let sizes = reified_shapes(rw, op.into())?.into_iter().next()?;
    let all = empty(rw, &sizes, element, loc);
    let fill = make_fill(rw, padding, all, loc)?;
    let filled = rw.body().single_result(fill);
    let tile = Tile { offsets, sizes: extents(rw, source, loc) };
    let slice = extract_slice(rw, filled, &tile, loc);
    let mut operands: Vec<Value> = rw.body().operands(generic).collect();
    operands[init] = rw.body().single_result(slice);
    let mut types: Vec<Type> = rw.op(generic).result_types();
    types[number] = rw.value(operands[init]).ty();
    let computed = copy_with(rw, generic, &operands, &types)?;
    let computed = rw.body().result(computed, number);
    let padded = insert_slice(rw, computed, filled, &tile, loc);
    rw.replace_op(op, &[padded]);
    Some(())
}
