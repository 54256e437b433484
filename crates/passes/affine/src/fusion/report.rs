//! Reports about nests that could be fused, for tests.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::Rewriter;

use super::carried::Carried;
use super::legality::{CannotFuse, Strategy, can_fuse, num_loops_around};
use super::slice::Slice;
use super::transform::fuse;

/// The result of a test whether nests can be fused.
pub enum Report {
    /// The slice, in words.
    Slice(String),
    /// The slice, which would run iterations that the nest does not.
    IncorrectSlice(String),
    /// An op between the nests prevents it.
    BlockDependence,
    /// Another reason prevents it.
    Other,
}

/// Tests whether a slice of a nest can be in another one at a depth; all accesses count.
pub fn report(rw: &Rewriter<'_>, source: AffineForOp, destination: AffineForOp, depth: usize) -> Report {
    match can_fuse(rw, source, destination, depth, Strategy::Generic) {
        Ok(slice) => Report::Slice(describe(rw, &slice)),
        Err(CannotFuse::IncorrectSlice(slice)) => Report::IncorrectSlice(describe(rw, &slice)),
        Err(CannotFuse::BlockDependence) => Report::BlockDependence,
        Err(CannotFuse::Precondition | CannotFuse::LoopDependence) => Report::Other,
    }
}

/// Fuses a slice of a nest into another one at a depth, as [`report`] finds it, without the checks of the pass; the other nest
/// is erased unless its results are used. Returns whether there is such a slice.
pub fn fuse_unchecked(
    rw: &mut Rewriter<'_>,
    source: AffineForOp,
    destination: AffineForOp,
    depth: usize,
) -> bool {
    let Ok(slice) = can_fuse(rw, source, destination, depth, Strategy::Generic) else { return false };
    if fuse(rw, source, &slice, Carried::Kept).is_none() {
        return false;
    }
    if rw.op(source).results().all(|result| result.is_unused()) {
        rw.erase_op(source);
    }
    true
}

fn describe(rw: &Rewriter<'_>, slice: &Slice) -> String {
    let count = rw.body().ops_of(slice.block).count();
    let depth = rw.body().ops_of(slice.block).next().map_or(0, |op| num_loops_around(rw, op));
    let position = if slice.is_backward { 0 } else { count.saturating_sub(1) };
    let mut text = format!("insert point: ({depth}, {position}) loop bounds: ");
    for bounds in &slice.bounds {
        let bounds = bounds.each_ref().map(|bound| match bound {
            Some(map) => map.to_string(),
            None => "<<NULL AFFINE MAP>>".to_owned(),
        });
        text.push_str(&format!("[{}, {}] ", bounds[0], bounds[1]));
    }
    text
}
