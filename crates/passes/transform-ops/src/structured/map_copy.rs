//! `transform.structured.gpu.map_copy_to_threads`: copies by many threads, each of which moves a vector.

use terrace_dialects_gpu::gpu::attrs::{MappingId, THREAD};
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_mem::tensor::PadOp;
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::enum_attr::enum_param_attr;
use terrace_ir::{DYNAMIC, Diag, OpFoldResult, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_scf::tile::{LoopType, TilingOptions};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

use super::tile::{handles, tile};

/// Distributes a copy, or a pad, over the threads of a GPU.
#[op("transform.structured.gpu.map_copy_to_threads",
     interfaces(dyn TransformOpInterface = Each(MapCopyToThreadsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target `total_num_threads` `=` $total_num_threads `desired_bit_alignment` `=` $desired_bit_alignment \
               attr-dict `:` functional-type(operands, results)")]
pub struct MapCopyToThreadsOp {
    target: Operand<TRANSFORM_HANDLE>,
    total_num_threads: Prop<I64Attr>,
    desired_bit_alignment: Prop<I64Attr>,
    forall_op: Res<TRANSFORM_HANDLE>,
    tiled_op: Res<TRANSFORM_HANDLE>,
}

/// The number of bits that a thread moves at once.
const MAX_VECTOR_LOAD_BITS: i64 = 128;

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

fn product(numbers: &[i64]) -> i64 {
    numbers.iter().fold(1, |product, &number| product.saturating_mul(number))
}

/// The divisors of a number up to a limit, in ascending order.
fn divisors(number: i64, limit: i64) -> Vec<i64> {
    let roots = (1..).take_while(|&root: &i64| root.checked_mul(root).is_some_and(|square| square <= number));
    let mut found: Vec<i64> =
        roots.filter(|root| number % root == 0).flat_map(|root| [root, number / root]).collect();
    found.retain(|&divisor| divisor <= limit);
    found.sort_unstable();
    found.dedup();
    found
}

/// The numbers of threads along dimensions of these sizes, which they divide: as many as possible in all, but all of the
/// last dimension. Dimensions for which no thread is left are missing.
fn maximize_num_threads(sizes: &[i64], limit: i64) -> Vec<i64> {
    let Some((&size, inner)) = sizes.split_first() else { return Vec::new() };
    if inner.is_empty() {
        return vec![size];
    }
    let (mut best, mut threads) = (0, Vec::new());
    for divisor in divisors(size, limit) {
        let nested = maximize_num_threads(inner, limit / divisor);
        let count = product(&nested).saturating_mul(divisor);
        if count > best && count <= limit {
            best = count;
            threads = [&[divisor][..], &nested].concat();
        }
    }
    threads
}

/// The numbers of threads for a copy by vectors of a size; `None` if there are too few.
fn threads_for_vectors(sizes: &[i64], vector: i64, total: i64) -> Option<Vec<i64>> {
    let (&last, outer) = sizes.split_last()?;
    let scaled = last.checked_div(vector)?;
    if scaled > total {
        return None;
    }
    let threads = maximize_num_threads(&[outer, &[scaled]].concat(), total);
    (1..=total).contains(&product(&threads)).then_some(threads)
}

/// The numbers of threads for a copy; `None` if there are too few. Vectors are as long as the alignment permits, or
/// shorter if all threads have the same work then.
fn threads_for_copy(sizes: &[i64], element_bits: i64, alignment: i64, total: i64) -> Option<Vec<i64>> {
    let vector = gcd(gcd(alignment / element_bits, *sizes.last()?), MAX_VECTOR_LOAD_BITS / element_bits);
    let mut shorter = vector;
    while shorter >= 1 {
        let threads = threads_for_vectors(sizes, shorter, total)?;
        if product(&threads) == total {
            return Some(threads);
        }
        shorter /= 2;
    }
    threads_for_vectors(sizes, vector, total)
}

fn refused(op: OpRef<'_>, message: &str, payload: OpRef<'_>) -> TransformFailure {
    TransformFailure::silenceable(Diag::error(op.loc(), message).note(payload.loc(), "target op"))
}

impl TransformEachOp for MapCopyToThreadsOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (cx, view, payload) = (op.cx(), MapCopyToThreadsOp::view_of(op), state.op(target));
        let loc = payload.loc();
        if !payload.isa::<CopyOp>() && !payload.isa::<PadOp>() {
            return Err(refused(op, "only linalg.copy and tensor.pad target ops are supported", payload));
        }
        let Some(ty) = payload.results().next().map(|result| result.ty()) else {
            return Err(refused(op, "only copies of tensors are supported", payload));
        };
        let shape = ty.shape_or_scalar(cx);
        if shape.contains(&DYNAMIC) || !(1..=3).contains(&shape.len()) {
            return Err(refused(op, "only statically sized ops of rank <= 3 are supported", payload));
        }
        let bits = ty.element_type(cx).and_then(|element| element.bit_width(cx)).filter(|&bits| bits > 0);
        let Some(bits) = bits.map(i64::from) else {
            return Err(refused(op, "only elements that are integers or floats are supported", payload));
        };
        let alignment = view.desired_bit_alignment();
        let alignment = if alignment % bits == 0 { alignment } else { bits };
        let Some(threads) = threads_for_copy(shape, bits, alignment, view.total_num_threads()) else {
            let message = "too few threads to map copy op to threads on the most minor dimension, given alignment and \
                           vector size constraints, try smaller tile size of mapping to more threads";
            return Err(refused(op, message, payload));
        };
        let ids = [MappingId::LinearDim2, MappingId::LinearDim1, MappingId::LinearDim0];
        let mapping = ids[3 - threads.len()..].iter().map(|&id| enum_param_attr(cx, id, &THREAD));
        let options = TilingOptions::default()
            .num_threads(threads.iter().map(|&number| OpFoldResult::Static(number)).collect())
            .loop_type(LoopType::Forall)
            .mapping(mapping.collect());
        let made = tile(state, target, &options).map_err(|refusal| {
            refusal.into_iter().for_each(|error| state.report(error));
            TransformFailure::failed_to_apply(op, loc)
        })?;
        let foralls = handles(target, made.loops.first().copied()).collect();
        Ok(vec![Mapping::Ops(foralls), Mapping::Ops(handles(target, made.tiled_ops).collect())])
    }
}
