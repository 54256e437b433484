//! Copies for one loop nest.

use terrace_dialects_mem::affine::{AffineForOp, AffineStoreOp};
use terrace_ir::{OpKind, Rewriter, Value};
use terrace_pass::{Failed, PassRun};

use super::generate::{Copies, CopyOptions};
use super::regions::Range;
use super::simplify;

/// The memory of a loop nest that is copied.
#[derive(Clone, Copy)]
pub enum NestData {
    /// The elements that an iteration of the outermost loop accesses.
    Iteration,
    /// Those of a memref that an iteration of the outermost loop accesses.
    IterationOf(Value),
    /// Those of a memref that the whole nest accesses.
    NestOf(Value),
}

/// Copies memory that a loop nest accesses to buffers in the same memory space, of at most this number of bytes in all if
/// there is one.
///
/// # Errors
///
/// If the simplification of the copies does not end.
pub fn copy_nest_data(
    rw: &mut Rewriter<'_>,
    nest: AffineForOp,
    data: NestData,
    capacity: Option<i64>,
    run: &mut PassRun<'_>,
) -> Result<(), Failed> {
    let options = CopyOptions { generates_dma: false, slow_space: 0, fast_space: 0, tag_space: 0, capacity };
    let body = nest.view(rw).region().entry().map(|block| block.id());
    let inner = body.and_then(|body| {
        let (begin, end) = (rw.body().ops_of(body).next()?, rw.body().last_op(body)?);
        Some(Range { begin, end })
    });
    let outer = rw.op(nest).next().map(|next| Range { begin: nest.into(), end: next.id() });
    let mut copies = Copies::new(options);
    match (data, inner, outer) {
        (NestData::Iteration, Some(range), _) => copies.generate(rw, range),
        (NestData::IterationOf(memref), Some(range), _) => copies.generate_for(rw, range, Some(memref)),
        (NestData::NestOf(memref), _, Some(range)) => copies.generate_for(rw, range, Some(memref)),
        _ => None,
    };
    // As upstream's test pass, loads keep the ops that compute their indices.
    let is_simplified =
        matches!(data, NestData::NestOf(_)) || simplify(rw, copies.nests(), &[AffineStoreOp::DEF]);
    copies.report(run);
    if is_simplified { Ok(()) } else { Err(Failed) }
}
